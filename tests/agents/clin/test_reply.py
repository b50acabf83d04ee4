"""A controller's reply in every shape, and a task that is said to be complete."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.agents.clin.reply import MAX_ACTION_CHARACTERS, MAX_CHARACTERS, MAX_USED, Reply, parse
from clew.agents.clin.stopping import says_complete

LONG = " ".join(["The key opens the door of the hall."] * 2000)
"""What a model says that thinks aloud: some ten pages."""


@pytest.mark.parametrize(
    ("text", "used", "rationale", "action"),
    [
        (
            "I used learning id(s): 1, 4 $$$ The key opens it. ### take the key",
            (1, 4),
            "The key opens it.",
            "take the key",
        ),
        (
            "I used learning id(s): 1, 4 $$$ The key opens it. ### Take the key.",
            (1, 4),
            "The key opens it.",
            "Take the key",
        ),
        ("I used learning id(s)\uff1a1\u30014 $$$ why ### Action\uff1atake the key", (1, 4), "why", "take the key"),
        ("Learning ids\uff1a1\uff0c4\nReason\uff1awhy\nAction\uff1atake the key", (1, 4), "why", "take the key"),
        ("## Learnings\uff1a1\n## Action\uff1atake it\n## Observation\uff1aA yard.\nAction: wait", (1,), "", "take it"),
        ("1\u30014 $$$ 门锁着 ### 打开门。", (1, 4), "门锁着", "打开门"),
        ("门锁着。\n【Action】打开门。", (), "门锁着。", "打开门"),
        ("I used learning ids: 2 and 3 $$$ why\n### take the key", (2, 3), "why", "take the key"),
        ("I used learning id(s): [2, 3] $$$ why ### `take the key`", (2, 3), "why", "take the key"),
        ("I used learning id(s): #2; #3 $$$ why ### **take the key**", (2, 3), "why", "take the key"),
        ("I used learning id(s): 2-4 $$$ why ### take the key", (2, 3, 4), "why", "take the key"),
        ("I used learning id(s): 1, 1, 0 $$$ why ### take the key", (1,), "why", "take the key"),
        ("I used learning id(s): none $$$ why ### take the key", (), "why", "take the key"),
        ("I used learning id(s): $$$ why ### take the key", (), "why", "take the key"),
        ("$$$ why ### take the key", (), "why", "take the key"),
        ("1, 4 $$$ why ### take the key", (1, 4), "why", "take the key"),
        ("learning ids: 1\nrationale: why\naction: take the key", (1,), "why", "take the key"),
        ("I used learning id(s): 1\n\nRationale: why\n\n### Action: take the key", (1,), "why", "take the key"),
        ("**Action:** take the key", (), "", "take the key"),
        ("take the key", (), "", "take the key"),
        ("Let us see.\ntake the key", (), "Let us see.", "take the key"),
        ("why ### take the key ### and more", (), "why", "take the key ### and more"),
        ('{"learning_ids": [1, 4], "rationale": "why", "action": "take the key"}', (1, 4), "why", "take the key"),
        ('```json\n{"action": "take the key"}\n```', (), "", "take the key"),
        ("I used learning id(s): 1 $$$ why ###\n```\ntake the key\n```", (1,), "why", "take the key"),
        ("### Learnings used\n1, 4\n### Rationale\nwhy\n### Action\ntake the key", (1, 4), "why", "take the key"),
        ("## Learnings: 1, 4\n## **Reasoning**\nwhy\n\n## Next action:\ntake the key", (1, 4), "why", "take the key"),
        ("### Learning ids\nnone\n### Rationale: why\n### Action: take the key", (), "why", "take the key"),
        ("Action: take the key\nObservation: You have it.\nAction: go north", (), "", "take the key"),
        ("### Action\ntake the key\n### Observation\nYou have it.\n### Action\ngo north", (), "", "take the key"),
        ("Observation: A yard.\nAction: take the key", (), "Observation: A yard.", "take the key"),
        ("Goal: win\nObservation: A yard.\nAction: take the key", (), "Goal: win Observation: A yard.", "take the key"),
        ('{"reason_for_action": "why", "action": "take the key"}', (), "why", "take the key"),
        ('{"reason": null, "thought": "why", "Action": "take the key", "goal": "win"}', (), "why", "take the key"),
        ('{"action": null}', (), "", ""),
        ('{"action": ["take the key", "go north"]}', (), "", "take the key"),
        ('{"actions": []}', (), "", ""),
        ('{"rationale": "one\ntwo", "action": "take the key"}', (), "one\ntwo", "take the key"),
        ('I used learning id(s): 1 $$$ {"note": 1} ### take the key', (1,), '{"note": 1}', "take the key"),
        ("Action:\n```text\ntake the key\n```", (), "", "take the key"),
        ("1 $$$ why\n```\ntake the key\n```", (1,), "why", "take the key"),
        ("### ```take the key```", (), "", "take the key"),
        ('why ### read "note"', (), "why", 'read "note"'),
        ("why ### 'read \"note\"'.", (), "why", 'read "note"'),
        ('why ### "Take the child\'s toy."', (), "why", "Take the child's toy"),
        ('### "', (), "", ""),
        ("### take the key ###", (), "", "take the key"),
        ("why\nAction: take the key\nAction: go north", (), "why", "take the key"),
        ("Goal: win\n1. Reason: why\n2. Action: take the key", (), "Goal: win 1. Reason: why", "take the key"),
        ("<think>### drop it</think>I used learning id(s): 1 $$$ why ### take the key", (1,), "why", "take the key"),
        ("Action: drop it</think>take the key", (), "", "take the key"),
        ("Learning ids: 1, 4. Rationale: why. Action: take the key", (1, 4), "why.", "take the key"),
        ("Action 2: take the key. Observation 2: You have it.", (), "", "take the key"),
        (
            "<learnings>1, 4</learnings>\n<rationale>why</rationale>\n<action>take the key</action>",
            (1, 4),
            "why",
            "take the key",
        ),
        ('{"learning_ids": [1], "action": "take the key"}\n{"action": "go north"}', (1,), "", "take the key"),
        ('Of {all}: {"name": "act", "arguments": {"action": "take the key"}}', (), "", "take the key"),
        ('{"action": {"verb": "take", "thing": "the key"}}', (), "", "take the key"),
        (f"I used learning id(s): 1 $$$ {LONG} ### take the key", (1,), LONG, "take the key"),
        (f"{LONG}\nAction: take the key", (), LONG, "take the key"),
        (f"<thinking>{'so ' * MAX_CHARACTERS}</thinking>take the key", (), "", "take the key"),
        ("<think>Action: drop it", (), "", ""),
        ("", (), "", ""),
        ("###", (), "", ""),
    ],
)
def test_replies(text: str, used: tuple[int, ...], rationale: str, action: str) -> None:
    assert parse(text) == Reply(used, rationale, action)


@pytest.mark.parametrize(
    "text",
    [
        *("TASK_COMPLETE", "task complete", "Task completed.", "The task is complete", "The task has been completed!"),
        *("taskcomplete", "I have completed the task", "I successfully completed the task.", "successfully completed"),
        *("The goal is achieved.", "Task is now done", "I have finished my job", "**TASK COMPLETE**"),
        *("the task was successfully finished", "task: complete", "I\u2019m sure: the task is complete."),
        "The task is complete, so I will stop.",
        *("I\u2019ve completed the task.", "We've completed the task", "The task's done.", "All of the tasks are done"),
        *("The task should now be complete.", "All tasks are complete.", "I have completed all the tasks"),
        *("The goal has been reached.", "The objective is complete."),
    ],
)
def test_a_task_that_is_complete(text: str) -> None:
    assert says_complete(text)
    assert parse(f"I used learning id(s): 1 $$$ why ### {text}") == Reply((1,), "why", "", is_complete=True)
    assert parse(text).is_complete


@pytest.mark.parametrize(
    "text",
    [
        *("The task is not complete", "until the task is complete", "complete the task", "take the key"),
        *(
            "to complete the task I need the key",
            "the task isn't done",
            "finish the soup",
            "when the task is done, rest",
        ),
        *("I don\u2019t think the task is completed yet.\ngo north", "the task isn\u2019t done"),
        *(
            "Opening the box gets the task done.\nopen box",
            "to get the task done, open the box",
            "I'll get the task done",
        ),
        *("That will have the task done", "open it so that the task is done", "To have the task done, open the box"),
        *(
            "I haven't completed the task",
            "I've not completed the task.",
            "Some tasks are done",
            "Almost all tasks are done",
        ),
        *("The task should be completed now", "The task's goal is a bowl of soup, completed by two"),
        *(
            "Is the task complete? No.\nopen box",
            "To check that the task is complete, look around",
            "whether it is done",
        ),
        *("Task: complete the puzzle", "I wonder whether the task is complete"),
        *("After the task is done I rest", "The task is done after I open the box", "it would get my job done"),
    ],
)
def test_a_task_that_is_not(text: str) -> None:
    assert not says_complete(text)


def test_an_action_after_a_reply_that_is_not_complete_is_kept() -> None:
    assert parse("I don\u2019t think the task is completed yet.\ngo north").action == "go north"
    assert parse("Action: take the child\u2019s toy").action == "take the child's toy"


def test_a_rationale_that_speaks_of_the_end_is_no_end() -> None:
    reply = parse("I used learning id(s): 1 $$$ Then the task is complete. ### take the key")
    assert (reply.action, reply.is_complete) == ("take the key", False)


@given(st.text(alphabet="ai#$ \n1,-{}\"':.*`", max_size=80) | st.text(max_size=60))
def test_any_text_is_read(text: str) -> None:
    reply = parse(text)
    assert "\n" not in reply.action
    assert len(reply.action) <= MAX_ACTION_CHARACTERS
    assert len(reply.used) == len(set(reply.used)) <= MAX_USED
    assert all(each > 0 for each in reply.used)
    assert not (reply.action and reply.is_complete)
