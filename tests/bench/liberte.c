/*
 * liberte.c - independent reference implementation of Liberte
 *
 * Written from the rules alone (data/liberte/rules.md) without a look at the Python code;
 * "S n" in the comments below is a section of those rules.  Every player chooses uniformly
 * at random among the options the decision protocol (S 13) lists.  Single thread.
 *
 *   gcc -O3 -march=native -o liberte liberte.c -lm
 *   gcc -O1 -g -DDEBUG -fsanitize=address,undefined -o liberte_dbg liberte.c -lm
 *
 *   ./liberte -p 4 -g 100000 -s 7 -d FOLDER [--set key=value]... [-v]
 *
 * FOLDER holds cards.csv, provinces.csv and regions.csv.  The parameters have the delivered
 * values compiled in; --set changes one of them (a list is written 3;4).  -v prints the
 * events (S 14) of the first game on stderr.
 *
 * -DDEBUG  conservation of blocks, tokens and cards, and range asserts, after every event
 *
 * Representation
 *   card type   0..127, the rows of cards.csv in order
 *   cards held  two 64 bit words, one bit per type held (so that "types, in card order" is
 *               the order of the bits), the copies of each type, and their sum
 *   province    0..31, the rows of provinces.csv in order of `number`; a set of provinces
 *               is a uint32_t
 *   deck        the shuffle is done one card at a time, when the card is drawn (the same
 *               distribution); cards below `base` (set B) lie under all the others
 *   colours     R 0, B 1, W 2; 3 stands for "none" and "any"
 */
#define _GNU_SOURCE
#include <assert.h>
#include <getopt.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef __BMI2__
#include <immintrin.h>
#endif

#ifdef DEBUG
#define INLINE static inline __attribute__((unused))
#else
#define INLINE static inline __attribute__((always_inline))
#endif

/* ------------------------------------------------------------------ tables */

enum { MAXT = 128, MAXCARDS = 512, MAXPROV = 32, MAXREG = 8, MAXP = 6, MAXSLOT = 16, MAXTURN = 4 };
enum { R, B, W, NOCOL };
enum { PERSONALITY, CLUB, SPECIAL, ANYTYPE };
enum { STRIKE, REMOVE, CLEAR, NEFFECT };
static const char *const col_name[4] = { "R", "B", "W", "none" };
static const char *const effect_name[NEFFECT] = { "strike_card", "remove_block", "clear_colour" };

enum { D_REFILL_DISCARD, D_REFILL_DRAW, D_ACTION_KIND, D_PLAY_CARD, D_USE_CARD, D_PLACE_BLOCK,
       D_KEEP_CARD, D_TARGET_PLAYER, D_TARGET_CARD, D_TARGET_PROVINCE, D_TARGET_STACK,
       D_TAKE_DISCARD, D_TAKE_SOURCE, D_TAKE_SECOND, D_BATTLE, D_PROVINCE, D_PARIS,
       D_GOVERNMENT, D_OPPOSITION, D_AWARD, D_OVERFLOW, NDEC };
static const char *const dec_name[NDEC] = {
    "refill_discard", "refill_draw", "action_kind", "play_card", "use_card", "place_block",
    "keep_card", "target_player", "target_card", "target_province", "target_stack",
    "take_discard", "take_source", "take_second", "battle_advance", "province_advance",
    "paris_advance", "government_advance", "opposition_advance", "award_advance",
    "overflow_discard" };

enum { END_NORMAL, END_CR, END_LANDSLIDE, NEND };
static const char *const end_name[NEND] = { "normal", "counter_revolution", "landslide" };
enum { PH_SUPPLY, PH_ALL_PASS, PH_CAP, PH_CUT, NPH };
static const char *const phase_name[NPH] = { "supply", "all_pass", "cap", "cut" };
enum { S_GOV, S_OPP, S_BATTLE, S_PROVINCE, NSRC };
static const char *const src_name[NSRC] = { "government", "opposition", "battle", "province" };

typedef struct { uint64_t w[2]; } Set;                  /* a set of card types */

static int ntypes, ncards, ncards_set[2];
static char *type_name[MAXT];
static int type_count[MAXT], type_set[MAXT];
static uint8_t type_kind[MAXT], type_col[MAXT], type_val[MAXT], type_sc[MAXT], type_cannon[MAXT],
    type_effect[MAXT], type_tcol[MAXT], type_needs_presence[MAXT], type_needs_gov[MAXT],
    type_needs_stack[MAXT];
static int type_amount[MAXT];
static uint32_t type_prov[MAXT];                        /* provinces a card may place in */
static Set type_target[MAXT];                           /* S 1.3: what a striking card may hit */
static Set set_col[3], set_general, set_sc, set_special, set_v1;
static Set set_second[MAXREG][3];                       /* S 13.4: second value-1 card, by region and colour */
static uint8_t full_deck[MAXCARDS];                     /* set B below set A */

static int nprov, nreg;
static char *prov_name[MAXPROV], *reg_id[MAXREG];
static int prov_number[MAXPROV], prov_vp[MAXPROV], prov_votes[MAXPROV];
static uint8_t prov_reg[MAXPROV];
static uint32_t reg_mask[MAXREG], all_prov, cr_mask;

/* ------------------------------------------------------------- parameters */

static struct {
    int players_min, players_max, turns, blocks_total, blocks[3], reserved, tokens, on_tracks,
        start_hand, refill_to, faceup, take_threshold, take_count, limit, limit_sc, stack_max,
        stacks_per_province, max_rounds, battle_first, battle_vp[MAXTURN + 1], gov_first,
        gov_second, opp_first, gov_tie_each, step_back, presence_needed, vp_turns, landslide,
        cr_needed, cr_total, cr_turns, set_a, set_b, points_hand, points_display, vp_track;
} pr = {
    .players_min = 3, .players_max = 6, .turns = 4, .blocks_total = 82, .blocks = { 30, 28, 24 },
    .reserved = 2, .tokens = 20, .on_tracks = 2, .start_hand = 7, .refill_to = 7, .faceup = 3,
    .take_threshold = 9, .take_count = 2, .limit = 4, .limit_sc = 5, .stack_max = 3,
    .stacks_per_province = 3, .max_rounds = 200, .battle_first = 2, .battle_vp = { 0, -1, 4, 4, 4 },
    .gov_first = 5, .gov_second = 2, .opp_first = 3, .gov_tie_each = 2, .step_back = 1,
    .presence_needed = 1, .vp_turns = 1 << 3 | 1 << 4, .landslide = 17, .cr_needed = 7,
    .cr_total = 14, .cr_turns = 1 << 3 | 1 << 4, .set_a = 57, .set_b = 53, .points_hand = 0,
    .points_display = 1, .vp_track = 20 };

/* Those marked "info" are facts about the tables, without an effect of their own. */
static const struct { const char *key; int *at, turn_list; } param[] = {
    { "players_min", &pr.players_min, 0 }, { "players_max", &pr.players_max, 0 },
    { "turns", &pr.turns, 0 }, { "blocks_total", &pr.blocks_total, 0 },                 /* info */
    { "blocks_red", &pr.blocks[R], 0 }, { "blocks_blue", &pr.blocks[B], 0 },
    { "blocks_white", &pr.blocks[W], 0 }, { "blocks_reserved_turn1_each", &pr.reserved, 0 },
    { "tokens_per_player", &pr.tokens, 0 }, { "tokens_on_tracks", &pr.on_tracks, 0 },
    { "start_hand", &pr.start_hand, 0 }, { "refill_hand_to", &pr.refill_to, 0 },
    { "faceup_cards", &pr.faceup, 0 }, { "take_discard_threshold", &pr.take_threshold, 0 },
    { "take_discard_count", &pr.take_count, 0 }, { "display_limit", &pr.limit, 0 },
    { "display_limit_sansculottes", &pr.limit_sc, 0 }, { "stack_max", &pr.stack_max, 0 },
    { "stacks_per_province", &pr.stacks_per_province, 0 },
    { "max_action_rounds", &pr.max_rounds, 0 }, { "battle_first_turn", &pr.battle_first, 0 },
    { "battle_vp_turn1", &pr.battle_vp[1], 0 }, { "battle_vp_turn2", &pr.battle_vp[2], 0 },
    { "battle_vp_turn3", &pr.battle_vp[3], 0 }, { "battle_vp_turn4", &pr.battle_vp[4], 0 },
    { "gov_first_vp", &pr.gov_first, 0 }, { "gov_second_vp", &pr.gov_second, 0 },
    { "opposition_first_vp", &pr.opp_first, 0 },
    { "gov_first_tie_unbroken_each_vp", &pr.gov_tie_each, 0 },
    { "gov_tie_step_back", &pr.step_back, 0 }, { "presence_blocks_needed", &pr.presence_needed, 0 },
    { "vp_province_turns", &pr.vp_turns, 1 }, { "landslide_red_votes", &pr.landslide, 0 },
    { "cr_provinces_needed", &pr.cr_needed, 0 }, { "cr_provinces_total", &pr.cr_total, 0 }, /* info */
    { "cr_active_turns", &pr.cr_turns, 1 }, { "set_A_cards", &pr.set_a, 0 },            /* info */
    { "set_B_cards", &pr.set_b, 0 },                                                    /* info */
    { "points_sudden_death_count_hand", &pr.points_hand, 0 },
    { "points_sudden_death_count_display", &pr.points_display, 0 },
    { "vp_track_max", &pr.vp_track, 0 } };                                              /* info */
