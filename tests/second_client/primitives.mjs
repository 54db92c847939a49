// Chapters 1, 6, 10.3 and 11 of protocol/SPEC.md: bytes, hashes, keys, boxes and orders.
import * as crypto from "node:crypto";
import { Decoder, encode } from "@msgpack/msgpack";
import { ed25519 } from "@noble/curves/ed25519.js";

export class Refused extends Error {
  constructor(code, why) {
    super(`${code}: ${why}`);
    this.code = code;
  }
}

export const need = (holds, why, code = "malformed") => {
  if (!holds) throw new Refused(code, why);
};

export const u16 = (n) => Buffer.from([n >> 8, n & 255]);
export const u32 = (n) => {
  const four = Buffer.alloc(4);
  four.writeUInt32BE(n);
  return four;
};
export const hex = (bytes) => Buffer.from(bytes).toString("hex");
export const unhex = (text) => Buffer.from(text, "hex");
export const same = (a, b) => Buffer.compare(a, b) === 0;
export const random = (n) => crypto.randomBytes(n);
export const sha256 = (...parts) => crypto.createHash("sha256").update(Buffer.concat(parts)).digest();
export const hmac = (key, ...parts) => crypto.createHmac("sha256", key).update(Buffer.concat(parts)).digest();

// 1.2: feed it what comes; it gives whole frames, and refuses a length as soon as that is there.
export class Frames {
  constructor(limit) {
    this.limit = limit;
    this.rest = Buffer.alloc(0);
  }

  *feed(bytes) {
    this.rest = Buffer.concat([this.rest, bytes]);
    while (this.rest.length >= 4) {
      const length = this.rest.readUInt32BE();
      need(length > 0 && length <= this.limit, `a frame of ${length} bytes`);
      if (this.rest.length < 4 + length) return;
      const frame = this.rest.subarray(4, 4 + length);
      this.rest = this.rest.subarray(4 + length);
      yield frame;
    }
  }
}

export const framed = (bytes) => Buffer.concat([u32(bytes.length), bytes]);

// 2.1: no floats, and text that is UTF-8; the library alone lets both through.
class Strict extends Decoder {
  readF32() {
    throw new Refused("malformed", "a float");
  }
  readF64() {
    return this.readF32();
  }
  decodeUtf8String(length, header) {
    need(this.bytes.length >= this.pos + header + length, "a text that is cut short");
    const text = this.bytes.subarray(this.pos + header, this.pos + header + length);
    this.pos += header + length;
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(text);
  }
}

export const pack = (value) => Buffer.from(encode(value));
export function unpack(bytes) {
  try {
    return new Strict({ maxArrayLength: 65536, maxMapLength: 65536 }).decode(bytes);
  } catch (error) {
    throw new Refused("malformed", error.message);
  }
}

export function digest(label, ...parts) {
  const items = [Buffer.from(`lltui/1 ${label}`), ...parts];
  return sha256(...items.flatMap((item) => [u32(item.length), item]));
}

export const hkdf = (secret, info, length) => Buffer.from(crypto.hkdfSync("sha256", secret, "", info, length));
export const derive = (secret, label, ...parts) => hkdf(secret, digest(label, ...parts), 32);

// Keys as Node wants them: a prefix of DER before the 32 bytes.
const PRIVATE = { ed25519: "302e020100300506032b657004220420", x25519: "302e020100300506032b656e04220420" };
const PUBLIC = { ed25519: "302a300506032b6570032100", x25519: "302a300506032b656e032100" };
const privateKey = (kind, raw) =>
  crypto.createPrivateKey({ key: Buffer.concat([unhex(PRIVATE[kind]), raw]), format: "der", type: "pkcs8" });
const publicKey = (kind, raw) =>
  crypto.createPublicKey({ key: Buffer.concat([unhex(PUBLIC[kind]), raw]), format: "der", type: "spki" });
export const publicOf = (kind, raw) =>
  crypto.createPublicKey(privateKey(kind, raw)).export({ format: "der", type: "spki" }).subarray(-32);

