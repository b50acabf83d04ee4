"""Ask memory in Cypher: a statement of the cookbook, and one of your own, in a space of its own.

python examples/cypher.py
"""

from datetime import UTC, datetime

from clew import Memory, Turn
from clew.graph.queries import load, parse

WORDS = parse(
    "example/words",
    """// How much does each speaker say?
// $space: STRING  the tenant
// -> speaker: STRING  who
// -> words: INTEGER  how many
MATCH (turn:Clew {space: $space, kind: 'Episode'}) USING INDEX SEEK turn:Clew(space, kind)
RETURN turn.speaker AS speaker, sum(size(split(turn.text, ' '))) AS words ORDER BY words DESC""",
)
MONDAY = datetime(2026, 1, 5, 9, tzinfo=UTC)


def main() -> None:
    """Remember two turns, and ask three questions."""
    with Memory.local(space="cypher example") as memory:
        memory.remember(
            [Turn("I moved to Lisbon with my cat Miso.", "Ann", MONDAY), Turn("How is Lisbon?", "Ben", MONDAY)],
            session="monday",
        )
        memory.consolidate()
        for row in memory.space.read(load("cookbook/sessions")):
            print(row["session"], row["speakers"], row["turns"])
        for row in memory.space.read(load("cookbook/facts_about"), name="Lisbon"):
            print(row["fact"], row["belief"])
        for row in memory.space.read(WORDS):
            print(row["speaker"], row["words"])


if __name__ == "__main__":
    main()
