"""Working memory: a running task whose context stays short while it grows long."""

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from langchain_core.messages import BaseMessage
from langchain_core.messages.utils import count_tokens_approximately

from clew.api.memory import Memory
from clew.api.operations import operations, writes
from clew.errors import Conflict, InvalidInput
from clew.loaders.working import reply, runs
from clew.loaders.working.reply import AgentReply
from clew.loaders.working.summary import summarise
from clew.model import Filter, Hit
from clew.model.working import Run
from clew.retrieval.working.read import read
from clew.retrieval.working.render import CountTokens, Mode, render
from clew.text.arguments import check_arguments, check_list

if TYPE_CHECKING:
    from clew.llm import AnyModel


@operations("WorkingMemory")
class WorkingMemory:
    """One run of a task at a time, written to the graph step by step. Not thread-safe: a run is one thread of work.

    Attributes:
        prompt_tokens: of each prompt that was rendered since the run was begun or resumed here.

    Example:
        working = WorkingMemory(memory)
    """

    @check_arguments
    def __init__(
        self, memory: Memory, *, count_tokens: CountTokens = count_tokens_approximately, model: "AnyModel | None" = None
    ) -> None:
        """Open the working memory of a memory's space; then begin a run, or resume one.

        Args:
            memory: where runs are kept.
            count_tokens: counts the tokens of messages; LangChain's estimate where none is given.
            model: writes the summaries; None: the memory's, where it has one.
        """
        self._own_model = None if model is None else memory.language_model(model=model)
        self.memory = memory
        self.count_tokens = count_tokens
        self.prompt_tokens: list[int] = []
        self._run: Run | None = None

    @property
    def run(self) -> Run:
        """The run as it stands, which is what the graph holds.

        Raises:
            InvalidInput: no run was begun or resumed.
        """
        if self._run is None:
            raise InvalidInput("no run is open here; call begin() or resume() first")
        return self._run

    @writes
    def begin(self, goal: str, *, observation: str = "", name: str | None = None) -> Run:
        """Begin a run.

        Args:
            goal: what shall be reached, in a line.
            observation: what is seen before the first step.
            name: of the run and of its session, 1 to 200 characters; None: one that is new.

        Returns:
            The run.

        Raises:
            InvalidInput: the goal is blank, or the name cannot be used.
            Conflict: the space has a session or a run of that name.

        Example:
            working.begin("Put block a on block b.", observation="Both are on the table.")
        """
        return self._take(runs.begin(self.memory.space, goal, observation=observation, name=name))

    def resume(self, name: str) -> Run:
        """Take up a run where it stands; one that has ended can be rendered.

        Args:
            name: of the run.

        Returns:
            The run as memory holds it.

        Raises:
            NotFound: the space has no such run.

        Example:
            working.resume("stack-7")
        """
        return self._take(read(self.memory.space, name))

    @writes
    def subgoal(self, text: str) -> int:
        """Open the next subgoal, and close the one before with its summary.

        The language model writes the summary; without one, or where it fails, the last observation is the summary.

        Args:
            text: what shall be reached next, in a line.

        Returns:
            The number of the new subgoal, from 1.

        Raises:
            InvalidInput: the text is blank.
            Conflict: the open subgoal has no step yet, the run has ended, or another process has gone on with it.

        Example:
            working.subgoal("Hold block a.")
        """
        self._run = runs.open_subgoal(
            self.memory.space, self.run, text, lambda run: summarise(run, self._own_model or self.memory.standing_model)
        )
        return self._run.subgoals[-1].number

    @writes
    def step(self, action: str, observation: str) -> str:
        """Append a step to the open subgoal.

        The same step again after an error is a retry: what was written of it is not written twice. Without an error it
        is a second step.

        Args:
            action: as it was done.
            observation: as it was seen after it.

        Returns:
            The id of the step's episode.

        Raises:
            InvalidInput: the action is blank.
            Conflict: no subgoal is open, the run has ended, or another process has gone on with it.

        Example:
            working.step("pick up block a", "You hold block a.")
        """
        tokens = self.prompt_tokens[-1] if self.prompt_tokens else 0
        try:
            self._run, id = runs.append_step(self.memory.space, self.run, action, observation, tokens)
        except Conflict:
            if not (written := self._with_only(action, observation)):
                raise
            self._run, id = written, runs.step_id(written, written.steps[-1])
        return id

    @writes
    def retrieve(self, numbers: Iterable[int]) -> Run:
        """Show the steps of closed subgoals until the next subgoal opens; it costs no step.

        Args:
            numbers: of closed subgoals, from 1; at most 6 for one open subgoal.

        Returns:
            The run.

        Raises:
            NotFound: one of them is of no closed subgoal.
            Conflict: too many were asked for, no subgoal is open, or another process has gone on with the run.

        Example:
            working.retrieve([1])
        """
        self._run = runs.retrieve(self.memory.space, self.run, check_list("numbers", numbers, int))
        return self._run

    @writes
    def end(self, outcome: str = "", *, met: bool | None = None) -> str:
        """End the run, which `recall` finds from now on.

        Args:
            outcome: what became of it, in words.
            met: whether the goal was reached; None: nobody said.

        Returns:
            The id of the run.

        Raises:
            Conflict: it has ended, or another process has gone on with it.

        Example:
            working.end("Block a is on block b.", met=True)
        """
        link = self.memory.settings.entities
        self._run, id = runs.end(self.memory.space, self.run, outcome, met, link_entities=link)
        return id

    def render(self, mode: Mode = "hiagent", *, budget: int | None = None) -> list[BaseMessage]:
        """Return the messages that show the run to a model.

        Args:
            mode: ``standard``: all steps; ``decomposed``: under their subgoals; ``hiagent``: closed subgoals in a line.
            budget: tokens at most, 1 or more; None: no bound.

        Returns:
            LangChain messages.

        Raises:
            InvalidInput: the budget does not hold the goal, the open subgoal and its last action.

        Example:
            working.render("hiagent", budget=2_000)
        """
        rendering = render(self.run, mode, self.count_tokens, budget)
        self.prompt_tokens.append(rendering.tokens)
        return rendering.messages

    @staticmethod
    def parse(said: str | BaseMessage) -> AgentReply:
        """Read what a model said.

        Args:
            said: its text, or its message, of which tool calls named subgoal, action and retrieve are read as well.

        Returns:
            The subgoal, the action and the numbers; what cannot be read is an empty reply.

        Example:
            WorkingMemory.parse("Action: pick up block a").action
        """
        return reply.parse(said)

    def similar(self, goal: str | None = None, *, limit: int = 3) -> tuple[Hit, ...]:
        """Return ended runs of this space with a goal like this one, best first, with the path that says why.

        Args:
            goal: what shall be reached; None: the goal of the present run.
            limit: runs at most, 1 to 1,000.

        Returns:
            The runs as hits.

        Example:
            working.similar("Put block c on block d.", limit=1)
        """
        wanted = self.run.goal if goal is None else goal
        return self.memory.recall(wanted, Filter(kinds=["run"]), limit=limit).hits

    def _with_only(self, action: str, observation: str) -> Run | None:
        """Return the run as it is stored where it has gone on by just this step, whose answer was lost; else None."""
        stored = read(self.memory.space, self.run.name)
        tokens = stored.steps[-1].prompt_tokens if stored.steps else 0
        grown = self.run.with_step(action, observation, tokens)
        return stored if stored == replace(grown, revision=stored.revision) else None

    def _take(self, run: Run) -> Run:
        self._run, self.prompt_tokens = run, []
        return run
