// The Two Princes once more, for protocol/vectors: by the data of a story, README.md and statements.json there,
// protocol/GAMES.md, and the traces.
//
// What is still to be done is a stack; what waits for somebody, or for chance, is `moment`.

const BOTH = [0, 1];
const PRINCES = ["edward", "richard"];
const ATTRIBUTES = ["physique", "charm", "courage", "knowledge"];
const KINDS = ["happy", "tired", "sick", "afraid", "wounded", "haunted"];
const DECKS = ["library", "green", "solar", "exploration", "night"];
const BEGIN = [{ physique: 0, charm: 1, courage: 0, knowledge: 1 }, { physique: 1, charm: 0, courage: 1, knowledge: 0 }];
const [FIRST_A, LAST_A, FIRST_B, LAST_B, FEW, HUE_AND_CRY] = [[1, 2, 3], 19, 71, 80, 73, 74];
const PLACED = [...FIRST_A, LAST_A, FIRST_B, LAST_B];
const [GUARDS, FILLERS] = [[4, 5, 6, 7], [12, 13, 14, 15, 16]];
const ALERTED = "GUARDS_ALERTED";
const HARDER = { gentle: -1, as_written: 0, grim: 1 };
const range = (n) => [...Array(n).keys()];
const pairOf = (pair, at, value) => pair.map((each, n) => (n === at ? value : each));
const by = (rows, key) => new Map(rows.map((row) => [row[key], row]));

export class Match {
  constructor({ options, data, seats }) {
    if (seats !== 2) throw new Error("two princes");
    this.options = { difficulty: "as_written", afflictions: "hand", way: "map", alone: "open", talk: "filtered", edward: 0, ...options };
    this.data = data;
    this.items = by(data.items, "id");
    this.conditions = by(data.conditions, "id");
    this.challenges = by(data.challenges, "number");
    this.interludes = by(data.interludes, "number");
    this.sections = by(data.sections, "id");
    this.rules = new Map(data.condition_types.map(({ kind, rule }) => [kind, rule]));
    this.places = (data.places ?? []).map(({ id }) => id);
    this.hours = (data.hours ?? []).map(({ id }) => id);
    const own = (rows, name) => rows.filter((each) => each.starting === name);
    this.princes = PRINCES.map((name, n) => ({
      attributes: { ...BEGIN[n] },
      items: new Map(own(data.items, name).map(({ id, uses }) => [id, uses ?? null])),
      hand: [], draw: [], discards: [], marks: [],
    }));
    Object.assign(this, {
      chapter: "tower", day: 0, misery: 0, reads: 0, interlude: 0, events: [], deck: [], sown: [], faced: [], flags: [],
      front: null, reader: 0, aside: null, arrival: null, shown: [], trials: [], die: null, ballots: [null, null],
      book: [], asides: [], hinges: [], at: null, came: null, hour: null, alarm: false, back: false, told: [],
      encounters: Object.fromEntries(DECKS.map((deck) => [deck, []])), supplies: {}, rows: [], opened: [],
    });
    this.found = this.princes.flatMap(({ items }) => [...items.keys()]);
    this.agenda = [{ run: () => this.morning(1) }];
    this.moment = this.dealing();
  }

  // ------------------------------------------------------------ what is heard

  tell(event, facts = {}) {
    this.rows.push({ to: null, event: { event, ...facts } });
  }
  whisper(prince, event, facts) {
    this.rows.push({ to: [this.seat(prince)], event: { event, who: this.seat(prince), ...facts } });
  }
  seat(prince) {
    return prince ^ this.options.edward;
  }
  get apart() {
    return this.front?.startsWith("encounter.") && this.options.alone === "strict" ? this.reader : null;
  }

  // ------------------------------------------------------------- from outside

  pile() {
    return this.moment?.size ? { size: this.moment.size(), fresh: Boolean(this.moment.fresh) } : null;
  }
  menu(seat) {
    return this.moment?.menu?.(this.seat(seat)) ?? [];
  }
  ordered(order) {
    const now = this.moment;
    this.moment = null;
    now.ordered(order);
    this.run();
  }
  play(seat, action) {
    const now = this.moment;
    this.moment = null;
    now.answer(this.seat(seat), action);
    this.run();
  }
  run() {
    while (!this.moment && this.agenda.length) this.agenda.pop().run();
  }
  next(...tasks) {
    this.agenda.push(...tasks.reverse());
  }
  talk() {
    const shut = this.moment?.phase === "ballot" || (this.apart !== null && this.moment?.phase !== "pause");
    return shut ? "shut" : this.options.talk === "signals" ? "signals" : "open";
  }

  // ---------------------------------------------------------- the story's data

