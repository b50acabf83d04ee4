"""A service that speaks OpenAI's protocol for chats and says what a test wants it to say."""

from typing import Any

from tests.serving import Protocol


class Chat(Protocol):
    """Says the server's answers in their order, then fails; a number is a status of HTTP."""

    def reply(self, body: dict[str, Any]) -> None:
        answer = self.owner.answers.pop(0) if self.owner.answers else 500
        if isinstance(answer, int):
            self.refuse(answer, f"status {answer}")
        elif body.get("stream"):
            half = len(answer) // 2
            self.stream([answer[:half], answer[half:]], usage=True)
        else:
            self.say(answer)
