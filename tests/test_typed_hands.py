"""Hands from a real table that somebody typed in: `cardsim review --hand FILE`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cardsim
from cardsim.cards import card_name
from cardsim.cli import main
from cardsim.engine.table import view_in
from cardsim.errors import UserError
from cardsim.games import game_names, load_game
from cardsim.table import choice_values, looked_back
from cardsim.table.replayed import Replay
from cardsim.table.typed_hands import Typed, typed_hand
from cardsim.table.typed_text import hands_in

GUIDE = Path(__file__).parents[1] / "docs" / "guides" / "real-table.md"
GAMES = [name for name in game_names() if load_game(name).decisions]
SCAT = """
# Sunday at Anna's
game: scat
unit: hand
vs: usual
seats: Anna, you, Ben

deal you: 7S 9♠ 4d
up: KS
Anna: draws; throws 3D
you: draw QS; throw 4D
Ben: takes 4D; throws QH
Anna: knocks
you: draw 5H; throw 5H
Ben: take 5H; throw 2C
show Anna: 8H 9H 10H
show Ben: 5H JC 4D
"""


def read(text: str, seat: str = "") -> Typed:
    return typed_hand(list(enumerate(text.splitlines(), 1)), "hand.txt", seat)


def replayed(game: str, seed: int = 5, hand: int = 3) -> Replay:
    unit = load_game(game).single_unit
    return cardsim.replay(game, hand, seed=seed, unit=unit, vs="usual")


def same_decisions(typed: Typed, shown: Replay) -> bool:
    """Whether you decided, in this order, what was decided there, and saw the same."""
    game, hero = shown.game, shown.spec.hero_of(shown.hand) or 0
    own = [s for s in shown.steps if s.decision is not None and s.seat == hero]
    known = iter([(s.decision, s.action, view_in(game, s.before).tobytes()) for s in own])
    return all(
        (game.decisions[t.decision], t.action, view_in(game, t.state).tobytes()) in known
        for t in typed.turns
    )


def as_you_saw_it(text: str, shown: Replay) -> str:
    """The same without the cards that you did not see."""
    game, (you,) = shown.spec.game, re.findall(r"^you: (.*)$", text, re.MULTILINE)
    lines = []
    for line in text.splitlines():
        who = line.partition(":")[0]
        dealt = who.startswith("deal ") and who not in {"deal table", f"deal {you}"}
        if dealt or (game == "square-nine" and who.startswith("deal")):
            continue
        hidden = who != you and game != "square-nine"
        lines.append(re.sub(r"draw \S+$", "draw", line) if hidden else line)
    if game in {"scat", "gin-rummy", "ninety-nine"}:
        lines += shows(shown, you)
    return "\n".join(lines)


def shows(shown: Replay, you: str) -> list[str]:
    """What the others held at the end."""
    game, players = shown.game, shown.spec.players
    first = next(e.seat for e in shown.events if e.kind == "deal")
    last = [s for s in shown.steps if s.decision is not None][-1].after
    assert game.holdings is not None
    held = game.holdings(np.array([last]))["cards"][0]
    named = {str((seat - first) % players + 1): cards for seat, cards in enumerate(held[:players])}
    return [
        f"show {name}: {' '.join(card_name(int(c)) for c in cards if 0 <= c < 52)}"
        for name, cards in named.items()
        if name != you
    ]


@pytest.mark.kept(2)
@pytest.mark.parametrize("game", GAMES)
def test_what_a_replay_writes_is_read_back(game: str) -> None:
    shown = replayed(game)

    typed = read(shown.typed())

    assert same_decisions(typed, shown)
    measure = shown.unit.won_by
    assert typed.won is not None
    if not measure.has_range:
        column = shown.unit.column(measure)
        assert typed.won == float(shown.trace.outcome[column.field]) * column.scale


@pytest.mark.full
@pytest.mark.parametrize("game", GAMES)
def test_what_nobody_saw_need_not_be_typed(game: str) -> None:
    shown = replayed(game)
    text = as_you_saw_it(shown.typed(), shown)

    typed = read(text)

    assert same_decisions(typed, shown)
    assert len(typed.turns) == len(read(shown.typed()).turns)


def test_a_suit_may_be_typed_where_ranks_alone_count() -> None:
    shown = replayed("square-nine")
    text = re.sub(r"(draw|turn) ([A2-9TJQK])$", r"\1 \2H", shown.typed(), flags=re.MULTILINE)

    assert same_decisions(read(text), shown)


def test_a_pass_is_written_and_a_turn_that_is_taken_is_not() -> None:
    asked: dict[str, Any] = {"unit": "hand", "vs": "usual", "first_turn_option": "hammer"}
    text = cardsim.replay("scat", 1, seed=5, **asked).typed()

    assert re.search(r"^[1-3]: pass$", text, re.MULTILINE)
    assert "take a turn" not in text


def test_a_hand_is_read_as_people_type_it() -> None:
    typed = read(SCAT)

    assert [turn.word for turn in typed.turns] == [
        "take a turn",
        "draw from the stock",
        "throw 4♦",
        "draw from the stock",
        "throw 5♥",
    ]
    # Ben has 10 and Anna 27: Ben loses a life, so that each of the others has half of one more.
    assert typed.won == 0.5


def test_how_it_ended_is_not_known_where_cards_were_not_shown() -> None:
    assert read(SCAT[: SCAT.index("show Ben")]).won == 0.5
    assert read(SCAT[: SCAT.index("show Anna")]).won is None


def test_a_hand_of_a_match_begins_as_it_stands() -> None:
    match = edited("unit: hand", "unit: match\nlives: 2,1,3")

    typed = read(match)

    assert typed.won is None
    state, first = typed.turns[0].state, (typed.hero - 1) % 3
    assert [int(state["lives"][(first + k) % 3]) for k in range(3)] == [2, 1, 3]


def test_a_match_is_typed_in_hand_by_hand() -> None:
    shown = cardsim.replay("scat", 1, seed=3, unit="match", players=3, vs="usual")

    typed = read(shown.typed())

    assert typed.hands == sum(e.kind == "upcard" for e in shown.events) > 1
    assert same_decisions(typed, shown)
    assert typed.won is not None


@pytest.mark.parametrize("form", ["pbn", "lin"])
def test_a_board_in_a_file_is_read_as_the_same_in_words(tmp_path: Path, form: str) -> None:
    shown = replayed("bridge", 9, 2)
    file = tmp_path / f"board.{form}"
    file.write_text(shown.written(form), "utf-8")

    for seat in ("South", "W"):
        board = typed_hand(hands_in(file)[0].lines, file.name, seat)
        words = read(shown.typed(), seat)
        assert [(t.word, t.action) for t in board.turns] == [
            (t.word, t.action) for t in words.turns
        ]
        assert len(board.turns) > 1
        assert board.won == words.won


def test_what_was_claimed_says_how_a_board_ended() -> None:
    shown = replayed("bridge", 9, 2)
    lines = shown.typed().splitlines()
    tricks = int(shown.trace.outcome["tricks"])

    whole, cut = read("\n".join(lines)), read("\n".join(lines[:-9]))
    claimed = read("\n".join([*lines[:-9], f"claim: {tricks}"]))

    assert (whole.won, cut.won) == (claimed.won, None)
    with pytest.raises(UserError, match="'claim: 14' cannot be: declarer's side has"):
        read("\n".join([*lines[:-9], "claim: 14"]))


def examples() -> dict[str, str]:
    """The hands that the guide shows, by game."""
    shown = re.findall(r"```text\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)
    return {re.findall(r"game: (\S+)", text)[0]: text for text in shown}


@pytest.mark.skipif(not GUIDE.exists(), reason="the tests run without the guides beside them")
@pytest.mark.kept(2)
@pytest.mark.parametrize("game", GAMES)
def test_the_guide_has_a_hand_of_every_game(game: str) -> None:
    typed = read(examples()[game])

    assert typed.turns
    assert typed.run.game.name == game


def edited(old: str, new: str) -> str:
    assert old in SCAT
    return SCAT.replace(old, new)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (edited("throw 4D", "throw 6D"), r"line 11: 'throw 6D' is not possible here: .*throw 7♠"),
        (edited("takes 4D", "takes 9D"), "line 12: 'takes 9D' is not possible here"),
        (edited("up: KS", "up: 7S"), "line 9: 7S is dealt or drawn twice"),
        (edited("you: draw QS", "you: draw KS"), "line 11: KS is dealt or drawn twice"),
        (edited("Ben: takes 4D", "Anna: takes 4D"), "line 12: it is Ben's turn"),
        (edited("Anna: knocks", "Anna: nods"), "line 13: 'nods' is not possible here"),
        (edited("Anna: knocks", "Carl: knocks"), "line 13: 'Carl' is none of the seats: Anna"),
        (edited("Anna: knocks", "Anna knocks"), "line 13: 'WHO: WHAT' is expected"),
        (edited("up: KS", "up: KX"), "line 9: 'KX' is no card"),
        (edited("up: KS\n", ""), "say which card came: 'up: 5H'"),
        (edited("you: draw QS;", "you: draw;"), "line 11: say what you drew: 'you: draw 5H'"),
        (edited("show Ben: 5H", "show Ben: 7S"), "line 17: Ben cannot hold 7S"),
        (edited("deal you: 7S 9♠ 4d\n", ""), "does not say all that you saw in hand 1"),
        (edited("7S 9♠ 4d", "7S 9♠ 4d 2C"), "line 8: 3 cards are dealt to you, and 4 are typed"),
        (edited("game: scat\n", ""), "hand.txt must begin with the game"),
        (edited("seats: Anna, you, Ben", "seats: Anna, Anna, Ben"), "'seats' has Anna twice"),
        (
            edited("unit: hand", "unit: hand\nplayers: 4"),
            "players is 4, and 'seats' has 3 names",
        ),
        (edited("seats: Anna, you,", "seats: Anna, Carl,"), "does not say where you sit"),
        (edited("unit: hand", "unit: hand\nunit: hand"), "line 5: 'unit' is said twice"),
        (edited("Anna: knocks", "Ben: draw 2H\nAnna: knocks"), "line 13: it is Anna's turn"),
        (SCAT + "you: draw 6C\n", "line 18: all is over before this"),
        (edited("unit: hand", "lives: 2,1"), "'lives' must be 3 numbers, not 2"),
        (edited("unit: hand", "lives: 2,1,9"), "'lives' must be from 0 to 3, not 9"),
        (edited("unit: hand", "unit: hand\nlives: 2,1,3"), "'lives' counts in a match alone"),
        (edited("unit: hand", "bets: 2"), "line 4: 'bets' is nothing that can be said of scat"),
        (edited("unit: hand", "lives: two"), "'lives' must be whole numbers with commas"),
        ("game: dice-game\n", "nobody decides anything in dice-game"),
        (
            "game: cheat\npacks: 2\nseats: Ann, you\n",
            "^hand.txt: 104 cards are dealt by these rules, and a hand of at most 64 can be typed",
        ),
    ],
)
def test_what_cannot_be_is_told_by_its_line(text: str, message: str) -> None:
    with pytest.raises(UserError, match=message) as refused:
        read(text)

    assert "\n" not in str(refused.value)


def test_a_hand_of_too_few_cards_is_told_how_many_were_counted() -> None:
    with pytest.raises(UserError, match="does not say all that you saw in hand 1") as refused:
        read(edited("deal you: 7S 9♠ 4d\n", "deal you: 7S\n"))

    assert refused.value.hint == "3 cards are dealt to you, and 1 are typed"


@pytest.mark.full
def test_the_command_looks_back_at_a_typed_hand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(choice_values, "FEWEST_USUAL", 20)
    monkeypatch.setattr(choice_values, "FORKS", 200)
    monkeypatch.setattr(looked_back, "TRIALS", 1000)
    (tmp_path / "play").mkdir()
    file = tmp_path / "play" / "sunday.txt"
    file.write_text(SCAT, "utf-8")
    asked = ["review", "--hand", "play/sunday.txt"]

    assert main(asked) == 0
    first = capsys.readouterr().out
    assert "Your decisions, and what each gave away" in first
    assert "Again: cardsim review --hand play/sunday.txt" in first
    assert main(asked) == 0
    assert capsys.readouterr().out == first

    assert main([*asked, "--json", "-o", "back.json"]) == 0
    assert main(["review", "--hand", "back.json"]) == 0
    again = capsys.readouterr().out
    assert first.partition("Again:")[0] in again
    # The files are two, and so are the commands that look at them again.
    loaded: tuple[Any, Any] = cardsim.load("back.json"), cardsim.load(file)
    assert loaded[0].verdicts == loaded[1].verdicts

    assert main(["review", "--mine"]) == 0
    assert "In 1 hand of Scat" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--hand", "none.txt"], "none.txt cannot be read: No such file or directory"),
        (
            ["--hand", "notes.md"],
            "--hand must be a .txt, .pbn, .lin, .egn or .json file, not notes.md",
        ),
        (["--hand", "bad.txt"], "bad.txt must begin with the game"),
        (["--hand", "bad.txt", "--mine"], "--mine and --hand contradict"),
        (["-o", "x.html"], "-o is about the look back of --hand: say --hand FILE, too"),
        (["--hand", "good.txt", "--seat", "Zoe"], "--seat must be one of Anna, you, Ben, not Zoe"),
    ],
)
def test_what_is_no_hand_is_one_line(
    words: list[str],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad.txt").write_text("Dear diary\n", "utf-8")
    (tmp_path / "good.txt").write_text(SCAT, "utf-8")

    assert main(["review", *words]) == 2
    said: Any = capsys.readouterr()
    assert said.out == ""
    assert message in said.err
