// Chapters 7 to 13 of protocol/SPEC.md: a reader of one match, who trusts nothing in it.
import * as p from "./primitives.mjs";
import { readBody, readDeed, readTable } from "./messages.mjs";

const { need, hex, unhex } = p;

export class Chain {
  // `known` has the table's id, its log key, the hash of its certificate, and the number of the match.
  constructor(known) {
    this.known = known;
    this.hashes = [];
    this.numbers = new Map();
    this.lines = [];
    this.genesis = null;
    this.facts = null;
    this.first = null;
    this.deals = new Map();
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
    need(body.match === this.known.match, "an entry of another match");
    const { seq } = body;
    need(seq <= this.hashes.length, "an entry is missing");
    if (seq < this.hashes.length) {
      need(p.same(hash, this.hashes[seq]), "another entry than before", "fork");
      need(false, "an entry twice");
    }
    need(p.same(body.prev, this.head?.hash ?? Buffer.alloc(32)), "another past", "fork");
    const facts = structuredClone(this.facts);
    need(seq === 0 ? body.what.t === "genesis" : body.what.t !== "genesis", "a genesis that is none");
    const genesis = this.genesis ?? body.what;
    const causes = body.causes.map((cause) => this.cause(cause, genesis, facts));
    const step = { n: seq, what: body.what, causes, genesis, facts, revealed: null };
    if (seq === 0) {
      need(body.opened.length === 0, "something opened in a genesis");
      step.facts = this.begin(body.what, causes);
    } else {
      need(!facts.over, "an entry after the end");
      for (const opening of body.opened) this.open(opening, facts);
      this.law(step);
    }
    const { pad, roster } = genesis;
    need(body.boxes.length === roster.length && body.boxes.every((box) => box.length === pad + 48), "boxes");
    this.facts = step.facts;
    this.genesis = genesis;
    this.hashes.push(hash);
    this.numbers.set(hex(hash), seq);
    this.lines.push(Buffer.from(line));
    if (["dealt", "voided"].includes(body.what.t)) this.first ??= causes.map((ready) => ready.nonce);
    if (step.revealed) this.deals.set(body.what.deal, step.revealed);
    return { ...body, hash, deeds: causes };
  }

  // 7.2
  cause({ body: raw, sig }, genesis, facts) {
    const deed = readDeed(raw);
    const { table, match } = this.known;
    need(p.same(deed.table, table) && deed.match === match, "a deed of another chain");
    const message = p.digest("deed", raw);
    const by = (key) => p.verify(key, message, sig);
    if (deed.t !== "joining") {
      deed.seen = this.numbers.get(hex(deed.head));
      need(deed.seen !== undefined, "a deed over another story", "fork");
    }
    if (deed.t === "joining") need(by(deed.id), "a joining signed by another", "bad-signature");
    else if (deed.t === "decision") {
      const player = facts.seats.findIndex((seat) => seat.id && seat.by !== "dropped" && by(unhex(seat.id)));
      deed.word = by(genesis.host) ? "host" : by(this.known.log_key) ? "table" : player;
      need(deed.word !== -1, "a decision by nobody here", "bad-signature");
    } else {
      const seat = facts.seats[deed.seat];
      need(seat?.id, "a deed of a seat without a person");
      need(by(unhex(seat.id)), "a deed signed by another", "bad-signature");
    }
    if (deed.t === "joining") p.needBoxKey(deed.box);
    return deed;
  }

  // 11
  open({ seq, salt, choice }, facts) {
    const closed = facts.closed.get(seq);
    need(closed, "an opening of what is not closed");
    const { table, match } = this.known;
    need(hex(p.choicePromise(table, match, closed.seat, salt, choice)) === closed.commit, "another choice than promised");
    facts.closed.delete(seq);
  }

