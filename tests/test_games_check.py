"""`cardsim games check`: games that keep to the contract pass, and whatever is wrong is told."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardsim import UserError
from cardsim.checking import as_played
from cardsim.checking.as_played import check_declared
from cardsim.checking.contract import CHECKS, check
from cardsim.checking.random_play import check_written
from cardsim.cli.new_game import KINDS
from cardsim.games import _forget, game_names, load_game
from cardsim.process.once import once
from cardsim.runs import endless
from cardsim.runs.game_under_test import Subject, WrongError
from conftest import TOYS
from typed import Command

OWN = Path(__file__).parent / "own_games"


def wrong_with(name: str, hands: int) -> dict[str, str]:
    """What is wrong, by what was checked in one command."""
    with once():
        return {what: one.wrong for what, one in check(name, hands=hands) if one.wrong}


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The current folder is a workspace with Solo as kernels and as a class, to be edited."""
    shutil.copytree(OWN, tmp_path, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__py*"))
    ignored = shutil.ignore_patterns("__py*")
    shutil.copytree(TOYS / "solo", tmp_path / "games" / "solo", ignore=ignored)
    shutil.copytree(TOYS / "strategies" / "solo", tmp_path / "strategies" / "solo")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    yield tmp_path
    for name in ("pig", "solo_plain", "solo", "mine"):
        _forget(name)


def edit(file: Path, before: str, after: str) -> int:
    """Change a file; the number of the first line that is changed."""
    text = file.read_text("utf-8")
    assert before in text
    file.write_text(text.replace(before, after))
    return text[: text.index(before)].count("\n") + 1


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(
            name,
            marks=pytest.mark.full if name == "spades" else pytest.mark.deep,
        )
        for name in game_names()
    ],
)
def test_shipped_games_keep_to_the_contract(name: str) -> None:
    assert wrong_with(name, hands=10) == {}


@pytest.mark.parametrize("name", game_names())
def test_what_a_shipped_game_declares_agrees_with_what_its_files_say(name: str) -> None:
    """All that the contract looks at before anything is compiled."""
    subject = Subject(load_game(name), 10, 1)

    assert "of " in check_declared(subject)
    assert "file" in check_written(subject)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.usefixtures("own")
@pytest.mark.kept(0, full=2)
def test_what_new_game_writes_keeps_to_the_contract(command: Command, kind: str) -> None:
    command(f"new-game mine --like {kind}")

    said = command("games check mine -n 40")

    assert said.status == 0
    assert len(re.findall("^(ok|not looked at): ", said.out, re.MULTILINE)) == len(CHECKS)
    assert "WRONG" not in said.out


@pytest.mark.usefixtures("own")
@pytest.mark.full
def test_a_class_and_its_kernels_are_held_against_each_other(command: Command) -> None:
    said = command("games check solo --against solo-plain -n 40")

    assert said.status == 0
    assert "ok: against solo-plain: 40 hands with " in said.out


def against(own: Path, before: str, after: str) -> str:
    """What is wrong with Solo's kernels after an edit, held against its class."""
    from cardsim.checking.against_class import check_against

    edit(own / "games/solo/play.py", before, after)
    with pytest.raises(WrongError) as error:
        check_against(*(Subject(load_game(name), 100, 1) for name in ("solo", "solo-plain")))
    return str(error.value)


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        ("0 if pips == 1", "0 if pips == 2", "waits for seat |shows total "),
        (
            "outcome.your_net = int16(",
            "outcome.your_net = int16(1 + ",
            "ends with net -?\\d+ for seat 0, and that of",
        ),
        ("0 < total < rules.limit", "0 < total <= rules.limit", "waits for |goes on, "),
        (
            "below(words, rules.sides)",
            "below(words, rules.sides - 1)",
            "shows total |waits for |goes on",
        ),
    ],
)
@pytest.mark.kept(1)
def test_a_kernel_that_plays_otherwise_than_its_class_is_told_with_the_hand(
    own: Path, before: str, after: str, says: str
) -> None:
    wrong = against(own, before, after)

    assert wrong.startswith(f"{own}/games/solo/play.py:")
    assert "hand " in wrong
    assert " of seed 1 (" in wrong
    assert re.search(says, wrong), wrong


