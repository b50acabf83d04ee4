"""Roles in a chat with an assistant: labels that are no names, and whose turns a question is about."""

import re
from collections.abc import Iterable
from functools import lru_cache

from clew.text.names import composed
from clew.text.names.roles import ANSWERING, OWNER, is_role

_SAID = "said|told|recommended|suggested|explained|advi[sc]ed|proposed|mentioned|gave|listed|described|answered|showed"
_SAY = "say|tell|recommend|suggest|explain|advise|propose|mention|give|list|describe|answer|show"
_ASSISTANT = r"the\s+(?:ai\s+)?(?:assistant|chatbot)"
"""The third person, in which programs ask."""
_ANSWERED = re.compile(
    rf"\b(?:did|had|have|has)\s+(?:you|{_ASSISTANT})\s+(?:\w+\s+)?(?:{_SAY}|{_SAID}|given|shown)\b"
    rf"|\b(?:you|{_ASSISTANT})\s+(?:{_SAID})\b|\bby\s+{_ASSISTANT}\b"
    rf"|\b(?:your|{_ASSISTANT}['’]s)\s+(?:answer|advice|suggestion|recommendation|explanation|proposal)s?\b",
    re.IGNORECASE,
)


def answering(speakers: Iterable[str]) -> tuple[str, ...]:
    """Return the speakers whose role is to answer."""
    return tuple(name for name in speakers if name.strip().casefold() in ANSWERING)


@lru_cache(maxsize=4096)
def whom(speaker: str) -> str:
    """Return what all labels of one role have in common, and all of one person, who is written in several capitals."""
    folded = composed(speaker).strip().casefold()
    return next((min(role) for role in (OWNER, ANSWERING) if folded in role), folded)


def meant(query: str, speakers: Iterable[str]) -> str:
    """Return whose turns a question of a chat's owner is about, that names nobody; empty where nobody has a role.

    What the assistant is asked to repeat was said by the assistant; all else the user told, above all of "I" and "my".
    """
    roles = {name.strip().casefold(): name for name in speakers if is_role(name)}
    wanted = ANSWERING if _ANSWERED.search(query) else OWNER
    return next((name for role, name in roles.items() if role in wanted), "")
