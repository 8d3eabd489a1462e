"""Bridge with all cards seen, by the solver DDS: our endings beside it, and par by the rules."""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Any

import pytest

import cardsim
from cardsim import UserError
from cardsim.cards import card_id
from cardsim.endings import last_tricks
from cardsim.games.bridge.boards import Board
from cardsim.games.bridge.double_dummy import Solved, solved
from cardsim.games.bridge.files import records_in
from cardsim.games.bridge.pbn import deal_text, hands_of
from cardsim.studies import experiments
from cardsim.tricks import NO_TRUMP
from oracles import bridge as oracle
from typed import Command

pytestmark = pytest.mark.full

DEALS = Path(__file__).parent / "deals"
FOUR = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
"""Each suit in one hand, spades in North's."""
FEW = 4
LONG, SHORT = 7, 3
"""The most cards in an ending that is compared, and the fewest."""


@pytest.fixture(name="dds")
def solver() -> Any:
    return pytest.importorskip("endplay.dds", reason="endplay is in the extra 'bridge'")


@pytest.fixture(name="boards", scope="module")
def solved_boards() -> list[tuple[Board, Solved]]:
    pytest.importorskip("endplay", reason="endplay is in the extra 'bridge'")
    boards = [r.board for r in records_in((DEALS / "club.pbn").read_bytes(), "club.pbn")][:FEW]
    return list(zip(boards, solved(boards), strict=True))


def test_our_values_of_endings_are_those_of_dds(dds: Any) -> None:
    from endplay.types import Deal, Denom, Player

    rng, seen = random.Random(4), set()
    for number in range(120):
        size, leader, trump = rng.randint(SHORT, LONG), rng.randrange(4), rng.randrange(5)
        pack = rng.sample(range(52), 4 * size)
        hands = [sum(1 << card for card in pack[k::4]) for k in range(4)]
        denom = Denom(trump if trump == NO_TRUMP else 3 - trump)
        deal = Deal(deal_text(hands), first=Player(leader), trump=denom)

        theirs = max(tricks for _, tricks in dds.solve_board(deal))

        assert last_tricks(hands, leader, trump=trump)[leader % 2] == theirs, number
        seen.add((trump, size, theirs))
    assert len(seen) > 60


@pytest.mark.usefixtures("dds")
def test_whose_suit_is_trumps_takes_all_tricks_of_four_suits() -> None:
    (found,) = solved([Board(1, 0, (0, 0), hands_of(FOUR, ""))])

    of_side = [[0, 13, 0, 13, 0], [13, 0, 13, 0, 0]]
    assert [list(row) for row in found.tricks] == [of_side[seat % 2] for seat in range(4)]
    assert found.par == 1510
    assert found.contracts == ("7♠ by North or South, made",)


def by_every_auction(tricks: tuple[tuple[int, ...], ...], board: Board) -> int:
    """Par of North and South: what both sides come to if each calls its best, from the end on."""

    def score(bid: int, side: int) -> int:
        """Of a contract by the better declarer, which the others double if that is better."""
        level, strain = 1 + bid // 5, bid % 5
        points = []
        for declarer in (side, side + 2):
            for doubled in (0, 1):
                contract = oracle.Contract(level, strain, doubled, declarer)
                vul = [bool(one) for one in board.vulnerable]
                taken = tricks[declarer][strain]
                told, *_ = oracle.score_deal(oracle.Rules(), contract, tricks=taken, vul=vul)
                points.append(told[0])
        ours = [max(pair) if side else min(pair) for pair in (points[:2], points[2:])]
        return min(ours) if side else max(ours)

    best = max if board.dealer % 2 == 0 else min
    after: dict[tuple[int, int], int] = {}
    for bid in reversed(range(35)):
        for side in (0, 1):
            others = [score(bid, side), *(after[b, 1 - side] for b in range(bid + 1, 35))]
            after[bid, side] = min(others) if side == 0 else max(others)
    first = board.dealer % 2
    second = [0, *(after[bid, 1 - first] for bid in range(35))]
    passed = min(second) if first == 0 else max(second)
    return best([passed, *(after[bid, first] for bid in range(35))])


def test_par_is_what_the_best_auction_of_both_sides_scores(
    boards: list[tuple[Board, Solved]],
) -> None:
    for board, found in boards:
        assert found.par == by_every_auction(found.tricks, board)
    board, found = boards[0]
    moved = Board(board.number, 1 - board.dealer % 2, (0, 1), board.hands)
    (again,) = solved([moved])
    assert again.tricks == found.tricks
    assert again.par == by_every_auction(found.tricks, moved)


