"""`cardsim play`, driven as a person does."""

from __future__ import annotations

import fcntl
import importlib
import json
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from jupyter_client.manager import start_new_kernel

from cardsim.cards import card_id, rank_symbol
from cardsim.cli import main
from cardsim.errors import UserError
from cardsim.felt import named
from cardsim.game import DEALT, Step
from cardsim.games import game_names, load_game
from cardsim.runs.preparation import resolve
from cardsim.runs.request import Request
from cardsim.table import choice_values
from cardsim.table.evening import Evening
from cardsim.table.played import Hold, SavedGame, Sitting, keep, plain, read, resume, sit_down
from cardsim.table.positions import seats_called
from cardsim.table_talk import picked, spoken
from edited import as_text, edits
from imagining import dealt_anew
from typed import Said

GAMES = [name for name in game_names() if load_game(name).decisions]
ANYTHING = "1\n\na\n\n2\n\nk\n\nnil\n\n3\n\nxyzzy\n" * 120
"""Somebody who tries a few words again and again: each decision is taken by one of them."""
FULL = pytest.mark.full
PTY = ("scat",)
"""Games that a person plays at a terminal in the full tier; the others take too long."""
SEED = "918273645"
STRANGE = (
    '{"asked": {"game": "scat", "foo": 1}, "hand": 0, "actions": [], "seen": "", "over": false}'
)

Typist = Callable[..., Said]


