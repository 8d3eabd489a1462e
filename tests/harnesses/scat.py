"""Scat and its oracle."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
from numba import types
from numba.np.numpy_support import from_dtype

from by_hand import ByHand
from cardsim import Strategy
from cardsim.compile.fingerprint import fingerprint
from cardsim.games.scat import GAME
from cardsim.games.scat.rules import Rules
from cardsim.games.scat.state import (
    ENDS,
    FROM_DISCARD,
    FROM_STOCK,
    HISTORY,
    IN_FORCE,
    KNOCKED,
    LEAVE_DISCARD,
    NO_CARD,
    PASSED,
)
from cardsim.games.scat.values import hand_value
from cardsim.kernels.jit import Entry, entry
from cardsim.options.params import pack, packed_dtype
from cardsim.workspace import load_strategy
from harness import Longer, Part, Play, Rare, Shown, Told, between, chance, same
from oracles import scat
from worked_examples import Fields, cards, listed, numbers

FOUR_CARDS = ("discard", "knock-after-draw")
WORDS = {decision.name: decision.actions for decision in GAME.decisions}
FORBIDDEN = 0.0
"""`value_with_discard` where the top discard may not be taken."""


def careless() -> Strategy:
    """Collects 31s but cares little for them."""
    anything = load_strategy(GAME, "random-play")
    impulses = ("throw_down", "hammer", "knock", "declare_31", "knock_after_draw")
    functions: dict[str, Any] = {name: anything.functions[name] for name in impulses}
    collector = load_strategy(GAME, "chase-31")
    return Strategy(GAME.name, name="careless", **functions).completed(collector)


def usual_turns(values: dict[str, Any], _players: int, rng: Any) -> None:
    """Usual turns go a shorter way through the kernel, which few random rules would open."""
    if rng.random() < 0.3:
        values |= {"min_knock_score": 0, "knock_needs_suited": False, "first_turn_knock": True}
        values |= {"knock_timing": "turn-start", "own_discard_after_knock": True}


def means(shown: Shown, action: int) -> str:
    """An action in the oracle's words."""
    if shown.decision == "discard":
        return scat.card_name(shown["hand"][action])
    if action == LEAVE_DISCARD and shown.decision == "draw-source" and shown["stock_count"] == 0:
        return "end-hand"
    return WORDS[shown.decision][action]


class Cards:
    """The cards of one deal: in the order dealt and drawn, and those drawn after each reshuffle."""

    def __init__(self) -> None:
        self.deck: list[int] = []
        self.reshuffled: list[list[int]] = []


def cards_of(events: Iterable[scat.Event]) -> list[Cards]:
    """The cards of each deal, as far as they were seen."""
    deals: list[Cards] = []
    dealing = False
    for kind, _, card in events:
        if kind == "deal" and not dealing:
            deals.append(Cards())
        dealing = kind == "deal"
        if kind == "reshuffled":
            deals[-1].reshuffled.append([])
        elif kind in ("deal", "upcard", "drew"):
            cards = deals[-1]
            (cards.reshuffled[-1] if cards.reshuffled else cards.deck).append(card)
    return deals


def chances_of(events: Iterable[scat.Event]) -> list[scat.Event]:
    """Whether each 31 was overlooked, in order; a called throw-down offers no chance to."""
    return [event for event in events if event[0] in ("overlooked", "declared", "silent")]


