"""The page of what was learned of a task in a place; see `clew.interfaces.pages` for what keeps its texts harmless."""

from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path

from clew.api.learnings import Learnings
from clew.interfaces.pages.template import save
from clew.model.learnings import LearningSet, Teaching
from clew_playground.pages.learn.threads import Column, Thread, columns, threads
from clew_playground.pages.stepped import stepped

MAX_STEP_CHARACTERS = 300
"""Of a step that shows a learning."""


def write(path: Path, learnings: Learnings, task: str, environment: str, *, title: str, words: str) -> Path:
    """Write the page of `render` and return its absolute path."""
    return save(path, render(learnings, task, environment, title=title, words=words))


def render(learnings: Learnings, task: str, environment: str, *, title: str, words: str) -> str:
    """Return the page: each trial with its score, and each learning from the version that began it to its last.

    Args:
        learnings: of the space.
        task: name of the task.
        environment: name of the environment.
        title: of the page.
        words: the task in words.
    """
    shown = columns(learnings.trials(task, environment), learnings.versions(task, environment))
    found = threads([(number, each.written) for number, each in enumerate(shown) if each.written])
    names = _names(shown)
    data = {
        "title": title,
        "task": words,
        "outcome": _outcome(shown),
        "columns": [_column(place, each, names) for place, each in enumerate(shown)],
        "threads": [_thread(each, learnings.why(each.nodes[-1][1].id), names) for each in found],
    }
    return stepped("learn", data, _written(shown, names, title, words))


def _outcome(shown: Sequence[Column]) -> str:
    scores = [f"{each.trial.score:g}" for each in shown if each.trial]
    return f"points by trial: {', '.join(scores)}" if scores else "no trial has ended"


def _names(shown: Sequence[Column]) -> dict[str, str]:
    """Return what each trial is called, from 0: those that were broken off are not counted."""
    ended = sorted((each.trial for each in shown if each.trial), key=lambda trial: trial.number)
    return {trial.name: f"trial {number}" for number, trial in enumerate(ended)}


def _heading(place: int, column: Column, names: Mapping[str, str]) -> str:
    if column.trial:
        return names[column.trial.name]
    return "from other episodes" if place else "begins with"


def _column(place: int, column: Column, names: Mapping[str, str]) -> dict[str, object]:
    trial = column.trial
    return {
        "name": _heading(place, column, names),
        "score": None if trial is None or trial.score is None else _rounded(trial.score),
        "steps": trial.length if trial else 0,
        "stop": trial.outcome if trial else "",
        "learns": column.written is not None,
    }


def _rounded(score: float) -> float:
    """Return a score as it is written, without the dust of its sum."""
    return float(f"{score:g}")


def _thread(thread: Thread, taught: Sequence[Teaching], names: Mapping[str, str]) -> dict[str, object]:
    return {
        "nodes": [
            [column, each.learning.text, each.learning.relation, each.learning.modality == "may"]
            for column, each in thread.nodes
        ],
        "joins": thread.joins,
        "why": [
            {
                "trial": names.get(each.trial) or f"{each.task} in {each.environment}, trial {each.number - 1}",
                "score": _rounded(each.score),
                "steps": [text[:MAX_STEP_CHARACTERS] for _, text in each.steps],
            }
            for each in taught
        ],
    }


def _written(shown: Sequence[Column], names: Mapping[str, str], title: str, words: str) -> str:
    """Return it in words, for who sees no pictures and who runs no scripts."""
    parts = [f"<h2>{escape(title)}: {escape(_outcome(shown))}</h2>", f"<p>{escape(words)}</p>"]
    for place, each in enumerate(shown):
        score = f": {each.trial.score:g} points" if each.trial else ""
        parts.append(f"<h3>{escape(_heading(place, each, names))}{score}</h3>")
        if each.written:
            parts.append(_listed(each.written))
    return "\n".join(parts)


def _listed(one: LearningSet) -> str:
    lines = "\n".join(f"<li>{escape(each.learning.text)}</li>" for each in one.learnings)
    return f"<ol>{lines}</ol>"
