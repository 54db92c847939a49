"""When the princes may talk, and what may not be said: no numbers from the cards.

A filter is there to remind honest people; whoever wants to cheat at their own
game is not stopped.
"""

from __future__ import annotations

import re
import unicodedata

from lltui.games.game import Talk
from lltui.games.two_princes.model import Options
from lltui.games.two_princes.moments import Pausing, Voting
from lltui.games.two_princes.state import State


def _words(row: str) -> frozenset[str]:
    return frozenset(row.split())


# Of both languages at once: a table may speak either.
NUMBERS = _words(
    "zero two three four five six seven eight nine ten eleven twelve twice thrice triple double half minus "
    "plus second third fourth fifth "
    "null zwei zwo drei vier fünf sechs sieben acht neun zehn elf zwölf zweimal dreimal viermal doppelt "
    "dreifach halb halbe"
)
ROMAN = _words("II III IV V VI VII VIII IX X XI XII")
# These count things as well as cards: they are refused beside a word for cards.
FEW = _words(
    "one once first both none pair couple eins ein eine einen einer einmal erste ersten beide beiden keine "
    "keinen paar"
)
CARDS = _words(
    "card cards hand deck physique charm courage knowledge happy tired sick afraid wounded haunted modifier "
    "bonus average sum karte karten blatt stapel körper charme mut wissen fröhlich müde krank ängstlich "
    "verwundet verfolgt summe schnitt"
)
NEAR = 4
LONGEST = 160
_WORD = re.compile(r"[^\W_]+")
_RUN = re.compile(r"([^\w\s])\1\1")


def talk(state: State) -> Talk:
    """Nobody speaks while tokens lie covered, nor, if it is strict, while one is alone with something."""
    if isinstance(state.moment, Voting):
        return Talk.SHUT
    alone = state.front is not None and state.front.startswith("encounter.")
    if state.options.alone == "strict" and alone and not isinstance(state.moment, Pausing):
        return Talk.SHUT
    return Talk.SIGNALS if state.options.talk == "signals" else Talk.OPEN


def refuses(options: Options, text: str) -> str | None:
    """The key of the reason why a line may not be said."""
    if options.talk == "open":
        return None
    folded = unicodedata.normalize("NFKC", text)
    if len(folded) > LONGEST:
        return "long"
    if any(unicodedata.category(c) in ("Nd", "Nl", "No") for c in (*text, *folded)) or _RUN.search(folded):
        return "numbers"
    words = _WORD.findall(folded)
    return "numbers" if any(_counts(words, n) for n in range(len(words))) else None


def _counts(words: list[str], n: int) -> bool:
    word = words[n].casefold()
    if word in NUMBERS or words[n] in ROMAN:
        return True
    near = words[max(0, n - NEAR) : n + NEAR + 1]
    return word in FEW and any(other.casefold() in CARDS for other in near)
