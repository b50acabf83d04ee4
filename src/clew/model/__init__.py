"""The values that go into memory and come out: frozen, typed, free of the driver."""

from clew.model.audit import AuditEntry, Operation
from clew.model.browsed import (
    EntityOverview,
    Link,
    ListedMemory,
    Page,
    Profile,
    ProfileSentence,
    SessionOverview,
    SpaceOverview,
    StoredMemory,
    StoredTurn,
)
from clew.model.filter import By, Filter
from clew.model.graph import Node, Receipt, Relationship, Stats, Subgraph
from clew.model.knowledge import Consolidated, Corrected, Fact, Pending, Reconciled, Retraction
from clew.model.proof import Certificate, Trace
from clew.model.recalled import Answer, Engine, Hit, Recall, Replacement, ScoreParts, Span, Step
from clew.model.remembering import Metadata, Note, Progress, Read, Reading, Remembered, Transcript, Turn

__all__ = [
    "Answer", "AuditEntry", "By", "Certificate", "Consolidated", "Corrected", "Engine", "EntityOverview", "Fact",
    "Filter", "Hit", "Link", "ListedMemory", "Metadata", "Node", "Note", "Operation", "Page", "Pending", "Profile",
    "ProfileSentence", "Progress", "Read", "Reading", "Recall", "Receipt", "Reconciled", "Relationship", "Remembered",
    "Replacement", "Retraction", "ScoreParts", "SessionOverview", "SpaceOverview", "Span", "Stats", "Step",
    "StoredMemory", "StoredTurn", "Subgraph", "Trace", "Transcript", "Turn",
]  # fmt: skip
