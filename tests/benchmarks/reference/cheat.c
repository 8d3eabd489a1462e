/* cheat.c: one game of Cheat, all seats by one fixed policy, one core.
 *
 *   gcc -O3 -march=native -std=gnu11 cheat.c -o cheat -lm    [-DRNG=0..3, see rng.h]
 *   ./cheat GAMES [SEED]
 *
 * Standard rules, four players. The policy is `truth-first`: all cards of the rank that is asked for, or one card at
 * random; each of the others challenges with a chance of 0.05.
 *
 * Of each game a row of outcomes is written, as the engine does, for a hero who takes the seats in turn.
 *
 * A hand is sixteen bytes, one for each rank, so that a random card is found in a running sum of them. What others know
 * of it is not kept, as nobody asks. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "rng.h"

enum { DECK = 52, SEATS = 4, RANKS = 13, MOST_PLAYS = 5000 };
enum { ROWS = 1 << 14 };
struct { int32_t your_seat, your_win, winner, plays, lies, challenges, rightly, your_wrong, cards_left[SEATS]; } rows[ROWS];
static const uint32_t OFTEN = 214748365u; /* 0.05 of 2^32 */

static inline int at_random(const uint8_t *hand, int at) {
    int rank = 0;
    for (int r = 0, sum = 0; r < RANKS; r++) {
        sum += hand[r];
        rank += sum <= at;
    }
    return rank;
}

int main(int argc, char **argv) {
    uint64_t games = argc > 1 ? (uint64_t)atof(argv[1]) : 1000000, seed = argc > 2 ? strtoull(argv[2], 0, 0) : 1;
    uint8_t fresh[64] = {0};
    for (int c = 0; c < DECK; c++) fresh[c] = c % RANKS;
    rng g;
    rng_seed(&g, seed);
    uint64_t plays_of = 0, lies_of = 0, challenges_of = 0, won[SEATS] = {0};
    double squares = 0;
    clock_t t0 = clock();
    for (uint64_t i = 0; i < games; i++) {
        uint8_t deck[64], hand[SEATS][16] = {{0}}, pile[64];
        int size[SEATS] = {13, 13, 13, 13}, wrong[SEATS] = {0};
        int piled = 0, seat = 0, rank = 0, plays = 0, lies = 0, challenges = 0, rightly = 0, winner = -1, hero = i & 3;
        rng_start(&g, i);
        memcpy(deck, fresh, 64);
        for (int k = 0; k < DECK; k++) {
            uint32_t j = k + rng_below(&g, DECK - k);
            uint8_t c = deck[j];
            deck[j] = deck[k];
            deck[k] = c;
            hand[k & 3][c]++;
        }
        for (;;) {
            int number = hand[seat][rank], card = rank, lie = number == 0;
            if (lie) {
                number = 1;
                card = at_random(hand[seat], rng_below(&g, size[seat]));
            }
            hand[seat][card] -= number;
            size[seat] -= number;
            memset(pile + piled, card, 4);
            piled += number;
            plays++;
            lies += lie;
            for (int k = 1; k < SEATS; k++)
                if (rng_u32(&g) < OFTEN) {
                    int taker = lie ? seat : (seat + k) & 3;
                    for (int c = 0; c < piled; c++) hand[taker][pile[c]]++;
                    size[taker] += piled;
                    piled = 0;
                    challenges++;
                    rightly += lie;
                    wrong[(seat + k) & 3] += !lie;
                    break;
                }
            if (size[seat] == 0) {
                won[seat]++;
                winner = seat;
                break;
            }
            if (plays == MOST_PLAYS) break;
            seat = (seat + 1) & 3;
            rank = rank == RANKS - 1 ? 0 : rank + 1;
        }
        rows[i % ROWS].your_seat = hero;
        rows[i % ROWS].your_win = winner == hero;
        rows[i % ROWS].winner = winner;
        rows[i % ROWS].plays = plays;
        rows[i % ROWS].lies = lies;
        rows[i % ROWS].challenges = challenges;
        rows[i % ROWS].rightly = rightly;
        rows[i % ROWS].your_wrong = wrong[hero];
        for (int s = 0; s < SEATS; s++) rows[i % ROWS].cards_left[s] = size[s];
        plays_of += plays;
        lies_of += lies;
        challenges_of += challenges;
        squares += (double)plays * plays;
    }
    double seconds = (double)(clock() - t0) / CLOCKS_PER_SEC, n = (double)games, mean = plays_of / n;
    printf("%s %.1f ns a game, plays %.4f sd %.4f", RNG_NAME, 1e9 * seconds / n, mean,
           __builtin_sqrt(squares / n - mean * mean));
    printf(" lies %.4f challenges %.4f won", lies_of / n, challenges_of / n);
    for (int s = 0; s < SEATS; s++) printf(" %.4f", won[s] / n);
    printf("\n");
    return 0;
}