  // 8.1
  begin(what, causes) {
    for (const key of ["table", "log_key", "cert"]) need(p.same(what[key], this.known[key]), `another ${key}`);
    need(what.v === (what.rules ? 2 : 1), "a version of the genesis");
    p.needBoxKey(what.secrets);
    for (const row of what.roster) p.needBoxKey(row.box);
    const players = what.roster.filter((row) => row.t === "player");
    need(causes.length === players.length, "joinings");
    players.forEach((row, i) => {
      const { t, id, box, commit } = causes[i];
      need(t === "joining" && p.same(id, row.id) && p.same(box, row.box) && p.same(commit, row.promise), "a joining");
    });
    need(new Set(players.map((row) => hex(row.id))).size === players.length, "a player sits twice");
    const facts = {
      seats: what.roster.map((row) =>
        row.t === "bot"
          ? { id: null, box: hex(row.box), promise: null, moved: 0, by: "bot" }
          : { id: hex(row.id), box: hex(row.box), promise: hex(row.promise), moved: 0, by: "player" },
      ),
      used: new Set(players.map((row) => hex(row.promise) + hex(row.id))),
      seedPromise: hex(what.promise), deal: 0, attempt: 0, asked: [], began: 0, since: 0, hidden: new Map(),
      revealed: false, closed: new Map(), cards: 0, decided: 0, paused: false, ending: false, over: false,
    };
    this.ask(facts, 0);
    return facts;
  }

  ask(facts, n) {
    facts.asked = facts.seats.flatMap((seat, i) => (seat.by === "player" && seat.promise ? [i] : []));
    Object.assign(facts, { attempt: 0, began: n, since: n });
  }

  lose(facts, seat, n) {
    facts.seats[seat].promise = null;
    if (facts.asked.includes(seat)) {
      facts.asked = facts.asked.filter((other) => other !== seat);
      facts.since = n;
    }
  }

  promise(facts, seat, promise) {
    const name = hex(promise) + facts.seats[seat].id;
    need(!facts.used.has(name), "a promise made before");
    facts.used.add(name);
    facts.seats[seat].promise = hex(promise);
  }

  law(step) {
    const { what, causes, facts } = step;
    const alone = ["pile", "auto", "revealed", "recovered", "ended"];
    if (alone.includes(what.t)) need(causes.length === 0, "causes where there are none");
    if (["dealt", "voided"].includes(what.t)) this.opened(step);
    if (["pile", "acted", "auto"].includes(what.t)) {
      need(!facts.paused && !facts.ending && !facts.revealed, "play is not open");
    }
    this[what.t](step);
  }

