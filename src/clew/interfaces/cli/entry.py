"""The entry of the `clew` command; it imports nothing before it heeds an interrupt."""

import os
import signal
import sys


def main() -> None:
    """Run the `clew` command; an interrupt while its parts are still being imported ends it with 130."""
    if heeded := signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # `nohup` and `&` may ignore it
        # Nothing is open yet, and an error raised inside an import may be swallowed there.
        signal.signal(signal.SIGINT, lambda _number, _frame: os._exit(130))
    from clew.interfaces.cli.main import run

    if heeded:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.exit(run(sys.argv[1:]))
