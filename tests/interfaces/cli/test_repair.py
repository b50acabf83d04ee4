"""`clew doctor --repair` over damage in a space."""

import json

from tests.interfaces.conftest import Clew

from clew.graph.driver import Graph
from clew.graph.queries import generated

GHOST = (
    "CREATE (:Clew:Entity {space: $space, id: 'entity:ghost', kind: 'Entity', name: 'ghost', text: 'Ghost', "
    "created_at: datetime()})"
)


def test_damage_is_red_then_mended_then_gone(clew: Clew, graph: Graph, environment: dict[str, str]) -> None:
    space = environment["CLEW_SPACE"]
    assert clew("add", "--session", "monday", "--speaker", "Ann", "I met Miso in Lisbon.").code == 0

    def findings(*options: str) -> dict[str, dict[str, str]]:
        said = clew("doctor", "--repair", "--space", space, "--json", *options)
        found = json.loads(said.out)
        assert found["ok"] == (said.code == 0)
        return {each["name"]: each for each in found["findings"]}

    assert findings()["unused names"]["detail"] == "none in 1 space"
    graph.write(generated("ghost", GHOST), space=space)
    planned = findings("--dry-run")["unused names"]
    assert (planned["state"], planned["remedy"]) == ("bad", "run `clew doctor --repair`")
    assert f"1 in {space!r} (entity:ghost)" in planned["detail"]
    assert findings("--dry-run")["unused names"] == planned
    done = findings()["unused names"]
    assert (done["state"], done["remedy"]) == ("good", "")
    assert done["detail"].startswith("mended: ")
    again = findings("--read-only", "--dry-run")
    assert again["unused names"]["detail"] == "none in 1 space"
    assert again["export"]["state"] == "good"
    assert again["waiting"]["state"] == "note"
    assert "1 in" in again["waiting"]["detail"]


def test_a_dry_run_of_nothing_is_refused(clew: Clew) -> None:
    said = clew("doctor", "--dry-run")
    assert said.code == 2
    assert "give both" in said.err
