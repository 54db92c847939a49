"""What a card may ask, and what it may do: a closed vocabulary.

A card that needs another word needs a change to the rules.  Words for whom an
effect touches: `self` and `other` are the prince at an encounter and his
brother; `one` is one of them, the players agree which; `a` and `b` are those
who chose so; `marked` are those who carry the mark named beside it.  In a box
that one prince reads alone, `both` and `one` mean him.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

from msgspec import Meta, Struct, field

from lltui.games.game import kinds

Attr: TypeAlias = Literal["physique", "charm", "courage", "knowledge"]
Kind: TypeAlias = Literal["happy", "tired", "sick", "afraid", "wounded", "haunted"]
Name: TypeAlias = Literal["edward", "richard"]
Who: TypeAlias = Literal["self", "other", "both", "edward", "richard", "one", "a", "b", "marked"]
Tester: TypeAlias = Literal["self", "both", "edward", "richard", "a", "b"]
Chapter: TypeAlias = Literal["tower", "interlude", "escape_a", "escape_b", "book"]
Slug: TypeAlias = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]{1,31}$")]
Flag: TypeAlias = Annotated[str, Meta(pattern=r"^[A-Z][A-Z0-9_]{1,31}$")]
Number: TypeAlias = Annotated[int, Meta(ge=1, le=80)]

ATTRIBUTES: tuple[Attr, ...] = ("physique", "charm", "courage", "knowledge")
KINDS: tuple[Kind, ...] = ("happy", "tired", "sick", "afraid", "wounded", "haunted")
PRINCES: tuple[Name, Name] = ("edward", "richard")


class Word(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Anything that stands in a story file: a misspelt key is an error."""


# ---------------------------------------------------------------- questions


class AskedQuery(Word, frozen=True, tag_field="ask"):
    """A question to the table that is answered yes or no."""


class HasFlag(AskedQuery, frozen=True, tag="flag"):
    """Both of them remember it."""

    flag: Flag


class HasMark(AskedQuery, frozen=True, tag="mark"):
    """So many carry it."""

    flag: Flag
    who: Literal["any", "both", "exactly_one", "edward", "richard"] = "any"


class HasItem(AskedQuery, frozen=True, tag="item"):
    """One of them has it."""

    item: Slug


class HadItem(AskedQuery, frozen=True, tag="had"):
    """It came into play in this match, whether or not it is still there: it does not come again."""

    item: Slug


class HasCondition(AskedQuery, frozen=True, tag="condition"):
    """So many cards of a kind with one prince, in his hand or in all his cards."""

    kind: Kind
    at_least: Annotated[int, Meta(ge=1, le=9)] = 1
    who: Literal["any", "both", "edward", "richard"] = "any"
    where: Literal["hand", "deck"] = "hand"


class MiseryIs(AskedQuery, frozen=True, tag="misery"):
    """So much of it or more."""

    at_least: Annotated[int, Meta(ge=1, le=6)]


class ChapterIs(AskedQuery, frozen=True, tag="chapter"):
    """Where in the story one is."""

    chapter: Literal["tower", "interlude", "escape_a", "escape_b"]


class CameFrom(AskedQuery, frozen=True, tag="came"):
    """Where they were before this card: deeper inside, nearer the way out, here, elsewhere; or a place."""

    where: Slug = field(name="from")


class Alarmed(AskedQuery, frozen=True, tag="alarm"):
    """In this night the alarm was raised; guards that were alerted by day are none."""


class HourIs(AskedQuery, frozen=True, tag="hour"):
    """It is this hour of the night or a later one."""

    past: Slug


class HourLeft(AskedQuery, frozen=True, tag="hour_left"):
    """An hour of the night may still be given away."""


class WasAt(AskedQuery, frozen=True, tag="been"):
    """A challenge of this match happened there, or they were led there."""

    place: Slug


class WasTold(AskedQuery, frozen=True, tag="told"):
    """A text whose place begins so was read by both in this match: a card, a choice, what came of it."""

    text: Annotated[str, Meta(pattern=r"^[a-z]+\.[a-z][a-z0-9_.]{1,95}$")]


class AllOf(AskedQuery, frozen=True, tag="all"):
    """Each of them."""

    of: tuple[Query, ...]


class AnyOf(AskedQuery, frozen=True, tag="any"):
    """At least one of them."""

    of: tuple[Query, ...]


class Not(AskedQuery, frozen=True, tag="not"):
    """The opposite."""

    of: Query


# All of them: to write one here is to let a card ask it.
if TYPE_CHECKING:
    Query: TypeAlias = AskedQuery
