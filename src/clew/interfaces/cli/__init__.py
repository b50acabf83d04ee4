"""The command line: a module for each command, put together in `main` and entered by `entry`."""
