"""What a choice gains where it comes up: told for those hands alone, and counted where it is."""

from __future__ import annotations

from typing import Any

import polars as pl
import pytest

import cardsim
from cardsim.runs.company import Company, three_of
from cardsim.studies.experiments import Lab, load
from cardsim.studies.situations import (
    Gain,
    gains_by_text,
    gains_chart,
    gains_in_three,
    gains_of_many,
    gains_table,
    gains_told,
)

BEGINNERS, MIXED, GOOD = three_of("scat")
FOUND = {
    BEGINNERS: {"early": Gain(3.0, 1.0, 0.02), "late": Gain(-2.0, 1.0, 0.01)},
    MIXED: {"early": Gain(2.0, 1.0, 0.02), "late": Gain(0.5, 1.0, 0.01)},
    GOOD: {"early": Gain(4.0, 1.0, 0.02)},
}


def test_a_gain_is_told_for_each_company_mixed_company_first() -> None:
    assert gains_told(FOUND, "early", "drawing", "taking") == (
        "drawing wins 2.0 (± 1.0) matches in 100 more than taking in mixed company, "
        "3.0 (± 1.0) against beginners and 4.0 (± 1.0) against good players"
    )


def test_a_loss_and_no_difference_are_told_apart() -> None:
    assert gains_told(FOUND, "late", "drawing", "taking", "pennies") == (
        "drawing costs 2.0 (± 1.0) pennies against beginners; "
        "in mixed company it makes no measurable difference"
    )


def test_situations_of_which_the_same_is_true_are_told_together() -> None:
    none = {who: {at: Gain(0.1, 1.0, 0.1) for at in ("early", "late")} for who in FOUND}

    told = gains_by_text(none, ("early", "late", "never"), "drawing", "taking")

    assert told == (
        "Early and late: drawing makes no measurable difference. "
        "Never: it came up too seldom to say whether drawing wins."
    )


def test_where_several_situations_begin_alike_that_is_said_once() -> None:
    places = "at 9 to 7, left of the dealer", "at 9 to 7, once two have passed"
    none = {who: {at: Gain(0.1, 1.0, 0.1) for at in places} for who in FOUND}

    assert gains_by_text(none, places, "donating", "passing") == (
        "At 9 to 7, left of the dealer or once two have passed: donating makes no measurable "
        "difference."
    )


def test_a_situation_that_was_seldom_seen_has_no_number_in_the_table() -> None:
    table = gains_table(FOUND, ("early", "late"), "pennies")

    assert table.rows[0][1:] == ("2", "+3.0 (± 1.0)", "+2.0 (± 1.0)", "+4.0 (± 1.0)")
    assert table.rows[1][4] == "seldom seen"


def test_what_was_never_seen_is_not_drawn() -> None:
    unseen: dict[Company, dict[str, Gain]] = {who: {} for who in FOUND}

    assert gains_chart(unseen, ("early", "late"), "gains", "when", "pennies") is None


def test_one_gain_among_many_situations_may_be_chance() -> None:
    def among(count: int, value: float, where: Company = MIXED) -> str:
        some = {f"turn {k}": Gain(value if k == 1 else 0.0, 1.0, 0.1) for k in range(count)}
        found = {who: some if who == where else {} for who in FOUND}
        return gains_of_many(found, tuple(some), "drawing")

    assert among(12, 1.2) == (
        "One of twelve situations gains in mixed company: turn 1, drawing wins 1.2 (± 1.0) "
        "matches in 100 more. Among so many, that may be chance."
    )
    assert among(12, 1.6).endswith("Chance alone would hardly show that, even among so many.")
    assert among(12, 0.9) == ""
    # Elsewhere only what chance would hardly show is told at all.
    good = next(who for who in FOUND if who.where == "against good players")
    assert among(12, 1.2, good) == ""
    assert among(12, 1.6, good) == (
        "Against good players, turn 1, drawing wins 1.6 (± 1.0) matches in 100 more."
    )


@pytest.mark.full
def test_a_gain_is_that_of_the_hands_in_which_it_comes_up() -> None:
    """Two runs of the same hands, with the choice and without, and a count of those that differ."""
    page = load("scat-sure-card")[0].study.__globals__
    at = page["AT"][0]
    lab = Lab(3000, 7, threads=1)
    fields = "value,value_with_discard,knocker"

    found = gains_in_three(
        lab, "scat", page["DRAWER"], ("never", at), page["seen"], fields=fields, unit="hand"
    )

    runs = [
        cardsim.run(
            "scat", 3000, strategy=page["DRAWER"], when=when, unit="hand", vs=MIXED.vs, seed=7
        )
        for when in ("never", at)
    ]
    without, drawn = (run.headline.value for run in runs)
    gain = found[MIXED][at]
    assert gain.value * gain.often == pytest.approx(100 * (drawn - without))
    assert gain.half > 0


PAGES: dict[str, tuple[str, str, dict[str, Any], int]] = {
    "scat-sure-card": ("DRAWER", "value,value_with_discard,knocker", {"unit": "hand"}, 3000),
    "euchre-donating": (
        "DONOR",
        "hand,dealer,upcard,score",
        {"unit": "match", "target": 4},
        1500,
    ),
    "spades-blind-nil": ("BLIND", "score", {"unit": "match", "blind_nil": True}, 60),
    "spades-last-bid": ("BIDDER", "bids,score,dealer", {"unit": "match", "target": 100}, 400),
}


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.full
def test_a_page_counts_the_situations_in_which_its_player_does_the_other_thing(name: str) -> None:
    """Compiled play against a count of the views in Python."""
    page = load(name)[0].study.__globals__
    player, fields, table, count = PAGES[name]
    given = {"fields": fields, "vs": "field-0", "seed": 5, "strategy": page[player], **table}
    game = name.partition("-")[0]
    usual = cardsim.decisions(game, count, when="never", **given)
    seen = page["seen"](usual)

    for when in page["WHEN"][1:]:
        other = cardsim.decisions(game, count, when=when, **given)
        asked = set(seen.filter(pl.col("when") == when)["hand"])
        assert differing(usual, other) == asked, when
    assert len(seen) > 30


@pytest.mark.parametrize(
    ("name", "player"), [("spades-setting-nil", "SETTER"), ("spades-covering-nil", "COVERER")]
)
@pytest.mark.full
def test_pages_on_nils_play_otherwise_only_where_one_was_bid(name: str, player: str) -> None:
    """Compiled play against the bids in Python."""
    page = load(name)[0].study.__globals__
    given = {"fields": "bids", "vs": "field-0", "seed": 5, "strategy": page[player], "unit": "hand"}
    usual = cardsim.decisions("spades", 600, when="never", **given)
    asked = set(page["seen"](usual)["hand"])
    assert 30 < len(asked) < 200

    for when in page["WHEN"][1:5]:
        changed = differing(usual, cardsim.decisions("spades", 600, when=when, **given))
        assert changed <= asked, when
        assert changed, when


def differing(usual: pl.DataFrame, other: pl.DataFrame) -> set[int]:
    """Return the hands or matches in which anybody did anything else."""
    moves = [
        frame.group_by("hand", maintain_order=True).agg(pl.struct("seat", "action").alias("moves"))
        for frame in (usual, other)
    ]
    both = moves[0].join(moves[1], on="hand", suffix="_other")
    return set(both.filter(pl.col("moves") != pl.col("moves_other"))["hand"])
