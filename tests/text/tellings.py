"""Every event as every kind of listener hears it."""

from __future__ import annotations

from lltui import text
from lltui.authoring import own_words
from lltui.games.known_games import MODELS
from lltui.games.love_letter.events import HandsCompared, HandSeen, KnockedOut, Played, RoundWon

GAME = "love-letter"
NAMES = ("Ada", "Ben", "James")
LISTENERS = (0, 1, 2, None)
LANGUAGES = tuple(text.languages())
THEMES = tuple(line.id for line in text.themes(LANGUAGES[0]))
CARDS = ("guard", "king")


def events():
    """One event of each kind and each pattern of who is who, the first one named being seat 0."""
    for kind in own_words.events(GAME):
        for event in filter(possible, own_words.instances(kind, CARDS)):
            seats = list(dict.fromkeys(mentioned(event)))
            if seats == list(range(len(seats))):
                yield event


def possible(event):
    """Samples go by types alone; these come true."""
    match event:
        case Played(target=target, guess=guess, idle=idle):
            return not (idle and target is not None) and (guess is None or target not in (None, event.who))
        case HandsCompared(loser=loser):
            return loser in (event.who, event.target, None)
        case KnockedOut(how=how, card=card):
            return how == "discarded" or card is not None
        case RoundWon(winners=winners, how=how):
            return (len(winners) == 1) != (how == "tied")
    return True


def mentioned(event):
    """The seats that an event names, in order."""
    return of_type(event, "Seat")


def cards(event):
    """The cards that an event names, in order."""
    return of_type(event, "CardId")


def of_type(event, name):
    values = [
        getattr(event, field)
        for field in event.__struct_fields__
        if name in type(event).__annotations__[field]
    ]
    rows = [value if isinstance(value, tuple) else (value,) for value in values if value is not None]
    return [each for row in rows for each in row]


def listeners(event):
    """Everybody hears what is announced; a whisper is heard by those whom it names, a look by who looks."""
    if isinstance(event, MODELS[GAME].announced):
        return LISTENERS
    return (event.who,) if isinstance(event, HandSeen) else tuple(mentioned(event))


def voices(language, theme):
    return {you: text.voice(GAME, language, theme, NAMES, you) for you in LISTENERS}
