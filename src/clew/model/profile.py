"""The values of a profile: what is known of somebody or something, by topic."""

from collections.abc import Mapping
from dataclasses import dataclass

from clew.model.browsed import ListedMemory


@dataclass(frozen=True, slots=True)
class ProfileSentence:
    """A sentence of a language model on somebody, and the facts that it rests on."""

    text: str
    facts: tuple[str, ...]  # ids; at least one


@dataclass(frozen=True, slots=True)
class Profile:
    """The facts that hold of somebody or something.

    Attributes:
        name: as memory has it.
        topics: the facts by topic, the topic with most facts first. Of a topic the facts that are believed most come
            first, and of equal ones the latest. Facts without a topic stand under an empty name, last.
        text: ready for a prompt, within the budget: each topic with its facts, or the sentences of a model.
        left_out: ids of facts that did not fit into the text, the best first.
        sentences: of a language model where one was asked; empty otherwise.
    """

    name: str
    topics: Mapping[str, tuple[ListedMemory, ...]]
    text: str
    left_out: tuple[str, ...] = ()
    sentences: tuple[ProfileSentence, ...] = ()