WRONG = [
    ("__init__.py", '"your_net", -rules', '"your_nett", -rules', "column 'your_nett' of 'you' "),
    ("__init__.py", '"your_net",\n   ', '"net",\n   ', "measure 'net' reads column 'net'"),
    ("__init__.py", 'objective="net"', 'objective="nett"', "unit 'hand' is won by 'nett'"),
    ("__init__.py", '_strategy="hold"', '_strategy="holds"', "the usual strategy is 'holds', and"),
    ("__init__.py", '"points", 0, most,', '"points", 0, 9,', "column 'points' of 'seats' is dec"),
    ("__init__.py", '"seats", "points", neu', '"seat", "points", neu', "reads table 'seat'"),
    ("__init__.py", "by_seat=True),", "),", "which has 3 numbers"),
    ("play.py", "    state.seat = uint8(0)\n", "", "view.seat depends on the hand before"),
    ("play.py", "return THROW <= action", "return action", "legal allows -1"),
    ("play.py", "return THROW <= action <= STOP", "return False", "nothing is legal for seat 0"),
    ("play.py", "return OVER\n", "return 7\n", "apply_press returned 7, which is no"),
    ("play.py", "uint8(state.seat + 1)", "uint8(9)", "apply_press left state.seat at 9"),
    ("play.py", "return OVER\n", "return -2\n", "apply_press returned CHANCE, and the game has no"),
    (
        "play.py",
        '"""What there is to see is there."""',
        "state.total += 1",
        "view.total is another",
    ),
    ("play.py", "below(words, rules.sides)", "below(words, 2)", "house rule --sides changed no"),
    (
        "play.py",
        "state.points[uint64(state.seat)] =",
        "state.points[uint64(7)] =",
        "py:50: an index",
    ),
    (
        "play.py",
        "outcome.points[seat] =",
        "outcome.points[seat + 9] =",
        "py:67: an index is out of",
    ),
    (
        "__init__.py",
        "    zero_sum=False,\n",
        "",
        "the others win no less where one wins more, and",
    ),
    ("story.py", "_TOLD[e.kind]", "_TOLD[e.kin]", "AttributeError: 'Event' object has no attr"),
]
"""An edit of Solo, and what is said of it."""


@pytest.mark.parametrize(("name", "before", "after", "says"), WRONG, ids=range(len(WRONG)))
@pytest.mark.kept(0, full=8)
def test_what_is_wrong_is_told_with_its_place(
    own: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    before: str,
    after: str,
    says: str,
) -> None:
    monkeypatch.setattr(as_played, "MANY", 500)
    monkeypatch.setattr(as_played, "MOST", 500)
    monkeypatch.setattr(as_played, "RARE", 2)
    edit(own / "games" / "solo" / name, before, after)

    text = next(one.wrong for _, one in check("solo", hands=40) if one.wrong)

    assert text.startswith(f"{own}/games/solo/")
    assert says in text


ENDLESS = """
import sys
from cardsim.runs import endless
from cardsim.cli import main
endless.LIMIT = 0.5
sys.exit(main(["games", "check", "solo", "-n", "5"]))
"""


@pytest.mark.parametrize(
    ("before", "line"),
    [
        ('"""Nothing is left to do: the bank pays what each seat has."""', 59),
        ("state.seat = uint8(state.seat + 1)", 42),
    ],
)
@pytest.mark.full
def test_a_kernel_that_does_not_end_is_told(own: Path, before: str, line: int) -> None:
    edit(own / "games/solo/play.py", before, "while rules.sides > 0: state.total += uint8(1)")

    done = subprocess.run(
        [sys.executable, "-c", ENDLESS], capture_output=True, text=True, timeout=300, check=False
    )

    assert done.returncode == 1
    assert f"play.py:{line}:" in done.stdout
    assert "has not come to an end in 0.5 seconds" in " ".join(done.stdout.split())


