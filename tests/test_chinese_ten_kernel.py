"""Compiled Chinese Ten against its RULES.md: examples and invariants."""

import itertools
import random
from functools import cache
from typing import Any

import numpy as np
import pytest

import cardsim
import harness
from by_hand import stack
from cardsim.cards import card_id, card_name
from cardsim.engine.table import Table
from cardsim.games.chinese_ten import GAME
from cardsim.games.chinese_ten.play import POINTS
from cardsim.games.chinese_ten.rules import Rules
from cardsim.games.chinese_ten.state import NO_CARD, PARTNERS
from harness import Play, in_set, table_of
from harnesses.chinese_ten import PART
from oracles import chinese_ten as book


@pytest.mark.parametrize("card", range(52), ids=card_name)
def test_a_card_captures_its_partners_and_never_itself(card: int) -> None:
    partners = in_set(int(PARTNERS[card]))

    assert partners == [c for c in book.partners(range(52), card) if c != card]


def test_the_same_seed_gives_the_same_counts_for_any_number_of_threads() -> None:
    runs = [cardsim.run("chinese-ten", 50_000, seed=3, threads=threads) for threads in (1, 2, 3)]

    texts = ["".join(t.write_json() for t in run.tables.values()) for run in runs]
    assert texts[0] == texts[1] == texts[2]


@pytest.mark.full
def test_the_deal_is_the_same_whatever_the_players_do() -> None:
    tables = [table_of(PART, Rules(), [[brain] * 3]) for brain in (0, 1)]

    first, second = (Play(table, seed=4, hand=9).events for table in tables)

    assert first != second
    for kinds in (("deal",), ("layout",), ("flip",)):
        cards = [[card for kind, _, card in events if kind in kinds] for events in (first, second)]
        assert cards[0] == cards[1]


# --- Hidden information --------------------------------------------------------------------------


def test_the_view_names_nothing_that_is_hidden_and_shares_no_byte_with_it() -> None:
    views = {"hand_whole", "wins_whole", "history_word"}
    hidden = set(GAME.state.names or ()) - set(GAME.view.names or ()) - views

    def span(name: str) -> range:
        fields: Any = GAME.state.fields
        kind, offset = fields[name][:2]
        return range(offset, offset + kind.itemsize)

    assert {"deck", "hands", "cards"} <= hidden
    for seen, other in itertools.product(GAME.view.names or (), hidden):
        assert not set(span(seen)) & set(span(other)), (seen, other)


# --- Worked examples, section 10 -----------------------------------------------------------------


class Hand:
    """A hand of the kernel played step by step from here, with a deck of one's choice."""

    def __init__(self, rules: Rules, players: int, deck: str) -> None:
        """Deal; `deck` names its first cards: those dealt in turn, the layout, the flips."""
        self.at = Table(GAME, rules, players)
        stack(self.at, [card_id(name) for name in deck.split()])
        self.at.deal()

    @property
    def state(self) -> Any:
        """The record of the hand."""
        return self.at.state

    @property
    def table(self) -> str:
        """The cards on the table, ascending by id."""
        return " ".join(map(card_name, in_set(int(self.state["table"]))))

    def turn(self, *names: str) -> int:
        """Play, or take, these cards in one turn; gives the points it won."""
        seat = int(self.state["seat"])
        before = int(self.state["scores"][seat])
        for name in names:
            self.at.act(card_id(name))
        return int(self.state["scores"][seat]) - before


