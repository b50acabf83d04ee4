"""What keeps people out of a page who do not see it, or have no pointer."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page


def serious(tab: Page) -> list[str]:
    """The faults of a page that keep people out, as axe-core finds them."""
    checked = Axe().run(tab).response
    assert len(checked["passes"]) > 5
    return [
        f"{each['id']}: {node['html'][:200]}"
        for each in checked["violations"]
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"][:3]
    ]
