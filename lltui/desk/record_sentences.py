"""Matches that were kept, in words: the list, the figures, an analysis, lies, and what is worth a remark."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

from lltui import text
from lltui.games.game import Seat
from lltui.games.known_games import MODELS
from lltui.games.love_letter.events import Played
from lltui.games.love_letter.model import MODEL as LOVE_LETTER
from lltui.games.love_letter.model import Play
from lltui.record.lies import Endless, Lie, Unjudged
from lltui.text import Wording

if TYPE_CHECKING:  # a sentence needs nothing of the wire
    from lltui.client.updates import Lied
    from lltui.record.analysis import JudgedMove, MatchAnalysis, SeatAnalysis, Turning
    from lltui.record.kept_match_facts import HistoryRow, Past, ReplayFacts, WinShare
    from lltui.record.lies import Remark


def record_words(language: str) -> Wording:
    """The words of `record.toml`."""
    return Wording(language, area="record")


def verdict(language: str, lie: Lie, names: Sequence[str]) -> str:
    """What the table told that cannot be."""
    name = names[lie.seat] if lie.seat is not None and lie.seat < len(names) else ""
    return record_words(language)(f"lie.{lie.what}", seq=lie.seq, name=name)


def unjudged(language: str, found: Unjudged) -> str:
    """Why nobody here can say whether the moves are true."""
    facts = {"seq": found.seq, "told": found.told, "own": found.own, "name": found.name}
    return record_words(language)(f"unjudged.{found.why}", **facts)


def caught(words: Wording, language: str, lied: Lied) -> tuple[str, ...]:
    """Of a table that was left for what it told: what it is, what it told, and where that lies."""
    head = words("endless" if lied.lie.what in get_args(Endless) else "lied")
    kept = (words("evidence", folder=lied.folder),) if lied.folder else ()
    return head, verdict(language, lied.lie, lied.names), *kept


def remark(words: Wording, told: Remark, names: Sequence[str]) -> str:
    """What a match was like, apart from its moves."""
    who = words.row([names[seat] for seat in told.seats]) if told.seats else ""
    return words(f"remark.{told.kind}", seq=told.seq, names=who, deal=told.deal)


def looking(names: Sequence[str], seat: Seat, words: Wording) -> str:
    """Whose eyes look on; one person on every chair has a pair at each."""
    name = names[seat]
    return name if names.count(name) == 1 else words("replay.eyes.same", name=name, seat=str(seat + 1))


def day(began: int, words: Wording) -> str:
    """The day on which it was played, here."""
    return words.day(datetime.fromtimestamp(began).astimezone().date())


def moment(began: int, words: Wording) -> str:
    """The same with the hour, which tells the matches of a day apart."""
    return words.moment(datetime.fromtimestamp(began).astimezone())


# ------------------------------------------------------------------ the list


def told(line: HistoryRow, words: Wording) -> str:
    """A match in one line."""
    what, who = game(line, words), company(line, words)
    return f"{moment(line.began, words)}  {what}, {who}: {result(line, words)} {checked(line, words)}"


def checked(line: HistoryRow, words: Wording) -> str:
    """Whether it is true, as far as this program can tell."""
    if not line.judged:
        return words("history.unjudged")
    return words("history.sound" if line.sound else "history.false")


def result(line: HistoryRow, words: Wording) -> str:
    """How it ended."""
    if line.stopped or not line.over:
        roundless = not line.deals or (line.game in MODELS and MODELS[line.game].together)
        story = "-story" if roundless else ""
        return words(f"history.{'stopped' if line.stopped else 'open'}{story}", round=line.deals)
    rounds = words.count("history.rounds", line.deals)
    if line.won and line.winners:
        return words("history.shared", names=words.row(line.winners), rounds=rounds)
    if line.won:
        return words("history.won", rounds=rounds)
    if not line.winners:  # of a story that is played together
        return words("history.told")
    return words("history.lost", names=words.row(line.winners), rounds=rounds)


def game(line: HistoryRow, words: Wording) -> str:
    """What was played."""
    name = words(f"game.{line.game}") if words.has(f"game.{line.game}") else line.game
    if not line.edition:
        return name
    named = text.chosen(words.language, "edition.value", line.edition)
    return words("history.edition", game=name, edition=text.chosen(words.language, "story.value", named))


def company(line: HistoryRow, words: Wording) -> str:
    """With whom, or among whom."""
    if line.you and not line.others:
        return words("history.alone")
    others = words.row(line.others) if line.others else "-"
    return words("history.with" if line.you else "history.among", others=others)


class Figures(NamedTuple):
    """One table in words: its title, and the shares under it; `of` is what they are shares of."""

    title: str
    shares: tuple[WinShare, ...]
    met: bool = False  # of others, who won some, too
    of: Literal["share", "right", "ended"] = "share"


def single(past: Past) -> bool:
    """Whether there is a single match of one's own: no share says more of it than how it went."""
    return sum(share.played for share in past.by_seat) == 1


