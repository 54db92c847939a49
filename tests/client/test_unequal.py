"""Two programs with unequal rules: they part before the first card, and call nobody a liar."""

from __future__ import annotations

import msgspec
import pytest
from kit.memory import ShuffledTable
from kit.written import WrittenMatch
from msgspec.structs import replace
from record.kept import keep, said, witness

from lltui.client import requests
from lltui.client import updates as u
from lltui.client.client import Client, Comparing, HangUp, TellBoard
from lltui.games.love_letter.model import Options
from lltui.games.love_letter.rules.rulebook import LoveLetter
from lltui.games.rulebooks import named
from lltui.games.two_princes.loading import STORIES, read
from lltui.games.two_princes.story.story_index import StoryIndex
from lltui.record.audit import RulesVerifier
from lltui.record.history import History
from lltui.record.lies import Unjudged
from lltui.record.matchfile import open_match
from lltui.table import lobby as lobbies
from lltui.table import match_engine
from llwire.wire.errors import Code
from llwire.wire.messages import Rules

OURS = LoveLetter.revision
NEWER = Unjudged(0, "revision", OURS + 1, OURS)


@pytest.fixture
def elsewhere(monkeypatch):
    """From now on tables name other rules than ours; `back()` and they name ours again."""

    class Elsewhere:
        def __init__(self):
            self.back = monkeypatch.undo

        def named(self, told, *, lobby=None):
            monkeypatch.setattr(lobbies, "named_rules", lambda game, options: told)
            monkeypatch.setattr(match_engine, "named", lambda game, options: (told.revision, told.data))

        def newer(self):
            self.named(Rules(revision=OURS + 1, data=bytes(32)))

        def nameless(self):
            monkeypatch.setattr(lobbies, "named_rules", lambda game, options: msgspec.UNSET)

    return Elsewhere()


def foreign(person):
    updates = [*person.seen, *(tell.update for tell in person.told)]
    return [update.found for update in updates if isinstance(update, u.Foreign)]


def why(person):
    return [error if isinstance(error, Code) else error.code for error in person.parted]


class TestBeforeTheFirstCard:
    def test_before_the_first_card_a_guest_leaves_a_table_with_other_rules(self, elsewhere):
        elsewhere.newer()
        hall = ShuffledTable("Ann", "Bob").settle()
        bob = hall.people[1]
        assert why(bob)[0] == Code.RULES
        assert foreign(bob) == [NEWER]
        assert hall.table.state.seat_of(bob.me.public) is None, "a chair that nobody will ever be ready on"

    def test_a_watcher_is_told_that_nothing_is_judged_and_stays(self, elsewhere):
        elsewhere.newer()
        hall = ShuffledTable("Ann", watch=("Wat",)).settle()
        assert not hall.people[1].parted
        assert foreign(hall.people[1]) == [NEWER]

    def test_the_host_stays_and_cannot_begin(self, elsewhere):
        elsewhere.newer()
        hall = ShuffledTable("Ann").settle()
        ann = hall.people[0]
        ann.request(requests.BeReady())
        hall.settle()
        assert not ann.parted
        assert ann.has(u.Refused, to="joining", reason="rules")
        assert foreign(ann) == [NEWER]
        assert not hall.table.state.lobby.chairs[0].ready

    def test_what_is_the_same_is_not_spoken_of(self):
        hall = ShuffledTable("Ann", "Bob", watch=("Wat",)).begin().play()
        assert [foreign(person) for person in hall.people] == [[], [], []]

    def test_a_table_that_names_other_rules_in_the_genesis_than_in_the_lobby(self, elsewhere):
        hall = ShuffledTable("Ann", "Bob").settle()
        for person in hall.people:
            person.request(requests.BeReady())
        hall.settle_up()
        elsewhere.newer()
        hall.people[0].request(requests.START)
        hall.settle()
        assert [why(person) for person in hall.people] == [[Code.RULES], [Code.RULES]]
        assert len(hall.disk.logs[1]) == 1, "somebody gave a number for a deal that nobody could judge"

    def test_a_table_that_names_no_rules_in_the_genesis(self, elsewhere, monkeypatch):
        hall = ShuffledTable("Ann", "Bob").settle()
        for person in hall.people:
            person.request(requests.BeReady())
        hall.settle_up()
        elsewhere.nameless()
        monkeypatch.setattr("lltui.table.running_match.NAMED", 1)
        monkeypatch.setattr("lltui.table.table.lobby_message", lambda state: hall.people[0].client.lobby)
        hall.people[0].request(requests.START)
        hall.settle()
        assert [why(person) for person in hall.people] == [[Code.RULES], [Code.RULES]]


