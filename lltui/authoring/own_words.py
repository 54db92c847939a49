"""A player's own words: read once, tried out, and laid over the package's.

    <config>/themes/<theme>.toml
    <config>/locales/<language>/<area>.toml

A file with anything wrong in it is named and left out; the rest goes on.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, partial
from itertools import chain, combinations, permutations, product
from pathlib import Path
from string import Formatter
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

from msgspec import Struct

from lltui.authoring import own_file
from lltui.authoring.own_file import BrokenFile, OwnPage, open_page
from lltui.files import reading
from lltui.games.game import Event
from lltui.games.known_games import model
from lltui.games.love_letter import loading
from lltui.games.love_letter.events import HowWon
from lltui.games.love_letter.model import Options
from lltui.text.grammar import PLAIN, Grammar, GrammarError, Noun, NounKind, Thing, Tongue, Value
from lltui.text.library import (
    TOKEN,
    GameWords,
    Library,
    Theme,
    default_theme,
    fallback_language,
    flat,
    shipped,
)
from lltui.text.moments import AROUND, MomentShown, MomentText
from lltui.text.sentence_facts import Fact, SentenceFacts, deck, edition_facts, printed_card, roles
from lltui.text.template import (
    Facts,
    Gap,
    Source,
    TemplateError,
    Variant,
    choose,
    facts,
    fill,
    message,
    parse,
)

GRAMMAR = "grammar"
# Games whose sentences bend players and cards; the words of any other are like those of a board.
SENTENCES = ("love-letter",)
_THEME = re.compile(r"[a-z][a-z0-9-]{0,31}")
_LANGUAGE = re.compile(r"[a-z]{2,3}")


class Loaded(NamedTuple):
    """All words that can be used, and what is wrong with the others."""

    library: Library
    complaints: tuple[BrokenFile, ...]


def load(config: Path) -> Loaded:
    """The package's words and those under `config`, if there is such a folder."""
    own = _OwnFiles()
    folders = sorted(folder for folder in own.inside(config / "locales") if reading.is_folder(folder))
    for folder in folders:
        own.language(folder)
    for file in own.files(config / "themes"):
        own.theme(file)
    return Loaded(Library(own.locales, own.themes), tuple(own.complaints))


