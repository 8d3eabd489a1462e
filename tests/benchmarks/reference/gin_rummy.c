/* gin_rummy.c: one hand of Gin Rummy, all seats take-improve, one core.
 *
 *   gcc -O3 -march=native -std=gnu11 gin_rummy.c -o gin_rummy -lm    [-DRNG=0..3, see rng.h]
 *   ./gin_rummy HANDS [SEED]
 *
 * Three players with seven tiles, standard rules. A seat takes the newest tile of the row where the
 * best throw then leaves less than it has, else it draws from the stock; it throws the tile without
 * which least is left, of equals the one that counts most, then that of the highest id; it knocks
 * with 10 or less, and declares big gin.
 *
 * A hand is a mask, and a row of 13 bits is a suit. What runs leave of a suit is a table, and so is
 * the best throw from it; sets are tried, which few hands have. Tiles are drawn as they are needed. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "rng.h"

enum { PACK = 52, PLAYERS = 3, DEALT = 7, LIMIT = 10, SUIT = 8191 };
typedef uint64_t u64;
#define ONE_RANK 0x8004002001ull

static uint8_t left_of[8192];
static uint16_t throw_of[8192]; /* 16 times what is left with one rank fewer, and 13 less that rank */
static uint8_t worth_of[64];

static void tables(void) {
    for (int tile = 0; tile < PACK; tile++) worth_of[tile] = tile % 13 < 9 ? tile % 13 + 1 : 10;
    for (int ranks = 1; ranks < 8192; ranks++) {
        int top = 31 - __builtin_clz(ranks), best = left_of[ranks ^ 1 << top] + worth_of[top];
        for (int length = 3; length <= top + 1; length++) {
            int run = ((1 << length) - 1) << (top + 1 - length);
            if ((ranks & run) != run) break;
            int rest = left_of[ranks ^ run];
            best = rest < best ? rest : best;
        }
        left_of[ranks] = best;
    }
    throw_of[0] = 0xffff;
    for (int ranks = 1; ranks < 8192; ranks++) {
        unsigned best = 0xffff;
        for (int rest = ranks; rest; rest &= rest - 1) {
            int rank = __builtin_ctz(rest);
            unsigned word = left_of[ranks ^ 1 << rank] << 4 | (13 - rank);
            best = word < best ? word : best;
        }
        throw_of[ranks] = best;
    }
}

static inline int beside_runs(u64 t) {
    return left_of[t & SUIT] + left_of[t >> 13 & SUIT] + left_of[t >> 26 & SUIT] + left_of[t >> 39];
}

static inline u64 three_alike(u64 t) {
    u64 c = t & SUIT, d = t >> 13 & SUIT, h = t >> 26 & SUIT, s = t >> 39;
    return (c & d & (h | s)) | (h & s & (c | d));
}

/* What is left over, and which tile to throw: of two words the smaller is better. */
static inline unsigned from_suit(u64 t, int place, int others) {
    unsigned word = throw_of[t >> place & SUIT], left = others + (word >> 4), rank = 13 - (word & 15);
    unsigned counts = rank < 9 ? rank + 1 : 10;
    return left << 10 | (10 - counts) << 6 | (51 - place - rank);
}

static inline unsigned best_of_way(u64 t) {
    int c = left_of[t & SUIT], d = left_of[t >> 13 & SUIT], h = left_of[t >> 26 & SUIT], s = left_of[t >> 39];
    unsigned a = from_suit(t, 0, d + h + s), b = from_suit(t, 13, c + h + s);
    unsigned e = from_suit(t, 26, c + d + s), f = from_suit(t, 39, c + d + h);
    a = a < b ? a : b;
    e = e < f ? e : f;
    return a < e ? a : e;
}

static int deadwood_sets(u64 t, u64 alike) {
    if (!alike) return beside_runs(t);
    int rank = __builtin_ctzll(alike);
    u64 held = t & ONE_RANK << rank;
    alike &= alike - 1;
    int best = deadwood_sets(t, alike), other = deadwood_sets(t ^ held, alike);
    best = other < best ? other : best;
    if (__builtin_popcountll(held) == 4)
        for (u64 rest = held; rest; rest &= rest - 1) {
            other = deadwood_sets(t ^ held ^ (rest & -rest), alike);
            best = other < best ? other : best;
        }
    return best;
}

static inline int deadwood(u64 t) {
    u64 alike = three_alike(t);
    return alike ? deadwood_sets(t, alike) : beside_runs(t);
}