class Changed(RulesVerifier):
    """That of a program that was changed."""

    def foreign(self, game, options, told):
        return NEWER


class TestInTheMiddle:
    def test_a_program_that_was_changed_in_the_middle_plays_on(self):
        hall = ShuffledTable("Ann", "Bob", options=Options(target=3)).begin()
        ann, bob = hall.people
        hall.run(lambda: len(hall.disk.logs[1]) > 8)
        hall.lose(bob)
        bob.verifier = Changed
        bob.start()
        hall.play()
        assert hall.table.state.playing.over
        assert not ann.parted
        assert not bob.parted
        assert foreign(bob) == [NEWER], "said once, however many rounds there are"
        assert not any(isinstance(update, u.Verified | u.Lied) for update in bob.seen[-30:])

    @pytest.mark.parametrize("how", ["newer", "nameless"])
    def test_who_was_kept_out_until_it_was_dealt_does_not_play_on(self, elsewhere, how):
        """A table may lose somebody's line, deal without them, and let them in again."""
        hall = ShuffledTable("Ann", "Bob", options=Options(target=3)).settle()
        bob = hall.people[1]
        for person in hall.people:
            person.request(requests.BeReady())
        hall.settle_up()
        hall.people[0].request(requests.START)
        hall.run(lambda: bool(hall.disk.logs.get(1)))
        followed = Client(hall.keys.pin, bob.me, bob.me.public, RulesVerifier)._follow(1)
        for entry in hall.disk.logs[1]:
            followed.look(followed.accept(entry))
        genesis = followed.match.genesis
        assert followed.seat == 1
        rules = Rules(revision=OURS + 1, data=bytes(32)) if how == "newer" else msgspec.UNSET
        followed.chain._match = replace(followed.match, genesis=replace(genesis, rules=rules), deal=1)
        followed.unjudged = NEWER if how == "newer" else None
        assert not followed.opens()
        told = list(Comparing(RulesVerifier()).match(followed))
        assert [type(effect) for effect in told] == [TellBoard, HangUp]
        assert told[1].why.code is Code.RULES

    @pytest.mark.parametrize("how", ["newer", "nameless"])
    def test_nobody_is_ready_for_the_first_deal_of_a_match_with_other_rules_or_none(self, how):
        """Whether or not it parts at once: a nonce that was told cannot be taken back."""
        hall = ShuffledTable("Ann", "Bob").begin()
        hall.run(lambda: bool(hall.disk.logs.get(1)))
        bob = hall.people[1]
        followed = Client(hall.keys.pin, bob.me, bob.me.public, RulesVerifier)._follow(1)
        followed.look(followed.accept(hall.disk.logs[1][0]))
        assert followed.opens(), "by equal rules it is"
        if how == "newer":
            followed.unjudged = NEWER
        else:
            genesis = replace(followed.match.genesis, rules=msgspec.UNSET)
            followed.chain._match = replace(followed.match, genesis=genesis)
        assert not followed.opens()
        followed.secrets.sent = (0, None)
        assert followed.opens(), "who took part under equal rules plays to the end"

    def test_a_watcher_who_comes_into_such_a_match_sees_it_and_is_told(self, elsewhere):
        hall = ShuffledTable("Ann", "Bob", watch=("Wat",), options=Options(target=3))
        wat = hall.people[2]
        wat.verifier = Changed
        hall.lose(wat)
        wat.start()
        hall.begin().play()
        assert not wat.parted
        assert wat.client.now.match.over
        assert not wat.has(u.Lied)
        assert set(foreign(wat)) == {NEWER}


def finished(**settings):
    evening = WrittenMatch(**settings)
    evening.whole()
    return evening


