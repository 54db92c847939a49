"""The cards of an edition in the words of a theme and a language."""

from __future__ import annotations

from typing import NamedTuple

from lltui.games.love_letter.loading import Card
from lltui.games.love_letter.model import CardId, Options
from lltui.text import Voice
from lltui.text.sentence_facts import Printed, deck, printed_card
from lltui.text.theme import TOKEN
from lltui.text.wording import Wording


class Face(NamedTuple):
    """What is printed on a card, in the words of a theme and a language."""

    id: str
    name: str
    value: int
    copies: int
    effect: str
    rule: str
    token: str = "♥"


class Faces(dict[CardId, Face]):
    """Every card, the lowest first."""

    def __init__(self, options: Options, voice: Voice, words: Wording, *, ascii_only: bool = False) -> None:
        self.token = voice.glyph(TOKEN, ascii_only=ascii_only)
        self._voice, self._words = voice, words
        super().__init__({card.id: self._face(card, options) for card in deck(options)})

    def _face(self, card: Card, options: Options) -> Face:
        found = printed_card(options, card.id)
        return Face(
            card.id,
            self._voice.card(card.id),
            card.value,
            card.copies,
            found.kind,
            self._rule(found),
            self.token,
        )

    def _rule(self, found: Printed) -> str:
        """The few words that fit on a card; the whole rule stands in the reference."""
        beside = found.parameters["forced_with"][0]
        if beside:
            cards = self._words.row([self._voice.card(card) for card in beside], "or")
            return self._words("short.forced", cards=cards)
        key = f"short.{found.kind}"
        if not self._words.has(key):
            return ""
        number = found.parameters.get("draw", (0, ""))[0]
        return self._words(key, number=number, token=self.token)