class Recorded:
    """A `Source` for the oracle: the cards and actions of a traced hand or match."""

    def __init__(self, play: Play) -> None:
        """Begin at the first deal."""
        self.play = play
        self.rules = play.table.oracle_rules
        self.worth = play.table.memo
        self.deals = cards_of(play.events)
        self.deal = -1
        self.chances = iter(chances_of(play.events))
        self.clear_history()

    def clear_history(self) -> None:
        """Forget the turns of the last hand."""
        self.turns: list[list[int]] = []
        self.history_read = 0
        self.source = (FROM_STOCK, NO_CARD)
        self.upcard = NO_CARD
        self.discarded_by = -1
        self.reshuffled = 0
        self.reshuffles = 0

    def deck(self, deal: int) -> list[int]:
        """The cards seen of this deal in their order, then the others."""
        if self.deal >= 0:
            self.check_history(self.play.scored[self.deal], all_of_it=True)
        self.deal += 1
        same("deal", self.deal, deal)
        self.clear_history()
        seen = self.deals[deal].deck
        return [*seen, *sorted(set(range(scat.CARDS_IN_DECK)) - set(seen))]

    def reshuffle(self, cards: list[int]) -> list[int]:
        """The cards drawn after this reshuffle in their order, then the others."""
        drawn = self.deals[self.deal].reshuffled[self.reshuffles]
        same("cards drawn after a reshuffle", sorted(set(drawn) & set(cards)), sorted(drawn))
        self.reshuffles += 1
        self.reshuffled = -1
        return [*drawn, *sorted(set(cards) - set(drawn))]

    def overlooks(self, seat: int) -> bool:
        """Whether the trace says so."""
        kind, who, _ = next(self.chances, ("none", scat.NOBODY, -1))
        same("seat with a 31", who, seat)
        return kind == "overlooked"

    def choose(self, seat: int, decision: str, legal: list[str], view: scat.View) -> str:
        """The recorded action, after the comparison of all that the seat was shown."""
        shown = self.play.decide(decision, seat, legal)
        self.read_history(view)
        self.check_public(shown, view)
        self.check_hand(shown, decision, view)
        self.check_history(shown.record)
        if decision in FOUR_CARDS:
            self.check_weights(shown, view, decision)
        else:
            same("value", shown["value"], self.value(view.hand))
            expected = self.value_with_discard(decision, legal, view)
            same("value_with_discard", shown["value_with_discard"], expected)
        situations = self.play.situations
        situations["the hand must be ended"] += legal == ["end-hand"]
        situations["own discard may not be taken back"] += legal == ["draw-stock"]
        situations["history has wrapped"] += view.turn_count > HISTORY
        word: str = shown.answer
        if word == "end-hand":
            self.turns.append([seat, PASSED, NO_CARD, NO_CARD])
        return word

    def value(self, hand: Sequence[int]) -> float:
        """What a hand is worth; 0 face down."""
        cards = frozenset(hand)
        if cards not in self.worth:
            self.worth[cards] = scat.hand_value(hand, self.rules) if hand else 0.0
        value: float = self.worth[cards]
        return value

    def value_with_discard(self, decision: str, legal: list[str], view: scat.View) -> float:
        """The best hand with the top discard in it."""
        if not view.hand or (decision == "draw-source" and "take-discard" not in legal):
            return FORBIDDEN
        pairs = itertools.combinations(view.hand, 2)
        return max(self.value([*pair, view.top_discard]) for pair in pairs)

    def read_history(self, view: scat.View) -> None:
        """Gather the events since the last decision into turns, as the kernel keeps them."""
        for kind, seat, card in view.history[self.history_read :]:
            if kind == "took":
                self.source = (FROM_DISCARD, card)
            elif kind == "drew":
                self.source = (FROM_STOCK, NO_CARD)
            elif kind == "discarded":
                self.turns.append([seat, *self.source, card])
                self.discarded_by = seat
            elif kind == "upcard":
                self.upcard = card
            elif kind == "knocked" and self.rules.knock_timing == "turn-start":
                self.turns.append([seat, KNOCKED, NO_CARD, NO_CARD])
        self.history_read = len(view.history)
        if self.reshuffled < 0:
            self.reshuffled = view.turn_count

    def check_public(self, shown: Shown, view: scat.View) -> None:
        """Compare what everybody may know."""
        players = self.play.table.players
        oracle = {
            "seat": view.my_seat,
            "players": players,
            "alive": view.n_alive,
            "first": view.first,
            "dealer": view.dealer,
            "knocker": view.knocker,
            # The card just taken is shown on top until another one lies there.
            "top_discard": view.just_took if view.took_from == "discard" else view.top_discard,
            "upcard": self.upcard,
            "discarded_by": self.discarded_by,
            "stock_count": view.stock_count,
            "turn": view.turn_count,
            "own_turns": view.turns_i_had,
            "own_lives": view.lives[view.my_seat],
            "kitty": view.kitty,
            "reshuffled": self.reshuffled,
            "points_target": self.rules.points_target if self.play.table.unit else 0,
            **{name: self.play.table.packed_rules[0][name].tolist() for name in IN_FORCE},
        }
        for name, expected in oracle.items():
            same(name, shown[name], expected)
        same("lives", shown["lives"][:players], list(view.lives))
        same("points", shown["points"][:players], list(view.points))

    def check_hand(self, shown: Shown, decision: str, view: scat.View) -> None:
        """Compare the cards in hand."""
        size = shown["hand_size"]
        same("hand_size", size, 4 if decision in FOUR_CARDS else len(view.hand))
        same("hand", sorted(shown["hand"][:size]), sorted(view.hand))
        if decision in FOUR_CARDS:
            same("card drawn", shown["hand"][3], view.just_took)
            same("took_discard", shown["took_discard"], view.took_from == "discard")

    def check_weights(self, shown: Shown, view: scat.View, decision: str) -> None:
        """Compare the values of the four hands that a discard may leave, and the best of them."""
        hand = shown["hand"]
        left = [[card for card in hand if card != discard] for discard in hand]
        values = [self.value(cards) for cards in left]
        same("value", shown["value"], self.value(hand[:3]))
        same("value_without", shown["value_without"], values)
        slots = [k for k in range(4) if k < 3 or view.took_from == "stock"]
        if view.knocker == view.my_seat or decision == "knock-after-draw":
            slots = [k for k in slots if scat.may_knock_with(left[k], self.rules)]
        best = max(slots, key=lambda k: (values[k], -scat.card_points(hand[k]), -hand[k]))
        same("best_discard", shown["best_discard"], best)

    def check_history(self, state: Any, *, all_of_it: bool = False) -> None:
        """Compare the last turns that the kernel has written down, or all that it keeps."""
        turn = int(state["turn"])
        oldest = max(0, turn - (HISTORY if all_of_it else 2))
        # No view tells of the turn that ended the hand.
        known = range(oldest, min(turn, len(self.turns)) if all_of_it else turn)
        history = state["history"]
        ours = [history[t % HISTORY].tolist() for t in known]
        same("history", ours, [self.turns[t] for t in known])