class TestAfterwards:
    def test_a_match_by_other_rules_is_neither_sound_nor_false(self, tmp_path, capsys, elsewhere):
        elsewhere.newer()
        path = keep(finished(), tmp_path, seat=0)
        elsewhere.back()
        code, out, err = said(capsys, "verify", path)
        assert (code, err) == (1, "")
        assert "chain of this match and its deals hold" in out
        assert "moves cannot be judged here" in out
        assert f"revision {OURS + 1} of the game's rules, and this program has revision {OURS}" in out
        assert "is sound" not in out
        assert "not sound" not in out

    def test_in_german_too(self, tmp_path, capsys, elsewhere):
        elsewhere.newer()
        path = keep(finished(), tmp_path)
        elsewhere.back()
        _, out, _ = said(capsys, "verify", path, "--language", "de")
        assert "Züge lassen sich hier nicht beurteilen" in out

    def test_a_broken_chain_is_a_lie_by_whichever_rules(self, tmp_path, capsys, elsewhere):
        elsewhere.newer()
        evening = finished()
        elsewhere.back()
        log = [*evening.log[:5], *evening.log[6:]]
        _, out, _ = said(capsys, "verify", keep(evening, tmp_path, log=log))
        assert "not sound" in out

    def test_it_is_replayed_with_the_eyes_that_were_there(self, tmp_path, capsys, elsewhere):
        elsewhere.newer()
        path = keep(finished(), tmp_path, seat=0)
        elsewhere.back()
        code, out, _ = said(capsys, "replay", path)
        assert code == 0
        assert "moves cannot be judged here" in out
        assert "not sound" not in out
        code, _, err = said(capsys, "replay", path, "--eyes", "all")
        assert code == 1
        assert "other rules" in err

    def test_the_list_of_matches_says_so_and_counts_nothing(self, tmp_path, capsys, elsewhere, monkeypatch):
        folder = tmp_path / "matches"
        elsewhere.newer()
        keep(finished(), folder, seat=0)
        elsewhere.back()
        history = History(tmp_path)
        [line] = history.lines()
        assert (line.sound, line.judged) == (False, False)
        assert history.by_seat() == []
        history.close()
        monkeypatch.setattr("lltui.record.history.__version__", "99.0")
        asked = []
        monkeypatch.setattr(
            "lltui.record.history.open_match", lambda file: (asked.append(file), open_match(file))[1]
        )
        History(tmp_path).close()
        assert len(asked) == 1, "another version may know the rules, and is not asked"

    def test_an_old_match_is_judged_as_long_as_it_agrees(self, tmp_path, elsewhere):
        elsewhere.nameless()
        found = witness(finished(), tmp_path, seat=0)
        assert found.sound
        assert found.checked == found.match.deal

    def test_an_old_match_that_differs_is_nobody_s_lie(self, tmp_path, capsys, elsewhere, monkeypatch):
        elsewhere.nameless()
        path = keep(finished(), tmp_path, seat=0)
        public = LoveLetter.public

        def other(self, state):
            return msgspec.structs.replace(public(self, state), pile=0)

        monkeypatch.setattr(LoveLetter, "public", other)
        _, out, _ = said(capsys, "verify", path)
        assert "moves cannot be judged here" in out
        assert "does not name the rules" in out
        assert "not sound" not in out

    def test_the_same_change_is_a_lie_where_our_rules_are_named(self, tmp_path, capsys, monkeypatch):
        path = keep(finished(), tmp_path, seat=0)
        public = LoveLetter.public

        def other(self, state):
            return msgspec.structs.replace(public(self, state), pile=0)

        monkeypatch.setattr(LoveLetter, "public", other)
        assert "not sound" in said(capsys, "verify", path)[1]


class TestNames:
    def test_another_edition_or_variant_has_other_data(self):
        tables = [Options(), Options(edition="manual"), Options(variants=("short",)), Options(target=2)]
        assert len({named("love-letter", options) for options in tables}) == 4

    def test_who_sits_where_is_no_part_of_it(self):
        seated = Options(dates=("2026-05-01",), ages=(1, 2), unseen="off")
        assert named("love-letter", seated) == named("love-letter", Options())

    def test_a_story_told_in_other_words_has_the_same_data(self, tmp_path):
        story = read(STORIES / "tower")
        first = story.events[0]
        other = msgspec.structs.replace(
            first,
            title="Another Title",
            text="Another text.",
            a=msgspec.structs.replace(
                first.a, label="x", back=msgspec.structs.replace(first.a.back, text="y")
            ),
        )
        words = msgspec.structs.replace(story, events=(other, *story.events[1:]))
        assert StoryIndex(words).data == StoryIndex(story).data

    @pytest.mark.parametrize(
        "change",
        [
            lambda story: msgspec.structs.replace(story, events=story.events[::-1]),
            lambda story: msgspec.structs.replace(
                story,
                challenges=tuple(
                    msgspec.structs.replace(card, title="The Cook") for card in story.challenges
                ),
            ),
            lambda story: msgspec.structs.replace(
                story, items=tuple(msgspec.structs.replace(item, uses=9) for item in story.items)
            ),
        ],
        ids=["the order of a deck", "who is a guard", "a printed number"],
    )
    def test_a_story_with_other_rules_in_it_has_other_data(self, change):
        story = read(STORIES / "tower")
        assert StoryIndex(change(story)).data != StoryIndex(story).data
