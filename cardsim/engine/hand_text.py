"""The text of the loop that plays hands, and the choice of its lines that apply.

A line that ends in `#: word` is included only if that mark is set, and `<word>` stands for other
lines: one of the texts here, or what `hand_loop` writes for a game and a table.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet

HANDS = """
def hands(<arguments>):
    <lend>
    <bind>
    start(state, rule, players, unit)
    for at in range(0, count, TOGETHER):
        some = min(TOGETHER, count - at)
        for i in range(some):
            place(words_ahead[i], seed, first + uint64(at + i), uint32(0), uint32(0))
        fill_many(words_ahead, queue, some, scratch, ahead)
        for i in range(some):
            hand = first + uint64(at + i)
            rotation = hand % rotations
            words = words_ahead[i]
            seats = table[uint64(at + i) if drawn else rotation]
            # Stores wait in order: one to memory out of reach would hold up all that follow it.
            prefetch(outcomes, at + i)
            if unit != 0:                                #: goes on
                start(state, rule, players, unit)        #: goes on
            state.board = hand // rotations              #: board
            if retentive:
                forget(memories, sizes, seats, players, BY_UNIT)
            following = NEXT_DEAL
            <play on>
            score(state, rule, heroes[rotation], outcomes[at + i])
    return DONE, int64(0)
"""
FROM_HERE = """
def hands(<arguments>):
    <lend>
    <bind>
    seats, words = table[0], words_ahead[0]
    <play on>
    score(state, rule, heroes[0], outcomes[0])
    return DONE, int64(words.hand)
"""
# The decisions are separate `if`s, not `elif`s: most often a decision is followed by the next, and
# the compiler sees it. `elif` becomes a table of jumps, which is slower. After a check of `stop`
# the loop begins again. If both ways met before the decisions, the compiler would no longer lead
# straight from one to the next (Counter-Cameroon 1210 -> 1340 ns).
PLAY_ON = """
left = MOST_STEPS
while True:
    if stop[0] != 0:
        return STOPPED, int64(words.hand)
    if following == NEXT_DEAL:
        if lucky:
            begin_chances(chances, words, players)
        if retentive:
            forget(memories, sizes, seats, players, BY_HAND)
        following = int64(deal(state, rule, words))
        keep(log, state, DEALT, -1, 0, 0)                #: log
    while following != OVER:
        left -= 1
        if left & LOOK == 0:
            if stop[0] != 0:
                return STOPPED, int64(words.hand)
            if left <= 0:
                return ENDLESS, int64(words.hand)
            continue
        if full(log):                                    #: log
            return FULL, int64(words.hand)               #: log
        <decisions>
        <chance>
    close(state, rule)
    keep(log, state, SCORED, -1, 0, 0)                   #: log
    if unit == 0:                                        #: goes on
        break                                            #: goes on
    goes_on = settle(state, rule, words)                 #: goes on
    keep(log, state, SETTLED, -1, 0, 0)                  #: log
    if not goes_on:                                      #: goes on
        break                                            #: goes on
    # There may be deals in which nobody decides anything.
    left -= 1                                            #: goes on
    if left <= 0:                                        #: goes on
        return ENDLESS, int64(words.hand)                #: goes on
    following = NEXT_DEAL                                #: goes on
    break                                                #: one hand
"""
DECISION = """
if following == {number}:
    observe_{number}(state, rule)
    notice(log, state)                                   #: log
    <ask {number}>
    if changed(log):                                     #: log
        keep(log, state, {number}, state.seat, {logged}) #: log
        return CHANGED, int64(words.hand)                #: log
    if not legal_{number}(seen(state), action_{number}):
        keep(log, state, {number}, state.seat, {logged}) #: log
        return ILLEGAL, int64(words.hand)
    seat = int64(state.seat)                             #: log
    following = int64(apply_{number}(state, rule, action_{number}, words))
    keep(log, state, {number}, seat, {logged})           #: log
"""
CHANCE = """
if following == CHANCE:
    seat = int64(state.seat)                             #: log
    following = int64(happen(state, rule, words))
    keep(log, state, CHANCED, seat, 0, 0)                #: log
"""
BY_ADDRESS = """
seat = uint64(state.seat)
who = seats[seat]
asked = (seen(state), sealed(chances[seat]), params[who], memories[seat])
action_{number} = {call}(calls[who * {decisions} + {number}], asked)
"""
ON = """
def hands(<arguments>):
    <play on>
    score(state, rule, hero, outcome)
    return DONE, int64(0)