  // What stands at `challenge.room.a.back.then.0`.
  word(place) {
    const [kind, id, ...way] = place.split(".");
    const card = this.data[`${kind}s`].find((each) => each.id === id);
    return way.reduce((word, name) => word?.[name], card);
  }
  get card() {
    return this.word(this.front);
  }
  effects(place, scene) {
    return range(this.word(place)?.length ?? 0).map((n) => this.does(`${place}.${n}`, scene));
  }
  holds(query) {
    const somebody = (who, each) => ({
      any: each[0] || each[1], both: each[0] && each[1], exactly_one: each[0] !== each[1], edward: each[0], richard: each[1],
    })[who ?? "any"];
    const after = (list, one, other) => list.indexOf(one) > list.indexOf(other);
    switch (query.ask) {
      case "flag": return this.flags.includes(query.flag);
      case "mark": return somebody(query.who, this.princes.map(({ marks }) => marks.includes(query.flag)));
      case "item": return this.princes.some(({ items }) => items.has(query.item));
      case "had": return this.found.includes(query.item);
      case "condition": return somebody(query.who, this.princes.map((boy) => {
        const all = query.where === "deck" || this.options.afflictions === "deck";
        const cards = all ? [...boy.hand, ...boy.draw, ...boy.discards] : boy.hand;
        return cards.filter((card) => this.conditions.get(card).kind === query.kind).length >= (query.at_least ?? 1);
      }));
      case "misery": return this.misery >= query.at_least;
      case "chapter": return this.chapter === query.chapter;
      case "came": {
        const here = this.front?.startsWith("challenge.") ? this.card.at ?? null : null;
        if (this.came === null || here === null) return false;
        const ways = { here: this.came === here, elsewhere: this.came !== here, deeper: after(this.places, here, this.came), nearer: after(this.places, this.came, here) };
        return ways[query.from] ?? this.came === query.from;
      }
      case "alarm": return this.alarm;
      case "hour": return this.hour !== null && !after(this.hours, query.past, this.hour);
      case "hour_left": return this.hour === null || this.hourToGive() !== null;
      case "been": return this.at === query.place || this.faced.some((n) => this.challenges.get(n).at === query.place);
      case "told": return this.told.some((text) => text === query.text || text.startsWith(`${query.text}.`));
      case "all": return query.of.every((each) => this.holds(each));
      case "any": return query.of.some((each) => this.holds(each));
      case "not": return !this.holds(query.of);
    }
    throw new Error(query.ask);
  }
  first(rows) {
    const at = (rows ?? []).findIndex(({ when }) => !when || this.holds(when));
    return at < 0 ? null : at;
  }
  get part() {
    return this.faced.length ? this.challenges.get(this.faced.at(-1)).part : null;
  }
  night(part) {
    return (this.data.hours ?? []).filter((hour) => hour.part === part).map(({ id }) => id);
  }
  hourToGive() {
    if (!this.part || this.hour === null) return null;
    const inside = [...this.night("a"), ...this.night("b").slice(0, 1)];
    const hours = this.part === "a" ? inside : this.hours;
    return hours.find((hour) => this.hours.indexOf(hour) > this.hours.indexOf(this.hour)) ?? null;
  }
  valueOf(test) {
    const harder = this.front?.startsWith("challenge.") ? HARDER[this.options.difficulty] : 0;
    const easier = (test.ease ?? []).filter(({ when }) => this.holds(when)).reduce((sum, each) => sum + each.by, 0);
    return test.value + harder - easier;
  }
  values() {
    if (this.front.startsWith("encounter.")) return [];
    return [this.card.a.test, this.card.b.test].map((test) => (test ? this.valueOf(test) : null));
  }

  // -------------------------------------------------------- what happens to them

  grow(prince, attr, n) {
    const { attributes } = this.princes[prince];
    attributes[attr] = Math.min(6, attributes[attr] + n);
    this.tell("attribute_grew", { who: this.seat(prince), attr, now: attributes[attr] });
  }
  afflict(prince, kind, fits = []) {
    const supply = this.supplies[kind];
    if (!supply.length) return this.tell("condition_wanting", { who: this.seat(prince), kind });
    const card = fits.find((each) => supply.includes(each)) ?? supply.at(-1);
    supply.splice(supply.lastIndexOf(card), 1);
    this.princes[prince].discards.push(card);
    return this.tell("condition_gained", { who: this.seat(prince), card });
  }
  heal(prince, card, place = "hand") {
    const boy = this.princes[prince];
    const pile = { hand: boy.hand, discard: boy.discards, draw: boy.draw }[place];
    pile.splice(pile.indexOf(card), 1);
    const { starting, kind } = this.conditions.get(card);
    if (!starting) this.supplies[kind].unshift(card);
    if (place === "hand") this.next({ run: () => this.refill(prince) });
  }
  find(prince, item) {
    const facts = { who: this.seat(prince), item };
    if (this.found.includes(item)) return this.tell("item_wanting", facts);
    this.found.push(item);
    this.princes[prince].items.set(item, this.items.get(item).uses ?? null);
    return this.tell("item_gained", facts);
  }
  lose(prince, item) {
    this.princes[prince].items.delete(item);
    this.tell("item_lost", { who: this.seat(prince), item });
  }
  spend(prince, item, n = 1) {
    const { items } = this.princes[prince];
    if (items.get(item) === null) return;
    items.set(item, Math.max(0, items.get(item) - n));
    if (items.get(item) === 0 && !this.testing) this.dropSpent();
  }
  dropSpent() {
    for (const prince of BOTH)
      for (const [item, uses] of [...this.princes[prince].items])
        if (uses === 0) {
          this.princes[prince].items.delete(item);
          this.tell("item_spent", { who: this.seat(prince), item });
        }
  }
  suffer(cause, facts = {}) {
    if (this.misery >= 6) return;
    this.misery += 1;
    this.tell("misery_grew", { now: this.misery, cause, ...facts });
    if (this.misery === 6) this.stop("misery");
  }
  // Texts are read to their end, nothing else is done; then the Book.
  stop(section) {
    const left = this.agenda.splice(0).reverse();
    for (const task of left) task.readOut?.();
    this.next({ run: () => this.cleanUp() }, { run: () => this.openBook(section) });
  }
  sow(number) {
    const late = this.challenges.get(number).part === "a" && this.chapter.startsWith("escape");
    const over = this.chapter === "escape_b" && !this.deck.length;
    if (late || over || [...PLACED, ...this.sown, ...this.faced, ...this.deck].includes(number)) {
      this.tell("sown_before", { number });
      return;
    }
    this.add(number);
    if (this.chapter !== "escape_b") return;
    this.await({
      phase: "order",
      size: () => this.deck.length,
      ordered: (order) => {
        const [last, ...rest] = this.deck;
        const joined = [...rest, number];
        this.deck = [last, ...this.onTheWay(order.map((k) => joined[k]))];
      },
    });
  }
  add(number) {
    this.sown.push(number);
    this.tell("challenge_sown", { number });
  }
  remember(flag) {
    if (flag === ALERTED && this.chapter.startsWith("escape")) this.alarm = true;
    if (this.flags.includes(flag)) return;
    this.flags.push(flag);
    this.tell("remembered", { flag });
  }
  show(place) {
    const differ = place.startsWith(`${this.front}.ab.`) && this.ballots.includes("a");
    const text = differ ? `${place}.${PRINCES[this.ballots.indexOf("a")]}` : place;
    this.shown.push(text);
    if (this.apart !== null) {
      this.whisper(this.apart, "read_alone", { text });
      return;
    }
    this.told.push(text);
    this.tell("text_shown", { text });
  }
  refill(prince) {
    if (this.testing && this.trialOf(prince)) return;
    const boy = this.princes[prince];
    const drawn = boy.draw.splice(Math.max(0, boy.draw.length - Math.max(0, 5 - boy.hand.length))).reverse();
    if (drawn.length) {
      boy.hand.push(...drawn);
      this.tell("drew", { who: this.seat(prince), cards: drawn.length });
      this.whisper(prince, "cards_drawn", { cards: [...drawn].sort() });
    }
    if (boy.hand.length >= 5) return;
    const tired = this.supplies.tired.pop();
    if (tired !== undefined) boy.discards.push(tired);
    if (!boy.discards.length) return;
    this.tell("reshuffled", { who: this.seat(prince), tired });
    this.await({
      phase: "order",
      size: () => boy.discards.length,
      ordered: (order) => {
        boy.draw = order.map((k) => boy.discards[k]);
        boy.discards = [];
        this.refill(prince);
      },
    });
  }

