"""Bridge and its oracle, whose cards have other numbers: the ace is the highest of its suit."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations, product
from typing import Any

from cardsim import Strategy
from cardsim.cards import card_id
from cardsim.engine.table import Table
from cardsim.game import Event
from cardsim.games.bridge import GAME
from cardsim.games.bridge.play import worth
from cardsim.games.bridge.rules import Rules
from cardsim.games.bridge.rules import code as code_of
from cardsim.games.bridge.state import (
    CALL,
    DOUBLE,
    MOST_CALLS,
    NO_CALL,
    PASS,
    REDOUBLE,
    THEIRS,
    TRICKS,
)
from cardsim.places import stack
from cardsim.tricks import NOBODY
from cardsim.workspace import load_strategy
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
    filled,
    in_set,
    mask_of,
    same,
)
from harness import Recorded as Dealt
from oracles import bridge as oracle
from trick_games import card, of_match, of_tricks, singly, tile
from worked_examples import Deck, Fields, listed, value_of

CARDS = {"deal", "play"}
"""Events whose number is a card."""
UNITS = {"": 0, "session": 1, "chicago": 2, "rubber": 3, "match": 4}
SEATS = {"north": 0, "east": 1, "south": 2, "west": 3, "random": None}
SCORINGS = {"duplicate": 0, "chicago": 1, "rubber": 2, "trick-points": 3}


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


TOLD = (
    *("honors", "doubles", "redeal_passed_out", "max_redeals", "max_deals", "boards"),
    "comparison",
)
"""House rules that a view tells as they are."""


class Recorded(Dealt):
    """The cards that were dealt, and the actions."""

    def __init__(self, play: Play, rules: oracle.Rules) -> None:
        """Begin at the first deal."""
        super().__init__(play)
        self.rules = rules
        if play.table.unit == "match":
            # The second table is dealt what the first one was.
            dealt = enumerate(self.cards)
            self.cards = iter([each for k, each in dealt if k // len(oracle.PACK) % 2 == 0])

    def first_dealer(self) -> int:
        """The dealer that the kernel has drawn."""
        dealer: int = self.play.events[0][1]
        return dealer

    def expected(self, _shown: Shown, view: oracle.View) -> dict[str, Any]:
        """The fields of the view."""
        calls, contract, history = view["calls"], view.get("contract"), view.get("history", [])
        trump = contract[1] if contract is not None else oracle.NOTRUMP
        leaders = [leader for leader, _, _ in history]
        if contract is not None:
            leaders.append(history[-1][2] if history else (contract[3] + 1) % 4)
        return {
            "seat": view["seat"],
            "acting_for": view.get("acting_for", view["seat"]),
            "dealer": view["dealer"],
            "vul": list(map(int, view["vul"])),
            "hand": bits(view["hand"]),
            "dummy_hand": bits(view.get("dummy_hand", ())),
            "unit": UNITS[self.play.table.unit],
            "board": self.play.hand // len(self.play.table.seating.heroes),
            **{name: self.play.table.packed_rules[0][name] for name in TOLD},
            "scoring": 0 if self.by_duplicate() else SCORINGS[self.rules.scoring],
            "named": named(calls),
            "calls": filled([code for _, code in calls], MOST_CALLS, NO_CALL),
            "called": len(calls),
            "passes": passes(calls),
            **view["running_scores"],
            **so_far(calls),
            **self.counted(),
            **of_tricks(
                view,
                leaders,
                TRICKS,
                pack=oracle.PACK,
                card=card,
                winner=lambda laid: oracle.winner_of(laid, trump),
                suit=oracle.suit_of,
            ),
        }

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


def bits(tiles: Any) -> int:
    """A set of the oracle's cards as the kernel keeps it."""
    return mask_of(map(card, tiles))


def of_unit(rules: oracle.Rules, unit: str) -> oracle.Rules:
    """The rules as the oracle has them for what is played."""
    if unit in ("chicago", "rubber"):
        return replace(rules, scoring=unit)
    # Boards have their dealers.
    scoring = "duplicate" if unit == "match" else rules.scoring
    return replace(rules, scoring=scoring, first_dealer=0)


