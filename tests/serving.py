"""A server on a port of its own that speaks OpenAI's protocol as far as a test needs it."""

import json
from abc import ABC, abstractmethod
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any, cast

USED = {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18}
HEAD: dict[str, Any] = {"id": "x", "created": 0, "model": "m"}


class Server(ThreadingHTTPServer):
    """Keeps what it was asked, the header of authorization and the body, and what a test wants it to say."""

    asked: list[tuple[str, dict[str, Any]]]
    answers: list[str | int]

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1"


class Protocol(BaseHTTPRequestHandler, ABC):
    """One question; `reply` says it the answer."""

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.owner.asked.append((self.headers["Authorization"], body))
        self.reply(body)

    @property
    def owner(self) -> Server:
        """The server that was asked."""
        return cast("Server", self.server)

    @abstractmethod
    def reply(self, body: dict[str, Any]) -> None:
        """Answer what was asked."""

    def answer(self, status: int, body: object) -> None:
        """An object, with a status of HTTP."""
        self.send(status, "application/json", json.dumps(body))

    def refuse(self, status: int, reason: str) -> None:
        """An error, as OpenAI words it."""
        self.answer(status, {"error": {"message": reason, "type": "x"}})

    def say(self, text: str, reason: str = "stop") -> None:
        """A chat's whole answer."""
        choice = {"index": 0, "finish_reason": reason, "message": {"role": "assistant", "content": text}}
        self.answer(200, {**HEAD, "object": "chat.completion", "choices": [choice], "usage": USED})

    def stream(self, pieces: Sequence[str], *, usage: bool) -> None:
        """A chat's answer in pieces, and where wanted what it cost."""
        deltas = [{"delta": {"role": "assistant", "content": piece}} for piece in pieces]
        choices: list[Mapping[str, Any]] = [*deltas, {"delta": {}, "finish_reason": "stop"}]
        chunks: list[Mapping[str, Any]] = [{"choices": [{"index": 0, **choice}]} for choice in choices]
        chunks += [{"choices": [], "usage": USED}] if usage else []
        told = [{**HEAD, "object": "chat.completion.chunk", **chunk} for chunk in chunks]
        lines = [f"data: {json.dumps(each)}\n\n" for each in told]
        self.send(200, "text/event-stream", "".join([*lines, "data: [DONE]\n\n"]))

    def send(self, status: int, kind: str, text: str) -> None:
        """Bytes; the asker is told not to try again."""
        payload = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(payload)))
        self.send_header("x-should-retry", "false")
        self.end_headers()
        self.wfile.write(payload)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@contextmanager
def serving(protocol: type[Protocol], answers: Sequence[str | int] = ()) -> Generator[Server]:
    """A server, for as long as it is used."""
    with Server(("127.0.0.1", 0), protocol) as server:
        server.asked, server.answers = [], list(answers)
        thread = Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