def test_a_class_that_does_not_end_is_told_with_its_line(
    own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(endless, "LIMIT", 0.5)
    file = own / "games/solo_plain/__init__.py"
    before = "            if 0 < self.total < self.rules.limit:"
    line = edit(file, before, f"            while True: pass\n{before}")

    wrong = wrong_with("solo-plain", hands=5)

    (said,) = wrong.values()
    assert said.startswith(f"{file}:{line}: EndlessError: it has not come to an end in")


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        (
            "self.shared([card == max(self.cards) for card in self.cards])",
            "[1 / self.players] * self.players",
            None,
        ),
        ("    own = ", "    zero_sum = False\n    own = ", "all win together is the same in every"),
        (
            (
                "    def score(self):\n        return self.shared([card == max(self.cards) for "
                "card in self.cards])"
            ),
            "    points = (1, 13)\n\n    def score(self):\n        return self.cards",
            None,
        ),
    ],
)
@pytest.mark.kept(0, full=2)
def test_who_wins_what_others_lose_is_looked_at(
    own: Path, command: Command, before: str, after: str, says: str | None
) -> None:
    command("new-game mine --like cards")
    edit(own / "games" / "mine" / "__init__.py", before, after)

    wrong = wrong_with("mine", hands=40).get("hands", "")

    assert (says or "") in wrong
    assert bool(wrong) is (says is not None)


@pytest.mark.full
def test_a_score_that_pays_nobody_is_told(own: Path, command: Command) -> None:
    command("new-game mine --like dealer")
    file = own / "games" / "mine" / "__init__.py"
    edit(
        file,
        "return [-1 if t > 21 else (t > dealer) - (t < dealer) for t in self.totals]",
        "return [0] * self.players",
    )

    wrong = wrong_with("mine", hands=20)["hands"]

    assert "score gives every seat 0 in every hand, so that nobody wins or loses" in wrong


@pytest.mark.full
def test_a_view_that_shows_what_is_hidden_is_told(own: Path, command: Command) -> None:
    from cardsim.checking.random_play import check_views

    command("new-game mine --like cards")
    edit(own / "games/mine/__init__.py", '"card": self.cards[self.seat]', '"card": self.cards[-1]')

    with pytest.raises(UserError, match=r"__init__.py:\d+: seat \d sees card \d+, and with wh"):
        check_views(Subject(load_game("mine"), 10, 1))


def test_a_game_that_is_none_is_told_in_a_line(command: Command) -> None:
    said = command("games check no-such-game")

    assert (said.status, said.out) == (2, "")
    assert said.err.startswith("cardsim: no game called 'no-such-game'")


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        ('("cards",)', '("card",)', "own names 'card', and a hand has no such attribute"),
        ('("pack",)', '("left",)', "left in hidden is 1, and it must be a list of what nobody "),
        ('return "change"\n', "pass\n", "hands nobody decides anything"),
    ],
)
@pytest.mark.kept(0, full=2)
def test_what_is_wrong_in_a_new_game_is_told(
    own: Path, command: Command, before: str, after: str, says: str
) -> None:
    assert command("new-game mine --like cards").status == 0
    edit(own / "games" / "mine" / "__init__.py", before, after)

    assert any(says in wrong for wrong in wrong_with("mine", hands=20).values())


@pytest.mark.full
def test_a_house_rule_has_no_name_that_a_command_uses(own: Path, command: Command) -> None:
    command("new-game mine --like cards")
    edit(own / "games" / "mine" / "__init__.py", "changes: int", "n: int")

    said = command("run mine -n 10")

    assert (said.status, said.out) == (2, "")
    assert said.err.startswith("cardsim: house rule 'n' of mine must have another name: ")


@pytest.mark.usefixtures("workspace")
@pytest.mark.parametrize("toy", sorted(f.name for f in TOYS.iterdir() if (f / "play.py").exists()))
@pytest.mark.kept(0, full=1)
def test_toys_keep_to_the_contract(toy: str) -> None:
    """The last, as their workspace stays until the module ends."""
    assert wrong_with(toy.replace("_", "-"), hands=60) == {}
