"""What a hand is won by agrees with what a match is won by, where a hand is what is played.

In Cheat a game is what a hand is elsewhere. Strategies are put in order by the objective of a hand
and by matches won. Pairs that both tell apart must be in the same order. A pair counts as told
apart where its difference is beyond noise with a false alarm of 1e-6 for all pairs of a unit
together, so that each test here raises a false alarm at most twice in a million runs of a program
that is right.
"""

import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
import pytest

import cardsim
from cardsim.ask.comparisons import CompareResult
from cardsim.games import game_names, load_game

FALSE_ALARM = 1e-6
SEED = 1515


class Case(NamedTuple):
    """Strategies at a table.

    Attributes:
        strategies: as `compare` takes them.
        hands, matches: how many of each are played.
        pairs: how many pairs must be told apart by both, so that the test can fail.
    """

    game: str
    players: int
    strategies: tuple[str, ...]
    hands: int
    matches: int
    pairs: int

    def __str__(self) -> str:
        return f"{self.game} {self.players} {len(self.strategies)}"


THRESHOLDS = tuple(f"threshold:knock_threshold={k}" for k in range(17, 32))
SCAT = (
    "chase-31",
    "first-turn",
    "random-play",
    "suit-keeper",
    "take-margin",
    "threshold",
    "threshold-by-turn",
)
NINETY_NINE = (
    "dump-high",
    "hoarder",
    "hover",
    "king-rush",
    "king-rush:min_safe=1",
    "king-rush:min_safe=4",
    "random-card",
    "worth-keeping",
    *(f"dump-high:special_order={order}" for order in ("49TK", "4TK9", "9KT4", "TK94", "KT94")),
)
CONTRARY = ("dump-high:special_order=4TK9", "dump-high:special_order=94KT")
SQUARE_NINE = (
    "closer",
    "copycat",
    "expected-value",
    "line-builder",
    "race",
    "random-legal",
    *(f"low-card:a={a},swap={swap}" for a in (0, 2, 4, 6, 8) for swap in (3, 6, 9)),
)
EUCHRE = (
    "always-order",
    "create-void",
    "highest-legal",
    "lowest-legal",
    "lowest-power",
    "never-call",
    "random-legal",
    "simple-partner",
    "trump-count",
    *(f"power-sum:threshold_r1={k}" for k in (16, 20, 24)),
)
SPADES = (
    "bag-dodger",
    "by-the-book",
    "contract-player",
    "fixed-bid",
    "highest-legal",
    "lowest-legal",
    "nil-cover",
    "nil-if",
    "random-legal",
    *(f"count-bid:king_min_length={k}" for k in (1, 2, 3)),
)
CASINO = (
    "builder",
    "greedy-cards",
    "greedy-value",
    "hold-face",
    "pair-only",
    "random-legal",
    "trail-safe",
    *(f"builder:max_unseen_stealers={k},min_gain=1" for k in (0, 1, 2)),
)
GIN_RUMMY = (
    "gin-only",
    "meld-hunter",
    "random-legal",
    "safe-discard",
    "schedule",
    "stock-knock",
    "stock-knock:threshold=5",
    "take-improve:delta=5",
    *(f"take-improve:threshold={k}" for k in (2, 5, 8)),
    *(f"lurker:knock_below={k}" for k in (3, 6)),
)
BRIDGE = (
    "come-in",
    "highest-legal",
    "lowest-legal",
    "pass-always",
    "random-legal",
    "random-legal-play",
    "tips",
    "tips:answer_hcp=10",
    *(f"tips:open_hcp={k}" for k in (13, 15)),
)
CHEAT = (
    "bayes-challenger",
    "bayes-challenger:threshold=0.2",
    "bluffer",
    "certain-only",
    "last-card-hawk",
    "over-claimer",
    "over-claimer:extra_prob=0.6",
    "planner",
    "random-legal",
    *(f"truth-first:challenge_prob={q}" for q in (0, 0.05, 0.2)),
)

