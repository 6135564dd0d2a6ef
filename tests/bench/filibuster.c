/*
 * filibuster.c - independent reference implementation of Filibuster!
 *
 * Written from the rules alone (data/filibuster/rules.md) without a look at the Python
 * code; "S n" in the comments below is a section of those rules.  Every player chooses uniformly at random
 * among the options the decision protocol lists.  Single thread.
 *
 *   gcc -O3 -march=native -o filibuster filibuster.c -lm
 *   gcc -O1 -g -DDEBUG -fsanitize=address,undefined -o filibuster_dbg filibuster.c -lm
 *
 * -DDEBUG  card conservation and range asserts after every event
 * -DEAGER  shuffle decks completely when the rules say "shuffle"; the default
 *          does the same Fisher-Yates shuffle one card at a time, when the card
 *          is drawn (same distribution, fewer random numbers).
 *
 * Representation
 *   card type   0..12, the rows of action.csv in order: 0..3 are the hours
 *               cards (value = type + 1), 4..12 the Assists S01..S09
 *   hand        one uint64_t, 4 bits per type, holding the number of copies
 *               (the largest count in the game is 12)
 *   seats       0..n-1; "left of p" is p + 1 modulo n
 */
#define _GNU_SOURCE
#include <assert.h>
#include <getopt.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef __BMI2__
#include <immintrin.h>
#endif

#define INLINE static inline __attribute__((always_inline))

/* ------------------------------------------------------------------ tables */

enum { H1, H2, H3, H4, WHIP, INQUIRY, POINT, YIELD, COFFEE, BACKROOM, PORK, LEAK, SUSPEND, NTYPES };
enum { NHOURS = 4, NACTION = 58, NTIME = 24, NPOLICY = 20, ROUNDS = 7 };

static const char *const card_name[NTYPES] = {
    "Throat Clearing", "Recipe Reading", "Constituent Letters", "Epic Poem",
    "Whip Count", "Parliamentary Inquiry", "Point of Order", "Yield for a Question",
    "Coffee and Lozenges", "Backroom Deal", "Pork Barrel", "Leak to the Press",
    "Suspend the Rules" };
static const uint8_t card_count[NTYPES] = { 10, 12, 9, 5, 3, 3, 3, 3, 3, 2, 2, 2, 1 };
static const uint8_t card_value[NTYPES] = { 1, 2, 3, 4, 2, 1, 1, 2, 1, 1, 1, 2, 1 };

enum { T_CONTINUE, T_END, T_PAY_OR_END, T_HEADLINE, T_ROWDY, T_LOST_NOTES, T_BRIEFING,
       T_QUORUM, T_PHONE_BOOK, T_SECOND_WIND, NTTYPES };
static const char *const time_name[NTTYPES] = {
    "Hold the Floor (continue)", "The Chair Rules You Out of Order (end)",
    "Cloture Petition (pay_or_end leader 3)", "Hostile Headline (influence leader -2)",
    "Rowdy Gallery (influence each -1)", "Lost Notes (discard leader 1)",
    "Staff Briefing (draw supporters 1)", "Quorum Call (hours 1)",
    "Read the Phone Book (hours 2)", "Second Wind (draw leader 1)" };
static const uint8_t time_count[NTTYPES] = { 7, 3, 2, 2, 2, 2, 2, 2, 1, 1 };

/* Every policy effect is "influence then cards", for the leader and for the
 * supporters ("each" = both).  Cards: > 0 draw, < 0 discard. */
