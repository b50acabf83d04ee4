"""The learnings of an agent of what works, as values: tasks, places, trials, and the learnings that they taught.

Source: CLIN, section 3. A memory is one list of causal statements, written anew as a whole after each trial.
"""

import hashlib
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal, Protocol, runtime_checkable

from clew.errors import InvalidInput
from clew.model import Step
from clew.text.instants import BEGINNING
from clew.text.names.phrases import MARKS, SIGNS

Relation = Literal["necessary", "contributes", "does not contribute", ""]
"""How a cause bears on an effect; empty for a learning that is free text."""

Modality = Literal["may", "should", ""]  # how sure it is: moderately, highly; empty where it is stated without either

Change = Literal["place", "task"]
"""How a new episode differs from earlier ones: the same task elsewhere, or another task in the same place."""

LOWEST_SCORE: Final = -100.0
HIGHEST_SCORE: Final = 100.0


@dataclass(frozen=True, slots=True)
class Learning:
    """One causal statement, or one line of free text."""

    text: str  # as it is shown to a model: the statement in one spelling, or the line as it was written
    cause: str = ""  # what is done or holds; empty for free text
    effect: str = ""  # what it is necessary for, or contributes to; empty for free text
    relation: Relation = ""  # how the cause bears on the effect
    modality: Modality = ""  # how sure that is


@dataclass(frozen=True, slots=True)
class TraceStep:
    """One step of a trial."""

    action: str  # as it was done
    observation: str  # as it was seen after it
    score: float | None = None  # reached after it, -100 to 100; None where the environment does not tell
    used: tuple[int, ...] = ()  # positions, from 1, of the learnings of the set in use that the agent says it used
    rationale: str = ""  # why it was done, in the agent's words; may be empty


def checked_score(score: float) -> float:
    """Return a final score, which is a number from -100 to 100."""
    if not LOWEST_SCORE <= score <= HIGHEST_SCORE:
        raise InvalidInput(f"the score is {score}; give a number from {LOWEST_SCORE:g} to {HIGHEST_SCORE:g}")
    return score


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a new learning set, with the steps of its trial that show it."""

    text: str  # as it was written, such as ``Opening the door SHOULD BE NECESSARY to enter the kitchen.``
    steps: tuple[int, ...] = ()  # places in the trial, from 0; empty: those whose words it shares are found


@dataclass(frozen=True, slots=True)
class StoredLearning:
    """A learning as the graph holds it."""

    id: str
    number: int  # its place in its set, from 1
    learning: Learning
    task: str  # name of the task that its set is for
    environment: str  # name of the environment that its set is for
    set_id: str
    uses: int = 0  # trials that used it, or what it continues and does not deny, and have ended
    mean_score: float | None = None  # of those; None where there are none
    continues: tuple[str, ...] = ()  # ids of the learnings of earlier sets that it continues

    @property
    def text(self) -> str:
        """The statement, or the line of free text."""
        return self.learning.text


@dataclass(frozen=True, slots=True)
class LearningSet:
    """One version of what was learned of a task in an environment."""

    id: str
    number: int  # of the version, from 1
    task: str
    environment: str
    learnings: tuple[StoredLearning, ...] = ()  # in order
    trial: str = ""  # name of the trial after which it was written; empty for one that summarises others
    score: float | None = None  # of that trial; None where there is none
    valid_from: datetime = BEGINNING  # since when it holds
    valid_to: datetime | None = None  # until when; None while it holds


@dataclass(frozen=True, slots=True)
class TrialState:
    """A trial as the graph holds it."""

    name: str  # of its session, too
    number: int  # among the trials of its task in its environment, from 1
    task: str
    environment: str
    steps: tuple[tuple[int, TraceStep], ...] = ()  # those that are not forgotten, each with its place, from 0
    length: int = 0  # steps that it has had
    score: float | None = None  # -100 to 100; None while it goes on
    outcome: str = ""  # what became of it, in words; may be empty

    @property
    def id(self) -> str:
        """Of its node."""
        return f"trial:{self.name}"


@dataclass(frozen=True, slots=True)
class TrialRecord:
    """A trial and its result, without its steps."""

    name: str
    number: int  # among the trials of its task in its environment, from 1
    length: int  # steps that it has had
    score: float | None = None  # -100 to 100; None while it goes on, or was broken off
    outcome: str = ""  # what became of it, in words; may be empty
    set_id: str = ""  # of the learning set that was written after it; empty where there is none


@dataclass(frozen=True, slots=True)
class Lesson:
    """The material of the next learning set."""

    trial: TrialState  # that has ended, with its steps and its score
    task: str  # the task in words
    environment: str  # the environment in words
    # the last sets of the task in the environment that a trial produced, at most three, oldest first
    before: tuple[LearningSet, ...] = ()
    meta: LearningSet | None = None  # the set that the first trial began with; None where there was none

    @property
    def latest(self) -> LearningSet | None:
        """The newest of these sets, which the trial began with; None where there was none."""
        return max((*self.before, *([self.meta] if self.meta else ())), key=lambda each: each.number, default=None)

    @property
    def number(self) -> int:
        """Of the version that is made of it."""
        return 1 + (self.latest.number if self.latest else 0)


@runtime_checkable
class Generator(Protocol):
    """Writes the next learning set as a whole: a language model, or rules."""

    def __call__(self, lesson: Lesson) -> Sequence[str | Line]:
        """Return its lines, in order."""
        ...


@dataclass(frozen=True, slots=True)
class Digest:
    """The material of a summary for a new episode."""

    task: str  # of the new episode, in words
    change: Change  # what is new in it
    archived: tuple[LearningSet, ...]  # the best sets of other places or tasks, best first


@runtime_checkable
class Summariser(Protocol):
    """Writes the learning set that a new episode begins with: a language model, or rules."""

    def summarise(self, digest: Digest) -> Sequence[str | Line]:
        """Return its lines, in order; none where nothing can be said."""
        ...


@dataclass(frozen=True, slots=True)
class Chosen:
    """A learning that was selected for a situation."""

    stored: StoredLearning
    score: float = 0.0  # how well it fits; 0 where nothing was ranked
    path: tuple[Step, ...] = ()  # from where the walk began to it; empty where nothing was walked


@dataclass(frozen=True, slots=True)
class Teaching:
    """A trial that taught a learning."""

    trial: str
    number: int
    task: str
    environment: str
    score: float  # that it reached
    steps: tuple[tuple[str, str], ...] = ()  # id and text of each step that shows it, in order


@dataclass(frozen=True, slots=True)
class Difference:
    """The difference of two versions."""

    kept: tuple[tuple[StoredLearning, StoredLearning], ...] = ()  # pairs that say the same, earlier and later
    # pairs of which the later continues the earlier in other words, or with another relation or modality
    changed: tuple[tuple[StoredLearning, StoredLearning], ...] = ()
    dropped: tuple[StoredLearning, ...] = ()  # those of the earlier version alone
    added: tuple[StoredLearning, ...] = ()  # those of the later version alone


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Two learnings of the same cause and effect, of which one says that it helps and the other that it does not."""

    helps: StoredLearning
    does_not: StoredLearning