export const sign = (seed, message) => crypto.sign(null, message, privateKey("ed25519", seed));
const weakSigners = new Map();
function signsNothing(key) {
  const name = hex(key);
  if (!weakSigners.has(name)) {
    let weak = true;
    try {
      weak = ed25519.Point.fromBytes(key, true).isSmallOrder();
    } catch {}
    weakSigners.set(name, weak);
  }
  return weakSigners.get(name);
}
export const verify = (key, message, sig) =>
  !signsNothing(key) && crypto.verify(null, message, publicKey("ed25519", key), sig);

function agree(secret, other) {
  try {
    return crypto.diffieHellman({ privateKey: privateKey("x25519", secret), publicKey: publicKey("x25519", other) });
  } catch {
    throw new Refused("malformed", "a box key to which nothing can be sealed");
  }
}
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
  return [expand(SUITE, secret, "key", context, 32), expand(SUITE, secret, "base_nonce", context, 12)];
}

export function seal(receiver, info, plaintext) {
  const once = random(32);
  const enc = publicOf("x25519", once);
  const [key, nonce] = schedule(agree(once, receiver), enc, receiver, info);
  const cipher = crypto.createCipheriv("chacha20-poly1305", key, nonce, { authTagLength: 16 });
  return Buffer.concat([enc, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
}

export function unseal(secret, info, box) {
  const enc = box.subarray(0, 32);
  const [key, nonce] = schedule(agree(secret, enc), enc, publicOf("x25519", secret), info);
  const cipher = crypto.createDecipheriv("chacha20-poly1305", key, nonce, { authTagLength: 16 });
  cipher.setAuthTag(box.subarray(-16));
  try {
    return Buffer.concat([cipher.update(box.subarray(32, -16)), cipher.final()]);
  } catch {
    throw new Refused("malformed", "a box that does not open");
  }
}

// The words' exchange (3.1): SPAKE2 as in the Python package `spake2` 0.9.
const Point = ed25519.Point;
const ORDER = Point.Fn.ORDER;
const M = Point.fromHex("15cfd18e385952982b6a8f8c7854963b58e34388c8e6dae891db756481a02312");
const N = Point.fromHex("f04f2e7eb734b2a8f8b472eaf9c3c632576ac64aea650b496a8a20ff00e583c3");
const scalar = (bytes) => BigInt(`0x${hex(bytes)}`) % ORDER;

export function pairing(words, entropy = random(64)) {
  const password = Buffer.from(words);
  const w = scalar(hkdf(password, "SPAKE2 pw", 48));
  const x = scalar(entropy);
  const mine = Buffer.from(Point.BASE.multiply(x).add(M.multiply(w)).toBytes());
  return {
    pake: Buffer.concat([Buffer.from("A"), mine]),
    finish(answer, id, cert) {
      need(answer[0] === 0x42 && !same(answer.subarray(1), mine), "the answer of a pairing by the wrong side");
      let other;
      try {
        other = Point.fromBytes(answer.subarray(1));
      } catch (error) {
        throw new Refused("malformed", error.message);
      }
      need(!other.is0() && other.isTorsionFree(), "a point of another order");
      const z = Buffer.from(other.subtract(N.multiply(w)).multiply(x).toBytes());
      const ends = [sha256(Buffer.from("lltui/1 joiner"), id), sha256(Buffer.from("lltui/1 host"), cert)];
      return sha256(sha256(password), ...ends, mine, answer.subarray(1), z);
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
  let block = EMPTY;
  let blocks = 0;
  let at = 0;
  const word = () => {
    if (at === block.length) {
      block = hmac(pileKey, u32(blocks++));
      at = 0;
    }
    at += 4;
    return block.readUInt32BE(at - 4);
  };
  const cards = Array.from({ length: size }, (_, i) => i);
  for (let last = size - 1; last > 0; last--) {
    const n = last + 1;
    let w = word();
    while (w >= 2 ** 32 - (2 ** 32 % n)) w = word();
    const other = w % n;
    [cards[last], cards[other]] = [cards[other], cards[last]];
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
