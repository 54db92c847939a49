// Chapters 3 to 5 and 10.2 of protocol/SPEC.md: a player without any rules, who does what is offered.
import * as tls from "node:tls";
import * as p from "./primitives.mjs";
import { Chain } from "./chain.mjs";
import { choose, menuOf, plays } from "./games.mjs";
import { fitsClient, readDeed, readTable } from "./messages.mjs";
import { retell } from "./retold.mjs";
import { cleanName } from "./text.mjs";

const { need, hex, same } = p;
const LOST = { code: "lost", retry_ms: 0 };
const PASSING = ["busy", "rate", "slow", "closing", "lost"];

export class Client {
  // `hosting` is the secret of the table, if there is one to show: then `bots` sit down. With `starts` chairs it says
  // `start`; `cuts` times its line breaks; `trace` is told what is heard and done.
  constructor({ host, port, words, hosting = null, name, bots = [], cuts = 0, starts = 0, trace = () => {} }) {
    Object.assign(this, { host, port, words, hosting, bots, cuts, starts, trace, name: cleanName(name) });
    this.seed = p.random(32);
    this.id = p.publicOf("ed25519", this.seed);
    Object.assign(this, { pin: null, secrets: new Map(), readies: new Map(), results: [], deeds: 0 });
    this.counts = { connections: 0, cuts: 0, acts: 0, nacks: 0, promised: 0, decided: 0 };
    this.forget(0);
  }
  // Of a new match nothing is known; `made` counts our promises in its chain.
  forget(match) {
    Object.assign(this, { match, chain: null, seat: -1, box: null, menu: p.pack([]), turn: 0, act: null, made: 0 });
  }
  // 10.6: each match has a secret, of which its nonces and its box key are made.
  secret(label, ...parts) {
    if (!this.secrets.has(this.match)) this.secrets.set(this.match, p.random(32));
    return p.derive(this.secrets.get(this.match), label, ...parts);
  }
  nonce(k) { return this.secret("nonce", p.u32(k)); }
  promise(k) { return p.noncePromise(this.pin.table, this.match, this.id, this.nonce(k)); }

