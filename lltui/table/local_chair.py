"""The chair of one person whose match is in this process: with bots, or on every seat.

A board gets it through the same seam as one over the network.  What plays the
match is loaded in a thread when it is first asked for: a board is painted by then.
Each step is made in one as well, since it is written before it counts, and a disk
may take as long as it likes.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Self

from msgspec import Struct
from msgspec.structs import replace

from lltui.client import updates as u
from lltui.errors import Trouble
from lltui.games.chair import PATIENCE, Company, DiskSlow, Glimpse, Over, Request, Turned, TurnRound, Update
from lltui.games.game import Action, Seat
from lltui.games.love_letter.prepared import GUIDED

if TYPE_CHECKING:  # see above
    from lltui.table.local_match import LocalMatch, PracticeMatch

    HereMatch = LocalMatch | PracticeMatch


NOBODY = Company("", Struct(), ())  # yet: they sit at a match that lies unfinished


class LocalChair:
    """One person.  Who plays all sides hears all, and `you` is the seat that is shown.

    A glimpse is worked out when it is asked for, one move at a time, so that a
    board tells a match in its own rhythm: while nobody asks, the bots wait,
    and the next round is not dealt.
    """

    local, watches, hosts, listed = True, False, False, ""

    def __init__(
        self,
        open_: Callable[[], HereMatch],
        again: Callable[[Company], LocalChair],
        company: Company = NOBODY,
        folder: Path | None = None,
    ) -> None:
        """`folder`: below it all is written; None where nothing is."""
        self._meet(company)
        self.you: Seat | None = 0
        self._open, self._again = open_, again
        self._folder, self._closing = folder, False
        self._step: asyncio.Future[None] | None = None  # in a thread, one after the other
        self._slow = self._acting = False
        self._match: HereMatch | None = None
        self._coming: deque[Update] = deque()
        self._asked: deque[Action | Request] = deque()
        self._last: Seat | None = None  # who moved
        self._moved = self._unkept = self._over = self._unflushed = False
        self._flushing: asyncio.Future[None] | None = None
        self._woken = asyncio.Event()

    def _meet(self, company: Company) -> None:
        self.company = company
        self.game, self.options, self.names = company.game, company.options, company.names

    @property
    def folder(self) -> Path | None:
        """Below it something is being written now; None while nothing is."""
        flushes = self._flushing is not None and not self._flushing.done()
        steps = self._match is not None and self._match.since is not None
        return self._folder if flushes or steps or self._closing else None

    @property
    def guided(self) -> bool:
        """Whether one learns the game here."""
        return GUIDED in self.company.levels

    @property
    def way_back(self) -> str:
        """Nobody types an address to come back here."""
        return ""

    @property
    def _all(self) -> bool:
        """Whether every seat is this person's."""
        return not self.company.levels

    # ------------------------------------------------------------- the visit

    @property
    def chair(self) -> Self:
        """Where one sits."""
        return self

    def again(self) -> LocalChair:
        """Another match of the same company."""
        return self._again(self.company)

    async def leave(self, *, getting_up: bool) -> None:
        """Nobody waits here, and the match is kept."""
        del getting_up
        for under_way in (self._step, self._flushing):
            if under_way is not None:
                with suppress(Trouble):
                    await under_way
        if self._match is not None:
            self._closing = True
            await asyncio.to_thread(self._close, self._match)
            self._closing = False

    def _close(self, match: HereMatch) -> None:
        """With the move that was made last."""
        try:
            while self._asked:
                self._act(match, self._asked.popleft())
        finally:
            match.close()

    # --------------------------------------------------------------- sitting down

    def _begin(self) -> None:
        match = self._open()
        try:
            self._recall(match)
        except BaseException:
            match.close()
            raise
        self._match = match

    def _recall(self, match: HereMatch) -> None:
        """What happened before one left comes back as what is no news."""
        self.you, past = match.people[0], list[Update]()
        self._meet(match.company)
        for step in match.replay():
            if step.moved is not None:
                self._last = step.moved[0] if step.moved[0] in match.people else self._last
                self._turn(match)
                past.append(self._glimpse(match))
        bots = frozenset(range(len(self.names))) - {*match.people}
        levels = ("",) * (len(self.names) - len(self.company.levels)) + self.company.levels
        began = u.Began(1, self.game, self.options, self.names, self.you, bots, hosting=False, levels=levels)
        self._coming.append(began)
        if past:
            # The news of the newest belong to the past already: told once more they would stand there twice.
            self._coming += (u.HeardBefore(tuple(past)), replace(self._glimpse(match), heard=()))
        if match.practice:
            self._coming.append(u.Ruled("practice"))

    # ------------------------------------------------------------- the chair

    async def next(self, *, looking: bool = False) -> Update:
        """What the next move makes known: the deal, a bot's move, or the person's own."""
        if looking:
            await asyncio.Event().wait()  # with nobody else here, nothing happens meanwhile
        while not self._coming:
            if self._step is None:
                self._woken.clear()
                work = self._begin if self._match is None else partial(self._go_on, self._match)
                self._step = asyncio.ensure_future(asyncio.to_thread(work))
            done, _ = await asyncio.wait({self._step}, timeout=PATIENCE)
            if not done:
                since = self._match.since if self._match is not None else None
                if since is not None and not self._slow and time.monotonic() - since >= PATIENCE:
                    self._slow = True
                    return DiskSlow(str(self._folder))
                continue
            step, self._step, self._slow = self._step, None, False
            step.result()
            if self._unflushed and (self._flushing is None or self._flushing.done()):
                self._flushing = asyncio.ensure_future(self._flush())
            if not self._coming:
                await self._woken.wait()
        self._acting = False
        return self._coming.popleft()

    async def act(self, what: Action | Request) -> None:
        """Move for the seat that is shown, with the next step; nobody else is here to be asked."""
        assert self._match is not None, "who has not sat down was asked nothing"
        if isinstance(what, Action):
            if self._acting:
                return  # while a move is being written, nobody has seen what comes of it
            self._acting = True
        self._asked.append(what)
        self._woken.set()

    def _act(self, match: HereMatch, what: Action | Request) -> None:
        assert self.you is not None, "somebody is shown"
        if isinstance(what, Action) and (refused := match.act(self.you, what)) is not None:
            self._coming.append(refused)
        elif isinstance(what, Action | TurnRound):
            self._last, self._moved = self.you, True

    def _go_on(self, match: HereMatch) -> None:
        """One step; whoever plays all sides sees at once what chance makes of a move."""
        while self._asked:
            self._act(match, self._asked.popleft())
        stirred, self._moved = self._moved, False
        while self._all or not stirred:
            step = match.advance()
            if step is None:
                break
            stirred = stirred or step.moved is not None
        unkept, self._unkept = self._unkept, match.unkept is not None
        if unkept is not self._unkept:
            self._coming.append(u.KeptAgain() if match.unkept is None else u.Unkept(match.unkept))
        if stirred:
            self._unflushed = True
            if self._turn(match):
                self._coming.append(Turned(self.you or 0))
            self._coming.append(self._glimpse(match))
        elif match.over and not self._over:
            self._over = True
            self._coming += (*((u.Ruled("too-long"),) if match.stopped else ()), Over())

    async def _flush(self) -> None:
        """All that has happened is there after a power cut as well; nobody waits for the disk."""
        while self._unflushed:
            self._unflushed = False
            assert self._match is not None, "it was played"
            await asyncio.to_thread(self._match.flush)

    def _turn(self, match: HereMatch) -> bool:
        """Whether one looks from another seat now.

        Who has just moved is asked last: else nobody would ever answer a proposal.
        """
        others = [seat for seat in match.awaited if seat != self._last]
        if not self._all or not others or self.you in others:
            return False
        self.you = others[0]
        return True

    def _glimpse(self, match: HereMatch) -> Glimpse:
        assert self.you is not None, "somebody is shown"
        return match.glimpse(self.you, ears=self._all)