def told(play: Play) -> Told:
    """The oracle's account of a traced hand or match."""
    table, source = play.table, Recorded(play)
    rules, hero = source.rules, table.hero(play.hand)
    if table.unit:
        match = scat.play_match(rules, table.players, source)
        results, events = match.hand_results, match.events
        outcome = match_outcome(match, hero)
        players = table.players
        same("places", len(match.places), players)
        same("lives", play.last["lives"][:players].tolist(), match.lives)
        same("points", play.last["points"][:players].tolist(), match.points)
        same("kitty", int(play.last["kitty"]), scat.kitty_of(match.lives, rules))
    else:
        result = scat.play_hand(rules, table.players, source)
        results, events, outcome = [result], result.events, hand_outcome(result, rules, hero)
    source.check_history(play.scored[-1], all_of_it=True)
    for state, result in zip(play.scored, results, strict=True):
        check_end(state, result, rules)
    missed = chances_of(play.events) if rules.miss_31_prob > 0 else []
    p = rules.miss_31_prob
    over = sum(kind == "overlooked" for kind, _, _ in missed) - p * len(missed)
    return Told(
        events,
        outcome,
        len(results),
        [name for result in results for name in situations(result, rules)],
        {"31s overlooked": (over, p * (1 - p) * len(missed))},
    )


