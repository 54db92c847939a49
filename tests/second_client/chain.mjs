// Chapters 7 to 13 of protocol/SPEC.md: a reader of one match, who trusts nothing in it.
import * as p from "./primitives.mjs";
import { readBody, readDeed, readTable } from "./messages.mjs";

const { need, hex, unhex, u32 } = p;

export class Chain {
  // `known`: the table's id, its log key, the hash of its certificate, and the number of the match.
  constructor(known) {
    Object.assign(this, { known, hashes: [], numbers: new Map(), lines: [], deals: new Map(), genesis: null, facts: null, first: null });
  }
  get head() {
    const seq = this.hashes.length - 1;
    return seq < 0 ? null : { match: this.known.match, seq, hash: this.hashes[seq] };
  }

  // 7.3: takes the message `entry`, as it was sent, or refuses it and knows what it knew.
  take(line) {
    const { body: raw, sig } = readTable(line);
    const hash = p.digest("entry", raw);
    need(p.verify(this.known.log_key, hash, sig), "an entry that the table has not signed", "bad-signature");
    const body = readBody(raw);
    const { seq, what } = body;
    need(body.match === this.known.match && seq <= this.hashes.length, "an entry of another match, or one is missing");
    need(seq === this.hashes.length || p.same(hash, this.hashes[seq]), "another entry than before", "fork");
    need(seq === this.hashes.length, "an entry twice");
    need(p.same(body.prev, this.head?.hash ?? Buffer.alloc(32)), "another past", "fork");
    need((seq === 0) === (what.t === "genesis"), "a genesis that is none");
    const genesis = this.genesis ?? what;
    const deeds = body.causes.map((cause) => this.cause(cause, genesis));
    const facts = seq === 0 ? this.begin(what, deeds) : structuredClone(this.facts);
    need(!facts.over, "an entry after the end");
    for (const opening of body.opened) this.open(opening, facts);
    const orders = seq === 0 ? null : this.law({ n: seq, what, causes: deeds, genesis, facts });
    const right = (box) => box.length === genesis.pad + 48;
    need(body.boxes.length === genesis.roster.length && body.boxes.every(right), "boxes of another number or length");
    Object.assign(this, { facts, genesis });
    this.hashes.push(hash);
    this.numbers.set(hex(hash), seq);
    this.lines.push(Buffer.from(line));
    if (["dealt", "voided"].includes(what.t)) this.first ??= deeds.map((ready) => ready.nonce);
    if (what.t === "revealed") this.deals.set(what.deal, orders);
    return { ...body, hash, deeds };
  }

  // 7.2
  cause({ body: raw, sig }, genesis) {
    const deed = readDeed(raw);
    need(p.same(deed.table, this.known.table) && deed.match === this.known.match, "a deed of another chain");
    const by = (key) => p.verify(key, p.digest("deed", raw), sig);
    if (deed.t === "joining") {
      need(by(deed.id), "a joining signed by another", "bad-signature");
      p.needBoxKey(deed.box);
      return deed;
    }
    const { seats } = this.facts ?? need(false, "a genesis with a cause that is no joining");
    if (deed.t === "decision") {
      const player = seats.findIndex((seat) => seat.id && seat.by !== "dropped" && by(unhex(seat.id)));
      deed.word = by(genesis.host) ? "host" : by(this.known.log_key) ? "table" : player;
      need(deed.word !== -1, "a decision by nobody here", "bad-signature");
    } else {
      const id = seats[deed.seat]?.id ?? need(false, "a deed of a seat without a person");
      need(by(unhex(id)), "a deed signed by another", "bad-signature");
    }
    deed.seen = this.numbers.get(hex(deed.head)) ?? need(false, "a deed over another story", "fork");
    return deed;
  }
  // 11
  open({ seq, salt, choice }, { closed }) {
    const { seat, commit } = closed.get(seq) ?? need(false, "an opening of what is not closed");
    const promised = p.choicePromise(this.known.table, this.known.match, seat, salt, choice);
    need(hex(promised) === commit, "another choice than promised");
    closed.delete(seq);
  }

