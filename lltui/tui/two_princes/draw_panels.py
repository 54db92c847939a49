"""What is to be done, with the sum of a test, and the own conditions, as rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple, TypeAlias

from rich.cells import cell_len

from lltui.desk.two_princes.possible_moves import PickedMove, choices_of, heading, only_harms, sentence
from lltui.desk.two_princes.view import (
    TIRED,
    Choice,
    ConditionShown,
    Para,
    PrincesView,
    asked_for,
    attributes,
    board_value,
    cards_drawn,
    item,
    odds_by_cards,
    play,
    signed,
    still_wanted,
    taking_part,
    trial_heading,
    trial_items,
    trial_note,
)
from lltui.games.game import Seat
from lltui.games.two_princes import model as m
from lltui.games.two_princes.story.vocabulary import ATTRIBUTES
from lltui.games.two_princes.views import Held, PrinceView, TrialView
from lltui.tui.art.rows import (
    LIGHT,
    Edge,
    Piece,
    Row,
    beside,
    cut,
    framed,
    left,
    row,
    titled,
    width,
    wrapped,
)
from lltui.tui.two_princes import draw_story
from lltui.tui.two_princes.draw_story import MARKS, STYLES, TOKENS, indent, measure, ruler, tokens

NAMES = 9


TESTING = ("commit", "items")


class DeedShown(NamedTuple):
    """What is to be done now, or is awaited; `steps` shows only so many cards of all that were drawn."""

    see: PrincesView
    now: PickedMove
    steps: int | None = None
    first: str = ""  # told to who has never met it
    roomy: bool = False  # answers stand side by side, as doors

    @property
    def tests(self) -> bool:
        """Whether a test is under way; what came of one stands on the page."""
        public, steps = self.see.public, self.steps
        if steps is not None:
            return bool(public.trials) and steps <= sum(map(cards_drawn, public.trials)) + 1
        if not public.trials or public.phase in TESTING:
            return bool(public.trials)
        return public.phase == "order" and any(trial.success is None for trial in public.trials)

    @property
    def rests(self) -> bool:
        """Whether there is nothing but to go on."""
        public, now = self.see.public, self.now
        pausing = public.phase in ("pause", "order") and public.asked.offer is None and not now.things
        going = all(isinstance(each, m.Ready) for each in now.answers) and not now.sent
        return not self.tests and (self.steps is not None or (pausing and going))


def deed(shown: DeedShown, cells: int, rows: int) -> list[Row]:
    """Title, the test, how far the others are, the choices: of more than fit those around the chosen one."""
    title, right = trial_heading(shown.see) if shown.tests else heading(shown.see)
    lines = laid(shown, cells, rows - 1)
    seen, offered = [choice for _, choice in lines if choice is not None], _offered(shown)
    if seen and (seen[0] != offered[0] or seen[-1] != offered[-1]):
        first, last = offered.index(seen[0]) + 1, offered.index(seen[-1]) + 1
        right = shown.see.words("deed.some", first=first, last=last, number=len(offered))
    return [titled(title, cells, right), *(left(line, cells) for line, _ in lines)]


Line: TypeAlias = tuple[Row, Choice | None]  # and the answer that it belongs to


def body(shown: DeedShown, cells: int, *, brief: bool = False) -> list[Row]:
    """All lines below the title; none where there is nothing but to go on.  In `brief` no test is drawn."""
    above, answers = _parts(shown, cells, brief=brief)
    return [*above, *(line for line, _ in answers)]


def laid(shown: DeedShown, cells: int, rows: int) -> list[Line]:
    """So many lines: a test is told in brief where the answers need its room, and they are scrolled to."""
    above, answers = _parts(shown, cells)
    if len(above) + len(answers) > rows:
        above, answers = _parts(shown, cells, brief=True)
    marked = [n for n, (_, choice) in enumerate(answers) if choice is not None and choice.chosen]
    room = max(rows - len(above), min(rows, len(answers), max(FEW, len(marked))))
    above = above[: rows - room]
    return [*((line, None) for line in above), *_around(answers, marked, room)]


FEW = 4  # lines of answers that are never given up for what stands above them


def _around(answers: list[Line], marked: Sequence[int], rows: int) -> list[Line]:
    """What is chosen, and the one below it; signs at the edge tell that there are more."""
    if len(answers) <= rows:
        return answers
    first = 0
    if marked:
        after = [n for n, (_, choice) in enumerate(answers) if n > marked[-1] and choice and choice.key]
        end = marked[-1] + 2 if after else len(answers)
        first = min(max(0, min(end, len(answers)) - rows), marked[0])
    seen = answers[first : first + rows]
    if first:
        seen[0] = (_signed(seen[0][0], "▲"), seen[0][1])
    if first + rows < len(answers):
        seen[-1] = (_signed(seen[-1][0], "▼"), seen[-1][1])
    return seen


def _signed(line: Row, sign: str) -> Row:
    """In the first cell, which every answer leaves free."""
    return row(Piece(sign, "turn"), line[0]._replace(text=line[0].text[1:]), line[1:])


def _parts(shown: DeedShown, cells: int, *, brief: bool = False) -> tuple[list[Row], list[Line]]:
    """What stands above the answers, and their lines."""
    if shown.rests:
        return [*_first(shown, cells)], []
    choices, above = _offered(shown), _above(shown, cells, brief=brief)
    if level := _beside_each_other(shown, choices, cells):
        return above, [(level, None)]
    if found := [] if brief else _as_doors(shown, cells):
        below = [(), *tokens(shown.see)] if shown.see.public.phase == "ballot" else []
        return above, [(line, None) for line in (*found, *below)]
    if shown.see.public.phase != "ballot" or shown.tests:
        return above, [(line, choice) for choice in choices for line in _choice(choice, cells)]
    room = cells - TOKENS
    answers = [(left(line, room), choice) for choice in choices for line in _choice(choice, room)]
    laid_down = tokens(shown.see)
    lines = [line for line, _ in answers] + [left((), room)] * (len(laid_down) - len(answers))
    of = [choice for _, choice in answers] + [None] * (len(lines) - len(answers))
    return above, [*zip(beside(lines, laid_down, gap=0), of, strict=True)]


def _offered(shown: DeedShown) -> tuple[Choice, ...]:
    """The answers, but while a test is laid open."""
    see, now, steps, *_ = shown
    return tuple(choices_of(see, now)) if not shown.tests or steps is None else ()


def _as_doors(shown: DeedShown, cells: int) -> list[Row]:
    choices = _offered(shown)
    apart = shown.roomy and not _beside_each_other(shown, choices, cells)
    return draw_story.doors(choices, cells) if apart else []


def _beside_each_other(shown: DeedShown, choices: Sequence[Choice], cells: int) -> Row:
    see, now, *_ = shown
    resting = see.public.phase == "pause" and not now.things and see.public.asked.offer is None
    numbers = shown.tests and see.public.phase == "commit"
    return _level(choices, cells) if numbers or resting else ()


def choice_at(shown: DeedShown, cells: int, rows: int, column: int, line: int) -> str:
    """The key of the answer that stands there; empty where none does."""
    choices, lines = _offered(shown), laid(shown, cells, rows - 1)
    if (drawn := _as_doors(shown, cells)) and not any(choice for _, choice in lines):
        at = line - 1 - len(_above(shown, cells))
        return draw_story.door_at(choices, cells, column, at) if at < len(drawn) else ""
    if _beside_each_other(shown, choices, cells):
        for choice in choices:
            column -= width(_bare(choice))
            if column < 0:
                return choice.key if line == len(lines) else ""
        return ""
    room = cells - TOKENS if shown.see.public.phase == "ballot" and not shown.tests else cells
    found = lines[line - 1][1] if 0 < line <= len(lines) else None
    return found.key if found is not None and column < room else ""


def _above(shown: DeedShown, cells: int, *, brief: bool = False) -> list[Row]:
    """The test, and how far the others are."""
    see, now, steps, *_ = shown
    found = [*_first(shown, cells)]
    tests, still = shown.tests, steps
    for trial in see.public.trials if tests else ():
        found += _trial(see, trial, still, cells, brief=brief)
        still = None if still is None else max(0, still - cards_drawn(trial))
    return [*found, *(line for para in _lines(see, now) for line in _line(para, cells))]


def _first(shown: DeedShown, cells: int) -> Iterator[Row]:
    for line in wrapped(shown.first, cells - 6):
        yield row("   ", Piece(line, "hint"))


def _lines(see: PrincesView, now: PickedMove) -> Iterator[Para]:
    """What it is about, and how far the others are."""
    asked, words = see.public.asked, see.words
    if see.public.phase in ("one", "mend") and asked.effect is not None:
        effect = see.story_index.effects[asked.effect]
        yield Para("rule", sentence(see.voice.effect_text.effect(effect, asked.effect)))
    if asked.offer is not None and asked.offered_by is not None:
        thing = see.voice.item(asked.offer)
        yield Para("fact", words("line.offers", who=see.name(asked.offered_by), item=thing))
    for seat in asked.ready if see.public.phase != "pause" or now.things or asked.offer else ():
        key = "line.ready" if see.public.phase == "pause" else "line.no_more"
        yield Para("rule", words(key, who=see.name(seat)))
    if see.public.phase == "visit":
        yield Para("rule", words("line.visit"))
    if see.public.phase == "rest":
        yield Para("rule", see.frame("before.rest_harms" if only_harms(see) else "before.rest"))


def _line(para: Para, cells: int) -> Iterator[Row]:
    mark = MARKS.get(para.kind, "")
    for n, line in enumerate(wrapped(para.text, cells - 4 - len(mark))):
        yield row("  ", Piece("  " if n else mark, "words"), Piece(line, STYLES[para.kind]))


# ------------------------------------------------------------------- choices


def _choice(choice: Choice, cells: int) -> Iterator[Row]:
    """A line, and below it what it asks for, in sentences that are never cut."""
    mark = Piece(" ▸ " if choice.chosen else "   ", "chosen")
    style = "chosen" if choice.chosen else "faint" if choice.reason else "strong"
    key = Piece(f"{choice.key:<3}", "number")
    named = wrapped(choice.label, cells - 7)
    first = row(mark, key, Piece(named[0] if named else "", style))
    if choice.by:
        first = row(first, Piece(f"  ◂ {choice.by}", "known"))
    if choice.reason and width(first) + 3 + cell_len(choice.reason) <= cells:
        yield row(first, "  ", Piece(choice.reason, "barred"))
    else:
        yield first
        for line in wrapped(choice.reason, cells - 8) if choice.reason else ():
            yield row("      ", Piece(line, "barred"))
    for line in named[1:]:
        yield row("      ", Piece(line, style))
    for line in wrapped(choice.rules, cells - 8):
        yield row("      ", Piece(line, "words"))


def _level(choices: Sequence[Choice], cells: int) -> Row:
    """Short choices side by side; empty if they do not fit, or if one of them needs words."""
    if any(choice.reason or choice.rules or choice.by for choice in choices):
        return ()
    line = row(*map(_bare, choices))
    return line if choices and width(line) <= cells else ()


def _bare(choice: Choice) -> Row:
    """A choice that needs no words beside it."""
    bare = choice.key == choice.label
    mark = Piece("  ▸" if choice.chosen else "   ", "chosen")
    style = "chosen" if choice.chosen else "name"
    return row(mark, Piece("" if bare else f"{choice.key} ", "number"), Piece(choice.label, style))


# --------------------------------------------------------------------- a test


def _trial(see: PrincesView, trial: TrialView, steps: int | None, cells: int, *, brief: bool) -> list[Row]:
    """What each brings, with his cards once they are drawn; the ruler, and how it adds up.

    Only what is turned counts.  Beside another test there is a line for each, and no ruler; in brief as well.
    """
    words, total, found = see.words, 0, list[Row]()
    shown, alone, parts, covered = steps, len(see.public.trials) == 1, list[str](), 0
    for prince in taking_part(see, trial):
        board, drawn = board_value(see, trial, prince), trial.drawn[prince]
        turned = drawn if shown is None else drawn[:shown]
        shown = None if shown is None else max(0, shown - len(drawn))
        plays, hidden = [play(see, card, (trial.attr,)) for card in turned], len(drawn) - len(turned)
        found += _share(see, trial, Brought(prince, board, plays, hidden), cells, brief=brief)
        total += board + sum(each.weight for each in plays)
        parts += [each.adds for each in plays if each.weight]
        covered += hidden
        if not hidden and any(each.rule == TIRED for each in plays):
            total, parts = total - 1, [*parts, words("trial.minus_tired", who=_by(see, trial, prince))]
    whole = steps is None or steps > cards_drawn(trial)
    for _, item_id in trial.used if whole else ():
        bonus = see.story_index.items[item_id].bonus.get(trial.attr, 0)
        total, parts = total + bonus, [*parts, f"{signed(bonus)} {see.voice.effect_text.item(item_id)}"]
    if not alone:
        far = Piece(words("trial.so_far", total=total, value=trial.value), "name")
        return [*found, row(" " * (indent(cells) + NAMES), far), *_below(odds_by_cards(see, trial), cells)]
    reached, post = total >= trial.value and not covered, words("trial.wanted_post", value=trial.value)
    if not brief:
        found += ruler(total, trial.value, cells, post, "good" if reached else "chosen")
    boards = sum(board_value(see, trial, prince) for prince in taking_part(see, trial))
    told = [", ".join((words("trial.as_you_are", number=boards), *parts))]
    if brief and any(trial.drawn):
        told.append(words("trial.so_far", total=total, value=trial.value))
    if covered:
        told.append(words.count("trial.covered", covered))
    elif trial.success is None and any(trial.drawn) and not brief:
        told.append(still_wanted(see, trial, 0))
    adding = " · ".join(told)
    found += _below(adding, cells)
    if not any(trial.drawn) and trial.success is None:
        found += _below(f"{words('trial.items')}: {trial_items(see, trial)}", cells, 2)
        found += _below(odds_by_cards(see, trial), cells)
    return found


def _by(see: PrincesView, trial: TrialView, prince: int) -> str:
    """Whose it is, where two are in it."""
    return f" ({see.name(see.public.princes[prince].seat)})" if len(trial.who) > 1 else ""


def _below(text: str, cells: int, most: int = 0) -> list[Row]:
    return [row(" " * indent(cells), Piece(line, "words")) for line in wrapped(text, measure(cells), most)]


class Brought(NamedTuple):
    """What a prince brings to a test: his board, and his cards, some of them not turned yet."""

    prince: int
    board: int
    plays: Sequence[ConditionShown]
    covered: int


def _share(see: PrincesView, trial: TrialView, brought: Brought, cells: int, *, brief: bool) -> list[Row]:
    """His name and what he is worth; beside it his cards, in the order in which they are turned.

    In brief, and where he has none, in lines.
    """
    prince, board, plays, covered = brought
    name = row(Piece(see.name(see.public.princes[prince].seat), f"seat-{prince}"))
    worth = row(Piece(f"{see.frame(f'attr.{trial.attr}')} ", "words"), Piece(f"{board}", "number"))
    margin = " " * min(indent(cells), 5)
    if brief or not (plays or covered):
        head = row(margin, left(name, NAMES), left(worth, 14))
        told = ", ".join([*(f"{each.adds} {each.kind}" for each in plays), *["▒▒"] * covered])
        lines = wrapped(told or trial_note(see, trial, prince), cells - width(head) - 1) or [""]
        return [row(" " * width(head) if n else head, Piece(line, "words")) for n, line in enumerate(lines)]
    wide = max([cell_len(each.kind) + 4 for each in plays] + [10])
    wide = min(wide, (cells - 22 - len(margin)) // max(1, len(plays) + covered) - 1)
    cards = [_turned(each, wide) for each in plays] + [_covered(wide)] * covered
    block = [left(name, 15), left(worth, 15), left((), 15)]
    return [row(margin, line) for line in beside(block, *cards, gap=1)]


def _turned(card: ConditionShown, cells: int) -> list[Row]:
    value = row(Piece(card.adds, weight(card)))
    kind = row(" ", Piece(cut(card.kind, cells - 3), "name"))
    return framed([kind], cells, LIGHT, "rim", top=Edge(value))


def _covered(cells: int) -> list[Row]:
    return framed([(Piece("▒" * (cells - 2), "back"),)], cells, LIGHT, "back")


AS_CARDS = 6  # rows with the title, from which on cards are drawn
ROOM, KIND, SEVERAL = 99, 11, 8


def hand(shown: tuple[PrincesView, bool], cells: int, rows: int) -> list[Row]:
    """The title, and the own cards; their backs where they are covered, and for who looks on."""
    see, covered = shown
    boys, asked = see.public.princes, attributes(see)
    if see.you is None and see.hands:
        one, other = (tuple(play(see, card, asked) for card in see.hands[boy.seat].hand) for boy in boys)
        names = {"one": see.name(boys[0].seat).upper(), "other": see.name(boys[1].seat).upper()}
        title = titled(see.words("hand.title_all", **names), cells, asked_for(see))
        return [title, *as_columns(one, other, cells, rows - 1)]
    if see.you is None:
        return [titled(see.words("hand.title_hidden"), cells), _backs(sum(boy.hand for boy in boys), cells)]
    boy = boys[see.prince(see.you)]
    piles = see.words("hand.piles", draw=boy.draw, discards=len(boy.discards))
    right = " · ".join(part for part in (asked_for(see), piles) if part)
    whose = see.words("hand.title_alone" if see.alone else "hand.title", who=see.name(see.you).upper())
    title, cards = titled(whose, cells, right), tuple(play(see, card, asked) for card in see.private.hand)
    if covered:
        return [title, _backs(len(cards), cells)]
    if not cards:
        return [title, left(row("  ", Piece(see.words("hand.empty"), "words")), cells)]
    lying = as_cards if cells >= ROOM and rows >= AS_CARDS else as_list
    return [title, *lying(cards, cells, rows - 1)]


def _backs(cards: int, cells: int) -> Row:
    return left(row("  ", Piece("▒▒ " * min(cards, 10), "back")), cells)


def as_cards(cards: tuple[ConditionShown, ...], cells: int, rows: int) -> list[Row]:
    """Side by side; where one of them would be cut, all of them as a list."""
    wide, high = min(22, cells // max(5, len(cards)) - 1), min(rows, 7)
    for card in cards:
        title, number = wrapped(card.title, wide - 4), _number(card, wide - 4)
        wider = max(cell_len(card.kind) + 2, *map(width, number))
        if len(title) + len(number) > high - 2 or wider > wide - 2:
            return as_list(cards, cells, rows)
    return [
        left(row(" ", line), cells) for line in beside(*(_card(card, wide, high) for card in cards), gap=1)
    ]


def _card(card: ConditionShown, cells: int, rows: int) -> list[Row]:
    inner = cells - 4
    number = _number(card, inner)
    body: list[Row] = [row(" ", Piece(line, "name")) for line in wrapped(card.title, inner)]
    body += [()] * (rows - 2 - len(number) - len(body))
    return framed([*body, *number], cells, LIGHT, "rim", bottom=Edge(row(Piece(card.kind, "words"))))


def _number(card: ConditionShown, cells: int) -> list[Row]:
    """What it adds, and what its kind costs: below it where there is no room beside it."""
    adds, effect = Piece(card.adds, weight(card)), Piece(card.effect, "warn")
    if not card.effect or len(card.adds) >= SEVERAL:
        return [row(" ", adds)]
    beside_it = row(" ", adds, " ", effect)
    return [beside_it] if width(beside_it) <= cells + 2 else [row(" ", adds), row(" ", effect)]


def weight(card: ConditionShown) -> str:
    """Whether it helps; the sign before the number says the same."""
    return "good" if card.weight > 0 else "bad" if card.weight < 0 else "words"


def as_list(cards: tuple[ConditionShown, ...], cells: int, rows: int) -> list[Row]:
    """Down the first column, then the second."""
    high = max(1, min(rows, -(-len(cards) // 2)))
    return as_columns(cards[:high], cards[high:], cells, high)


def as_columns(
    one: tuple[ConditionShown, ...], other: tuple[ConditionShown, ...], cells: int, rows: int
) -> list[Row]:
    """Side by side, each from the top."""
    wide = (cells - 2) // 2
    columns = [[left(_entry(card, wide - 1), wide) for card in cards[:rows]] for cards in (one, other)]
    lines = zip_longest(*columns, fillvalue=left((), wide))
    return [left(row(" ", *line), cells) for line in lines]


def _entry(card: ConditionShown, cells: int) -> Row:
    """Kind, title, numbers; of a long title the numbers stand closer, and what its kind costs is left out."""
    effect = card.effect if len(card.adds) < SEVERAL else ""  # of several numbers there is no room for more
    tight = KIND + cell_len(card.title) + len(f"{card.adds} {effect}".rstrip()) + 2 > cells
    adds = " ".join(card.adds.split()) if tight else card.adds
    kind = cell_len(card.kind) + 1 if tight else max(KIND, cell_len(card.kind) + 1)
    if kind + cell_len(card.title) + len(f"{adds} {effect}".rstrip()) + 2 > cells:
        effect = ""
    room = cells - len(f"{adds} {effect}".rstrip()) - 2
    title = left(row(Piece(cut(card.title, room - kind), "name")), room - kind)
    return row(
        " ",
        left(row(Piece(card.kind, "words")), kind),
        title,
        " ",
        Piece(adds, weight(card)),
        Piece(f" {effect}" if effect else "", "warn"),
    )


FULL = 6  # rows for each prince, from which on everything about him is told
LINES = ("lag", "away", "bot", "empty")  # that are worth a word
Boards: TypeAlias = tuple[PrincesView, Sequence[Seat]]  # and who is to do something


def princes(shown: Boards, cells: int, rows: int) -> list[Row]:
    """A line for each, or all that lies open below a title."""
    see, _ = shown
    title = titled(see.words("title.princes"), cells, see.words("title.open"))
    found: list[Row] = [title] if rows > len(see.public.princes) else []
    for boy in see.public.princes:
        if rows > 2 * FULL:
            found += [*_full(shown, boy, cells), ()]
        elif rows > 4:
            found += [_short(shown, boy, cells, items=False), _things(see, boy, cells)]
        else:
            found.append(_short(shown, boy, cells, items=True))
    return [left(line, cells) for line in found[:rows]]


def full_height(see: PrincesView, cells: int) -> int:
    """Rows with everything about both."""
    told = sum(1 + len([*_full((see, ()), boy, cells)]) for boy in see.public.princes)
    return max(2 * FULL + 1, 1 + told)


def _name(shown: Boards, boy: PrinceView) -> Row:
    see, acting = shown
    name = Piece(see.name(boy.seat), f"seat-{see.prince(boy.seat)}")
    return left(row(Piece("▶" if boy.seat in acting else " ", "turn"), name), NAMES)


def _about(see: PrincesView, boy: PrinceView, *more: str) -> str:
    """Who plays him, whether he is ready, how he is connected."""
    words, line = see.words, see.lines[boy.seat]
    who = "" if see.alone else words("boy.you") if boy.seat == see.you else see.names[boy.seat]
    ready = words("boy.ready") if boy.seat in see.public.asked.ready else ""
    told = (who, *more, ready, words(f"line.{line}") if line in LINES else "")
    return " · ".join(part for part in told if part)


def _counts(see: PrincesView, boy: PrinceView) -> str:
    return see.words("boy.counts", hand=boy.hand, draw=boy.draw, discards=len(boy.discards))


def _short(shown: Boards, boy: PrinceView, cells: int, *, items: bool) -> Row:
    """In words; both closer together where the things of one have no room beside them."""
    see, _ = shown
    for gap in ("  ", " "):
        room = cells - width(_values(shown, boy, gap)) - 1
        told = [_beside_values(see, each, room, items=items) for each in see.public.princes]
        if all(cell_len(more) <= room and not (items and more[:1].isdecimal()) for more in told):
            break
    more = cut(_beside_values(see, boy, room, items=items), room)
    return row(_values(shown, boy, gap), " ", Piece(more, "name" if items else "words"))


def _values(shown: Boards, boy: PrinceView, gap: str) -> Row:
    frame, each = shown[0].frame, zip(ATTRIBUTES, boy.attributes, strict=True)
    parts = [(Piece(f"{frame(f'attr.{attr}')} ", "words"), Piece(f"{n}{gap}", "number")) for attr, n in each]
    return row(" ", _name(shown, boy), *parts)


def _beside_values(see: PrincesView, boy: PrinceView, room: int, *, items: bool) -> str:
    return _carried(see, boy, room) if items else _about(see, boy, _counts(see, boy))


def _things(see: PrincesView, boy: PrinceView, cells: int) -> Row:
    things = _carried(see, boy, cells - NAMES - 2) or see.frame("board.nothing")
    return row(" " * (NAMES + 1), Piece(things, "name"))


def _carried(see: PrincesView, boy: PrinceView, room: int) -> str:
    """His things in one row: if need be without what they add, or some of them and how many more."""
    titles = [see.voice.effect_text.item(held.item) for held in boy.items]
    some = (
        see.words.count("boy.more", len(titles) - most, things=", ".join(few[:most]))
        for most in range(len(titles) - 1, 0, -1)
        for few in (titles, sorted(titles, key=cell_len))
    )
    number = see.words("boy.things", number=len(titles))
    ways = (", ".join(item(see, held) for held in boy.items), ", ".join(titles), *some, number)
    return next((each for each in ways if cell_len(each) <= room), ways[-1])


def _full(shown: Boards, boy: PrinceView, cells: int) -> Iterator[Row]:
    see, _ = shown
    yield row(" ", _name(shown, boy), Piece(_about(see, boy), "words"))
    values = tuple(zip(ATTRIBUTES, boy.attributes, strict=True))
    for pair in (values[:2], values[2:]):
        parts: list[Piece | Row] = []
        for attr, number in pair:
            dots = row(Piece("●" * number, "dots"), Piece("·" * (6 - number), "faint"))
            name = Piece(f"   {see.words(f'short.{attr}')} ", "words")
            parts.append(left(row(name, dots, Piece(f" {number}", "number")), cells // 2))
        yield row(*parts)
    yield row("   ", Piece(_counts(see, boy), "words"))
    things = [_thing(see, held, cells - 6) for held in boy.items] or [[see.frame("board.nothing")]]
    marks = (wrapped(see.voice.effect_text.flag(mark), cells - 6) for mark in boy.marks)
    for sign, style, told in (("· ", "name", things), ("* ", "note", marks)):
        for lines in told:
            for n, line in enumerate(lines):
                yield row("   ", Piece("  " if n else sign, "words"), Piece(line, style))


def _thing(see: PrincesView, held: Held, cells: int) -> list[str]:
    """In a line; else what it adds stands below its title."""
    told, title = item(see, held), see.voice.effect_text.item(held.item)
    return (
        [told] if cell_len(told) <= cells else [*wrapped(title, cells), *wrapped(told[len(title) :], cells)]
    )
