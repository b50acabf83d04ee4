"""What is declared of a family of texts: its marks, how it names a place and begins a list, and its sentences."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from clew.loaders.world.rules import Rule
from clew.model.triplet import Triplet


def _any(_: Triplet) -> bool:
    return True


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
class Echo:
    """An answer that leaves out what the action says.

    Attributes:
        action: form of the whole action.
        said: form of the whole answer.
        means: the answer in full; may use the groups of both, and `said`.
    """

    action: re.Pattern[str]
    said: re.Pattern[str]
    means: str


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


def echoing(*given: tuple[str, str, str]) -> Callable[[str, str], str]:
    """Return what completes an answer by declared echoes: forms of action and answer, and the answer in full.

    What both name by one group must be one thing: the action may name it by more words, and these are kept.
    """
    echoes = [Echo(re.compile(one, re.IGNORECASE), re.compile(two, re.IGNORECASE), full) for one, two, full in given]

    def completed(sentence: str, action: str) -> str:
        action = " ".join(action.split())
        for each in echoes:
            asked, said = each.action.fullmatch(action), each.said.fullmatch(sentence)
            if asked and said and _agree(one := asked.groupdict(""), other := said.groupdict("")):
                return each.means.format(**(other | one), said=sentence)
        return sentence

    return completed


def _agree(asked: Mapping[str, str], said: Mapping[str, str]) -> bool:
    """Return whether a juvenile beaver was asked for and a beaver, or the same, is answered."""
    return all(f" {asked[name]}".lower().endswith(f" {said[name]}".lower()) for name in asked.keys() & said.keys())
