"""A coding agent that learns from failed attempts: what helped, in this repository and in the next one.

    python examples/coding_agent.py

The attempts are played, so that this runs without a model. In an agent of yours the steps are its commands, and the
score is the share of tests that pass. A model writes the lines that `learn` is given (docs/learnings.md).
"""

from clew import Learnings, Memory

ATTEMPTS = [
    (
        [("run the tests", "ImportError: no module named yaml", 0), ("edit the parser", "ImportError again", 0)],
        [
            "Installing the extra 'dev' SHOULD BE NECESSARY to run the tests.",
            "Editing the parser DOES NOT CONTRIBUTE to importing yaml.",
        ],
    ),
    (
        [("install the extra 'dev'", "done", 20), ("run the tests", "3 failed: dates in local time", 70)],
        [
            "Installing the extra 'dev' SHOULD BE NECESSARY to run the tests.",
            "Setting TZ=UTC MAY BE NECESSARY to pass the tests of dates.",
        ],
    ),
]


def main() -> None:
    """Fail twice, learn, and read the learnings where they matter."""
    with Memory.local(space="coding agent") as memory:
        learnings = Learnings(memory)
        learnings.task("fix the build", "Make all tests of the repository pass.")
        learnings.environment("parser", "A Python repository with a parser of dates.")
        for steps, lines in ATTEMPTS:
            trial = learnings.begin("fix the build", "parser")
            for action, observation, score in steps:
                trial.step(action, observation, score=score)
            trial.end(steps[-1][2])
            trial.learn(lines)

        print("in this repository:")
        for chosen in learnings.select("Tests of dates fail.", 2, task="fix the build", environment="parser"):
            print(" ", chosen.stored.text)
        print("in another one:")
        for chosen in learnings.select("ImportError when tests start.", 1, across=True):
            print(" ", chosen.stored.text)
            print("  because of:", learnings.why(chosen.stored.id)[0].steps[0][1].splitlines()[-1])


if __name__ == "__main__":
    main()
