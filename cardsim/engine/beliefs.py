"""Worlds weighted by what the others did.

A view and random words make a world, so words stand for worlds. A chain of words is drawn by the
method of Metropolis and Hastings. Each step draws some words anew. It accepts the new world as
often as that explains the others' actions better. To find out, the imagined hand is turned back to
its deal (`Game.rewind`) and played again with the actions that were seen. At each decision of the
others the base strategy says what it would have done. It is taken to lapse now and then and do
anything legal, so that no world is impossible.

Source: C. Kelemen, L. Szirmay-Kalos and others, "A simple and robust mutation strategy for the
Metropolis light transport algorithm", Computer Graphics Forum 21 (2002): a chain in the space of
random numbers.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import numpy as np
from numpy import int64, uint32, uint64

from cardsim.choices import counter
from cardsim.engine.hand_loop import BY_UNIT, begin_chances, forget, observer
from cardsim.game import NOT_SEEN, OVER, Game
from cardsim.kernels.intrinsics import (
    CACHE_LINE,
    copy_record,
    copy_seen,
    number_from_address,
    pair_from_address,
    seen_as,
)
from cardsim.kernels.jit import kernel
from cardsim.rng import (
    WORDS,
    WORDS_DTYPE,
    below,
    fill_up,
    next_word,
    place,
    sealed,
    uniform,
)
from cardsim.worlds import NOT_WEIGHED

LAPSE = 0.3
"""How often the others are taken to do anything that is legal in place of what the base does.

People are no base: with 0.05 `look-ahead` by `learned` lost 6.0 +- 3.8 points a hand in Spades to
worlds of which each is as likely, against players who bid otherwise, and 0.5 +- 3.8 with 0.3.
"""
FIRST, BETWEEN = 16, 8
"""Steps of the chain before the first world, which all draw the whole world anew, and from one
world to the next.