def deck_of(hands: list[str], layout: str, flips: str) -> str:
    """A deck that deals these cards to the seats; the rest is what is left, in order of id."""
    named = [*" ".join(hands).split(), *layout.split(), *flips.split()]
    rest = iter([card_name(c) for c in range(52) if card_name(c) not in named])
    share = 24 // len(hands)
    full = [[*hand.split(), *itertools.islice(rest, share - len(hand.split()))] for hand in hands]
    dealt = [full[k % len(hands)][k // len(hands)] for k in range(24)]
    return " ".join([*dealt, *layout.split(), *flips.split()])


def test_a_card_takes_one_of_its_partners_and_the_flip_takes_another() -> None:
    """Examples 1 and 2."""
    hand = Hand(Rules(), 2, deck_of(["3H", ""], "7C 7D KS 2H", "8S"))

    hand.turn("3H")
    assert hand.at.asks.name == "choose-capture"
    assert in_set(int(hand.state["legal"])) == [card_id("7C"), card_id("7D")]
    won = hand.turn("7D")

    assert won == 10 + 2
    assert hand.table == "7C KS"


def test_a_card_without_a_partner_stays() -> None:
    """Example 3; the flip meets nothing either."""
    hand = Hand(Rules(), 2, deck_of(["QH", ""], "7C KS 8C 9C", "9S"))

    won = hand.turn("QH")

    assert won == 0
    assert hand.table == "7C 8C 9C QH 9S KS"


@pytest.mark.parametrize("fourth", ["hand", "flip"])
def test_the_fourth_card_takes_the_triple(fourth: str) -> None:
    """Examples 4 and 5."""
    first, flipped = ("KS", "6H") if fourth == "hand" else ("6H", "KS")
    hand = Hand(Rules(), 2, deck_of([first, ""], "KC KD KH 4S", flipped))
    assert hand.state["triple_rank"] == 12

    won = hand.turn(first)

    assert won == 20 + 6
    assert hand.table == ""
    assert hand.state["triple_rank"] == -1


def test_the_dealer_takes_four_alike() -> None:
    """Example 6."""
    hand = Hand(Rules(), 2, deck_of(["", ""], "5C 5D 5H 5S", ""))

    assert hand.state["scores"][:2].tolist() == [0, 10]
    assert hand.table == ""


def test_three_eights_are_nothing_special() -> None:
    """Example 7."""
    hand = Hand(Rules(), 2, deck_of(["", ""], "8C 8D 8H KS", ""))

    assert hand.state["triple_rank"] == -1
    assert hand.table == "8C 8D 8H KS"


def test_partners_in_the_layout_wait_for_others() -> None:
    """Example 8."""
    hand = Hand(Rules(), 2, deck_of(["AH", ""], "AC 9D 2C KS", "3C"))
    assert hand.table == "AC 2C 9D KS"

    won = hand.turn("AH")

    assert won == 30
    assert hand.table == "AC 2C 3C KS"


def test_a_flip_takes_the_card_played_a_moment_ago() -> None:
    """Example 9, after the dealer has taken four alike."""
    hand = Hand(Rules(), 2, deck_of(["5H", ""], "KC KD KH KS", "5S"))
    assert hand.table == ""

    won = hand.turn("5H")

    assert won == 5
    assert hand.state["history"][0].tolist() == [
        card_id("5H"),
        NO_CARD,
        *map(card_id, ("5S", "5H")),
    ]
    assert hand.table == ""


PILE = "AH 9D 5H KD 8C 2S"


@pytest.mark.parametrize(
    ("pile", "scores"),
    [(PILE, (45, 45, 45)), (PILE + " AS", (45, 75, 75)), (PILE + " AS AC", (45, 75, 115))],
)
def test_a_pile_scores_what_the_rules_file_says(pile: str, scores: tuple[int, ...]) -> None:
    for players, expected in zip((2, 3, 4), scores, strict=True):
        points = Hand(Rules(), players, "").state["points"]

        assert sum(int(points[card_id(name)]) for name in pile.split()) == expected


@pytest.mark.parametrize(
    ("scores", "settled"),
    [
        ([128, 82], [23, -23]),
        ([100, 80, 60], [20, 0, -20]),
        ([115, 70, 55, 40], [45, 0, -15, -30]),
    ],
)
def test_everybody_wins_or_loses_the_difference_from_par(
    scores: list[int], settled: list[int]
) -> None:
    players = len(scores)
    hand = Hand(Rules(), players, "")
    hand.state["scores"][:players] = scores
    outcome = hand.at.outcome()

    assert (outcome["net"][:players] / players).tolist() == settled


# --- Invariants, section 11 ----------------------------------------------------------------------


@cache
def traced_hands(*, must_capture: bool) -> list[tuple[harness.Table, list[Any]]]:
    """The states of hands of random tables, by the rules of section 11 or with trailing."""
    rng = random.Random(11)
    found: list[tuple[harness.Table, list[Any]]] = []
    while len(found) < 60:
        table = harness.random_table(PART, rng)
        if table.rules.must_capture == must_capture:
            found.append((table, list(Play(table, seed=8, hand=len(found)).states)))
    return found


def between_turns(states: list[Any]) -> list[Any]:
    return [s for s in states if s["decision"] == 0 or (s["decision"] < 0 and s["turn"] == 24)]


@pytest.mark.parametrize("must_capture", [True, False])
@pytest.mark.kept(1)
def test_the_52_cards_are_in_hands_table_deck_and_piles_at_all_times(*, must_capture: bool) -> None:
    for _, states in traced_hands(must_capture=must_capture):
        for state in states:
            limbo = [int(state["card"])] if state["decision"] > 0 else []
            deck = state["deck"][52 - int(state["deck_count"]) :].tolist()
            masks = [*state["hands"], *state["taken"], state["table"]]
            cards = [card for mask in masks for card in in_set(int(mask))]
            assert sorted([*cards, *deck, *limbo]) == list(range(52))


def test_deck_and_hands_shrink_by_a_card_a_turn() -> None:
    for table, states in traced_hands(must_capture=True):
        for state in between_turns(states):
            assert state["deck_count"] == 24 - state["turn"]
            assert state["hand_counts"].sum() == 24 - state["turn"]
            counts = state["hand_counts"][: table.players].tolist()
            assert max(counts) - min(counts) <= 1


@pytest.mark.parametrize("must_capture", [True, False])
def test_the_rows_of_a_hand_say_what_its_set_says(*, must_capture: bool) -> None:
    for table, states in traced_hands(must_capture=must_capture):
        share = 24 // table.players
        for state in states:
            for seat in range(table.players):
                count = int(state["hand_counts"][seat])
                row = state["cards"][seat * share : seat * share + count].tolist()
                assert sorted(row) == in_set(int(state["hands"][seat]))


def test_captures_come_in_pairs() -> None:
    for _, states in traced_hands(must_capture=True):
        for state in states:
            assert all(int(mask).bit_count() % 2 == 0 for mask in state["taken"])


def test_partners_meet_on_the_table_only_in_the_layout() -> None:
    for _, states in traced_hands(must_capture=True):
        layout = int(states[0]["table"])
        for state in states:
            table = int(state["table"])
            assert table.bit_count() <= 23
            for card in in_set(table):
                for other in in_set(table & int(PARTNERS[card])):
                    assert layout >> card & 1
                    assert layout >> other & 1


def test_the_last_flip_takes_what_is_left() -> None:
    for _, states in traced_hands(must_capture=True):
        assert states[-1]["history"][23][3] != NO_CARD
        assert states[-1]["table"] == 0


MANY = 100_000


@cache
def outcomes(players: int, brain: int) -> np.ndarray[Any, Any]:
    return table_of(PART, Rules(), [[brain] * players]).play_many(seed=12, first=0, count=MANY)


@pytest.mark.parametrize("brain", [0, 1], ids=["random", "greedy"])
@pytest.mark.parametrize(("players", "total"), [(2, 210), (3, 240), (4, 280)])
def test_the_table_ends_empty_and_the_points_add_up(players: int, total: int, brain: int) -> None:
    played = outcomes(players, brain)

    assert (played["unclaimed"] == 0).all()
    assert (played["score"][:, :players].sum(axis=1) == total).all()
    assert (played["net"][:, :players].sum(axis=1) == 0).all()
    assert (played["share"][:, :players].sum(axis=1) == 12).all()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_there_are_26_captures_or_25_with_a_triple_or_24_with_four_alike(players: int) -> None:
    played = outcomes(players, 0)
    captures = played["by_hand"] + played["by_flip"]

    assert (played["layout"] == 1).any()
    assert (captures == 26 - played["layout"]).all()


def test_all_tables_of_points_have_the_totals_of_the_rules_file() -> None:
    """Section 6: 210, 240 and 280 with a red nine of 10, and 2 less with one of 9."""
    totals = POINTS.sum(axis=1).tolist()

    assert totals == [210, 208, 240, 238, 250, 248, 280, 278]
