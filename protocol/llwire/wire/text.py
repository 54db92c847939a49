"""The only door for a peer's text: names and chat, cleaned before they are sent and when they come.

What is left shows as it is: nothing in it moves the cursor, turns the writing
direction, stays unseen or piles up on one letter.  Cells are counted here, by
Unicode's East Asian Width, because this package knows no terminal; where
terminals disagree, the wider answer is taken.
"""

import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import count
from typing import Literal

from llwire.wire import limits

_DROPPED = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Me"})


def _signs(*ranges: tuple[int, int]) -> frozenset[str]:
    return frozenset(chr(code) for first, last in ranges for code in range(first, last + 1))


# Unseen although their category is that of letters, marks and symbols: what is left of
# Unicode's Default_Ignorable_Code_Point, and signs that are drawn blank.
_UNSEEN = _signs(
    *((0x034F, 0x034F), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F), (0x2800, 0x2800)),
    *((0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFFA0, 0xFFA0), (0x13441, 0x13442), (0x16FE4, 0x16FE4)),
    *((0x1D159, 0x1D159), (0xE0100, 0xE01EF)),
)
# Neutral in the tables of older Pythons, two cells in newer terminals.
_WIDE = _signs((0x2630, 0x2637), (0x268A, 0x268F), (0x4DC0, 0x4DFF), (0x1D300, 0x1D376), (0x1F1E6, 0x1F1FF))
_MARKS = 2  # Vietnamese and Hebrew need two; more only climb out of their line

_EAST_ASIAN = frozenset({"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "HANGUL", "BOPOMOFO"})
# Letters of other alphabets, and digits, that are drawn like a small Latin letter; i like l
# because a capital I is.
_LOOKS_LIKE = str.maketrans(
    "аеорсухіјѕһԁԛԝвкмнтгп" + "αβγδεικνορτυχω" + "αօսոհզց" + "01|5i",  # noqa: RUF001  it is what they are here for
    "aeopcyxljshdqwbkmhtrn" + "abydelknoptuxw" + "aounhqg" + "ollsl",
)


def clean_name(text: str) -> str | None:
    """A name as everybody shows it, or None for "Player n"."""
    return _cut(_clean(text, "NFKC"), limits.NAME_CELLS, limits.NAME) or None


def next_names(name: str) -> Iterator[str]:
    """A cleaned name, and those that come next where it is taken: "Ada", "Ada 2", "Ada 3"."""
    yield name
    for number in count(2):
        end = f" {number}"
        yield _cut(name, limits.NAME_CELLS - len(end), limits.NAME - len(end)) + end


def clean_chat(text: str) -> str | None:
    """A line of chat, or None if nothing of it is left."""
    return _cut(_clean(text, "NFC"), limits.CHAT_CELLS, limits.CHAT) or None


def is_whole(line: str, text: str) -> bool:
    """Whether this cleaned line of chat says all of a text, and not only its beginning."""
    return line == _clean(text, "NFC")


def cells(text: str) -> int:
    """How many columns of a terminal `text` takes."""
    return sum(map(_width, text))


def skeleton(name: str) -> str:
    """What a name looks like: two names with one skeleton cannot be told apart at a glance."""
    bare = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    letters = "".join(sign for sign in bare if not unicodedata.combining(sign))
    return letters.translate(_LOOKS_LIKE).replace("rn", "m").replace("vv", "w").replace(" ", "")


def mixed(name: str) -> bool:
    """Whether a name has letters of several alphabets; honest ones are rare, so it gets a mark."""
    letters = (sign for sign in name if unicodedata.category(sign) in {"Lu", "Ll", "Lt", "Lo"})
    alphabets = {unicodedata.name(letter, "?").split()[0] for letter in letters}
    return len(alphabets - _EAST_ASIAN) > 1


@lru_cache(maxsize=256)
def shown(name: str | None, place: int) -> str:
    """A peer's name as people read it; whoever has none that can be shown is called by their place."""
    clean = clean_name(name or "") or f"Player {place + 1}"
    return f"{clean}*" if mixed(clean) else clean


def _clean(text: str, form: Literal["NFC", "NFKC"]) -> str:
    # A tab or the end of a line parts words, although as a control it would be dropped.
    spaced = "".join(" " if sign.isspace() else sign for sign in text)
    # Normalising makes new marks, spaces and unseen letters out of others, so: before and after.
    normal = unicodedata.normalize(form, _visible(spaced))
    return unicodedata.normalize(form, " ".join(_visible(normal).split()))


def _visible(text: str) -> str:
    kept = (sign for sign in text if sign not in _UNSEEN and unicodedata.category(sign) not in _DROPPED)
    return "".join(_few_marks(kept))


def _few_marks(signs: Iterable[str]) -> Iterator[str]:
    """Marks only on a sign that can bear them: one at the beginning would sit on our own frame."""
    room = 0
    for sign in signs:
        if not _marks(sign):
            room = 0 if sign == " " else _MARKS
        elif room == 0:
            continue
        else:
            room -= 1
        yield sign


def _marks(sign: str) -> bool:
    return unicodedata.category(sign) in {"Mn", "Mc"}


def _width(sign: str) -> int:
    if unicodedata.category(sign) == "Mn":
        return 0
    return 2 if sign in _WIDE or unicodedata.east_asian_width(sign) in {"W", "F"} else 1


def _cut(text: str, columns: int, signs: int) -> str:
    """As much as fits, never a letter without its marks."""
    end = used = 0
    for at, sign in enumerate(text):
        used += _width(sign)
        if used > columns or at >= signs:
            break
        end = at + 1
    while end < len(text) and _marks(text[end]):
        end -= 1
    return text[:end].rstrip(" ")