class _OwnFiles:
    """Where files are looked through one after the other."""

    def __init__(self) -> None:
        self.locales: dict[tuple[str, str], dict[str, Any]] = {}
        self.themes: dict[str, Theme] = {}
        self.complaints: list[BrokenFile] = []
        self._shipped = Library()
        self._tongues = {language: self._shipped.tongue(language) for language in self._shipped.languages()}

    def files(self, folder: Path) -> list[Path]:
        """Those that mean to be read."""
        return sorted(file for file in self.inside(folder) if file.suffix == ".toml")

    def inside(self, folder: Path) -> list[Path]:
        """What lies in a folder; it need not be there, but if it is it has to open."""
        try:
            return list(folder.iterdir())
        except (FileNotFoundError, NotADirectoryError):
            return []
        except OSError as error:
            reason = error.strerror or type(error).__name__
            self.complaints.append(own_file.Unreadable(file=str(folder), line=1, detail=reason))
            return []

    def language(self, folder: Path) -> None:
        """The grammar first: without it, nothing of a language can be tried."""
        files = {file.stem: file for file in self.files(folder)}
        with self._listening():
            if not _LANGUAGE.fullmatch(folder.name):
                raise own_file.BadName(file=str(folder), line=1, name=folder.name)
            if GRAMMAR in files:
                self._keep(folder.name, GRAMMAR, files.pop(GRAMMAR))
            if (folder.name, GRAMMAR) in self.locales:
                self._tongues[folder.name] = Library(self.locales).tongue(folder.name)
            if folder.name not in self._tongues:
                raise own_file.NoGrammar(file=str(folder / "grammar.toml"), line=1)
            for area, file in files.items():
                self._keep(folder.name, area, file)

    def theme(self, file: Path) -> None:
        """One theme file."""
        with self._listening():
            if not _THEME.fullmatch(file.stem):
                raise own_file.BadName(file=str(file), line=1, name=file.stem)
            page = open_page(file)
            found, pattern = page.read(Theme), self._shipped.theme(default_theme())
            if self._sound(page, wrong_theme(page, found, pattern, self._tongues)):
                self.themes[file.stem] = found

    def _keep(self, language: str, area: str, file: Path) -> None:
        breaks = "" if area in (*SENTENCES, GRAMMAR, "trouble") else "\n"
        with self._listening():
            page = open_page(file)
            if self._sound(page, self._wrong(page, language, area), breaks):
                self.locales[language, area] = page.words

    def _wrong(self, page: OwnPage, language: str, area: str) -> Iterator[BrokenFile]:
        shelf = self._shipped
        if area == GRAMMAR:
            # What is shipped in this language goes on asking for what its grammar had.
            known = language in shelf.languages()
            pattern = shelf.tongue(language).grammar if known else None
            yield from wrong_grammar(page, page.read(Grammar), pattern)
        elif area in SENTENCES:
            names = shelf.theme(default_theme()).glyph
            found, own = shelf.game_words(area), page.read(GameWords)
            yield from sentences(page, area, own, found, self._tongues[language], names)
        elif words := shelf.words(fallback_language(), area):
            tongue = self._tongues[language]
            yield from plain(page, words, tongue, templates=area == "trouble")
        else:
            known_areas = shipped(f"locales/{fallback_language()}")
            raise own_file.NoSuchFile(file=str(page.file), line=1, known=known_areas)

    @contextmanager
    def _listening(self) -> Iterator[None]:
        """What is wrong with a file ends the reading of it, and of nothing else."""
        try:
            yield
        except BrokenFile as broken:
            self.complaints.append(broken)

    def _sound(self, page: OwnPage, complaints: Iterator[BrokenFile], allowed: str = "") -> bool:
        before = len(self.complaints)
        for each in chain(page.control_characters(allowed), complaints):
            self.complaints.append(each)
        return len(self.complaints) == before


# ------------------------------------------------------------------ a theme


def wrong_theme(
    page: OwnPage, found: Theme, pattern: Theme, tongues: Mapping[str, Tongue]
) -> Iterator[BrokenFile]:
    """Signs and names of every card that the pattern has, in languages that there are."""
    names = set(pattern.glyph)
    yield from _keys(page, ("glyph",), set(found.glyph), names)
    yield from _signs(page, found)
    if not found.words:
        yield page.wrong(own_file.MissingKey, ("words",))
    for language, wording in found.words.items():
        path = ("words", language)
        if language not in tongues:
            yield page.wrong(own_file.StrangeKey, path)
            continue
        yield from _keys(page, (*path, "card"), set(wording.card), names - {TOKEN})
        for name, noun in wording.nouns():
            place = (*path, TOKEN) if name == TOKEN else (*path, "card", name)
            yield from _noun(page, place, noun, tongues[language].grammar)


def _keys(page: OwnPage, path: tuple[str, ...], there: set[str], wanted: set[str]) -> Iterator[BrokenFile]:
    yield from (page.wrong(own_file.MissingKey, (*path, name)) for name in sorted(wanted - there))
    yield from (page.wrong(own_file.StrangeKey, (*path, name)) for name in sorted(there - wanted))


def _signs(page: OwnPage, found: Theme) -> Iterator[BrokenFile]:
    seen: set[str] = set()
    for name, glyph in found.glyph.items():
        if not _one_cell(glyph.sign) or not (_one_cell(glyph.ascii) and glyph.ascii.isascii()):
            yield page.wrong(own_file.NotOneCell, ("glyph", name))
        elif {glyph.sign, glyph.ascii} & seen:
            yield page.wrong(own_file.SameSign, ("glyph", name))
        seen |= {glyph.sign, glyph.ascii}


def _one_cell(sign: str) -> bool:
    """One visible character of the basic plane, which no terminal draws over two cells."""
    return (
        len(sign) == 1
        and sign <= "\uffff"
        and unicodedata.category(sign)[0] in "LNPS"
        and unicodedata.east_asian_width(sign) not in "WF"
    )


