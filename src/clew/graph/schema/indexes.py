"""The constraints and indexes on our labels, and the statements that make and drop them."""

from dataclasses import dataclass

from clew.graph.queries import Query, generated
from clew.graph.rows import Row

VECTOR_INDEX = "clew_vector"
TEXT_INDEX = "clew_text"


@dataclass(frozen=True, slots=True)
class Index:
    """A constraint or an index."""

    name: str
    form: str  # `unique`, `range`, `point`, `text` (full text) or `vector`
    properties: tuple[str, ...]
    meaning: str
    filters: tuple[str, ...] = ()  # Properties that the vector index can filter by while it searches
    label: str = "Clew"  # of its nodes


INDEXES = (
    Index("clew_id", "unique", ("space", "id"), "An id is unique in its space."),
    Index("clew_position", "unique", ("space", "session", "position"), "A session has one turn at a position."),
    Index("clew_kind", "range", ("space", "kind"), "Counts, exports and forgets a space."),
    Index("clew_date_order", "range", ("space", "date_order"), "How dates are written in a space."),
    Index("clew_statement", "range", ("space", "statement_key"), "The facts that say the same."),
    Index("clew_happens", "range", ("space", "happens_from", "happens_to"), "What happens at a time."),
    Index("clew_expires", "range", ("space", "kind", "expires_at"), "What goes at an instant that was set."),
    Index("clew_created", "range", ("space", "kind", "created_at"), "What has been kept for so long."),
    Index("clew_audit", "range", ("space", "at"), "The entries of a space's audit log.", label="ClewAudit"),
    Index("clew_location", "point", ("location",), "What is near a place, in metres."),
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


def ddl(dimensions: int) -> list[Query[Row]]:
    """Return the statements that make the schema; each changes nothing where it stands already."""
    schema_node = "CREATE CONSTRAINT clew_schema IF NOT EXISTS FOR (n:ClewSchema) REQUIRE n.id IS UNIQUE"
    return [
        generated("schema/clew_schema", schema_node),
        *(generated(f"schema/{index.name}", _create(index, dimensions)) for index in INDEXES),
    ]


def drop(indexes: tuple[Index, ...]) -> list[Query[Row]]:
    """Return the statements that drop these indexes where they stand."""
    return [generated(f"schema/{index.name}", f"DROP INDEX {index.name} IF EXISTS") for index in indexes]


def _create(index: Index, dimensions: int) -> str:
    on = ", ".join(f"n.{name}" for name in index.properties)
    match index.form:
        case "unique":
            return f"CREATE CONSTRAINT {index.name} IF NOT EXISTS FOR (n:{index.label}) REQUIRE ({on}) IS UNIQUE"
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
            return f"CREATE {form.upper()} INDEX {index.name} IF NOT EXISTS FOR (n:{index.label}) ON ({on})"
