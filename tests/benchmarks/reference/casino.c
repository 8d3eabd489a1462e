/* casino.c: one hand of Casino, all seats greedy-value, one core.
 *
 *   gcc -O3 -march=native -std=gnu11 casino.c -o casino -lm    [-DRNG=0..3, see rng.h]
 *   ./casino HANDS [SEED]
 *
 * Two players, standard rules, nobody builds, so that there are no builds to think of. A seat
 * captures what is worth most: a card .1, a spade .12 more, an ace 1, TD 2, 2S 1; of equals the
 * capture that comes first by card, then with fewer cards, then by their ids. Where there is none it
 * trails the card that is worth least, of equals the lowest id.
 *
 * Of each hand a row of outcomes is written, as the engine does, for a hero who takes the seats in turn.
 *
 * Sets of cards are masks. The sums that loose cards make are bits of a word, which says of all
 * cards of a hand at once whether they find something. Of those that do all subsets of the loose cards up to its rank are
 * counted up as numbers, and their pips are four counts of bits; those of once the rank need no search for
 * a partition, those of more are searched, from the highest card. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "rng.h"

enum { DECK = 52, PLAYERS = 2, PLAYS = 48, SUMS = 2047 };
typedef uint64_t u64;
enum { ROWS = 1 << 14 };
struct {
    int32_t your_seat, your_net, your_points, your_share, your_cards, hands, cards_tied, spades_tied, last;
    int32_t score[2], share[2], cards[2], spades[2], named[2], sweeps[2], builds[2];
} rows[ROWS];
#define ACES 0x8004002001ull
#define SPADES (0x1fffull << 39)
#define FACES (0x1c00ull * 0x8004002001ull)
#define TD 22
#define LITTLE 40

static u64 weight[DECK], unit[11], up_to[11];
static uint8_t rank_of[DECK], fresh[64];
static double card_worth[DECK];
static uint8_t multiple[11][256];

static inline double worth_of(u64 cards) {
    double worth = .1 * __builtin_popcountll(cards) + .12 * __builtin_popcountll(cards & SPADES);
    worth += 1.0 * __builtin_popcountll(cards & ACES) + 2.0 * (cards >> TD & 1);
    return worth + 1.0 * (cards >> LITTLE & 1);
}

/* What cards add up to, bit by bit of their ranks; faces count nothing. */
static inline int pips_of(u64 c) {
    return __builtin_popcountll(c & 0x155 * ACES) + 2 * __builtin_popcountll(c & 0x266 * ACES) +
           4 * __builtin_popcountll(c & 0x078 * ACES) + 8 * __builtin_popcountll(c & 0x380 * ACES);
}

static inline u64 weigh(u64 c) {
    u64 w = 0;
    for (; c; c &= c - 1) w += weight[__builtin_ctzll(c)];
    return w;
}

/* Whether cards of these counts by rank split into groups that each add up to value. */
static int fill(u64 left, int value, int need, int limit) {
    if (need == 0) {
        if (left == 0) return 1;
        int rank = 10 - (__builtin_ctzll(left) >> 2);
        return fill(left - (unit[rank] & 0xffffffffffull), value, value - rank, rank);
    }
    int from = limit < need ? limit : need;
    for (int rank = from; rank > 0; rank--)
        if (left >> 4 * (10 - rank) & 15 && fill(left - (unit[rank] & 0xffffffffffull), value, need - rank, rank)) return 1;
    return 0;
}

static inline int splits(u64 w, int value) {
    int pips = w >> 40, place = 4 * (10 - value);
    if (pips == value) return 1;
    u64 left = w & 0xffffffffffull;
    int alone = left >> place & 15;
    left -= (u64)alone << place;
    if (pips - alone * value <= value) return 1;
    return fill(left, value, 0, 10);
}

static inline int before(u64 a, u64 b) {
    int n = __builtin_popcountll(a), m = __builtin_popcountll(b);
    u64 differ = a ^ b;
    return n != m ? n < m : (differ & -differ & a) != 0;
}

