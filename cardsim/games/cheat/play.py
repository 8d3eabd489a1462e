"""The rules of Cheat as functions on one game: deal, observe, apply, legal, close, score."""

from __future__ import annotations

from numpy import int8, int16, int32, int64, uint8, uint16, uint32, uint64

from cardsim.cards import draw_cards, fresh_ranks
from cardsim.game import OVER
from cardsim.games.cheat.rules import CARDS, code
from cardsim.games.cheat.state import (
    CARD,
    CHALLENGE,
    CLASSROOM,
    CODED,
    COUNT,
    CYCLIC,
    FALSE,
    KEPT,
    NO_CARD,
    NONE,
    NOTES,
    PHRASE,
    RANK,
    RANKS,
    SAME,
    SHARES,
    STACK,
    STRICT,
    TRICHEZ,
)
from cardsim.kernels.intrinsics import clear, copy_array
from cardsim.kernels.jit import inlined, kernel
from cardsim.rng import side_uniform

NOTHING = uint64(0)
ONES, HIGHEST = uint64(0x0101010101010101), uint64(0x8080808080808080)
"""The lowest and the highest bit of each of eight bytes."""
FREE_FIRST = code("first_rank", "free")
IN_TURN = code("after_challenge", "next-in-turn")
BY_MODE = code("after_challenge", "auto")
PLACES = 64
"""Cards of a pile that are processed together: whole vectors, at least a pack."""
UP, DOWN = 1, 2
"""Actions that claim the rank next to the last one; 0 claims the same."""


@inlined
def seat_after(state, seat):
    """Return the next seat clockwise, int64."""
    following = int64(seat) + 1
    return following if following < int64(state.players) else int64(0)


# ---------------------------------------------------------------- the deal


@kernel
def start(state, rules, players, match):
    """Begin a table or match; nothing has been won."""
    clear(state)
    for card in range(CARDS):
        state.owner[card] = uint8(NO_CARD)
        state.own_pile[card] = uint8(NO_CARD)
    state.players = int8(players)
    state.match = int8(match)
    state.mode = int8(CLASSROOM if rules.classroom_trichez else rules.claim_rank)
    state.packs = int8(0 if rules.classroom_trichez else rules.packs)
    state.max_plays = int32(rules.max_plays)
    state.max_cards = int8(1 if rules.classroom_trichez else rules.max_cards)
    free = state.mode != CYCLIC or rules.first_rank == FREE_FIRST
    state.first_rank = int8(NONE if free else rules.first_rank)
    state.phrase_cards = rules.phrase_cards
    state.cheat_cards = rules.cheat_cards
    state.tell_rate = rules.tell_rate
    state.false_tell_rate = rules.false_tell_rate
    in_turn = rules.after_challenge == IN_TURN
    if rules.after_challenge == BY_MODE:
        in_turn = state.mode == CYCLIC
    state.winner_claims = uint8(not (in_turn or state.mode == CLASSROOM))


@kernel
def clear_table(state):
    """Clear the table of an earlier game; `known_of` is zeros already unless a pile was taken."""
    if state.takes > 0 or state.mode == CLASSROOM:
        for seat in range(state.players):
            for other in range(state.players):
                state.known_of_word[seat, other, 0] = NOTHING
                state.known_of_word[seat, other, 1] = NOTHING
    for seat in range(state.players):
        state.counts_of_word[seat, 0] = NOTHING
        state.counts_of_word[seat, 1] = NOTHING
        state.claims[seat] = int32(0)
        state.challenged[seat] = int32(0)
        state.caught[seat] = int32(0)
        state.wrong_challenges[seat] = int32(0)
        state.heads[seat] = int32(0)
    forget_past(state)
    clear_pile(state)
    state.chosen_word[0] = NOTHING
    state.chosen_word[1] = NOTHING
    state.lowest = int8(0)
    state.left = int8(0)
    state.signal = uint8(0)
    state.truthful = uint8(0)
    state.plays = int32(0)
    state.takes = int32(0)
    state.lies = int32(0)
    state.rightly = int32(0)
    state.winner = int8(NONE)
    state.taker = int8(NONE)