def told(play: Play) -> Told:
    """The oracle's account of a traced board, or of what goes on."""
    table = play.table
    rules = of_unit(table.oracle_rules, table.unit)
    recorded = Recorded(play, rules)
    hero = table.hero(play.hand)
    own, other = hero % 2, 1 - hero % 2
    if table.unit == "match":
        return told_match(play, rules, recorded, hero)
    if table.unit:
        session = oracle.play_session(rules, recorded, recorded.choose)
        net = session.totals[own] - session.totals[other]
        outcome = {
            **of_match(hero, session.totals, session.winner),
            "your_net": net // 2 if recorded.by_duplicate() else net,
            "deals": sum(1 + deal.redeals for deal in session.deals),
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


def told_match(play: Play, rules: oracle.Rules, recorded: Recorded, hero: int) -> Told:
    """The oracle's account of a match."""
    # The first event tells the table.
    match = oracle.play_teams(rules, recorded, recorded.choose, first=play.events[1][2])
    last = match.boards[-1][-1]
    dealers, others = last.vul[last.dealer % 2], last.vul[1 - last.dealer % 2]
    deals = [deal for tables in match.boards for deal in tables]
    winner = -1 if match.totals[0] == match.totals[1] else match.totals.index(max(match.totals))
    outcome = {
        **of_match(hero, match.totals, winner),
        "deals": len(deals),
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
    in_oracle={"first_dealer": lambda name: SEATS[name]},
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


# ---------------------------------------------------------------- the worked examples

STRAINS, SEATED = "CDHSN", "NESW"
NAMED = {"P": PASS, "X": DOUBLE, "XX": REDOUBLE} | {
    f"{level}{strain}": oracle.bid_of(level, STRAINS.index(strain))
    for level, strain in product(range(1, 8), STRAINS)
}
CALLED = {number: name for name, number in NAMED.items()}
"""Calls by their names, and names by their calls."""
SIDES = {(0, 0): "none", (1, 0): "NS", (0, 1): "EW", (1, 1): "all"}
"""Who is vulnerable."""
SLOTS = ("open", "respond", "rebid", "place", "overcall", "silent")
"""What a turn is about, by the number that `tips` has for it."""


def contract(seat: str, bid: str) -> oracle.Contract:
    """As `N 4HXX`."""
    return oracle.Contract(int(bid[0]), STRAINS.index(bid[1]), bid.count("X"), SEATED.index(seat))


def put_down(table: Table, made: oracle.Contract, tricks: int) -> Any:
    """Score a deal of a table as if this contract had been played."""
    states = table.states
    states["level"], states["strain"] = made.level, made.strain
    states["declarer"], states["doubled"], states["taken"] = made.declarer, made.doubled, 0
    states["taken"][0, made.declarer] = tricks
    table.close()
    return states[0]


def score_of_oracle(rules: oracle.Rules, given: Fields) -> Fields:
    """What a contract scores for declarer's side, undoubled, doubled and redoubled."""
    bid, tricks = given["contract"].split()
    found = {}
    for name, vul in (("points", (False, True)), ("vulnerable", (True, False))):
        made = [contract("N", bid + doubled) for doubled in ("", "X", "XX")]
        scored = [oracle.score_deal(rules, each, tricks=int(tricks), vul=vul) for each in made]
        found[name] = " ".join(str(points[0]) for points, _, _ in scored)
    return found


def score_of_kernel(rules: Rules, given: Fields) -> Fields:
    """The same, for every declarer."""
    table = Table(GAME, rules)
    bid, tricks = given["contract"].split()
    found = {}
    for name, vulnerable in (("points", 0), ("vulnerable", 1)):
        scored = []
        for declarer in SEATED:
            side, net = SEATED.index(declarer) % 2, []
            table.states["vul"] = 1 - vulnerable
            table.states["vul"][0, side] = vulnerable
            for doubled in ("", "X", "XX"):
                state = put_down(table, contract(declarer, bid + doubled), int(tricks))
                net.append(str(state["points"][side]))
            scored.append(" ".join(net))
        same("declarers", scored, scored[:1] * 4)
        found[name] = scored[0]
    return found


def written(given: Fields) -> Iterator[tuple[oracle.Contract, int]]:
    """Contracts that were played one after the other, and their tricks."""
    words = iter(given["deals"].split())
    for seat, bid, tricks in zip(words, words, words, strict=True):
        yield contract(seat, bid), int(tricks)


def held(given: Fields, seat: str) -> list[int]:
    """The cards of a seat, as the kernel numbers them."""
    return [card_id(name) for name in given.get(seat, "").split()]


def deals_in_oracle(unit: str) -> Callable[[oracle.Rules, Fields], Fields]:
    """What deals of a unit bring both sides: the totals after each."""

    def scored(rules: oracle.Rules, given: Fields) -> Fields:
        rules, running, totals = of_unit(rules, unit), oracle.Running(), []
        hands = [[tile(each) for each in held(given, seat)] for seat in SEATED]
        for number, (made, tricks) in enumerate(written(given), 1):
            vul = oracle.vulnerability(
                rules, number=number, dealer=(number - 1) % 4, games=running.games
            )
            _, running, _ = oracle.score_deal(
                rules, made, tricks=tricks, vul=vul, number=number, running=running, hands=hands
            )
            totals.append(running.totals)
            left = oracle.session_over(rules, number, running) and max(running.games) < 2
        for _, side, points in oracle.unfinished(running) if unit == "rubber" and left else ():
            totals[-1][side] += points
        return {"totals": " ".join(map(listed, totals)), "games": listed(running.games)}

    return scored


def deals_in_kernel(unit: str) -> Callable[[Rules, Fields], Fields]:
    """The same."""

    def scored(rules: Rules, given: Fields) -> Fields:
        table, totals = Table(GAME, rules, unit=unit), []
        state = table.states[0]
        for made, tricks in written(given):
            state["dealt"] = [sum(1 << each for each in held(given, seat)) for seat in SEATED]
            put_down(table, made, tricks)
            goes_on = table.settle()
            totals.append(listed(state["totals"]))
            if goes_on:
                table.deal()
        return {"totals": " ".join(totals), "games": listed(state["games"])}

    return scored


class Ordered(Deck):
    """Cards in this order; north deals first where a dealer is drawn."""

    def first_dealer(self) -> int:
        """The dealer."""
        return 0


def pass_in_oracle(rules: oracle.Rules, given: Fields) -> Fields:
    """The deals of a unit in which nobody ever bids."""
    session = oracle.play_session(of_unit(rules, given["unit"]), Ordered([]), lambda *_: PASS)
    return {
        "dealers": " ".join(SEATED[deal.dealer] for deal in session.deals),
        "vulnerable": " ".join(SIDES[deal.vul] for deal in session.deals),
        "again": listed(deal.redeals for deal in session.deals),
    }


def pass_in_kernel(rules: Rules, given: Fields) -> Fields:
    """The same."""
    table = Table(GAME, rules, unit=given["unit"])
    deals, goes_on = {}, True
    while goes_on:
        state = table.states[0].copy()
        deals[int(state["deal_number"])] = state
        while not table.over:
            table.act(PASS)
        table.close()
        goes_on = table.settle()
        if goes_on:
            table.deal()
    return {
        "dealers": " ".join(SEATED[deal["dealer"]] for deal in deals.values()),
        "vulnerable": " ".join(SIDES[tuple(deal["vul"].tolist())] for deal in deals.values()),
        "again": listed(deal["redeals"] for deal in deals.values()),
    }


def deck_of(given: Fields) -> list[int]:
    """The cards of an example, dealt singly from left of the dealer on: north deals."""
    return singly(given[seat] for seat in "ESWN")


def match_in_oracle(rules: oracle.Rules, given: Fields) -> Fields:
    """A match of one board: calls of both tables, and always the lowest card."""
    calls = iter(given["calls"].split())

    def choose(decision: str, _seat: int, _view: oracle.View, legal: list[int]) -> int:
        return NAMED[next(calls)] if decision == "call" else legal[0]

    deck = Ordered(list(map(tile, deck_of(given))))
    match = oracle.play_teams(of_unit(rules, "match"), deck, choose)
    return {
        "tables": " ".join(listed(board.points) for board in match.boards[0]),
        "totals": listed(match.totals),
    }


def match_in_kernel(rules: Rules, given: Fields) -> Fields:
    """The same."""
    table, calls, tables = Table(GAME, rules, unit="match"), iter(given["calls"].split()), []
    stack(table, deck_of(given))
    goes_on = True
    while goes_on:
        table.deal()
        while not table.over:
            lowest = min(table.legal, key=tile)
            table.act(NAMED[next(calls)] if table.decision == CALL else lowest)
        table.close()
        tables.append(listed(table.state["points"]))
        goes_on = table.settle()
    return {"tables": " ".join(tables), "totals": listed(table.state["totals"])}


def imps_of_oracle(_rules: oracle.Rules, _given: Fields) -> Fields:
    """The points from which on there is one IMP more."""
    return {"points": rises(oracle.imps)}


def imps_of_kernel(_rules: Rules, _given: Fields) -> Fields:
    """The same."""
    by_imps = code_of("comparison", "imps")
    return {"points": rises(lambda ahead: worth(ahead, by_imps))}


def rises(imps: Callable[[int], int]) -> str:
    """Where a scale rises by one."""
    found = [ahead for ahead in range(0, 16000, 10) if imps(ahead) == imps(ahead - 10) + 1]
    same("the most", imps(16000), len(found))
    return " ".join(map(str, found))


def auction(given: Fields) -> list[oracle.Call]:
    """The calls of an example from the dealer on; north, where no other is named."""
    first, names = SEATED.index(given.get("dealer", "N")), given["after"].split()
    return [((first + k) % 4, NAMED[name]) for k, name in enumerate(names) if name in NAMED]


def at_call(rules: Rules, given: Fields) -> Table:
    """A board after these calls."""
    table = Table(GAME, rules, board=SEATED.index(given.get("dealer", "N")))
    for _, call in auction(given):
        table.act(call)
    return table


def calls_of_oracle(rules: oracle.Rules, given: Fields) -> Fields:
    """What may be called, or the contract."""
    calls = auction(given)
    if oracle.auction_over(calls):
        made = oracle.contract_of(calls)
        return came_to(made)
    return {"may": may(oracle.legal_calls(rules, calls, (calls[-1][0] + 1) % 4))}


def calls_of_kernel(rules: Rules, given: Fields) -> Fields:
    """The same."""
    table = at_call(rules, given)
    if table.over:
        return came_to(None)
    if table.decision == CALL:
        return {"may": may(table.legal)}
    made = (int(table.state[name]) for name in ("level", "strain", "doubled", "declarer"))
    return came_to(oracle.Contract(*made))


def may(legal: list[int]) -> str:
    """The lowest bid and what is no bid: all higher ones are legal too."""
    bids = [call for call in legal if PASS < call < DOUBLE]
    same("bids", bids, list(range(bids[0], DOUBLE)) if bids else [])
    return " ".join(CALLED[call] for call in legal if call not in bids[1:])


def came_to(made: oracle.Contract | None) -> Fields:
    """A contract in words."""
    if made is None:
        return {"passed": "out"}
    return {"contract": f"{SEATED[made.declarer]} {CALLED[made.bid]}{'X' * made.doubled}"}


# ---------------------------------------------------------------- the tables of `tips`


@cache
def tips_of_game() -> Strategy:
    """The strategy whose tables RULES.md has."""
    return load_strategy(GAME, "tips")


def parameters(given: Fields) -> dict[str, Any]:
    """Parameters of `tips` that an example has."""
    known = {each.name for each in tips_of_game().parameters}
    named = {name.replace("-", "_"): value_of(text) for name, text in given.items()}
    return {name: value for name, value in named.items() if name in known}


def oracle_tips(given: dict[str, Any]) -> oracle.Tips:
    """The parameters of `tips` as the oracle takes them."""
    found = dict(given)
    nt_range = (found.pop("nt_low", 15), found.pop("nt_high", 17))
    least, five = found.pop("penalty_double_hcp", 38), found.pop("nt_with_five_card_major", "yes")
    return oracle.Tips(
        **found,
        nt_range=nt_range,
        nt_with_five_card_major=five == "yes",
        penalty_double_hcp=None if least > 37 else least,
    )


@cache
def hands_of(shape: str) -> dict[int, list[int]]:
    """By its points, a hand of so many spades, hearts, diamonds and clubs."""
    found: dict[int, list[int]] = {0: []}
    for suit, length in zip((3, 2, 1, 0), map(int, shape), strict=True):
        ways = {oracle.hcp(ranks): ranks for ranks in combinations(range(13), length)}
        found = {
            some + more: [*cards, *(13 * suit + rank for rank in ranks)]
            for (some, cards), (more, ranks) in product(found.items(), ways.items())
        }
    return found


def by_points(given: Fields, call: Callable[[list[int]], int]) -> Fields:
    """For each shape the calls: `P 12:1S` passes, and bids one spade with 12 points or more."""
    found = {}
    for shape in given["="].split():
        told: list[str] = []
        last = ""
        for points, hand in sorted(hands_of(shape).items()):
            name = CALLED[call(hand)]
            told += [f"{points}:{name}" if told else name] if name != last else []
            last = name
        found[shape] = " ".join(told)
    return found


def tips_in_oracle(rules: oracle.Rules, given: Fields) -> Fields:
    """What is called by the tips with hands of these shapes."""
    tips, calls = oracle_tips(parameters(given)), auction(given)
    seat = len(calls) % 4
    legal = oracle.legal_calls(rules, calls, seat)
    return by_points(given, lambda hand: oracle.tips_call(tips, hand, calls, seat, legal))


def tips_in_kernel(rules: Rules, given: Fields) -> Fields:
    """The same."""
    table, values = at_call(rules, given), parameters(given)

    def call(hand: list[int]) -> int:
        table.states["hand_of"][0, table.seat] = bits(hand)
        table.look(CALL)
        said = table.choice(tips_of_game(), **values)
        return int(said) if isinstance(said, int) else NO_CALL

    return by_points(given, call)


def promises_in_oracle(_rules: oracle.Rules, given: Fields) -> Fields:
    """What bids promise together with those before: points, and cards of suits."""
    tips, calls = oracle_tips(parameters(given)), auction(given)
    seat = len(calls) % 4
    made = {
        bid: oracle.promise_of(tips, [*calls, (seat, NAMED[bid])], seat)
        for bid in given["="].split()
    }
    return {bid: promised(each.hcp, each.lengths) for bid, each in made.items()}


def promises_in_kernel(rules: Rules, given: Fields) -> Fields:
    """The same, as the partner reads it."""
    defaults = {each.name: each.default for each in tips_of_game().parameters} | parameters(given)
    read = in_tips("promised")
    wanted = {name: defaults[name] for name in read.__code__.co_varnames if name in defaults}
    found = {}
    for bid in given["="].split():
        table = at_call(rules, {**given, "after": f"{given['after']} {bid} P"})
        word = int(read(table.view, **wanted))
        found[bid] = promised(word >> 32, [word >> 8 * suit & 255 for suit in range(4)])
    return found


def promised(points: int, lengths: Any) -> str:
    """As `12 H5`."""
    suits = zip("CDHS", lengths, strict=True)
    return " ".join([str(points), *(f"{suit}{length}" for suit, length in suits if length)])


def in_tips(name: str) -> Any:
    """A function of the strategy's file."""
    return tips_of_game().functions["call"].__globals__[name]


def turn_in_oracle(_rules: oracle.Rules, given: Fields) -> Fields:
    """What a turn is about."""
    calls = auction(given)
    return {"is": oracle.slot_of(calls, len(calls) % 4)}


def turn_in_kernel(rules: Rules, given: Fields) -> Fields:
    """The same."""
    return {"is": SLOTS[in_tips("turn")(at_call(rules, given).view)[0]]}


WORKED = {
    "score": (score_of_oracle, score_of_kernel),
    "chicago": (deals_in_oracle("chicago"), deals_in_kernel("chicago")),
    "rubber": (deals_in_oracle("rubber"), deals_in_kernel("rubber")),
    "pass": (pass_in_oracle, pass_in_kernel),
    "match": (match_in_oracle, match_in_kernel),
    "imps": (imps_of_oracle, imps_of_kernel),
    "calls": (calls_of_oracle, calls_of_kernel),
    "tips": (tips_in_oracle, tips_in_kernel),
    "promises": (promises_in_oracle, promises_in_kernel),
    "turn": (turn_in_oracle, turn_in_kernel),
}
"""How the kinds of examples in RULES.md are played."""
