"""Moments of Love Letter that every screen of it is tried with."""

from __future__ import annotations

from lltui.games.love_letter import model as m

_PILE = "guard guard baron priest countess handmaid chancellor spy guard"

# The mock-up of the design: a choice between two cards, one safe, one out.
OWN_TURN = (
    "*chancellor guard : spy | king : priest baron | spy! : guard handmaid | x : prince princess"
    f" / {_PILE} - guard ; edition modern ; tokens 3 2 1 0 ; round 3 ; fell 3"
)
TOLD = (
    m.Played(2, "guard", 3, "spy"),
    m.GuessMissed(2, 3, "spy"),
    m.Played(3, "prince", 3),
    m.Discarded(3, "princess"),
    m.KnockedOut(3, "discarded"),
    m.Drew(0),
    m.CardDrawn(0, "guard"),
    m.Played(0, "spy"),
    m.Drew(1),
    m.Played(1, "baron", 2),
    m.HandsCompared(1, 2),
    m.Drew(2),
    m.Played(2, "handmaid"),
    m.Shielded(2),
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
OVER = (
    "king : spy guard | prince : guard spy | x : handmaid baron | x : prince princess"
    " / - guard ; edition modern ; phase deck ; tokens 4 2 1 0 ; round 3 ; fell 3 2"
    " ; shown 0 1 ; first 0 ; won 0 card"
)
ENDED = (
    m.Drew(0),
    m.Played(0, "guard", 1, "baron"),
    m.GuessMissed(0, 1, "baron"),
    m.HandShown(0, "king"),
    m.HandShown(1, "prince"),
    m.RoundWon((0,), "card"),
    m.TokenWon(0, 4),
)
WON = (
    "king : spy guard | prince : guard spy | x : handmaid baron | x : prince princess"
    " / - guard ; edition modern ; phase over ; tokens 4 2 1 0 ; round 9 ; fell 3 2"
    " ; shown 0 1 ; won 0 card ; over 0"
)
