// Runs the vectors of protocol/vectors that concern a client: node vectors.mjs FOLDER
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as p from "./primitives.mjs";
import { Chain, unboxed } from "./chain.mjs";
import { readClient, readDeed, readTable } from "./messages.mjs";
import { cells, cleanChat, cleanName } from "./text.mjs";

const { hex, unhex } = p;
const read = (name) => JSON.parse(readFileSync(join(process.argv[2], `${name}.json`), "utf8"));
// What a vector says in JSON, and what was read: bytes are `{hex}` there.
const told = (value) => {
  if (value instanceof Uint8Array) return { hex: hex(value) };
  if (Array.isArray(value)) return value.map(told);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, told(one)]));
};

const VECTORS = {
  primitives(one) {
    const parts = (one.parts ?? []).map(unhex);
    const is = {
      digest: () => p.digest(one.label, ...parts),
      derive: () => p.derive(unhex(one.secret), one.label, ...parts),
      sign: () => p.sign(unhex(one.seed), unhex(one.message)),
      "box key": () => p.publicOf("x25519", unhex(one.seed)),
    }[one.name]();
    assert.equal(hex(is), one.is);
    if (one.name === "sign") {
      assert.equal(hex(p.publicOf("ed25519", unhex(one.seed))), one.public);
      assert(p.verify(unhex(one.public), unhex(one.message), is));
      assert(!p.verify(unhex(one.public), unhex(`${one.message}00`), is));
    }
  },
  frames(one) {
    for (const size of [1, 2, 7, 1000]) {
      const frames = new p.Frames(one.limit);
      const got = [];
      const bytes = unhex(one.hex);
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
    const reader = { client: readClient, table: readTable, deed: readDeed }[one.stage];
    const value = reader(unhex(one.hex));
    assert.deepEqual(told(value), one.value);
    assert.deepEqual(told(reader(p.pack(value))), one.value);
    const rest = Object.entries(value);
    assert.throws(() => reader(p.pack({ ...value, more: 1 })), p.Refused);
    assert.throws(() => reader(Buffer.concat([unhex(one.hex), Buffer.from([0xc0])])), p.Refused);
    for (const [key] of rest) {
      assert.throws(() => reader(p.pack(Object.fromEntries(rest.filter(([k]) => k !== key)))), p.Refused);
      assert.throws(() => reader(p.pack({ ...value, [key]: 0.5 })), p.Refused);
    }
  },
  handshakes(one) {
    const [hello, hhello, auth, welcome] = ["hello", "hhello", "auth", "welcome"].map((name) => unhex(one[name]));
    const said = readClient(hello);
    const answer = readTable(hhello);
    const cert = unhex(one.cert_hash);
    const transcript = p.digest("handshake", cert, hello, hhello);
    assert.equal(hex(transcript), one.transcript);
    const proofs = readClient(auth);
    assert.equal(hex(p.publicOf("ed25519", unhex(one.id_seed))), hex(said.id));
    assert.equal(hex(p.sign(unhex(one.id_seed), p.digest("auth", transcript))), hex(proofs.sig));
    if (one.words) {
      const pair = p.pairing(one.words, unhex(one.spake_entropy.client));
      assert.equal(hex(pair.pake), hex(said.pake));
      const key = pair.finish(answer.pake, said.id, cert);
      assert.equal(hex(p.hmac(p.derive(key, "confirm joiner"), transcript)), hex(proofs.confirm));
      assert.equal(hex(p.hmac(p.derive(key, "confirm host"), transcript)), hex(readTable(welcome).confirm));
      assert.throws(() => pair.finish(said.pake, said.id, cert), p.Refused);
    }
    if (one.hosting_secret) {
      assert.equal(hex(p.hmac(unhex(one.hosting_secret), p.digest("hosting", transcript))), hex(proofs.hosting));
    }
  },
  boxes(one) {
    const place = [p.u32(one.match), p.u32(one.seq), unhex(one.prev), p.u32(one.seat)];
    const info = p.digest("box", unhex(one.table), ...place);
    assert.equal(hex(info), one.info);
    const key = unhex(one.key);
    assert.equal(hex(unboxed(key, info, unhex(one.box), one.pad)), one.view);
    const again = p.seal(p.publicOf("x25519", key), info, Buffer.concat([p.u16(0), Buffer.from([1])], one.pad));
    assert.throws(() => unboxed(key, info, again, one.pad), p.Refused);
  },
  choices(one) {
    const [key, table, salt, choice] = ["key", "table", "salt", "choice"].map((name) => unhex(one[name]));
    const commit = p.choicePromise(table, one.match, one.seat, salt, choice);
    assert.equal(hex(commit), one.commit);
    const open = (box, promise) => p.unseal(key, p.digest("choice", promise), box);
    const plain = open(unhex(one.box), commit);
    assert.equal(hex(plain), hex(Buffer.concat([p.u16(32 + choice.length), salt, choice], 336)));
    const mine = p.sealChoice(p.publicOf("x25519", key), table, one.match, one.seat, choice);
    assert.equal(open(mine.box, mine.commit).length, 336);
    assert.equal(mine.box.length, 384);
  },
  deals(one) {
    const [table, seed, secret, player] = ["table", "seed", "player_secret", "player"].map((name) => unhex(one[name]));
    const { match, deal, attempt } = one;
    assert.equal(hex(p.derive(unhex(one.secret), "seed", p.u32(deal), p.u32(attempt))), one.seed);
    assert.equal(hex(p.seedPromise(table, match, deal, attempt, seed)), one.seed_promise);
    const nonce = p.derive(secret, "nonce", p.u32(0));
    assert.equal(hex(nonce), one.nonce_0);
    assert.equal(hex(p.noncePromise(table, match, player, nonce)), one.nonce_promise_0);
    for (const { nonces, deal_key, piles } of one.cases) {
      const key = p.dealKey(table, match, deal, attempt, seed, nonces.map((one) => unhex(one ?? "")));
      assert.equal(hex(key), deal_key);
      piles.forEach(([size, cards], pile) => assert.deepEqual(p.order(key, pile, size), cards));
    }
    const { deal_key, pile, order } = one.rejecting;
    assert.deepEqual(p.order(unhex(deal_key), pile, order.length), order);
  },
  chain(one) {
    const known = { match: one.match };
    for (const name of ["table", "cert", "log_key"]) known[name] = unhex(one[name]);
    const chain = new Chain(known);
    const frame = (line) => unhex(line).subarray(4);
    const refuse = (after) => {
      for (const { line, code, law } of one.refused.filter((bad) => bad.after === after)) {
        const before = JSON.stringify([told(chain.facts), chain.hashes]);
        assert.throws(() => chain.take(frame(line)), (error) => error.code === code, `${law} after ${after}`);
        assert.equal(JSON.stringify([told(chain.facts), chain.hashes]), before);
      }
    };
    refuse(0);
    one.entries.forEach(({ line, hash, views }, n) => {
      const entry = chain.take(frame(line));
      assert.equal(hex(entry.hash), hash);
      one.box_keys.forEach((key, seat) => {
        assert.equal(chain.unbox(entry, seat, unhex(key)).toString(), views[seat]);
      });
      refuse(n + 1);
    });
    assert.equal(chain.checkNumber, one.check_number);
    const orders = [...chain.deals].map(([deal, piles]) => [deal, one.orders.find(([d]) => d === deal)[1], piles]);
    assert.deepEqual(orders, one.orders);
    assert(one.refused.length > 0 && chain.facts.over);
  },
  check_numbers(one) {
    assert.equal(p.checkNumber(unhex(one.genesis), one.nonces.map(unhex)), one.check_number);
  },
  texts(one) {
    assert.equal(cleanName(one.sent), one.name);
    assert.equal(cleanChat(one.sent), one.chat);
    assert.equal(cells(one.name ?? ""), one.cells);
    assert.equal(one.name && cleanName(one.name), one.name);
  },
};

for (const [name, run] of Object.entries(VECTORS)) {
  const cases = [read(name)].flat();
  cases.forEach((one, i) => {
    try {
      run(one);
    } catch (error) {
      error.message = `${name}.json, number ${i}: ${error.message}`;
      throw error;
    }
  });
  console.log(`${name} ${cases.length}`);
}
