// Love Letter once more, for protocol/vectors: written from README.md there, protocol/GAMES.md and the scenes.
//
// A state is a position as README.md writes it, with `options`, `data` (the edition) and `n` seats beside it.
// Every function that changes it writes down what it tells, and to whom.

const card = (s, id) => s.data.card.find((each) => each.id === id);
const worth = (s, id) => card(s, id).value;
const effect = (s, id) => card(s, id).effect;
const deck = (data) => data.card.flatMap((each) => Array(each.copies).fill(each.id));
const inside = (s) => s.seats.flatMap((seat, n) => (seat.out ? [] : [n]));
const target = (s) => s.data.tokens_to_win[s.n];

// ------------------------------------------------------------- the beginning

export function start({ options, data, seats }) {
  const seat = () => ({ hand: [], discards: [], tokens: 0, safe: false, out: true });
  const all = [...Array(seats).keys()];
  const s = {
    options, data, n: seats, phase: "deck", round: 0, turn: null, seats: all.map(seat), pile: [],
    aside: null, laid_open: [], fell: [], shown: [], first: [], round_won: [], how_won: null,
    match_won: [], known: [], under: [],
  };
  s.first = foremost(s, all, data.first);
  return s;
}

export function placed({ options, data, seats, position }) {
  return { ...structuredClone(position), options, data, n: seats };
}

export function position(s) {
  const { options: _options, data: _data, n: _n, ...told } = s;
  return structuredClone(told);
}

// Among equals: the most recent date, the lowest age; whoever gave none comes behind those who did.
function foremost(s, seats, deciding) {
  let left = seats;
  for (const what of deciding) {
    if (left.length === 1) break;
    const given = (what === "date" ? s.options.dates : s.options.ages) ?? [];
    const those = left.filter((seat) => given[seat] != null);
    if (!those.length) continue;
    const sorted = those.map((seat) => given[seat]).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    const best = what === "date" ? sorted.at(-1) : sorted[0];
    left = those.filter((seat) => given[seat] === best);
  }
  return left;
}

// ------------------------------------------------------------------- chance

export function pile(s) {
  if (s.phase === "deck") return { size: deck(s.data).length, fresh: true };
  if (s.phase === "lots" || s.phase === "crown") return { size: s.first.length, fresh: false };
  return null;
}

export function ordered(s, order, told) {
  if (s.phase === "deck") {
    const cards = deck(s.data);
    s.pile = order.map((place) => cards[place]);
    if (s.first.length > 1) s.phase = "lots";
    else deal(s, s.first[0], told);
    return;
  }
  const lot = s.first[order[0]];
  const wins = s.phase === "crown";
  told.all({ event: "lots_drawn", seat: lot, ...(wins && { wins }) });
  if (wins) won(s, [lot], told);
  else deal(s, lot, told);
}

function deal(s, starter, told) {
  s.aside = s.pile.shift();
  s.laid_open = s.pile.splice(0, s.data.laid_open[s.n] ?? 0);
  Object.assign(s, {
    phase: "turn", round: s.round + 1, first: [], fell: [], shown: [], round_won: [], how_won: null,
    known: [], under: [],
  });
  for (const seat of s.seats) Object.assign(seat, { hand: [], discards: [], safe: false, out: false });
  const open = s.laid_open.length ? { laid_open: [...s.laid_open] } : {};
  told.all({ event: "round_began", round: s.round, starter, ...open });
  for (let k = 0; k < s.n; k += 1) {
    const who = (starter + k) % s.n;
    const top = s.pile.shift();
    s.seats[who].hand.push(top);
    told.to([who], { event: "card_drawn", who, card: top });
  }
  turn(s, starter, told);
}

function turn(s, who, told) {
  s.turn = who;
  s.seats[who].safe = false;
  draw(s, who, told);
}

function draw(s, who, told) {
  const top = take(s, who);
  told.all({ event: "drew", who });
  told.to([who], { event: "card_drawn", who, card: top });
}

// Whoever put the card under the pile knows it in the hand that draws it.
function take(s, who) {
  const top = s.pile.shift();
  const depth = s.pile.length;
  s.seats[who].hand.push(top);
  for (const each of s.under)
    if (each.depth === depth && each.who !== who) s.known.push({ who: each.who, of: who, card: top });
  s.under = s.under.filter((each) => each.depth < depth);
  return top;
}

// --------------------------------------------------------------------- menus

const MEETS = new Set(["guess", "look", "compare", "replace", "trade"]);

export function menu(s, seat) {
  if (s.turn !== seat) return [];
  const { hand } = s.seats[seat];
  if (s.phase === "council") return councils(hand);
  const bars = hand.filter((id) => hand.some((other) => card(s, id).forced_with?.includes(other)));
  return [...new Set(bars.length ? bars : hand)].flatMap((id) => plays(s, seat, id));
}

