"""The proof of forgetting finds nothing where all is gone, and finds what is left, wherever that was put."""

import functools
import json
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from clew.api.memory import Memory
from clew.errors import InvalidInput
from clew.graph.drafts import DRAFT
from clew.graph.queries import generated
from clew.loaders.upkeep import proof
from clew.model import Certificate, Fact, Filter, Turn

SECRET = "Ann keeps the spare key under the third flower pot."
PLANT = """
MATCH (session:Clew {space: $space, id: 'session:t'})-[link:HAS_EPISODE]->()
SET session.session_text = session.session_text + $text, link.claim = $id
"""


def remember(memory: Memory) -> None:
    memory.remember([Turn(SECRET, "Ann"), Turn("Yes.", "Ben")], session="s")
    memory.remember([Turn("It rains a lot in Porto in winter.", "Ben"), Turn("Yes.", "Ann")], session="t")
    memory.remember_facts([Fact("The spare key lies under a flower pot.", ("episode:s/0",))])


@pytest.mark.parametrize(
    "asked",
    [{"ids": ["episode:s/0"]}, {"session": "s"}, {"where": Filter(speaker="Ann", session="s")}, {"space": True}],
)
def test_a_forgetting_is_proved(memory: Memory, asked: dict[str, object]) -> None:
    remember(memory)
    receipt = memory.forget(**asked, verify=True)  # pyright: ignore[reportArgumentType]
    certificate = receipt.proof
    assert certificate is not None
    assert certificate.is_clean, certificate.found
    assert certificate.ids == len(receipt.ids)
    assert certificate.receipt == proof.receipt_digest(receipt)
    assert memory.check_forgotten(certificate) == ()
    assert memory.forget(session="t").proof is None if "space" not in asked else True


def test_what_another_says_by_itself_is_no_trace(memory: Memory) -> None:
    memory.remember([Turn(SECRET, "Ann")], session="s")
    memory.remember([Turn(SECRET, "Ben")], session="t")
    certificate = memory.forget(session="s", verify=True).proof
    assert certificate is not None
    assert (certificate.is_clean, certificate.elsewhere) == (True, 1)


@pytest.mark.parametrize("text", [f" before {SECRET} after", SECRET])
def test_what_is_left_anywhere_is_found(memory: Memory, text: str) -> None:
    """A copy in a text of a neighbour, and an id on a relationship, as a fault of ours would leave them."""
    remember(memory)
    memory.space.write(generated("plant", PLANT), text=text, id="episode:s/0")
    certificate = memory.forget(session="s", verify=True).proof
    assert certificate is not None
    places = {(trace.place, trace.property, trace.of) for trace in certificate.found}
    assert ("session:t", "session_text", "episode:s/0") in places
    assert any(place.startswith("session:t -[HAS_EPISODE]->") and name == "claim" for place, name, _ in places)
    assert {trace.property for trace in memory.check_forgotten(certificate)} >= {"claim"}


def test_a_certificate_holds_no_words_and_is_read_again(memory: Memory) -> None:
    remember(memory)
    certificate = memory.forget(session="s", verify=True).proof
    assert certificate is not None
    text = certificate.to_json()
    assert "flower" not in text.replace(json.dumps(certificate.asked), "")
    assert Certificate.from_json(text) == certificate
    for wrong in ("", "[]", "{}", "[" * 100_000, text.replace('"at"', '"when"')):
        with pytest.raises(InvalidInput, match="no certificate"):
            Certificate.from_json(wrong)
    with pytest.raises(InvalidInput, match="of space"):
        memory.check_forgotten(replace(certificate, space="another"))
    with pytest.raises(InvalidInput, match="space is"):
        replace(certificate, space=cast("str", functools.reduce(lambda inner, _: [inner], range(10_000), [])))


@pytest.mark.parametrize("form", ["a file", "a folder"])
def test_a_draft_that_a_killed_export_left_is_found(
    memory: Memory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str
) -> None:
    monkeypatch.chdir(tmp_path)
    remember(memory)
    draft = tmp_path / f"{DRAFT}0123456789ab-1-0.part"
    if form == "a file":
        memory.export(tmp_path / "whole.jsonl")
        draft.write_text((tmp_path / "whole.jsonl").read_text("utf-8")[:-40], "utf-8")
    else:
        memory.export_bulk(tmp_path / "bulk")
        (tmp_path / "bulk").rename(draft)
    certificate = memory.forget(session="s", verify=True).proof
    assert certificate is not None
    assert certificate.looked_through["drafts"] >= 1
    assert {Path(trace.place).is_relative_to(draft) for trace in certificate.found} == {True}
    assert "episode:s/0" in {trace.of for trace in certificate.found}


def test_a_projection_that_stays_is_named(memory: Memory) -> None:
    remember(memory)
    name = f"clew-walk-test-{memory.space.name}"
    project = "RETURN gds.graph.project($name, 1, 2) AS graph"
    drop = "CALL gds.graph.drop($name) YIELD graphName RETURN graphName"
    memory.space.graph.write(generated("project", project), name=name)
    try:
        certificate = memory.forget(session="s", verify=True).proof
    finally:
        memory.space.graph.write(generated("drop", drop), name=name)
    assert certificate is not None
    assert [trace.place for trace in certificate.found if trace.place.startswith("projection")] == [
        f"projection {name}"
    ]
    assert memory.forget(session="t", verify=True).proof.is_clean  # pyright: ignore[reportOptionalMemberAccess]
