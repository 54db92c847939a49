// Chapters 3 to 5 and 10.2 of protocol/SPEC.md: a player without any rules, who does what is offered.
import * as tls from "node:tls";
import * as p from "./primitives.mjs";
import { Chain } from "./chain.mjs";
import { menuOf, choose } from "./games.mjs";
import { fitsClient, readDeed, readTable } from "./messages.mjs";
import { cleanName } from "./text.mjs";

const { need, hex, unhex, same } = p;
const LOST = { code: "lost", retry_ms: 0 };
const PASSING = ["busy", "rate", "slow", "closing", "lost"];
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

export class Client {
  // `hosting` is the secret of the table, if it is shown; `bots` sit down then, and the match begins with `starts` chairs.
  constructor({ host, port, words, hosting = null, name, bots = [], cuts = 0, starts = 0, trace = () => {} }) {
    Object.assign(this, { host, port, words, hosting, bots, cuts, starts, trace, name: cleanName(name) });
    this.seed = p.random(32);
    this.id = p.publicOf("ed25519", this.seed);
    this.pin = null;
    this.secrets = new Map();
    this.readies = new Map();
    this.counts = { connections: 0, cuts: 0, acts: 0, stale: 0, nacks: 0, readies: 0, promised: 0, back: 0 };
    this.deeds = 0;
    this.forget(0);
    this.results = [];
  }

  // A new match: what is known of it, and the secret of which its nonces and its box key are made (10.6).
  forget(match) {
    Object.assign(this, { match, chain: null, seat: -1, view: null, choices: p.pack([]), turn: 0, act: null, made: 0 });
  }

  secret(label, ...parts) {
    if (!this.secrets.has(this.match)) this.secrets.set(this.match, p.random(32));
    return p.derive(this.secrets.get(this.match), label, ...parts);
  }

  nonce(k) {
    return this.secret("nonce", p.u32(k));
  }

  promise(k) {
    return p.noncePromise(this.pin.table, this.match, this.id, this.nonce(k));
  }

  // Comes back after what passes (4.4), until `matches` are over.
  async play(matches) {
    this.matches = matches;
    let wait = 200;
    for (;;) {
      const length = this.chain?.lines.length;
      const { code, retry_ms } = await this.connection();
      if (this.results.length >= matches) return this.results;
      if (!PASSING.includes(code)) throw new p.Refused(code, "the table has said so");
      wait = this.chain?.lines.length === length ? Math.min(wait * 2, 5000) : 200;
      await pause(Math.min(retry_ms, 60000) || wait * (0.5 + Math.random()));
    }
  }

  connection() {
    this.counts.connections++;
    const frames = new p.Frames(65536);
    Object.assign(this, { stage: "tls", lobby: null, standing: null, said: new Set(), synced: false, waits: false });
    return new Promise((done, fail) => {
      const end = (answer, error) => {
        clearInterval(this.timer);
        this.stage = "over";
        this.socket.destroy();
        if (error) fail(error);
        else done(answer);
      };
      const guarded = (act) => (...given) => {
        if (this.stage === "over") return;
        try {
          act(...given);
        } catch (error) {
          const { code = "malformed" } = error instanceof p.Refused ? error : {};
          this.socket.end(p.framed(p.pack({ t: "bye", code, retry_ms: 0 })));
          end(null, error);
        }
      };
      this.end = end;
      this.socket = tls.connect({
        host: this.host, port: this.port, minVersion: "TLSv1.3", ALPNProtocols: ["lltui/1"], rejectUnauthorized: false,
      });
      this.socket.on("secureConnect", guarded(() => this.hello()));
      this.socket.on("data", guarded((bytes) => {
        this.heard = Date.now();
        for (const frame of frames.feed(bytes)) if (this.stage !== "over") this.hear(frame);
      }));
      for (const event of ["error", "close"]) this.socket.on(event, () => this.stage === "over" || end(LOST));
      this.heard = Date.now();
      this.timer = setInterval(() => {
        if (Date.now() - this.heard > 15000) end({ code: "slow", retry_ms: 0 });
        else if (this.stage === "in") this.say({ t: "ping", n: 1 });
      }, 5000);
    });
  }

  // Says a message; with `cuts` the line breaks at each third deed, before, within or behind it.
  say(message) {
    need(fitsClient(message), `we would say a ${message.t} that is none`);
    const bytes = p.framed(p.pack(message));
    if (this.chain && message.t === "signed" && this.cuts > 0 && ++this.deeds % 3 === 2) {
      this.cuts--;
      this.counts.cuts++;
      const upTo = Math.floor(Math.random() * (bytes.length + 1));
      this.stage = "cut";
      this.socket.write(bytes.subarray(0, upTo), () => this.end(LOST));
      return;
    }
    if (this.stage !== "cut" && this.stage !== "over") this.socket.write(bytes);
  }

