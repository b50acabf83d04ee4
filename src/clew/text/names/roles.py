"""Labels of turns that are roles, not names: those of a chat with an assistant."""

OWNER = frozenset({"user", "human"})
ANSWERING = frozenset({"assistant", "ai", "bot", "chatbot", "model"})
ROLES = OWNER | ANSWERING | {"system", "tool"}


def is_role(speaker: str) -> bool:
    """Return whether a speaker's label says what they are, not what they are called."""
    return speaker.strip().casefold() in ROLES
