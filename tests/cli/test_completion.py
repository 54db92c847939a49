"""What shells complete of our words, asked of the shells themselves, and the page of the manual."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from kit.process import lltui

from lltui.options import COMMANDS, SHELLS, START

ROOT = Path(__file__).parents[2]
ASKS = {
    "bash": """
compopt() {{ :; }}  # which works while a key is pressed, and not here
source {script}
COMP_WORDS=({words}) COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))
_lltui
echo "${{COMPREPLY[@]}}"
""",
    "fish": "source {script}; complete -C '{line}'",
    # A shell within, at a terminal of its own: nothing else lists what it would complete.
    "zsh": """
zmodload zsh/zpty
zpty shell zsh -f
zpty -w shell 'PS1=; setopt no_prompt_sp; stty columns 300; LISTMAX=0; fpath=({folder} $fpath)'
zpty -w shell 'autoload -U compinit; compinit -u -d {folder}/dump; bindkey "^I" list-choices'
zpty -w shell 'PS1=th""us:; echo rea""dy'
zpty -r shell told '*ready*thus:*'
zpty -w -n shell $'{line}\\t'
zpty -r shell told '*thus:*'  # it is drawn anew under what was listed
print -r -- $told
""",
}


@pytest.fixture(params=SHELLS)
def completed(request, tmp_path):
    """The words that the shell offers for a line."""
    shell = request.param
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not here")
    (tmp_path / "_lltui").write_text(lltui("completion", shell).stdout)
    (tmp_path / "match.ll").touch()

    def ask(line):
        words = line.replace("=", " = ").split(" ") if shell == "bash" else line.split(" ")
        typed = " ".join(f"'{word}'" for word in words)
        asks = ASKS[shell].format(script=tmp_path / "_lltui", folder=tmp_path, words=typed, line=line)
        flags = ("-f",) if shell == "zsh" else ()
        done = subprocess.run(
            [shell, *flags, "-c", asks], cwd=tmp_path, capture_output=True, text=True, timeout=30, check=True,
            env={"HOME": str(tmp_path), "PATH": "/usr/bin:/bin", "TERM": "dumb", "LANG": "C.UTF-8"},
        )  # fmt: skip
        assert done.stderr == ""
        return {word.rpartition("=")[2] for word in done.stdout.split()}

    return ask


def test_a_command_its_options_and_their_values_are_completed(completed):
    assert {*COMMANDS} <= completed("lltui ")
    assert "host" not in completed("lltui pl")
    assert {"--edition", "--players"} & completed("lltui pl") == set()
    assert {"classic", "tempest"} <= completed("lltui play --edition ")
    assert {"classic"} == completed("lltui play --edition=cl") & {"classic", "tempest"}
    assert {"love-letter", "princes"} <= completed("lltui rules ")
    assert {"round", "match"} <= completed("lltui host --reveal ")
    assert "match.ll" in completed("lltui verify ")
    assert {"bash", "zsh", "fish"} <= completed("lltui completion ")


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not here")
def test_a_file_with_blanks_in_its_name_is_one_file(tmp_path):
    (tmp_path / "_lltui").write_text(lltui("completion", "bash").stdout)
    (tmp_path / "our match * of May.ll").touch()
    asks = (
        ASKS["bash"].format(script="_lltui", words="lltui verify our").replace("COMPREPLY[@]", "COMPREPLY[0]")
    )
    done = subprocess.run(
        ["bash", "-c", asks], cwd=tmp_path, capture_output=True, text=True, timeout=30, check=True
    )
    assert done.stdout == "our match * of May.ll\n"


@pytest.mark.parametrize("shell", SHELLS)
def test_a_script_knows_every_command_and_every_option_and_the_shell_can_be_left_out(shell):
    script = lltui("completion", shell).stdout
    assert lltui("completion", SHELL=f"/usr/local/bin/{shell}").stdout == script
    for name, command in COMMANDS.items():
        assert name in script
        names = [each for option in (*START.options, *command.options) for each in option.names]
        assert [each for each in names if each.lstrip("-") not in script] == []


def test_a_script_tells_in_german_what_help_does(tmp_path):
    assert "sofort gegen Bots spielen" in lltui("completion", "fish", "--language", "de").stdout
    assert "sofort gegen Bots spielen" in lltui("completion", "zsh", LANG="de_DE.UTF-8").stdout


def test_another_shell_is_told_which_there_are():
    assert "bash, zsh or fish" in lltui("completion", "tcsh", code=2).stderr
    assert "bash, zsh or fish" in lltui("completion", code=2, SHELL="/bin/dash").stderr


def test_a_name_that_would_be_more_than_a_word_in_a_script_is_left_out(tmp_path):
    (tmp_path / "themes").mkdir()
    own = (ROOT / "lltui/text/themes/altar.toml").read_text("utf-8")
    (tmp_path / "themes" / "$(id).toml").write_text(own, "utf-8")
    assert "$(id)" not in lltui("completion", "bash", LLTUI_CONFIG_DIR=str(tmp_path)).stdout


def test_the_page_of_the_manual_is_as_help_is_now():
    """If this fails: `make docs`, and read the difference."""
    page = (ROOT / "docs/lltui.1").read_text("utf-8")
    for name, command in COMMANDS.items():
        assert f".SS lltui {name}" in page
        assert all(option.written.replace("-", "\\-") in page for option in command.options)


@pytest.mark.skipif(shutil.which("man") is None, reason="there is no man here")
def test_man_shows_it_without_a_complaint():
    done = subprocess.run(
        ["man", "--warnings", "--local-file", "-P", "cat", ROOT / "docs/lltui.1"],
        env={"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"},
        capture_output=True, text=True, timeout=30, check=True,
    )  # fmt: skip
    assert done.stderr == ""
    assert "open a table on this machine" in done.stdout
