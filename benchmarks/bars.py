"""Grouped bars of means in percent with their intervals, as a picture."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from intervals import Estimate
from matplotlib.figure import Figure


def plot(
    path: Path,
    found: Mapping[str, Sequence[Estimate]],
    groups: Sequence[str],
    *,
    label: str,
    title: str,
    colours: Sequence[str] = (),
) -> None:
    """Write the picture; makes its folder.

    Args:
        path: of the picture.
        found: per name of what is compared, a bar for each group.
        groups: what stands below them.
        label: of the axis.
        title: what was measured.
        colours: one for each name; else matplotlib's.
    """
    figure = Figure(figsize=(12, 5.5), layout="constrained")
    axes = figure.subplots()
    if colours:
        axes.set_prop_cycle(color=colours)
    width = 0.85 / max(1, len(found))
    for number, (name, bars) in enumerate(found.items()):
        left = [place + (number - (len(found) - 1) / 2) * width for place in range(len(groups))]
        arms = [[bar.mean - bar.low for bar in bars], [bar.high - bar.mean for bar in bars]]
        style = {"linewidth": 0.8, "ecolor": "#444444"}
        axes.bar(left, [bar.mean for bar in bars], width, label=name, yerr=arms, error_kw=style)
    axes.set_xticks(range(len(groups)), groups)
    axes.set_ylim(0, 100)
    axes.set_ylabel(label)
    axes.set_title(f"{title} (bars: mean; lines: 95 % bootstrap)")
    axes.grid(axis="y", linewidth=0.4)
    axes.set_axisbelow(True)
    figure.legend(loc="outside lower center", ncols=4, frameon=False)
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=150)