int main(int argc, char **argv) {
    u64 hands = argc > 1 ? (u64)atof(argv[1]) : 1000000, seed = argc > 2 ? strtoull(argv[2], 0, 0) : 1;
    for (int r = 1; r <= 10; r++) unit[r] = 1ull << 4 * (10 - r) | (u64)r << 40;
    for (int c = 0; c < DECK; c++) {
        fresh[c] = c;
        rank_of[c] = c % 13 + 1;
        weight[c] = rank_of[c] <= 10 ? unit[rank_of[c]] : 0;
        card_worth[c] = worth_of(1ull << c);
        for (int r = rank_of[c]; r <= 10; r++) up_to[r] |= 1ull << c;
    }
    for (int v = 1; v <= 10; v++)
        for (int p = 0; p < 256; p++) multiple[v][p] = p % v == 0;
    rng g;
    rng_seed(&g, seed);
    double points[2] = {0}, squares = 0, cards = 0;
    clock_t t0 = clock();
    for (u64 i = 0; i < hands; i++) {
        uint8_t deck[64];
        rng_start(&g, i);
        memcpy(deck, fresh, 64);
        for (int k = 0; k < DECK; k++) {
            uint32_t j = k + rng_below(&g, DECK - k);
            uint8_t c = deck[j];
            deck[j] = deck[k];
            deck[k] = c;
        }
        u64 held[2], pile[2] = {0, 0}, loose = 0;
        int last = -1, sweeps[2] = {0}, hero = i & 1;
        for (int k = 8; k < 12; k++) loose |= 1ull << deck[k];
        for (int turn = 0; turn < PLAYS; turn++) {
            if (turn % 8 == 0) {
                int at = turn ? turn + 4 : 0;
                for (int s = 0; s < 2; s++) {
                    held[s] = 0;
                    for (int k = 0; k < 4; k++) held[s] |= 1ull << deck[at + 4 * s + k];
                }
            }
            int seat = turn & 1, best_card = -1, trail = -1;
            double most = -1, least = 99;
            u64 best = 0, sums = 1;
            for (u64 m = loose & up_to[10]; m; m &= m - 1) sums |= sums << rank_of[__builtin_ctzll(m)] & SUMS;
            for (u64 m = held[seat]; m; m &= m - 1) {
                int card = __builtin_ctzll(m);
                if (card_worth[card] < least) least = card_worth[card], trail = card;
            }
            u64 suit = loose & FACES;
            suit = (suit | suit >> 13 | suit >> 26 | suit >> 39) & 0x1fff;
            suit |= (sums >> 1) & 0x3ff;
            u64 able = suit | suit << 13 | suit << 26 | suit << 39;
            for (u64 m = held[seat] & able; m; m &= m - 1) {
                int card = __builtin_ctzll(m), rank = rank_of[card];
                if (rank > 10) {
                    u64 alike = loose & ACES << (rank - 1);
                    for (; alike; alike &= alike - 1) {
                        u64 one = alike & -alike;
                        double w = worth_of(one | 1ull << card);
                        if (w > most) most = w, best = one, best_card = card;
                    }
                } else {
                    u64 low = loose & up_to[rank], found = 0;
                    double top = -1;
                    for (u64 some = -low & low; some; some = (some - low) & low) {
                        int pips = pips_of(some);
                        if (pips != rank && (!multiple[rank][pips] || !splits(weigh(some), rank))) continue;
                        double value = worth_of(some | 1ull << card);
                        if (value > top || (value == top && before(some, found))) top = value, found = some;
                    }
                    if (top > most) most = top, best = found, best_card = card;
                }
            }
            if (best_card >= 0) {
                loose &= ~best;
                pile[seat] |= best | 1ull << best_card;
                held[seat] ^= 1ull << best_card;
                last = seat;
                sweeps[seat] += loose == 0 && turn + 1 < PLAYS;
            } else {
                loose |= 1ull << trail;
                held[seat] ^= 1ull << trail;
            }
        }
        if (last >= 0) pile[last] |= loose;
        int n[2], spades[2], named[2], score[2];
        for (int s = 0; s < 2; s++) {
            n[s] = __builtin_popcountll(pile[s]);
            spades[s] = __builtin_popcountll(pile[s] & SPADES);
            score[s] = named[s] = __builtin_popcountll(pile[s] & ACES) + 2 * (pile[s] >> TD & 1) + (pile[s] >> LITTLE & 1);
        }
        int more = spades[0] - spades[1];
        score[0] += 3 * (n[0] > n[1]) + (more > 0);
        score[1] += 3 * (n[1] > n[0]) + (more < 0);
        int net = score[hero] - score[!hero];
        rows[i % ROWS].your_seat = hero;
        rows[i % ROWS].your_net = net;
        rows[i % ROWS].your_points = score[hero];
        rows[i % ROWS].your_share = net > 0 ? 12 : net == 0 ? 6 : 0;
        rows[i % ROWS].your_cards = n[hero];
        rows[i % ROWS].hands = 1;
        rows[i % ROWS].cards_tied = n[0] == n[1];
        rows[i % ROWS].spades_tied = more == 0;
        rows[i % ROWS].last = last;
        for (int s = 0; s < 2; s++) {
            rows[i % ROWS].score[s] = score[s];
            rows[i % ROWS].share[s] = score[s] > score[!s] ? 12 : score[s] == score[!s] ? 6 : 0;
            rows[i % ROWS].cards[s] = n[s];
            rows[i % ROWS].spades[s] = spades[s];
            rows[i % ROWS].named[s] = named[s];
            rows[i % ROWS].sweeps[s] = sweeps[s];
            rows[i % ROWS].builds[s] = 0;
        }
        points[0] += score[0];
        points[1] += score[1];
        squares += (double)score[0] * score[0];
        cards += n[0];
    }
    double t = (double)(clock() - t0) / CLOCKS_PER_SEC, mean = points[0] / hands;
    printf("%.0f hands/s  points %.5f and %.5f  sd %.4f  cards %.4f\n", hands / t, mean, points[1] / hands,
           sqrt(squares / hands - mean * mean), cards / hands);
    return 0;
}