typedef struct { int8_t inf_lead, inf_supp, cards_lead, cards_supp; } Effect;
typedef struct { const char *name; Effect reward, backlash; } Policy;
static const Policy policy[NPOLICY] = {
    { "A Rollercoaster in Every National Park", { 2, 2, 0, 0 }, { -2, -2, 0, 0 } },
    { "Federal Nap Hour Abolition",             { 0, 0, 1, 1 }, { 0, 0, -1, -1 } },
    { "Mandatory Accordion Lessons",            { 0, 2, 0, 0 }, { 0, -2, 0, 0 } },
    { "Privatise the Moon",                     { 4, 0, 0, 0 }, { -4, 0, 0, 0 } },
    { "Replace Mail Carriers with Geese",       { 1, 1, 1, 1 }, { -1, -1, -1, -1 } },
    { "Ban on Left Turns",                      { 0, 0, 0, 1 }, { 0, 0, 0, -1 } },
    { "The Ketchup Tariff",                     { 2, 1, 0, 0 }, { -2, -1, 0, 0 } },
    { "National Casual Friday Repeal",          { 2, 2, 0, 0 }, { -2, -2, 0, 0 } },
    { "Leaf Blower Subsidy",                    { 0, 0, 2, 0 }, { 0, 0, -2, 0 } },
    { "One Flavour Ice Cream Act",              { 3, 3, 0, 0 }, { -3, -3, 0, 0 } },
    { "Strategic Glitter Reserve",              { 3, 0, 0, 0 }, { -3, 0, 0, 0 } },
    { "Compulsory Karaoke",                     { 0, 0, 1, 1 }, { -2, -2, 0, 0 } },
    { "Tax on Whistling",                       { 0, 2, 0, 0 }, { -3, 0, 0, 0 } },
    { "Department of Redundancy Department",    { 1, 1, 0, 0 }, { -1, -1, 0, 0 } },
    { "Sell the Grand Canyon as Parking",       { 3, 3, 0, 0 }, { 0, 0, -1, -1 } },
    { "Pigeon Voting Rights",                   { 0, 0, 0, 1 }, { 0, -1, 0, 0 } },
    { "Abolish Weekends",                       { 2, 2, 1, 0 }, { -2, -2, 0, 0 } },
    { "Outlaw Umbrellas",                       { 2, 0, 0, 0 }, { 0, 0, -1, 0 } },
    { "Statue of Liberty Wi-Fi Tower",          { 3, 0, 0, 1 }, { -3, 0, 0, 0 } },
    { "Daylight Spending Time",                 { 1, 1, 1, 1 }, { 0, 0, -1, -1 } } };

static const int round_bonus[ROUNDS + 1] = { 0, 0, 0, 0, 0, 3, 5, 7 };

enum { D_BID, D_CALL_VOTE, D_OFFER, D_VOTE, D_PAY_OR_END, D_PLAY_HOURS, D_BUY_HOUR,
       D_SUPPORT, D_BURY, D_TARGET, D_DISCARD, NDEC };
static const char *const dec_name[NDEC] = {
    "bid", "call_vote", "offer", "vote", "pay_or_end", "play_hours", "buy_hour",
    "support", "bury", "target", "discard" };

enum { C_TIME_CARD, C_PAY_OR_END, C_VOTE, C_DECK_EMPTY, C_FULL_TRACK, NCAUSE };
static const char *const cause_name[NCAUSE] = {
    "time_card", "pay_or_end", "vote", "deck_empty", "full_track" };

/* ---------------------------------------------------------- state and stats */

typedef struct {
    uint64_t rng;
    uint64_t hand[5];
    int32_t  inf[5];
    uint32_t dec[NDEC];                 /* decisions asked this game, by name */
    uint32_t reshuffles;                /* of the action deck, this game */
    int      leader, hours, cancel;
    uint32_t ndeck, ndisc;
    uint8_t  deck[64], disc[64];
    /* Time deck: a ring of 32, tcount cards from thead.  The first tknown are
     * fixed (peeked at), the next tfresh are still to be shuffled, any others
     * are buried cards, also fixed. */
    uint32_t thead, tcount, tknown, tfresh;
    uint8_t  tdeck[32];
} Game;

static struct { int bribes, vote_needs_difficulty, vote_pays_reward, buy_hour_price; } sw;

static struct {
    uint64_t dec[NDEC], dec_sum, dec_sum2;
    uint64_t wins, shared, solo_or_shared_seats[5];
    double   share[5];
    uint64_t blocked, enacted, rounds, passed_votes, votes_called, reshuffles, hand_cards;
    uint64_t inf[5], inf2, hist_rounds[ROUNDS + 1];
    struct { uint64_t n, success, hours, difficulty, turns, win_bid, paid, no_bid; } round[ROUNDS + 1];
    struct { uint64_t n, success; } diff[7];
    uint64_t cause[NCAUSE];
} st;

static uint8_t full_deck[64], full_time[32];

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

/* -------------------------------------------------------------------- hands */

#define ONES      0x1111111111111111u
#define HOURS_SET 0x1111u                               /* types 0..3 */
#define ONE(c)    (1ull << (4 * (c)))

INLINE uint64_t held(uint64_t h)                        /* one bit per type held, at 4 * type */
{
    h |= h >> 1;
    h |= h >> 2;
    return h & ONES;
}

INLINE int nth(uint64_t set, uint32_t k)                /* k-th type of a set from held() */
{
#ifdef __BMI2__
    return __builtin_ctzll(_pdep_u64(1ull << k, set)) >> 2;
#else
    while (k--) set &= set - 1;
    return __builtin_ctzll(set) >> 2;
#endif
}

INLINE uint32_t hand_size(uint64_t h)
{
    h = (h & 0x0f0f0f0f0f0f0f0fu) + ((h >> 4) & 0x0f0f0f0f0f0f0f0fu);
    return (uint32_t)((h * 0x0101010101010101u) >> 56);
}

