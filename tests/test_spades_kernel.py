"""Spades as its rules file has it: invariants, and the baselines told exactly."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import polars as pl
import pytest

import cardsim
from cardsim.engine.table import Table
from cardsim.games.spades import GAME
from cardsim.games.spades.rules import BLIND_NIL, Rules
from cardsim.runs import preparation
from cardsim.tricks import strength
from cardsim.workspace import load_strategy
from harness import in_set, part_of, random_plays


def test_what_is_asked_without_seats_names_no_partner() -> None:
    """As `learn` does, which says again how to play against a default."""
    spec = preparation.prepare(
        "spades", strategy="count-bid", partner="nil-if", seed=1, vs="usual"
    ).spec

    assert str(spec.partner).startswith("nil-if")
    assert replace(spec, seats=()).partner is None


# ---------------------------------------------------------------- what always holds


def test_cards_tricks_and_points_keep_within_the_rules() -> None:
    checked = 0
    for play in random_plays(part_of("spades"), 3, tables=30, hands=8):
        rules, end = play.table.rules, play.scored[-1]
        for state in play.states[:-1]:
            hands = [in_set(int(hand)) for hand in state["hand_of"]]
            held = sorted([card for hand in hands for card in hand] + in_set(int(state["played"])))
            assert held == list(range(52))
            assert state["taken"].sum() == state["tricks"]
        assert end["taken"].sum() == 13
        assert (end["taken"][:2] + end["taken"][2:] >= 7).sum() == 1
        for side in range(2):
            bids = end["bids"][side::2]
            nils = [int(end["blind"][seat]) for seat in range(side, 4, 2) if not end["bids"][seat]]
            bid, points = int(bids.sum()), int(end["points"][side])
            lost = sum(BLIND_NIL if blind else rules.nil_penalty for blind in nils)
            won = sum(BLIND_NIL if blind else rules.nil_bonus for blind in nils)
            most = won + 10 * bid + rules.bag_points * max(0, 13 - bid)
            assert -lost - 10 * bid <= points <= most + rules.moon_bonus * (bid == 13)
        checked += 1
    assert checked == 240


# ---------------------------------------------------------------- the baselines


def hand_count(hand: list[int]) -> int:
    """Section 13: what `count-bid` counts."""
    suits = [[card % 13 for card in hand if card // 13 == suit] for suit in range(4)]
    tricks = sum((0 in suit) + (12 in suit and len(suit) >= 2) for suit in suits)
    return tricks + max(len(suits[3]) - 3, 0)


def nearest(legal: list[int], wanted: int) -> int:
    return min((bid for bid in legal if bid > 0), key=lambda bid: (abs(bid - wanted), -bid))


@pytest.mark.full
def test_learned_bids_no_nil_that_does_not_pay() -> None:
    table: dict[str, Any] = {"strategy": "learned", "vs": "same", "unit": "hand", "seed": 3}

    nils = []
    for bonus in (100, 0):
        played = cardsim.decisions("spades", n=50, nil_bonus=bonus, **table)
        bids = played.filter(pl.col("decision") == "bid")
        assert bids.height == 200
        nils.append(bids.filter(pl.col("action").cast(str) == "0").height)

    assert nils[0] > 0
    assert nils[1] == 0


@pytest.mark.full
def test_the_exact_baselines_bid_and_play_as_the_rules_say() -> None:
    named = ("count-bid", "fixed-bid", "nil-if", "highest-legal", "lowest-legal")
    known = {name: load_strategy(GAME, name) for name in named}
    nils = plays = 0
    for seed in range(120):
        rules = Rules(forbid_total_13=seed % 2 == 1, min_team_bid=seed % 5)
        table, chance = Table(GAME, rules, seed=seed), random.Random(seed)
        while not table.over:
            legal, hand = table.legal, in_set(int(table.view.hand))
            if table.asked[1] == "bid":
                count = hand_count(hand)
                high = max((strength(card) for card in hand if card >= 39), default=0)
                nil = 0 in legal and count == 0 and high <= 9
                honest = nearest(legal, max(1, count))
                nils += nil
                assert table.choice(known["count-bid"]) == honest
                assert table.choice(known["fixed-bid"]) == nearest(legal, 3)
                assert table.choice(known["nil-if"]) == (0 if nil else honest)
            else:
                by_strength = sorted(legal, key=lambda card: (strength(card), card // 13))
                assert table.choice(known["lowest-legal"]) == by_strength[0]
                assert table.choice(known["highest-legal"]) == by_strength[-1]
                plays += 1
            table.act(chance.choice(legal))
    assert nils > 3
    assert plays == 120 * 52


@pytest.mark.full
def test_the_sound_book_plays_by_its_four_rules() -> None:
    """Bids at nine together, nils with long spades, leads, and what is done once a bid is made."""
    names = ("by-the-book", "go-for-set", "sound-book")
    book, sets, sound = (load_strategy(GAME, name) for name in names)
    met = dict.fromkeys(("modest", "long", "led", "set", "throw"), 0)
    for seed in range(60):
        table, chance = Table(GAME, Rules(), seed=seed), random.Random(seed)
        while not table.over:
            view, legal, asked = table.view, table.legal, table.asked[1]
            hand, seat = in_set(int(view.hand)), int(view.seat)
            usual, choice = table.choice(book), table.choice(sound)
            if asked == "bid":
                partner, long = int(view.bids[seat ^ 2]), sum(card >= 39 for card in hand) > 3
                count = max(usual, 1) if long else usual
                modest = count > 1 and partner > 0 and count + partner >= 9
                assert choice == count - modest
                met["modest"] += modest
                met["long"] += long and usual == 0
            elif asked == "play":
                bids, taken = view.bids.tolist(), view.taken.tolist()
                lacking = [
                    sum(bids[s] - taken[s] for s in (side, side + 2) if bids[s]) for side in (0, 1)
                ]
                own, theirs = lacking[seat % 2], lacking[1 - seat % 2]
                nil = any(bid == 0 and took == 0 for bid, took in zip(bids, taken, strict=True))
                side_suits = [card for card in legal if card < 39]
                if view.laid == 0 and own > 0 and not nil and side_suits:
                    sizes = [sum(c // 13 == suit for c in side_suits) for suit in range(3)]
                    fewest = min(size for size in sizes if size)
                    suit = sizes.index(fewest)
                    best = max((c for c in side_suits if c // 13 == suit), key=strength)
                    assert choice == best
                    met["led"] += choice != usual
                else:
                    assert choice == table.choice(sets)
                    spared = theirs > 0 and len(hand) - theirs <= 2
                    if own <= 0 and not spared:
                        assert choice == usual
                        met["throw"] += 1
                    met["set"] += own <= 0 and spared and choice != usual
            table.act(choice if chance.random() < 0.8 else chance.choice(legal))
    assert min(met.values()) > 0, met
