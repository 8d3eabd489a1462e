"""Exact figures of Square 9: the pack, and nine cards as they are dealt.

A line matches if its three cards have one rank. Cards come without replacement, so m given cells
hold one given rank, of which there are c in a pack of N, with probability
c (c-1) .. (c-m+1) / N (N-1) .. (N-m+1). Lines that share a cell match in the same rank. Sums over
sets of lines are by inclusion and exclusion.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from math import perm, prod, sqrt

from cardsim.cards import rank_symbol
from cardsim.errors import UserError
from cardsim.game import Figure, FigureTable, Solution
from cardsim.games.square_nine.play import LINE_SETS, PIPS
from cardsim.games.square_nine.rules import Rules, code, decks_in_play, objection
from cardsim.games.square_nine.state import CELLS, JOKER, KING, LINES, RANKS
from cardsim.options.params import Value

Line = tuple[int, int, int]


@dataclass(frozen=True)
class Untouched:
    """Nine cards that nobody has replaced, and the pack they come from.

    Attributes:
        card_mean, card_variance: points of a card.
        points_in_pack: their sum over all packs.
        line_chance: that a given line counts nothing.
        nine_mean, nine_sd: points of nine cards, lines or not.
        score_mean: mean score, lines counting nothing.
        any_line: chance that at least one line counts nothing.
    """

    card_mean: Fraction
    card_variance: Fraction
    points_in_pack: int
    line_chance: Fraction
    nine_mean: Fraction
    nine_sd: float
    score_mean: Fraction
    any_line: Fraction


def untouched(rules: Rules, players: int) -> Untouched:
    """Compute the exact figures of a layout that is turned up as it was dealt."""
    counts, points = pack(rules, players), card_points(rules)
    size = sum(counts)
    total = sum(n * p for n, p in zip(counts, points, strict=True))
    mean = Fraction(total, size)
    squares = sum(n * p * p for n, p in zip(counts, points, strict=True))
    variance = Fraction(squares, size) - mean**2
    lines, ranks = lines_of(rules), matching_ranks(rules)
    saved = sum(_saved(cell, lines, counts, points, ranks) for cell in range(CELLS))
    return Untouched(
        card_mean=mean,
        card_variance=variance,
        points_in_pack=total,
        line_chance=sum((_all_of(counts, {rank: 3}) for rank in ranks), Fraction(0)),
        nine_mean=CELLS * mean,
        # Source: the variance of a sum of cards without replacement (hypergeometric).
        nine_sd=sqrt(CELLS * variance * Fraction(size - CELLS, size - 1)),
        score_mean=CELLS * mean - saved,
        any_line=_any_line(lines, counts, ranks),
    )


def pack(rules: Rules, players: int) -> list[int]:
    """Return how many cards of each rank are in all decks, jokers last."""
    decks = decks_in_play(rules, players)
    return [4 * decks] * JOKER + [decks * rules.jokers_per_deck]


def card_points(rules: Rules) -> list[int]:
    """Return the points of each rank."""
    points = [int(p) for p in PIPS]
    points[KING], points[JOKER] = rules.king_value, rules.joker_value
    return points


def lines_of(rules: Rules) -> list[Line]:
    """Return the lines that count nothing with three equal ranks."""
    chosen = int(LINE_SETS[code("match_lines", rules.match_lines)])
    return [line for k, line in enumerate(LINES) if chosen >> k & 1]


def matching_ranks(rules: Rules) -> range:
    """Return the ranks that count nothing in a line."""
    return range(RANKS if rules.joker_line == "zero" else JOKER)


def _all_of(counts: list[int], wanted: dict[int, int]) -> Fraction:
    """Return the chance that given cells, a number of them for each rank, hold these ranks."""
    ways = prod(perm(counts[rank], n) for rank, n in wanted.items())
    return Fraction(ways, perm(sum(counts), sum(wanted.values())))


def _saved(
    cell: int, lines: list[Line], counts: list[int], points: list[int], ranks: range
) -> Fraction:
    """Return the mean points that a cell does not count because it is in a line that matches."""
    through = [line for line in lines if cell in line]
    saved = Fraction(0)
    for n in range(1, len(through) + 1):
        for some in combinations(through, n):
            cells = len(set().union(*some))
            mean = sum(points[rank] * _all_of(counts, {rank: cells}) for rank in ranks)
            saved -= (-1) ** n * mean
    return saved


def _any_line(lines: list[Line], counts: list[int], ranks: range) -> Fraction:
    """Return the chance that at least one of the lines matches."""
    chances: dict[tuple[int, ...], Fraction] = {}
    signs: Counter[tuple[int, ...]] = Counter()
    for n in range(1, len(lines) + 1):
        for some in combinations(lines, n):
            signs[tuple(sorted(map(len, _groups(some))))] -= (-1) ** n
    for sizes in signs:
        chances[sizes] = sum(
            (_all_of(counts, _wanted(sizes, held)) for held in product(ranks, repeat=len(sizes))),
            Fraction(0),
        )
    return sum((sign * chances[sizes] for sizes, sign in signs.items()), Fraction(0))


def _wanted(sizes: tuple[int, ...], held: tuple[int, ...]) -> dict[int, int]:
    """Return how many cells hold each rank when each group of cells holds its own."""
    wanted: Counter[int] = Counter()
    for size, rank in zip(sizes, held, strict=True):
        wanted[rank] += size
    return dict(wanted)


def _groups(lines: tuple[Line, ...]) -> list[set[int]]:
    """Return the cells of the lines in groups that must hold one rank."""
    groups: list[set[int]] = []
    for line in lines:
        joined = set(line)
        apart = []
        for group in groups:
            if group & joined:
                joined |= group
            else:
                apart.append(group)
        groups = [*apart, joined]
    return groups


# ---------------------------------------------------------------- as a question


def cost(rules: Rules, players: int, options: Mapping[str, Value]) -> float:
    """Return the seconds that `solve` takes: they double with each further line."""
    impossible = objection(rules, players)
    if impossible is not None:
        raise UserError(impossible)
    return 0.02 * (1 << len(lines_of(rules)) - 3)


def solve(rules: Rules, players: int, options: Mapping[str, Value]) -> Solution:
    """Compute the figures of the pack, and of nine cards before anybody has replaced one."""
    exact = untouched(rules, players)
    lines, counts = lines_of(rules), pack(rules, players)
    figures = (
        Figure("packs", "packs in play", float(decks_in_play(rules, players))),
        Figure("card_mean", "mean points of a card", float(exact.card_mean)),
        Figure("card_variance", "variance of a card's points", float(exact.card_variance)),
        Figure("points_in_pack", "points in all packs", float(exact.points_in_pack)),
        Figure("nine_mean", "mean points of nine cards, lines or not", float(exact.nine_mean)),
        Figure("nine_sd", "their standard deviation", exact.nine_sd),
        Figure("score_mean", "mean score of a square nobody touched", float(exact.score_mean)),
        Figure(
            "line_chance", "a given line counts nothing", float(exact.line_chance), is_share=True
        ),
        Figure("any_line", "at least one line does", float(exact.any_line), is_share=True),
    )
    points, matching = card_points(rules), matching_ranks(rules)
    ranks = [rank for rank in range(RANKS) if counts[rank] > 0]
    return Solution(
        figures,
        (
            FigureTable(
                "ranks",
                "Each rank: how many there are, and the chance that a given line is three of it",
                {
                    "rank": [rank_symbol(rank) for rank in ranks],
                    "points": [points[rank] for rank in ranks],
                    "cards": [counts[rank] for rank in ranks],
                    "line": [
                        float(_all_of(counts, {rank: 3})) if rank in matching else 0.0
                        for rank in ranks
                    ],
                },
                shares=("line",),
            ),
            FigureTable(
                "cells",
                "Each cell: the lines through it",
                {
                    "cell": list(range(CELLS)),
                    "lines": [sum(cell in line for line in lines) for cell in range(CELLS)],
                },
            ),
        ),
    )


def sentence(
    figures: Mapping[str, float],
    tables: Mapping[str, FigureTable],
    players: int,
    display: Mapping[str, Value],
) -> str:
    """Return the answer in words."""
    packs = figures["packs"]
    saved = figures["nine_mean"] - figures["score_mean"]
    return (
        f"With {players} players and {packs:g} {'pack' if packs == 1 else 'packs'} a square that "
        f"nobody touches scores {figures['score_mean']:.6f} points on average, "
        f"{saved:.6f} less than its nine cards because of lines; "
        f"{100 * figures['any_line']:.4f} % have one. A card is worth "
        f"{figures['card_mean']:.6f} points."
    )
