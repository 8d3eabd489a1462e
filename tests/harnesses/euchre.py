"""Euchre and its oracle, whose cards have other numbers: 24 of them, in the order of rank."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardsim.cards import card_id, card_name
from cardsim.engine.table import Table
from cardsim.game import Event
from cardsim.games.euchre import GAME
from cardsim.games.euchre.deck import CARDS as ALL_CARDS
from cardsim.games.euchre.deck import TRICKS
from cardsim.games.euchre.rules import Rules
from cardsim.games.euchre.state import (
    EUCHRED,
    IN_FORCE,
    KITTY,
    LONE_MARCH,
    MADE,
    MARCH,
    NO_TRUMP_YET,
    NOT_YET,
    NOTHING_MADE,
    PENDING,
    PICKED_UP,
    TURNED_DOWN,
)
from cardsim.tricks import NO_CARD, NOBODY
from harness import (
    Longer,
    Part,
    Play,
    Rare,
    Shown,
    Told,
    as_triple,
    between,
    chance,
    in_set,
    mask_of,
    same,
)
from harness import Recorded as Dealt
from oracles import euchre as oracle
from trick_games import match_in_kernel, match_in_oracle, of_match, of_tricks, singly
from worked_examples import Deck, Fields, listed, numbers

CARDS = {"deal", "upcard", "turn-down", "pick-up", "discard", "play"}
"""Events whose number is a card."""
KINDS = {"name-trump": "name", "defend-alone": "defend"}
"""Events that the oracle calls otherwise."""
DECISIONS = {"name": "name-trump"}
"""Decisions that the kernel calls otherwise."""
STATES = {
    oracle.PENDING: PENDING,
    oracle.PICKED_UP: PICKED_UP,
    oracle.TURNED_DOWN: TURNED_DOWN,
}


def tile(card: int) -> int:
    """A card as the oracle numbers it."""
    rank = card % 13
    return 6 * (card // 13) + (rank - 8 if rank else oracle.ACE)


def card(tile: int) -> int:
    """A card of the oracle as cardsim numbers it."""
    rank = tile % 6
    return 13 * (tile // 6) + (rank + 8 if rank != oracle.ACE else 0)


def event(told: Event) -> tuple[Any, ...]:
    """An event in the oracle's form."""
    kind, seat, number = as_triple(told)
    return KINDS.get(kind, kind), seat, tile(number) if kind in CARDS else number


def means(shown: Shown, action: int) -> int:
    """A call or answer, or the place of a card in the hand as the oracle sorts it."""
    if shown.decision not in ("discard", "play"):
        return action
    return sum(tile(other) < tile(action) for other in in_set(shown["hand"]))


class Recorded(Dealt):
    """The cards that were dealt, and the actions."""

    dealt = ("deal", "upcard")

    def choose(self, decision: str, seat: int, view: oracle.View, legal: list[int]) -> Any:
        """The recorded action."""
        return super().choose(DECISIONS.get(decision, decision), seat, view, legal)

    def expected(self, shown: Shown, view: oracle.View) -> dict[str, Any]:
        """The fields of the view."""
        table = self.play.table
        trump, maker = view.get("trump", NO_TRUMP_YET), view.get("maker", NOBODY)
        alone = int(view.get("alone", False))
        out = [bool(alone) and seat == (maker + 2) % 4 for seat in range(4)]
        trick, history = view.get("current_trick", []), view.get("history", [])
        leading = trick[0][0] if trick else view["seat"]
        leaders = [leader for leader, _, _ in history]
        leaders.append(leading if shown.decision == "play" else (view["dealer"] + 1) % 4)
        taken = [winner for _, _, winner in history]
        by_team = [taken.count(team) + taken.count(team + 2) for team in (0, 1)]
        same("tricks by team", by_team, view.get("tricks", [0, 0]))
        calls = [[NOT_YET] * 4 for _ in range(2)]
        for seat, number, code in view["calls"]:
            calls[number - 1][seat] = code
        defends = [NOT_YET] * 4
        for seat, answer in view.get("defend_calls", ()):
            defends[seat] = answer
        discard = view.get("discard")
        return {
            "seat": view["seat"],
            "dealer": view["dealer"],
            "hand": mask_of(map(card, view["hand"])),
            "upcard": card(view["upcard"]),
            "upcard_state": STATES[view["upcard_state"]],
            "calls": calls,
            "trump": trump,
            "maker": maker,
            "alone": alone,
            "defend_calls": defends,
            "sitting_out": list(map(int, view.get("sitting_out", out))),
            "discard": NO_CARD if discard is None else card(discard),
            "score": view["score"],
            "target": table.rules.target if table.unit else 0,
            "deals": view["hand_number"] - 1,
            **of_tricks(
                view,
                leaders,
                TRICKS,
                pack=oracle.PACK,
                card=card,
                winner=lambda laid: oracle.winner_of(laid, trump),
                suit=lambda each: oracle.suit_of(each, trump),
            ),
            **{name: table.packed_rules[0][name] for name in IN_FORCE},
        }


