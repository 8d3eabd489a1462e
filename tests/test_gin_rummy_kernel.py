"""Gin Rummy as its rules file has it: invariants, and the baselines told exactly."""

from __future__ import annotations

import numpy as np
import pytest

from cardsim.cards import card_name
from cardsim.engine.table import Table
from cardsim.games.gin_rummy import GAME
from cardsim.games.gin_rummy.rules import PRESETS, Rules
from cardsim.games.gin_rummy.state import (
    NO_TILE,
    NOBODY,
    UNDERCUT,
)
from cardsim.places import stack
from cardsim.workspace import load_strategy
from harness import in_set, part_of, random_plays
from oracles import gin_rummy as book
from worked_examples import cards

CLASSIC = Rules(**PRESETS["classic-2p"])  # type: ignore[arg-type]
STOCK = 0


def as_set(members: list[int]) -> int:
    """Some ids as a set."""
    return sum(1 << member for member in members)


def dealt(hands: str, rest: str) -> Table:
    """A table at which these hands are dealt from the dealer's left on, then upcard and stock."""
    table = Table(GAME, Rules(), 3)
    stack(table, cards(hands) + cards(rest))
    table.deal()
    return table


# ---------------------------------------------------------------- what always holds


def test_tiles_hands_and_points_keep_within_the_rules() -> None:
    checked = {"knocks": 0, "hands": 0}
    for play in random_plays(part_of("gin_rummy"), 3, tables=60, hands=6):
        rules, players = play.table.rules, play.table.players
        for state in play.states[:-1]:
            hands = [in_set(int(hand)) for hand in state["hand_of"][:players]]
            row = state["discards"][: int(state["row_size"])].tolist()
            stock = state["deck"][52 - int(state["stock_size"]) :].tolist()
            assert sorted([*row, *stock, *(t for hand in hands for t in hand)]) == list(range(52))
            sizes = [len(hand) for hand in hands]
            assert sizes == state["hand_sizes"][:players].tolist()
            more = [seat for seat, size in enumerate(sizes) if size != rules.hand_size]
            assert more in ([], [int(state["seat"])])
            assert all(sizes[seat] == rules.hand_size + 1 for seat in more)
            for seat, hand in enumerate(hands):
                assert set(in_set(int(state["taken"][seat]))) <= set(hand)
        end = play.scored[-1]
        points = end["points"][:players].tolist()
        assert min(points) >= 0
        if int(end["end"]) != UNDERCUT:
            assert sum(point > 0 for point in points) <= 1
        if int(end["knocker"]) != NOBODY:
            assert 0 <= end["deadwood_of"][int(end["knocker"])] <= rules.knock_limit
            checked["knocks"] += 1
        checked["hands"] += 1
    assert checked["hands"] == 360
    assert checked["knocks"] > 150


def test_the_newest_tile_is_never_the_one_just_taken() -> None:
    seen = 0
    for play in random_plays(part_of("gin_rummy"), 5, tables=30, hands=4):
        if play.table.rules.allow_return_discard:
            continue
        for step in play.steps:
            if step.decision is not None and step.decision.name == "finish":
                banned = int(step.before["banned"])
                if banned >= 0 and int(step.after["newest"]) != NO_TILE:
                    assert int(step.after["newest"]) != banned
                    seen += 1
    assert seen > 200


def test_what_is_legal_is_what_is_counted() -> None:
    for seed in range(40):
        rules = Rules(knock_limit=40, allow_return_discard=seed % 2 == 0, hand_size=4 + seed % 8)
        table = Table(GAME, rules, 2 + seed % 3, seed=seed)
        rng = np.random.default_rng(seed)
        while not table.over:
            legal = table.legal
            assert legal == sorted(legal)
            allowed = [action for action in range(-3, 60) if table.allows(action)]
            assert allowed == legal
            assert not table.allows(1 << 40)
            assert not table.allows(-(1 << 40))
            table.act(int(rng.choice(legal)))


# ---------------------------------------------------------------- the baselines


def least(hand: list[int], banned: int) -> int:
    """The tile without which least is left, by the oracle; of equals the dearest, the highest."""
    return min(
        (tile for tile in hand if tile != banned),
        key=lambda t: (book.deadwood([o for o in hand if o != t]), -book.value_of(t), -t),
    )


