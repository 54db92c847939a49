/* The best answer to a fixed player, with two at the table: what can be won against it by who knows it.
 *
 * Whoever answers keeps every world that may be: the cards of the other one and all that one knows, each as
 * likely as what was seen makes it.  From some point of a round on all that may follow is gone through to its
 * end, and of the own moves the best is taken; up to there the own moves are those of `hard`.
 */
#include "kernel.c"

typedef struct { Table t; View v; double w; } World;          /* `v` is what the other one knows */
typedef struct { World *at; View *mine; int count, room; } Worlds; /* and what oneself knows in each */

static int me, foe;
static char kind;
static double ended; /* of what was expanded last: how much was won where the round was over */
static double lost;  /* and how much was not */
static double astray; /* the most that the chances of what may follow from a move differ from what they were */

static void keep_world(Worlds *into, double weight) {
    if (into->count == into->room) {
        into->room = into->room ? 2 * into->room : 64;
        into->at = realloc(into->at, into->room * sizeof *into->at);
        into->mine = realloc(into->mine, into->room * sizeof *into->mine);
    }
    World *w = &into->at[into->count];
    memcpy(&w->t, &table, sizeof table);
    memcpy(&w->v, &views[foe], sizeof(View));
    memcpy(&into->mine[into->count++], &views[me], sizeof(View));
    w->w = weight;
}

static void set_up(const Table *t, const View *his, const View *mine) {
    memcpy(&table, t, sizeof table);
    memcpy(&views[foe], his, sizeof(View));
    memcpy(&views[me], mine, sizeof(View));
}

static void answered(Worlds *into, double weight);

/* A move, with each card that it may turn up: what the pile and the card aside hold is any order of the rest. */
static void all_ways(Move move, double weight, Worlds *into, int mine) {
    Table t;
    View his, own;
    int left[KINDS], all = 0;
    memcpy(&t, &table, sizeof t);
    memcpy(&his, &views[foe], sizeof his);
    memcpy(&own, &views[me], sizeof own);
    EACH(c) left[c] = COPIES[c] - t.seen[c];
    for (int seat = 0; seat < 2; seat++) for (int i = 0; i < 2; i++) if (t.hand[seat][i]) left[t.hand[seat][i]]--;
    EACH(c) all += left[c];
    EACH(one) if (left[one] > 0) {
        int drawn = 2;
        left[one]--;
        EACH(two) if (left[two] > 0 || all < 2) {
            double share = (double)(left[one] + 1) / all * (all < 2 ? 1 : (double)left[two] / (all - 1));
            set_up(&t, &his, &own);
            if (t.pile) table.deck[t.pile - 1] = one;
            else table.aside = one;
            if (t.pile > 1) table.deck[t.pile - 2] = two;
            else if (t.pile) table.aside = two;
            play(move);
            drawn = t.pile - table.pile;
            int aside = move.card == PRINCE && t.pile == 0;
            if (drawn + aside < 2) share = drawn + aside ? (double)(left[one] + 1) / all : 1;
            if (table.over) {
                double won = table.winners >> me & 1 ? 1.0 / __builtin_popcount(table.winners) : 0;
                ended += weight * share * won;
                lost += weight * share * (1 - won);
            } else if (mine) answered(into, weight * share);
            else keep_world(into, weight * share);
            if (drawn + aside < 2) break;
        }
        left[one]++;
        if (drawn + (move.card == PRINCE && t.pile == 0) < 1) break;
    }
    set_up(&t, &his, &own);
}

/* The other one moves: `hard` in one way, `normal` in those that it thinks equal. */
static void answered(Worlds *into, double weight) {
    Move menu[MENU];
    double share[MENU];
    const View *v = &views[foe];
    int count = menu_now(menu);
    if (kind == 'h') {
        all_ways(hard_move(v), weight, into, 0);
        return;
    }
    Outlook outlook;
    if (count > 1) look_out(&outlook, v, foe, v->hand[0], v->hand[1]);
    normal_shares(&outlook, menu, count, share);
    for (int i = 0; i < count; i++) if (share[i] > 0) all_ways(menu[i], weight * share[i], into, 0);
}

/* Of all these worlds what follows from a move: where the round goes on, and in `ended` and `lost` the rest. */
static void expand(const World *worlds, int count, const View *mine, Move move, Worlds *into) {
    double before = 0, after = 0;
    ended = lost = 0;
    for (int i = 0; i < count; i++) {
        set_up(&worlds[i].t, &worlds[i].v, mine);
        all_ways(move, worlds[i].w, into, 1);
        before += worlds[i].w;
    }
    for (int i = 0; i < into->count; i++) after += into->at[i].w;
    after = fabs(after + ended + lost - before) / before;
    if (after > astray) astray = after;
}

double gone_astray(void) { return astray; }

