"""A seat's plan for its own next decisions, learned over the worlds it imagines.

A seat that plays on as its base does at every later decision ignores what it may still find out. So
its own later decisions are nodes of a tree, found by what the seat would see: all worlds that look
alike to it share one. At each node the values of earlier worlds guide what to try. The others play
as the base does, and so does the seat itself where a world leads to something new.

Sources: P. Cowling, E. Powley and D. Whitehouse, "Information set Monte Carlo tree search", IEEE
Transactions on Computational Intelligence and AI in Games 4 (2012), of which only the seat's own
decisions are kept; D. Silver and J. Veness, "Monte-Carlo planning in large POMDPs", NIPS (2010).
"""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import numpy as np
from numpy import int64, uint64

from cardsim.choices import counter, finder
from cardsim.game import Game
from cardsim.kernels.intrinsics import address_of, number_from_address, record_at, shown_bytes
from cardsim.kernels.jit import entry, kernel
from cardsim.strategy import decision_signature

NODES, FULL, TOP = 1 << 10, 700, uint64(54)
"""Places for nodes, the most that are taken, and the shift of a key to the place at which its
search begins."""
ACTIONS = 16
"""The most legal actions at a planned decision. With more of them, or with one, the base
decides."""
DEEPEST, DECISIONS = 16, 32
"""The most own decisions of a hand that are planned, and the most kinds of decisions."""
EXPLORE = 0.35
"""Bonus of an action in standard deviations of all values; it shrinks the oftener the action is
tried."""

TREE = np.dtype(
    [
        ("calls", np.uint64, (DECISIONS,)),
        ("inside", np.int64),
        ("nodes", np.int64),
        ("steps", np.int64),
        ("seen", np.float64),
        ("sum", np.float64),
        ("squares", np.float64),
        ("node", np.int64, (DEEPEST,)),
        ("taken", np.int64, (DEEPEST,)),
        ("keys", np.uint64, (NODES,)),
        ("usual", np.int64, (NODES,)),
        ("visits", np.float64, (NODES, ACTIONS)),
        ("total", np.float64, (NODES, ACTIONS)),
    ],
    align=True,
)
"""The addresses of the base's functions; whether the hand has met nothing new yet; nodes taken, and
decisions of this hand; the number of all values, their sum and the sum of their squares; node and
action of each decision. For each node: its key, 0 where there is none, the number of the base's
first action there, how often each action was taken, and the sum of its values."""
_tree_at = record_at(TREE)


@kernel
def begin_tree(tree: Any, calls: Any, many: Any) -> None:
    """Forget all nodes for another decision, and store the addresses of the base's functions."""
    tree.nodes = int64(0)
    tree.seen, tree.sum, tree.squares = 0.0, 0.0, 0.0
    for k in range(many):
        tree.calls[k] = calls[k]
    for k in range(NODES):
        tree.keys[k] = uint64(0)


@kernel
def enter_tree(tree: Any) -> None:
    """Begin at the root: a world is played on from the action that is asked for."""
    tree.inside, tree.steps = int64(1), int64(0)


@kernel
def note_worth(tree: Any, worth: Any) -> None:
    """Add a world's value to the nodes that it passed."""
    for k in range(tree.steps):
        tree.visits[tree.node[k], tree.taken[k]] += 1.0
        tree.total[tree.node[k], tree.taken[k]] += worth
    tree.seen += 1.0
    tree.sum += worth
    tree.squares += worth * worth


@cache
def planners(game: Game) -> list[int]:
    """Return the addresses of the functions that decide in a tree; 0 for the base's decisions."""
    numbers = range(len(game.decisions))
    return [0 if game.decisions[k].wide or k >= DECISIONS else _planner(game, k) for k in numbers]


def _planner(game: Game, number: int) -> int:
    decision = game.decisions[number]
    count, nth, key_of = counter(decision), finder(decision), _key(game)

    def plan(view, chance, params, memory):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202  numba gives them their types
        tree, asked = _tree_at(memory), (view, chance, params, memory)
        if tree.inside == 0:
            return int64(number_from_address(tree.calls[number], asked))
        many = int64(count(view))
        if not 1 < many <= ACTIONS:
            return int64(number_from_address(tree.calls[number], asked))
        key = key_of(view, number)
        node = int64(key >> TOP)
        while tree.keys[node] != key and tree.keys[node] != 0:
            node = (node + int64(1)) % int64(NODES)
        if tree.keys[node] == key:
            taken = _hopeful(tree, node, many)
            action = int64(nth(view, taken))
        else:
            action, taken = int64(number_from_address(tree.calls[number], asked)), int64(0)
            tree.inside = int64(0)
            if tree.nodes >= FULL:
                return action
            for n in range(many):
                tree.visits[node, n], tree.total[node, n] = 0.0, 0.0
                taken = int64(n) if nth(view, n) == action else taken
            tree.nodes += int64(1)
            tree.keys[node], tree.usual[node] = key, taken
        tree.node[tree.steps], tree.taken[tree.steps] = node, taken
        tree.steps += int64(1)
        if tree.steps == DEEPEST:
            tree.inside = int64(0)
        return action

    content = f"{game.name} {game.view!r} {number} {plan.__code__.co_code!r}"
    return entry(plan, signature=decision_signature(game.view), content=content).address


@kernel
def _hopeful(tree: Any, node: Any, many: Any) -> Any:
    """Return the number of the action to try, by its mean value plus a bonus for few tries (UCB).

    Each begins with the mean of all at this node, as if it had been taken once. If no other is
    better, it is the base's action.
    """
    visits, total = 0.0, 0.0
    for n in range(many):
        visits += tree.visits[node, n]
        total += tree.total[node, n]
    mean, seen = total / max(visits, 1.0), max(tree.seen, 1.0)
    hope = EXPLORE * math.sqrt(max(tree.squares / seen - (tree.sum / seen) ** 2, 0.0))
    hope *= math.sqrt(math.log(visits + 2.0))
    base: Any = int64(tree.usual[node])
    best, most = base, -math.inf
    for k in range(many):
        n = base if k == 0 else k - 1 if k <= base else k
        tried = tree.visits[node, n] + 1.0
        worth = (tree.total[node, n] + mean) / tried + hope / math.sqrt(tried)
        if worth > most:
            best, most = int64(n), worth
    return best


@cache
def _key(game: Game) -> Any:
    """Return a kernel (view, decision) -> a number, never 0, for what a seat sees at a decision."""
    shown = shown_bytes(game.view).astype(np.uint8) * np.uint8(255)
    at = record_at(np.dtype([("words", np.uint64, (len(shown) // 8,))]))
    places = np.flatnonzero(shown.view(np.uint64))
    masks, many = shown.view(np.uint64)[places], len(places)
    odd = np.random.default_rng(1).integers(0, 1 << 64, many, np.uint64) | np.uint64(1)

    @kernel
    def key(view: Any, number: Any) -> Any:
        seen, found = at(address_of(view)), uint64(number)
        # Sums of products: one that mixes word after word is slow in Bridge, where there are 66.
        for k in range(many):
            word = seen.words[places[k]] & masks[k]
            found += (word ^ (word >> uint64(29))) * odd[k]
        return found | uint64(1)

    return key
