"""The record of a call of consolidate: when, by what, what became of it, and what that cost."""

import json
from dataclasses import asdict
from datetime import datetime

from clew.clock import now
from clew.llm import LanguageModel
from clew.loaders.knowledge.extraction import FACTS
from clew.loaders.knowledge.triplets import TRIPLETS
from clew.model import Consolidated
from clew.queries import load
from clew.space import Space

RULES = "rules"
"""What extracts without a language model."""


def record(space: Space, result: Consolidated, started: datetime, model: LanguageModel | None) -> None:
    """Keep what a run did, as a node of its own; without the names of chunks, because sessions may be forgotten."""
    kept = asdict(result) | {"failed": sorted(set(result.failed.values()))}
    space.write(
        load("write/consolidation"),
        id=f"consolidation:{started.isoformat()}",
        properties={
            "text": f"{result.chunks} chunks, {result.facts.new} new facts",
            "at": started,
            "ended_at": now(),
            "extractor": model.name if model else RULES,
            "prompt": FACTS.prompt.digest if model else "",
            "triplets_prompt": TRIPLETS.prompt.digest if model else "",
            "result": json.dumps(kept, sort_keys=True),
        },
        now=now(),
    )