def baseline(table: Table, name: str) -> int:
    """What `stock-knock` or `take-improve` does, in the words of section 12."""
    hand = in_set(int(table.view.hand))
    if table.asks.name in ("upcard", "draw"):
        newest = int(table.view.newest)
        if name == "stock-knock" or len(table.legal) == 1:
            return STOCK
        rest = [*hand, newest]
        rest.remove(least(rest, newest))
        return int(book.deadwood(rest) < book.deadwood(hand))
    if book.deadwood(hand) == 0:
        return 2 * len(hand)
    tile = least(hand, int(table.view.banned))
    rest = [other for other in hand if other != tile]
    return hand.index(tile) + len(hand) * (book.deadwood(rest) <= 10)


@pytest.mark.parametrize("rules", [Rules(), CLASSIC], ids=["three", "classic"])
@pytest.mark.full
def test_the_exact_baselines_play_as_the_rules_say(rules: Rules) -> None:
    known = {name: load_strategy(GAME, name) for name in ("stock-knock", "take-improve")}
    anything, seen = load_strategy(GAME, "random-legal"), dict.fromkeys(known, 0)
    for seed in range(60):
        table = Table(GAME, rules, 2 if rules is CLASSIC else 2 + seed % 3, seed=seed)
        mover = [*known.values(), anything][seed % 3]
        while not table.over:
            for name, strategy in known.items():
                assert table.choice(strategy) == baseline(table, name)
                seen[name] += 1
            table.act(table.choice(mover))
    assert min(seen.values()) > 1500


def tile_of(table: Table, action: int) -> int:
    """The tile that an action at `finish` throws."""
    hand = in_set(int(table.view.hand))
    return hand[action % len(hand)]


def test_a_lurker_waits_below_three_and_a_schedule_below_five_at_first() -> None:
    """4C 5C 6C 8D 8H 8S and a four: a deadwood of 4 in the first turn."""
    hands = "4C 5C 6C 8D 8H 8S 4D 2D AS 6D TD QD 2H 4H 6H TH QH 2S 4S 6S TS"
    table = dealt(hands, "KS KH")
    table.act(STOCK)

    names = ("lurker", "schedule", "gin-only", "take-improve")
    knocks = {name: table.choice(load_strategy(GAME, name)) >= 8 for name in names}
    schedule = load_strategy(GAME, "schedule")

    assert knocks == {"lurker": False, "schedule": True, "gin-only": False, "take-improve": True}
    assert table.choice(schedule, early=3) < 8
    assert table.choice(schedule, early=3, turn=0) >= 8
    assert table.choice(load_strategy(GAME, "lurker"), knock_below=5) >= 8


def test_who_waits_for_gin_knocks_near_the_target() -> None:
    """The same hand, in a match to 100."""
    hands = "4C 5C 6C 8D 8H 8S 4D 2D AS 6D TD QD 2H 4H 6H TH QH 2S 4S 6S TS"
    strategy = load_strategy(GAME, "near-target")

    def knocks(own: int, other: int, **parameters: int) -> bool:
        table = dealt(hands, "KS KH")
        table.state["target"] = 100
        table.state["scores"][:3] = (own, 0, other)
        table.act(STOCK)
        return bool(table.choice(strategy, **parameters) >= 8)

    assert not knocks(89, 95)
    assert knocks(90, 0)
    assert not knocks(90, 0, own_few=9)
    assert knocks(0, 95, their_few=5)
    assert not knocks(0, 94, their_few=5)


def test_a_careful_player_keeps_what_the_next_one_wants() -> None:
    """The next player holds a king that he took from the row, and two kings are of no use."""
    hands = "KC KD 9S 7H 5D 3C AS 2D 4D 6D 8D TD QD 2C 2H 4H 6H 8H TH QH 4S"
    table = dealt(hands, "KS JC")
    table.act(STOCK)
    table.state["taken"][1] = as_set(cards("KH"))
    table.state["hand_of"][1] |= np.uint64(as_set(cards("KH")))

    bold = tile_of(table, table.choice(load_strategy(GAME, "take-improve")))
    careful = tile_of(table, table.choice(load_strategy(GAME, "safe-discard"), caution=40))

    assert card_name(bold) == "KD"
    assert card_name(careful) == "JC"


def test_a_hunter_keeps_pairs_and_near_runs() -> None:
    """Two kings and the ten and jack of clubs may become melds; the nine of spades is alone."""
    hands = "KC KD TC JC 9S 5H AD 2D 4D 6D 8D TD QD 2C 2H 4H 6H 8H TH QH 4S"
    table = dealt(hands, "KS 3S")
    table.act(STOCK)

    greedy = tile_of(table, table.choice(load_strategy(GAME, "take-improve")))
    hunter = tile_of(table, table.choice(load_strategy(GAME, "meld-hunter")))

    assert card_name(greedy) == "KD"
    assert card_name(hunter) == "9S"