def check_end(state: Any, result: scat.HandResult, rules: scat.Rules) -> None:
    """Compare how a hand ended."""
    same("end", ENDS[state["end"]], result.end)
    same("turns", int(state["turn"]), result.turns)
    same("knocker", int(state["knocker"]), result.knocker)
    change = result.gained if rules.score_mode == "points" else result.lost
    same("change", state["change"][: len(change)].tolist(), change)
    for own, (seat, value) in zip(state["own"], enumerate(result.values), strict=False):
        if value is not None:
            counts = float(own["value"])
            if own["spoiled"] and counts >= scat.THIRTY_ONE and rules.undeclared_31 == "counts-30":
                counts = 30.0
            same("showdown value", counts, value)
            same("declared", bool(own["declared"]), seat in result.declarers)


def hand_outcome(result: scat.HandResult, rules: scat.Rules, hero: int) -> dict[str, Any]:
    """The outcome of a hand by field, as the kernel should write it."""
    change = result.gained if rules.score_mode == "points" else result.lost
    values = known(result.values)
    knocker = result.knocker
    knocker_value = 0.0 if knocker == scat.NOBODY else result.values[knocker] or 0.0
    return {
        "your_seat": hero,
        "end": ENDS.index(result.end),
        "turns": result.turns,
        "knocker": knocker,
        "knocker_value": 2 * knocker_value,
        "knocker_change": 0 if knocker == scat.NOBODY else change[knocker],
        "you_knocked": knocker == hero,
        "your_change": change[hero],
        "losers": sum(n > 0 for n in change),
        "your_net": net_of(change, hero, points=rules.score_mode == "points"),
        "high": 2 * max(values),
        "low": 2 * min(values),
        "change": change,
    }


def net_of(change: list[int], hero: int, *, points: bool) -> int:
    """By how much the hero did better than the others, summed over them."""
    better = [n - change[hero] for seat, n in enumerate(change) if seat != hero]
    return -sum(better) if points else sum(better)


def match_outcome(result: scat.MatchResult, hero: int) -> dict[str, Any]:
    """The outcome of a match by field, as the kernel should write it."""
    return {
        "your_seat": hero,
        "hands": result.hands,
        "winner": result.winner,
        "your_place": result.places[hero],
        "place": result.places,
    }


SITUATIONS = (
    *(f"ends: {end}" for end in ENDS[1:]),
    "the hand must be ended",
    "own discard may not be taken back",
    "history has wrapped",
    "several dealt 31s declared",
    "a called throw-down finds a 31",
    "33 declared",
    "a knock withdrawn for a 31",
    "a knock and a silent 31 in one turn",
    "a second 31 after a silent one",
    "the knocker declares nothing but shows 31",
    "ranks break a tie",
    "stock shuffled twice",
)


def situations(result: scat.HandResult, rules: scat.Rules) -> list[str]:
    """Which of `SITUATIONS` can be read from a hand's result."""
    kinds = Counter((kind, seat) for kind, seat, _ in result.events)
    names = {kind for kind, _ in kinds}
    passed_over = ("silent", "overlooked")
    knockers = [seat for kind, seat, _ in result.events if kind == "knocked"]
    seats = range(len(result.values))
    found = {
        f"ends: {result.end}": True,
        "several dealt 31s declared": len(result.declarers) > 1,
        "a called throw-down finds a 31": "called" in names and result.end == "dealt-31",
        "33 declared": any(result.values[seat] == 33 for seat in result.declarers),
        "a knock withdrawn for a 31": bool(knockers) and result.knocker == scat.NOBODY,
        "a second 31 after a silent one": any(
            sum(kinds[kind, seat] for kind in (*passed_over, "declared")) > 1 for seat in seats
        ),
        "the knocker declares nothing but shows 31": result.knocker != scat.NOBODY
        and result.values[result.knocker] in (31, 33)
        and not result.declarers,
        "stock shuffled twice": kinds["reshuffled", -1] > 1,
    }
    if rules.knock_timing == "after-draw" and knockers:
        turn = [(kind, seat) for kind, seat, _ in result.events]
        at = turn.index(("knocked", knockers[0]))
        found["a knock and a silent 31 in one turn"] = turn[at + 2] in [
            (kind, knockers[0]) for kind in passed_over
        ]
    if rules.tie_break == "poker" and not result.declarers and any(result.lost):
        lowest = [seat for seat in seats if result.values[seat] == min(known(result.values))]
        found["ranks break a tie"] = 0 < sum(result.lost[seat] > 0 for seat in lowest) < len(lowest)
    return [name for name, is_so in found.items() if is_so]


