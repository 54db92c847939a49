/* Rounds of Love Letter by the million: what trains the bot `hard`, and never runs beside a player.
 *
 * It knows one deck, the eight kinds of card that most editions share, by their numbers 1 to 8.  The
 * table tells news, and a view hears them, as in the program; train.py holds the two equal, move by
 * move (`python bench/training/train.py parity`).  Python calls what stands at the end.
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { GUARD = 1, PRIEST, BARON, HANDMAID, PRINCE, KING, COUNTESS, PRINCESS };
enum { KINDS = 9, SEATS = 4, CARDS = 16, MENU = 48, HIDDEN = 32, INPUTS = 56 };
static const int COPIES[KINDS] = {0, 5, 2, 2, 2, 2, 1, 1, 1};
/* What an edition may have otherwise: the tokens to win, whom the King reaches, and what parts equal cards. */
#ifndef TARGETS
#define TARGETS {0, 0, 7, 5, 4}
#define KING_THROUGH_SHIELDS 0
#define SUMS_BREAK_TIES 1
#endif
static const int TARGET[SEATS + 1] = TARGETS;
#define EACH(card) for (int card = 1; card < KINDS; card++)
#define SEAT(i, n) for (int i = 0; i < (n); i++)

/* ------------------------------------------------------------------ chance */

static uint64_t luck[2] = {1, 2};

static uint64_t draw64(void) {
    uint64_t a = luck[0], b = luck[1];
    luck[0] = b;
    a ^= a << 23;
    luck[1] = a ^ b ^ (a >> 17) ^ (b >> 26);
    return luck[1] + b;
}

static double chance(void) { return (double)(draw64() >> 11) / 9007199254740992.0; }
static int below(int most) { return (int)((draw64() >> 32) * (uint64_t)most >> 32); }

void seed(uint64_t number) {
    luck[0] = number * 0x9E3779B97F4A7C15ULL + 1;
    luck[1] = (number ^ 0xD1B54A32D192ED03ULL) * 0xBF58476D1CE4E5B9ULL + 7;
    for (int i = 0; i < 20; i++) draw64();
}

/* -------------------------------------------------- moves, news, the table */

typedef struct { int8_t card, target, guess; } Move; /* target -1: meets nobody */

typedef enum {
    BEGAN, DREW, CARD, PLAYED, MISSED, LOOKED, SEEN, COMPARED, BOTH, OUT, SHIELDED, DISCARDED, TRADED, SWAPPED
} Kind;

typedef struct { Kind kind; int who, target, card, other; } Event;

typedef struct {
    int seats, turn, pile, standing, shielded, over, winners;
    int8_t hand[SEATS][2], seen[KINDS], sum[SEATS], deck[CARDS], aside, tokens[SEATS];
} Table;

/* What one seat knows: rows i other than its own are what it can tell of what i knows. */
typedef struct {
    int seats, me, thinks, standing, shielded, pile, duel[2];
    int8_t seen[KINDS], sum[SEATS], hand[2], known[SEATS][SEATS], spies[SEATS], tokens[SEATS], target;
    double odds[SEATS][SEATS][KINDS], like[SEATS][KINDS], pi[SEATS];
} View;

static Table table;
static View views[SEATS];
static void hear(View *v, const Event *e);

static void tell(Kind kind, int who, int target, int card, int other, int to) {
    Event e = {kind, who, target, card, other};
    SEAT(i, table.seats) if (to >> i & 1) hear(&views[i], &e);
}
#define ALL ((1 << table.seats) - 1)

static int reached(int n, int me, int standing, int shielded, int *others) {
    int met = 0;
    SEAT(i, n) if (i != me && standing >> i & ~shielded >> i & 1) others[met++] = i;
    return met;
}

static int menu_of(int n, int me, int a, int b, int standing, int shielded, Move *out) {
    int count = 0, others[SEATS], met = reached(n, me, standing, shielded, others);
    int forced = (a == COUNTESS && (b == PRINCE || b == KING)) || (b == COUNTESS && (a == PRINCE || a == KING));
    for (int side = 0; side < 1 + (a != b); side++) {
        int card = side ? b : a;
        if (forced && card != COUNTESS) continue;
        if (KING_THROUGH_SHIELDS) met = reached(n, me, standing, card == KING ? 0 : shielded, others);
        if (card == HANDMAID || card >= COUNTESS) out[count++] = (Move){card, -1, 0};
        else if (card == PRINCE) {
            out[count++] = (Move){card, me, 0};
            for (int i = 0; i < met; i++) out[count++] = (Move){card, others[i], 0};
        } else if (!met) out[count++] = (Move){card, -1, 0};
        else for (int i = 0; i < met; i++) {
            if (card != GUARD) out[count++] = (Move){card, others[i], 0};
            else for (int guess = 2; guess < KINDS; guess++) out[count++] = (Move){card, others[i], guess};
        }
    }
    return count;
}

static int menu_now(Move *out) {
    Table *t = &table;
    return menu_of(t->seats, t->turn, t->hand[t->turn][0], t->hand[t->turn][1], t->standing, t->shielded, out);
}

static void lay_open(int who, int card) {
    table.seen[card]++;
    table.sum[who] += card;
}

static void knock_out(int who, int outranked) {
    int card = table.hand[who][0];
    table.hand[who][0] = 0;
    table.standing &= ~(1 << who);
    if (card) lay_open(who, card);
    tell(OUT, who, outranked, card, 0, ALL);
}

static void take(int who, int at) {
    int card = table.deck[--table.pile];
    table.hand[who][at] = card;
    tell(DREW, who, 0, 0, 0, ALL);
    tell(CARD, who, 0, card, 0, 1 << who);
}

static void begin_turn(int who) {
    table.turn = who;
    table.shielded &= ~(1 << who);
    take(who, 1);
}

