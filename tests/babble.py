"""A table that is a real one, and talks without end: random messages that its protocol allows."""

from __future__ import annotations

import asyncio
from itertools import islice

from lltui.games.love_letter.model import MODEL
from llwire.wire import limits
from llwire.wire import messages as m
from llwire.wire.messages import Rules

NAMES = ("Ada", "Ben", "侍女侍女侍女侍", "[bold]Kay[/]", "a" * 16)
LETTERS = "abc äöü 侍女\u202e\x1b[2J♥ {name} $error [link]"
WORDS = ("act", "ready", "joining", "sit", "decision", "no-such-thing")


def talk(rng):
    return "".join(rng.choice(LETTERS) for _ in range(rng.randint(1, limits.CHAT)))


def one(rng, options, seats):
    """Any message but an entry, and what asks for one, of those that everybody may be told."""

    def seat():
        return rng.randrange(seats)

    def some():
        return tuple(sorted({seat() for _ in range(rng.randint(0, seats))}))

    def chair():
        return m.Chair(
            name=rng.choice((*NAMES, None)), id=rng.randbytes(32), bot=rng.choice((None, "easy")),
            ready=rng.random() < 0.5, hosting=rng.random() < 0.5, date=None, age=rng.choice((None, 30)),
        )  # fmt: skip

    def here():
        line = rng.choice(("online", "lag", "away", "bot", "empty"))
        return m.Here(line=line, lag_ms=rng.choice((None, 40, 900)), behind=rng.randrange(5))

    say = (
        lambda: m.Nack(
            to=rng.choice(WORDS), turn=rng.randrange(99), now=rng.randrange(99),
            why=rng.choice([why for why in m.Why if why is not m.Why.NOT_NOW]),
            reason=rng.choice((None, "word", f"word-{rng.randrange(10**6)}")),
        ),
        lambda: m.Said(seat=seat(), n=rng.randrange(10**6), text=talk(rng)),
        lambda: m.SaidBeside(name=rng.choice(NAMES), n=rng.randrange(10**6), text=talk(rng)),
        lambda: m.Signalled(seat=seat(), n=rng.randrange(10**6), sign=rng.choice(WORDS)),
        lambda: m.Standing(
            phase=rng.choice([*m.Phase]), waiting=some(), left_ms=rng.choice((None, 5_000)),
            then=rng.choice((None, *m.Then)),
            offered=some(), hurried=some(), at_once=rng.random() < 0.5,
        ),
        lambda: m.Presence(seats=tuple(here() for _ in range(seats)), watchers=rng.randrange(8)),
        lambda: m.Lobby(
            match=1, game=MODEL.id, options=options, chairs=tuple(chair() for _ in range(6)),
            watchers=tuple(rng.choice(NAMES) for _ in range(rng.randrange(8))), locked=rng.random() < 0.5,
            gallery=rng.random() < 0.5,
            rules=Rules(revision=1, data=rng.randbytes(32)),
        ),
        lambda: m.Pong(n=rng.randrange(99), have=None),
    )  # fmt: skip
    return rng.choice(say)()


def babble(rng, options, seats=2):
    """Without end, each as bytes."""
    while True:
        yield m.encode(one(rng, options, seats))


class Pouring:
    """Whoever has a line to this house hears all these, as fast as the line takes them, beside the truth."""

    AT_ONCE = 50  # then the table does something else, too

    def __init__(self, house, messages, whom=lambda visitor: True):
        self.said = 0
        self._messages, self._whom = messages, whom
        self._host, self._fill = house.host, house.host.fill
        self._left = self.AT_ONCE
        house.host.fill = self._more

    def _more(self, visitor):
        self._fill(visitor)
        if visitor not in self._host._lines or not self._whom(visitor):
            return
        if self._left == 0:
            self._left = -1
            asyncio.get_running_loop().call_soon(self.begin)
        for body in islice(self._messages, self._left > 0):
            self._left -= 1
            self.said += 1
            visitor.line.say(body)

    def begin(self):
        self._left = self.AT_ONCE
        for visitor in tuple(self._host._visitors.values()):
            visitor.line.pour()
        return self

    def end(self):
        self._messages = iter(())
