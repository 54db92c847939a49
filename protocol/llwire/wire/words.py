"""Three words that are read aloud: drawing, completing and understanding them.

2048 words, each known by its first four letters, make 33 bits.  Whatever is
typed is understood here, before it costs one of the few tries.  The list is
that of BIP 39; see words.LICENSE.
"""

import re
import secrets
import unicodedata
from collections.abc import Callable
from pathlib import Path

COUNT = 3
KNOWN_BY = 4  # letters


def known() -> tuple[str, ...]:
    """All of them, read anew: few say words, and seldom (0.1 ms), and everybody would keep them (0.13 MB)."""
    return tuple(Path(__file__).with_name("words.txt").read_text("ascii").split())


class UnclearWordsError(ValueError):
    """What was typed is not three words of the list; `near` has guesses for each unknown one."""

    def __init__(self, typed: tuple[str, ...], near: dict[str, tuple[str, ...]]) -> None:
        super().__init__(typed, near)
        self.typed = typed
        self.near = near


def draw(below: Callable[[int], int] = secrets.randbelow) -> str:
    """Three new words, in the form they are shown in."""
    words = known()
    return "-".join(words[below(len(words))] for _ in range(COUNT))


def complete(typed: str) -> tuple[str, ...]:
    """The words that begin like this."""
    return tuple(word for word in known() if word.startswith(typed))


def split(text: str) -> tuple[str, ...]:
    """The words of a line, whatever stands between them."""
    return tuple(re.findall(r"[^\W\d_]+", unicodedata.normalize("NFKC", text).casefold()))


def understand(text: str) -> str:
    """Whatever a person typed, as the three words it means; or says which ones are unclear."""
    typed = split(text)[: COUNT + 1]
    meant = {word: meanings(word) for word in typed}
    near = {word: found for word, found in meant.items() if len(found) != 1}
    if len(typed) != COUNT or near:
        raise UnclearWordsError(typed, near)
    return "-".join(meant[word][0] for word in typed)


def meanings(typed: str) -> tuple[str, ...]:
    """What one typed word may be: itself, what begins like it, or what it is a slip of; at most eight."""
    if typed in known():
        return (typed,)
    return complete(typed)[:8] or tuple(word for word in known() if _mistyped(typed, word))[:8]


def _mistyped(typed: str, word: str) -> bool:
    """One slip of the finger, or two behind the letters that tell the words apart."""
    slips = 2 if typed[:KNOWN_BY] == word[:KNOWN_BY] else 1
    return abs(len(typed) - len(word)) <= slips and _slips(typed, word) <= slips


def _slips(a: str, b: str) -> int:
    """Letters wrong, missing, too many, or two of them swapped (Damerau)."""
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        two_ago, before, row = before, row, [i]
        for j, y in enumerate(b, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                cost = min(cost, two_ago[j - 2] + 1)
            row.append(cost)
    return row[-1]
