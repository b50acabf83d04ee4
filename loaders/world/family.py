"""What is declared of a family of texts: its marks, how it names a place and begins a list, and its sentences."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from clew.loaders.world.rules import Rule
from clew.model.triplet import Triplet


def _any(_: Triplet) -> bool:
    return True


def _nothing(*_: object) -> Iterable[Triplet]:
    return ()


@dataclass(frozen=True, slots=True)
class Heading:
    """What stands above a list that is read line by line.

    Attributes:
        form: of the whole line.
        begins: what each line below is read behind; may use the form's groups, as in ``in {holder}: ``.
    """

    form: re.Pattern[str]
    begins: str


@dataclass(frozen=True, slots=True)
class Family:
    """A family of texts.

    Attributes:
        name: of it.
        marks: forms of which a text holds one, and no other family's text does.
        headers: forms of a line's beginning that names the place where the player is, in a group ``place``.
        headings: of lists.
        rules: of sentences, wherever they are said, and of the lines of lists; the first that fits is taken.
        described: of sentences below a header.
        told: of sentences in a task before the first header, and in a quotation.
        echo: completes an answer by the action; empty where it says no deed of that.
        keeps: whether a triplet that was read is one; families whose sentences may say anything drop what is none.
        adds: what else a text says, by the text, the action, and what its sentences gave.
    """

    name: str
    marks: tuple[re.Pattern[str], ...]
    headers: tuple[re.Pattern[str], ...]
    headings: tuple[Heading, ...]
    rules: Sequence[Rule]
    described: Sequence[Rule]
    told: Sequence[Rule]
    echo: Callable[[str, str], str]
    keeps: Callable[[Triplet], bool] = _any
    adds: Callable[[str, str, Sequence[Triplet]], Iterable[Triplet]] = _nothing

    def marks_in(self, text: str) -> bool:
        """Return whether a text is marked as one of this family."""
        return any(each.search(text) for each in self.marks)

    def header(self, line: str) -> re.Match[str] | None:
        """Return how a line names the place; None where it does not."""
        return next(filter(None, (each.match(line) for each in self.headers)), None)

    def heading(self, line: str) -> str | None:
        """Return what the lines below a heading are read behind; None where the line is no heading."""
        for each in self.headings:
            if match := each.form.fullmatch(line):
                return each.begins.format(**match.groupdict())
        return None


def forms(*given: str) -> tuple[re.Pattern[str], ...]:
    """Compile the forms of a declaration; each ``^`` is the beginning of a line."""
    return tuple(re.compile(each, re.MULTILINE) for each in given)


def heading(form: str, begins: str) -> Heading:
    """Declare a heading; case is nothing to it."""
    return Heading(re.compile(form, re.IGNORECASE), begins)
