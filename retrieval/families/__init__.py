"""Families: kinds that lift each other and are ranked together, each with its own way to expand, lift and explain."""

from clew.graph.schema import CONVERSATION, DOCUMENTS, LEARNINGS, declared
from clew.retrieval.families.conversation import Conversation
from clew.retrieval.families.documents import Documents
from clew.retrieval.families.family import Family
from clew.retrieval.families.learnings import Learnings

_OWN = {CONVERSATION: Conversation, DOCUMENTS: Documents, LEARNINGS: Learnings}


def families() -> list[Family]:
    """Return the declared families; one that has nothing of its own is searched, walked and explained like any."""
    names = dict.fromkeys(family for kind in declared().kinds for family in kind.searched)
    return [_OWN.get(name, Family)(name) for name in names]
