/* How often it comes as advice says: in each round one move of the hero is left to chance, then it goes on
 * as `hard` does; what advice said of that move stands beside whether the round was won. */
#include "kernel.c"

/* Whole matches of the hero against these, until so many moves were left to chance; how many rounds it took. */
long calibrate(int seats, const char *others, long moves, double bonus, float *said, float *came) {
    char kinds[SEATS];
    long held = 0, rounds = 0;
    leader = bonus;
    for (int number = 0; held < moves; number++) {
        int8_t deck[CARDS];
        int me = number % seats, starter = below(seats), there = 0;
        SEAT(i, seats) kinds[i] = i == me ? 'h' : others[(i - me + seats) % seats - 1];
        new_match(seats, kinds);
        while (!there && held < moves) {
            int at = below(3), mine = 0, drawn = 0;
            shuffle(deck);
            deal(seats, starter, deck);
            while (!table.over) {
                if (table.turn == me && mine++ == at) {
                    Move move = any_move();
                    said[held] = advised_worth(&views[me], move);
                    drawn = 1;
                    play(move);
                } else play(move_of(kinds[table.turn], table.turn));
            }
            rounds++;
            if (drawn) came[held++] = table.winners >> me & 1 ? 1.0f / __builtin_popcount(table.winners) : 0;
            SEAT(i, seats) if (table.winners >> i & 1 && ++table.tokens[i] >= TARGET[seats]) there = 1;
            do starter = below(seats); while (!(table.winners >> starter & 1));
        }
    }
    leader = 0;
    return rounds;
}
