/* ninety_nine.c: one hand of Ninety-Nine for three players, one core.
 *
 *   gcc -O3 -march=native -std=gnu11 ninety_nine.c -o ninety_nine -lm    [-DRNG=0..3, see rng.h]
 *   ./ninety_nine HANDS [SEED]
 *
 * One pack, three cards each, total 0. In turn, from seat 0, play a card that leaves the total at
 * 99 or less, then draw; who has none loses. A adds 1 or 11; 4 turns the direction; 9 holds; T
 * takes 10 away (or adds 10); J Q add 10; K makes 99; the others their pips. An empty stock is
 * made of all cards played but the last. All play dump-high: the ordinary card that adds most, an
 * ace as 11 where that is legal; else the first special card in the order 9 4 T K, a ten taking
 * away.
 *
 * The deck is a lazy Fisher-Yates shuffle of bytes. A card in hand is one 32-bit word: what it adds
 * by each option, how early it is played if it is special, and its id. The card to play is the largest of three
 * keys, made without branches. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "rng.h"

enum { SEATS = 3, HELD = 3, DECK = 52, TOP = 99 };
enum { ORDINARY, KING, TEN, FOUR, NINE }; /* how early a special card is played */
/* Bytes of a card: low add (signed), high add, earliness of a special card (0: ordinary), id. */
typedef struct { int8_t low, high; uint8_t early, id; } card;
static card meaning[DECK];
static uint8_t fresh[64];

static void set_meanings(void) {
    for (int i = 0; i < DECK; i++) {
        int rank = i % 13 + 1;
        card m = {.low = rank > 10 ? 10 : rank, .high = 127, .id = i};
        if (rank == 1) m.high = 11;
        if (rank == 9) m.low = 0, m.early = NINE;
        if (rank == 4) m.low = 0, m.early = FOUR;
        if (rank == 10) m.low = -10, m.early = TEN;
        if (rank == 13) m.low = 0, m.early = KING;
        meaning[i] = m;
        fresh[i] = i;
    }
}

/* How much a card is wanted: ordinary 64 + what it adds, illegal 0, special its earliness. */
static inline int wish(card c, int total) {
    int room = TOP - total, add = c.high <= room ? c.high : c.low;
    int ordinary = add <= room ? 64 + add : 0;
    return c.early ? c.early : ordinary;
}

int main(int argc, char **argv) {
    uint64_t hands = argc > 1 ? (uint64_t)atof(argv[1]) : 10000000, seed = argc > 2 ? strtoull(argv[2], 0, 0) : 1;
    set_meanings();
    rng g;
    rng_seed(&g, seed);
    uint64_t lost[SEATS] = {0}, cards = 0, cards2 = 0, at99 = 0, reshuffles = 0;
    clock_t t0 = clock();
    for (uint64_t i = 0; i < hands; i++) {
        uint8_t deck[64], pile[DECK];
        card h[SEATS][HELD];
        uint32_t n = 0, end = DECK, piled = 0;
        int total = 0, direction = 1, p = 0, played = 0;
        rng_start(&g, i);
        memcpy(deck, fresh, 64);
        for (int k = 0; k < HELD; k++)
            for (int s = 0; s < SEATS; s++) {
                uint32_t j = n + rng_below(&g, DECK - n);
                h[s][k] = meaning[deck[j]];
                deck[j] = deck[n++];
            }
        for (;;) {
            card *own = h[p];
            int w0 = wish(own[0], total), w1 = wish(own[1], total), w2 = wish(own[2], total);
            int slot = w1 > w0, w = w1 > w0 ? w1 : w0;
            slot = w2 > w ? 2 : slot;
            w = w2 > w ? w2 : w;
            if (!w) break;
            card c = own[slot];
            total = w >= 64 ? total + w - 64 : w == KING ? TOP : total + c.low;
            direction = w == FOUR ? -direction : direction;
            pile[piled++] = c.id;
            played++;
            if (n == end) {
                memcpy(deck, pile, piled - 1);
                pile[0] = pile[piled - 1];
                end = piled - 1;
                piled = 1;
                n = 0;
                reshuffles++;
            }
            uint32_t j = n + rng_below(&g, end - n);
            own[slot] = meaning[deck[j]];
            deck[j] = deck[n++];
            p += direction;
            p = p < 0 ? SEATS - 1 : p == SEATS ? 0 : p;
        }
        lost[p]++;
        cards += played;
        cards2 += played * played;
        at99 += total == TOP;
    }
    double cpu = (double)(clock() - t0) / CLOCKS_PER_SEC, mean = (double)cards / hands;
    printf("ninety_nine hands=%llu rng=%s cpu=%.3fs hands/s=%.4g ns/hand=%.1f ns/card=%.2f\n", (unsigned long long)hands, RNG_NAME,
           cpu, hands / cpu, cpu / hands * 1e9, cpu / cards * 1e9);
    printf("cards %.5f sd %.4f at99 %.6f lost %.6f %.6f %.6f reshuffles %llu\n", mean,
           sqrt(cards2 / (double)hands - mean * mean), (double)at99 / hands, (double)lost[0] / hands,
           (double)lost[1] / hands, (double)lost[2] / hands, (unsigned long long)reshuffles);
    return 0;
}