/* Conservation of the 58 cards, type by type; limbo is an Assist being played. */
static void check(const Game *g, int n, int limbo)
{
#ifdef DEBUG
    int c[NTYPES] = { 0 }, t[NTTYPES] = { 0 };
    assert(g->ndeck <= NACTION && g->ndisc <= NACTION);
    for (uint32_t i = 0; i < g->ndeck; i++) c[g->deck[i]]++;
    for (uint32_t i = 0; i < g->ndisc; i++) c[g->disc[i]]++;
    for (int p = 0; p < n; p++) {
        uint32_t size = 0;
        for (int k = 0; k < NTYPES; k++) {
            c[k] += (g->hand[p] >> (4 * k)) & 15;
            size += (g->hand[p] >> (4 * k)) & 15;
        }
        assert(size == hand_size(g->hand[p]) && g->hand[p] >> (4 * NTYPES) == 0);
        assert(g->inf[p] >= 0);
    }
    if (limbo >= 0) c[limbo]++;
    for (int k = 0; k < NTYPES; k++) assert(c[k] == card_count[k]);
    assert(g->tcount <= NTIME && g->tknown + g->tfresh <= g->tcount);
    for (uint32_t i = 0; i < g->tcount; i++) t[g->tdeck[(g->thead + i) & 31]]++;
    for (int k = 0; k < NTTYPES; k++) assert(t[k] <= time_count[k]);
    assert(g->hours >= 0 && g->hours <= 24 && g->cancel >= 0);
    assert(g->leader >= 0 && g->leader < n);
#else
    (void)g; (void)n; (void)limbo;
#endif
}

INLINE int left(int p, int k, int n)    /* k seats to the left of p; without a branch */
{
    p += k;
    return p - (n & -(p >= n));
}

/* ------------------------------------------------------ small game actions */

INLINE void draw(Game *g, int p, const int v)
{
    if (__builtin_expect(g->ndeck == 0, 0)) {
        if (g->ndisc == 0) { LOG("    seat %d cannot draw: no cards left\n", p); return; }
        memcpy(g->deck, g->disc, sizeof g->deck);
        g->ndeck = g->ndisc;
        g->ndisc = 0;
        g->reshuffles++;
        LOG("    discards shuffled into a new deck of %u\n", g->ndeck);
#ifdef EAGER
        for (uint32_t i = g->ndeck - 1; i > 0; i--) {
            uint32_t j = below(g, i + 1);
            uint8_t c = g->deck[i]; g->deck[i] = g->deck[j]; g->deck[j] = c;
        }
#endif
    }
#ifdef EAGER
    uint32_t i = g->ndeck - 1;
#else
    uint32_t i = below(g, g->ndeck);
#endif
    int c = g->deck[i];
    g->deck[i] = g->deck[--g->ndeck];
    g->hand[p] += ONE(c);
    LOG("    seat %d draws %s\n", p, card_name[c]);
}

INLINE void discard_choice(Game *g, int p, int k, const int v)
{
    while (k-- > 0) {
        uint64_t set = held(g->hand[p]);
        uint32_t types = __builtin_popcountll(set);
        if (types == 0) { LOG("    seat %d has no card to discard\n", p); return; }
        g->dec[D_DISCARD] += types > 1;
        int c = nth(set, below(g, types));
        g->hand[p] -= ONE(c);
        g->disc[g->ndisc++] = (uint8_t)c;
        LOG("    seat %d discards %s (of %u types)\n", p, card_name[c], types);
    }
}

INLINE void influence(Game *g, int p, int d, const int v, const char *why)
{
    int x = g->inf[p] + d;
    x = x < 0 ? 0 : x;
    LOG("    influence seat %d: %d -> %d (%s)\n", p, g->inf[p], x, why);
    g->inf[p] = x;
}

INLINE void add_hours(Game *g, int h)
{
    h += g->hours;
    g->hours = h > 24 ? 24 : h;
}

INLINE void fix_top(Game *g)            /* one Fisher-Yates step on the time deck */
{
    uint32_t i = g->thead + g->tknown, j = i + below(g, g->tfresh);
    uint8_t c = g->tdeck[i & 31];
    g->tdeck[i & 31] = g->tdeck[j & 31];
    g->tdeck[j & 31] = c;
    g->tknown++;
    g->tfresh--;
}

INLINE void shuffle_time(Game *g)       /* all 24 back and shuffled */
{
    memcpy(g->tdeck, full_time, sizeof g->tdeck);
    g->thead = 0;
    g->tcount = g->tfresh = NTIME;
    g->tknown = 0;
#ifdef EAGER
    while (g->tfresh) fix_top(g);
#endif
}

INLINE int draw_time(Game *g)
{
    if (g->tknown == 0 && g->tfresh) fix_top(g);
    if (g->tknown) g->tknown--;
    g->tcount--;
    return g->tdeck[g->thead++ & 31];
}

