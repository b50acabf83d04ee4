"""Chains as LangChain's Runnables: one is called, batched, streamed, awaited, composed, and has a fallback.

    python examples/chains.py

The model is scripted, so that this runs without a key or a server: any of LangChain's may stand in its place.
"""

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime

from langchain_core.runnables import RunnableLambda
from langchain_core.tracers.context import collect_runs
from scripted import Scripted

from clew.agents.chains import CHAINS, FACTS, Excerpt, LanguageModel, Prompt, Said
from clew.llm import Chain
from clew.loaders.knowledge.extraction import ExtractedFacts

MOVED = '{"facts": [{"text": "Ann moved to Oslo.", "turns": [1]}]}'
CAT = '{"facts": [{"text": "Ann has a cat.", "turns": [1]}]}'
PLANNED = "Go to the mug, and pick it up."


def said(text: str) -> Excerpt:
    """Return one turn of Ann's, to be read."""
    return Excerpt([Said("turn 1", "monday", 0, "Ann", text, datetime(2023, 5, 8, 12, tzinfo=UTC))])


def texts(read: ExtractedFacts) -> list[str]:
    """Return what the facts say that were read."""
    return [fact.text for fact in read.facts]


def called() -> Iterator[str]:
    """Yield what each way to call a chain gives, and what all of them cost together."""
    model = LanguageModel(Scripted(answers=["Certainly!", MOVED, MOVED, CAT, CAT, PLANNED]), most_tokens=50_000)
    facts = FACTS.on(model)
    with collect_runs() as traced:  # as any tracer of LangChain's
        yield f"invoke: {texts(facts.invoke(said('I moved to Oslo.')))}"
    (root,) = traced.traced_runs
    steps = [step.name for step in root.child_runs[0].child_runs]
    yield f"its trace: {root.name}, {' | '.join(steps)}; calls: {model.usage.total.calls}, one of them a re-ask"
    both = facts.batch([said("I moved to Oslo."), said("I have a cat.")], {"max_concurrency": 1})
    yield f"batch: {[texts(each) for each in both]}"
    yield f"ainvoke: {texts(asyncio.run(facts.ainvoke(said('I have a cat.'))))}"
    planned = Chain.text(Prompt.parse("plan", "# System\nYou plan.\n# Human\n{task}")).on(model)
    yield f"stream: {list(planned.stream({'task': 'Take the mug.'}))}"
    for name, account in model.usage.chains.items():
        yield f"account of {name}: {account.calls} calls, {account.re_asks} re-asks"


def composed() -> Iterator[str]:
    """Yield what a chain gives between steps of one's own, and where the first model is down."""
    down, other = Scripted(answers=[ConnectionRefusedError("down")]), Scripted(answers=[CAT])
    facts = FACTS.on(LanguageModel(down, tries=1)).with_fallbacks([FACTS.on(other)])
    whole = RunnableLambda(said) | facts | RunnableLambda(texts)
    yield f"composed, with a fallback: {whole.invoke('I have a cat.')}"


def main() -> None:
    """Print what each way gives, and the list of chains."""
    print(*called(), *composed(), f"chains: {', '.join(CHAINS)}", sep="\n")


if __name__ == "__main__":
    main()
