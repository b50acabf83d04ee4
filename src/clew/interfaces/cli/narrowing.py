"""The options that narrow a recall or a list to some memories, declared once."""

from typing import TYPE_CHECKING, Annotated, Literal

import typer

from clew.graph.schema import declared
from clew.interfaces.cli.completing import sessions
from clew.interfaces.cli.options import end, instant

if TYPE_CHECKING:
    from clew.model import Filter
    from clew.settings import Settings


def _names() -> list[str]:
    schema = declared()
    return [schema.kind(label).name for label in schema.searched_kinds()]


def _kind(name: str) -> str:
    if name not in _names():
        raise typer.BadParameter(f"{name!r} is not one of {', '.join(_names())}")
    return name


Session = Annotated[str | None, typer.Option(help="Only from this session.", autocompletion=sessions)]
Speaker = Annotated[str | None, typer.Option(help="Only what this speaker said.")]
Since = Annotated[str | None, typer.Option(help="Only what happened or was said at or after this time.")]
Until = Annotated[
    str | None, typer.Option(help="Only what happened or was said before this time; a day alone counts whole.")
]
By = Annotated[
    Literal["either", "happened", "said"],
    typer.Option(help="The side of --since and --until: what happened then, what was said then, or either."),
]
AsOf = Annotated[str | None, typer.Option(help="Only what was known and held at this time, or by the end of this day.")]
Kind = Annotated[
    str | None, typer.Option(parser=_kind, metavar="KIND", help=f"Only of one kind: {', '.join(_names())}.")
]


def narrowed(
    settings: "Settings",
    kind: str | None,
    session: str | None,
    speaker: str | None,
    since: str | None,
    until: str | None,
    by: Literal["either", "happened", "said"],
    as_of: str | None,
) -> "Filter":
    """Return the filter that the options describe; days are those of the zone of the settings."""
    from clew.model import Filter

    return Filter(
        kinds=[kind] if kind else None,
        session=session,
        speaker=speaker,
        since=instant(since, "--since", settings),
        until=end(until, "--until", settings),
        as_of=end(as_of, "--as-of", settings, is_included=True),
        by=by,
    )
