"""Moments of Love Letter that every screen of it is tried with."""

from __future__ import annotations

from lltui.games.love_letter import events

_PILE = "guard guard baron priest countess handmaid chancellor spy guard"

# The mock-up of the design: a choice between two cards, one safe, one out.
OWN_TURN = (
    "*chancellor guard : spy | king : priest baron | spy! : guard handmaid | x : prince princess"
    f" / {_PILE} - guard ; edition modern ; tokens 3 2 1 0 ; round 3 ; fell 3"
)
TOLD = (
    events.Played(2, "guard", 3, "spy"),
    events.GuessMissed(2, 3, "spy"),
    events.Played(3, "prince", 3),
    events.Discarded(3, "princess"),
    events.KnockedOut(3, "discarded"),
    events.Drew(0),
    events.CardDrawn(0, "guard"),
    events.Played(0, "spy"),
    events.Drew(1),
    events.Played(1, "baron", 2),
    events.HandsCompared(1, 2),
    events.Drew(2),
    events.Played(2, "handmaid"),
    events.Shielded(2),
)
FORCED = "*countess king : guard | baron | priest / guard guard prince - guard ; edition modern ; round 1"
COUNCIL = (
    "*guard king princess : chancellor | baron | priest / guard guard prince - guard"
    " ; edition modern ; phase council ; round 1"
)
KNOWS = (
    "*baron guard : priest | king : guard | princess / guard prince - guard ; edition classic"
    " ; knows 0 1 king ; round 2 ; tokens 1 0 6"
)
SIX = (
    "*prince guard : spy | king : priest baron guard | spy! : guard handmaid | x : prince princess"
    " | baron : guard guard countess | chancellor : priest"
    " / handmaid handmaid - guard ; edition modern ; tokens 2 2 1 0 0 1 ; round 7 ; fell 3"
)
TWO = (
    "*prince priest : guard | king : guard / guard baron handmaid priest princess - guard"
    " + guard guard countess ; edition classic ; tokens 4 6 ; round 11"
)
WAITING = (
    "chancellor : spy | *king baron : priest | spy : guard handmaid | x : prince princess"
    f" / {_PILE} - guard ; edition modern ; tokens 3 2 1 0 ; round 3 ; fell 3"
)
# Kay was just put out by Ada, whose turn it still was.
PUT_OUT = WAITING.replace("chancellor : spy", "x : spy chancellor").replace("; fell 3", "; fell 3 0")
OVER = (
    "king : spy guard | prince : guard spy | x : handmaid baron | x : prince princess"
    " / - guard ; edition modern ; phase deck ; tokens 4 2 1 0 ; round 3 ; fell 3 2"
    " ; shown 0 1 ; first 0 ; won 0 card"
)
ENDED = (
    events.Drew(0),
    events.Played(0, "guard", 1, "baron"),
    events.GuessMissed(0, 1, "baron"),
    events.HandShown(0, "king"),
    events.HandShown(1, "prince"),
    events.RoundWon((0,), "card"),
    events.TokenWon(0, 4),
)
WON = (
    "king : spy guard | prince : guard spy | x : handmaid baron | x : prince princess"
    " / - guard ; edition modern ; phase over ; tokens 4 2 1 0 ; round 9 ; fell 3 2"
    " ; shown 0 1 ; won 0 card ; over 0"
)