/* Worlds that look alike come to lie side by side; those that are alike become one.  Where the first group ends. */
static int first_group(Worlds *of, int from) {
    int end = from + 1;
    for (int i = from + 1; i < of->count; i++) {
        if (memcmp(&of->mine[i], &of->mine[from], sizeof(View))) continue;
        int twin = -1;
        for (int j = from; j < end && twin < 0; j++)
            if (!memcmp(of->at[j].t.hand, of->at[i].t.hand, sizeof of->at[i].t.hand)
                && !memcmp(&of->at[j].v, &of->at[i].v, sizeof(View))) twin = j;
        if (twin >= 0) {
            of->at[twin].w += of->at[i].w;
            of->count--;
            if (i != of->count) {
                memcpy(&of->at[i], &of->at[of->count], sizeof(World));
                memcpy(&of->mine[i], &of->mine[of->count], sizeof(View));
            }
            i--;
            continue;
        }
        World w;
        View v;
        memcpy(&w, &of->at[i], sizeof w);
        memcpy(&v, &of->mine[i], sizeof v);
        memcpy(&of->at[i], &of->at[end], sizeof w);
        memcpy(&of->mine[i], &of->mine[end], sizeof v);
        memcpy(&of->at[end], &w, sizeof w);
        memcpy(&of->mine[end++], &v, sizeof v);
    }
    return end;
}

static int own_menu(const World *worlds, int count, const View *mine, Move *menu) {
    Move all[MENU];
    int found = 0, dead = 0;
    int many = menu_of(2, me, mine->hand[0], mine->hand[1], worlds[0].t.standing, worlds[0].t.shielded, all);
    for (int i = 0; i < many; i++) {
        if (all[i].card == PRINCESS && many > 1) continue;
        if (all[i].card == GUARD && all[i].target >= 0) { /* of names that cannot be right one is enough */
            int held = 0;
            for (int j = 0; j < count; j++) held |= worlds[j].t.hand[foe][0] == all[i].guess;
            if (!held && dead++) continue;
        }
        menu[found++] = all[i];
    }
    return found;
}

/* What is won at best, of all the weight that these worlds have. */
static double best(const World *worlds, int count, const View *mine) {
    Move menu[MENU];
    double most = -1;
    int many = own_menu(worlds, count, mine, menu);
    for (int m = 0; m < many; m++) {
        Worlds next = {0};
        expand(worlds, count, mine, menu[m], &next);
        double won = ended;
        for (int from = 0, end; from < next.count; from = end) {
            end = first_group(&next, from);
            won += best(next.at + from, end - from, next.mine + from);
        }
        free(next.at);
        free(next.mine);
        if (won > most) most = won;
    }
    return most;
}

static double weight_of(const World *worlds, int count) {
    double all = 0;
    for (int i = 0; i < count; i++) all += worlds[i].w;
    return all;
}

static double one_way_on(Worlds *ways, double part, int pile);

/* On from an own turn: by `hard`, until so few cards lie in the pile; then at its best. */
static double go_on(World *worlds, int count, View *mine, int pile) {
    double all = weight_of(worlds, count);
    if (mine->pile <= pile) {
        mine->thinks = 0;
        return best(worlds, count, mine) / all;
    }
    set_up(&worlds[0].t, &worlds[0].v, mine);
    Move move = hard_move(mine);
    Worlds next = {0};
    expand(worlds, count, mine, move, &next);
    double won = ended;
    won += one_way_on(&next, all - ended - lost, pile);
    return won / all;
}

/* What is won on one of these ways, drawn as likely as it is, of all the weight that they have. */
static double one_way_on(Worlds *ways, double part, int pile) {
    double won = 0, at = chance() * part;
    for (int from = 0, end; from < ways->count; from = end) {
        end = first_group(ways, from);
        double here = weight_of(ways->at + from, end - from);
        if ((at -= here) < 0 || end == ways->count) {
            won = part * go_on(ways->at + from, end - from, ways->mine + from, pile);
            break;
        }
    }
    free(ways->at);
    free(ways->mine);
    return won;
}

/* One round against a player of this kind, who begins or not: what is won of it on average, as far as it is known. */
double answer(char against, int begins, int pile) {
    int8_t deck[CARDS];
    Worlds first = {0};
    Table t;
    View his, mine;
    me = begins ? 0 : 1;
    foe = 1 - me;
    kind = against;
    leader = 0;
    new_match(2, me ? (kind == 'h' ? "hh" : "nh") : (kind == 'h' ? "hh" : "hn"));
    shuffle(deck);
    table.seats = 2;
    memset(views, 0, sizeof views);
    new_match(2, me ? (kind == 'h' ? "hh" : "nh") : (kind == 'h' ? "hh" : "hn"));
    deal(2, begins ? me : foe, deck);
    memcpy(&t, &table, sizeof t);
    memcpy(&his, &views[foe], sizeof his);
    memcpy(&mine, &views[me], sizeof mine);
    int left[KINDS], rest = 0, turn_of = t.turn;
    unseen_by(&mine, left);
    EACH(c) rest += left[c];
    ended = lost = 0;
    EACH(held) if (left[held] > 0) for (int drawn = 1; drawn < KINDS; drawn++) { /* all that the other one may have */
        int two = turn_of == foe, many = left[drawn] - (drawn == held);
        if (two && many <= 0) continue;
        double share = (double)left[held] / rest * (two ? (double)many / (rest - 1) : 1);
        set_up(&t, &his, &mine);
        table.hand[foe][0] = views[foe].hand[0] = held;
        table.hand[foe][1] = views[foe].hand[1] = two ? drawn : 0;
        if (two) answered(&first, share);
        else keep_world(&first, share);
        if (!two) break;
    }
    double won = ended;
    won += one_way_on(&first, 1 - (ended + lost), pile);
    return won;
}
