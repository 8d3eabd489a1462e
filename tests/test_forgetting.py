"""Players who forget: `remembers`, which every compiled strategy may be given in some games."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numba import types
from numba.np.numpy_support import from_dtype
from numpy import uint64

import cardsim
from cardsim import Strategy, UserError
from cardsim.cards import PACK
from cardsim.engine.table import Table
from cardsim.forgetting import copy_room, remembered
from cardsim.game import Game
from cardsim.games import load_game
from cardsim.kernels.intrinsics import CACHE_LINE, seen_as, shown_bytes
from cardsim.kernels.jit import Entry, entry
from cardsim.runs.live import live_game
from cardsim.runs.preparation import resolve
from cardsim.runs.request import Request
from cardsim.runs.result import Result
from cardsim.show.live import live_of
from cardsim.tricks import LIMITS, NO_CARD, NO_TRUMP, NOBODY, SEATS, USUAL
from cardsim.workspace import load_strategy
from typed import Command

HANDS = 2
TRICK_GAMES = ("spades", "euchre", "bridge")
FORGETFUL = (*TRICK_GAMES, "chinese-ten", "casino", "gin-rummy")
GAMES = [
    pytest.param(name, marks=[] if name == "spades" else [pytest.mark.full]) for name in FORGETFUL
]
ACES = {0, 13, 26, 39}


# ---------------------------------------------------------------- what is left of a view


@cache
def _recalling(game: Game) -> Entry:
    recall, seen = remembered(game), seen_as(game.view)

    def look(views, address, limit):  # type: ignore[no-untyped-def]
        recall(seen(views[0]), address, limit)

    taken = types.Array(from_dtype(game.view), 1, "C"), types.uint64, types.int64
    return entry(look, signature=types.void(*taken), content=f"{game.name} what is left")


def left_of(table: Table, limit: str) -> Any:
    """What a player still knows of the view of the seat on turn; nothing else was written."""
    game = table.game
    memory = np.full(copy_room(game), 77, np.uint8)
    at = -memory.ctypes.data % CACHE_LINE
    address, number = uint64(memory.ctypes.data), game.remembers.index(limit)

    _recalling(game).call(table.states.view(game.view), address, number)

    copied = memory[at : at + game.view.itemsize]
    assert (copied[~shown_bytes(game.view)] == 77).all(), "what the seat cannot see was copied"
    return copied.view(game.view)[0]


def decisions(game: Game, players: int = 0) -> Iterator[Table]:
    """Every decision of some hands in which all do anything."""
    brain = load_strategy(game, "random-legal")
    for seed in range(HANDS):
        table = Table(game, game.rules(), players or game.players[2], seed=seed)
        while table.decision >= 0:
            yield table
            table.act(table.choice(brain))


@pytest.mark.parametrize("name", GAMES)
def test_who_forgets_may_do_the_same_and_changes_nothing(name: str) -> None:
    """Who does anything does the same with any memory; not a byte of the hand changes."""
    game = load_game(name)
    brain = load_strategy(game, "random-legal")
    forgets = brain.forgetting(game)

    for table in decisions(game):
        before = table.states.view(np.uint8).copy()
        chances = table.chances.copy()
        action, moved = table.choice(brain), table.chances.copy()
        for limit in game.remembers:
            table.chances[:] = chances
            assert table.choice(forgets, remembers=limit) == action
            assert table.chances.tobytes() == moved.tobytes()
            assert np.array_equal(table.states.view(np.uint8), before)


@pytest.mark.parametrize("name", GAMES)
def test_with_everything_known_a_view_is_what_it_was(name: str) -> None:
    game = load_game(name)

    for table in decisions(game):
        known = left_of(table, "everything")
        for field in game.view.names or ():
            assert np.array_equal(known[field], table.states[field][0]), field


def suits_and_trumps(game: Game, view: Any) -> tuple[Any, set[int]]:
    """The suit of each card, and the trumps."""
    if game.name == "euchre":
        from cardsim.games.euchre.deck import CARDS, SUIT_OF

        suits = SUIT_OF[int(view["trump"])]
        return suits, {card for card in CARDS if suits[card] == view["trump"]}
    trump = 3 if game.name == "spades" else int(view["strain"])
    suits = USUAL.suits[NO_TRUMP]
    return suits, {card for card in range(PACK) if suits[card] == trump}


def laid(view: Any, out: Any) -> Iterator[list[tuple[int, int]]]:
    """Seat and card of each trick, the last one on the table."""
    for at in range(min(int(view["tricks"]) + 1, len(view["history"]))):
        seat, cards = int(view["leaders"][at]), []
        for card in view["history"][at].tolist():
            if card != NO_CARD:
                cards.append((seat, card))
            seat = (seat + 1) % SEATS
            while out[seat]:
                seat = (seat + 1) % SEATS
        yield cards


def known_of(limit: str, past: list[int], trumps: set[int]) -> set[int]:
    """The cards of complete tricks that one still knows; `past` has them as they were played."""
    word, _, number = limit.partition("-")
    if word == "last":
        return set(past[-int(number) :])
    kept = {
        "everything": {*past},
        "no-voids": {*past},
        "aces-and-trumps": ACES | trumps,
        "trumps": trumps,
        "aces": ACES,
        "nothing": set(),
    }
    return kept[limit] & {*past}


@pytest.mark.parametrize(
    "name",
    [pytest.param(n, marks=[] if n == "spades" else [pytest.mark.full]) for n in TRICK_GAMES],
)
def test_what_is_known_of_tricks_is_what_the_words_say(name: str) -> None:
    """In plain Python: cards, who played them if the lead is known, and voids that it shows."""
    game, forgotten = load_game(name), 0

    for table in decisions(game):
        view = table.states[0]
        if not view["tricks"]:
            continue
        suits, trumps = suits_and_trumps(game, view)
        out = view["sitting_out"] if name == "euchre" else [0] * SEATS
        *past, here = laid(view, out)
        played = [card for trick in past for _, card in trick]
        for limit in game.remembers:
            known = known_of(limit, played, trumps) | {card for _, card in here}
            left, voids = left_of(table, limit), np.zeros((SEATS, 4))
            told = known if limit != "no-voids" else {card for _, card in here}
            for at, trick in enumerate([*past, here]):
                lead = trick[0][1] if trick else NO_CARD
                whole = at == len(past) or lead in told
                for place, (seat, card) in enumerate(trick):
                    is_known = whole and card in told
                    assert left["history"][at, place] == (card if is_known else NO_CARD), limit
                    if is_known and suits[card] != suits[lead]:
                        voids[seat, suits[lead]] = 1
                leader = view["leaders"][at] if whole else NOBODY
                assert left["leaders"][at] == leader, limit
            assert {c for c in range(PACK) if int(left["played"]) >> c & 1} == known, limit
            assert np.array_equal(left["voids"], voids), limit
            changed = {"played", "voids", "history", "leaders"}
            for field in {*(game.view.names or ())} - changed:
                assert np.array_equal(left[field], view[field]), field
            forgotten += len(played) + len(here) - len(known)

    assert forgotten > 0


def cards_in(mask: Any) -> set[int]:
    return {card for card in range(PACK) if int(mask) >> card & 1}


PILES = {"chinese-ten": "taken", "casino": "piles"}


@pytest.mark.full
@pytest.mark.parametrize("name", PILES)
def test_captured_cards_that_are_forgotten_look_unseen(name: str) -> None:
    game, changed = load_game(name), 0

    for table in decisions(game):
        view = table.states[0]
        captured = set().union(*(cards_in(pile) for pile in view[PILES[name]]))
        for limit in game.remembers[1:]:
            left = left_of(table, limit)
            known = set().union(*(cards_in(pile) for pile in left[PILES[name]]))
            assert known <= captured
            assert cards_in(left["unseen"]) == cards_in(view["unseen"]) | captured - known
            word, _, number = limit.partition("-")
            if word == "last":
                assert len(known) <= int(number)
            if limit == "nothing":
                assert not known
            if limit == "spades":
                assert known == {card for card in captured if card >= 39}
            if limit == "red-cards":
                assert known == {card for card in captured if 13 <= card < 39}
            changed += len(captured - known)

    assert changed > 0


@pytest.mark.full
def test_who_forgets_in_gin_rummy_sees_the_row_still() -> None:
    game, changed = load_game("gin-rummy"), 0

    for table in decisions(game):
        view = table.states[0]
        row = {int(tile) for tile in view["discards"] if tile < PACK}
        thrown = [int(tile) % 64 for tile in view["history"] if tile != NO_CARD]
        for limit in game.remembers[1:]:
            left = left_of(table, limit)
            known = {*thrown[-int(limit[5:]) :]} if limit != "nothing" else set()
            for field in ("taken", "thrown", "refused"):
                for seat, tiles in enumerate(left[field]):
                    assert cards_in(tiles) == cards_in(view[field][seat]) & known, (limit, field)
            gone = {*thrown} - known - row - cards_in(view["hand"])
            assert cards_in(left["unseen"]) == cards_in(view["unseen"]) | gone, limit
            assert np.array_equal(left["discards"], view["discards"])
            changed += len(gone)

    assert changed > 0


# ---------------------------------------------------------------- in runs


def spades(who: str, n: int = 300, **asked: Any) -> Result:
    asked = {"vs": "lowest-legal", "unit": "hand", "seed": 5, "progress": False, **asked}
    return cardsim.run("spades", n, strategy=who, **asked)


def test_who_counts_no_cards_plays_the_same_with_any_memory() -> None:
    alone, forgets = spades("lowest-legal"), spades("lowest-legal:remembers=nothing")

    for table, rows in alone.tables.items():
        assert rows.equals(forgets.tables[table])


def test_who_counts_plays_otherwise_once_he_forgets_and_the_same_if_not() -> None:
    alone, whole, forgets = (
        spades(f"by-the-book{limit}").tables["you"]
        for limit in ("", ":remembers=everything", ":remembers=nothing")
    )

    assert alone.equals(whole)
    assert not alone.equals(forgets)


def test_a_limit_is_told_in_words_repeated_and_kept(tmp_path: Any) -> None:
    result = spades("lowest-legal:remembers=last-8", vs="lowest-legal:remembers=trumps")
    result.save(tmp_path / "a.json")
    read = cardsim.load(tmp_path / "a.json")

    assert "and remember the last 8 cards with a partner" in result.sentence
    assert "and remember trumps, you" in result.sentence
    assert "--strategy lowest-legal --remembers last-8" in result.command
    assert "--vs lowest-legal:remembers=trumps" in result.command
    assert isinstance(read, Result)
    assert read.more(100).hands == 400


@pytest.mark.full
def test_who_forgets_travels_to_workers() -> None:
    with cardsim.Workers(1) as one:
        far = spades("by-the-book:remembers=aces", executor=one)

    assert far.to_dict() == spades("by-the-book:remembers=aces").to_dict()


# ---------------------------------------------------------------- whose parameter it is


def test_a_strategy_may_have_a_memory_limit_of_its_own(write_strategy: Any) -> None:
    write_strategy(
        "mine",
        "from cardsim import Strategy\n"
        "def knock(view, remembers=3):\n    return view.value >= 20 + remembers\n"
        "STRATEGY = Strategy(game='scat', knock=knock)\n",
    )

    (other,) = set(resolve(Request("scat", vs="mine:remembers=9", seed=1), 1).spec.others)
    assert dict(other.parameters)["remembers"] == 9
    assert "remember" not in other.plays.partition("(")[0]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (
            "spades --vs trick-odds:remembers=all",
            f"--vs: remembers must be {', '.join(LIMITS)}, not all",
        ),
        ("spades --vs trick-odds:remembers=", "must be a strategy's name, or name:parameter=value"),
        (
            "scat --strategy threshold:remembers=nothing",
            "of scat: the games in which players may forget are bridge, casino, chinese-ten, ",
        ),
        (
            "spades --strategy look-ahead:remembers=nothing",
            "'look-ahead' looks ahead, and remembers is for those that decide by what they see",
        ),
        ("spades --remembers nothing", "no option --remembers for"),
    ],
    ids=["no word", "empty", "no counting", "looks ahead", "no option"],
)
def test_a_wrong_limit_is_refused(command: Command, words: str, why: str) -> None:
    said = command(f"run {words} -n 10 --seed 1")

    assert said.status == 2
    assert said.out == ""
    assert why in " ".join(said.err.split())


def test_what_is_in_python_or_keeps_notes_cannot_forget() -> None:
    def plain(view: Any) -> int:
        return int(view.legal)

    def noting(view: Any, memory: Any) -> int:
        memory.cards += 1
        return int(view.legal)

    game = load_game("spades")
    with pytest.raises(UserError, match="plain Python, and remembers is for those that are comp"):
        Strategy("spades", name="slow", play=plain, compiled=False).forgetting(game)
    with pytest.raises(UserError, match="keeps notes of its own, and remembers is for those"):
        Strategy("spades", play=noting, memory=[("cards", "i8")]).forgetting(game)


def test_a_game_shows_what_its_players_may_forget(command: Command) -> None:
    shown, other = (command(f"games show {game}").out for game in ("spades", "scat"))

    assert "each may forget, as by-the-book:remembers=nothing [everything, no-voids," in shown
    assert "remembers" not in other


def test_a_page_plays_nobody_who_forgets() -> None:
    with pytest.raises(UserError, match="forgets, and in a page players remember all"):
        live_game(load_game("spades"), ["lowest-legal:remembers=nothing"], [])
    asked = Request("spades", strategy="lowest-legal:remembers=aces", vs="lowest-legal", seed=1)
    answer = SimpleNamespace(spec=SimpleNamespace(base=resolve(asked, 1).spec))
    with pytest.raises(UserError, match="in a page players remember all that they see"):
        live_of(answer)
