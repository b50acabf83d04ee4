"""A model's reply in every shape that models give it."""

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.messages import AIMessage, HumanMessage

from clew.loaders.working.reply import MAX_LINE_CHARACTERS, MAX_SPAN, AgentReply, parse

GOAL, ACTION = "Hold block a.", "pick up block a"
BOTH = AgentReply(GOAL, ACTION)
FENCE = "```"

SHAPES = [
    f"Subgoal: {GOAL}\nAction: {ACTION}",
    f"subgoal: {GOAL}\n\n\naction: {ACTION}\n",
    f"Subgoal: {GOAL}\r\nAction: {ACTION}\r\n",
    f"SUBGOAL - {GOAL}\nACTION - {ACTION}",
    f"SUBGOAL \u2013 {GOAL}\nACTION — {ACTION}",
    f"Sub-goal 2: {GOAL}\nNext action: {ACTION}",
    f"Sub goal #2: {GOAL}\nAction (1): {ACTION}",
    f"sub_goal = {GOAL}\naction = {ACTION}",
    f"2 Subgoal: {GOAL}\nAction: {ACTION}",
    f"The next subgoal: {GOAL}\nMy first action: {ACTION}",
    f"Subgoal: {GOAL} Action: {ACTION}",
    f"Subgoal\uff1a{GOAL}\nAction\uff1a{ACTION}",
    f"**Subgoal**\uff1a{GOAL} **Action\uff1a**{ACTION}",
    f"Subgoal: {GOAL} | Action: {ACTION}".replace(" |", ""),
    f"[Subgoal] {GOAL}\n[Action] {ACTION}",
    f"[Subgoal]: {GOAL}\n[Action 1]: {ACTION}",
    f"**Subgoal:** {GOAL}\n**Action:** {ACTION}",
    f"**Subgoal**: {GOAL}\n**Action**: {ACTION}",
    f"**Subgoal: {GOAL}**\n**Action: {ACTION}**",
    f"__Subgoal__: {GOAL}\n_Action_: {ACTION}",
    f"### Subgoal\n{GOAL}\n\n### Action\n\n{ACTION}",
    f"## Subgoal 1: {GOAL}\n## Action: {ACTION}",
    f"- Subgoal: {GOAL}\n- Action: {ACTION}",
    f"* **Subgoal:** {GOAL}\n* **Action:** `{ACTION}`",
    f"1. Subgoal: {GOAL}\n2) Action: {ACTION}",
    f"> Subgoal: {GOAL}\n> Action: {ACTION}",
    f"Subgoal:\n  {GOAL}\nAction:\n  {ACTION}",
    f"Subgoal: {GOAL}\nActions:\n1. {ACTION}\n2. put down block a",
    f"Subgoal: {GOAL}\nAction 1: {ACTION}\nAction 2: put down block a",
    f"Subgoal: {GOAL}\nAction: {ACTION}\nSubgoal: Go on.\nAction: put down block a",
    f"Subgoal: {GOAL}\nSubgoal: Go on.\nAction: {ACTION}",
    f"Action: {ACTION}\nSubgoal: {GOAL}",
    f'Subgoal: "{GOAL}"\nAction: "{ACTION}"',
    f"Subgoal: “{GOAL}”\nAction: '{ACTION}'",
    f"Subgoal: {GOAL}\nAction: `{ACTION}`, because I need it",
    f"Subgoal: {GOAL}\nAction:\n{FENCE}text\n{ACTION}\n{FENCE}\nThat should do.",
    f"{FENCE}\nSubgoal: {GOAL}\nAction: {ACTION}\n{FENCE}",
    f"Sure! Here is my next step.\n\nSubgoal: {GOAL}\nAction: {ACTION}\n\nLet me know.",
    f"Thought: a is clear.\nSubgoal: {GOAL}\nThought: so.\nAction: {ACTION}\nObservation: You hold it.\nAction: x",
    f"Subgoal: {GOAL}\nAction: {ACTION} Observation: You hold it. Subgoal: Another Action: y",
    f"Observation: block a is clear.\nSubgoal: {GOAL}\nAction: {ACTION}",
    f"Action: {ACTION}\nSubgoal: {GOAL}\nObservation: You hold it.\nSubgoal: Go on.\nAction: y",
    f"<think>Subgoal: no\nAction: no</think>Subgoal: {GOAL}\nAction: {ACTION}",
    f"Subgoal: no\nAction: no\n</think>\nSubgoal: {GOAL}\nAction: {ACTION}",
    f"Subgoal: {GOAL}<thinking>Action: no</thinking>\nAction: {ACTION}<think>Subgoal: no",
    f"<subgoal>{GOAL}</subgoal><action>{ACTION}</action>",
    f"<Subgoal>\n{GOAL}\n</Subgoal>\n<Action>\n{ACTION}\n</Action>\n<observation>You hold it.</observation>",
    json.dumps({"subgoal": GOAL, "action": ACTION}),
    json.dumps({"thought": "a is clear", "next_subgoal": GOAL, "Next Action": ACTION, "retrieve": []}, indent=2),
    json.dumps({"response": {"sub-goal": GOAL, "command": ACTION}}),
    json.dumps([{"subgoal": GOAL}, {"action": [ACTION, "put down block a"]}]),
    json.dumps({"subgoal": GOAL, "action": {"name": "pick up", "arguments": {"thing": "block a"}}}),
    json.dumps({"subgoal": GOAL, "action": ACTION, "retrieve": None}),
    f"Here:\n{FENCE}json\n{json.dumps({'action': ACTION, 'subgoal': GOAL})}\n{FENCE}",
    f"{{'subgoal': '{GOAL}', 'action': '{ACTION}'}}",
    f'{{"subgoal": "{GOAL}", "action": "{ACTION}"',
    f'{{\n  "subgoal": "{GOAL}",\n  "action": "{ACTION}",\n}}',
    json.dumps({"name": "subgoal", "arguments": {"text": GOAL}}) + f"\nAction: {ACTION}",
    json.dumps({"tool_calls": [{"function": {"name": "subgoal", "arguments": json.dumps({"text": GOAL})}}]})
    + json.dumps({"name": "action", "arguments": {"action": ACTION}}),
]

