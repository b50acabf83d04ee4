"""Prompts: one Markdown file each, in the folder `prompts` of the package that uses them.

    # System
    You find facts in conversations.

    # Human
    Find the facts in this conversation:
    {chunk}

A name in braces is an input; a brace that is meant is doubled. An input's text is data, braces included.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from importlib import resources
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING

from clew.embedding.unicode import well_formed
from clew.errors import ClewError, InvalidInput

if TYPE_CHECKING:
    from langchain_core.messages import BaseMessage
    from langchain_core.prompts import ChatPromptTemplate

_HEADING = re.compile(r"^# (System|Human)[ \t]*$", re.MULTILINE)


class PromptFileError(ClewError):
    """A prompt file is missing, or cannot be read as a prompt: the installation is broken."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt and its inputs."""

    name: str  # the file's name without its ending; what usage is counted under
    digest: str  # 12 hex digits of the SHA-256 of the file's text, to be stored on what the prompt produced
    inputs: frozenset[str]  # the names in braces
    _parts: tuple[str, str] = field(repr=False)

    @staticmethod
    @cache
    def load(package: str, name: str) -> "Prompt":
        """Read ``prompts/<name>.md`` of a package such as ``clew.loaders``.

        Raises:
            PromptFileError: it is missing, or not a prompt.
        """
        try:
            text = resources.files(package).joinpath("prompts", f"{name}.md").read_text("utf-8")
        except (FileNotFoundError, ModuleNotFoundError) as error:
            raise PromptFileError(f"prompts/{name}.md of {package} is missing; install clew again") from error
        return Prompt.parse(name, text)

    @staticmethod
    def parse(name: str, text: str) -> "Prompt":
        """Make a prompt of the text that a file would hold."""
        match [part.strip() for part in _HEADING.split(text)]:
            case ["", "System", system, "Human", human] if system and human:
                parts = system, human
            case _:
                fault = "is not a part '# System' and then a part '# Human'; write both once"
                raise PromptFileError(f"prompt {name} {fault}")
        inputs = frozenset(each for part in parts for each in _inputs(name, part))
        return Prompt(name, sha256(text.encode()).hexdigest()[:12], inputs, parts)

    @staticmethod
    def shipped(name: str) -> "Prompt":
        """Return the prompt of that name that Clew ships, whichever of its packages it belongs to."""
        shipped = _shipped()
        if name not in shipped:
            raise InvalidInput(f"Clew has no prompt {name!r}; give one of {', '.join(sorted(shipped))}")
        return Prompt.load(shipped[name], name)

    @staticmethod
    def of_folder(folder: Path | str) -> "dict[str, Prompt]":
        """Read the prompts of a folder, each a file that is called like the shipped one that it stands for.

        Raises:
            InvalidInput: the folder is none or cannot be read, or a prompt is for no shipped one, or has other inputs.
            PromptFileError: a file is no prompt.
        """
        try:
            texts = {
                each.stem: each.read_text("utf-8-sig")
                for each in sorted(Path(folder).iterdir())
                if each.suffix == ".md"
            }
        except (OSError, UnicodeDecodeError) as error:
            raise InvalidInput(
                f"the prompts in {folder} cannot be read ({error}); give a folder of .md files"
            ) from error
        return {name: Prompt.parse(name, text).in_place_of(Prompt.shipped(name)) for name, text in texts.items()}

    def in_place_of(self, shipped: "Prompt") -> "Prompt":
        """Return this prompt, which takes what the shipped one takes."""
        if missing := shipped.inputs - self.inputs:
            raise InvalidInput(
                f"your prompt {shipped.name} lacks the input {_braced(missing)}; write it where it belongs"
            )
        if unknown := self.inputs - shipped.inputs:
            raise InvalidInput(
                f"your prompt {shipped.name} has the input {_braced(unknown)}, which is not given; "
                f"it may have {_braced(shipped.inputs)}, and doubled braces"
            )
        return self

    def checked(self, inputs: Mapping[str, str]) -> dict[str, str]:
        """Return the inputs as UTF-8 can write them."""
        if wrong := inputs.keys() ^ self.inputs:
            raise InvalidInput(
                f"prompt {self.name} takes {', '.join(sorted(self.inputs)) or 'no input'}; "
                f"missing or unknown: {', '.join(sorted(wrong))}"
            )
        return {name: well_formed(value) for name, value in inputs.items()}

    @property
    def template(self) -> "ChatPromptTemplate":
        """LangChain's template of it."""
        return _template(*self._parts)

    def messages(self, /, **inputs: str) -> "list[BaseMessage]":
        """Return the system's and the human's message, with these inputs in place."""
        return self.template.format_messages(**self.checked(inputs))


@cache
def _shipped() -> Mapping[str, str]:
    """Return the package of each prompt file, by the file's name."""
    packages = {each.name: each / "prompts" for each in resources.files("clew").iterdir()}
    folders = {name: folder for name, folder in packages.items() if folder.is_dir()}
    return {
        each.name.removesuffix(".md"): f"clew.{package}"
        for package, folder in folders.items()
        for each in folder.iterdir()
        if each.name.endswith(".md")
    }


def _braced(names: Iterable[str]) -> str:
    return ", ".join(f"{{{name}}}" for name in sorted(names))


@cache
def _template(system: str, human: str) -> "ChatPromptTemplate":
    from langchain_core.prompts import ChatPromptTemplate  # slow to import

    return ChatPromptTemplate.from_messages([("system", system), ("human", human)])


def _inputs(name: str, part: str) -> list[str]:
    """Return the names in braces; refuse anything else there, so that text is not taken for an input."""
    try:
        fields = [each for each in Formatter().parse(part) if each[1] is not None]
    except ValueError as error:
        raise PromptFileError(f"prompt {name}: {error}; double a brace that is meant") from error
    for _, field_, form, conversion in fields:
        if form or conversion or not (field_ or "").isidentifier():
            raise PromptFileError(f"prompt {name}: {{{field_}}} is no input; name one, or double a brace that is meant")
    return [str(field_) for _, field_, *_ in fields]