def figures(past: Past, language: str, theme: str) -> Iterator[Figures]:
    """What all matches come to, table by table; none is empty, and none says what one match says alone."""
    return (table for table in _tables(past, language, theme) if table.of != "share" or not single(past))


def _tables(past: Past, language: str, theme: str) -> Iterator[Figures]:
    words = record_words(language)
    card = text.voice(LOVE_LETTER.id, language, theme, (), None).card if past.guesses else str
    tables: tuple[tuple[str, tuple[WinShare, ...], Callable[[str], str]], ...] = (
        ("by-company", past.by_company, lambda name: words(f"history.company.{name}")),
        ("by-opponent", past.by_opponent, partial(_opponent, words)),
        ("by-edition", past.by_edition, partial(text.chosen, language, "edition.value")),
        ("by-seat", past.by_seat, lambda name: words("history.seat", seat=name)),
        ("guesses", past.guesses, card),
        ("stories", past.stories, partial(text.chosen, language, "story.value")),
    )
    for title, shares, named in tables:
        if shares:
            told = tuple(share._replace(name=named(share.name)) for share in shares)
            yield Figures(words(f"history.{title}"), told, title == "by-opponent", OF.get(title, "share"))


OF: dict[str, Literal["right", "ended"]] = {"guesses": "right", "stories": "ended"}


def _opponent(words: Wording, name: str) -> str:
    if not name.startswith("bot "):
        return name
    return words("history.bot", level=text.chosen(words.language, "level.value", name.removeprefix("bot ")))


COLUMNS = "▁▂▃▄▅▆▇█"


def curve(heights: Sequence[int]) -> str:
    """A column for each; at the foot stands nothing, or the lowest."""
    low, high = min(0, *heights), max(1, *heights)
    steps = len(COLUMNS) - 1
    return "".join(COLUMNS[round(steps * (each - low) / (high - low))] for each in heights)


def streak(past: Past, words: Wording) -> Iterator[str]:
    """How many were won in a row, and how the newest evening went; of the first match only the latter."""
    if past.streak is not None and not single(past):
        yield words("history.streak", now=past.streak.now, best=past.streak.best)
    if (evening := past.evening) is not None:
        facts = {"won": sum(evening.won), "played": len(evening.won)}
        if evening.goes_on:
            yield words("history.tonight", **facts)
        else:
            yield words("history.evening", day=day(evening.began, words), **facts)


def share_told(share: WinShare, words: Wording, table: Figures) -> str:
    """One line of a table; of somebody who was met, with their wins behind one's own."""
    percent = round(100 * share.won / share.played)
    facts = {"name": share.name, "won": share.won, "played": share.played, "percent": percent}
    told = words(f"history.{table.of}", **facts)
    return f"{told}, {words('history.theirs', theirs=share.theirs)}" if table.met else told


MET, EVENING = 3, 20  # opponents, and matches of an evening


class OwnRecord(NamedTuple):
    """Of whoever sits here, behind a match: in lines, and what was guessed by card."""

    lines: tuple[str, ...] = ()
    guesses: tuple[WinShare, ...] = ()


def own_record(past: Past, names: Sequence[str], language: str, theme: str, *, bots: bool) -> OwnRecord:
    """Against those of this match, in a row, the evening as dots and a curve, and what was guessed."""
    words = record_words(language)
    tables = {table.title: table.shares for table in _tables(past, language, theme)}
    met = (
        against(new, words)
        for old, new in zip(past.by_opponent, tables.get(words("history.by-opponent"), ()), strict=True)
        if not single(past) and (old.name in names or (bots and old.name.startswith("bot ")))
    )
    *first, evening = streak(past, words)
    won, heights = ((), ()) if past.evening is None else (past.evening.won, past.evening.curve)
    dots = "".join("●" if each else "○" for each in won[-EVENING:])
    # One match goes nowhere.
    went = (f"{words('history.ups')} {curve((0, *heights[-EVENING:]))}",) if len(heights) > 1 else ()
    guesses = tables.get(words("history.guesses"), ())
    lines = (*islice(met, MET), *first, f"{evening}  {dots}", *went, *_hits(guesses, words))
    return OwnRecord(lines, guesses)


def against(share: WinShare, words: Wording) -> str:
    """Somebody's wins beside one's own."""
    facts = {"name": share.name, "won": share.won, "theirs": share.theirs}
    return words.count("history.against", share.played, **facts)


