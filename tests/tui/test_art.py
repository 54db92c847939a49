"""Pictures: exactly as large as they say, in signs that every terminal can show."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from lltui import text
from lltui.games.love_letter.loading import editions
from lltui.games.love_letter.model import Options
from lltui.text import Wording
from lltui.text.sentence_facts import deck, printed_card
from lltui.text.voice import Face, Faces
from lltui.tui.art import piles
from lltui.tui.art.card import (
    LARGE,
    MEDIUM,
    SIZES,
    SMALL,
    UNKNOWN,
    CardLook,
    back,
    card,
    cover,
    drawing,
    empty,
    lifted,
    standing,
)
from lltui.tui.art.card import drawn as drawn_effects
from lltui.tui.art.rows import (
    HEAVY,
    Edge,
    Piece,
    beside,
    centred,
    cut,
    framed,
    left,
    newest,
    parted,
    plain,
    row,
    rule,
    trim,
    width,
    wrapped,
)
from lltui.tui.kit.rows_widget import COLOURS
from lltui.tui.love_letter.move_panel import fitting
from lltui.tui.term.screen_diff import ASCII

LANGUAGES = tuple(text.languages())
THEMES = tuple(line.id for line in text.themes("en"))
STRANGE = Face("x", "Night watchman of the tower", 12, 14, "juggle", "Nobody knows " * 9)
WIDE = Face("x", "侍女の侍女の侍女の侍女", 4, 2, "shield", "守る" * 40)

PICTURES = {size.picture for size in SIZES}


def faces(edition, language="en", theme="court", **more):
    voice = text.voice("love-letter", language, theme, ("Ada", "Ben"), 0)
    return Faces(Options(edition=edition), voice, Wording(language, area="table"), **more)


def letters(rows):
    return set("".join(plain(rows)))


def unknown(rows):
    """Signs that a terminal without them would show as a question mark."""
    return {sign for sign in letters(rows) if sign != "?" and sign.translate(ASCII) == "?"}


@pytest.mark.parametrize("size", SIZES, ids=("small", "narrow", "medium", "slim", "tall", "large"))
@pytest.mark.parametrize("look", CardLook)
def test_every_card_has_exactly_its_size(size, look):
    for face in (*faces("modern").values(), STRANGE, WIDE):
        drawn = card(face, size, look, below="at the very bottom of all")
        assert len(drawn) == size.height
        assert {width(line) for line in drawn} == {size.width}, face


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_card_does_fits_on_it_in_every_edition_theme_and_language(language, theme):
    for edition in editions():
        for face in faces(edition, language, theme).values():
            assert face.rule
            for size in SIZES[1:]:
                told = " ".join(" ".join(plain(card(face, size))[-1 - size.rule : -1]).split())
                assert "…" not in told, (face, size)
                assert plain(card(face, size)) != plain(card(face._replace(rule=""), size))


def test_how_a_card_lies_there_shows_by_its_frame_also_in_plain_letters():
    face = faces("modern")["guard"]
    drawn = {look: "\n".join(plain(card(face, MEDIUM, look))).translate(ASCII) for look in CardLook}
    alike = [  # what a frame means; places and words tell the rest
        {CardLook.PLAIN, CardLook.WHISPERED, CardLook.CAME},
        {CardLook.CHOSEN, CardLook.HIT},
        {CardLook.GONE, CardLook.BARRED},
        {CardLook.WINNER, CardLook.HIGHER},
    ]
    assert set().union(*alike) == set(CardLook)
    assert [len({drawn[look] for look in looks}) for looks in alike] == [1] * len(alike)
    assert len(set(drawn.values())) == len(alike)


@pytest.mark.parametrize("cells, rows", [(47, 11), (54, 14), (56, 14)])
def test_three_cards_use_the_height_that_there_is(cells, rows):
    size = fitting(3, cells, rows)
    assert size.height == rows - 1
    assert 3 * (size.width + 1) <= cells


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_name_stands_whole_on_every_card_and_on_the_letter(language, theme):
    for face in faces("modern", language, theme).values():
        drawn = [card(face, size) for size in SIZES] + [
            piles.letter(face, "♥", how) for how in (piles.LOW, piles.MIDDLE, piles.HIGH)
        ]
        for lines in drawn:
            told = "".join(sign for sign in "".join(plain(lines)) if sign.isalpha())
            assert "".join(filter(str.isalpha, face.name)).lower() in told.lower(), (face.name, plain(lines))


def test_every_effect_of_every_edition_has_a_drawing_of_its_own():
    options = [Options(edition=edition) for edition in editions()]
    kinds = {printed_card(each, card.id).kind for each in options for card in deck(each)}
    assert kinds < set(drawn_effects())
    for size in PICTURES:
        assert len({tuple(plain(drawing(kind, size))) for kind in kinds}) == len(kinds)


@pytest.mark.parametrize("theme", THEMES)
def test_who_is_drawn_on_a_large_card_is_told_apart_in_every_theme(theme):
    """Pictures are drawn for an effect, and the same in each theme."""
    for face in faces("modern", "en", theme).values():
        if face.effect in ("guess", "trade", "fall"):
            picture = plain(card(face, LARGE))[3:8]
            assert sum(line.count(face.name[0]) for line in picture) == 1, picture


def test_a_card_that_nobody_drew_gets_the_sealed_letter():
    assert drawing("juggle", "large") == drawing(UNKNOWN, "large")


@pytest.mark.parametrize("size, cells, rows", [("small", 7, 1), ("medium", 13, 3), ("large", 19, 5)])
def test_drawings_keep_their_measure(size, cells, rows):
    for kind in drawn_effects():
        drawn = drawing(kind, size)
        assert len(drawn) <= rows
        assert len({width(line) for line in drawn}) == 1
        assert width(drawn[0]) <= cells, kind


def test_pictures_have_only_signs_that_plain_letters_stand_in_for():
    drawn = [line for kind in drawn_effects() for size in PICTURES for line in drawing(kind, size)]
    for look in CardLook:
        drawn += card(faces("modern")["princess"], LARGE, look)
    drawn += [
        *back(LARGE),
        *empty(SMALL),
        *piles.hand(1),
        *piles.hand(0),
        *piles.hand(2, 9),
    ]
    drawn += [
        *piles.stack(9),
        *piles.stack(0),
        *piles.fan([1, 2, 12], 20),
        piles.tokens(2, 4),
        piles.pile(9, 20),
    ]
    assert unknown(drawn) == set()
    assert all(cell_len(sign) == 1 for sign in letters(drawn))


def test_a_theme_has_its_own_token_on_the_drawings_and_plain_letters_where_only_those_are_known():
    rangers = faces("modern", theme="rangers")
    assert "◆" in "".join(plain(card(rangers["princess"], LARGE)))
    assert faces("modern", theme="opera", ascii_only=True).token == "*"


def test_every_style_of_a_picture_has_a_colour():
    drawn = [
        *back(LARGE),
        *piles.stack(9),
        *piles.hand(1, 3),
        *piles.fan([1, 2], 9),
        piles.tokens(9, 9),
    ]
    for look in CardLook:
        drawn += lifted(card(faces("modern")["guard"], MEDIUM, look, "x"), MEDIUM.width)
    assert {piece.style for line in drawn for piece in line} <= set(COLOURS)


def test_the_chosen_card_stands_a_row_higher_than_its_neighbour():
    guard = faces("modern")["guard"]
    both = plain(beside(lifted(card(guard, MEDIUM, CardLook.CHOSEN), 19), standing(card(guard, MEDIUM), 19)))
    assert len(both) == MEDIUM.height + 1
    assert both[0] == "┏━━━━━━━━━━━━━━━━━┓" + " " * 20
    assert both[-2][:19] == "┗━━━━━━━━▲━━━━━━━━┛"
    assert both[-1].strip() == "╰─────────────────╯"


def test_a_strip_of_a_card_names_it_however_long_the_name_is():
    def strip(name):
        faces = [Face("x", name, 2, 1, "look", "")] * 2
        return "".join(line[2] for line in plain(cover(faces, LARGE))).strip("─")

    assert strip("Critic").split() == ["2", "Critic"]
    assert strip("Doorkeeper").strip() == "2Doorkeeper"
    assert strip("Zweitbesetzung").strip() == "2Zweitbese…"


def test_a_name_that_is_parted_at_a_line_keeps_no_air_behind_its_hyphen():
    drawn = "\n".join(plain(card(Face("x", "Make-up Artist", 2, 1, "look", ""), SMALL)))
    assert " Make-up " in drawn
    assert " Artist " in drawn


@pytest.mark.parametrize(
    "values, room, shown",
    [
        ([], 20, ""),
        ([5], 20, "│5│"),
        ([1, 2, 3], 7, "│1│2│3│"),
        ([1, 2, 3], 6, "+2│3│"),
        ([1, 12], 20, "│1│12│"),
        (list(range(9)) * 2, 11, "+15│6│7│8│"),
    ],
)
def test_a_fan_gives_up_its_oldest_cards_first(values, room, shown):
    fan = piles.fan(values, room)
    assert {width(line) for line in fan} in ({width(fan[0])}, {0})
    assert width(fan[1]) <= room
    assert plain(fan)[1] == shown


def test_every_card_of_a_fan_is_closed_on_all_sides():
    assert plain(piles.fan([1, 12, 3], 20)) == ["╭─┬──┬─╮", "│1│12│3│", "╰─┴──┴─╯"]
    assert plain(piles.fan([1, 2, 3], 6)) == ["  ╭─╮", "+2│3│", "  ╰─╯"]


@pytest.mark.parametrize("room", [12, 23])
def test_discards_that_share_an_edge_have_each_a_corner_of_their_own(room):
    classic = faces("classic")
    lain = [classic[each] for each in ("guard", "king", "priest", "baron", "handmaid", "guard", "prince")]
    for cards in range(5, 8):
        first, *_ = plain(piles.ladder(lain[:cards], room, 5, 8))
        joined = first.replace(" ", "").rstrip("─╮")
        assert joined == "".join(f"╭{face.value}" for face in lain[: cards - 3])


def test_discards_that_have_no_place_in_one_ladder_lie_in_two_where_there_is_room():
    classic = faces("classic")
    lain = tuple(
        classic[each] for each in ("guard", "king", "priest", "baron", "handmaid", "guard", "prince")
    )
    assert piles.apart(lain, 36, 7, 8) == 2
    assert piles.apart(lain, 30, 7, 8) == 0, "two of them are wider"
    assert piles.apart(lain[:6], 36, 7, 8) == 0, "one holds them"


def test_a_ladder_shows_every_discard_in_order_and_the_newest_whole():
    modern = faces("modern")
    drawn = piles.ladder([modern["guard"], modern["king"]], 40, 5, 10)
    assert {width(line) for line in drawn} == {17}
    assert [line.split()[1:3] for line in plain(drawn)[:2]] == [["1", "Guard"], ["7", "King"]]
    assert len(drawn) == 5


@pytest.mark.parametrize("cards", range(1, 9))
@pytest.mark.parametrize("rows", [3, 5, 7, 14])
@pytest.mark.parametrize("room", [6, 12, 17, 40])
def test_a_ladder_keeps_to_its_place_and_every_value_stands_in_it(cards, rows, room):
    modern = faces("modern")
    drawn = piles.ladder(([modern["guard"], modern["princess"], modern["baron"]] * 3)[:cards], room, rows, 10)
    assert len(drawn) <= rows
    assert {width(line) for line in drawn} == {min(room, 17)}
    if room > 12:
        assert "".join(sign for sign in "".join(plain(drawn)) if sign.isdecimal()) == ("193" * 3)[:cards]


@pytest.mark.parametrize(
    "have, target, room, shown",
    [(2, 4, 8, "♥♥··"), (0, 3, 8, "···"), (5, 4, 8, "♥♥♥♥♥"), (5, 12, 8, "5/12 ♥")],
)
def test_tokens_are_those_won_and_those_to_win(have, target, room, shown):
    assert plain([piles.tokens(have, target, "♥", room)]) == [shown]


def test_a_known_card_shows_its_value_in_the_hand():
    assert plain(piles.hand(1, 7))[1] == "│ 7│"
    assert plain(piles.hand(1))[1] == "│▒▒│"
    assert plain(piles.hand(3))[1] == "│▒▒│x3"


# ----------------------------------------------------------------------- rows


@pytest.mark.parametrize("cells", range(9))
def test_whatever_is_cut_fits(cells):
    for told in ("", "a", "abcdefghij", "侍女の侍女", "a侍"):
        line = row(Piece(told), Piece(told, "name"))
        assert cell_len(cut(told, cells)) <= cells
        assert width(trim(line, cells)) <= cells
        assert width(left(line, cells)) == cells
        assert width(centred(line, cells)) == cells
        assert width(parted(line, line, cells)) == cells


def test_what_was_cut_shows_that_it_was():
    assert cut("Chancellor", 6) == "Chanc…"
    assert cut("Chancellor", 10) == "Chancellor"


@pytest.mark.parametrize("cells", [1, 5, 9, 30])
def test_wrapped_text_loses_no_letter_and_never_runs_over(cells):
    told = "Whoever lays it down is out 侍女の侍女 " + "x" * 40
    lines = wrapped(told, max(cells, 2))
    assert all(cell_len(line) <= max(cells, 2) for line in lines)
    assert "".join("".join(lines).split()) == "".join(told.split())


def test_a_place_without_a_cell_takes_a_text_as_one_with_a_cell():
    assert wrapped("one 侍", 0) == wrapped("one 侍", -7) == wrapped("one 侍", 1)


def test_a_text_that_is_too_long_for_its_rows_says_so():
    assert wrapped("one two three four", 5, 2) == ["one", "two…"]


def test_a_frame_has_words_in_its_edges_and_keeps_its_width():
    for cells in (9, 14, 30):
        top = Edge((Piece("2 Grace"),), (Piece("♥···"),))
        drawn = framed([row("x" * 50)], cells, HEAVY, top=top, bottom=top)
        assert {width(line) for line in drawn} == {cells}
    assert plain(drawn)[0] == "┏━ 2 Grace ━━━━━━━━━━━ ♥··· ━┓"


def test_crossings_stand_only_where_the_line_runs():
    assert plain([rule(9, (2, "┬"))]) == ["──┬──────"]
    assert plain([rule(12, (3, "┬"), text=Edge((Piece("title"),)))]) == ["─ title ────"]


def test_a_line_is_crossed_where_the_other_one_meets_it_however_wide_the_letters_before_it_are():
    assert plain([rule(14, (12, "┴"), text=Edge((Piece("王王王"),)))]) == ["─ 王王王 ───┴─"]


@pytest.mark.parametrize("most, kept", [(-1, 0), (0, 0), (1, 1), (2, 2), (3, 2)])
def test_where_there_is_room_for_none_of_the_newest_lines_there_is_none(most, kept):
    """Textual lays a panel out in a single row, its title's, while a window grows."""
    assert newest(((), ()), most) == ((), ())[:kept]
