/* spades.c: one hand of Spades, all seats by one fixed policy, one core.
 *
 *   gcc -O3 -march=native -std=gnu11 spades.c -o spades -lm    [-DRNG=0..3, see rng.h]
 *   ./spades HANDS [SEED]                                       (needs bmi, popcnt)
 *
 * Standard rules. Bids are those of `by-the-book`: aces, kings with another card, spades from the fourth on; nil with at
 * most one of these and no spade above the ten. Played is the lowest card that may be: of the least rank, then of the
 * lowest suit.
 *
 * A card is 13 * suit + rank, the ace highest; a hand is one word. Suits of the cards that may be played are compared by
 * their lowest bits. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "rng.h"

enum { DECK = 52, SPADES = 3 };
#define SUIT(s) (0x1FFFull << 13 * (s))
#define ALL (SUIT(0) | SUIT(1) | SUIT(2) | SUIT(3))

static uint64_t beats[64];
static uint8_t suit_of[64];

static inline int bid_of(uint64_t hand) {
    int tricks = 0;
    for (int s = 0; s < 4; s++) {
        uint64_t cards = hand >> 13 * s & 0x1FFF;
        tricks += (cards >> 12 & 1) + ((cards >> 11 & 1) & ((cards & (cards - 1)) != 0));
    }
    uint64_t spades = hand >> 39;
    int extra = __builtin_popcountll(spades) - 3;
    tricks += extra > 0 ? extra : 0;
    if (tricks <= 1 && spades < 1 << 9) return 0;
    return tricks > 1 ? tricks : 1;
}

static inline int lowest(uint64_t legal) {
    int best = 64, low = 64;
    for (int s = 0; s < 4; s++) {
        int rank = __builtin_ctzll(legal >> 13 * s & 0x1FFF | 1ull << 40);
        best = rank < low ? 13 * s + rank : best;
        low = rank < low ? rank : low;
    }
    return best;
}

int main(int argc, char **argv) {
    uint64_t hands = argc > 1 ? (uint64_t)atof(argv[1]) : 1000000, seed = argc > 2 ? strtoull(argv[2], 0, 0) : 1;
    uint8_t fresh[64];
    for (int c = 0; c < DECK; c++) {
        fresh[c] = c;
        suit_of[c] = c / 13;
        uint64_t higher = SUIT(c / 13) & ~((2ull << c) - 1);
        beats[c] = higher | (c < 39 ? SUIT(SPADES) : 0);
    }
    rng g;
    rng_seed(&g, seed);
    double points_of[2] = {0}, squares = 0;
    uint64_t taken_of[4] = {0}, bags_of = 0;
    clock_t t0 = clock();
    for (uint64_t i = 0; i < hands; i++) {
        uint8_t deck[64];
        uint64_t hand[4] = {0};
        int bid[4], taken[4] = {0}, leader = 0;
        rng_start(&g, i);
        memcpy(deck, fresh, 64);
        for (int k = 0; k < DECK; k++) {
            uint32_t j = k + rng_below(&g, DECK - k);
            uint8_t c = deck[j];
            deck[j] = deck[k];
            deck[k] = c;
            hand[k & 3] |= 1ull << c;
        }
        for (int s = 0; s < 4; s++) bid[s] = bid_of(hand[s]);
        uint64_t broken = 0;
        for (int trick = 0; trick < 13; trick++) {
            uint64_t wins = ALL, follow = broken ? ALL : ALL ^ SUIT(SPADES);
            int best = 0, seat = leader;
            for (int k = 0; k < 4; k++) {
                uint64_t legal = hand[seat] & follow;
                legal = legal ? legal : hand[seat];
                int card = lowest(legal);
                hand[seat] ^= 1ull << card;
                broken |= 1ull << card & SUIT(SPADES);
                follow = k == 0 ? SUIT(suit_of[card]) : follow;
                int take = wins >> card & 1;
                best = take ? seat : best;
                wins = take ? beats[card] : wins;
                seat = (seat + 1) & 3;
            }
            taken[best]++;
            leader = best;
        }
        for (int side = 0; side < 2; side++) {
            int contract = 0, won = 0, points = 0;
            for (int s = side; s < 4; s += 2) {
                contract += bid[s];
                won += bid[s] ? taken[s] : 0;
                points += bid[s] ? 0 : taken[s] ? -100 : 100;
            }
            int bags = won >= contract ? won - contract : 0;
            points += won >= contract ? 10 * contract + bags : -10 * contract;
            points -= bags >= 10 ? 100 : 0;
            points_of[side] += points;
            squares += (double)points * points;
            bags_of += bags;
        }
        for (int s = 0; s < 4; s++) taken_of[s] += taken[s];
    }
    double seconds = (double)(clock() - t0) / CLOCKS_PER_SEC, n = (double)hands;
    printf("%s %.1f ns a hand, points %.4f %.4f", RNG_NAME, 1e9 * seconds / n, points_of[0] / n, points_of[1] / n);
    printf(" sd %.3f bags %.4f taken", __builtin_sqrt(squares / 2 / n), bags_of / 2 / n);
    for (int s = 0; s < 4; s++) printf(" %.4f", taken_of[s] / n);
    printf("\n");
    return 0;
}