else:
    Query = kinds(AskedQuery, __name__)

# ------------------------------------------------------------------ effects

Twice: TypeAlias = Annotated[int, Meta(ge=1, le=2)]


class Done(Word, frozen=True, tag_field="do"):
    """Something that a card does."""


class GainAttr(Done, frozen=True, tag="attr"):
    """An attribute grows, up to its highest."""

    who: Who
    attr: Attr
    n: Twice = 1


class GainCondition(Done, frozen=True, tag="condition"):
    """Conditions of a kind come from the supply to the discards.

    `fits` are those that suit what is told there, the best first; as long as the
    supply has one of them no other comes.
    """

    who: Who
    kind: Kind
    n: Twice = 1
    mark: Flag | None = None
    fits: tuple[Slug, ...] = ()


class Heal(Done, frozen=True, tag="heal"):
    """The owner takes conditions of these kinds out of his hand or his discards.

    Out of the draw pile: he looks through it for them, and shuffles it afterwards.
    """

    who: Who
    kinds: tuple[Kind, ...]
    n: Twice = 1
    where: Literal["own", "draw"] = "own"


class GainItem(Done, frozen=True, tag="item"):
    """An item comes into play with all its uses."""

    item: Slug
    who: Who


class LoseItem(Done, frozen=True, tag="lose_item"):
    """Whoever has it loses it."""

    item: Slug


class LoseAny(Done, frozen=True, tag="lose_any"):
    """The owner picks an item that can be lost."""

    who: Who


class SpendUse(Done, frozen=True, tag="spend"):
    """Whoever has it spends uses of it."""

    item: Slug
    n: Annotated[int, Meta(ge=1, le=9)] = 1


class AddChallenge(Done, frozen=True, tag="challenge"):
    """A challenge is sown."""

    n: Number


class Remember(Done, frozen=True, tag="remember"):
    """Keep this card to remember that ..."""

    flag: Flag


class Mark(Done, frozen=True, tag="mark"):
    """Remember of a prince that he was the one who ..."""

    flag: Flag
    who: Who


class Misery(Done, frozen=True, tag="misery"):
    """Misery grows."""

    n: Twice = 1


class Redraw(Done, frozen=True, tag="redraw"):
    """The whole hand is discarded and drawn anew."""

    who: Who


class Reshuffle(Done, frozen=True, tag="reshuffle"):
    """The draw pile is shuffled."""

    who: Who


class ExtraEncounter(Done, frozen=True, tag="extra_encounter"):
    """Today each prince has one encounter more."""


class ReleaseSetAside(Done, frozen=True, tag="release_set_aside"):
    """The encounter that was set aside comes on top of its deck."""


class Go(Done, frozen=True, tag="go"):
    """They are somewhere else now."""

    to: Slug


class Wait(Done, frozen=True, tag="wait"):
    """An hour of the night goes by."""


class BeginEscape(Done, frozen=True, tag="begin_escape"):
    """The interlude is over."""


class BeginPartB(Done, frozen=True, tag="begin_part_b"):
    """They are out of the Tower."""


class GoToEnding(Done, frozen=True, tag="ending"):
    """Stop here and open the Book."""

    section: Slug


class Ease(Word, frozen=True):
    """A test is so much easier while this holds."""

    when: Query
    by: Annotated[int, Meta(ge=1, le=3)]


class Test(Word, frozen=True):
    """What is tested, against which value, by whom."""

    attr: Attr
    value: Annotated[int, Meta(ge=2, le=12)]
    who: Tester = "both"
    ease: tuple[Ease, ...] = ()


class TestEffect(Done, frozen=True, tag="test"):
    """A test inside a consequence."""

    test: Test
    success: tuple[Effect, ...] = ()
    failure: tuple[Effect, ...] = ()
    success_text: str = ""
    failure_text: str = ""


class Branch(Word, frozen=True):
    """One of several things to do."""

    label: str
    then: tuple[Effect, ...] = ()
    text: str = ""


class Choose(Done, frozen=True, tag="choose"):
    """The prince at the encounter chooses."""

    options: Annotated[tuple[Branch, ...], Meta(min_length=2, max_length=4)]


class If(Done, frozen=True, tag="if"):
    """It depends."""

    when: Query
    then: tuple[Effect, ...] = ()
    otherwise: tuple[Effect, ...] = ()
    text: str = ""
    otherwise_text: str = ""


# All of them: to write one here is to let it stand on a card.
if TYPE_CHECKING:
    Effect: TypeAlias = Done
else:
    Effect = kinds(Done, __name__)