function plays(s, seat, id) {
  const { kind, never = [], through_shields: through } = effect(s, id);
  if (!MEETS.has(kind)) return [{ act: "play", card: id }];
  const met = inside(s).filter((other) =>
    other === seat ? kind === "replace" : through || !s.seats[other].safe);
  if (!met.length) return [{ act: "play", card: id }];
  if (kind !== "guess") return met.map((other) => ({ act: "play", card: id, target: other }));
  const names = s.data.card.map((each) => each.id).filter((name) => !never.includes(name));
  return met.flatMap((other) => names.map((guess) => ({ act: "play", card: id, target: other, guess })));
}

function councils(hand) {
  const rows = new Map();
  const go = (chosen, left) => {
    if (!left.length) rows.set(chosen.join(), chosen);
    left.forEach((each, k) => go([...chosen, each], left.toSpliced(k, 1)));
  };
  go([], hand);
  return [...rows.values()].map(([keep, ...under]) => ({ act: "keep", card: keep, under }));
}

// --------------------------------------------------------------------- moves

export function play(s, who, action, told) {
  if (action.act === "keep") {
    bury(s, who, action, told);
  } else {
    const { card: id, target: other, guess } = action;
    const { hand } = s.seats[who];
    hand.splice(hand.indexOf(id), 1);
    s.seats[who].discards.push(id);
    unknow(s, who, id);
    const { kind } = effect(s, id);
    const idle = MEETS.has(kind) && other === undefined;
    const said = { ...(other !== undefined && { target: other }), ...(guess !== undefined && { guess }) };
    told.all({ event: "played", who, card: id, ...said, ...(idle && { idle }) });
    if (!idle) DOES[kind](s, who, other, action, told);
    if (s.phase === "council") return;
  }
  const left = inside(s);
  if (left.length < 2 || !s.pile.length) dusk(s, left, told);
  else turn(s, left.find((seat) => seat > who) ?? left[0], told);
}

const only = (s, who) => s.seats[who].hand[0];

const DOES = {
  nothing() {},
  favour() {},
  guess(s, who, other, { guess }, told) {
    if (only(s, other) === guess) out(s, other, "guessed", told);
    else told.all({ event: "guess_missed", who, target: other, guess });
  },
  look(s, who, other, _action, told) {
    learn(s, who, other);
    told.all({ event: "hand_looked_at", who, target: other });
    told.to([who], { event: "hand_seen", who, target: other, card: only(s, other) });
  },
  compare(s, who, other, _action, told) {
    const [mine, theirs] = [only(s, who), only(s, other)];
    const more = worth(s, mine) - worth(s, theirs);
    const loser = more < 0 ? who : other;
    learn(s, who, other);
    learn(s, other, who);
    told.all({ event: "hands_compared", who, target: other, ...(more !== 0 && { loser }) });
    told.to([who, other], { event: "hands_seen", who, target: other, card: mine, other: theirs });
    if (more !== 0) out(s, loser, "outranked", told);
  },
  shield(s, who, _other, _action, told) {
    s.seats[who].safe = true;
    told.all({ event: "shielded", who });
  },
  replace(s, _who, other, _action, told) {
    const [down] = s.seats[other].hand.splice(0);
    s.seats[other].discards.push(down);
    unknow(s, other, down);
    told.all({ event: "discarded", who: other, card: down });
    if (effect(s, down).kind === "fall") {
      out(s, other, "discarded", told);
    } else if (s.pile.length) {
      draw(s, other, told);
    } else {
      s.seats[other].hand.push(s.aside);
      told.all({ event: "drew", who: other, aside: true });
      told.to([other], { event: "card_drawn", who: other, card: s.aside });
      s.aside = null;
    }
  },
  trade(s, who, other, _action, told) {
    const [mine, theirs] = [only(s, who), only(s, other)];
    s.seats[who].hand = [theirs];
    s.seats[other].hand = [mine];
    const two = [who, other];
    s.known = s.known
      .filter((each) => !(two.includes(each.who) && two.includes(each.of)))
      .map((each) => (two.includes(each.of) ? { ...each, of: two.find((seat) => seat !== each.of) } : each));
    s.known.push({ who, of: other, card: mine }, { who: other, of: who, card: theirs });
    told.all({ event: "traded", who, target: other });
    told.to(two, { event: "hands_traded", who, target: other, card: mine, other: theirs });
  },
  council(s, who, _other, { card: id }, told) {
    const cards = [];
    while (cards.length < effect(s, id).draw && s.pile.length) cards.push(take(s, who));
    if (!cards.length) return;
    s.phase = "council";
    told.all({ event: "took_council", who, cards: cards.length });
    told.to([who], { event: "council_drawn", who, cards });
  },
  fall(s, who, _other, _action, told) {
    out(s, who, "discarded", told);
  },
};

function bury(s, who, { card: keep, under }, told) {
  s.seats[who].hand = [keep];
  s.pile.push(...under);
  s.known = s.known.filter((each) => each.of !== who);
  s.under = s.under.map((each) => ({ ...each, depth: each.depth + under.length }));
  under.toReversed().forEach((id, depth) => s.under.push({ who, depth, card: id }));
  s.phase = "turn";
  told.all({ event: "put_under", who, cards: under.length });
  told.to([who], { event: "cards_buried", who, cards: under });
}