ONE = [
    ("", AgentReply()),
    (" \n\t\n", AgentReply()),
    ("<think>I wonder", AgentReply()),
    (f"{FENCE}\n{FENCE}", AgentReply()),
    ("Subgoal:\nAction:", AgentReply()),
    ("Action: none\nSubgoal: N/A", AgentReply()),
    ("Subgoal: (same as before)\nAction: pick up block a", AgentReply("", ACTION)),
    ("Subgoal: Unchanged.\nAction: pick up block a", AgentReply("", ACTION)),
    ('{"thought": "hm"}', AgentReply()),
    ('{"subgoal": null, "action": "look"}', AgentReply("", "look")),
    ("look", AgentReply("", "look")),
    ("`look`", AgentReply("", "look")),
    (f"{FENCE}\npick up block a\n{FENCE}", AgentReply("", ACTION)),
    ("> pick up block a.", AgentReply("", "pick up block a.")),
    ("First I look around.\nThen I will see.", AgentReply()),
    ("x" * 201, AgentReply()),
    (f"Subgoal: {GOAL}", AgentReply(GOAL)),
    (f"Action: {ACTION}", AgentReply("", ACTION)),
    ("Action: retrieve the ball from box 2", AgentReply("", "retrieve the ball from box 2")),
    ("Action: unlock the sub-goal-post", AgentReply("", "unlock the sub-goal-post")),
    ('Action: say "a" and "b"', AgentReply("", 'say "a" and "b"')),
    ("Action: check valid actions.", AgentReply("", "check valid actions.")),
    ("Action: put (2) - 3. of them - away", AgentReply("", "put (2) - 3. of them - away")),
    ('Action: {"say": "hi"}', AgentReply("", '{"say": "hi"}')),
    ("Thought: the next action: go north is good\nAction: go south", AgentReply("", "go south")),
    ("So the subgoal: enter is reached.\nSubgoal: Leave.\nAction: go", AgentReply("Leave.", "go")),
    ("Thought: so. Subgoal: Leave.\nAction: go", AgentReply("Leave.", "go")),
    ("Thought: so. Action: go\nObservation: A yard.\nAction: sing", AgentReply("", "go")),
    ("【Subgoal】找杯子\n【Action】去厨房", AgentReply("找杯子", "去厨房")),
    ("【Action】\uff1ago", AgentReply("", "go")),
    ('Action: say "Subgoal: x"', AgentReply("", 'say "Subgoal: x"')),
    ("Action: use command: ls -la", AgentReply("", "use command: ls -la")),
    ("Action: go Subgoal: Leave. Action: sing", AgentReply("Leave.", "sing")),
    ('{"action": "go", "subgoal": "Leave."', AgentReply("Leave.", "go")),
    (f"Action: {'y' * 5000}", AgentReply("", "y" * MAX_LINE_CHARACTERS)),
    ("retrieve(1)", AgentReply(retrieve=(1,))),
    ("Action: retrieve(2)", AgentReply(retrieve=(2,))),
    ("Action: retrieve(1, 2)", AgentReply(retrieve=(1, 2))),
    ("retrieve(1,2)", AgentReply(retrieve=(1, 2))),
    ("`retrieve([2, 1])`", AgentReply(retrieve=(2, 1))),
    ("retrieve [1, 2]", AgentReply(retrieve=(1, 2))),
    ("retrieve(subgoal_id=3)", AgentReply(retrieve=(3,))),
    ("**Retrieve** (1 and 2)", AgentReply(retrieve=(1, 2))),
    ("RETRIEVE(ids=['1', \"2\"])", AgentReply(retrieve=(1, 2))),
    ("retrieve(\n  1,\n  2\n)", AgentReply(retrieve=(1, 2))),
    ("retrieve(1, 2", AgentReply(retrieve=(1, 2))),
    ("retrieve(1)\nretrieve(2), retrieve(1)", AgentReply(retrieve=(1, 2))),
    ("Action: Retrieve subgoals 1 and 2.", AgentReply(retrieve=(1, 2))),
    ("Action: I will retrieve(2) now", AgentReply(retrieve=(2,))),
    ("retrieve(1-3)", AgentReply(retrieve=(1, 2, 3))),
    ("retrieve(subgoals 2 to 3, S5)", AgentReply(retrieve=(2, 3, 5))),
    ("retrieve(subgoal_2)", AgentReply(retrieve=(2,))),
    ("retrieve(1-999999)", AgentReply(retrieve=tuple(range(1, MAX_SPAN + 1)))),
    ("retrieve(3-1)", AgentReply(retrieve=(3, 1))),
    ("Action: Retrieve subgoals 1-2.", AgentReply(retrieve=(1, 2))),
    ('{"retrieve": "1-2"}', AgentReply(retrieve=(1, 2))),
    ("Action: 'take the child's toy'", AgentReply("", "take the child's toy")),
    ("retrieve()", AgentReply()),
    ("retrieve(-1, 2.5, 99999999999999999999, x3)", AgentReply()),
    ("Action: retrieve(2)\nAction: look", AgentReply("", "look", (2,))),
    ("Subgoal: retrieve(1)\nAction: look", AgentReply("", "look", (1,))),
    ("Action: look\nObservation: retrieve(1)", AgentReply("", "look")),
    ("<retrieve>1, 2</retrieve>", AgentReply(retrieve=(1, 2))),
    ('{"action": "retrieve", "ids": [1, 2]}', AgentReply(retrieve=(1, 2))),
    ('{"action": "retrieve(2)"}', AgentReply(retrieve=(2,))),
    ('{"retrieve": 2}', AgentReply(retrieve=(2,))),
    ('{"name": "retrieve", "arguments": {"subgoal_id": 3}}', AgentReply(retrieve=(3,))),
    ('{"id": "7", "name": "retrieve", "arguments": "{\\"ids\\": [1]}"}', AgentReply(retrieve=(1,))),
    ('Action: {"name": "retrieve", "arguments": {"ids": [1]}}', AgentReply(retrieve=(1,))),
    ('<tool_call>{"name": "retrieve", "arguments": {"ids": [4]}}</tool_call>', AgentReply(retrieve=(4,))),
    ('{"subgoal": "Look back 9.", "action": "retrieve", "ids": [1]}', AgentReply("Look back 9.", "", (1,))),
]


