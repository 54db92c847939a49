"""The Two Princes, put together: what waits is answered, then the agenda runs on."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Any, cast

from msgspec import defstruct
from msgspec.structs import replace

from lltui.errors import UsageTrouble
from lltui.games.game import Action, Game, News, Pile, Seat, Shuffled, Talk, kinds
from lltui.games.two_princes import loading, views
from lltui.games.two_princes.loading import story_index
from lltui.games.two_princes.model import MODEL, Options
from lltui.games.two_princes.rules import card_effects  # noqa: F401 - by being there effects are done
from lltui.games.two_princes.rules.chapters import before_the_deal
from lltui.games.two_princes.rules.scenes import Voting
from lltui.games.two_princes.rules.state import Prince, State, Task, Trial
from lltui.games.two_princes.rules.trials import values
from lltui.games.two_princes.rules.verbs import Doing, Moment, awaited, run
from lltui.games.two_princes.story.printed import DECKS
from lltui.games.two_princes.story.vocabulary import ATTRIBUTES
from lltui.games.two_princes.views import Private, Public

# With every task and all that may be awaited, so that it can be read again.
FullState = defstruct(
    "FullState",
    [
        ("agenda", list[kinds(Task, __package__)]),  # type: ignore[misc]
        ("moment", kinds(Moment, __package__) | None, None),
    ],
    bases=(State,),
    module=__name__,
)


class TwoPlayers(UsageTrouble):
    """There are two princes."""


class TwoPrinces(Game[State]):
    """The rules of every story."""

    model = MODEL
    state: type[State] = cast("type[State]", FullState)
    revision = 8

    def data(self, options: Options) -> dict[str, Any]:
        return story_index(options.story).data

    def start(self, options: Options, seats: int) -> State:
        if seats != 2:
            raise TwoPlayers(seats=seats)
        return before_the_deal(self.state, story_index(options.story), options)

    def pile(self, state: State) -> Pile | None:
        now = awaited(state)
        return None if now is None else now.pile(story_index(state.options.story), state)

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        now = awaited(state)
        return () if now is None else now.menu(story_index(state.options.story), state, state.seat(seat))

    def play(self, state: State, seat: Seat, action: Action | Shuffled, news: News | None = None) -> None:
        do = Doing(story_index(state.options.story), state, news)
        now, state.moment = awaited(state), None
        assert now is not None, "the match is over"
        if isinstance(action, Shuffled):
            now.ordered(do, action.order)
        else:
            now.answer(do, state.seat(seat), action)
        run(do)

    def public(self, state: State) -> Public:
        """What lies open; of a card that one prince meets alone at a strict table, only what comes of it."""
        together = state.apart is None
        return views.Public(
            phase=state.phase,
            chapter=state.chapter,
            day=state.day,
            misery=state.misery,
            princes=(_prince(state, 0), _prince(state, 1)),
            asked=_asked(state, together=together),
            front=_front(state) if together else None,
            apart=None if state.apart is None else state.seat(state.apart),
            trials=tuple(_trial(state, trial) for trial in state.trials),
            die=state.die,
            ballots=state.ballots,
            shown=tuple(state.shown) if together else (),
            piles=tuple(len(state.encounters.get(deck, ())) for deck in DECKS),
            deck=len(state.deck) if state.chapter.startswith("escape") else None,
            sown=tuple(state.sown),
            flags=tuple(state.flags),
            book=tuple(state.book),
            asides=state.asides,
            hinges=state.hinges,
            hour=state.hour,
            alarm=state.alarm,
        )

    def private(self, state: State, seat: Seat) -> Private:
        """The hand, in no order that tells anything; the own token while covered; what is met alone."""
        now, prince = state.moment, state.seat(seat)
        ballot = now.ballots[prince] if isinstance(now, Voting) else None
        front = _front(state) if prince == state.apart else None
        alone = None if front is None else views.AloneView(front, tuple(state.shown), _asked(state).effect)
        return views.Private(tuple(sorted(state.princes[prince].hand)), ballot, alone)

    def talk(self, state: State, _seat: Seat) -> Talk:
        return _talk(state)

    def refuses(self, state: State, seat: Seat, text: str) -> str | None:
        return _refuses(state, state.seat(seat), text)

    def copy(self, state: State) -> State:
        return state.copy()


RULES = TwoPrinces()


# --------------------------------------------- what may be seen, field by field


def _prince(state: State, prince: Prince) -> views.PrinceView:
    boy = state.princes[prince]
    values = [boy.attributes[attr] for attr in ATTRIBUTES]
    return views.PrinceView(
        seat=state.seat(prince),
        attributes=(values[0], values[1], values[2], values[3]),
        hand=len(boy.hand),
        draw=len(boy.draw),
        items=tuple(views.Held(item, uses) for item, uses in boy.items.items()),
        discards=tuple(boy.discards),
        marks=tuple(boy.marks),
    )


def _front(state: State) -> views.OpenCard | None:
    if state.front is None:
        return None
    tests = values(story_index(state.options.story), state)
    return views.OpenCard(state.front, state.seat(state.reader), state.aside, tests, state.arrival)


def _trial(state: State, trial: Trial) -> views.TrialView:
    return views.TrialView(
        attr=trial.attr,
        printed=trial.printed,
        value=trial.value,
        who=state.seats(trial.who),
        settled=trial.settled,
        drawn=trial.drawn,
        used=tuple((state.seat(prince), item) for prince, item in trial.used),
        total=trial.total,
        success=trial.success,
    )


def _asked(state: State, *, together: bool = True) -> views.Asked:
    """Which effect asks is told where all may see the card."""
    now = awaited(state)
    asked = views.Asked() if now is None else now.asked(state)
    return asked if together else replace(asked, effect=None)


# ----------------------------------------------------------------- when the princes may talk

# And what may not be said: no numbers from the cards, and no card by its name.  A filter is there to remind
# honest people; whoever wants to cheat at their own game is not stopped.


def _words(row: str) -> frozenset[str]:
    return frozenset(row.split())


# Of both languages at once: a table may speak either.  Written without accents, as lines are read.
NUMBERS = _words(
    "zero two three four five six seven eight nine ten eleven twelve twenty twice thrice triple double half "
    "halves minus plus third fifth "
    "null zwei zwo drei vier funf fuenf sechs sieben acht neun zehn elf zwolf zwoelf zwanzig doppelt "
    "doppelte halb"
)
# With which they are still numbers: threes, fourth, sixteen, dreizehn, vierter, zweimal.
ENDINGS = _words(
    "s es ish fold th ths teen ty ies y e er ern es te ten ter tes tel mal fach zehn zig ssig ens"
)
ROMAN = _words("II III IV V VI VII VIII IX X XI XII")
# These count things as well as cards: they are refused beside a word for cards.
FEW = _words(
    "one ones once first second both none pair couple eins ein eine einen einer einmal erste ersten beide "
    "beiden keine keinen paar"
)
CARDS = _words(
    "card cards hand deck physique charm courage knowledge happy tired sick afraid wounded haunted modifier "
    "bonus average sum karte karten blatt stapel korper koerper charme mut wissen frohlich froehlich mude "
    "muede krank angstlich aengstlich verwundet verfolgt summe schnitt"
)
# What one does with so many cards.
PLAYING = _words(
    "use uses using play plays playing put lay commit take give spend "
    "nehme nehmen nimm spiele spielen spiel lege legen leg nutze nutzen benutze benutzen gebe geben setze "
    "einsetzen"
)
_COUNT = "[1-5]|one|two|three|four|five|eine?|zwei|zwo|drei|vier|f\u00fcnf|fu\u0308nf|fuenf"
_INTENTION = re.compile(
    rf"(?<![\w+\-\u2212.,])(?:{_COUNT})\s+(?:cards?|karten?)(?!\w)(?!\s+(?:with|of|that|which|from|mit|von|die))",
    re.IGNORECASE,
)
# "Take heed" in German, and no number.
HEED = _words("achte achten")
NEAR = 4
LONGEST = 160
_WORD = re.compile(r"[^\W_]+")
_RUN = re.compile(r"([^\w\s])\1\1")
_SPELT = re.compile(r"(?<![^\W_])[^\W\d_](?:[\W_]+[^\W\d_](?![^\W_])){2,}")
_TWICE = re.compile(r"(.)\1+")


def _talk(state: State) -> Talk:
    """Nobody speaks while tokens lie covered, nor, if it is strict, while one is alone with something."""
    if state.phase == "ballot":
        return Talk.SHUT
    if state.apart is not None and state.phase != "pause":
        return Talk.SHUT
    return Talk.SIGNALS if state.options.talk == "signals" else Talk.OPEN


def _refuses(state: State, prince: Prince, text: str) -> str | None:
    """The key of the reason why a line may not be said."""
    if state.options.talk == "open":
        return None
    folded = unicodedata.normalize("NFKC", text)
    if len(folded) > LONGEST:
        return "long"
    if _names(_words_of(folded), state.princes[prince].hand, state.options.story):
        return "titles"
    if state.phase == "commit":
        text, folded = _without_intention(text), _without_intention(folded)
    if any(map(_is_number, (*text, *folded))) or _RUN.search(folded):
        return "numbers"
    words = _words_of(folded)
    return "numbers" if any(_counts(words, n) for n in range(len(words))) else None


def _words_of(folded: str) -> list[str]:
    """Those that stand there, and those that are spelt."""
    spelt = [_WORD.findall(letters) for letters in _SPELT.findall(folded)]
    return [*_WORD.findall(folded), *("".join(letters) for letters in spelt)]


def _names(words: list[str], hand: list[str], story: str) -> bool:
    """Whether a card of the hand is named, in any language that the story has."""
    said = f" {' '.join(map(_plain, words))} "
    called = (title for card in hand for title in loading.titles(story, card))
    return any(f" {' '.join(map(_plain, _WORD.findall(title)))} " in said for title in called if title)


def _without_intention(line: str) -> str:
    """How many cards one will play may be told while they are settled on: that number is left out."""
    return _INTENTION.sub(lambda found: " " if _plays(line, found) else found[0], line)


def _plays(line: str, found: re.Match[str]) -> bool:
    before, after = _WORD.findall(line[: found.start()])[-NEAR:], _WORD.findall(line[found.end() :])[:NEAR]
    return any(_plain(word) in PLAYING for word in (*before, *after))


def _is_number(sign: str) -> bool:
    """A digit of any writing, or a picture of one: dice, clocks, playing cards."""
    if sign.isascii() or unicodedata.category(sign)[0] not in "SN":
        return unicodedata.numeric(sign, None) is not None
    named = unicodedata.name(sign, "").casefold()
    number = any(word in NUMBERS or word.isdecimal() for word in _WORD.findall(named))
    return number or unicodedata.category(sign)[0] == "N"


def _counts(words: list[str], n: int) -> bool:
    word = _plain(words[n])
    number = word not in HEED and _NUMBER.fullmatch(_TWICE.sub(r"\1", word)) is not None
    if number or words[n] in ROMAN or _masked(words[n]):
        return True
    near = words[max(0, n - NEAR) : n + NEAR + 1]
    return word in FEW and any(_plain(other) in CARDS for other in near)


def _plain(word: str) -> str:
    """Without accents and capitals."""
    bare = unicodedata.normalize("NFKD", word.casefold())
    return "".join(sign for sign in bare if not unicodedata.combining(sign))


def _masked(word: str) -> bool:
    """Letters of two alphabets in one word: one of them is there for what it looks like."""
    return len({unicodedata.name(sign, "?").split()[0] for sign in word if sign.isalpha()}) > 1


def _any(words: frozenset[str]) -> str:
    return "|".join(sorted(_TWICE.sub(r"\1", word) for word in words))


_NUMBER = re.compile(rf"(?:plus|minus)?(?:{_any(NUMBERS)})(?:{_any(ENDINGS)})?")
