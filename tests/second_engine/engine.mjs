// The second engine behind a command: protocol/vectors/run.py node tests/second_engine/engine.mjs
import { createHash, createHmac } from "node:crypto";
import { createInterface } from "node:readline";
import { isDeepStrictEqual } from "node:util";
import * as loveLetter from "./love_letter.mjs";
import { Match } from "./two_princes.mjs";

// A key that says what it stands for if it is missing may be missing.
const spare = (action) =>
  Object.fromEntries(Object.entries(action).filter(([name, value]) =>
    value !== null && value !== false && value !== undefined && !(action.act === "mend" && name === "place" && value === "hand")));
const alike = (one, other) => isDeepStrictEqual(spare(one), spare(other));

const ANSWERS = {
  about: () => ({ can: ["love-letter", "princes", "deals"] }),
  play({ steps, ...table }) {
    const s = begun(table);
    const after = [seen(s, heard())];
    for (const [n, step] of steps.entries()) {
      const told = heard();
      if (!taken(s, step, told)) return { after, illegal: n };
      after.push(seen(s, told));
    }
    return { after, illegal: null };
  },
  may({ seat, actions, ...table }) {
    const menu = game.menu(begun(table), seat);
    return { may: actions.map((action) => menu.some((each) => alike(each, action))) };
  },
  deal({ table, match, deal, attempt, seed, nonces, sizes }) {
    const parts = [unhex(table), u32(match), u32(deal), u32(attempt), unhex(seed), ...nonces.map((n) => unhex(n ?? ""))];
    const key = digest("deal", ...parts);
    return { deal_key: key.toString("hex"), orders: sizes.map((size, pile) => order(key, pile, size)) };
  },
};

// The Two Princes in the words that Love Letter is asked by.
const princes = {
  start: (table) => Object.assign(new Match(table), { n: table.seats, match: true }),
  pile: (s) => s.pile(),
  menu: (s, seat) => s.menu(seat),
  ordered: (s, order, told) => heardOf(s, told, () => s.ordered(order)),
  play: (s, seat, action, told) => heardOf(s, told, () => s.play(seat, action)),
  publicView: (s) => s.publicView(),
  privateView: (s, seat) => s.privateView(seat),
  talk: (s) => s.talk(),
};

function heardOf(s, told, happens) {
  Object.assign(s, { rows: told.rows, opened: told.opened });
  happens();
}

const gameOf = (s) => (s.match ? princes : loveLetter);
const game = new Proxy({}, { get: (_, name) => (s, ...more) => gameOf(s)[name](s, ...more) });

function begun(table) {
  if (table.game === "princes") return princes.start(table);
  return table.position === null ? loveLetter.start(table) : loveLetter.placed(table);
}

function heard() {
  const rows = [];
  const to = (seats, event) => rows.push({ to: [...seats].sort(), event });
  return { rows, opened: [], to, all: (event) => rows.push({ to: null, event }) };
}

function taken(s, step, told) {
  if (step.order) {
    const size = game.pile(s)?.size;
    const whole = [...step.order].sort((a, b) => a - b).every((place, n) => place === n);
    if (step.order.length !== size || !whole) return false;
    game.ordered(s, step.order, told);
    return true;
  }
  if (!game.menu(s, step.seat).some((each) => alike(each, step.action))) return false;
  game.play(s, step.seat, step.action, told);
  return true;
}

function seen(s, told) {
  const seats = [...Array(s.n).keys()];
  return structuredClone({
    told: told.rows,
    opened: told.opened,
    pile: game.pile(s),
    menus: seats.map((seat) => game.menu(s, seat)),
    public: game.publicView(s),
    privates: seats.map((seat) => game.privateView(s, seat)),
    talk: seats.map(() => (s.match ? s.talk() : "open")),
    ...(!s.match && { position: loveLetter.position(s) }),
  });
}

// ------------------------------------------------------------ SPEC 6 and 10.3

const unhex = (text) => Buffer.from(text, "hex");

function u32(n) {
  const four = Buffer.alloc(4);
  four.writeUInt32BE(n);
  return four;
}

function digest(label, ...parts) {
  const all = [Buffer.from(`lltui/1 ${label}`), ...parts];
  return createHash("sha256").update(Buffer.concat(all.flatMap((part) => [u32(part.length), part]))).digest();
}

const hmac = (key, data) => createHmac("sha256", key).update(data).digest();

function order(key, pile, size) {
  const info = Buffer.concat([digest("pile", u32(pile)), Buffer.from([1])]);
  const stream = hmac(hmac(Buffer.alloc(32), key), info);
  const words = draws(stream);
  const cards = [...Array(size).keys()];
  for (let left = size; left > 1; left -= 1) {
    const fair = 2 ** 32 - (2 ** 32 % left);
    let word = words.next().value;
    while (word >= fair) word = words.next().value;
    const at = word % left;
    [cards[left - 1], cards[at]] = [cards[at], cards[left - 1]];
  }
  return cards;
}

function* draws(stream) {
  for (let block = 0; ; block += 1) {
    const bytes = hmac(stream, u32(block));
    for (let at = 0; at < 32; at += 4) yield bytes.readUInt32BE(at);
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const question = JSON.parse(line);
  process.stdout.write(`${JSON.stringify(ANSWERS[question.ask](question))}\n`);
}
