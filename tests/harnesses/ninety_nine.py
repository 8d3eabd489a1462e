"""Ninety-Nine and its oracle."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np

from cardsim.cards import card_name
from cardsim.engine.table import Table
from cardsim.games.ninety_nine import GAME
from cardsim.games.ninety_nine.meanings import (
    BECOMES_99,
    HOLDS,
    MAKES_99,
    NO_OPTION,
    ORDINARY,
    REVERSES,
    TAKES,
)
from cardsim.games.ninety_nine.rules import Rules, objection, packs
from cardsim.games.ninety_nine.state import ENDS, HISTORY, IN_FORCE, NO_CARD, OPTION
from cardsim.options.params import shown as as_text
from cardsim.places import stack
from cardsim.workspace import load_strategy
from harness import Longer, Part, Play, Rare, Shown, Told, between, chance, same
from oracles import ninety_nine as oracle
from worked_examples import Deck, Fields, cards, listed

COUNT_PILE = 8
"""The cards in the pile are counted after every so many plays."""


def per_seat(chance: float | str) -> float | tuple[float, ...]:
    """The chance of a lapse: one, or one for each seat."""
    return tuple(map(float, chance.split(","))) if isinstance(chance, str) else chance


def fit(values: dict[str, Any], players: int, rng: random.Random) -> None:
    """Leave a stock, and let hands end."""
    if values["infinite_deck"]:
        values["decks"] = "auto"
    decks = int(values["decks"]) if values["decks"] != "auto" else 1 if players <= 4 else 2
    most = 8 if values["infinite_deck"] else min(8, (52 * decks - 1) // players)
    usual = min(3, most)
    sizes = (usual, usual, usual, most, rng.randint(1, most), min(2, most))
    values["hand_size"] = rng.choice(sizes)
    if rng.random() < 0.15:
        chances = (as_text(rng.choice([0.0, 1.0, 0.3])) for _ in range(players))
        values["forget_draw_prob"] = ",".join(chances)
    while objection(Rules(**values), players) or hardly_ends(Rules(**values), players):
        values["hand_size"] -= 1


def hardly_ends(rules: Rules, players: int) -> bool:
    """Whether those that leave may lay down so many cards that the last two play on and on."""
    if not rules.continue_after_loss or rules.infinite_deck or rules.hand_size == 1:
        return False
    return players * rules.hand_size > 18 * packs(rules, players)


def means(shown: Shown, action: int) -> oracle.Action:
    """An action as a card and an option."""
    return shown["hand"][action % OPTION], action // OPTION


class Recorded:
    """Chance and choices for the oracle: those of a traced hand or match."""

    def __init__(self, play: Play) -> None:
        """Begin at the first deal."""
        self.play = play
        self.rules = play.table.oracle_rules
        self.cards = iter([c for kind, _, c in play.events if kind in ("deal", "draw")])
        self.after_play = [k for k, _, _ in play.events if k in ("draw", "forget", "no-draw")]
        self.lapses = self.lapse_variance = 0.0

    def card(self, stock: list[int]) -> int:
        """The card that the kernel drew."""
        card: int = next(self.cards)
        if card not in stock:
            raise AssertionError(f"the kernel drew {card}, which is not in the stock {stock}")
        return card

    def happens(self, probability: float, seat: int) -> bool:
        """Whether the kernel's player forgot to draw."""
        same("seat that may forget", self.play.asked[self.play.at - 1].seat, seat)
        forgot = bool(self.after_play[self.play.at - 1] == "forget")
        self.lapses += forgot - probability
        self.lapse_variance += probability * (1 - probability)
        return forgot

    def pick(self, count: int) -> int:
        """The kernel's first dealer."""
        kind, dealer, _ = self.play.events[0]
        same("first event", kind, "hand")
        same("dealer is a seat", 0 <= dealer < count, True)
        return int(dealer)

    def choose(
        self, decision: str, seat: int, view: oracle.View, legal: list[oracle.Action]
    ) -> oracle.Action:
        """The recorded action, after the comparison of all that the seat was shown."""
        shown = self.play.decide(decision, seat, legal)
        self.check_public(shown, view)
        self.check_pile(shown, view)
        self.check_hand(shown, view, legal)
        action: oracle.Action = shown.answer
        return action

    def check_public(self, shown: Shown, view: oracle.View) -> None:
        """Compare what everybody may know."""
        players, rules = self.play.table.players, self.play.table.packed_rules[0]
        expected = {
            "seat": view["my_seat"],
            "players": players,
            "next_seat": view["next_seat"],
            "prev_seat": view["prev_seat"],
            "direction": view["direction"],
            "total": view["total"],
            "played": len(view["pile"]),
            "stock_count": view["stock_count"],
            "pot": view["pot"],
            **{name: rules[name].item() for name in IN_FORCE if name != "forget_draw_prob"},
            "decks": 0 if self.rules.infinite_deck else view["decks"],
        }
        for name, value in expected.items():
            same(name, shown[name], value)
        forget = rules["forget_draw_prob"][:players].tolist()
        same("forget_draw_prob", shown["forget_draw_prob"][:players], forget)
        same("pennies", shown["pennies"][:players], list(view["pennies"]))
        sizes = list(view["hand_sizes"])
        same("hand_sizes", shown["hand_sizes"][:players], sizes)
        same("seats in the hand", shown["remaining"], view["n_alive"])
        self.play.situations["a total below 0"] += view["total"] < 0

    def check_pile(self, shown: Shown, view: oracle.View) -> None:
        """Compare the cards played, and those that still lie in the pile."""
        pile = view["pile"]
        played = len(pile)
        recent = range(max(0, played - 3), played)
        history = shown.record["history"]
        ours = [history[t % HISTORY][:3].tolist() for t in recent]
        same("history", ours, [in_order(pile[t]) for t in recent])
        if not self.rules.infinite_deck and (played % COUNT_PILE == 0 or played < len(recent) * 2):
            since = max(shown["reshuffled"] - 1, 0)
            lying = Counter(in_order(each)[1] for each in pile[since:])
            same("in_pile", shown["in_pile"], [lying[card] for card in range(52)])
        self.play.situations["history has wrapped"] += played > HISTORY

    def check_hand(self, shown: Shown, view: oracle.View, legal: list[oracle.Action]) -> None:
        """Compare the cards in hand, and what each of them may do."""
        size, hand, kind = shown["hand_size"], shown["hand"], shown["kind"]
        same("hand", sorted(hand[:size]), sorted(view["hand"]))
        same("empty slots", hand[size:], [NO_CARD] * (OPTION - size))
        kinds = kinds_of(self.rules.card_table)
        same("kind", kind, [*(kinds[card] for card in hand[:size]), *[0] * (OPTION - size)])
        afters = {}
        for action, after in enumerate(shown["total_after"]):
            slot = action % OPTION
            same("total_after and legal", after <= 99, bool(shown["legal"] >> action & 1))
            if after <= 99:
                expected = self.total_after(view["total"], hand[slot], action // OPTION)
                same("total_after", after, expected)
                if kind[slot] == ORDINARY:
                    afters[action] = after
        biggest = max(afters, key=lambda action: (afters[action], -action), default=-1)
        same("biggest", shown["biggest"], biggest)
        self.play.situations["one legal card of several"] += len(legal) == 1 < size

    def total_after(self, total: int, card: int, option: int) -> int:
        """The total after an action, from the oracle."""
        asked, memo = (total, card, option), self.play.table.memo
        if asked not in memo:
            memo[asked], _ = oracle.transition(total, 1, (card, option), self.rules)
        after: int = memo[asked]
        return after


def in_order(play: Any) -> list[int]:
    """Seat, card and option of a play in the oracle's pile."""
    return list(play)[:3]


@cache
def kinds_of(table: str) -> list[int]:
    """The kind of every card under a named table."""
    return [kind_of(oracle.effect_of(card, table)) for card in range(52)]


def kind_of(effect: oracle.Effect) -> int:
    """The kind of a card that does this."""
    if effect.becomes is not None:
        return MAKES_99
    if min(effect.adds) < 0:
        return TAKES
    if effect.adds == (0,):
        return REVERSES if effect.reverses else HOLDS
    return ORDINARY


def check_cards(shown: Any, table: str) -> None:
    """Compare what a view says of every card with the oracle's table."""
    for card in range(52):
        effect = oracle.effect_of(card, table)
        low = BECOMES_99 if effect.becomes is not None else min(effect.adds)
        high = max(effect.adds) if len(effect.adds) > 1 else NO_OPTION
        same("card_low", int(shown["card_low"][card]), low)
        same("card_high", int(shown["card_high"][card]), high)
        same("card_kind", int(shown["card_kind"][card]), kind_of(effect))
        bits = effect.reverses | effect.skips << 1
        same("card_effect", int(shown["card_effect"][card]), bits)


def told(play: Play) -> Told:
    """The oracle's account of a traced hand or match."""
    table, source = play.table, Recorded(play)
    rules, players, hero = source.rules, table.players, table.hero(play.hand)
    if table.unit:
        match = oracle.play_match(rules, players, source, source.choose)
        results, events, outcome = match.hands, match.events, match_outcome(match, hero)
        same("pennies", play.last["pennies"][:players].tolist(), match.pennies)
        same("points", play.last["points"][:players].tolist(), match.points)
        same("pot", int(play.last["pot"]), match.pot)
    else:
        pennies = [table.rules.start_pennies] * players
        result = oracle.play_hand(rules, players, source, source.choose, pennies=pennies)
        results, events, outcome = [result], result.events, hand_outcome(result, players, hero)
    same("cards left over", next(source.cards, None), None)
    for state, result in zip(play.scored, results, strict=True):
        check_end(state, result, players, infinite=rules.infinite_deck)
    return Told(
        events,
        outcome,
        len(results),
        [name for result in results for name in situations(result, rules)],
        {"draws forgotten": (source.lapses, source.lapse_variance)},
    )


def check_end(state: Any, result: oracle.PlayedHand, players: int, *, infinite: bool) -> None:
    """Compare how a hand ended."""
    same("end", ENDS[state["end"]], end_of(result))
    same("cards played", int(state["played"]), len(result.plays))
    same("total", int(state["total"]), result.total)
    same("first loser", int(state["loser"]), result.losers[0])
    same("change", state["change"][:players].tolist(), changes(result, players))
    hands = [sorted(cards_of(state, seat)) for seat in range(players)]
    same("hands", hands, [sorted(hand) for hand in result.hands])
    same("hand_targets", state["own"]["target"][:players].tolist(), result.hand_targets)
    if not infinite:
        same("stock", sorted(stock_of(state)), result.stock)
    lowest = max(0, len(result.plays) - HISTORY)
    history = [state["history"][t % HISTORY][:3].tolist() for t in range(lowest, len(result.plays))]
    same("history", history, [list(each) for each in result.plays[lowest:]])


def cards_of(state: Any, seat: int) -> list[int]:
    """The cards of a seat in the kernel's memory."""
    own = state["own"][seat]
    cards: list[int] = own["hand"][: own["size"]].tolist()
    return cards


def stock_of(state: Any) -> list[int]:
    """The cards of the stock in the kernel's memory."""
    end = int(state["deck_end"])
    cards: list[int] = state["deck"][end - int(state["stock_count"]) : end].tolist()
    return cards


def changes(result: oracle.PlayedHand, players: int) -> list[int]:
    """By seat: who lost the hand, or with `continue_after_loss` who won it."""
    marked = result.winner if result.winner >= 0 else result.losers[0]
    return [int(seat == marked) for seat in range(players)]


def end_of(result: oracle.PlayedHand) -> str:
    """How a hand ended, in the kernel's word for it."""
    if result.winner >= 0:
        return "one-left"
    return "no-legal-card" if result.hands[result.losers[0]] else "no-cards"


def hand_outcome(result: oracle.PlayedHand, players: int, hero: int) -> dict[str, Any]:
    """The outcome of a hand by field, as the kernel should write it."""
    change = changes(result, players)
    return {
        "your_seat": hero,
        "end": ENDS.index(end_of(result)),
        "cards": len(result.plays),
        "total": result.total,
        "loser": result.losers[0],
        "your_change": change[hero],
        "change": change,
    }


def match_outcome(result: oracle.PlayedMatch, hero: int) -> dict[str, Any]:
    """The outcome of a match by field, as the kernel should write it."""
    return {
        "your_seat": hero,
        "hands": len(result.hands),
        "winner": result.winner,
        "your_place": result.places[hero],
        "pennies_left": result.pennies[result.winner],
        "place": result.places,
    }


SITUATIONS = (
    *(f"ends: {end}" for end in ENDS[1:]),
    "a total below 0",
    "history has wrapped",
    "one legal card of several",
    "stock shuffled twice",
    "two seats leave at once",
    "a seat without cards leaves",
    "a card is played twice in a hand",
    "a seat plays twice running",
    "a total below 90 at the end",
)


def situations(result: oracle.PlayedHand, rules: oracle.Rules) -> list[str]:
    """Which of `SITUATIONS` can be read from a hand's result."""
    kinds = [kind for kind, _, _ in result.events]
    pairs = list(itertools.pairwise(kinds))
    seats = [seat for seat, _, _ in result.plays]
    cards = Counter(card for _, card, _ in result.plays)
    found = {
        f"ends: {end_of(result)}": True,
        "stock shuffled twice": kinds.count("reshuffle") > 1,
        "two seats leave at once": ("leave", "leave") in pairs,
        "a seat without cards leaves": rules.continue_after_loss
        and any(not result.hands[seat] for seat in result.losers),
        "a card is played twice in a hand": "reshuffle" in kinds and max(cards.values()) > 1,
        "a seat plays twice running": any(a == b for a, b in itertools.pairwise(seats)),
        "a total below 90 at the end": result.total < 90,
    }
    return [name for name, is_so in found.items() if is_so]


def longest(outcomes: Any) -> Sequence[int]:
    """The ten longest hands."""
    places: list[int] = np.argsort(-outcomes["cards"], kind="stable")[:10].tolist()
    return places


PART = Part(
    game=GAME,
    oracle=oracle,
    in_oracle={
        "decks": lambda decks: decks if decks == "auto" else int(decks),
        "forget_draw_prob": per_seat,
    },
    told=told,
    means=means,
    # One acts at random, one keeps its special cards to the end, one never stops playing them.
    strategies=("random-card", "dump-high", "hoarder"),
    mixes=((0,), (0,), (0,), (1,), (2,), (0, 1, 2), (0, 2)),
    parameters={
        "special_order": load_strategy(GAME, "dump-high").parameters[0].choices,
        "keep": between(0, 3),
    },
    rules={
        "infinite_deck": chance(0.12),
        "decks": ("auto", "auto", "1", "1", "2", [str(k) for k in range(3, 9)]),
        "forget_draw_prob": (0.0, 0.0, 0.0, 0.1, 0.5, 1.0, lambda rng: round(rng.random(), 3)),
        "continue_after_loss": chance(0.3),
    },
    fit=fit,
    # Few, and often so many that the stock is short.
    players=(2, 2, 3, 3, 4, 5, between(2, 16), between(6, 12)),
    hands=20,
    longer={"match": Longer(share=0.15, rules={"start_pennies": between(1, 3)})},
    # Seven players around a total far below 0.
    endless=True,
    push=540,
    few=4,
    events={
        *("hand", "deal", "play", "total", "direction", "draw", "forget", "no-draw"),
        *("reshuffle", "lose", "leave", "point", "pennies", "out", "win"),
    },
    situations=dict.fromkeys(SITUATIONS, 1),
    luck={"draws forgotten": 1000},
    rare={
        "very long": Rare(
            rules=Rules(card_table="minus-ten", continue_after_loss=True, decks="1"),
            players=12,
            found=longest,
            searched=20_000,
        ),
        "a stock of two cards": Rare(
            rules=Rules(hand_size=5, decks="1", forget_draw_prob=0.02),
            players=10,
            found=longest,
            searched=20_000,
        ),
    },
)


# ---------------------------------------------------------------- the worked examples


def word(action: oracle.Action) -> str:
    """A card's name, with a `+` for the higher of two options."""
    card, option = action
    return card_name(card) + "+" * option


def words(table: Table) -> dict[str, int]:
    """The legal actions of the seat on turn by their words, in the order of the oracle."""
    legal = [] if table.over else table.legal
    meant = sorted((means(table.state, action), action) for action in legal)
    return {word((int(card), option)): action for (card, option), action in meant}


def at_total(rules: Rules, hand: Sequence[int], total: int, direction: int = 1) -> Table:
    """A table of two at which these are the cards of the seat on turn, and this the total."""
    table = Table(GAME, replace(rules, hand_size=len(hand)), 2)
    fives_to_sevens = [card for card in range(52) if card % 13 in (4, 5, 6) and card not in hand]
    stack(table, [card for both in zip(fives_to_sevens, hand, strict=False) for card in both])
    table.deal()
    # The other seat plays a card that has come to make the total that is wanted.
    table.states["total_after"] = total
    table.states["direction"] = direction
    table.act(0)
    return table


def place(text: str) -> tuple[int, int]:
    """A total and a direction."""
    total, _, back = text.partition(" ")
    return int(total), -1 if back else 1


def placed(total: int, direction: int) -> str:
    """The same as the examples have it."""
    return f"{total}{' back' * (direction < 0)}"


def turn_in_oracle(rules: oracle.Rules, given: Fields) -> Fields:
    """What may be played, and what the card played makes."""
    (total, direction), plays = place(given["at"]), given.get("plays", "")
    hand = cards(given.get("holds", plays[:2]))
    legal = {word(each): each for each in oracle.legal_actions(hand, total, rules.card_table)}
    found = {"may": " ".join(legal) or "none"}
    if plays in legal:
        found["makes"] = placed(*oracle.transition(total, direction, legal[plays], rules))
    return found


def turn_in_kernel(rules: Rules, given: Fields) -> Fields:
    """The same."""
    (total, direction), plays = place(given["at"]), given.get("plays", "")
    table = at_total(rules, cards(given.get("holds", plays[:2])), total, direction)
    legal = words(table)
    found = {"may": " ".join(legal) or "none"}
    if plays in legal:
        table.act(legal[plays])
        found["makes"] = placed(int(table.state["total"]), int(table.state["direction"]))
    return found


class EndOfScriptError(Exception):
    """Nothing more is to be played."""


class Script:
    """Deals, plays and lapses of an example, and the turns that came.

    Attributes:
        turns: of each the seat, the total met, and the cards in hand and in the stock.
    """

    def __init__(self, given: Fields) -> None:
        """Begin: each deck goes on with the rest of the pack, from the lowest card on."""
        self.players, self.dealer = int(given["players"]), int(given.get("dealer", 0))
        self.decks = iter([Deck(cards(top)) for top in given["deals"].split(" | ")])
        self.plays = iter(given["plays"].split())
        self.forgets = "forgets" in given
        self.lapses = iter(given.get("forgets", "").split())
        self.turns: list[tuple[int, int, int, int]] = []

    def card(self, stock: list[int]) -> int:
        """The next, and the lowest of those that were shuffled anew."""
        if len(stock) == 52:
            self.deck = next(self.decks)
        return next(self.deck.left, stock[0])

    def happens(self, _probability: float, _seat: int) -> bool:
        """Whether the player forgets to draw."""
        return next(self.lapses) == "yes"

    def pick(self, _count: int) -> int:
        """The first dealer."""
        return self.dealer

    def choose(self, _decision: str, seat: int, view: oracle.View, legal: list[Any]) -> Any:
        """The oracle's turn."""
        return self.turn(seat, view, len(view["hand"]), {word(each): each for each in legal})

    def turn(self, seat: int, view: Any, held: int, legal: dict[str, Any]) -> Any:
        """The action at a turn."""
        self.turns.append((seat, int(view["total"]), held, int(view["stock_count"])))
        for name in self.plays:
            return legal[name]
        raise EndOfScriptError

    def told(self, out: Sequence[int], total: int) -> Fields:
        """The turns, and who lost or left at which total."""
        names = ("turns", "totals", "held", "stock")
        columns = map(listed, zip(*self.turns, strict=True))
        return {**dict(zip(names, columns, strict=True)), "out": listed(out), "at": str(total)}


def hand_in_oracle(rules: oracle.Rules, given: Fields) -> Fields:
    """A hand as far as it is told."""
    script = Script(given)
    try:
        hand = oracle.play_hand(rules, script.players, script, script.choose)
    except EndOfScriptError:
        return script.told([], script.turns[-1][1])
    return script.told(hand.losers, hand.total)


def play_on(table: Table, script: Script) -> list[int]:
    """Deal and play the next hand of a script; gives who lost it or left."""
    stack(table, next(script.decks).order)
    table.deal()
    state = table.states[0]
    while not table.over:
        action = script.turn(table.seat, state, int(state["hand_size"]), words(table))
        if script.forgets:
            table.rules["forget_draw_prob"] = script.happens(0.5, table.seat)
        table.act(action)
    left = state["own"]["left"]
    return sorted(np.flatnonzero(left).tolist(), key=left.item) or [int(state["loser"])]


def hand_in_kernel(rules: Rules, given: Fields) -> Fields:
    """The same."""
    script = Script(given)
    table = Table(GAME, rules, script.players)
    out = []
    with suppress(EndOfScriptError):
        out = play_on(table, script)
    return script.told(out, int(table.state["total"]))


def match_in_oracle(rules: oracle.Rules, given: Fields) -> Fields:
    """A match to its end."""
    script = Script(given)
    match = oracle.play_match(rules, script.players, script, script.choose)
    deals = [(dealer, leader) for kind, dealer, leader in match.events if kind == "hand"]
    return {
        "dealers": listed(dealer for dealer, _ in deals),
        "leads": listed(leader for _, leader in deals),
        "out": listed(seat for hand in match.hands for seat in hand.losers),
        "places": listed(match.places),
    }


def match_in_kernel(rules: Rules, given: Fields) -> Fields:
    """The same; a seed has the first dealer."""
    script = Script(given)
    tables = (
        Table(GAME, rules, script.players, seed=seed, unit="match") for seed in itertools.count()
    )
    table = next(table for table in tables if table.state["dealer"] == script.dealer)
    dealers, leads, out, goes_on = [], [], [], True
    while goes_on:
        out += play_on(table, script)
        dealers.append(int(table.state["dealer"]))
        leads.append(int(table.state["first"]))
        table.close()
        goes_on = table.settle()
    places = table.outcome(0)["place"][: script.players]
    return {
        "dealers": listed(dealers),
        "leads": listed(leads),
        "out": listed(out),
        "places": listed(places),
    }


WORKED = {
    "turn": (turn_in_oracle, turn_in_kernel),
    "hand": (hand_in_oracle, hand_in_kernel),
    "match": (match_in_oracle, match_in_kernel),
}
"""How the kinds of examples in RULES.md are played."""
