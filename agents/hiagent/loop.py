"""The loop of HiAgent: working memory is shown, the player replies, the world answers, and each step is remembered.

    with Memory.local(space="robot", model=model) as memory:
        played = HiAgent(memory).run(environment)

Source: HiAgent, section 3. Two things differ from its public code. A retrieval never reaches the world and costs no
step, and its number is bounded. A reply that cannot be read is asked for once more before it costs a step. The
instructions of the prompts are ours; what they ask for is that of HiAgent, appendix B.2.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from langchain_core.messages import BaseMessage

from clew.agents.agent import Agent, AgentStep, Steps
from clew.agents.environment import CheckedEnvironment, Environment, Observation, WrongWorld
from clew.agents.hiagent.players import ModelPlayer, Player
from clew.api.memory import Memory
from clew.api.working import WorkingMemory
from clew.embedding.unicode import well_formed
from clew.errors import ClewError, Conflict, InvalidInput
from clew.llm import Prompt, required
from clew.model import Hit
from clew.model.working import Run, Step, is_same
from clew.retrieval.working.render import Mode, render
from clew.text.quotation import indented

if TYPE_CHECKING:
    from clew.llm import AnyModel

EXPERIENCE_WORDS = 200  # of all earlier runs that a prompt quotes
UNREADABLE = "Your last reply could not be read. Reply as you were told, with a line that begins with `Action:`."
NO_ACTION = "The subgoal is noted. Now reply with its first action, in a line that begins with `Action:`."
MANY = "{count} actions are valid now. `Action: check valid actions` lists them and costs nothing."
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


def replay(environment: Environment | CheckedEnvironment, run: Run) -> Observation:
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
MAX_LISTED = 20  # valid actions that a prompt lists; more are listed where the player asks
MAX_LISTED_CHARACTERS = 600  # of such a list
MAX_ASKED_CHARACTERS = 8000  # of a list that the player asks for; the rest is left out
CHECK = "check valid actions"  # the question, in the words of AgentBoard's worlds
_TITLE = re.compile(r"^[\s#*_>-]*(?:your |the )?(?P<title>goal|task)(?: is)?[\s*_]*:[\s*_]*", re.IGNORECASE)

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


class HiAgent(Agent[Environment, PlayedRun]):
    """Acts until the world's task is over, or the steps are used up; then it ends the run.

    A run that is taken up again goes on. Where the model fails, the run stays as it is, and can be resumed.

    Attributes:
        working: where its runs are kept.

    Example:
        played = HiAgent(memory, "openai:gpt-4o-mini").run(world)
    """

    def __init__(
        self,
        memory: Memory | WorkingMemory,
        model: "AnyModel | None" = None,
        *,
        player: Player | None = None,
        mode: Mode = "hiagent",
        most_steps: int = MAX_STEPS,
        budget: int | None = None,
        experience: bool | int = False,
        shows_actions: bool = True,
        name: str | None = None,
        on_step: OnStep | None = None,
    ) -> None:
        """Make an agent.

        Args:
            memory: where runs are kept; or a `WorkingMemory` of it. A run that this has resumed, and that has not
                ended, goes on: its recorded actions are sent to the world again, from its reset.
            model: decides and writes summaries; None: the memory's.
            player: decides in place of a model.
            mode: what the player is shown and asked for; ``standard`` knows neither subgoals nor retrieval.
            most_steps: actions of a run, those before it was resumed included.
            budget: of the tokens that show the run; instructions and earlier runs come on top.
            experience: how many earlier runs with such a goal are shown; True: `EXPERIENCE`.
            shows_actions: whether each prompt lists the valid actions, where the world does. A long list is shown where
                the player asks for it with ``check valid actions``, which costs no step. Without, as in the paper, the
                player is shown none, and that question is an action as any other.
            name: of a run that is begun; None: a new one.
            on_step: told of each step once it is remembered.

        Raises:
            InvalidInput: what was given as a model is none.
            NoModel: there is neither a model nor a player.
        """
        is_open = isinstance(memory, WorkingMemory)
        self.working = memory if is_open else WorkingMemory(memory, model=model)
        door = self.working.memory
        self._player = player or ModelPlayer(required(door.language_model(model=model), "HiAgent"))
        self._mode: Mode = mode
        self._most_steps, self._budget, self._name, self._on_step = most_steps, budget, name, on_step
        self._shows_actions = shows_actions
        self._experience = EXPERIENCE if experience is True else int(experience)

    def steps(self, environment: Environment, task: str = "") -> Steps[PlayedRun]:
        """Act step by step; see `Agent.steps`.

        Args:
            environment: the world. Its task is the goal. Of a task of several lines that one is the goal which has a
                title such as "Your goal:", else the last one. The others are rules, which every prompt shows.
            task: in words, in place of the world's own.

        Returns:
            An iterator of the steps; its value at the end is the result.

        Raises:
            InvalidInput: the world is none, or the budget does not hold the goal, and nothing was written; or not what
                the run came to later.
            Conflict: another process has gone on with the run, or the world does not answer the recorded actions as it
                did.
            ModelFailed: the model failed.

        Example:
            for step in HiAgent(memory).steps(world):
                print(step.action)
        """
        checked, working = CheckedEnvironment(environment, task), self.working
        goal, rules = divided(checked.task)
        lists = self._shows_actions
        episode = _Episode(working, self._player, self._mode, self._budget, self._on_step, rules, lists=lists)
        if (stored := begun(working)) and stored.outcome is None:
            moment = replay(checked, stored)
        else:
            moment = episode.begin(checked, goal, self._name)
        if self._experience:
            episode.past = quoted(working.similar(limit=self._experience))
        try:
            while working.run.length < self._most_steps and not moment.done:
                moment = episode.act(checked, moment)
                yield AgentStep(working.run.steps[-1].action, seen(moment), moment.score)
        except WrongWorld as error:
            working.end(f"Broken off: {error}.", met=False)
            raise
        played = episode.result(moment, checked.max_score)
        outcome = f"The goal was {'' if played.won else 'not '}reached in {played.steps} steps"
        working.end(f"{outcome}." if played.won else f"{outcome}; {played.progress:.0%} of it was.", met=played.won)
        return played


def divided(task: str) -> tuple[str, str]:
    """Return the goal of a task, and its rules: all other lines.

    The goal is the last line with the title of a goal, else of a task; where a title stands alone, the line below it.
    Without a title it is the last line.
    """
    lines = [each.rstrip() for each in task.strip().splitlines()]
    titled = {place: found["title"].lower() for place, line in enumerate(lines) if (found := _TITLE.match(line))}
    goals = [place for place, title in titled.items() if title == "goal"] or [*titled] or [len(lines) - 1]
    place = last = goals[-1]
    goal = _TITLE.sub("", lines[place])
    while not goal and last + 1 < len(lines):
        last += 1
        goal = lines[last].strip()
    return goal or task.strip(), "\n".join([*lines[:place], *lines[last + 1 :]]).strip()


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
        *,
        lists: bool,
    ) -> None:
        self._working, self._player, self._budget, self._on_step = working, player, budget, on_step
        self._mode: Mode = mode
        self._rules, self._lists, self.past = rules, lists, ""
        self._retrievals = self._refused = self._acted = 0
        self._prompt_tokens: list[int] = []

    def begin(self, environment: CheckedEnvironment, goal: str, name: str | None) -> Observation:
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

    def act(self, environment: CheckedEnvironment, now: Observation) -> Observation:
        action = self._next_action(now.actions if self._lists else ())
        if not self._working.run.open:
            self._working.subgoal(self._working.run.goal)
        moment = environment.step(action)
        self._working.step(action, seen(moment))
        self._acted += 1
        if self._on_step:
            self._on_step(self._working.run.steps[-1], moment)
        return moment

    def _next_action(self, actions: Sequence[str]) -> str:
        """Ask until there is an action. A reply that cannot be used a second time is the action as it was said.

        The valid actions are shown, the first time all of them only where they are few.
        """
        note, retrieved, is_asked_again, valid = "", 0, False, listed(actions)
        while True:
            said = self._ask(note, valid)
            reply = self._working.parse(said)
            self._open(reply.subgoal)
            if reply.retrieve and self._mode == "hiagent" and retrieved < MAX_RETRIEVALS:
                note, retrieved = self._retrieve(reply.retrieve), retrieved + 1
                continue
            if (
                actions
                and reply.action.lower().strip(" .`") == CHECK
                and valid != (whole := listed(actions, asked=True))
            ):
                valid = whole
                continue
            if reply.action:
                return reply.action
            self._refused += not (reply.subgoal or reply.retrieve)
            if is_asked_again:
                return _raw(said)
            note = TOO_MANY if reply.retrieve else NO_ACTION if reply.subgoal else UNREADABLE
            is_asked_again = True

    def _ask(self, note: str, valid: str) -> str | BaseMessage:
        shown = self._working.render(self._mode, budget=self._budget)
        messages = prompt(self._mode, shown, rules=self._rules, past=self.past, valid=valid, note=note)
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


def listed(actions: Sequence[str], *, asked: bool = False) -> str:
    """Return what a prompt says of the valid actions: a list, or how many they are and how to see them."""
    if not actions:
        return ""
    text = "\n".join(map(indented, actions))
    if asked and len(text) > MAX_ASKED_CHARACTERS:
        text = f"{text[:MAX_ASKED_CHARACTERS].rpartition(chr(10))[0]}\n…"
    elif not asked and (len(actions) > MAX_LISTED or len(text) > MAX_LISTED_CHARACTERS):
        return MANY.format(count=len(actions))
    return f"Valid actions:\n{text}"


def _raw(said: str | BaseMessage) -> str:
    """Return the first line of a reply; a retrieval is none, because the world must not see it."""
    text = well_formed(str(said.text) if isinstance(said, BaseMessage) else said)
    lines = (line for each in text.splitlines() if (line := " ".join(each.split())))
    line = next(lines, NOTHING)[:MAX_RAW_CHARACTERS]
    return NOTHING if "retrieve" in line.lower() else line


def prompt(
    mode: Mode, run: Sequence[BaseMessage], *, rules: str = "", past: str = "", valid: str = "", note: str = ""
) -> list[BaseMessage]:
    """Return the messages of one call: the system's of the mode, and one of the user with all the rest."""
    parts = (rules, past, *(str(each.text) for each in run), valid, note)
    return _PROMPTS[mode].messages(shown="\n\n".join(filter(None, parts)))


def quoted(hits: Iterable[Hit], words: int = EXPERIENCE_WORDS) -> str:
    """Return earlier runs as a list, one in a line; the last one may be cut short. Empty where there is none."""
    lines, left = list[str](), words
    for hit in hits:
        own = hit.text.split()
        lines += [f"- {' '.join(own[:left])}{' …' if len(own) > left else ''}"] if left > 0 else []
        left -= len(own)
    return "\n".join([_PAST, *lines]) if lines else ""