"""
IN_PLAY = """
def hands(<arguments>):
    <bind>
    counts[:] = 0
    for k in range(goes_on):
        at = active[k]
        state, words = states[at], words_ahead[at]
        begins, answered = following[at], following[at] >= 0
        while True:
            if begins == NEXT_HAND:
                if begun[0] == count:
                    break
                if unit != 0 or rows[at] < 0:
                    start(state, rule, players, unit)
                rows[at], asked[at] = begun[0], 0
                begun[0] += 1
            hand = first + uint64(rows[at])
            row = uint64(rows[at])
            seats, outcome = table[row if drawn else hand % rotations], outcomes[row]
            if begins == NEXT_HAND:
                place(words, seed, hand, uint32(0), uint32(0))
                fill_up(words)
                state.board = hand // rotations              #: board
                if retentive:
                    forget(memories[at], sizes, seats, players, BY_UNIT)
                begins = NEXT_DEAL
            ended, number = on(<arguments of on>)
            if ended == ASKS:
                asked[at] += 1
                if asked[at] > most_asks:
                    return ENDLESS, int64(k)
                asker = askers[seats[uint64(state.seat)] * decisions + number]
                n = counts[asker]
                copy_seen(seen(state), views[asker, n])
                waiting[asker, n] = at
                counts[asker] = n + 1
                following[at] = number
                break
            if ended != DONE:
                return ended, int64(k)
            begins, answered = NEXT_HAND, False
    return DONE, int64(0)
"""
FORKS = """
def hands(<arguments>):
    <lend>
    <bind>
    start(state, rule, players, unit)
    used = int64(0)
    for k in range(count):
        if used + MOST_ACTIONS + persists > outcomes.shape[0]:
            return FULL, int64(k)
        if k % TOGETHER == 0:
            some = min(TOGETHER, count - k)
            for i in range(some):
                place(words_ahead[i], seed, first + uint64(k + i), uint32(0), uint32(0))
            fill_many(words_ahead, queue, some, scratch, ahead)
        hand, words = first + uint64(k), words_ahead[k % TOGETHER]
        seats = table[uint64(k) if drawn else hand % rotations]
        hero = int64(heroes[hand % rotations])
        if unit != 0:
            start(state, rule, players, unit)
        state.board = hand // rotations                      #: board
        if retentive:
            forget(memories, sizes, seats, players, BY_UNIT)
        fork = forks[k]
        fork[DECISION], fork[MET], fork[ROWS] = NOBODY, 0, 0
        place(drawing[0], seed, hand, FORKS, uint32(0))
        number, row, rows, c, choices = int64(NOBODY), used, used, int64(-1), int64(0)
        answered, answer, second = False, int64(0), int64(0)
        following, found = int64(NEXT_DEAL), False
        often = int64(2) << below(drawing[0], 4) if explores else int64(0)
        # Once to its end, and then from the decision that was drawn with each other choice.
        while True:
            <play on>
            score(state, rule, hero, outcomes[row])
            if not found:
                if fork[MET] == 0:
                    break
                found = True
                fork[DECISION] = number
                <back>
                seat = uint64(state.seat)
                who = seats[seat]
                asked = (seen(state), sealed(chances[seat]), params[who], memories[seat])
                fork[SITUATION] = number_from_address(situations[number], asked)
                named = experts[number]
                <choices>
                if choices > MOST_ACTIONS:
                    return MANY, int64(hand)
                if choices < 2:
                    break
                # What is played on with is the hand after its strategy has thought.
                if lucky:
                    copy_record(kept_chances[seat], chances[seat])
                if retentive:
                    notes[1] = notes[0]
                # What that has chosen goes first; how that ends has been played already, but where
                # the hero explored.
                fork[FIRST_ROW] = used
                actions[used, 0], actions[used, 1] = answer, second
                rows, choices = used + 1, named + (choices if whole[number] != 0 else 0)
                if shown[number] != 0:
                    copy_seen(seen(state), views[k])
                if explores:
                    <back>
                    answered, following = True, number
                    continue
            c += 1
            while c < choices:
                row = rows
                for r in range(used + persists, rows):
                    if actions[r, 0] == candidates[c, 0] and actions[r, 1] == candidates[c, 1]:
                        row = r
                if c < named:
                    said[k, c] = row - used
                if row == rows:
                    break
                c += 1
            if c >= choices:
                break
            rows += 1
            <back>
            answer, second = candidates[c, 0], candidates[c, 1]
            actions[row, 0], actions[row, 1] = answer, second
            answered, following = True, number
        fork[ROWS] = rows - used
        used = rows
    return DONE, int64(count)
"""
BACK = """
copy_record(state, kept_states[0])
copy_record(words_on[0], kept_words[0])
words = words_on[0]
if lucky:
    for s in range(players):
        copy_record(chances[s], kept_chances[s])
if retentive:
    notes[0] = notes[1]
