"""Worlds weighted by what the others did: who sits where, what is hidden, what they remember.

A world is a draw of strategies for the seats that a mixture fills, and of random words from which
the hidden cards are dealt. Its weight is the share of those strategies in the mixture times the
probability that they would have acted as seen. To find that probability, the imagined hand is
turned back to its deal (`Game.rewind`) and played again with the actions that were seen. Strategies
are assumed to lapse now and then and take any legal action, so that no world is impossible.

Worlds are drawn by an annealed particle filter. All begin as drawn without looking at the past;
then the weight of the past grows in steps that leave at least half of them effective, they are
resampled, and each is moved by Metropolis and Hastings' method in the space of strategies and
words. Later worlds are the same particles, moved on.

Sources: P. Del Moral, A. Doucet and A. Jasra, "Sequential Monte Carlo samplers", Journal of the
Royal Statistical Society B 68 (2006); C. Kelemen, L. Szirmay-Kalos and others, "A simple and robust
mutation strategy for the Metropolis light transport algorithm", Computer Graphics Forum 21 (2002):
a chain in the space of random numbers; C. Andrieu and G. Roberts, "The pseudo-marginal approach for
efficient Monte Carlo computations", Annals of Statistics 37 (2009), for strategies that draw
chance.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import numpy as np
from numpy import int64, uint32, uint64

from cardsim.choices import counter
from cardsim.engine.hand_loop import begin_chances, observer
from cardsim.game import LOG_WEIGHT, NOT_SEEN, OVER, REPLAYED, UNTOLD, Decision, Game
from cardsim.kernels.intrinsics import (
    CACHE_LINE,
    copy_record,
    copy_seen,
    number_from_address,
    pair_from_address,
    seen_as,
    wipe,
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

ONE_MODEL = 0.3
"""Share of decisions at which a player does anything legal, where one strategy stands for all.

It is large because real players do not play as the base does. Measured for `look-ahead` by
`learned` in Spades against players who bid otherwise, compared with worlds that are all equally
likely: it lost 6.0 +- 3.8 points a hand with 0.05, and 0.5 +- 3.8 with 0.3.
"""
KNOWN = 1e-4
"""Share of decisions at which a strategy that the mixture is known to have does anything legal; its
own parameter `lapse` where that is larger."""
ANYTHING = 1e-4
"""Share of drawn players who do anything legal at every decision. They explain actions that no
member of the mixture would take."""
MOVES, LAST, BETWEEN = 2, 8, 8
"""The fewest moves of each particle after the weight of the past has grown, after it has reached
its full size, and from one world to the next."""
STAYS = 0.05
"""Share of particles that may stay unmoved when the weight of the past grows."""
HEATS = 48
"""The most steps in which the weight of the past grows."""
KEPT = 1 << 10
"""Worlds that are kept."""
MOST_SEEN = 1 << 12
"""The most actions that are played again."""
IMPOSSIBLE, LEAST = -1e9, 2.0**-33
"""Stand-in for the logarithm of 0, and the smallest number of which a logarithm is taken."""
DEALING = 6
"""Decisions that take as long to take again as a world to be dealt and turned back."""
ARRIVED = -9
"""Stands in place of a decision's number once all that was seen has been played again."""
WHATEVER = -1e-12
"""The logarithm for a decision whose action is not told: below 0, so that the decision counts."""
PROPOSED, CHOSEN, SITTING = uint32(0xBE11), uint32(0xBE12), uint32(0xBE13)
"""Streams of chance: for the words of worlds, for the filter, and for who sits where."""


@cache
def belief_of(game: Game) -> np.dtype[np.void]:
    """Return the dtype of the filter's memory.

    For the world that is tried: its words and how many are used, the chance of the seats, and the
    row of the plan in each seat. Of all that were tried: how many of their decisions were taken
    again, with `DEALING` more for each world. For each world that is kept: its words with the
    number of their stream and of the seats' chance, who sits where, the logarithm of the
    probability of what was seen, and at how many of the `seen` decisions of others the strategies
    do the same.
    """
    seats, kept = game.players[1], KEPT if game.rewind is not None else 1
    return np.dtype(
        [
            ("next", WORDS_DTYPE),
            ("luck", WORDS_DTYPE),
            ("chance", WORDS_DTYPE),
            ("sitting", np.int64, (seats,)),
            ("number", np.uint64),
            ("used", np.int64),
            ("seen", np.int64),
            ("effort", np.int64),
            ("alike", np.int64),
            ("explained", np.int64),
            ("words", np.uint32, (kept, WORDS)),
            ("numbers", np.uint64, (kept, 2)),
            ("who", np.int64, (kept, seats)),
            ("likely", np.float64, (kept,)),
            ("alikes", np.int64, (kept,)),
            ("copies", np.int64, (kept,)),
        ],
        align=True,
    )