def told(play: Play) -> Told:
    """The oracle's account of a traced hand or match."""
    table, recorded = play.table, Recorded(play)
    rules: oracle.Rules = table.oracle_rules
    hero, dealer = table.hero(play.hand), play.events[0][1]
    own, other = hero % 2, 1 - hero % 2
    if table.unit:
        match = oracle.play_match(rules, recorded, recorded.choose, dealer=dealer)
        outcome = {**of_match(hero, match.score, match.winner), "hands": len(match.hands)}
        found = [name for hand in match.hands for name in situations(hand, rules)]
        found += how_it_ended(match, rules)
        return Told(match.events, outcome, len(match.hands), found)
    same("dealer of a single hand", dealer, 3)
    hand = oracle.play_hand(rules, recorded, recorded.choose, dealer=dealer)
    end, made = ended(hand), hand.end == oracle.PLAYED
    team = hand.maker % 2
    winners = [winner for _, _, winner in hand.history]
    outcome = {
        "your_seat": hero,
        "your_net": hand.points[own] - hand.points[other],
        "your_end": end + (EUCHRED if made and own != team else 0),
        "end": end,
        "maker": hand.maker,
        "round": hand.called_in,
        "alone": int(hand.alone),
        "defended": int(hand.defender >= 0),
        "tricks": hand.tricks[team] if made else 0,
        "taken": [winners.count(seat) for seat in range(4)],
        "makes": [int(seat == hand.maker) for seat in range(4)],
    }
    return Told(hand.events, outcome, 1, situations(hand, rules))


def ended(hand: oracle.Played) -> int:
    """How a hand ended for the makers."""
    if hand.end != oracle.PLAYED:
        return NOTHING_MADE
    won = hand.tricks[hand.maker % 2]
    if won == TRICKS:
        return LONE_MARCH if hand.alone else MARCH
    return MADE if won >= oracle.ENOUGH else EUCHRED


SITUATIONS = {
    "all pass twice": 200,
    "a stuck dealer names a suit": 200,
    "the makers make it": 500,
    "the makers march": 100,
    "a maker marches alone": 100,
    "the makers are euchred": 500,
    "a lone maker is euchred by a lone defender": 50,
    "the dealer sits out": 100,
    "the left bower is played": 500,
    "the left bower follows a trump": 100,
    "the upcard is discarded": 100,
    "a trump is discarded": 100,
    "the maker's left leads": 50,
    "trumps were made without one": 20,
    "a call is not allowed": 500,
}
IN_MATCHES = {
    "a match is won at the target": 20,
    "a match ends at the cap": 20,
    "a match is drawn": 5,
    "the next player deals after a throw-in": 20,
}


