"""Is it good to deal in Casino?

The dealer plays last, and the last capture takes everything left on the table. But the first player
finds four cards there. Everybody plays alike: they capture what is worth most, trail what is safest
as well, build as well, or play by the learned rules. In a match the deal goes round. Whether to
keep a face card for the end, we ask against beginners, in mixed company and against good players.
"""

from collections.abc import Mapping
from math import sqrt

import numpy as np
import polars as pl

import cardsim
from cardsim import Chart, Experiment, Number, Result, Series
from cardsim.games.casino.moves import KIND, TAKE, VALUE
from cardsim.games.casino.state import ACES, CAPTURE, PLAYS, SPADES, TEN_OF_DIAMONDS, TWO_OF_SPADES
from cardsim.studies import Lab, amount, counted, in_three, joined, rounded, wilson, z_value

PLAIN, MAIN = "capture what is worth most", "build whatever wins cards"
WAYS = {
    PLAIN: "greedy-value",
    "trail what is safest": "trail-safe",
    MAIN: "bold-builder",
    "play by the learned rules": "learned",
}
PLAYERS = (2, 3, 4)
HOUSE: dict[str, dict[str, object]] = {
    "the standard game": {},
    "2 for most cards, 1 for the last capture": {"cards_points": "majority-2-last-1"},
    "a point for a sweep": {"sweep_points": 1},
    "a point for a sweep, of the last card too": {"sweep_points": 1, "sweep_on_final_card": True},
    "a face card takes all of its rank": {"face_capture": "all"},
}
LAST_DEALS = range(1, 7)
HANDS = 5
"""Hands that are played for each match."""

Gain = tuple[float, float]
"""A player's gain over the others, and half the width of its interval."""


def study(lab: Lab) -> None:
    """Play, show, answer."""
    played = {
        (told, n): lab.run(
            "casino", lab.n * HANDS, unit="hand", strategy=way, vs=way, players=n, precision=None
        )
        for told, way in WAYS.items()
        for n in PLAYERS
    }
    beside = {key: of_the_dealer(result) for key, result in played.items()}
    two = beside[MAIN, 2]
    places(lab, beside)
    left = last_card(lab, {told: played[told, 2] for told in WAYS})
    turned = by_house_rules(lab)
    first = in_a_match(lab)
    kept = face_kept(lab)
    many = PLAYERS[-1]
    lab.answer(
        f"{verdict({n: beside[MAIN, n] for n in PLAYERS})}. With two players who both {MAIN}, the "
        f"dealer scores {more(two)} points a hand than the other player. The dealer makes the last "
        f"capture in {left[0]} of hands, and what is left on the table makes a difference of "
        f"{spoken(left[1])} points. With {counted(many)} players the dealer scores "
        f"{more(beside[MAIN, many])} points a hand than the others on average. "
        f"{turned} {first} {kept}",
        Number.of(
            rounded(abs(two[0]), two[1]),
            f"points a hand {'more' if two[0] >= 0 else 'fewer'} for the dealer than for the "
            "other, two players",
        ),
        Number.of(
            spoken(left[1]), "points for the dealer from what is left at the end, two players"
        ),
        Number.of(
            spoken(beside[MAIN, many]),
            f"points a hand for the dealer over the others' average, {counted(many)} players",
        ),
    )


def spoken(gain: Gain) -> str:
    """Return a gain with its sign."""
    return rounded(*gain, signed=True)


def more(gain: Gain) -> str:
    """Return a gain as an amount more or fewer."""
    return f"{rounded(abs(gain[0]), gain[1])} {'more' if gain[0] >= 0 else 'fewer'}"


def verdict(gains: Mapping[int, Gain]) -> str:
    """Return whether it is good to deal, by the number of players where that matters."""
    by: dict[str, list[str]] = {}
    for n, (value, half) in gains.items():
        told = "it is too close to call" if abs(value) <= half else "yes" if value > 0 else "no"
        by.setdefault(told, []).append(counted(n))
    parts = [f"{told} with {joined(players)}" for told, players in by.items()]
    text = f"{', '.join(parts)} players" if len(by) > 1 else next(iter(by))
    return text[:1].upper() + text[1:]


def mean_of(values: np.ndarray) -> Gain:
    """Return the mean of some hands and half the width of its interval."""
    return float(values.mean()), float(z_value(0.95) * values.std() / sqrt(len(values)))


def of_the_dealer(result: Result) -> Gain:
    """Return how many points a hand the dealer has more than the others on average."""
    dealer = result.spec.players - 1
    rows = result.tables["net"].filter(pl.col("your_seat") == dealer)
    values, counts = rows["your_net"].to_numpy(), rows["count"].to_numpy()
    total = counts.sum()
    mean = float((values * counts).sum() / total)
    variance = float((values**2 * counts).sum() / total) - mean**2
    return mean, z_value(0.95) * sqrt(variance / total)


