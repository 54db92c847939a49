// Chapters 1, 6, 10.3 and 11 of protocol/SPEC.md: bytes, hashes, keys, boxes and orders.
import * as crypto from "node:crypto";
import { Decoder, encode } from "@msgpack/msgpack";
import { ed25519 } from "@noble/curves/ed25519.js";

const { Point } = ed25519;

export class Refused extends Error {
  constructor(code, why) {
    super(`${code}: ${why}`);
    this.code = code;
  }
}

export const need = (holds, why, code = "malformed") => {
  if (!holds) throw new Refused(code, why);
};
const attempt = (act, why) => {
  try {
    return act();
  } catch (error) {
    return need(false, why ?? error.message);
  }
};

export const u16 = (n) => Buffer.from([n >> 8, n & 255]);
export const u32 = (n) => Buffer.from([n >>> 24, (n >> 16) & 255, (n >> 8) & 255, n & 255]);
export const hex = (bytes) => Buffer.from(bytes).toString("hex");
export const unhex = (text) => Buffer.from(text, "hex");
export const same = (a, b) => Buffer.compare(a, b) === 0;
export const random = (n) => crypto.randomBytes(n);
export const sha256 = (...parts) => crypto.createHash("sha256").update(Buffer.concat(parts)).digest();
export const hmac = (key, ...parts) => crypto.createHmac("sha256", key).update(Buffer.concat(parts)).digest();

// 1.2: feed it what comes; it gives whole frames, and refuses a length as soon as that is there.
export class Frames {
  constructor(limit) {
    Object.assign(this, { limit, rest: Buffer.alloc(0) });
  }
  *feed(bytes) {
    this.rest = Buffer.concat([this.rest, bytes]);
    while (this.rest.length >= 4) {
      const end = 4 + this.rest.readUInt32BE();
      need(end > 4 && end <= 4 + this.limit, "a frame of another length");
      if (this.rest.length < end) return;
      const frame = this.rest.subarray(4, end);
      this.rest = this.rest.subarray(end);
      yield frame;
    }
  }
}
export const framed = (bytes) => Buffer.concat([u32(bytes.length), bytes]);

// 2.1: no floats, and text that is UTF-8; the library alone lets both through.
class Strict extends Decoder {
  readF32() { throw new RangeError("a float"); }
  readF64() { throw new RangeError("a float"); }
  decodeUtf8String(length, header) {
    const [from, to] = [this.pos + header, this.pos + header + length];
    if (to > this.bytes.length) throw new RangeError("a text that is cut short");
    this.pos = to;
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(this.bytes.subarray(from, to));
  }
}
export const pack = (value) => Buffer.from(encode(value));
export const unpack = (bytes) =>
  attempt(() => new Strict({ maxArrayLength: 65536, maxMapLength: 65536 }).decode(bytes));

export function digest(label, ...parts) {
  const items = [Buffer.from(`lltui/1 ${label}`), ...parts];
  return sha256(...items.flatMap((item) => [u32(item.length), item]));
}

export const hkdf = (secret, info, length) => Buffer.from(crypto.hkdfSync("sha256", secret, "", info, length));
export const derive = (secret, label, ...parts) => hkdf(secret, digest(label, ...parts), 32);

// Keys as Node wants them: a prefix of DER before the 32 bytes.
const PRIVATE = { ed25519: "302e020100300506032b657004220420", x25519: "302e020100300506032b656e04220420" };
const PUBLIC = { ed25519: "302a300506032b6570032100", x25519: "302a300506032b656e032100" };
const der = (prefix, raw, type) => ({ key: Buffer.concat([unhex(prefix), raw]), format: "der", type });
const privateKey = (kind, raw) => crypto.createPrivateKey(der(PRIVATE[kind], raw, "pkcs8"));
const publicKey = (kind, raw) => crypto.createPublicKey(der(PUBLIC[kind], raw, "spki"));
export const publicOf = (kind, raw) =>
  crypto.createPublicKey(privateKey(kind, raw)).export({ format: "der", type: "spki" }).subarray(-32);

export const sign = (seed, message) => crypto.sign(null, message, privateKey("ed25519", seed));
// Whether a key can sign: not one of small order, nor one that is no point at all.
const sound = new Map();
function signs(key) {
  try {
    return !Point.fromBytes(key, true).isSmallOrder();
  } catch {
    return false;
  }
}
export function verify(key, message, sig) {
  const name = hex(key);
  if (!sound.has(name)) sound.set(name, signs(key));
  return sound.get(name) && crypto.verify(null, message, publicKey("ed25519", key), sig);
}

const agree = (secret, other) => attempt(
  () => crypto.diffieHellman({ privateKey: privateKey("x25519", secret), publicKey: publicKey("x25519", other) }),
  "a box key to which nothing can be sealed",
);
const probe = random(32);
export const needBoxKey = (key) => agree(probe, key);

