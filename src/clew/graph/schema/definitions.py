"""The statements that make and drop the constraints and indexes."""

from clew.graph.queries import Query, generated
from clew.graph.rows import Row
from clew.graph.schema.indexes import INDEXES, Index


def ddl(dimensions: int) -> list[Query[Row]]:
    """Return the statements that make the schema; each changes nothing where it stands already.

    Args:
        dimensions: of the encoder's vectors.
    """
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
