"""The moves of the princes in paragraphs, the story first; a match of theirs never rests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lltui.desk.telling import Kind, Line, Telling
from lltui.games.game import Event, Whispered
from lltui.games.two_princes import events as e
from lltui.games.two_princes.story.printed import Card
from lltui.games.two_princes.views import Phase, as_announced
from lltui.text import Voice
from lltui.text.princes_voice import PrincesVoice

RULES = (
    *("goal", "day", "places", "encounter", "night", "decision"),
    *("test", "conditions", "hand", "items", "sown", "talk"),
)


# Which rules help at which moment; elsewhere the aim does.
HELP: dict[Phase, tuple[str, ...]] = {
    "pause": ("items",),
    "visit": ("day", "places", "encounter"),
    "night": ("night", "encounter"),
    "rest": ("night", "hand"),
    "together": ("decision", "talk"),
    "ballot": ("decision",),
    "alone": ("decision", "encounter"),
    "one": ("decision",),
    "commit": ("test", "conditions", "talk"),
    "items": ("test", "conditions"),
    "mend": ("conditions", "hand"),
    "lose": ("items",),
}


class PrincesTelling(Telling):
    """In the words of the story and of its frame."""

    _voice: PrincesVoice

    def __init__(self, voice: Voice) -> None:
        assert isinstance(voice, PrincesVoice), voice
        super().__init__(voice)
        self._words = voice.words

    def told(self, heard: Sequence[Event]) -> Iterator[Line]:
        for event in as_announced(heard):
            brief, who = self._brief(event), getattr(event, "who", None)
            seat = who if isinstance(who, int) else None
            for text in self._texts(event, heard):
                yield Line(Kind.EVENT, text, brief, seat) if text else Line(Kind.EVENT, "")
                brief = "" if text else brief
            if brief:  # its owner reads it better elsewhere
                yield Line(Kind.EVENT, "", brief, seat)

    def _brief(self, event: Event) -> str:
        """For the log, where no texts stand, and nothing of what only one has seen."""
        if isinstance(event, Whispered | e.TextShown | e.SectionRead):
            return ""
        return self._voice.say(event).split("\n\n")[0]

    def _texts(self, event: Event, heard: Sequence[Event]) -> Sequence[str]:
        match event:
            case e.CardTurned():
                return "", *self._front(event), ""
            case e.TextShown() | e.SectionRead() | e.ChapterBegan() | e.DayBegan() | e.MatchEnded():
                return *self._prose(self._voice.say(event)), ""
            case _:
                return self._voice.tell([event]) if not self._echo(event, heard) else ()

    def _front(self, event: e.CardTurned) -> Iterator[str]:
        yield self._voice.say(event)
        yield from self._prose(self._voice.front(event.card, event.aside, event.arrival))
        card = self._voice.story.index.fronts[event.card]
        if not isinstance(card, Card):
            if self._voice.hints == "none":
                return
            yield from self._voice.effect_text.ways(card.then, f"{event.card}.then")
            return
        for letter, value, option in zip("ab", event.values, (card.a, card.b), strict=True):
            test = ""
            if option.test is not None and self._voice.hints != "none":
                attr = self._words(f"attr.{option.test.attr}")
                test = self._say("test", attr=attr, value=value, who=self._words(f"who.{option.test.who}"))
            label = self._voice.story.text(f"{event.card}.{letter}.label")
            yield self._say("front", label=letter.upper(), option=label, test=test)

    def _prose(self, told: str) -> Iterator[str]:
        """Paragraphs, with an empty line between two."""
        for n, paragraph in enumerate(part for part in told.split("\n\n") if part.strip()):
            if n:
                yield ""
            yield " ".join(paragraph.split())

    def _echo(self, event: Event, heard: Sequence[Event]) -> bool:
        """An announced draw that its owner is told better."""
        drawn = {each.who for each in heard if isinstance(each, e.CardsDrawn)}
        return isinstance(event, e.Drew) and event.who in drawn

    def _say(self, key: str, **facts: object) -> str:
        return self._words(f"board.{key}", **facts)
