"""The program in a terminal: it paints, hears keys, and leaves a sane terminal whatever ends it."""

from __future__ import annotations

import contextlib
import re
import resource
import signal
import stat
import sys
import time
from pathlib import Path

import pytest
from tui.terminals import DEAD_MAN, Program

LITTLE = (sys.executable, str(Path(__file__).with_name("little.py")))


@pytest.fixture
def started(tmp_path):
    programs = []

    def start(*words, command=LITTLE, **options):
        programs.append(Program(*command, *words, home=tmp_path, **options))
        return programs[-1]

    yield start
    for program in programs:
        program.close()


def painted(program):
    return program.until("rest")


def cpu():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class TestProbe:
    def test_a_terminal_that_counts_bytes_or_wide_cells_gets_ascii(self, started):
        program = started(answers=False)
        program.until(lambda: b"[6n" in program.got)
        program.type("\x1b[1;7R")
        painted(program)
        assert "* colours" in program.lines()[1]

    @pytest.mark.parametrize("language, sign", [("C.UTF-8", "♥"), ("de_DE.ISO-8859-1", "*")])
    def test_where_nothing_answers_the_locale_decides(self, started, language, sign):
        program = painted(started(answers=False, environ={"LC_ALL": language}))
        assert f"{sign} colours" in program.lines()[1]

    def test_the_signs_of_the_question_do_not_stay(self, started):
        program = painted(started())
        program.type("q")
        program.ended()
        assert program.shown().strip() == "goodbye"

    def test_one_may_ask_for_ascii_once_and_for_all(self, started):
        assert "* colours" in painted(started(environ={"LLTUI_ASCII": "1"})).lines()[1]


@pytest.mark.parametrize("term", ["dumb", "unknown", ""])
def test_a_terminal_that_cannot_is_told_so(started, term):
    program = started(environ={"TERM": term})
    assert program.ended() == 3
    assert "no terminal: dumb" in program.shown()


class TestEnds:
    @pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
    def test_a_signal_ends_it_with_a_sane_terminal(self, started, number):
        program = painted(started())
        program.kill(number)
        assert program.ended() == 128 + number
        program.assert_sane()

    def test_a_signal_ends_it_although_nobody_reads_and_the_terminal_is_sane_all_the_same(
        self, started, tmp_path
    ):
        program = painted(started())
        program.type("b")
        ticking(tmp_path, 200)
        program.kill(signal.SIGTERM)
        assert program.process.wait(DEAD_MAN) == 128 + signal.SIGTERM
        program.ended()
        program.assert_sane()
        assert "goodbye" in program.shown()

    @pytest.mark.parametrize("shell", ["exec {}", "{}; true"], ids=["leader", "not the leader"])
    @pytest.mark.parametrize("trap", ["", "trap '' HUP; "], ids=["hup", "hup ignored"])
    def test_a_cut_line_ends_it_without_spinning(self, started, tmp_path, shell, trap):
        pid = tmp_path / "pid"
        line = f"echo $$ > {pid}; {trap}" + shell.format(" ".join(LITTLE))
        program = painted(started(command=("sh", "-c", line)))
        before = cpu()
        program.hang_up()
        program.ended()
        until = time.monotonic() + DEAD_MAN
        while left := [*program.alive()]:
            assert time.monotonic() < until, f"{left} goes on without a terminal"
            time.sleep(0.02)  # another process has no way to call us
        assert cpu() - before < 3  # of a start and an end; spinning until the dead man takes twenty

    def test_to_be_told_to_go_on_without_having_stopped_starts_nothing_twice(self, started):
        program = painted(started())
        threads = Path(f"/proc/{program.process.pid}/task")
        before = len([*threads.iterdir()])
        for _ in range(20):
            at = len(program.got)
            program.kill(signal.SIGCONT)
            program.until(lambda at=at: len(program.got) > at)
        painted(program)
        program.until(lambda: len([*threads.iterdir()]) == before)
        # The last of them may not have been heard yet, and what is typed before a screen is up again is lost.
        while program.process.poll() is None:
            with contextlib.suppress(OSError):
                program.type("q")
            program.quiet(0.05)
        assert program.ended() == 0
        program.assert_sane()

    def test_a_mistake_of_ours_is_kept_in_a_file_that_only_its_owner_reads(self, started, tmp_path):
        program = painted(started())
        program.type("f")
        assert program.ended() == 1
        program.assert_sane()
        file = tmp_path / "state" / "screen.log"
        assert "trouble: ScreenBroke" in program.shown()
        assert "Traceback" not in program.shown()
        assert "ValueError: a mistake of ours" in file.read_text()
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


