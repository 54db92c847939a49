"""Write the generated parts of the docs anew: `make docs`.

A generated part stands between `<!-- generated: NAME -->` and `<!-- end -->`.
tests/docs runs the same functions and compares, so a command, a screen
or an edition that changes without its docs fails the build.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

HERE = Path(__file__).resolve().parent
PROTOCOL = HERE.parent / "protocol"
MANUAL = HERE / "lltui.1"
PART = re.compile(r"(<!-- generated: (?P<name>[a-z-]+) -->\n).*?(<!-- end -->)", re.DOTALL)


def lltui(*words: str, stdin: str = "") -> str:
    """What the program prints on 80 columns, in English, far from anybody's configuration."""
    keep = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    with tempfile.TemporaryDirectory() as home:
        folders = {"LLTUI_CONFIG_DIR": os.devnull, "LLTUI_STATE_DIR": home, "LLTUI_DATA_DIR": home}
        done = subprocess.run(
            [sys.executable, "-m", "lltui", *words],
            input=stdin,
            env=keep | folders | {"LANG": "C.UTF-8"},
            cwd=HERE.parent,
            capture_output=True,
            text=True,
            check=False,
        )
    return done.stdout


def _screen(text: str) -> str:
    return "".join(f"    {line}".rstrip() + "\n" for line in text.rstrip("\n").splitlines())


def turn() -> str:
    """A first turn: from the deal to the question whom the card shall meet."""
    told = lltui("play", "--seed", "3", stdin="1\n")
    return "\n" + _screen(told[: told.index("1 to 3 (")]) + "\n"


def commands() -> str:
    """The help of every command, as it prints it."""
    from lltui.options import COMMANDS  # noqa: PLC0415 - only this part needs it

    parts = ["\n" + _screen(lltui("--help"))]
    parts += [f"\n## lltui {name}\n\n{_screen(lltui(name, '--help'))}" for name in COMMANDS]
    return "".join(parts) + "\n"


def editions() -> str:
    """What `lltui editions` tells."""
    return "\n" + _screen(lltui("editions")) + "\n"


def settings() -> str:
    """Every setting: what it may be, what it is without a line in the file, and its sentence."""
    import msgspec  # noqa: PLC0415 - only this part needs it

    from lltui import text  # noqa: PLC0415 - as above
    from lltui.tui.settings import PAGE, Settings  # noqa: PLC0415 - as above

    def toml(value: object) -> str:
        return "nothing" if value is None else f"`{msgspec.json.encode(value).decode()}`"

    words = text.words("en", "screens")
    rows = ["", "| setting | may be | without it | |", "| --- | --- | --- | --- |"]
    rows += [
        f"| `{name}` | {_allowed(name)} | {toml(getattr(Settings(), name))}"
        f" | {words[f'setting.{name}.about']} |"
        for name in PAGE
    ]
    return "\n".join(rows) + "\n\n"


def _allowed(name: str) -> str:
    """What may stand in the file."""
    from msgspec import inspect  # noqa: PLC0415 - only this part needs it

    from lltui import text  # noqa: PLC0415 - as above
    from lltui.tui.settings import ordered, types  # noqa: PLC0415 - as above

    if name in ("language", "theme"):
        known = text.languages() if name == "language" else [line.id for line in text.themes("en")]
        return ", ".join(f'`"{each}"`' for each in known) + ", or one of your own"
    match types()[name]:
        case inspect.BoolType():
            return "`true`, `false`"
        case inspect.LiteralType(values=values):
            return ", ".join(f'`"{value}"`' for value in ordered(name, values))
        case inspect.FloatType(ge=least, le=most):
            return f"{least} to {most}"
        case inspect.UnionType(types=types):
            longest = max(each.max_length or 0 for each in types if isinstance(each, inspect.StrType))
            return f"text, at most {longest} characters"
    raise AssertionError(name)


