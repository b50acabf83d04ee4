"""How a memory is opened: a database that answers, its schema up to date, an encoder, and a language model."""

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import replace
from typing import TYPE_CHECKING, Self

from clew.api.opening import as_allowed, as_stored, connect, encoder_for, local_graph, prepare_store, space_of, waits
from clew.graph.driver import Graph
from clew.llm import LanguageModel, Ledger, Usage, chat_model, language_model
from clew.model import Operation, Progress
from clew.settings import Settings
from clew.text.arguments import check_list, check_methods

if TYPE_CHECKING:
    from langchain_core.embeddings import Embeddings

    from clew.llm import AnyModel, ChatModel

DEFAULTS = Settings()


@check_methods
class Connection:
    """A space that is open, and the language model that works for it; close it, or use it in a ``with`` statement.

    Attributes:
        standing_model: the language model whose account lasts as long as this memory, and counts all that its other
            accounts do; None where there is none.
        has_gds: whether the server has Graph Data Science; else PageRank is computed here.
        shares_connection: whether the connection is that of the memory that this is `for_space` of.
        on_event: told of each operation that has ended, in its thread; None, as it is at first: nothing is. Its own
            errors are logged, and break no operation.
    """

    on_event: Callable[[Operation], None] | None = None

    def __init__(
        self,
        graph: Graph,
        encoder: "Embeddings",
        space: str,
        settings: Settings = DEFAULTS,
        model: "ChatModel | None" = None,
    ) -> None:
        """Open a space of a database that answers; `local`, `open` and `from_settings` do all that comes before.

        Args:
            graph: the database, which is closed with this.
            encoder: makes the vectors.
            space: the tenant's name, 1 to 200 characters.
            settings: weights, engine, encoder.
            model: the language model; None: there is none.
        """
        self.settings = settings
        self.model = model
        wanted = space_of(as_allowed(graph, settings), encoder, space, settings)
        self.has_gds = prepare_store(wanted, settings)
        self.space = as_stored(wanted, settings.zone)
        self.shares_connection = False

    def __repr__(self) -> str:
        """Name the class, the space and the server."""
        return f"<{type(self).__name__} of space {self.space.name!r} at {self.space.graph.uri}>"

    @property
    def model(self) -> "ChatModel | None":
        """The language model; None where there is none. One that is set is used from then on, with a new account."""
        return self._model

    @model.setter
    def model(self, model: "ChatModel | None") -> None:
        self._model, self.ledger = model, Ledger()
        self.standing_model = (
            language_model(model, settings=self.settings, within=self.ledger) if model is not None else None
        )

    def language_model(
        self, most_tokens: int | None = None, *, model: "AnyModel | None" = None
    ) -> LanguageModel | None:
        """Return a model with an account of its own, which `usage` counts too; None where there is none.

        Args:
            most_tokens: budget of the new account, in tokens; None: no bound.
            model: another one than the memory's: a chat model of LangChain's, its name in the settings, or a
                `LanguageModel`. None: the memory's.

        Returns:
            The model, or None.

        Raises:
            InvalidInput: it is no model, or its name means nothing.

        Example:
            model = memory.language_model(most_tokens=50_000)
        """
        if model is not None:
            return language_model(model, settings=self.settings, within=self.ledger, most_tokens=most_tokens)
        return self.standing_model.with_own_account(most_tokens) if self.standing_model else None

    @property
    def usage(self) -> Usage:
        """The use of language models since this memory was opened: by consolidations, answers, worlds and agents."""
        return self.ledger.usage

    @classmethod
    def local(
        cls,
        space: str = "default",
        *,
        encoder: "Embeddings | str | None" = None,
        model: "ChatModel | str | None" = None,
        settings: Settings = DEFAULTS,
        read_only: bool = False,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> Self:
        """Open memory on the managed local server, which is fetched and started where it is not.

        Args:
            space: the tenant's name, 1 to 200 characters.
            encoder: makes the vectors; a name means what it does in the settings, such as
                ``openai:text-embedding-3-small``. None: the one that the settings name, else the store's own.
            model: consolidates and answers; a name means what it does in the settings, such as
                ``openai:gpt-4o-mini``. None: the one that the settings name, if they name one.
            settings: weights, engine, encoder, the server's memory.
            read_only: whether whatever would write is refused; see docs/access.md. False: as the settings say.
            on_progress: told while the server and a new store's encoder are fetched, and the server is started.

        Returns:
            The open memory; close it, or use it in a ``with`` statement.

        Raises:
            LocalServerError: the server cannot be fetched or started; says why and what to do.

        Example:
            with Memory.local(space="ann") as memory:
                print(memory.stats().nodes)
        """
        settings = _reading(settings, read_only)
        return cls._open(local_graph(settings, on_progress), space, encoder, model, settings, on_progress)

    @classmethod
    def open(
        cls,
        uri: str,
        *,
        auth: tuple[str, str] | None = None,
        database: str = "neo4j",
        space: str = "default",
        encoder: "Embeddings | str | None" = None,
        model: "ChatModel | str | None" = None,
        settings: Settings = DEFAULTS,
        read_only: bool = False,
    ) -> Self:
        """Open memory on a Neo4j of your own: 2026.01 or newer.

        Graph Data Science 2.26 or newer computes PageRank there; without it, it is computed in process, with a warning.

        Args:
            uri: such as ``neo4j://localhost:7687``.
            auth: user and password.
            database: the name of the database on that server.
            space: the tenant's name, 1 to 200 characters.
            encoder: makes the vectors; a name means what it does in the settings, such as
                ``openai:text-embedding-3-small``. None: the one that the settings name, else the store's own.
            model: consolidates and answers; a name means what it does in the settings, such as
                ``openai:gpt-4o-mini``. None: the one that the settings name, if they name one.
            settings: weights, engine, encoder.
            read_only: whether whatever would write is refused; see docs/access.md. False: as the settings say.

        Returns:
            The open memory; close it, or use it in a ``with`` statement.

        Raises:
            Unreachable, AccessDenied, Unsupported: as their names say.
            Conflict: the store's vectors are from another encoder, or its label `Clew` is somebody else's.

        Example:
            memory = Memory.open("neo4j://localhost:7687", auth=("neo4j", "a-password"), space="ann")
        """
        settings = _reading(settings, read_only)
        graph = Graph.connect(uri, auth=auth, database=database, waits=waits(settings))
        return cls._open(graph, space, encoder, model, settings)

    @classmethod
    def from_settings(cls, settings: Settings, on_progress: Callable[[Progress], None] | None = None) -> Self:
        """Open what the settings name: a server of your own where they have an address, else the local one.

        Args:
            settings: the address, the space, the encoder, the language model and all weights.
            on_progress: told while the server and a new store's encoder are fetched, and the server is started.

        Returns:
            The open memory; close it, or use it in a ``with`` statement.

        Example:
            memory = Memory.from_settings(Settings(space="ann"))
        """
        return cls._open(connect(settings, on_progress), settings.space, None, None, settings, on_progress)

    @classmethod
    def _open(
        cls,
        graph: Graph,
        space: str,
        encoder: "Embeddings | str | None",
        model: "ChatModel | str | None",
        settings: Settings,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> Self:
        try:
            if isinstance(encoder, str):
                encoder, settings = None, settings.changed(encoder=encoder)
            if isinstance(model, str):
                model, settings = None, settings.changed(model=model)
            model = model or chat_model(settings)
            encoder = encoder or encoder_for(as_allowed(graph, settings), settings, on_progress)
            return cls(graph, encoder, space, settings, model)
        except BaseException:
            graph.close()
            raise

    def for_space(self, space: str, *, read_only: bool = False) -> Self:
        """Open another space of the same store: cheap, because the connection, encoder and model are shared.

        Args:
            space: the tenant's name, 1 to 200 characters.
            read_only: whether whatever would write there is refused. False: as in this memory.

        Returns:
            Its memory, with an account of the model of its own. It works until this memory is closed; closing it
            closes nothing.

        Raises:
            InvalidInput: the name cannot be used.

        Example:
            memory.for_space("ben").add("I live in Porto.", session="monday", speaker="Ben")
        """
        other = copy(self)
        other.settings = _reading(self.settings, read_only)
        other.has_gds = self.has_gds and not other.settings.read_only
        graph = as_allowed(self.space.graph, other.settings)
        other.space = as_stored(replace(self.space, name=space, graph=graph), self.settings.zone)
        other.model = self.model
        other.shares_connection = True
        return other

    @property
    def bookmarks(self) -> tuple[str, ...]:
        """How far this memory has read and written: hand it to `follow` of a memory in another process."""
        return self.space.graph.bookmarks

    def follow(self, bookmarks: Sequence[str]) -> None:
        """Read from now on what another memory had written by then, whichever server of a cluster answers.

        Args:
            bookmarks: what the property `bookmarks` of that memory returned.

        Raises:
            InvalidInput: they are no bookmarks of this database.

        Example:
            reader.follow(writer.bookmarks)
        """
        self.space.graph.follow(check_list("bookmarks", bookmarks, str))

    def close(self) -> None:
        """Give the connections back; a managed server stays up.

        Example:
            memory.close()
        """
        if not self.shares_connection:
            self.space.graph.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _reading(settings: Settings, read_only: bool) -> Settings:
    return settings.changed(read_only=True) if read_only else settings
