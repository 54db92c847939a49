"""A stylesheet is parsed once for all apps of a run: a quarter of what a short test of a screen costs.

What parsing gives hangs on the text, on where it stands and on the variables, and
is only read afterwards: an app itself keeps it, and uses it again.
"""

from __future__ import annotations

from typing import Any

from textual.css.stylesheet import Stylesheet

_parsed: dict[Any, Any] = {}
_parse_rules = Stylesheet._parse_rules


def _shared(sheet: Stylesheet, css: str, **where: Any) -> Any:
    told = (css, *where.values(), *sheet._variables.items())
    if told not in _parsed:
        _parsed[told] = _parse_rules(sheet, css, **where)
    return _parsed[told]


def share() -> None:
    """From now on, in this process."""
    Stylesheet._parse_rules = _shared  # type: ignore[method-assign]
