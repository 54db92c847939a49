"""Words of others and of files, before they are shown."""

from __future__ import annotations


def clean(words: str) -> str:
    """Without whatever would steer a terminal or turn the direction of writing."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in words)