enum { NPARAM = sizeof param / sizeof *param };

/* ---------------------------------------------------------- state and stats */

typedef struct { uint64_t w[2]; int size; uint8_t n[MAXT]; } Cards;

typedef struct {
    uint64_t rng;
    /* board: a stack is (province, owner) */
    uint8_t  size[MAXPROV][8], col[MAXPROV][8], nst[MAXPROV];
    uint32_t st[MAXP][3];               /* provinces with a stack of the player, by colour */
    uint32_t maxed[MAXP];               /* ... with a stack of stack_max blocks */
    uint32_t full;                      /* provinces with stacks_per_province stacks */
    uint32_t dirty, white;              /* to be looked at again; controlled by white (S 8.1) */
    int      supply[3], reserve[3], free[MAXP], battle[MAXP], presence[MAXP], held[MAXP][3];
    int      votes[3], gov, lost, owed, exhausted, turn, inplay;
    int      vp[MAXP], order[MAXP];
    int      ndeck, ndisc, nbox, base, gaps;
    int      market[MAXSLOT];           /* a type, or -1 for a gap */
    uint32_t dec[NDEC];                 /* decisions asked this game, by name */
    uint32_t reshuffles;
    uint8_t  deck[MAXCARDS], disc[MAXCARDS], box[MAXCARDS];
    Cards    hand[MAXP], disp[MAXP];
} Game;

static struct {
    uint64_t dec[NDEC], dec_sum, dec_sum2;
    uint64_t end[NEND], end_turn[MAXTURN + 1], winner_vp, vp_seat[MAXP], vp_order[MAXP], src[NSRC];
    uint64_t shared, points[NEND];
    double   share[MAXP];
    uint64_t board, hand, disp, free, reshuffles, lost;
    uint64_t plays, takes, passes, blocks, tokens, second, second_takes, kept, special[NEFFECT], struck;
    uint64_t n_election, prov_votes[MAXPROV];
    struct {
        uint64_t n, rounds, rounds2, end[NPH], cut0, n_battle, won, lost_nobody, lost_tie, tokens;
        uint64_t n_election, n_government, votes[3], before[3], gov[4], by[3], opp[4];
        uint64_t tied, card, unbroken, empty;
    } turn[MAXTURN + 1];
} st;

#define LOG(...) do { if (v) fprintf(stderr, __VA_ARGS__); } while (0)

/* ------------------------------------------------------------------- chance */