def _noun(page: OwnPage, path: tuple[str, ...], noun: Noun, grammar: Grammar) -> Iterator[BrokenFile]:
    if noun.kind not in grammar.kind:
        yield page.wrong(own_file.StrangeKind, path, named=noun.kind, known=tuple(grammar.kind))
        return
    for case in grammar.kind[noun.kind].needs:
        if case not in noun.cases:
            yield page.wrong(own_file.MissingCase, path, case=case)
    for case in noun.cases:
        if case not in grammar.cases:
            yield page.wrong(own_file.StrangeCase, path, case=case, known=grammar.cases)
    if noun.narrow is not None and noun.narrow.replace("-", "") != noun.name.replace("-", ""):
        yield page.wrong(own_file.OtherName, (*path, "narrow"), name=noun.name)


# ---------------------------------------------------------------- a grammar


def wrong_grammar(page: OwnPage, found: Grammar, pattern: Grammar | None) -> Iterator[BrokenFile]:
    """A first case that all have, no case that is not listed, and all that the shipped one has."""
    if not found.cases:
        yield page.wrong(own_file.MissingKey, ("cases",))
        return
    if not found.kind:
        yield page.wrong(own_file.MissingKey, ("kind",))
    tables, shipped = _tables(found), _tables(pattern) if pattern else {}
    for path in {**tables, **shipped}:
        there = set(tables.get(path, ()))
        wanted = {*shipped.get(path, ()), *(found.cases[:1] if path[-1] in ("you", "the", "a") else ())}
        for case in sorted(there - set(found.cases)):
            yield page.wrong(own_file.StrangeCase, (*path, case), case=case, known=found.cases)
        yield from (page.wrong(own_file.MissingKey, (*path, case)) for case in sorted(wanted - there))


def _tables(grammar: Grammar) -> dict[tuple[str, ...], Collection[str]]:
    """Every place that names cases, with those that it names."""
    kinds = [(("kind", name, part), cases) for name, k in grammar.kind.items() for part, cases in _parts(k)]
    return dict([(("cases",), grammar.cases), (("you",), grammar.you), (("name",), grammar.name), *kinds])


def _parts(kind: NounKind) -> Iterator[tuple[str, Collection[str]]]:
    yield from (("the", kind.the), ("a", kind.a), ("needs", kind.needs))


# --------------------------------------------------- sentences, tried on all that may happen
# Each is tried before it is needed.

Keys = tuple[str, ...]
Try = tuple[str, dict[str, Value]]
NAMES = ("Ada", "Ben", "Cleo")
# Three seats are enough for "you", the other one concerned, and a third.
SEATS = (0, 1, 2)
NEVER_EMPTY = {"CouncilDrawn.cards", "CardsBuried.cards", "MatchWon.winners", "Keep.under"}


def sentences(
    page: OwnPage, game: str, words: GameWords, pattern: GameWords, tongue: Tongue, names: Iterable[str]
) -> Iterator[BrokenFile]:
    """All messages and chapters of a game's file; the pattern tells which reasons there are."""
    spoken = [SentenceFacts(NAMES, 0, things) for things in _things(tongue, tuple(names))]
    tries: dict[str, list[Facts]] = defaultdict(list)
    for facts_of in spoken:
        for key, values in _tries(game, facts_of, pattern.bar):
            tries[key].append(facts(values))
    for key, source in words.messages():
        path = tuple(key.split(".", 1))
        if key in tries:
            more = key.startswith("moment.") and key.endswith(" more")  # there is not always more to say
            yield from _message(page, path, source, tongue, tries[key], may_be_silent=more)
        else:
            yield page.wrong(own_file.StrangeKey, path)
    yield from _chapters(page, words, tongue, spoken)


def plain(
    page: OwnPage, pattern: Mapping[str, str], tongue: Tongue, *, templates: bool
) -> Iterator[BrokenFile]:
    """Words of a board, or of troubles: the keys of the pattern, with no gaps but the pattern's."""
    for key, text in flat(page.words).items():
        path = tuple(key.split("."))
        if key not in pattern:
            yield page.wrong(own_file.StrangeKey, path)
        elif not isinstance(text, str):
            yield page.wrong(own_file.WrongShape, path, detail="Expected `str`")
        elif templates:
            yield from _template(page, path, text, pattern, tongue)
        else:
            yield from _format(page, path, text, pattern[key])