def places(lab: Lab, beside: dict[tuple[str, int], Gain]) -> None:
    """Show the dealer's points at tables of each size."""
    lab.section(
        "By the number of players",
        "Points a hand that the dealer scores above the others' average. "
        + " ".join(
            f"If all {told}: "
            + joined([f"{spoken(beside[told, n])} with {counted(n)} players" for n in PLAYERS])
            + "."
            for told in WAYS
        ),
        Chart(
            "Points that the dealer scores above the others' average",
            "players",
            "points a hand above the others",
            tuple(
                Series(
                    f"all {told}",
                    PLAYERS,
                    tuple(beside[told, n][0] for n in PLAYERS),
                    tuple(beside[told, n][0] - beside[told, n][1] for n in PLAYERS),
                    tuple(sum(beside[told, n]) for n in PLAYERS),
                )
                for told in WAYS
            ),
            reference=(0, "the others"),
        ),
    )


def last_card(lab: Lab, played: dict[str, Result]) -> tuple[str, Gain]:
    """Show who captures last and what that gains; return how often, and how much, if all build."""
    shares = {told: captures_last(result) for told, result in played.items()}
    brought = {told: by_what_is_left(lab, WAYS[told]) for told in (PLAIN, MAIN)}
    lab.section(
        "The last capture",
        "With two players the dealer makes the last capture in "
        + joined([f"{shares[told]} of hands if both {told}" for told in WAYS])
        + ". What is left on the table then changes the dealer's lead by "
        + joined([f"{spoken(gain)} points if both {told}" for told, (gain, _) in brought.items()])
        + ". On average "
        + joined([f"{cards:.1f} cards" for _, cards in brought.values()])
        + " are left. The rest of the dealer's lead comes from the hand before that.",
    )
    return shares[MAIN], brought[MAIN][0]


def captures_last(result: Result) -> str:
    """Return how often the dealer of two captures last."""
    ends = result.tables["ends"]
    total = int(ends["count"].sum())
    last = int(ends.filter(pl.col("last") == 1)["count"].sum())
    low, high = wilson(last, total)
    return rounded(100 * last / total, 50 * (high - low), unit=" %")


def by_what_is_left(lab: Lab, way: str) -> tuple[Gain, float]:
    """Return what the cards left at the end change in the dealer's lead, and how many they are."""
    gained, cards = left_at_the_end(way, lab.n, seed=lab.seed)
    return mean_of(gained), float(cards.mean())


