"""Hands imagined from a view: they agree with it, are whole, and are as likely as each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from numba import types
from numba.np.numpy_support import from_dtype

import in_bulk
from cardsim.engine.hand_loop import DONE, observer
from cardsim.game import Decision, Game
from cardsim.games import load_game
from cardsim.kernels.jit import Entry, entry
from cardsim.options.params import packed_dtype
from cardsim.rng import WORDS_DTYPE
from cardsim.runs import preparation, replays
from checks import assert_uniform
from imagining import bytes_of

SEED = 11
DECISIONS = 240
"""Decisions looked at in each table, from as many hands as have them."""
GAMES = ("scat", "square-nine", "ninety-nine")
"""The others have files of their own."""

Records = np.ndarray[Any, Any]

SPECIAL: dict[str, dict[str, Any]] = {
    "scat, stock shuffled again": {
        "game": "scat",
        "players": 9,
        "strategy": "chase-31",
        "options": {"stock_exhausted": "reshuffle", "max_turns": 200, "miss_31_prob": 0.5},
    },
    "scat, stock shuffled again, by chance": {
        "game": "scat",
        "players": 4,
        "strategy": "random-play:knock_prob=0",
        "options": {"stock_exhausted": "reshuffle", "max_turns": 330, "miss_31_prob": 1.0},
    },
    "scat, long": {
        "game": "scat",
        "players": 2,
        "strategy": "random-play:knock_prob=0",
        "options": {"max_turns": 400, "miss_31_prob": 1.0},
    },
    "scat, knocks that tell": {
        "game": "scat",
        "players": 5,
        "strategy": "random-legal",
        "options": {"min_knock_score": 20, "stock_exhausted": "reshuffle"},
    },
    "scat, suited knocks after the draw": {
        "game": "scat",
        "players": 4,
        "strategy": "random-legal",
        "options": {"knock_needs_suited": True, "knock_timing": "after-draw"},
    },
    "square-nine, three open, unseen": {
        "game": "square-nine",
        "players": 4,
        "strategy": "random-legal",
        "options": {"open_cells": 3, "expose_order": "hidden", "match_lines": "all"},
    },
    "square-nine, one pack": {
        "game": "square-nine",
        "players": 4,
        "strategy": "random-legal",
        "options": {"decks": "1", "replace_once": False},
    },
    "square-nine, none open": {
        "game": "square-nine",
        "players": 3,
        "strategy": "random-legal",
        "options": {"open_cells": 0, "stock_exhausted": "end-hand", "decks": "1"},
    },
    "ninety-nine, seats leave": {
        "game": "ninety-nine",
        "players": 8,
        "strategy": "random-legal",
        "options": {"continue_after_loss": True, "hand_size": 4, "forget_draw_prob": 0.1},
    },
    "ninety-nine, one pack": {
        "game": "ninety-nine",
        "players": 4,
        "strategy": "hoarder",
        "options": {"hand_size": 8, "decks": "1", "card_table": "ace-one"},
    },
    "ninety-nine, one pack, seats leave": {
        "game": "ninety-nine",
        "players": 6,
        "strategy": "random-legal",
        "options": {"hand_size": 5, "decks": "1", "continue_after_loss": True},
    },
    "ninety-nine, infinite": {
        "game": "ninety-nine",
        "strategy": "random-legal",
        "options": {"infinite_deck": True, "continue_after_loss": True},
    },
    "ninety-nine, no more cards": {
        "game": "ninety-nine",
        "players": 5,
        "strategy": "hoarder",
        "options": {"decks": "1", "stock_exhausted": "play-on", "hand_size": 6},
    },
}


def tables() -> dict[str, dict[str, Any]]:
    """Every preset of every game that can imagine, with the usual strategy and with any actions."""
    found: dict[str, dict[str, Any]] = {}
    for name in GAMES:
        game = load_game(name)
        for preset in game.presets:
            found[f"{name}, {preset}"] = {"game": name, "preset": preset}
        found[f"{name}, any actions"] = {"game": name, "strategy": "random-legal"}
        if "match" in game.units:
            found[f"{name}, matches"] = {
                "game": name,
                "unit": "match",
                "players": min(4, game.players[1]),
                "vs": "random-legal",
            }
    return found | {name: table for name, table in SPECIAL.items() if table["game"] in GAMES}


TABLES = tables()


@cache
def prepared(table: str) -> preparation.Setup:
    given = TABLES[table]
    everybody = {"vs": given["strategy"]} if "strategy" in given else {}
    single = {"unit": load_game(given["game"]).single_unit}
    return preparation.prepare(**(single | everybody | given), seed=SEED)


@cache
def at_random(table: str) -> preparation.Setup:
    """The same table with actions of which each is as likely."""
    same = {k: v for k, v in TABLES[table].items() if k not in {"strategy", "vs", "seats"}}
    single: dict[str, Any] = {"unit": load_game(same["game"]).single_unit, "seed": SEED}
    return preparation.prepare(**(single | same), strategy="random-legal", vs="random-legal")


@cache
def imaginer(game: Game) -> Entry:
    """What imagines a hand and then lets the seat on turn look at it."""
    imagine, observe = game.imagine, observer(game)
    assert imagine is not None

    def look(views, rules, words, states):  # type: ignore[no-untyped-def]
        imagine(views[0], rules[0], words[0], states[0])
        observe(states[0], rules[0])

    records = (game.view, packed_dtype(game.rules), WORDS_DTYPE, game.state)
    arrays = (types.Array(from_dtype(dtype), 1, "C") for dtype in records)
    content = f"{game.name} {game.state!r} {look.__code__.co_code!r}"
    return entry(look, signature=types.void(*arrays), content=content)


def words_of(number: int, stream: int = 0) -> Records:
    words = np.zeros(1, WORDS_DTYPE)
    words["seed"], words["hand"], words["stream"] = SEED, number, stream
    return words


def imagined(setup: preparation.Setup, state: Records, number: int) -> Records:
    """A hand imagined from what the seat on turn sees in a state, with words of this number."""
    views, states = state.copy().view(setup.game.view), state.copy()
    imaginer(setup.game).call(views, setup.rules, words_of(number), states)
    return states


def looked_at(table: str, most: int = DECISIONS) -> Iterator[tuple[Decision, Records]]:
    """Decisions of a table's hands, with the state in which the seat on turn looks."""
    setup, found = prepared(table), 0
    for hand in range(most):
        steps = [(s.decision, s.before) for s in replays.replay(setup, hand).steps if s.decision]
        # Of a long hand a few from everywhere, and its last ones.
        for decision, before in [*steps[: -8 : len(steps) // 40 + 1], *steps[-8:]]:
            yield decision, np.array([before], setup.game.state)
            found += 1
        if found >= most:
            return


def seen(game: Game, state: Records) -> dict[str, bytes]:
    return bytes_of(game.view, state.view(game.view))


def play_on(table: str, decision: Decision, state: Records, number: int) -> tuple[int, bytes]:
    """How a hand that goes on from a decision ends, with random actions and these words."""
    setup = at_random(table)
    game, players = setup.game, setup.spec.players
    chances = np.concatenate([words_of(number, 1 + seat) for seat in range(players)])
    ending, outcome = in_bulk.play_on(
        game,
        setup.seating,
        in_bulk.Start(game.decisions.index(decision), state, words_of(number), chances),
        rules=setup.rules,
        players=players,
        unit=setup.goes_on,
        rotation=0,
        stop=np.zeros(1, np.uint8),
    )
    return ending.status, outcome.tobytes()


# ---------------------------------------------------------------- the cards


def cards_of_scat(state: Any) -> tuple[Counter[int], Counter[int]]:
    """The cards of a hand, and those that there are."""
    own, seat = state["own"], int(state["seat"])
    cards: Counter[int] = Counter()
    for s in range(int(state["players"])):
        if state["lives"][s] >= 0:
            cards.update(int(own["hand"][s]) >> 8 * k & 255 for k in range(3))
            assert own["value"][s] > 0
    end, stock = int(state["deck_end"]), int(state["stock_count"])
    cards.update(state["deck"][end - stock : end].tolist())
    drawn = end - stock - int(state["deck_start"])
    four, took = state["hand_size"] == 4, bool(state["took_discard"])
    if four and not took:
        cards[int(state["hand"][3])] += 1
        drawn -= 1
    cards.update(state["pile"][: drawn + 1].tolist())
    assert state["pile"][drawn] == state["top_discard"]
    if state["hand_size"]:
        assert int(own["hand"][seat]) == int(state["hand_word"]) & 0xFFFFFF
    return cards, Counter(range(52))


def cards_of_square_nine(state: Any) -> tuple[Counter[int], Counter[int]]:
    end, stock = int(state["deck_end"]), int(state["stock_count"])
    cards = Counter(state["deck"][end - stock : end].tolist())
    down: Counter[int] = Counter()
    for s in range(int(state["players"])):
        own = state["seats"][s]
        cards.update(own["grid"][:9].tolist())
        for cell in range(9):
            if own["cards"][cell] == 255:
                down[int(own["grid"][cell])] += 1
            else:
                assert own["grid"][cell] == own["cards"][cell]
                assert not own["down"] >> cell & 1
        assert int(own["total"]) == int(own["values"][:9].sum())
    unseen = Counter(state["deck"][end - stock : end].tolist()) + down
    shown = {rank: int(n) for rank, n in enumerate(state["unseen"]) if n}
    assert dict(unseen) == shown
    if state["reshuffled"]:
        held = Counter(state["deck"][end - stock : end].tolist())
        assert dict(held) == {r: int(n) for r, n in enumerate(state["restocked"]) if n}
        return cards, cards
    # All others were seen: in the discards, which the state does not keep, or in the hand.
    gone = Counter({r: int(n) for r, n in enumerate(state["pack"])})
    gone.subtract(cards)
    assert min(gone.values()) >= 0
    return cards, cards


def cards_of_ninety_nine(state: Any) -> tuple[Counter[int], Counter[int]]:
    cards: Counter[int] = Counter({c: int(n) for c, n in enumerate(state["in_pile"]) if n})
    for s in range(int(state["players"])):
        own = state["own"][s]
        size = int(own["size"]) if state["pennies"][s] > 0 else 0
        cards.update(own["hand"][:size].tolist())
        assert (own["hand"][size:] == 255).all()
        if own["left"] == 0:
            assert size == state["hand_sizes"][s]
    end, stock = int(state["deck_end"]), int(state["stock_count"])
    if state["decks"] == 0:
        return Counter(), Counter()
    cards.update(state["deck"][end - stock : end].tolist())
    return cards, Counter({c: int(state["decks"]) for c in range(52)})


CARDS: dict[str, Callable[[Any], tuple[Counter[int], Counter[int]]]] = {
    "scat": cards_of_scat,
    "square-nine": cards_of_square_nine,
    "ninety-nine": cards_of_ninety_nine,
}


# ---------------------------------------------------------------- every game


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.kept(1, full=1, by=lambda table: TABLES[table]["game"])
def test_who_looks_at_an_imagined_hand_sees_what_he_saw(table: str) -> None:
    setup = prepared(table)

    for number, (decision, state) in enumerate(looked_at(table)):
        true = seen(setup.game, state)
        told = seen(setup.game, imagined(setup, state, number))
        differing = [name for name in true if true[name] != told[name]]
        assert not differing, (number, decision.name, differing)


@pytest.mark.parametrize("table", [t for t in TABLES if TABLES[t]["game"] in CARDS])
@pytest.mark.kept(1, full=1, by=lambda table: TABLES[table]["game"])
def test_an_imagined_hand_has_every_card_once(table: str) -> None:
    setup = prepared(table)
    cards_of = CARDS[setup.game.name]

    for number, (decision, state) in enumerate(looked_at(table)):
        cards, pack = cards_of(imagined(setup, state, number)[0])
        assert cards == pack, (number, decision.name, cards - pack, pack - cards)


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.kept(1, full=1, by=lambda table: TABLES[table]["game"])
def test_an_imagined_hand_is_played_on_to_its_end(table: str) -> None:
    setup = prepared(table)

    for number, (decision, state) in enumerate(looked_at(table)):
        world = imagined(setup, state, number)
        status, outcome = play_on(table, decision, world, number)
        assert status == DONE, (number, decision.name)
        assert play_on(table, decision, world, number) == (DONE, outcome)


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.kept(1, full=1, by=lambda table: TABLES[table]["game"])
def test_what_the_seat_does_not_see_does_not_matter(table: str) -> None:
    setup = prepared(table)
    dtype = setup.game.state

    for number, (decision, state) in enumerate(looked_at(table)):
        other = imagined(setup, state, DECISIONS + number)
        ours, theirs = (bytes_of(dtype, imagined(setup, s, number)) for s in (state, other))
        differing = [name for name in ours if ours[name] != theirs[name]]
        assert not differing, (number, decision.name, differing)


@pytest.mark.parametrize("name", [name for name in GAMES if name in CARDS])
def test_other_words_give_another_hand(name: str) -> None:
    table = f"{name}, any actions"
    setup = prepared(table)
    _, state = next(looked_at(table))

    hands = [imagined(setup, state, number) for number in (1, 2, 3, 1)]

    first, second, third, again = (bytes_of(setup.game.state, hand) for hand in hands)
    assert first == again
    assert first not in (second, third)
    assert second != third


# ---------------------------------------------------------------- as likely as each other


def first_look(table: str, wanted: Callable[[Any], bool]) -> tuple[preparation.Setup, Records]:
    """The first decision whose state is as wanted."""
    setup = prepared(table)
    for hand in range(400):
        for step in replays.replay(setup, hand).steps:
            if step.decision is not None and wanted(step.before):
                return setup, np.array([step.before], setup.game.state)
    raise AssertionError("no hand of this table has such a decision")


def test_scat_deals_every_unseen_card_as_often_to_another_hand() -> None:
    setup, state = first_look("scat, any actions", lambda s: bool(s["turn"] == 0))
    other = int(state["players"][0]) - 1
    known = {int(state["top_discard"][0]), *state["hand"][0][:3].tolist()}
    counts = np.zeros((3, 52), np.int64)

    for number in range(12_000):
        hand = int(imagined(setup, state, number)["own"]["hand"][0][other])
        for k in range(3):
            counts[k, hand >> 8 * k & 255] += 1

    unseen = [card not in known for card in range(52)]
    for k in range(3):
        assert_uniform(counts[k], weights=unseen, resolves=0.15)


def scat_hidden(state: Any) -> tuple[int, int]:
    """Between two players without a reshuffle: cards in the stock, and unseen in the other hand."""
    turn, other, known = int(state["turn"]), 1 - int(state["seat"]), set()
    for seat, source, taken, thrown in state["history"][:turn].tolist():
        if seat == other and source < 2:
            known |= {taken} if source == 1 else set()
            known -= {thrown}
    return int(state["stock_count"]), 3 - len(known)


def test_scat_deals_the_last_cards_in_every_way_as_often() -> None:
    setup, state = first_look(
        "scat, long", lambda s: bool(s["turn"] < 250) and scat_hidden(s) == (2, 2)
    )
    other = 1 - int(state["seat"][0])
    counts: Counter[tuple[Any, ...]] = Counter()

    for number in range(6000):
        world = imagined(setup, state, number)[0]
        hand = int(world["own"]["hand"][other])
        end = int(world["deck_end"])
        stock = tuple(world["deck"][end - 2 : end].tolist())
        counts[frozenset(hand >> 8 * k & 255 for k in range(3)), stock] += 1

    # Which two of four are in the hand, and in which order the other two lie.
    assert_uniform([*counts.values(), *[0] * (12 - len(counts))], resolves=0.15)
    assert len(counts) == 12


POINTS = (11, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)


def scat_value(hand: tuple[int, ...]) -> int:
    return max(sum(POINTS[c % 13] for c in hand if c // 13 == suit) for suit in range(4))


@pytest.mark.full
def test_scat_deals_a_knocker_every_hand_that_may_knock_as_often() -> None:
    def early(state: Any) -> bool:
        return bool(state["knocker"] >= 0 and state["turn"] <= 2 and state["hand_size"] == 3)

    setup, state = first_look("scat, knocks that tell", early)
    knocker = int(state["knocker"][0])
    rows = state["history"][0][: int(state["turn"][0])].tolist()
    known = {int(state["upcard"][0]), *state["hand"][0][:3].tolist()}
    known |= {card for row in rows for card in row[2:] if card != 255}
    taken = {row[2] for row in rows if row[0] == knocker and row[1] == 1}
    unseen = [card for card in range(52) if card not in known]
    possible = {
        frozenset(hand): 0
        for hand in combinations(sorted({*unseen, *taken}), 3)
        if taken <= set(hand) and scat_value(hand) >= 20
    }
    assert len(possible) > 30

    for number in range(20 * len(possible)):
        hand = int(imagined(setup, state, number)["own"]["hand"][0][knocker])
        possible[frozenset(hand >> 8 * k & 255 for k in range(3))] += 1

    assert_uniform(list(possible.values()), resolves=0.5)


@pytest.mark.parametrize("table", [t for t in TABLES if "stock shuffled again" in t])
@pytest.mark.kept(1)
def test_scat_remembers_which_cards_were_shuffled_again(table: str) -> None:
    """Who holds how many of them is known, and all of the stock is."""
    setup, checked = prepared(table), 0
    for hand in range(12):
        again: set[int] = set()
        made = 0
        for step in replays.replay(setup, hand).steps:
            state = np.array([step.before], setup.game.state)[0]
            if state["reshuffles"] == made + 1:
                # One card of the stock may have been drawn by now.
                made += 1
                end, left = int(state["deck_end"]), int(state["stock_count"])
                again = set(state["deck"][end - left : end].tolist())
                if left < end:
                    again.add(int(state["hand"][3]))
            whole = state["turn"] <= 256
            if step.decision is None or not made or not whole:
                continue
            world = imagined(setup, np.array([state]), hand)[0]
            end, left = int(world["deck_end"]), int(world["stock_count"])
            assert set(world["deck"][end - left : end].tolist()) <= again
            for seat in range(setup.spec.players):
                true, told = (int(s["own"]["hand"][seat]) for s in (state, world))
                held = [{h >> 8 * k & 255 for k in range(3)} for h in (true, told)]
                assert len(held[0] & again) == len(held[1] & again), (hand, seat)
            checked += 1
    assert checked > 100


def test_square_nine_deals_every_rank_as_often_as_it_is_unseen() -> None:
    """Jointly in a cell of another square and on top of the stock."""
    setup, state = first_look("square-nine, one pack", lambda s: bool(s["turn"] == 0))
    other = (int(state["seat"][0]) + 1) % 4
    cell = next(c for c in range(9) if state["seats"]["cards"][0][other][c] == 255)
    unseen = state["unseen"][0].astype(np.int64)
    counts = np.zeros((14, 14), np.int64)

    for number in range(25_000):
        world = imagined(setup, state, number)[0]
        top = int(world["deck"][int(world["deck_end"]) - int(world["stock_count"])])
        counts[int(world["seats"][other]["grid"][cell]), top] += 1

    assert_uniform(counts, weights=np.outer(unseen, unseen) - np.diag(unseen), resolves=0.15)


def test_square_nine_draws_which_cells_others_chose_unseen() -> None:
    def last(state: Any) -> bool:
        return bool(state["exposed"] == 9 and state["seats"]["face_down"][state["seat"]] == 9)

    setup, state = first_look("square-nine, three open, unseen", last)
    counts: Counter[int] = Counter()

    for number in range(9000):
        counts[int(imagined(setup, state, number)["seats"]["down"][0][0])] += 1

    assert_uniform([*counts.values(), *[0] * (84 - len(counts))], resolves=0.2)
    assert all(511 ^ down in {a | b | c for a, b, c in cells_of_three()} for down in counts)


def cells_of_three() -> list[tuple[int, ...]]:
    return list(combinations([1 << cell for cell in range(9)], 3))


def test_ninety_nine_deals_every_unseen_card_as_often() -> None:
    setup, state = first_look("ninety-nine, any actions", lambda s: bool(s["played"] == 0))
    known = state["hand"][0][:3].tolist()
    counts = np.zeros((2, 52), np.int64)

    for number in range(12_000):
        world = imagined(setup, state, number)[0]
        counts[0, world["own"]["hand"][1][0]] += 1
        counts[1, world["deck"][int(world["deck_end"]) - int(world["stock_count"])]] += 1

    for row in counts:
        assert_uniform(row, weights=[card not in known for card in range(52)], resolves=0.15)


def test_ninety_nine_lays_down_every_hand_that_could_not_be_played_as_often() -> None:
    """At 99 nobody leaves with a 4, 9, T or K; the unseen cards that are left go as they may."""

    def one_left(state: Any) -> bool:
        return bool(
            state["alive"] - state["remaining"] == 1
            and state["total"] == 99
            and state["decks"] > 0
            and int(state["own"]["size"][state["loser"]]) > 0
            and state["history"][int(state["played"]) - 1, 0] != state["seat"]
        )

    setup, state = first_look("ninety-nine, last-one-left", one_left)
    gone = int(state["loser"][0])
    size = int(state["own"]["size"][0][gone])
    unseen = int(state["decks"][0]) - state["in_pile"][0].astype(np.int64)
    np.subtract.at(unseen, state["hand"][0][: int(state["hand_size"][0])], 1)
    special = [card % 13 in {3, 8, 9, 12} for card in range(52)]
    counts = np.zeros((2, 52), np.int64)

    for number in range(12_000):
        world = imagined(setup, state, number)[0]
        own = world["own"][gone]
        assert (int(own["size"]), int(own["left"])) == (size, 1)
        counts[0, own["hand"][0]] += 1
        counts[1, world["deck"][int(world["deck_end"]) - 1]] += 1

    ordinary = np.where(special, 0, unseen)
    assert_uniform(counts[0], weights=ordinary, resolves=0.15)
    # A card that may be laid down is less often elsewhere, all others more.
    elsewhere = unseen - size * ordinary / ordinary.sum()
    assert_uniform(counts[1], weights=elsewhere, resolves=0.15)


@pytest.mark.parametrize("table", ["ninety-nine, one pack", "ninety-nine, one pack, seats leave"])
def test_ninety_nine_remembers_which_cards_were_shuffled_again(table: str) -> None:
    """Who holds how many of them is known, and all of the stock is."""
    setup, checked = prepared(table), 0
    for hand in range(200):
        again: set[int] = set()
        made = 0
        for step in replays.replay(setup, hand).steps:
            state = np.array([step.before], setup.game.state)[0]
            if state["reshuffles"] == made + 1:
                # One card of the stock has been drawn by now, into the slot just played from.
                made += 1
                end = int(state["deck_end"])
                again = set(state["deck"][:end].tolist())
            if step.decision is None or not made:
                continue
            world = imagined(setup, np.array([state]), hand)[0]
            assert world["reshuffles"] == made
            end, left = int(world["deck_end"]), int(world["stock_count"])
            assert set(world["deck"][end - left : end].tolist()) <= again
            for name in ("size", "left"):
                assert (world["own"][name] == state["own"][name])[: setup.spec.players].all()
            assert world["loser"] == state["loser"]
            for seat in range(setup.spec.players):
                held = [
                    set(s["own"]["hand"][seat][: int(s["own"]["size"][seat])].tolist())
                    for s in (state, world)
                ]
                assert len(held[0] & again) == len(held[1] & again), (hand, seat)
            checked += 1
    assert checked > 100