  // 8.2.1, and what `dealt` and `voided` have in common
  opened({ what, causes, facts }) {
    const { table, match } = this.known;
    need(!facts.paused && !facts.ending, "a deal while the match stands still");
    need(what.deal === facts.deal + 1 && what.attempt === facts.attempt, "another deal than the coming one");
    need(causes.length === facts.asked.length, "not the ready of everybody");
    causes.forEach((ready, i) => {
      need(ready.t === "ready" && ready.seat === facts.asked[i], "not the ready of everybody");
      need(ready.deal === what.deal && ready.attempt === what.attempt && ready.seen >= facts.began, "an old ready");
      const { id, promise } = facts.seats[ready.seat];
      need(hex(p.noncePromise(table, match, unhex(id), ready.nonce)) === promise, "another nonce than promised");
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
    const { attempt, seedPromise: promise } = facts;
    facts.hidden.set(what.deal, { attempt, promise, nonces, piles: [what.size] });
    Object.assign(facts, { seedPromise: hex(what.promise), deal: what.deal, revealed: false });
    this.ask(facts, n);
  }

  voided({ n, what, causes, facts }) {
    need(causes.some((ready) => ready.seen < facts.since), "nobody was lost");
    this.seed(what, what.attempt, facts.seedPromise);
    Object.assign(facts, { seedPromise: hex(what.promise), attempt: what.attempt + 1, began: n, since: n });
  }

  seed({ deal, seed }, attempt, promise) {
    const { table, match } = this.known;
    need(hex(p.seedPromise(table, match, deal, attempt, seed)) === promise, "another seed than promised");
  }

  pile({ what, facts }) {
    const deal = facts.hidden.get(facts.deal);
    need(deal && what.number === deal.piles.length, "a pile of another number");
    this.grow(facts, what.size);
    deal.piles.push(what.size);
  }

  revealed(step) {
    const { n, what, facts } = step;
    const hidden = facts.hidden.get(what.deal);
    need(hidden, "a deal that is not hidden");
    this.seed(what, hidden.attempt, hidden.promise);
    need([...facts.closed.values()].every((closed) => closed.deal !== what.deal), "a choice is closed");
    facts.hidden.delete(what.deal);
    if (what.deal === facts.deal) {
      facts.revealed = true;
      this.ask(facts, n);
    }
    const { table, match } = this.known;
    const key = p.dealKey(table, match, what.deal, hidden.attempt, what.seed, hidden.nonces.map(unhex));
    step.revealed = hidden.piles.map((size, pile) => p.order(key, pile, size));
  }

  promised({ causes, facts }) {
    need(causes.length === 1 && causes[0].t === "joining", "no joining");
    const seat = facts.seats.findIndex((one) => one.id === hex(causes[0].id));
    const { by, promise, box } = facts.seats[seat] ?? {};
    need(by === "player" && promise === null && box === hex(causes[0].box), "a promise of nobody who lacks one");
    this.promise(facts, seat, causes[0].commit);
  }

  move(n, seat, secret, facts) {
    facts.seats[seat].moved = n;
    if (!secret) return;
    need(secret.box.length === 384, "a secret of another length");
    facts.closed.set(n, { seat, deal: facts.deal, commit: hex(secret.commit) });
  }

  acted({ n, causes, facts }) {
    need(causes.length === 1 && causes[0].t === "act", "no act");
    const { seat, turn, seen, secret } = causes[0];
    const { by, moved } = facts.seats[seat];
    need(by === "player" && moved <= turn && turn <= seen, "an act of another turn");
    this.move(n, seat, secret, facts);
  }

  auto({ n, what, facts }) {
    const by = facts.seats[what.seat]?.by;
    const who = { bot: ["bot"], "stand-in": ["stand-in", "dropped"], clock: ["player"] }[what.by];
    need(who.includes(by), "a move for another seat");
    this.move(n, what.seat, what.secret, facts);
  }

  decided({ n, causes, facts }) {
    const [decision, newcomer] = causes;
    need(decision?.t === "decision" && decision.seen >= facts.decided, "no decision, or an old one");
    const { word, what } = decision;
    need(causes.length === (what.t === "newkey" ? 2 : 1), "causes of a decision");
    const may = { host: true, table: ["standin", "leaveout", "endmatch"].includes(what.t) };
    const other = what.t === "standin" && what.on === (what.seat !== word);
    need(may[word] ?? (what.t === "resume" || other), "a decision that is not theirs");
    facts.decided = n;
    const seat = facts.seats[what.seat ?? 0];
    if ("seat" in what) need(seat?.id && seat.by !== "dropped", "no player's seat");
    if (what.t === "pause" || what.t === "resume") {
      need(facts.paused === (what.t === "resume"), "twice in a row");
      facts.paused = !facts.paused;
    } else if (what.t === "standin") {
      need(seat.by === (what.on ? "player" : "stand-in"), "a stand-in twice");
      seat.by = what.on ? "stand-in" : "player";
      this.lose(facts, what.seat, n);
    } else if (what.t === "drop") {
      seat.by = "dropped";
      this.lose(facts, what.seat, n);
    } else if (what.t === "newkey") {
      const id = hex(what.id);
      need(newcomer.t === "joining" && hex(newcomer.id) === id, "another newcomer");
      need(facts.seats.every((one) => one.id !== id), "a newcomer who sits here");
      Object.assign(seat, { id, box: hex(newcomer.box), moved: n });
      this.lose(facts, what.seat, n);
      this.promise(facts, what.seat, newcomer.commit);
    } else if (what.t === "leaveout") {
      need(what.deal === facts.deal + 1 && what.attempt === facts.attempt, "another deal than the coming one");
      for (const lost of what.seats) {
        need(facts.asked.includes(lost), "a seat that was not asked");
        this.lose(facts, lost, n);
      }
    } else if (what.t === "endmatch") facts.ending = true;
  }

  recovered({ what, facts }) {
    const rising = what.seats.every((seat, i) => i === 0 || what.seats[i - 1] < seat);
    need(rising && what.seats.every((seat) => facts.seats[seat]?.id), "seats of a recovery");
  }

  ended({ facts }) {
    need(facts.hidden.size === 0 && facts.closed.size === 0, "an end with something hidden");
    facts.over = true;
  }

  // 9
  unbox(entry, seat, key) {
    const { table, match } = this.known;
    const info = p.digest("box", table, p.u32(match), p.u32(entry.seq), entry.prev, p.u32(seat));
    return unboxed(key, info, entry.boxes[seat], this.genesis.pad);
  }

  get checkNumber() {
    return this.first && p.checkNumber(this.hashes[0], this.first);
  }
}

export function unboxed(key, info, box, pad) {
  const plain = p.unseal(key, info, box);
  const length = plain.readUInt16BE();
  need(plain.length === pad && length <= pad - 2, "a box of another length");
  need(plain.subarray(2 + length).every((byte) => byte === 0), "a box with something behind the view");
  return plain.subarray(2, 2 + length);
}
