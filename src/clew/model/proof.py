"""The proof that memories are forgotten: what was looked for, where, and what was found."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime

from clew.errors import InvalidInput
from clew.text.arguments import check_fields

SCOPE = (
    "This space of this database, as its nodes, relationships, indexes and projections hold it, and drafts of killed "
    "exports in the working folder, the temporary folder and the managed server's home. Not its files before a "
    "compaction, not backups and exports, not what a program or a person has read."
)


@dataclass(frozen=True, slots=True)
class Trace:
    """A place that still holds something of a forgotten memory."""

    # id of the memory that holds it; source, type and target of a relationship; name of a projection; path of a draft
    place: str
    property: str  # its name
    of: str  # id of the forgotten memory; empty where a certificate alone was checked


@dataclass(frozen=True, slots=True)
class Certificate:
    """The result of looking through a space right after a forgetting."""

    space: str  # the tenant
    asked: str  # what was asked for, as in the receipt
    at: datetime  # when it was looked through
    receipt: str  # SHA-256 of the receipt
    ids: int  # ids that were looked for
    texts: int  # texts that were looked for
    looked_through: Mapping[str, int]  # nodes, relationships, properties, hits of the indexes, projections, drafts
    elsewhere: int  # texts that another turn or passage says by itself; they are nobody's trace
    found: tuple[Trace, ...]  # traces; none where all is gone
    salt: str  # stands before each id and text in its digest
    digests: tuple[str, ...]  # SHA-256 of each id and each longer text, sorted, for a later check
    scope: str = SCOPE  # what it speaks of, and what it does not

    def __post_init__(self) -> None:
        check_fields(self)

    @property
    def is_clean(self) -> bool:
        """True if nothing was found."""
        return not self.found

    def to_json(self) -> str:
        """Return it as a JSON document.

        Example:
            Path("proof.json").write_text(receipt.proof.to_json())
        """
        return json.dumps(asdict(self) | {"at": self.at.isoformat()}, ensure_ascii=False, indent=1)

    @classmethod
    def from_json(cls, text: str) -> "Certificate":
        """Read what `to_json` wrote.

        Args:
            text: the document.

        Returns:
            The certificate.

        Raises:
            InvalidInput: the text is no certificate.

        Example:
            Certificate.from_json(Path("proof.json").read_text())
        """
        try:
            given = json.loads(text)
            found = tuple(Trace(**each) for each in given.pop("found"))
            at, digests = datetime.fromisoformat(given.pop("at")), tuple(map(str, given.pop("digests")))
            return cls(**given, at=at, found=found, digests=digests)
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            raise InvalidInput("this is no certificate; give one that `clew forget --verify` wrote") from None
