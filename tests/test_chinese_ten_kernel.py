"""Compiled Chinese Ten against the oracle, the rules file's examples and invariants, and itself."""

import itertools
import random
from functools import cache
from typing import Any

import numpy as np
import pytest
from numba import types
from numba.np.numpy_support import from_dtype
from numpy import int64

import cardsim
import chinese_harness as harness
from cardsim import Strategy
from cardsim.cards import card_id, card_name
from cardsim.compile.fingerprint import fingerprint
from cardsim.engine.table import dispatched
from cardsim.games.chinese_ten import GAME
from cardsim.games.chinese_ten.play import POINTS
from cardsim.games.chinese_ten.rules import Rules
from cardsim.games.chinese_ten.state import NO_CARD, PARTNERS
from cardsim.kernels.jit import Entry, entry, kernel
from cardsim.options.params import Value, pack, packed_dtype
from cardsim.rng import WORDS, WORDS_DTYPE
from chinese_harness import SITUATIONS, Table, Tally
from in_bulk import seating_of
from oracles import chinese_ten as book

BLOCKS = 20
BATCHES = 40
"""In a block; 800 tables of 25 hands in all."""


# --- Hand by hand against the oracle -------------------------------------------------------------


@cache
def checked_block(block: int) -> Tally:
    return harness.check_batches(range(block * BATCHES, (block + 1) * BATCHES))


@cache
def all_checked() -> Tally:
    total = Tally()
    for block in range(BLOCKS):
        total.add(checked_block(block))
    for name in RARE:
        total.add(checked_rare(name))
    return total


@pytest.mark.parametrize("block", range(BLOCKS))
def test_the_kernel_plays_the_hands_that_the_oracle_plays(block: int) -> None:
    tally = checked_block(block)

    assert tally.hands == 1000


RARE: dict[str, tuple[Rules, int, str, int]] = {
    "triple": (Rules(), 4, "layout", 1),
    "triple that may be left": (Rules(must_capture=False), 3, "layout", 1),
    "four alike": (Rules(), 2, "layout", 2),
    "triple dealt again": (Rules(triple_layout="redeal"), 3, "redeals", 1),
    "triple dealt again twice": (Rules(triple_layout="redeal"), 2, "redeals", 2),
    "four alike dealt again": (Rules(four_alike_layout="redeal"), 4, "redeals", 1),
}
"""Rules, players, and which field of the outcome has which value in hands hard to meet."""


@cache
def checked_rare(name: str) -> Tally:
    """Find such hands in bulk, and check up to 40 of them."""
    rules, players, field, value = RARE[name]
    table = Table(rules, players, harness.seating([[0] * players], [0]))
    found: list[int] = []
    for first in range(0, 800_000, 100_000):
        outcomes = harness.play_many(table, seed=1, first=first, count=100_000)
        found += (first + np.flatnonzero(outcomes[field] == value)).tolist()
        if len(found) > 40:
            break
    tally = Tally()
    for hand in found[:40]:
        harness.check_hand(table, seed=1, hand=hand, tally=tally, views=True)
    return tally


@pytest.mark.parametrize("name", RARE)
def test_hands_too_rare_to_meet_by_chance_are_the_same_too(name: str) -> None:
    tally = checked_rare(name)

    assert tally.hands >= 5


EVENTS = {
    *("deal", "layout", "redeal", "triple", "alike", "play", "flip", "capture", "trail"),
    *("unclaimed", "score"),
}


def test_the_hands_compared_come_to_every_place_in_the_rules() -> None:
    checked = all_checked()

    assert checked.hands >= 20_000
    assert set(checked.events) == EVENTS
    assert set(checked.decisions) == {decision.name for decision in GAME.decisions}
    assert [name for name in SITUATIONS if checked.situations[name] == 0] == []
    assert set(checked.players) == {2, 3, 4}


def test_the_hands_compared_are_played_with_every_value_of_every_option() -> None:
    played = all_checked().options

    for option in GAME.options:
        values = {value for name, value in played if name == option.name}
        if option.kind is bool:
            assert values == {True, False}, option.name
        elif option.choices:
            assert values == set(option.choices), option.name
        else:
            assert values == set(range(int(option.low), int(option.high) + 1)), option.name


def test_kernel_and_oracle_have_the_same_options_with_the_same_defaults() -> None:
    kernel_options = {option.name: option.default for option in GAME.options}

    assert kernel_options == vars(book.Rules())


@pytest.mark.parametrize("card", range(52), ids=card_name)
def test_a_card_captures_its_partners_and_never_itself(card: int) -> None:
    partners = harness.in_set(int(PARTNERS[card]))

    assert partners == [c for c in book.partners(range(52), card) if c != card]


