"""Cheat and its oracle."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from cardsim import Strategy
from cardsim.engine.table import Table
from cardsim.games.cheat import GAME
from cardsim.games.cheat.rules import CARDS, FREE, SUIT_CARDS, Rules, cards_in_play
from cardsim.games.cheat.state import (
    CLASSROOM,
    CODED,
    FALSE,
    IN_FORCE,
    KEPT,
    NO_CARD,
    NONE,
    NOTES,
    RANKS,
    ROW,
    SHARES,
)
from cardsim.rng import below, uniform
from harness import Longer, Part, Play, Shown, Told, between, chance, filled
from harness import Recorded as Dealt
from oracles import cheat as oracle
from worked_examples import Fields, listed

NAMES = "A23456789TJQK"
MODES = (*("cyclic", "adjacent", "adjacent-strict", "same"), oracle.CLASSROOM)


class Recorded(Dealt):
    """The cards that were dealt, the signals, and the actions."""

    def __init__(self, play: Play) -> None:
        """Begin at the first deal."""
        super().__init__(play)
        self.drawn = 0
        self.signals = iter([number for kind, _, number in play.events if kind == "signal"])
        self.over, self.variance, self.fixed = 0.0, 0.0, 0

    @property
    def won(self) -> list[int]:
        """The games of the match that seats have won so far."""
        won, cards = [0] * 10, 0
        for kind, seat, _ in self.play.events:
            cards += kind == "deal"
            if cards > self.drawn:
                break
            if kind == "win" and cards < self.drawn:
                won[seat] += 1
        return won

    def card(self, stock: Sequence[int]) -> int:
        """The card that the kernel dealt."""
        self.drawn += 1
        return super().card(stock)

    def happens(self, probability: float, seat: int) -> bool:
        """Whether the kernel had the player seem to cheat."""
        del seat
        rules = self.play.table.oracle_rules
        # Those with a rate of 0 or 1 are not asked for, and lie in between.
        while True:
            signal = bool(next(self.signals))
            if self.is_open(rules):
                break
        self.over += signal - probability
        self.variance += probability * (1 - probability)
        return signal

    def is_open(self, rules: oracle.Rules) -> bool:
        """Whether the signal was a matter of chance."""
        cards = [number for kind, _, number in self.play.events if kind == "card"]
        card = cards[self.fixed]
        self.fixed += 1
        return 0 < oracle.tell_rate(rules, card) < 1

    def expected(self, shown: Shown, view: oracle.View) -> dict[str, Any]:
        """The fields of the view."""
        rules, players = self.play.table.oracle_rules, view["n"]
        mode = MODES.index(view["mode"])
        games = self.drawn // cards_in_play(self.play.table.rules)
        chosen = view.get("chosen", [])
        claimed = view.get("claim", (NONE, view.get("rank", NONE), view.get("count", 0)))
        after = rules.after_challenge
        own, claims, under = [NO_CARD] * CARDS, [[0] * 4 for _ in range(CARDS)], 0
        for k, (seat, rank, number, cards) in enumerate(view["pile_plays"]):
            own[under : under + number] = cards or [NO_CARD] * number
            claims[k] = [seat, rank % 256, number, under]
            under += number
        past = view.get("past", [])[:KEPT]
        notes = [
            sum((card + 1) << (CODED * k) for k, card in enumerate(cards[:CODED]))
            for _, _, _, cards, _, _ in past
            if cards is not None
        ]
        told = [
            [seat, rank, number, challenger + 1 + FALSE * false]
            for seat, rank, number, _, challenger, false in past
        ]
        known = [[0] * ROW for _ in range(10)]
        for seat, row in enumerate(view.get("known", [])):
            known[seat][:RANKS] = row
        return {
            "counts": view.get("counts", [0] * RANKS),
            "own_pile": own,
            "known": known,
            "pile_plays": claims,
            "pile_claims": len(view["pile_plays"]),
            "pile_size": view["pile_size"],
            "hand_sizes": filled(view["hand_sizes"], 10, 0),
            "seat": view["seat"],
            "players": players,
            "packs": view.get("packs", 0),
            "mode": mode,
            "claim_seat": claimed[0],
            "claim_rank": claimed[1],
            "claim_count": claimed[2],
            "chosen": oracle.counts_of(chosen),
            "lowest": chosen[-1] if chosen else 0,
            "left": view["count"] - len(chosen) if shown.decision == "card" else 0,
            "required_rank": view.get("required_rank", NONE),
            "last_rank": view.get("last_rank", NONE),
            "round_start": int(view.get("round_start", True)),
            "signal": int(view.get("signal", False)),
            "claims": filled(view["claims"], 10, 0),
            "challenged": filled(view["challenged"], 10, 0),
            "caught": filled(view["caught"], 10, 0),
            "wrong_challenges": filled(view["wrong_challenges"], 10, 0),
            "plays": view["plays"],
            "past": filled(told, KEPT, [0] * 4),
            "past_claims": len(past),
            "past_cards": filled(notes[:NOTES], NOTES, 0),
            **{name: self.play.table.packed_rules[0][name].tolist() for name in IN_FORCE},
            "max_plays": view["max_plays"],
            "max_cards": 1 if mode == CLASSROOM else rules.max_cards,
            "first_rank": rules.first_rank if mode == 0 and rules.first_rank != FREE else NONE,
            "winner_claims": int(
                mode != CLASSROOM
                and (after == oracle.WINNER or (after == oracle.BY_MODE and mode != 0))
            ),
            "match": int(bool(self.play.table.unit)),
            "deals": games - 1 if self.play.table.unit else 0,
            "won": self.won,
        }


def told(play: Play) -> Told:
    """The oracle's account of a traced game or match."""
    table, recorded = play.table, Recorded(play)
    rules: oracle.Rules = table.oracle_rules
    hero = table.hero(play.hand)
    if table.unit:
        match = oracle.play_match(
            rules, table.players, recorded, recorded.choose, first=range(table.players)
        )
        winners = [seat for seat, won in enumerate(match.wins) if won == max(match.wins)]
        share = [SHARES // len(winners) * (seat in winners) for seat in range(table.players)]
        outcome: dict[str, Any] = {
            "your_seat": hero,
            "your_share": share[hero],
            "draws": match.draws,
            "share": share,
            "won": match.wins,
        }
        games, events = match.games, match.events
    else:
        game = oracle.play_hand(rules, table.players, recorded, recorded.choose)
        games, events = [game], game.events
        outcome = {
            "your_seat": hero,
            "your_win": int(game.winner == hero),
            "winner": game.winner,
            "plays": game.plays,
            "lies": game.lies,
            "challenges": sum(game.challenged),
            "rightly": sum(game.caught),
            "your_wrong": game.wrong_challenges[hero],
            "your_left": game.cards_left[hero],
            "cards_left": game.cards_left,
        }
    found = [name for game in games for name in situations(game, rules)]
    if table.unit:
        found += ["a match is shared"] * (len(winners) > 1)
    luck = {"signals": (recorded.over, recorded.variance)}
    return Told(events, outcome, len(games), found, luck)


SITUATIONS = {
    "the last claim is true and challenged": 20,
    "a liar is caught with his last cards": 20,
    "a lie wins": 100,
    "the last claim allowed wins": 5,
    "nobody wins": 500,
    "a pile of twenty cards is taken": 100,
    "the winner of a challenge leads on in cyclic": 100,
    "a round is begun by a free rank": 1000,
    "four cards are claimed": 200,
    "a classroom game is won": 100,
    "a match is shared": 20,
}


def situations(game: oracle.Played, rules: oracle.Rules) -> list[str]:
    """Which of `SITUATIONS` occurred in a game."""
    last = game.history[-1]
    taken = [number for kind, _, number in game.events if kind == "take"]
    room = rules.classroom_trichez
    cyclic = rules.claim_rank == oracle.CYCLIC and not room
    found = {
        "the last claim is true and challenged": game.winner >= 0 and last.challenger >= 0,
        "a liar is caught with his last cards": any(
            each.taker == each.claim.seat and number == len(each.claim.cards)
            for each, number in zip(
                [each for each in game.history if each.taker >= 0], taken, strict=True
            )
        ),
        "a lie wins": game.winner >= 0 and not last.claim.is_true,
        "the last claim allowed wins": game.winner >= 0 and game.plays == rules.max_plays,
        "nobody wins": game.winner < 0,
        "a pile of twenty cards is taken": any(number >= 20 for number in taken),
        "the winner of a challenge leads on in cyclic": (
            cyclic and taken and rules.after_challenge == oracle.WINNER
        ),
        "a round is begun by a free rank": not room and not cyclic,
        "four cards are claimed": any(len(each.claim.cards) >= SUIT_CARDS for each in game.history),
        "a classroom game is won": room and game.winner >= 0,
    }
    return [name for name, is_so in found.items() if is_so]


def any_rank(view, chance, count_legal, nth_legal):  # type: ignore[no-untyped-def]
    return nth_legal(view, below(chance, count_legal(view)))


def challenge(view, chance, doubt: float = 0.05):  # type: ignore[no-untyped-def]  # noqa: ARG001
    return uniform(chance) < doubt


CALM = Strategy(
    "cheat", name="calm", rank=any_rank, count=any_rank, card=any_rank, challenge=challenge
)
"""Any claim of any cards, and challenges now and then."""


def fit(values: dict[str, Any], players: int, rng: random.Random) -> None:
    """Claims of as many cards as a rank has, and cards for all in the classroom."""
    values["max_cards"] = min(values["max_cards"], SUIT_CARDS * values["packs"])
    if values["phrase_cards"] + values["cheat_cards"] < players:
        values["phrase_cards"] += rng.randint(players, 20)


PART = Part(
    game=GAME,
    oracle=oracle,
    told=told,
    strategies=("random-legal", "truth-first", CALM),
    mixes=((0,), (1,), (2,), (2,), (0, 1, 2), (1, 2)),
    parameters={
        "challenge_prob": [0.0, 0.02, 0.1, 0.5],
        "certain": [0, 0, 1],
        "doubt": [0.0, 0.02, 0.05, 0.2],
    },
    rules={
        "packs": [1, 1, 1, 2],
        "first_rank": ["A", FREE, *NAMES],
        "max_cards": [4, between(1, 8)],
        "max_plays": [between(1, 14), between(8, 36)],
        "classroom_trichez": chance(0.2),
        "phrase_cards": [24, between(0, 24)],
        "cheat_cards": [8, between(0, 12)],
        "tell_rate": [0.6, 0.0, 1.0, lambda rng: rng.random()],
        "false_tell_rate": [0.1, 0.0, 1.0, lambda rng: rng.random()],
    },
    fit=fit,
    in_oracle={
        "first_rank": lambda value: FREE if value == FREE else NAMES.index(value),
        "after_challenge": lambda value: oracle.BY_MODE if value == "auto" else value,
    },
    longer={"match": Longer(share=0.15, count=4, players=between(2, 6))},
    push=845,
    look=23,
    events={
        *("deal", "rank", "count", "card", "signal", "challenge", "show", "take"),
        *("win", "draw", "left"),
    },
    situations=SITUATIONS,
    luck={"signals": 1000.0},
)


# ---------------------------------------------------------------- the worked examples


def ranks_of(names: str) -> list[int]:
    """The ranks of cards."""
    return [NAMES.index(name) for name in names.split()]


def hands_of(given: Fields, players: int) -> list[list[int]]:
    """The hands of an example, filled up with the lowest of the rest of one pack."""
    hands = [ranks_of(given.get(f"seat{seat}", "")) for seat in range(players)]
    rest = sorted(4 * list(range(RANKS)))
    for card in (card for hand in hands for card in hand):
        rest.remove(card)
    for seat in range(players):
        more = len(range(seat, 52, players)) - len(hands[seat])
        hands[seat] += rest[:more]
        del rest[:more]
    return hands


class Script:
    """Makes the claims of an example; before and after them all lay one card, the lowest.

    Attributes:
        told: what could be claimed after them.
    """

    def __init__(self, given: Fields) -> None:
        """Begin: `lays 7 9 ?1` are two cards that seat 1 doubts."""
        self.first = int(given.get("from", 0))
        lays = given["lays"].split(", ") if "lays" in given else []
        self.lays = [each.partition(" ?") for each in lays]
        self.names = iter(ranks_of(given.get("names", "")))
        self.chosen: list[int] = []
        self.told: dict[str, str] = {}

    def choose(self, decision: str, seat: int, legal: list[int], plays: int, last: int) -> int:
        """The answer to a decision after so many claims; `last` is the rank claimed last."""
        number = plays - (decision == "challenge") - self.first
        cards, _, doubts = self.lays[number] if 0 <= number < len(self.lays) else ("", "", "")
        if decision == "challenge":
            return int(doubts == str(seat))
        if decision == "rank":
            ranks = legal if last < 0 else [(last + (0, 1, -1)[code]) % RANKS for code in legal]
            if number >= len(self.lays):
                self.told.setdefault("may", " ".join(NAMES[rank] for rank in ranks))
            return legal[ranks.index(next(self.names, ranks[0]))]
        if decision == "count":
            if number >= len(self.lays):
                self.told.setdefault("counts", listed(legal))
            self.chosen = ranks_of(cards)
            return max(len(self.chosen), 1)
        return self.chosen.pop(0) if self.chosen else legal[0]

    def account(self, claims: list[tuple[int, int]], takers: list[int]) -> dict[str, str]:
        """The claims of the example, the first ranks of all, and who took the pile."""
        few = claims[self.first : self.first + len(self.lays)]
        return {
            **self.told,
            "claims": ", ".join(f"{seat} {NAMES[rank]}" for seat, rank in few),
            "ranks": " ".join(NAMES[rank] for _, rank in claims[:15]),
            "takes": listed(takers),
            "plays": str(len(claims)),
        }


def game_in_oracle(rules: oracle.Rules, given: Fields) -> Fields:
    """A game begun by seat 0."""
    script, players = Script(given), int(given.get("players", 4))
    hands = hands_of(given, players)

    class Dealt:
        """Gives these hands, and no signals."""

        left = iter(hands[k % players][k // players] for k in range(52))

        def card(self, stock: list[int]) -> int:
            """The next; in the classroom the lowest."""
            return stock[0] if rules.classroom_trichez else next(self.left)

        def happens(self, _probability: float, _seat: int) -> bool:
            """Nobody looks like a cheat."""
            return False

    def choose(decision: str, seat: int, view: oracle.View, legal: list[int]) -> int:
        return script.choose(decision, seat, legal, view["plays"], view.get("last_rank", NONE))

    game = oracle.play_hand(rules, players, Dealt(), choose)
    claims = [(each.claim.seat, each.claim.rank) for each in game.history]
    return {
        **script.account(claims, [each.taker for each in game.history if each.taker >= 0]),
        "sizes": listed(map(len, game.hands)),
        "winner": str(game.winner),
        "left": listed(game.cards_left),
    }


def game_in_kernel(rules: Rules, given: Fields) -> Fields:
    """The same."""
    script, players = Script(given), int(given.get("players", 4))
    table = Table(GAME, rules, players)
    state = table.states[0]
    sizes = listed(state["hand_sizes"][:players])
    if not rules.classroom_trichez:
        state["counts_of"] = 0
        for seat, hand in enumerate(hands_of(given, players)):
            for card in hand:
                state["counts_of"][seat, card] += 1
        table.look(table.decision)
    claims: list[tuple[int, int]] = []
    takers: list[int] = []
    while not table.over:
        seat, decision = table.asked
        if len(claims) < state["plays"]:
            claims.append((int(state["claim_seat"]), int(state["claim_rank"])))
        last = int(state["last_rank"]) if state["round_start"] == 0 else NONE
        action = script.choose(decision, seat, table.legal, int(state["plays"]), last)
        doubts = decision == "challenge" and action == 1
        table.act(action)
        takers += [int(state["taker"])] * doubts
    return {
        **script.account(claims, takers),
        "plays": str(state["plays"]),
        "sizes": sizes,
        "winner": str(state["winner"]),
        "left": listed(state["hand_sizes"][:players]),
    }


WORKED = {"game": (game_in_oracle, game_in_kernel)}
"""How the kinds of examples in RULES.md are played."""
