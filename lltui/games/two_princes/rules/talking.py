"""When the princes may talk, and what may not be said: no numbers from the cards, and no card by its name.

A filter is there to remind honest people; whoever wants to cheat at their own
game is not stopped.
"""

from __future__ import annotations

import re
import unicodedata

from lltui.games.game import Talk
from lltui.games.two_princes import loading
from lltui.games.two_princes.rules.state import Prince, State


def _words(row: str) -> frozenset[str]:
    return frozenset(row.split())


# Of both languages at once: a table may speak either.  Written without accents, as lines are read.
NUMBERS = _words(
    "zero two three four five six seven eight nine ten eleven twelve twenty twice thrice triple double half "
    "halves minus plus third fifth "
    "null zwei zwo drei vier funf fuenf sechs sieben acht neun zehn elf zwolf zwoelf zwanzig doppelt "
    "doppelte halb"
)
# With which they are still numbers: threes, fourth, sixteen, dreizehn, vierter, zweimal.
ENDINGS = _words(
    "s es ish fold th ths teen ty ies y e er ern es te ten ter tes tel mal fach zehn zig ssig ens"
)
ROMAN = _words("II III IV V VI VII VIII IX X XI XII")
# These count things as well as cards: they are refused beside a word for cards.
FEW = _words(
    "one ones once first second both none pair couple eins ein eine einen einer einmal erste ersten beide "
    "beiden keine keinen paar"
)
CARDS = _words(
    "card cards hand deck physique charm courage knowledge happy tired sick afraid wounded haunted modifier "
    "bonus average sum karte karten blatt stapel korper koerper charme mut wissen frohlich froehlich mude "
    "muede krank angstlich aengstlich verwundet verfolgt summe schnitt"
)
# What one does with so many cards.
PLAYING = _words(
    "use uses using play plays playing put lay commit take give spend "
    "nehme nehmen nimm spiele spielen spiel lege legen leg nutze nutzen benutze benutzen gebe geben setze "
    "einsetzen"
)
_COUNT = "[1-5]|one|two|three|four|five|eine?|zwei|zwo|drei|vier|f\u00fcnf|fu\u0308nf|fuenf"
_INTENTION = re.compile(
    rf"(?<![\w+\-\u2212.,])(?:{_COUNT})\s+(?:cards?|karten?)(?!\w)(?!\s+(?:with|of|that|which|from|mit|von|die))",
    re.IGNORECASE,
)
# "Take heed" in German, and no number.
HEED = _words("achte achten")
NEAR = 4
LONGEST = 160
_WORD = re.compile(r"[^\W_]+")
_RUN = re.compile(r"([^\w\s])\1\1")
_SPELT = re.compile(r"(?<![^\W_])[^\W\d_](?:[\W_]+[^\W\d_](?![^\W_])){2,}")
_TWICE = re.compile(r"(.)\1+")


def talk(state: State) -> Talk:
    """Nobody speaks while tokens lie covered, nor, if it is strict, while one is alone with something."""
    if state.phase == "ballot":
        return Talk.SHUT
    if state.apart is not None and state.phase != "pause":
        return Talk.SHUT
    return Talk.SIGNALS if state.options.talk == "signals" else Talk.OPEN


def refuses(state: State, prince: Prince, text: str) -> str | None:
    """The key of the reason why a line may not be said."""
    if state.options.talk == "open":
        return None
    folded = unicodedata.normalize("NFKC", text)
    if len(folded) > LONGEST:
        return "long"
    if _names(_words_of(folded), state.princes[prince].hand, state.options.story):
        return "titles"
    if state.phase == "commit":
        text, folded = _without_intention(text), _without_intention(folded)
    if any(map(_is_number, (*text, *folded))) or _RUN.search(folded):
        return "numbers"
    words = _words_of(folded)
    return "numbers" if any(_counts(words, n) for n in range(len(words))) else None


def _words_of(folded: str) -> list[str]:
    """Those that stand there, and those that are spelt."""
    spelt = [_WORD.findall(letters) for letters in _SPELT.findall(folded)]
    return [*_WORD.findall(folded), *("".join(letters) for letters in spelt)]


def _names(words: list[str], hand: list[str], story: str) -> bool:
    """Whether a card of the hand is named, in any language that the story has."""
    said = f" {' '.join(map(_plain, words))} "
    called = (title for card in hand for title in loading.titles(story, card))
    return any(f" {' '.join(map(_plain, _WORD.findall(title)))} " in said for title in called if title)


def _without_intention(line: str) -> str:
    """How many cards one will play may be told while they are settled on: that number is left out."""
    return _INTENTION.sub(lambda found: " " if _plays(line, found) else found[0], line)


def _plays(line: str, found: re.Match[str]) -> bool:
    before, after = _WORD.findall(line[: found.start()])[-NEAR:], _WORD.findall(line[found.end() :])[:NEAR]
    return any(_plain(word) in PLAYING for word in (*before, *after))


def _is_number(sign: str) -> bool:
    """A digit of any writing, or a picture of one: dice, clocks, playing cards."""
    if sign.isascii() or unicodedata.category(sign)[0] not in "SN":
        return unicodedata.numeric(sign, None) is not None
    named = unicodedata.name(sign, "").casefold()
    number = any(word in NUMBERS or word.isdecimal() for word in _WORD.findall(named))
    return number or unicodedata.category(sign)[0] == "N"


def _counts(words: list[str], n: int) -> bool:
    word = _plain(words[n])
    number = word not in HEED and _NUMBER.fullmatch(_TWICE.sub(r"\1", word)) is not None
    if number or words[n] in ROMAN or _masked(words[n]):
        return True
    near = words[max(0, n - NEAR) : n + NEAR + 1]
    return word in FEW and any(_plain(other) in CARDS for other in near)


def _plain(word: str) -> str:
    """Without accents and capitals."""
    bare = unicodedata.normalize("NFKD", word.casefold())
    return "".join(sign for sign in bare if not unicodedata.combining(sign))


def _masked(word: str) -> bool:
    """Letters of two alphabets in one word: one of them is there for what it looks like."""
    return len({unicodedata.name(sign, "?").split()[0] for sign in word if sign.isalpha()}) > 1


def _any(words: frozenset[str]) -> str:
    return "|".join(sorted(_TWICE.sub(r"\1", word) for word in words))


_NUMBER = re.compile(rf"(?:plus|minus)?(?:{_any(NUMBERS)})(?:{_any(ENDINGS)})?")