  // --------------------------------------------------------------- to wait

  // Of no cards there is one order.
  await(moment) {
    if (moment.size && moment.size() === 0) moment.ordered([]);
    else this.moment = moment;
  }
  mixing(prince) {
    const boy = this.princes[prince];
    const ordered = (order) => (boy.draw = order.map((k) => boy.draw[k]));
    return { phase: "order", size: () => boy.draw.length, ordered };
  }
  ofOne(who, phase, choices, answer, asked = {}) {
    return { phase, menu: (prince) => (prince === who ? choices() : []), answer, asked: () => asked };
  }
  // Both want the same, or the die decides.
  agreement(phase, { ways, wish, agreed, asked }) {
    const now = (wishes, die) => {
      const answer = (prince, action) => {
        if (action.act === "call_die") {
          this.tell("die_called", { who: this.seat(prince) });
          this.moment = now(wishes, true);
        } else if (action.act === "take_back") {
          this.tell("took_back", { who: this.seat(prince) });
          this.moment = now(pairOf(wishes, prince, null), false);
        } else {
          const said = wish(prince, action);
          if (wishes[1 - prince] === said) agreed(said);
          else this.moment = now(pairOf(wishes, prince, said), false);
        }
      };
      if (die) {
        const ordered = ([face]) => {
          this.die = face + 1;
          this.tell("die_thrown", { face: face + 1 });
          agreed(wishes[face < 3 ? 0 : 1]);
        };
        return { phase, size: () => 6, ordered, asked: () => asked(wishes) };
      }
      const menu = (prince) => {
        const [mine, his] = [wishes[prince], wishes[1 - prince]];
        if (mine === null) return [...ways().values()];
        return his === null ? [{ act: "take_back" }] : [ways().get(his), { act: "call_die" }];
      };
      return { phase, menu, answer, asked: () => asked(wishes) };
    };
    return now([null, null], false);
  }

  // --------------------------------------------------------------- the pause

  pausing(was = {}) {
    const { ready = [], offer = null, from = 0, offered = [] } = was;
    const give = (prince) => [...this.princes[prince].items.keys()].filter((item) => !this.items.get(item).cannot_be_lost);
    const menu = (prince) => {
      if (offer !== null && from !== prince) return [{ act: "accept", item: offer }, { act: "decline", item: offer }];
      const offers = give(prince).filter((item) => !offered.includes(item)).map((item) => ({ act: "offer", item }));
      if (offer !== null || ready.includes(prince)) return [{ act: "take_back" }, ...offers];
      const remedies = [...this.princes[prince].items].flatMap(([item, uses]) =>
        uses ? this.curable(prince, this.items.get(item).heals ?? []).map((each) => ({ act: "remedy", item, ...each })) : []);
      return [{ act: "ready" }, ...offers, ...remedies];
    };
    const answer = (prince, { act, item, card, place }) => {
      const who = this.seat(prince);
      const again = (change) => (this.moment = this.pausing({ ready, offer, from, offered, ...change }));
      if (act === "ready" && ready.length) Object.assign(this, { front: null, shown: [], trials: [] });
      else if (act === "ready") again({ ready: [prince] });
      else if (act === "offer") {
        this.tell("offered", { who, item });
        again({ offer: item, from: prince, offered: [...offered, item] });
      } else if (act === "take_back") {
        this.tell("took_back", { who });
        again(offer !== null && from === prince ? { offer: null } : { ready: ready.filter((each) => each !== prince) });
      } else if (act === "accept") {
        const giver = this.princes[from].items;
        this.princes[prince].items.set(item, giver.get(item));
        giver.delete(item);
        this.tell("traded", { who: this.seat(from), target: who, item });
        this.moment = this.pausing({ offered });
      } else if (act === "decline") {
        this.tell("declined", { who, item });
        again({ offer: null });
      } else {
        this.tell("remedy_used", { who, item, card });
        this.next(this.pause);
        this.heal(prince, card, place);
        this.spend(prince, item);
      }
    };
    const asked = () => ({
      ready: ready.map((prince) => this.seat(prince)),
      ...(offer !== null && { offer, offered_by: this.seat(from) }),
    });
    return { phase: "pause", menu, answer, asked };
  }
  get pause() {
    return { run: () => (this.moment = this.pausing()) };
  }
  curable(prince, kinds) {
    const { hand, discards } = this.princes[prince];
    const there = [...hand.map((card) => [card, "hand"]), ...discards.map((card) => [card, "discard"])];
    const fits = there.filter(([card]) => kinds.includes(this.conditions.get(card).kind));
    const each = new Map(fits.map((row) => [row.join(), row]));
    return [...each.keys()].sort().map((key) => ({ card: each.get(key)[0], place: each.get(key)[1] }));
  }

  // ----------------------------------------------------------- the deal, the days

