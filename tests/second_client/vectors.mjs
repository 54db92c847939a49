// Runs the vectors of protocol/vectors that concern a client: node vectors.mjs FOLDER
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import * as p from "./primitives.mjs";
import { Chain, unboxed } from "./chain.mjs";
import { readClient, readDeed, readTable } from "./messages.mjs";
import { retell } from "./retold.mjs";
import { cells, cleanChat, cleanName } from "./text.mjs";

const { hex, unhex } = p;
const is = (bytes, told) => assert.equal(hex(bytes), told);
const json = (...path) => JSON.parse(readFileSync(join(process.argv[2], ...path), "utf8"));
const raw = (one, ...names) => names.map((name) => unhex(one[name]));
// What was read, as a vector says it in JSON.
const told = (value) => {
  if (value instanceof Uint8Array) return { hex: hex(value) };
  if (Array.isArray(value)) return value.map(told);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, told(one)]));
};
const reader = (match) => {
  const [table, cert, log_key] = raw(match, "table", "cert", "log_key");
  return new Chain({ match: match.match, table, cert, log_key });
};
const orders = (chain, of) => [...chain.deals].map(([deal, piles]) => [deal, of.find(([one]) => one === deal)[1], piles]);
const follow = (chain, line) => chain.take(Buffer.from(line, "base64").subarray(4));
const CODES = { unsigned: "bad-signature", forged: "bad-signature", fork: "fork", "deed-fork": "fork" };
const matches = new Map();
const match = (name) => matches.get(name) ?? matches.set(name, json("matches", `${name}.json`)).get(name);

// A reader who has taken so many entries of a match; each is judged once, however many lies come behind it.
const read = new Map();
function upTo(name, after) {
  if (after === 0) return reader(match(name));
  const place = `${name} ${after}`;
  if (!read.has(place)) {
    const next = upTo(name, after - 1);
    follow(next, match(name).entries[after - 1]);
    read.set(place, next);
  }
  const { known, hashes, numbers, lines, deals, ...rest } = read.get(place);
  const own = { hashes: [...hashes], numbers: new Map(numbers), lines: [...lines], deals: new Map(deals) };
  return Object.assign(new Chain(known), rest, own);
}