static void replace_hand(int who) {
    int card = table.hand[who][0];
    table.hand[who][0] = 0;
    lay_open(who, card);
    tell(DISCARDED, who, 0, card, 0, ALL);
    if (card == PRINCESS) knock_out(who, 0);
    else if (table.pile) take(who, 0);
    else {
        table.hand[who][0] = table.aside;
        tell(DREW, who, 1, 0, 0, ALL);
        tell(CARD, who, 0, table.aside, 0, 1 << who);
    }
}

static void meet(int me, Move move) {
    int to = move.target, mine = table.hand[me][0], theirs = table.hand[to][0], two = 1 << me | 1 << to;
    switch (move.card) {
    case GUARD:
        if (theirs == move.guess) knock_out(to, 0);
        else tell(MISSED, me, to, move.guess, 0, ALL);
        break;
    case PRIEST:
        tell(LOOKED, me, to, 0, 0, ALL);
        tell(SEEN, me, to, theirs, 0, 1 << me);
        break;
    case BARON:
        tell(COMPARED, me, to, mine != theirs, 0, ALL);
        tell(BOTH, me, to, mine, theirs, two);
        if (mine != theirs) knock_out(mine < theirs ? me : to, 1);
        break;
    case PRINCE: replace_hand(to); break;
    case KING:
        table.hand[me][0] = theirs;
        table.hand[to][0] = mine;
        tell(TRADED, me, to, 0, 0, ALL);
        tell(SWAPPED, me, to, mine, theirs, two);
    }
}

static int alone(int standing) { return !(standing & (standing - 1)); }

static void end_round(void) {
    int best = -1;
    table.over = 1;
    table.winners = 0;
    SEAT(i, table.seats) if (table.standing >> i & 1) {
        int worth = alone(table.standing) ? 0 : table.hand[i][0] * 128 + SUMS_BREAK_TIES * table.sum[i];
        if (worth > best) { best = worth; table.winners = 0; }
        if (worth == best) table.winners |= 1 << i;
    }
}

static int hero = -1; /* whose moves are lessons */
static void record(void);

static void play(Move move) {
    int me = table.turn, next = me;
    int8_t *hand = table.hand[me];
    if (hand[0] == move.card) hand[0] = hand[1];
    hand[1] = 0;
    lay_open(me, move.card);
    tell(PLAYED, me, move.target, move.card, move.guess, ALL);
    if (move.target >= 0) meet(me, move);
    else if (move.card == PRINCESS) knock_out(me, 0);
    else if (move.card == HANDMAID) {
        table.shielded |= 1 << me;
        tell(SHIELDED, me, 0, 0, 0, ALL);
    }
    if (alone(table.standing) || !table.pile) { end_round(); return; }
    if (me == hero) record();
    do next = (next + 1) % table.seats; while (!(table.standing >> next & 1));
    begin_turn(next);
}

/* ------------------------------------------------------- what a seat hears */

static void flat(double *odds) { EACH(c) odds[c] = 1; }
static void only(double *odds, int card) { EACH(c) odds[c] = c == card; }

static void scale(double *like) {
    double most = 0;
    EACH(c) if (like[c] > most) most = like[c];
    if (most <= 0) flat(like);
    else EACH(c) like[c] /= most;
}

/* Whoever holds both lays `card` down: so likely, as `normal` takes for granted. */
static double lays_down(int card, int other) {
    if (card == PRINCESS || (other == COUNTESS && (card == PRINCE || card == KING))) return 0;
    if (other == PRINCESS || (card == COUNTESS && (other == PRINCE || other == KING))) return 1;
    return card <= other ? 0.65 : 1 - 0.65;
}

static void kept(double *odds, int card) {
    double gone = odds[card];
    EACH(c) if (c != card) odds[c] = (odds[c] + gone) * lays_down(card, c);
}

/* The rows that this view keeps: who plays like `normal` needs no other than its own. */
#define ROWS(i, v) for (int i = 0; i < (v)->seats; i++) if ((v)->thinks || i == (v)->me)

static void fresh(View *v) {
    memset(v->seen, 0, sizeof v->seen);
    memset(v->sum, 0, sizeof v->sum);
    memset(v->hand, 0, sizeof v->hand);
    memset(v->known, 0, sizeof v->known);
    memset(v->spies, 0, sizeof v->spies);
    v->standing = (1 << v->seats) - 1;
    v->shielded = 0;
    v->pile = CARDS - 1 - v->seats - (v->seats == 2 ? 3 : 0);
    SEAT(i, v->seats) {
        flat(v->like[i]);
        SEAT(j, v->seats) flat(v->odds[i][j]);
    }
}

static void unseen_by(const View *v, int *unseen) {
    EACH(c) unseen[c] = COPIES[c] - v->seen[c];
    for (int i = 0; i < 2; i++) if (v->hand[i]) unseen[v->hand[i]]--;
}

static void rule_out(View *v, int who, int card) {
    ROWS(i, v) v->odds[i][who][card] = 0;
    v->like[who][card] = 0;
}

static void see_laid(View *v, int who, int card) {
    v->seen[card]++;
    v->sum[who] += card;
    SEAT(i, v->seats) if (v->known[i][who] == card) v->known[i][who] = 0;
}

static void know(View *v, int who, int of, int card) {
    v->known[who][of] = card;
    only(v->odds[who][of], card);
    if (who == v->me) only(v->like[of], card);
}

static void swap_bytes(int8_t *a, int8_t *b) { int8_t c = *a; *a = *b; *b = c; }
static void swap_odds(double *a, double *b) {
    EACH(c) { double x = a[c]; a[c] = b[c]; b[c] = x; }
}

static void reckon(View *v, int who, Move move);

static void hear_played(View *v, int who, Move move) {
    int card = move.card, old = 0;
    if (who == v->me) {
        if (v->hand[0] == card) { v->spies[who] = 0; v->hand[0] = v->hand[1]; }
        v->hand[1] = 0;
    } else if (v->thinks) {
        reckon(v, who, move);
        SEAT(i, v->seats) if (v->known[i][who]) old = v->known[i][who];
        if (!old || old == card) v->spies[who] = 0;
    }
    see_laid(v, who, card);
    ROWS(i, v) if (i != who) kept(v->odds[i][who], card);
}