def keys() -> str:
    """Every command of the full screen with its id and its usual keys."""
    from lltui import text  # noqa: PLC0415 - only this part needs it
    from lltui.tui import keymap  # noqa: PLC0415 - as above
    from lltui.tui.app import LltuiApp  # noqa: PLC0415 - as above

    rows = ["", "| command | keys | |", "| --- | --- | --- |"]
    for name, command in sorted(keymap.every(LltuiApp.OFFERS).items()):
        said = text.words("en", command.area)[f"command.{command.name}.help"]
        rows.append(f"| `{name}` | `{command.keys}` | {said} |")
    return "\n".join(rows) + "\n\n"


def _tests() -> None:
    """The tables of the tests are to be read here, too."""
    place = str(HERE.parent / "tests")
    if place not in sys.path:
        sys.path.insert(0, place)


def lies() -> str:
    """Every lie that is refused: where the law stands, its code, and what a player is told."""
    _tests()
    from record.liars import LIARS  # noqa: PLC0415 - only this part needs it

    from lltui import text  # noqa: PLC0415 - as above

    words = text.words("en", "record")
    rows = ["", "| SPEC | the lie | code | what a player is told |", "| --- | --- | --- | --- |"]
    for liar in LIARS:
        told = words[f"lie.{liar.what}"].partition("{seq}: ")[2].replace("{name}", "a player")
        rows.append(f"| {liar.must.split()[0]} | {liar.name} | `{liar.what}` | {told} |")
    return "\n".join(rows) + "\n\n"


def musts() -> str:
    """Every MUST: how many lies break it, or whom it binds otherwise and which test holds it."""
    _tests()
    from musts import MUSTS  # noqa: PLC0415 - only this part needs it
    from record.liars import LIARS  # noqa: PLC0415 - as above

    rows = ["", "| SPEC | MUST | broken by, or bound | held by |", "| --- | --- | --- | --- |"]
    for must in MUSTS:
        codes = sorted({liar.what for liar in LIARS if liar.must in must.liars})
        told = " ".join(f"`{code}`" for code in codes)
        file, _, name = must.test.partition(": ")
        held = f"`{file}`: *{name}*" if must.test else "`test_lies.py`"
        words = f"…{must.words}…" if must.words else "(its laws)"
        rows.append(f"| {must.chapter} | {words} | {told or must.binds} | {held} |")
    return "\n".join(rows) + "\n\n"


def figures() -> str:
    """What was measured last: `python bench --write` records it."""
    _root()
    from bench.figures import Measured  # noqa: PLC0415 - only this part needs it

    return f"\n{Measured.kept().page()}\n\n"


def league() -> str:
    """What bots won of the matches that were played last; bench/league.json holds what `lltui arena` told."""
    import json  # noqa: PLC0415 - only this part needs it

    kept = json.loads((HERE.parent / "bench" / "league.json").read_text("utf-8"))
    rows = [f"\nMeasured on {kept['date']}.\n", LEAGUE, "| --- " * 8 + "|"]
    for bout in kept["bouts"]:
        first, other = bout["bots"]
        seeds = f"from seed {bout['seed']}"
        if bout["each_its_own_seed"]:
            seeds = f"seeds {bout['seed']} to {bout['seed'] + bout['matches'] - 1}"
        edition = " + ".join((bout["edition"], *bout["variants"]))
        share = f"{100 * first['won']:.1f} % | {100 * first['low']:.1f} to {100 * first['high']:.1f} %"
        chance = f"{100 * first['chance']:.1f} %"
        who = f"`{first['name']}` | `{other['name']}` | {bout['seats']} | {edition}"
        rows.append(f"| {who} | {bout['matches']:,} ({seeds}) | {share} | {chance} |")
    return "\n".join(rows) + "\n\n"


def trained() -> str:
    """What the weights say of themselves: figures of the kernel, right after training."""
    _root()
    from lltui.bots.love_letter import hard  # noqa: PLC0415 - only this part needs it

    kinds = {"n": "normal", "e": "easy", "r": "random", "h": "hard"}
    rows = ["", "| players | bot | against | won |", "| --- | --- | --- | --- |"]
    for file in sorted(hard.WEIGHTS.glob("*.net")):
        for seats, reached in hard.heading(file)["reached"].items():
            for pair, won in reached.items():
                rows.append(f"| {seats} | `{kinds[pair[0]]}` | `{kinds[pair[1]]}` | {100 * won:.1f} % |")
    return "\n".join(rows) + "\n\n"