static unsigned throw_sets(u64 t, u64 alike) {
    if (!alike) return best_of_way(t);
    int rank = __builtin_ctzll(alike);
    u64 held = t & ONE_RANK << rank;
    alike &= alike - 1;
    unsigned best = throw_sets(t, alike), other = throw_sets(t ^ held, alike);
    best = other < best ? other : best;
    if (__builtin_popcountll(held) == 4)
        for (u64 rest = held; rest; rest &= rest - 1) {
            other = throw_sets(t ^ held ^ (rest & -rest), alike);
            best = other < best ? other : best;
        }
    return best;
}

static inline unsigned best_throw(u64 t) {
    u64 alike = three_alike(t);
    return alike ? throw_sets(t, alike) : best_of_way(t);
}

int main(int argc, char **argv) {
    u64 hands = argc > 1 ? (u64)atof(argv[1]) : 1000000, seed = argc > 2 ? strtoull(argv[2], 0, 0) : 1;
    uint8_t fresh[PACK];
    tables();
    for (int tile = 0; tile < PACK; tile++) fresh[tile] = tile;
    rng g;
    rng_seed(&g, seed);
    u64 ends[5] = {0}; /* void, knock, gin, big gin, undercut */
    u64 turns = 0, squares = 0;
    int64_t points[PLAYERS] = {0};
    clock_t t0 = clock();
    for (u64 i = 0; i < hands; i++) {
        uint8_t deck[PACK], row[PACK];
        u64 hand[PLAYERS] = {0};
        int dead[PLAYERS], place = 0, newest = 0, turn = 0, seat = 0, end = 0;
        rng_start(&g, i);
        memcpy(deck, fresh, PACK);
#define DRAW                                            \
    ({                                                  \
        uint32_t at = place + rng_below(&g, PACK - place); \
        uint8_t tile = deck[at];                        \
        deck[at] = deck[place];                         \
        deck[place++] = tile;                           \
        tile;                                           \
    })
        for (int s = 0; s < PLAYERS; s++) {
            for (int k = 0; k < DEALT; k++) hand[s] |= 1ull << DRAW;
            dead[s] = deadwood(hand[s]);
        }
        row[0] = DRAW;
        for (;; seat = seat == PLAYERS - 1 ? 0 : seat + 1) {
            if (place == PACK) break;
            u64 with = hand[seat] | 1ull << row[newest];
            /* Who would throw that tile itself has as much as before, so that he does not take it. */
            unsigned word = best_throw(with);
            if ((int)(word >> 10) < dead[seat]) {
                newest--;
            } else {
                with = hand[seat] | 1ull << DRAW;
                word = best_throw(with);
            }
            turn++;
            if (word >> 10 == 0 && deadwood(with) == 0) {
                dead[seat] = 0, end = 3;
                break;
            }
            int tile = 51 - (word & 63);
            hand[seat] = with ^ 1ull << tile;
            row[++newest] = tile;
            dead[seat] = word >> 10;
            if (dead[seat] <= LIMIT) {
                end = dead[seat] == 0 ? 2 : 1;
                break;
            }
        }
        turns += turn;
        squares += turn * turn;
        if (end) {
            int a = seat == PLAYERS - 1 ? 0 : seat + 1, b = seat == 0 ? PLAYERS - 1 : seat - 1;
            int least = dead[a] < dead[b] ? dead[a] : dead[b], sum = dead[a] + dead[b];
            if (end == 1 && least < dead[seat]) {
                end = 4;
                if (dead[a] == least) points[a] += dead[seat] + dead[b] - dead[a] + 20;
                if (dead[b] == least) points[b] += dead[seat] + dead[a] - dead[b] + 20;
            } else {
                points[seat] += sum - dead[seat] + (end == 2 ? 25 : end == 3 ? 50 : 0);
            }
        }
        ends[end]++;
    }
    double seconds = (double)(clock() - t0) / CLOCKS_PER_SEC, n = (double)hands, mean = turns / n;
    printf("%s %.1f ns a hand, turns %.5f sd %.5f points", RNG_NAME, 1e9 * seconds / n, mean,
           sqrt(squares / n - mean * mean));
    for (int s = 0; s < PLAYERS; s++) printf(" %.5f", points[s] / n);
    printf(" ends");
    for (int e = 0; e < 5; e++) printf(" %.6f", ends[e] / n);
    printf("\n");
    return 0;
}
