"""What a result file says of the command that measured."""

import subprocess
import sys
from shutil import which

import pytest
from benchmarks.circumstances import command, instructions


@pytest.mark.parametrize("secret", ["--password", "--passw", "--model-key", "--model-k"])
def test_secrets_are_hidden_however_short_their_options_are_written(
    monkeypatch: pytest.MonkeyPatch, secret: str
) -> None:
    given = ["/home/ann/told.json", "--model", "openai:m", secret, "hunter2", f"{secret}=hunter2", "--seeds", "3"]
    monkeypatch.setattr(sys, "argv", ["benchmarks/games.py", *given])
    assert command() == f"python benchmarks/games.py told.json --model openai:m {secret} '…' '…' --seeds 3"


@pytest.mark.skipif(which("lscpu") is None, reason="compares with lscpu")
def test_a_processors_instructions_are_those_that_the_system_lists() -> None:
    listed = subprocess.run(["lscpu"], capture_output=True, text=True, check=True).stdout.split()
    assert instructions() == [each for each in ("avx2", "avx_vnni", "avx512_vnni", "asimddp") if each in listed]