INLINE uint32_t peek(Game *g, uint32_t k, const int v)  /* returns how many were seen */
{
    while (g->tknown < k && g->tfresh) fix_top(g);
    if (k > g->tcount) k = g->tcount;
    if (v)
        for (uint32_t i = 0; i < k; i++)
            LOG("    peeks at %s\n", time_name[g->tdeck[(g->thead + i) & 31]]);
    return k;
}

INLINE void bury_top(Game *g)           /* the top card has been peeked at: it is fixed */
{
    g->tdeck[(g->thead + g->tcount) & 31] = g->tdeck[g->thead & 31];
    g->thead++;
    if (g->tknown) g->tknown--;
}

static inline void policy_effect(Game *g, const Effect *e, const int n, const int v)
{
    for (int i = 0; i < n; i++) {
        int d = i ? e->inf_supp : e->inf_lead;
        if (d) influence(g, left(g->leader, i, n), d, v, "policy");
    }
    if (e->cards_lead | e->cards_supp)
        for (int i = 0; i < n; i++) {
            int p = left(g->leader, i, n), d = i ? e->cards_supp : e->cards_lead;
            if (d < 0) discard_choice(g, p, -d, v);
            for (; d > 0; d--) draw(g, p, v);
        }
}

INLINE void play_assist(Game *g, int p, int c, const int n, const int v)
{
    influence(g, p, card_value[c], v, "star");
    switch (c) {
    case WHIP:
        peek(g, 2, v);
        break;
    case INQUIRY:
        if (peek(g, 1, v)) {
            g->dec[D_BURY]++;
            if (below(g, 2)) { bury_top(g); LOG("    buries it\n"); }
            else LOG("    leaves it\n");
        }
        break;
    case POINT:
        g->cancel++;
        break;
    case YIELD:
        add_hours(g, 1);
        break;
    case COFFEE:
        draw(g, g->leader, v);
        draw(g, g->leader, v);
        break;
    case BACKROOM: {
        int t = g->inf[g->leader] < 2 ? g->inf[g->leader] : 2;
        influence(g, g->leader, -t, v, "Backroom Deal");
        influence(g, p, t, v, "Backroom Deal");
        break;
    }
    case PORK:
        for (int i = 0; i < n; i++) influence(g, left(g->leader, i, n), 1, v, "Pork Barrel");
        break;
    case LEAK:
        g->dec[D_TARGET]++;
        influence(g, left(p, 1 + below(g, n - 1), n), -2, v, "Leak to the Press");
        break;
    case SUSPEND:
        shuffle_time(g);
        LOG("    time deck reshuffled, %d cancels pending\n", g->cancel);
        break;
    }
    check(g, n, c);
    g->disc[g->ndisc++] = (uint8_t)c;
}

/* S 7, and the bribes switch.  r holds independent random bits; returns "all Aye". */
INLINE int hold_vote(Game *g, uint64_t r, int round, const int n, const int v)
{
    int offer[5] = { 0 };
    if (sw.bribes) {
        int free_inf = g->inf[g->leader];
        for (int i = 1; i < n; i++) {
            if (free_inf == 0) break;                   /* only "0" to choose from */
            g->dec[D_OFFER]++;
            offer[i] = (int)below(g, (uint32_t)free_inf + 1);
            free_inf -= offer[i];
            LOG("    offers seat %d %d influence\n", left(g->leader, i, n), offer[i]);
        }
    }
    uint64_t no = r & ((1u << (n - 1)) - 1);            /* one bit per supporter */
    g->dec[D_VOTE] += (uint32_t)n - 1;
    for (int i = 1; i < n; i++) {
        int p = left(g->leader, i, n), b = (no >> (i - 1)) & 1;
        LOG("    seat %d votes %s\n", p, b ? "No" : "Aye");
        g->inf[p] += round & -b;
        if (v && b) LOG("    influence seat %d: +%d = %d (No vote)\n", p, round, g->inf[p]);
        if (sw.bribes && !b && offer[i]) {
            influence(g, g->leader, -offer[i], v, "bribe paid");
            influence(g, p, offer[i], v, "bribe taken");
        }
    }
    return no == 0;
}