INLINE uint64_t next64(Game *g)                         /* splitmix64 */
{
    uint64_t z = (g->rng += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

INLINE uint32_t below(Game *g, uint32_t n)              /* Lemire, unbiased, n >= 1 */
{
    uint64_t m = (next64(g) >> 32) * n;
    if (__builtin_expect((uint32_t)m < n, 0)) {
        uint32_t t = -n % n;
        while ((uint32_t)m < t) m = (next64(g) >> 32) * n;
    }
    return (uint32_t)(m >> 32);
}

/* S 13.1: one index of a list; a list with one option is not counted. */
INLINE int choose(Game *g, int dec, int options)
{
    g->dec[dec] += options > 1;
    return (int)below(g, (uint32_t)options);
}

/* --------------------------------------------------------------------- sets */

INLINE int nth64(uint64_t set, int k)                   /* k-th bit set */
{
#ifdef __BMI2__
    return __builtin_ctzll(_pdep_u64(1ull << k, set));
#else
    while (k--) set &= set - 1;
    return __builtin_ctzll(set);
#endif
}

INLINE int many(Set s) { return __builtin_popcountll(s.w[0]) + __builtin_popcountll(s.w[1]); }
INLINE int any(Set s) { return (s.w[0] | s.w[1]) != 0; }
INLINE Set both(const uint64_t *a, Set b) { return (Set){ { a[0] & b.w[0], a[1] & b.w[1] } }; }
INLINE Set either(Set a, Set b) { return (Set){ { a.w[0] | b.w[0], a.w[1] | b.w[1] } }; }
INLINE Set all_of(const Cards *c) { return (Set){ { c->w[0], c->w[1] } }; }
INLINE int has(Set s, int c) { return (s.w[c >> 6] >> (c & 63)) & 1; }

INLINE int nth(Set s, int k)                            /* k-th type of a set, in card order */
{
    int low = __builtin_popcountll(s.w[0]);
    return k < low ? nth64(s.w[0], k) : 64 + nth64(s.w[1], k - low);
}

INLINE void put(Cards *s, int c)
{
    s->n[c]++;
    s->size++;
    s->w[c >> 6] |= 1ull << (c & 63);
}

INLINE void drop(Cards *s, int c)
{
    s->size--;
    s->w[c >> 6] &= ~((uint64_t)(--s->n[c] == 0) << (c & 63));
}

INLINE int limit_of(Set s) { return any(both(s.w, set_sc)) ? pr.limit_sc : pr.limit; }

/* Everything that must hold between two events. */
static void check(const Game *g, int n)
{
#ifdef DEBUG
    int sum[3], cards[MAXT] = { 0 }, stacks[MAXP] = { 0 };
    for (int c = 0; c < 3; c++) {
        assert(g->supply[c] >= 0 && g->reserve[c] >= 0);
        sum[c] = g->supply[c] + g->reserve[c] + (c == W ? g->lost : 0);
        for (int p = 0; p < n; p++) { assert(g->held[p][c] >= 0); sum[c] += g->held[p][c]; }
    }
    for (int r = 0; r < nprov; r++) {
        int here = 0, white = 0, other = 0;
        for (int p = 0; p < n; p++) {
            int k = g->size[r][p], c = g->col[r][p];
            assert(k <= pr.stack_max);
            if (k) {
                assert(c < 3);
                sum[c] += k;
                stacks[p]++;
                here++;
                if (c == W) white = k > white ? k : white; else other = k > other ? k : other;
            }
            for (int i = 0; i < 3; i++) assert(((g->st[p][i] >> r) & 1) == (k > 0 && i == c));
            assert(((g->maxed[p] >> r) & 1) == (k == pr.stack_max));
        }
        for (int p = n; p < 8; p++) assert(g->size[r][p] == 0);
        assert(here == g->nst[r] && here <= pr.stacks_per_province);
        assert(((g->full >> r) & 1) == (here == pr.stacks_per_province));
        if (!((g->dirty >> r) & 1)) assert(((g->white >> r) & 1) == (white > other));
    }
    int total = 0;
    for (int c = 0; c < 3; c++) { assert(sum[c] == pr.blocks[c]); total += sum[c]; }
    assert(total == pr.blocks[R] + pr.blocks[B] + pr.blocks[W]);
    for (int p = 0; p < n; p++) {
        assert(g->free[p] >= 0 && g->battle[p] >= 0 && (g->presence[p] == 0 || g->presence[p] == 1));
        assert(pr.on_tracks + g->free[p] + stacks[p] + g->battle[p] + g->presence[p] == pr.tokens);
        const Cards *both_of[2] = { &g->hand[p], &g->disp[p] };
        for (int i = 0; i < 2; i++) {
            int size = 0;
            for (int c = 0; c < MAXT; c++) {
                cards[c] += both_of[i]->n[c];
                size += both_of[i]->n[c];
                assert(has(all_of(both_of[i]), c) == (both_of[i]->n[c] > 0));
            }
            assert(size == both_of[i]->size);
        }
        assert(g->disp[p].size <= limit_of(all_of(&g->disp[p])));
        assert(!any(both(g->disp[p].w, set_special)));
        assert(g->vp[p] >= 0);
    }
    int gaps = 0;
    assert(g->base <= ncards_set[1] && g->ndeck >= 0 && g->ndisc >= 0);
    for (int i = 0; i < g->ndeck; i++) cards[g->deck[i]]++;
    for (int i = 0; i < g->ndisc; i++) cards[g->disc[i]]++;
    for (int i = 0; i < g->nbox; i++) cards[g->box[i]]++;
    for (int i = 0; i < pr.faceup; i++) if (g->market[i] < 0) gaps++; else cards[g->market[i]]++;
    if (g->inplay >= 0) cards[g->inplay]++;
    assert(gaps == g->gaps);
    total = 0;
    for (int c = 0; c < ntypes; c++) { assert(cards[c] == type_count[c]); total += cards[c]; }
    assert(total == ncards);
    assert(g->lost >= 0 && g->owed >= 0 && g->lost + g->owed <= MAXTURN);
#else
    (void)g; (void)n;
#endif
}

/* -------------------------------------------------------------------- cards */

INLINE void discard(Game *g, int c) { g->disc[g->ndisc++] = (uint8_t)c; }

/* S 3, draw rule.  -1: nothing to draw. */
INLINE int draw(Game *g, const int v)
{
    if (__builtin_expect(g->ndeck == 0, 0)) {
        if (g->ndisc == 0) return -1;
        memcpy(g->deck, g->disc, (size_t)g->ndisc);
        g->ndeck = g->ndisc;
        g->ndisc = 0;
        g->base = 0;
        g->reshuffles++;
        LOG("deck_reshuffled %d cards\n", g->ndeck);
    }
    if (g->ndeck == g->base) g->base = 0;
    int i = g->base + (int)below(g, (uint32_t)(g->ndeck - g->base));
    int c = g->deck[i];
    g->deck[i] = g->deck[--g->ndeck];
    return c;
}

INLINE void fill_market(Game *g, const int v)           /* S 3: slot 1 first */
{
    if (g->gaps == 0) return;
    for (int s = 0; s < pr.faceup; s++)
        if (g->market[s] < 0) {
            int c = draw(g, v);
            if (c < 0) return;
            g->market[s] = c;
            g->gaps--;
            LOG("market_filled slot %d, %s\n", s + 1, type_name[c]);
        }
}

static int take_slot(Game *g, int p, int s, const int n, const int v)
{
    int c = g->market[s];
    g->market[s] = -1;
    g->gaps++;
    put(&g->hand[p], c);
    LOG("card_taken P%d %s\n", p, type_name[c]);
    check(g, n);
    fill_market(g, v);
    check(g, n);
    return c;
}

/* S 13.1.3: market types by slot, a type once, at its first slot. */
INLINE int market_list(const Game *g, int *slot, int only_v1)
{
    int k = 0;
    for (int s = 0; s < pr.faceup; s++) {
        int c = g->market[s];
        if (c < 0 || (only_v1 && !has(set_v1, c))) continue;
        int i = 0;
        while (i < k && g->market[slot[i]] != c) i++;
        if (i == k) slot[k++] = s;
    }
    return k;
}

/* refill_draw and take_source: returns a market card that was taken, -1 after a blind
 * draw, -2 if nothing could be taken. */
static int take_one(Game *g, int p, int dec, const int n, const int v)
{
    int slot[MAXSLOT];
    fill_market(g, v);
    int k = market_list(g, slot, 0), options = k + (g->ndeck + g->ndisc > 0);
    if (options == 0) return -2;
    int i = choose(g, dec, options);
    if (i < k) return take_slot(g, p, slot[i], n, v);
    int c = draw(g, v);
    put(&g->hand[p], c);
    LOG("card_drawn P%d %s\n", p, type_name[c]);
    check(g, n);
    return -1;
}

/* S 5A.5, overflow_discard: after a card has left the display of p. */
INLINE void overflow(Game *g, int p, const int v)
{
    while (__builtin_expect(g->disp[p].size > limit_of(all_of(&g->disp[p])), 0)) {
        Set s = all_of(&g->disp[p]);
        int c = nth(s, choose(g, D_OVERFLOW, many(s)));
        drop(&g->disp[p], c);
        discard(g, c);
        LOG("display_overflow P%d %s\n", p, type_name[c]);
    }
}

/* One player's turn in a card contest: a type, or -1 (nothing to advance, or NONE). */
static int advance(Game *g, int p, Set s, int dec, const int n, const int v)
{
    s = both(g->disp[p].w, s);
    if (!any(s)) return -1;
    int k = many(s), i = choose(g, dec, k + 1);
    if (i == k) return -1;
    int c = nth(s, i);
    drop(&g->disp[p], c);
    discard(g, c);
    LOG("card_advanced %s P%d %s (%s%d)\n", dec_name[dec], p, type_name[c], col_name[type_col[c]],
        type_val[c]);
    overflow(g, p, v);
    check(g, n);
    return c;
}

/* A round of a contest between the players in `who`; set_of[p] may be advanced by p.
 * Returns the players who share the highest value (none: no card was advanced). */
static unsigned contest(Game *g, unsigned who, const Set *set_of, int dec, const int n, const int v)
{
    int best = -1;
    unsigned top = 0;
    for (int i = 0; i < n; i++) {
        int p = g->order[i];
        if (!((who >> p) & 1)) continue;
        int c = advance(g, p, set_of[p], dec, n, v);
        if (c < 0) continue;
        if (type_val[c] > best) { best = type_val[c]; top = 0; }
        if (type_val[c] == best) top |= 1u << p;
    }
    return top;
}

INLINE int single(unsigned m) { return m && !(m & (m - 1)); }

/* -------------------------------------------------------------------- board */

/* S 5A.1: provinces (of any region) where p may place a block of colour c. */
INLINE uint32_t legal(const Game *g, int p, int c)
{
    uint32_t own = g->st[p][0] | g->st[p][1] | g->st[p][2];
    uint32_t m = g->st[p][c] & ~g->maxed[p];
    if (g->free[p] > 0) m |= all_prov & ~own & ~g->full;
    m = g->supply[c] > 0 ? m : 0;
#ifdef DEBUG
    for (int r = 0; r < nprov; r++) {
        int k = g->size[r][p], stacks = 0;
        for (int q = 0; q < MAXP; q++) stacks += g->size[r][q] > 0;
        int ok = k ? g->col[r][p] == c && k < pr.stack_max
                   : stacks < pr.stacks_per_province && g->free[p] > 0;
        assert((int)((m >> r) & 1) == (ok && g->supply[c] > 0));
    }
#endif
    return m;
}

INLINE int place_block(Game *g, int p, int c, uint32_t where, const int n, const int v)
{
    int r = nth64(where, choose(g, D_PLACE_BLOCK, __builtin_popcount(where)));
    uint32_t bit = 1u << r;
    if (g->size[r][p] == 0) {
        g->col[r][p] = (uint8_t)c;
        g->st[p][c] |= bit;
        g->free[p]--;
        if (++g->nst[r] == pr.stacks_per_province) g->full |= bit;
    }
    if (++g->size[r][p] == pr.stack_max) g->maxed[p] |= bit;
    g->dirty |= bit;
    g->supply[c]--;
    st.blocks++;
    LOG("block_placed P%d %s %s, stack %d\n", p, col_name[c], prov_name[r], g->size[r][p]);
    if (g->supply[c] == 0) {
        g->exhausted = 1;
        LOG("supply_exhausted %s\n", col_name[c]);
    }
    check(g, n);
    return r;
}

/* k blocks leave a stack; where they go is the caller's business.  Returns the colour. */
INLINE int lift(Game *g, int r, int p, int k)
{
    uint32_t bit = 1u << r;
    int c = g->col[r][p];
    g->size[r][p] = (uint8_t)(g->size[r][p] - k);
    g->maxed[p] &= ~bit;
    g->dirty |= bit;
    if (g->size[r][p] == 0) {
        g->st[p][c] &= ~bit;
        g->free[p]++;
        g->nst[r]--;
        g->full &= ~bit;
    }
    return c;
}

INLINE void remove_blocks(Game *g, int r, int p, int k, const char *why, const int n, const int v)
{
    int c = lift(g, r, p, k);
    g->supply[c] += k;
    LOG("%s %s, P%d %s %s, %d gone\n", g->size[r][p] ? "block_removed" : "stack_removed", why, p,
        col_name[c], prov_name[r], k);
    check(g, n);
}

/* S 8.1.  Is it a counter-revolution now? */
static int revolution(Game *g, const int n, const int v)
{
    if (!((pr.cr_turns >> g->turn) & 1)) return 0;
    uint32_t d = g->dirty;
    g->dirty = 0;
    for (; d; d &= d - 1) {
        int r = __builtin_ctz(d), white = 0, other = 0;
        for (int p = 0; p < n; p++) {
            int k = g->size[r][p];
            if (g->col[r][p] == W) white = k > white ? k : white;
            else other = k > other ? k : other;
        }
        g->white = (g->white & ~(1u << r)) | (uint32_t)(white > other) << r;
    }
    int k = __builtin_popcount(g->white & cr_mask);
    check(g, n);
    if (k + g->lost < pr.cr_needed) return 0;
    LOG("counter_revolution %d white CR provinces, %d lost-battle blocks\n", k, g->lost);
    return 1;
}

/* ----------------------------------------------------------------- specials */

INLINE uint32_t stacks_of(const Game *g, int c, const int n)    /* provinces with a stack; c = 3: any */
{
    uint32_t m = 0;
    for (int p = 0; p < n; p++)
        m |= c < 3 ? g->st[p][c] : g->st[p][0] | g->st[p][1] | g->st[p][2];
    return m;
}

INLINE uint32_t special_provinces(const Game *g, int c, const int n)
{
    uint32_t m = stacks_of(g, type_tcol[c], n);
    if (type_needs_stack[c] < 3) m &= stacks_of(g, type_needs_stack[c], n);
    return m;
}

INLINE int special_playable(const Game *g, int p, int c, const int n)
{
    if (type_needs_presence[c] && !g->presence[p]) return 0;
    if (type_needs_gov[c] < 3 && g->gov != type_needs_gov[c]) return 0;
    if (type_effect[c] != STRIKE) return special_provinces(g, c, n) != 0;
    for (int q = 0; q < n; q++)
        if (q != p && any(both(g->disp[q].w, type_target[c]))) return 1;
    return 0;
}

static void play_special(Game *g, int p, int c, const int n, const int v)
{
    st.special[type_effect[c]]++;
    discard(g, c);
    g->inplay = -1;
    check(g, n);
    if (type_effect[c] == STRIKE) {
        int list[MAXP], k = 0;
        for (int i = 0; i < n; i++) {
            int q = g->order[i];
            if (q != p && any(both(g->disp[q].w, type_target[c]))) list[k++] = q;
        }
        int q = list[choose(g, D_TARGET_PLAYER, k)];
        Set s = both(g->disp[q].w, type_target[c]);
        int x = nth(s, choose(g, D_TARGET_CARD, many(s)));
        drop(&g->disp[q], x);
        g->box[g->nbox++] = (uint8_t)x;
        st.struck++;
        LOG("card_struck P%d, victim P%d, %s\n", p, q, type_name[x]);
        overflow(g, q, v);
        check(g, n);
        return;
    }
    uint32_t m = special_provinces(g, c, n);
    int r = nth64(m, choose(g, D_TARGET_PROVINCE, __builtin_popcount(m))), list[MAXP], k = 0;
    for (int i = 0; i < n; i++) {
        int q = g->order[i];
        if (g->size[r][q] && (type_tcol[c] == NOCOL || g->col[r][q] == type_tcol[c])) list[k++] = q;
    }
    if (type_effect[c] == REMOVE) {
        int q = list[choose(g, D_TARGET_STACK, k)];
        int a = type_amount[c] < g->size[r][q] ? type_amount[c] : g->size[r][q];
        remove_blocks(g, r, q, a, type_name[c], n, v);
    } else
        for (int i = 0; i < k; i++) remove_blocks(g, r, list[i], g->size[r][list[i]], type_name[c], n, v);
}

/* ------------------------------------------------------------------ actions */

enum { FIRST, SECOND, NOMORE };         /* what club or personality the action still allows */

/* S 13.4.  reg: the region r of a second value-1 card.  quick: it is enough to know whether
 * there is one. */
INLINE Set playable(const Game *g, int p, int stage, int reg, int special, const int quick, const int n)
{
    const Cards *h = &g->hand[p];
    Set out = { { 0, 0 } };
    if (stage == FIRST) {
        const uint32_t where[4] = { legal(g, p, R), legal(g, p, B), legal(g, p, W), 0 };
        const int battle = g->turn >= pr.battle_first && g->free[p] > 0;
        for (int i = 0; i < 2; i++)
            for (uint64_t m = h->w[i]; m; m &= m - 1) {
                int b = __builtin_ctzll(m), c = 64 * i + b;
                out.w[i] |= (uint64_t)(((where[type_col[c]] & type_prov[c]) != 0)
                                       | (type_cannon[c] & battle)) << b;
                if (quick && out.w[i]) return out;
            }
    } else if (stage == SECOND) {
        for (int c = 0; c < 3; c++)
            if (legal(g, p, c) & reg_mask[reg]) out = either(out, both(h->w, set_second[reg][c]));
    }
    if (special)
        for (int i = 0; i < 2; i++)
            for (uint64_t m = h->w[i] & set_special.w[i]; m; m &= m - 1) {
                int b = __builtin_ctzll(m);
                out.w[i] |= (uint64_t)special_playable(g, p, 64 * i + b, n) << b;
            }
    return out;
}

INLINE void keep_or_discard(Game *g, int p, int c, const int n, const int v)    /* S 5A.5 */
{
    int room = g->disp[p].size < (type_sc[c] ? pr.limit_sc : limit_of(all_of(&g->disp[p])));
    g->inplay = -1;
    if (room && choose(g, D_KEEP_CARD, 2) == 0) {
        put(&g->disp[p], c);
        st.kept++;
        LOG("card_kept P%d %s, display %d\n", p, type_name[c], g->disp[p].size);
    } else {
        discard(g, c);
        LOG("card_discarded P%d %s, not kept\n", p, type_name[c]);
    }
    check(g, n);
}

static void action_play(Game *g, int p, Set s, const int n, const int v)
{
    int stage = FIRST, reg = 0, special = 1, done = 0;
    for (;;) {
        int k = many(s), i = choose(g, D_PLAY_CARD, k + done);
        if (i == k) return;
        int c = nth(s, i);
        drop(&g->hand[p], c);
        g->inplay = c;
        if (type_kind[c] == SPECIAL) {
            LOG("card_played P%d %s, special\n", p, type_name[c]);
            special = 0;
            play_special(g, p, c, n, v);
        } else if (stage == FIRST) {
            int col = type_col[c], blocks = (legal(g, p, col) & type_prov[c]) != 0;
            int battle = type_cannon[c] && g->turn >= pr.battle_first && g->free[p] > 0;
            stage = NOMORE;
            if (choose(g, D_USE_CARD, blocks + battle) < blocks) {
                LOG("card_played P%d %s, blocks\n", p, type_name[c]);
                for (int b = 0; b < type_val[c]; b++) {
                    uint32_t where = legal(g, p, col) & type_prov[c];
                    if (!where) break;
                    reg = prov_reg[place_block(g, p, col, where, n, v)];
                }
                if (type_val[c] == 1) stage = SECOND;
            } else {
                LOG("card_played P%d %s, battle\n", p, type_name[c]);
                g->free[p]--;
                g->battle[p]++;
                st.tokens++;
                LOG("battle_token_placed P%d, %d in the box\n", p, g->battle[p]);
                check(g, n);
            }
            keep_or_discard(g, p, c, n, v);
        } else {
            LOG("card_played P%d %s, second card\n", p, type_name[c]);
            stage = NOMORE;
            st.second++;
            place_block(g, p, type_col[c], legal(g, p, type_col[c]) & reg_mask[reg], n, v);
            keep_or_discard(g, p, c, n, v);
        }
        if (stage == NOMORE && !special) return;
        s = playable(g, p, stage, reg, special, 0, n);
        if (!any(s)) return;
        done = 1;
    }
}

INLINE void action_take(Game *g, int p, const int n, const int v)       /* S 5B */
{
    if (g->hand[p].size >= pr.take_threshold)
        for (int i = 0; i < pr.take_count && g->hand[p].size; i++) {
            Set s = all_of(&g->hand[p]);
            int c = nth(s, choose(g, D_TAKE_DISCARD, many(s)));
            drop(&g->hand[p], c);
            discard(g, c);
            LOG("card_discarded P%d %s, take\n", p, type_name[c]);
            check(g, n);
        }
    int c = take_one(g, p, D_TAKE_SOURCE, n, v);
    if (c < 0 || !has(set_v1, c)) return;
    int slot[MAXSLOT], k = market_list(g, slot, 1);
    if (k == 0) return;
    int i = choose(g, D_TAKE_SECOND, k + 1);
    if (i == k) return;
    st.second_takes++;
    take_slot(g, p, slot[i], n, v);
}

/* S 5.  Returns "it was a pass". */
INLINE int action(Game *g, int p, const int n, const int v)
{
    int play = any(playable(g, p, FIRST, 0, 1, 1, n));
    int take = pr.faceup - g->gaps + g->ndeck + g->ndisc > 0 || g->hand[p].size >= pr.take_threshold;
    int i = choose(g, D_ACTION_KIND, play + take + 1);
    if (i < play) {
        st.plays++;
        action_play(g, p, playable(g, p, FIRST, 0, 1, 0, n), n, v);
        return 0;
    }
    if (i < play + take) {
        st.takes++;
        action_take(g, p, n, v);
        return 0;
    }
    st.passes++;
    LOG("player_passed P%d\n", p);
    return 1;
}

/* ------------------------------------------------------- phases of a turn */

INLINE void score(Game *g, int p, int vp, int src, const int v)
{
    g->vp[p] += vp;
    st.src[src] += (uint64_t)vp;
    LOG("vp_scored P%d %d (%s), total %d\n", p, vp, src_name[src], g->vp[p]);
}

static void player_order(Game *g, const int n, const int v)             /* P1 */
{
    if (g->turn == 2) {
        for (int c = 0; c < 3; c++) { g->supply[c] += g->reserve[c]; g->reserve[c] = 0; }
        LOG("reserve_returned %d of each colour\n", pr.reserved);
    }
    for (int i = n - 1; i > 0; i--) {                   /* a random order, then a stable sort */
        int j = (int)below(g, (uint32_t)i + 1), p = g->order[i];
        g->order[i] = g->order[j];
        g->order[j] = p;
    }
    for (int i = 1; i < n; i++) {
        int p = g->order[i], j = i;
        for (; j > 0 && g->vp[g->order[j - 1]] < g->vp[p]; j--) g->order[j] = g->order[j - 1];
        g->order[j] = p;
    }
    LOG("order_set");
    for (int i = 0; i < n; i++) LOG(" P%d (%d VP)", g->order[i], g->vp[g->order[i]]);
    LOG("\n");
    check(g, n);
}

static void refresh_hands(Game *g, const int n, const int v)            /* P2 */
{
    for (int i = 0; i < n; i++) {
        int p = g->order[i];
        LOG("display_returned P%d, %d cards\n", p, g->disp[p].size);
        while (g->disp[p].size) {
            int c = nth(all_of(&g->disp[p]), 0);
            drop(&g->disp[p], c);
            put(&g->hand[p], c);
        }
    }
    check(g, n);
    for (int i = 0; i < n; i++) {
        int p = g->order[i];
        while (g->hand[p].size) {
            Set s = all_of(&g->hand[p]);
            int k = many(s), j = choose(g, D_REFILL_DISCARD, k + 1);
            if (j == k) break;
            int c = nth(s, j);
            drop(&g->hand[p], c);
            discard(g, c);
            LOG("card_discarded P%d %s, refill\n", p, type_name[c]);
            check(g, n);
        }
        while (g->hand[p].size < pr.refill_to)
            if (take_one(g, p, D_REFILL_DRAW, n, v) == -2) break;
    }
}

/* P3.  Returns 1 if a counter-revolution cut it. */
INLINE int action_phase(Game *g, const int n, const int v)
{
    int round = 0, reason = PH_CUT;
    g->exhausted = 0;
    for (int c = 0; c < 3; c++)
        if (g->supply[c] == 0) { g->exhausted = 1; LOG("supply_exhausted %s\n", col_name[c]); }
    if (revolution(g, n, v)) {
        st.turn[g->turn].cut0++;
        goto over;
    }
    for (;;) {
        int passes = 0;
        round++;
        LOG("round_started %d\n", round);
        for (int i = 0; i < n; i++) {
            passes += action(g, g->order[i], n, v);
            check(g, n);
            if (revolution(g, n, v)) goto over;
        }
        if (g->exhausted) reason = PH_SUPPLY;
        else if (passes == n) reason = PH_ALL_PASS;
        else if (round >= pr.max_rounds) reason = PH_CAP;
        else continue;
        LOG("action_phase_ended %d rounds, %s\n", round, phase_name[reason]);
        break;
    }
over:
    st.turn[g->turn].n++;
    st.turn[g->turn].rounds += (uint64_t)round;
    st.turn[g->turn].rounds2 += (uint64_t)round * (uint64_t)round;
    st.turn[g->turn].end[reason]++;
    return reason == PH_CUT;
}

static void battle_phase(Game *g, const int n, const int v)             /* P4, S 6 */
{
    int most = 0, winner = -1, tokens = 0;
    unsigned tied = 0;
    Set generals[MAXP];
    for (int p = 0; p < n; p++) {
        generals[p] = set_general;
        tokens += g->battle[p];
        if (g->battle[p] == 0 || !any(both(g->disp[p].w, set_general))) continue;
        if (g->battle[p] > most) { most = g->battle[p]; tied = 0; }
        if (g->battle[p] == most) tied |= 1u << p;
    }
    const int nobody = tied == 0;
    if (!nobody && !single(tied)) tied = contest(g, tied, generals, D_BATTLE, n, v);
    if (single(tied)) winner = __builtin_ctz(tied);
    if (winner >= 0) {
        LOG("battle_won P%d, %d tokens, %d VP\n", winner, most, pr.battle_vp[g->turn]);
        score(g, winner, pr.battle_vp[g->turn], S_BATTLE, v);
    } else {
        LOG("battle_lost %s\n", nobody ? "nobody eligible" : "unbroken tie");
        if (g->supply[W] > 0) {
            g->supply[W]--;
            g->lost++;
            LOG("lost_block_placed %d so far\n", g->lost);
        } else g->owed++;
    }
    for (int p = 0; p < n; p++) { g->free[p] += g->battle[p]; g->battle[p] = 0; }
    check(g, n);
    st.turn[g->turn].n_battle++;
    st.turn[g->turn].tokens += (uint64_t)tokens;
    if (winner >= 0) st.turn[g->turn].won++;
    else if (nobody) st.turn[g->turn].lost_nobody++;
    else st.turn[g->turn].lost_tie++;
}

typedef struct { int votes[MAXPROV], tied, card, unbroken, empty; } Poll;

static void province(Game *g, int r, Poll *poll, const int n, const int v)      /* S 7.1 */
{
    int m = 0, winner = -1;
    unsigned top = 0;
    if (g->nst[r] == 0) { poll->empty++; return; }
    for (int p = 0; p < n; p++) {
        int k = g->size[r][p];
        if (k > m) { m = k; top = 0; }
        if (k == m) top |= 1u << p;
    }
    const unsigned first = top;
    const int tie = !single(top);
    if (tie) {
        Set own[MAXP];
        for (int p = 0; p < n; p++) own[p] = set_col[(top >> p) & 1 ? g->col[r][p] : 0];
        poll->tied++;
        if (prov_votes[r] > 1) do top = contest(g, top, own, D_PARIS, n, v); while (top && !single(top));
        else top = contest(g, top, own, D_PROVINCE, n, v);
    }
    if (single(top)) {
        winner = __builtin_ctz(top);
        int k = m < prov_votes[r] ? m : prov_votes[r], c = lift(g, r, winner, k);
        g->held[winner][c] += k;
        g->votes[c] += k;
        poll->votes[r] = k;
        poll->card += tie;
        LOG("province_won %s P%d %s, %d votes, by %s\n", prov_name[r], winner, col_name[c], k,
            tie ? "card" : "majority");
        if (prov_vp[r] && (pr.vp_turns >> g->turn) & 1) score(g, winner, prov_vp[r], S_PROVINCE, v);
        check(g, n);
    } else {
        poll->unbroken++;
        LOG("province_unbroken %s", prov_name[r]);
        for (int p = 0; p < n; p++) if ((first >> p) & 1) LOG(" P%d", p);
        LOG("\n");
    }
    if (tie) {
        int gone = 0;
        for (int p = 0; p < n; p++)
            if (g->size[r][p]) {
                int k = g->size[r][p];
                g->supply[lift(g, r, p, k)] += k;
                gone += k;
            }
        LOG("province_cleared %s, %d blocks\n", prov_name[r], gone);
        check(g, n);
    }
}

/* S 7.2, 7.3: a tie between the colours of `tied` (bits).  -1: unbroken. */
static int colour_contest(Game *g, unsigned tied, int dec, const int n, const int v)
{
    while (!single(tied)) {
        Set s = { { 0, 0 } };
        int best = -1;
        unsigned top = 0;
        for (int c = 0; c < 3; c++) if ((tied >> c) & 1) s = either(s, set_col[c]);
        for (int i = 0; i < n; i++) {
            int c = advance(g, g->order[i], s, dec, n, v);
            if (c < 0) continue;
            if (type_val[c] > best) { best = type_val[c]; top = 0; }
            if (type_val[c] == best) top |= 1u << type_col[c];
        }
        if (!top) return -1;
        tied = top;
    }
    return __builtin_ctz(tied);
}

/* S 7.4: who has most held blocks of colour c, `not` left out.  -1: nobody, or a tie that
 * was not broken; *tied then holds the tied players. */
static int award(Game *g, int c, int not, unsigned *tied, const int n, const int v)
{
    int m = 1;
    unsigned top = 0;
    Set own[MAXP];
    for (int p = 0; p < n; p++) {
        own[p] = set_col[c];
        if (p == not || g->held[p][c] < m) continue;
        if (g->held[p][c] > m) { m = g->held[p][c]; top = 0; }
        top |= 1u << p;
    }
    *tied = top;
    if (top && !single(top)) top = contest(g, top, own, D_AWARD, n, v);
    return single(top) ? __builtin_ctz(top) : -1;
}

/* P5, S 7.  Returns how the game ends, or END_NORMAL if it goes on. */
static int election(Game *g, const int n, const int v)
{
    const int t = g->turn;
    Poll poll = { { 0 }, 0, 0, 0, 0 };
    LOG("election_started turn %d\n", t);
    for (int p = 0; p < n; p++) { g->free[p] += g->presence[p]; g->presence[p] = 0; }
    g->votes[R] = g->votes[B] = g->votes[W] = 0;
    g->gov = -1;
    check(g, n);

    for (int r = 0; r < nprov; r++) {
        province(g, r, &poll, n, v);
        if (prov_votes[r] > 1 && (cr_mask >> r) & 1 && revolution(g, n, v)) return END_CR;
    }
    st.n_election++;
    st.turn[t].n_election++;
    st.turn[t].tied += (uint64_t)poll.tied;
    st.turn[t].card += (uint64_t)poll.card;
    st.turn[t].unbroken += (uint64_t)poll.unbroken;
    st.turn[t].empty += (uint64_t)poll.empty;
    for (int r = 0; r < nprov; r++) st.prov_votes[r] += (uint64_t)poll.votes[r];
    for (int c = 0; c < 3; c++) st.turn[t].before[c] += (uint64_t)g->votes[c];

    if (g->votes[R] >= pr.landslide) {                  /* S 8.2 */
        LOG("landslide %d red votes\n", g->votes[R]);
        for (int c = 0; c < 3; c++) st.turn[t].votes[c] += (uint64_t)g->votes[c];
        return END_LANDSLIDE;
    }

    /* S 7.2 government */
    int most = 1, by = 0, opp = -1;
    unsigned top = 0;
    for (int c = 0; c < 3; c++) {
        if (g->votes[c] < most) continue;
        if (g->votes[c] > most) { most = g->votes[c]; top = 0; }
        top |= 1u << c;
    }
    if (single(top)) {
        g->gov = __builtin_ctz(top);
        by = 1;
    } else if (top) {
        g->gov = colour_contest(g, top, D_GOVERNMENT, n, v);
        if (g->gov >= 0) {
            by = 2;
            for (int c = 0; c < 3; c++)
                if (c != g->gov) g->votes[c] = g->votes[c] > pr.step_back ? g->votes[c] - pr.step_back : 0;
        }
    }
    if (g->gov >= 0)
        LOG("government_formed %s, votes R %d B %d W %d, by %s\n", col_name[g->gov], g->votes[R],
            g->votes[B], g->votes[W], by == 2 ? "card" : "votes");
    else LOG("no_government votes R %d B %d W %d\n", g->votes[R], g->votes[B], g->votes[W]);

    if (g->gov >= 0) {
        /* S 7.3 opposition */
        most = 1;
        top = 0;
        for (int c = 0; c < 3; c++) {
            if (c == g->gov || g->votes[c] < most) continue;
            if (g->votes[c] > most) { most = g->votes[c]; top = 0; }
            top |= 1u << c;
        }
        if (top) opp = colour_contest(g, top, D_OPPOSITION, n, v);
        if (opp >= 0) LOG("opposition_formed %s\n", col_name[opp]);
        else LOG("no_opposition\n");

        /* S 7.4 victory points */
        unsigned tied;
        int p = award(g, g->gov, -1, &tied, n, v);
        if (p >= 0) {
            score(g, p, pr.gov_first, S_GOV, v);
            p = award(g, g->gov, p, &tied, n, v);
            if (p >= 0) score(g, p, pr.gov_second, S_GOV, v);
        } else
            for (int i = 0; i < n; i++)
                if ((tied >> g->order[i]) & 1) score(g, g->order[i], pr.gov_tie_each, S_GOV, v);
        if (opp >= 0) {
            p = award(g, opp, -1, &tied, n, v);
            if (p >= 0) score(g, p, pr.opp_first, S_OPP, v);
        }

        /* S 7.5 presence */
        for (int i = 0; i < n; i++) {
            p = g->order[i];
            if (g->held[p][g->gov] < pr.presence_needed || g->free[p] == 0) continue;
            g->free[p]--;
            g->presence[p] = 1;
            LOG("presence_placed P%d\n", p);
        }
    }
    st.turn[t].n_government++;
    for (int c = 0; c < 3; c++) st.turn[t].votes[c] += (uint64_t)g->votes[c];
    st.turn[t].gov[g->gov < 0 ? NOCOL : g->gov]++;
    st.turn[t].by[by]++;
    st.turn[t].opp[opp < 0 ? NOCOL : opp]++;

    /* S 7 step 5 */
    for (int p = 0; p < n; p++)
        for (int c = 0; c < 3; c++) { g->supply[c] += g->held[p][c]; g->held[p][c] = 0; }
    while (g->owed && g->supply[W] > 0) {
        g->owed--;
        g->supply[W]--;
        g->lost++;
        LOG("lost_block_placed %d so far\n", g->lost);
    }
    check(g, n);
    return revolution(g, n, v) ? END_CR : END_NORMAL;
}

/* ---------------------------------------------------------------- one game */

static void set_up(Game *g, const int n, const int v)                   /* S 3 */
{
    uint64_t rng = g->rng;
    memset(g, 0, offsetof(Game, deck));
    g->rng = rng;
    memset(g->hand, 0, sizeof g->hand[0] * (size_t)n);
    memset(g->disp, 0, sizeof g->disp[0] * (size_t)n);
    memcpy(g->deck, full_deck, sizeof g->deck);
    g->ndeck = ncards;
    g->base = ncards_set[1];
    g->gov = g->inplay = -1;
    const int first = (int)below(g, (uint32_t)n);
    for (int i = 0; i < n; i++) g->order[i] = (first + i) % n;
    if (pr.stacks_per_province == 0) g->full = all_prov;
    for (int c = 0; c < 3; c++) {
        g->reserve[c] = pr.reserved;
        g->supply[c] = pr.blocks[c] - pr.reserved;
    }
    for (int p = 0; p < n; p++) {
        g->free[p] = pr.tokens - pr.on_tracks;
        for (int i = 0; i < pr.start_hand; i++) put(&g->hand[p], draw(g, 0));
    }
    LOG("game_started %d players, start player P%d, order", n, first);
    for (int i = 0; i < n; i++) LOG(" P%d", g->order[i]);
    LOG("\n");
    for (int s = 0; s < pr.faceup; s++) g->market[s] = -1;
    g->gaps = pr.faceup;
    fill_market(g, v);
    check(g, n);
}

INLINE void play_game(Game *g, const int n, const int v)
{
    int end = END_NORMAL, points[MAXP], best = -1, winners = 0, start[MAXP];

    set_up(g, n, v);
    for (int i = 0; i < n; i++) start[i] = g->order[i];
    for (g->turn = 1;; g->turn++) {
        LOG("turn_started %d\n", g->turn);
        if (g->turn > 1) {
            player_order(g, n, v);
            refresh_hands(g, n, v);
        }
        if (action_phase(g, n, v)) { end = END_CR; break; }
        if (g->turn >= pr.battle_first) battle_phase(g, n, v);
        if (revolution(g, n, v)) { end = END_CR; break; }
        end = election(g, n, v);
        if (end != END_NORMAL || g->turn == pr.turns) break;
    }

    /* S 8.3, S 9 */
    const int colour = end == END_CR ? W : R;
    for (int p = 0; p < n; p++) {
        points[p] = g->vp[p];
        if (end != END_NORMAL) {
            points[p] = g->held[p][colour];
            for (uint32_t m = g->st[p][colour]; m; m &= m - 1) points[p] += g->size[__builtin_ctz(m)][p];
            for (int c = 0; c < ntypes; c++)
                if (type_col[c] == colour)
                    points[p] += type_val[c] * ((pr.points_display ? g->disp[p].n[c] : 0)
                                                + (pr.points_hand ? g->hand[p].n[c] : 0));
        }
        if (points[p] > best) { best = points[p]; winners = 0; }
        winners += points[p] == best;
    }

    /* the books */
    LOG("game_ended %s, turn %d, points", end_name[end], g->turn);
    for (int p = 0; p < n; p++) LOG(" P%d %d%s", p, points[p], points[p] == best ? " (wins)" : "");
    LOG("\n");
    st.end[end]++;
    st.end_turn[g->turn]++;
    if (end == END_NORMAL) st.winner_vp += (uint64_t)best; else st.points[end] += (uint64_t)best;
    st.shared += winners > 1;
    for (int i = 0; i < n; i++) {
        int p = start[i];
        st.vp_seat[p] += (uint64_t)g->vp[p];
        st.vp_order[i] += (uint64_t)g->vp[p];
        if (points[p] == best) st.share[i] += 1.0 / winners;
        for (int r = 0; r < nprov; r++) st.board += g->size[r][p];
        st.hand += (uint64_t)g->hand[p].size;
        st.disp += (uint64_t)g->disp[p].size;
        st.free += (uint64_t)g->free[p];
    }
    st.reshuffles += g->reshuffles;
    st.lost += (uint64_t)g->lost;
    uint64_t total = 0;
    for (int d = 0; d < NDEC; d++) { st.dec[d] += g->dec[d]; total += g->dec[d]; }
    st.dec_sum += total;
    st.dec_sum2 += total * total;
}

/* One copy of the game per number of players, so that n is a constant in each. */
static __attribute__((noinline)) void run3(Game *g, uint64_t k) { while (k--) play_game(g, 3, 0); }
static __attribute__((noinline)) void run4(Game *g, uint64_t k) { while (k--) play_game(g, 4, 0); }
static __attribute__((noinline)) void run5(Game *g, uint64_t k) { while (k--) play_game(g, 5, 0); }
static __attribute__((noinline)) void run6(Game *g, uint64_t k) { while (k--) play_game(g, 6, 0); }
static __attribute__((noinline, cold)) void trace(Game *g, int n) { play_game(g, n, 1); }

/* -------------------------------------------------------------------- input */

static void die(const char *what, const char *which)
{
    fprintf(stderr, "liberte: %s: %s\n", what, which);
    exit(2);
}

/* A CSV table, fully in memory: quoted fields, columns found by the names in its first line. */
typedef struct { const char *name; char **cell; int cols, rows; } Table;

static Table read_table(const char *folder, const char *name)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "rb");
    if (!f) die("cannot read", path);
    size_t size = 0, room = 1 << 16;
    char *in = malloc(room);
    for (size_t k; (k = fread(in + size, 1, room - size - 1, f)) > 0;) {
        size += k;
        if (room - size < 2) in = realloc(in, room *= 2);
    }
    fclose(f);
    in[size] = 0;

    Table t = { name, 0, 0, 0 };
    char *s = in, *out = in, *field;
    int cells = 0, cap = 0, col = 0;
    if (!memcmp(s, "\xef\xbb\xbf", size < 3 ? size : 3) && size >= 3) s += 3;
    while (s < in + size) {
        if (col == 0 && (*s == '\n' || *s == '\r')) { s++; continue; }  /* blank line */
        field = out;
        if (*s == '"') {
            for (s++; s < in + size; s++) {
                if (*s == '"') { if (s[1] == '"') s++; else { s++; break; } }
                *out++ = *s;
            }
        } else while (s < in + size && *s != ',' && *s != '\n' && *s != '\r') *out++ = *s++;
        int last = s >= in + size || *s != ',';
        if (*s == '\r' && s[1] == '\n') s++;
        s++;
        *out++ = 0;
        if (cells == cap) t.cell = realloc(t.cell, sizeof *t.cell * (size_t)(cap = cap ? 2 * cap : 256));
        t.cell[cells++] = field;
        col++;
        if (last) {
            if (t.cols == 0) t.cols = col;
            if (col != t.cols) die("a line with too few or too many fields", name);
            col = 0;
            t.rows++;
        }
    }
    if (col && t.cols) {                                /* the file ends behind a comma */
        if (cells == cap) t.cell = realloc(t.cell, sizeof *t.cell * (size_t)(cap + 1));
        t.cell[cells++] = in + size;
        if (++col != t.cols) die("a line with too few or too many fields", name);
        t.rows++;
    }
    if (t.rows < 2) die("no rows", name);
    t.rows--;
    return t;
}