  dealing() {
    const copies = (rows) => rows.flatMap(({ id, copies: n = 1 }) => Array(n).fill(id));
    const cards = this.data.conditions;
    const met = this.data.encounters;
    const groups = [
      ...PRINCES.map((name) => [name, copies(cards.filter(({ starting }) => starting === name))]),
      ...KINDS.map((kind) => [kind, copies(cards.filter((each) => each.kind === kind && !each.starting))]),
      ...DECKS.map((deck) => [deck, met.filter((each) => each.deck === deck && !each.set_aside).map(({ id }) => id)]),
      ["events", this.data.events.filter(({ fixed }) => !fixed).map(({ id }) => id)],
    ].flatMap(([group, ids]) => ids.map((id) => [group, id]));
    const ordered = (order) => {
      const piles = Object.fromEntries([...PRINCES, ...KINDS, ...DECKS, "events"].map((name) => [name, []]));
      for (const k of [...order].reverse()) piles[groups[k][0]].push(groups[k][1]);
      for (const prince of BOTH) this.princes[prince].draw = piles[PRINCES[prince]];
      for (const kind of KINDS) this.supplies[kind] = piles[kind];
      for (const deck of DECKS) this.encounters[deck] = piles[deck];
      const fixed = this.data.events.filter((each) => each.fixed).sort((a, b) => b.fixed - a.fixed);
      this.events = [...piles.events.slice(-4), ...fixed.map(({ id }) => id)];
      this.tell("chapter_began", { chapter: "tower" });
      this.show("intro.text");
      for (const prince of BOTH) this.refill(prince);
    };
    return { phase: "order", fresh: true, size: () => groups.length, ordered };
  }
  enter(chapter) {
    this.chapter = chapter;
    if (chapter !== "escape_b") this.reads = 0;
    this.tell("chapter_began", { chapter });
    this.brothersTalk(chapter);
  }
  brothersTalk(id) {
    const scenes = (this.data.openings ?? []).find((each) => each.id === id)?.scenes;
    const n = this.first(scenes);
    if (n === null) return;
    const text = `opening.${id}.scenes.${n}.text`;
    this.told.push(text);
    this.tell("text_shown", { text });
  }
  morning(day) {
    if (day > 3) {
      this.enter("interlude");
      this.next(this.pause, { run: () => this.turnInterlude() });
      return;
    }
    this.day = day;
    this.tell("day_began", { day });
    this.brothersTalk(`day_${day}`);
    const event = { run: () => this.turn("event", this.data.events.find(({ id }) => id === this.last)) };
    const drawn = { run: () => ((this.last = this.events.pop()), event.run()) };
    const tasks = [drawn, drawn, ...[0, 1, 0, 1].map((who) => this.visiting(who)), ...BOTH.map((who) => this.waking(who))];
    this.next(...tasks.flatMap((task) => [this.pause, task]), { run: () => this.morning(day + 1) });
  }
  visiting(who) {
    const choices = () =>
      DECKS.slice(0, 4).filter((deck) => this.encounters[deck].length).map((location) => ({ act: "visit", location }));
    const answer = (prince, { location }) => {
      this.tell("went_to", { who: this.seat(prince), location });
      this.meet(prince, this.encounters[location].pop());
    };
    return { run: () => choices().length && (this.moment = this.ofOne(who, "visit", choices, answer)) };
  }
  waking(who) {
    const choices = () => [...(this.encounters.night.length ? [{ act: "go_out" }] : []), { act: "stay_in_bed" }];
    const answer = (prince, { act }) => {
      if (act === "go_out") {
        this.tell("went_out", { who: this.seat(prince) });
        this.meet(prince, this.encounters.night.pop());
        return;
      }
      this.tell("stayed_in_bed", { who: this.seat(prince) });
      if (this.princes[prince].discards.length) this.moment = this.resting(prince);
    };
    return { night: true, run: () => (this.moment = this.ofOne(who, "night", choices, answer)) };
  }
  resting(who) {
    const boy = this.princes[who];
    const choices = () => [...new Set(boy.discards), null].map((card) => ({ act: "rest", card }));
    const answer = (prince, { card }) => {
      this.tell("rested", { who: this.seat(prince), card });
      if (card === null) return;
      boy.discards.splice(boy.discards.indexOf(card), 1);
      boy.draw.push(card);
      this.await(this.mixing(prince));
    };
    return this.ofOne(who, "rest", choices, answer);
  }
  turnInterlude() {
    this.interlude += 1;
    this.next(this.pause, { run: () => this.turnInterlude() });
    this.turn("interlude", this.interludes.get(this.interlude));
  }

  // --------------------------------------------------------------- the escape

