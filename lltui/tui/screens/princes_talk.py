"""Talk at the princes' table: a line in general terms, or one of the signs that need no words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from lltui.client import requests
from lltui.games.two_princes.model import MODEL, Private, Public
from lltui.games.two_princes.story.vocabulary import Attr
from lltui.text.princes import PrincesVoice
from lltui.tui.kit.command import Command
from lltui.tui.kit.lists import Row
from lltui.tui.match.match_screen import Saying
from lltui.tui.match.table_dialogs import IN_MATCH, TableChoose
from lltui.tui.screens.princes_pages import AREA, PrincesOffers

# From this mean of a hand on it is fair to say so.
STRENGTHS = ((1.0, "strong"), (0.4, "fair"), (0.0, "weak"))


class Talking(Saying, PrincesOffers):
    """Laid over a table's screen."""

    OFFERS: ClassVar[tuple[Command, ...]] = (
        Command("talk", "t", area=AREA),
        Command("signal", "s", area=AREA),
    )

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Nobody is there to be spoken to at a table of one's own; and nobody speaks over covered tokens."""
        if action in ("talk", "signal"):
            desk = self.table.desk
            public = desk.glimpse.public if desk is not None and desk.glimpse is not None else None
            hush = isinstance(public, Public) and public.phase == "ballot"
            return desk is not None and not desk.local and not desk.watches and not hush
        return super().check_action(action, parameters)

    KEEPS: ClassVar[bool] = True

    def action_signal(self) -> None:
        """One of the signs; the one that fits the own hand is selected."""

        def answers() -> Sequence[Row]:
            return [Row(self.words(f"sign.{sign}")) for sign in MODEL.signs]

        def chosen(at: int | None) -> None:
            if at is not None:
                self.run_worker(self.table.act(requests.signal(MODEL.signs[at])), group="signal")

        self.app.push_screen(
            TableChoose(IN_MATCH, lambda: self.words("sign.question"), answers, self._fitting()), chosen
        )

    def _fitting(self) -> int:
        """How strong the own hand is in what is tested now."""
        desk = self.table.desk
        glimpse = desk.glimpse if desk is not None else None
        if desk is None or glimpse is None:
            return 0
        public, private, voice = glimpse.public, glimpse.private, desk.voice
        if not (
            isinstance(public, Public) and isinstance(private, Private) and isinstance(voice, PrincesVoice)
        ):
            return 0
        you = desk.began.you if desk.began is not None else None
        trial = None if you is None else public.trial_of(you)
        if trial is None or not private.hand:
            return 0
        return MODEL.signs.index(strength(voice, private.hand, trial.attr))


def strength(voice: PrincesVoice, hand: Sequence[str], attr: Attr) -> str:
    """By the mean of what its cards add."""
    adds = [getattr(voice.story.tale.conditions[card], attr) for card in hand]
    mean = sum(adds) / len(adds)
    return next((word for least, word in STRENGTHS if mean >= least), "nothing")
