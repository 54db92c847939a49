"""The slices that show how things stand: first line, map, princes, hand, what was sown."""

from __future__ import annotations

from collections.abc import Sequence

from lltui.desk.two_princes.picked_move import PickedMove
from lltui.games.game import Seat
from lltui.games.two_princes import events as e
from lltui.games.two_princes import model as m
from lltui.games.two_princes.model import Held, PrinceView
from lltui.games.two_princes.story.printed import DECKS, GROWS
from lltui.games.two_princes.story.vocabulary import ATTRIBUTES
from lltui.tui.boards.princes.naming import attributes
from lltui.tui.boards.princes.picture import Boy, Hand, Head, Map, Memory, Princes, Spot
from lltui.tui.boards.princes.sight import Sight
from lltui.tui.boards.princes.trying import play, signed

MISERY = 6
SLOTS = ("events", "encounters", "night")
TELLING = ("lag", "away", "bot", "empty")


def head(see: Sight, proof: int = 0) -> Head:
    """Where in the story one is."""
    public, words = see.public, see.words
    steps: tuple[tuple[str, bool], ...] = ()
    left = ""
    if public.chapter == "tower":
        chapter = words("head.tower", day=public.day)
        steps = tuple((words(f"head.{slot}"), slot == _slot(see)) for slot in SLOTS)
    else:
        chapter = words(f"head.{public.chapter}")
        if public.deck is not None and public.chapter != "book":
            left = words("head.left", number=public.deck)
    checked = words("head.proof", number=proof) if proof else ""
    return Head(chapter, steps, left, words("head.misery"), public.misery, checked)


def _slot(see: Sight) -> str:
    """Which part of the day it is, by what is awaited or what was turned last."""
    public = see.public
    if public.phase in ("night", "rest"):
        return "night"
    if public.phase == "visit":
        return "encounters"
    if see.apart is not None:
        return "night" if any(isinstance(event, e.WentOut) for event in see.heard) else "encounters"
    card = see.card
    deck = getattr(card, "deck", None)
    return "events" if deck is None else "night" if deck == "night" else "encounters"


def tower(see: Sight, now: PickedMove) -> Map:
    """Where one may go, or whether."""
    words, public = see.words, see.public
    visiting = public.phase == "visit"
    open_ = {action.location for action in now.menu if isinstance(action, m.Visit)}
    chosen = now.selected.location if isinstance(now.selected, m.Visit) else None
    spots = tuple(
        Spot(
            str(n) if visiting and now.asks else " ",
            words(f"map.{deck}").upper(),
            see.frame(f"attr.{GROWS[deck]}"),
            cards,
            "" if cards and (deck in open_ or not now.asks or not visiting) else words("why.empty"),
            deck == chosen,
        )
        for n, (deck, cards) in enumerate(zip(DECKS, public.piles, strict=True), 1)
        if deck != "night"
    )
    who = "" if (seat := goer(see, now)) is None else see.boy(seat)
    key = "map.title" if visiting else "map.night_title"
    title = (
        words(key, who=who.upper()) if who else words("map.title_plain" if visiting else "map.night_plain")
    )
    night = words("map.night", number=public.piles[-1])
    legend = (words("map.left"), words("map.piles"))
    names = (words("map.hill"), words("map.white"), words("map.river"))
    return Map(title, words("map.day", day=public.day), spots, legend, names, night)


def goer(see: Sight, now: PickedMove) -> Seat | None:
    """Whose turn it is to go somewhere: who is asked; a player who is not knows that it is the other."""
    if see.you is None:
        return None
    return see.you if now.menu else 1 - see.you


def princes(see: Sight, acting: Sequence[Seat] = ()) -> Princes:
    """Both boards lie open."""
    boys = tuple(_boy(see, prince, acting) for prince in see.public.princes)
    return Princes(
        see.words("title.princes"),
        see.words("title.open"),
        boys,
        see.frame("board.nothing"),
    )


def _boy(see: Sight, prince: PrinceView, acting: Sequence[Seat]) -> Boy:
    words, seat = see.words, prince.seat
    line = see.lines[seat]
    who = "" if see.alone else words("boy.you") if seat == see.you else see.names[seat]
    counts = words("boy.counts", hand=prince.hand, draw=prince.draw, discards=len(prince.discards))
    return Boy(
        see.prince(seat),
        see.boy(seat),
        who,
        tuple((words(f"short.{attr}"), n) for attr, n in zip(ATTRIBUTES, prince.attributes, strict=True)),
        tuple(item(see, held) for held in prince.items),
        counts,
        tuple(see.voice.ruling.flag(mark) for mark in prince.marks),
        words(f"line.{line}") if line in TELLING else "",
        words("boy.ready") if seat in see.public.asked.ready else "",
        seat in acting,
    )


def item(see: Sight, held: Held) -> str:
    """Its title, what it adds, and the uses that are left."""
    printed = see.tale.items[held.item]
    bonus = " ".join(f"{see.words(f'short.{attr}')} {signed(n)}" for attr, n in printed.bonus.items())
    title = see.voice.ruling.item(held.item)
    uses = "" if held.uses is None else see.words("boy.uses", number=held.uses)
    return " ".join(part for part in (title, bonus, uses) if part)


def hand(see: Sight) -> Hand:
    """The own cards; for who looks on, their backs."""
    asked = attributes(see)
    if see.you is None:
        backs = sum(prince.hand for prince in see.public.princes)
        if not see.hands:
            return Hand(see.words("hand.title_hidden"), "", (), backs)
        seats = [prince.seat for prince in see.public.princes]
        one, other = (tuple(play(see, card, asked) for card in see.hands[seat].hand) for seat in seats)
        title = see.words("hand.title_all", one=see.boy(seats[0]).upper(), other=see.boy(seats[1]).upper())
        return Hand(title, _asked_for(see), one, beside=other)
    seat, cards = see.you, see.private.hand
    title = see.words("hand.title_alone" if see.alone else "hand.title", who=see.boy(seat).upper())
    boy = next(prince for prince in see.public.princes if prince.seat == seat)
    piles = see.words("hand.piles", draw=boy.draw, discards=len(boy.discards))
    right = " · ".join(part for part in (_asked_for(see), piles) if part)
    plays = tuple(play(see, card, asked) for card in cards)
    return Hand(title, right, plays, 0, "" if plays else see.words("hand.empty"))


def _asked_for(see: Sight) -> str:
    """Over the columns of numbers, where there are several."""
    asked = attributes(see)
    return " ".join(see.words(f"short.{attr}") for attr in asked) if len(asked) > 1 else ""


def memory(see: Sight) -> Memory:
    """What was sown, and what is remembered."""
    titles = (see.words("title.sown"), see.words("title.flags"))
    sown = tuple(see.voice.ruling.challenge(number) for number in see.public.sown)
    flags = tuple(see.voice.ruling.flag(flag) for flag in see.public.flags)
    return Memory(titles, sown, flags, see.frame("board.nothing"))