@pytest.mark.parametrize("said", SHAPES)
def test_subgoal_and_action_are_read_in_any_shape(said: str) -> None:
    assert parse(said) == BOTH


@pytest.mark.parametrize(("said", "reply"), ONE)
def test_what_there_is_is_read(said: str, reply: AgentReply) -> None:
    assert parse(said) == reply


class TestMessages:
    def test_content_blocks_are_text(self) -> None:
        blocks: list[str | dict[str, object]] = [
            {"type": "reasoning", "reasoning": "Action: no"},
            {"type": "text", "text": f"Subgoal: {GOAL}\n"},
            {"type": "text", "text": f"Action: {ACTION}"},
        ]
        assert parse(AIMessage(blocks)) == BOTH
        assert parse(HumanMessage(f"Action: {ACTION}")) == AgentReply("", ACTION)

    def test_tool_calls_say_it_too(self) -> None:
        calls = [
            {"name": "subgoal", "args": {"text": GOAL}, "id": "5"},
            {"name": "action", "args": {"action": ACTION}, "id": "6"},
            {"name": "retrieve", "args": {"numbers": [1, 2]}, "id": "7"},
        ]
        assert parse(AIMessage("I go on.", tool_calls=calls)) == AgentReply(GOAL, ACTION, (1, 2))