_ARTICLES = frozenset({"an", "the"})
_JOINING = frozenset({"and", "at", "by", "from", "in", "into", "is", "of", "on", "onto", "or", "to", "under", "with"})
_WORD = re.compile(
    rf"""
    \d+ (?: [./:]\d+ )+ (?!\w)                                                      # a decimal, a fraction, a time
    | \w [\w{MARKS}]* (?: [+\#]+ (?!\w) )?                                          # C++ is not C
    | [{SIGNS}]
    | (?<![\w)\]]) [-\u2212] (?=\.?\d)                                             # a minus before a number
    | (?<![-<>=!]) (?: [<>!=]= | [<>=\u2264\u2265\u2260] ) (?= \s | [-\u2212.]*\d )  # a comparison, and no arrow or tag
    | (?<![-\w+<>=!/]) [+=<>] (?![-\w+<>=])                                         # a sign by itself
    """,
    re.VERBOSE,
)


def words_of(text: str) -> str:
    """Return a text's words as they are compared: in lower case, without articles and punctuation.

    Signs that say something are words: above -10 is not above 10, and an arrow up is not one down. An ``a`` at the end,
    or before a word that joins others, is a name.
    """
    words = _WORD.findall(unicodedata.normalize("NFC", text).casefold())
    return " ".join(
        word
        for word, after in zip(words, [*words[1:], ""], strict=False)  # a text may have no word
        if word not in _ARTICLES and (word != "a" or not after or after in _JOINING)
    )


def learning_key(learning: Learning) -> str:
    """Return what is equal for learnings of the same cause and effect, or of the same free text."""
    said = "\n".join(map(words_of, (learning.cause, learning.effect))) if learning.relation else words_of(learning.text)
    return f"learning {hashlib.sha256(said.encode()).hexdigest()[:32]}"