def known(values: list[float | None]) -> list[float]:
    """The values of the seats that are in the game."""
    return [value for value in values if value is not None]


PART = Part(
    game=GAME,
    oracle=scat,
    told=told,
    means=means,
    # One acts at random, one plays well and, where its threshold is high, to the end of the stock.
    strategies=("random-play", "threshold", careless()),
    mixes=((0,), (0,), (1,), (2,), (0, 1, 2), (0, 2), (1, 2)),
    parameters={
        "knock_prob": (0.02, 0.1, 0.2, 0.5),
        "call_prob": (0.1, 0.5),
        "declare_prob": (0.0, 0.3, 0.7, 1.0),
        "hammer_threshold": between(2, 31),
        "knock_threshold": (19, 21, 25, 28, between(2, 31)),
    },
    # Those that cut hands short are rarer.
    rules={
        "score_mode": ("lives", "lives", "gin", "points", "bus"),
        "charity": chance(0.6),
        "min_knock_score": (0, 0, 0, 0, 10, 17, 19, 21, between(0, 31)),
        "knock_needs_suited": chance(0.15),
        "first_turn_option": ("none", "none", "hammer", "throw-down"),
        "first_turn_knock": chance(0.6),
        "miss_31_prob": (0.0, 0.0, 0.5, 1.0, lambda rng: rng.random()),
        "bus_extra_levels": between(0, 2),
        "max_turns": [*[(50, between(1, 30))] * 16, 1000],
    },
    fit=usual_turns,
    # Two, for whom there are rules, and many, who end the stock.
    players=(2, 3, 4, between(2, 16), between(12, 16)),
    longer={
        "match": Longer(
            share=0.2,
            rules={"start_lives": between(1, 3), "points_target": between(1, 4)},
            players=(2, 2, 3, 4, 5, 6, between(7, 16)),
        )
    },
    push=450,
    events={
        *("deal", "upcard", "called", "declared", "silent", "overlooked", "knocked", "took"),
        *("drew", "discarded", "ended", "passed", "reshuffled", "lost", "gained", "out", "replay"),
    },
    situations=dict.fromkeys(SITUATIONS, 1),
    luck={"31s overlooked": 50},
    rare={
        "several dealt 31s": Rare(
            rules=Rules(grand_cadillac=True),
            players=16,
            parameters={"declare_prob": 1.0},
            found=lambda o: np.flatnonzero(
                (o["end"] == ENDS.index("dealt-31")) & (o["losers"] < 15)
            ),
        ),
        "a stock that ends after a knock of two": Rare(
            rules=Rules(own_discard_after_knock=False),
            players=2,
            parameters={"knock_prob": 0.02},
            found=lambda o: np.flatnonzero(o["end"] == ENDS.index("stock-out-after-knock")),
        ),
        "everybody out at once": Rare(
            rules=Rules(start_lives=1, knocker_tie="knocker-two-others-one", charity=False),
            players=2,
            strategy=1,
            unit="match",
            found=lambda o: np.flatnonzero(o["hands"] > 1),
        ),
        "everybody off the bus at once": Rare(
            rules=Rules(score_mode="bus", knocker_tie="knocker-two-others-one"),
            players=2,
            strategy=1,
            unit="match",
            searched=20_000,
            found=lambda o: np.flatnonzero(o["hands"] > 7),
        ),
    },
)


# ---------------------------------------------------------------- the worked examples