@kernel
def forget_past(state):
    """Forget all claims of the game."""
    for k in range(state.past_claims):
        state.past_word[k] = uint32(0)
    state.past_claims = int32(0)
    for seat in range(state.players):
        state.noted[seat] = int32(0)
        for k in range(NOTES // 4):
            state.notes_word[seat, k] = NOTHING


@inlined
def clear_pile(state):
    """Clear the pile."""
    # Always the most there can be: a loop of unknown length becomes a call.
    for card in range(CARDS):
        state.pile[card] = uint8(0)
        state.owner[card] = uint8(NO_CARD)
        state.pile_word[card] = uint32(0)
    state.pile_size = int64(0)
    state.pile_claims = int64(0)


@kernel
def classroom_deck(state, rules):
    """Lay the cards of the classroom game in order, and return their number."""
    for card in range(rules.phrase_cards):
        state.deck[card] = uint8(PHRASE)
    size = int64(rules.phrase_cards) + int64(rules.cheat_cards)
    for card in range(rules.phrase_cards, size):
        state.deck[card] = uint8(TRICHEZ)
    return size


@inlined
def deal(state, rules, words):
    """Shuffle, deal all cards singly, and turn to the first player.

    Returns:
        The first decision.
    """
    clear_table(state)
    classroom = state.mode == CLASSROOM
    if classroom:
        size = classroom_deck(state, rules)
    else:
        size = int64(fresh_ranks(state.deck, int64(state.packs), 0))
    draw_cards(state.deck, 0, size, size, words)
    players = int64(state.players)
    first = int64(state.deals) % players if state.match else int64(0)
    state.first = int8(first)
    seat, each = first, int64(0)
    for k in range(size):
        card = uint64(state.deck[k])
        if classroom:
            state.stacks[uint64(seat), uint64(each)] = uint8(card)
        else:
            state.counts_of[uint64(seat), card] += uint8(1)
        seat = seat_after(state, seat)
        each += int64(seat == first)
    each, more = size // players, size % players
    seat = first
    for k in range(players):
        state.hand_sizes[seat] = int16(each + (k < more))
        seat = seat_after(state, seat)
    state.required_rank = state.first_rank
    state.last_rank = int8(NONE)
    state.round_start = uint8(1)
    return claim(state, rules, first, words)


# ---------------------------------------------------------------- a claim


@inlined
def claim(state, rules, seat, words):
    """Have a seat claim; if its rank is forced, it chooses the number of cards first."""
    state.seat = int8(seat)
    state.claim_seat = int8(NONE)
    state.claim_count = int8(0)
    if state.mode == CLASSROOM:
        return turn_up(state, rules, words)
    forced = state.required_rank if state.mode == CYCLIC else state.last_rank
    is_forced = (state.mode == CYCLIC or state.mode == SAME) and forced != NONE
    state.claim_rank = int8(forced if is_forced else NONE)
    state.asked = int8(COUNT if is_forced else RANK)
    return int64(state.asked)


@inlined
def next_rank(rank):
    """Return the rank above, int64; an ace follows the king."""
    return int64(rank) + 1 if rank < RANKS - 1 else int64(0)


@inlined
def rank_below(rank):
    """Return the rank below, int64."""
    return int64(rank) - 1 if rank > 0 else int64(RANKS - 1)


@inlined
def apply_rank(state, rules, action, words):
    """Set the rank to claim."""
    rank = int64(action)
    if state.round_start == 0:
        last = int64(state.last_rank)
        rank = next_rank(last) if action == UP else rank_below(last) if action == DOWN else last
    state.claim_rank = int8(rank)
    if state.mode == CYCLIC:
        state.required_rank = int8(rank)
    state.asked = int8(COUNT)
    return COUNT


@inlined
def apply_count(state, rules, action, words):
    """Set how many cards to lay."""
    state.claim_count = int8(action)
    state.left = int8(action)
    state.lowest = int8(0)
    state.asked = int8(CARD)
    return CARD


@inlined
def apply_card(state, rules, action, words):
    """Choose a card; with the last one all go down."""
    card = uint64(action)
    at = uint64(state.pile_size) + uint64(state.claim_count) - uint64(state.left)
    state.pile[at] = uint8(card)
    state.chosen[card] += uint8(1)
    remaining = int64(state.left) - 1
    state.left = int8(remaining)
    state.lowest = int8(action)
    if remaining > 0:
        return int64(CARD)
    return lay(state)


@inlined
def lay(state):
    """Lay the chosen cards on the pile, and ask the next player about them."""
    seat, number = uint64(state.seat), int64(state.claim_count)
    rank = uint64(state.claim_rank)
    true = state.chosen[rank] == number
    state.counts_of_word[seat, 0] -= state.chosen_word[0]
    state.counts_of_word[seat, 1] -= state.chosen_word[1]
    state.chosen_word[0] = NOTHING
    state.chosen_word[1] = NOTHING
    state.lowest = int8(0)
    if state.takes > 0:
        forget_some(state, seat, number)
    if state.past_claims == state.plays and state.plays < KEPT:
        told = uint32(seat) | uint32(rank) << uint32(8) | uint32(number) << uint32(16)
        state.past_word[uint64(state.plays)] = told
        state.past_claims += int32(1)
        note(state, seat, uint64(state.pile_size), number)
    return put_down(state, seat, rank, number, true)


@inlined
def note(state, seat, at, number):
    """Note for a seat the cards of a claim that begins at this place of the pile."""
    seat = uint64(seat)
    noted = uint64(state.noted[seat])
    state.noted[seat] += int32(1)
    if noted < uint64(NOTES):
        cards = uint64(0)
        for k in range(uint64(CODED)):
            card = uint64(state.pile[uint64(at) + k]) + uint64(1)
            cards |= (card if k < uint64(number) else uint64(0)) << (uint64(CODED) * k)
        state.past_cards_of[seat, noted] = uint16(cards)


@inlined
def less(numbers, number):
    """Return eight bytes below 128, each less a number but at least 0."""
    # A byte keeps its highest bit if the subtraction did not borrow from it.
    lessened = (numbers | HIGHEST) - uint64(number) * ONES
    enough = lessened & HIGHEST
    return lessened & (enough - (enough >> uint64(7)))


@inlined
def forget_some(state, seat, number):
    """Lower the cards known of a seat from which cards leave unseen: they may be of any rank."""
    for other in range(uint64(state.players)):
        copy_array(state.before[other], state.known_of[other, seat])
        low, high = state.known_of_word[other, seat, 0], state.known_of_word[other, seat, 1]
        state.known_of_word[other, seat, 0] = less(low, number)
        state.known_of_word[other, seat, 1] = less(high, number)


@inlined
def put_down(state, seat, rank, number, true):
    """Record cards of the pile as a seat's claim, which waits for a challenge."""
    at = uint64(state.pile_size)
    for k in range(number):
        state.owner[at + uint64(k)] = uint8(seat)
    told = uint32(seat) | uint32(rank) << uint32(8) | uint32(number) << uint32(16)
    state.pile_word[uint64(state.pile_claims)] = told | uint32(at) << uint32(24)
    state.pile_claims += 1
    state.pile_size += number
    state.hand_sizes[seat] = int16(int64(state.hand_sizes[seat]) - number)
    state.claims[seat] += 1
    state.plays += 1
    state.truthful = uint8(true)
    state.lies += int32(not true)
    state.claim_seat = int8(seat)
    state.seat = int8(seat_after(state, seat))
    state.asked = int8(CHALLENGE)
    return int64(CHALLENGE)


@kernel
def turn_up(state, rules, words):
    """Put the top card of a classroom stack on the pile; its owner may show a signal."""
    seat = uint64(state.seat)
    head = int64(state.heads[seat])
    card = int64(state.stacks[seat, uint64(head)])
    state.heads[seat] = int32((head + 1) % STACK)
    state.claim_rank = int8(NONE)
    state.claim_count = int8(1)
    shows = rules.tell_rate if card == TRICHEZ else rules.false_tell_rate
    state.signal = uint8(side_uniform(words, int64(state.plays)) < shows)
    state.pile[uint64(state.pile_size)] = uint8(card)
    return put_down(state, seat, uint64(NO_CARD), int64(1), card == PHRASE)


# ---------------------------------------------------------------- a challenge


@inlined
def apply_challenge(state, rules, action, words):
    """Let a claim pass, or have its cards shown."""
    if action != 0:
        return challenge(state, rules, words)
    seat = seat_after(state, state.seat)
    if seat != state.claim_seat:
        state.seat = int8(seat)
        return int64(CHALLENGE)
    return go_on(state, rules, words, seat_after(state, state.claim_seat), False)


@kernel
def challenge(state, rules, words):
    """Show the cards of the claim, and give the pile to the one who was wrong."""
    claimant, challenger = int64(state.claim_seat), int64(state.seat)
    state.challenged[claimant] += 1
    taker, winner = claimant, challenger
    if state.truthful:
        state.wrong_challenges[challenger] += 1
        taker, winner = challenger, claimant
    else:
        state.caught[claimant] += 1
        state.rightly += 1
    if state.mode == CLASSROOM:
        stack_up(state, taker)
    else:
        if state.past_claims == state.plays:
            note_shown(state, claimant, challenger, taker)
        learn(state, claimant, taker)
        for k in range(state.pile_size):
            state.counts_of[taker, uint64(state.pile[k])] += uint8(1)
    state.hand_sizes[taker] = int16(int64(state.hand_sizes[taker]) + state.pile_size)
    state.taker = int8(taker)
    state.takes += 1
    clear_pile(state)
    following = winner if state.winner_claims else seat_after(state, claimant)
    return go_on(state, rules, words, following, True)


@kernel
def stack_up(state, taker):
    """Put the pile under a stack, with the card that was played first on top."""
    end = int64(state.heads[taker]) + int64(state.hand_sizes[taker])
    for k in range(state.pile_size):
        state.stacks[taker, uint64((end + k) % STACK)] = state.pile[k]


@kernel
def note_shown(state, claimant, challenger, taker):
    """Note the shown cards for all, and each claim of the pile for the seat that takes it."""
    last = int64(state.pile_claims) - 1
    shown, number = int64(state.pile_plays[last, 3]), int64(state.pile_plays[last, 2])
    told = challenger + 1 + (0 if state.truthful else FALSE)
    state.past_word[uint64(state.past_claims - 1)] |= uint32(told) << uint32(24)
    for seat in range(state.players):
        if seat not in (claimant, taker):
            note(state, seat, shown, number)
    for k in range(state.pile_claims):
        state.noted[taker] -= int32(state.pile_plays[k, 0] == taker)
    for k in range(state.pile_claims):
        note(state, taker, int64(state.pile_plays[k, 3]), int64(state.pile_plays[k, 2]))


@kernel
def learn(state, claimant, taker):
    """Update what all seats know after a challenge.

    All see the claim's cards, and each seat knows its own cards in the pile that is taken.
    """
    last = int64(state.pile_claims) - 1
    shown = int64(state.pile_plays[last, 3])
    if state.takes > 0:
        for other in range(state.players):
            copy_array(state.known_of[other, claimant], state.before[other])
            for k in range(shown, state.pile_size):
                rank = uint64(state.pile[k])
                held = int64(state.known_of[other, claimant, rank])
                state.known_of[other, claimant, rank] = uint8(max(held - 1, 0))
    # The taker's knowledge of itself, added here, is cleared below.
    for k in range(shown):
        state.known_of[uint64(state.owner[k]), taker, uint64(state.pile[k])] += uint8(1)
    for k in range(shown, state.pile_size):
        for other in range(state.players):
            state.known_of[other, taker, uint64(state.pile[k])] += uint8(1)
    for seat in range(state.players):
        state.known_of_word[seat, seat, 0] = NOTHING
        state.known_of_word[seat, seat, 1] = NOTHING


@inlined
def go_on(state, rules, words, following, challenged):
    """End a claim: the game is won or drawn, or another seat claims."""
    state.signal = uint8(0)
    claimant = uint64(state.claim_seat)
    if state.hand_sizes[claimant] == 0:
        state.winner = int8(claimant)
        return int64(OVER)
    if state.plays >= state.max_plays:
        return int64(OVER)
    if state.mode == CYCLIC:
        state.required_rank = int8(next_rank(state.claim_rank))
        state.round_start = uint8(0)
    else:
        state.last_rank = int8(NONE if challenged else state.claim_rank)
        state.round_start = uint8(state.last_rank == NONE)
    return claim(state, rules, following, words)


# ---------------------------------------------------------------- what a seat sees


@inlined
def observe(state, rules):
    """Write what only the seat on turn sees: its cards, those it laid, and what it knows."""
    seat = uint64(state.seat)
    if state.mode != CLASSROOM:
        copy_array(state.known, state.known_of[seat])
    hand, more = state.counts_of_word[seat, 0], state.counts_of_word[seat, 1]
    state.counts_word[0], state.counts_word[1] = hand, more
    state.known_word[seat, 0], state.known_word[seat, 1] = hand, more
    copy_array(state.past_cards, state.past_cards_of[seat])
    own = uint8(seat)
    for k in range(PLACES):
        state.own_pile[k] = state.pile[k] if state.owner[k] == own else uint8(NO_CARD)
    if state.packs != 1:
        for k in range(PLACES, CARDS):
            state.own_pile[k] = state.pile[k] if state.owner[k] == own else uint8(NO_CARD)


@inlined
def observe_card(state, rules):
    """Write nothing: the seat saw everything when it chose the number of cards."""


# ---------------------------------------------------------------- what is legal


@kernel
def left(view):
    """Return the fewest cards that anybody holds, int64."""
    fewest = int64(view.hand_sizes[0])
    for seat in range(1, int64(view.players)):
        fewest = min(fewest, int64(view.hand_sizes[seat]))
    return fewest


@inlined
def legal_rank(view, action):
    """Return whether a rank may be claimed.

    Any rank may begin a round; later 0 is the same, 1 up and 2 down.
    """
    if view.round_start:
        return 0 <= action < RANKS
    return (1 if view.mode == STRICT else 0) <= action <= DOWN


@inlined
def most_cards(view):
    """Return the most cards that the seat on turn may claim, int64."""
    return min(int64(view.max_cards), int64(view.hand_sizes[uint64(view.seat)]))


@inlined
def legal_count(view, action):
    """Return whether the seat may claim this number of cards."""
    return 1 <= action <= most_cards(view)


@inlined
def count_counts(view):
    """Return how many numbers of cards may be claimed."""
    return most_cards(view)


@inlined
def nth_count(view, n):
    """Return the `n`-th legal number of cards, the fewest first."""
    return int64(n) + 1


@inlined
def free_cards(view, rank):
    """Return how many own cards of a rank are not chosen yet, int64."""
    return int64(view.counts[uint64(rank)]) - int64(view.chosen[uint64(rank)])


@inlined
def legal_card(view, action):
    """Return whether a card of this rank may come next.

    Cards are chosen in order of rank, so enough must be left from this rank on.
    """
    if not 0 <= action < RANKS or action < view.lowest or free_cards(view, action) <= 0:
        return False
    if free_cards(view, action) >= view.left:
        return True
    enough = int64(0)
    for rank in range(RANKS):
        enough += free_cards(view, rank) if rank >= action else int64(0)
    return enough >= view.left


@inlined
def legal_challenge(view, action):
    """Return whether the action lets the claim pass or challenges it."""
    return 0 <= action <= 1


# ---------------------------------------------------------------- the end of a game


@kernel
def close(state, rules):
    """Close the game; nothing is left to score once the winner is known."""
    state.seat = int8(state.claim_seat)


@kernel
def next_hand(state, rules):
    """Settle a game of a match, and return whether another follows; the next seat claims first."""
    state.deals += uint32(1)
    if state.winner != NONE:
        state.won[state.winner] += int16(1)
    return state.deals < state.players


@kernel
def score(state, rules, hero, outcome):
    """Write the outcome of the game, or of the match, that has ended."""
    outcome.your_seat = int32(hero)
    if state.match:
        most, best, draws = int64(0), int64(0), int64(state.deals)
        for seat in range(state.players):
            won = int64(state.won[seat])
            best = int64(1) if won > most else best + int64(won == most)
            most = max(most, won)
            draws -= won
        for seat in range(state.players):
            outcome.won[seat] = int32(state.won[seat])
            outcome.share[seat] = int32(SHARES // best if state.won[seat] == most else 0)
        outcome.your_share = outcome.share[hero]
        outcome.draws = int32(draws)
        return
    outcome.your_win = int32(state.winner == hero)
    outcome.winner = int32(state.winner)
    outcome.plays = state.plays
    outcome.lies = state.lies
    outcome.challenges = state.takes
    outcome.rightly = state.rightly
    outcome.your_wrong = state.wrong_challenges[hero]
    outcome.your_left = int32(state.hand_sizes[hero])
    for seat in range(state.players):
        outcome.cards_left[seat] = int32(state.hand_sizes[seat])
