"""Casino and its oracle, which numbers cards alike and lists moves in the same order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from cardsim.cards import card_id, card_name
from cardsim.engine.table import Table
from cardsim.games.casino import GAME
from cardsim.games.casino.rules import Rules, code
from cardsim.games.casino.state import NOBODY, NOT_YET, PLAYS, SEATS, SHARES, VALUES
from cardsim.games.casino.story import move_of
from cardsim.places import stack
from harness import Longer, Part, Play, Shown, Told, between, chance, filled, in_set, mask_of, same
from harness import Recorded as Dealt
from oracles import casino as oracle
from worked_examples import Deck, Fields, cards, listed, named, numbers

OPTIONS = (
    "keep_capturing_card",
    "trail_with_own_build",
    "table_cards_raise",
    "must_capture",
    "sweep_on_final_card",
    "sweep_points",
    "partnership",
)
"""Rules that the view shows as they are."""
CHOICES = ("cards_points", "face_capture", "action_set")
"""Rules of which it shows which of the choices is in force."""


def means(_shown: Shown, action: Any) -> oracle.Move:
    """An action as the oracle has it."""
    return move_meant(action)


@lru_cache(1 << 16)
def move_meant(action: Any) -> oracle.Move:
    """The same, for an action that may have been met before."""
    move = move_of(action)
    return oracle.Move(move.kind, move.card, move.value, move.cards, int(move.take), move.old)


class Recorded(Dealt):
    """The cards that were dealt, and what was played."""

    def choose(
        self, decision: str, seat: int, view: oracle.View, legal: Sequence[oracle.Move]
    ) -> oracle.Move:
        """The recorded action, after the comparison of the lists and of what the seat was shown."""
        shown = self.play.decide(decision, seat, legal)
        same("the order of what is legal", shown.meant, list(legal))
        notice(self.play, legal, view)
        if shown.looked:
            self.check_view(shown, view)
        answer: oracle.Move = shown.answer
        return answer

    def expected(self, _shown: Shown, view: oracle.View) -> dict[str, Any]:
        """The fields of the view."""
        table, rules = self.play.table, view["rules"]
        seats, number = range(SEATS), oracle.sides(rules, view["n_players"])
        builds = {value: (groups, cards, owner) for value, groups, cards, owner in view["builds"]}
        values = range(VALUES)
        history = [as_kept(oracle.Move(*move)) for _, *move in view["history"]]
        return {
            "loose": mask_of(view["loose"]),
            "hand": mask_of(view["hand"]),
            "unseen": mask_of(view["unseen"]),
            "seat": view["seat"],
            "players": view["n_players"],
            "dealer": view["dealer"],
            "sides": number,
            "turn": len(history),
            "deals_left": view["deals_left"],
            "last_capturer": view["last_capturer"],
            "build_values": mask_of(builds),
            "build_groups": [builds[v][0] if v in builds else 0 for v in values],
            "build_owner": [builds[v][2] if v in builds else NOBODY for v in values],
            "build_cards": [mask_of(builds[v][1]) if v in builds else 0 for v in values],
            "hand_sizes": filled(view["hand_sizes"], SEATS, 0),
            "sweeps": filled(view["sweeps"], SEATS, 0),
            "promised": [mask_of(promised(view, seat)) for seat in seats],
            "scores": filled(view["scores"], SEATS, 0),
            "piles": filled(list(map(mask_of, view["piles"])), SEATS, 0),
            "deals": self.hand - 1,
            "target": rules.target if table.unit else 0,
            "max_hands": rules.max_hands if table.unit else 0,
            "history": filled(history, PLAYS, [NOT_YET, NOT_YET]),
            **{name: int(getattr(rules, name)) for name in OPTIONS},
            **{name: code(name, getattr(rules, name)) for name in CHOICES},
        }

    @property
    def hand(self) -> int:
        """The number of the hand in its match."""
        row = self.play.asked[self.play.at - 1].row
        return 1 + sum(at < row for at in self.play.scored_at)


def as_kept(move: oracle.Move) -> list[int]:
    """A move of the oracle as the kernel keeps it: what `moves.py` says of an action."""
    word = move.card + 64 * move.kind + 256 * move.value + 4096 * move.old + 65536 * move.take
    return [word, mask_of(move.chosen)]


def promised(view: oracle.View, seat: int) -> set[int]:
    """The ranks of which a seat has shown that it holds a card, from its plays since the deal."""
    players, rules = view["n_players"], view["rules"]
    dealt = len(view["history"]) // (4 * players) * 4 * players
    found: set[int] = set()
    owners: dict[int, int] = {}
    for turn, (who, *fields) in enumerate(view["history"]):
        move = oracle.Move(*fields)
        if move.kind >= oracle.BUILD:
            owners.pop(move.old, None)
            owners[move.value] = who
        elif move.take:
            del owners[move.value]
        if who == seat and turn >= dealt:
            found -= {oracle.rank_of(move.card)}
            found |= {move.value} if move.kind >= oracle.BUILD else set()
            if rules.keep_capturing_card:
                found |= {value for value, owner in owners.items() if owner == seat}
    return found


def told(play: Play) -> Told:
    """The oracle's account of a traced hand or match."""
    table, recorded = play.table, Recorded(play)
    rules: oracle.Rules = table.oracle_rules
    hero, dealer = table.hero(play.hand), play.events[0][1]
    own = oracle.side_of(rules, hero)
    if table.unit:
        match = oracle.play_match(rules, table.players, recorded, recorded.choose, dealer=dealer)
        hands, scores, events = match.hands, match.scores, match.events
    else:
        same("dealer of a single hand", dealer, table.players - 1)
        hand = oracle.play_hand(rules, table.players, recorded, recorded.choose, dealer=dealer)
        hands, scores, events = [hand], hand.scores, hand.events
    winners = [side for side, points in enumerate(scores) if points == max(scores)]
    shares = [SHARES // len(winners) * (side in winners) for side in range(len(scores))]
    outcome: dict[str, Any] = {
        "your_seat": hero,
        "your_net": sum(scores[own] - points for points in scores),
        "your_points": scores[own],
        "your_share": shares[own],
        "hands": len(hands),
        "share": shares,
        "score": scores,
    }
    if not table.unit:
        outcome |= of_hand(hands[0], own)
    found = [name for hand in hands for name in situations(hand, rules)]
    if table.unit:
        found += of_match(hands, rules)
    return Told(events, outcome, len(hands), found)


def of_hand(hand: oracle.Played, own: int) -> dict[str, Any]:
    """What is recorded of a single hand besides."""
    cards = [result.cards for result in hand.results]
    spades = [result.spades for result in hand.results]
    named = ("big-casino", "little-casino", "aces")
    made = [
        sum(move.kind >= oracle.BUILD and who == seat for who, move in hand.history)
        for seat in range(len(hand.piles))
    ]
    return {
        "cards": cards,
        "spades": spades,
        "named": [sum(result.items[item] for item in named) for result in hand.results],
        "sweeps": hand.sweeps,
        "builds": made,
        "your_cards": cards[own],
        "cards_tied": int(oracle.highest(cards) == oracle.NONE),
        "spades_tied": int(oracle.highest(spades) == oracle.NONE),
        "last": hand.last_capturer,
    }


IN_LISTS = {
    "two builds of one owner": 50,
    "a list of more than 100": 20,
    "a capture with a build and loose cards": 500,
    "a raise with loose cards that it does not need": 100,
    "a raise with loose cards that help": 50,
    "three faces at once": 50,
    "an owner who may trail": 50,
    "a forced owner trails": 20,
}
SITUATIONS = {
    "the last card clears the table": 20,
    "most cards are tied": 50,
    "a build is there without Rule K": 20,
    "a build of three sets": 50,
    "a build is raised into another": 20,
}
IN_MATCHES = {
    "a match is won at the target": 20,
    "a match ends at the cap": 5,
    "a match is drawn": 1,
    "a match goes on above the target": 1,
}


def notice(play: Play, legal: Sequence[oracle.Move], view: oracle.View) -> None:
    """Count which of `IN_LISTS` a list of moves shows."""
    rules, owned = view["rules"], [b for b in view["builds"] if b[3] == view["seat"]]
    raises = [move for move in legal if move.kind == oracle.RAISE and move.chosen]
    needs = [move.value - move.old - oracle.rank_of(move.card) for move in raises]
    trails = any(move.kind == oracle.TRAIL for move in legal)
    forced = trails and owned and not rules.trail_with_own_build
    found = {
        "two builds of one owner": len(owned) > 1,
        "a list of more than 100": len(legal) > 100,
        "a capture with a build and loose cards": any(m.take and m.chosen for m in legal),
        "a raise with loose cards that it does not need": 0 in needs,
        "a raise with loose cards that help": any(need > 0 for need in needs),
        "three faces at once": any(m.value > oracle.HIGHEST and len(m.chosen) > 2 for m in legal),
        "an owner who may trail": trails and owned and rules.trail_with_own_build,
        "a forced owner trails": forced,
    }
    play.situations.update(name for name, is_so in found.items() if is_so)


def situations(hand: oracle.Played, rules: oracle.Rules) -> list[str]:
    """Which of `SITUATIONS` occurred in a hand."""
    _, last = hand.history[-1]
    groups = [number for kind, _, number in hand.events if kind == "groups"]
    cards = [result.cards for result in hand.results]
    left = [number for kind, _, number in hand.events if kind == "residue"]
    builds = len([1 for kind, *_ in hand.events if kind in ("build", "raise")])
    found = {
        "the last card clears the table": last.kind == oracle.CAPTURE and not left,
        "most cards are tied": oracle.highest(cards) == oracle.NONE,
        "a build is there without Rule K": builds and not rules.keep_capturing_card,
        "a build of three sets": any(number > 2 for number in groups),
        "a build is raised into another": merged(hand),
    }
    return [name for name, is_so in found.items() if is_so]


def merged(hand: oracle.Played) -> bool:
    """Whether a build was raised to the value of another one."""
    standing: set[int] = set()
    for _, move in hand.history:
        if move.kind == oracle.RAISE and move.value in standing:
            return True
        if move.kind >= oracle.BUILD:
            standing = (standing | {move.value}) - {move.old}
        elif move.take:
            standing -= {move.value}
    return False


def of_match(hands: list[oracle.Played], rules: oracle.Rules) -> list[str]:
    """How a match ended."""
    scores, capped = hands[-1].scores, len(hands) == rules.max_hands
    found = {
        "a match is won at the target": max(scores) >= rules.target,
        "a match ends at the cap": capped and max(scores) < rules.target,
        "a match goes on above the target": any(
            max(hand.scores) >= rules.target for hand in hands[:-1]
        ),
        "a match is drawn": oracle.highest(scores) == oracle.NONE,
    }
    return [name for name, is_so in found.items() if is_so]


PART = Part(
    game=GAME,
    oracle=oracle,
    told=told,
    means=means,
    strategies=("random-legal", "greedy-value"),
    mixes=((0,), (0,), (0, 1), (1,)),
    rules={
        "partnership": chance(0.3),
        "sweep_points": [0, 1, between(0, 10)],
        "target": [11, 21, between(1, 40)],
    },
    players=[2, 3, 4, 4],
    longer={
        "match": Longer(
            share=0.2, count=3, rules={"target": [11, between(1, 30)], "max_hands": between(1, 8)}
        )
    },
    push=930,
    look=23,
    events={
        *("hand", "deals-left", "deal", "trail", "capture", "take", "take-build", "sweep"),
        *("build", "join", "value", "groups", "raise", "from", "residue", "cards", "spades"),
        *("most-cards", "most-spades", "big-casino", "little-casino", "aces", "last-capture"),
        *("sweeps", "points", "score", "win", "draw"),
    },
    situations={**IN_LISTS, **SITUATIONS, **IN_MATCHES},
)


# ---------------------------------------------------------------- the worked examples

ME, OTHER = 0, 1
BUILDS = {"own": ME, "other": OTHER}


def builds_in(given: Fields) -> list[oracle.Build]:
    """Builds such as `own 8x2 8C 5C 3C`: a value, groups and cards."""
    found: list[oracle.Build] = []
    for name, owner in BUILDS.items():
        for word in given.get(name, "").split():
            if "x" in word:
                value, groups = map(int, word.split("x"))
                found.append(oracle.Build(value, groups, (), owner))
            else:
                together = tuple(sorted([*found[-1].cards, card_id(word)]))
                found[-1] = found[-1]._replace(cards=together)
    return sorted(found)


def builds_told(builds: Sequence[oracle.Build]) -> dict[str, str]:
    """The same in words, of each owner."""
    return {
        name: " ".join(f"{b.value}x{b.groups} {named(b.cards)}" for b in builds if b.owner == owner)
        for name, owner in BUILDS.items()
    }


def in_words(move: oracle.Move) -> str:
    """What is done with a card: `take B9 4C 5C`, or `raise 5>8`."""
    words = {
        oracle.TRAIL: "trail",
        oracle.CAPTURE: f"take B{move.value}" if move.take else "take",
        oracle.BUILD: f"build {move.value}",
        oracle.RAISE: f"raise {move.old}>{move.value}",
    }
    return f"{words[move.kind]} {named(move.chosen)}".rstrip()


def with_card(move: oracle.Move) -> str:
    """The same after the card."""
    return f"{card_name(move.card)} {in_words(move)}"


def moves_told(given: Fields, moves: Sequence[oracle.Move]) -> dict[str, str]:
    """What may be done with each card, in order, and the sets that are captured."""
    takes = [move for move in moves if move.kind == oracle.CAPTURE]
    found = {
        name: ", ".join(in_words(move) for move in moves if card_name(move.card) == name) or "no"
        for name in given["holds"].split()
    }
    sets = ", ".join(named(move.chosen) for move in takes) or "none"
    return {**found, "captures": str(len(takes)), "sets": sets}


def position(given: Fields) -> oracle.Position:
    """What seat 0 has before it."""
    held, loose = sorted(cards(given["holds"])), sorted(cards(given.get("loose", "")))
    return oracle.Position(ME, held, loose, builds_in(given))


def table_with(rules: Rules, given: Fields) -> Table:
    """The same on a table."""
    table, where = Table(GAME, rules), position(given)
    state = table.states[0]
    state["hand_of"][ME], state["loose"] = mask_of(where.hand), mask_of(where.loose)
    state["hand"] = state["hand_of"][ME]
    for value, groups, together, owner in where.builds:
        state["build_values"] |= 1 << value
        state["build_groups"][value], state["build_owner"][value] = groups, owner
        state["build_cards"][value] = mask_of(together)
    return table


def moves_in_oracle(rules: oracle.Rules, given: Fields) -> Fields:
    """What may be done, and what lies there if one of it is."""
    where = position(given)
    every = oracle.LegalMoves(replace(rules, action_set="all"), where)
    listed = oracle.LegalMoves(rules, where)
    moves = list(listed)
    same(
        "what is in the list", [each in listed for each in every], [each in moves for each in every]
    )
    found = moves_told(given, moves)
    if "does" in given:
        (move,) = (each for each in moves if with_card(each) == given["does"])
        table = oracle.Table(
            rules,
            players=2,
            dealer=0,
            number=1,
            scores=[0, 0],
            hands=[list(where.hand), [0]],
            piles=[[], []],
            sweeps=[0, 0],
            loose=list(where.loose),
            builds=list(where.builds),
        )
        oracle._move(table, ME, move)
        found |= builds_told(sorted(table.builds))
    return found


def moves_in_kernel(rules: Rules, given: Fields) -> Fields:
    """The same."""
    table = table_with(rules, given)
    same("what is allowed", [table.allows(each) for each in table.legal], [True] * table.count)
    moves = {move_meant(each): each for each in table.legal}
    found = moves_told(given, list(moves))
    if "does" in given:
        (action,) = (moves[each] for each in moves if with_card(each) == given["does"])
        table.act(action)
        rows = zip(*(table.state[f"build_{k}"] for k in ("groups", "cards", "owner")), strict=True)
        builds = [
            oracle.Build(value, int(groups), tuple(in_set(int(together))), int(owner))
            for value, (groups, together, owner) in enumerate(rows)
            if groups
        ]
        found |= builds_told(builds)
    return found


def piles(given: Fields) -> list[list[int]]:
    """So many cards and spades, with the named ones, filled up with cards that bring nothing."""
    special = [cards(names.replace("none", "")) for names in given["with"].split(",")]
    worth = {oracle.BIG_CASINO, oracle.LITTLE_CASINO}
    plain = [each for each in oracle.PACK if each not in worth and oracle.rank_of(each) > 1]
    spades, others = plain[plain.index(41) :], plain[: plain.index(41)]
    found = []
    counts = zip(numbers(given["cards"]), numbers(given["spades"]), special, strict=True)
    for number, of_spades, pile in counts:
        more = of_spades - sum(each >= 39 for each in pile)
        rest = number - len(pile) - more
        found.append([*pile, *spades[:more], *others[:rest]])
        same("cards", len(found[-1]), number)
        del spades[:more], others[:rest]
    return found


def score_in_oracle(rules: oracle.Rules, given: Fields) -> Fields:
    """Points of the sides; the piles are those of seats."""
    sweeps = numbers(given.get("sweeps", "0,0,0,0"))
    results = oracle.score_hand(rules, piles(given), sweeps, int(given.get("last", NOBODY)))
    return {"points": listed(result.points for result in results)}


def score_in_kernel(rules: Rules, given: Fields) -> Fields:
    """The same."""
    own = piles(given)
    table = Table(GAME, rules, len(own))
    state = table.states[0]
    state["piles"][: len(own)] = list(map(mask_of, own))
    state["sweeps"][: len(own)] = numbers(given.get("sweeps", "0,0,0,0"))[: len(own)]
    state["last_capturer"] = int(given.get("last", NOBODY))
    table.close()
    return {"points": listed(state["points"][: state["sides"]])}


def match_in_oracle(rules: oracle.Rules, given: Fields) -> Fields:
    """Whether the match goes on with these scores."""
    scores = numbers(given["score"])
    if not oracle.match_over(rules, scores, int(given.get("hands", 1))):
        return {"goes": "on"}
    winner = oracle.highest(scores)
    return {"is": "shared"} if winner == oracle.NONE else {"side": f"{winner} wins"}


def match_in_kernel(rules: Rules, given: Fields) -> Fields:
    """The same."""
    scores = numbers(given["score"])
    table = Table(GAME, rules, len(scores), unit="match")
    table.states["scores"][0, : len(scores)] = scores
    table.states["deals"] = int(given.get("hands", 1)) - 1
    if table.settle():
        return {"goes": "on"}
    share = table.outcome(0)["share"].tolist()
    return {"side": f"{share.index(SHARES)} wins"} if SHARES in share else {"is": "shared"}


class Script:
    """Makes these plays, then trails the lowest card."""

    def __init__(self, given: Fields) -> None:
        """Begin with the cards on top of the deck."""
        self.deck = Deck(cards(given.get("deal", "")))
        self.plays = given["plays"].split(", ") if "plays" in given else []

    def chosen(self, hand: Sequence[int], moves: Sequence[oracle.Move]) -> oracle.Move:
        """The next play."""
        if not self.plays:
            return oracle.Move(oracle.TRAIL, min(hand))
        said = self.plays.pop(0)
        return next(move for move in moves if with_card(move) == said)


def hand_in_oracle(rules: oracle.Rules, given: Fields) -> Fields:
    """A whole hand that the last seat deals."""
    script, players = Script(given), int(given.get("players", 2))

    def choose(_what: str, _seat: int, view: Any, legal: Sequence[oracle.Move]) -> oracle.Move:
        return script.chosen(view["hand"], legal)

    hand = oracle.play_hand(rules, players, script.deck, choose, dealer=players - 1)
    return {
        "cards": listed(map(len, hand.piles)),
        "sweeps": listed(hand.sweeps),
        "last": str(hand.last_capturer),
        "points": listed(hand.scores),
    }


def hand_in_kernel(rules: Rules, given: Fields) -> Fields:
    """The same."""
    script, players = Script(given), int(given.get("players", 2))
    table = Table(GAME, rules, players)
    stack(table, script.deck.order)
    table.deal()
    while not table.over:
        held = in_set(int(table.state["hand"]))
        # Without a play to look for, a list that may be very long is left alone.
        moves = list(map(move_meant, table.legal)) if script.plays else []
        word, chosen = as_kept(script.chosen(held, moves))
        table.act((word, chosen))
    table.close()
    state = table.states[0]
    return {
        "cards": listed(len(in_set(int(pile))) for pile in state["piles"][:players]),
        "sweeps": listed(state["sweeps"][:players]),
        "last": str(state["last_capturer"]),
        "points": listed(state["points"][: state["sides"]]),
    }


WORKED = {
    "moves": (moves_in_oracle, moves_in_kernel),
    "score": (score_in_oracle, score_in_kernel),
    "match": (match_in_oracle, match_in_kernel),
    "hand": (hand_in_oracle, hand_in_kernel),
}
"""How the kinds of examples in RULES.md are played."""