def situations(hand: oracle.Played, rules: oracle.Rules) -> list[str]:
    """Which of `SITUATIONS` occurred in a hand."""
    end, trump, dealer = ended(hand), hand.trump, hand.events[0][1]
    stuck = any(event[:2] == ("name", dealer) for event in hand.events) and rules.stick_the_dealer
    left = oracle.JACK + 6 * oracle.same_colour(trump)
    to = [
        dict(pairs).get(leader) != left and oracle.suit_of(pairs[0][1], trump) == trump
        for leader, pairs, _ in hand.history
        if left in dict(pairs).values()
    ]
    lone_lead = hand.alone and rules.lone_lead == "left-of-maker"
    suits = [oracle.printed_suit(c) for c in hand.hands[hand.maker]] if hand.maker >= 0 else []
    own = hand.called_in == 1 and hand.maker == dealer
    found = {
        "all pass twice": hand.end == oracle.PASSED_OUT,
        "a stuck dealer names a suit": stuck,
        "the makers make it": end == MADE,
        "the makers march": end == MARCH,
        "a maker marches alone": end == LONE_MARCH,
        "the makers are euchred": end == EUCHRED,
        "a lone maker is euchred by a lone defender": end == EUCHRED and hand.defender >= 0,
        "the dealer sits out": hand.sitting_out[dealer],
        "the left bower is played": to,
        "the left bower follows a trump": any(to),
        "the upcard is discarded": hand.discard == hand.upcard,
        "a trump is discarded": hand.discard >= 0
        and oracle.suit_of(hand.discard, trump) == trump
        and hand.discard != hand.upcard,
        "the maker's left leads": lone_lead
        and hand.history[0][0] == (hand.maker + 1) % 4 != (dealer + 1) % 4,
        "trumps were made without one": hand.maker >= 0 and trump not in suits and not own,
        "a call is not allowed": rules.trump_needed_to_call or rules.partner_must_go_alone,
    }
    return [name for name, is_so in found.items() if is_so]


def how_it_ended(match: oracle.PlayedMatch, rules: oracle.Rules) -> list[str]:
    """How a match ended."""
    capped = len(match.hands) == rules.max_hands
    dealers = [hand.events[0][1] for hand in match.hands]
    passed = [hand.end == oracle.PASSED_OUT for hand in match.hands]
    found = {
        "a match is won at the target": max(match.score) >= rules.target,
        "a match ends at the cap": capped and max(match.score) < rules.target,
        "a match is drawn": match.winner < 0,
        "the next player deals after a throw-in": any(
            thrown and b == (a + 1) % 4
            for thrown, a, b in zip(passed, dealers, dealers[1:], strict=False)
        ),
    }
    return [name for name, is_so in found.items() if is_so]


def thrown_in(outcomes: Any) -> Any:
    """Hands of nines and tens that are thrown in, where the dealer must name trumps else."""
    return (outcomes["end"] == NOTHING_MADE).nonzero()[0]


PART = Part(
    game=GAME,
    oracle=oracle,
    told=told,
    means=means,
    event=event,
    strategies=(
        "random-legal",
        "by-the-book",
        "power-sum",
        "never-call",
        "highest-legal",
        "simple-partner",
    ),
    mixes=((0,), (0, 1, 2, 3, 4, 5), (1,), (2, 3), (3,)),
    parameters={
        "own_power": between(0, 40),
        "their_power": between(0, 40),
        "alone": between(10, 50),
        "alone_power": between(10, 50),
    },
    of_deals=("deals",),
    rules={
        "deals": [""],
        "trump_needed_to_call": chance(0.4),
        "partner_must_go_alone": chance(0.4),
        "lone_points": [4, between(1, 20)],
        "march_points": [2, between(1, 20)],
        "made_points": [1, 1, between(1, 20)],
        "euchre_points": [2, 2, between(1, 20)],
    },
    longer={
        "match": Longer(
            share=0.3,
            count=3,
            rules={
                "target": [between(1, 15), between(15, 30)],
                "max_hands": [between(1, 4), between(4, 15)],
                "made_points": [1, 1, 1, between(1, 20)],
                "euchre_points": [1, 2, 2, between(1, 20)],
            },
        )
    },
    push=950,
    look=5,
    events={
        *("hand", "deal", "upcard", "farmer", "order", "turn-down", "name", "trump", "pick-up"),
        *("discard", "defend", "play", "trick", "throw-in", "points", "score", "win", "draw"),
    },
    situations={**SITUATIONS, **IN_MATCHES},
    rare={
        "a hand of nines and tens is thrown in": Rare(
            rules=Rules(stick_the_dealer=True, farmers_hand=True),
            players=4,
            found=thrown_in,
            strategy=1,
        ),
    },
)


