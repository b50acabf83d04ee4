"""An assistant of a family: one memory, several people, and things that change.

    python examples/family.py

Nothing more than Clew is needed.
"""

from clew import Filter, Memory

SATURDAY = [
    ("Mia", "I am allergic to nuts.", "2026-03-07T09:00:00Z"),
    ("Tom", "My swimming lesson is on Tuesdays at five.", "2026-03-07T09:01:00Z"),
    ("Lea", "The plumber comes on Thursday at ten.", "2026-03-07T09:02:00Z"),
]
MONDAY = [("Tom", "My swimming lesson is on Wednesdays at six.", "2026-03-09T18:00:00Z")]


def main() -> None:
    """Remember two talks, ask, correct, and forget one person's words."""
    with Memory.local(space="family") as memory:
        for session, turns in (("saturday", SATURDAY), ("monday", MONDAY)):
            memory.remember([{"speaker": who, "text": text, "at": at} for who, text, at in turns], session=session)

        print(memory.recall("When is Tom's swimming lesson?").hits[0].text)
        print(memory.recall("Who is allergic to something?").hits[0].speaker)
        print([turn.text for turn in memory.search(Filter(speaker="Tom")).items])

        plumber = memory.recall("When does the plumber come?").hits[0]
        memory.correct(plumber.id, "The plumber comes on Friday at ten.")
        print(memory.recall("When does the plumber come?").hits[0].text)
        print([version.text for version in memory.history(plumber.id)])

        would = memory.forget(where=Filter(speaker="Tom"), dry_run=True)
        gone = memory.forget(where=Filter(speaker="Tom"))
        print("the same:", would.removed == gone.removed)
        print([turn.speaker for turn in memory.turns("saturday")])


if __name__ == "__main__":
    main()