@kernel
def sit_down(plan: Any, belief: Any, only: Any) -> None:
    """Draw who sits in the seats that the mixture fills: in all, or in those of one draw."""
    for seat in range(plan.players):
        group = plan.groups[seat]
        if group < 0:
            belief.sitting[seat] = plan.seats[seat]
        elif only < 0 or group == only:
            first = seat
            for earlier in range(seat - 1, -1, -1):
                first = earlier if plan.groups[earlier] == group else first
            if first < seat:
                belief.sitting[seat] = belief.sitting[first]
            else:
                share, member = uniform(belief.chance), int64(0)
                while member < plan.members - 1 and share >= plan.edges[member]:
                    member += int64(1)
                belief.sitting[seat] = plan.first + member


@kernel
def one_draw(plan: Any, belief: Any) -> Any:
    """Choose one of the draws that fill seats, each seat equally likely; -1 if there is none."""
    drawn = int64(0)
    for seat in range(plan.players):
        drawn += int64(plan.groups[seat] >= 0)
    if drawn == 0:
        return int64(-1)
    wanted = int64(below(belief.chance, drawn))
    for seat in range(plan.players):
        if plan.groups[seat] >= 0:
            if wanted == 0:
                return int64(plan.groups[seat])
            wanted -= int64(1)
    return int64(-1)


@kernel
def begin_memories(ahead: Any, plan: Any, work: Any, work_size: Any) -> None:
    """Clear the memory of the strategies in all seats."""
    noted = uint64(plan.noted)
    if noted != 0:
        step = (noted + uint64(CACHE_LINE - 1)) & ~uint64(CACHE_LINE - 1)
        for seat in range(plan.players):
            work.memories[seat] = ahead.work + uint64(work_size) + uint64(seat) * step
            wipe(work.memories[seat], plan.noted)


@kernel
def begin(ahead: Any, plan: Any, work: Any, work_size: Any) -> None:
    """Prepare chance and memory for strategies that begin to play with `work.words`."""
    if plan.lucky != 0:
        begin_chances(work.chances, work.words, plan.players)
    begin_memories(ahead, plan, work, work_size)


def drawer(game: Game, work_size: int) -> Any:
    """Return the kernel (ahead, plan, work, true, world) that draws a world.

    It writes the world's words into `work.words`, and who sits where into `work.belief.sitting`. It
    returns whether the world is weighted by the past; if so, the strategies' memory holds what they
    remember. Otherwise all cards are equally likely, and players have their shares of the mixture.

    Args:
        game: one that can be imagined.
        work_size: bytes of the memory to work in before that of the strategies.
    """
    return _unweighed if game.rewind is None else _weighed(game, work_size)


@kernel
def _unweighed(ahead: Any, plan: Any, work: Any, true: Any, world: Any) -> Any:
    """Draw a world without looking at the past."""
    fill_up(work.words)
    place(work.belief.chance, ahead.key, uint64(world), SITTING, uint32(0))
    sit_down(plan, work.belief, int64(-1))
    return False


def _weighed(game: Game, work_size: int) -> Any:
    likely, settles = _likelihood(game, work_size), game.settle is not None
    populate, advance = _populating(likely), _moving(likely)
    _, hasten = _weighing(game)

    @kernel
    def draw(ahead: Any, plan: Any, work: Any, true: Any, world: Any) -> Any:
        belief = work.belief
        if world < ahead.drawn - KEPT:
            ahead.drawn = int64(0)
        if ahead.drawn == 0:
            populate(ahead, plan, work, true)
            place(work.words, ahead.key, uint64(world), uint32(0), uint32(0))
        if ahead.drawn == NOT_WEIGHED:
            return _unweighed(ahead, plan, work, true, world)
        while ahead.drawn <= world:
            slot = ahead.drawn % KEPT
            copy_world(belief, (ahead.drawn - ahead.particles) % KEPT, slot)
            for _ in range(BETWEEN):
                advance(ahead, plan, work, true, slot, 1.0)
            ahead.drawn += int64(1)
        slot = world % KEPT
        belief.explained = max(belief.explained, belief.alikes[slot])
        load(ahead, plan, belief, slot)
        if plan.noted != 0 or settles:
            likely(ahead, plan, work, true, -math.inf)
            hasten(work.state)
        copy_record(work.words, belief.next)
        return True

    return draw