Most worlds drawn anew are left early, so that these steps are quick. 64 steps like the later ones
gained 0.2 +- 2.5 points a decision less in Spades (219 decisions) and 0.3 +- 2.2 in Bridge (160).
"""
ANEW = 8
"""Later one step in so many draws the whole world anew; the others change one or two of its
words."""
KEPT = 1 << 10
"""Worlds whose words are kept."""
MOST_SEEN = 1 << 12
"""Actions that are played again at most."""
IMPOSSIBLE, LEAST = -1e9, 2.0**-33
"""The logarithm in place of that of 0, and what keeps another from being one of 0."""
PROPOSED, CHOSEN = uint32(0xBE11), uint32(0xBE12)
"""Streams: of the words of worlds, and of the chance of the chain."""

BELIEF = np.dtype(
    [
        ("now", WORDS_DTYPE),
        ("next", WORDS_DTYPE),
        ("chance", WORDS_DTYPE),
        ("likely", np.float64),
        ("seen", np.int64),
        ("explained", np.int64),
        ("kept", np.uint32, (KEPT, WORDS)),
    ],
    align=True,
)
"""The chain: its words and those tried in their place, its own chance, the logarithm of how likely
`now` makes what was seen, how many decisions of others were seen and in how many the base does the
same where it does so most, and the words of the worlds that were drawn."""


@cache
def drawer(game: Game, work_size: int) -> Any:
    """The kernel (ahead, plan, work, true, world) that puts a world's words into `work.words`.

    It returns whether they are of the chain; where nobody else has done anything they are not, and
    any world is as likely as another.

    Args:
        game: one that can be rewound.
        work_size: bytes of the memory to work in before that of the strategies.
    """
    step = _stepper(game, work_size)

    @kernel
    def draw(ahead: Any, plan: Any, work: Any, true: Any, world: Any) -> Any:
        belief = work.belief
        if world < ahead.drawn - KEPT:
            ahead.drawn = int64(0)
        if ahead.drawn == 0:
            place(belief.chance, ahead.key, uint64(0), CHOSEN, uint32(0))
            belief.likely = -math.inf
            belief.seen, belief.explained = int64(0), int64(0)
            step(ahead, plan, work, true)
            if belief.likely == 0.0:
                ahead.drawn = int64(NOT_WEIGHED)
                place(work.words, ahead.key, uint64(world), uint32(0), uint32(0))
        if ahead.drawn == NOT_WEIGHED:
            fill_up(work.words)
            return False
        while ahead.drawn <= world:
            for _ in range(FIRST if ahead.drawn == 0 else BETWEEN):
                step(ahead, plan, work, true)
            for k in range(WORDS):
                belief.kept[ahead.drawn % KEPT, k] = belief.now.words[k]
            ahead.drawn += int64(1)
        place(work.words, ahead.key, uint64(world), PROPOSED, uint32(0))
        work.words.filled = uint32(WORDS)
        for k in range(WORDS):
            work.words.words[k] = belief.kept[world % KEPT, k]
        return True

    return draw


def _stepper(game: Game, work_size: int) -> Any:
    """A kernel (ahead, plan, work, true) that takes one step of the chain."""
    likely = _likelihood(game, work_size)

    @kernel
    def step(ahead: Any, plan: Any, work: Any, true: Any) -> None:
        belief = work.belief
        if ahead.drawn == 0 or below(belief.chance, ANEW) == 0:
            place(belief.next, ahead.key, uint64(belief.chance.position), PROPOSED, uint32(0))
            fill_up(belief.next)
        else:
            copy_record(belief.next, belief.now)
            for _ in range(1 + below(belief.chance, 2)):
                # What is drawn first matters most.
                at = below(belief.chance, 1 + below(belief.chance, WORDS))
                belief.next.words[at] = next_word(belief.chance)
        copy_record(work.words, belief.next)
        least = belief.likely + math.log(uniform(belief.chance) + LEAST)
        logarithm = likely(ahead, plan, work, true, least)
        if logarithm > least:
            copy_record(belief.now, belief.next)
            belief.likely = logarithm

    return step


@kernel
def begin(ahead: Any, plan: Any, work: Any, work_size: Any) -> None:
    """Make chance and memory what they are when strategies begin to play with `work.words`."""
    if plan.lucky != 0:
        begin_chances(work.chances, work.words, plan.players)
    noted = uint64(plan.noted)
    if noted != 0:
        step = (noted + uint64(CACHE_LINE - 1)) & ~uint64(CACHE_LINE - 1)
        for seat in range(plan.players):
            work.memories[seat] = ahead.work + uint64(work_size) + uint64(seat) * step
        forget(work.memories, plan.sizes, plan.seats, plan.players, BY_UNIT)


def _likelihood(game: Game, work_size: int) -> Any:
    """A kernel: the logarithm of how likely the world of `work.words` makes what was seen.

    It ends early where that cannot be more than `least`.
    """
    imagine, rewind, seen_at = game.imagine, game.rewind, game.seen
    if imagine is None or rewind is None or seen_at is None:
        raise ValueError(f"{game.name} cannot be rewound")
    seen, play = seen_as(game.view), _again(game, seen_at)

    @kernel
    def likely(ahead: Any, plan: Any, work: Any, true: Any, least: Any) -> Any:
        state, hero, total = work.state, int64(true.seat), 0.0
        decisions, explained = int64(0), int64(0)
        begin(ahead, plan, work, work_size)
        copy_seen(true, state)
        imagine(seen(true), plan.rules, work.words, state)
        following = int64(rewind(seen(true), plan.rules, work.words, state))
        for _ in range(MOST_SEEN):
            if following < 0 or total <= least:
                break
            following, logarithm, as_seen = play(following, seen(true), plan, work, hero)
            total += logarithm
            decisions += int64(logarithm < 0.0)
            explained += int64(as_seen and logarithm < 0.0)
        work.belief.seen = max(work.belief.seen, decisions)
        work.belief.explained = max(work.belief.explained, explained)
        return total

    return likely


def _again(game: Game, seen_at: Any) -> Any:
    """A kernel that takes one decision again.

    It returns the next one, the logarithm of how likely it makes this one, and whether the base
    does the same.
    """
    player = kernel(lambda _d, _view, _plan, _work, _hero: (int64(OVER), 0.0, False))
    for number in range(len(game.decisions)):
        player = _or_again(game, seen_at, number, player)
    return player


def _or_again(game: Game, seen_at: Any, number: int, others: Any) -> Any:
    decision = game.decisions[number]
    call = pair_from_address if decision.wide else number_from_address
    count, legal, apply = counter(decision), decision.legal, decision.apply
    observe, seen = observer(game, decision.observe), seen_as(game.view)
    many = len(game.decisions)

    @kernel
    def again(d: Any, view: Any, plan: Any, work: Any, hero: Any) -> Any:
        if d != number:
            return others(d, view, plan, work, hero)
        state = work.state
        observe(state, plan.rules)
        action = seen_at(view, state, d)
        if action == NOT_SEEN:
            return int64(OVER), 0.0, False
        if not legal(seen(state), action):
            return int64(OVER), IMPOSSIBLE, False
        logarithm, seat, as_seen = 0.0, int64(state.seat), False
        # Who has no choice tells nothing, but may remember what he sees.
        if seat != hero and (plan.noted != 0 or count(seen(state)) > 1):
            who = plan.seats[seat]
            asked = (seen(state), sealed(work.chances[seat]), plan.params[who], work.memories[seat])
            lapse = LAPSE / count(seen(state))
            would = call(plan.calls[who * many + number], asked)
            as_seen = would == action
            logarithm = math.log(lapse + (1.0 - LAPSE if as_seen else 0.0))
        return int64(apply(state, plan.rules, action, work.words)), logarithm, as_seen

    return again
