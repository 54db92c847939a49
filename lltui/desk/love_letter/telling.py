"""The moves of Love Letter in paragraphs, one for each: in sentences, and shortly for a narrow column."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from lltui.desk.telling import Kind, Line, Telling
from lltui.games.chair import Glimpse
from lltui.games.game import Event, Seat
from lltui.games.love_letter import events, views
from lltui.text import Voice, Wording

# A paragraph begins with one of these, unless the event before it leads there.
BEGINS: Mapping[type[Event], tuple[type[Event], ...]] = {
    events.LotsDrawn: (),
    events.RoundBegan: (),
    events.Played: (),
    events.CardDrawn: (events.RoundBegan, events.Discarded, events.Drew),
    events.HandShown: (events.HandShown,),
    events.RoundWon: (events.HandShown,),
    events.MatchWon: (),
}


def paragraphs(heard: Sequence[Event]) -> Iterator[list[Event]]:
    """One for each move, without the draw that everybody makes in every turn."""
    part: list[Event] = []
    for event in heard:
        if isinstance(event, events.Drew) and not event.aside:
            continue
        if part and type(event) in BEGINS and not _leads_to(part[-1], event):
            yield part
            part = []
        part.append(event)
    if part:
        yield part


def _leads_to(before: Event, event: Event) -> bool:
    if isinstance(event, events.CardDrawn) and isinstance(before, events.Discarded):
        return event.who == before.who
    return isinstance(before, BEGINS[type(event)])


ENDS = (
    events.LotsDrawn,
    events.RoundWon,
    events.TokenWon,
    events.MatchWon,
)  # these are told in whole sentences


class LoveLetterTelling(Telling):
    """It tells each listener the same in both lengths; where a match rests is the end of a round."""

    def __init__(self, voice: Voice, words: Wording, you: Seat | None) -> None:
        super().__init__(voice)
        self._words, self._you = words, you

    def told(self, heard: Sequence[Event]) -> Iterator[Line]:
        return map(self.line, paragraphs(heard))

    def rests(self, glimpse: Glimpse) -> bool:
        return (
            isinstance(public := glimpse.public, views.Public)
            and public.phase == "deck"
            and any(isinstance(event, events.RoundWon) for event in glimpse.heard)
        )

    def out(self, glimpse: Glimpse) -> frozenset[Seat]:
        public = glimpse.public
        if not isinstance(public, views.Public) or public.phase not in ("turn", "council"):
            return frozenset()
        return frozenset(seat for seat, player in enumerate(public.seats) if player.out)

    def line(self, part: Sequence[Event]) -> Line:
        """One paragraph; there is nothing brief to be said of what is seen anyway."""
        text = " ".join(filter(None, self._voice.tell(part)))
        first = part[0]
        if isinstance(first, events.RoundBegan):
            return Line(Kind.EVENT, text, self._round(first))
        if isinstance(first, ENDS):
            return Line(Kind.EVENT, text, text)
        if all(isinstance(event, events.CardDrawn | events.Drew) for event in part):
            return Line(Kind.EVENT, text)
        brief, who = self._joined([each for each in self._texts(part) if each]), getattr(first, "who", None)
        if isinstance(first, events.HandShown):  # each is somebody else's
            return Line(Kind.EVENT, text, brief[:1].upper() + brief[1:])
        if not brief or who is None:
            return Line(Kind.EVENT, text, brief)
        return Line(Kind.EVENT, text, brief, who, self._voice.begin(who))

    def _joined(self, texts: Sequence[str]) -> str:
        """An answer follows its question; all else is a list."""
        row = texts[0] if texts else ""
        for text in texts[1:]:
            row += f" {text}" if row.endswith(("?", ":")) else f", {text}"
        return row

    def _texts(self, part: Sequence[Event]) -> Iterator[str]:
        for event in part:
            yield self._one(event, part)

    def _one(self, event: Event, part: Sequence[Event]) -> str:  # noqa: C901, PLR0911, PLR0912 - one for each event
        words, card = self._words, self._voice.card
        match event:
            case events.Played():
                return self._played(event)
            case events.GuessMissed():
                return words("brief.missed")
            case events.HandSeen(card=seen):
                return words("brief.seen", card=card(seen))
            case events.HandsCompared(loser=None):
                return words("brief.tie")
            case events.HandsSeen(target=target, card=mine, other=theirs):
                mine, theirs = (theirs, mine) if target == self._you else (mine, theirs)
                return words("brief.both", mine=card(mine), theirs=card(theirs))
            case events.HandsTraded(who=who, target=target, card=gave, other=got):
                # Where all eyes look, it is told of two others.
                key = "brief.gave" if self._you in (who, target) else "brief.gives"
                gave, got = (got, gave) if target == self._you else (gave, got)
                return words(key, card=card(gave), other=card(got))
            case events.Discarded(who=who, card=dropped):
                return words(self._for("brief.discards", who), name=self._voice.name(who), card=card(dropped))
            case events.KnockedOut():
                return self._out(event, part)
            case events.Shielded():
                return words("brief.safe")
            case events.Drew(aside=True):
                return words("brief.aside")
            case events.CouncilDrawn(cards=drawn):
                return words("brief.draws", cards=", ".join(map(card, drawn)))
            case events.TookCouncil(cards=number) if not _has(part, events.CouncilDrawn):
                return words("brief.took", number=number)
            case events.CardsBuried(cards=buried):
                return words("brief.buried", cards=", ".join(map(card, buried)))
            case events.PutUnder(cards=number) if not _has(part, events.CardsBuried):
                return words("brief.under", number=number)
            case events.HandShown(who=who, card=shown):
                return words(self._for("brief.shows", who), name=self._voice.name(who), card=card(shown))
        return ""

    def _played(self, event: events.Played) -> str:
        words, card = self._words, self._voice.card(event.card)
        if event.idle:
            return words("brief.idle", card=card)
        if event.target is None:
            return words("brief.plain", card=card)
        if event.target == event.who:
            return words("brief.on_yourself" if event.who == self._you else "brief.on_self", card=card)
        target = self._voice.name(event.target, "acc")
        if event.guess is None:
            return words("brief.on", card=card, target=target)
        return words("brief.guess", card=card, target=target, guess=self._voice.card(event.guess))

    def _out(self, event: events.KnockedOut, part: Sequence[Event]) -> str:
        name = self._voice.name(event.who)
        if event.how == "guessed":
            return self._words(self._for("brief.hit", event.who), name=name)
        if _has(part, events.Discarded) or (isinstance(part[0], events.Played) and part[0].who == event.who):
            fell = isinstance(part[0], events.Played) and event.how == "discarded"
            if fell:
                return self._words("brief.fell")
        if event.card is None:
            return self._words(self._for("brief.out_bare", event.who), name=name)
        return self._words(self._for("brief.out", event.who), name=name, card=self._voice.card(event.card))

    def _round(self, event: events.RoundBegan) -> str:
        begins = self._words(self._for("brief.begins", event.starter), name=self._voice.name(event.starter))
        return f"{self._words('brief.round', round=event.round)}: {begins}"

    def _for(self, key: str, who: Seat) -> str:
        return f"{key}_you" if who == self._you else key


def _has(part: Sequence[Event], kind: type[Event]) -> bool:
    return any(isinstance(event, kind) for event in part)
