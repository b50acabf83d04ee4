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
        sys.unraisablehook = interrupt_again
        signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.exit(run(sys.argv[1:]))


def interrupt_again(dropped: "sys.UnraisableHookArgs") -> None:
    """Repeat an interrupt that Python drops, as it does with any error inside a destructor."""
    if dropped.exc_type is KeyboardInterrupt:
        from threading import Timer

        Timer(0.01, os.kill, (os.getpid(), signal.SIGINT)).start()  # by then the destructor has ended
    else:
        sys.__unraisablehook__(dropped)
