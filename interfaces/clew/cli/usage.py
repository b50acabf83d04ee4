"""What a language model used, as a table: a row per chain."""

from collections.abc import Mapping
from typing import Any, cast

from clew.cli.console import note, out

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
    from rich.table import Table

    chains = cast("Mapping[str, Mapping[str, Any]]", usage.get("chains") or {})
    if not chains:
        note("no language model was asked")
        return
    grid = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    grid.add_column("chain")
    for title in COLUMNS.values():
        grid.add_column(title, justify="right")
    for name, account in chains.items():
        grid.add_row(name, *(f"{account[field]:,.0f}" for field in COLUMNS))
    if len(chains) > 1:
        total = cast("Mapping[str, Any]", usage["total"])
        grid.add_row("total", *(f"{total[field]:,.0f}" for field in COLUMNS), style="bold")
    out().print(grid)
    if any(account["estimated"] for account in chains.values()):
        note("the model does not say how many tokens it used; some are estimated from the text")