@kernel
def load(ahead: Any, plan: Any, belief: Any, slot: Any) -> None:
    """Load a world that is kept as the one that is tried."""
    belief.number = belief.numbers[slot, 0]
    place(belief.next, ahead.key, belief.number, PROPOSED, uint32(0))
    belief.next.filled = uint32(WORDS)
    for k in range(WORDS):
        belief.next.words[k] = belief.words[slot, k]
    place(belief.luck, ahead.key, belief.numbers[slot, 1], PROPOSED, uint32(0))
    for seat in range(plan.players):
        belief.sitting[seat] = belief.who[slot, seat]


@kernel
def store(plan: Any, belief: Any, slot: Any, logarithm: Any) -> None:
    """Keep the world that was tried."""
    belief.numbers[slot, 0], belief.numbers[slot, 1] = belief.number, belief.luck.hand
    for k in range(WORDS):
        belief.words[slot, k] = belief.next.words[k]
    for seat in range(plan.players):
        belief.who[slot, seat] = belief.sitting[seat]
    belief.likely[slot], belief.alikes[slot] = logarithm, belief.alike


@kernel
def copy_world(belief: Any, source: Any, slot: Any) -> None:
    """Copy a world that is kept into another slot."""
    for k in range(WORDS):
        belief.words[slot, k] = belief.words[source, k]
    for k in range(2):
        belief.numbers[slot, k] = belief.numbers[source, k]
    for seat in range(belief.sitting.size):
        belief.who[slot, seat] = belief.who[source, seat]
    belief.likely[slot], belief.alikes[slot] = belief.likely[source], belief.alikes[source]


@kernel
def words_anew(ahead: Any, belief: Any) -> None:
    """Draw all words anew in the world that is tried."""
    belief.number = uint64(belief.chance.position) << uint64(32)
    belief.number |= uint64(next_word(belief.chance))
    place(belief.next, ahead.key, belief.number, PROPOSED, uint32(0))
    fill_up(belief.next)


@kernel
def luck_anew(ahead: Any, belief: Any) -> None:
    """Draw the chance of the seats anew in the world that is tried."""
    number = uint64(belief.chance.position) << uint64(32)
    place(belief.luck, ahead.key, number | uint64(next_word(belief.chance)), PROPOSED, uint32(0))


@kernel
def one_word(belief: Any) -> Any:
    """Choose a word of the world that is tried, near the first or near the last that is used.

    The first words deal the hidden hands, and the last turn them back. Those between mostly order
    cards that nobody has met.
    """
    used = max(int64(1), min(int64(belief.used), int64(WORDS)))
    near = int64(float(used) ** uniform(belief.chance)) - int64(1)
    return near if below(belief.chance, 3) > 0 else used - int64(1) - near


def _populating(likely: Any) -> Any:
    """Return a kernel (ahead, plan, work, true) that draws the first particles.

    If nobody else was seen to choose anything, it sets `ahead.drawn` to say that none are weighed.
    """
    move = _moving(likely)

    @kernel
    def populate(ahead: Any, plan: Any, work: Any, true: Any) -> None:
        belief, many = work.belief, int64(ahead.particles)
        place(belief.chance, ahead.key, uint64(0), CHOSEN, uint32(0))
        belief.used, belief.seen, belief.explained = int64(0), int64(0), int64(0)
        belief.effort = int64(0)
        for slot in range(many):
            sit_down(plan, belief, int64(-1))
            words_anew(ahead, belief)
            luck_anew(ahead, belief)
            logarithm = likely(ahead, plan, work, true, -math.inf)
            store(plan, belief, slot, logarithm)
        if belief.seen == 0:
            ahead.drawn = int64(NOT_WEIGHED)
            return
        heat = 0.0
        for step in range(HEATS):
            grown = 1.0 - heat
            if step < HEATS - 1 and effective(belief, many, grown) < 0.5 * many:
                low, high = 0.0, grown
                for _ in range(24):
                    grown = 0.5 * (low + high)
                    if effective(belief, many, grown) < 0.5 * many:
                        high = grown
                    else:
                        low = grown
            resample(belief, many, grown)
            heat += grown
            whole = heat >= 1.0 - 1e-9
            heat = 1.0 if whole else heat
            moves, moved = int64(LAST if whole else MOVES), int64(0)
            for slot in range(many):
                for _ in range(moves):
                    moved += move(ahead, plan, work, true, slot, heat)
            # Where nothing else explains the past, more moves find nothing either.
            stuck = whole and moved == 0
            wanted = moves if stuck else min(moves_for(moved / (many * moves)), ahead.moves)
            for slot in range(many):
                for _ in range(wanted - moves):
                    move(ahead, plan, work, true, slot, heat)
            if whole:
                break
        ahead.drawn = many

    return populate


