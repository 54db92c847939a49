// protocol/GAMES.md: what stands in boxes and actions, by the tables of that page; and how Love Letter deals.
import { readFileSync } from "node:fs";
import { need, pack, unpack } from "./primitives.mjs";

const GAMES = readFileSync(new URL("../../protocol/GAMES.md", import.meta.url), "utf8");
const rows = (name) => {
  const table = GAMES.split(`<!-- generated: ${name} -->`)[1].split("<!-- end -->")[0].trim().split("\n");
  return table.map((row) => row.split("|").slice(1, -1).map((cell) => cell.trim().replace(/^`([^`]*)`$/, "$1")));
};
const ACTIONS = new Map(["love-letter-actions", "princes-actions"].flatMap((name) => rows(name).slice(2)
  .map(([act, , keys, mark]) => [act, { keys: [...keys.matchAll(/`(\w+)` [A-Zib[]/g)].map((key) => key[1]), mark }])));
const REVISIONS = new Map(rows("rules-named").slice(2).map(([game, , revision]) => [game, Number(revision)]));

// 4 (2): whoever has no rules plays by those that the page is of.
export const plays = ({ game, rules }) => REVISIONS.get(game) === rules.revision;

export const menuOf = (box) => pack(unpack(box)[2]);

const pick = (list) => list[Math.floor(Math.random() * list.length)];

// 1.4: one path through the menu, and what is sent of it; now and then one that is optional.
export function choose(menu) {
  let node = unpack(menu);
  if (Math.random() < 0.9) node = node.filter(([[act]]) => ACTIONS.get(act).mark !== "optional");
  if (node.length === 0) return null;
  const path = [];
  while (node.length > 0) {
    const [values, next] = pick(node);
    path.push(pick(values));
    node = next;
  }
  const [act, ...values] = path;
  const { keys, mark } = ACTIONS.get(act);
  need(keys.length === values.length, `a path of another length than ${act}`);
  const action = pack({ act, ...Object.fromEntries(keys.map((key, i) => [key, values[i]])) });
  return mark === "secret" ? { action: Buffer.alloc(0), choice: action } : { action, choice: null };
}

// 2.9: follows each card from the shuffled pile on, and compares it with all that was told.
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