  escape(part) {
    const tidy = this.agenda.filter((task) => task.tidies);
    this.agenda = [{ run: () => this.escaping(part) }, ...tidy];
  }
  escaping(part) {
    this.at = (this.data.places ?? []).find((place) => place.part === part)?.id ?? null;
    this.came = null;
    this.enter2(part);
  }
  enter2(part) {
    if (part === "a") {
      for (const deck of DECKS) this.encounters[deck] = [];
      Object.assign(this, { events: [], front: null, shown: [], trials: [] });
      this.enter("escape_a");
      this.next(this.adding(true), this.adding(false), this.stacking("a"));
      return;
    }
    this.enter("escape_b");
    if (this.flags.includes(ALERTED) && !this.sown.includes(HUE_AND_CRY)) this.add(HUE_AND_CRY);
    if (this.sownFor("b").length < 5 && !this.sown.includes(FEW)) this.add(FEW);
    this.next(this.stacking("b"));
  }
  sownFor(part) {
    return this.sown.filter((n) => this.challenges.get(n).part === part && !this.faced.includes(n));
  }
  adding(guard) {
    const left = () => (guard ? GUARDS : FILLERS).filter((n) => this.challenges.has(n) && !this.sown.includes(n));
    const wanting = () => {
      const sown = this.sownFor("a");
      return guard ? Number(!sown.some((n) => this.data.guards.includes(n))) : 10 - sown.length;
    };
    const ordered = (order) => {
      const [numbers, n] = [left(), wanting()];
      for (const k of order.slice(0, Math.max(0, n))) this.add(numbers[k]);
    };
    const size = () => (wanting() > 0 ? left().length : 0);
    return { run: () => this.await({ phase: "order", size, ordered }) };
  }
  stacking(part) {
    const ordered = (order) => {
      const sown = this.sownFor(part);
      const [last, first] = part === "a" ? [LAST_A, FIRST_A] : [LAST_B, [FIRST_B]];
      this.back = false;
      this.deck = [last, ...this.onTheWay([...order].reverse().map((k) => sown[k])), ...[...first].reverse()];
      this.next(this.pause, { run: () => this.turnChallenge() });
    };
    return { run: () => this.await({ phase: "order", size: () => this.sownFor(part).length, ordered }) };
  }
  onTheWay(pile) {
    if (this.options.way === "shuffled") return pile;
    const rows = pile.map((n) => [this.along(n), n]);
    const differ = (a, b) => a.map((each, k) => b[k] - each).find((each) => each) ?? 0;
    return rows.map((row, k) => [...row, k]).sort((a, b) => differ(a[0], b[0]) || a[2] - b[2]).map(([, n]) => n);
  }
  along(number) {
    const card = this.challenges.get(number);
    const led = [];
    const look = (word) => {
      if (!word || typeof word !== "object") return;
      if (word.do === "go") led.push(word.to);
      Object.values(word).forEach(look);
    };
    look(card);
    const reached = [card.at, ...led].map((place) => this.places.indexOf(place)).filter((n) => n >= 0);
    const [deep, near] = [Math.min(...reached, ...(reached.length ? [] : [0])), Math.max(0, ...reached)];
    const here = Math.max(0, this.places.indexOf(card.at));
    return this.back ? [-deep, -here, -near] : [near, here, deep];
  }
  turnChallenge() {
    if (this.faced.at(-1) === FIRST_B && this.deck.length > 1) {
      const [last, ...rest] = this.deck;
      this.back = this.at !== null && this.at === (this.challenges.get(last).at ?? null);
      this.deck = [last, ...this.onTheWay(rest)];
    }
    const number = this.deck.pop();
    this.faced.push(number);
    this.strike();
    if (this.deck.length) this.next(this.pause, { run: () => this.turnChallenge() });
    this.turn("challenge", this.challenges.get(number));
  }
  strike() {
    const hours = this.night(this.part);
    if (!hours.length) return;
    const turned = this.faced.filter((n) => this.challenges.get(n).part === this.part).length;
    const before = turned + this.deck.length - 1;
    const due = this.deck.length ? hours[Math.floor(((turned - 1) * (hours.length - 1)) / before)] : hours.at(-1);
    if (this.hour === null || this.hours.indexOf(due) > this.hours.indexOf(this.hour)) this.hour = due;
  }

  // ---------------------------------------------------------------- the cards

  layOpen(kind, card, reader) {
    Object.assign(this, { front: `${kind}.${card.id}`, reader, shown: [], trials: [], die: null, ballots: [null, null], arrival: null });
    if (kind === "challenge") {
      [this.came, this.at] = [this.at, card.at ?? this.at];
      this.arrival = this.first(card.arrivals);
    }
    this.aside = this.first(card.asides);
    const facts = { card: this.front, aside: this.aside };
    if (this.apart !== null) {
      this.whisper(reader, "met_alone", facts);
      return;
    }
    this.told.push(this.front);
    this.tell("card_turned", { who: this.seat(reader), ...facts, values: this.values(), arrival: this.arrival });
  }
  meet(prince, id) {
    this.layOpen("encounter", this.data.encounters.find((each) => each.id === id), prince);
    this.next(...this.effects(`${this.front}.then`, { readers: [prince], alone: prince }));
  }
  turn(kind, card) {
    const reader = this.reads % 2;
    this.reads += 1;
    this.layOpen(kind, card, reader);
    const picks = () => this.picks();
    if (card.decision === "forced") this.decide(this.holds(card.when_a) ? "a" : "b", true);
    else if (card.decision === "together")
      this.moment = this.agreement("together", {
        ways: () => new Map(picks().map((option) => [option, { act: "propose", option }])),
        wish: (prince, { option }) => (this.tell("proposed", { who: this.seat(prince), card: this.front, option }), option),
        agreed: (option) => this.decide(option, false),
        asked: (proposals) => ({ proposals }),
      });
    else if (card.decision === "individually") this.moment = this.voting([null, null]);
    else {
      const choices = () => picks().map((option) => ({ act: "choose", option: "ab".indexOf(option) }));
      const answer = (prince, action) => {
        const option = "ab"[action.option];
        this.tell("chose", { who: this.seat(prince), option: `${this.front}.${option}.label` });
        this.next(...this.way(option, {}), ...this.afterwards());
      };
      this.moment = this.ofOne(PRINCES.indexOf(card.decision), "alone", choices, answer);
    }
  }
  picks() {
    if (this.holds({ ask: "hour_left" })) return ["a", "b"];
    const quick = ["a", "b"].filter((option) => !this.card[option].back?.then?.some((each) => each.do === "wait"));
    return quick.length ? quick : ["a", "b"];
  }
  decide(option, forced) {
    this.tell("decided", { card: this.front, option, forced });
    this.next(...this.way(option, { [option]: BOTH }), ...this.afterwards());
  }
  voting(ballots) {
    const menu = (prince) => (ballots[prince] ? [] : this.picks().map((option) => ({ act: "ballot", option })));
    const answer = (prince, { option }) => {
      this.tell("ballot_cast", { who: this.seat(prince) });
      this.whisper(prince, "ballot_kept", { option });
      const now = pairOf(ballots, prince, option);
      if (now.every(Boolean)) this.openBallots(now);
      else this.moment = this.voting(now);
    };
    const asked = () => ({ chosen: BOTH.filter((prince) => ballots[prince]).map((prince) => this.seat(prince)) });
    return { phase: "ballot", ballots, menu, answer, asked };
  }
  openBallots(ballots) {
    this.opened.push(["ballot", 0], ["ballot", 1]);
    this.ballots = ballots;
    this.tell("ballots_opened", { card: this.front, edward: ballots[0], richard: ballots[1] });
    const [a, b] = ["a", "b"].map((option) => BOTH.filter((prince) => ballots[prince] === option));
    const after = this.afterwards();
    if (this.card.aa) this.next(this.box(`${this.front}.${!b.length ? "aa" : a.length ? "ab" : "bb"}`, { a, b }), ...after);
    else if (a.length && b.length) this.next(...this.waysApart(a, b), ...after);
    else this.next(...this.way(b.length ? "b" : "a", { a, b }), ...after);
  }
  way(option, scene) {
    const { test } = this.card[option];
    const who = test ? this.means(scene, test.who ?? "both") : [];
    const box = this.box(`${this.front}.${option}.back`, scene, who);
    return test ? [this.begin([{ test, who }], [box])] : [box];
  }
  waysApart(a, b) {
    const rows = [["a", a], ["b", b]].map(([option, who]) => {
      const { test } = this.card[option];
      return { test, who, box: this.box(`${this.front}.${option}.back`, { readers: who, [option]: who }, test ? who : []) };
    });
    const tests = rows.filter(({ test }) => test);
    const boxes = rows.map(({ box }) => box);
    return tests.length ? [this.begin(tests, boxes)] : boxes;
  }
  afterwards() {
    return this.effects(`${this.front}.then`, {});
  }
  means({ readers = BOTH, alone, a = [], b = [], one }, who) {
    if (PRINCES.includes(who)) return [PRINCES.indexOf(who)];
    return { both: readers, one: one === undefined ? readers : [one], a, b, self: [alone], other: [1 - alone] }[who];
  }
  box(place, scene, tested = []) {
    const task = { tested, success: false, run: () => this.next(...read()), readOut: () => read().forEach((each) => each.readOut()) };
    const read = () => {
      const word = this.word(place) ?? {};
      const tasks = [];
      if (!word.do) {
        this.show(`${place}.text`);
        tasks.push(...this.effects(`${place}.then`, scene));
      }
      if (tested.length || word.do) {
        const result = task.success ? "success" : "failure";
        this.show(`${place}.${result}_text`);
        tasks.push(...this.effects(`${place}.${result}`, scene));
      }
      return tasks;
    };
    return task;
  }

