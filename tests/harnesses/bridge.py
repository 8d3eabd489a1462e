"""Bridge and its oracle, whose cards have other numbers: the ace is the highest of its suit."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from cardsim.game import Event
from cardsim.games.bridge import GAME
from cardsim.games.bridge.rules import Rules
from cardsim.games.bridge.state import (
    DOUBLE,
    MOST_CALLS,
    NO_CALL,
    PASS,
    SHARES,
    THEIRS,
    TRICKS,
)
from cardsim.tricks import NO_CARD, NO_SUIT, NOBODY
from harness import Longer, Part, Play, Rare, Shown, Told, as_triple, between, chance, in_set, same
from oracles import bridge as oracle

CARDS = {"deal", "play"}
"""Events whose number is a card."""
NEW = 4
"""A seat that nobody has."""
UNITS = {"": 0, "session": 1, "chicago": 2, "rubber": 3, "match": 4}
SEATS = {"north": 0, "east": 1, "south": 2, "west": 3, "random": None}
SCORINGS = {"duplicate": 0, "chicago": 1, "rubber": 2, "trick-points": 3}


def tile(card: int) -> int:
    """A card as the oracle numbers it."""
    return card - card % 13 + (card - 1) % 13


def card(tile: int) -> int:
    """A card of the oracle as cardsim numbers it."""
    return tile - tile % 13 + (tile + 1) % 13


def event(told: Event) -> tuple[Any, ...]:
    """An event in the oracle's form."""
    kind, seat, number = as_triple(told)
    return kind, seat, tile(number) if kind in CARDS else number


def means(shown: Shown, action: int) -> int:
    """A call, or the place of a card in the hand that it is played from, as the oracle sorts it."""
    if shown.decision == "call":
        return action
    own = shown["acting_for"] == shown["seat"]
    held = shown["hand" if own else "dummy_hand"]
    return sum(tile(other) < tile(action) for other in in_set(held))