  deed(body) {
    const raw = p.pack({ table: this.pin.table, match: this.match, ...body });
    readDeed(raw);
    return { t: "signed", body: raw, sig: p.sign(this.seed, p.digest("deed", raw)) };
  }

  // Chapter 3
  hello() {
    need(this.socket.getProtocol() === "TLSv1.3" && this.socket.alpnProtocol === "lltui/1", "another protocol");
    this.cert = p.sha256(this.socket.getPeerCertificate(true).raw);
    if (this.pin) need(same(this.cert, this.pin.cert), "another certificate", "host-changed");
    this.pair = this.pin ? null : p.pairing(this.words);
    this.stage = "hello";
    const hello = {
      t: "hello", v: [3], program: "second_client", want: "seat", name: this.name, id: this.id, nonce: p.random(32),
      pake: this.pair?.pake ?? null, table: this.pin?.table ?? null, have: this.chain?.head ?? null,
    };
    this.opening = p.pack(hello);
    this.say(hello);
  }

  hhello(answer, raw) {
    const { table, log_key } = answer;
    need(answer.v === 3, "a version that was not offered", "version");
    const pinned = !this.pin || (same(table, this.pin.table) && same(log_key, this.pin.log_key));
    need(pinned, "another table", "host-changed");
    need((answer.pake === null) === (this.pair === null), "a table that skips the words");
    this.key = this.pair?.finish(answer.pake, this.id, this.cert);
    this.transcript = p.digest("handshake", this.cert, this.opening, raw);
    this.coming = { table, log_key, cert: this.cert };
    this.stage = "auth";
    const hosting = this.hosting && p.hmac(this.hosting, p.digest("hosting", this.transcript));
    const sig = p.sign(this.seed, p.digest("auth", this.transcript));
    this.say({ t: "auth", sig, confirm: this.confirm("joiner"), hosting });
  }

  confirm(side) {
    return this.key ? p.hmac(p.derive(this.key, `confirm ${side}`), this.transcript) : null;
  }

  welcome({ want, hosting, confirm, have }) {
    const mine = this.confirm("host");
    need(mine === null ? confirm === null : confirm && same(confirm, mine), "a table without the words", "wrong-code");
    need(want === "seat" && (this.hosting || !hosting), "a welcome to something else");
    this.pin = this.coming;
    this.have = have;
    this.stage = "in";
  }

  hear(frame) {
    const message = readTable(frame);
    if (message.t !== "entry" && message.t !== "presence") this.trace(message);
    if (message.t === "bye") return this.end(message);
    if (this.stage === "hello" || this.stage === "auth") {
      need(message.t === { hello: "hhello", auth: "welcome" }[this.stage], "another message than the next one");
      this[message.t](message, frame);
    } else {
      need(this.stage === "cut" || (message.t !== "hhello" && message.t !== "welcome"), "a second handshake");
      if (message.t === "ping") this.say({ t: "pong", n: message.n, have: this.chain?.head ?? null });
      else if (message.t === "lobby") this.lobby = message;
      else if (message.t === "standing") this.standing = message;
      else if (message.t === "entry") this.entry(frame);
      else if (message.t === "nack") this.nack(message);
      else if (message.t === "want") this.give(message.seq);
      if (["lobby", "standing", "entry"].includes(message.t)) this.waits = false;
    }
    if (this.stage === "in") this.next();
  }

  give(seq) {
    for (const line of this.chain.lines.slice(seq)) this.say({ ...readTable(line), t: "give" });
  }

  entry(frame) {
    this.chain ??= new Chain({ ...this.pin, match: this.match });
    const entry = this.chain.take(frame);
    const { what, deeds, seq } = entry;
    this.seat = this.chain.facts.seats.findIndex(({ id }) => id === hex(this.id));
    if (this.seat < 0) return;
    this.view = this.chain.unbox(entry, this.seat, this.secret("box"));
    const choices = menuOf(this.view);
    const mine = deeds.filter((deed) => deed.seat === this.seat || (deed.id && same(deed.id, this.id)));
    const moved = what.t === "acted" ? mine.length > 0 : what.t === "auto" && what.seat === this.seat;
    if (moved || !same(choices, this.choices)) this.turn = seq;
    this.choices = choices;
    this.made += mine.filter(({ t }) => t === "ready" || t === "joining").length;
    if (this.act && this.act.turn !== this.turn) this.act = null;
    this.trace({ seq, what: what.t, turn: this.turn, did: what.action?.length ? p.unpack(what.action) : 0, news: p.unpack(entry.news), public: p.unpack(entry.view) });
  }

