"""A run of working memory as one page; see `clew.pages` for what keeps its texts harmless."""

from collections.abc import Mapping, Sequence
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import get_args

from clew.pages.template import fill, save
from clew.retrieval.working.render import Mode
from clew.working_model import Run, Step, Subgoal

MODES: tuple[Mode, ...] = get_args(Mode)

Sizes = Sequence[Mapping[Mode, int]]
"""Tokens of the prompt before each step, by mode."""


def write(path: Path, run: Run, sizes: Sizes, *, title: str) -> Path:
    """Write the page of `render` and return its absolute path."""
    return save(path, render(run, sizes, title=title))


def render(run: Run, sizes: Sizes, *, title: str) -> str:
    """Return the page: at each step the tree of subgoals as it was, and over all steps the tokens of each mode."""
    return fill(files("clew.work_page").joinpath("work.html"), _data(run, sizes, title), _written(run, sizes, title))


def outcome(run: Run) -> str:
    """Return how a run ended, or that it goes on."""
    if run.outcome is None:
        return f"Goes on after {run.length} {'step' if run.length == 1 else 'steps'}."
    return run.outcome or {True: "The goal was reached.", False: "The goal was not reached."}.get(
        bool(run.met), "Ended."
    )


def _data(run: Run, sizes: Sizes, title: str) -> dict[str, object]:
    return {
        "title": title,
        "goal": run.goal,
        "begin": run.observation,
        "outcome": outcome(run),
        "modes": list(MODES),
        "subgoals": [_subgoal(each) for each in run.subgoals if each.steps],
        "steps": [_step(step, number, size) for (step, number), size in zip(_steps(run), sizes, strict=True)],
    }


def _subgoal(subgoal: Subgoal) -> dict[str, object]:
    summary = subgoal.summary
    return {
        "number": subgoal.number,
        "text": subgoal.text,
        "summary": summary.text if summary else None,
        "met": summary.met if summary else None,
        "retrieved": list(subgoal.retrieved),
    }


def _steps(run: Run) -> list[tuple[Step, int]]:
    """Return each step with the place of its subgoal among those that have steps."""
    acted = [each for each in run.subgoals if each.steps]
    return [(step, place) for place, subgoal in enumerate(acted) for step in subgoal.steps]


def _step(step: Step, subgoal: int, size: Mapping[Mode, int]) -> dict[str, object]:
    return {
        "action": step.action,
        "seen": step.observation,
        "subgoal": subgoal,
        "sizes": [size[mode] for mode in MODES],
    }


def _written(run: Run, sizes: Sizes, title: str) -> str:
    """Return the run in words, for who sees no pictures and who runs no scripts."""
    size = {step.number: each for step, each in zip(run.steps, sizes, strict=True)}
    parts = [f"<h2>{escape(title)}: {escape(outcome(run))}</h2>\n<p>{escape(run.goal)}</p>"]
    for subgoal in run.subgoals:
        told = f"{subgoal.text} ({subgoal.summary.text})" if subgoal.summary else subgoal.text
        lines = "\n".join(f"<li>{escape(_line(step, size[step.number]))}</li>" for step in subgoal.steps)
        parts.append(f"<h3>{subgoal.number}. {escape(told)}</h3>\n<ul>{lines}</ul>")
    return "\n".join(parts)


def _line(step: Step, size: Mapping[Mode, int]) -> str:
    tokens = ", ".join(f"{mode} {size[mode]}" for mode in MODES)
    return f"{step.number}: {step.action}; {step.observation} Tokens of the prompt: {tokens}."
