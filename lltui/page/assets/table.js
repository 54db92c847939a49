// Draws a scene (lltui/page says what one holds).  Every word of it becomes a text node, and none is ever markup.
"use strict";

{

const SVG = "http://www.w3.org/2000/svg";

// What a card does, in a line or two of ink: paths in a field of 48 by 48.
const SIGNS = {
  guess: "M8 9h32v21H24l-9 9v-9H8z M20 17a4 4 0 1 1 5.5 3.700c-1.2.6-1.5 1.3-1.5 2.8 M24 26.500v.5",
  look: "M4 24c9-13 31-13 40 0c-9 13-31 13-40 0z M24 18a6 6 0 1 0 .01 0z",
  compare: "M9 8l24 24 M28 37l9-9 M34 34l6 6 M39 8L15 32 M11 28l9 9 M14 34l-6 6",
  shield: "M24 5l15 5v12c0 10-7 17-15 21c-8-4-15-11-15-21V10z M24 13v22 M16 22h16",
  replace: "M38 19a15 15 0 0 0-28 1 M10 11v9h9 M10 29a15 15 0 0 0 28-1 M38 37v-9h-9",
  trade: "M6 17h34l-8-8 M42 31H8l8 8",
  council: "M24 7l17 8-17 8-17-8z M7 24l17 8 17-8 M7 33l17 8 17-8",
  nothing: "M24 41L5 22a27 27 0 0 1 38 0z M24 41L14 17 M24 41V14 M24 41l10-24",
  fall: "M8 37V15l9 9 7-14 7 14 9-9v22z M8 31h32",
  favour: "M24 41C8 29 5 21 9 14.500c4-6 12-5 15 2c3-7 11-8 15-2c4 6.5 1 14.5-15 26.500z",
  "": "M24 6l5 12 13 1-10 9 3 13-11-7-11 7 3-13-10-9 13-1z",
};

// What leads from the one card to the other.
const LINKS = {
  hit: "M2 12h50 M44 4l9 8-9 8",
  missed: "M2 12h40 M46 3v18 M12 20l-8-8",
  look: "M2 8l16-3v14L2 16z M18 6l16-3v18l-16-3 M34 4l20-3v22L34 20",
  shield: "M2 12h18 M22 3v18 M38 12h16 M36 3v18",
  replace: "M2 12h50 M44 4l9 8-9 8",
  trade: "M4 5c20 0 26 14 48 14 M45 14l8 5-8 4 M52 5c-20 0-26 14-48 14 M11 14l-8 5 8 4",
  council: "M6 4h20v8H6z M10 12h20v8H10z M38 6v12 M32 13l6 6 6-6",
  fall: "M28 3v16 M20 12l8 8 8-8",
  higher: "M10 4l34 8-34 8",
  lower: "M46 4L12 12l34 8",
  equal: "M10 8h36 M10 16h36",
  last: "M2 12h50 M44 4l9 8-9 8",
};

// Where a page of the story is set: far things first, near ones last, in a field of 320 by 90.
const PLACES = {
  tower: ["M40 90V38h12v-6h-3v-8h5v4h5v-4h6v4h5v-4h5v8h-3v6h62V26h-3v-9h6v4h6v-4h7v4h6v-4h6v9h-3v12h58v-6h-3v-8h5v4h5v-4h6v4h5v-4h5v8h-3v6h14v52z", "M150 90V66a12 12 0 0 1 24 0v24z M80 54v10 M100 54v10 M215 54v10 M235 54v10 M151 38v10 M171 38v10"],
  library: ["M0 90V0h320v90z", "M12 6h138v22H12z M12 34h138v22H12z M12 62h138v22H12z M170 6h138v22H170z M170 34h138v22H170z M170 62h138v22H170z",
    "M20 9h7v19h-7z M40 12h8v16h-8z M72 8h6v20h-6z M112 10h9v18h-9z M30 38h8v18h-8z M64 36h6v20h-6z M96 40h10v16H96z M24 66h6v18h-6z M58 64h9v20h-9z M120 68h7v16h-7z M182 10h8v18h-8z M214 8h6v20h-6z M246 12h9v16h-9z M180 38h6v18h-6z M226 36h9v20h-9z M272 40h7v16h-7z M194 64h8v20h-8z M240 68h6v16h-6z M282 66h9v18h-9z",
    "M28 8h7v20h-7z M49 11h5v17h-5z M80 11h9v17h-9z M122 8h6v20h-6z M39 36h6v20h-6z M72 40h8v16h-8z M108 37h6v19h-6z M32 67h9v17h-9z M69 66h6v18h-6z M129 65h8v19h-8z M192 8h6v20h-6z M222 11h8v17h-8z M257 9h6v19h-6z M188 36h8v20h-8z M237 39h6v17h-6z M281 37h8v19h-8z M204 67h6v17h-6z M248 64h9v20h-9z M293 68h6v16h-6z"],
  green: ["M0 90V64c60-18 120-12 180-4s100 2 140-8v38z", "M76 46a15 15 0 1 1 4-26a15 15 0 0 1 26 6a13 13 0 1 1-8 22z M222 52a11 11 0 1 1 3-19a11 11 0 0 1 19 4a10 10 0 1 1-6 16z", "M88 48v26 M92 58l8-7 M231 53v17", "M0 82c70-12 150-6 210 0s80 4 110 0v8H0z"],
  solar: ["M0 90V0h320v90z", "M80 78V38a35 35 0 0 1 70 0v40z M170 78V38a35 35 0 0 1 70 0v40z", "M115 4v74 M80 44h70 M80 62h70 M205 4v74 M170 44h70 M170 62h70", "M66 78h188v5H66z"],
  lodging: ["M50 90V34l110-26 110 26v56z", "M138 76V48h44v28z", "M160 48v28 M138 62h44 M50 34l110-26 110 26 M78 90V66h26v24 M216 90V66h26v24"],
  stair: ["M290 90h-44V76h-44V62h-44V48h-44V34H70V20H0v70z", "M40 20V0 M268 76V54 M224 62V40 M180 48V26 M136 34V12 M92 20V2", "M268 54L48-10"],
  ditch: ["M0 90V58h92l14 12h124l14-22h76v42z", "M106 70h124l-4 8H110z", "M112 76q8-5 16 0t16 0 16 0 16 0 16 0 16 0 16 0"],
  afloat: ["M0 90V72q10-6 20 0t20 0 20 0 20 0 20 0 20 0 20 0 20 0 20 0 20 0 20 0 20 0 20 0 20 0 20 0 20 0V90z", "M160 12l44 44h-44z M156 20v36h-30z", "M100 60h122l-16 16h-90z M158 8v52"],
  city: ["M0 90V62l18-16 18 16v-8l14-14 14 14v10h10V44l20-20 20 20v20h12V52l16-16 16 16v10h8V38h8l8-22 8 22h8v26h10V50l18-18 18 18v14h12V48l16-16 16 16v12l20-18 20 18v30z", "M24 66v9 M58 60v9 M90 50v10 M98 50v10 M144 58v9 M182 48v8 M224 56v9 M262 54v9 M296 66v9"],
  wharves: ["M0 72V50l16-14 16 14v-6l14-14 14 14v8h12V36l18-18 18 18v18h14V44l16-14 16 14v28z", "M0 72h170v8H0z", "M20 80v10 M60 80v10 M100 80v10 M150 80v10 M210 76V26 M210 30l34 26h-34z M190 66h64l-12 12h-42z", "M170 82q10-5 20 0t20 0 20 0 20 0 20 0 20 0 20 0 20 0"],
  "": ["M0 90V66c70-12 150-8 200-2s80 4 120-4v30z", "M0 82c90-10 190-4 320 0v8H0z"],
  book: ["M0 90V0h320v90z", "M160 22c-32-14-66-14-100-8v62c34-6 68-6 100 8c32-14 66-14 100-8V14c-34-6-68-6-100 8z", "M160 22v62 M76 30c24-3 46-2 70 6 M76 42c24-3 46-2 70 6 M76 54c24-3 46-2 70 6 M244 30c-24-3-46-2-70 6 M244 42c-24-3-46-2-70 6 M244 54c-24-3-46-2-70 6"],
};

// Places that are drawn as another one, of which they are a part or a kind; what is not known is open land.
const LIKE = {
  ...Object.fromEntries(["inner_ward", "outer_ward", "wall", "gate", "gatehouse", "roofs", "yard"].map((place) => [place, "tower"])),
  ...Object.fromEntries(["lanes", "westminster", "southwark", "village"].map((place) => [place, "city"])),
  chambers: "lodging",
};

// ------------------------------------------------------------------ elements

function el(tag, of, ...inside) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(of || {})) {
    if (value === false || value === null || value === undefined) continue;
    if (name === "class") node.className = value;
    else if (name === "i") node.style.setProperty("--i", value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  put(node, inside);
  return node;
}

function put(node, inside) {
  for (const each of inside.flat(3)) {
    if (each === null || each === undefined || each === false || each === "") continue;
    node.append(each instanceof Node ? each : document.createTextNode(String(each)));
  }
}

function drawing(paths, wide, high, name) {
  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("viewBox", `0 0 ${wide} ${high}`);
  picture.setAttribute("class", name);
  picture.setAttribute("aria-hidden", "true");
  picture.setAttribute("focusable", "false");
  paths.forEach((path, n) => {
    const line = document.createElementNS(SVG, "path");
    line.setAttribute("d", path);
    line.setAttribute("class", `p${n}`);
    picture.append(line);
  });
  return picture;
}

const of = (table, key) => (Object.hasOwn(table, key) ? table[key] : table[""] || "");
const hue = (seat) => (seat === null || seat === undefined ? "" : ` hue${seat % 6}`);

// ------------------------------------------------------------------ cards

// A card as it is printed; face down where its id is empty.  `label` is a word below it.
function card(scene, id, { size = "", look = "", label = "", note = "", i = 0, fresh = false } = {}) {
  const face = id && scene.cards && Object.hasOwn(scene.cards, id) ? scene.cards[id] : null;
  const shape = `card ${size} ${look ? `look-${look}` : ""} ${fresh ? "fresh" : ""}`;
  if (!face) {
    return el("div", { class: `${shape} down`, role: "img", "aria-label": said([scene.words.hidden, label]), i },
      el("div", { class: "back", "aria-hidden": "true" }), label && el("span", { class: "label", "aria-hidden": "true" }, label));
  }
  const told = said([`${face.value} ${face.name}`, size === "mini" ? note : face.rule, label]);
  return el("div", { class: `${shape} e-${face.effect}`, role: "img", "aria-label": told, title: said([face.name, note || face.rule]), i },
    el("div", { class: "face", "aria-hidden": "true" },
      el("span", { class: "value" }, face.value),
      drawing([of(SIGNS, face.effect)], 48, 48, "sign"),
      el("span", { class: "name" }, face.name),
      size === "mini" ? null : el("span", { class: "rule" }, face.rule)),
    label && el("span", { class: "label", "aria-hidden": "true" }, label));
}

const said = (parts) => parts.filter(Boolean).join(". ").replace(/([.!?])\./g, "$1");

// ------------------------------------------------------------------ the head

function head(scene) {
  return el("header", { class: "head" },
    el("h1", {}, scene.title),
    el("ul", { class: "facts" },
      scene.head.map((each) => el("li", {}, each)),
      scene.proof && el("li", { class: scene.proof.good ? "proof good" : "proof" }, scene.proof.text)));
}

function now(scene) {
  if (!scene.now) return el("p", { class: "now none", hidden: true });
  const thinks = !scene.halt && scene.place === "table";
  return el("p", { class: scene.halt ? "now halt" : "now" }, scene.now,
    thinks && el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i")));
}

// ------------------------------------------------------------------ seats

function seats(scene, before) {
  const story = Boolean(scene.story);
  const old = new Map((before ? before.seats : []).map((each) => [each.n, each]));
  return el("ul", { class: `seats of${scene.seats.length}`, "aria-label": story ? scene.words.princes : scene.words.seats },
    scene.seats.map((each) => (story ? prince(scene, each) : seat(scene, each, old.get(each.n)))));
}

function seat(scene, each, old) {
  const states = ["you", "turn", "out", "safe", "won", "free", "ready"].filter((state) => each[state]);
  const laid = each.discards || [];
  const had = old && old.discards ? old.discards.length : laid.length;
  return el("li", { class: `seat${hue(each.n)} ${states.join(" ")}`, "aria-current": each.turn ? "true" : null },
    el("div", { class: "who" },
      el("h2", {}, each.name),
      el("span", { class: "kind" }, [each.kind, each.line].filter(Boolean).join(" · ")),
      each.word && el("b", { class: "word" }, each.word)),
    each.goal ? tokens(each, old) : null,
    el("div", { class: "lies" },
      each.hand && each.hand.length ? el("div", { class: "hand" }, each.hand.map((id) => card(scene, id, { size: each.you ? "small" : "mini" }))) : null,
      laid.length ? el("div", { class: "laid", role: "group", "aria-label": scene.words.discards },
        laid.map((lying, n) => card(scene, lying.card, { size: "mini", note: lying.note, fresh: n >= had, i: n }))) : null),
    each.known && each.known.length ? el("p", { class: "known" }, each.known.join(" ")) : null);
}

function tokens(each, old) {
  const had = old ? old.tokens : each.tokens;
  const many = each.goal > 9;
  const hearts = Array.from({ length: many ? 1 : Math.max(each.goal, each.tokens) }, (_, n) =>
    el("i", { class: `heart ${n < each.tokens ? "full" : ""} ${n >= had && n < each.tokens ? "fresh" : ""}` }, heart()));
  return el("div", { class: "tokens", role: "img", "aria-label": each.score }, hearts, many && el("span", {}, `${each.tokens} / ${each.goal}`));
}

const heart = () => drawing(["M12 21C3 14 1 9 4 5.500c2.5-3 6.5-2 8 1.500c1.5-3.5 5.5-4.5 8-1.500c3 3.5 1 8.5-8 15.500z"], 24, 24, "heartsign");

// ------------------------------------------------------------------ the stage of Love Letter

function stage(scene, before) {
  const moment = scene.moment;
  const same = before && before.moment && moment && before.moment.key === moment.key && !scene.end === !before.end;
  return el("section", { class: `stage ${same ? "" : "arrives"} ${scene.end ? "ended" : ""}`, "aria-label": moment ? moment.title : scene.title },
    moment && played(scene, moment),
    scene.end ? ending(scene) : pile(scene));
}

function played(scene, moment) {
  const name = (n) => (n === null ? null : el("span", { class: `name${hue(n)}` }, moment.names[n]));
  const sides = moment.left.length || moment.right.length;
  return el("article", { class: `moment form-${moment.form} tone-${moment.tone || "plain"}` },
    el("h3", {}, name(moment.who), moment.who !== null && el("span", { class: "sep" }, " · "), el("span", { class: "what" }, moment.title),
      moment.target !== null && [el("span", { class: "sep" }, " → "), name(moment.target)]),
    moment.secret && el("p", { class: "secret" }, moment.secret),
    sides ? el("div", { class: "cards" }, side(scene, moment.left, "left"), link(moment.link), side(scene, moment.right, "right")) : null,
    el("p", { class: "result" }, moment.result),
    moment.why && el("p", { class: "why" }, [moment.why, moment.more].filter(Boolean).join(" ")));
}

function side(scene, cards, name) {
  if (!cards.length) return null;
  return el("div", { class: `side ${name}` }, cards.map((each, i) => card(scene, each.card, { size: "large", look: each.look, label: each.label, i })));
}

function link(each) {
  if (!each.form && !each.text) return null;
  return el("div", { class: `link link-${each.form}` }, each.text && el("b", {}, each.text), drawing([of(LINKS, each.form)], 56, 24, "path"));
}

function pile(scene) {
  const lying = scene.pile;
  if (!lying) return null;
  const stack = Array.from({ length: Math.min(5, Math.ceil(lying.number / 3)) }, (_, i) => el("i", { i }));
  return el("div", { class: "pile" },
    el("div", { class: "stack", role: "img", "aria-label": `${lying.number} ${scene.words.pile}` }, stack, el("b", {}, lying.number)),
    el("p", {}, lying.text, lying.aside && el("span", { class: "aside" }, `+ 1 ${lying.aside}`)),
    lying.open.length ? el("div", { class: "open", role: "group", "aria-label": scene.words.open }, lying.open.map((id) => card(scene, id, { size: "mini" }))) : null);
}

// ------------------------------------------------------------------ the ends

function ending(scene) {
  const end = scene.end;
  return el("article", { class: `end end-${end.kind}`, "aria-label": scene.words.end },
    el("h2", {}, end.title),
    end.lines.map((line) => el("p", {}, line)),
    end.hands && end.hands.length ? el("ul", { class: "hands" }, end.hands.map((each, i) => el("li", { class: `${hue(each.seat)} ${each.won ? "won" : ""} ${each.out ? "out" : ""}` },
      el("span", { class: "name" }, each.name), card(scene, each.card, { size: "mini", i }), each.word && el("span", { class: "word" }, each.word)))) : null,
    end.table && tally(end.table),
    end.best && end.best.length ? el("ul", { class: "best" }, end.best.map((each) => el("li", {}, el("b", { class: `name${hue(each.seat)}` }, each.who), " ", each.text))) : null,
    end.proof && el("p", { class: end.proof.good ? "proof good" : "proof" }, end.proof.text));
}

function tally(table) {
  return el("table", {}, el("caption", {}, table.title),
    el("thead", {}, el("tr", {}, table.heads.map((each) => el("th", { scope: "col" }, each)))),
    el("tbody", {}, table.rows.map((row) => el("tr", { class: row.won ? "won" : "" }, row.cells.map((each, n) =>
      el(n === 1 ? "th" : "td", { class: n === 1 ? `name${hue(row.seat)}` : "", scope: n === 1 ? "row" : null }, each))))));
}

// ------------------------------------------------------------------ The Two Princes

function story(scene, before) {
  const told = scene.story;
  const old = before && before.story ? before.story : null;
  const title = told.pages.length ? told.pages[told.pages.length - 1].title : "";
  const same = old && old.pages.length && old.pages[old.pages.length - 1].title === title;
  const end = scene.end;
  return el("section", { class: `story ${same ? "" : "arrives"}`, "aria-label": title },
    el("div", { class: "plate" }, plate(told)),
    el("div", { class: "misery", role: "img", "aria-label": told.misery.text },
      Array.from({ length: told.misery.of }, (_, n) => el("i", { class: n < told.misery.have ? "full" : "" })), el("span", { "aria-hidden": "true" }, told.misery.text)),
    end ? book(scene, end) : el("div", { class: "pages", tabindex: "0" }, told.pages.map((page, n) => leaf(page, old && old.pages[n]))),
    end ? null : doing(scene, told));
}

function plate(told) {
  const sky = told.dark === null ? "dusk" : told.dark ? "night" : "day";
  const named = Object.hasOwn(LIKE, told.place) ? LIKE[told.place] : told.place;
  const place = Object.hasOwn(PLACES, named) ? named : "";
  const picture = drawing([sky === "night" ? "M290 12a15 15 0 1 0 12 26a12 12 0 1 1-12-26z" : "M292 12a13 13 0 1 0 .01 0z", ...PLACES[place]], 320, 90, `place at-${place || "land"} ${sky}`);
  picture.setAttribute("preserveAspectRatio", "xMidYMid slice");
  return picture;
}

function leaf(page, old) {
  const had = old && old.title === page.title ? old.paras.length : 0;
  return el("article", { class: "leaf" },
    el("h2", {}, page.title, page.right && el("small", {}, page.right)),
    page.paras.map((each, n) => para(each, had ? n >= had : page.begin > 0 && n === page.begin)));
}

function para(each, fresh) {
  const name = `${each.kind}${fresh ? " fresh" : ""}`;
  if (each.kind === "head") return el("h3", { class: name }, each.text);
  if (each.sum) return el("div", { class: `verdict ${name}` }, ruler(each.sum[0], each.sum[1]), el("p", {}, each.text));
  return el("p", { class: name }, each.text);
}

function ruler(total, wanted) {
  const most = Math.max(total, wanted, 1);
  const bar = el("div", { class: "ruler", "aria-hidden": "true" }, el("i", { class: total >= wanted ? "full good" : "full" }), el("b", {}), el("span", {}, `${total} / ${wanted}`));
  bar.style.setProperty("--total", Math.max(0, total) / most);
  bar.style.setProperty("--wanted", wanted / most);
  return bar;
}

function doing(scene, told) {
  const trials = told.trials.map((each) => trial(each));
  const options = told.options.map((each) => el("li", {}, el("b", {}, each.label), each.rules && el("p", {}, each.rules), each.by && el("em", {}, `◂ ${each.by}`)));
  if (!trials.length && !options.length) return null;
  return el("section", { class: "doing", "aria-label": scene.words.options },
    el("h3", {}, trials.length ? told.testing.join(" · ") : told.doing, !trials.length && told.right && el("small", {}, told.right)),
    trials, options.length && !trials.length ? el("ol", { class: "options" }, options) : null);
}

function trial(each) {
  return el("div", { class: "trial" },
    each.total !== null ? ruler(each.total, each.value) : null,
    each.boys.map((boy) => el("div", { class: `brought prince${boy.prince}` }, el("b", {}, `${boy.name} ${boy.board}`), boy.cards.map(condition), boy.note && el("span", { class: "note" }, boy.note))),
    [each.wanted, each.items, each.odds].filter(Boolean).map((line) => el("p", {}, line)));
}

function condition(each) {
  const kind = each.weight > 0 ? "up" : each.weight < 0 ? "down" : "";
  return el("div", { class: `condition ${kind}`, role: "img", "aria-label": said([each.kind, each.title, each.adds, each.effect]) },
    el("small", { "aria-hidden": "true" }, each.kind), el("b", { "aria-hidden": "true" }, each.adds), el("span", { "aria-hidden": "true" }, each.title), each.effect && el("em", { "aria-hidden": "true" }, each.effect));
}

function prince(scene, each) {
  return el("li", { class: `seat prince prince${each.prince} ${each.you ? "you" : ""}` },
    el("div", { class: "who" }, el("h2", {}, each.name), el("span", { class: "kind" }, [each.kind, each.line].filter(Boolean).join(" · ")), each.word && el("b", { class: "word" }, each.word)),
    el("dl", { class: "attributes" }, each.attributes.map((attr) => el("div", { class: attr.asked ? "asked" : "" }, el("dt", {}, attr.name),
      el("dd", {}, el("span", { class: "dotsof", "aria-hidden": "true" }, Array.from({ length: 6 }, (_, n) => el("i", { class: n < attr.value ? "full" : "" }))), attr.value)))),
    each.items.length ? el("ul", { class: "items", "aria-label": scene.words.items }, each.items.map((line) => el("li", {}, line))) : null,
    each.hand.length ? el("div", { class: "conditions" }, each.hand.map(condition)) : null,
    el("p", { class: "counts" }, each.counts));
}

function book(scene, end) {
  return el("div", { class: "pages book", tabindex: "0" },
    el("article", { class: "leaf result", "aria-label": scene.words.end }, el("h2", {}, end.title), end.lines.map((line) => el("p", { class: "fact" }, line))),
    end.chapters.map((each) => el("article", { class: "leaf" }, each.title && el("h2", {}, each.title), each.paras.map((one) => para(one, false)))));
}

function kept(scene) {
  const lists = scene.story ? scene.story.kept : [];
  if (!lists.length) return null;
  return el("div", { class: "kept" }, lists.map((each) => el("section", {}, el("h2", {}, each.title), el("ul", {}, each.lines.map((line) => el("li", {}, line))))));
}

// ------------------------------------------------------------------ the log

function log(scene, before) {
  const had = before ? before.log.length : scene.log.length;
  const same = before && before.log.length && scene.log.length >= had && before.log[0].text === scene.log[0].text;
  const whose = new Map(scene.seats.map((each) => [each.n, scene.story ? each.prince : each.n]));
  return el("aside", { class: "beside" }, kept(scene),
    el("section", { class: "log", tabindex: "0", "aria-label": scene.words.log }, el("h2", {}, scene.words.log),
      el("ol", {}, scene.log.map((each, n) => el("li", { class: `${each.kind}${hue(whose.get(each.seat))} ${same && n >= had ? "fresh" : ""}` }, each.text)))));
}

// ------------------------------------------------------------------ all of it

const drawn = { scene: null, parts: {} };

// Shows a scene in #table.  What is as it was stays, so that nothing moves but what is new.
function draw(scene) {
  const root = document.getElementById("table");
  const before = drawn.scene && drawn.scene.game === scene.game && drawn.scene.place !== "lobby" ? drawn.scene : null;
  const wide = scene.story ? "of-story" : "of-cards";
  root.className = `table ${wide} at-${scene.place}`;
  document.documentElement.lang = scene.lang;
  const parts = {
    head: [[scene.title, scene.head, scene.proof], () => head(scene)],
    seats: [[scene.seats, scene.cards, scene.words], () => seats(scene, before)],
    stage: [[scene.moment, scene.pile, scene.end, scene.story, scene.cards], () => (scene.story ? story(scene, before) : stage(scene, before))],
    now: [[scene.now, scene.halt, scene.place], () => now(scene)],
    log: [[scene.log, scene.story ? scene.story.kept : 0, scene.words], () => log(scene, before)],
  };
  for (const [name, [data, make]] of Object.entries(parts)) {
    const key = JSON.stringify(data);
    const old = drawn.parts[name];
    if (old && old.key === key && old.node.parentNode === root) continue;
    const node = make();
    node.dataset.part = name;
    if (old && old.node.parentNode === root) old.node.replaceWith(node);
    else root.append(node);
    drawn.parts[name] = { key, node };
    if (name === "log") atEnd(node.querySelector(".log"));
    if (name === "stage") toFresh(node.querySelector(".pages"));
  }
  speak(scene, before);
  drawn.scene = scene;
}

function atEnd(box) {
  if (box) box.scrollTop = box.scrollHeight;
}

// What is new of a page is what is looked at.
function toFresh(box) {
  const fresh = box && box.querySelector(".fresh");
  if (fresh) box.scrollTop = Math.max(0, fresh.offsetTop - box.offsetTop - 40);
}

// What happened, to whoever listens: once, and nothing of what is drawn beside it.
function speak(scene, before) {
  const region = document.getElementById("said") || document.body.appendChild(el("p", { id: "said", class: "unseen", role: "status", "aria-live": "polite" }));
  const told = [...scene.told, scene.end ? said([scene.end.title, ...scene.end.lines]) : "", scene.now].filter(Boolean);
  const same = before && JSON.stringify([before.told, before.now, before.end]) === JSON.stringify([scene.told, scene.now, scene.end]);
  if (!same) region.textContent = told.join(" ");
}

  globalThis.draw = draw;
  globalThis.el = el;
  globalThis.drawing = drawing;
}