static void hear_compared(View *v, int one, int other, int tied) {
    int unseen[KINDS];
    v->duel[0] = one;
    v->duel[1] = other;
    if (!tied) return;
    EACH(c) if (COPIES[c] < 2) ROWS(i, v) v->odds[i][one][c] = v->odds[i][other][c] = 0;
    v->spies[one] |= 1 << other;
    v->spies[other] |= 1 << one;
    if (v->me == one || v->me == other) return;
    unseen_by(v, unseen);
    EACH(c) v->like[one][c] = v->like[other][c] =
        unseen[c] > 1 ? (unseen[c] - 1) * v->like[one][c] * v->like[other][c] : 0;
    scale(v->like[one]);
    scale(v->like[other]);
}

static void hear_out(View *v, int who, int outranked, int card) {
    if (outranked) {
        int winner = v->duel[who == v->duel[0]];
        for (int c = 1; c <= card; c++) rule_out(v, winner, c);
        if (winner != v->me) scale(v->like[winner]);
    }
    if (card) { v->seen[card]++; v->sum[who] += card; }
    v->standing &= ~(1 << who);
    SEAT(i, v->seats) v->known[i][who] = 0;
    if (who == v->me) v->hand[0] = 0;
}

static void hear_traded(View *v, int one, int other) {
    int told = v->me == one || v->me == other;
    ROWS(i, v) swap_odds(v->odds[i][one], v->odds[i][other]);
    SEAT(i, v->seats) if (i != one && i != other) swap_bytes(&v->known[i][one], &v->known[i][other]);
    v->spies[one] = 1 << other;
    v->spies[other] = 1 << one;
    if (told) return;
    swap_odds(v->like[one], v->like[other]);
    v->known[one][other] = v->known[v->me][other];
    v->known[other][one] = v->known[v->me][one];
}

static void hear(View *v, const Event *e) {
    int me = v->me, who = e->who, target = e->target, card = e->card;
    switch (e->kind) {
    case BEGAN: fresh(v); break;
    case DREW:
        v->pile -= !target;
        v->shielded &= ~(1 << who);
        break;
    case CARD: v->hand[v->hand[0] != 0] = card; break;
    case PLAYED: hear_played(v, who, (Move){card, target, e->other}); break;
    case MISSED:
        rule_out(v, target, card);
        scale(v->like[target]);
        break;
    case LOOKED:
        v->spies[target] |= 1 << who;
        if (target == me) know(v, who, me, v->hand[0]);
        else v->known[who][target] = v->known[me][target];
        break;
    case SEEN: know(v, me, target, card); break;
    case COMPARED: hear_compared(v, who, target, !card); break;
    case BOTH:
        know(v, who, target, e->other);
        know(v, target, who, card);
        break;
    case OUT: hear_out(v, who, target, card); break;
    case SHIELDED: v->shielded |= 1 << who; break;
    case DISCARDED:
        see_laid(v, who, card);
        ROWS(i, v) flat(v->odds[i][who]);
        flat(v->like[who]);
        v->spies[who] = 0;
        if (who == me) v->hand[0] = 0;
        break;
    case TRADED: hear_traded(v, who, target); break;
    case SWAPPED:
        know(v, who, target, card);
        know(v, target, who, e->other);
        v->hand[0] = me == who ? e->other : card;
    }
}

/* ------------------------------------------------------ how `normal` weighs */

typedef struct { double odds[KINDS], under[KINDS], upto[KINDS], most; } Hunch;

static void hunch(Hunch *h, const int *unseen, const double *odds) {
    double total = 0, lower = 0;
    EACH(c) total += h->odds[c] = unseen[c] * (odds ? odds[c] : 1);
    if (total <= 0) {
        total = 0;
        EACH(c) total += h->odds[c] = unseen[c];
    }
    if (total < 1e-9) total = 1e-9;
    h->most = 0;
    EACH(c) {
        h->odds[c] /= total;
        if (h->odds[c] > h->most) h->most = h->odds[c];
        h->under[c] = lower;
        h->upto[c] = lower += h->odds[c];
    }
}

static void certainly(Hunch *h, int card) {
    EACH(c) {
        h->odds[c] = c == card;
        h->under[c] = c > card;
        h->upto[c] = c >= card;
    }
    h->most = 1;
}

/* One choice of `me`, with the older of both cards in hand[0]. */
typedef struct {
    const View *v;
    int me, hand[2], unseen[KINDS], hidden, pile, spies, open;
    int rival[SEATS], rivals;
    Hunch draw, of[SEATS];
    double on[KINDS], without[SEATS][KINDS];
} Outlook;

static void look_out(Outlook *at, const View *v, int me, int old, int drawn) {
    at->v = v;
    at->me = me;
    at->hand[0] = old;
    at->hand[1] = drawn;
    at->pile = v->pile;
    at->rivals = at->open = at->hidden = 0;
    for (int step = 1; step < v->seats; step++) {
        int i = (me + step) % v->seats;
        if (!(v->standing >> i & 1)) continue;
        at->rival[at->rivals++] = i;
        at->open += !(v->shielded >> i & 1);
    }
    at->spies = v->spies[me] & v->standing & ~(1 << me);
    EACH(c) at->unseen[c] = COPIES[c] - v->seen[c] - (c == old) - (c == drawn);
    SEAT(i, v->seats) if (v->known[me][i]) at->unseen[v->known[me][i]]--;
    for (int c = 2; c < KINDS; c++) at->hidden += at->unseen[c];
    hunch(&at->draw, at->unseen, 0);
    for (int i = 0; i < at->rivals; i++) {
        int r = at->rival[i];
        if (v->known[me][r]) certainly(&at->of[r], v->known[me][r]);
        else hunch(&at->of[r], at->unseen, v->odds[me][r]);
    }
    EACH(c) {
        at->on[c] = -9;
        SEAT(i, SEATS) at->without[i][c] = -9;
    }
}

