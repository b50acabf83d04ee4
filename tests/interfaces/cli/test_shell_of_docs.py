"""The commands that pages show run as they stand, one after the other, on the tests' server.

Left out is what serves until somebody ends it, what needs a model, and what moves whole stores: other tests have those.
"""

import json
from pathlib import Path
from zipfile import ZipFile

import pytest
from tests.interfaces.conftest import TURNS, Clew
from tests.interfaces.test_code_of_docs import PAGES, blocks, commands
from tests.loaders.sources.test_formats import CASES
from tests.loaders.sources.test_readers import pdf

LEFT_OUT = {"ask", "mcp", "reembed", "scene", "server", "view", "work", "--all-spaces", "--encoder", "--uri"}
"""Commands, or options of them, that are left out."""


def shown(page: str) -> list[list[str]]:
    """Return the commands of a page, and each text that goes into the next one."""
    found = [command for code in blocks(page, "sh") for _, command in commands(code)]
    return [
        each
        for each in found
        if each[:1] in (["clew"], ["echo"]) and not LEFT_OUT & {each[1], *(word for word in each if word[:2] == "--")}
    ]


@pytest.mark.parametrize("page", [page for page in PAGES if shown(page)])
def test_the_commands_of_a_page_run(
    page: str, clew: Clew, environment: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    told = ("friday", "Ben", "I told Ann that the vet is good.", "2023-06-02T09:02:00Z")
    rows = [dict(zip(("session", "speaker", "text", "at"), turn, strict=True)) for turn in (*TURNS, told)]
    lines = [json.dumps(row | {"metadata": {"channel": "mail", "size": 3}}) for row in rows]
    Path("chat.jsonl").write_text("\n".join(lines), "utf-8")
    with ZipFile("export.zip", "w") as packed:
        packed.write("chat.jsonl")
    for name, content in (
        (".claude/projects/here/5e1.jsonl", CASES["claude-code"].content),
        ("handbook/pool.md", "# Pool\n\nThe pool keeps ten connections.\n"),
        ("notes.pdf", pdf("Boats float.")),
    ):
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_bytes(content if isinstance(content, bytes) else str(content).encode())
    token, said = environment["CLEW_SPACE"], ""
    filled = {token}
    clew("schema")
    clew("remember", "chat.jsonl")
    for program, *words in shown(page):
        if program == "echo":
            (said,) = words
            continue
        words = [
            each for word in words for each in (map(str, Path.home().glob(word[2:])) if word[:2] == "~/" else [word])
        ]
        if "--space" in words:
            place = words.index("--space") + 1
            words[place] = f"{words[place]} {token}"
            if words[place] not in filled and words[0] != "restore":
                clew("remember", "chat.jsonl", "--space", words[place])
            filled.add(words[place])
        asks = words[0] == "forget" and not {"--yes", "--dry-run", "--check"} & {*words}
        done = clew(*words, *(["--yes"] if asks else []), stdin=said)
        assert done.code == 0, f"{' '.join(words)}: {done.out}{done.err}"