@kernel
def moves_for(accepted: Any) -> Any:
    """Return how many moves leave no more than `STAYS` of the particles unmoved, int64.

    It grows as the share of accepted proposals falls: L. South, A. Pettitt and C. Drovandi,
    "Sequential Monte Carlo samplers with independent Markov chain Monte Carlo proposals", Bayesian
    Analysis 14 (2019).

    Args:
        accepted: the share of proposals that are accepted.
    """
    accepted = min(max(accepted, 1e-3), 1 - 1e-3)
    return int64(math.ceil(math.log(STAYS) / math.log(1.0 - accepted)))


@kernel
def effective(belief: Any, many: Any, grown: Any) -> Any:
    """Return the effective number of particles after the weight of the past grows by `grown`."""
    most = -math.inf
    for slot in range(many):
        most = max(most, belief.likely[slot])
    whole = squares = 0.0
    for slot in range(many):
        weight = math.exp(grown * (belief.likely[slot] - most))
        whole += weight
        squares += weight * weight
    return whole * whole / squares


@kernel
def resample(belief: Any, many: Any, grown: Any) -> None:
    """Copy particles as often as their weights ask for, by systematic resampling."""
    most, whole = -math.inf, 0.0
    for slot in range(many):
        most = max(most, belief.likely[slot])
    for slot in range(many):
        whole += math.exp(grown * (belief.likely[slot] - most))
    at, until, given = uniform(belief.chance), 0.0, 0.0
    for slot in range(many):
        until += math.exp(grown * (belief.likely[slot] - most)) / whole * many
        belief.copies[slot] = int64(0)
        while at + given < until and given < many:
            belief.copies[slot] += int64(1)
            given += 1.0
    source = int64(0)
    for slot in range(many):
        if belief.copies[slot] == 0:
            while source < many and belief.copies[source] < 2:
                source += int64(1)
            if source < many:
                copy_world(belief, source, slot)
                belief.copies[source] -= int64(1)
                belief.copies[slot] = int64(1)


def _moving(likely: Any) -> Any:
    """Return a kernel (ahead, plan, work, true, slot, heat) that moves one world.

    It returns whether another world was accepted. One that explains the past equally well, because
    the change played no part in it, does not count.
    """

    @kernel
    def move(ahead: Any, plan: Any, work: Any, true: Any, slot: Any, heat: Any) -> Any:
        belief = work.belief
        load(ahead, plan, belief, slot)
        draw, kind = one_draw(plan, belief), int64(below(belief.chance, 8))
        if draw >= 0 and kind < 4:
            sit_down(plan, belief, draw)
        if kind == 0:
            words_anew(ahead, belief)
        elif kind > 2 or draw < 0:
            for _ in range(1 + below(belief.chance, 2)):
                belief.next.words[one_word(belief)] = next_word(belief.chance)
        if plan.lucky != 0:
            luck_anew(ahead, belief)
        least = belief.likely[slot] + math.log(uniform(belief.chance) + LEAST) / heat
        logarithm = likely(ahead, plan, work, true, least)
        accepted, other = logarithm > least, logarithm != belief.likely[slot]
        if accepted:
            store(plan, belief, slot, logarithm)
        return accepted and other

    return move