  // ------------------------------------------------------------------ effects

  does(place, scene) {
    const branch = (effect) => {
      const [part, text] = this.holds(effect.when) ? ["then", "text"] : ["otherwise", "otherwise_text"];
      if (effect[text]) this.show(`${place}.${text}`);
      return this.effects(`${place}.${part}`, scene);
    };
    const readOut = () => {
      const effect = this.word(place);
      if (effect.do === "go") this.at = effect.to;
      if (effect.do === "remember" && effect.flag === ALERTED) this.remember(ALERTED);
      if (effect.do === "if") branch(effect).forEach((each) => each.readOut());
    };
    return { run: () => this.happen(place, scene, branch), readOut };
  }
  happen(place, scene, branch) {
    const effect = this.word(place);
    const readers = scene.readers ?? BOTH;
    if (effect.who === "one" && scene.one === undefined && readers.length === 2) {
      this.moment = this.naming(place, scene);
      return;
    }
    const marked = effect.do === "condition" && effect.who === "marked";
    if (effect.do === "test") {
      const who = this.means(scene, effect.test.who ?? "both");
      this.next(this.begin([{ test: effect.test, who }], [this.box(place, scene, who)]));
    } else if (effect.do === "if") this.next(...branch(effect));
    else if (effect.do === "choose") this.moment = this.choosing(place, scene);
    else if (marked) this.toPrinces(effect, place, BOTH.filter((p) => this.princes[p].marks.includes(effect.mark)));
    else if (effect.who) this.toPrinces(effect, place, this.means(scene, effect.who));
    else this.toAll(effect, place);
  }
  toPrinces(effect, place, who) {
    const later = [];
    const n = effect.n ?? 1;
    for (const prince of who) {
      const boy = this.princes[prince];
      const does = {
        attr: () => this.grow(prince, effect.attr, n),
        condition: () => range(n).forEach(() => this.afflict(prince, effect.kind, effect.fits)),
        item: () => this.find(prince, effect.item),
        mark: () => {
          if (boy.marks.includes(effect.flag)) return;
          boy.marks.push(effect.flag);
          this.tell("marked", { who: this.seat(prince), flag: effect.flag });
        },
        heal: () => later.push(...range(n).map(() => this.healing(prince, place, effect))),
        lose_any: () => later.push(this.forfeiting(prince)),
        redraw: () => {
          boy.discards.push(...boy.hand.splice(0));
          later.push({ run: () => this.refill(prince) });
        },
        reshuffle: () => later.push({ run: () => this.await(this.mixing(prince)) }),
      };
      does[effect.do]();
    }
    this.next(...later);
  }
  toAll(effect, place) {
    const holder = () => BOTH.find((prince) => this.princes[prince].items.has(effect.item));
    const does = {
      challenge: () => this.sow(effect.n),
      remember: () => this.remember(effect.flag),
      misery: () => {
        const cause = place.includes(".failure.") ? "failed" : "card";
        for (const k of range(effect.n ?? 1)) this.suffer(cause, { more: k > 0 });
      },
      lose_item: () => (holder() === undefined ? this.tell("nothing_lost", { item: effect.item }) : this.lose(holder(), effect.item)),
      spend: () => (holder() === undefined ? this.tell("nothing_lost", { item: effect.item }) : this.spend(holder(), effect.item, effect.n ?? 1)),
      go: () => (this.at = effect.to),
      wait: () => {
        const left = this.hourToGive();
        this.hour = left ?? this.hour;
        this.tell("hour_spent", { hour: left });
      },
      release_set_aside: () => {
        const extra = this.data.encounters.find((each) => each.set_aside);
        if (!extra) return;
        this.encounters[extra.deck].push(extra.id);
        this.tell("encounter_released");
      },
      extra_encounter: () => {
        const night = this.agenda.findLastIndex((task) => task.night);
        if (night < 0) return;
        this.agenda.splice(night + 2, 0, this.visiting(1), this.pause, this.visiting(0), this.pause);
        this.tell("encounter_granted");
      },
      begin_escape: () => this.escape("a"),
      begin_part_b: () => this.escape("b"),
      ending: () => this.stop(effect.section),
    };
    does[effect.do]();
  }
  naming(place, scene) {
    return this.agreement("one", {
      ways: () => new Map(BOTH.map((prince) => [prince, { act: "name", prince: this.seat(prince) }])),
      wish: (prince, action) => {
        this.tell("named", { who: this.seat(prince), target: action.prince });
        return this.seat(action.prince);
      },
      agreed: (one) => {
        this.tell("it_is", { who: this.seat(one) });
        this.next(this.does(place, { ...scene, one }));
      },
      asked: (wishes) => ({ names: wishes.map((one) => (one === null ? null : this.seat(one))), effect: place }),
    });
  }
  choosing(place, scene) {
    const act = this.apart === null ? "choose" : "choose_apart";
    const choices = () => this.word(place).options.map((_, option) => ({ act, option }));
    const answer = (prince, { option }) => {
      const way = `${place}.options.${option}`;
      if (this.apart === null) this.tell("chose", { who: this.seat(prince), option: `${way}.label` });
      else this.whisper(prince, "chose_alone", { option: `${way}.label` });
      this.show(`${way}.text`);
      this.next(...this.effects(`${way}.then`, scene));
    };
    return this.ofOne(scene.alone, "alone", choices, answer, { effect: place });
  }
  healing(who, place, effect) {
    const boy = this.princes[who];
    const draw = effect.where === "draw";
    const choices = () => {
      const fits = (card) => effect.kinds.includes(this.conditions.get(card).kind);
      const seen = draw
        ? [...new Set(boy.draw.filter(fits))].sort().map((card) => ({ card, place: "draw" }))
        : this.curable(who, effect.kinds);
      return seen.length ? seen.map((each) => ({ act: "mend", ...each })) : [{ act: "mend" }];
    };
    const answer = (prince, action) => {
      this.tell("mended", { who: this.seat(prince), card: action.card });
      if (action.card) this.heal(prince, action.card, action.place);
    };
    const run = () => {
      if (draw) {
        this.tell("looked_through", { who: this.seat(who), cards: boy.draw.length });
        this.next({ run: () => this.await(this.mixing(who)) });
      }
      const any = draw ? boy.draw.length : boy.hand.length || boy.discards.length;
      if (any) this.moment = this.ofOne(who, "mend", choices, answer, { effect: place });
    };
    return { run };
  }
  forfeiting(who) {
    const left = () => [...this.princes[who].items.keys()].filter((item) => !this.items.get(item).cannot_be_lost);
    const choices = () => left().map((item) => ({ act: "give_up", item }));
    const answer = (prince, { item }) => this.lose(prince, item);
    const run = () => {
      const items = left();
      if (!items.length) this.tell("nothing_lost", { who: this.seat(who) });
      else if (items.length === 1) this.lose(who, items[0]);
      else this.moment = this.ofOne(who, "lose", choices, answer);
    };
    return { run };
  }

