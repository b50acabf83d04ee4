"""The colours of kinds and of relationships wherever the graph is drawn: pictures, Neo4j Browser and Bloom."""

from collections.abc import Mapping

from clew.graph.schema import NodeKind, Role

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
