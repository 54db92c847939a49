"""Every refusal has its words: the reasons stand in the table's source, the sentences elsewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import lltui
from lltui import text
from lltui.text import Wording
from llwire.wire.messages import Why


@pytest.mark.parametrize("language", text.languages())
def test_every_refusal_and_ruling_that_the_table_knows_has_its_words(language):
    words = Wording(language, area="net")
    source = "".join(file.read_text() for file in Path(lltui.__file__).parent.glob("table/*.py"))
    reasons = re.findall(r'Refusal\(Why\.\w+, "([a-z-]+)"', source)
    assert reasons
    for reason in reasons:
        assert words.has(f"refused.{reason}"), reason
    assert all(words.has(f"refused.{why}") for why in Why)