# --- The two engines -----------------------------------------------------------------------------


@kernel
def mix(seen: Any, number: Any) -> Any:
    """A hash of a number and of what was seen before it."""
    return (seen ^ (np.uint64(number) + np.uint64(7))) * np.uint64(0x100000001B3)


def curious(view: Any) -> int:
    """A choice that depends on everything the seat is shown."""
    seen = np.uint64(view.seat) + np.uint64(31) * np.uint64(view.players)
    for mask in (view.table, view.held, view.unseen):
        seen = mix(seen, mask)
    for number in (
        np.int64(view.best_capture),
        np.int64(view.lightest),
        np.int64(view.card),
        np.int64(view.hand_size),
        np.int64(view.dealer),
        np.int64(view.first),
        np.int64(view.turn),
        np.int64(view.deck_count),
        np.int64(view.triple_rank),
    ):
        seen = mix(seen, number)
    for k in range(12):
        seen = mix(mix(seen, view.hand[k]), int(view.wins[k]))
    for seat in range(4):
        seen = mix(mix(mix(seen, view.hand_counts[seat]), view.scores[seat]), view.taken[seat])
    for card in range(52):
        seen = mix(seen, view.points[card])
    for turn in range(24):
        for k in range(4):
            seen = mix(seen, view.history[turn, k])
    choices = 0
    for action in range(54):
        choices += (view.legal >> np.uint64(action)) & np.uint64(1) != 0
    skip = int((seen >> np.uint64(33)) % np.uint64(choices))
    for action in range(54):
        if (view.legal >> np.uint64(action)) & np.uint64(1) != 0:
            if skip == 0:
                return action
            skip -= 1
    return -1


DECISIONS: dict[str, Any] = {decision.function: curious for decision in GAME.decisions}
CURIOUS = Strategy(GAME.name, name="curious", **DECISIONS)
SOME_RULES: dict[str, dict[str, Value]] = {
    "the standard game": {},
    "everything odd": {
        "red_nine": 9,
        "spade_ace_min_players": 2,
        "club_ace_min_players": 2,
        "four_alike_layout": "redeal",
        "triple_layout": "redeal",
        "must_capture": False,
        "first_player": "dealer",
    },
}


def curious_table(name: str, players: int) -> Table:
    rows = [[(seat + turn) % 3 for seat in range(players)] for turn in range(3)]
    heroes = [turn % players for turn in range(3)]
    seating = seating_of(GAME, [*harness.brains(), CURIOUS], rows, heroes)
    return Table(Rules(**SOME_RULES[name]), players, seating)  # type: ignore[arg-type]


FIELDS = GAME.outcome.names or ()


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", SOME_RULES)
def test_the_hand_that_is_counted_is_the_hand_that_is_traced(name: str, players: int) -> None:
    """Also where strategies use all they are shown: no hand shows anything of another."""
    table = curious_table(name, players)

    counted = harness.play_many(table, seed=5, first=1000, count=150)

    for hand in range(150):
        traced = harness.play(table, seed=5, hand=1000 + hand).outcome
        for field in FIELDS:
            ours, theirs = counted[field][hand], traced[field]
            assert np.array_equal(np.ravel(ours)[:players], np.ravel(theirs)[:players]), field


def test_the_same_seed_gives_the_same_counts_for_any_number_of_threads() -> None:
    runs = [cardsim.run("chinese-ten", 50_000, seed=3, threads=threads) for threads in (1, 2, 3)]

    texts = ["".join(t.write_json() for t in run.tables.values()) for run in runs]
    assert texts[0] == texts[1] == texts[2]


def test_the_deal_is_the_same_whatever_the_players_do() -> None:
    tables = [
        curious_table("the standard game", 3),
        Table(Rules(), 3, harness.seating([[1] * 3], [0])),
    ]

    first, second = (harness.play(table, seed=4, hand=9).events for table in tables)

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


def test_what_a_seat_sees_does_not_depend_on_cards_it_has_not_seen() -> None:
    """The unseen cards are exchanged behind every seat's back before it is shown anything."""
    rng = random.Random(3)
    for _ in range(20):
        table = harness.random_table(rng)
        steps = harness.traced(table, seed=rng.getrandbits(64), hand=1).steps
        states = np.array([step.before for step in steps if step.decision is not None])
        harness.observe_entry().call(states, table.packed_rules)
        swapped = states.copy()
        for state in swapped:
            swap_unseen(state, rng)

        harness.observe_entry().call(swapped, table.packed_rules)

        for name in GAME.view.names or ():
            assert np.array_equal(states[name], swapped[name]), name


