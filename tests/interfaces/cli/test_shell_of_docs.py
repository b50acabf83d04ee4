"""The commands that pages show run as they stand, one after the other, on the tests' server.

Left out is what serves until somebody ends it, what needs a model, and what moves whole stores: other tests have those.
"""

import json
from pathlib import Path
from zipfile import ZipFile

import pytest
from tests.interfaces.conftest import TURNS, Clew
from tests.interfaces.test_code_of_docs import blocks, commands

PAGES = (
    "README.md",
    *("docs/cli.md", "docs/consolidate.md", "docs/erase.md", "docs/imports.md", "docs/mcp_http.md", "docs/narrow.md"),
    *("docs/own_neo4j.md", "docs/production.md", "docs/users.md"),
)
LEFT_OUT = {"mcp", "view", "server", "doctor", "--all-spaces"}
"""Commands, or options of them, that are left out."""


@pytest.mark.parametrize("page", PAGES)
def test_the_commands_of_a_page_run(
    page: str, clew: Clew, environment: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    told = ("friday", "Ben", "I told Ann that the vet is good.", "2023-06-02T09:02:00Z")
    rows = [dict(zip(("session", "speaker", "text", "at"), turn, strict=True)) for turn in (*TURNS, told)]
    lines = [json.dumps(row | {"metadata": {"channel": "mail", "size": 3}}) for row in rows]
    Path("chat.jsonl").write_text("\n".join(lines), "utf-8")
    with ZipFile("export.zip", "w") as packed:
        packed.write("chat.jsonl")
    shown = [command for code in blocks(page, "sh") for _, command in commands(code)]
    token, said, ran = environment["CLEW_SPACE"], "", 0
    filled = {token}
    clew("remember", "chat.jsonl")
    for command in shown:
        if command[:1] == ["echo"]:
            said = command[1]
        if command[:1] != ["clew"] or LEFT_OUT & {*command}:
            continue
        words = command[1:]
        if "--space" in words:
            place = words.index("--space") + 1
            words[place] = f"{words[place]} {token}"
            if words[place] not in filled and words[0] != "restore":
                clew("remember", "chat.jsonl", "--space", words[place])
            filled.add(words[place])
        asks = words[0] == "forget" and not {"--yes", "--dry-run", "--check"} & {*words}
        done = clew(*words, *(["--yes"] if asks else []), stdin=said)
        assert done.code == 0, f"{' '.join(words)}: {done.err}"
        ran += 1
    assert ran > 0
