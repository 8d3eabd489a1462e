"""Boards of Bridge from a file, and replayed as one: Portable Bridge Notation."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import cardsim
from cardsim import UserError
from cardsim.cards import card_id
from cardsim.games.bridge.boards import Board
from cardsim.games.bridge.files import records_in
from cardsim.games.bridge.pbn import deal_text, hands_of
from cardsim.games.bridge.state import TRICKS
from typed import Command

DEALS = Path(__file__).parent / "deals"
FOUR = "AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
"""Each suit in one hand."""
SUITS = tuple(sum(1 << card_id(f"{rank}{suit}") for rank in "AKQJT98765432") for suit in "SHDC")
TIPS = ("tips",) * 4


def boards_in(text: str) -> list[Board]:
    """The boards of a file, each once."""
    return list(dict.fromkeys(record.board for record in records_in(text.encode(), "here")))


@pytest.mark.parametrize("first", range(4))
def test_the_first_hand_of_a_deal_is_of_the_seat_that_it_names(first: int) -> None:
    hands = hands_of(f"{'NESW'[first]}:{FOUR}", "here")

    assert hands[first:] + hands[:first] == SUITS
    assert hands_of(deal_text(hands), "here") == hands


def test_a_file_may_say_as_little_as_its_deals() -> None:
    text = f'[Deal "N:{FOUR}"]\n[Deal "E:{FOUR.lower()}"]\n[Deal "S:{FOUR.replace("T", "10")}"]'

    boards = boards_in(text)

    assert [b.number for b in boards] == [1, 2, 3]
    assert [b.dealer for b in boards] == [0, 1, 2]
    assert [b.vulnerable for b in boards] == [(0, 0), (1, 0), (0, 1)]
    assert [b.hands.index(SUITS[0]) for b in boards] == [0, 1, 2]


def test_what_is_no_tag_of_a_board_is_passed_over() -> None:
    text = (
        '% PBN 2.1\r\n%[Deal "-"]\r\n; [Dealer "S"]\r\n{ [Dealer "W"]\r\n}'
        '[Event "a \\"b\\" ; {"]\r\n'
        '[Board "31"][Dealer "E"]\r\n[Vulnerable "Both"] [ Deal  "W:' + FOUR + '" ]\r\n'
        '[Auction "E"]\r\n1C =1= Pass $2 {good} 1H\r\nAP ;so\r\n\r\n'
        '\r\r[Event "#"]\r[Deal "#"]\r[Dealer "?"]\r[Vulnerable ""]\r'
    )

    found = boards_in(text)

    hands = hands_of(f"W:{FOUR}", "here")
    assert found == [Board(31, 1, (1, 1), hands), Board(32, 3, (0, 1), hands)]


def test_a_board_that_several_tables_played_is_one() -> None:
    text = "\n\n".join(
        f'[Board "{n}"]\n[Deal "N:{FOUR}"]\n[Result "{r}"]' for n in (1, 2) for r in (8, 9)
    )

    assert [board.number for board in boards_in(text)] == [1, 2]


SWAPPED = "KKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
BOTH = "AKQJT98765432... 3.AKQJT9876543.. ..AKQJT98765432. ...AKQJT98765432"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "has no [Deal]: it must be in Portable Bridge Notation"),
        ('\n[Deal ""]', ", line 2: a deal must say whose hand is first"),
        ('[Deal "AKQ2.J54.T98.763 - - -"]', ", line 1: a deal must say whose hand is first"),
        (f'\r\n\r\n[Deal "N:{FOUR[:-17]}"]', ", line 3: a deal must give four hands, not 3"),
        (
            '[Board "1"]\n[Deal "E:- - AKQJT98765432... .AKQJT98765432.."]',
            ", line 2: East's hand is hidden: all four must be known",
        ),
        ('[Deal "N:AKQ.J54.T98 - - -"]', ", line 1: North's hand must be spades, hearts,"),
        ('[Deal "S:AKQ2.J54.T98.7xx - - -"]', "South's hand has 'X', which is no card"),
        (f'[Deal "W:{SWAPPED}"]', ", line 1: West's hand has SK twice"),
        (
            f'[Deal "N:{FOUR.replace("2...", "...")}"]',
            ", line 1: North's hand has 12 cards, not 13",
        ),
        (f'[Deal "N:{BOTH}"]', "line 1: North and East both hold S3"),
        (f'[Dealer "M"]\n[Deal "N:{FOUR}"]', ", line 1: the dealer must be N, E, S or W, not 'M'"),
        (f'[Vulnerable "us"]\n[Deal "N:{FOUR}"]', ", line 1: vulnerable must be None, NS, EW or"),
        (f'[Board "1"]\n[Dealer "N"]\n\n[Board "2"]\n[Deal "N:{FOUR}"]', "line 1: a board without"),
        ('[Deal "N:AKQ', ", line 1: '[Deal \"N:AKQ' is no tag with a value in quotes"),
        ("[Board 7]", ", line 1: '[Board 7]' is no tag with a value in quotes"),
        (
            "\n".join(f'[Board "{n}"][Deal "N:{FOUR}"]' for n in range(1, 1002)),
            "has 1001 boards, and at most 1000 can be played",
        ),
    ],
)
def test_what_is_wrong_in_a_file_is_said_with_its_line(
    tmp_path: Path, text: str, message: str
) -> None:
    file = tmp_path / "mine.pbn"
    file.write_bytes(text.encode())

    with pytest.raises(UserError, match=re.escape(message)) as raised:
        cardsim.run("bridge", deals=str(file))
    assert str(raised.value).startswith(f"--deals {file}")


def test_a_file_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"--deals .* cannot be read: No such file or directory"):
        cardsim.run("bridge", deals=str(tmp_path / "none.pbn"))
    with pytest.raises(UserError, match=r"--deals .* must be a file, which can be read again"):
        cardsim.run("bridge", deals=str(tmp_path))


def told(lines: list[str]) -> list[str]:
    """What was called and played."""
    return [line for line in lines if "points" not in line and " deals, " not in line]


@pytest.mark.full
def test_boards_that_were_written_are_played_again(tmp_path: Path) -> None:
    session = cardsim.replay("bridge", unit="session", boards=5, seed=3, vs="usual")
    text = session.written("pbn")
    file = tmp_path / "session.pbn"
    file.write_text(text)

    again = [cardsim.replay("bridge", k, seats=TIPS, deals=str(file), seed=8) for k in range(5)]

    records = "\n".join(one.written("pbn").partition("\n")[2] for one in again)
    assert records == text.partition("\n")[2]
    assert text.count("[Play ") == sum('[Contract "Pass"' not in r for r in text.split("\n\n")[:5])
    whole = cardsim.replay("bridge", unit="session", boards=5, deals=str(file), seed=8, vs="usual")
    assert whole.written("pbn") == text


def test_a_record_says_what_was_played() -> None:
    shown = cardsim.replay("bridge", 3, seed=2, seats=("tips:open_hcp=11", *TIPS[1:]))
    tags = dict(re.findall(r'^\[(\w+) "(.*)"\]$', shown.written("pbn"), re.MULTILINE))
    state = shown.steps[-1].after

    assert (tags["North"], tags["East"]) == ("tips:open_hcp=11", "tips")
    assert (tags["Board"], tags["Dealer"], tags["Vulnerable"]) == ("4", "W", "All")
    assert hands_of(tags["Deal"], "") == tuple(state["dealt"].tolist())
    assert tags["Score"] == f"NS {state['points'][0]}"
    plays = shown.written("pbn").partition('[Play "')[2].split()[1:]
    assert len(plays) == 4 * TRICKS
    # A column is a seat's: the thirteen cards that it was dealt.
    opening = int(state["leaders"][0])
    for column in range(4):
        cards = sum(1 << card_id(card[::-1]) for card in plays[column::4])
        assert cards == int(state["dealt"][(opening + column) % 4])


def test_a_board_of_a_file_has_its_dealer_vulnerability_and_number() -> None:
    shown = cardsim.replay("bridge", 4 * 2 + 1, seed=1, deals=str(DEALS / "club.pbn"), vs="usual")

    text = shown.written("pbn")
    assert '[Board "19"]\n' in text
    assert '[Dealer "S"]\n[Vulnerable "EW"]\n' in text


@pytest.mark.full
def test_the_boards_of_a_file_are_played_once_from_each_seat() -> None:
    club = str(DEALS / "club.pbn")
    result = cardsim.run("bridge", deals=club, seed=1, vs="usual")
    assert (result.hands, result.spec.hands) == (32, 32)
    assert cardsim.run("bridge", deals=club, seed=1, seats=TIPS).hands == 8
    assert (
        cardsim.run("bridge", deals=club, seed=1, unit="session", boards=3, vs="usual").hands == 8
    )
    for seed in (1, 2):
        # Nothing but the play of a strategy with chance depends on the seed.
        assert (
            cardsim.run("bridge", deals=club, seed=seed, vs="usual").estimates == result.estimates
        )
    first = cardsim.decisions("bridge", 32, fields="hand,dealer", deals=club, seed=1, vs="usual")
    assert first.height > 32
    found = cardsim.compare("bridge", ["tips", "come-in"], deals=club, seed=1, vs="usual")
    assert found.hands == 32
    both = cardsim.sweep("bridge", deals=[club, str(DEALS / "trainer.pbn")], seed=1, vs="usual")
    assert [p.result.hands for group in both.groups for p in group.points] == [24, 24]


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"n": 33}, "there are 8 boards, each from 4 seats: at most 32 can be played, not 33"),
        ({"n": 9, "seats": TIPS}, "there are 8 boards: at most 8 can be played, not 9"),
        (
            {"n": 12, "unit": "session", "boards": 4},
            "there are 2 sessions, each from 4 seats: at most 8 can be played, not 12",
        ),
        (
            {"unit": "session"},
            "--deals has 8 boards, fewer than a session with 16",
        ),
        ({"unit": "rubber"}, "--deals .* has no effect with --unit rubber"),
        ({"given": "north 8+"}, "--given cannot go with --deals"),
    ],
)
def test_what_a_file_has_not_is_not_played(asked: dict[str, Any], message: str) -> None:
    with pytest.raises(UserError, match=message):
        cardsim.run("bridge", deals=str(DEALS / "club.pbn"), **asked)


def test_what_goes_on_beyond_the_last_board_is_refused() -> None:
    club: dict[str, Any] = {"deals": str(DEALS / "club.pbn"), "seed": 1, "vs": "usual"}
    with pytest.raises(UserError, match="at most 32 can be played, not 33"):
        cardsim.replay("bridge", 32, **club)
    with pytest.raises(UserError, match="at most 32 can be played, not 33"):
        cardsim.decisions("bridge", 33, **club)
    with pytest.raises(UserError, match="at most 32 can be played, not 40"):
        cardsim.run("bridge", 30, **club).more(10)


def test_a_file_that_was_changed_is_another_run(tmp_path: Path) -> None:
    file = tmp_path / "mine.pbn"
    file.write_bytes((DEALS / "club.pbn").read_bytes())
    before = cardsim.run("bridge", deals=str(file), seed=1, vs="usual")
    kept = dict(before.spec.rules)["deals"]
    # What is no deal may change.
    file.write_bytes(file.read_bytes().replace(b"Club evening", b"Tuesday"))
    same = cardsim.run("bridge", deals=kept, seed=1, vs="usual")
    assert (same.spec, same.estimates) == (before.spec, before.estimates)

    file.write_bytes((DEALS / "trainer.pbn").read_bytes())

    after = cardsim.run("bridge", deals=str(file), seed=1, vs="usual")
    assert after.spec != before.spec
    assert after.hands == 24
    with pytest.raises(UserError, match="holds other deals than it did"):
        cardsim.run("bridge", deals=kept, seed=1)


def test_a_replay_as_a_file_goes_to_standard_output(command: Command) -> None:
    said = command("replay bridge --vs usual --seed 3 --hand 5 --pbn --quiet")

    assert (said.status, said.err) == (0, "")
    assert [board.number for board in boards_in(said.out)] == [2]
    both = command("replay bridge --vs usual --seed 3 --json --pbn")
    assert (both.status, both.out, both.err) == (2, "", "cardsim: --json and --pbn contradict\n")
    assert command("replay spades --vs usual --seed 3 --pbn").status == 2


@pytest.mark.parametrize("hand", [0, 5, 11])
def test_the_title_of_a_replay_has_the_number_of_the_board(hand: int) -> None:
    shown = cardsim.replay("bridge", hand, seed=1, vs="usual")

    (number,) = (board.number for board in boards_in(shown.written("pbn")))
    assert f"Board {number} (--hand {hand})" in repr(shown)
