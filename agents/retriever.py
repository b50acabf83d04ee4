"""Memory as a LangChain retriever."""

from langchain_core.callbacks import CallbackManagerForRetrieverRun
from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever

from clew.api.memory import Memory
from clew.model import Filter, Hit
from clew.retrieval.pack import line, shortest


class ClewRetriever(BaseRetriever):
    """Recalls documents from one memory, best first.

    A document is one line as `recall` packs it, such as ``Ann: I adopted a cat``. Of a long turn it has the part that
    matches best, with an ellipsis for the rest. Its metadata are JSON values: `id`, `kind`, `score`, `relevance` (0 to
    1), `at` (ISO 8601, or None), `session`, `document`, `title` and `why`. A blank query finds none.

    Attributes:
        memory: its space is the only one that is searched.
        where: which memories, as `Memory.recall` takes it.
        limit: documents returned.
        min_confidence: as `Memory.recall` takes it: a query of which memory is less sure finds none.
    """

    memory: Memory
    where: Filter = Filter()
    limit: int = 10
    min_confidence: float | None = None

    def _get_relevant_documents(
        self,
        query: str,
        *,
        run_manager: CallbackManagerForRetrieverRun,  # noqa: ARG002 - LangChain's signature
    ) -> list[Document]:
        if not str(query).strip():
            return []
        found = self.memory.recall(query, self.where, limit=self.limit, min_confidence=self.min_confidence)
        return [document(hit) for hit in found.hits]


def document(hit: Hit) -> Document:
    """Return a hit as LangChain's document: its line, with where it stands and why it was found."""
    return Document(
        line(shortest(hit)),
        id=hit.id,
        metadata={
            "id": hit.id,
            "kind": hit.kind,
            "score": hit.score,
            "relevance": hit.relevance,
            "at": hit.at.isoformat() if hit.at else None,
            "session": hit.session,
            "document": hit.document,
            "title": hit.title,
            "why": hit.why,
        },
    )
