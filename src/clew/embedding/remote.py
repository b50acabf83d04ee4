"""Encoders behind OpenAI's protocol: OpenAI, and the many servers that speak it."""

import os
from functools import cached_property
from importlib.util import find_spec
from typing import TYPE_CHECKING

from langchain_core.embeddings import Embeddings

from clew.embedding.unicode import well_formed
from clew.errors import AccessDenied, ClewError, InvalidInput, MissingDependency, Unreachable, install_hint
from clew.text.masking import conceal, masked

if TYPE_CHECKING:
    from langchain_openai import OpenAIEmbeddings

OPENAI = "https://api.openai.com/v1"
TOKENS = "openaipublic.blob.core.windows.net"  # where the tables of tokens of OpenAI's models are fetched from
LEAST = 200  # characters that any model reads; a server of one's own that refuses more is sent less
TOO_LARGE = {400, 413, 422}  # how servers refuse a text that is longer than what their model reads
SECONDS = 60  # for one request; it is tried three times where it failed in a way that may pass


class OpenAI(Embeddings):
    """Vectors from a server. Thread-safe. Of the environment it reads OpenAI's key, proxies and the organisation.

    Args:
        model: its name there.
        base_url: such as ``http://localhost:1234/v1``; empty: OpenAI. Other servers get the text, OpenAI its tokens.
        api_key: empty: of OpenAI itself the variable ``OPENAI_API_KEY``, of another server none.

    Raises:
        InvalidInput: there is neither a key nor a `base_url`.
        MissingDependency: the package langchain-openai is not installed.
    """

    def __init__(self, model: str, *, base_url: str = "", api_key: str = "") -> None:
        if find_spec("langchain_openai") is None:
            raise MissingDependency(
                f"encoder openai:{model} needs langchain-openai, not installed; {install_hint('openai')}"
            )
        api_key = api_key or ("none" if base_url else os.environ.get("OPENAI_API_KEY", ""))
        if not api_key:
            raise InvalidInput(
                f"encoder openai:{model} has no API key; set OPENAI_API_KEY, or give Settings an encoder_key or the "
                "encoder_url of a server of yours; commands read CLEW_ENCODER_KEY and CLEW_ENCODER_URL"
            )
        conceal(api_key)
        self.identity = f"openai:{model}"
        self._model, self._base_url, self._api_key = model, base_url, api_key

    @cached_property
    def dimensions(self) -> int:
        """Asks the server once."""
        return len(self.embed_query("word"))

    def embed_query(self, text: str) -> list[float]:
        """Return the vector of one text; raises as `embed_documents` does."""
        return self.embed_documents([text])[0]

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """Return one vector per text; of one that is too long for a server of one's own, that of its opening.

        Raises:
            Unreachable: nothing answers, the server fails or is overloaded after three tries, or the table of tokens
                of a model at OpenAI itself cannot be fetched.
            AccessDenied: the key is wrong, or may not use this model.
            InvalidInput: the model is unknown there, or the answer is not one vector per text.
        """
        if not texts:
            return []
        from openai import OpenAIError

        try:
            vectors = self._sent([well_formed(text) or " " for text in texts])
        except (OpenAIError, OSError, ValueError, TypeError, KeyError, AttributeError) as error:
            raise self._translated(error) from error
        if len(vectors) != len(texts):
            raise InvalidInput(f"{self._where} gave {len(vectors)} vectors for {len(texts)} texts; use another server")
        return vectors

    def _sent(self, texts: list[str]) -> list[list[float]]:
        """Return the vectors that the server gives, by halves of what it refuses; OpenAI itself gets what it reads."""
        from openai import APIStatusError

        try:
            return self._client.embed_documents(texts)
        except APIStatusError as error:
            longest = max(map(len, texts))
            if error.status_code not in TOO_LARGE or not self._base_url or longest <= LEAST:
                raise
            if len(texts) > 1:
                middle = len(texts) // 2
                return [*self._sent(texts[:middle]), *self._sent(texts[middle:])]
            return self._sent([texts[0][: longest // 2]])

    @cached_property
    def _client(self) -> "OpenAIEmbeddings":
        from langchain_openai import OpenAIEmbeddings
        from pydantic import SecretStr

        return OpenAIEmbeddings(
            model=self._model,
            base_url=self._base_url or OPENAI,
            api_key=SecretStr(self._api_key),
            timeout=SECONDS,
            check_embedding_ctx_length=not self._base_url,
        )

    @property
    def _where(self) -> str:
        return f"encoder {self.identity} at {self._base_url or OPENAI}"

    def _translated(self, error: Exception) -> ClewError:
        import openai

        reason = masked(" ".join(str(error).split()))[:200]
        match error:
            case openai.APIConnectionError():
                return Unreachable(f"{self._where} does not answer; start the server or correct encoder_url")
            case openai.AuthenticationError() | openai.PermissionDeniedError():
                return AccessDenied(f"{self._where} refuses the key: {reason}; give another encoder_key")
            case openai.RateLimitError() | openai.InternalServerError():
                return Unreachable(f"{self._where} fails or is overloaded: {reason}; try again later")
            case OSError():
                return Unreachable(
                    f"{self._where} cannot be asked: {reason}; let this machine reach it, and {TOKENS} for its tokens"
                )
            case _:
                return InvalidInput(f"{self._where} gave no vectors: {reason}; correct the model or encoder_url")
