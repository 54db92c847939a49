"""The slices that show how the match stands: first line, players, middle, own row, uncounted cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from lltui.games.game import Seat
from lltui.games.love_letter.model import CardId
from lltui.tui.art.card import Face
from lltui.tui.boards.love_letter import picture as p
from lltui.tui.boards.love_letter.sight import Sight

TELLING = ("lag", "away", "bot", "empty")  # lines that are worth a word


def head(see: Sight, title: str, proof: int = 0) -> p.Head:
    """The first line while a round is played."""
    public, words = see.public, see.words
    return p.Head(
        title=title,
        round=words("head.round", round=public.round) if public.round else "",
        goal=words("head.goal", target=public.target),
        token=see.faces.token,
        pile=public.pile,
        pile_word=words("head.pile"),
        aside=public.aside,
        aside_word=words("head.aside"),
        open=_faces(see, public.laid_open),
        open_word=words("head.open"),
        proof=words.count("head.proof", proof) if proof else "",
    )


def middle(see: Sight) -> p.Middle:
    """What lies between the players."""
    public, words = see.public, see.words
    return p.Middle(
        pile=public.pile,
        pile_word=words("head.pile"),
        aside=public.aside,
        aside_word=words("head.aside"),
        open=_faces(see, public.laid_open),
        open_word=words("head.open"),
    )


def seats(see: Sight, target: Seat | None = None) -> tuple[p.Seat, ...]:
    """Everybody but the one in front, clockwise."""
    return tuple(seat(see, other, target) for other in see.others)


def own(see: Sight, target: Seat | None = None) -> p.Seat:
    """The one in front."""
    return seat(see, see.bottom, target)


def seat(see: Sight, number: Seat, target: Seat | None) -> p.Seat:
    """One player."""
    view, line = see.public.seats[number], see.lines[number]
    aimed = target == number
    held = () if view.out else _faces(see, see.held(number))
    word = "target" if aimed else "out" if view.out else "safe" if view.safe else ""
    return p.Seat(
        number=number + 1,
        name=see.names[number],
        tokens=view.tokens,
        goal=see.public.target,
        token=see.faces.token,
        discards=_faces(see, view.discards),
        cards=0 if view.out else view.cards,
        held=held,
        held_word=see.words("seat.holds", card=held[0].name) if held else "",
        safe=view.safe,
        out=view.out,
        turn=see.public.turn == number,
        target=aimed,
        word=see.words(f"seat.{word}") if word else "",
        line=line,
        line_word=see.words(f"line.{line}") if line in TELLING else "",
        note=see.notes.get(number, ""),
    )


def tracker(see: Sight, *, shown: bool) -> p.Tracker:
    """How many of each card may still be anywhere, at a table that counts."""
    title = see.words("title.unseen" if see.you is not None else "title.unseen_watcher")
    if not counts(see):
        return p.Tracker(title, why=see.words("title.left_out"), shown=shown)
    left = {card: max(0, number) for card, number in unseen(see).items()}
    all_ = max(1, sum(left.values()))
    rows = tuple(
        p.Count(face.value, face.name, left[card], face.copies, round(100 * left[card] / all_), face.rule)
        for card, face in see.faces.items()
    )
    return p.Tracker(title, see.words("title.legend"), rows if shown else (), shown)


def counts(see: Sight) -> bool:
    """Whether this table lets the programs count for their players."""
    return see.options.unseen == "counted"


def unseen(see: Sight) -> Counter[CardId]:
    """The deck without all that was seen."""
    left = Counter({card: face.copies for card, face in see.faces.items()})
    left.subtract(_seen(see))
    return left


def _seen(see: Sight) -> Iterator[CardId]:
    public, private = see.public, see.private
    yield from public.laid_open
    yield from (card for card in private.under if card)
    for number, view in enumerate(public.seats):
        yield from view.discards
        if not view.out:
            yield from see.held(number)


def _faces(see: Sight, cards: tuple[CardId, ...]) -> tuple[Face, ...]:
    return tuple(see.faces[card] for card in cards if card in see.faces)
