"""Spades and its oracle, whose cards have other numbers: the ace is the highest of its suit."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from cardsim.cards import card_id, card_name
from cardsim.engine.table import Table
from cardsim.game import Event
from cardsim.games.spades import GAME
from cardsim.games.spades.rules import Rules
from cardsim.games.spades.state import FAILED, IN_FORCE, MADE, NO_BID, NO_CONTRACT, TRICKS
from cardsim.places import stack
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
from oracles import spades as oracle
from trick_games import card, match_in_kernel, match_in_oracle, of_match, of_tricks, singly, tile
from worked_examples import Deck, Fields, listed, numbers

CARDS = {"deal", "play", "broken"}
"""Events whose number is a card."""


def event(told: Event) -> tuple[Any, ...]:
    """An event in the oracle's form."""
    kind, seat, number = as_triple(told)
    return kind, seat, tile(number) if kind in CARDS else number


def means(shown: Shown, action: int) -> int:
    """A bid, or the place of a card in the hand as the oracle sorts it."""
    if shown.decision != "play":
        return action
    return sum(tile(other) < tile(action) for other in in_set(shown["hand"]))


LEFT = ("ignored", "bags", "count")
"""What becomes of the tricks of a failed nil, in the order of the view."""


class Recorded(Dealt):
    """The cards that were dealt, and the actions."""

    def expected(self, _shown: Shown, view: oracle.View) -> dict[str, Any]:
        """The fields of the view."""
        table = self.play.table
        limit = table.rules.loss_limit
        return {
            "seat": view["seat"],
            "dealer": view["dealer"],
            "hand": mask_of(map(card, view.get("hand", ()))),
            "bids": [NO_BID if bid is None else bid for bid in view["bids"]],
            "blind": list(map(int, view["blind"])),
            "score": view["score"],
            "bags": view["bags"],
            "target": view["target"] if table.unit else 0,
            "bag_limit": table.rules.bag_limit,
            "bag_penalty": table.rules.bag_penalty,
            "bag_points": table.rules.bag_points,
            "nil_bonus": table.rules.nil_bonus,
            "nil_penalty": table.rules.nil_penalty,
            "blind_nil": 200 if table.unit and table.rules.blind_nil else 0,
            "failed_nil_tricks": LEFT.index(table.rules.failed_nil_tricks),
            "moon_bonus": table.rules.moon_bonus,
            "loss_limit": int(limit) if table.unit and limit != "none" else 0,
            **{name: table.packed_rules[0][name].tolist() for name in IN_FORCE},
            "max_hands": table.rules.max_hands if table.unit else 1,
            "deals": view["hand_number"] - 1,
            "broken": int(view.get("broken", False)),
            **of_tricks(
                view,
                [(view["dealer"] + 1) % 4, *(winner for _, _, winner in view.get("history", []))],
                TRICKS,
                pack=oracle.PACK,
                card=card,
                winner=oracle.winner_of,
                suit=oracle.suit_of,
            ),
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
    worth = [r.points * rules.bag_limit - r.bags * rules.bag_penalty for r in hand.results]
    made = [became(hand, team, rules) for team in (0, 1)]
    outcome = {
        "your_seat": hero,
        "your_net": worth[own] - worth[other],
        "your_points": hand.results[own].points - hand.penalties[own],
        "your_bags": hand.results[own].bags,
        "your_made": made[own],
        "bid": hand.bids,
        "taken": hand.tricks_won,
        "contract": [hand.bids[0] + hand.bids[2], hand.bids[1] + hand.bids[3]],
        "made": made,
    }
    return Told(hand.events, outcome, 1, situations(hand, rules))


def became(hand: oracle.Played, team: int, rules: oracle.Rules) -> int:
    """What became of the bids of a team that were not nil."""
    seats = (team, team + 2)
    bid = sum(hand.bids[seat] for seat in seats)
    counts = rules.failed_nil_tricks == "count"
    won = sum(hand.tricks_won[seat] for seat in seats if hand.bids[seat] or counts)
    return NO_CONTRACT if bid == 0 else MADE if won >= bid else FAILED


SITUATIONS = {
    "a contract is made": 500,
    "a contract fails": 500,
    "both partners bid nil": 50,
    "a nil is made": 50,
    "a nil fails": 200,
    "a failed nil brings bags": 20,
    "a failed nil helps the partner": 10,
    "bags cost twice in a hand": 20,
    "spades are led unbroken": 10,
    "a spade is played to the first trick": 20,
    "a bid is not allowed": 50,
}
IN_MATCHES = {
    "a match is won at the target": 20,
    "a match is lost at the limit": 20,
    "a match ends at the cap": 20,
    "a match is drawn": 1,
    "a blind nil is made or fails": 20,
}


def situations(hand: oracle.Played, rules: oracle.Rules) -> list[str]:
    """Which of `SITUATIONS` occurred in a hand."""
    nils = [seat for seat in range(4) if hand.bids[seat] == 0]
    failed = [seat for seat in nils if hand.tricks_won[seat]]
    made = [became(hand, team, rules) for team in (0, 1)]
    spade = oracle.SPADES
    first = list(map(oracle.suit_of, hand.history[0][1]))
    unbroken = 0
    for _, cards, _ in hand.history:
        suits = list(map(oracle.suit_of, cards))
        if spade in suits:
            unbroken = suits[0] == spade
            break
    found = {
        "a contract is made": MADE in made,
        "a contract fails": FAILED in made,
        "both partners bid nil": NO_CONTRACT in made,
        "a nil is made": len(failed) < len(nils),
        "a nil fails": failed,
        "a failed nil brings bags": failed and rules.failed_nil_tricks == "bags",
        "a failed nil helps the partner": any(
            hand.bids[(seat + 2) % 4] and rules.failed_nil_tricks == "count" for seat in failed
        ),
        "bags cost twice in a hand": any(lost > rules.bag_penalty > 0 for lost in hand.penalties),
        "spades are led unbroken": unbroken and rules.spade_lead == "broken",
        "a spade is played to the first trick": spade in first,
        "a bid is not allowed": rules.min_team_bid > 0 or rules.forbid_total_13,
        "a blind nil is made or fails": any(hand.blind),
    }
    return [name for name, is_so in found.items() if is_so]


def how_it_ended(match: oracle.PlayedMatch, rules: oracle.Rules) -> list[str]:
    """How a match ended."""
    capped = len(match.hands) == rules.max_hands
    limit = rules.loss_limit
    found = {
        "a match is won at the target": max(match.score) >= rules.target,
        "a match is lost at the limit": limit is not None and min(match.score) <= limit,
        "a match ends at the cap": capped and max(match.score) < rules.target,
        "a match is drawn": match.winner < 0,
    }
    return [name for name, is_so in found.items() if is_so]


PART = Part(
    game=GAME,
    oracle=oracle,
    told=told,
    means=means,
    event=event,
    strategies=("random-legal", "by-the-book", "nil-if", "highest-legal", "lowest-legal"),
    mixes=((0,), (0, 1, 2, 3, 4), (1,)),
    parameters={
        "nil_count": between(0, 13),
        "max_count": between(0, 13),
        "max_top_spade": between(0, 14),
    },
    rules={
        "failed_nil_tricks": ["ignored", "bags", "count"],
        "bag_limit": [10, between(1, 14)],
        "min_team_bid": [0, between(0, 12)],
        "first_trick_spades": chance(0.5),
    },
    in_oracle={"loss_limit": lambda value: None if value == "none" else value},
    longer={
        "match": Longer(
            share=0.3,
            count=3,
            rules={
                "target": between(1, 300),
                "loss_limit": ["none", between(-500, -1)],
                "max_hands": between(1, 12),
                "blind_nil": chance(0.7),
            },
        )
    },
    push=800,
    look=5,
    events={
        *("hand", "deal", "blind", "bid", "play", "broken", "trick", "nil", "points", "bags"),
        *("penalty", "score", "counter", "win", "draw"),
    },
    situations={**SITUATIONS, **IN_MATCHES},
    rare={
        "a side bids and takes all": Rare(
            rules=Rules(moon_bonus=70, failed_nil_tricks="count"),
            players=4,
            found=lambda outcomes: (
                ((outcomes["contract"] == TRICKS) & (outcomes["made"] == MADE))
                .any(axis=1)
                .nonzero()[0]
            ),
            least=1,
        ),
    },
)


# ---------------------------------------------------------------- the worked examples

PLACES = ["first", "second", "third", "fourth"]
"""Places in a trick."""


class Script:
    """Gives these bids in turn, then plays the named cards, then the lowest that it may."""

    def __init__(self, bids: str, cards: str = "", *, last: str = "") -> None:
        """Words: `look`, `blind` or a bid; names of cards. `last` answers whatever comes after."""
        self.bids, self.last = iter(bids.split()), last
        named = cards.partition(" then ")[0].split()
        self.cards = iter([tile(card_id(name)) for name in named])

    def bid(self, decision: str) -> int:
        """The next answer before play."""
        word = next(self.bids, "blind" if decision == "blind" else self.last)
        return int(word == "blind") if decision == "blind" else int(word)

    def tile(self, legal: list[int]) -> int:
        """The next card, as the oracle numbers it."""
        return next(self.cards, min(legal))


def score_of_oracle(rules: oracle.Rules, given: Fields) -> Fields:
    """What a side scores."""
    bids, tricks = numbers(given["bids"]), numbers(given["tricks"])
    result = oracle.score_team(rules, bids, tricks, ["blind" in given, False])
    left, lost = oracle.roll_over(rules, int(given.get("had", 0)), result.bags)
    points, net = str(result.points), str(result.points - lost)
    both = listed([result.points, result.bags])
    return {"points": points, "net": net, "left": str(left), rules.failed_nil_tricks: both}


def score_of_kernel(rules: Rules, given: Fields) -> Fields:
    """The same, for either side."""
    found = []
    for side in (0, 1):
        table = Table(GAME, rules, unit="match")
        state = table.states[0]
        state["bags"][side] = int(given.get("had", 0))
        state["blind"][side] = "blind" in given
        state["bids"][side::2] = numbers(given["bids"])
        state["taken"][side::2] = numbers(given["tricks"])
        table.close()
        points, bags = int(state["points"][side]), int(state["new_bags"][side])
        net = str(points - int(state["penalty"][side]))
        table.settle()
        left = str(state["bags"][side])
        both = {rules.failed_nil_tricks: listed([points, bags])}
        found.append({"points": str(points), "net": net, "left": left, **both})
    same("sides", found[0], found[1])
    return found[0]


def in_three_ways(score: Any) -> Any:
    """That, with each of what may become of the tricks of a failed nil."""

    def scored(rules: Any, given: Fields) -> Fields:
        ways = ("ignored", "bags", "count")
        found = [score(replace(rules, failed_nil_tricks=way), given) for way in ways]
        return {way: said[way] for way, said in zip(ways, found, strict=True)}

    return scored


def trick_of_oracle(_rules: oracle.Rules, given: Fields) -> Fields:
    """Who wins these four cards."""
    tiles = [tile(card_id(name)) for name in given["cards"].split()]
    return {PLACES[oracle.winner_of(list(enumerate(tiles)))]: "wins"}


def trick_of_kernel(rules: Rules, given: Fields) -> Fields:
    """The same, each the only card of its player."""
    table, cards = Table(GAME, rules), [card_id(name) for name in given["cards"].split()]
    table.states["hand_of"][0] = [1 << card for card in cards]
    for action in [3] * 4 + cards:
        table.act(action)
    return {PLACES[int(table.state["taken"].argmax())]: "wins"}


def play_of_oracle(rules: oracle.Rules, given: Fields) -> Fields:
    """Which cards may be played."""
    hand = [tile(card_id(name)) for name in given["holds"].split()]
    led = oracle.suit_of(tile(card_id(given["follows"]))) if "follows" in given else None
    may = oracle.playable(
        rules, hand, led=led, broken="spades" in given, first_trick="trick" in given
    )
    return {"may": " ".join(card_name(card(each)) for each in may)}


def play_of_kernel(rules: Rules, given: Fields) -> Fields:
    """The same."""
    table = Table(GAME, rules)
    hand, led = [card_id(name) for name in given["holds"].split()], given.get("follows")
    seat = 0 if led is None else 1
    table.states["hand_of"][0, seat] = sum(1 << each for each in hand)
    table.states["broken"], table.states["tricks"] = "spades" in given, "trick" not in given
    if led is not None:
        table.states["hand_of"][0, 0] = 1 << card_id(led)
    for action in [3] * 4 + ([] if led is None else [card_id(led)]):
        table.act(action)
    return {"may": " ".join(card_name(each) for each in sorted(table.legal, key=tile))}


def bid_of_oracle(rules: oracle.Rules, given: Fields) -> Fields:
    """Which bids are not allowed."""
    made = numbers(given["after"])
    legal = oracle.legal_bids(rules, [*made, *[None] * (4 - len(made))], len(made))
    return {"not": listed(bid for bid in range(14) if bid not in legal)}


def bid_of_kernel(rules: Rules, given: Fields) -> Fields:
    """The same."""
    table = Table(GAME, rules)
    for bid in numbers(given["after"]):
        table.act(bid)
    return {"not": listed(bid for bid in range(14) if bid not in table.legal)}


def deck_of(given: Fields) -> list[int]:
    """The cards of the hands that are given, dealt singly from seat 0."""
    return singly(given.get(f"seat{seat}", "") for seat in range(4))


def hand_of_oracle(rules: oracle.Rules, given: Fields) -> Fields:
    """A whole hand that seat 3 deals."""
    script, asked = Script(given.get("bids", ""), given.get("play", ""), last="1"), []

    def choose(decision: str, seat: int, view: oracle.View, legal: list[int]) -> int:
        if decision == "blind":
            asked.append(seat)
        if decision != "play":
            return script.bid(decision)
        hand: list[int] = view["hand"]
        return hand.index(script.tile([hand[place] for place in legal]))

    score, had = numbers(given["score"]), numbers(given.get("had", "0,0"))
    hand = oracle.play_hand(
        rules, Deck(list(map(tile, deck_of(given)))), choose, dealer=3, score=score, bags=had
    )
    return {
        "asked": listed(asked),
        "tricks": listed(hand.tricks_won),
        "points": listed(result.points for result in hand.results),
        "bags": listed(result.bags for result in hand.results),
        "score": listed(hand.score),
        "left": listed(hand.counter),
    }


def hand_of_kernel(rules: Rules, given: Fields) -> Fields:
    """The same."""
    table, asked = Table(GAME, rules), []
    script = Script(given.get("bids", ""), given.get("play", ""), last="1")
    state = table.states[0]
    state["score"], state["bags"] = numbers(given["score"]), numbers(given.get("had", "0,0"))
    stack(table, deck_of(given))
    table.deal()
    while not table.over:
        seat, decision = table.asked
        if decision == "blind":
            asked.append(seat)
        if decision == "play":
            table.act(card(script.tile([tile(each) for each in table.legal])))
        else:
            table.act(script.bid(decision))
    table.close()
    found = {"asked": asked, "tricks": state["taken"], "points": state["points"]}
    found["bags"] = state["new_bags"].copy()
    table.settle()
    found |= {"score": state["score"], "left": state["bags"]}
    return {name: listed(values) for name, values in found.items()}


WORKED = {
    "failed nil": (in_three_ways(score_of_oracle), in_three_ways(score_of_kernel)),
    "points": (score_of_oracle, score_of_kernel),
    "bags": (score_of_oracle, score_of_kernel),
    "match": (match_in_oracle(oracle.match_over), match_in_kernel(GAME)),
    "trick": (trick_of_oracle, trick_of_kernel),
    "play": (play_of_oracle, play_of_kernel),
    "bid": (bid_of_oracle, bid_of_kernel),
    "blind": (hand_of_oracle, hand_of_kernel),
    "hand": (hand_of_oracle, hand_of_kernel),
}
"""How the kinds of examples in RULES.md are played."""
