"""What the graph holds, declared once: kinds, relations with their walk weights, constraints, indexes.

Every node has the label `Clew` and one kind label. All constraints and indexes are on `Clew`, so a new kind needs
none, and nothing that is not ours is ever touched.
"""

from dataclasses import dataclass

from clew.queries import Query, generated

VERSION = 3
"""Of the graph's shape; recorded in the store."""

VECTOR_INDEX = "clew_vector"
TEXT_INDEX = "clew_text"


@dataclass(frozen=True, slots=True)
class Kind:
    """A label with what it stands for, and whether its nodes are embedded and found by search."""

    label: str
    meaning: str
    searched: bool = False


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation type.

    `weight` is how strongly PageRank follows it, both ways; 0 means never. `source` and `target` are kind labels:
    relations point from the specific to the shared, so hubs are targets.
    """

    type: str
    source: str
    target: str
    weight: float
    meaning: str


@dataclass(frozen=True, slots=True)
class Index:
    """A constraint or an index on the nodes labelled `Clew`."""

    name: str
    form: str
    """`unique`, `range`, `point`, `text` (full text) or `vector`."""
    properties: tuple[str, ...]
    meaning: str
    filters: tuple[str, ...] = ()
    """Properties that the vector index can filter by while it searches."""


KINDS = (
    Kind("Space", "A tenant: its speakers, and the lock of its one writer."),
    Kind("Session", "One conversation, from its first turn to its last."),
    Kind("Episode", "One thing said, seen or done, verbatim and dated.", searched=True),
    Kind("Document", "One text that was read: a file, or a record of a corpus."),
    Kind("Passage", "A part of a document that is short enough for the encoder.", searched=True),
    Kind("Fact", "One sentence that holds, with its dated support.", searched=True),
    Kind(
        "Triplet",
        "What is said of two things: in a world, of its map, places and states; or in a passage.",
        searched=True,
    ),
    Kind("Reflection", "What several facts say together.", searched=True),
    Kind("Consolidation", "One run of consolidate: what it made, by which model, and what that cost."),
    Kind("Concept", "A topic that episodes and facts share."),
    Kind("Entity", "What episodes and passages name: where a conversation and a document meet."),
)

RELATIONS = (
    Relation("HAS_EPISODE", "Session", "Episode", 0.0, "The session that a turn belongs to; a feature, not a path."),
    Relation("NEXT", "Episode", "Episode", 1.0, "The turn that followed, within the session."),
    Relation("NEXT", "Passage", "Passage", 1.0, "The passage that followed, within the document."),
    Relation(
        "HAS_CONCEPT",
        "Episode",
        "Concept",
        0.3,
        "What a turn is about. Concepts found without a model add little to recall: measured, hence the low weight.",
    ),
    Relation("HAS_PASSAGE", "Document", "Passage", 0.0, "The document that a passage belongs to."),
    Relation("MENTIONS", "Episode", "Entity", 1.0, "What a turn names; `titled`: only a document's title says so."),
    Relation(
        "MENTIONS",
        "Passage",
        "Entity",
        1.0,
        "What a passage names, its subject and its triplets' things included; `stated`: only triplets say so.",
    ),
    Relation("TITLED", "Document", "Entity", 0.0, "What a document is about, by its title."),
    Relation("DERIVED_FROM", "Fact", "Episode", 0.5, "A turn that says it; `claim`: which turns say it together."),
    Relation("DERIVED_FROM", "Fact", "Passage", 0.5, "A passage that says it."),
    Relation("ABOUT_CONCEPT", "Fact", "Concept", 0.3, "What a fact is about."),
    Relation("MENTIONS", "Fact", "Entity", 1.0, "What a fact names."),
    Relation("REPLACED_BY", "Fact", "Fact", 0.0, "What holds in its place; `valid_to`: its end before."),
    Relation("SUBJECT", "Triplet", "Entity", 0.5, "What a triplet speaks of."),
    Relation("OBJECT", "Triplet", "Entity", 0.5, "What it says of that."),
    Relation("DERIVED_FROM", "Triplet", "Episode", 0.5, "An observation that says it."),
    Relation("DERIVED_FROM", "Triplet", "Passage", 0.5, "A passage that says it."),
    Relation("REPLACED_BY", "Triplet", "Triplet", 0.0, "What is believed in its place; `valid_to`: its end before."),
    Relation("SAME_AS", "Entity", "Entity", 0.0, "The known thing that another name means."),
    Relation("DERIVED_FROM_FACT", "Reflection", "Fact", 0.5, "A fact that a reflection rests on."),
)

INDEXES = (
    Index("clew_id", "unique", ("space", "id"), "An id is unique in its space."),
    Index("clew_position", "unique", ("space", "session", "position"), "A session has one turn at a position."),
    Index("clew_kind", "range", ("space", "kind"), "Counts, exports and forgets a space."),
    Index("clew_statement", "range", ("space", "statement_key"), "The facts that say the same."),
    Index("clew_point", "point", ("position",), "Places within a distance."),
    Index(
        TEXT_INDEX,
        "text",
        ("space_key", "kind", "search_text", "session_text"),
        "Words, stemmed as English; the space and the kind are clauses that filter without scoring.",
    ),
    Index(
        VECTOR_INDEX,
        "vector",
        ("embedding",),
        "Meaning, filtered inside the index: an open end is FOREVER, because it knows equality and range only.",
        ("space", "kind", "session", "speaker", "valid_from", "valid_to", "created_at", "expired_at"),
    ),
)

SEARCH_INDEXES = tuple(index for index in INDEXES if index.form in {"text", "vector"})
"""Those that cost most to keep up to date: a bulk load builds them afterwards."""


def walk_weights() -> dict[str, float]:
    """The relation types that PageRank follows, with their weights."""
    return {relation.type: relation.weight for relation in RELATIONS if relation.weight > 0}


def ddl(dimensions: int) -> list[Query]:
    """The statements that make the schema; each changes nothing where it stands already.

    Args:
        dimensions: of the encoder's vectors.
    """
    schema_node = "CREATE CONSTRAINT clew_schema IF NOT EXISTS FOR (n:ClewSchema) REQUIRE n.id IS UNIQUE"
    return [
        generated("schema/clew_schema", schema_node),
        *(generated(f"schema/{index.name}", _create(index, dimensions)) for index in INDEXES),
    ]


def drop(indexes: tuple[Index, ...]) -> list[Query]:
    """The statements that drop these indexes where they stand."""
    return [generated(f"schema/{index.name}", f"DROP INDEX {index.name} IF EXISTS") for index in indexes]


def _create(index: Index, dimensions: int) -> str:
    on = ", ".join(f"n.{name}" for name in index.properties)
    match index.form:
        case "unique":
            return f"CREATE CONSTRAINT {index.name} IF NOT EXISTS FOR (n:Clew) REQUIRE ({on}) IS UNIQUE"
        case "text":
            return (
                f"CREATE FULLTEXT INDEX {index.name} IF NOT EXISTS FOR (n:Clew) ON EACH [{on}] "
                "OPTIONS {indexConfig: {`fulltext.analyzer`: 'english'}}"
            )
        case "vector":
            within = ", ".join(f"n.{name}" for name in index.filters)
            return (
                f"CYPHER 25 CREATE VECTOR INDEX {index.name} IF NOT EXISTS FOR (n:Clew) ON {on} WITH [{within}] "
                f"OPTIONS {{indexConfig: {{`vector.dimensions`: {dimensions}, "
                "`vector.similarity_function`: 'cosine', `vector.quantization.enabled`: false}}"
            )
        case form:
            return f"CREATE {form.upper()} INDEX {index.name} IF NOT EXISTS FOR (n:Clew) ON ({on})"