  // Comes back after what passes (4.4), until `matches` are over.
  async play(matches) {
    this.matches = matches;
    for (let wait = 200; ; wait = Math.min(wait * 2, 5000)) {
      const before = this.chain?.lines.length;
      const { code, retry_ms } = await this.connection();
      if (this.results.length >= matches) return this.results;
      need(PASSING.includes(code), "the table has said so", code);
      if (this.chain?.lines.length !== before) wait = 200;
      await new Promise((done) => setTimeout(done, Math.min(retry_ms, 60000) || wait * (0.5 + Math.random())));
    }
  }
  // One line, until it ends with a `bye`, or without.
  connection() {
    this.counts.connections++;
    const frames = new p.Frames(65536);
    Object.assign(this, { stage: "tls", lobby: null, standing: null, said: new Set(), waits: false, heard: Date.now() });
    return new Promise((done, fail) => {
      let open = true; // what an older line says late is nothing to a newer one
      const end = (answer) => {
        if (!open) return;
        open = false;
        this.stage = "over";
        clearInterval(this.timer);
        this.socket.destroy();
        done(answer);
      };
      this.end = end;
      const guarded = (act) => (...given) => {
        try {
          act(...given);
        } catch (error) {
          this.socket.write(p.framed(p.pack({ t: "bye", code: error instanceof p.Refused ? error.code : "malformed", retry_ms: 0 })));
          fail(error);
          end(LOST);
        }
      };
      const only = { minVersion: "TLSv1.3", ALPNProtocols: ["lltui/1"], rejectUnauthorized: false };
      this.socket = tls.connect({ host: this.host, port: this.port, ...only });
      this.socket.on("secureConnect", guarded(() => this.hello()));
      this.socket.on("data", guarded((bytes) => {
        this.heard = Date.now();
        for (const frame of frames.feed(bytes)) if (open) this.hear(frame);
      }));
      for (const event of ["error", "close"]) this.socket.on(event, () => end(LOST));
      this.timer = setInterval(() => {
        if (Date.now() - this.heard > 15000) end({ code: "slow", retry_ms: 0 });
        else if (this.stage === "in") this.say({ t: "ping", n: 1 });
      }, 5000);
    });
  }
  // With `cuts` the line breaks at each third deed: before it, within it, or behind it.
  say(message) {
    need(fitsClient(message), `we would say a ${message.t} that is none`);
    const bytes = p.framed(p.pack(message));
    if (this.stage === "cut" || this.stage === "over") return;
    if (this.chain && message.t === "signed" && this.cuts > 0 && ++this.deeds % 3 === 2) {
      this.cuts--;
      this.counts.cuts++;
      this.stage = "cut";
      this.socket.write(bytes.subarray(0, Math.floor(Math.random() * (bytes.length + 1))), () => this.end(LOST));
    } else this.socket.write(bytes);
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
    need(!this.pin || same(this.cert, this.pin.cert), "another certificate", "host-changed");
    this.pair = this.pin ? null : p.pairing(this.words);
    this.stage = "hello";
    const hello = {
      t: "hello", v: [3], program: "second_client", want: "seat", name: this.name, id: this.id, nonce: p.random(32),
      pake: this.pair?.pake ?? null, table: this.pin?.table ?? null, have: this.chain?.head ?? null,
    };
    this.opening = p.pack(hello);
    this.say(hello);
  }
  hhello({ v, table, log_key, pake }, raw) {
    need(v === 3, "a version that was not offered", "version");
    need(!this.pin || (same(table, this.pin.table) && same(log_key, this.pin.log_key)), "another table", "host-changed");
    need((pake === null) === (this.pair === null), "a table that skips the words");
    this.key = this.pair?.finish(pake, this.id, this.cert);
    this.transcript = p.digest("handshake", this.cert, this.opening, raw);
    this.coming = { table, log_key, cert: this.cert };
    this.stage = "auth";
    const hosting = this.hosting && p.hmac(this.hosting, p.digest("hosting", this.transcript));
    const sig = p.sign(this.seed, p.digest("auth", this.transcript));
    this.say({ t: "auth", sig, confirm: this.confirm("joiner"), hosting });
  }
  confirm(side) { return this.key ? p.hmac(p.derive(this.key, `confirm ${side}`), this.transcript) : null; }
  welcome({ want, hosting, confirm, have }) {
    const right = this.confirm("host");
    need(right === null ? confirm === null : confirm && same(confirm, right), "a table without the words", "wrong-code");
    need(want === "seat" && (this.hosting || !hosting), "a welcome to something else");
    Object.assign(this, { pin: this.coming, have, stage: "in" });
  }

  hear(frame) {
    const message = readTable(frame);
    const { t } = message;
    if (t !== "entry" && t !== "presence") this.trace(message);
    if (t === "bye") return this.end(message);
    const due = { hello: "hhello", auth: "welcome" }[this.stage];
    need(due ? t === due : t !== "hhello" && t !== "welcome", "another message than the next one");
    if (["lobby", "standing", "entry"].includes(t)) this.waits = false;
    if (t === "ping") this.say({ t: "pong", n: message.n, have: this.chain?.head ?? null });
    else if (t === "want") for (const line of this.chain.lines.slice(message.seq)) this.say({ ...readTable(line), t: "give" });
    else if (t === "lobby" || t === "standing") this[t] = message;
    else if (["hhello", "welcome", "entry", "nack"].includes(t)) this[t](message, frame);
    if (this.stage === "in") this.next();
  }
  // 7.3, 9, 5.3
  entry(_, frame) {
    this.chain ??= new Chain({ ...this.pin, match: this.match });
    const entry = this.chain.take(frame);
    const { what, deeds, seq } = entry;
    const seat = this.chain.facts.seats.findIndex(({ id }) => id === hex(this.id));
    need(seat >= 0 && (this.seat < 0 || seat === this.seat), "another seat than before");
    this.seat = seat;
    if (what.t === "dealt") this.standing = null; // what it says is of the deal before
    this.box = this.chain.unbox(entry, this.seat, this.secret("box"));
    const mine = deeds.filter((deed) => deed.seat === this.seat || (deed.id && same(deed.id, this.id)));
    const moved = what.t === "acted" ? mine.length > 0 : what.t === "auto" && what.seat === this.seat;
    const menu = menuOf(this.box);
    if (moved || !same(menu, this.menu)) this.turn = seq;
    this.menu = menu;
    this.made += mine.filter(({ t }) => t === "ready" || t === "joining").length;
    if (this.act?.turn !== this.turn) this.act = null;
    if (mine.length > 0 && what.t in this.counts) this.counts[what.t]++;
    this.trace({ seq, what: what.t, turn: this.turn, news: p.unpack(entry.news) });
  }
  // 5.3: what is refused `not-now` passes by itself, and is said again.
  nack({ to, why, turn, now }) {
    this.counts.nacks++;
    need(to !== "addbot", "no such bot");
    if (why === "not-now" && ["act", "ready", "joining", "decision"].includes(to)) {
      this.said.clear();
      this.waits = true;
    } else if (to === "act" && this.act && why !== "stale") this.act = null;
    else if (to === "act" && turn === this.act?.turn && now === turn) this.send(this.act.action, this.act.choice);
  }

