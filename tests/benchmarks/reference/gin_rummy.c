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
 * Of each hand a row of outcomes is written, as the engine does, for a hero who takes the seats in turn.
 *
 * A hand is a mask, and a row of 13 bits is a suit. What runs leave of a suit, and the best throw from
 * it, are one number of a table: those of four suits add up to what is left, and the least of them is
 * the throw. Sets are tried, which few hands have. Tiles are drawn as they are needed. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "rng.h"

enum { PACK = 52, PLAYERS = 3, DEALT = 7, LIMIT = 10, SUIT = 8191 };
typedef uint64_t u64;
#define ONE_RANK 0x8004002001ull

enum { ROWS = 1 << 14 };
struct {
    int32_t your_seat, your_net, your_points, your_end, end, turns, knocker, knocked_with, your_win, winner, hands, voids;
    int32_t points[4], deadwood[4], final[4], won[4];
} rows[ROWS];

static uint8_t left_of[8192];
static uint32_t look_of[8192]; /* what is left, and above it the best throw: how much more is left then, what it counts, which it is */
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
    look_of[0] = ((1 << 18) - 1) << 9;
    for (int ranks = 1; ranks < 8192; ranks++) {
        unsigned best = -1;
        for (int rest = ranks; rest; rest &= rest - 1) {
            int rank = __builtin_ctz(rest), more = left_of[ranks ^ 1 << rank] - left_of[ranks] + 128;
            unsigned word = more << 10 | (10 - worth_of[rank]) << 6 | (12 - rank);
            best = word < best ? word : best;
        }
        look_of[ranks] = best << 9 | left_of[ranks];
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
static inline unsigned best_of_way(u64 t) {
    unsigned c = look_of[t & SUIT], d = look_of[t >> 13 & SUIT], h = look_of[t >> 26 & SUIT], s = look_of[t >> 39];
    unsigned left = (c + d + h + s) & 511, e = c + (39 << 9), f = d + (26 << 9), g = h + (13 << 9);
    e = e < f ? e : f;
    g = g < s ? g : s;
    e = e < g ? e : g;
    return (e >> 9) + ((left - 128) << 10);
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
        int got[PLAYERS] = {0}, hero = i % PLAYERS, yours = end;
        if (end) {
            int a = seat == PLAYERS - 1 ? 0 : seat + 1, b = seat == 0 ? PLAYERS - 1 : seat - 1;
            int least = dead[a] < dead[b] ? dead[a] : dead[b], sum = dead[a] + dead[b];
            if (end == 1 && least < dead[seat]) {
                end = 4;
                if (dead[a] == least) got[a] = dead[seat] + dead[b] - dead[a] + 20;
                if (dead[b] == least) got[b] = dead[seat] + dead[a] - dead[b] + 20;
            } else {
                got[seat] = sum - dead[seat] + (end == 2 ? 25 : end == 3 ? 50 : 0);
            }
            yours = seat == hero ? end : end + 4 + (end == 4 && got[hero] == 0);
        }
        int total = 0;
        for (int s = 0; s < PLAYERS; s++) {
            points[s] += got[s];
            total += got[s];
            rows[i % ROWS].points[s] = got[s];
            rows[i % ROWS].deadwood[s] = dead[s];
        }
        rows[i % ROWS].your_seat = hero;
        rows[i % ROWS].your_net = got[hero] * PLAYERS - total;
        rows[i % ROWS].your_points = got[hero];
        rows[i % ROWS].your_end = yours;
        rows[i % ROWS].end = end;
        rows[i % ROWS].turns = turn;
        rows[i % ROWS].knocker = end ? seat : -1;
        rows[i % ROWS].knocked_with = end ? dead[seat] : -1;
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
