"""A page in a file: its data can end nothing and turn nothing around, and come back as they were."""

import json
import re

from hypothesis import given
from hypothesis import strategies as st

from clew.interfaces.pages.exported import exported, harmless

OVERRIDES = "\u202a\u202b\u202c\u202d\u202e"
TEXTS = st.text(st.characters() | st.sampled_from(f"<>&\\\"'/{OVERRIDES}"))


@given(TEXTS)
def test_any_text_comes_back_as_it_was_but_for_what_turns_letters_around(text: str) -> None:
    written = harmless({"text": text})
    assert written.isascii()
    assert not re.search("[<>&]", written)
    shown = re.sub(f"[{OVERRIDES}]", lambda found: ascii(found[0])[1:-1], text)
    assert json.loads(written)["text"] == shown


def test_what_is_filled_in_is_not_filled_again() -> None:
    page = exported("recall", "SCRIPT_HASH DATA WRITTEN STYLE", {"answers": []}, "<p>DATA</p>", "In <words>")
    assert "<p>DATA</p>" in page
    assert "In &lt;words&gt;" in page
    assert '"SCRIPT_HASH DATA WRITTEN STYLE"' in page
    assert page.count("</script>") == 2