@pytest.fixture
def typist(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Typist:
    """A command line with what is typed then, in an empty folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(choice_values, "FEWEST_USUAL", 20)
    monkeypatch.setattr(choice_values, "FORKS", 200)

    def typed(*words: str, types: str = "") -> Said:
        monkeypatch.setattr("sys.stdin", StringIO(types))
        status = main(words)
        said = capsys.readouterr()
        return Said(status, said.out, said.err)

    return typed


def single(game: str) -> list[str]:
    return ["play", game, "--vs=usual", "--unit", load_game(game).single_unit, "--seed", SEED]


@pytest.mark.kept(2)
@pytest.mark.parametrize(
    "game",
    # In the full tier Cheat is played to its end in the browser.
    [pytest.param(g, marks=[pytest.mark.deep] * (g == "cheat")) for g in GAMES],
)
def test_every_game_is_played_to_its_end(typist: Typist, game: str) -> None:
    said = typist(*single(game), types="?\nxyzzy\n" + ANYTHING)

    assert said.status == 0, said.err
    assert "'xyzzy' is none of these." in said.out
    assert "Your decisions, and what each gave away" in said.out
    assert max(map(len, said.out.splitlines())) <= 80
    # What an action is called in the rules of the kernel is no word for people.
    assert not re.search(r"draw-stock|cell-\d|first-high|\b[2-9AKQJT][CDHS]\b", said.out)


@pytest.mark.full
@pytest.mark.parametrize("game", ["scat", "euchre"])
def test_a_match_is_played_to_its_end(typist: Typist, game: str) -> None:
    said = typist("play", game, "--seed", SEED, types=ANYTHING * 8)

    assert "The match is over." in said.out
    assert "Hand 2 is over" in said.out


def test_a_board_is_dealt_once_for_every_seat() -> None:
    """As in a run: dealer and vulnerability go by its number."""
    asked = {"game": "bridge", "seed": 5, "vs": "random-legal", "options": {}}
    run, _ = sit_down(asked, None)
    boards = [int(Sitting(run, hand).table.states[0]["board"]) for hand in (0, 3, 4, 9)]

    assert boards == [0, 0, 1, 2]


@pytest.mark.parametrize("chair", range(3))
def test_one_sits_in_the_seat_that_one_asks_for(chair: int) -> None:
    for seed in range(4):
        run, hand = sit_down({"game": "scat", "seed": seed, "vs": "usual"}, chair)

        assert run.spec.hero_of(hand) == chair


def test_a_look_back_is_the_same_twice(typist: Typist) -> None:
    first = typist(*single("scat"), "--coach", types=ANYTHING)
    again = typist(*single("scat"), "--coach", types=ANYTHING)

    assert "Coach: " in first.out
    assert first.out == again.out


def test_a_game_that_was_stopped_goes_on(typist: Typist) -> None:
    first, end = "1\n\n1\n\n", "Your decisions, and what each gave away"
    whole = typist(*single("scat"), types=first + ANYTHING)
    begun = typist(*single("scat"), types=first + "q\n")
    rest = typist("play", "--resume", types=ANYTHING)

    assert "`cardsim play --resume` goes on with it." in begun.out
    assert end not in begun.out
    assert rest.out.split(end)[1:] == whole.out.split(end)[1:] != []
    assert typist("play", "--resume").status == 2


def test_the_look_back_at_a_kept_game_is_a_page(typist: Typist, tmp_path: Path) -> None:
    typist(*single("scat"), types=ANYTHING)
    (file,) = (tmp_path / "play").glob("*.json")

    said = typist("report", str(file))

    assert said.status == 0, said.err
    assert "What did your decisions give away?" in file.with_suffix(".html").read_text("utf-8")


def test_a_game_that_is_not_over_has_no_look_back(typist: Typist, tmp_path: Path) -> None:
    typist(*single("scat"), types="1\n\nq\n")
    (file,) = (tmp_path / "play").glob("*.json")

    said = typist("report", str(file))

    assert said.status == 2
    assert "is not over yet" in said.err


def test_a_slip_does_not_count_before_enter(typist: Typist, tmp_path: Path) -> None:
    said = typist(*single("scat"), types="knock\nu\n\nknock\n1\n\nq\n")

    assert "Not knock, then." in said.out
    (file,) = (tmp_path / "play").glob("*.json")
    assert '"actions": [0]' in file.read_text("utf-8")


def test_seed_and_hand_are_told_at_the_end_alone(typist: Typist) -> None:
    stopped = typist(*single("scat"), "--coach", types="?\n1\n\n?\nq\n")
    ended = typist(*single("scat"), types=ANYTHING)

    assert SEED not in stopped.out + stopped.err
    assert f"--seed {SEED}" in ended.out


@pytest.mark.parametrize(
    "game", [g if g in ("ninety-nine", "scat") else pytest.param(g, marks=FULL) for g in GAMES]
)
def test_nothing_hidden_is_shown(monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    """The sight and the hints are the same where only what is hidden differs."""
    monkeypatch.setattr(choice_values, "FEWEST_USUAL", 20)
    monkeypatch.setattr(choice_values, "FORKS", 200)
    unit = load_game(game).single_unit
    sitting = Sitting(*sit_down({"game": game, "unit": unit, "seed": 5}, None))
    differ = 0
    for decision in range(8):
        if sitting.over:
            break
        true = sitting.table.states.copy()
        sight, tried = sitting.sight, sitting.tried
        other = dealt_anew(load_game(game), true, sitting.table.rules, hand=decision)
        differ += other.tobytes() != true.tobytes()
        sitting.table.states[:] = other
        sitting.judge._tried.clear()

        assert sitting.sight == sight
        assert sitting.tried == tried

        sitting.table.states[:] = true
        sitting.act(0)
    # In Counter-Cameroon nothing is hidden.
    assert differ or game == "counter-cameroon"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["scat", "--seat", "9"], "--seat must be between 1 and 3, not 9"),
        (["scat", "--seat", "x"], "--seat must be the number of a seat, from 1 on, not x"),
        (["scat", "--vs", "nobody"], "--vs: no strategy called 'nobody'"),
        (["dice-game"], "nobody decides anything in dice-game"),
        ([], "which game? cardsim play scat"),
        (["--resume"], "no game waits to be resumed"),
        (["--resume", "scat"], "--resume goes on where you stopped, and takes no game"),
        (["--coach", "scat"], "the game comes before the options, so before --coach"),
    ],
)
def test_what_cannot_be_is_one_line(
    typist: Typist, tmp_path: Path, words: list[str], told: str
) -> None:
    said = typist("play", *words)

    assert (said.status, said.out) == (2, "")
    line, *hints = said.err.splitlines()
    assert line.startswith(f"cardsim: {told}")
    assert all(hint.startswith("hint: ") for hint in hints)
    assert not (tmp_path / "play").exists()


@pytest.mark.parametrize(
    "text", ["", "{}", '{"asked": 3, "hand": "x"}', "\x00", STRANGE, "[" * 9999]
)
def test_a_saved_game_that_is_none_is_refused(typist: Typist, tmp_path: Path, text: str) -> None:
    (tmp_path / "play").mkdir()
    (tmp_path / "play" / "scat-1.json").write_text(text, "utf-8")

    said = typist("play", "--resume")

    assert said.status == 2
    assert "is no saved game" in said.err


def test_a_saved_game_that_is_none_does_not_keep_the_others_from_being_resumed(
    typist: Typist, tmp_path: Path
) -> None:
    typist(*single("scat"), types="1\n\nq\n")
    (file,) = (tmp_path / "play").glob("*.json")
    text = file.read_text("utf-8")
    (tmp_path / "play" / "scat-9.json").write_text(text.replace('"hand": ', '"hand": Infinity'))

    assert typist("play", "--resume", types="q\n").status == 0


def test_an_edited_saved_game_is_refused_or_is_what_it_says(typist: Typist, tmp_path: Path) -> None:
    typist(*single("scat"), types="1\n\nq\n")
    (file,) = (tmp_path / "play").glob("*.json")
    content = json.loads(file.read_text("utf-8"))

    for place, value, changed in edits(content, seed=1, count=12):
        file.write_text(as_text(changed), "utf-8")
        try:
            kept = read(file)
            resume(kept, resolve(Request(**kept.asked), 1))
        except UserError:
            continue
        else:
            assert json.loads(json.dumps(plain(kept))) == changed, (place, value)


@pytest.mark.parametrize("change", [{"options": "x"}, {"options": None}, {"seed": None}])
def test_a_saved_game_whose_table_is_of_another_kind_is_refused(
    tmp_path: Path, change: dict[str, Any]
) -> None:
    file = tmp_path / "scat-1.json"
    asked = {"game": "scat", "vs": "usual", "seed": 5, "options": {}, **change}
    file.write_text(json.dumps(plain(SavedGame(asked, 0))), "utf-8")

    with pytest.raises(UserError, match="is no saved game; delete it"):
        read(file)


def test_a_saved_game_that_goes_otherwise_is_refused(typist: Typist, tmp_path: Path) -> None:
    typist(*single("scat"), types="1\n\nq\n")
    (file,) = (tmp_path / "play").glob("*.json")
    file.write_text(file.read_text("utf-8").replace(SEED, "7"), "utf-8")

    said = typist("play", "--resume")

    assert said.status == 2
    assert "the saved game cannot go on" in said.err


@pytest.mark.parametrize("typed", ["7S", "7s", "7♠", "THROW 7S", "2", "throw 7♠"])
def test_a_card_is_picked_as_people_type_it(typed: str) -> None:
    assert picked(typed, ["throw K♣", "throw 7♠", "throw 10♥"]) == [1]


@pytest.mark.parametrize("typed", ["10h", "Th", "10♥", "3"])
def test_a_ten_is_typed_in_two_ways(typed: str) -> None:
    assert picked(typed, ["throw K♣", "throw 7♠", "throw 10♥"]) == [2]


def test_a_number_means_a_bid_where_bids_are_numbers() -> None:
    bids = ["nil", *map(str, range(1, 14))]

    assert picked("3", bids) == [3]
    assert picked("0", bids) == picked("14", bids) == []


def test_cards_are_spoken_as_words() -> None:
    assert spoken("Your hand: K♥ 10♠, worth 10") == (
        "Your hand: king of hearts, 10 of spades, worth 10"
    )


def test_a_screen_reader_meets_no_symbols(typist: Typist) -> None:
    said = typist(*single("scat"), "--plain", types="?\n" + ANYTHING)

    assert "Your hand: " in said.out
    assert not set(said.out) & set("♣♦♥♠")


@pytest.mark.full
@pytest.mark.parametrize("variable", ["", "NO_COLOR"])
def test_ctrl_c_at_a_terminal_keeps_the_game(tmp_path: Path, variable: str) -> None:
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "cardsim", *single("scat")],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        cwd=tmp_path,
        env={**os.environ, "TERM": "xterm", variable or "COLUMNS": "80"},
    )
    os.close(slave)
    seen = _until(master, b"> ")
    end = b""
    while b"goes on" not in end and process.poll() is None:
        # Readline does not hear a signal that comes while it draws the prompt.
        process.send_signal(signal.SIGINT)
        end += _until(master, b"goes on", seconds=5)

    assert process.wait(60) == 130
    assert end.count(b"cardsim: interrupted") == 1
    assert b"Traceback" not in end
    assert (b"\x1b[31m" in seen) == (not variable)
    assert len(list((tmp_path / "play").iterdir())) == 1


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(game, marks=pytest.mark.full if game in PTY else pytest.mark.deep)
        for game in GAMES
    ],
)
def test_a_person_at_a_terminal_plays_to_the_end(tmp_path: Path, game: str) -> None:
    """Nonsense typed, windows resized, Ctrl-C, resumed, and played to the end."""
    first, master = _at_a_terminal(single(game), tmp_path)
    seen = _until(master, b"> ")
    for columns in (30, 200):
        os.write(master, b"xyzzy \xff\x1b[A \xe2\x99\xa0\n")
        seen += _until(master, b"is none of these")
        fcntl.ioctl(master, termios.TIOCSWINSZ, struct.pack("HHHH", 12, columns, 0, 0))
        first.send_signal(signal.SIGWINCH)
    # Control-C as it is typed.
    end = b""
    while b"goes on" not in end and first.poll() is None:
        os.write(master, b"\x03")
        end += _until(master, b"goes on", seconds=5)
    assert first.wait(60) == 130, end
    os.close(master)

    again, master = _at_a_terminal(["play", "--resume"], tmp_path)
    told, end_of_all = _until(master, b"> "), time.monotonic() + 240
    for typed in ANYTHING.splitlines():
        os.write(master, typed.encode() + b"\n")
        told += _until(master, b"> ", seconds=60)
        if again.poll() is not None or time.monotonic() > end_of_all:
            break
    told += _until(master, b"nothing more", seconds=60)

    assert again.wait(60) == 0, told[-2000:]
    assert b"Your decisions, and what each gave away" in told
    assert b"Traceback" not in seen + end + told
    os.close(master)


@pytest.mark.full
def test_a_cell_of_a_notebook_is_a_table_too(tmp_path: Path) -> None:
    manager, client = start_new_kernel(cwd=str(tmp_path))
    typed, shown = iter(["?", "1", "", "q"]), [""]
    try:
        client.execute_interactive(
            f"%run -m cardsim {' '.join(single('scat'))}",
            allow_stdin=True,
            stdin_hook=lambda _: client.input(next(typed)),
            output_hook=lambda told: shown.append(told["content"].get("text", "")),
            timeout=120,
        )
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)

    assert "What each is worth" in "".join(shown)
    assert "You: take a turn. Enter does it" in "".join(shown)
    assert "Your game is kept." in "".join(shown)


def _at_a_terminal(words: list[str], folder: Path) -> tuple[subprocess.Popen[bytes], int]:
    """A command that a person gives at a terminal of 80 columns, and that terminal."""
    master, slave = pty.openpty()
    fcntl.ioctl(master, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    process = subprocess.Popen(
        [sys.executable, "-m", "cardsim", *words],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        cwd=folder,
        env={**os.environ, "TERM": "xterm"},
        # A terminal of its own, which Control-C interrupts.
        preexec_fn=_take_terminal,  # noqa: PLW1509
    )
    os.close(slave)
    return process, master


def _take_terminal() -> None:
    os.setsid()
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def _until(terminal: int, text: bytes, *, seconds: float = 120) -> bytes:
    """What a terminal shows until it shows this, or ends."""
    found, end = b"", time.monotonic() + seconds
    while text not in found and time.monotonic() < end:
        if select.select([terminal], [], [], 1)[0]:
            try:
                found += os.read(terminal, 4096)
            except OSError:
                break
    return found


def test_seats_are_called_by_where_they_sit() -> None:
    def called(game: str, hero: int, players: int) -> tuple[str, ...]:
        known: Any = load_game(game)
        return seats_called(known, known.rules(), players, hero)

    assert called("spades", 1, 4) == ("right", "you", "left", "partner")
    assert called("bridge", 2, 4) == ("North", "East", "you", "West")
    assert called("scat", 0, 3) == ("you", "player 2", "player 3")
    assert called("casino", 1, 2) == ("opponent", "you")
    assert np.unique(called("scat", 4, 9)).size == 9


@pytest.mark.parametrize(
    ("others", "told"), [("threshold", "You do not win."), ("random-legal", "You win.")]
)
def test_who_lost_a_match_is_not_told_that_he_won_it(
    typist: Typist, others: str, told: str
) -> None:
    table = ["--players", "2", "--vs", others, "--start-lives", "1", "--seed", "11"]

    said = typist("play", "scat", *table, types="1\n\n" * 300)

    assert f"The match is over. {told}" in said.out


def test_a_queen_is_no_wish_to_stop(typist: Typist) -> None:
    said = typist("play", "cheat", "--vs=usual", "--seed", "1", types="2\n\n1\n\nQ\nquit\n")

    assert "You: Q. Enter does it" in said.out


def test_a_number_of_the_others_goes_with_them(typist: Typist) -> None:
    said = typist("play", "scat", "--knock-threshold", "25")

    assert said.err.splitlines()[1] == (
        "hint: the others play by it: --vs threshold:knock_threshold=25"
    )


def test_a_flag_before_the_game_is_put_behind_it(typist: Typist) -> None:
    said = typist("play", "--coach", "scat")

    assert said.err.splitlines()[1] == "hint: cardsim play scat --coach ..."


def cheating(seed: int) -> Sitting:
    """A game of Cheat at a challenge, which is made."""
    sitting = Sitting(*sit_down({"game": "cheat", "seed": seed}, None))
    while sitting.table.asks.name != "challenge":
        sitting.act(0)
    return sitting


def test_what_a_challenge_turned_up_is_told_and_nothing_else() -> None:
    sitting, other = cheating(7), cheating(7)
    before = sitting.table.states[0].copy()
    size, count = int(before["pile_size"]), int(before["claim_count"])
    hidden = other.table.states[0]
    # What lies below the claim, and what the others hold, is not turned up.
    hidden["pile"][: size - count] = 0
    hidden["counts_of"][:, :13] = 1
    hidden["counts_of"][other.hero, :13] = before["counts_of"][other.hero, :13]

    for one in (sitting, other):
        one._take(1)

    (told,) = sitting._shown
    laid = " ".join(rank_symbol(int(card)) for card in sorted(before["pile"][size - count : size]))
    truth = "true" if before["truthful"] else "a lie"
    assert told[0] == "you"
    assert f", who laid {laid}: {truth}; " in told[1]
    assert other._shown == [told]


def test_both_rounds_of_calls_are_told_in_euchre() -> None:
    game: Any = load_game("euchre")
    view = np.zeros(1, np.dtype((np.record, game.view)))[0]
    view["calls"] = [[0, 0, 0, 0], [0, 0, 6, -1]]
    view["dealer"], view["trump"] = 3, 2
    names = ("right", "you", "left", "partner")
    says: Any = importlib.import_module("cardsim.games.euchre.seat")

    told = says.did(view, names)

    assert told[:4] == [(name, "passed") for name in names]
    assert told[4:] == [("right", "passed"), ("you", "passed"), ("left", "named ♦ and plays alone")]


def test_who_is_out_is_told_how_it_ended_and_no_hands(typist: Typist) -> None:
    table = ["--players", "4", "--start-lives", "1", "--vs", "threshold"]

    said = typist("play", "scat", *table, "--seed", "3", "--seat", "2", types="knock\n\n1\n\n" * 99)

    assert "You were out. The others played on to hand " in said.out
    told = said.out.split("You were out. ")[1].split("Looking back")[0]
    assert len(told.strip().splitlines()) == 2


def test_a_folder_that_cannot_be_made_is_told_in_a_line(typist: Typist, tmp_path: Path) -> None:
    (tmp_path / "play").write_text("")

    said = typist("play", "scat", "--vs=usual", "--seed", "1")

    assert said.status == 2
    assert said.err.splitlines()[-1].startswith("cardsim: the game cannot be kept in ")


def test_a_game_is_played_at_one_place_at_a_time(typist: Typist, tmp_path: Path) -> None:
    typist("play", "scat", "--vs=usual", "--seed", "1", types="")
    (file,) = (tmp_path / "play").glob("*.json")
    before = file.read_bytes()
    hold = Hold(file)

    said = typist("play", "--resume", types="1\n\n")

    assert said.status == 2
    assert "is being played elsewhere" in said.err
    assert file.read_bytes() == before
    hold.close()
    assert typist("play", "--resume", types="").status == 0
    assert [f.name for f in file.parent.iterdir()] == [file.name]


def test_what_went_on_elsewhere_is_not_written_over(tmp_path: Path) -> None:
    """Where games are not held, as on Windows, or a file was put back."""
    asked = {"game": "scat", "seed": 1, "vs": "usual", "options": {}}
    run, hand = sit_down(asked, None)
    file, kept = tmp_path / "scat-1.json", SavedGame(asked, hand)
    keep(file, SavedGame(asked, hand, (1,)))

    with pytest.raises(UserError, match="has gone on elsewhere"):
        Evening(Sitting(run, hand), kept, file, coach=False)


def test_a_decision_that_cannot_be_saved_is_not_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = {"game": "scat", "seed": 1, "vs": "usual", "options": {}}
    run, hand = sit_down(asked, None)
    evening = Evening(Sitting(run, hand), SavedGame(asked, hand), tmp_path / "a.json", coach=False)
    before, seen = (tmp_path / "a.json").read_bytes(), evening.sitting.seen

    def full(_self: Path, _target: Path) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", full)
        with pytest.raises(UserError, match="the game cannot be kept"):
            evening.act(0)

    assert (evening.sitting.turns, evening.sitting.seen) == ([], seen)
    assert (tmp_path / "a.json").read_bytes() == before
    evening.act(0)
    evening.close()
    kept = read(tmp_path / "a.json")
    assert len(kept.actions) == 1
    assert resume(kept, run).seen == evening.sitting.seen


def test_a_long_number_is_none_of_the_actions() -> None:
    assert picked("9" * 5000, ["take a turn", "knock"]) == []


def test_the_one_is_not_the_beginning_of_a_ten() -> None:
    """In Cheat cards are ranks: `1` is none of them."""
    words = ("A", "4", "10", "Q")

    assert picked("1", words) == []
    assert picked("10", words) == [2]


def test_the_left_bower_lies_with_the_trumps() -> None:
    """With hearts as trumps the jack of diamonds is the second best card."""
    from cardsim.felt import suited
    from cardsim.games.euchre.seat import trumps_of

    hand = [card_id(name) for name in ("JD", "AH", "JH", "AD", "9S")]

    assert suited("", hand, trumps_of(2)).cards == ("J♥", "J♦", "A♥", "", "9♠", "", "A♦")


def test_a_throw_in_gin_says_what_it_leaves() -> None:
    from cardsim.games.gin_rummy.seat import note

    names = ("AS", "2S", "3S", "7H", "7D", "7C", "4S", "KC")
    hand = [card_id(name) for name in names]
    view = SimpleNamespace(tiles=8, hand=sum(1 << card for card in hand))
    king = sorted(hand).index(card_id("KC"))

    assert note("finish", view, king) == "0 left"
    assert note("finish", view, 8 + king) == "gin"
    assert note("finish", view, sorted(hand).index(card_id("4S"))) == "10 left"
    assert note("draw", view, 0) == ""


def test_the_turns_of_gin_are_told_by_who_took_them() -> None:
    """Seat 1 took the upcard, and seat 0, who drew then, is to lay its melds down."""
    from cardsim.games.gin_rummy.seat import did
    from cardsim.games.gin_rummy.state import HISTORY, NO_TILE, TOOK

    thrown = [card_id("5D"), card_id("KS") + TOOK, card_id("2H"), card_id("9C")]
    history = [*thrown, *[NO_TILE] * (HISTORY - len(thrown))]
    view = SimpleNamespace(turn_no=3, seat=0, players=2, history=history, arrangements=0)
    lays = SimpleNamespace(**{**vars(view), "seat": 1, "arrangements": 2})

    told = [
        ("opponent", "took 5♦, threw K♠"),
        ("you", "drew from the stock, threw 2♥"),
        ("opponent", "drew from the stock, threw 9♣"),
    ]
    assert did(view, ("you", "opponent")) == told
    assert did(lays, ("you", "opponent")) == told


def test_what_the_other_made_of_his_dice_is_told() -> None:
    from cardsim.games.counter_cameroon.seat import shown

    split = load_game("counter-cameroon").decisions[0]
    before = {"splits": [(6, 10), (7, 9), (7, 9)]}

    assert shown(Step(split, 1, 1, before, before), ("you", "opponent")) == [
        ("opponent", "made 7 and 9")
    ]
    assert shown(Step(None, -1, DEALT, before, before), ("you", "opponent")) == []


def test_declarer_is_asked_for_the_card_of_dummy() -> None:
    from cardsim.games.bridge.seat import asked

    view = SimpleNamespace(seat=1, acting_for=3, dummy_hand=6)

    assert asked("play", view) == "Which card does dummy play?"
    assert asked("play", SimpleNamespace(**{**vars(view), "acting_for": 1})) == (
        "Which card do you play?"
    )


@pytest.mark.parametrize(
    ("count", "rank", "told"), [(1, 0, "one ace"), (2, 5, "two sixes"), (1, -1, "1 card")]
)
def test_a_claim_is_told_as_one_says_it(count: int, rank: int, told: str) -> None:
    from cardsim.games.cheat.seat import _claimed

    assert _claimed(count, rank) == told


def test_a_number_in_a_name_is_apart_from_what_it_counts() -> None:
    assert named(("player 1", "you"), (2, 3)) == "player 1: 2, you: 3"
    assert named(("left", "you"), (2, 3)) == "left 2, you 3"


def test_the_score_of_a_rubber_is_in_view() -> None:
    from cardsim.games.bridge.seat import felt

    game: Any = load_game("bridge")
    view = np.zeros(1, np.dtype((np.record, game.view)))[0]
    view["seat"], view["totals"], view["below"] = 1, (120, 60), (60, 0)

    facts = felt(view, ("North", "you", "South", "West")).facts

    assert ("score", "your side 60, theirs 120") in facts
    assert ("part-score", "your side 0, theirs 60") in facts
    assert "games" not in dict(facts)
