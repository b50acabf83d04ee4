"""The page of what was learned of a task in a place; see `clew.interfaces.pages.exported` for its safety."""

from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path

from clew.api.learnings import Learnings
from clew.interfaces.pages.exported import exported
from clew.interfaces.pages.files import save
from clew.interfaces.pages.lineage import Column, columns, lineage, trial_numbers
from clew.model.learnings import LearningSet


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
    content = lineage(learnings, task, environment) | {"task": words, "outcome": _outcome(shown)}
    return exported("learned", title, content, _written(shown, title, words), "The learnings in words")


def _outcome(shown: Sequence[Column]) -> str:
    scores = [f"{each.trial.score:g}" for each in shown if each.trial]
    return f"points by trial: {', '.join(scores)}" if scores else "no trial has ended"


def _heading(place: int, column: Column, numbers: Mapping[str, int]) -> str:
    if column.trial:
        return f"trial {numbers[column.trial.name]}"
    return "from other episodes" if place else "begins with"


def _written(shown: Sequence[Column], title: str, words: str) -> str:
    """Return it in words, for who sees no pictures and who runs no scripts."""
    parts = [f"<h2>{escape(title)}: {escape(_outcome(shown))}</h2>", f"<p>{escape(words)}</p>"]
    numbers = trial_numbers(shown)
    for place, each in enumerate(shown):
        score = f": {each.trial.score:g} points" if each.trial else ""
        parts.append(f"<h3>{escape(_heading(place, each, numbers))}{score}</h3>")
        if each.written:
            parts.append(_listed(each.written))
    return "\n".join(parts)


def _listed(one: LearningSet) -> str:
    lines = "\n".join(f"<li>{escape(each.learning.text)}</li>" for each in one.learnings)
    return f"<ol>{lines}</ol>"
