"""The options that narrow a command to some memories, declared once."""

import inspect
import json
import re
from collections.abc import Callable, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from clew.errors import InvalidInput, no_number
from clew.graph.schema import declared
from clew.interfaces.cli.completing import sessions
from clew.interfaces.cli.options import Options, end, instant, options

if TYPE_CHECKING:
    from clew.model import Filter


def _names() -> list[str]:
    schema = declared()
    return [schema.kind(label).name for label in schema.searched_kinds()]


def _kind(name: str) -> str:
    if name not in _names():
        raise typer.BadParameter(f"{name!r} is not one of {', '.join(_names())}")
    return name


Session = Annotated[
    list[str] | None, typer.Option(help="Only from this session; may be repeated.", autocompletion=sessions)
]
Speaker = Annotated[list[str] | None, typer.Option(help="Only what this speaker said; may be repeated.")]
Since = Annotated[str | None, typer.Option(help="Only what happened or was said at or after this time.")]
Until = Annotated[
    str | None, typer.Option(help="Only what happened or was said before this time; a day alone counts whole.")
]
By = Annotated[
    Literal["either", "happened", "said"],
    typer.Option(help="The side of --since and --until: what happened then, what was said then, or either."),
]
AsOf = Annotated[str | None, typer.Option(help="Only what was known and held at this time, or by the end of this day.")]
KnownAt = Annotated[
    str | None,
    typer.Option(help="As memory believed at this time, or by the end of this day, whatever it learned since."),
]
Kind = Annotated[
    str | None, typer.Option(parser=_kind, metavar="KIND", help=f"Only of one kind: {', '.join(_names())}.")
]
Metadata = Annotated[
    list[str] | None,
    typer.Option(
        metavar="KEY=VALUE",
        help="Only turns with this in their metadata, or with >=, >, <= or < in place of =; may be repeated.",
    ),
]
Entity = Annotated[list[str] | None, typer.Option(help="Only what names this person or thing; may be repeated.")]
Sure = Annotated[float, typer.Option("--min-belief", min=0, max=1, help="Only statements that are believed so much.")]


def narrowed(
    chosen: Options,
    kind: Kind = None,
    session: Session = None,
    speaker: Speaker = None,
    since: Since = None,
    until: Until = None,
    by: By = "either",
    as_of: AsOf = None,
    metadata: Metadata = None,
    entity: Entity = None,
    min_belief: Sure = 0.0,
    known_at: KnownAt = None,
) -> "Filter":
    """Return the filter that the options describe; days are those of the zone of the settings, else of the space."""
    from clew.model import Filter

    return Filter(
        kinds=[kind] if kind else None,
        session=session or None,
        speaker=speaker or None,
        since=instant(since, "--since", chosen),
        until=end(until, "--until", chosen),
        as_of=end(as_of, "--as-of", chosen, is_included=True),
        by=by,
        metadata=_wanted(metadata) if metadata else None,
        entity=entity or None,
        min_belief=min_belief,
        known_at=end(known_at, "--known-at", chosen, is_included=True),
    )


def narrowing(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options that narrow, in place of its argument `where`, which is the filter of them."""
    (_, *narrow), own = inspect.signature(narrowed).parameters.values(), inspect.signature(command).parameters
    names = [each.name for each in narrow]
    parameters = [each for one in own.values() for each in (narrow if one.name == "where" else [one])]

    @wraps(command)
    def narrowable(context: typer.Context, **given: Any) -> None:  # noqa: ANN401
        sides = {name: given.pop(name) for name in names}
        command(context, where=narrowed(options(context), **sides), **given)

    keyword = [each.replace(kind=inspect.Parameter.KEYWORD_ONLY) for each in parameters]
    narrowable.__signature__ = inspect.Signature(keyword)  # pyright: ignore[reportAttributeAccessIssue]
    narrowable.__annotations__ = {each.name: each.annotation for each in keyword}
    return narrowable


_CONDITION = re.compile("(.+?)(>=|<=|=|>|<)(.*)", re.DOTALL)
_OPERATORS = {">=": "gte", ">": "gt", "<=": "lte", "<": "lt"}


def _wanted(given: Sequence[str]) -> dict[str, object]:
    """Read conditions on metadata: values of a key are alternatives, and bounds of a key are one range.

    A text that is written like a number, true, false or null stands for that, and as a value for itself as well.
    """
    from clew.text.arguments import quoted

    values, ranges = dict[str, list[object]](), dict[str, dict[str, object]]()
    for text in given:
        found = _CONDITION.fullmatch(text)
        if not found:
            raise InvalidInput(f"--metadata is {quoted(text)}; write it like channel=mail or size>=3")
        key, sign, written = found.groups()
        try:
            meant: object = json.loads(written, parse_constant=no_number)
        except (ValueError, RecursionError):
            meant = written
        if sign == "=":
            scalars = [meant] if meant is None or isinstance(meant, str | bool | int | float) else []
            values.setdefault(key, []).extend(dict.fromkeys([written, *scalars]))
        else:
            is_number = isinstance(meant, int | float) and not isinstance(meant, bool)
            ranges.setdefault(key, {})[_OPERATORS[sign]] = meant if is_number else written
    if both := sorted(values.keys() & ranges.keys()):
        raise InvalidInput(f"--metadata gives {quoted(both[0])} both values and bounds; give one of them")
    return {**values, **ranges}