def test_a_deal_is_told_with_its_tricks_and_par(
    boards: list[tuple[Board, Solved]], command: Command, tmp_path: Path
) -> None:
    board, found = boards[1]
    assert (board.dealer, board.vulnerable) == (1, (1, 0))
    asked: dict[str, Any] = {"deal": deal_text(board.hands), "dealer": "east", "vulnerable": "ns"}

    answer = cardsim.exact("bridge", "double-dummy", **asked)

    assert answer.figures["par"] == found.par
    table = answer.tables["tricks"]
    assert table["declarer"].to_list() == ["North", "East", "South", "West"]
    assert [row[1:] for row in table.rows()] == list(found.tricks)
    assert str(abs(found.par)) in answer.sentence
    assert found.contracts[0] in answer.sentence

    two = tmp_path / "two.pbn"
    two.write_text(
        "".join(f'[Board "{b.number}"][Deal "{deal_text(b.hands)}"]\n' for b, _ in boards[:2])
    )
    said = command(f"exact bridge double-dummy --deals {two} --quiet")
    assert said.status == 0
    for each, what in boards[:2]:
        rows = (row for row in said.out.split("\n") if row.startswith("  "))
        line = next(row for row in rows if row.split()[0] == str(each.number))
        assert str(what.par) in line
        assert what.contracts[0] in line


@pytest.mark.usefixtures("dds")
def test_what_we_write_others_read() -> None:
    from endplay.parsers import pbn
    from endplay.types import Deal

    shown = cardsim.replay("bridge", unit="session", boards=6, seed=3, vs="usual")
    text = shown.written("pbn")
    mine = [record.board for record in records_in(text.encode(), "here")]

    theirs = pbn.loads(text)

    scored = [step.after for step in shown.steps if step.action == -2]
    assert len(theirs) == len(mine) == len(scored) == 6
    for ours, board, state in zip(mine, theirs, scored, strict=True):
        assert board.deal.to_pbn() == Deal(deal_text(ours.hands)).to_pbn()
        assert (board.board_num, int(board.dealer)) == (ours.number, ours.dealer)
        assert len(board.auction) == state["called"]
        assert len(board.play) == 52 * (state["level"] > 0)
        points = board.contract.score(board.vul)
        north = points if int(state["declarer"]) % 2 == 0 else -points
        assert north == state["points"][0]
        # They lie in the order in which they were played.
        cards = state["history"].reshape(-1).tolist()[: len(board.play)]
        assert [card_id(f"{c.rank.abbr}{'SHDC'[int(c.suit)]}") for c in board.play] == cards


def test_without_the_extra_it_is_said_what_to_install(
    monkeypatch: pytest.MonkeyPatch, command: Command, tmp_path: Path
) -> None:
    for module in ("endplay", "endplay.dds"):
        monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.setenv("CARDSIM_CACHE_DIR", str(tmp_path))

    said = command(f"exact bridge double-dummy --deals {DEALS / 'trainer.pbn'} --quiet")

    assert said.status == 2
    assert said.out == ""
    assert said.err == (
        "cardsim: double dummy needs the extra cardsim[bridge]: endplay is not installed\n"
        "hint: python -m pip install 'cardsim[bridge]'\n"
    )


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({}, "double dummy needs --deal or --deals, and not both"),
        ({"deal": FOUR, "deals": str(DEALS / "club.pbn")}, "--deal or --deals, and not both"),
        ({"deal": "N:- - - -"}, r"--deal: North's hand is hidden \('-'\)"),
        ({"deals": str(DEALS / "club.pbn"), "dealer": "east"}, "--dealer goes with --deal"),
        ({"deal": FOUR, "vulnerable": "both"}, "--vulnerable must be usual, none, ns, ew, all"),
        ({"deal": FOUR, "scoring": "trick-points"}, "par is reckoned at duplicate, with doubles"),
        ({"deal": FOUR, "doubles": False}, "so --doubles cannot be set"),
    ],
)
def test_what_cannot_be_solved_is_said(asked: dict[str, Any], message: str) -> None:
    with pytest.raises(UserError, match=message):
        cardsim.exact("bridge", "double-dummy", **asked)


def test_the_gallery_is_made_without_the_page_that_needs_the_extra(
    monkeypatch: pytest.MonkeyPatch, command: Command, tmp_path: Path
) -> None:
    for module in ("endplay", "endplay.dds"):
        monkeypatch.setitem(sys.modules, module, None)
    some = [e for e in experiments.listed() if e.name in {"bridge-par", "dice-game-seat"}]
    monkeypatch.setattr(experiments, "listed", lambda: some)

    said = command(f"experiment gallery {tmp_path / 'pages'} -n 400")

    assert said.status == 0
    assert "bridge-par is left out: double dummy needs the extra cardsim[bridge]" in said.err
    files = sorted(file.name for file in (tmp_path / "pages").iterdir())
    assert files == ["dice-game-seat.html", "index.html"]
