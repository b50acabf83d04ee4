"""Every fault suite for some seconds; `make faults` runs them for minutes or hours."""

from pathlib import Path

import pytest
from tests.faults.site import Site, prepare
from tests.faults.suites import SUITES, run

from clew.embedding import MiniLM
from clew.loaders.conversation import sessions
from clew.loaders.documents import documents
from clew.loaders.upkeep import forget
from clew.server import Address

pytestmark = pytest.mark.slow

TRIALS = {"kills": 4, "races": 1, "restores": 20, "inputs": 200, "files": 60}
SECONDS = 45.0  # a machine that does much else needs more than ten for one kill
SEED = 24


@pytest.fixture
def site(server: Address, encoder: MiniLM, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Site:
    for module in (sessions, documents, forget):  # the suites make them smaller
        for name in ("PAGE_NODES", "GROUP_PASSAGES", "MAX_TRANSACTION_PASSAGES"):
            if hasattr(module, name):
                monkeypatch.setattr(module, name, getattr(module, name))
    return prepare(Site(server, encoder, tmp_path))


@pytest.mark.parametrize("name", SUITES)
def test_nothing_is_lost_and_nothing_but_errors_of_ours_is_raised(name: str, site: Site) -> None:
    receipt = run(name, site, SEED, TRIALS[name], SECONDS, lambda _: None)
    assert receipt.total
    assert not receipt.wrong, "\n".join(receipt.wrong)