static char *text(const Table *t, int row, const char *column)
{
    for (int i = 0; i < t->cols; i++)
        if (!strcmp(t->cell[i], column)) return t->cell[(row + 1) * t->cols + i];
    fprintf(stderr, "liberte: no column %s in %s\n", column, t->name);
    exit(2);
}

static int whole(const char *s, const char *what)
{
    char *rest;
    long x = strtol(s, &rest, 10);
    if (rest == s || *rest || x < 0 || x > 100000) { fprintf(stderr, "liberte: %s: ", what); die("not a number", s); }
    return (int)x;
}

static int number(const Table *t, int row, const char *column)  /* a blank is 0 */
{
    const char *s = text(t, row, column);
    return *s ? whole(s, column) : 0;
}

static int one_of(const Table *t, int row, const char *column, const char *const *names, int k, int blank)
{
    const char *s = text(t, row, column);
    if (!*s && blank >= 0) return blank;
    for (int i = 0; i < k; i++) if (!strcmp(s, names[i])) return i;
    die(column, s);
    return 0;
}

static void add(Set *s, int c) { s->w[c >> 6] |= 1ull << (c & 63); }

static void load(const char *folder)
{
    static const char *const kinds[] = { "personality", "club", "special" }, *const sets[] = { "A", "B" };

    Table t = read_table(folder, "regions.csv");
    if ((nreg = t.rows) > MAXREG) die("too many regions", "regions.csv");
    for (int i = 0; i < nreg; i++) reg_id[i] = text(&t, i, "id");
    free(t.cell);

    t = read_table(folder, "provinces.csv");
    if ((nprov = t.rows) > MAXPROV) die("too many provinces", "provinces.csv");
    all_prov = nprov == 32 ? ~0u : (1u << nprov) - 1;
    int row[MAXPROV];
    for (int i = 0; i < nprov; i++) {                   /* S 2: resolved by rising number */
        int j = i;
        for (; j > 0 && number(&t, row[j - 1], "number") > number(&t, i, "number"); j--) row[j] = row[j - 1];
        row[j] = i;
    }
    for (int r = 0; r < nprov; r++) {
        prov_name[r] = text(&t, row[r], "name");
        prov_number[r] = number(&t, row[r], "number");
        if (r && prov_number[r] == prov_number[r - 1]) die("two provinces with one number", prov_name[r]);
        prov_vp[r] = number(&t, row[r], "vp");
        prov_votes[r] = number(&t, row[r], "votes_max");
        if (prov_votes[r] < 1) die("votes_max below 1", prov_name[r]);
        prov_reg[r] = (uint8_t)one_of(&t, row[r], "region", (const char *const *)reg_id, nreg, -1);
        reg_mask[prov_reg[r]] |= 1u << r;
        if (number(&t, row[r], "counter_revolution")) cr_mask |= 1u << r;
    }
    free(t.cell);

    t = read_table(folder, "cards.csv");
    if ((ntypes = t.rows) > MAXT) die("too many card types", "cards.csv");
    for (int c = 0; c < ntypes; c++) {
        type_name[c] = text(&t, c, "name");
        type_count[c] = number(&t, c, "count");
        type_set[c] = one_of(&t, c, "set", sets, 2, -1);
        type_kind[c] = (uint8_t)one_of(&t, c, "type", kinds, 3, -1);
        if (type_count[c] > 255 || ncards + type_count[c] > MAXCARDS) die("too many cards", type_name[c]);
        ncards += type_count[c];
        ncards_set[type_set[c]] += type_count[c];
        type_col[c] = NOCOL;
        if (type_kind[c] == SPECIAL) {
            add(&set_special, c);
            type_effect[c] = (uint8_t)one_of(&t, c, "effect", effect_name, NEFFECT, -1);
            type_tcol[c] = (uint8_t)one_of(&t, c, "target_colour", col_name, 3, NOCOL);
            type_amount[c] = number(&t, c, "amount");
            type_needs_presence[c] = number(&t, c, "needs_presence") != 0;
            type_needs_gov[c] = (uint8_t)one_of(&t, c, "needs_government", col_name, 3, NOCOL);
            type_needs_stack[c] = (uint8_t)one_of(&t, c, "needs_stack", col_name, 3, NOCOL);
            continue;
        }
        const char *reg = text(&t, c, "region");
        const int wild = type_kind[c] == CLUB || !strcmp(reg, "ANY");
        type_col[c] = (uint8_t)one_of(&t, c, "colour", col_name, 3, -1);
        type_val[c] = (uint8_t)number(&t, c, "value");
        if (number(&t, c, "value") < 1 || number(&t, c, "value") > 255) die("value", type_name[c]);
        const int r = wild ? -1 : one_of(&t, c, "region", (const char *const *)reg_id, nreg, -1);
        type_prov[c] = wild ? all_prov : reg_mask[r];
        type_cannon[c] = number(&t, c, "cannon") != 0;
        type_sc[c] = number(&t, c, "sansculottes") != 0;
        add(&set_col[type_col[c]], c);
        if (type_sc[c]) add(&set_sc, c);
        if (number(&t, c, "general")) add(&set_general, c);
        if (type_val[c] == 1) {
            add(&set_v1, c);
            for (int i = 0; i < nreg; i++) if (wild || i == r) add(&set_second[i][type_col[c]], c);
        }
    }
    for (int c = 0; c < ntypes; c++)
        if (type_kind[c] == SPECIAL && type_effect[c] == STRIKE) {
            int kind = one_of(&t, c, "target_type", kinds, 3, ANYTYPE);
            for (int x = 0; x < ntypes; x++)
                if (type_kind[x] != SPECIAL && (kind == ANYTYPE || kind == type_kind[x])
                    && (type_tcol[c] == NOCOL || type_tcol[c] == type_col[x])) add(&type_target[c], x);
        }
    free(t.cell);
    int k = 0;
    for (int s = 1; s >= 0; s--)
        for (int c = 0; c < ntypes; c++)
            for (int i = 0; type_set[c] == s && i < type_count[c]; i++) full_deck[k++] = (uint8_t)c;
    assert(k == ncards);
}

