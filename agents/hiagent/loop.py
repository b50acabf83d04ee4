"""The loop of HiAgent: working memory is shown, the player replies, the world answers, and each step is remembered.

    with Memory.local(space="robot", model=model) as memory:
        played = run(environment, WorkingMemory(memory), ModelPlayer(model))

Source: HiAgent, section 3. Two things differ from its public code. A retrieval never reaches the world and costs no
step, and its number is bounded. A reply that cannot be read is asked for once more before it costs a step. The
instructions of the prompts are ours; what they ask for is that of HiAgent, appendix B.2.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from langchain_core.messages import BaseMessage

from clew.agents.environment import Environment, Observation
from clew.agents.hiagent.players import Player
from clew.api.working import WorkingMemory
from clew.embedding.unicode import well_formed
from clew.errors import ClewError, Conflict, InvalidInput
from clew.llm import Prompt
from clew.model import Hit
from clew.model.working import Run, Step, is_same
from clew.retrieval.working.render import Mode, render

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
_SILENCE = "Nothing is said."
MAX_QUOTED_CHARACTERS = 80


def seen(moment: Observation) -> str:
    """Return the observation as a run keeps it, which is never blank."""
    return moment.text.strip() or _SILENCE


def replay(environment: Environment, run: Run) -> Observation:
    """Reset a world, send it the actions of a run, and return what came last.

    Raises:
        Conflict: the world answers otherwise than it did, or steps of the run were forgotten.
    """
    if run.length != len(run.steps):
        raise Conflict(
            f"run {run.name!r} has {run.length} steps, and only {len(run.steps)} are not forgotten; begin anew"
        )
    moment = environment.reset()
    if run.observation:
        _check(run, "at the beginning", run.observation, moment)
    for step in run.steps:
        if moment.done:
            raise Conflict(
                f"run {run.name!r}: the world is over before step {step.number}; give the world that it began in"
            )
        moment = environment.step(step.action)
        _check(run, f"after step {step.number} ({step.action!r})", step.observation, moment)
    return moment


def _check(run: Run, when: str, recorded: str, moment: Observation) -> None:
    if seen(moment) != recorded:
        raise Conflict(
            f"run {run.name!r}: {when} the world says {seen(moment)[:MAX_QUOTED_CHARACTERS]!r} and said "
            f"{recorded[:MAX_QUOTED_CHARACTERS]!r}; give the world that the run began in"
        )


MAX_STEPS = 30  # Source: the configuration of HiAgent's experiments
EXPERIENCE = 3  # earlier runs that are shown where experience is wanted
MAX_RETRIEVALS = 3  # retrievals in a row; a player that goes on asks for what it has seen
MAX_RAW_CHARACTERS = 200  # of a reply that is sent as it is, because nothing could be read in it
_TITLE = re.compile(r"^(?:your |the )?(?:goal|task)(?: is)?:\s*", re.IGNORECASE)

NOTHING = "(nothing)"  # is sent where such a reply is blank
OnStep = Callable[[Step, Observation], None]  # is told of each step once it is remembered


@dataclass(frozen=True, slots=True)
class PlayedRun:
    """How a run went."""

    progress: float  # the score at its end as part of what could be reached: 1 at best
    won: bool  # whether everything was
    steps: int  # actions of the run, those before it was resumed included
    subgoals: int  # of the run
    calls: int  # replies of the player. This and what follows are counted since the run was begun or resumed here.
    retrievals: int  # replies that were shown steps of earlier subgoals
    refused: int  # replies that could not be read
    prompt_tokens: tuple[int, ...]  # of each call
    acted: int  # actions

    @property
    def tokens_per_step(self) -> float:
        """Tokens of the prompts by the actions since then: one that took two calls counts both."""
        return sum(self.prompt_tokens) / self.acted if self.acted else 0.0


def run(
    environment: Environment,
    working: WorkingMemory,
    player: Player,
    *,
    mode: Mode = "hiagent",
    steps: int = MAX_STEPS,
    budget: int | None = None,
    experience: bool | int = False,
    name: str | None = None,
    at: Observation | None = None,
    on_step: OnStep | None = None,
) -> PlayedRun:
    """Act until the world's task is over, or the steps are used up; then end the run.

    A run that `working` has resumed goes on. Where a player's model fails the run stays as it is, and can be resumed.

    Args:
        environment: the world. Its task is the goal. Of a task of several lines the last one is the goal, without a
            title such as "Your goal:". The others are rules, which every prompt shows.
        working: where the run is kept; without a run one is begun.
        player: who decides.
        mode: what the player is shown and asked for; ``standard`` knows neither subgoals nor retrieval.
        steps: actions of the run, those before it was resumed included.
        budget: of the tokens that show the run; instructions and earlier runs come on top.
        experience: how many earlier runs with such a goal are shown; True: `EXPERIENCE`.
        name: of a run that is begun.
        at: where the world of a resumed run stands; None: its recorded actions are sent to it again, from its reset.
        on_step: told of each step.

    Raises:
        InvalidInput: the budget does not hold the goal, and nothing was written; or not what the run came to later.
        Conflict: the run has ended, another process has gone on with it, or the world does not answer the recorded
            actions as it did.
        ModelFailed: the player's model failed.
    """
    rules, _, goal = environment.task.strip().rpartition("\n")
    episode = _Episode(working, player, mode, budget, on_step, rules.strip())
    if stored := begun(working):
        stored.check_goes_on()
        moment = at or replay(environment, stored)
    else:
        moment = episode.begin(environment, _TITLE.sub("", goal), name)
    if experience:
        episode.past = quoted(working.similar(limit=EXPERIENCE if experience is True else experience))
    while working.run.length < steps and not moment.done:
        moment = episode.act(environment)
    played = episode.result(moment, environment.max_score)
    outcome = f"The goal was {'' if played.won else 'not '}reached in {played.steps} steps"
    working.end(f"{outcome}." if played.won else f"{outcome}; {played.progress:.0%} of it was.", met=played.won)
    return played


def begun(working: WorkingMemory) -> Run | None:
    """Return the run that was begun or resumed; None where none was."""
    try:
        return working.run
    except InvalidInput:
        return None


class _Episode:
    def __init__(
        self,
        working: WorkingMemory,
        player: Player,
        mode: Mode,
        budget: int | None,
        on_step: OnStep | None,
        rules: str,
    ) -> None:
        self._working, self._player, self._budget, self._on_step = working, player, budget, on_step
        self._mode: Mode = mode
        self._rules, self.past = rules, ""
        self._retrievals = self._refused = self._acted = 0
        self._prompt_tokens: list[int] = []

    def begin(self, environment: Environment, goal: str, name: str | None) -> Observation:
        """Begin the world and its run, unless the budget does not hold even the run's goal."""
        moment = environment.reset()
        render(Run(name or "new", goal, seen(moment)), self._mode, self._working.count_tokens, self._budget)
        self._working.begin(goal, observation=seen(moment), name=name)
        return moment

    def result(self, moment: Observation, max_score: float) -> PlayedRun:
        run = self._working.run
        progress = moment.score / max_score if max_score else 0.0
        calls = len(self._prompt_tokens)
        counts = (run.length, len(run.subgoals), calls, self._retrievals, self._refused)
        return PlayedRun(progress, moment.won, *counts, tuple(self._prompt_tokens), self._acted)

    def act(self, environment: Environment) -> Observation:
        action = self._next_action()
        if not self._working.run.open:
            self._working.subgoal(self._working.run.goal)
        moment = environment.step(action)
        self._working.step(action, seen(moment))
        self._acted += 1
        if self._on_step:
            self._on_step(self._working.run.steps[-1], moment)
        return moment

    def _next_action(self) -> str:
        """Ask until there is an action. A reply that cannot be used a second time is the action as it was said."""
        note, retrieved, is_asked_again = "", 0, False
        while True:
            said = self._ask(note)
            reply = self._working.parse(said)
            self._open(reply.subgoal)
            if reply.retrieve and self._mode == "hiagent" and retrieved < MAX_RETRIEVALS:
                note, retrieved = self._retrieve(reply.retrieve), retrieved + 1
                continue
            if reply.action:
                return reply.action
            self._refused += not (reply.subgoal or reply.retrieve)
            if is_asked_again:
                return _raw(said)
            note = TOO_MANY if reply.retrieve else NO_ACTION if reply.subgoal else UNREADABLE
            is_asked_again = True

    def _ask(self, note: str) -> str | BaseMessage:
        shown = self._working.render(self._mode, budget=self._budget)
        messages = prompt(self._mode, shown, rules=self._rules, past=self.past, note=note)
        self._prompt_tokens.append(self._working.count_tokens(messages))
        return self._player.reply(messages)

    def _open(self, subgoal: str) -> None:
        """Open a subgoal, unless the open one is that, or has no step yet."""
        open_ = self._working.run.open
        if not subgoal or self._mode == "standard" or (open_ and not open_.steps):
            return
        if not open_ or not is_same(open_.text, subgoal):
            self._working.subgoal(subgoal)

    def _retrieve(self, numbers: tuple[int, ...]) -> str:
        """Show the steps of earlier subgoals; where that cannot be, return why."""
        run = self._working.run
        wanted = [each for each in numbers if not (run.open and each in run.open.retrieved)]
        if not wanted:
            return TOO_MANY
        try:
            run.with_retrieved(wanted)
        except ClewError as error:
            return f"Nothing was retrieved: {error}."
        self._working.retrieve(wanted)
        self._retrievals += 1
        return ""


def _raw(said: str | BaseMessage) -> str:
    """Return the first line of a reply; a retrieval is none, because the world must not see it."""
    text = well_formed(str(said.text) if isinstance(said, BaseMessage) else said)
    lines = (line for each in text.splitlines() if (line := " ".join(each.split())))
    line = next(lines, NOTHING)[:MAX_RAW_CHARACTERS]
    return NOTHING if "retrieve" in line.lower() else line


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