function out(s, who, how, told) {
  const seat = s.seats[who];
  const [left] = seat.hand.splice(0);
  if (left !== undefined) seat.discards.push(left);
  seat.out = true;
  s.fell.push(who);
  s.known = s.known.filter((each) => each.of !== who);
  told.all({ event: "knocked_out", who, how, ...(left !== undefined && { card: left }) });
}

// --------------------------------------------------------------- who knows

function learn(s, who, of) {
  const id = only(s, of);
  s.known = s.known.filter((each) => !(each.who === who && each.of === of && each.card === id));
  s.known.push({ who, of, card: id });
}

// A card was laid down: whoever knew of one like it there knows of one less; the last that was learnt.
function unknow(s, of, id) {
  for (let who = 0; who < s.n; who += 1) {
    const at = s.known.findLastIndex((each) => each.who === who && each.of === of && each.card === id);
    if (at >= 0) s.known.splice(at, 1);
  }
}

// --------------------------------------------------- the end of a round, and of a match

function dusk(s, left, told) {
  s.turn = null;
  let best = left;
  let how = "last";
  if (left.length > 1) {
    for (const who of left) told.all({ event: "hand_shown", who, card: only(s, who) });
    s.shown = left;
    best = most(left, (who) => worth(s, only(s, who)));
    how = "card";
    if (best.length > 1 && s.data.tie === "sum") {
      best = most(best, (who) => s.seats[who].discards.reduce((sum, id) => sum + worth(s, id), 0));
      how = "sum";
    }
    if (best.length > 1) how = "tied";
  }
  const winners = best.length > 1 && s.data.still_tied === "nobody" ? [] : best;
  Object.assign(s, { round_won: winners, how_won: how });
  told.all({ event: "round_won", winners, how });
  for (const who of winners) token(s, who, undefined, told);
  for (const { id, effect: does } of s.data.card) {
    const those = left.filter((who) => s.seats[who].discards.includes(id));
    if (does.kind === "favour" && those.length === 1) token(s, those[0], id, told);
  }
  const there = s.seats.flatMap((seat, who) => (seat.tokens >= target(s) ? [who] : []));
  if (there.length) {
    crown(s, there, told);
    return;
  }
  s.phase = "deck";
  const low = () => most(left, (who) => -worth(s, only(s, who)));
  const begin = s.data.starter === "loser" ? (s.fell.length ? s.fell.slice(0, 1) : low()) : best;
  s.first = foremost(s, begin, s.data.next);
}

function most(seats, count) {
  const high = Math.max(...seats.map(count));
  return seats.filter((who) => count(who) === high);
}

function token(s, who, favour, told) {
  s.seats[who].tokens += 1;
  told.all({ event: "token_won", who, tokens: s.seats[who].tokens, ...(favour && { favour }) });
}

function crown(s, there, told) {
  const deciding = s.data.champion ?? [];
  const left = deciding.length ? foremost(s, there, deciding) : there;
  if (deciding.length && left.length > 1) Object.assign(s, { first: left, phase: "crown" });
  else won(s, left, told);
}

function won(s, winners, told) {
  Object.assign(s, { first: [], phase: "over", match_won: winners });
  told.all({ event: "match_won", winners });
}

// --------------------------------------------------------------------- views

const there = (name, value) => (value === false || value === null || value?.length === 0 ? {} : { [name]: value });

export function publicView(s) {
  const seats = s.seats.map((seat, who) => ({
    tokens: seat.tokens,
    cards: seat.hand.length,
    ...there("discards", seat.discards),
    ...there("safe", seat.safe),
    ...there("out", s.round > 0 && seat.out),
    ...there("shown", s.shown.includes(who) ? only(s, who) : null),
  }));
  return {
    phase: s.phase, round: s.round, turn: s.turn, seats, pile: s.pile.length, target: target(s),
    ...there("aside", s.aside !== null), ...there("laid_open", s.laid_open),
    ...there("round_won", s.round_won), ...there("how_won", s.how_won), ...there("match_won", s.match_won),
  };
}

export function privateView(s, seat) {
  const { hand } = s.seats[seat];
  const known = s.known.filter((each) => each.who === seat).map(({ of, card: id }) => ({ seat: of, card: id }));
  const mine = s.under.filter((each) => each.who === seat);
  const under = Array(Math.max(0, ...mine.map((each) => each.depth + 1))).fill(null);
  for (const each of mine) under[each.depth] = each.card;
  const may = new Set(menu(s, seat).map((action) => action.card));
  const barred = s.phase === "turn" && s.turn === seat ? hand.filter((id) => !may.has(id)) : [];
  const why = Object.fromEntries(barred.map((id) => [id, "forced"]));
  return { hand, ...there("known", known), ...there("under", under), ...(barred.length && { barred: why }) };
}