static void set_param(char *arg)
{
    char *eq = strchr(arg, '=');
    if (!eq) die("--set needs key=value", arg);
    *eq = 0;
    for (int i = 0; i < NPARAM; i++) {
        if (strcmp(param[i].key, arg)) continue;
        if (!param[i].turn_list) { *param[i].at = whole(eq + 1, arg); return; }
        *param[i].at = 0;
        for (char *s = strtok(eq + 1, ";"); s; s = strtok(0, ";")) {
            int t = whole(s, arg);
            if (t < 1 || t > MAXTURN) die(arg, "turns are 1 to 4");
            *param[i].at |= 1 << t;
        }
        return;
    }
    die("unknown parameter", arg);
}

static void validate(int n)
{
    if (n < 3 || n > MAXP || n < pr.players_min || n > pr.players_max)
        die("number of players", "outside players_min and players_max, or not 3 to 6");
    if (pr.turns < 1 || pr.turns > MAXTURN) die("turns", "must be 1 to 4");
    if (pr.faceup > MAXSLOT) die("faceup_cards", "at most 16");
    if (pr.stack_max < 1 || pr.stack_max > 255) die("stack_max", "must be 1 to 255");
    if (pr.tokens < pr.on_tracks) die("tokens_per_player", "fewer than tokens_on_tracks");
    if (pr.max_rounds < 1) die("max_action_rounds", "must be at least 1");
    for (int c = 0; c < 3; c++)
        if (pr.blocks[c] < pr.reserved) die("blocks_reserved_turn1_each", "more than there are blocks");
    if (pr.start_hand * n > ncards_set[0]) die("start_hand", "more than set A holds");   /* S 13.8 */
    for (int t = 1; t <= pr.turns; t++)
        if (t >= pr.battle_first && pr.battle_vp[t] < 0) die("battle_first_turn", "a battle turn without battle_vp");
}