def _hits(guesses: Sequence[WinShare], words: Wording) -> Iterator[str]:
    won, played = sum(one.won for one in guesses), sum(one.played for one in guesses)
    if played:
        yield words("history.hits", won=won, played=played, percent=round(100 * won / played))


# ------------------------------------------------------------------ an analysis


def percent(chance: float) -> int:
    """Of a hundred; only what is certain has all of them, or none."""
    return round(100 * chance) if chance in (0.0, 1.0) else min(99, max(1, round(100 * chance)))


class CurveDrawn(NamedTuple):
    """The chance of the match from the first card to the last, a column for each height from 0 to 1.

    `rounds` begin at these columns; `moments` are those worth seeing again.
    """

    heights: tuple[float, ...]
    rounds: tuple[tuple[int, int], ...]
    moments: tuple[int, ...]


def curve_drawn(found: SeatAnalysis, cells: int) -> CurveDrawn:
    """In so many columns."""
    steps = found.steps
    seqs = [step.seq for step in steps]
    cells = max(1, cells)
    places = [((at + 1) * len(steps) - 1) // cells for at in range(cells)]
    heights = tuple(steps[place].after.match for place in places)
    column = [place * cells // len(steps) for place in range(len(steps))]
    begins = {step.deal: column[place] for place, step in reversed([*enumerate(steps)])}
    moments = tuple(column[seqs.index(moment.seq)] for moment in found.moments)
    return CurveDrawn(heights, tuple(sorted(begins.items())), moments)


def marks(places: Sequence[tuple[int, str]], cells: int) -> str:
    """Words at these columns, as far as each has room behind the one before."""
    line = ""
    for column, word in places:
        if column + len(word) <= cells and (not line or column > len(line)):
            line = line.ljust(column) + word
    return line


HALF_A_TENTH = 0.05  # rounds are told to a tenth


def to_tenths(parts: Sequence[float], total: float) -> list[float]:
    """To a tenth, and so that they add up to the total; what was rounded most gives way.

    Where they are of something else than this total, as in a match that is not over, each is rounded alone.
    """
    tenths = [round(10 * part) for part in parts]
    off = round(10 * total) - sum(tenths)
    if abs(sum(parts) - total) <= 2 * HALF_A_TENTH:
        way = 1 if off > 0 else -1
        nearest = sorted(range(len(parts)), key=lambda at: way * (tenths[at] - 10 * parts[at]))
        for at in nearest[: abs(off)]:
            tenths[at] += way
    return [each / 10 for each in tenths]


class AnalysisTold:
    """What one seat made of a match, in words: "you" for whoever's copy it is."""

    def __init__(self, facts: ReplayFacts, found: SeatAnalysis, language: str, theme: str) -> None:
        self.found, self._facts = found, facts
        self.own = found.seat == facts.seat
        self.words = record_words(language)
        you = found.seat if self.own else None
        self._voice = text.voice(facts.game, language, theme, facts.names, you, facts.options)

    @property
    def name(self) -> str:
        """Of who sits there."""
        return looking(self._facts.names, self.found.seat, self.words)

    def whose(self) -> str:
        """From which seat it is looked."""
        return self._say("own") if self.own else self._say("seat", name=self.name)

    def how(self) -> str:
        """What the chances mean, and whether it is known how exact they are by these rules."""
        from lltui.bots.catalog import lent  # noqa: PLC0415 - a list of matches needs no bot: 1 ms

        learned = lent(self._facts.options)
        edition = text.chosen(self.words.language, "edition.value", learned) if learned else ""
        return " ".join((self._say("how"), *((self._say("lent", edition=edition),) if learned else ())))

    def summary(self) -> tuple[str, str, str]:
        """How it went, what the choices were worth, and luck."""
        return self._course(), self._skill(), self._luck()

    def _course(self) -> str:
        found = self.found
        if not found.results:
            return self._say("course.begun", now=percent(found.steps[-1].after.match))
        inner = [step for step in found.steps if 0 < step.after.round < 1] or found.steps
        top = max(inner, key=lambda step: step.after.match)
        low = min(inner, key=lambda step: step.after.match)
        return self._say(
            "course.own" if self.own else "course.seat",
            name=self.name,
            won=self._won(),
            rounds=self.words.count("history.rounds", len(found.results)),
            top=top.deal,
            most=percent(top.after.match),
            low=low.deal,
            least=percent(low.after.match),
        )

    def _skill(self) -> str:
        found, words = self.found, self.words
        counted = found.counted
        kinds = [
            words.count(f"analysis.{kind}", counted[kind])
            for kind in counted
            if kind == "best" or counted[kind]
        ]
        told = words.row(kinds)
        if len(found.choices) == 1:
            told = self._say(f"verdict.{found.choices[0].verdict}")
        told = words.count("analysis.skill", len(found.choices), kinds=told)
        cost = self.number(found.cost, signed=False)
        return told if found.cost < HALF_A_TENTH else f"{told} {self._say('gain', cost=cost)}"

    def _luck(self) -> str:
        found = self.found
        if not found.results:
            return self._say("luck.none")
        won, most = sum(found.results), len(found.results)
        summed = self.summed()
        parts = {cause: self.number(rounds) for cause, rounds in summed.items()}
        facts = {
            "name": self.name,
            "won": self._won(),
            "without": self.number(min(max(won - found.luck, 0.0), most), signed=False),
            "rounds": self.words.count("history.rounds", most),
        }
        way = {"+": "good", "-": "bad"}.get(parts["luck"][0], "even")
        told_ = self._say(f"luck.{'own' if self.own else 'seat'}.{way}", **facts)
        parts["average"] = self.number(summed["average"], signed=False)
        whole = "parts" if self._facts.over else "parts_open"
        return f"{told_} {self._say(f'luck.{whole}', **facts, **parts)}"

    def summed(self) -> dict[str, float]:
        """What the rounds won are made of, to a tenth, so that what is shown adds up to what is shown."""
        found = self.found
        luck, own = round(found.luck, 1), round(-found.cost, 1)
        bare = sum(found.average), found.gave("others")
        average, others = to_tenths(bare, sum(found.results) - luck - own)
        deal, draw, met = to_tenths([found.gave(cause) for cause in ("deal", "draw", "met")], luck)
        return {
            "average": average,
            "luck": luck,
            "deal": deal,
            "draw": draw,
            "met": met,
            "others": others,
            "own": own,
        }

    def _won(self) -> str:
        return f"{sum(self.found.results):g}".replace(".", self._say("decimal"))

    def number(self, rounds: float, *, signed: bool = True) -> str:
        """Rounds, to a tenth."""
        shown = f"{rounds:+.1f}" if signed else f"{rounds:.1f}"
        return shown.replace("-0.0", "0.0").replace("+0.0", "0.0").replace(".", self._say("decimal"))

    def turning(self, turning: Turning) -> str:
        """One moment: what happened, and what it made of the match; of a slip also what was better."""
        told = self._happened(turning)
        if turning.slipped and turning.move is not None:
            move = turning.move
            best = self.short(move.best)
            return f"{told} {self._say('turn.better', best=best, **_chances(move))}"
        went = self._say("turn.went", before=percent(turning.before), after=percent(turning.after))
        return f"{told} {went}"

    def _happened(self, turning: Turning) -> str:
        played = turning.played
        if turning.move is not None:
            made = turning.move.made
            played = Played(self.found.seat, made.card, made.target, made.guess, idle=turning.move.idle)
        if played is None:
            return self._say(f"turn.{turning.cause}", round=turning.deal)
        return self._say("turn.play", round=turning.deal, told=self._voice.say(played))

    def judged(self, move: JudgedMove) -> tuple[str, str, str]:
        """A choice: what it was, the points it fell short by, and the move with the best one."""
        made = self.short(move.made)
        if move.verdict != "best":
            made = self._say("move.better", move=made, best=self.short(move.best))
        return self._say(f"verdict.{move.verdict}"), f"{round(100 * move.cost)}", made

    def short(self, move: Play) -> str:
        """A move in a few words."""
        card = self._voice.card(move.card)
        if move.target is None:
            return self._say("move.alone", card=card)
        if move.target == self.found.seat:
            return self._say("move.self", card=card)
        name = self._facts.names[move.target]
        if move.guess is None:
            return self._say("move.met", card=card, name=name)
        return self._say("move.named", card=card, name=name, guess=self._voice.card(move.guess))

    def _say(self, key: str, **facts: object) -> str:
        return self.words(f"analysis.{key}", **facts)


def _chances(move: JudgedMove) -> dict[str, int]:
    return {"chance": percent(move.chance), "most": percent(move.most)}


HEADS = ("seat", "won", "average", "luck", "others", "own", "slips", "blunders")


def seats_told(found: MatchAnalysis, language: str, theme: str) -> Iterator[tuple[str, ...]]:
    """A head, and a row for each seat: rounds won are the average, luck, the others and the own moves."""
    yield tuple(record_words(language)(f"analysis.head.{head}") for head in HEADS)
    for each in found.seats.values():
        told_ = AnalysisTold(found.facts, each, language, theme)
        number, counted, summed = told_.number, each.counted, told_.summed()
        yield (
            told_.name,
            number(sum(each.results), signed=False),
            number(summed["average"], signed=False),
            number(summed["luck"]),
            number(summed["others"]),
            number(summed["own"]),
            str(counted["slip"]),
            str(counted["blunder"]),
        )