  // 8.1
  begin(what, deeds) {
    for (const key of ["table", "log_key", "cert"]) need(p.same(what[key], this.known[key]), `another ${key}`);
    need(what.v === (what.rules ? 2 : 1), "a version of the genesis");
    for (const key of [what.secrets, ...what.roster.map((row) => row.box)]) p.needBoxKey(key);
    const players = what.roster.filter((row) => row.t === "player");
    need(deeds.length === players.length, "not the joining of everybody");
    players.forEach((row, i) => {
      const { t, id, box, commit } = deeds[i];
      need(t === "joining" && p.same(id, row.id) && p.same(box, row.box) && p.same(commit, row.promise), "another joining");
    });
    need(new Set(players.map((row) => hex(row.id))).size === players.length, "a player sits twice");
    const known = (bytes) => (bytes ? hex(bytes) : null);
    const seats = what.roster.map(({ t, id, box, promise }) =>
      ({ id: known(id), box: hex(box), promise: known(promise), moved: 0, by: t }));
    const facts = {
      seats, used: new Set(seats.map(({ id, promise }) => promise + id)), seedPromise: hex(what.promise), deal: 0,
      hidden: new Map(), revealed: false, closed: new Map(), cards: 0, decided: 0, paused: false, ending: false, over: false,
    };
    this.ask(facts, 0);
    return facts;
  }
  ask(facts, n) {
    const asked = facts.seats.flatMap((seat, i) => (seat.by === "player" && seat.promise ? [i] : []));
    Object.assign(facts, { asked, attempt: 0, began: n, since: n });
  }
  lose(facts, seat, n) {
    facts.seats[seat].promise = null;
    if (facts.asked.includes(seat)) facts.since = n;
    facts.asked = facts.asked.filter((other) => other !== seat);
  }
  promise(facts, seat, promise) {
    const name = hex(promise) + facts.seats[seat].id;
    need(!facts.used.has(name), "a promise made before");
    facts.used.add(name);
    facts.seats[seat].promise = hex(promise);
  }
  law(step) {
    const { what, causes, facts } = step;
    if (["pile", "auto", "revealed", "recovered", "ended"].includes(what.t)) need(causes.length === 0, "causes where there are none");
    if (["dealt", "voided"].includes(what.t)) this.opened(step);
    const move = ["pile", "acted", "auto"].includes(what.t);
    need(!move || !(facts.paused || facts.ending || facts.revealed), "play is not open");
    return this[what.t](step);
  }
  // 8.2.1, and what `dealt` and `voided` have in common
  opened({ what, causes, facts }) {
    need(!facts.paused && !facts.ending, "a deal while the match stands still");
    need(what.deal === facts.deal + 1 && what.attempt === facts.attempt, "another deal than the coming one");
    need(causes.length === facts.asked.length, "not the ready of everybody");
    causes.forEach((ready, i) => {
      need(ready.t === "ready" && ready.seat === facts.asked[i], "not the ready of everybody");
      need(ready.deal === what.deal && ready.attempt === what.attempt && ready.seen >= facts.began, "an old ready");
      const { id, promise } = facts.seats[ready.seat];
      const promised = p.noncePromise(this.known.table, this.known.match, unhex(id), ready.nonce);
      need(hex(promised) === promise, "another nonce than promised");
      this.promise(facts, ready.seat, ready.next);
    });
  }
  grow(facts, size) {
    facts.cards += size;
    need(facts.cards <= 65536, "too many cards");
  }
  dealt({ n, what, causes, facts, genesis }) {
    need(genesis.reveal === "match" || facts.hidden.size === 0, "a deal before the last one was shown");
    need(causes.every((ready) => ready.seen >= facts.since), "a deal that somebody was lost to");
    this.grow(facts, what.size);
    const nonces = facts.seats.map((_, seat) => hex(causes.find((ready) => ready.seat === seat)?.nonce ?? ""));
    facts.hidden.set(what.deal, { attempt: facts.attempt, promise: facts.seedPromise, nonces, piles: [what.size] });
    Object.assign(facts, { seedPromise: hex(what.promise), deal: what.deal, revealed: false });
    this.ask(facts, n);
  }
  voided({ n, what, causes, facts }) {
    need(causes.some((ready) => ready.seen < facts.since), "nobody was lost");
    this.seed(what, what.attempt, facts.seedPromise);
    Object.assign(facts, { seedPromise: hex(what.promise), attempt: what.attempt + 1, began: n, since: n });
  }
  seed({ deal, seed }, attempt, promise) {
    const promised = p.seedPromise(this.known.table, this.known.match, deal, attempt, seed);
    need(hex(promised) === promise, "another seed than promised");
  }
  pile({ what, facts }) {
    const { piles } = facts.hidden.get(facts.deal) ?? need(false, "a pile of no deal");
    need(what.number === piles.length, "a pile of another number");
    this.grow(facts, what.size);
    piles.push(what.size);
  }
  // 10.3: gives the orders of all piles.
  revealed({ n, what, facts }) {
    const { attempt, promise, nonces, piles } = facts.hidden.get(what.deal) ?? need(false, "a deal that is not hidden");
    this.seed(what, attempt, promise);
    need([...facts.closed.values()].every(({ deal }) => deal !== what.deal), "a choice is closed");
    facts.hidden.delete(what.deal);
    if (what.deal === facts.deal) {
      facts.revealed = true;
      this.ask(facts, n);
    }
    const key = p.dealKey(this.known.table, this.known.match, what.deal, attempt, what.seed, nonces.map(unhex));
    return piles.map((size, pile) => p.order(key, pile, size));
  }
  promised({ causes: [joining, ...more], facts }) {
    need(joining?.t === "joining" && more.length === 0, "not one joining");
    const seat = facts.seats.findIndex(({ id }) => id === hex(joining.id));
    const { by, promise, box } = facts.seats[seat] ?? {};
    need(by === "player" && promise === null && box === hex(joining.box), "a promise of nobody who lacks one");
    this.promise(facts, seat, joining.commit);
  }
  move(n, seat, secret, facts) {
    facts.seats[seat].moved = n;
    need(!secret || secret.box.length === 384, "a secret of another length");
    if (secret) facts.closed.set(n, { seat, deal: facts.deal, commit: hex(secret.commit) });
  }
  acted({ n, causes: [act, ...more], facts }) {
    need(act?.t === "act" && more.length === 0, "not one act");
    const { by, moved } = facts.seats[act.seat];
    need(by === "player" && moved <= act.turn && act.turn <= act.seen, "an act of another turn");
    this.move(n, act.seat, act.secret, facts);
  }
  auto({ n, what, facts }) {
    const who = { bot: ["bot"], "stand-in": ["stand-in", "dropped"], clock: ["player"] }[what.by];
    need(who.includes(facts.seats[what.seat]?.by), "a move for another seat");
    this.move(n, what.seat, what.secret, facts);
  }