class TestLives:
    def test_ctrl_z_gives_the_shell_a_sane_terminal_and_fg_paints_anew(self, started):
        program = started(command=("sh", "-c", "exec bash --norc --noprofile -i"), environ={"PS1": "shell> "})
        program.until("shell>")
        program.type(" ".join(LITTLE) + "\r")
        painted(program)
        program.type("c")
        program.until("counted 1")
        program.type("\x1a")
        program.until(lambda: not program.in_front() and "Stopped" in program.shown())
        assert not program.glass.screen.cursor.hidden
        program.type("echo m''ail\r")
        program.until("mail")
        program.type("fg\r")
        program.until(
            lambda: program.in_front() and "counted 1" in program.shown() and "mail" not in program.shown()
        )
        program.type("c")
        program.until("counted 2")
        program.type("q")
        program.until("goodbye")
        program.until(lambda: not program.in_front())

    def test_to_be_sent_to_the_background_leaves_nothing_open(self, started, tmp_path):
        """There it may not have the terminal, stops again, and begins anew once it may."""
        program = started(command=("sh", "-c", "exec bash --norc --noprofile -i"), environ={"PS1": "shell> "})
        program.until("shell>")
        program.type(f"sh -c 'echo $$ > {tmp_path}/pid; exec {' '.join(LITTLE)}'\r")
        painted(program)
        process = Path("/proc") / (tmp_path / "pid").read_text().strip()
        left = []
        for again in range(3):
            left.append(stopped(program, process))
            program.type(f"bg; echo st''ill{again}\r")
            program.until(f"still{again}")
            program.until(lambda: at_rest(process))
            at = len(program.got)
            program.type("fg\r")
            program.until(lambda at=at: program.in_front() and b"rest" in program.got[at:])
        assert left[1:] == left[:1] * 2
        program.type("q")
        program.until("goodbye")

    def test_it_follows_the_size_of_its_window_and_a_storm_of_sizes(self, started):
        program = painted(started())
        program.resize(100, 30)
        program.until(lambda: program.lines()[0] == "╭" + "─" * 98 + "╮")
        for number in range(60):
            program.resize(60 + number, 20 + number % 9)
            program.quiet(0)
        program.resize(90, 25)
        program.until(lambda: program.lines()[0] == "╭" + "─" * 88 + "╮" and "rest" in program.shown())
        program.type("c")
        program.until("counted 1")

    def test_a_size_that_comes_while_another_is_measured_is_the_last_one(self, started, tmp_path):
        """A signal is heard in the middle of anything, the handler of the one before it as well."""
        program = painted(started("--dawdle"))
        program.resize(82, 25)
        program.until((tmp_path / "state" / "measured").exists)
        program.resize(90, 25)
        program.until(lambda: program.lines()[0] == "╭" + "─" * 88 + "╮")
        program.type("c")
        program.until("counted 1")
        assert program.lines()[0] == "╭" + "─" * 88 + "╮"

    def test_so_is_one_that_comes_while_the_first_is_measured(self, started, tmp_path):
        """Which is Textual's own measure, with its own handler: it tells the newer size before the older."""
        program = started("--dawdle", size=(82, 25))
        program.until((tmp_path / "state" / "measured").exists)
        program.resize(90, 25)
        painted(program)
        program.until(lambda: program.lines()[0] == "╭" + "─" * 88 + "╮")
        program.type("c")
        program.until("counted 1")
        assert program.lines()[0] == "╭" + "─" * 88 + "╮"

    def test_what_something_else_wrote_is_gone_with_ctrl_l(self, started):
        program = painted(started())
        program.glass.feed("\x1b[10;10Hyou have mail")
        program.type("\x0c")
        program.until(lambda: "you have mail" not in program.shown() and "rest" in program.shown())

    def test_while_nothing_happens_nobody_wakes_but_to_sleep_again(self, started):
        program = painted(started())
        program.quiet()
        before = program.wakes()
        assert program.quiet(1.0) == 0
        assert program.wakes() - before <= 2

    def test_a_lone_escape_is_heard_and_so_is_the_key_behind_it(self, started):
        program = painted(started())
        program.type("\x1b")
        program.until("counted 1")
        program.type("c")
        program.until("counted 2")

    def test_keys_held_down_are_all_heard(self, started):
        program = painted(started())
        for _ in range(50):
            program.type("c" * 10)
        program.until("counted 500")

    def test_pasted_text_is_text(self, started):
        program = painted(started("--input"))
        program.type("\t\x1b[200~quiet q\x1b[201~")
        program.until("quiet q")

    def test_a_terminal_that_does_not_read_stops_nothing_but_itself(self, started, tmp_path):
        """The stock driver would be stuck after thirty writes."""
        program = painted(started())
        program.type("b")
        seen = ticking(tmp_path, 200)
        program.until(lambda: counted(program) >= seen)

    def test_the_mouse_is_off_unless_asked_for_and_tells_of_clicks_alone(self, started):
        assert b"\x1b[?1000h" not in painted(started()).got
        told = painted(started("--mouse")).got
        assert b"\x1b[?1000h" in told
        assert b"\x1b[?1006h" in told
        assert b"\x1b[?1003h" not in told