# ----------------------------------------------------------------- one message


def _message(
    page: OwnPage,
    path: Keys,
    source: Source,
    tongue: Tongue,
    tries: list[Facts],
    *,
    may_be_silent: bool = False,
) -> Iterator[BrokenFile]:
    places = [(*path, key) for key in source] if isinstance(source, dict) else [path]
    unreadable = list(_unreadable(page, places, source))
    if unreadable:
        yield from unreadable
        return
    lines = message(source, tongue).lines
    said: dict[Keys, list[Facts]] = {place: [] for place in places}
    silent = False
    for known in tries:
        line = choose(lines, known)
        silent = silent or line is None
        if line is not None:
            said[places[lines.index(line)]].append(known)
    for line, place in zip(lines, places, strict=True):
        yield from _line(page, place, line, tongue, said[place])
    if silent and not may_be_silent:
        yield page.wrong(own_file.NeverSilent, path)


def _line(
    page: OwnPage, place: Keys, line: Variant, tongue: Tongue, tries: list[Facts]
) -> Iterator[BrokenFile]:
    """One sentence, tried on all that chooses it."""
    if not tries:
        yield page.wrong(own_file.NeverSaid, place)
    wrong: dict[str, None] = {}
    for known in tries:
        try:
            fill(line, known, tongue)
        except GrammarError as error:
            wrong[str(error)] = None
    yield from (page.wrong(own_file.StrangeGap, place, gap=gap) for gap in wrong)


def _unreadable(page: OwnPage, places: list[Keys], source: Source) -> Iterator[BrokenFile]:
    for place, text in zip(places, source.values() if isinstance(source, dict) else [source], strict=True):
        try:
            parse(text)
        except TemplateError as error:
            yield page.wrong(own_file.BadGap, place, gap=str(error))


def _chapters(
    page: OwnPage, words: GameWords, tongue: Tongue, spoken: list[SentenceFacts]
) -> Iterator[BrokenFile]:
    tries = [facts({**values, "goal": "-"}) for facts_of in spoken for values in _rules(facts_of)]
    rows = [facts({**_row(facts_of), "value": 1, "copies": 1, "rule": "-"}) for facts_of in spoken]
    for number, chapter in enumerate(words.chapter):
        place = ("chapter", str(number))
        for line, source in enumerate(chapter.lines):
            path = (*place, "lines", str(line))
            yield from _message(page, path, source, tongue, tries, may_be_silent=True)
        if chapter.each_card is not None:
            yield from _message(page, (*place, "each_card"), chapter.each_card, tongue, rows)


# ------------------------------------------------------------- what may happen


def _tries(game: str, facts_of: SentenceFacts, reasons: Iterable[str]) -> Iterator[Try]:
    cards = tuple(facts_of.things)[:2]
    for event in events(game):
        yield from ((f"say.{event.__name__}", facts_of.event(e)) for e in instances(event, cards))
    for kind in members(model(game).action):
        for action in instances(kind, cards):
            yield from _questions(facts_of, kind, action)
    for reason in reasons:
        yield f"bar.{reason}", _row(facts_of)
    for effect, parameters in effects().items():
        for values in _printed(parameters):
            yield f"rule.{effect}", {**_row(facts_of), **facts_of.facts(values)}
            if values["forced_with"][0]:
                yield "rule.forced", {**_row(facts_of), **facts_of.facts(values)}
    yield from _told(facts_of, cards)


def _told(facts_of: SentenceFacts, cards: Sequence[str]) -> Iterator[Try]:
    """Every part of what is said of a moment; one's own move is not among what happened since."""
    for moment in moments(cards):
        listed = moment.who != 0 and moment.form not in AROUND
        parts = (*MomentText._fields, *(("since",) if listed else ()))
        yield from ((f"moment.{moment.form} {part}", facts_of.event(moment)) for part in parts)


