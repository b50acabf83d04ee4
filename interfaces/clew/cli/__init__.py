"""The command line: one module per group of commands, put together in `clew.cli.main`, entered by `clew.cli.entry`."""