def swap_unseen(state: Any, rng: random.Random) -> None:
    """Deal the cards that the seat has not seen anew to the other hands and the deck."""
    unseen = harness.in_set(int(state["unseen"]))
    rng.shuffle(unseen)
    seat, share = int(state["seat"]), int(state["share"])
    for other in range(int(state["players"])):
        if other == seat:
            continue
        held = [unseen.pop() for _ in range(int(state["hand_counts"][other]))]
        at = slice(other * share, other * share + len(held))
        state["cards"][at] = held
        state["ranks"][at] = [card % 13 for card in held]
        state["own_points"][at] = [state["points"][card] for card in held]
        state["wins_of_all"][at] = rng.choice([-1, 3, 40])
        state["hands"][other] = sum(1 << card for card in held)
    if state["deck_count"]:
        state["deck"][-int(state["deck_count"]) :] = unseen
    assert len(unseen) == state["deck_count"]


# --- Worked examples, section 10 -----------------------------------------------------------------


class ByHand:
    """A hand of the kernel played step by step from here, with a deck of one's choice."""

    def __init__(self, rules: Rules, players: int, deck: str) -> None:
        """Deal; `deck` names its first cards: those dealt in turn, the layout, the flips."""
        self.rules = pack(rules)
        self.states = np.zeros(1, GAME.state)
        self.words = np.zeros(1, WORDS_DTYPE)
        self.call(START, players)
        order = list(range(52))
        for place, card in enumerate(map(card_id, deck.split())):
            left, skip = 52 - place, order.index(card, place) - place
            order[place], order[place + skip] = order[place + skip], order[place]
            # The word in the middle of those from which `below(left)` makes `skip`.
            self.words["words"][0, place] = (2 * skip + 1 << 31) // left
        self.words["position"], self.words["filled"] = 0, WORDS
        self.decision = self.call(DEAL)

    @property
    def state(self) -> Any:
        """The record of the hand."""
        return self.states[0]

    @property
    def table(self) -> str:
        """The cards on the table, ascending by id."""
        return " ".join(map(card_name, harness.in_set(int(self.state["table"]))))

    def call(self, command: int, number: int = 0, action: int = 0) -> int:
        """Carry out one step."""
        return int(step_entry().call(self.states, self.rules, self.words, command, number, action))

    def act(self, name: str) -> None:
        """Play, or take, this card."""
        self.decision = self.call(ACT, self.decision, card_id(name))

    def turn(self, *names: str) -> int:
        """Take the decisions of one turn; gives the points it won."""
        seat = int(self.state["seat"])
        before = int(self.state["scores"][seat])
        for name in names:
            self.act(name)
        return int(self.state["scores"][seat]) - before


START, DEAL, ACT = range(3)


@cache
def step_entry() -> Entry:
    """The game's functions behind one door, which is quicker to compile than five."""
    start, deal, observe = GAME.start, GAME.deal, GAME.observe
    apply_any = dispatched(GAME).apply

    def step(states, rules, words, command, number, action):  # type: ignore[no-untyped-def]
        state, rule = states[0], rules[0]
        answer = int64(0)
        if command == START:
            start(state, rule, number, False)
        elif command == DEAL:
            answer = int64(deal(state, rule, words[0]))
        else:
            answer = int64(apply_any(number, state, rule, action, 0, words[0]))
        if command != START and answer >= 0:
            observe(state, rule)
        return answer

    records = (GAME.state, packed_dtype(GAME.rules), WORDS_DTYPE)
    arrays = (types.Array(from_dtype(dtype), 1, "C") for dtype in records)
    signature = types.int64(*arrays, types.int64, types.int64, types.int64)
    return entry(step, signature=signature, content=fingerprint(step))


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
    hand = ByHand(Rules(), 2, deck_of(["3H", ""], "7C 7D KS 2H", "8S"))

    hand.act("3H")
    assert GAME.decisions[hand.decision].name == "choose-capture"
    assert harness.in_set(int(hand.state["legal"])) == [card_id("7C"), card_id("7D")]
    won = hand.turn("7D")

    assert won == 10 + 2
    assert hand.table == "7C KS"


def test_a_card_without_a_partner_stays() -> None:
    """Example 3; the flip meets nothing either."""
    hand = ByHand(Rules(), 2, deck_of(["QH", ""], "7C KS 8C 9C", "9S"))

    won = hand.turn("QH")

    assert won == 0
    assert hand.table == "7C 8C 9C QH 9S KS"


