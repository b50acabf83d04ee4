"""TextWorld's texts, and those of our own games, which are worded likewise."""

from clew.loaders.world.action_rules import DEEDS, echoed
from clew.loaders.world.families.family import Family, forms, heading
from clew.loaders.world.note_rules import TOLD
from clew.loaders.world.recipes import RECIPES
from clew.loaders.world.room_rules import DESCRIBED, ROOM_RULES

_HEADER = r"\s*-= *(?P<place>\S[^\n]{0,200}?) *=-"

TEXTWORLD = Family(
    name="textworld",
    marks=forms(r"^[^\S\n]*-= *\S[^\n]{0,200}? *=-"),
    headers=forms(_HEADER),
    headings=(
        heading("(?P<list>ingredients|directions):", "{list}: "),
        heading("you are carrying:", "you are carrying: "),
    ),
    rules=(*RECIPES, *DEEDS, *TOLD, *ROOM_RULES),
    described=(*RECIPES, *DEEDS, *TOLD, *DESCRIBED),
    told=(*RECIPES, *TOLD),
    echo=echoed,
)
