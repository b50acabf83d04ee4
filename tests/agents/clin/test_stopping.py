"""A task that is said to be complete."""

import pytest

from clew.agents.clin.trial import says_complete


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