def calibration() -> str:
    """How often it came as advice said; bench/calibration.json holds what was measured last."""
    import json  # noqa: PLC0415 - only this part needs it

    kept = json.loads((HERE.parent / "bench" / "calibration.json").read_text("utf-8"))
    rows = ["", "| edition | players | by | against | moves | off by | Brier | base rate | measured |"]
    rows.append("| --- " * 9 + "|")
    for one in kept:
        what = f"| {one['edition']} | {one['seats']} | {one['how']} | `{one['against']}` | {one['moves']:,}"
        numbers = f"{100 * one['wrong']:.1f} points | {one['brier']:.4f} | {one['base']:.4f}"
        rows.append(f"{what} | {numbers} | {one['date']} |")
    for one in kept:
        if one["how"] == "kernel":
            rows += ["", f"{one['edition'].capitalize()}, {one['seats']} players:", "", *_plot(one["tenths"])]
    return "\n".join(rows) + "\n\n"


def _plot(tenths: list[list[float]]) -> list[str]:
    """Said from left to right, came from below; on the dotted line it came as it was said."""
    cells = [["·" if x == 5 * y else " " for x in range(51)] for y in range(11)]
    for moves, said, came in tenths:
        if moves:
            cells[round(10 * came)][round(50 * said)] = "●"
    lines = [f"    {10 * y:>4} % {''.join(cells[y])}".rstrip() for y in range(10, -1, -1)]
    head = "       said" + "".join(f"{100 * said:>6.1f}" for _, said, _ in tenths)
    came = "       came" + "".join(f"{100 * came:>6.1f}" for _, _, came in tenths)
    return [*lines, "           0 %       20        40        60        80        100 %", "", head, came]


def answers() -> str:
    """What may be won of a bot by who knows it; bench/answers.json holds what was measured."""
    import json  # noqa: PLC0415 - only this part needs it

    kept = json.loads((HERE.parent / "bench" / "answers.json").read_text("utf-8"))
    rows = [f"\nMeasured on {kept['date']}.\n", ANSWERS, "| --- " * 5 + "|"]
    for row in kept["rows"]:
        low, high = (100 * (row["won"] + side * row["half"]) for side in (-1, 1))
        won = f"{100 * row['won']:.1f} % | {low:.1f} to {high:.1f} %"
        exact = f"at most {row['pile']} cards" if row["pile"] > 0 else "never"
        rows.append(f"| `{row['against']}` | {exact} | {row['rounds']:,} (seed {row['seed']}) | {won} |")
    return "\n".join(rows) + "\n\n"


def judged() -> str:
    """What long playouts made of advice and analyses; bench/judged.json holds what was measured."""
    _root()
    import json  # noqa: PLC0415 - only this part needs it

    from bench.training.judge import KEPT, summed  # noqa: PLC0415 - as above

    kept = json.loads(KEPT.read_text("utf-8"))
    rows = [
        f"\nMeasured on {kept['date']}: {kept['edition']}, {kept['worlds']:,} worlds for each position and"
    ]
    rows += [f"{kept['playouts']:,} playouts for each move.\n", ADVICE, "| --- " * 7 + "|"]
    for row in kept["advice"]:
        best, other = row["moves"][0], max(row["moves"][1:], key=lambda move: move[2])
        told = (f"{name} | {_beside(*points)}" for name, *points in (best, other))
        rows.append(_cells(row["seats"], row["pile"], row["hand"], *told))
    rows += ["", ANALYSES, "| --- " * 7 + "|"]
    for row in kept["analyses"]:
        for move in row["moves"]:
            points = _beside(move["said"], move["came"], move["half"])
            called = (move[name] for name in ("hand", "made", "best", "verdict"))
            rows.append(_cells(row["seats"], f"`{row['level']}`", *called, points))
    return "\n".join([*rows, "", *_judged(summed(kept))]) + "\n\n"


def _cells(*cells: object) -> str:
    return "| " + " | ".join(map(str, cells)) + " |"


def _beside(said: float, came: float, half: float) -> str:
    return f"{100 * said:.0f} : {100 * came:.0f} ± {100 * half:.0f}"