/* ------------------------------------------------------------------- output */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double ratio(uint64_t a, double b) { return b > 0 ? (double)a / b : 0; }

static double sd(uint64_t sum, uint64_t sum2, double k)
{
    double m = ratio(sum, k), x = ratio(sum2, k) - m * m;
    return x > 0 ? sqrt(x) : 0;
}

static void report(int n, uint64_t games, uint64_t seed, double sec)
{
    const double G = (double)games, N = G * n;
    const uint64_t sudden = st.end[END_CR] + st.end[END_LANDSLIDE];
    uint64_t vp = 0;
    for (int p = 0; p < n; p++) vp += st.vp_seat[p];
    printf("{\n  \"players\": %d, \"games\": %llu, \"seed\": %llu,\n", n,
           (unsigned long long)games, (unsigned long long)seed);
    printf("  \"seconds\": %.6f, \"games_per_s\": %.0f, \"ns_per_decision\": %.3f,\n", sec, G / sec,
           1e9 * sec / (double)st.dec_sum);
    printf("  \"decisions_mean\": %.6f, \"decisions_sd\": %.6f,\n  \"decisions_by_name\": {",
           st.dec_sum / G, sd(st.dec_sum, st.dec_sum2, G));
    for (int d = 0; d < NDEC; d++)
        printf("%s\"%s\": %.6f", d ? ", " : "", dec_name[d], st.dec[d] / G);
    printf("},\n  \"ends\": {");
    for (int e = 0; e < NEND; e++) printf("%s\"%s\": %.6f", e ? ", " : "", end_name[e], st.end[e] / G);
    printf("},\n  \"n_ends\": {");
    for (int e = 0; e < NEND; e++)
        printf("%s\"%s\": %llu", e ? ", " : "", end_name[e], (unsigned long long)st.end[e]);
    printf("},\n  \"end_turn\": {");
    for (int t = 1; t <= MAXTURN; t++) printf("%s\"%d\": %.6f", t > 1 ? ", " : "", t, st.end_turn[t] / G);
    printf("},\n  \"winner_vp_mean\": %.6f, \"vp_mean\": %.6f,\n  \"vp_mean_by_seat\": [",
           ratio(st.winner_vp, (double)st.end[END_NORMAL]), vp / N);
    for (int p = 0; p < n; p++) printf("%s%.6f", p ? ", " : "", st.vp_seat[p] / G);
    printf("],\n  \"vp_mean_by_order\": [");            /* start player first */
    for (int i = 0; i < n; i++) printf("%s%.6f", i ? ", " : "", st.vp_order[i] / G);
    printf("],\n  \"vp_by_source\": {");
    for (int s = 0; s < NSRC; s++) printf("%s\"%s\": %.6f", s ? ", " : "", src_name[s], st.src[s] / N);
    printf("},\n  \"shared_win_rate\": %.6f,\n  \"win_share_by_order\": [", st.shared / G);
    for (int i = 0; i < n; i++) printf("%s%.6f", i ? ", " : "", st.share[i] / G);  /* a shared win counts 1/k each */
    printf("],\n  \"winner_points_mean\": %.6f, \"winner_points_by_end\": {\"counter_revolution\": %.6f, "
           "\"landslide\": %.6f},\n",
           ratio(st.points[END_CR] + st.points[END_LANDSLIDE], (double)sudden),
           ratio(st.points[END_CR], (double)st.end[END_CR]),
           ratio(st.points[END_LANDSLIDE], (double)st.end[END_LANDSLIDE]));

    /* By turn.  A phase cut before its first round (S 8.1, start of P3) counts 0 rounds; n_cut_at_start
     * tells how many there were.  "lost" is every lost battle, "lost_nobody" and "lost_tie" its parts.
     * Votes and provinces are over elections whose provinces were all resolved (n_election), the
     * government and the opposition over those that went on to S 7.2, no landslide (n_government). */
    printf("  \"by_turn\": {\n");
    for (int t = 1; t <= MAXTURN; t++) {
        const double k = (double)st.turn[t].n, b = (double)st.turn[t].n_battle,
                     e = (double)st.turn[t].n_election, f = (double)st.turn[t].n_government;
        printf("    \"%d\": {\"n\": %.0f, \"action_rounds_mean\": %.6f, \"action_rounds_sd\": %.6f, \"end\": {", t, k,
               ratio(st.turn[t].rounds, k), sd(st.turn[t].rounds, st.turn[t].rounds2, k));
        for (int i = 0; i < NPH; i++)
            printf("%s\"%s\": %.6f", i ? ", " : "", phase_name[i], ratio(st.turn[t].end[i], k));
        printf("}, \"n_cut_at_start\": %llu,\n", (unsigned long long)st.turn[t].cut0);
        printf("      \"n_battle\": %.0f, \"battle\": {\"none\": %.6f, \"won\": %.6f, \"lost\": %.6f}, "
               "\"lost_nobody\": %.6f, \"lost_tie\": %.6f, \"battle_tokens_mean\": %.6f,\n", b, 0.0,
               ratio(st.turn[t].won, b), ratio(st.turn[t].lost_nobody + st.turn[t].lost_tie, b),
               ratio(st.turn[t].lost_nobody, b), ratio(st.turn[t].lost_tie, b), ratio(st.turn[t].tokens, b));
        printf("      \"n_election\": %.0f, \"votes_red_mean\": %.6f, \"votes_blue_mean\": %.6f, "
               "\"votes_white_mean\": %.6f, \"votes_red_before_mean\": %.6f, \"votes_blue_before_mean\": %.6f, "
               "\"votes_white_before_mean\": %.6f,\n", e, ratio(st.turn[t].votes[R], e),
               ratio(st.turn[t].votes[B], e), ratio(st.turn[t].votes[W], e), ratio(st.turn[t].before[R], e),
               ratio(st.turn[t].before[B], e), ratio(st.turn[t].before[W], e));
        printf("      \"n_government\": %.0f, \"government\": {\"none\": %.6f, \"R\": %.6f, \"B\": %.6f, \"W\": %.6f}, "
               "\"government_by\": {\"none\": %.6f, \"votes\": %.6f, \"card\": %.6f}, "
               "\"opposition\": {\"none\": %.6f, \"R\": %.6f, \"B\": %.6f, \"W\": %.6f},\n", f,
               ratio(st.turn[t].gov[NOCOL], f), ratio(st.turn[t].gov[R], f), ratio(st.turn[t].gov[B], f),
               ratio(st.turn[t].gov[W], f), ratio(st.turn[t].by[0], f), ratio(st.turn[t].by[1], f),
               ratio(st.turn[t].by[2], f), ratio(st.turn[t].opp[NOCOL], f), ratio(st.turn[t].opp[R], f),
               ratio(st.turn[t].opp[B], f), ratio(st.turn[t].opp[W], f));
        printf("      \"provinces_tied_mean\": %.6f, \"provinces_by_card_mean\": %.6f, "
               "\"provinces_unbroken_mean\": %.6f, \"provinces_empty_mean\": %.6f}%s\n",
               ratio(st.turn[t].tied, e), ratio(st.turn[t].card, e), ratio(st.turn[t].unbroken, e),
               ratio(st.turn[t].empty, e), t < MAXTURN ? "," : "");
    }
    printf("  },\n  \"n_elections\": %llu, \"province_votes\": {", (unsigned long long)st.n_election);
    for (int r = 0; r < nprov; r++)
        printf("%s\"%d\": %.6f", r ? ", " : "", prov_number[r], ratio(st.prov_votes[r], (double)st.n_election));
    printf("},\n  \"at_end\": {\"board_blocks_mean\": %.6f, \"hand_size_mean\": %.6f, "
           "\"display_size_mean\": %.6f, \"free_tokens_mean\": %.6f},\n",
           st.board / N, st.hand / N, st.disp / N, st.free / N);
    printf("  \"reshuffles_mean\": %.6f, \"lost_blocks_mean\": %.6f,\n", st.reshuffles / G, st.lost / G);
    printf("  \"actions\": {\"plays\": %.6f, \"takes\": %.6f, \"passes\": %.6f, \"blocks_placed\": %.6f, "
           "\"battle_tokens_placed\": %.6f, \"second_cards\": %.6f, \"second_takes\": %.6f, \"cards_kept\": %.6f, "
           "\"specials\": {", st.plays / G, st.takes / G, st.passes / G, st.blocks / G, st.tokens / G,
           st.second / G, st.second_takes / G, st.kept / G);
    for (int e = 0; e < NEFFECT; e++)
        printf("%s\"%s\": %.6f", e ? ", " : "", effect_name[e], st.special[e] / G);
    printf("}, \"cards_struck\": %.6f}\n}\n", st.struck / G);
}

