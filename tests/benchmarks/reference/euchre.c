/* euchre.c: one hand of Euchre, all seats by one fixed policy, one core.
 *
 *   gcc -O3 -march=native -std=gnu11 euchre.c -o euchre -lm    [-DRNG=0..3, see rng.h]
 *   ./euchre HANDS [SEED]                                       (needs bmi, popcnt)
 *
 * Standard rules; seat 3 deals. Calls are those of `power-sum`: power 20 to make trumps, 34 to play alone. The dealer
 * discards the lowest card by power, then suit, and so does everybody play: `lowest-power` and `lowest-legal`.
 *
 * Of each hand a row of outcomes is written, as the engine does, for a hero who takes the seats in turn.
 *
 * A card is 6 * suit + rank, nine to ace; a hand is one word. For each trump suit a card has a place by power and suit, so
 * that the lowest of a set is found by its lowest bit: hands are kept in places once trumps are known. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "rng.h"

enum { DECK = 24, HELD = 5, DEALER = 3 };

enum { ROWS = 1 << 14 };
struct {
    int16_t your_seat, your_net, your_end, end, maker, round, alone, defended, tricks, taken[4], makes[4];
} rows[ROWS];

/* By trump: of each card its power; the place of a card; of each place the cards of its suit, and what beats it. */
static uint8_t power[4][DECK], place_of[4][DECK];
static uint32_t suit_mask[4][DECK], beats[4][DECK], trumps_of[4];
static uint16_t sum_of[4][4][64]; /* trump, printed suit, its cards: the power that they count */

static void tables(void) {
    static const uint8_t of_trumps[6] = {6, 7, 12, 8, 9, 10};
    for (int t = 0; t < 4; t++) {
        int suit[DECK], order[DECK];
        for (int c = 0; c < DECK; c++) {
            int s = c / 6, r = c % 6, left = r == 2 && s == 3 - t;
            suit[c] = left ? t : s;
            power[t][c] = left ? 11 : s == t ? of_trumps[r] : r;
            order[c] = 4 * power[t][c] + s;
        }
        for (int c = 0; c < DECK; c++) {
            int place = 0;
            for (int d = 0; d < DECK; d++) place += order[d] < order[c];
            place_of[t][c] = place;
        }
        for (int c = 0; c < DECK; c++) {
            uint32_t same = 0, better = 0;
            for (int d = 0; d < DECK; d++) {
                uint32_t bit = 1u << place_of[t][d];
                if (suit[d] == suit[c]) same |= bit;
                if ((suit[d] == suit[c] && power[t][d] > power[t][c]) || (suit[d] == t && suit[c] != t)) better |= bit;
            }
            suit_mask[t][place_of[t][c]] = same;
            beats[t][place_of[t][c]] = better;
            if (suit[c] == t) trumps_of[t] = same;
        }
        for (int s = 0; s < 4; s++)
            for (int cards = 0; cards < 64; cards++) {
                int sum = 0;
                for (int r = 0; r < 6; r++)
                    if (cards >> r & 1) sum += suit[6 * s + r] == t ? power[t][6 * s + r] : r == 5 ? 5 : 0;
                sum_of[t][s][cards] = sum;
            }
    }
}

static inline int sum(uint32_t hand, int t) {
    return sum_of[t][0][hand & 63] + sum_of[t][1][hand >> 6 & 63] + sum_of[t][2][hand >> 12 & 63] +
           sum_of[t][3][hand >> 18];
}