"""
"""Goes back to the decision that was drawn."""
CHOICES = """
if number == {number}:
    choices = int64(count_{number}(seen(state)))
    action_{number} = {call}(calls[who * {decisions} + {number}], asked)
    if not legal_{number}(seen(state), action_{number}):
        return ILLEGAL, int64(hand)
    answer, second = {words}
    if whole[{number}] != 0:
        for n in range(min(choices, MOST_ACTIONS)):
            action_{number} = nth_{number}(seen(state), n)
            candidates[named + n, 0], candidates[named + n, 1] = {words}
    for e in range(named):
        # What an expert draws is not missing later.
        if lucky:
            copy_record(kept_chances[seat], chances[seat])
        asked_too = (asked[0], asked[1], expert_params[{number}, e], asked[3])
        action_{number} = {call}(expert_calls[{number}, e], asked_too)
        if lucky:
            copy_record(chances[seat], kept_chances[seat])
        if not legal_{number}(seen(state), action_{number}):
            return ILLEGAL, int64(hand)
        candidates[e, 0], candidates[e, 1] = {words}
"""
"""Finds the hero's choice and the actions to compare it with: those of experts, and all legal ones
where asked."""
OR_FORKS = """
if answered:
    answered, action_{number} = False, {answer}
else:
    if not found and int64(state.seat) == hero and situations[{number}] != 0:
        fork[MET] += 1
        # Reservoir sampling: each decision is equally likely.
        if fork[MET] == 1 or below(drawing[0], fork[MET]) == 0:
            number = int64({number})
            copy_record(kept_states[0], state)
            copy_record(kept_words[0], words)
            if lucky:
                for s in range(players):
                    copy_record(kept_chances[s], chances[s])
            if retentive:
                notes[1] = notes[0]
"""
"""Before a call by address: draws one of the hero's decisions, and keeps the hand as it is
there."""
OR_EXPLORES = """
    if c >= 0 and persists and number == {number} and int64(state.seat) == hero:
        action_{number} = {again} if legal_{number}(seen(state), {again}) else action_{number}
    # Other actions lead to situations where habit never does.
    if often != 0 and not found and int64(state.seat) == hero and situations[{number}] != 0:
        if below(drawing[0], often) == 0:
            some = int64(count_{number}(seen(state)))
            action_{number} = nth_{number}(seen(state), below(drawing[0], some))
"""
"""After the call: a hero whose choices persist takes the same action again wherever it is legal.
One who explores takes any legal action now and then, until the hand is forked."""
ON_TAKES = {
    **{name: name for name in ("state", "rule", "words", "seats", "outcome", "answered", "log")},
    **{name: name for name in ("players", "unit", "lucky", "retentive", "calls", "params")},
    **{name: name for name in ("sizes", "stop")},
    "chances": "chances[at]",
    "memories": "memories[at]",
    "hero": "heroes[hand % rotations]",
    "following": "begins",
    "answer": "answers[k, 0]",
    "second": "answers[k, 1]",
}
"""The arguments of the kernel that goes on with one hand, and what the loop passes for them."""
OR_ASKS = """
if calls[seats[uint64(state.seat)] * {decisions} + {number}] == 0:
    if not answered:
        return ASKS, int64({number})
    answered, action_{number} = False, {answer}
    if not legal_{number}(seen(state), action_{number}): #: play
        return REFUSED, int64({number})                  #: play
else:
"""
"""Before a call by address: a strategy without an address must give its answer first."""
FROM_CHOICE = (
    *("state", "rule", "words", "chances", "memories", "outcome", "players", "unit", "hero"),
    *("seats", "lucky", "retentive", "calls", "params", "sizes", "stop", "following", "chosen"),
)
"""The arguments of the kernel that goes on from a choice."""
OR_CHOSEN = """
if chosen >= 0:
    action_{number} = nth_{number}(seen(state), chosen)
    chosen = int64(-1)
else:
"""
"""Before a call by address: the first decision takes the chosen action, by its number among the
legal ones."""
STANDING = "state, rule = states[0], rules[0]"
LENT = {
    *("table", "heroes", "outcomes", "states", "words_ahead", "queue", "scratch", "chances"),
    *("params", "rules", "calls", "stop", "memories", "sizes", "words_on", "kept_chances"),
    *("kept_states", "kept_words", "drawing", "notes", "forks", "actions", "situations"),
    *("experts", "expert_calls", "expert_params", "said", "candidates", "whole", "shown", "views"),
}
"""Arrays whose references need no counting, because the caller keeps them."""


def lines_of(text: str, parts: Mapping[str, str], marks: AbstractSet[str]) -> Iterator[str]:
    """Yield the lines of a text that apply, with its parts filled in."""
    for line in text.strip("\n").splitlines():
        words, _, mark = line.partition("#: ")
        part = re.fullmatch(r"( *)<(.+)>", words)
        if part is not None:
            yield from (part[1] + inner for inner in lines_of(parts[part[2]], parts, marks))
        elif mark in marks or not mark:
            yield re.sub(r"<(arguments.*?)>", lambda name: parts[name[1]], words).rstrip()