static double either(double held, double drawn) { return held + drawn - held * drawn; }
static double beaten(const Hunch *h, int card) { return h->under[card] + 0.5 * (h->upto[card] - h->under[card]); }

static double beats(const Outlook *at, const Hunch *of, int card, const int *rival, int rivals) {
    double all = 1, drawn = beaten(&at->draw, card);
    for (int i = 0; i < rivals; i++) all *= beaten(&of[rival[i]], card) * (i < at->pile ? drawn : 1);
    return all;
}

static double risk(const Outlook *at, const Hunch *of, int keep, const int *rival, int rivals, int pile, int spies) {
    double guessed = keep != GUARD ? (at->unseen[keep] + 1.0) / (at->hidden + 1.0) : 0, stay = 1;
    for (int i = 0; i < rivals && i < pile; i++) {
        const Hunch *h = &of[rival[i]];
        int spy = spies >> rival[i] & 1, safe = at->v->shielded >> rival[i] & 1;
        double aims = spy ? 0.9 : 0.8 / (1 + at->open - !safe), right = spy ? guessed > 0 : guessed;
        double danger = either(h->odds[GUARD], at->draw.odds[GUARD]) * right;
        danger += either(h->odds[BARON], at->draw.odds[BARON]) * (1 - h->upto[keep]);
        if (keep == PRINCESS) danger += either(h->odds[PRINCE], at->draw.odds[PRINCE]);
        double left = 1 - danger * aims;
        stay *= left > 0 ? left : 0;
    }
    return 1 - stay;
}

static double win_if(Outlook *at, const Hunch *of, int keep, const int *rival, int rivals, int pile, int spies, int shielded) {
    double show, late, even;
    int all = at->pile;
    if (!rivals) return 1;
    at->pile = pile;
    if (pile <= rivals) show = beats(at, of, keep, rival, rivals);
    else {
        show = at->draw.upto[keep] * beats(at, of, keep, rival, rivals);
        for (int c = keep + 1; c < KINDS; c++)
            if (at->draw.odds[c] > 0) show += at->draw.odds[c] * beats(at, of, c, rival, rivals);
    }
    at->pile = all;
    if (pile == 0) return show;
    late = 1 / (1 + 0.3 * pile);
    even = (1 + (keep == GUARD ? 0.1 : keep == HANDMAID ? 0.15 : 0)) / (1 + rivals);
    double stays = shielded ? 1 : 1 - risk(at, of, keep, rival, rivals, pile, spies);
    return stays * (late * show + (1 - late) * even);
}

static int spies_on(const Outlook *at, int keep) { return keep == at->hand[0] ? at->spies : 0; }

static double goes_on(Outlook *at, int keep) {
    if (at->on[keep] < -5)
        at->on[keep] = win_if(at, at->of, keep, at->rival, at->rivals, at->pile, spies_on(at, keep), 0);
    return at->on[keep];
}

static double without(Outlook *at, int out, int keep) {
    if (at->without[out][keep] < -5) {
        int rival[SEATS], rivals = 0;
        for (int i = 0; i < at->rivals; i++) if (at->rival[i] != out) rival[rivals++] = at->rival[i];
        at->without[out][keep] = win_if(at, at->of, keep, rival, rivals, at->pile, spies_on(at, keep), 0)
            + 0.05 * at->v->tokens[out] / at->v->target;
    }
    return at->without[out][keep];
}

static double knowing(Outlook *at, int other, int theirs, int mine) {
    Hunch of[SEATS];
    memcpy(of, at->of, sizeof of);
    certainly(&of[other], theirs);
    return win_if(at, of, mine, at->rival, at->rivals, at->pile, 1 << other | spies_on(at, mine), 0);
}

static double replaced(Outlook *at, int target, int keep) {
    int pile = at->pile ? at->pile - 1 : 0;
    double worth = 0;
    if (target == at->me) {
        if (keep == PRINCESS) return -1;
        EACH(c) if (at->draw.odds[c] > 0)
            worth += at->draw.odds[c] * win_if(at, at->of, c, at->rival, at->rivals, pile, 0, 0);
        return worth;
    }
    Hunch of[SEATS];
    memcpy(of, at->of, sizeof of);
    of[target] = at->draw;
    worth = win_if(at, of, keep, at->rival, at->rivals, pile, spies_on(at, keep), 0);
    double fatal = at->of[target].odds[PRINCESS];
    return fatal * without(at, target, keep) + (1 - fatal) * worth;
}

static double weigh(Outlook *at, Move move) {
    int keep = at->hand[0] == move.card ? at->hand[1] : at->hand[0], target = move.target;
    const Hunch *h = &at->of[target < 0 ? 0 : target];
    double worth = 0;
    if (move.card == PRINCESS) return -1;
    if (move.card == HANDMAID) return win_if(at, at->of, keep, at->rival, at->rivals, at->pile, 0, 1);
    if (target < 0) return goes_on(at, keep);
    switch (move.card) {
    case GUARD: return h->odds[move.guess] * without(at, target, keep) + (1 - h->odds[move.guess]) * goes_on(at, keep);
    case PRIEST: return goes_on(at, keep) + 0.06 * (1 - h->most);
    case BARON: {
        double tie = h->upto[keep] - h->under[keep];
        worth = h->under[keep] * without(at, target, keep);
        return tie != 0 ? worth + tie * knowing(at, target, keep, keep) : worth;
    }
    case PRINCE: return replaced(at, target, keep);
    default:
        EACH(c) if (h->odds[c] > 0) worth += h->odds[c] * knowing(at, target, keep, c);
        return worth;
    }
}

