"""The properties of nodes and relationships: name, type and, where an index holds it, how long it may be.

A term of more than 32,766 bytes in the filter of a vector index stops the whole database for good. A key of more than
about 8,000 bytes in a range index fails its transaction. So whatever an index holds has a bound, which every
public function checks.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Literal, cast

Type = Literal[
    "STRING", "INTEGER", "FLOAT", "BOOLEAN", "ZONED DATETIME", "LIST<STRING>", "LIST<INTEGER>", "LIST<FLOAT>", "POINT"
]


@dataclass(frozen=True, slots=True)
class Property:
    """A property of nodes and relationships; a name means the same wherever it stands."""

    name: str
    type: Type  # in Neo4j's words
    meaning: str  # what it holds
    bytes: int | None = None  # most bytes of it as UTF-8; None where no index holds it

    def fault(self, value: object) -> str:
        """Say what is wrong with a value: its type, or that it is longer than an index holds; empty if nothing is."""
        if not _CHECKS[self.type](value):
            return f"{self.name} is {value!r:.40}, which is no {self.type}"
        size = len(value.encode()) if isinstance(value, str) else 0
        return f"{self.name} has {size:,} bytes; give at most {self.bytes:,}" if size > (self.bytes or size) else ""


def fault_of(given: Mapping[str, object], required: Iterable[Property], optional: Iterable[Property] = ()) -> str:
    """Say what is wrong with the properties of a node or a relationship; empty if nothing is."""
    needed = {each.name: each for each in required}
    known = needed | {each.name: each for each in optional}
    for name, value in given.items():
        if fault := known[name].fault(value) if name in known else f"{name!r:.40} is none of its properties":
            return fault
    return next((f"{name} is missing" for name in needed if name not in given), "")


def _is_integer(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and -(2**63) <= value < 2**63


def _is_float(value: object) -> bool:
    return isinstance(value, float) and value - value == 0  # neither infinite nor nan


def _are(check: Callable[[object], bool]) -> Callable[[object], bool]:
    return lambda value: isinstance(value, list) and all(map(check, cast(list[object], value)))


def is_unicode(text: str) -> bool:
    """Return whether a text is valid Unicode: it holds no half of a surrogate pair."""
    return not any("\ud800" <= character <= "\udfff" for character in text)


def _is_text(value: object) -> bool:
    return isinstance(value, str) and is_unicode(value)


def _is_instant(value: object) -> bool:
    if not isinstance(value, datetime) or value.tzinfo is None:
        return False
    try:
        return bool(value.astimezone(UTC))
    except OverflowError:  # at an edge of the years
        return False


def _is_point(value: object) -> bool:
    numbers = cast(Sequence[object], value) if isinstance(value, list | tuple) else ()
    return len(numbers) == 3 and all(map(_is_float, numbers))


_CHECKS: Mapping[Type, Callable[[object], bool]] = MappingProxyType(
    {
        "STRING": _is_text,
        "INTEGER": _is_integer,
        "FLOAT": _is_float,
        "BOOLEAN": lambda value: isinstance(value, bool),
        "ZONED DATETIME": _is_instant,
        "LIST<STRING>": _are(_is_text),
        "LIST<INTEGER>": _are(_is_integer),
        "LIST<FLOAT>": _are(_is_float),
        "POINT": _is_point,
    }
)

NAME_BYTES = 800  # bytes of the name of a space, a session or a speaker: 200 characters
SPACE = Property("space", "STRING", "The tenant.", NAME_BYTES)
SPACE_KEY = Property("space_key", "STRING", "The tenant as 20 digits, which no analyser of full text takes apart.", 20)
ID = Property("id", "STRING", "What it is called by; unique in its space.", 6000)
KIND = Property("kind", "STRING", "Its label once more: the vector index filters by properties, not by labels.", 100)
TEXT = Property("text", "STRING", "What it says, or what a person would call it.", 16 * 2**20)
NAME = Property("name", "STRING", "What it is found by: its words, normalised.", NAME_BYTES)
SEARCH_TEXT = Property("search_text", "STRING", "What full text finds it by.", 32 * 2**20)
SESSION_TEXT = Property(
    "session_text", "STRING", "The opening words of its turns: full text finds it by them.", 200_000
)
EMBEDDING = Property("embedding", "LIST<FLOAT>", "Its vector.")
CREATED_AT = Property("created_at", "ZONED DATETIME", "Since when it is believed, or was there.")
EXPIRED_AT = Property("expired_at", "ZONED DATETIME", "Until when; the open end is FOREVER.")
VALID_FROM = Property("valid_from", "ZONED DATETIME", "Since when it holds.")
VALID_TO = Property("valid_to", "ZONED DATETIME", "Until when; the open end is FOREVER.")
AT = Property("at", "ZONED DATETIME", "When it was said, seen or done; with the speaker's offset where that is known.")
SESSION = Property("session", "STRING", "The name of its session.", NAME_BYTES)
SPEAKER = Property("speaker", "STRING", "Who said it; may be empty.", NAME_BYTES)
POSITION = Property("position", "INTEGER", "Its place in the session or document, from 0.")
CAPTION = Property("caption", "STRING", "What its image shows.")
METADATA = Property("metadata", "STRING", "What was stored with it, as a JSON object.")
TERMS = Property("terms", "LIST<STRING>", "A text for each value of its metadata, which filters compare.")
DATE_ORDER = Property(
    "date_order", "STRING", "Whether `day` or `month` comes first in its dates, where their numbers show it.", 10
)
HAPPENS = Property("happens", "LIST<STRING>", "The times that its text names, as days: `first/last`, both included.")
HAPPENS_FROM = Property("happens_from", "ZONED DATETIME", "When the first of these begins.")
HAPPENS_TO = Property("happens_to", "ZONED DATETIME", "When the last of these is over.")
ACTION = Property("action", "STRING", "What was done before it was seen.")
DECISION = Property("decision", "STRING", "The walk that its action began; empty within a walk; none without one.")
PLACE = Property("place", "STRING", "Where the player was then, normalised.")
WAS_AT = Property("was_at", "INTEGER", "Its place in the session before it was corrected.")
CORRECTED = Property("corrected", "LIST<STRING>", "Digests of what was said in its place before it was corrected.")
RETRACTED_AT = Property(
    "retracted_at", "ZONED DATETIME", "When it, or all that says it, was corrected or retracted; none where it was not."
)
RETRACTED_WHY = Property(
    "retracted_why", "STRING", "Why it was retracted, or empty; none where it was not retracted itself."
)
WAS_RETRACTED = Property(
    "was_retracted", "LIST<STRING>", "Past times in which it was retracted, each as instant/instant; the last excluded."
)
TOLD = Property("told", "FLOAT", "How sure it is by a caller who told it and named no source; none where nobody did.")
TOLD_AT = Property(
    "told_at", "ZONED DATETIME", "When a caller told it first; none where nobody did, or that was not kept."
)
ABOUT = Property("about", "STRING", "Whom or what a caller told it of.", NAME_BYTES)
CORRECTS = Property("corrects", "BOOLEAN", "True where what is replaced was corrected: it never was so.")
CONSOLIDATED_AT = Property("consolidated_at", "ZONED DATETIME", "When facts were made of it.")
FAILURE = Property("failure", "STRING", "Why none could be.")
TITLE = Property("title", "STRING", "Of its document.")
DOCUMENT = Property("document", "STRING", "Id of its document; empty where it is of no certain one.")
SOURCE = Property("source", "STRING", "Where it was read from.")
FILE = Property("file", "STRING", "The file that it was read from; empty for a text.")
SUBJECT = Property("subject", "STRING", "What it is about, by its title.")
DIGEST = Property("digest", "STRING", "Of what it was written from; empty while a part is missing.")
FORGOTTEN = Property("forgotten", "LIST<STRING>", "Digests of the texts of its passages that are forgotten for good.")
STATEMENT_KEY = Property("statement_key", "STRING", "Equal for those that say the same.", 6000)
BELIEF = Property("belief", "FLOAT", "How sure it is, 0 to 1.")
PREDICATE = Property("predicate", "STRING", "What it says of its two things.")
SLOT = Property("slot", "STRING", "What a thing has one of at a time; empty where it may have many.")
DIRECTION = Property("direction", "STRING", "The way it leads.")
MADE = Property("made", "BOOLEAN", "Whether the move was made; false for its way back.")
MARK = Property("mark", "INTEGER", "A number as if drawn by chance, the same for those that say the same of a world.")
MARKS = Property(
    "marks", "INTEGER", "Sum of the marks of what was believed of a world then, and of its texts: equal where that is."
)
SPELLING = Property("spelling", "STRING", "The name without what spellings differ in.")
TOPIC = Property(
    "topic", "STRING", "The name of the concept of the same word; where something is about it.", NAME_BYTES
)
WORDS = Property("words", "LIST<STRING>", "The words of the name that tell things apart.")
NUMBERED = Property("numbered", "BOOLEAN", "Whether spelling alone tells it apart: a number, or letters not Latin.")
SPEAKERS = Property("speakers", "LIST<STRING>", "Who speaks in it.")
ADDRESSES = Property("addresses", "LIST<STRING>", "The names by which it addresses whom it is said to.")
ADDRESSED = Property("addressed", "LIST<STRING>", "Who is addressed by which name, as `name by speaker`.")
ALIASES = Property("aliases", "LIST<STRING>", "Names that speakers are addressed by, as `name = speaker`.")
GIVEN_ALIASES = Property("given_aliases", "LIST<STRING>", "Names of speakers that a caller gave, as `name = speaker`.")
LEARNT_ALIASES = Property(
    "learnt_aliases", "LIST<STRING>", "Names of speakers that consolidation learnt of it, as `name = speaker`."
)
TEXTS = Property("texts", "INTEGER", "How many turns and passages it holds.")
ZONE = Property("zone", "STRING", "IANA name of the time zone of times without an offset; none: UTC.")
RUNS = Property("runs", "INTEGER", "How many runs it has had, those that are forgotten included.")
NUMBER = Property(
    "number",
    "INTEGER",
    "Its place among its like, from 1: a walk through a world, a subgoal of a run, a trial of a task.",
)
START = Property("start", "INTEGER", "The character of its turn's text with which it begins, from 0.")
PART = Property("part", "STRING", "Id of the part of a long turn that says it.")
LENGTH = Property("length", "INTEGER", "The position that its next turn gets.")
PENDING = Property("pending", "BOOLEAN", "Whether it has turns that are not consolidated, or could not be again.")
CLOSED = Property("closed", "BOOLEAN", "Whether all of it is being forgotten.")
LEAVING = Property("leaving", "LIST<STRING>", "Ids of what is being forgotten, where that takes several transactions.")
LOCKED_AT = Property("locked_at", "ZONED DATETIME", "When its one writer took its lock last; it never goes back.")
ENDED_AT = Property("ended_at", "ZONED DATETIME", "When it was over.")
REWORDED = Property("reworded", "BOOLEAN", "True where it is said in other words than the node has.")
EXTRACTOR = Property(
    "extractor", "STRING", "The language model that was asked, or `rules`; of what was made without, none."
)
PROMPT = Property("prompt", "STRING", "Digest of the prompt for facts.")
TRIPLETS_PROMPT = Property("triplets_prompt", "STRING", "Digest of the prompt for triplets.")
RESULT = Property("result", "STRING", "What became of it and what it cost, as JSON.")
GOAL = Property("goal", "STRING", "What shall be reached.")
OBSERVATION = Property("observation", "STRING", "What was seen before the first step.")
OUTCOME = Property("outcome", "STRING", "What became of it.")
MET = Property("met", "BOOLEAN", "Whether it was reached; nobody said where it is missing.")
RETRIEVED = Property("retrieved", "LIST<INTEGER>", "Numbers of the earlier subgoals that were asked for meanwhile.")
REVISION = Property("revision", "STRING", "Token of its last change: who changes it names the one that was read.")
PROMPT_TOKENS = Property("prompt_tokens", "INTEGER", "Tokens of the last prompt before it.")
TITLED = Property("titled", "BOOLEAN", "Whether a document's title is a reason for it, and its own words are none.")
STATED = Property("stated", "BOOLEAN", "Whether triplets or facts are a reason for it, and its own words are none.")
CLAIM = Property("claim", "STRING", "Which sources say it together.")
HELD = Property("held", "BOOLEAN", "Whether the fact held when the claim was made.")
LOCATION = Property("location", "POINT", "Where it is: x, y and z in metres; y points up.")
REACHABLE = Property("reachable", "LIST<FLOAT>", "x, y and z of each point that belongs to it, one after the other.")
FLOOR = Property("floor", "STRING", "The name of its floor.", NAME_BYTES)
ROOM = Property("room", "STRING", "The name of its room.", NAME_BYTES)
HEIGHT = Property("height", "FLOAT", "Of the lowest place where one can stand, in metres.")
REACH = Property("reach", "FLOAT", "How far a point of one of its areas is from that area's centre at most, in metres.")
DISTANCE = Property("distance", "FLOAT", "Metres to be walked from one to the other.")
OBJECT = Property("object", "STRING", "Id of the object, as its source calls it.", 1000)
OBJECT_TYPE = Property("object_type", "STRING", "What sort of object it is, such as `Fridge`.", NAME_BYTES)
STATES = Property("states", "LIST<STRING>", "The states that it is in, such as `opened`.")
MOVABLE = Property("movable", "BOOLEAN", "Whether it can be picked up.")
AREA = Property("area", "STRING", "The name of its area.", NAME_BYTES)
INSIDE = Property("inside", "STRING", "Id of the object that it lies in or on; empty for none.", 1000)
SIGHTINGS = Property("sightings", "INTEGER", "How often it was seen elsewhere or otherwise than before.")
IMAGE = Property("image", "STRING", "Where an image of it is kept.")
SEEN_AT = Property("seen_at", "ZONED DATETIME", "When it was seen last.")
POLICY = Property("policy", "STRING", "State of a replacement policy, as JSON; its keys are digests of ids.")
SCORE = Property("score", "FLOAT", "What was reached by then, -100 to 100.")
RATIONALE = Property("rationale", "STRING", "Why it was done, in the agent's words.")
CAUSE = Property("cause", "STRING", "What is done or holds; empty where it is free text.")
EFFECT = Property("effect", "STRING", "What that is necessary for, or contributes to; empty where it is free text.")
RELATION = Property("relation", "STRING", "How its cause bears on its effect; empty where it is free text.")
MODALITY = Property("modality", "STRING", "How sure that is: `may`, `should`, or empty.")
NAMESPACE = Property("namespace", "LIST<STRING>", "The labels of its namespace, from the root.")
KEY = Property("key", "STRING", "What it is called by in its namespace.")
VALUE = Property("value", "STRING", "What was stored, as a JSON object.", 16 * 2**20)
UPDATED_AT = Property("updated_at", "ZONED DATETIME", "When its value was stored last.")
EXPIRES_AT = Property("expires_at", "ZONED DATETIME", "When it goes; of what stays none, and of an item FOREVER.")
TTL = Property("ttl", "FLOAT", "Minutes that it stays after its last use; none where it stays for good.")
PATH = Property("path", "STRING", "Where in the value its text stands.")