def _judged(sums: dict[str, float]) -> list[str]:
    off, said, came = (f"{100 * sums[name]:.1f}" for name in ("off", "said", "came"))
    return [
        f"{sums['worse']} of {sums['pieces']} pieces of advice named a move that is worse than another one,",
        f"beyond its interval; all {sums['moves']} moves that were tried are off by {off} points on average.",
        f"Of {sums['slips']} moves that analyses called the worst of their matches, {sums['confirmed']}",
        f"cost something beyond their interval, and {sums['refuted']} gained something; {said} points each",
        f"were said, {came} came.",
    ]


ADVICE = "| players | pile | hand | the best | said : came | the next | said : came |"
ANALYSES = "| players | played by | hand | made | best | called | cost, said : came |"
ANSWERS = "| against | exact from a pile of | rounds | won | 95 % interval |"


def story_size() -> str:
    """What the rules need of a story, and what lies in the whole box."""
    from lltui.authoring import story_check  # noqa: PLC0415 - only this part needs it
    from lltui.games.two_princes.rules.chapters import EVENTS  # noqa: PLC0415 - as above
    from lltui.games.two_princes.story.faults import NEEDED, STARTING  # noqa: PLC0415 - as above
    from lltui.games.two_princes.story.vocabulary import KINDS  # noqa: PLC0415 - as above

    *first, last = map(str, NEEDED)
    decks = ", ".join(f"{name} {size}" for name, size in story_check.SIZES.items())
    rows = [
        "",
        f"* challenges {', '.join(first)} and {last};",
        f"* {EVENTS + 2} events, two of them `fixed`, as 1 and 2; more are shuffled with the other {EVENTS};",
        '* one interlude, every way through which does `{do = "begin_escape"}`;',
        f"* `[[condition_types]]` of all {len(KINDS)} kinds: {', '.join(KINDS)};",
        f'* {STARTING} `[[conditions]]` with `starting = "edward"`, and {STARTING} with `"richard"`;',
        "* the `[[places]]` that its cards name, and the sections that they open;",
        "* a section `misery`, where a night ends that was too much, and what it routes to.",
        "",
        "The whole box, for comparison: "
        + ", ".join(f"{count} {name}" for name, count in story_check.COUNTS.items())
        + f", and {story_check.ENDINGS} endings or more (encounters: {decks}, and one with"
        + " `set_aside = true`; two items with `starting` for either prince).",
    ]
    return "\n".join(rows) + "\n\n"


def story_numbers() -> str:
    """Which challenges come, by their numbers."""
    from lltui.authoring.story_check import LAST_OF_A  # noqa: PLC0415 - only this part needs it
    from lltui.games.two_princes.rules.chapters import LEAST_A, LEAST_B  # noqa: PLC0415 - as above
    from lltui.games.two_princes.story import story_index as i  # noqa: PLC0415 - as above

    def listed(numbers: tuple[int, ...]) -> str:
        return f"{', '.join(map(str, numbers[:-1]))} and {numbers[-1]}"

    rows = ["", "| number | comes |", "| --- | --- |"]
    told = {
        f"1 to {LAST_OF_A}": 'are inside the walls (`part = "a"`), the others outside (`"b"`)',
        listed(i.FIRST_A): "always, first, in this order",
        f"{i.GUARDS[0]} to {i.GUARDS[-1]}": "the guards: one of those that there are, if no card has"
        " added one, nor any with the word guard in its title",
        f"{i.FILLERS[0]} to {i.FILLERS[-1]}": f"at random, where fewer than {LEAST_A} lie between the first"
        " ones and the last one inside",
        str(i.LAST_A): 'always, the last one inside; it has to do `{do = "begin_part_b"}`',
        str(i.FIRST_B): "always, the first one outside",
        str(i.FEW): f"where fewer than {LEAST_B} lie between the first one and the last one outside",
        str(i.HUE_AND_CRY): f"where `{i.ALERTED}` is remembered when they come outside",
        str(i.LAST_B): 'always, the last one; it has to do `{do = "ending"}`',
        "all others": 'only where a card has added them: `{do = "challenge", n = 38}`',
    }
    rows += [f"| {number} | {comes} |" for number, comes in told.items()]
    return "\n".join(rows) + "\n\n"