def left_at_the_end(way: str, hands: int, *, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the same for each hand."""
    fields = ["turn", "loose", "piles", "build_cards"]
    batches = cardsim.decisions_in_batches(
        "casino", hands, unit="hand", strategy=way, vs=way, fields=fields, seed=seed
    )
    last = pl.concat([batch.filter(pl.col("turn") == PLAYS - 1) for batch in batches])
    action = last["action"].to_numpy()
    chosen, loose = (last[name].to_numpy().astype(np.uint64) for name in ("action_2", "loose"))
    card = np.uint64(1) << (action & 63).astype(np.uint64)
    captures = (action >> KIND) & 3 == CAPTURE
    value = np.where(action >> TAKE != 0, (action >> VALUE) & 15, 0)
    builds = last["build_cards"].to_numpy()
    built = np.where(value > 0, builds[np.arange(len(value)), value], np.uint64(0))
    piles = last["piles"].to_numpy()
    others, own = piles[:, 0], piles[:, 1]
    own = np.where(captures, own | card | chosen | built, own)
    left = np.where(captures, loose & ~chosen, loose | card)
    to = last["last"].to_numpy()
    nothing = np.uint64(0)
    own_all, others_all = (
        own | np.where(to == 1, left, nothing),
        others | np.where(to == 0, left, nothing),
    )
    return net(own_all, others_all) - net(own, others), np.bitwise_count(left)


def net(own: np.ndarray, others: np.ndarray) -> np.ndarray:
    """Return the points of one pile less those of the other, for each hand."""

    def held(cards: int) -> np.ndarray:
        own_of, others_of = (np.bitwise_count(pile & np.uint64(cards)) for pile in (own, others))
        difference: np.ndarray = own_of.astype(int) - others_of.astype(int)
        return difference

    named = 2 * held(1 << TEN_OF_DIAMONDS) + held(1 << TWO_OF_SPADES) + held(ACES)
    gained: np.ndarray = 3 * np.sign(held((1 << 52) - 1)) + np.sign(held(SPADES)) + named
    return gained


def by_house_rules(lab: Lab) -> str:
    """Show the dealer's points by house rules; return which rules turn the edge, in a sentence."""
    gains = {
        told: {
            rule: of_the_dealer(
                lab.run(
                    "casino",
                    lab.n * HANDS,
                    unit="hand",
                    strategy=WAYS[told],
                    vs=WAYS[told],
                    precision=None,
                    **options,
                )
            )
            for rule, options in HOUSE.items()
        }
        for told in (PLAIN, MAIN)
    }
    standard, *_ = HOUSE
    sign = gains[MAIN][standard][0]
    turns = [
        f"{rule} ({spoken(gain)} points a hand)"
        for rule, gain in gains[MAIN].items()
        if gain[0] * sign < 0 and abs(gain[0]) > gain[1]
    ]
    whose = "the other player's edge" if sign < 0 else "the dealer's edge"
    told = (
        f"One house rule reverses {whose}: {joined(turns)}."
        if len(turns) == 1
        else f"Some house rules reverse {whose}: {joined(turns)}."
        if turns
        else f"No house rule reverses {whose}."
    )
    lab.section(
        "By house rules",
        f"Points a hand that the dealer scores above the other, with two players. {told}",
        Chart(
            "Points that the dealer scores above the other, with two players",
            "house rule",
            "points a hand above the other",
            tuple(
                Series(
                    f"both {way}",
                    tuple(HOUSE),
                    tuple(value for value, _ in by.values()),
                    tuple(value - half for value, half in by.values()),
                    tuple(value + half for value, half in by.values()),
                )
                for way, by in gains.items()
            ),
            kind="points",
            reference=(0, "even"),
        ),
    )
    return told


def in_a_match(lab: Lab) -> str:
    """Show who wins a match, by who deals first; return a sentence for two who build."""
    gains = {}
    for told in (PLAIN, MAIN):
        batches = cardsim.decisions_in_batches(
            "casino",
            lab.n * 2,
            unit="match",
            strategy=WAYS[told],
            vs=WAYS[told],
            fields="turn",
            seed=lab.seed,
        )
        begins = (pl.col("deal") == 0) & (pl.col("turn") == 1)
        won = pl.concat([batch.filter(begins).select("win") for batch in batches])["win"]
        share, half = mean_of(won.to_numpy())
        gains[told] = (100 * share - 50, 100 * half)
    lab.section(
        "In a match",
        "Deal the first hand of a match between two, and you win this many matches in 100 above an "
        "even share: "
        + joined([f"{spoken(gain)} if both {told}" for told, gain in gains.items()])
        + ".",
    )
    value, half = gains[MAIN]
    if abs(value) <= half:
        return "In a match between two, dealing first makes no measurable difference."
    return (
        f"Deal first in a match between two, and you win {more(gains[MAIN])} matches in 100 than "
        "an even share."
    )


def face_kept(lab: Lab) -> str:
    """Show the value of keeping a face card for the last play; return it in a sentence."""
    kept = [f"hold-face:last_deals={k}" for k in LAST_DEALS]
    three = in_three(
        "casino", lambda vs: lab.compare("casino", "greedy-value", kept, unit="match", vs=vs)
    )
    gaps = {who: [c.gap(k, 0) for k in LAST_DEALS] for who, c in three.items()}
    mixed = list(three)[1]
    best = max(LAST_DEALS, key=lambda k: gaps[mixed][k - 1].value)
    gains = {who: gap[best - 1] for who, gap in gaps.items()}
    told = joined([f"{amount(gap)} {who.where}" for who, gap in gains.items()])
    which = "in the last deal" if best == 1 else f"in the last {counted(best)} deals"
    said = (
        f"If you do not build, keep a face card for your last play as dealer {which}: that wins "
        f"this many more matches in 100: {told}."
        if gains[mixed].low > 0
        else "If you do not build, keeping a face card for your last play as dealer makes no "
        "measurable difference in mixed company."
    )
    lab.section(
        "A face card kept for last",
        f"{said} A face card takes only one card of its rank, so it seldom captures early; kept, "
        "it may well make the last capture.",
        Chart(
            "What the dealer gains by keeping a face card for the last play",
            "last deals in which the dealer keeps one",
            "matches in 100 more",
            tuple(Series.of_gaps(who.name, LAST_DEALS, gap) for who, gap in gaps.items()),
            reference=(0, "nothing"),
        ),
    )
    return said


# By a number of matches: the parts are tables of places, with no one interval that matters.
EXPERIMENT = Experiment(study, n=20_000)