# ---------------------------------------------------------------- the worked examples

PLACES = ["first", "second", "third", "fourth"]
"""In a trick."""
USUAL = ("9D TD QC KC AC", "KD AD 9H TH QH", "JC 9S TS JS QS", "9C TC JH KS AS")
"""Hands where an example names none; QD is then turned up."""


def tiles(names: str) -> list[int]:
    """Those cards as the oracle numbers them."""
    return [tile(card_id(name)) for name in names.split()]


def named(held: Any) -> str:
    """Those cards of the oracle by name."""
    return " ".join(card_name(card(each)) for each in sorted(held))


def table_with(
    rules: Rules | None = None,
    hands: Mapping[int, str] | None = None,
    upcard: str = "9H",
    *,
    match: bool = False,
) -> Table:
    """A table whose cards are these, as far as they are given; seat 3 deals."""
    table = Table(GAME, rules, unit="match" if match else None)
    table.states["dealer"] = 3
    table.deal()
    given = {seat: [card_id(n) for n in names.split()] for seat, names in (hands or {}).items()}
    taken = {card_id(upcard), *(card for held in given.values() for card in held)}
    left = [card for card in ALL_CARDS if card not in taken]
    for seat in range(4):
        held = given.get(seat) or [left.pop() for _ in range(5)]
        table.states["hand_of"][0, seat] = sum(1 << card for card in held)
    table.states["hand_of"][0, KITTY] = sum(1 << card for card in left)
    table.states["upcard"] = card_id(upcard)
    table.look(table.decision)
    return table


def follow_in_oracle(_rules: oracle.Rules, given: Fields) -> Fields:
    """Which cards may be played."""
    trump = "CDHS".index(given["trumps"])
    led = oracle.suit_of(tile(card_id(given["led"])), trump)
    return {"may": named(oracle.playable(tiles(given["holds"]), trump, led))}


def follow_in_kernel(rules: Rules, given: Fields) -> Fields:
    """The same: the suit of a turned-up ten is ordered."""
    upcard, led = "T" + given["trumps"], card_id(given["led"])
    table = table_with(rules, {0: f"{given['led']} QS KC TC AC"}, upcard)
    table.act(1)
    table.act(card_id(upcard))
    table.states["hand_of"][0, 1] = sum(1 << card_id(name) for name in given["holds"].split())
    table.act(led)
    return {"may": named(map(tile, table.legal))}


def trick_in_oracle(_rules: oracle.Rules, given: Fields) -> Fields:
    """Who wins these four cards."""
    trump = "CDHS".index(given["trumps"])
    return {PLACES[oracle.winner_of(list(enumerate(tiles(given["cards"]))), trump)]: "wins"}


def trick_in_kernel(rules: Rules, given: Fields) -> Fields:
    """The same, each the only card of its player."""
    upcard, cards = "Q" + given["trumps"], [card_id(name) for name in given["cards"].split()]
    table = table_with(rules, upcard=upcard)
    table.act(1)
    table.states["hand_of"][0, :4] = [1 << card for card in cards]
    table.states["hand_of"][0, 3] |= 1 << card_id(upcard)
    for action in [card_id(upcard), *cards]:
        table.act(action)
    same("leader", int(table.state["leader"]), int(table.state["taken"].argmax()))
    return {PLACES[int(table.state["leader"])]: "wins"}


def score_in_oracle(rules: oracle.Rules, given: Fields) -> Fields:
    """Points of both sides."""
    alone, defended = "alone" in given, "defends" in given
    points = oracle.score_hand(rules, int(given["tricks"]), alone=alone, defended=defended)
    return dict(zip(("makers", "others"), map(str, points), strict=True))


def score_in_kernel(rules: Rules, given: Fields) -> Fields:
    """The same; seat 1 is the maker."""
    table, tricks = Table(GAME, rules, unit="match"), int(given["tricks"])
    alone, defended = "alone" in given, "defends" in given
    table.states["trump"], table.states["maker"], table.states["alone"] = 2, 1, alone
    table.states["in_play"] = 4 - alone - defended
    table.states["taken"][0] = [5 - tricks, tricks, 0, 0]
    table.close()
    others, makers = table.state["points"].tolist()
    return {"makers": str(makers), "others": str(others)}