@pytest.mark.parametrize("fourth", ["hand", "flip"])
def test_the_fourth_card_takes_the_triple(fourth: str) -> None:
    """Examples 4 and 5."""
    first, flipped = ("KS", "6H") if fourth == "hand" else ("6H", "KS")
    hand = ByHand(Rules(), 2, deck_of([first, ""], "KC KD KH 4S", flipped))
    assert hand.state["triple_rank"] == 12

    won = hand.turn(first)

    assert won == 20 + 6
    assert hand.table == ""
    assert hand.state["triple_rank"] == -1


def test_the_dealer_takes_four_alike() -> None:
    """Example 6."""
    hand = ByHand(Rules(), 2, deck_of(["", ""], "5C 5D 5H 5S", ""))

    assert hand.state["scores"][:2].tolist() == [0, 10]
    assert hand.table == ""


def test_three_eights_are_nothing_special() -> None:
    """Example 7."""
    hand = ByHand(Rules(), 2, deck_of(["", ""], "8C 8D 8H KS", ""))

    assert hand.state["triple_rank"] == -1
    assert hand.table == "8C 8D 8H KS"


def test_partners_in_the_layout_wait_for_others() -> None:
    """Example 8."""
    hand = ByHand(Rules(), 2, deck_of(["AH", ""], "AC 9D 2C KS", "3C"))
    assert hand.table == "AC 2C 9D KS"

    won = hand.turn("AH")

    assert won == 30
    assert hand.table == "AC 2C 3C KS"


def test_a_flip_takes_the_card_played_a_moment_ago() -> None:
    """Example 9, after the dealer has taken four alike."""
    hand = ByHand(Rules(), 2, deck_of(["5H", ""], "KC KD KH KS", "5S"))
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
        points = ByHand(Rules(), players, "").state["points"]

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
    hand = ByHand(Rules(), players, "")
    hand.state["scores"][:players] = scores
    outcome = np.zeros(1, GAME.outcome)

    score_entry().call(hand.states, hand.rules, 0, outcome)

    assert (outcome["net"][0][:players] / players).tolist() == settled


@cache
def score_entry() -> Entry:
    score = GAME.score

    def score_one(states, rules, hero, outcomes):  # type: ignore[no-untyped-def]
        score(states[0], rules[0], hero, outcomes[0])

    records = (GAME.state, packed_dtype(GAME.rules), GAME.outcome)
    states, rules, outcomes = (types.Array(from_dtype(dtype), 1, "C") for dtype in records)
    signature = types.void(states, rules, types.int64, outcomes)
    return entry(score_one, signature=signature, content=fingerprint(score_one))


# --- Invariants, section 11 ----------------------------------------------------------------------


@cache
def traced_hands(*, must_capture: bool) -> list[tuple[Table, list[Any]]]:
    """The states of hands of random tables, by the rules of section 11 or with trailing."""
    rng = random.Random(11)
    found: list[tuple[Table, list[Any]]] = []
    while len(found) < 60:
        table = harness.random_table(rng)
        if table.rules.must_capture == must_capture:
            traced = harness.traced(table, seed=8, hand=len(found))
            found.append((table, [step.after for step in traced.steps]))
    return found


def between_turns(states: list[Any]) -> list[Any]:
    return [s for s in states if s["decision"] == 0 or (s["decision"] < 0 and s["turn"] == 24)]


@pytest.mark.parametrize("must_capture", [True, False])
def test_the_52_cards_are_in_hands_table_deck_and_piles_at_all_times(*, must_capture: bool) -> None:
    for _, states in traced_hands(must_capture=must_capture):
        for state in states:
            limbo = [int(state["card"])] if state["decision"] > 0 else []
            deck = state["deck"][52 - int(state["deck_count"]) :].tolist()
            masks = [*state["hands"], *state["taken"], state["table"]]
            cards = [card for mask in masks for card in harness.in_set(int(mask))]
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
                assert sorted(row) == harness.in_set(int(state["hands"][seat]))


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
            for card in harness.in_set(table):
                for other in harness.in_set(table & int(PARTNERS[card])):
                    assert layout >> card & 1
                    assert layout >> other & 1


def test_the_last_flip_takes_what_is_left() -> None:
    for _, states in traced_hands(must_capture=True):
        assert states[-1]["history"][23][3] != NO_CARD
        assert states[-1]["table"] == 0


MANY = 100_000


@cache
def outcomes(players: int, brain: int) -> np.ndarray[Any, Any]:
    table = Table(Rules(), players, harness.seating([[brain] * players], [0]))
    return harness.play_many(table, seed=12, first=0, count=MANY)


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