def _questions(facts_of: SentenceFacts, kind: type[Struct], action: Struct) -> Iterator[Try]:
    tag, kinds = kind.__struct_config__.tag, roles(kind)
    for number, field in enumerate(kinds):
        # What an action leaves out is never a choice: either all that fit do, or none.
        if (value := getattr(action, field)) is not None:
            yield f"answer.{tag} {field}", facts_of.facts({"value": (value, kinds[field])})
        for there in product((True, False), repeat=number):
            before = [name for name, is_there in zip(kinds, there, strict=False) if is_there]
            yield (
                f"ask.{tag} {field}",
                facts_of.picked(kind, [(name, getattr(action, name)) for name in before]),
            )


def _printed(parameters: Mapping[str, Fact]) -> Iterator[dict[str, Fact]]:
    """An effect with and without each of its parameters; a number is there always."""
    choices = []
    for value, role in parameters.values():
        numbers = isinstance(value, int) and not isinstance(value, bool)
        empty = () if isinstance(value, tuple) else False
        choices.append([(1, role), (2, role)] if numbers else [(value, role), (empty, role)])
    for row in product(*choices):
        yield {"forced_with": ((), "card"), **dict(zip(parameters, row, strict=True))}


def _rules(facts_of: SentenceFacts) -> Iterator[dict[str, Value]]:
    for options, seats in tables():
        yield facts_of.facts(edition_facts(options, seats))


def _row(facts_of: SentenceFacts) -> dict[str, Value]:
    return facts_of.facts({"card": (next(iter(facts_of.things)), "card")})


def _things(tongue: Tongue, names: tuple[str, ...]) -> Iterator[dict[str, Thing]]:
    """Cards of each kind of noun: a sentence must be able to speak of all of them."""
    for kind, forms in tongue.grammar.kind.items():
        noun = Noun("X", kind, dict.fromkeys(forms.needs, "X"), "X")
        yield dict.fromkeys(names, Thing({tongue.id: noun}, "X"))


# ------------------------------------------------------------- facts to try them on


def events(game: str) -> Iterator[type[Event]]:
    """Every kind of news that a game has."""
    nouns = model(game)
    yield from (*members(nouns.announced), *members(nouns.whispered))


def moments(cards: Sequence[str]) -> Iterator[MomentShown]:
    """Everything that may come of a move, as whoever did it, suffered it, or looked on is told of it."""
    one, other = cards[:2]
    for who, target in permutations(SEATS, 2):
        mine = 0 in (who, target)
        pair = partial(MomentShown, who=who, card=one, target=target)
        for why in (None, "looked", "traded") if target == 0 else (None,):
            yield pair("guess", named=other, result="hit", met=other, out=target, why=why)
        yield pair("guess", named=other, result="missed")
        for seen in (True, False):
            held, met = (one, other) if seen or mine else (None, None)
            yield pair("look", met=met)
            yield pair("compare", result="tie", held=held, met=held)
            yield pair("compare", result="won", held=held, met=other, out=target)
            yield pair("compare", result="lost", held=one, met=met, out=who)
            yield pair("replace", result="drew", met=other, came=one if target == 0 or seen else None)
            yield pair("trade", held=held, met=met, came=other if who == 0 else held)
        yield pair("replace", result="fell", met=other, out=target)
    for who in SEATS:
        alone = partial(MomentShown, who=who, card=one)
        yield alone("replace", target=who, result="drew", met=other, came=None if who else one)
        yield from (
            alone("shield"),
            alone("fall", result="fell", held=other, out=who),
            alone("last", card=None),
        )
        yield from (alone("council", cards=number) for number in (1, 2))
        if who == 0:
            yield alone("council", cards=1, came=other, buried=(one,))
        yield from (alone("plain"), alone("plain", result="idle"))
        yield from (MomentShown("round", winners=(who,), how=how, met=one) for how in get_args(HowWon))
    for winners in ((0, 1), (1, 2)):
        yield MomentShown("round", winners=winners, how="tied", met=one)
    yield MomentShown("round")
    yield from (MomentShown("match", winners=winners) for winners in ((0,), (1,), (0, 1), (1, 2)))


def members(union: Any) -> tuple[Any, ...]:
    """The types of a union, which may be just one."""
    return get_args(union) or (union,)


