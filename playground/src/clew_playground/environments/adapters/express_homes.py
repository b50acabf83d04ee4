"""The places of things in TextWorldExpress's house to tidy: the game's own table of goals, from its package."""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from clew_playground.environments.adapters.express_games import EXTRA
from clew_playground.environments.adapters.required import required

_TABLE = "twc_objects.folds.json"


@cache
def homes() -> Mapping[str, tuple[str, ...]]:
    """Return the furniture that is right for each thing of all folds, whichever of it.

    Raises:
        MissingDependency: textworld-express is not installed.
    """
    path = Path(required("textworld_express.constants", EXTRA).BASEPATH) / _TABLE
    folds: dict[str, dict[str, dict[str, list[str]]]] = json.loads(path.read_text("utf-8"))
    table = {name: tuple(each["locations"]) for fold in folds.values() for name, each in fold.items()}
    return MappingProxyType(table)
