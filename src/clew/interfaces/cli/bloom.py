"""`clew bloom`: a perspective for Neo4j Bloom and Explore."""

from clew.interfaces.cli.console import raw


def bloom() -> None:
    """Print a perspective for Neo4j Bloom or Explore: colours, captions, search phrases and scene actions of memory.

    It follows from what is declared, and asks no server: `clew bloom > clew.interfaces.bloom-perspective.json`.
    """
    import json

    from clew.interfaces.bloom.perspective import perspective

    raw(json.dumps(perspective(), ensure_ascii=False, indent=1))