  // 8.4
  decided({ n, causes: [decision, ...more], facts }) {
    need(decision?.t === "decision" && decision.seen >= facts.decided, "no decision, or an old one");
    const { word, what } = decision;
    need(more.length === (what.t === "newkey" ? 1 : 0), "causes of a decision");
    const may = { host: true, table: ["standin", "leaveout", "endmatch"].includes(what.t) };
    const mine = what.t === "resume" || (what.t === "standin" && what.on === (what.seat !== word));
    need(may[word] ?? mine, "a decision that is not theirs");
    facts.decided = n;
    const seat = facts.seats[what.seat];
    need(what.seat === undefined || (seat?.id && seat.by !== "dropped"), "no player's seat");
    if (what.t === "pause" || what.t === "resume") {
      need(facts.paused === (what.t === "resume"), "twice in a row");
      facts.paused = !facts.paused;
    } else if (what.t === "standin") {
      need(seat.by === (what.on ? "player" : "stand-in"), "a stand-in twice");
      seat.by = what.on ? "stand-in" : "player";
    } else if (what.t === "drop") seat.by = "dropped";
    else if (what.t === "newkey") {
      const id = hex(what.id);
      need(more[0].t === "joining" && hex(more[0].id) === id, "another newcomer");
      need(facts.seats.every((one) => one.id !== id), "a newcomer who sits here");
      Object.assign(seat, { id, box: hex(more[0].box), moved: n });
    } else if (what.t === "leaveout") {
      need(what.deal === facts.deal + 1 && what.attempt === facts.attempt, "another deal than the coming one");
      need(what.seats.every((lost) => facts.asked.includes(lost)), "a seat that was not asked");
    } else if (what.t === "endmatch") facts.ending = true;
    for (const lost of what.seats ?? (seat ? [what.seat] : [])) this.lose(facts, lost, n);
    if (what.t === "newkey") this.promise(facts, what.seat, more[0].commit);
  }
  recovered({ what: { seats }, facts }) {
    const rising = seats.every((seat, i) => i === 0 || seats[i - 1] < seat);
    need(rising && seats.every((seat) => facts.seats[seat]?.id), "seats of a recovery");
  }
  ended({ facts }) {
    need(facts.hidden.size === 0 && facts.closed.size === 0, "an end with something hidden");
    facts.over = true;
  }

  // 9
  unbox(entry, seat, key) {
    const place = [u32(this.known.match), u32(entry.seq), entry.prev, u32(seat)];
    return unboxed(key, p.digest("box", this.known.table, ...place), entry.boxes[seat], this.genesis.pad);
  }
  // 12
  get checkNumber() {
    return p.checkNumber(this.hashes[0], this.first ?? []);
  }
}

export function unboxed(key, info, box, pad) {
  const plain = p.unseal(key, info, box);
  const length = plain.readUInt16BE();
  need(plain.length === pad && length <= pad - 2, "a box of another length");
  need(plain.subarray(2 + length).every((byte) => byte === 0), "a box with something behind the view");
  return plain.subarray(2, 2 + length);
}