  nack(message) {
    this.counts.nacks++;
    if (message.to !== "act" || !this.act) this.waits = true;
    else if (message.why !== "stale") {
      this.act = null;
      this.waits = message.why !== "illegal";
    } else if (message.turn === this.act.turn && message.now === message.turn) {
      this.counts.stale++;
      this.send(this.act.action, this.act.choice);
    }
  }

  // What there is to do now.
  next() {
    const { facts, head } = this.chain ?? {};
    if (facts?.over) return this.over();
    if (!facts && this.lobby && this.lobby.match !== this.match) this.forget(this.lobby.match);
    if (!facts) return this.lobby && this.standing?.phase === "lobby" ? this.gather() : undefined;
    if (this.have && this.have.match === this.match && this.have.seq > head.seq) return;
    const me = facts.seats[this.seat];
    const once = (name, act) => {
      if (!this.said.has(name)) act();
      this.said.add(name);
    };
    if (me.by === "stand-in") {
      const what = { t: "standin", seat: this.seat, on: false };
      once(`back ${facts.decided}`, () => {
        this.counts.back++;
        this.say(this.deed({ t: "decision", head: head.hash, what }));
      });
    }
    if (me.by !== "player") return;
    if (!me.promise) {
      once(`promise ${this.made}`, () => {
        this.counts.promised++;
        this.join(this.made);
      });
    }
    const fresh = this.chain.genesis.reveal === "match" || facts.hidden.size === 0;
    if (facts.asked.includes(this.seat) && this.standing?.phase === "collecting" && fresh) {
      once(`ready ${me.promise}`, () => this.say(this.ready(facts, me.promise)));
    }
    if (facts.paused || facts.ending || facts.revealed || this.waits) return;
    if (this.act) once(`act ${hex(this.act.message.sig)}`, () => this.say(this.act.message));
    else {
      const choice = choose(this.choices);
      if (choice) this.send(choice.action, choice.choice);
    }
  }

  // 10.2: one ready for one promise, and the same bytes for ever.
  ready(facts, promise) {
    if (!this.readies.has(promise)) {
      const [deal, attempt] = [facts.deal + 1, facts.attempt];
      const nonce = this.nonce(this.made - 1);
      const body = { t: "ready", seat: this.seat, deal, attempt, head: this.chain.head.hash, nonce, next: this.promise(this.made) };
      this.readies.set(promise, this.deed(body));
      this.counts.readies++;
    }
    return this.readies.get(promise);
  }

  send(action, choice) {
    const secrets = this.chain.genesis.secrets;
    const secret = choice ? p.sealChoice(secrets, this.pin.table, this.match, this.seat, choice) : null;
    const body = { t: "act", seat: this.seat, turn: this.turn, head: this.chain.head.hash, action, secret };
    this.act = { turn: this.turn, action, choice, message: this.deed(body) };
    this.said.add(`act ${hex(this.act.message.sig)}`);
    this.counts.acts++;
    this.trace({ act: action.length ? p.unpack(action) : p.unpack(choice) });
    this.say(this.act.message);
  }

  join(k) {
    const box = p.publicOf("x25519", this.secret("box"));
    this.say(this.deed({ t: "joining", id: this.id, box, commit: this.promise(k) }));
  }

  // 4.2
  gather() {
    if (this.waits) return;
    this.waits = true;
    const { chairs } = this.lobby;
    const mine = chairs.find(({ id }) => id && same(id, this.id));
    if (!mine) this.say({ t: "sit", seat: null });
    else if (this.bots.length > 0) this.say({ t: "addbot", seat: null, bot: this.bots.shift() });
    else if (!mine.ready) this.join(0);
    else if (this.starts && chairs.filter(({ name, ready }) => name && ready).length >= this.starts) this.say({ t: "start" });
  }

  // Reads the whole match once more, from nothing but its entries and the pin.
  over() {
    const again = new Chain({ ...this.pin, match: this.match });
    for (const line of this.chain.lines) again.take(line);
    const { facts, genesis, deals, checkNumber } = again;
    need(facts.over && facts.hidden.size === 0 && deals.size === facts.deal, "a match that is not shown");
    this.results.push({
      match: this.match, game: genesis.game, seat: this.seat, entries: again.lines.length, deals: deals.size,
      check: checkNumber, head: hex(again.head.hash), bytes: again.lines.reduce((sum, line) => sum + line.length, 0), ...this.counts,
    });
    if (this.results.length >= this.matches) {
      this.say({ t: "bye", code: "left", retry_ms: 0 });
      this.stage = "leaving";
      return this.socket.end(() => this.end(LOST));
    }
    this.forget(this.match + 1);
  }
}
