/* counter_cameroon.c: Counter-Cameroon with both players at max-points-live, one core.
 *
 *   gcc -O3 -march=native -std=gnu11 -DRNG=2 counter_cameroon.c -o counter_cameroon -lm
 *   ./counter_cameroon GAMES [SEED]
 *
 * Four dice are parted into two pairs, and each pair's sum is a mark in that category; the fourth
 * mark wins it, and later ones are lost. A player takes the split whose marks are worth most, those
 * that would be lost not counted; ties are drawn, each distinct split as likely. The game ends when
 * all eleven categories are won; most points win, under both scorings at once.
 *
 * A roll is one of 1296, and its distinct splits come from a table. `gain` holds the points of a
 * first mark in each category and, beyond, of a second one by the same roll, so that a split is
 * worth the sum of two entries, also where its sums are the same. No branch depends on the dice. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "rng.h"

enum { ROLLS = 1296, LOW = 2, HIGH = 12, WIN = 4, SECOND = 16, ALL = 2047 };
/* Of each distinct split the place of its two gains; and how many there are. */
typedef struct { uint8_t place[3][2], n, pad; } splits;
static splits table[ROLLS];
static int8_t points[SECOND];
static uint8_t standard[ALL + 1], balanced[ALL + 1];

static void make_tables(void) {
    for (int c = LOW; c <= HIGH; c++) points[c] = c == 7 ? 1 : 2 * abs(c - 7) + 1;
    for (int set = 0; set <= ALL; set++)
        for (int c = LOW; c <= HIGH; c++)
            if (set >> (c - LOW) & 1) {
                standard[set] += points[c];
                balanced[set] += (points[c] + 1) / 2;
            }
    static const int parting[3][4] = {{0, 1, 2, 3}, {0, 2, 1, 3}, {0, 3, 1, 2}};
    for (int r = 0; r < ROLLS; r++) {
        int d[4] = {r / 216 + 1, r / 36 % 6 + 1, r / 6 % 6 + 1, r % 6 + 1};
        splits *s = &table[r];
        for (int k = 0; k < 3; k++) {
            const int *p = parting[k];
            int a = d[p[0]] + d[p[1]], b = d[p[2]] + d[p[3]], low = a < b ? a : b, high = a < b ? b : a, known = 0;
            if (low == high) high += SECOND;
            for (int j = 0; j < s->n; j++) known |= s->place[j][0] == low;
            if (known) continue;
            s->place[s->n][0] = low;
            s->place[s->n++][1] = high;
        }
        /* Those that are missing gain nothing at all. */
        for (int k = s->n; k < 3; k++) s->place[k][0] = s->place[k][1] = 0;
    }
}

int main(int argc, char **argv) {
    uint64_t games = argc > 1 ? (uint64_t)atof(argv[1]) : 1000000, seed = argc > 2 ? strtoull(argv[2], 0, 0) : 1;
    make_tables();
    rng g;
    rng_seed(&g, seed);
    uint64_t won_standard = 0, won_balanced = 0, agree = 0, turns = 0, turns2 = 0, wasted = 0, score = 0;
    uint64_t took[SECOND] = {0}, decided[SECOND] = {0};
    clock_t t0 = clock();
    for (uint64_t i = 0; i < games; i++) {
        int8_t gain[2][2 * SECOND] = {{0}};
        uint8_t marks[2][SECOND] = {{0}};
        uint32_t owned[2] = {0};
        int t = 0, lost = 0, p = 0;
        gain[0][0] = gain[1][0] = -1; /* what is missing is worth less than nothing */
        for (int c = LOW; c <= HIGH; c++) gain[0][c] = gain[1][c] = gain[0][c + SECOND] = gain[1][c + SECOND] = points[c];
        rng_start(&g, i);
        for (;; p ^= 1) {
            /* One number for the roll and, with the digits below it, for a tie. */
            uint64_t roll = (uint64_t)rng_u32(&g) * ROLLS;
            const splits *s = &table[roll >> 32];
            int8_t *mine = gain[p], *his = gain[p ^ 1];
            int w0 = mine[s->place[0][0]] + mine[s->place[0][1]], w1 = mine[s->place[1][0]] + mine[s->place[1][1]],
                w2 = mine[s->place[2][0]] + mine[s->place[2][1]];
            int best = w0 > w1 ? w0 : w1;
            best = best > w2 ? best : w2;
            uint32_t one = w0 == best, two = one + (w1 == best), ties = two + (w2 == best);
            uint32_t skip = (roll & 0xffffffffu) * ties >> 32, k = (skip >= one) + (skip >= two);
            t++;
            for (int j = 0; j < 2; j++) {
                int c = s->place[k][j] & (SECOND - 1), left = -(mine[c] == 0), m = marks[p][c] += 1 + left;
                int keep = -(m != WIN);
                lost -= left;
                owned[p] |= (uint32_t)(~keep & ~left & 1) << c;
                decided[c] += ~keep & ~left & t;
                mine[c] &= keep;
                his[c] &= keep;
                his[c + SECOND] &= keep;
                mine[c + SECOND] &= -(m + 2 <= WIN);
            }
            if ((owned[0] | owned[1]) == ALL << LOW) break;
        }
        owned[0] >>= LOW;
        int s = standard[owned[0]], b = balanced[owned[0]];
        won_standard += s > 35;
        won_balanced += b > 20;
        agree += (s > 35) == (b > 20);
        score += s;
        turns += t;
        turns2 += (uint64_t)t * t;
        wasted += lost;
        for (int c = LOW; c <= HIGH; c++) took[c] += owned[0] >> (c - LOW) & 1;
    }
    double cpu = (double)(clock() - t0) / CLOCKS_PER_SEC, mean = (double)turns / games, n = games;
    printf("counter-cameroon games=%llu rng=%s cpu=%.3fs ns/game=%.1f ns/turn=%.2f turns=%.4f sd=%.4f\n", (unsigned long long)games,
           RNG_NAME, cpu, cpu / n * 1e9, cpu / turns * 1e9, mean, sqrt(turns2 / n - mean * mean));
    printf("first wins standard %.5f balanced %.5f same %.5f score %.4f wasted %.3f\ntook", won_standard / n, won_balanced / n,
           agree / n, score / n, wasted / n);
    for (int c = LOW; c <= HIGH; c++) printf(" %d:%.4f@%.2f", c, took[c] / n, decided[c] / n);
    puts("");
    return 0;
}