LABELS = ("goal", "action", "observation", "command", "thought", "reasoning", "explanation", "summary", "retrieve")


def is_plain(line: str) -> bool:
    """True for a line that is neither a label nor decorated: then it is kept as it is."""
    words = line.lower()
    edges = set("\"'“\u2018«`*-+•>#([{}],—\u2013")
    return not any(each in words for each in (*LABELS, "**", "<", "`", "{", "none", "null", "n/a", "same")) and not (
        {line[0], line[-1]} & edges or line[0].isdigit()
    )


LINES = (
    st.text(st.characters(exclude_categories=["C", "Z"], include_characters=" "), min_size=1, max_size=60)
    .map(lambda text: " ".join(text.split()))
    .filter(lambda text: text and is_plain(text))
)
TOKENS = st.sampled_from(
    [
        *(
            "Subgoal",
            "Action",
            "Observation",
            "retrieve",
            "retrieve(1)",
            "retrieve 2",
            "<think>",
            "</think>",
            "</action>",
        ),
        *(
            "<action>",
            "<retrieve>",
            "{",
            "}",
            "[",
            "]",
            '"',
            "'",
            ":",
            ",",
            "(",
            ")",
            "1",
            "2",
            "\n",
            " ",
            "**",
            "```",
            "- ",
        ),
        *('{"action": "retrieve", "ids": [1]}', '"subgoal"', '"action"', "look", "x" * 300, "\ud800", "\u2028", "٣"),
    ]
)


@given(LINES, LINES)
def test_the_canonical_form_comes_back(subgoal: str, action: str) -> None:
    assert parse(f"Subgoal: {subgoal}\nAction: {action}") == AgentReply(subgoal, action)


@given(st.text() | st.lists(TOKENS).map("".join))
def test_any_text_is_read_as_single_lines_without_a_retrieval(said: str) -> None:
    reply = parse(said)
    for line in (reply.subgoal, reply.action):
        assert line == " ".join(line.split())
        assert "retrieve(" not in line.lower().replace(" ", "")
    assert all(0 <= number < 1_000_000 for number in reply.retrieve)


PIECES = [
    *(
        "subgoal",
        "subgoal:",
        "subgoal: ",
        "action ",
        "Action: x\n",
        "*",
        "-",
        " ",
        "\t",
        "\n",
        "`",
        "```",
        '"',
        "{",
        "}",
        "[",
    ),
    *(
        '{"a":',
        '[{"action":',
        "retrieve(",
        "retrieve(1) ",
        "retrieve ",
        "<think>",
        "</think>",
        "<action>",
        "1. ",
        "1",
        "x",
    ),
    *("next ", "my next ", "the action ", "Observation: ", "é", "“"),
]


@pytest.mark.parametrize("piece", PIECES)
def test_a_megabyte_is_read_at_once(piece: str) -> None:
    begun = time.process_time()
    reply = parse(piece * (1_000_000 // len(piece)))
    assert time.process_time() - begun < 5
    assert len(reply.subgoal) <= MAX_LINE_CHARACTERS
    assert len(reply.action) <= MAX_LINE_CHARACTERS
