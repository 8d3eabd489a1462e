"""Double-dummy analysis: tricks of each declarer in each strain with all cards seen, and par.

The solver is DDS (Bo Haglund and Soren Hein), used through the package `endplay`, which is in the
extra `cardsim[bridge]`. Measured on one core: five boards a second.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any, NamedTuple

from cardsim.errors import ExtraError, UserError
from cardsim.game import Figure, FigureTable, Solution
from cardsim.games.bridge import deals
from cardsim.games.bridge.boards import CALLED, Board, usual_dealer, usual_vulnerable
from cardsim.games.bridge.pbn import deal_text, hands_of
from cardsim.games.bridge.rules import Rules
from cardsim.games.bridge.state import RAISED, SIDES, SIGNS, STRAINS
from cardsim.options.params import Language, Value, option
from cardsim.tricks import SEATS, SUITS

TOGETHER = 8
"""Boards solved in one call, which cannot be interrupted."""
SECONDS = 0.25
"""Seconds for one board."""
MOST_SHOWN = 40
"""Most boards whose par a terminal shows; a file gets all."""
STRAIN_NAMES = ("clubs", "diamonds", "hearts", "spades", "notrump")
USUAL = "usual"
SEAT_WORDS = tuple(name.lower() for name in CALLED)
VULNERABLE = {"none": (0, 0), "ns": (1, 0), "ew": (0, 1), "all": (1, 1)}


class Solved(NamedTuple):
    """The result of a board if all see all cards, and bid and play their best.

    Attributes:
        tricks: [declarer, strain], of declarer's side; seats are 0 to 3 for North, East, South and
            West, strains 0 to 4 for C D H S and notrump.
        par: points of North and South, at duplicate.
        contracts: that reach par, in words; none where all pass.
    """

    tricks: tuple[tuple[int, ...], ...]
    par: int
    contracts: tuple[str, ...]


def solved(boards: Sequence[Board]) -> list[Solved]:
    """Solve each board with its dealer and vulnerability.

    Raises:
        ExtraError: the solver is not installed.
    """
    try:
        dds: Any = importlib.import_module("endplay.dds")
        kinds: Any = importlib.import_module("endplay.types")
    except ImportError:
        raise ExtraError("double dummy", "bridge", "endplay") from None
    vul = kinds.Vul
    theirs = {(0, 0): vul.none, (1, 0): vul.ns, (0, 1): vul.ew, (1, 1): vul.both}
    solutions = []
    for at in range(0, len(boards), TOGETHER):
        some = boards[at : at + TOGETHER]
        tables = dds.calc_all_tables([kinds.Deal(deal_text(board.hands)) for board in some])
        for board, table in zip(some, tables, strict=True):
            par = dds.par(table, theirs[board.vulnerable], kinds.Player(board.dealer))
            rows = tuple(
                tuple(int(table[kinds.Player(seat), _denom(kinds, k)]) for k in range(STRAINS))
                for seat in range(SEATS)
            )
            solutions.append(Solved(rows, int(par.score), _contracts(par)))
    return solutions


def _denom(kinds: Any, strain: int) -> Any:
    """Return a strain in the solver's order: spades first, notrump last."""
    return kinds.Denom(strain if strain == SUITS else SUITS - 1 - strain)


def _contracts(par: Any) -> tuple[str, ...]:
    """Return the contracts of par, each with all seats that may declare it."""
    declarers: dict[tuple[str, str], list[str]] = {}
    for one in par:
        if one.level:
            denom = int(one.denom)
            sign = SIGNS[denom if denom == SUITS else SUITS - 1 - denom]
            contract = f"{one.level}{sign} {RAISED[int(one.penalty) - 1]}".rstrip()
            seats = declarers.setdefault((contract, _ending(int(one.result))), [])
            seats.append(CALLED[int(one.declarer)])
    return tuple(
        f"{contract} by {' or '.join(seats)}, {ending}"
        for (contract, ending), seats in declarers.items()
    )


def _ending(over: int) -> str:
    if over > 0:
        return f"made with {over} overtrick{'s' if over > 1 else ''}"
    return f"down {-over}" if over else "made"


# ---------------------------------------------------------------- as a question


def _read(text: str, name: str) -> str:
    return deal_text(hands_of(text.strip(), name))