def stopped(program, process):
    """Ctrl+z, until the shell has said so; how many files it holds, while it can open no other.

    What is typed before it stands is thrown away with what was typed for the screen.
    """
    at = len(program.got)
    program.type("\x1a")
    program.until(lambda: b"Stopped" in program.got[at:] and at_rest(process) and not program.in_front())
    return len([*(process / "fd").iterdir()])


def at_rest(process):
    return ") T " in (process / "stat").read_text()


def ticking(home, more):
    """Wait until the app has done so many things, whatever its terminal does; how many it has done."""
    file = home / "state" / "ticks"
    deadline = time.monotonic() + DEAD_MAN
    done = 0
    while done < more:
        assert time.monotonic() < deadline, f"it stands still after {done}"
        time.sleep(0.01)
        done = file.stat().st_size if file.exists() else 0
    return done


def counted(program):
    found = re.search(r"counted (\d+)", program.shown())
    return int(found[1]) if found else 0


class TestStage:
    """What Textual is told before it is imported."""

    def test_over_ssh_frames_are_few_and_nothing_glides_unless_the_player_said_so(self):
        from lltui.tui.first_screen import set_stage
        from lltui.tui.term.terminal import Terminal

        environ = {"TEXTUAL_FPS": "40"}
        set_stage(environ, Terminal(unicode=True, round_trip=0.001, colours=256, remote=True))
        assert environ == {"TEXTUAL_FPS": "40", "TEXTUAL_ANIMATIONS": "none", "TEXTUAL_COLOR_SYSTEM": "256"}

    def test_a_slow_line_is_spared_too(self):
        from lltui.tui.first_screen import set_stage
        from lltui.tui.term.terminal import Terminal

        near, far = {}, {}
        set_stage(near, Terminal(unicode=True, round_trip=0.001, colours=2**24, remote=False))
        set_stage(far, Terminal(unicode=True, round_trip=0.2, colours=2**24, remote=False))
        assert near == {"TEXTUAL_COLOR_SYSTEM": "truecolor"}
        assert far == near | {"TEXTUAL_FPS": "15", "TEXTUAL_ANIMATIONS": "none"}

    @pytest.mark.parametrize(
        "environ, colours",
        [
            ({"TERM": "xterm"}, 16),
            ({"TERM": "xterm-256color"}, 256),
            ({"TERM": "xterm-direct"}, 2**24),
            ({"TERM": "xterm-kitty"}, 2**24),
            ({"TERM": "foot"}, 2**24),
            ({"TERM": "xterm", "COLORTERM": "24bit"}, 2**24),
            ({"TERM": "xterm", "NO_COLOR": "1", "COLORTERM": "24bit"}, 0),
            ({"TERM": "xterm", "NO_COLOR": ""}, 16),
            ({"TERM": "xterm", "TEXTUAL_COLOR_SYSTEM": "256"}, 256),
        ],
    )
    def test_colours_are_counted_from_what_the_terminal_says_of_itself(self, environ, colours):
        from lltui.tui.term.terminal import colours as counted_colours

        assert counted_colours(environ) == colours

    @pytest.mark.parametrize(
        "environ, wipes",
        [
            ({"TERM": "xterm-256color"}, True),
            ({"TERM": "tmux-256color"}, True),
            ({"TERM": "foot"}, True),
            ({"TERM": "screen-256color"}, False),
            ({"TERM": "xterm-256color", "STY": "12.pts-1"}, False),
            ({"TERM": "vt220"}, False),
            ({}, False),
        ],
    )
    def test_a_terminal_wipes_out_in_our_colour_only_where_that_is_known(self, environ, wipes):
        from lltui.tui.term.terminal import wipes as known

        assert known(environ) is wipes


@pytest.mark.parametrize("unicode", [True, False])
def test_an_app_is_told_whether_its_terminal_has_no_letters_but_ascii(unicode, tmp_path, monkeypatch):
    from lltui.desk.desk import Words
    from lltui.tui import first_screen
    from lltui.tui.settings import Settings
    from lltui.tui.term.terminal import Terminal

    built = []
    monkeypatch.setattr(
        first_screen, "run", lambda terminal, build, **_: built.append(build(terminal, None)) or 0
    )
    terminal = Terminal(unicode=unicode, round_trip=None, colours=256, remote=False)
    first_screen.open_app(
        terminal, None, Settings(), Words("en", "court"), print, mouse=False, reports=tmp_path / "log"
    )
    assert built[0].ascii_only is not unicode