def story_words() -> str:
    """All that a card may do and ask, with the keys of each."""
    from lltui.games.two_princes.story import vocabulary as v  # noqa: PLC0415 - only this part needs it

    whom = " ".join((v.__doc__ or "").split("\n\n")[1].split()).partition(". ")[2]
    rows = ["", whom]
    for tag, union in (("do", v.Effect), ("ask", v.Query)):
        rows += ["", f"| `{tag}` | | keys |", "| --- | --- | --- |"]
        rows += [
            f"| `{kind.__struct_config__.tag}` | {_told(kind)} | {_keys(kind)} |" for kind in get_args(union)
        ]
    return "\n".join(rows) + "\n\n"


def story_cards() -> str:
    """The keys of all that a story consists of."""
    from lltui.games.two_princes.story import printed as p  # noqa: PLC0415 - only this part needs it
    from lltui.games.two_princes.story import vocabulary as v  # noqa: PLC0415 - as above

    kinds = get_type_hints(p.Story)
    tables = [
        (f"[{name}]" if hint is p.Intro else f"[[{name}]]", _inner(hint)) for name, hint in kinds.items()
    ]
    parts = [("an option", p.Option), ("a box", p.Outcome), ("an arrival", p.Arrival), ("an aside", p.Aside)]
    parts += [("a test", v.Test), ("`ease`", v.Ease), ("a branch", v.Branch), ("a route", p.Route)]
    rows = ["", "| | | keys |", "| --- | --- | --- |"]
    rows += [f"| `{name}` | {_told(kind)} | {_keys(kind)} |" for name, kind in tables]
    parts += [("a scene", p.OpeningScene)]
    rows += [f"| {name} | {_told(kind)} | {_keys(kind)} |" for name, kind in parts]
    return "\n".join(rows) + "\n\n"


def story_limits() -> str:
    """How long a text may be, by what it stands on."""
    from lltui.authoring.echoes import LIMITS  # noqa: PLC0415 - only this part needs it

    rows = ["", "| text | lines | characters |", "| --- | --- | --- |"]
    rows += [f"| {LIMITED[name]} | {lines} | {most} |" for name, (lines, most) in LIMITS.items()]
    return "\n".join(rows) + "\n\n"


LIMITED = {
    "title": "a `title`, of whatever",
    "setting": "`title` of `[intro]`",
    "front": "`text` of a card, of an opening",
    "aside": "an aside",
    "arrival": "an arrival at a challenge",
    "hinge": "an arrival at an ending",
    "label": "a `label`",
    "box": "`text`, `success_text`, `failure_text` of a box",
    "branch": "any text below `then`, `success` and `failure`",
    "item": "`text` of an item",
    "condition": "`text` of a condition",
    "scene": "a scene, and a text below the `then` of a whole card",
    "ending": "`text` of an ending, of `[intro]`, of a note",
    "says": "what a flag `says`",
}


def _told(kind: type) -> str:
    """The first paragraph of what is said of it."""
    return " ".join((kind.__doc__ or "").split("\n\n")[0].split()).replace("|", "\\|")


def _keys(kind: type) -> str:
    import msgspec  # noqa: PLC0415 - only these parts need it

    hints = get_type_hints(kind, include_extras=True)
    told = []
    for field in msgspec.structs.fields(kind):
        needed = field.default is msgspec.NODEFAULT and field.default_factory is msgspec.NODEFAULT
        name = f"**`{field.encode_name}`**" if needed else f"`{field.encode_name}`"
        told.append(" ".join(filter(None, (name, _may_stand(hints[field.name])))))
    return "; ".join(told)


def _inner(hint: Any) -> Any:
    """Of a list, what lies in it; of what may be missing, what it is."""
    given = [each for each in get_args(hint) if each not in (type(None), ...)]
    return (
        given[0] if get_origin(hint) is tuple or (len(given) == 1 and type(None) in get_args(hint)) else hint
    )