const VECTORS = {
  primitives(one) {
    const parts = (one.parts ?? []).map(unhex);
    is({
      digest: () => p.digest(one.label, ...parts),
      derive: () => p.derive(unhex(one.secret), one.label, ...parts),
      sign: () => p.sign(unhex(one.seed), unhex(one.message)),
      "box key": () => p.publicOf("x25519", unhex(one.seed)),
    }[one.name](), one.is);
    if (one.name !== "sign") return;
    is(p.publicOf("ed25519", unhex(one.seed)), one.public);
    const [key, message, sig] = raw(one, "public", "message", "is");
    assert(p.verify(key, message, sig) && !p.verify(key, Buffer.concat([message, message]), sig));
  },
  frames(one) {
    const bytes = unhex(one.hex);
    for (const size of [1, 2, 7, 1000]) {
      const [frames, got] = [new p.Frames(one.limit), []];
      const feed = () => {
        for (let at = 0; at < bytes.length; at += size) {
          for (const frame of frames.feed(bytes.subarray(at, at + size))) got.push(hex(frame));
        }
      };
      if (one.bad) assert.throws(feed, p.Refused);
      else feed();
      assert.deepEqual(got, one.frames);
    }
  },
  messages(one) {
    const read = { client: readClient, table: readTable, deed: readDeed }[one.stage];
    const value = read(unhex(one.hex));
    const refused = (bytes) => assert.throws(() => read(bytes), p.Refused);
    assert.deepEqual(told(value), one.value);
    assert.deepEqual(told(read(p.pack(value))), one.value);
    refused(p.pack({ ...value, more: 1 }));
    refused(Buffer.concat([unhex(one.hex), Buffer.from([0xc0])]));
    for (const key of Object.keys(value)) {
      const { [key]: _, ...others } = value;
      refused(p.pack(others));
      refused(p.pack({ ...value, [key]: 0.5 }));
    }
  },
  handshakes(one) {
    const [hello, hhello, cert] = raw(one, "hello", "hhello", "cert_hash");
    const [said, answer, auth, welcome] =
      [readClient(hello), readTable(hhello), readClient(unhex(one.auth)), readTable(unhex(one.welcome))];
    const transcript = p.digest("handshake", cert, hello, hhello);
    is(transcript, one.transcript);
    is(p.publicOf("ed25519", unhex(one.id_seed)), hex(said.id));
    is(p.sign(unhex(one.id_seed), p.digest("auth", transcript)), hex(auth.sig));
    if (one.words) {
      const pair = p.pairing(one.words, unhex(one.spake_entropy.client));
      is(pair.pake, hex(said.pake));
      const key = pair.finish(answer.pake, said.id, cert);
      is(p.hmac(p.derive(key, "confirm joiner"), transcript), hex(auth.confirm));
      is(p.hmac(p.derive(key, "confirm host"), transcript), hex(welcome.confirm));
      assert.throws(() => pair.finish(said.pake, said.id, cert), p.Refused);
    }
    if (one.hosting_secret) is(p.hmac(unhex(one.hosting_secret), p.digest("hosting", transcript)), hex(auth.hosting));
  },
  boxes(one) {
    const [key, table, prev] = raw(one, "key", "table", "prev");
    const info = p.digest("box", table, p.u32(one.match), p.u32(one.seq), prev, p.u32(one.seat));
    is(info, one.info);
    is(unboxed(key, info, unhex(one.box), one.pad), one.view);
    const hiding = p.seal(p.publicOf("x25519", key), info, Buffer.concat([p.u16(0), Buffer.from([1])], one.pad));
    assert.throws(() => unboxed(key, info, hiding, one.pad), p.Refused);
  },
  choices(one) {
    const [key, table, salt, choice] = raw(one, "key", "table", "salt", "choice");
    const commit = p.choicePromise(table, one.match, one.seat, salt, choice);
    is(commit, one.commit);
    const open = (box, promise) => p.unseal(key, p.digest("choice", promise), box);
    is(open(unhex(one.box), commit), hex(Buffer.concat([p.u16(32 + choice.length), salt, choice], 336)));
    const mine = p.sealChoice(p.publicOf("x25519", key), table, one.match, one.seat, choice);
    assert(open(mine.box, mine.commit).length === 336 && mine.box.length === 384);
  },
  deals(one) {
    const [table, seed, secret, player] = raw(one, "table", "seed", "player_secret", "player");
    const { match: number, deal, attempt } = one;
    is(p.derive(unhex(one.secret), "seed", p.u32(deal), p.u32(attempt)), one.seed);
    is(p.seedPromise(table, number, deal, attempt, seed), one.seed_promise);
    const nonce = p.derive(secret, "nonce", p.u32(0));
    is(nonce, one.nonce_0);
    is(p.noncePromise(table, number, player, nonce), one.nonce_promise_0);
    for (const { nonces, deal_key, piles } of one.cases) {
      const key = p.dealKey(table, number, deal, attempt, seed, nonces.map((one) => unhex(one ?? "")));
      is(key, deal_key);
      piles.forEach(([size, cards], pile) => assert.deepEqual(p.order(key, pile, size), cards));
    }
    const { deal_key, pile, order } = one.rejecting;
    assert.deepEqual(p.order(unhex(deal_key), pile, order.length), order);
  },
  chain(one) {
    const chain = reader(one);
    const frame = (line) => unhex(line).subarray(4);
    const known = () => JSON.stringify([told(chain.facts), chain.hashes]);
    const refuse = (after) => {
      const before = known();
      for (const { line, code, law } of one.refused.filter((bad) => bad.after === after)) {
        assert.throws(() => chain.take(frame(line)), (error) => error.code === code, `${law} after ${after}`);
        assert.equal(known(), before);
      }
    };
    one.entries.forEach(({ line, hash, views }, n) => {
      refuse(n);
      const entry = chain.take(frame(line));
      is(entry.hash, hash);
      one.box_keys.forEach((key, seat) => assert.equal(chain.unbox(entry, seat, unhex(key)).toString(), views[seat]));
    });
    refuse(one.entries.length);
    assert.equal(chain.checkNumber, one.check_number);
    assert.deepEqual(orders(chain, one.orders), one.orders);
  },
  check_numbers(one) {
    assert.equal(p.checkNumber(unhex(one.genesis), one.nonces.map(unhex)), one.check_number);
  },
  texts(one) {
    assert.deepEqual([cleanName(one.sent), cleanChat(one.sent)], [one.name, one.chat]);
    assert.equal(cells(one.name ?? ""), one.cells);
    assert.equal(one.name && cleanName(one.name), one.name);
  },
  matches(name) {
    const one = match(name);
    const chain = reader(one);
    const entries = one.entries.map((line) => follow(chain, line));
    const { over, head, orders: dealt, check_number } = one.comes_to;
    assert.deepEqual([chain.facts.over, hex(chain.head.hash), chain.checkNumber], [over, head, check_number]);
    assert.deepEqual(orders(chain, dealt), dealt);
    if (one.game === "love-letter") assert(retell(p.unpack(entries[0].what.options), chain.deals, entries) > 0);
  },
  lies(one) {
    if (one.needs !== "chain") return;
    const { box_keys } = match(one.match);
    const chain = upTo(one.match, one.after);
    const listen = () => {
      for (const line of one.entries) {
        const entry = follow(chain, line);
        if (one.seat !== null) chain.unbox(entry, one.seat, unhex(box_keys[one.seat]));
      }
    };
    const code = CODES[one.code] ?? "malformed";
    assert.throws(listen, (error) => error.code === code, one.lie);
    // Of a fork `seq` says where the stories part, and not where it shows.
    if (one.code !== "fork") assert.equal(chain.hashes.length - (one.seat === null ? 0 : 1), one.seq, one.lie);
  },
};

const cases = (name) => {
  if (name === "matches") return readdirSync(join(process.argv[2], name)).map((file) => file.replace(".json", ""));
  return name === "lies" ? json("lies.json").lies : [json(`${name}.json`)].flat();
};
for (const [name, run] of Object.entries(VECTORS)) {
  const all = cases(name);
  all.forEach((one, i) => {
    try {
      run(one);
    } catch (error) {
      error.message = `${name}.json, number ${i}: ${error.message}`;
      throw error;
    }
  });
  console.log(`${name} ${all.length}`);
}