/* The share that each entry of a menu has in the choices of `normal`; it bluffs with the Countess now and then. */
static void normal_shares(Outlook *at, const Move *menu, int count, double *share) {
    double worth[MENU], best = -9;
    int countess = -1;
    for (int i = 0; i < count; i++) {
        worth[i] = count > 1 ? weigh(at, menu[i]) : 0;
        share[i] = 0;
        if (worth[i] > best) best = worth[i];
        if (menu[i].card == COUNTESS) countess = i;
    }
    for (int bluffs = 0; bluffs < 1 + (countess >= 0); bluffs++) {
        double part = countess < 0 ? 1 : bluffs ? 0.1 : 0.9;
        int equal = 0;
        if (bluffs) {
            worth[countess] += 0.4;
            best = worth[countess] > best ? worth[countess] : best;
        }
        for (int i = 0; i < count; i++) equal += worth[i] >= best - 1e-9;
        for (int i = 0; i < count; i++) if (worth[i] >= best - 1e-9) share[i] += part / equal;
    }
}

static int harmless(Move move, int me) { return move.card != PRINCESS && move.target != me; }

/* The same of `easy`: any card, then any target, then any name, and no harm to oneself. */
static double easy_share(const Move *menu, int count, int me, Move move) {
    int good = 0, cards = 1, targets = 0, met = 0;
    for (int i = 0; i < count; i++) good += harmless(menu[i], me);
    if (!harmless(move, me)) return good ? 0 : 1.0 / count;
    for (int i = 0; i < count; i++) if (harmless(menu[i], me)) {
        if (menu[i].card != move.card) cards = 2;
        else if (menu[i].target >= 0 && !(met >> menu[i].target & 1)) {
            met |= 1 << menu[i].target;
            targets++;
        }
    }
    return 1.0 / cards / (targets ? targets : 1) / (move.card == GUARD && targets ? 7 : 1);
}

/* --------------------------------------------------- what others may hold */

enum { SLIP_NORMAL = 20, SLIP_EASY = 50 }; /* in a thousand: anything on the menu */

static int same(Move a, Move b) { return a.card == b.card && a.target == b.target && a.guess == b.guess; }

/* How likely `who` makes this move with these cards: somebody like `normal`, somebody like `easy`. */
static int likely(const View *v, int who, int old, int drawn, Move move, double *normal, double *easy) {
    Move menu[MENU];
    double share[MENU];
    int count = menu_of(v->seats, who, old, drawn, v->standing, v->shielded, menu), at = -1;
    for (int i = 0; i < count; i++) if (same(menu[i], move)) at = i;
    if (at < 0) return 0;
    Outlook outlook;
    if (count > 1) look_out(&outlook, v, who, old, drawn);
    normal_shares(&outlook, menu, count, share);
    *normal = (1 - SLIP_NORMAL / 1e3) * share[at] + SLIP_NORMAL / 1e3 / count;
    *easy = (1 - SLIP_EASY / 1e3) * easy_share(menu, count, who, move) + SLIP_EASY / 1e3 / count;
    return 1;
}

static void reckon(View *v, int who, Move move) {
    int card = move.card, unseen[KINDS];
    if (!(v->standing >> v->me & 1)) return;
    double *like = v->like[who], after[KINDS] = {0}, pi = v->pi[who], as_normal = 0, as_easy = 0, normal, easy;
    unseen_by(v, unseen);
    EACH(k) {
        int left = unseen[k] - (k == card);
        after[k] = 0;
        if (left <= 0) continue;
        for (int drew_it = 0; drew_it < 1 + (k != card); drew_it++) { /* the card laid down, or the other one */
            int old = drew_it ? card : k, drawn = drew_it ? k : card;
            if (like[old] <= 0 || !likely(v, who, old, drawn, move, &normal, &easy)) continue;
            as_normal += left * like[old] * normal;
            as_easy += left * like[old] * easy;
            after[k] += like[old] * (pi * normal + (1 - pi) * easy);
        }
    }
    memcpy(like, after, sizeof after);
    scale(like);
    if (as_normal + as_easy > 0) {
        double x = pi * as_normal / (pi * as_normal + (1 - pi) * as_easy);
        v->pi[who] = x < 0.03 ? 0.03 : x > 0.97 ? 0.97 : x;
    }
}

/* ------------------------------------------------------- how `hard` weighs */

typedef struct { float in[KINDS][HIDDEN][INPUTS], out[KINDS][HIDDEN + 1]; } Net;
static Net nets[SEATS + 1];
static double leader = 0; /* a little more for whoever is about to win and goes out */

int inputs(int seats) { return 17 + 12 * (seats - 1); }

/* One thing that may follow from a move: only what the value depends on. */
typedef struct {
    int unseen[KINDS], standing, safe, pile, sum[SEATS], aware[SEATS];
    double like[SEATS][KINDS];
} Fork;

static void fork_of(Fork *f, const View *v) {
    unseen_by(v, f->unseen);
    f->standing = v->standing;
    f->safe = v->shielded >> v->me & 1;
    f->pile = v->pile;
    SEAT(i, v->seats) {
        f->sum[i] = v->sum[i];
        f->aware[i] = v->known[i][v->me];
    }
    memcpy(f->like, v->like, sizeof f->like);
}

static int sure(const double *like) {
    int found = 0;
    EACH(c) if (like[c] > 0) {
        if (found) return 0;
        found = c;
    }
    return found;
}

/* The chances of a hand; a card that somebody else holds for certain is none of it. */
static void hand_of(const View *v, const Fork *f, int who, double *odds) {
    double total = 0;
    int unseen[KINDS];
    memcpy(unseen, f->unseen, sizeof unseen);
    SEAT(i, v->seats) if (i != who && i != v->me && f->standing >> i & 1) {
        int card = sure(f->like[i]);
        if (card && unseen[card] > 0) unseen[card]--;
    }
    EACH(c) total += odds[c] = unseen[c] > 0 ? unseen[c] * f->like[who][c] : 0;
    if (total <= 1e-12) {
        total = 0;
        EACH(c) total += odds[c] = unseen[c] > 0 ? unseen[c] : 0;
    }
    if (total <= 0) total = 1;
    EACH(c) odds[c] /= total;
}

