"""Every spelling of a causal line is read, one is written, and nothing is lost."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.errors import InvalidInput
from clew.loaders.learnings.grammar import lines, parse
from clew.loaders.learnings.lesson_text import FAILED, SENTENCES, SOLVED, feedback, report
from clew.model.learnings import Learning, learning_key

SPELLINGS = {
    "{} MAY BE NECCESSARY to {}.": ("necessary", "may"),
    "{} SHOULD BE NECCESSARY to {}.": ("necessary", "should"),
    "{} MAY BE NECESSARY to {}.": ("necessary", "may"),
    "{} SHOULD BE NECESSARY to {}": ("necessary", "should"),
    "{} is NECESSARY to {}": ("necessary", ""),
    "{} IS NECCESSARY TO {}.": ("necessary", ""),
    "{} MAY CONTRIBUTE to {}.": ("contributes", "may"),
    "{} MAY BE CONTRIBUTE to {}.": ("contributes", "may"),
    "{} should contribute to {}": ("contributes", "should"),
    "{} contributes to {}": ("contributes", ""),
    "{} MAY NOT CONTRIBUTE to {}.": ("does not contribute", "may"),
    "{} DOES NOT CONTRIBUTE to {}.": ("does not contribute", ""),
    "{} doesn\u2019t contribute to {}.": ("does not contribute", ""),
    "{} MAY CONTRIBUTE towards {}.": ("contributes", "may"),
}
FRAMES = (
    "{}",
    "1. {}",
    "12) {}",
    "(3) {}",
    "- {}",
    "* {}",
    "\u2022 {}",
    '"{}"',
    "\u201c{}\u201d",
    "- 2. **{}**",
    "  {}  ",
    "[1] {}",
    "1 - {}",
    "> {}",
    "> - 2. {}",
    "### 3. {}",
    "Learning 1: {}",
    "**Learning 1:** {}",
    "(a) {}",
    "- [ ] {}",
    "\u25cf {}",
    "Learning #1: {}",
    "**{}**:",
)
CAUSE, EFFECT = "opening the fridge", "access apple juice"


@pytest.mark.parametrize("spelling", SPELLINGS)
@given(frame=st.sampled_from(FRAMES), cased=st.sampled_from((str, str.upper, str.lower)))
def test_every_spelling_is_read(spelling: str, frame: str, cased: Callable[[str], str]) -> None:
    found = parse(frame.format(cased(spelling.format(CAUSE, EFFECT))))
    assert (found.cause.lower(), found.effect.lower()) == (CAUSE, EFFECT)
    assert (found.relation, found.modality) == SPELLINGS[spelling]
    assert parse(found.text) == found


@pytest.mark.parametrize(
    "line",
    [
        "Avoid unnecessary movements.",
        "It is necessary to open the door.",
        "X IS NOT NECESSARY to Y",
        "X isn\u2019t necessary to Y",
        "X won\u2019t contribute to Y",
        "X is not always necessary to Y",
        "X is no longer necessary to Y",
        "X does not directly contribute to Y",
        "X does not seem to contribute to Y",
        "X does not seem to be necessary to Y",
        "X may not necessarily contribute to Y",
        "X is unlikely to contribute to Y",
        "X never contributes to Y",
        "X fails to contribute to Y",
        "The task needs a contribution",
        "3.5 volts are enough",
        "42",
        "Waiting MAY BE NECESSARY to",
        "Neither the window nor the fan CONTRIBUTES to cooling",
        "No action CONTRIBUTES to Y",
        "X HARDLY CONTRIBUTES to Y",
        "X MAY BE LESS NECESSARY to Y",
        "X MAY HELP CONTRIBUTE to Y",
        "\u5f00\u95e8",
    ],
)
def test_what_does_not_fit_is_kept_as_free_text(line: str) -> None:
    assert parse(f"7. {line}") == Learning(line)


@pytest.mark.parametrize(
    ("said", "relation", "modality"),
    [
        ("MAY ALSO BE NECESSARY", "necessary", "may"),
        ("SHOULD ALWAYS BE NECESSARY", "necessary", "should"),
        ("MAY POSSIBLY HAVE BEEN NECESSARY", "necessary", "may"),
        ("is still necessary", "necessary", ""),
        ("MAY ALSO CONTRIBUTE", "contributes", "may"),
        ("MAY HAVE CONTRIBUTED", "contributes", "may"),
        ("MAY BE NOT CONTRIBUTE", "does not contribute", "may"),
        ("HAS NOT CONTRIBUTED", "does not contribute", ""),
    ],
)
def test_adverbs_and_auxiliary_verbs_are_no_part_of_a_cause(said: str, relation: str, modality: str) -> None:
    found = parse(f"Opening the valve {said} to cool it")
    assert (found.cause, found.relation, found.modality) == ("Opening the valve", relation, modality)


def test_a_relation_in_capitals_goes_before_an_earlier_one_in_small_letters() -> None:
    found = parse("Taking what is necessary for the soup SHOULD BE NECESSARY to cook it.")
    assert (found.cause, found.effect) == ("Taking what is necessary for the soup", "cook it")


@pytest.mark.parametrize(
    ("cause", "rest"),
    [
        ("Moving less", "IS NECESSARY to hide."),
        ("Taking all you can carry", "CONTRIBUTES to winning."),
        ("Finding a door that is not locked", "MAY BE NECESSARY to enter."),
        ("Waiting while it isn\u2019t raining", "CONTRIBUTES to staying dry."),
        ("Not moving", "IS NECESSARY to hide."),
        ("Deciding not to move", "SHOULD CONTRIBUTE to hiding."),
    ],
)
def test_a_cause_may_be_a_denial_itself(cause: str, rest: str) -> None:
    found = parse(f"{cause} {rest}")
    assert (found.cause, found.relation) == (cause, "contributes" if "CONTRIBUTE" in rest else "necessary")


@pytest.mark.parametrize(
    "line",
    [
        "Opening the fridge **SHOULD BE NECESSARY** to access apple juice.",
        "**Opening the fridge** *SHOULD* BE NECESSARY to **access apple juice**.",
        "`Opening the fridge` `SHOULD BE NECESSARY` to `access apple juice`.",
        "Opening the fridge __SHOULD__ BE NECESSARY to _access apple juice_",
        "1. **Opening the fridge SHOULD BE NECESSARY** to access apple juice:",
        '"Opening the fridge" SHOULD BE NECESSARY to "access apple juice".',
        '"Opening the fridge SHOULD BE NECESSARY to access apple juice".',
    ],
)
def test_emphasis_and_quotation_marks_are_no_words(line: str) -> None:
    found = parse(line)
    assert (found.cause.lower(), found.effect) == (CAUSE, EFFECT)
    assert (found.relation, found.modality) == ("necessary", "should")


def test_a_denial_may_be_emphasised() -> None:
    assert parse("Waiting SHOULD **NOT** CONTRIBUTE to sleep.") == parse("Waiting SHOULD NOT CONTRIBUTE to sleep.")


@pytest.mark.parametrize(
    "effect", ['say "xyzzy"', "open 'the box'", "know what \u201cplugh\u201d means", "a 5 * 3 grid"]
)
def test_marks_within_an_effect_stay(effect: str) -> None:
    assert parse(f"Reading the note SHOULD BE NECESSARY to {effect}.").effect == effect


FIRST, SECOND = "Opening the door MAY BE NECESSARY to enter", "Waiting MAY CONTRIBUTE to sleep."


@pytest.mark.parametrize(
    ("reply", "found"),
    [
        (f"1. {FIRST}:\n2. {SECOND}", [f"1. {FIRST}:", f"2. {SECOND}"]),
        ("The following may contribute to sleep:\n- Waiting", ["- Waiting"]),
        (f"## Learnings\n{FIRST}\n\n### **More**\n{SECOND}", [FIRST, SECOND]),
        (f"### 1. {FIRST}\n### 2. {SECOND}", [f"### 1. {FIRST}", f"### 2. {SECOND}"]),
        (f"**Learnings**\n1. {FIRST}\n---\n***", [f"1. {FIRST}"]),
        (f"**{FIRST}.**\n**Be patient.**", [f"**{FIRST}.**", "**Be patient.**"]),
        (f"**1. {FIRST}.**\n**3. Be quick**", [f"**1. {FIRST}.**", "**3. Be quick**"]),
        (
            f"Sure! I learned this.\n- {FIRST}.\n{SECOND}\n- Be quick.\nThat may help.",
            [f"- {FIRST}.", SECOND, "- Be quick."],
        ),
        (f"<learnings>\n{FIRST}\n</learnings>", [FIRST]),
        (f"Here are my learnings\n```\n{FIRST}\n```\nIs that all?", [FIRST]),
        (f"1. {FIRST}\n```\n- take key\n```", [f"1. {FIRST}", "- take key"]),
        (f'Here:\n```json\n[\n  "{FIRST}",\n  "Be patient"\n]\n```', [FIRST, "Be patient"]),
        ('```json\n["Be patient", ""]\n```', ["Be patient"]),
        (f'["{FIRST}", "{SECOND}"]', [FIRST, SECOND]),
        (f'Here: ["{FIRST}", "Be patient"]\nThat is all.', [FIRST, "Be patient"]),
        (f'{{"reasons": "Many.",\n "learnings": [\n  "{FIRST}",\n  "Be patient"\n]}}', [FIRST, "Be patient"]),
        (f'[{{"learning": "{FIRST}"}}, {{"id": "2", "learning": "{SECOND}"}}]', [FIRST, SECOND]),
        (f'["{FIRST}", "Say \\"tea\\"", "cut o', [FIRST, 'Say "tea"']),
        (f'{FIRST}.\n["a"]', [f"{FIRST}.", '["a"]']),
        ("[1, 2]", ["[1, 2]"]),
        (f'{{"learning": "{FIRST}"}}\n{{"learning": "{SECOND}"}}', [FIRST, SECOND]),
        (f'[{{"learning": "{FIRST}", "shown by": ["open door", "go in"]}}]', [FIRST]),
        (
            '[{"cause": "Opening the door", "relation": "MAY BE NECESSARY", "effect": "enter"},'
            ' {"X": "Waiting", "says": "MAY CONTRIBUTE to", "Y": "sleep."}]',
            [FIRST, SECOND],
        ),
        (f"<learning>{FIRST}</learning>\n<learning id='2'>{SECOND}</learning>", [FIRST, SECOND]),
        (f"| # | Learning |\n|---|---|\n| 1 | {FIRST} |\n| 2 | {SECOND} |", [FIRST, SECOND]),
        (f"{FIRST} cabinet 1. {SECOND} It is quiet.", [f"{FIRST} cabinet 1.", f"{SECOND} It is quiet."]),
        (f"1. {FIRST}; 2. {SECOND}", [f"1. {FIRST};", f"2. {SECOND}"]),
        (
            f"> Moving SHOULD BE\n> NECESSARY to find it.\n> {SECOND}",
            ["Moving SHOULD BE NECESSARY to find it.", SECOND],
        ),
    ],
)
def test_what_stands_around_learnings_is_no_part_of_them(reply: str, found: list[str]) -> None:
    assert lines(reply) == found


CHINESE = "打开门 SHOULD BE NECESSARY to 进入厨房"


@pytest.mark.parametrize(
    "line",
    [
        *(
            f"{mark}{CHINESE}。"
            for mark in ("1、", "2\uff0e", "3\uff09", "\uff084\uff09", "⑤", "6\uff1a", "7- ", "- ", "")
        ),
        *(f"{CHINESE}{stop}" for stop in ("", "\uff01", "\uff1b", "\uff61", "\uff0e")),
        *(CHINESE.replace(" SHOULD", "SHOULD").replace("to ", "to"), f"1、{CHINESE.replace('to ', 'to')}。"),
    ],
)
def test_marks_stops_and_gaps_of_other_scripts_are_no_words(line: str) -> None:
    assert parse(line) == parse(CHINESE)


def test_stops_of_other_scripts_end_an_effect() -> None:
    assert parse("दरवाज़ा खोलना SHOULD BE NECESSARY to रसोई में जाना।").effect == "रसोई में जाना"
    assert parse("دروازہ کھولنا SHOULD BE NECESSARY to اندر جانا\u06d4").effect == "اندر جانا"


@pytest.mark.parametrize("between", ["\n", "", "\n\n"])
def test_a_reply_in_another_script_is_split_into_its_lines(between: str) -> None:
    said = ("打开门 SHOULD BE NECESSARY to 进入厨房。", "等待 DOES NOT CONTRIBUTE to 进入厨房。")
    assert lines(between.join(said)) == list(said)
    marked = [f"{number}、{each}" for number, each in enumerate(said, 1)]
    assert lines("\n".join(["以下是学到的\uff1a", *marked, "希望有帮助。"])) == marked


def test_a_reply_is_split_into_its_lines() -> None:
    reply = """Here is what I learned:

    1. Moving to the workshop SHOULD BE
       NECESSARY to find the block.
    2. Waiting MAY CONTRIBUTE to the task.

    - Be patient."""
    assert lines(reply) == [
        "1. Moving to the workshop SHOULD BE NECESSARY to find the block.",
        "2. Waiting MAY CONTRIBUTE to the task.",
        "- Be patient.",
    ]


@pytest.mark.parametrize(
    "reply",
    [
        [
            "Opening the door MAY BE NECESSARY to enter the kitchen",
            "Taking the key SHOULD BE NECESSARY to open the door",
            "Moving DOES NOT CONTRIBUTE to cooking",
            "Waiting is not always necessary to cook",
        ],
        ["opening the door contributes to cooking", "moving does not contribute to cooking"],
        ["Open the door", "Take the key", "Opening the door MAY BE NECESSARY to enter", "The stove is broken"],
    ],
)
def test_lines_that_begin_anew_need_no_full_stop(reply: list[str]) -> None:
    assert lines("\n".join(reply)) == reply


@pytest.mark.parametrize(
    "wrapped",
    [
        "Opening the door MAY BE NECESSARY to enter the\nkitchen",
        "Moving to the workshop SHOULD BE\nNECESSARY to find the block",
        "Moving to the workshop SHOULD BE NECESSARY to\nFind the block",
        "Moving MAY BE NECESSARY to find the key, which\nmay be necessary to open the door",
        "Moving MAY BE NECESSARY to find the key\nand MAY CONTRIBUTE to cooking",
        "Opening the door MAY BE NECESSARY to talk to\nJohn",
        "Opening the door and taking the key\nIS NECESSARY to cook",
    ],
)
def test_wrapped_lines_are_joined(wrapped: str) -> None:
    assert lines(wrapped) == [wrapped.replace("\n", " ")]


@pytest.mark.parametrize("line", ["", " ", "`", '""', "**", "- '"])
def test_marks_alone_are_no_learning(line: str) -> None:
    with pytest.raises(InvalidInput, match="a learning is blank"):
        parse(line)


@given(st.text(max_size=300))
def test_any_line_is_read_or_refused_as_blank(line: str) -> None:
    try:
        found = parse(line)
    except InvalidInput:
        return
    assert found.text
    assert parse(found.text).text
    assert bool(found.relation) == bool(found.cause) == bool(found.effect)


def test_keys_are_equal_for_the_same_cause_and_effect() -> None:
    one, other = (
        parse("Opening the door MAY BE NECESSARY to enter."),
        parse("opening door DOES NOT CONTRIBUTE to enter"),
    )
    assert learning_key(one) == learning_key(other)
    assert learning_key(one) != learning_key(parse("Entering the door MAY BE NECESSARY to open."))


@pytest.mark.parametrize(
    ("score", "sentence"),
    [
        (-100, FAILED),
        (-99.9, SENTENCES[4][1]),
        (-0.1, SENTENCES[4][1]),
        (0, SENTENCES[3][1]),
        (19.9, SENTENCES[3][1]),
        (20, SENTENCES[2][1]),
        (49.9, SENTENCES[2][1]),
        (50, SENTENCES[1][1]),
        (89.9, SENTENCES[1][1]),
        (90, SENTENCES[0][1]),
        (99.9, SENTENCES[0][1]),
        (100, SOLVED),
    ],
)
def test_a_score_gets_the_sentence_of_its_range(score: float, sentence: str) -> None:
    assert feedback(score) == sentence


@given(st.floats(-100, 100))
def test_a_score_gets_exactly_one_sentence(score: float) -> None:
    every = {FAILED, SOLVED, *(sentence for _, sentence in SENTENCES)}
    assert len(every) == 7
    assert [each for each in every if each in report(score)] == [feedback(score)]


@pytest.mark.parametrize("score", [-100.1, 100.1, float("nan"), float("inf")])
def test_a_score_outside_its_range_is_refused(score: float) -> None:
    with pytest.raises(InvalidInput, match="-100 to 100"):
        feedback(score)