AGREE = (
    *(Case("scat", players, THRESHOLDS, 200_000, 15_000, 50) for players in (2, 6)),
    Case("scat", 2, SCAT, 200_000, 20_000, 12),
    Case("ninety-nine", 2, NINETY_NINE, 200_000, 20_000, 60),
    Case("square-nine", 2, SQUARE_NINE, 20_000, 3_000, 100),
    Case("square-nine", 3, SQUARE_NINE, 20_000, 3_000, 100),
    Case("spades", 4, SPADES, 100_000, 20_000, 55),
    Case("euchre", 4, EUCHRE, 100_000, 20_000, 50),
    Case("casino", 2, CASINO, 30_000, 10_000, 30),
    *(Case("gin-rummy", players, GIN_RUMMY, 100_000, 10_000, 40) for players in (2, 3)),
    Case("bridge", 4, BRIDGE, 60_000, 4_000, 30),
    Case("cheat", 4, CHEAT, 30_000, 8_000, 45),
)
DEEP = tuple(Case("scat", players, THRESHOLDS, 300_000, 20_000, 60) for players in (3, 4))

DISAGREE = (
    Case("scat", 4, ("chase-31", "threshold:knock_threshold=20"), 500_000, 50_000, 1),
    Case("ninety-nine", 4, CONTRARY, 300_000, 40_000, 1),
    Case("spades", 4, ("count-bid:offset=-1", "count-bid:offset=1"), 100_000, 20_000, 1),
)
"""Where a match goes on with fewer players, what does well among many is not all there is to it;
and who is to be first at a number of points had better not bid too little."""


def told_apart(result: CompareResult) -> dict[tuple[int, int], float]:
    """The pairs told apart: the better one, the worse one and by how much."""
    moments, count = result.moments, len(result.contenders)
    pairs = count * (count - 1) // 2
    z = NormalDist().inv_cdf(1 - FALSE_ALARM / pairs / 2)
    means = moments.means * (-1 if result.measure.lower_is_better else 1)
    found = {}
    for a in range(count):
        reach = z * moments.sds(a) / math.sqrt(moments.n)
        for b in np.flatnonzero(means[a] - means > reach):
            found[a, int(b)] = float(means[a] - means[b])
    return found


def both_orders(
    game: str, players: int, strategies: Sequence[str], hands: int, matches: int
) -> tuple[set[tuple[int, int]], list[str]]:
    """Pairs in the same order by hands and by matches; and those that are not, in words."""
    by_hand, by_match = (
        told_apart(
            cardsim.compare(
                game, strategies, n=n, players=players, unit=unit, vs="usual", seed=SEED, threads=1
            )
        )
        for unit, n in ((load_game(game).single_unit, hands), ("match", matches))
    )
    contrary = [
        f"{strategies[a]} wins {100 * by_match[a, b]:.1f} pp more matches than {strategies[b]}, "
        f"and by hand is worse by {by_hand[b, a]:.4f}"
        for a, b in by_match
        if (b, a) in by_hand
    ]
    return by_hand.keys() & by_match.keys(), contrary


@pytest.mark.parametrize(
    "case", [*AGREE, *(pytest.param(case, marks=pytest.mark.deep) for case in DEEP)], ids=str
)
@pytest.mark.kept(0, full=4)
def test_the_order_by_hand_is_the_order_by_match(case: Case) -> None:
    alike, contrary = both_orders(*case[:-1])

    assert contrary == []
    assert len(alike) >= case.pairs


@pytest.mark.parametrize("case", DISAGREE, ids=str)
@pytest.mark.full
def test_only_matches_tell_who_wins_where_a_hand_is_not_all_there_is(case: Case) -> None:
    alike, contrary = both_orders(*case[:-1])

    assert alike == set()
    assert len(contrary) == case.pairs


@pytest.mark.parametrize("game", sorted({case.game for case in DISAGREE}))
def test_what_is_played_is_a_match_where_only_matches_tell(game: str) -> None:
    assert load_game(game).usual_unit == "match"


def test_every_game_with_matches_has_its_orders_compared() -> None:
    games = map(load_game, game_names())
    with_both = {g.name for g in games if "match" in g.units and g.single_unit != "match"}

    assert {case.game for case in AGREE} == with_both
