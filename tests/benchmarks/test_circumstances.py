"""What a result file says of the command that measured."""

import sys

import pytest
from benchmarks.circumstances import command


@pytest.mark.parametrize("secret", ["--password", "--passw", "--model-key", "--model-k"])
def test_secrets_are_hidden_however_short_their_options_are_written(
    monkeypatch: pytest.MonkeyPatch, secret: str
) -> None:
    given = ["/home/ann/told.json", "--model", "openai:m", secret, "hunter2", f"{secret}=hunter2", "--seeds", "3"]
    monkeypatch.setattr(sys, "argv", ["benchmarks/games.py", *given])
    assert command() == f"python benchmarks/games.py told.json --model openai:m {secret} '…' '…' --seeds 3"
