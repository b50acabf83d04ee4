"""A service that speaks OpenAI's protocol for chats and says what a test wants it to say."""

import json
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any, cast

USED = {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18}
HEAD = {"id": "x", "created": 0, "model": "m"}


class Service(ThreadingHTTPServer):
    """Says its answers in their order, then fails; a number is a status of HTTP."""

    answers: list[str | int]
    asked: list[dict[str, Any]]

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1"


class Chat(BaseHTTPRequestHandler):
    """One question: it may want the answer in pieces."""

    def do_POST(self) -> None:
        service = cast("Service", self.server)
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        service.asked.append(body)
        answer = service.answers.pop(0) if service.answers else 500
        if isinstance(answer, int):
            self._send(answer, "application/json", json.dumps({"error": {"message": f"status {answer}"}}))
        elif body.get("stream"):
            self._send(200, "text/event-stream", _events(answer))
        else:
            message = {"role": "assistant", "content": answer}
            choice = {"index": 0, "finish_reason": "stop", "message": message}
            whole = {**HEAD, "object": "chat.completion", "choices": [choice], "usage": USED}
            self._send(200, "application/json", json.dumps(whole))

    def _send(self, status: int, kind: str, text: str) -> None:
        payload = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(payload)))
        self.send_header("x-should-retry", "false")
        self.end_headers()
        self.wfile.write(payload)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


def _events(answer: str) -> str:
    """An answer in two pieces, then what it cost."""
    half = len(answer) // 2
    chunks: list[dict[str, Any]] = [
        {"choices": [{"index": 0, "delta": {"role": "assistant", "content": piece}}]}
        for piece in (answer[:half], answer[half:])
    ]
    chunks.append({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]})
    chunks.append({"choices": [], "usage": USED})
    lines = [f"data: {json.dumps({**HEAD, 'object': 'chat.completion.chunk', **chunk})}\n\n" for chunk in chunks]
    return "".join([*lines, "data: [DONE]\n\n"])


@contextmanager
def serving(answers: Sequence[str | int] = ()) -> Generator[Service]:
    """The service, on a port of its own."""
    with Service(("127.0.0.1", 0), Chat) as service:
        service.answers, service.asked = list(answers), []
        thread = Thread(target=service.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield service
        finally:
            service.shutdown()
            thread.join()
