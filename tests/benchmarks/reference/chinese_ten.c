/* chinese_ten.c: one deal of Chinese Ten, all seats greedy, one core.
 *
 *   gcc -O3 -march=native -std=gnu11 chinese_ten.c -o chinese_ten -lm    [-DRNG=0..3, see rng.h]
 *   ./chinese_ten HANDS [PLAYERS] [SEED]                                  (needs avx2, bmi)
 *
 * Standard rules. A seat plays the card that wins most points (its own and its best
 * partner's, all three of a triple), or else throws the card of fewest points; ties: the
 * first in hand, in the order dealt. Of several partners the one of most points is taken,
 * ties: the lowest suit.
 *
 * A card is 13 * suit + rank, the table a mask of cards. All hands stand in one row of 32
 * bytes, seat by seat, with rows for what each card is, is worth, and would win now; a card
 * that comes to the table or leaves it changes what one rank would win, which is one compare
 * and one blend. The best card of a hand is a minimum over 16-bit keys. Whether a card
 * captures cannot be predicted, so that no branch depends on it. */
#include <immintrin.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "rng.h"

enum { DECK = 52, TURNS = 24, NONE = 255 };
#define RANKS4 0x8004002001ull

static uint8_t rank_of[DECK], points[DECK], partner_rank[13], fresh[64];
static uint64_t partners[DECK];
static int8_t best_of[13][16]; /* points of the best card of a rank among some suits; -1 for none */
static uint8_t best_suit[13][16];

typedef struct {
    _Alignas(32) uint8_t card[64], rank[64], worth[64];
    _Alignas(32) int8_t wins[64];
    uint64_t table;
    int triple, left[4], share;
} deal;

static inline uint32_t suits(uint64_t mask, int rank) { return _pext_u64(mask, RANKS4 << rank); }

static inline void set_wins(deal *d, int rank, int value) {
    __m256i keys = _mm256_load_si256((const __m256i *)d->rank), wins = _mm256_load_si256((const __m256i *)d->wins);
    __m256i sum = _mm256_add_epi8(_mm256_load_si256((const __m256i *)d->worth), _mm256_set1_epi8(value));
    if (value < 0) sum = _mm256_set1_epi8(-1);
    __m256i hit = _mm256_cmpeq_epi8(keys, _mm256_set1_epi8(partner_rank[rank]));
    _mm256_store_si256((__m256i *)d->wins, _mm256_blendv_epi8(wins, sum, hit));
}
static inline void weigh(deal *d, int rank) { set_wins(d, rank, best_of[rank][suits(d->table, rank)]); }

/* The first place of the smallest of the `size` bytes from p on; the bytes lie between -100 and 100. */
static inline int first_smallest(__m128i bytes, int size) {
    const __m128i places = _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    __m128i held = _mm_blendv_epi8(_mm_set1_epi8(127), bytes, _mm_cmpgt_epi8(_mm_set1_epi8(size), places));
    held = _mm_xor_si128(held, _mm_set1_epi8(-128)); /* now unsigned */
    __m128i low = _mm_unpacklo_epi8(places, held), high = _mm_unpackhi_epi8(places, held); /* byte * 256 + place */
    return _mm_cvtsi128_si32(_mm_minpos_epu16(_mm_min_epu16(low, high))) & 255;
}

/* Takes the byte at `place` out of a row: those behind it in the same hand move up. Whole rows, because a part stored
 * and the whole loaded at once would stall. */
static inline void drop(void *row, __m256i from, __m256i last, uint8_t filler) {
    __m256i v = _mm256_load_si256(row), moved = _mm256_alignr_epi8(_mm256_permute2x128_si256(v, v, 0x81), v, 1);
    v = _mm256_blendv_epi8(v, moved, from);
    _mm256_store_si256(row, _mm256_blendv_epi8(v, _mm256_set1_epi8(filler), last));
}

/* The card takes the best of its partners, or joins the table; returns the points won. */
static inline int put_down(deal *d, int card, uint64_t *captures) {
    int rank = rank_of[card];
    uint64_t found = d->table & partners[card];
    if (__builtin_expect(found & (found - 1), 0)) {
        if (rank == d->triple) {
            int sum = points[card];
            for (uint64_t m = found; m; m &= m - 1) sum += points[__builtin_ctzll(m)];
            d->table ^= found;
            d->triple = -1;
            ++*captures;
            return sum;
        }
        int other = partner_rank[rank];
        found = 1ull << (13 * best_suit[other][suits(d->table, other)] + other);
    }
    uint64_t took = -(uint64_t)(found != 0), changed = found | (1ull << card & ~took);
    int other = __builtin_ctzll(changed);
    d->table ^= changed;
    *captures += took & 1;
    weigh(d, rank_of[other]);
    return (points[card] + points[other]) & (int)took;
}