  // -------------------------------------------------------------------- tests

  get testing() {
    return this.trials.some(({ tidy }) => !tidy);
  }
  trialOf(prince) {
    return this.trials.find(({ who }) => who.includes(prince));
  }
  goesOn(trial, change) {
    this.trials = this.trials.map((each) => (each.who === trial.who ? { ...each, ...change } : each));
  }
  get tidying() {
    return { tidies: true, run: () => this.cleanUp() };
  }
  begin(tests, boxes) {
    const run = () => {
      if (this.testing) {
        this.next(this.tidying, { run });
        return;
      }
      this.trials = tests.map(({ test, who }) => {
        const value = this.valueOf(test);
        this.tell("trial_began", { who: who.map((p) => this.seat(p)), attr: test.attr, value, printed: test.value });
        const settled = BOTH.map((p) => (who.includes(p) && this.princes[p].hand.length ? null : 0));
        return { attr: test.attr, printed: test.value, value, who, settled, drawn: [[], []], used: [], total: null, success: null, tidy: false };
      });
      this.next({ run: () => this.settle() }, { run: () => this.tally() }, { run: () => this.judge(boxes) }, this.tidying);
    };
    return { run };
  }
  settle() {
    if (!this.trials.some(({ settled }) => settled.includes(null))) {
      this.next(...BOTH.filter((p) => this.trialOf(p)?.settled[p]).map((p) => ({ run: () => this.await(this.playing(p)) })));
      return;
    }
    const menu = (prince) => {
      const trial = this.trialOf(prince);
      if (!trial || trial.settled[prince] !== null) return [];
      return range(Math.min(5, this.princes[prince].hand.length)).map((n) => ({ act: "commit", cards: n + 1 }));
    };
    const answer = (prince, { cards }) => {
      const trial = this.trialOf(prince);
      this.goesOn(trial, { settled: pairOf(trial.settled, prince, cards) });
      this.tell("settled", { who: this.seat(prince), cards });
      this.next({ run: () => this.settle() });
    };
    this.moment = { phase: "commit", menu, answer };
  }
  playing(prince) {
    const boy = this.princes[prince];
    const ordered = (order) => {
      const trial = this.trialOf(prince);
      const chosen = order.slice(0, trial.settled[prince]).sort((a, b) => a - b);
      const cards = chosen.map((k) => boy.hand[k]);
      boy.hand = boy.hand.filter((_, k) => !chosen.includes(k));
      this.goesOn(trial, { drawn: pairOf(trial.drawn, prince, cards) });
      this.tell("cards_played", { who: this.seat(prince), cards, sum: this.sum(prince) });
    };
    return { phase: "order", size: () => boy.hand.length, ordered };
  }
  sum(prince) {
    const { attr, drawn } = this.trialOf(prince);
    const cards = drawn[prince].map((card) => this.conditions.get(card)[attr] ?? 0);
    return cards.reduce((sum, n) => sum + n, this.princes[prince].attributes[attr]);
  }
  hasPlayed(trial, prince, rule) {
    return trial.drawn[prince].find((card) => this.rules.get(this.conditions.get(card).kind) === rule);
  }
  tally() {
    for (const trial of this.trials) {
      const tired = trial.who.filter((p) => this.hasPlayed(trial, p, "minus_one"));
      for (const prince of tired) this.tell("tired_out", { who: this.seat(prince) });
      this.goesOn(trial, { total: trial.who.reduce((sum, p) => sum + this.sum(p), -tired.length) });
    }
    this.next({ run: () => this.help([]) });
  }
  usable(prince) {
    const helps = (trial) => trial.total < trial.value && !this.hasPlayed(trial, prince, "no_items");
    return this.trials.filter(helps).flatMap((trial) =>
      [...this.princes[prince].items]
        .filter(([, uses]) => uses)
        .map(([item]) => this.items.get(item))
        .filter(({ bonus, either }) => bonus && trial.attr in bonus && (either || trial.who.includes(prince)))
        .map(({ id }) => ({ act: "use_item", item: id, ...(this.trials.length > 1 && !trial.who.includes(prince) && { for_brother: true }) })));
  }
  help(done) {
    if (!BOTH.some((p) => !done.includes(p) && this.usable(p).length)) return;
    const menu = (prince) => {
      const items = this.usable(prince);
      if (!items.length) return [];
      return done.includes(prince) ? [{ act: "take_back" }] : [...items, { act: "no_more_items" }];
    };
    const answer = (prince, action) => {
      let now = [...done, prince];
      if (action.act === "use_item") {
        this.use(prince, action);
        now = [];
      } else if (action.act === "take_back") {
        this.tell("took_back", { who: this.seat(prince) });
        now = done.filter((each) => each !== prince);
      }
      this.next({ run: () => this.help(now) });
    };
    this.moment = { phase: "items", menu, answer, asked: () => ({ ready: done.map((p) => this.seat(p)) }) };
  }
  use(prince, { item, for_brother: forBrother }) {
    const trial = this.trialOf(forBrother ? 1 - prince : prince) ?? this.trials[0];
    const bonus = this.items.get(item).bonus[trial.attr];
    this.spend(prince, item);
    this.goesOn(trial, { total: trial.total + bonus, used: [...trial.used, [prince, item]] });
    this.tell("item_used", { who: this.seat(prince), item, bonus, total: trial.total + bonus });
  }
  judge(boxes) {
    this.trials = this.trials.map((trial) => ({ ...trial, success: trial.total >= trial.value }));
    for (const { total, value, success, who } of this.trials)
      this.tell("trial_ended", { total, value, success, who: this.trials.length > 1 ? who.map((p) => this.seat(p)) : [] });
    for (const box of boxes) box.success = this.trials.find(({ who }) => who.join() === box.tested.join())?.success ?? false;
    this.next(...boxes);
    const tested = this.trials.flatMap((trial) => trial.who.map((prince) => [trial, prince]));
    const pays = (rule, cause, when) => {
      for (const [trial, prince] of tested) {
        const card = this.hasPlayed(trial, prince, rule);
        if (card && when(trial)) this.suffer(cause, { who: this.seat(prince), card });
      }
    };
    pays("misery", "sick", () => true);
    pays("misery_on_failure", "wounded", ({ success }) => !success);
  }
  cleanUp() {
    if (!this.testing) return;
    for (const prince of BOTH) for (const { drawn } of this.trials) this.princes[prince].discards.push(...drawn[prince]);
    this.trials = this.trials.map((trial) => ({ ...trial, tidy: true }));
    this.dropSpent();
    this.next(...BOTH.filter((p) => this.trialOf(p)).map((p) => ({ run: () => this.refill(p) })));
  }