OFFERS = {
    "throw-down": "called",
    "hammer": "called",
    "knock": "knocked",
    "knock-after-draw": "knocked",
}
"""What is told where one of these decisions is not answered by its first action."""
ACTIONS = {
    "took": "take-discard",
    "drew": "draw-stock",
    "ended": "end-hand",
    "passed": "end-hand",
    "silent": "silent",
    "declared": "declare",
}


class Script:
    """Deals the named cards first, and does what is told."""

    def __init__(self, given: Fields) -> None:
        """Begin."""
        top = [scat.card_id(name) for name in given["deck"].split()]
        self.cards = top + [card for card in range(52) if card not in top]
        self.told = [event.split() for event in given["then"].split(", ")]

    def deck(self, _deal: int) -> list[int]:
        """The deck."""
        return self.cards

    def reshuffle(self, cards: list[int]) -> list[int]:
        """The same order."""
        return cards

    def overlooks(self, _seat: int) -> bool:
        """Nobody does."""
        return False

    def choose(self, seat: int, decision: str, legal: list[str], _view: Any) -> str:
        """The action that leads to what is told next."""
        if decision in OFFERS and (not self.told or self.told[0] != [str(seat), OFFERS[decision]]):
            return legal[0]
        who, kind, *named = self.told.pop(0)
        same("seat", seat, int(who))
        if decision in OFFERS:
            return legal[1]
        return named[0] if decision == "discard" else ACTIONS[kind]


def hand_in_oracle(rules: scat.Rules, given: Fields) -> Fields:
    """A hand that the last seat deals."""
    script, players = Script(given), int(given.get("players", 2))
    result = scat.play_hand(rules, players, script)
    same("told", script.told, [])
    change = result.gained if rules.score_mode == "points" else result.lost
    return {
        "end": f"{result.end} after {result.turns}",
        "values": " ".join(f"{value:g}" for value in known(result.values)),
        "change": " ".join(map(str, change)),
    }


def hand_in_kernel(rules: Rules, given: Fields) -> Fields:
    """The same."""
    script, players = Script(given), int(given.get("players", 2))
    table = ByHand(GAME, rules, players, means)
    table.deal(given["deck"])
    while table.decision >= 0:
        seat, decision = table.asked
        table.act(script.choose(seat, decision, list(table.choices), None))
    same("told", script.told, [])
    change, state = table.close(), table.state
    values = []
    for own in state["own"][:players]:
        lowered = own["spoiled"] and rules.undeclared_31 == "counts-30"
        values.append(min(float(own["value"]), 30.0) if lowered else float(own["value"]))
    return {
        "end": f"{ENDS[state['end']]} after {state['turn']}",
        "values": " ".join(f"{value:g}" for value in values),
        "change": " ".join(map(str, change)),
    }


VARIANTS = {
    "standard": {},
    "triple-30": {"three_of_a_kind": "30"},
    "triple-30.5": {"three_of_a_kind": "30.5"},
    "flush-30": {"straight_flush": "30"},
    "cadillac": {"three_of_a_kind": "30", "grand_cadillac": True},
}
"""Columns of the values of hands."""
WORTH = {
    10: "KH 9C 8D",
    12: "TH 2H 3C",
    14: "TH 4H 2C",
    15: "KH 5H 2C",
    18: "KH 8H 2C",
    20: "KH QH 2C",
    22: "KH 9H 3H",
    25: "KH 8H 7H",
    26: "KH 9H 7H",
    27: "KH 9H 8H",
    30: "KH QH JH",
    31: "AH KH QH",
}
"""A hand of each value; several seats may hold the same one, for scoring does not mind."""


def values_in_oracle(rules: scat.Rules, given: Fields) -> Fields:
    """What a hand is worth by the rules of each column, beside those of the heading."""
    hand = cards(given["hand"])
    return {
        name: f"{scat.hand_value(hand, replace(rules, **options)):g}"  # type: ignore[arg-type]
        for name, options in VARIANTS.items()
    }


