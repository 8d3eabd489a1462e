"""The oracle of Cheat plays the worked examples, keeps the invariants, meets the figures.

RULES.md of the game, sections 10 (examples), 11 (invariants), 12 (figures) and 4 (the classroom).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from math import sqrt
from typing import Any

import pytest

from checks import assert_mean
from oracles import cheat
from oracles.cheat import CHEAT, PHRASE, Choose, Played, Rules, View

pytestmark = pytest.mark.full

DEFAULT = Rules()
CLASSROOM = Rules(classroom_trichez=True)
NAMES = "A23456789TJQK"
MODES = ["cyclic", "adjacent", "adjacent-strict", "same"]
GAMES = 1600
WATCHED = 4
"""Of one game in so many all views are kept."""

Asked = tuple[str, int, View, list[int]]


def cards(names: str) -> list[int]:
    return [NAMES.index(name) for name in names.split()]


def row(names: str) -> list[int]:
    return cheat.counts_of(cards(names))


@dataclass
class Deck:
    """Cards and signals in the order they are asked for; then the lowest card, and no signal."""

    order: list[int] = field(default_factory=list)
    signals: list[bool] = field(default_factory=list)
    stocks: list[int] = field(default_factory=list)
    rates: list[tuple[float, int]] = field(default_factory=list)

    def card(self, stock: list[int]) -> int:
        self.stocks.append(len(stock))
        return self.order.pop(0) if self.order else stock[0]

    def happens(self, probability: float, seat: int) -> bool:
        self.rates.append((probability, seat))
        return self.signals.pop(0) if self.signals else False


@dataclass
class Shuffled:
    source: random.Random

    def card(self, stock: list[int]) -> int:
        return self.source.choice(stock)

    def happens(self, probability: float, _seat: int) -> bool:
        return self.source.random() < probability


def deck(*hands: str, of: int = 4) -> Deck:
    """Hands of seats 0, 1 and so on, filled up with the lowest of the rest of one pack."""
    named = [cards(hand) for hand in hands] + [[] for _ in range(of - len(hands))]
    rest = cheat.pack(DEFAULT)
    for each in (each for hand in named for each in hand):
        rest.remove(each)
    for seat, hand in enumerate(named):
        while len(hand) < len(range(seat, 52, of)):
            hand.append(rest.pop(0))
    return Deck([named[k % of][k // of] for k in range(52)])


def play(text: str) -> cheat.Resolved:
    """`2 7: 7 9 ?3 >2`: seat 2 claims sevens with these cards, 3 challenges, 2 takes the pile."""
    claim, _, challenge = text.partition(" ?")
    said, _, names = claim.partition(": ")
    challenger, taker = challenge.split(" >") if challenge else (-1, -1)
    laid = cheat.Claim(int(said[0]), NAMES.index(said[2]), tuple(cards(names)))
    return cheat.Resolved(laid, int(challenger), int(taker))


@dataclass
class Script:
    """Makes these plays by their numbers, else lays one card, the lowest, and nobody challenges."""

    plays: dict[int, cheat.Resolved] = field(default_factory=dict)
    asked: list[Asked] = field(default_factory=list)

    def __call__(self, decision: str, seat: int, view: View, legal: list[int]) -> int:
        self.asked.append((decision, seat, view, legal))
        told = self.plays.get(view["plays"] - (decision == "challenge"))
        if decision == "challenge":
            return int(told is not None and told.challenger == seat)
        if told is None:
            return 1 if decision == "count" else legal[0]
        if decision == "rank":
            # A new round names the rank itself; 1 and 2 are up and down.
            up = (told.claim.rank - view["last_rank"]) % 13
            return told.claim.rank if view["last_rank"] < 0 else {0: 0, 1: 1, 12: 2}.get(up, up)
        if decision == "count":
            return len(told.claim.cards)
        return told.claim.cards[len(view["chosen"])]

    def views(self, decision: str, plays: int) -> dict[int, View]:
        """What each seat saw at a decision after so many claims."""
        return {
            seat: view
            for each, seat, view, _ in self.asked
            if each == decision and view["plays"] == plays
        }


def scripted(text: str) -> Script:
    """Plays one after the other, with ` | ` between them."""
    return Script(dict(enumerate(map(play, text.split(" | ")))))


def at_random(source: random.Random, share: float, truth: float) -> Choose:
    """Any action, but challenges with this frequency, and cards of the claim where they can be."""

    def choose(decision: str, _seat: int, view: View, legal: list[int]) -> int:
        if decision == "challenge":
            return int(source.random() < share)
        if decision == "card" and view["rank"] in legal and source.random() < truth:
            return int(view["rank"])
        return source.choice(legal)

    return choose


def random_rules(source: random.Random) -> Rules:
    packs = source.choice([1, 1, 2])
    return Rules(
        packs=packs,
        claim_rank=source.choice(MODES),
        first_rank="free" if source.random() < 0.4 else source.choice([0, source.randrange(13)]),
        max_cards=source.choice([4, 1, source.randint(1, 4 * packs)]),
        after_challenge=source.choice(["by-mode", "next-in-turn", "winner"]),
        max_plays=source.choice([400, 120, 60, 40]) if packs == 1 else 90,
        classroom_trichez=source.random() < 0.15,
        phrase_cards=source.choice([24, source.randint(10, 30)]),
        cheat_cards=source.choice([8, source.randint(0, 20)]),
        tell_rate=source.choice([0.6, 1, 0.9]),
        false_tell_rate=source.choice([0.1, 0, 0.3]),
    )


def numbers(game: Played, kind: str) -> list[tuple[int, int]]:
    """Seats and numbers of the events of a kind."""
    return [(seat, number) for each, seat, number in game.events if each == kind]


# Worked examples.


@pytest.mark.parametrize(
    ("players", "packs", "first", "sizes"),
    [
        (5, 1, 0, [11, 11, 10, 10, 10]),
        (3, 1, 0, [18, 17, 17]),
        (8, 1, 0, [7] * 4 + [6] * 4),
        (5, 2, 0, [21, 21, 21, 21, 20]),
        (5, 1, 3, [10, 10, 10, 11, 11]),
    ],
)
def test_cards_are_dealt_as_evenly_as_possible(
    players: int, packs: int, first: int, sizes: list[int]
) -> None:
    """Example 1, and section 2."""
    given = Deck()

    game = cheat.play_hand(Rules(packs=packs, max_plays=1), players, given, Script(), first=first)

    assert [len(hand) for hand in game.hands] == sizes
    dealt = Counter(each for hand in game.hands for each in hand)
    assert dealt == dict.fromkeys(range(13), 4 * packs)
    assert given.stocks == list(range(52 * packs, 0, -1))


def test_ranks_go_round_from_ace_to_king_and_ace() -> None:
    """Example 2."""
    game = cheat.play_hand(Rules(max_plays=15), 4, deck(), Script())

    claimed = [NAMES[rank] for _, rank in numbers(game, "rank")]
    assert " ".join(claimed) == "A 2 3 4 5 6 7 8 9 T J Q K A 2"


Options = dict[str, int | str]
SEVENS: Options = {"first_rank": 6}
ADJACENT: Options = {"claim_rank": "adjacent"}
STRICT: Options = {"claim_rank": "adjacent-strict"}
SAME: Options = {"claim_rank": "same"}
NEXT: Options = {"after_challenge": "next-in-turn"}
WINNER: Options = {"after_challenge": "winner"}


@pytest.mark.parametrize(
    ("options", "plays"),
    [
        # Examples 3 and 4.
        (SEVENS, "0 7: 7 9 ?1 >0 | 1 8: A"),
        (SEVENS, "0 7: 7 7 ?1 >1 | 1 8: A"),
        (SEVENS | WINNER, "0 7: 7 9 ?1 >0 | 1 8: A"),
        (SEVENS | WINNER, "0 7: 7 7 ?1 >1 | 0 8: A"),
        (ADJACENT, "0 7: 7 9 ?1 >0 | 1 4: A"),
        (ADJACENT, "0 7: 7 7 ?1 >1 | 0 4: A"),
        (STRICT, "0 7: 7 7 ?1 >1 | 0 4: A"),
        (SAME, "0 7: 7 9 ?1 >0 | 1 4: A"),
        (SAME, "0 7: 7 7 ?1 >1 | 0 4: A"),
        (SAME | NEXT, "0 7: 7 7 ?1 >1 | 1 4: A"),
        # The first rank, and a challenge that ends a round but in cyclic.
        ({}, "0 A: A | 1 2: A | 2 3: A ?3 >2 | 3 4: A"),
        ({"first_rank": 11}, "0 Q: A | 1 K: A | 2 A: A ?3 >3 | 3 2: A"),
        ({"first_rank": "free"}, "0 9: A | 1 T: A | 2 J: A ?3 >2 | 3 Q: A"),
        (ADJACENT, "0 9: A | 1 9: A | 2 8: A ?3 >2 | 3 2: A"),
        (STRICT, "0 9: A | 1 T: A | 2 9: A ?3 >2 | 3 2: A"),
        (SAME, "0 9: A | 1 9: A | 2 9: A ?3 >2 | 3 2: A"),
        # A pile of three plays, and none after it.
        ({}, "0 A: A 7 | 1 2: A | 2 3: A ?1 >2 | 3 4: A ?0 >3 | 0 5: 7"),
    ],
)
def test_claims_and_challenges_go_as_told(options: dict[str, Any], plays: str) -> None:
    script = scripted(plays)
    rules = Rules(max_plays=len(script.plays), **options)

    game = cheat.play_hand(rules, 4, deck("7 7 9 A", "A", "A", "A"), script)

    assert game.history == list(script.plays.values())


@pytest.mark.parametrize(
    ("mode", "last", "codes", "ranks"),
    [
        ("adjacent", "K", [0, 1, 2], "K A Q"),
        ("adjacent-strict", "K", [1, 2], "A Q"),
        ("adjacent", "A", [0, 1, 2], "A 2 K"),
        ("adjacent-strict", "7", [1, 2], "8 6"),
        ("cyclic", "K", [], "A"),
        ("same", "9", [], "9"),
        ("same", "", list(range(13)), " ".join(NAMES)),
        ("adjacent", "", list(range(13)), " ".join(NAMES)),
        ("cyclic", "", [], "A"),
    ],
)
def test_ranks_that_may_be_claimed(mode: str, last: str, codes: list[int], ranks: str) -> None:
    """Example 5, and the other modes; `last` is empty at the start of a round."""
    rules, last_rank = Rules(claim_rank=mode), NAMES.index(last) if last else -1

    assert cheat.legal_ranks(rules, last_rank) == codes
    required = [cheat.required_rank(rules, last_rank)]
    assert ([cheat.rank_named(code, last_rank) for code in codes] or required) == cards(ranks)


@pytest.mark.parametrize(
    ("first_rank", "last_play", "max_plays", "winner", "left"),
    [
        ("A", "0 T: 4", 49, 0, [0, 1, 1, 1]),
        ("A", "0 T: 4 ?2 >0", 49, -1, [49, 1, 1, 1]),
        ("8", "0 4: 4", 60, 0, [0, 1, 1, 1]),
        ("8", "0 4: 4 ?2 >2", 49, 0, [0, 1, 50, 1]),
        ("A", "0 T: 4", 48, -1, [1, 1, 1, 1]),
    ],
)
def test_the_last_card_wins_once_nobody_takes_it_for_a_lie(
    first_rank: str, last_play: str, max_plays: int, winner: int, left: list[int]
) -> None:
    """Example 6, with a four alone: claim 49, at the limit of claims, may win; a caught lie not."""
    rules = Rules(first_rank=NAMES.index(first_rank), max_cards=4, max_plays=max_plays)
    script = Script({48: play(last_play)})

    game = cheat.play_hand(rules, 4, deck(), script)

    assert (game.winner, game.cards_left) == (winner, left)
    assert [legal for name, _, _, legal in script.asked if name == "count"][48:] in ([[1]], [])
    assert game.history[48:] in ([script.plays[48]], [])
    assert game.plays == min(49, max_plays)


AT_TABLE = ["A 5 K K", "2 2 Q Q", "3 7 7 K", "4 8 8 J"]
FIRST_PLAYS = "0 A: A 5 | 1 2: 2 2 | 2 3: 3 K ?3 >2 | 3 4: 4"


def test_a_game_is_told_from_the_deal_to_the_end() -> None:
    given = deck(*AT_TABLE)
    dealt = list(given.order)

    game = cheat.play_hand(Rules(max_plays=4), 4, given, scripted(FIRST_PLAYS))

    assert game.events == [
        *(("deal", k % 4, each) for k, each in enumerate(dealt)),
        *(("rank", 0, 0), ("count", 0, 2), ("card", 0, 0), ("card", 0, 4)),
        *(("rank", 1, 1), ("count", 1, 2), ("card", 1, 1), ("card", 1, 1)),
        *(("rank", 2, 2), ("count", 2, 2), ("card", 2, 2), ("card", 2, 12)),
        *(("challenge", 3, 2), ("show", 2, 2), ("show", 2, 12), ("take", 2, 6)),
        *(("rank", 3, 3), ("count", 3, 1), ("card", 3, 3)),
        ("draw", -1, 4),
        *(("left", 0, 11), ("left", 1, 11), ("left", 2, 17), ("left", 3, 12)),
    ]
    assert (game.winner, game.plays, game.lies) == (-1, 4, 2)


@pytest.mark.parametrize(
    ("rules", "players", "plays", "winner"),
    [
        *[(Rules(max_cards=1), 2, 51, 0), (Rules(max_cards=1), 3, 50, 1)],
        *[(Rules(max_cards=1), 4, 49, 0), (Rules(max_cards=1), 5, 48, 2)],
        *[(Rules(max_cards=1), 6, 47, 4), (Rules(max_cards=1), 7, 46, 3)],
        *[(Rules(max_cards=1), 8, 45, 4), (Rules(max_cards=1), 9, 44, 7)],
        *[(Rules(max_cards=1), 10, 43, 2), (CLASSROOM, 3, 30, 2), (CLASSROOM, 4, 29, 0)],
    ],
)
def test_single_cards_and_no_challenges_fix_the_end(
    rules: Rules, players: int, plays: int, winner: int
) -> None:
    """Example 8, in all modes, and the classroom."""
    for number, mode in enumerate(MODES):
        source = random.Random(number)
        choose = at_random(source, 0, 0.5)
        game = cheat.play_hand(replace(rules, claim_rank=mode), players, Shuffled(source), choose)

        assert (game.plays, game.winner) == (plays, winner)


def test_the_preset_is_adjacent() -> None:
    assert {"uk-adjacent": Rules(claim_rank="adjacent")} == cheat.PRESETS


@pytest.mark.parametrize(
    ("most", "held", "legal"), [(4, 9, 4), (1, 9, 1), (8, 9, 8), (8, 2, 2), (4, 1, 1)]
)
def test_no_more_than_max_cards_are_laid(most: int, held: int, legal: int) -> None:
    assert cheat.legal_counts(Rules(max_cards=most), held) == list(range(1, legal + 1))


@pytest.mark.parametrize(
    ("mode", "plays", "message"),
    [
        ("adjacent", "0 A: A | 1 4: 5", "seat 1 cannot choose 3 in rank"),
        ("adjacent-strict", "0 A: A | 1 A: 5", "seat 1 cannot choose 0 in rank"),
        ("cyclic", "0 A: A A A A A", "seat 0 cannot choose 5 in count"),
        ("cyclic", "0 A: 5 A", "seat 0 cannot choose 0 in card"),
        ("cyclic", "0 A: Q", "seat 0 cannot choose 11 in card"),
        ("cyclic", "0 A: K K K", "seat 0 cannot choose 12 in card"),
    ],
)
def test_an_illegal_answer_is_refused(mode: str, plays: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        cheat.play_hand(Rules(claim_rank=mode), 4, deck("A A A A 5 5 K K"), scripted(plays))


def test_a_card_that_is_not_there_and_too_few_cards_are_refused() -> None:
    with pytest.raises(ValueError, match="no card 0 is left in the stock"):
        cheat.play_hand(DEFAULT, 4, Deck([0, 0, 0, 0, 0]), Script())
    with pytest.raises(ValueError, match="2 cards are too few for 3 players"):
        cheat.play_hand(replace(CLASSROOM, phrase_cards=1, cheat_cards=1), 3, Deck(), Script())


# Knowledge.


@pytest.mark.parametrize(
    ("plays", "viewer", "of", "known"),
    [
        ("", 0, 2, "A 3 5 K"),
        ("", 1, 2, "2 2 3 K"),
        # Cards that are laid unseen may be any that were known.
        (" | 0 5: K | 1 6: Q | 2 7: 2", 0, 2, ""),
        (" | 0 5: K | 1 6: Q | 2 7: 7", 1, 2, "2"),
        (" | 0 5: K | 1 6: Q | 2 7: 2 2", 1, 2, ""),
        # Cards that are shown are taken off exactly; seat 1 has laid a queen in that pile.
        (" | 0 5: K | 1 6: Q | 2 7: 2 ?3 >2 | 3 8: 8", 1, 2, "2 2 3 K Q"),
        (" | 0 5: K | 1 6: Q | 2 7: 2 2 ?3 >2 | 3 8: 8", 1, 2, "2 2 3 K Q"),
        (" | 0 5: K | 1 6: Q | 2 7: 3 7 ?3 >2 | 3 8: 8", 1, 2, "2 2 3 7 K Q"),
        (" | 0 5: K | 1 6: Q | 2 7: 7 7 ?3 >3 | 3 8: 8", 1, 2, "2 2 3 K"),
        # Seat 3 takes two sevens, and has laid one card since.
        (" | 0 5: K | 1 6: Q | 2 7: 7 7 ?3 >3 | 3 8: 8", 1, 3, "7"),
        (" | 0 5: K | 1 6: Q | 2 7: 7 7 ?3 >3 | 3 8: 8", 2, 3, "7"),
    ],
)
def test_what_is_known_of_cards_while_the_last_claim_waits(
    plays: str, viewer: int, of: int, known: str
) -> None:
    script = scripted(FIRST_PLAYS + plays)
    number = len(script.plays)

    game = cheat.play_hand(Rules(max_plays=number), 4, deck(*AT_TABLE), script)

    assert game.history == list(script.plays.values())
    assert script.views("challenge", number)[viewer]["known"][of] == row(known)


@pytest.mark.parametrize(
    ("claim", "hand", "third", "pile", "packs", "certain"),
    [
        # Example 7.
        ((0, 8, 2), "9 9 9", "", [], 1, True),
        ((0, 8, 2), "9 9", "", [], 1, False),
        ((0, 8, 2), "2 3", "", [], 1, False),
        # Three aces of the claimant or of another seat; own cards in the pile, and others.
        ((0, 0, 1), "A", "A A A", [], 1, True),
        ((2, 0, 1), "A", "A A A", [], 1, True),
        ((0, 0, 1), "", "A A A", [], 1, False),
        ((0, 0, 1), "", "A A A", [(1, 4, 1, (0,))], 1, True),
        ((0, 0, 1), "", "A A A", [(1, 4, 1, (5,))], 1, False),
        ((0, 0, 1), "", "A A A", [(2, 4, 1, None)], 1, False),
        ((0, 0, 1), "A", "A A A", [], 2, False),
    ],
)
def test_a_lie_is_certain_if_there_are_not_so_many_cards(
    claim: tuple[int, int, int], hand: str, third: str, pile: list[Any], packs: int, certain: bool
) -> None:
    """Seat 1 judges; `third` is what seat 2 is known to hold."""
    view = {"seat": 1, "n": 4, "packs": packs, "counts": row(hand), "claim": claim}
    known = [row(""), row(hand), row(third), row("")]

    assert cheat.is_certain_lie(view | {"known": known, "pile_plays": pile}) == certain


# The classroom game.


def classroom(*stacks: str, **options: Any) -> tuple[Rules, Deck]:
    """Stacks of `p` and `c`, the top first, and rules with these cards."""
    order = [
        "pc".index(stack[k]) for k in range(max(map(len, stacks))) for stack in stacks if stack[k:]
    ]
    number = order.count(CHEAT)
    return replace(
        CLASSROOM, phrase_cards=len(order) - number, cheat_cards=number, **options
    ), Deck(order)


def accused(**by_number: int) -> Script:
    """`n0=1`: seat 1 challenges the first play."""
    claim = cheat.Claim(0, -1, ())
    plays = {int(name[1:]): cheat.Resolved(claim, seat, -1) for name, seat in by_number.items()}
    return Script(plays)


def test_a_classroom_game_is_told_from_the_deal_to_the_end() -> None:
    """Seat 1 accuses seat 0 wrongly, then is caught; seat 2 accuses seat 1 wrongly."""
    rules, given = classroom("pcp", "cpp", "pp")
    given.signals = [False, True, False, False, True, False, False]

    game = cheat.play_hand(rules, 3, given, accused(n0=1, n1=0, n4=2))

    assert game.events == [
        *(("deal", 0, 0), ("deal", 1, 1), ("deal", 2, 0)),
        *(("deal", 0, 1), ("deal", 1, 0), ("deal", 2, 0)),
        *(("deal", 0, 0), ("deal", 1, 0)),
        *(("card", 0, 0), ("signal", 0, 0)),
        *(("challenge", 1, 0), ("show", 0, 0), ("take", 1, 1)),
        *(("card", 1, 1), ("signal", 1, 1)),
        *(("challenge", 0, 1), ("show", 1, 1), ("take", 1, 1)),
        *(("card", 2, 0), ("signal", 2, 0)),
        *(("card", 0, 1), ("signal", 0, 0)),
        *(("card", 1, 0), ("signal", 1, 1)),
        *(("challenge", 2, 1), ("show", 1, 0), ("take", 2, 3)),
        *(("card", 2, 0), ("signal", 2, 0)),
        *(("card", 0, 0), ("signal", 0, 0)),
        ("win", 0, 7),
        *(("left", 0, 0), ("left", 1, 3), ("left", 2, 3)),
    ]
    assert [rate for rate, _ in given.rates] == [0.1, 0.6, 0.1, 0.6, 0.1, 0.1, 0.1]
    assert [seat for _, seat in given.rates] == [0, 1, 2, 0, 1, 2, 0]


def test_other_options_change_nothing_in_the_classroom() -> None:
    others = replace(
        CLASSROOM,
        packs=2,
        claim_rank="adjacent",
        first_rank=5,
        max_cards=1,
        after_challenge="winner",
    )
    games = []
    for rules in (CLASSROOM, others):
        source = random.Random(6)
        game = cheat.play_hand(rules, 4, Shuffled(source), at_random(source, 0.1, 0))
        games.append(game.events)

    assert games[0] == games[1]


def test_rates_of_0_and_1_are_no_matter_of_chance() -> None:
    rules, given = classroom("cpcp", "pcpc", tell_rate=1, false_tell_rate=0)

    game = cheat.play_hand(rules, 2, given, Script())

    assert given.rates == []
    assert numbers(game, "signal") == numbers(game, "card")
    assert len(numbers(game, "signal")) == 7


# What a seat may believe.


Step = tuple[int, bool]
"""How many claims there were, and whether the last of them is resolved."""


def walk(game: Played) -> Iterator[tuple[Step, list[list[int]], list[list[int]]]]:
    """The hands and the plays in the pile at every step; they change with the next."""
    hands, pile = [list(hand) for hand in game.hands], list[list[int]]()
    yield (0, True), hands, pile
    for number, each in enumerate(game.history, 1):
        for card in each.claim.cards:
            hands[each.claim.seat].remove(card)
        pile.append(list(each.claim.cards))
        yield (number, False), hands, pile
        if each.taker >= 0:
            hands[each.taker] += [card for laid in pile for card in laid]
            pile.clear()
        yield (number, True), hands, pile


def position(game: Played, step: Step) -> tuple[list[list[int]], list[list[int]]]:
    """The hands and the plays in the pile."""
    return next((hands, pile) for at, hands, pile in walk(game) if at == step)


def at_table(viewer: int, plays: str) -> tuple[View, list[list[int]], list[list[int]]]:
    """What a seat sees while the fourth claim waits, and how the cards lie."""
    script = scripted(plays)
    game = cheat.play_hand(Rules(max_plays=4), 4, deck(*AT_TABLE), script)
    return script.views("challenge", 4)[viewer], *position(game, (4, False))


@pytest.mark.parametrize(
    ("viewer", "one", "other", "possible"),
    [
        (0, "1 4", "3 8", True),
        (0, "2 7", "1 6", True),
        (0, "2 A", "1 4", False),
        (0, "2 K", "1 4", False),
        (0, "2 2", "1 4", True),
        (1, "2 2", "3 T", False),
        (1, "2 A", "3 T", True),
        (1, "2 3", "3 T", False),
        (2, "1 4", "3 8", True),
        (2, "2 7", "3 8", False),
        (0, "p 4", "1 5", True),
        (0, "p 4", "2 7", True),
        (0, "p 4", "2 K", False),
        (0, "0 K", "1 4", False),
    ],
)
def test_cards_may_lie_where_a_seat_does_not_know_better(
    viewer: int, one: str, other: str, possible: bool
) -> None:
    """A card of a seat or of the pile is exchanged, while the first four of seat 3 waits."""
    view, hands, pile = at_table(viewer, FIRST_PLAYS)

    places = [pile[0] if name[0] == "p" else hands[int(name[0])] for name in (one, other)]
    moved = [NAMES.index(name[2]) for name in (one, other)]
    for place, gone, come in zip(places, moved, moved[::-1], strict=True):
        place[place.index(gone)] = come

    assert cheat.agrees(view, hands, pile) == possible


@pytest.mark.parametrize(
    ("pile", "possible"),
    [
        ("A 5|2 2|3 K|4", True),
        ("5 A|2 2|3 K|4", True),
        ("A 5|3 2|2 K|4", True),
        ("A 3|2 2|5 K|4", False),
        ("A 5|2|2 3 K|4", False),
        ("A 5|2 2|3 K 4", False),
    ],
)
def test_sizes_and_the_own_cards_in_the_pile_are_known(pile: str, possible: bool) -> None:
    view, hands, _ = at_table(0, FIRST_PLAYS.replace(" ?3 >2", ""))

    assert cheat.agrees(view, hands, [cards(laid) for laid in pile.split("|")]) == possible


def test_the_sizes_of_hands_and_all_cards_there_are_are_known() -> None:
    view, hands, pile = at_table(0, FIRST_PLAYS.replace(" ?3 >2", ""))

    moved = [hands[0], [*hands[1], hands[2][0]], hands[2][1:], hands[3]]
    assert not cheat.agrees(view, moved, pile)
    doubled = [hands[0], [*hands[1][:-1], 0], *hands[2:]]
    assert not cheat.agrees(view, doubled, pile)


@pytest.mark.parametrize(
    ("hands", "pile", "possible"),
    [
        ("pp cp ppp", "c p", True),
        ("pp pp ppp", "c c", True),
        ("cp pp ppp", "c p", True),
        ("pp cp pcp", "p p", False),
        ("pp cp pcp", "c p", False),
    ],
)
def test_a_pupil_knows_the_cards_that_he_has_played_alone(
    hands: str, pile: str, possible: bool
) -> None:
    """Seat 0 has turned up a cheat card, and the card of seat 1 waits."""
    rules, given = classroom("cpp", "pcp", "ppp")
    script = Script()
    cheat.play_hand(rules, 3, given, script)
    lie, laid = ([["pc".index(c) for c in x] for x in each.split()] for each in (hands, pile))

    assert cheat.agrees(script.views("challenge", 2)[0], lie, laid) == possible


@pytest.mark.parametrize(
    ("tell", "false_tell", "signal", "phrase", "cheats"),
    [
        (0.6, 0.1, True, True, True),
        (0.6, 0.1, False, True, True),
        (1, 0.1, False, True, False),
        (1, 0.1, True, True, True),
        (0.6, 0, True, False, True),
        (0.6, 0, False, True, True),
        (0, 1, True, True, False),
        (0, 1, False, False, True),
    ],
)
def test_a_signal_that_is_certain_gives_the_card_away(
    tell: float, false_tell: float, signal: bool, phrase: bool, cheats: bool
) -> None:
    rules, given = classroom("cpp", "ppp", tell_rate=tell, false_tell_rate=false_tell)
    script = Script()
    cheat.play_hand(rules, 2, given, script)
    view = {**script.views("challenge", 1)[1], "signal": signal}

    assert cheat.agrees(view, [[CHEAT, 0], [0, 0, 0]], [[PHRASE]]) == phrase
    assert cheat.agrees(view, [[PHRASE, 0], [0, 0, 0]], [[CHEAT]]) == cheats


# Invariants.


@dataclass
class Case:
    """A game of random answers under random rules, and of some what the seats were asked."""

    rules: Rules
    players: int
    first: int
    game: Played
    asked: list[tuple[Asked, int]]
    """With the answers."""


def kept(answer: Choose, asked: list[tuple[Asked, int]]) -> Choose:
    """Answers as another does, and keeps what was asked and answered."""

    def choose(decision: str, seat: int, view: View, legal: list[int]) -> int:
        action = answer(decision, seat, view, legal)
        asked.append(((decision, seat, view, legal), action))
        return action

    return choose


@cache
def cases() -> list[Case]:
    source, found = random.Random(18), []
    for number in range(GAMES):
        rules, players = random_rules(source), source.randint(2, 10)
        first = source.randrange(players)
        share = source.choice([0, 0.02, 0.1, 0.3]) / (players - 1) * 3
        answer = at_random(source, share, source.choice([0.2, 0.9]))
        asked: list[tuple[Asked, int]] = []

        choose = kept(answer, asked) if number % WATCHED == 0 else answer
        game = cheat.play_hand(rules, players, Shuffled(source), choose, first=first)
        found.append(Case(rules, players, first, game, asked))
    return found


def test_the_places_that_matter_occur() -> None:
    seen: Counter[tuple[str, bool, bool, bool]] = Counter()
    for case in cases():
        mode = "classroom" if case.rules.classroom_trichez else case.rules.claim_rank
        for number, each in enumerate(case.game.history, 1):
            wins = number == case.game.plays and case.game.winner >= 0
            seen[mode, each.claim.is_true, each.challenger >= 0, wins] += 1
        seen[mode, False, False, False] += case.game.winner < 0

    for mode in [*MODES, "classroom"]:
        kinds = [(true, challenged) for true in (False, True) for challenged in (False, True)]
        assert min(seen[mode, *kind, False] for kind in kinds) > 500
        assert min(seen[mode, True, challenged, True] for challenged in (False, True)) > 0
        assert seen[mode, False, False, True] > 0
        assert seen[mode, False, True, True] == 0


def tallies(history: Sequence[cheat.Resolved], players: int, waits: bool = False) -> View:
    """Claims, challenges and lies found out, by seat; the last claim may wait for its answers."""
    resolved = [each for each in history[: len(history) - waits] if each.challenger >= 0]
    true = [each.challenger for each in resolved if each.claim.is_true]
    of = {
        "claims": [each.claim.seat for each in history],
        "challenged": [each.claim.seat for each in resolved],
        "caught": [each.claim.seat for each in resolved if not each.claim.is_true],
        "wrong_challenges": true,
    }
    return {name: [seats.count(s) for s in range(players)] for name, seats in of.items()}


def test_a_game_is_what_its_claims_make_of_the_deal() -> None:
    """Invariants 1 to 6: who lays what, who takes the pile, who wins, and how it is told."""
    for case in cases():
        rules, game, n = case.rules, case.game, case.players
        everything = cheat.pack(rules)
        deal = numbers(game, "deal")
        assert [seat for seat, _ in deal] == [(case.first + k) % n for k in range(len(everything))]
        assert sorted(card for _, card in deal) == everything
        hands = [[card for to, card in deal if to == seat] for seat in range(n)]
        assert game.hands == [h if rules.classroom_trichez else sorted(h) for h in hands]
        told, pile = [("deal", *each) for each in deal], list[int]()
        for each in game.history:
            claim, seat, own = each.claim, each.claim.seat, hands[each.claim.seat]
            told += events_of_play(rules, claim)
            if rules.classroom_trichez:
                assert claim.cards == (own[0],)
            for card in claim.cards:
                own.remove(card)
            pile += claim.cards
            if each.challenger >= 0:
                assert each.challenger != seat
                assert each.taker == (each.challenger if claim.is_true else seat)
                told += [("challenge", each.challenger, seat)]
                told += [("show", seat, card) for card in claim.cards]
                told += [("take", each.taker, len(pile))]
                hands[each.taker] += pile
                pile.clear()
            else:
                assert each.taker == -1
            assert bool(own) or each is game.history[-1]
        empty = [seat for seat in range(n) if not hands[seat]]
        assert [game.winner] == (empty or [-1])
        assert game.plays == rules.max_plays or (empty and game.plays < rules.max_plays)
        told.append(("win" if empty else "draw", game.winner, game.plays))
        assert game.cards_left == [len(hand) for hand in hands]
        for name, by_seat in tallies(game.history, n).items():
            assert getattr(game, name) == by_seat
        assert game.events == [*told, *(("left", *pair) for pair in enumerate(game.cards_left))]


def events_of_play(rules: Rules, claim: cheat.Claim) -> list[tuple[str, int, int]]:
    laid = [("card", claim.seat, card) for card in claim.cards]
    if rules.classroom_trichez:
        return [*laid, ("signal", claim.seat, int(claim.signal))]
    return [("rank", claim.seat, claim.rank), ("count", claim.seat, len(claim.cards)), *laid]


def test_claims_keep_to_the_rules() -> None:
    for case in cases():
        rules, mode = case.rules, case.rules.claim_rank
        seat, last = case.first, -1
        for each in case.game.history:
            claim, challenged = each.claim, each.challenger >= 0
            assert claim.seat == seat
            assert claim.cards == tuple(sorted(claim.cards))
            if rules.classroom_trichez:
                assert (claim.rank, len(claim.cards)) == (-1, 1)
                seat = (seat + 1) % case.players
                continue
            assert 1 <= len(claim.cards) <= rules.max_cards
            if last >= 0:
                apart = {"cyclic": (1,), "adjacent": (0, 1, 12), "adjacent-strict": (1, 12)}
                assert (claim.rank - last) % 13 in apart.get(mode, (0,))
            elif mode == "cyclic" and rules.first_rank != "free":
                assert claim.rank == rules.first_rank
            last = -1 if challenged and mode != "cyclic" else claim.rank
            winner = claim.seat if claim.is_true else each.challenger
            usual = "next-in-turn" if mode == "cyclic" else "winner"
            after = usual if rules.after_challenge == "by-mode" else rules.after_challenge
            seat = winner if challenged and after == "winner" else (seat + 1) % case.players


def test_each_is_asked_what_section_5_says() -> None:
    """The others clockwise from the claimant, until one challenges."""
    for case in cases()[::WATCHED]:
        expected, last = [], -1
        for each in case.game.history:
            claim, mode = each.claim, case.rules.claim_rank
            if not case.rules.classroom_trichez:
                free = last < 0 and (mode != "cyclic" or case.rules.first_rank == "free")
                if free or (last >= 0 and mode.startswith("adjacent")):
                    expected.append(("rank", claim.seat))
                expected.append(("count", claim.seat))
                expected += [("card", claim.seat)] * len(claim.cards)
            others = [(claim.seat + k) % case.players for k in range(1, case.players)]
            until = others.index(each.challenger) + 1 if each.challenger >= 0 else None
            expected += [("challenge", seat) for seat in others[:until]]
            last = -1 if each.challenger >= 0 and mode != "cyclic" else claim.rank
        assert [asked[:2] for asked, _ in case.asked] == expected


def lower_bound(game: Played, viewer: int, seat: int, rank: int, *, plays: int, waits: bool) -> int:
    """One number of `known` after so many claims, the last of which may wait for its answers."""
    least, own = 0, 0
    for number, each in enumerate(game.history[:plays], 1):
        claim, waiting = each.claim, waits and number == plays
        shown = each.challenger >= 0 and not waiting
        if claim.seat == seat:
            gone = claim.cards.count(rank) if shown else len(claim.cards)
            least = max(0, least - gone)
        if shown:
            least += (claim.cards.count(rank) + own) * (each.taker == seat)
            own = 0
        else:
            own += claim.cards.count(rank) * (claim.seat == viewer)
    return least


def seen_and_legal(case: Case, asked: Asked) -> tuple[View, list[int]]:
    """Section 5: the view of a seat from the game as a whole, and what it may answer."""
    decision, seat, view, _ = asked
    rules, game, plays, waits = case.rules, case.game, view["plays"], decision == "challenge"
    hands, pile = position(game, (plays, not waits))
    current = game.history[plays - waits].claim
    laid = [each.claim for each in game.history[plays - len(pile) : plays]]
    seen: View = {
        "seat": seat,
        "n": case.players,
        "rules": rules,
        "max_plays": rules.max_plays,
        "mode": "classroom-trichez" if rules.classroom_trichez else rules.claim_rank,
        "plays": plays,
        "hand_sizes": [len(hand) for hand in hands],
        "pile_size": sum(map(len, pile)),
        "pile_plays": [
            (each.seat, each.rank, len(each.cards), each.cards if each.seat == seat else None)
            for each in laid
        ],
        **tallies(game.history[:plays], case.players, waits),
    }
    if waits:
        seen["claim"] = (current.seat, current.rank, len(current.cards))
    if rules.classroom_trichez:
        return seen | {"signal": current.signal}, [0, 1]

    before = game.history[: plays - waits]
    cyclic = rules.claim_rank == "cyclic"
    opens = not before or (not cyclic and before[-1].challenger >= 0)
    seen |= {
        "packs": rules.packs,
        "counts": cheat.counts_of(hands[seat]),
        "known": [
            cheat.counts_of(hands[seat])
            if s == seat
            else [lower_bound(game, seat, s, rank, plays=plays, waits=waits) for rank in range(13)]
            for s in range(case.players)
        ],
        "round_start": opens,
        "last_rank": -1 if opens or cyclic else before[-1].claim.rank,
        "required_rank": current.rank if cyclic and decision != "rank" else -1,
    }
    if decision == "rank":
        later = [0, 1, 2] if rules.claim_rank == "adjacent" else [1, 2]
        return seen, list(range(13)) if opens else later
    if decision == "count":
        most = min(rules.max_cards, len(hands[seat]))
        return seen | {"rank": current.rank}, list(range(1, most + 1))
    if decision == "card":
        chosen = list(current.cards[: len(view["chosen"])])
        seen |= {"rank": current.rank, "count": len(current.cards), "chosen": chosen}
        left = Counter(hands[seat]) - Counter(chosen)
        high = sorted(card for card in left.elements() if card >= max(chosen, default=0))
        return seen, sorted(set(high[: len(high) - len(current.cards) + len(chosen) + 1]))
    return seen, [0, 1]


def test_a_view_shows_the_table_of_that_moment_and_no_hidden_card() -> None:
    """The true cards agree with it, and a lie that it proves is one."""
    source = random.Random(5)
    seen: Counter[str] = Counter()
    for case in cases()[::WATCHED]:
        for asked, answer in source.sample(case.asked, k=min(25, len(case.asked))):
            decision, seat, view, legal = asked
            assert (view, legal) == seen_and_legal(case, asked)
            assert answer in legal
            seen["classroom" if case.rules.classroom_trichez else decision] += 1
            hands, pile = position(case.game, (view["plays"], decision != "challenge"))
            assert cheat.agrees(view, hands, pile)
            one, other = (seat + 1) % case.players, (seat + 2) % case.players
            hands[one], hands[other] = hands[other], hands[one]
            seen["refused"] += not cheat.agrees(view, hands, pile)
            if "known" in view and "claim" in view and cheat.is_certain_lie(view):
                seen["certain"] += 1
                assert not case.game.history[view["plays"] - 1].claim.is_true
    kinds = ["rank", "count", "card", "challenge", "classroom"]
    assert min(seen[kind] for kind in kinds) > 100
    assert (seen["certain"] > 50, seen["refused"] > 500) == (True, True)


def test_a_match_is_its_games_each_begun_where_the_caller_says() -> None:
    source = random.Random(29)
    draws = 0
    for number in range(40):
        rules = replace(random_rules(source), max_plays=source.choice([60, 100]))
        players = source.randint(2, 6)
        first = [(number + k) % players for k in range(5)]
        answer = at_random(source, 0.03, 0.8)

        match = cheat.play_match(rules, players, Shuffled(source), answer, first=first)

        assert [game.events[0][1] for game in match.games] == first
        assert match.events == [event for game in match.games for event in game.events]
        winners = [game.winner for game in match.games]
        assert match.wins == [winners.count(seat) for seat in range(players)]
        assert match.draws == winners.count(-1)
        draws += match.draws
    assert 10 < draws < 150


# Figures.


def truth_first(source: random.Random, challenges: float | str) -> Choose:
    """The reference of section 12."""

    def choose(decision: str, _seat: int, view: View, legal: list[int]) -> int:
        counts = view["counts"]
        if decision == "challenge":
            _, rank, number = view["claim"]
            if challenges == "certain":
                return int(counts[rank] + number > 4)
            return int(source.random() < float(challenges))
        if decision == "rank":
            last = view["last_rank"]
            held_of = [int(counts[cheat.rank_named(code, last)]) for code in legal]
            return legal[held_of.index(max(held_of))]
        held = counts[view["rank"]]
        if decision == "count":
            return min(max(int(held), 1), legal[-1])
        return int(view["rank"]) if held else source.choices(range(13), counts)[0]

    return choose


def root_mean_square(numbers: Sequence[float]) -> float:
    return sqrt(sum(each * each for each in numbers) / len(numbers))


@pytest.mark.parametrize(
    ("mode", "players", "doubt", "games", "plays", "error", "resolves", "lies", "challenges"),
    [
        ("cyclic", 4, 0, 100_000, 37.722, 0.010, 1.3, 0.3791, (0, 0)),
        ("cyclic", 4, "certain", 40_000, 37.959, 0.019, 1.6, 0.3733, (0.185, 1)),
        ("cyclic", 4, 0.02, 20_000, 40.115, 0.035, 2.1, 0.3194, (2.356, 0.320)),
        ("adjacent", 4, 0, 100_000, 32.802, 0.011, 1.5, 0.2209, (0, 0)),
        ("adjacent", 3, 0, 40_000, 29.863, 0.016, 1.4, 0.1895, (0, 0)),
        ("adjacent", 4, 0.10, 5000, 46.097, 0.258, 7.5, 0.1674, (12.51, 0.168)),
    ],
)
def test_truthful_players_fare_as_in_the_reference(
    mode: str,
    players: int,
    doubt: float | str,
    games: int,
    plays: float,
    error: float,
    resolves: float,
    lies: float,
    challenges: tuple[float, float],
) -> None:
    """Section 12: claims, lies, and challenges with the share that is right.

    The kernel's tests check who wins. False alarm 1e-6 for each of up to 4 figures.
    """
    source = random.Random(f"{mode} {players} {doubt}")
    choose, rules = truth_first(source, doubt), Rules(claim_rank=mode)
    made, share = challenges

    found = [cheat.play_hand(rules, players, Shuffled(source), choose) for _ in range(800)]

    assert_mean([g.plays for g in found], plays, resolves=resolves, reference_error=error)
    if doubt == "certain":
        assert all(g.caught == g.challenged for g in found)
    for of_a_game, rounded, unseen in (
        ([g.lies - lies * g.plays for g in found], 0.00005 * plays, 2.3),
        ([sum(g.challenged) - made for g in found], 0.0005, 0.5 * (1 + made / 3)),
        ([sum(g.caught) - share * sum(g.challenged) for g in found], 0.0005 * made, 0.9),
    ):
        if any(of_a_game):
            error = root_mean_square(of_a_game) / sqrt(games) + rounded
            assert_mean(of_a_game, 0, resolves=unseen, reference_error=error)


@pytest.mark.parametrize("mode", MODES[1:])
def test_a_truthful_leader_who_is_always_challenged_lays_rank_after_rank(mode: str) -> None:
    """Section 9: about nine claims, the ranks in 13 cards. A cyclic game never ends."""
    for number in range(100):
        source = random.Random(number)
        rules = Rules(claim_rank=mode, max_plays=1000)
        game = cheat.play_hand(rules, 4, Shuffled(source), truth_first(source, 1))

        assert (game.winner, game.plays) == (0, len(set(game.hands[0])))
        if number < 12:
            cyclic = replace(rules, claim_rank="cyclic")
            endless = cheat.play_hand(cyclic, 4, Shuffled(source), truth_first(source, 1))
            assert (endless.winner, endless.plays) == (-1, 1000)