/* S 5.  Elects g->leader. */
INLINE void auction(Game *g, int round, const int n, const int v)
{
    int bid[5] = { 0 }, high = 0, who = -1, passes = 0, p = g->leader, paid = 0;
    do {
        int room = g->inf[p] - high;                    /* <= 0: only "pass", not asked */
        room = room > 0 ? room : 0;
        g->dec[D_BID] += room > 0;
        int k = (int)below(g, (uint32_t)room + 1);
        if (k) {
            bid[p] = high += k;
            who = p;
            passes = 0;
            LOG("  seat %d bids %d (has %d)\n", p, high, g->inf[p]);
        } else {
            passes++;
            LOG("  seat %d passes%s\n", p, room > 0 ? "" : " (no choice)");
        }
        p = left(p, 1, n);
    } while (passes < n - (who >= 0));
    if (who >= 0) g->leader = who;
    for (p = 0; p < n; p++) {
        g->inf[p] -= bid[p];
        paid += bid[p];
        if (v && bid[p]) LOG("  seat %d pays its bid %d, has %d\n", p, bid[p], g->inf[p]);
    }
    st.round[round].win_bid += (uint64_t)high;
    st.round[round].paid += (uint64_t)paid;
    st.round[round].no_bid += who < 0;
    LOG("  leader of round %d is seat %d\n", round, g->leader);
}

/* --------------------------------------------------------------- one game */