def _likelihood(game: Game, work_size: int) -> Any:
    """Return a kernel for the log probability of what was seen, given the world that is tried.

    It ends early where the result cannot be more than `least`.
    """
    imagine, rewind, seen_at = game.imagine, game.rewind, game.seen
    if imagine is None or rewind is None or seen_at is None:
        raise ValueError(f"{game.name} cannot be rewound")
    seen, play = seen_as(game.view), _again(game, seen_at)
    settles = game.settle is not None
    weight_of, hasten = _weighing(game)

    @kernel
    def likely(ahead: Any, plan: Any, work: Any, true: Any, least: Any) -> Any:
        state, belief, hero, total = work.state, work.belief, int64(true.seat), 0.0
        decisions, alike = int64(0), int64(0)
        belief.effort += int64(DEALING)
        copy_record(work.words, belief.next)
        if plan.lucky != 0:
            begin_chances(work.chances, belief.luck, plan.players)
        begin_memories(ahead, plan, work, work_size)
        copy_seen(true, state)
        hasten(state)
        imagine(seen(true), plan.rules, work.words, state)
        following = int64(rewind(seen(true), plan.rules, work.words, state))
        belief.used = max(belief.used, int64(work.words.position))
        for _ in range(MOST_SEEN):
            if following < 0 or total <= least:
                break
            following, logarithm, as_seen = play(following, seen(true), plan, work, hero)
            belief.effort += int64(1)
            total += logarithm
            decisions += int64(logarithm < 0.0)
            alike += int64(as_seen and logarithm < 0.0)
        if settles and following == OVER:
            # The hand ended, and never came to where the view was taken.
            total = min(total, IMPOSSIBLE)
        belief.seen, belief.alike = max(belief.seen, decisions), alike
        return total + weight_of(state)

    return likely


def _weighing(game: Game) -> tuple[Any, Any]:
    """Return two kernels: the log weight of a state, and one that tells `imagine` of a replay."""
    if LOG_WEIGHT not in (game.state.names or ()):
        return kernel(lambda _state: 0.0), kernel(lambda _state: None)

    @kernel
    def hasten(state: Any) -> None:
        state.log_weight = REPLAYED

    return kernel(lambda state: state.log_weight), hasten


def _again(game: Game, seen_at: Any) -> Any:
    """Return a kernel that takes one decision again.

    It returns the next decision, the log probability of the action seen, and whether the strategy
    in that seat takes this action.
    """
    player = kernel(lambda _d, _view, _plan, _work, _hero: (int64(OVER), 0.0, False))
    for number in range(len(game.decisions)):
        player = _or_again(game, seen_at, number, player)
    return player


@cache
def first_of(decision: Decision) -> Any:
    """Return a kernel that gives an action as one number; for a wide action, the first."""
    return kernel((lambda action: action[0]) if decision.wide else (lambda action: action))


def _or_again(game: Game, seen_at: Any, number: int, others: Any) -> Any:
    decision = game.decisions[number]
    call = pair_from_address if decision.wide else number_from_address
    count, legal, apply = counter(decision), decision.legal, decision.apply
    first = first_of(decision)
    observe, seen = observer(game, decision.observe), seen_as(game.view)
    many = len(game.decisions)

    @kernel
    def again(d: Any, view: Any, plan: Any, work: Any, hero: Any) -> Any:
        if d != number:
            return others(d, view, plan, work, hero)
        state = work.state
        observe(state, plan.rules)
        action = seen_at(view, state, d)
        if first(action) == NOT_SEEN:
            return int64(ARRIVED), 0.0, False
        logarithm, seat, as_seen = 0.0, int64(state.seat), False
        if first(action) == UNTOLD:
            who = work.belief.sitting[seat]
            asked = (seen(state), sealed(work.chances[seat]), plan.params[who], work.memories[seat])
            done = call(plan.calls[who * many + number], asked)
            if not legal(seen(state), done):
                return int64(ARRIVED), IMPOSSIBLE, False
            return int64(apply(state, plan.rules, done, work.words)), WHATEVER, True
        if not legal(seen(state), action):
            return int64(ARRIVED), IMPOSSIBLE, False
        # A player without a choice tells nothing, but may remember what he sees. The hero may too.
        choices = int64(1) if seat == hero else int64(count(seen(state)))
        if plan.noted != 0 or choices > 1:
            who = work.belief.sitting[seat]
            asked = (seen(state), sealed(work.chances[seat]), plan.sober[who], work.memories[seat])
            as_seen = call(plan.calls[who * many + number], asked) == action
            if seat != hero:
                lapse = plan.lapses[who]
                logarithm = math.log(lapse / choices + (1.0 - lapse if as_seen else 0.0))
        return int64(apply(state, plan.rules, action, work.words)), logarithm, as_seen

    return again
