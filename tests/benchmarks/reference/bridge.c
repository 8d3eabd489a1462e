/* bridge.c: one board of Bridge, all seats by one fixed policy, one core.
 *
 *   gcc -O3 -march=native -std=gnu11 bridge.c -o bridge -lm    [-DRNG=0..3, see rng.h]
 *   ./bridge HANDS [SEED]                                       (needs bmi, popcnt)
 *
 * Boards at duplicate, with the dealer and vulnerability of their numbers. The tips' tables are too long to be written
 * twice: the first who has twelve points bids one of the longest suit, of equals the highest, and all others pass. Played
 * is the lowest card that may be: of the least rank, then of the lowest suit.
 *
 * A card is 13 * suit + rank, the ace highest; a hand is one word. Suits of the cards that may be played are compared by
 * their lowest bits. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "rng.h"

enum { DECK = 52, OPEN = 12, ROWS = 1 << 14 };
#define SUIT(s) (0x1FFFull << 13 * (s))
#define ALL (SUIT(0) | SUIT(1) | SUIT(2) | SUIT(3))
#define EACH(rank) (1ull << (rank) | 1ull << (13 + (rank)) | 1ull << (26 + (rank)) | 1ull << (39 + (rank)))

static uint64_t beats[4][64];
static uint8_t suit_of[64];
/* What the engine's outcome has of a board. */
static struct {
    int your_seat, your_net, your_end, your_share, deals, level, strain, doubled, declarer, vulnerable, tricks, points,
        tried, who_vulnerable, share[2], score[2];
} rows[ROWS];

static inline int points_of(uint64_t hand) {
    return 4 * __builtin_popcountll(hand & EACH(12)) + 3 * __builtin_popcountll(hand & EACH(11)) +
           2 * __builtin_popcountll(hand & EACH(10)) + __builtin_popcountll(hand & EACH(9));
}

static inline int longest(uint64_t hand) {
    int best = 0, most = 0;
    for (int s = 0; s < 4; s++) {
        int size = __builtin_popcountll(hand & SUIT(s));
        best = size >= most ? s : best;
        most = size >= most ? size : most;
    }
    return best;
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
        for (int trump = 0; trump < 4; trump++)
            beats[trump][c] = (SUIT(c / 13) & ~((2ull << c) - 1)) | (c / 13 != trump ? SUIT(trump) : 0);
    }
    rng g;
    rng_seed(&g, seed);
    uint64_t ends[9] = {0};
    double tricks = 0, squares = 0;
    clock_t t0 = clock();
    for (uint64_t i = 0; i < hands; i++) {
        uint8_t deck[64];
        uint64_t hand[4] = {0}, board = i >> 2;
        int hero = i & 3, dealer = board & 3, cycle = (board + (board >> 2)) & 3;
        rng_start(&g, i);
        memcpy(deck, fresh, 64);
        for (int k = 0; k < DECK; k++) {
            uint32_t j = k + rng_below(&g, DECK - k);
            uint8_t c = deck[j];
            deck[j] = deck[k];
            deck[k] = c;
            hand[(dealer + 1 + k) & 3] |= 1ull << c;
        }
        int declarer = -1, trump = 0, end = 0, net = 0, made = 0, vul = 0, held = 0;
        for (int k = 0; k < 4 && declarer < 0; k++) {
            int seat = (dealer + k) & 3;
            if (points_of(hand[seat]) >= OPEN) declarer = seat;
        }
        if (declarer >= 0) {
            int taken[2] = {0}, leader = (declarer + 1) & 3;
            trump = longest(hand[declarer]);
            held = points_of(hand[declarer] | hand[declarer ^ 2]);
            for (int trick = 0; trick < 13; trick++) {
                uint64_t wins = ALL, follow = ALL;
                int best = 0, seat = leader;
                for (int k = 0; k < 4; k++) {
                    uint64_t legal = hand[seat] & follow;
                    legal = legal ? legal : hand[seat];
                    int card = lowest(legal);
                    hand[seat] ^= 1ull << card;
                    follow = k == 0 ? SUIT(suit_of[card]) : follow;
                    int take = wins >> card & 1;
                    best = take ? seat : best;
                    wins = take ? beats[trump][card] : wins;
                    seat = (seat + 1) & 3;
                }
                taken[best & 1]++;
                leader = best;
            }
            int side = declarer & 1;
            vul = cycle == side + 1 || cycle == 3;
            made = taken[side];
            net = made >= 7 ? 50 + (made - 6) * (trump < 2 ? 20 : 30) : -(7 - made) * (50 << vul);
            end = made >= 7 ? 1 : 4;
        }
        int mine = ((hero ^ declarer) & 1) == 0, row = i % ROWS;
        rows[row].your_seat = hero;
        rows[row].your_net = mine ? net : -net;
        rows[row].your_end = end + (end && !mine ? 4 : 0);
        rows[row].level = end > 0;
        rows[row].strain = trump;
        rows[row].doubled = 0;
        rows[row].declarer = declarer;
        rows[row].vulnerable = vul;
        rows[row].tricks = made;
        rows[row].points = held;
        rows[row].tried = 1;
        ends[rows[row].your_end]++;
        tricks += made;
        squares += (double)made * made;
    }
    double seconds = (double)(clock() - t0) / CLOCKS_PER_SEC, n = (double)hands;
    tricks /= n;
    printf("%s %.1f ns a board, tricks %.5f sd %.4f ends", RNG_NAME, 1e9 * seconds / n, tricks,
           __builtin_sqrt(squares / n - tricks * tricks));
    for (int e = 0; e < 9; e++) printf(" %.6f", ends[e] / n);
    printf("\n");
    return 0;
}