INLINE void play_game(Game *g, const int n, const int v)
{
    int successes = 0, failures = 0, passed_votes = 0, round;
    uint8_t pol[NPOLICY];

    /* S 4 set-up */
    memset(g->dec, 0, sizeof g->dec);
    g->reshuffles = 0;
    memcpy(g->deck, full_deck, sizeof g->deck);
    g->ndeck = NACTION;
    g->ndisc = 0;
    g->hours = g->cancel = 0;
    g->thead = g->tcount = g->tknown = g->tfresh = 0;
#ifdef EAGER
    for (uint32_t i = NACTION - 1; i > 0; i--) {
        uint32_t j = below(g, i + 1);
        uint8_t c = g->deck[i]; g->deck[i] = g->deck[j]; g->deck[j] = c;
    }
#endif
    for (int i = 0; i < NPOLICY; i++) pol[i] = (uint8_t)i;
    const int first = (int)below(g, n);
    g->leader = first;
    LOG("game: %d players, first leader seat %d\n", n, first);
    for (int p = 0; p < n; p++) {
        g->hand[p] = 0;
        g->inf[p] = 3;
        for (int i = 0; i < 4; i++) draw(g, p, v);
    }
    int next_sup = left(first, 1, n);
    check(g, n, -1);

    for (round = 1; round <= ROUNDS; round++) {
        if (round > 1) {
            LOG("auction, round %d\n", round);
            auction(g, round, n, v);
            for (int i = 1; i < n; i++) {               /* refill, all but the leader */
                int p = left(g->leader, i, n);
                for (int k = (int)hand_size(g->hand[p]); k < 4; k++) draw(g, p, v);
            }
            check(g, n, -1);
        }
        {   /* the round's policy: one Fisher-Yates step */
            uint32_t i = (uint32_t)round - 1, j = i + below(g, NPOLICY - i);
            uint8_t c = pol[i]; pol[i] = pol[j]; pol[j] = c;
        }
        const Policy *po = &policy[pol[round - 1]];

        /* S 6 filibuster */
        const int difficulty = 6 + 3 * successes < 24 ? 6 + 3 * successes : 24;
        int votes_called = 0, turns = 0, cause;
        const int lead = g->leader;
        shuffle_time(g);
        g->hours = g->cancel = 0;
        if (next_sup == lead) next_sup = left(next_sup, 1, n);
        LOG("round %d: policy %s, leader %d, first supporter %d, difficulty %d\n",
            round, po->name, lead, next_sup, difficulty);

        for (;;) {
            /* L1 vote option */
            turns++;
            LOG("  leader turn %d (hours %d, hand %013llx, influence %d)\n", turns, g->hours,
                (unsigned long long)g->hand[lead], g->inf[lead]);
            if ((votes_called < 2) & (passed_votes < 2)) {
                uint64_t r = next64(g);
                g->dec[D_CALL_VOTE]++;
                if (r >> 63) {
                    votes_called++;
                    LOG("    leader calls vote %d\n", votes_called);
                    if (hold_vote(g, r, round, n, v)) {
                        passed_votes++;
                        LOG("    vote passes (%d passed)\n", passed_votes);
                        cause = C_VOTE;
                        break;
                    }
                    LOG("    vote fails\n");
                } else LOG("    no vote called\n");
            }
            /* L2 time card */
            if (g->tcount == 0) { cause = C_DECK_EMPTY; break; }
            int t = draw_time(g);
            LOG("    time card: %s, %u left\n", time_name[t], g->tcount);
            if (g->cancel) {
                g->cancel--;
                LOG("    cancelled, %d more pending\n", g->cancel);
            } else switch (t) {
                case T_CONTINUE:
                    break;
                case T_END:
                    cause = C_TIME_CARD;
                    goto ended;
                case T_PAY_OR_END:
                    if (g->inf[lead] < 3) { LOG("    cannot pay\n"); cause = C_PAY_OR_END; goto ended; }
                    g->dec[D_PAY_OR_END]++;
                    if (below(g, 2)) { LOG("    chooses end\n"); cause = C_PAY_OR_END; goto ended; }
                    influence(g, lead, -3, v, "pays on");
                    break;
                case T_HEADLINE:
                    influence(g, lead, -2, v, "Hostile Headline");
                    break;
                case T_ROWDY:
                    for (int i = 0; i < n; i++) influence(g, left(lead, i, n), -1, v, "Rowdy Gallery");
                    break;
                case T_LOST_NOTES:
                    discard_choice(g, lead, 1, v);
                    break;
                case T_BRIEFING:
                    for (int i = 1; i < n; i++) draw(g, left(lead, i, n), v);
                    break;
                case T_QUORUM:
                    add_hours(g, 1);
                    break;
                case T_PHONE_BOOK:
                    add_hours(g, 2);
                    break;
                case T_SECOND_WIND:
                    draw(g, lead, v);
                    break;
            }
            check(g, n, -1);
            if (g->hours == 24) { cause = C_FULL_TRACK; break; }

            /* L3 the leader must play an hours card if he holds one */
            uint64_t set = held(g->hand[lead]) & HOURS_SET;
            if (set) {
                uint32_t types = __builtin_popcountll(set);
                int c = nth(set, below(g, types));
                g->dec[D_PLAY_HOURS] += types > 1;
                g->hand[lead] -= ONE(c);
                g->disc[g->ndisc++] = (uint8_t)c;
                add_hours(g, c + 1);
                LOG("    leader plays %s (of %u types), hours %d\n", card_name[c], types, g->hours);
            } else if (sw.buy_hour_price > 0 && g->inf[lead] >= sw.buy_hour_price) {
                g->dec[D_BUY_HOUR]++;
                if (below(g, 2)) {
                    influence(g, lead, -sw.buy_hour_price, v, "buys an hour");
                    add_hours(g, 1);
                }
            } else LOG("    leader has no hours card\n");
            check(g, n, -1);
            if (g->hours == 24) { cause = C_FULL_TRACK; break; }

            /* S supporter turn */
            const int s = next_sup;
            LOG("  supporter %d\n", s);
            draw(g, s, v);
            const uint64_t have = held(g->hand[s]);
            const uint32_t can_draw = (g->ndeck + g->ndisc) > 0;
            const uint32_t options = can_draw + __builtin_popcountll(have);
            if (options) {
                uint32_t k = below(g, options);
                g->dec[D_SUPPORT] += options > 1;
                if (k < can_draw) {
                    LOG("    chooses draw (of %u options)\n", options);
                    draw(g, s, v);
                } else {
                    int c = nth(have, k - can_draw);
                    g->hand[s] -= ONE(c);
                    if (c < NHOURS) {
                        g->hand[lead] += ONE(c);
                        LOG("    passes %s (of %u options)\n", card_name[c], options);
                        influence(g, s, c + 1, v, "clock");
                    } else {
                        LOG("    plays %s (of %u options)\n", card_name[c], options);
                        play_assist(g, s, c, n, v);
                    }
                }
            }
            next_sup = left(s, 1, n);
            next_sup = left(next_sup, next_sup == lead, n);
            check(g, n, -1);
            if (g->hours == 24) { cause = C_FULL_TRACK; break; }
        }
ended:;
        /* S 8 end of the filibuster */
        const int hours = g->hours, by_vote = cause == C_VOTE;
        const int success = (by_vote && !sw.vote_needs_difficulty) || hours >= difficulty;
        LOG("  ended by %s, hours %d of %d: %s\n", cause_name[cause], hours, difficulty,
            success ? "blocked" : "enacted");
        if (success) {
            successes++;
            if (!by_vote || sw.vote_pays_reward) policy_effect(g, &po->reward, n, v);
        } else {
            failures++;
            policy_effect(g, &po->backlash, n, v);
        }
        influence(g, lead, by_vote ? (hours + 1) / 2 : hours, v, "hours");
        if (round_bonus[round]) influence(g, lead, round_bonus[round], v, "bonus on the policy");
        check(g, n, -1);

        st.round[round].n++;
        st.round[round].success += (uint64_t)success;
        st.round[round].hours += (uint64_t)hours;
        st.round[round].difficulty += (uint64_t)difficulty;
        st.round[round].turns += (uint64_t)turns;
        st.diff[(difficulty - 6) / 3].n++;
        st.diff[(difficulty - 6) / 3].success += (uint64_t)success;
        st.cause[cause]++;
        st.votes_called += (uint64_t)votes_called;
        if (failures == 4) break;
    }
    if (round > ROUNDS) round = ROUNDS;

    /* S 9 result, and the books */
    int best = 0, winners = 0;
    for (int p = 0; p < n; p++) if (g->inf[p] > best) best = g->inf[p];
    for (int p = 0; p < n; p++) winners += g->inf[p] == best;
    const int win = failures < 4;
    for (int i = 0; i < n; i++) {
        int p = left(first, i, n);
        st.inf[i] += (uint64_t)g->inf[p];
        st.inf2 += (uint64_t)g->inf[p] * (uint64_t)g->inf[p];
        st.hand_cards += hand_size(g->hand[p]);
        if (win && g->inf[p] == best) {
            st.share[i] += 1.0 / winners;
            st.solo_or_shared_seats[i]++;
        }
        LOG("seat %d: influence %d, hand %u%s\n", p, g->inf[p], hand_size(g->hand[p]),
            win && g->inf[p] == best ? ", wins" : "");
    }
    LOG("game over: blocked %d, enacted %d, rounds %d\n", successes, failures, round);
    st.wins += (uint64_t)win;
    st.shared += win && winners > 1;
    st.blocked += (uint64_t)successes;
    st.enacted += (uint64_t)failures;
    st.rounds += (uint64_t)round;
    st.hist_rounds[round]++;
    st.passed_votes += (uint64_t)passed_votes;
    st.reshuffles += g->reshuffles;
    uint64_t total = 0;
    for (int d = 0; d < NDEC; d++) { st.dec[d] += g->dec[d]; total += g->dec[d]; }
    st.dec_sum += total;
    st.dec_sum2 += total * total;
}

