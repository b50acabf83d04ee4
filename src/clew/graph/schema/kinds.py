"""The kinds of nodes: what each is, holds, and takes part in."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from clew.graph.schema import properties as of
from clew.graph.schema.properties import Property, fault_of
from clew.text.names import is_role

EVERY = (of.ID, of.KIND, of.TEXT, of.CREATED_AT)  # what every node has
PLACED = (of.SPACE, of.SPACE_KEY, of.CLOSED, of.LEAVING, of.LOCKED_AT)
"""Properties of a node that belong to the place where it is kept: it does not leave with an export."""

DATED = (of.VALID_FROM, of.VALID_TO, of.EXPIRED_AT)
"""With `created_at`, two half-open intervals: when it holds, and when it is believed."""

RETRACTION = (of.RETRACTED_AT, of.RETRACTED_WHY, of.WAS_RETRACTED)
"""Properties of what is kept, and believed no more."""

HAPPENING = (of.HAPPENS, of.HAPPENS_FROM, of.HAPPENS_TO)
"""Properties of a text that names times in which something happens."""

CONVERSATION, DOCUMENTS, LEARNINGS = "conversation", "documents", "learnings"
"""The families in which recall searches and ranks together."""


@dataclass(frozen=True, slots=True)
class NodeKind:
    """A label and everything that the rest of Clew has to know of its nodes."""

    label: str  # its kind label, beside `Clew`
    name: str  # what a person calls one of them, on the command line too
    # of memory, to which it belongs: ``frame``, ``conversation``, ``documents``, ``semantic``, ``world``,
    # ``working``, ``scene``, ``learning``, ``store``
    section: str
    meaning: str
    required: tuple[Property, ...] = ()  # what each must have, beside `EVERY`
    optional: tuple[Property, ...] = ()  # what one may have beside that
    # names of the properties that its vector is made of, a line each where it is not blank; empty where it has none
    embedded: tuple[str, ...] = ()
    # whether somebody says it: its vector is made of "Speaker: text", unless the speaker is a role
    is_said: bool = False
    searched: tuple[str, ...] = ()  # the families in which recall searches it; empty where it is not searched
    # what stands over such hits in the packed text, which are listed in the order of declaration; empty where hits
    # stand under their session or document
    heading: str = ""
    # in pictures, on a light ground and on a dark one; None where it is not drawn
    colours: tuple[str, str] | None = None
    forgettable: bool = False  # whether `forget` takes its id
    correctable: bool = False  # whether `correct` takes its id
    retractable: bool = False  # whether `retract` takes its id
    # label of the kind that its nodes are stretches of: recall searches them with that kind, and what is found by a
    # stretch is the whole. Empty for what is whole.
    part_of: str = ""

    @property
    def is_text(self) -> bool:
        """True if its nodes are verbatim texts, said or read: derived ones stand under a heading."""
        return bool(self.searched) and not self.heading

    def fault(self, node: Mapping[str, object]) -> str:
        """Say what is wrong with the properties of a node that an export holds; empty if nothing is."""
        return fault_of(node, (*EVERY, *self.required), self.optional)

    def embedded_text(self, node: Mapping[str, object]) -> str:
        """Return what the vector of a node with some properties is made of."""
        text = "\n".join(text for name in self.embedded if (text := str(node.get(name) or "")))
        speaker = str(node.get("speaker") or "").strip() if self.is_said else ""
        return text if not speaker or is_role(speaker) else f"{speaker}: {text}"

    @property
    def properties(self) -> dict[str, Property]:
        """All that its nodes may have, by name."""
        return {each.name: each for each in (*PLACED, *EVERY, *self.required, *self.optional)}


_GREY = ("#aaa79d", "#5c6270")
_RED = ("#b0483a", "#e58a7b")
_TEAL = ("#3f7d8c", "#7fc4d4")
_BROWN = ("#6f5a3a", "#d0b27d")
_GREEN = ("#2b8478", "#53c0b0")
_OLIVE = ("#6b7a1f", "#b9c75a")
_OBSERVED = (of.ACTION, of.DECISION, of.PLACE, of.MARKS, of.STATEMENT_KEY)
_STATED = (*DATED, of.SEARCH_TEXT, of.STATEMENT_KEY, of.BELIEF)

_recalled = partial(NodeKind, embedded=("text",), searched=(CONVERSATION,), forgettable=True)
"""Declares what is derived, and recalled by its text."""

KINDS = (
    NodeKind(
        *("Space", "space", "frame", "A tenant: its speakers, and the lock of its one writer."),
        (of.SPEAKERS, of.TEXTS),
        (of.RUNS, of.MARKS, of.ALIASES, of.GIVEN_ALIASES, of.LEARNT_ALIASES, of.ZONE),
    ),
    NodeKind(
        *("Session", "session", "frame", "One conversation, from its first turn to its last."),
        (of.SPEAKERS, of.SESSION_TEXT, of.LENGTH),
        (of.AT, of.PENDING, of.NUMBER, of.ADDRESSED, of.LEARNT_ALIASES, of.DIGEST),
    ),
    NodeKind(
        *("Episode", "episode", CONVERSATION, "One thing said, seen or done, verbatim; dated where it is known."),
        (*DATED, of.SEARCH_TEXT, of.SESSION, of.SPEAKER, of.CAPTION),
        (
            *(of.AT, of.EMBEDDING, of.METADATA, of.TERMS, of.EXPIRES_AT, of.ADDRESSES, of.LEARNT_ALIASES),
            *(*_OBSERVED, of.CONSOLIDATED_AT),
            *(of.FAILURE, of.EXTRACTOR, of.PROMPT_TOKENS, of.DATE_ORDER, of.SCORE, of.RATIONALE, *HAPPENING),
            *(of.POSITION, of.WAS_AT, of.CORRECTED, *RETRACTION),
        ),
        embedded=("text", "caption"),
        is_said=True,
        searched=(CONVERSATION,),
        colours=_GREY,
        forgettable=True,
        correctable=True,
        retractable=True,
    ),
    NodeKind(
        *("Part", "part", CONVERSATION),
        "A stretch of a turn that is longer than the encoder reads: the turn is found by any of them.",
        (*DATED, of.SEARCH_TEXT, of.SESSION, of.SPEAKER, of.START),
        (of.AT, of.EMBEDDING, of.TERMS),
        embedded=("text",),
        is_said=True,
        part_of="Episode",
    ),
    NodeKind(
        *("Document", "document", "frame", "One text that was read: a file, or a record of a corpus."),
        (of.SOURCE, of.FILE, of.TITLE, of.SUBJECT, of.DIGEST, of.FORGOTTEN),
    ),
    NodeKind(
        *("Passage", "passage", DOCUMENTS, "A part of a document that is short enough for the encoder."),
        (*DATED, of.SEARCH_TEXT, of.TITLE, of.DOCUMENT, of.POSITION),
        (of.EMBEDDING, of.CONSOLIDATED_AT, of.FAILURE),
        embedded=("title", "text"),
        searched=(DOCUMENTS,),
        colours=_GREY,
        forgettable=True,
    ),
    _recalled(
        *("Reflection", "reflection", "semantic", "One sentence that several facts support together."),
        _STATED,
        (of.EMBEDDING, of.AT, *RETRACTION),
        heading="Reflections",
        correctable=True,
        retractable=True,
        colours=("#96690f", "#dbb054"),
    ),
    _recalled(
        *("Fact", "fact", "semantic", "One sentence that holds, with its dated support."),
        _STATED,
        (of.EMBEDDING, of.AT, of.SPEAKER, of.EXTRACTOR, of.TOLD, of.TOLD_AT, of.ABOUT, *RETRACTION, *HAPPENING),
        heading="Facts",
        correctable=True,
        retractable=True,
        colours=("#6d56b3", "#a996ee"),
    ),
    _recalled(
        *("Triplet", "triplet", "world"),
        "A statement of two things: of the map, places and states of a world, or of a passage.",
        (*_STATED, of.PREDICATE),
        (of.EMBEDDING, of.AT, of.DOCUMENT, of.SLOT, of.DIRECTION, of.MADE, of.MARK, *RETRACTION),
        searched=(CONVERSATION, DOCUMENTS),
        heading="Triplets",
        retractable=True,
        colours=("#2f6fb0", "#6fa8e0"),
    ),
    _recalled(
        *("Run", "run", "working"),
        "A task that an agent works on: found by its goal, its subgoals and its outcome from its end on.",
        (*DATED, of.SEARCH_TEXT, of.AT, of.GOAL, of.OBSERVATION, of.REVISION),
        (of.EMBEDDING, of.OUTCOME, of.MET, of.ENDED_AT),
        heading="Runs",
        colours=_RED,
    ),
    NodeKind(
        *("Subgoal", "subgoal", "working", "A milestone of a run, with the steps towards it."),
        (of.NUMBER, of.RETRIEVED),
        colours=_RED,
    ),
    NodeKind(
        *("Summary", "summary", "working"),
        "A line in place of the steps of a closed subgoal; it falls with any of them.",
        (of.EXTRACTOR,),
        (of.MET,),
        colours=_RED,
    ),
    NodeKind(
        *("Floor", "floor", "scene", "A level of a building.", (of.HEIGHT, of.REACH, of.DIGEST)),
        colours=_TEAL,
        forgettable=True,
    ),
    NodeKind(
        *("Area", "area", "scene", "A part of a room that is reached as one."),
        (of.FLOOR, of.ROOM, of.LOCATION, of.REACHABLE, of.DIGEST),
        colours=_TEAL,
        forgettable=True,
    ),
    NodeKind(
        *("SceneObject", "object", "scene", "A thing in a building, where and in which state it was seen last."),
        (of.OBJECT, of.OBJECT_TYPE, of.MOVABLE, of.STATES, of.AREA, of.INSIDE, of.SIGHTINGS),
        (of.LOCATION,),
        colours=_BROWN,
        forgettable=True,
    ),
    _recalled(
        *("Sighting", "sighting", "scene"),
        "Where and in which state an object was seen; it holds until the object is seen elsewhere or otherwise.",
        (*DATED, of.SEARCH_TEXT, of.AT, of.OBJECT, of.OBJECT_TYPE, of.LOCATION, of.STATES, of.AREA, of.ROOM, of.INSIDE),
        (of.EMBEDDING,),
        heading="Things seen",
        colours=_BROWN,
    ),
    NodeKind(
        *("ShortTermMemory", "short-term memory", "scene"),
        "The state of a replacement policy, which says what is held of what was seen of late.",
        (of.POLICY,),
        forgettable=True,
    ),
    NodeKind(
        *("Task", "task", "learning", "Something to be done, wherever that is."), colours=_OLIVE, forgettable=True
    ),
    NodeKind(*("Environment", "environment", "learning", "Where it is to be done."), colours=_OLIVE, forgettable=True),
    NodeKind(
        *("Trial", "trial", "learning", "One attempt at a task in an environment, from its first step to its score."),
        (of.AT, of.NUMBER, of.REVISION),
        (of.SCORE, of.OUTCOME, of.ENDED_AT),
        colours=_OLIVE,
        forgettable=True,
    ),
    NodeKind(
        *("LearningSet", "learning set", "learning"),
        "All that was learned of a task in an environment by then: one version, written as a whole.",
        (*DATED, of.NUMBER, of.REVISION),
        colours=_OLIVE,
        forgettable=True,
    ),
    _recalled(
        *("Learning", "learning", "learning"),
        "One causal statement of a learning set; it holds until the next version.",
        (*DATED, of.SEARCH_TEXT, of.STATEMENT_KEY, of.NUMBER, of.CAUSE, of.EFFECT, of.RELATION, of.MODALITY),
        (of.EMBEDDING, *RETRACTION),
        searched=(LEARNINGS,),
        heading="Learnings",
        retractable=True,
        colours=_OLIVE,
    ),
    NodeKind(
        *("ItemNamespace", "namespace", "store", "A namespace of a LangGraph store; it goes with the last item in it."),
        (of.NAMESPACE,),
    ),
    NodeKind(
        *("Item", "item", "store"),
        "A value that a program keeps in a LangGraph store, under its namespace and its key.",
        (of.NAMESPACE, of.KEY, of.VALUE, of.UPDATED_AT, of.EXPIRES_AT),
        (of.TTL,),
        forgettable=True,
    ),
    NodeKind(
        *("ItemText", "item text", "store"),
        "A text of an item's value: the item is found by the meaning of any of them.",
        (of.PATH,),
        (of.EMBEDDING,),
        embedded=("text",),
    ),
    NodeKind(
        *("Consolidation", "consolidation", "frame"),
        "One run of consolidate: what it made, by which model, and what that cost.",
        (of.AT, of.ENDED_AT, of.EXTRACTOR, of.PROMPT, of.RESULT),
        (of.TRIPLETS_PROMPT,),
    ),
    NodeKind(
        *("Concept", "concept", "semantic", "A topic that episodes and facts share."),
        (of.NAME,),
        (of.EMBEDDING,),
        embedded=("name",),
        colours=_GREEN,
    ),
    NodeKind(
        *("Entity", "entity", "semantic", "A thing that texts name: a conversation and a document meet there."),
        (of.NAME,),
        (of.EMBEDDING, of.TOPIC, of.SPELLING, of.WORDS, of.NUMBERED),
        embedded=("name",),
        colours=_GREEN,
    ),
)