int main(int argc, char **argv)
{
    static const struct option opts[] = {
        { "players", 1, 0, 'p' }, { "games", 1, 0, 'g' }, { "seed", 1, 0, 's' },
        { "data", 1, 0, 'd' }, { "set", 1, 0, 'S' }, { 0, 0, 0, 0 } };
    int n = 4, v = 0, o;
    uint64_t games = 100000, seed = 1;
    const char *folder = 0;
    while ((o = getopt_long(argc, argv, "p:g:s:d:v", opts, 0)) != -1)
        switch (o) {
        case 'p': n = atoi(optarg); break;
        case 'g': games = strtoull(optarg, 0, 10); break;
        case 's': seed = strtoull(optarg, 0, 10); break;
        case 'd': folder = optarg; break;
        case 'S': set_param(optarg); break;
        case 'v': v = 1; break;
        default: games = 0;
        }
    if (!folder || games < 1 || optind < argc) {
        fprintf(stderr, "usage: %s -d|--data FOLDER [-p|--players 3..6] [-g|--games N] [-s|--seed S]\n"
                "  [--set key=value]... [-v]\n", argv[0]);
        return 2;
    }
    load(folder);
    validate(n);

    static Game g;
    g.rng = seed * 0xd1342543de82ef95u + 0x2545f4914f6cdd1du;   /* spread small seeds apart */
    double t0 = now();
    const uint64_t k = games - (uint64_t)v;
    if (v) trace(&g, n);
    if (n == 3) run3(&g, k);
    else if (n == 4) run4(&g, k);
    else if (n == 5) run5(&g, k);
    else run6(&g, k);
    report(n, games, seed, now() - t0);
    return 0;
}