/* One copy of the game per number of players, so that n is a constant in each. */
static __attribute__((noinline)) void run3(Game *g, uint64_t k) { while (k--) play_game(g, 3, 0); }
static __attribute__((noinline)) void run4(Game *g, uint64_t k) { while (k--) play_game(g, 4, 0); }
static __attribute__((noinline)) void run5(Game *g, uint64_t k) { while (k--) play_game(g, 5, 0); }
static __attribute__((noinline)) void trace(Game *g, uint64_t k, int n) { while (k--) play_game(g, n, 1); }

/* ------------------------------------------------------------------- output */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double ratio(uint64_t a, double b) { return b > 0 ? (double)a / b : 0; }

static void report(int n, uint64_t games, uint64_t seed, double sec)
{
    const double G = (double)games, m = st.dec_sum / G, N = G * n;
    uint64_t inf = 0;
    printf("{\n  \"players\": %d, \"games\": %llu, \"seed\": %llu,\n", n,
           (unsigned long long)games, (unsigned long long)seed);
    printf("  \"switches\": {\"bribes\": %d, \"vote_needs_difficulty\": %d, \"vote_pays_reward\": %d, "
           "\"buy_hour_price\": %d},\n",
           sw.bribes, sw.vote_needs_difficulty, sw.vote_pays_reward, sw.buy_hour_price);
    printf("  \"seconds\": %.6f, \"games_per_s\": %.0f, \"ns_per_decision\": %.3f,\n", sec, G / sec,
           1e9 * sec / (double)st.dec_sum);
    printf("  \"decisions_mean\": %.6f, \"decisions_sd\": %.6f,\n  \"decisions_by_name\": {", m,
           sqrt(st.dec_sum2 / G - m * m));
    for (int d = 0; d < NDEC; d++)
        printf("%s\"%s\": %.6f", d ? ", " : "", dec_name[d], st.dec[d] / G);
    printf("},\n  \"team_win_rate\": %.6f, \"blocked_mean\": %.6f, \"enacted_mean\": %.6f, "
           "\"rounds_mean\": %.6f,\n", st.wins / G, st.blocked / G, st.enacted / G, st.rounds / G);
    printf("  \"passed_votes_mean\": %.6f, \"votes_called_mean\": %.6f,\n",
           st.passed_votes / G, st.votes_called / G);
    printf("  \"influence_by_offset\": [");
    for (int i = 0; i < n; i++) { printf("%s%.6f", i ? ", " : "", st.inf[i] / G); inf += st.inf[i]; }
    printf("],\n  \"influence_mean\": %.6f, \"influence_sd\": %.6f, \"hand_size_mean\": %.6f,\n",
           inf / N, sqrt(st.inf2 / N - (inf / N) * (inf / N)), st.hand_cards / N);
    printf("  \"by_round\": {\n");
    for (int r = 1; r <= ROUNDS; r++) {
        const double k = (double)st.round[r].n;
        printf("    \"%d\": {\"n\": %llu, \"success_rate\": %.6f, \"hours_mean\": %.6f, "
               "\"difficulty_mean\": %.6f, \"leader_turns_mean\": %.6f, \"winning_bid_mean\": %.6f, "
               "\"total_paid_mean\": %.6f, \"no_bid_rate\": %.6f}%s\n", r,
               (unsigned long long)st.round[r].n, ratio(st.round[r].success, k), ratio(st.round[r].hours, k),
               ratio(st.round[r].difficulty, k), ratio(st.round[r].turns, k), ratio(st.round[r].win_bid, k),
               ratio(st.round[r].paid, k), ratio(st.round[r].no_bid, k), r < ROUNDS ? "," : "");
    }
    printf("  },\n  \"by_difficulty\": {");
    for (int d = 0; d < 7; d++)
        printf("%s\"%d\": {\"n\": %llu, \"success_rate\": %.6f}", d ? ", " : "", 6 + 3 * d,
               (unsigned long long)st.diff[d].n, ratio(st.diff[d].success, (double)st.diff[d].n));
    printf("},\n  \"end_causes\": {");
    for (int c = 0; c < NCAUSE; c++)
        printf("%s\"%s\": %llu", c ? ", " : "", cause_name[c], (unsigned long long)st.cause[c]);
    printf("},\n  \"shared_win_rate\": %.6f, \"shared_win_rate_of_team_wins\": %.6f,\n", st.shared / G,
           ratio(st.shared, (double)st.wins));
    printf("  \"win_share_by_offset\": [");       /* a shared win counts 1/k each; sums to team_win_rate */
    for (int i = 0; i < n; i++) printf("%s%.6f", i ? ", " : "", st.share[i] / G);
    printf("],\n  \"win_share_by_offset_of_team_wins\": [");
    for (int i = 0; i < n; i++) printf("%s%.6f", i ? ", " : "", st.wins ? st.share[i] / (double)st.wins : 0);
    printf("],\n  \"any_win_rate_by_offset\": [");  /* a shared win counts 1 each */
    for (int i = 0; i < n; i++) printf("%s%.6f", i ? ", " : "", st.solo_or_shared_seats[i] / G);
    printf("],\n  \"reshuffles_mean\": %.6f,\n  \"rounds_histogram\": {", st.reshuffles / G);
    for (int r = 1; r <= ROUNDS; r++)
        printf("%s\"%d\": %llu", r > 1 ? ", " : "", r, (unsigned long long)st.hist_rounds[r]);
    printf("}\n}\n");
}