static void features(const View *v, const Fork *f, int keep, float *x) {
    double show = 1, odds[KINDS];
    int n = v->seats, in = 1, at = 17;
    static const float MANY[KINDS] = {1, 3, 1.5f, 1.5f, 1.5f, 1.5f, 1, 1, 1};
    x[0] = 1;
    x[1] = f->safe;
    x[2] = f->pile * 0.1f;
    for (int i = 1; i < 5; i++) x[2 + i] = f->pile == i;
    EACH(c) x[6 + c] = f->unseen[c] / MANY[c];
    for (int step = 1; step < n; step++) {
        int i = (v->me + step) % n;
        if (!(f->standing >> i & 1)) {
            memset(x + at, 0, 12 * sizeof *x);
            at += 12;
            continue;
        }
        double lower = 0;
        in++;
        hand_of(v, f, i, odds);
        for (int c = 1; c < keep; c++) lower += odds[c];
        show *= lower + 0.5 * odds[keep];
        x[at++] = 1;
        x[at++] = v->shielded >> i & 1;
        x[at++] = f->aware[i] == keep;
        x[at++] = v->pi[i];
        EACH(c) x[at++] = odds[c];
    }
    x[15] = show;
    x[16] = 1.0f / in;
}

static float forward(const Net *net, int inputs, int keep, const float *x, float *hidden) {
    float z = net->out[keep][HIDDEN];
    for (int h = 0; h < HIDDEN; h++) {
        const float *w = net->in[keep][h];
        float a = 0;
        for (int i = 0; i < inputs; i++) a += w[i] * x[i];
        hidden[h] = a > 0 ? a : 0;
        z += hidden[h] * net->out[keep][h];
    }
    return 1 / (1 + expf(-z));
}

static double showdown(const View *v, const Fork *f, int keep) {
    double all = 1, odds[KINDS];
    SEAT(i, v->seats) if (i != v->me && f->standing >> i & 1) {
        double lower = 0;
        int more = SUMS_BREAK_TIES * (f->sum[v->me] - f->sum[i]);
        hand_of(v, f, i, odds);
        for (int c = 1; c < keep; c++) lower += odds[c];
        all *= lower + odds[keep] * (more > 0 ? 1 : more ? 0 : 0.5);
    }
    return all;
}

static double value(const View *v, const Fork *f, int keep) {
    float x[INPUTS], hidden[HIDDEN];
    if (alone(f->standing)) return 1;
    if (!f->pile) return showdown(v, f, keep);
    features(v, f, keep, x);
    return forward(&nets[v->seats], inputs(v->seats), keep, x, hidden);
}

static double goes_out(const View *v, const Fork *f, int who, int card, int keep) {
    Fork g = *f;
    g.unseen[card]--;
    g.sum[who] += card;
    g.standing &= ~(1 << who);
    return value(v, &g, keep) + leader * v->tokens[who] / v->target;
}

static double guess_worth(const View *v, const Fork *f, Move move, int keep, const double *odds) {
    double hit = odds[move.guess], worth = hit > 0 ? hit * goes_out(v, f, move.target, move.guess, keep) : 0;
    if (hit >= 1) return worth;
    Fork g = *f;
    g.like[move.target][move.guess] = 0;
    scale(g.like[move.target]);
    return worth + (1 - hit) * value(v, &g, keep);
}

/* The hand of the target is `card`: what follows? */
static double met_worth(const View *v, const Fork *f, Move move, int keep, int card) {
    int to = move.target;
    Fork g = *f;
    if (move.card == BARON && card < keep) return goes_out(v, f, to, card, keep);
    if (move.card == BARON && card > keep) return 0;
    if (move.card == PRINCE) {
        if (card == PRINCESS) return goes_out(v, f, to, card, keep);
        g.unseen[card]--;
        g.sum[to] += card;
        g.pile -= g.pile > 0;
        flat(g.like[to]);
        return value(v, &g, keep);
    }
    only(g.like[to], move.card == KING ? keep : card);
    if (move.card == BARON) g.aware[to] = keep;
    if (move.card == KING) {
        g.unseen[card]--;
        g.unseen[keep]++;
        SEAT(i, v->seats) if (i != to) g.aware[i] = v->known[i][to];
        g.aware[to] = card;
        return value(v, &g, card);
    }
    return value(v, &g, keep);
}

static double redraw_worth(const View *v, const Fork *f, int keep) {
    Fork g = *f;
    double worth = 0;
    int total = 0;
    if (keep == PRINCESS) return 0;
    g.sum[v->me] += keep;
    g.pile -= g.pile > 0;
    memset(g.aware, 0, sizeof g.aware);
    EACH(c) total += f->unseen[c];
    EACH(c) if (f->unseen[c] > 0) {
        g.unseen[c]--;
        worth += (double)f->unseen[c] / total * value(v, &g, c);
        g.unseen[c]++;
    }
    return worth;
}

static double hard_worth(const View *v, Move move) {
    int me = v->me, keep = v->hand[0] == move.card ? v->hand[1] : v->hand[0];
    double odds[KINDS], worth = 0;
    Fork f;
    if (move.card == PRINCESS) return 0;
    fork_of(&f, v);
    f.sum[me] += move.card;
    f.safe = move.card == HANDMAID;
    SEAT(i, v->seats) if (f.aware[i] == move.card) f.aware[i] = 0;
    if (move.target < 0) return value(v, &f, keep);
    if (move.target == me) return redraw_worth(v, &f, keep);
    hand_of(v, &f, move.target, odds);
    if (move.card == GUARD) return guess_worth(v, &f, move, keep, odds);
    EACH(c) if (odds[c] > 0) worth += odds[c] * met_worth(v, &f, move, keep, c);
    return worth;
}