DEAL = Language(
    "whose hand is first, and all four, clockwise, each spades.hearts.diamonds.clubs, such as "
    "'N:AKQ2.J54.T98.763 ...'",
    "DEAL",
    _read,
)


@dataclass(frozen=True)
class Options:
    """The deal to solve."""

    deal: str = option("", "a deal; the boards of a file with --deals", language=DEAL)
    dealer: str = option(
        USUAL,
        "who calls first; usual is North, or who deals the boards of a file",
        choices=(USUAL, *SEAT_WORDS),
    )
    vulnerable: str = option(
        USUAL,
        "which sides are vulnerable; usual is none, or as the boards of a file have it",
        choices=(USUAL, *VULNERABLE),
    )


def _boards(rules: Rules, options: Mapping[str, Value]) -> list[Board]:
    """Return the boards to solve."""
    deal = str(options["deal"])
    if bool(deal) == bool(rules.deals):
        raise UserError(
            "double dummy needs --deal or --deals, and not both",
            hint="--deal 'N:AKQ2.J54.T98.763 ...' with four hands, or --deals FILE.pbn",
        )
    if rules.deals:
        for name in ("dealer", "vulnerable"):
            if options[name] != USUAL:
                raise UserError(f"--{name} goes with --deal: the boards of --deals have theirs")
        return deals.boards_of(rules.deals)
    dealer, vulnerable = usual_dealer(1), usual_vulnerable(1)
    if options["dealer"] != USUAL:
        dealer = SEAT_WORDS.index(str(options["dealer"]))
    if options["vulnerable"] != USUAL:
        vulnerable = VULNERABLE[str(options["vulnerable"])]
    return [Board(1, dealer, vulnerable, hands_of(deal, "--deal"))]


def cost(rules: Rules, players: int, options: Mapping[str, Value]) -> float:
    """Refuse what cannot be solved, and return the seconds that `solve` takes."""
    for name, usual in (("scoring", "duplicate"), ("doubles", True)):
        if getattr(rules, name) != usual:
            raise UserError(
                f"par is reckoned at duplicate, with doubles, so --{name} cannot be set"
            )
    return SECONDS * len(_boards(rules, options))


def solve(rules: Rules, players: int, options: Mapping[str, Value]) -> Solution:
    """Solve each board: tricks and par."""
    boards = _boards(rules, options)
    solutions = solved(boards)
    one = len(boards) == 1
    par = Figure("par", "points of North and South at par", solutions[0].par)
    if not one:
        mean = fmean(board.par for board in solutions)
        par = Figure("par", "points of North and South at par, on average", mean)
    rows = [
        (board.number, CALLED[seat], *each.tricks[seat])
        for board, each in zip(boards, solutions, strict=True)
        for seat in range(SEATS)
    ]
    columns = dict(
        zip(("board", "declarer", *STRAIN_NAMES), map(list, zip(*rows, strict=True)), strict=True)
    )
    if one:
        del columns["board"]
    sides = {seats: word for word, seats in VULNERABLE.items()}
    return Solution(
        (Figure("boards", "boards", len(boards)), par),
        (
            FigureTable("tricks", "Tricks of each declarer in each strain", columns, brief=one),
            FigureTable(
                "par",
                "Par",
                {
                    "board": [board.number for board in boards],
                    "dealer": [SEAT_WORDS[board.dealer] for board in boards],
                    "vulnerable": [sides[board.vulnerable] for board in boards],
                    "points": [each.par for each in solutions],
                    "contract": ["; ".join(each.contracts) or "all pass" for each in solutions],
                },
                brief=len(boards) <= MOST_SHOWN,
            ),
        ),
    )


def sentence(figures: Mapping[str, float], tables: Mapping[str, FigureTable], *_: object) -> str:
    """Return the answer in words."""
    best = "if all four see all cards, and bid and play their best"
    par = figures["par"]
    if figures["boards"] > 1:
        verb = "win" if par >= 0 else "lose"
        boards = f"On average of {figures['boards']} boards"
        return f"{boards} North and South {verb} {abs(par):.4g} points, {best}."
    contract = str(tables["par"].columns["contract"][0])
    if not par:
        return f"All pass, {best}."
    winners = " and ".join(CALLED[int(par < 0) :: SIDES])
    return f"{winners} win {abs(par)} points, {best}: {contract}."
