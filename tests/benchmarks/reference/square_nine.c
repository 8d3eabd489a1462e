/* square_nine.c: one hand of Square 9 for two players, one core.
 *
 *   gcc -O3 -march=native -std=gnu11 square_nine.c -o square_nine -lm    [-DRNG=0..3, see rng.h]
 *   ./square_nine HANDS [A] [SEED]
 *
 * Two packs with two jokers each; nine cards a seat, face down; the centre is turned up and stays
 * open. In turn from seat 0: take the turned card if it is worth A or less, else draw; a drawn card
 * worth more goes on the pile. A card kept replaces the open one if that is worth 6 or more, else
 * the first card face down, else the open one. Who first has no card face down closes; the other
 * has one more turn. Equal ranks in a row or on a diagonal count 0; ace 1, pips, J Q 10, K 0,
 * joker -2. The lower score wins, ties are halved. At most 400 turns; the stock may be made anew
 * of the discards.
 *
 * A card is its rank, 13 a joker. Face-down cards are drawn from one lazy Fisher-Yates shuffle when
 * they are first seen, which is the same as to have dealt them; the open card is kept in a register
 * and the cells filled are counted, since they are filled in order. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "rng.h"

enum { SEATS = 2, DECK = 108, LIMIT = 400, SWAP = 6, OPEN = 4 };
static const int8_t worth[14] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 0, -2};
static const uint8_t order[8] = {0, 1, 2, 3, 5, 6, 7, 8};
static const uint8_t line[5][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 4, 8}, {2, 4, 6}};

typedef struct { uint8_t c[128]; uint32_t n, end; } deck;
static deck fresh;
static inline int draw(deck *d, rng *g) {
    uint32_t j = d->n + rng_below(g, d->end - d->n), c = d->c[j];
    d->c[j] = d->c[d->n++];
    return c;
}

static int score(const uint8_t *grid, int *lines) {
    int total = 0, out = 0;
    for (int k = 0; k < 5; k++) {
        int a = grid[line[k][0]];
        if (a == grid[line[k][1]] && a == grid[line[k][2]]) {
            out |= 1 << line[k][0] | 1 << line[k][1] | 1 << line[k][2];
            ++*lines;
        }
    }
    for (int c = 0; c < 9; c++) total += worth[grid[c]];
    if (out)
        for (int c = 0; c < 9; c++)
            if (out >> c & 1) total -= worth[grid[c]];
    return total;
}

int main(int argc, char **argv) {
    uint64_t hands = argc > 1 ? (uint64_t)atof(argv[1]) : 10000000, seed = argc > 3 ? strtoull(argv[3], 0, 0) : 1;
    int keep = argc > 2 ? atoi(argv[2]) : 4;
    for (int i = 0; i < DECK; i++) fresh.c[i] = i < 104 ? i % 13 : 13;
    fresh.end = DECK;
    rng g;
    rng_seed(&g, seed);
    uint64_t turns = 0, turns2 = 0, closed[SEATS + 1] = {0}, lines = 0, limits = 0;
    int64_t sum[SEATS] = {0}, closers = 0;
    double won[SEATS] = {0};
    clock_t t0 = clock();
    for (uint64_t i = 0; i < hands; i++) {
        uint8_t grid[SEATS][16];
        int open[SEATS], filled[SEATS] = {0}, closer = SEATS, p = 0, t = 0, zeroed = 0;
        deck d = fresh;
        rng_start(&g, i);
        int up = draw(&d, &g);
        for (int s = 0; s < SEATS; s++) open[s] = draw(&d, &g);
        for (; p != closer && t < LIMIT; p ^= 1, t++) {
            int card = up;
            if (worth[up] > keep) {
                /* A stock made of the discards: two players and two packs never came near it. */
                if (d.n + 16 - filled[0] - filled[1] >= DECK) abort();
                card = draw(&d, &g);
                if (worth[card] > keep) { up = card; continue; }
            }
            if (worth[open[p]] >= SWAP || filled[p] == 8) {
                up = open[p];
                open[p] = card;
            } else {
                up = draw(&d, &g);
                grid[p][order[filled[p]++]] = card;
                if (filled[p] == 8 && closer == SEATS) closer = p;
            }
        }
        limits += t == LIMIT;
        int points[SEATS];
        for (int s = 0; s < SEATS; s++) {
            grid[s][OPEN] = open[s];
            for (int k = filled[s]; k < 8; k++) grid[s][order[k]] = draw(&d, &g);
            sum[s] += points[s] = score(grid[s], &zeroed);
        }
        won[0] += points[0] < points[1] ? 1 : points[0] == points[1] ? 0.5 : 0;
        won[1] += points[1] < points[0] ? 1 : points[0] == points[1] ? 0.5 : 0;
        closed[closer]++;
        if (closer < SEATS) closers += points[closer];
        lines += zeroed;
        turns += t;
        turns2 += t * t;
    }
    double cpu = (double)(clock() - t0) / CLOCKS_PER_SEC, mean = (double)turns / hands;
    printf("square_nine A=%d hands=%llu rng=%s cpu=%.3fs hands/s=%.4g ns/hand=%.1f ns/turn=%.2f turns=%.5f se=%.5f\n", keep,
           (unsigned long long)hands, RNG_NAME, cpu, hands / cpu, cpu / hands * 1e9, cpu / turns * 1e9, mean,
           sqrt((turns2 / (double)hands - mean * mean) / hands));
    printf("score %.5f %.5f closer %.5f closed %.6f %.6f none %.6f won %.6f %.6f lines %.6f limit %llu\n", (double)sum[0] / hands,
           (double)sum[1] / hands, (double)closers / (hands - closed[SEATS]), (double)closed[0] / hands, (double)closed[1] / hands,
           (double)closed[SEATS] / hands, won[0] / hands, won[1] / hands, (double)lines / hands, (unsigned long long)limits);
    return 0;
}