/* What advice says of it: as much, of this round alone, but that no card is drawn that lies in a hand. */
static double advised_worth(const View *v, Move move) {
    int keep = v->hand[0] == move.card ? v->hand[1] : v->hand[0];
    double odds[KINDS], rest[KINDS], total = 0, worth = 0, bonus = leader;
    Fork f;
    fork_of(&f, v);
    EACH(c) rest[c] = f.unseen[c];
    SEAT(i, v->seats) if (i != v->me && f.standing >> i & 1) {
        hand_of(v, &f, i, odds);
        EACH(c) rest[c] -= odds[c];
    }
    EACH(c) total += rest[c] = rest[c] > 0 ? rest[c] : 0;
    if (move.target != v->me || keep == PRINCESS || total <= 0) {
        leader = 0;
        worth = hard_worth(v, move);
        leader = bonus;
        return worth;
    }
    f.sum[v->me] += move.card + keep;
    f.safe = 0;
    f.pile -= f.pile > 0;
    memset(f.aware, 0, sizeof f.aware);
    EACH(c) if (rest[c] > 0) {
        f.unseen[c]--;
        worth += rest[c] / total * value(v, &f, c);
        f.unseen[c]++;
    }
    return worth;
}

/* ----------------------------------------------------------------- players */

static Move normal_move(const View *v) {
    Move menu[MENU];
    double share[MENU], at = chance();
    int count = menu_now(menu);
    Outlook outlook;
    if (count == 1) return menu[0];
    look_out(&outlook, v, v->me, v->hand[0], v->hand[1]);
    normal_shares(&outlook, menu, count, share);
    for (int i = 0; i < count; i++) if (share[i] > 0 && (at -= share[i]) < 0) return menu[i];
    for (int i = 0; i < count; i++) if (share[i] > 0) return menu[i];
    return menu[0];
}

static Move any_move(void) {
    Move menu[MENU];
    return menu[below(menu_now(menu))];
}

static Move easy_move(int me) {
    Move menu[MENU];
    double share, at = chance();
    int count = menu_now(menu);
    for (int i = 0; i < count; i++) if ((share = easy_share(menu, count, me, menu[i])) > 0 && (at -= share) < 0) return menu[i];
    return menu[0];
}

static Move hard_move(const View *v) {
    Move menu[MENU], best = {0, 0, 0};
    double most = -1;
    int count = menu_now(menu);
    for (int i = 0; i < count; i++) {
        double worth = hard_worth(v, menu[i]);
        if (worth > most) { most = worth; best = menu[i]; }
    }
    return best;
}

static Move move_of(char kind, int seat) {
    switch (kind) {
    case 'n': return normal_move(&views[seat]);
    case 'e': return easy_move(seat);
    case 'h': return hard_move(&views[seat]);
    default: return any_move();
    }
}

static void shuffle(int8_t *deck) {
    int at = 0;
    EACH(c) for (int i = 0; i < COPIES[c]; i++) deck[at++] = c;
    for (int i = CARDS - 1; i > 0; i--) swap_bytes(&deck[i], &deck[below(i + 1)]);
}

/* The last card of `deck` is the first: set aside, laid open, dealt from the starter on, then the pile. */
void deal(int seats, int starter, const int8_t *deck) {
    int at = CARDS;
    table.seats = seats;
    table.standing = (1 << seats) - 1;
    table.shielded = table.over = table.winners = 0;
    memset(table.seen, 0, sizeof table.seen);
    memset(table.sum, 0, sizeof table.sum);
    memset(table.hand, 0, sizeof table.hand);
    memcpy(table.deck, deck, CARDS);
    table.aside = deck[--at];
    SEAT(i, seats) {
        views[i].seats = seats;
        views[i].me = i;
        views[i].target = TARGET[seats];
        memcpy(views[i].tokens, table.tokens, sizeof table.tokens);
    }
    tell(BEGAN, starter, 0, 0, 0, ALL);
    for (int i = 0; i < 3 && seats == 2; i++) {
        table.seen[deck[--at]]++;
        SEAT(j, 2) views[j].seen[deck[at]]++;
    }
    SEAT(step, seats) {
        int i = (starter + step) % seats;
        table.hand[i][0] = deck[--at];
        tell(CARD, i, 0, deck[at], 0, 1 << i);
    }
    table.pile = at;
    begin_turn(starter);
}

static void new_match(int seats, const char *kinds) {
    memset(table.tokens, 0, sizeof table.tokens);
    SEAT(i, seats) {
        views[i].thinks = kinds[i] == 'h';
        SEAT(j, seats) views[i].pi[j] = 0.7;
    }
}

/* A match of these players; returns the bits of those who won it. */
static int match(int seats, const char *kinds) {
    int8_t deck[CARDS];
    int starter = below(seats), there;
    new_match(seats, kinds);
    for (;;) {
        shuffle(deck);
        deal(seats, starter, deck);
        while (!table.over) play(move_of(kinds[table.turn], table.turn));
        there = 0;
        SEAT(i, seats) if (table.winners >> i & 1 && ++table.tokens[i] >= TARGET[seats]) there |= 1 << i;
        if (there) return there;
        do starter = below(seats); while (!(table.winners >> starter & 1));
    }
}

/* The share of matches that the first of `players` wins; everybody moves one seat on from match to match. */
double matches(int seats, const char *players, int count, double bonus) {
    char kinds[SEATS];
    double won = 0;
    leader = bonus;
    for (int number = 0; number < count; number++) {
        SEAT(i, seats) kinds[(i + number) % seats] = players[i];
        int there = match(seats, kinds);
        if (there >> number % seats & 1) won += 1.0 / __builtin_popcount(there);
    }
    leader = 0;
    return won / count;
}

/* ---------------------------------------------------------------- training */

