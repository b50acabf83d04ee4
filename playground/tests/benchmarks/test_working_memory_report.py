"""The tables of the benchmark of working memory, on runs whose figures are simple."""

from dataclasses import replace

from playground.benchmarks.working_memory_report import WHOLE, Acted, Cost, gates, ratios

SHORT = Acted("a", "a1", "standard", 4, 4, 1, True, 1.0, 4, 0, 0, 100.0, 200.0, True)
LONG = replace(SHORT, problem="a2", plan=40, steps=40, run_pieces=900.0, prompt_pieces=1000.0)


def in_all_modes(standard: Acted, *, run: float, prompt: float) -> list[Acted]:
    ours = replace(standard, mode="hiagent", run_pieces=run, prompt_pieces=prompt, is_concatenation=None)
    return [standard, replace(standard, mode="decomposed", is_concatenation=None), ours]


ACTED = [*in_all_modes(SHORT, run=100.0, prompt=190.0), *in_all_modes(LONG, run=300.0, prompt=400.0)]


def test_a_ratio_is_that_of_the_means_over_problems() -> None:
    found = ratios(ACTED)
    assert found["all"][WHOLE] == round((190 + 400) / (200 + 1000), 4)
    assert found["all"]["run / standard"] == (100 + 300) / (100 + 900)
    assert found["all"]["mean of ratios"] == (190 / 200 + 400 / 1000) / 2
    assert (found["1 to 9 steps"]["problems"], found["40 steps and more"][WHOLE]) == (1, 0.4)
    assert found["all of 20 and more"] == found["40 steps and more"]


def test_each_gate_fails_where_its_figure_is_missed() -> None:
    passed = gates(ACTED, Cost([1.0] * 490, [1.0] * 490, 2))
    assert all(passed.values())
    missed = {
        "falling": [*in_all_modes(SHORT, run=10.0, prompt=20.0), *ACTED[3:]],
        "at most 0.75 of": [*ACTED[:3], *in_all_modes(LONG, run=300.0, prompt=800.0)],
        "at most 1.0 below": [*in_all_modes(SHORT, run=100.0, prompt=220.0), *ACTED[3:]],
        "standard is": [replace(ACTED[0], is_concatenation=False), *ACTED[1:]],
        "success": [*ACTED[:-1], replace(ACTED[-1], won=False)],
    }
    for name, acted in missed.items():
        found = [each for each, passes in gates(acted, None).items() if each.startswith(name) and not passes]
        assert len(found) == 1
    slow = gates(ACTED, Cost([1.0] * 390 + [2.0] * 100, [1.0] * 490, 3))
    assert [name[:6] for name, passes in slow.items() if not passes] == ["a step", "growth"]