// HPKE (RFC 9180), base mode: all lengths are of one block, so that an expansion is one HMAC.
const KEM = Buffer.concat([Buffer.from("KEM"), u16(0x0020)]);
const SUITE = Buffer.concat([Buffer.from("HPKE"), u16(0x0020), u16(0x0001), u16(0x0003)]);
const EMPTY = Buffer.alloc(0);
const extract = (suite, salt, label, ikm) => hmac(salt, Buffer.from("HPKE-v1"), suite, Buffer.from(label), ikm);
const expand = (suite, key, label, info, length) =>
  hmac(key, u16(length), Buffer.from("HPKE-v1"), suite, Buffer.from(label), info, Buffer.from([1])).subarray(0, length);
function schedule(dh, enc, receiver, info) {
  const prk = extract(KEM, EMPTY, "eae_prk", dh);
  const shared = expand(KEM, prk, "shared_secret", Buffer.concat([enc, receiver]), 32);
  const hashes = [extract(SUITE, EMPTY, "psk_id_hash", EMPTY), extract(SUITE, EMPTY, "info_hash", info)];
  const context = Buffer.concat([Buffer.from([0]), ...hashes]);
  const secret = extract(SUITE, shared, "secret", EMPTY);
  return [expand(SUITE, secret, "key", context, 32), expand(SUITE, secret, "base_nonce", context, 12), { authTagLength: 16 }];
}
export function seal(receiver, info, plaintext) {
  const once = random(32);
  const enc = publicOf("x25519", once);
  const cipher = crypto.createCipheriv("chacha20-poly1305", ...schedule(agree(once, receiver), enc, receiver, info));
  return Buffer.concat([enc, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
}
export function unseal(secret, info, box) {
  const enc = box.subarray(0, 32);
  const cipher = crypto.createDecipheriv("chacha20-poly1305", ...schedule(agree(secret, enc), enc, publicOf("x25519", secret), info));
  cipher.setAuthTag(box.subarray(-16));
  return attempt(() => Buffer.concat([cipher.update(box.subarray(32, -16)), cipher.final()]), "a box that does not open");
}

// The words' exchange (3.1): SPAKE2 as in the Python package `spake2` 0.9.
const M = Point.fromHex("15cfd18e385952982b6a8f8c7854963b58e34388c8e6dae891db756481a02312");
const N = Point.fromHex("f04f2e7eb734b2a8f8b472eaf9c3c632576ac64aea650b496a8a20ff00e583c3");
const scalar = (bytes) => BigInt(`0x${hex(bytes)}`) % Point.Fn.ORDER;
export function pairing(words, entropy = random(64)) {
  const password = Buffer.from(words);
  const [w, x] = [scalar(hkdf(password, "SPAKE2 pw", 48)), scalar(entropy)];
  const mine = Buffer.from(Point.BASE.multiply(x).add(M.multiply(w)).toBytes());
  return {
    pake: Buffer.concat([Buffer.from("A"), mine]),
    finish(answer, id, cert) {
      const theirs = answer.subarray(1);
      need(answer[0] === 0x42 && !same(theirs, mine), "the answer of a pairing by the wrong side");
      const other = attempt(() => Point.fromBytes(theirs));
      need(!other.is0() && other.isTorsionFree(), "a point of another order");
      const z = Buffer.from(other.subtract(N.multiply(w)).multiply(x).toBytes());
      const ends = [sha256(Buffer.from("lltui/1 joiner"), id), sha256(Buffer.from("lltui/1 host"), cert)];
      return sha256(sha256(password), ...ends, mine, theirs, z);
    },
  };
}

// 10.1, 10.3, 11, 12
export const seedPromise = (table, match, deal, attempt, seed) =>
  digest("promise seed", table, u32(match), u32(deal), u32(attempt), seed);
export const noncePromise = (table, match, id, nonce) => digest("promise nonce", table, u32(match), id, nonce);
export const choicePromise = (table, match, seat, salt, choice) =>
  digest("promise choice", table, u32(match), u32(seat), salt, choice);
export const dealKey = (table, match, deal, attempt, seed, nonces) =>
  digest("deal", table, u32(match), u32(deal), u32(attempt), seed, ...nonces);

export function order(key, pile, size) {
  const pileKey = derive(key, "pile", u32(pile));
  let [stream, blocks] = [[], 0];
  const word = () => {
    if (stream.length === 0) {
      const block = hmac(pileKey, u32(blocks++));
      stream = [0, 4, 8, 12, 16, 20, 24, 28].map((at) => block.readUInt32BE(at));
    }
    return stream.shift();
  };
  const cards = Array.from({ length: size }, (_, i) => i);
  for (let last = size - 1; last > 0; last--) {
    const n = last + 1;
    let w = word();
    while (w >= 2 ** 32 - (2 ** 32 % n)) w = word();
    [cards[last], cards[w % n]] = [cards[w % n], cards[last]];
  }
  return cards;
}
export function sealChoice(secrets, table, match, seat, choice) {
  const salt = random(32);
  const commit = choicePromise(table, match, seat, salt, choice);
  const plain = Buffer.concat([u16(32 + choice.length), salt, choice], 336);
  return { commit, box: seal(secrets, digest("choice", commit), plain) };
}

export function checkNumber(genesis, nonces) {
  const bits = digest("phrase", genesis, ...nonces).readUIntBE(0, 5);
  return [2 ** 29, 2 ** 18, 2 ** 7].map((unit) => String(Math.floor(bits / unit) % 2048).padStart(4, "0")).join(" ");
}