class Recorded:
    """The cards that were dealt, and the actions."""

    def __init__(self, play: Play, rules: oracle.Rules) -> None:
        """Begin at the first deal."""
        self.play, self.rules = play, rules
        dealt = [number for kind, _, number in play.events if kind == "deal"]
        # The second table of a match is dealt what the first one was.
        tables = 2 if play.table.unit == "match" else 1
        self.cards = iter([c for k, c in enumerate(dealt) if k // len(oracle.PACK) % tables == 0])

    def card(self, stock: list[int]) -> int:
        """The card that the kernel dealt."""
        dealt: int = next(self.cards)
        if dealt not in stock:
            raise AssertionError(f"the kernel dealt {dealt}, which is not among {stock}")
        return dealt

    def first_dealer(self) -> int:
        """The dealer that the kernel has drawn."""
        dealer: int = self.play.events[0][1]
        return dealer

    def choose(self, decision: str, seat: int, view: oracle.View, legal: list[int]) -> int:
        """The recorded action, after the comparison of what the seat was shown."""
        shown = self.play.decide(decision, seat, legal)
        if shown.looked:
            self.check_view(shown, view)
        answer: int = shown.answer
        return answer

    def check_view(self, shown: Shown, view: oracle.View) -> None:
        """Compare every field but `legal`, which is compared at every decision."""
        calls = view["calls"]
        expected = {
            "seat": view["seat"],
            "acting_for": view.get("acting_for", view["seat"]),
            "dealer": view["dealer"],
            "vul": list(map(int, view["vul"])),
            "hand": bits(view["hand"]),
            "dummy_hand": bits(view.get("dummy_hand", ())),
            "unit": UNITS[self.play.table.unit],
            "board": self.play.hand // len(self.play.table.seating.heroes),
            "scoring": 0 if self.by_duplicate() else SCORINGS[self.rules.scoring],
            "named": named(calls),
            "calls": filled([code for _, code in calls], MOST_CALLS, NO_CALL),
            "called": len(calls),
            "passes": passes(calls),
            **view["running_scores"],
            **so_far(calls),
            **self.counted(),
            **of_tricks(view),
        }
        same("fields of the view", {"legal", *expected}, set(GAME.view.names or ()))
        for name, value in expected.items():
            same(name, shown[name], value)

    def by_duplicate(self) -> bool:
        """Whether deals score as at duplicate."""
        chicago = self.rules.scoring == "chicago"
        return self.rules.scoring == "duplicate" or (
            chicago and self.rules.chicago_style == "duplicate"
        )

    def counted(self) -> dict[str, int]:
        """The deals that there have been, by the events up to this decision."""
        dealt = [k for k in self.play.scored_at if k < self.play.asked[self.play.at - 1].row]
        again = [bool(self.play.steps[k + 1].after["redeals"]) for k in dealt]
        redeals = next((k for k, redealt in enumerate(again[::-1]) if not redealt), len(again))
        if self.play.table.unit == "match":
            board = self.play.events[1][2] + len(dealt) // 2
            return {"deals": len(dealt), "redeals": 0, "deal_number": board}
        first = 1 if self.play.table.unit else self.play.events[0][2]
        return {
            "deals": len(dealt),
            "redeals": redeals,
            "deal_number": first + again.count(False),
        }


def so_far(calls: list[oracle.Call]) -> dict[str, int]:
    """The contract if all passed now."""
    contract = oracle.contract_of(calls)
    if contract is None:
        return {"level": 0, "strain": 0, "doubled": 0, "declarer": NOBODY}
    return {
        "level": contract.level,
        "strain": contract.strain,
        "doubled": contract.doubled,
        "declarer": contract.declarer,
    }


def named(calls: list[oracle.Call]) -> list[list[int]]:
    """Who has named each strain first, by side."""
    found = [[NOBODY] * 5 for _ in range(2)]
    for seat, code in reversed(calls):
        if PASS < code < DOUBLE:
            found[seat % 2][oracle.strain_of(code)] = seat
    return found


def passes(calls: list[oracle.Call]) -> int:
    """How many passes the calls end with."""
    codes = [code for _, code in calls]
    return next((k for k, code in enumerate(codes[::-1]) if code != PASS), len(codes))


def of_tricks(view: oracle.View) -> dict[str, Any]:
    """The fields that tell of the tricks."""
    trick, history = view.get("current_trick", []), view.get("history", [])
    laid = [card for _, cards, _ in history for card in cards] + [card for _, card in trick]
    contract = view.get("contract")
    leaders = [leader for leader, _, _ in history]
    if contract is not None:
        first = (contract[3] + 1) % 4
        leaders.append(history[-1][2] if history else first)
    rows = [list(map(card, cards)) for _, cards, _ in history]
    rows += [[card(c) for _, c in trick]] if len(rows) < TRICKS else []
    trump = contract[1] if contract is not None else oracle.NOTRUMP
    best = oracle.winner_of(trick, trump) if trick else NOBODY
    others = [t for t in oracle.PACK if t not in dict(trick).values()]
    wins = [t for t in others if not trick or oracle.winner_of([*trick, (NEW, t)], trump) == NEW]
    won = [winner for _, _, winner in history]
    return {
        "leader": leaders[-1] if leaders else NOBODY,
        "led": oracle.suit_of(trick[0][1]) if trick else NO_SUIT,
        "laid": len(trick),
        "best_card": card(dict(trick)[best]) if trick else NO_CARD,
        "best_seat": best,
        "beats": bits(wins),
        "played": bits(laid),
        "tricks": len(history),
        "taken": [won.count(seat) for seat in range(4)],
        "voids": [list(map(int, row)) for row in view.get("voids", [[0] * 4] * 4)],
        "history": filled([filled(row, 4, NO_CARD) for row in rows], TRICKS, [NO_CARD] * 4),
        "leaders": filled(leaders, TRICKS + 1, NOBODY),
    }


def bits(tiles: Any) -> int:
    """A set of the oracle's cards as the kernel keeps it."""
    return sum(1 << card(each) for each in tiles)


def filled(values: list[Any], size: int, empty: Any) -> list[Any]:
    """A list made as long as that."""
    return values + [empty] * (size - len(values))


def told(play: Play) -> Told:
    """The oracle's account of a traced board, or of what goes on."""
    table = play.table
    rules: oracle.Rules = table.oracle_rules
    if table.unit in ("chicago", "rubber"):
        rules = replace(rules, scoring=table.unit)
    else:
        # Boards have their dealers.
        rules = replace(rules, redeal_passed_out=None, first_dealer=0)
    if table.unit == "match":
        rules = replace(rules, scoring="duplicate")
    recorded = Recorded(play, rules)
    hero = table.hero(play.hand)
    own, other = hero % 2, 1 - hero % 2
    if table.unit == "match":
        return of_match(play, rules, recorded, hero)
    if table.unit:
        session = oracle.play_session(rules, recorded, recorded.choose)
        shares = [SHARES // 2] * 2 if session.winner < 0 else [0, 0]
        if session.winner >= 0:
            shares[session.winner] = SHARES
        net = session.totals[own] - session.totals[other]
        outcome = {
            "your_seat": hero,
            "your_net": net // 2 if recorded.by_duplicate() else net,
            "your_share": shares[own],
            "deals": sum(1 + deal.redeals for deal in session.deals),
            "share": shares,
            "score": session.totals,
            "who_vulnerable": 0,
        }
        found = [name for deal in session.deals for name in situations(deal)]
        found += of_session(session, rules)
        return Told(session.events, outcome, len(play.scored), found)
    number = play.events[0][2]
    deal = oracle.play_deal(
        rules, recorded, recorded.choose, dealer=oracle.dealer_of_board(number), number=number
    )
    return Told(deal.events, of_board(deal, rules, hero), 1, situations(deal))


def of_match(play: Play, rules: oracle.Rules, recorded: Recorded, hero: int) -> Told:
    """The oracle's account of a match."""
    # The first event tells the table.
    match = oracle.play_teams(rules, recorded, recorded.choose, first=play.events[1][2])
    own = match.totals[hero % 2] - match.totals[1 - hero % 2]
    shares = [
        1 + (ours > theirs) - (ours < theirs)
        for ours, theirs in zip(match.totals, match.totals[::-1], strict=True)
    ]
    last = match.boards[-1][-1]
    dealers, others = last.vul[last.dealer % 2], last.vul[1 - last.dealer % 2]
    deals = [deal for tables in match.boards for deal in tables]
    outcome = {
        "your_seat": hero,
        "your_net": own,
        "your_share": shares[hero % 2],
        "deals": len(deals),
        "share": shares,
        "score": match.totals,
        "who_vulnerable": dealers + 2 * others,
    }
    found = [name for deal in deals for name in situations(deal)]
    found += [f"a board by {rules.comparison}" for points in match.compared if any(points)]
    found += ["a board is even" for one, two in match.compared if one == two]
    return Told(match.events, outcome, len(play.scored), found)


def of_board(deal: oracle.Played, rules: oracle.Rules, hero: int) -> dict[str, Any]:
    """The outcome of a single board."""
    own, contract = hero % 2, deal.contract
    net = deal.points[own] - (0 if rules.scoring == "duplicate" else deal.points[1 - own])
    outcome = {"your_seat": hero, "your_net": net, "declarer": -1}
    outcome |= dict.fromkeys(
        ("your_end", "level", "strain", "doubled", "vulnerable", "tricks", "points"), 0
    )
    if contract is None:
        return outcome
    side = contract.declarer % 2
    tricks = deal.tricks[side]
    game = oracle.trick_points(contract) >= oracle.GAME
    end = 3 if contract.level >= 6 else 2 if game else 1
    end = end if oracle.beyond(contract, tricks) >= 0 else 4
    partners = deal.hands[contract.declarer] + deal.hands[oracle.partner_of(contract.declarer)]
    return outcome | {
        "your_end": end + THEIRS * (side != own),
        "declarer": contract.declarer,
        "level": contract.level,
        "strain": contract.strain,
        "doubled": contract.doubled,
        "vulnerable": int(deal.vul[side]),
        "tricks": tricks,
        "points": oracle.hcp(partners),
    }


SITUATIONS = {
    "a contract is made": 500,
    "a contract goes down": 500,
    "a game is made": 50,
    "a slam is made": 1,
    "a doubled contract": 80,
    "a redoubled contract": 80,
    "a deal is passed out": 20,
    "the partner named it first": 20,
    "only one side is vulnerable": 200,
}
IN_SESSIONS = {
    "a rubber is won by two games": 3,
    "a rubber is won by two games to one": 1,
    "a rubber is unfinished": 20,
    "a part-score on the fourth deal": 2,
    "a game of part-scores": 2,
    "a deal is dealt again": 5,
    "honors": 5,
    "nobody wins": 1,
    "a board by imps": 5,
    "a board by matchpoints": 5,
    "a board by total": 5,
    "a board is even": 5,
}


def situations(deal: oracle.Played) -> list[str]:
    """Which of `SITUATIONS` occurred in a deal."""
    contract = deal.contract
    kinds = {kind for kind, _, _ in deal.events}
    found = {
        "a deal is passed out": contract is None,
        "only one side is vulnerable": deal.vul[0] != deal.vul[1],
        "a deal is dealt again": deal.redeals,
        "honors": "honors" in kinds,
        "a part-score on the fourth deal": "part-score" in kinds,
    }
    if contract is not None:
        made = oracle.beyond(contract, deal.tricks[contract.declarer % 2]) >= 0
        game = oracle.trick_points(contract) >= oracle.GAME
        last = oracle.last_bid(deal.calls)
        found |= {
            "a contract is made": made,
            "a contract goes down": not made,
            "a game is made": made and game,
            "a slam is made": made and contract.level >= 6,
            "a doubled contract": contract.doubled == 1,
            "a redoubled contract": contract.doubled == 2,
            "the partner named it first": last is not None and last[0] != contract.declarer,
            "a game of part-scores": "game" in kinds and not game,
        }
    return [name for name, is_so in found.items() if is_so]


def of_session(session: oracle.PlayedSession, rules: oracle.Rules) -> list[str]:
    """How what went on ended."""
    games = sorted(session.deals[-1].running.games)
    rubber = rules.scoring == "rubber"
    found = {
        "a rubber is won by two games": games == [0, 2],
        "a rubber is won by two games to one": games == [1, 2],
        "a rubber is unfinished": rubber and games[1] < 2,
        "nobody wins": session.winner < 0,
    }
    return [name for name, is_so in found.items() if is_so]


_FEW = {"max_redeals": between(1, 3), "max_deals": between(1, 12), "boards": between(1, 6)}

PART = Part(
    game=GAME,
    oracle=oracle,
    told=told,
    means=means,
    event=event,
    of_deals=("given", "deals", "tried"),
    rules={"given": [*[""] * 8, "ns 20+ with 8 spades", "west 18+ balanced"], "deals": [""]},
    strategies=(
        "random-legal",
        "tips",
        "random-legal-call",
        "pass-always",
        "highest-legal",
        "lowest-legal",
    ),
    mixes=((0,), (1,), (0, 1, 2, 3, 4, 5), (2,), (2, 3)),
    parameters={
        "open_hcp": between(8, 20),
        "overcalls": ["none", "simple"],
        "penalty_double_hcp": [38, between(4, 38)],
        "pass_chance": [lambda rng: rng.uniform(0.5, 1)],
    },
    in_oracle={
        "first_dealer": lambda name: SEATS[name],
        "redeal_passed_out": lambda again: None if again else False,
    },
    longer={
        "session": Longer(share=0.12, count=3, rules=_FEW),
        "match": Longer(share=0.1, count=3, rules={**_FEW, "boards": between(1, 3)}),
        "chicago": Longer(share=0.15, count=3, rules=_FEW),
        "rubber": Longer(share=0.15, count=3, rules={**_FEW, "honors": chance(0.7)}),
    },
    hands=40,
    push=400,
    look=11,
    events={
        *("hand", "vul", "deal", "call", "passed-out", "redeal", "contract", "doubled"),
        *("play", "dummy", "trick", "made", "down", "below", "above", "honors", "game"),
        *("part-score", "rubber", "points", "total", "only-game", "only-part-score"),
        *("win", "draw", "table", "compared"),
    },
    situations={**SITUATIONS, **IN_SESSIONS},
    rare={
        "a grand slam is made": Rare(
            rules=Rules(),
            players=4,
            strategy=1,
            found=lambda outcomes: (
                (outcomes["level"] == 7) & (outcomes["tricks"] == TRICKS)
            ).nonzero()[0],
            least=1,
        ),
        "a redoubled contract is made": Rare(
            rules=Rules(),
            players=4,
            found=lambda outcomes: (
                (outcomes["doubled"] == 2) & (outcomes["tricks"] >= 6 + outcomes["level"])
            ).nonzero()[0],
        ),
    },
)
