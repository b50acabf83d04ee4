"""What a language model used, as a table: a row per chain."""

from collections.abc import Mapping
from typing import Any, cast

from clew.interfaces.cli.console import grid, note, out

COLUMNS = {
    "calls": "calls",
    "re_asks": "re-asks",
    "failures": "failures",
    "prompt_tokens": "tokens read",
    "completion_tokens": "written",
    "seconds": "seconds",
}
"""The fields of an account, with their titles."""


def print_usage(usage: Mapping[str, object]) -> None:
    """Print what `clew.llm.Usage.as_dict` gives; where nothing was asked, say so."""
    chains = cast("Mapping[str, Mapping[str, Any]]", usage.get("chains") or {})
    if not chains:
        note("no language model was asked")
        return
    rows = grid("chain", *COLUMNS.values(), left=("chain",))
    for name, account in chains.items():
        rows.add_row(name, *(f"{account[field]:,.0f}" for field in COLUMNS))
    if len(chains) > 1:
        total = cast("Mapping[str, Any]", usage["total"])
        rows.add_row("total", *(f"{total[field]:,.0f}" for field in COLUMNS), style="bold")
    out().print(rows)
    if any(account["estimated"] for account in chains.values()):
        note("the model does not say how many tokens it used; some are estimated from the text")
