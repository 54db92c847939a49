"""Words of others and of files, before they are shown."""

from __future__ import annotations


def clean(words: str) -> str:
    """In one line, without whatever would steer a terminal or turn the direction of writing."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in words)


def paragraphs(words: str) -> str:
    """The same in several lines."""
    return "\n".join(map(clean, words.split("\n")))