int main(int argc, char **argv) {
    uint64_t hands = argc > 1 ? (uint64_t)atof(argv[1]) : 1000000, seed = argc > 3 ? strtoull(argv[3], 0, 0) : 1;
    int players = argc > 2 ? atoi(argv[2]) : 2, share = TURNS / players;
    for (int i = 0; i < DECK; i++) {
        int suit = i / 13, r = i % 13, red = suit == 1 || suit == 2;
        fresh[i] = i;
        rank_of[i] = r;
        partner_rank[r] = r < 9 ? 8 - r : r;
        points[i] = red ? (r == 0 ? 20 : r < 8 ? r + 1 : 10) : 0;
    }
    points[39] = players >= 3 ? 30 : 0;
    points[0] = players >= 4 ? 40 : 0;
    for (int i = 0; i < DECK; i++) partners[i] = (RANKS4 << partner_rank[rank_of[i]]) & ~(1ull << i);
    for (int r = 0; r < 13; r++)
        for (int m = 0; m < 16; m++) {
            best_of[r][m] = -1;
            for (int s = 0; s < 4; s++)
                if (m >> s & 1 && points[13 * s + r] > best_of[r][m]) best_of[r][m] = points[13 * s + r], best_suit[r][m] = s;
        }
    rng g;
    rng_seed(&g, seed);
    uint64_t by_hand = 0, by_flip = 0;
    double sum[4] = {0}, squares[4] = {0}, wins[4] = {0};
    clock_t t0 = clock();
    for (uint64_t i = 0; i < hands; i++) {
        uint8_t deck[64];
        deal d;
        int score[4] = {0};
        rng_start(&g, i);
        memcpy(deck, fresh, 64);
        for (int k = 0; k < DECK; k++) {
            uint32_t j = k + rng_below(&g, DECK - k);
            uint8_t c = deck[j];
            deck[j] = deck[k];
            deck[k] = c;
        }
        memset(d.rank, NONE, 64);
        memset(d.wins, -1, 64);
        for (int s = 0, at = 0; s < players; s++) {
            d.left[s] = share;
            for (int k = s; k < TURNS; k += players, at++) {
                d.card[at] = deck[k];
                d.rank[at] = rank_of[deck[k]];
                d.worth[at] = points[deck[k]];
            }
        }
        d.table = 0;
        d.triple = -1;
        for (int k = 24; k < 28; k++) d.table |= 1ull << deck[k];
        for (int k = 24; k < 28; k++) weigh(&d, rank_of[deck[k]]);
        for (int k = 24; k < 26; k++) { /* three alike are among any two of four, or four */
            int r = rank_of[deck[k]];
            uint64_t same = d.table & RANKS4 << r;
            int n = __builtin_popcountll(same), all = 0;
            if (__builtin_expect(n < 3 || partner_rank[r] != r, 1)) continue;
            for (uint64_t m = same; m; m &= m - 1) all += points[__builtin_ctzll(m)];
            if (n == 4) {
                score[players - 1] += all;
                d.table = 0;
                break;
            }
            d.triple = r;
            set_wins(&d, r, all);
        }
        for (int t = 0, seat = 0; t < TURNS; t++) {
            int first = seat * share, size = d.left[seat]--;
            __m128i would = _mm_loadu_si128((const __m128i *)(d.wins + first));
            int place = first + first_smallest(_mm_sub_epi8(_mm_setzero_si128(), would), size);
            int light = first + first_smallest(_mm_loadu_si128((const __m128i *)(d.worth + first)), size);
            place = d.wins[place] < 0 ? light : place;
            int card = d.card[place];
            const __m256i lanes = _mm256_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20,
                                                   21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
            __m256i end = _mm256_set1_epi8(first + size - 1), last = _mm256_cmpeq_epi8(lanes, end);
            __m256i from = _mm256_andnot_si256(_mm256_cmpgt_epi8(lanes, end), _mm256_cmpgt_epi8(lanes, _mm256_set1_epi8(place - 1)));
            drop(d.card, from, last, NONE);
            drop(d.rank, from, last, NONE);
            drop(d.worth, from, last, 0);
            drop(d.wins, from, last, 255);
            score[seat] += put_down(&d, card, &by_hand);
            score[seat] += put_down(&d, deck[28 + t], &by_flip);
            seat = seat == players - 1 ? 0 : seat + 1;
        }
        int high = 0, winners = 0;
        for (int s = 0; s < players; s++) high = score[s] > high ? score[s] : high;
        for (int s = 0; s < players; s++) winners += score[s] == high;
        for (int s = 0; s < players; s++) {
            sum[s] += score[s];
            squares[s] += score[s] * score[s];
            wins[s] += (score[s] == high) / (double)winners;
        }
    }
    double cpu = (double)(clock() - t0) / CLOCKS_PER_SEC;
    printf("chinese_ten players=%d hands=%llu rng=%s cpu=%.3fs hands/s=%.4g ns/hand=%.1f\n", players, (unsigned long long)hands,
           RNG_NAME, cpu, hands / cpu, cpu / hands * 1e9);
    printf("by hand %.4f by flip %.4f", (double)by_hand / hands, (double)by_flip / hands);
    for (int s = 0; s < players; s++)
        printf("  seat %d: %.3f sd %.2f wins %.5f", s, sum[s] / hands, sqrt(squares[s] / hands - sum[s] / hands * sum[s] / hands), wins[s] / hands);
    printf("\n");
    return 0;
}
