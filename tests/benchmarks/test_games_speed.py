"""Games against hand-optimised C: run with `python -m pytest tests/benchmarks`.

`reference/<game>.c` with Philox, built by gcc -O3 -march=native, plays what the first strategy of
the game plays. Nothing is asserted about time, but that both play the same game is.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from numpy import int64, uint64

import cardsim
from cardsim import Strategy, borrowed
from cardsim.cards import PACK, fresh_deck
from cardsim.games import bridge, load_game
from cardsim.games.bridge import given
from cardsim.games.bridge.state import PASS, YOUR_ENDS
from cardsim.games.euchre.state import ENDS
from cardsim.games.gin_rummy.state import ENDS as GIN_ENDS
from cardsim.kernels.jit import entry_for
from cardsim.rng import WORDS_DTYPE, place
from cardsim.runs import preparation, seating
from cardsim.tricks import SEATS

OPEN = 12
Built = Callable[[str], Path]


@dataclass(frozen=True)
class Timed:
    """What is timed of a game.

    Attributes:
        strategies: of all seats; `lowest` is made here.
        unit: what is played, if not what usually is.
        hands: in a round.
        chunk: of them at once.
        rounds: of each benchmark.
        arguments: of the C program, behind the number of hands.
    """

    strategies: Sequence[str]
    unit: str | None = None
    hands: int = 1 << 17
    chunk: int = 1 << 14
    rounds: int = 7
    arguments: Sequence[str] = ()


GAMES = {
    # The first who has twelve points bids one of the longest suit, all others pass.
    "bridge": Timed(["lowest", "tips", "random-legal"], "board"),
    "casino": Timed(["greedy-value", "builder", "random-legal"], "hand"),
    "cheat": Timed(["truth-first", "planner"], hands=1 << 16, chunk=1 << 13),
    "counter-cameroon": Timed(
        ["max-points-live", "race-odds", "win-odds"], hands=1 << 15, rounds=15
    ),
    # Calls of `power-sum`, discards of `lowest-power`, plays of `lowest-legal`.
    "euchre": Timed(["lowest", "by-the-book", "random-legal"], "hand"),
    "gin-rummy": Timed(["take-improve", "early-hunter", "learned", "random-legal"], "hand"),
    "ninety-nine": Timed(["dump-high", "king-rush", "hoarder"], "hand", rounds=15),
    # `lowest-legal` has the bids of `by-the-book`.
    "spades": Timed(["lowest-legal", "by-the-book", "random-legal"], "hand"),
    "square-nine": Timed(["low-card", "closer"], arguments=["4"]),
}


def grouped(name: str, *values: str) -> Any:
    """A parameter of the benchmarks of one game, which are one group."""
    return pytest.param(name, *values, marks=pytest.mark.benchmark(group=f"{name}, one thread"))


def opens(view: Any) -> Any:
    """One of the longest suit with twelve points, where nobody has bid."""
    if view.level > 0 or bridge.points(view.hand) < OPEN:
        return PASS
    lengths, best = bridge.shape(view.hand), 0
    for suit in range(1, 4):
        if bridge.length(lengths, suit) >= bridge.length(lengths, best):
            best = suit
    return bridge.bid(1, best)


def lowest(game: str) -> Strategy:
    """What the C program plays at Bridge and Euchre."""
    play: dict[str, Any] = {"play": borrowed(game, "lowest-legal", "play")}
    if game == "bridge":
        return Strategy(
            game, name="lowest", call=opens, lead=borrowed(game, "lowest-legal", "lead"), **play
        )
    calls: dict[str, Any] = {
        name: borrowed(game, "power-sum", name) for name in ("order", "name_trump")
    }
    discard = borrowed(game, "lowest-power", "discard")
    return Strategy(game, name="lowest", discard=discard, **calls, **play)


@pytest.mark.parametrize("name", [grouped(name) for name in GAMES])
def test_c_reference(benchmark: Any, built: Built, name: str) -> None:
    timed, program = GAMES[name], str(built(name))
    benchmark.pedantic(
        subprocess.run,
        args=([program, str(timed.hands), *timed.arguments],),
        kwargs={"capture_output": True},
        rounds=timed.rounds,
    )


@pytest.mark.parametrize(
    ("name", "strategy"),
    [grouped(name, strategy) for name, timed in GAMES.items() for strategy in timed.strategies],
)
@pytest.mark.parametrize("how", ["open", "bound"])
def test_engine(benchmark: Any, played: Any, name: str, strategy: str, how: str) -> None:
    timed = GAMES[name]
    # Completed once, so that it is one strategy in all seats.
    who = seating.seated(load_game(name), lowest(name) if strategy == "lowest" else strategy)
    setup = preparation.prepare(name, strategy=who, vs=who, unit=timed.unit, seed=1)
    play = played(setup, timed.hands, timed.chunk, how)
    rounds = 3 if strategy == "win-odds" else timed.rounds
    benchmark.pedantic(play, rounds=rounds, warmup_rounds=1)


KNOCKERS = tuple(f"threshold:knock_threshold={at}" for at in (18, 25))
MEMBERS = (*KNOCKERS, "suit-keeper", "chase-31")


@pytest.mark.parametrize("vs", [*MEMBERS, ", ".join(MEMBERS)])
@pytest.mark.parametrize("how", ["open", "bound"])
@pytest.mark.benchmark(group="Scat for two, single hands: a mixture and each of its members")
def test_mixed_company(benchmark: Any, played: Any, vs: str, how: str) -> None:
    """With two players a hand against the mixture is the hand against whoever was drawn."""
    setup = preparation.prepare("scat", vs=vs, players=2, unit="hand", seed=1)
    benchmark.pedantic(played(setup, 1 << 18, 1 << 14, how), rounds=9, warmup_rounds=1)


@pytest.mark.benchmark(group="a run with its counting")
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(
    ("name", "hands"), [("scat", 1 << 22), ("chinese-ten", 1 << 20), ("dice-game", 1 << 22)]
)
def test_run(benchmark: Any, name: str, hands: int, threads: int) -> None:
    benchmark.pedantic(
        cardsim.run,
        args=(name, hands),
        kwargs={"seed": 1, "threads": threads},
        rounds=7,
        warmup_rounds=1,
    )


def _fitting(hands, deck, asked, words, count):  # type: ignore[no-untyped-def]
    fresh_deck(deck)
    tried = int64(0)
    for k in range(count):
        place(words[0], uint64(1), uint64(k), uint64(0), uint64(0))
        tried += given.deal_fitting(hands, deck, asked, words[0], given.MOST_TRIED)
    return tried


@pytest.mark.benchmark(group="Bridge, deals that fit, one thread")
@pytest.mark.parametrize(
    "text", ["north 15-17 balanced, south 8+ with 5 hearts", "ns 25+ with 8 hearts"]
)
def test_deals_that_fit(benchmark: Any, text: str) -> None:
    """`extra_info` has the deals that were begun in a round."""
    asked = np.array(given.numbers(given.read(text, "given")), np.int32)
    room = np.zeros(SEATS, np.uint64), np.zeros(PACK, np.uint8), asked, np.zeros(1, WORDS_DTYPE)
    found = 10_000
    entry = entry_for(_fitting, "i8", *room, found)
    benchmark.extra_info["tried"] = entry.call(*room, found)
    benchmark.pedantic(entry.call, args=(*room, found), rounds=7)


# Both play the same game: means and shares differ by less than five standard errors.

N = 400_000


def said(program: Path, *arguments: object) -> str:
    """What a C program tells of so many hands."""
    command = [str(program), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def numbers_after(text: str, *words: str) -> list[float]:
    """The number behind each of these words."""
    told = text.split()
    return [float(told[told.index(word) + 1]) for word in words]


def shares_after(text: str, word: str) -> list[float]:
    """All numbers behind a word."""
    told = text.split()
    return list(map(float, told[told.index(word) + 1 :]))


def assert_near(theirs: float, ours: float, *, sd: float, n: int = N) -> None:
    assert abs(theirs - ours) < 5 * sd * (2 / n) ** 0.5


def assert_shares(theirs: Sequence[float], counts: Mapping[int, int], *, ends: int) -> None:
    assert len(theirs) == ends
    for end, share in enumerate(theirs):
        reach = 5 * (2 * share * (1 - share) / N) ** 0.5
        assert abs(share - counts.get(end, 0) / N) <= reach, end


def mean_of(rows: pl.DataFrame, column: str) -> float:
    """The mean of a column of counted rows."""
    return float(np.average(rows[column].to_numpy(), weights=rows["count"].to_numpy()))


def counts_of(rows: pl.DataFrame, column: str) -> dict[int, int]:
    """How often each number is in a column of counted rows."""
    return dict(rows.group_by(column).agg(pl.col("count").sum()).iter_rows())


def test_the_c_program_plays_bridge(built: Built) -> None:
    text = said(built("bridge"), N, 4)
    who = lowest("bridge")
    tables = cardsim.run("bridge", N, seed=4, strategy=who, vs=who, threads=1).tables

    tricks, sd = numbers_after(text, "tricks", "sd")
    assert_shares(
        shares_after(text, "ends"), counts_of(tables["you"], "your_end"), ends=len(YOUR_ENDS)
    )
    results = tables["results"]
    assert_near(tricks, int((results["tricks"] * results["count"]).sum()) / N, sd=sd)


def test_the_c_program_plays_casino(built: Built) -> None:
    points, sd = numbers_after(said(built("casino"), N, 4), "points", "sd")
    seats = ["greedy-value"] * 2
    rows = cardsim.run("casino", N, unit="hand", seed=4, seats=seats, threads=1).tables["sides"]

    assert_near(points, mean_of(rows.filter(rows["side"] == 0), "score"), sd=sd)


@pytest.mark.parametrize(
    ("name", "strategy", "hands", "unit", "measures"),
    [
        ("cheat", "truth-first", 100_000, None, ("plays", "lies", "challenges")),
        ("spades", "lowest-legal", N, "hand", ("points", "bags")),
    ],
)
def test_the_c_program_plays_cheat_and_spades(
    built: Built, name: str, strategy: str, hands: int, unit: str | None, measures: tuple[str, ...]
) -> None:
    found = numbers_after(said(built(name), hands, 4), *measures)
    run = cardsim.run(name, hands, unit=unit, seed=4, seats=[strategy] * 4, threads=1)

    for measure, theirs in zip(measures, found, strict=True):
        ours = run.estimates[measure]
        assert_near(theirs, ours.value, sd=ours.sd, n=hands)


def test_the_c_program_plays_euchre(built: Built) -> None:
    shares = shares_after(said(built("euchre"), N, 4), "ends")
    run = cardsim.run("euchre", N, unit="hand", seed=4, seats=[lowest("euchre")] * 4, threads=1)

    assert_shares(shares, counts_of(run.tables["ends"], "end"), ends=len(ENDS))


def test_the_c_program_plays_gin_rummy(built: Built) -> None:
    text = said(built("gin-rummy"), N, 4)
    seats = ["take-improve"] * 3
    tables = cardsim.run("gin-rummy", N, unit="hand", seed=4, seats=seats, threads=1).tables

    turns, sd = numbers_after(text, "turns", "sd")
    assert_near(turns, mean_of(tables["turns"], "turns"), sd=sd)
    assert_shares(shares_after(text, "ends"), counts_of(tables["ends"], "end"), ends=len(GIN_ENDS))


def test_the_c_program_plays_ninety_nine(built: Built) -> None:
    n = 1_000_000
    shown = said(built("ninety-nine"), n, 3).splitlines()[1]
    cards, sd, at_99, *lost = (float(number) for number in re.findall(r"\d+\.\d+", shown))
    result = cardsim.run("ninety-nine", n, seed=4, players=3, unit="hand", vs="usual")
    found, losers = result.estimates, counts_of(result.tables["loser"], "loser")

    assert_near(cards, found["cards"].value, sd=sd, n=n)
    assert abs(sd - found["cards"].sd) < 5 * sd / n**0.5
    shares = [found["at_99"].value, *(losers[seat] / n for seat in range(3))]
    for theirs, ours in zip([at_99, *lost], shares, strict=True):
        assert_near(theirs, ours, sd=(theirs * (1 - theirs)) ** 0.5, n=n)


def test_the_c_program_plays_square_nine(built: Built) -> None:
    text = said(built("square-nine"), N, 4, 3)
    theirs = [float(text.split(word)[1].split()[0]) for word in ("turns=", "score ")]
    result = cardsim.run("square-nine", N, seed=4, seats="low-card;low-card")
    turns, rows = result.estimates["turns"], result.tables["seats"]

    assert_near(theirs[0], turns.value, sd=turns.sd)
    assert_near(theirs[1], mean_of(rows.filter(rows["seat"] == 0), "score"), sd=9)
