"""The places of things in a house of nine rooms: our table of common sense, for the generator and for the score."""

from collections.abc import Mapping
from types import MappingProxyType

from clew_playground.environments.house import Kind

FURNITURE: Mapping[str, tuple[tuple[str, Kind], ...]] = MappingProxyType(
    {
        "kitchen": (("fridge", "container"), ("kitchen cupboard", "container"), ("kitchen counter", "supporter")),
        "living room": (("sofa", "supporter"), ("coffee table", "supporter"), ("tv stand", "supporter")),
        "bedroom": (("bed", "supporter"), ("bedside table", "supporter"), ("wardrobe", "container")),
        "bathroom": (("washbasin", "supporter"), ("bathroom cabinet", "container"), ("towel rack", "supporter")),
        "children's room": (("toy chest", "container"), ("play mat", "supporter"), ("bunk bed", "supporter")),
        "study": (("writing desk", "supporter"), ("bookcase", "supporter")),
        "garage": (("workbench", "supporter"), ("tool cabinet", "container")),
        "laundry room": (("washing machine", "container"), ("ironing board", "supporter")),
        "garden": (("garden shed", "container"), ("garden bench", "supporter")),
    }
)
"""The furniture of each room."""

ROOMS = tuple(FURNITURE)

_KITCHEN = ("kitchen cupboard", "kitchen counter")
_COLD = ("fridge",)
_BATH = ("washbasin", "bathroom cabinet")
_CLOTHES = ("wardrobe",)
_TOYS = ("toy chest", "play mat")
_DESK = ("writing desk",)
_BOOKS = ("bookcase", "writing desk")
_TOOLS = ("workbench", "tool cabinet")
_LAUNDRY = ("washing machine",)
_GARDEN = ("garden shed",)

HOMES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        **dict.fromkeys(("frying pan", "cereal bowl", "soup ladle", "cheese grater", "bread knife"), _KITCHEN),
        **dict.fromkeys(("bag of salt, pepper and yeast", "coffee mug"), _KITCHEN),
        **dict.fromkeys(("carton of milk", "tub of butter", "chicken breast", "bowl of yoghurt"), _COLD),
        **dict.fromkeys(("toothbrush", "tube of toothpaste", "bar of soap", "shampoo bottle", "razor"), _BATH),
        "bath towel": ("towel rack",),
        **dict.fromkeys(("winter coat", "evening dress", "silk tie", "leather belt", "woollen sweater"), _CLOTHES),
        **dict.fromkeys(("teddy bear", "toy train", "building block", "doll", "spinning top"), _TOYS),
        **dict.fromkeys(("fountain pen", "stapler", "ink bottle"), _DESK),
        **dict.fromkeys(("dictionary", "book about the east coast", "encyclopedia", "world atlas"), _BOOKS),
        **dict.fromkeys(("screwdriver", "hammer", "wrench", "cordless drill", "hand saw"), _TOOLS),
        **dict.fromkeys(("sweaty sock", "muddy shirt", "stained tablecloth"), _LAUNDRY),
        "steam iron": ("ironing board",),
        **dict.fromkeys(("rake", "watering can", "flower pot", "sailor's rope", "lawn sprinkler"), _GARDEN),
        "remote control": ("coffee table", "tv stand", "sofa"),
        "tv magazine": ("coffee table", "tv stand", "sofa"),
        "alarm clock": ("bedside table",),
    }
)
"""The furniture that is right for each thing, whichever of it; all of it in one room."""
