// protocol/GAMES.md, 2.9: a match of Love Letter, dealt once more from the contributions of its players.
import { rows } from "./games.mjs";
import { need, unpack } from "./primitives.mjs";

// Follows each card from the shuffled pile on, and compares it with all that was told.
export function retell(options, deals, entries, seat) {
  const [head, , ...cards] = rows("love-letter-cards");
  const column = head.indexOf(options.edition ?? "classic");
  const kinds = cards.filter((row) => / x /.test(row[column])).map((row) => [row[0], ...row[column].split(" x ").map(Number)]);
  const deck = kinds.sort((a, b) => a[1] - b[1]).flatMap(([card, , copies]) => Array(copies).fill(card));
  let [pile, aside, hands, compared] = [[], null, [], 0];
  const is = (told, dealt) => {
    need(String(told) === String(dealt), `${told} was told, and ${dealt} was dealt`);
    compared++;
  };
  const play = ({ who, card }) => {
    const place = hands[who].indexOf(card);
    is(card, hands[who][place]);
    hands[who].splice(place, 1);
  };
  const tell = {
    round_began({ starter, laid_open = [] }) {
      aside = pile.shift();
      is(laid_open, pile.splice(0, laid_open.length));
      hands = hands.map(() => []);
      hands.forEach((_, i) => hands[(starter + i) % hands.length].push(pile.shift()));
    },
    drew: (event) => hands[event.who].push(event.aside ? aside : pile.shift()),
    played: play,
    discarded: play,
    knocked_out: ({ who, card }) => is(card ?? [], hands[who].splice(0)),
    hand_shown: ({ who, card }) => is(card, hands[who]),
    traded: ({ who, target }) => ([hands[who], hands[target]] = [hands[target], hands[who]]),
    took_council: ({ who, cards: n }) => hands[who].push(...pile.splice(0, n)),
    put_under({ who }, entry) {
      const { choice } = entries.flatMap(({ opened }) => opened).find(({ seq }) => seq === entry.seq);
      const { under } = unpack(choice);
      for (const card of under) play({ who, card });
      pile.push(...under);
    },
  };
  for (const entry of entries) {
    if (entry.what.t === "genesis") hands = entry.what.roster.map(() => []);
    if (entry.what.t === "dealt") pile = deals.get(entry.what.deal)[0].map((place) => deck[place]);
    for (const event of unpack(entry.news)) tell[event.event]?.(event, entry);
    const { hand } = entry.box ? unpack(entry.box)[0] : {};
    if (hand && hands[seat].length > 0) is([...hand].sort(), [...hands[seat]].sort());
  }
  return compared;
}