  // What there is to do now; what was said on this line is said once.
  next() {
    const { facts, head, genesis } = this.chain ?? {};
    if (facts?.over) return this.over();
    if (!facts) return this.gather();
    if (this.waits || (this.have?.match === this.match && this.have.seq > head.seq)) return;
    const me = facts.seats[this.seat];
    const once = (name, act) => {
      if (!this.said.has(name)) act();
      this.said.add(name);
    };
    if (me.by === "stand-in") {
      const decision = { t: "decision", head: head.hash, what: { t: "standin", seat: this.seat, on: false } };
      once(`back ${facts.decided}`, () => this.say(this.deed(decision)));
    }
    if (me.by !== "player") return;
    if (!me.promise) once(`promise ${this.made}`, () => this.join(this.made));
    const { phase, waiting } = this.standing ?? {};
    const due = phase === "collecting" && waiting.includes(this.seat) && facts.asked.includes(this.seat);
    if (due && (genesis.reveal === "match" || facts.hidden.size === 0)) {
      once(`ready ${me.promise}`, () => this.say(this.ready(facts, me.promise)));
    }
    if (facts.paused || facts.ending || facts.revealed) return;
    if (this.act) return once(`act ${hex(this.act.message.sig)}`, () => this.say(this.act.message));
    const chosen = choose(this.menu);
    if (chosen) this.send(chosen.action, chosen.choice);
  }
  // 10.2: one ready for one promise, and the same bytes for ever.
  ready({ deal, attempt }, promise) {
    if (!this.readies.has(promise)) {
      const opens = { nonce: this.nonce(this.made - 1), next: this.promise(this.made), head: this.chain.head.hash };
      this.readies.set(promise, this.deed({ t: "ready", seat: this.seat, deal: deal + 1, attempt, ...opens }));
    }
    return this.readies.get(promise);
  }
  send(action, choice) {
    const { genesis, head } = this.chain;
    const secret = choice && p.sealChoice(genesis.secrets, this.pin.table, this.match, this.seat, choice);
    const message = this.deed({ t: "act", seat: this.seat, turn: this.turn, head: head.hash, action, secret });
    this.act = { turn: this.turn, action, choice, message };
    this.said.add(`act ${hex(message.sig)}`);
    this.counts.acts++;
    this.trace({ act: p.unpack(choice ?? action) });
    this.say(message);
  }
  join(k) {
    const box = p.publicOf("x25519", this.secret("box"));
    this.say(this.deed({ t: "joining", id: this.id, box, commit: this.promise(k) }));
  }
  // 4.2
  gather() {
    if (!this.lobby || this.standing?.phase !== "lobby" || this.waits) return;
    if (this.lobby.match !== this.match) this.forget(this.lobby.match);
    need(plays(this.lobby), "rules that this client was not written by", "rules");
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
    const entries = this.chain.lines.map((line) => {
      const entry = again.take(line);
      return { ...entry, box: again.unbox(entry, this.seat, this.secret("box")) };
    });
    const { facts, genesis: { game, options }, deals, head, checkNumber: check } = again;
    need(facts.over && facts.hidden.size === 0 && deals.size === facts.deal, "a match that is not shown");
    const told = game === "love-letter" ? retell(p.unpack(options), deals, entries, this.seat) : 0;
    const { match, seat } = this;
    this.results.push({ match, game, seat, entries: entries.length, head: hex(head.hash), check, told, ...this.counts });
    if (this.results.length < this.matches) return this.forget(this.match + 1);
    this.say({ t: "bye", code: "left", retry_ms: 0 });
    this.stage = "leaving";
    this.socket.end(() => this.end(LOST));
  }
}
