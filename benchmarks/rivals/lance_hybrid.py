"""LanceDB: one table, vectors and full text joined by reciprocal ranks, the tenant as a filter before both searches."""

from collections.abc import Sequence

import lancedb  # pyright: ignore[reportMissingImports]
import pyarrow  # pyright: ignore[reportMissingImports]
from lancedb.rerankers import RRFReranker  # pyright: ignore[reportMissingImports]
from rivals.interface import Place, Rival, Told

DIMENSIONS = 384
LEAST_INDEXED = 256
"""Rows that its vector index needs at least to be trained."""

EXACT, INDEXED = "exact", "ANN"
REFINED = 10
"""Times as many candidates are read again exactly: the setting that its documentation recommends for recall."""


class Lance(Rival):
    """Its table, with indexes on words and tenant from the first, and on vectors once tidied.

    Attributes:
        ways: without the vector index, as the documentation advises for up to 100,000 rows, and with it.
    """

    ways = (EXACT, INDEXED)

    def __init__(self, place: Place) -> None:
        self._encoder = place.encoder
        fields = [(name, pyarrow.string()) for name in ("id", "tenant", "line")]
        vector = ("vector", pyarrow.list_(pyarrow.float32(), DIMENSIONS))
        self._table = lancedb.connect(place.home).create_table("turns", schema=pyarrow.schema([*fields, vector]))
        self._table.create_fts_index("line")
        self._table.create_scalar_index("tenant", index_type="BITMAP")
        self._reranker = RRFReranker()

    def remember(self, tenant: str, told: Sequence[Told]) -> None:
        """Append rows; until it is tidied, full text reads them one by one."""
        lines = [each.line for each in told]
        vectors = self._encoder.embed_documents(lines)
        found = zip(told, lines, vectors, strict=True)
        rows = [{"id": each.id, "tenant": tenant, "line": line, "vector": vector} for each, line, vector in found]
        self._table.add(rows)

    def tidy(self) -> None:
        """Merge the fragments, take new rows into the indexes, train the index of vectors."""
        if self._table.count_rows() >= LEAST_INDEXED:
            self._table.create_index(metric="cosine", vector_column_name="vector", replace=True)
        self._table.optimize()

    def recall(self, tenant: str, question: str, limit: int, way: str) -> list[str]:
        """Search hybrid."""
        quoted = tenant.replace("'", "''")
        query = self._table.search(query_type="hybrid", vector_column_name="vector", fts_columns="line")
        query = query.vector(self._encoder.embed_query(question)).text(question).distance_type("cosine")
        query = query.where(f"tenant = '{quoted}'", prefilter=True).rerank(self._reranker).select(["id"]).limit(limit)
        query = query.refine_factor(REFINED) if way == INDEXED else query.bypass_vector_index()
        return [row["id"] for row in query.to_list()]

    def close(self) -> None:
        """There is nothing to give back: the table is files."""


OPEN = Lance