def values_in_kernel(rules: Rules, given: Fields) -> Fields:
    """The same, in any order of the cards."""
    orders = np.array(list(itertools.permutations(cards(given["hand"]))), np.uint8)
    found = {}
    for name, options in VARIANTS.items():
        values = values_of(orders, pack(replace(rules, **options)))  # type: ignore[arg-type]
        found[name] = " ".join(f"{value:g}" for value in sorted(set(values.tolist())))
    return found


def values_of(hands: np.ndarray[Any, Any], rules: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """What hands are worth to the kernel: uint8, shape (n, 3), by packed rules."""
    values = np.zeros(len(hands), np.float32)
    values_entry().call(hands, rules, values)
    return values


@cache
def values_entry() -> Entry:
    """The loop over hands of `values_of`."""

    def value_all(hands, rules, values):  # type: ignore[no-untyped-def]
        for i in range(len(hands)):
            values[i] = hand_value(hands[i, 0], hands[i, 1], hands[i, 2], rules[0])

    rules = types.Array(from_dtype(packed_dtype(GAME.rules)), 1, "C")
    hands, values = types.Array(types.uint8, 2, "C"), types.Array(types.float32, 1, "C")
    signature = types.void(hands, rules, values)
    return entry(value_all, signature=signature, content=fingerprint(value_all))


def hands_of(given: Fields) -> list[list[int]]:
    """The hands of a showdown; a number stands for any hand of that value."""
    told = given["hands"].split(", ")
    return [cards(WORTH[int(hand)] if hand.isdecimal() else hand) for hand in told]


def showdown_in_oracle(rules: scat.Rules, given: Fields) -> Fields:
    """What each seat loses or gains in the end; who has a 31 and does not show it was silent."""
    hands, knocker = hands_of(given), int(given.get("knocker", scat.NOBODY))
    if "shown" in given:
        shown = numbers(given["shown"])
        score = scat.score_declared_31([True] * len(hands), shown, knocker, rules)
    else:
        worths = [scat.showdown_worth(hand, rules) for hand in hands]
        score = scat.score_showdown(worths, knocker, rules)
    return {"change": listed(score.gained if rules.score_mode == "points" else score.lost)}


def showdown_in_kernel(rules: Rules, given: Fields) -> Fields:
    """The same."""
    hands, knocker = hands_of(given), int(given.get("knocker", scat.NOBODY))
    shown = numbers(given.get("shown", ""))
    if shown:
        end = "dealt-31" if knocker < 0 else "31-after-knock"
    else:
        end = "stock-out" if knocker < 0 else "knock"
    table = ByHand(GAME, rules, len(hands), means)
    table.state["knocker"], table.state["end"] = knocker, ENDS.index(end)
    values = values_of(np.array(hands, np.uint8), pack(rules)).tolist()
    for seat, (hand, value) in enumerate(zip(hands, values, strict=True)):
        own = table.state["own"][seat]
        own["hand"] = sum(card << 8 * k for k, card in enumerate(hand))
        own["lanes"] = sum(scat.card_points(card) << 8 * (card // 13) for card in hand)
        own["value"] = value
        own["declared"] = seat in shown
        own["spoiled"] = value >= scat.THIRTY_ONE and seat not in shown
    return {"change": listed(table.close())}


def lives_in_oracle(rules: scat.Rules, given: Fields) -> Fields:
    """Lives left; -1 is out."""
    left = scat.lives_after(int(given["had"]), int(given["loses"]), rules)
    return {"left": str(left)}


def lives_in_kernel(rules: Rules, given: Fields) -> Fields:
    """The same, while two others lose nothing."""
    table = ByHand(GAME, rules, 3, means)
    table.state["lives"][0] = int(given["had"])
    table.state["change"][0] = int(given["loses"])
    table.settle()
    return {"left": str(table.state["lives"][0])}


WORKED = {
    "hand": (hand_in_oracle, hand_in_kernel),
    "values": (values_in_oracle, values_in_kernel),
    "showdown": (showdown_in_oracle, showdown_in_kernel),
    "lives": (lives_in_oracle, lives_in_kernel),
}
"""How the kinds of examples in RULES.md are played."""