def call_in_oracle(rules: oracle.Rules, given: Fields) -> Fields:
    """What may be called in both rounds."""
    held, (upcard,), seat = tiles(given["holds"]), tiles(given["upcard"]), int(given["seat"])
    return {
        "first": listed(oracle.legal_orders(rules, held, upcard, seat=seat, dealer=3)),
        "second": listed(oracle.legal_names(rules, held, upcard, seat=seat, dealer=3)),
    }


def call_in_kernel(rules: Rules, given: Fields) -> Fields:
    """The same."""
    seat = int(given["seat"])
    table, found = table_with(rules, {seat: given["holds"]}, given["upcard"]), []
    for passes in (seat, 4):
        for _ in range(passes):
            table.act(0)
        found.append(listed(table.legal))
    return {"first": found[0], "second": found[1]}


class Script:
    """Calls, answers and cards of an example; then passes, no, and the lowest card."""

    def __init__(self, given: Fields) -> None:
        """Begin."""
        self.calls = iter(numbers(given.get("calls", "")))
        self.answers = iter(numbers(given.get("answers", "")))
        self.cards = iter(tiles(given.get("play", "")))

    def word(self, decision: str) -> int:
        """The next call or answer."""
        return next(self.calls if decision in ("order", "name", "name-trump") else self.answers, 0)

    def tile(self, legal: list[int]) -> int:
        """The next card, as the oracle numbers it."""
        return next(self.cards, min(legal))


def cards_of(given: Fields) -> tuple[list[str], str]:
    """Hands and upcard of an example."""
    return [given.get(f"seat{k}", USUAL[k]) for k in range(4)], given.get("upcard", "QD")


def hand_in_oracle(rules: oracle.Rules, given: Fields) -> Fields:
    """A whole hand that seat 3 deals."""
    script = Script(given)

    def choose(decision: str, _seat: int, view: oracle.View, legal: list[int]) -> int:
        if decision not in ("discard", "play"):
            return script.word(decision)
        hand: list[int] = view["hand"]
        return hand.index(script.tile([hand[place] for place in legal]))

    score, (hands, upcard) = numbers(given.get("score", "0,0")), cards_of(given)
    deck = Deck([*map(tile, singly(hands)), *tiles(upcard)])
    hand = oracle.play_hand(rules, deck, choose, dealer=3, score=score)
    leader, played, _ = hand.history[0]
    taken = [winner for _, _, winner in hand.history]
    return {
        "leads": str(leader),
        "out": listed(seat for seat in range(4) if seat not in dict(played)),
        "tricks": listed(taken.count(seat) for seat in range(4)),
        "points": listed(hand.points),
        "score": listed(hand.score),
    }


def hand_in_kernel(rules: Rules, given: Fields) -> Fields:
    """The same."""
    script, (hands, upcard), leader = Script(given), cards_of(given), NOBODY
    table = table_with(rules, dict(enumerate(hands)), upcard, match=True)
    state = table.states[0]
    state["score"] = numbers(given.get("score", "0,0"))
    while not table.over:
        seat, decision = table.asked
        if decision in ("discard", "play"):
            leader = seat if decision == "play" and leader == NOBODY else leader
            table.act(card(script.tile([tile(each) for each in table.legal])))
        else:
            table.act(script.word(decision))
    table.close()
    out = [seat for seat in range(4) if state["sitting_out"][seat]]
    found = {"out": out, "tricks": state["taken"].copy(), "points": state["points"].copy()}
    table.settle()
    found["score"] = state["score"]
    return {"leads": str(leader), **{name: listed(values) for name, values in found.items()}}


WORKED = {
    "follow": (follow_in_oracle, follow_in_kernel),
    "trick": (trick_in_oracle, trick_in_kernel),
    "score": (score_in_oracle, score_in_kernel),
    "call": (call_in_oracle, call_in_kernel),
    "match": (match_in_oracle(oracle.match_over), match_in_kernel(GAME)),
    "hand": (hand_in_oracle, hand_in_kernel),
}
"""How the kinds of examples in RULES.md are played."""