def _may_stand(hint: Any) -> str:
    """What may stand there, in a word or two; of a text or a deed the name says it."""
    from lltui.games.two_princes.story import vocabulary as v  # noqa: PLC0415 - only these parts need it

    hint = _inner(_inner(hint))
    chosen = [hint] if get_origin(hint) is Literal else get_args(hint)
    if hint is not v.Who and chosen and all(get_origin(each) is Literal for each in chosen):
        return "(" + ", ".join(str(value) for each in chosen for value in get_args(each)) + ")"
    for meta in getattr(hint, "__metadata__", ()):
        if meta.ge is not None:
            return f"({meta.ge} to {meta.le})"
    return "(true)" if hint is bool else ""


LEAGUE = "| bot | against | players | edition | matches | won | 95 % interval | by chance |"


def _root() -> None:
    if str(HERE.parent) not in sys.path:
        sys.path.insert(0, str(HERE.parent))


def man() -> str:
    """The page of the manual, from what `--help` prints from."""
    from lltui.options import COMMANDS, HELP, START, CliOption  # noqa: PLC0415 - only this page needs it

    def safe(text: str) -> str:
        return re.sub(r"^([.'])", r"\\&\1", text.replace("\\", "\\e").replace("-", "\\-"))

    def told(options: tuple[CliOption, ...]) -> list[str]:
        return [line for each in options for line in (".TP", f".B {safe(each.written)}", safe(each.about))]

    lines = ['.TH LLTUI 1 "" lltui ""', ".SH NAME", f"lltui \\- {safe(START.about.rstrip('.').lower())}"]
    lines += [".SH SYNOPSIS", ".B lltui", "[COMMAND] [options]", ".SH DESCRIPTION"]
    lines += ["Without a command the menu opens. These hold for it:", *told((HELP, *START.options))]
    lines += [".SH COMMANDS"]
    for name, command in COMMANDS.items():
        lines += [f".SS lltui {name}", safe(command.about), *told(command.options)]
    lines += [
        ".SH FILES",
        "What is kept lies where the system wants it;",
        ".B lltui doctor",
        "says where that is.",
    ]
    lines += [".SH EXIT STATUS", "0; 1 for a trouble that was told; 2 for wrong usage; 130 for ctrl+c."]
    return "\n".join(lines) + "\n"


def of_game(game: str, table: str) -> Callable[[], str]:
    """A table of protocol/GAMES.md."""

    def written() -> str:
        _root()
        from docs import game_types  # noqa: PLC0415 - only these parts need it

        return game_types.TABLES[table](game)

    return written


PARTS: dict[str, Callable[[], str]] = {
    "turn": turn,
    "commands": commands,
    "editions": editions,
    "settings": settings,
    "keys": keys,
    "lies": lies,
    "musts": musts,
    "figures": figures,
    "league": league,
    "trained": trained,
    "calibration": calibration,
    "answers": answers,
    "judged": judged,
    "story-size": story_size,
    "story-numbers": story_numbers,
    "story-words": story_words,
    "story-cards": story_cards,
    "story-limits": story_limits,
    "love-letter-cards": of_game("love-letter", "cards"),
    "princes-signs": of_game("princes", "signs"),
    "rules-named": of_game("", "rules"),
    **{
        f"{game}-{table}": of_game(game, table)
        for game in ("love-letter", "princes")
        for table in ("options", "public", "private", "news", "actions", "words", "example")
    },
}


def pages() -> list[Path]:
    """Every page that may have a generated part."""
    return [HERE.parent / "README.md", *sorted(HERE.rglob("*.md")), *sorted(PROTOCOL.rglob("*.md"))]


def renewed(page: str) -> str:
    """The page with all its generated parts as they should be."""
    return PART.sub(lambda part: part[1] + PARTS[part["name"]]() + part[3], page)


def main() -> None:
    """Write what differs, and name it."""
    for path in (*pages(), MANUAL):
        old = path.read_text(encoding="utf-8") if path.exists() else ""
        new = man() if path == MANUAL else renewed(old)
        if new != old:
            path.write_text(new, encoding="utf-8")
            print(path.relative_to(HERE.parent))
    subprocess.run([sys.executable, HERE / "pictures.py"], check=True)


if __name__ == "__main__":
    main()
