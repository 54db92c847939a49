"""A network table on the plain board, in one situation or another, and what it says next."""

from __future__ import annotations

import io

from kit import scripted
from kit.scripted import FREE, seat
from plain.sitting import NAMES

from lltui import text
from lltui.client import updates as u
from lltui.desk.desk import Words
from lltui.games.love_letter.model import MODEL, Options
from lltui.plain.paper import Paper
from lltui.plain.room import Room

LANGUAGES = tuple(text.languages())
TURN = "*guard king | priest / princess countess"
WAIT = "king | *priest baron / princess countess"
WON = "king | priest / ; phase over ; over 0 ; tokens 7 0"
ADA = seat("Ada", hosting=True)


def lobby(*chairs, **more):
    return scripted.lobby(*chairs, FREE, **more)


def began(you=0, *, bots=(), match=1, hosting=False):
    return u.Began(match, MODEL.id, Options(), NAMES[:2], you, frozenset(bots), hosting)


def room(*updates, language="en", watches=False, beside=None):
    made = Room(Words(language, "court"), Paper(io.StringIO()), watches=watches, beside=beside)
    for update in updates:
        made.hear(update)
    return made


def written(made):
    return made.paper._stream.getvalue()


def said(made):
    return " ".join(written(made).split())


def after(made, what):
    """What one more line, or one more update, makes the room say; and what it asks for."""
    before = len(written(made))
    if isinstance(what, str):
        made.paper.answered()
        request = made.read(what)
    else:
        request = made.hear(what)
    return " ".join(written(made)[before:].split()), request