typedef struct { int8_t keep; float x[INPUTS], won; } Sample;
static Sample *samples;
static long held, room;

static void seat_them(int seats, int first, char *kinds) {
    SEAT(i, seats) {
        double x = chance();
        kinds[i] = x < 0.55 ? 'n' : x < 0.7 ? (first ? 'n' : 'h') : x < 0.92 ? 'e' : 'r';
    }
    kinds[hero] = first ? 'n' : 'h';
    new_match(seats, kinds);
    views[hero].thinks = 1;
    SEAT(i, seats) SEAT(j, seats) { /* as far as one may have made up one's mind about the others */
        int able = kinds[j] == 'n' || kinds[j] == 'h';
        double x = chance();
        views[i].pi[j] = x < 0.25 ? 0.7 : x < 0.5 ? (able ? 0.85 : 0.4) : able ? 0.95 : 0.06;
    }
    SEAT(i, seats) table.tokens[i] = below(TARGET[seats]);
}

/* What stands after a move of the hero, before anybody draws. */
static void record(void) {
    const View *v = &views[hero];
    Fork f;
    if (held >= room || !(table.standing >> hero & 1)) return;
    fork_of(&f, v);
    samples[held].keep = v->hand[0];
    features(v, &f, v->hand[0], samples[held++].x);
}

/* One round, as its hero lives it: what stood after each of its moves, and whether it won.
   In half of them one of its first moves is left to chance, and what was before does not count. */
static void live(int seats, int first) {
    int8_t deck[CARDS];
    char kinds[SEATS];
    int stray = chance() < 0.5 ? below(3) : -1, moves = 0;
    long from = held;
    hero = below(seats);
    seat_them(seats, first, kinds);
    shuffle(deck);
    deal(seats, below(seats), deck);
    while (!table.over) {
        int strays = table.turn == hero && moves++ == stray;
        if (strays) held = from;
        play(strays ? any_move() : move_of(kinds[table.turn], table.turn));
    }
    float won = table.winners >> hero & 1 ? 1.0f / __builtin_popcount(table.winners) : 0;
    for (long i = from; i < held; i++) samples[i].won = won;
}

void new_net(int seats) {
    Net *net = &nets[seats];
    memset(net, 0, sizeof *net);
    EACH(k) for (int h = 0; h < HIDDEN; h++) {
        net->out[k][h] = (chance() - 0.5) * 0.4;
        for (int i = 0; i < inputs(seats); i++) net->in[k][h][i] = (chance() - 0.5) * 0.5;
    }
}

static double step(Net *net, int count, const Sample *s, float rate) {
    float hidden[HIDDEN], wrong = forward(net, count, s->keep, s->x, hidden) - s->won, *out = net->out[s->keep];
    for (int h = 0; h < HIDDEN; h++) if (hidden[h] > 0) {
        float back = rate * wrong * out[h], *w = net->in[s->keep][h];
        out[h] -= rate * wrong * hidden[h];
        for (int i = 0; i < count; i++) w[i] -= back * s->x[i];
    }
    out[HIDDEN] -= rate * wrong;
    return wrong * wrong;
}

/* One turn of the wheel: live so many rounds by the net as it is, then learn from them.  The rate falls
   evenly from `rate` to `to`; returns the mean square of what was wrong in the last pass. */
double learn(int seats, long rounds, int first, int passes, double rate, double to) {
    double wrong = 0;
    room = rounds * 6;
    samples = malloc(room * sizeof *samples);
    held = 0;
    leader = 0;
    for (long i = 0; i < rounds; i++) live(seats, first);
    hero = -1;
    for (int pass = 0; pass < passes; pass++) {
        wrong = 0;
        for (long i = held - 1; i > 0; i--) {
            long j = (long)(chance() * (i + 1));
            Sample s = samples[i];
            samples[i] = samples[j];
            samples[j] = s;
        }
        for (long i = 0; i < held; i++) {
            double done = (pass + (double)i / held) / passes;
            wrong += step(&nets[seats], inputs(seats), &samples[i], rate + (to - rate) * done);
        }
    }
    free(samples);
    return wrong / held;
}

long lived(void) { return held; }

/* The weights as the file holds them: for each card the rows of the hidden cells, then their shares. */
void net_weights(int seats, float *flat, int write) {
    Net *net = &nets[seats];
    int count = inputs(seats);
    EACH(k) {
        for (int h = 0; h < HIDDEN + 1; h++) {
            float *row = h < HIDDEN ? net->in[k][h] : net->out[k];
            int wide = h < HIDDEN ? count : HIDDEN + 1;
            if (write) memcpy(row, flat, wide * sizeof *flat);
            else memcpy(flat, row, wide * sizeof *flat);
            flat += wide;
        }
    }
}

/* ------------------------------------------------- a round, led by somebody else */

void lead(int seats, const char *kinds, double bonus) {
    new_match(seats, kinds);
    leader = bonus;
}

void lead_tokens(const int8_t *tokens, int seats) { memcpy(table.tokens, tokens, seats); }
void lead_play(int card, int target, int guess) { play((Move){card, target, guess}); }
int turn(void) { return table.over ? -1 : table.turn; }
int winners(void) { return table.winners; }

/* The menu, and what `normal` and `hard` think of each entry, and advice says. */
int lead_menu(int8_t *moves, double *normal, double *hard, double *advice, int thinks) {
    Move menu[MENU];
    int count = menu_now(menu), me = table.turn;
    Outlook at;
    look_out(&at, &views[me], me, views[me].hand[0], views[me].hand[1]);
    for (int i = 0; i < count; i++) {
        memcpy(moves + 3 * i, &menu[i], 3);
        normal[i] = weigh(&at, menu[i]);
        if (!thinks) continue;
        hard[i] = hard_worth(&views[me], menu[i]);
        advice[i] = advised_worth(&views[me], menu[i]);
    }
    return count;
}
