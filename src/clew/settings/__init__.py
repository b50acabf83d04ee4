"""Every choice in one frozen object, divided by concern."""

from clew.settings.recall import EpisodeWalk, Frozen, PassageWalk, RecallSettings, WalkSettings
from clew.settings.settings import NO_SETTINGS, PREFIX, ConsolidateSettings, Settings

__all__ = [
    "NO_SETTINGS", "PREFIX", "ConsolidateSettings", "EpisodeWalk", "Frozen", "PassageWalk", "RecallSettings",
    "Settings", "WalkSettings",
]  # fmt: skip
