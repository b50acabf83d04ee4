"""The prompt of a player: instructions that fit the mode, rules, earlier runs, the run, and a note on its last reply.

The instructions are ours; what they ask for is that of HiAgent, appendix B.2.
"""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from langchain_core.messages import BaseMessage

from clew.llm import Prompt
from clew.model import Hit
from clew.retrieval.working.render import Mode

EXPERIENCE_WORDS = 200  # of all earlier runs that a prompt quotes
UNREADABLE = "Your last reply could not be read. Reply as you were told, with a line that begins with `Action:`."
NO_ACTION = "The subgoal is noted. Now reply with its first action, in a line that begins with `Action:`."
TOO_MANY = "Nothing more can be retrieved now. Reply with an action, in a line that begins with `Action:`."

_PROMPTS: Mapping[Mode, Prompt] = MappingProxyType(
    {
        "standard": Prompt.load("clew.agents.hiagent", "hiagent_standard"),
        "decomposed": Prompt.load("clew.agents.hiagent", "hiagent_decomposed"),
        "hiagent": Prompt.load("clew.agents.hiagent", "hiagent"),
    }
)
_PAST = "Earlier runs with a goal like this one, as quotations:"


def prompt(
    mode: Mode, run: Sequence[BaseMessage], *, rules: str = "", past: str = "", note: str = ""
) -> list[BaseMessage]:
    """Return the messages of one call: the system's of the mode, and one of the user with all the rest."""
    parts = (rules, past, *(str(each.text) for each in run), note)
    return _PROMPTS[mode].messages(shown="\n\n".join(filter(None, parts)))


def quoted(hits: Iterable[Hit], words: int = EXPERIENCE_WORDS) -> str:
    """Return earlier runs as a list, one in a line; the last one may be cut short. Empty where there is none."""
    lines, left = list[str](), words
    for hit in hits:
        own = hit.text.split()
        lines += [f"- {' '.join(own[:left])}{' …' if len(own) > left else ''}"] if left > 0 else []
        left -= len(own)
    return "\n".join([_PAST, *lines]) if lines else ""