@cache
def instances(kind: type[Struct], cards: tuple[str, ...]) -> tuple[Any, ...]:
    """Every event, or action, of this kind, as far as sentences can tell them apart."""
    fields = [_Field(kind, name) for name in kind.__struct_fields__]
    people = [n for n, field in enumerate(fields) if field.is_somebody]
    rows = product(*(field.values(cards) for field in fields))
    return tuple(kind(*row) for row in rows if len({row[n] for n in people}) == len(people))


class _Field:
    """One field, and what may stand in it."""

    def __init__(self, kind: type[Struct], name: str) -> None:
        self._written = str(kind.__annotations__[name])
        self._hint = get_type_hints(kind, include_extras=True)[name]
        self._never_empty = f"{kind.__name__}.{name}" in NEVER_EMPTY

    @property
    def is_somebody(self) -> bool:
        """Whom news are about, one by one, are different people; who may be left out may be the same."""
        return self._written == "Seat"

    def values(self, cards: Sequence[str]) -> list[Any]:
        maybe: list[Any] = [None] if "None" in self._written else []
        if "tuple[" in self._written:
            return _pairs(SEATS if "Seat" in self._written else cards)[self._never_empty :]
        if "Seat" in self._written:
            return [*maybe, *SEATS]
        if "CardId" in self._written:
            return [*maybe, *cards[:1]]
        if get_origin(self._hint) is Literal:
            return [*maybe, *get_args(self._hint)]
        return [*maybe, *((False, True) if self._hint is bool else (1, 2))]


def _pairs(values: Sequence[Any]) -> list[tuple[Any, ...]]:
    return [(), *((value,) for value in values), *combinations(values, 2)]


def effects() -> dict[str, dict[str, Fact]]:
    """Every effect with all parameters that any edition gives it."""
    found: dict[str, dict[str, Fact]] = {}
    for options in map(Options, loading.editions()):
        for card in deck(options):
            kind, parameters = printed_card(options, card.id)
            found[kind] = found.get(kind, {}) | {k: v for k, v in parameters.items() if v[0]}
    return found


def tables() -> Iterator[tuple[Options, int]]:
    """Every edition with every number of seats, plain and with each house rule."""
    for edition in loading.editions():
        fewest, most = loading.edition(edition).seats
        houses = (Options(edition, (name,)) for name in loading.variants())
        for options in (Options(edition), Options(edition, target=1), *houses):
            yield from ((options, seats) for seats in range(fewest, most + 1))


# ------------------------------------------------------------- words without facts


def _template(
    page: OwnPage, path: Keys, text: str, pattern: Mapping[str, str], tongue: Tongue
) -> Iterator[BrokenFile]:
    try:
        gaps = [part for part in parse(text) if isinstance(part, Gap)]
    except TemplateError as error:
        yield page.wrong(own_file.BadGap, path, gap=str(error))
        return
    # Both sentences of a trouble may speak of all that either of them does.
    trouble = ".".join(path).rpartition(".")[0]
    both = [pattern[f"{trouble}.{part}"] for part in ("what", "todo")]
    known = {part.name for sentence in both for part in parse(sentence) if isinstance(part, Gap)}
    for gap in gaps:
        if gap.name not in known or gap.forms - PLAIN - set(tongue.grammar.cases):
            yield page.wrong(own_file.StrangeGap, path, gap=gap.text)


def _format(page: OwnPage, path: Keys, text: str, pattern: str) -> Iterator[BrokenFile]:
    known = {name for _, name, _, _ in Formatter().parse(pattern) if name is not None}
    try:
        gaps = [
            (name, bool(width or form))
            for _, name, width, form in Formatter().parse(text)
            if name is not None
        ]
    except ValueError:
        yield page.wrong(own_file.BadGap, path, gap=text)
        return
    for name, formatted in gaps:
        if name not in known:
            yield page.wrong(own_file.StrangeGap, path, gap=f"{{{name}}}")
        elif formatted:  # `{number:>99999999}` would fill the memory
            yield page.wrong(own_file.BadGap, path, gap=f"{{{name}:...}}")