int main(int argc, char **argv)
{
    static const struct option opts[] = {
        { "players", 1, 0, 'p' }, { "games", 1, 0, 'g' }, { "seed", 1, 0, 's' },
        { "bribes", 1, 0, 'b' }, { "vote_needs_difficulty", 1, 0, 'd' },
        { "vote_pays_reward", 1, 0, 'r' }, { "buy_hour_price", 1, 0, 'h' },
        { "verbose", 0, 0, 'v' }, { 0, 0, 0, 0 } };
    int n = 4, v = 0, o;
    uint64_t games = 100000, seed = 1;
    while ((o = getopt_long(argc, argv, "p:g:s:v", opts, 0)) != -1)
        switch (o) {
        case 'p': n = atoi(optarg); break;
        case 'g': games = strtoull(optarg, 0, 10); break;
        case 's': seed = strtoull(optarg, 0, 10); break;
        case 'b': sw.bribes = atoi(optarg); break;
        case 'd': sw.vote_needs_difficulty = atoi(optarg); break;
        case 'r': sw.vote_pays_reward = atoi(optarg); break;
        case 'h': sw.buy_hour_price = atoi(optarg); break;
        case 'v': v = 1; break;
        default:
            fprintf(stderr, "usage: %s [-p|--players 3..5] [-g|--games N] [-s|--seed S] [-v] [--bribes 0|1]\n"
                    "  [--vote_needs_difficulty 0|1] [--vote_pays_reward 0|1] [--buy_hour_price P]\n", argv[0]);
            return 2;
        }
    if (n < 3 || n > 5 || games < 1) { fprintf(stderr, "players 3..5, games >= 1\n"); return 2; }

    int k = 0;
    for (int c = 0; c < NTYPES; c++) for (int i = 0; i < card_count[c]; i++) full_deck[k++] = (uint8_t)c;
    assert(k == NACTION);
    k = 0;
    for (int c = 0; c < NTTYPES; c++) for (int i = 0; i < time_count[c]; i++) full_time[k++] = (uint8_t)c;
    assert(k == NTIME);

    static Game g;
    g.rng = seed * 0xd1342543de82ef95u + 0x2545f4914f6cdd1du;   /* spread small seeds apart */
    double t0 = now();
    if (v) trace(&g, games, n);
    else if (n == 3) run3(&g, games);
    else if (n == 4) run4(&g, games);
    else run5(&g, games);
    report(n, games, seed, now() - t0);
    return 0;
}