int main(int argc, char **argv) {
    uint64_t hands = argc > 1 ? (uint64_t)atof(argv[1]) : 1000000, seed = argc > 2 ? strtoull(argv[2], 0, 0) : 1;
    uint8_t fresh[DECK];
    tables();
    for (int c = 0; c < DECK; c++) fresh[c] = c;
    rng g;
    rng_seed(&g, seed);
    uint64_t ends[5] = {0}; /* thrown in, made, march, march alone, euchred */
    clock_t t0 = clock();
    for (uint64_t i = 0; i < hands; i++) {
        uint8_t deck[DECK];
        uint32_t hand[4] = {0};
        rng_start(&g, i);
        memcpy(deck, fresh, DECK);
        for (int k = 0; k <= 4 * HELD; k++) {
            uint32_t j = k + rng_below(&g, DECK - k);
            uint8_t c = deck[j];
            deck[j] = deck[k];
            deck[k] = c;
            hand[k & 3] |= k < 4 * HELD ? 1u << c : 0;
        }
        int up = deck[4 * HELD], trump = -1, maker = 0, alone = 0, turned = up / 6;
        for (int s = 0; s < 4 && trump < 0; s++) {
            int worth = sum(hand[s] | (s == DEALER ? 1u << up : 0), turned);
            if (worth >= 20) {
                trump = turned, maker = s, alone = worth >= 34;
                hand[DEALER] |= 1u << up;
            }
        }
        int ordered = trump >= 0;
        for (int s = 0; s < 4 && trump < 0; s++) {
            int best = 0, most = -1;
            for (int t = 0; t < 4; t++) {
                int worth = t == turned ? -1 : sum(hand[s], t);
                best = worth > most ? t : best;
                most = worth > most ? worth : most;
            }
            if (most >= 20) trump = best, maker = s, alone = most >= 34;
        }
        int hero = i & 3, end = 0, made = 0, net = 0, taken[4] = {0};
        if (trump < 0) goto over;
        uint32_t held[4] = {0};
        for (int s = 0; s < 4; s++)
            for (uint32_t left = hand[s]; left; left &= left - 1) held[s] |= 1u << place_of[trump][__builtin_ctz(left)];
        if (ordered) held[DEALER] &= held[DEALER] - 1;
        int out = alone ? maker ^ 2 : 4, leader = out == 0 ? 1 : 0;
        for (int trick = 0; trick < HELD; trick++) {
            uint32_t wins = ~0u, follow = ~0u;
            int best = 0;
            for (int k = 0; k < 4; k++) {
                int seat = (leader + k) & 3;
                if (seat == out) continue;
                uint32_t legal = held[seat] & follow;
                legal = legal ? legal : held[seat];
                int card = __builtin_ctz(legal);
                held[seat] ^= 1u << card;
                follow = k == 0 ? suit_mask[trump][card] : follow;
                int take = wins >> card & 1;
                best = take ? seat : best;
                wins = take ? beats[trump][card] : wins;
            }
            taken[best]++;
            leader = best;
        }
        made = taken[maker] + taken[maker ^ 2];
        end = made == 5 ? 2 + alone : made >= 3 ? 1 : 4;
        net = made == 5 ? 2 + 2 * alone : made >= 3 ? 1 : -2;
    over:
        ends[end]++;
        int mine = ((hero ^ maker) & 1) == 0;
        rows[i % ROWS].your_seat = hero;
        rows[i % ROWS].your_net = mine ? net : -net;
        rows[i % ROWS].your_end = end + (end && !mine ? 4 : 0);
        rows[i % ROWS].end = end;
        rows[i % ROWS].maker = end ? maker : -1;
        rows[i % ROWS].round = end ? 2 - ordered : 0;
        rows[i % ROWS].alone = alone;
        rows[i % ROWS].defended = 0;
        rows[i % ROWS].tricks = made;
        for (int s = 0; s < 4; s++) {
            rows[i % ROWS].taken[s] = taken[s];
            rows[i % ROWS].makes[s] = end && s == maker;
        }
    }
    double seconds = (double)(clock() - t0) / CLOCKS_PER_SEC, n = (double)hands;
    printf("%s %.1f ns a hand, ends", RNG_NAME, 1e9 * seconds / n);
    for (int e = 0; e < 5; e++) printf(" %.6f", ends[e] / n);
    printf("\n");
    return 0;
}
