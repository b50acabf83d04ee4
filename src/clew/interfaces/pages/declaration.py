"""How kinds, relationships and scores are drawn: in the application, in pages, in Neo4j Browser and in Bloom."""

from collections.abc import Mapping

from clew.graph.schema import NodeKind, Role, declared

PARTS: Mapping[str, tuple[str, str]] = {
    "vector": ("#4f83cc", "meaning"),
    "text": ("#2a9d8f", "words"),
    "derived": ("#7d9c3a", "fact and source"),
    "next": ("#d9a033", "neighbour turn"),
    "speaker": ("#9b6fe0", "speaker"),
    "session": ("#45b7d9", "session"),
    "date": ("#e4673f", "date"),
    "wish": ("#c9b458", "standing wish"),
    "pagerank": ("#d6498f", "relationships"),
    "rerank": ("#b5651d", "reranker"),
    "repeat": ("#8a8f98", "less for better ones of its session"),
    "newer": ("#6b7a1f", "correction, or recent"),
}
"""The parts of a score, each with its colour and what it is for."""


def declaration() -> dict[str, object]:
    """Return how kinds are drawn, the parts of a score, and the role of each relationship."""
    roles = {each.type: each.role for each in declared().relationships}
    return {"kinds": kinds(), "parts": PARTS, "relationships": roles}


def kinds() -> dict[str, tuple[str, str, tuple[str, str]]]:
    """Return of each kind that is drawn its name, its shape, and its colours on a light and on a dark ground."""
    found, schema = dict[str, tuple[str, str, tuple[str, str]]](), declared()
    things = {
        each.source
        for each in schema.relationships
        if each.role == "contains" and each.target in schema.searched_kinds()
    }
    for kind in schema.kinds:
        if kind.is_text:
            shape = "text"
        elif kind.section == "scene" and not kind.searched:
            shape = "thing" if kind.label in things else "place"
        else:
            shape = "derived" if kind.searched else "topic" if kind.label == "Concept" else "name"
        if kind.colours:
            found[kind.label] = (kind.name, shape, kind.colours)
    return found


FRAME_COLOUR = "#565b66"  # the colour of kinds that no picture draws, such as sessions and documents
INKS = ("#ffffff", "#1b1e25")  # the inks of words on a colour; the one that is easier to read is taken

RELATIONSHIP_COLOURS: Mapping[Role, str] = {
    "contains": "#a9a599",
    "follows": "#d9a033",
    "names": "#2a9d8f",
    "rests_on": "#7d9c3a",
    "replaces": "#c8431d",
    "same": "#8a8f98",
    "joins": "#4f83cc",
}


def colour_of(kind: NodeKind) -> str:
    """Return a kind's colour on a light ground."""
    return kind.colours[0] if kind.colours else FRAME_COLOUR


def ink_on(colour: str) -> str:
    """Return the ink that contrasts more with a colour, by the formula of WCAG 2."""

    def contrast(ink: str) -> float:
        darker, lighter = sorted((_luminance(ink), _luminance(colour)))
        return (lighter + 0.05) / (darker + 0.05)

    return max(INKS, key=contrast)


def _luminance(colour: str) -> float:
    shares = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
