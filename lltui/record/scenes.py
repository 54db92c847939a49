"""What is seen of a match, from which place; without rules, so that boards can show it."""

from __future__ import annotations

from enum import Enum, auto
from typing import NamedTuple, TypeAlias

from msgspec import Struct

from lltui.games.game import Seat
from lltui.games.seat import Glimpse
from lltui.record.remarks import Remark


class Eyes(Enum):
    """Places that are nobody's seat."""

    WATCHER = auto()
    ALL = auto()


View: TypeAlias = Seat | Eyes


class Scene(NamedTuple):
    """One entry, as one place at the table saw it.  `hands` are all private views, if all eyes look."""

    seq: int
    deal: int
    glimpse: Glimpse
    remarks: tuple[Remark, ...]
    hands: tuple[Struct, ...] = ()