  // ----------------------------------------------------------------- the Book

  openBook(start) {
    this.came = this.at;
    let section = this.sections.get(start);
    for (;;) {
      const arrival = this.first(section.arrivals);
      if (arrival !== null) {
        const text = `section.${section.id}.arrivals.${arrival}.text`;
        this.hinges.push(text);
        this.tell("text_shown", { text });
      }
      this.book.push(section.id);
      this.asides = (section.asides ?? []).flatMap(({ when }, n) => (this.holds(when) ? [n] : []));
      this.tell("section_read", { section: section.id, asides: this.asides });
      if (!section.routes?.length) break;
      section = this.sections.get(section.routes[this.first(section.routes)].to);
    }
    this.chapter = "book";
    this.tell("match_ended", { section: section.id, free: section.free ?? 0 });
  }

  // ---------------------------------------------------------------- the views

  openCard() {
    if (!this.front) return null;
    return { card: this.front, reader: this.seat(this.reader), aside: this.aside, values: this.values(), arrival: this.arrival };
  }
  publicView() {
    const together = this.apart === null;
    const seats = (who) => who.map((p) => this.seat(p));
    const asked = { ...this.moment?.asked?.() };
    if (!together) asked.effect = null;
    return {
      phase: this.moment?.phase ?? "over", chapter: this.chapter, day: this.day, misery: this.misery,
      princes: this.princes.map((boy, p) => ({
        seat: this.seat(p), attributes: ATTRIBUTES.map((attr) => boy.attributes[attr]), hand: boy.hand.length, draw: boy.draw.length,
        items: [...boy.items].map(([item, uses]) => ({ item, uses })), discards: boy.discards, marks: boy.marks,
      })),
      asked, front: together ? this.openCard() : null, apart: together ? null : this.seat(this.apart),
      trials: this.trials.map(({ who, used, tidy: _tidy, ...trial }) =>
        ({ ...trial, who: seats(who), used: used.map(([p, item]) => [this.seat(p), item]) })),
      die: this.die, ballots: this.ballots, shown: together ? this.shown : [],
      piles: DECKS.map((deck) => this.encounters[deck].length),
      deck: this.chapter.startsWith("escape") ? this.deck.length : null,
      sown: this.sown, flags: this.flags, book: this.book, asides: this.asides, hinges: this.hinges, hour: this.hour, alarm: this.alarm,
    };
  }
  privateView(seat) {
    const prince = this.seat(seat);
    const mine = prince === this.apart;
    const alone = mine ? { front: this.openCard(), shown: this.shown, effect: this.moment?.asked?.().effect } : null;
    return { hand: [...this.princes[prince].hand].sort(), ballot: this.moment?.ballots?.[prince] ?? null, alone };
  }
}
