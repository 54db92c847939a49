// A match that was played: the scenes lie in this page, and here one goes through them.
"use strict";

{
  const { words, views, shapes, pool, ...match } = JSON.parse(document.getElementById("match").textContent);
  const values = [];
  const PACE = 2600; // milliseconds of a moment that plays by itself
  const SWIPE = 45; // pixels

  // What lies at a place of the pool: made once, and shared by all scenes that have it.
  function value(place) {
    if (place in values) return values[place];
    const kept = pool[place];
    let found = kept;
    if (Array.isArray(kept)) {
      const inner = kept.slice(1).map(value);
      found = kept[0] === 0 ? inner : Object.fromEntries(shapes[kept[0] - 1].map((key, n) => [key, inner[n]]));
    }
    values[place] = found;
    return found;
  }

  // Of each frame where its parts lie: a frame tells of those that are others than in the one before.
  for (const view of views) {
    let places = [];
    view.places = view.frames.map((frame) => {
      places = [...places];
      for (let n = 2; n < frame.length; n += 2) places[frame[n]] = frame[n + 1];
      return places;
    });
  }

  function scene(view, at) {
    const told = view.frames[at][1];
    const parts = view.parts.map((name, n) => [name, value(view.places[at][n])]);
    return { ...Object.fromEntries(parts), log: view.log.slice(Math.max(0, told - view.lines), told).map(value) };
  }

  const state = { view: views[0], at: 0, timer: 0 };
  const parts = {};
  const last = () => state.view.frames.length - 1;
  const seq = () => state.view.frames[state.at][0];

  // ---------------------------------------------------------------- going

  function go(at, view = state.view) {
    state.view = view;
    state.at = Math.max(0, Math.min(at, last()));
    const shown = scene(state.view, state.at);
    bar(shown);
    draw(shown);
    note();
  }

  function step(by) {
    halt();
    go(state.at + by);
  }

  // The moment that tells of an entry, or the next one there is.
  function entry(wanted, view = state.view) {
    const found = view.frames.findIndex((frame) => frame[0] >= wanted);
    return found < 0 ? view.frames.length - 1 : found;
  }

  function look(id) {
    const view = views.find((each) => each.id === id);
    if (!view || view === state.view) return;
    const end = state.at === last();
    let at = 0;
    view.frames.forEach((frame, n) => { if (frame[0] <= seq()) at = n; });
    if (!end && at === view.frames.length - 1 && match.over && at > 0) at -= 1;
    go(end ? view.frames.length - 1 : at, view);
  }

  function round(by) {
    const starts = state.view.rounds.map((each) => each[0]);
    if (by > 0) step((starts.find((at) => at > state.at) ?? last()) - state.at);
    else step((starts.filter((at) => at < state.at).pop() ?? 0) - state.at);
  }

  function play() {
    if (state.timer) return halt();
    if (state.at === last()) go(0);
    state.timer = setInterval(() => (state.at === last() ? halt() : go(state.at + 1)), PACE);
    return running();
  }

  function halt() {
    clearInterval(state.timer);
    state.timer = 0;
    running();
  }

  function running() {
    const on = state.timer !== 0;
    parts.play.replaceChildren(icon(on ? "stop" : "play"));
    parts.play.setAttribute("aria-label", on ? words.stop : words.play);
    parts.play.title = on ? words.stop : words.play;
  }

  // ---------------------------------------------------------------- the address of a moment: #12, or #12.2 for other eyes

  function address() {
    const place = state.at === last() && match.over ? "end" : String(seq());
    return `#${place}${state.view.id === match.open.eyes ? "" : `.${state.view.id}`}`;
  }

  function note() {
    try {
      history.replaceState(null, "", address());
    } catch {
      // A page without an address of its own has none to be changed.
    }
  }

  function follow() {
    const found = /^#(\d+|end)(?:\.(\w+))?$/.exec(location.hash);
    if (!found) return false;
    const view = views.find((each) => each.id === (found[2] || match.open.eyes)) || state.view;
    halt();
    go(found[1] === "end" ? view.frames.length - 1 : entry(Number(found[1]), view), view);
    return true;
  }

  // ---------------------------------------------------------------- the bar

  const ICONS = {
    first: "M6 4v16 M20 4L9 12l11 8z",
    back: "M17 4L6 12l11 8z",
    play: "M12 2a10 10 0 1 0 .01 0z M10 8l6 4-6 4z",
    stop: "M12 2a10 10 0 1 0 .01 0z M9.5 8.500v7 M14.5 8.500v7",
    on: "M7 4l11 8-11 8z",
    last: "M18 4v16 M4 4l11 8-11 8z",
    theme: "M12 3a9 9 0 1 0 .01 0z M12 3v18 M12 8l6-2 M12 13l8.500-1 M12 18l6-1",
  };
  const icon = (name) => drawing([ICONS[name]], 24, 24, "icon");

  function button(sign, label, act, name = "") {
    const node = el("button", { type: "button", class: name, "aria-label": label, title: label }, sign);
    node.addEventListener("click", act);
    return node;
  }

  function build() {
    parts.slider = el("input", { type: "range", min: 0, step: 1, "aria-label": words.step });
    parts.slider.addEventListener("input", () => { halt(); go(Number(parts.slider.value)); });
    parts.eyes = el("select", { id: "eyes" }, views.map((view) => el("option", { value: view.id }, view.name)));
    parts.eyes.addEventListener("change", () => look(parts.eyes.value));
    parts.rounds = el("select", { id: "rounds" });
    parts.rounds.addEventListener("change", () => { halt(); go(Number(parts.rounds.value)); });
    parts.count = el("a", { class: "count", href: "#", title: words.link });
    parts.count.addEventListener("click", copy);
    parts.play = button(icon("play"), words.play, play, "playing");
    parts.curve = el("div", { class: "curve" });
    parts.keys = dialog(words.keys, el("ul", {}, ["keys_step", "keys_round", "keys_ends", "keys_eyes", "keys_play", "keys_theme"].map((key) => el("li", {}, words[key]))));
    parts.proof = dialog(words.proof, [match.proof.lines.map((line) => el("p", {}, line)), el("p", { class: "file" }, match.file)]);
    if (match.analysis) parts.analysis = dialog(words.analysis, taught());
    const mark = match.proof.sound ? "proof good" : "proof bad";
    document.body.append(
      el("nav", { class: "reel", "aria-label": words.title },
        match.analysis ? parts.curve : null,
        el("div", { class: "steps" },
          button(icon("first"), words.first, () => step(-Infinity)), button(icon("back"), words.back, () => step(-1), "large"),
          button(icon("on"), words.on, () => step(1), "large on"), button(icon("last"), words.last, () => step(Infinity)), parts.play, parts.slider, parts.count)),
      el("footer", { class: "foot" },
        el("div", { class: "ways" },
          el("label", {}, words.eyes, " ", parts.eyes), el("label", {}, words.round, " ", parts.rounds),
          match.analysis && opener(words.analysis, parts.analysis), opener(words.proof, parts.proof), opener("?", parts.keys, words.keys),
          button(icon("theme"), words.theme, theme)),
        el("p", { class: mark }, match.proof.lines[0], " ", match.over ? "" : words.hidden, " ", el("span", {}, match.file))));
    if (views.length < 2) parts.eyes.closest("label").hidden = true;
  }

  function opener(sign, box, label) {
    const node = button(sign, label || sign, () => box.showModal());
    node.setAttribute("aria-haspopup", "dialog");
    return node;
  }

  function dialog(title, ...inside) {
    const box = el("dialog", { "aria-label": title }, el("header", {}, el("h2", {}, title), button("×", words.close, () => box.close())), inside);
    box.addEventListener("click", (event) => { if (event.target === box) box.close(); });
    document.body.append(box);
    return box;
  }

  function bar(shown) {
    const view = state.view;
    parts.slider.max = last();
    parts.slider.value = state.at;
    const started = view.rounds.filter((each) => each[0] <= state.at);
    const where = started.length ? started[started.length - 1] : null;
    const told = shown.told.length ? shown.told[shown.told.length - 1] : "";
    parts.slider.setAttribute("aria-valuetext", `${words.step} ${state.at + 1} ${words.of} ${last() + 1}${where ? `, ${where[1]}` : ""}. ${told}`);
    parts.count.textContent = `${state.at + 1} / ${last() + 1}`;
    parts.count.href = address();
    parts.count.setAttribute("aria-label", `${words.link}: ${address()}`);
    parts.eyes.value = view.id;
    if (parts.rounds.dataset.of !== view.id) {
      parts.rounds.dataset.of = view.id;
      parts.rounds.replaceChildren(...view.rounds.map(([at, name]) => el("option", { value: at }, name)));
    }
    if (where) parts.rounds.value = String(where[0]);
    if (match.analysis) curve();
  }

  function copy(event) {
    event.preventDefault();
    const told = () => { document.getElementById("said").textContent = words.linked; parts.count.classList.add("copied"); setTimeout(() => parts.count.classList.remove("copied"), 1200); };
    const page = location.href.replace(/#.*$/, "");
    if (navigator.clipboard) navigator.clipboard.writeText(page + address()).then(told, () => {});
  }

  function theme() {
    const root = document.documentElement;
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
  }

  // ---------------------------------------------------------------- the curve, and what it teaches

  const SVG = "http://www.w3.org/2000/svg";
  const across = (wanted) => (100 * entry(wanted)) / Math.max(1, last());

  function curve() {
    const own = match.analysis.seats.filter((each) => String(each.seat + 1) === state.view.id);
    const drawn = own.length ? own : match.analysis.seats;
    const key = state.view.id;
    if (parts.curve.dataset.of !== key) {
      parts.curve.dataset.of = key;
      const picture = document.createElementNS(SVG, "svg");
      picture.setAttribute("viewBox", "0 0 100 100");
      picture.setAttribute("preserveAspectRatio", "none");
      picture.setAttribute("aria-hidden", "true");
      for (const [at] of state.view.rounds) line(picture, "bound", [[(100 * at) / Math.max(1, last()), 0], [(100 * at) / Math.max(1, last()), 100]]);
      line(picture, "half", [[0, 50], [100, 50]]);
      for (const each of drawn) line(picture, `chance hue${each.seat % 6}`, each.curve.map(([wanted, chance]) => [across(wanted), 100 - chance]));
      parts.needle = el("i", { class: "needle" });
      const dots = (own.length ? own[0].turnings : []).map(([wanted, text]) => {
        const dot = button("", text, (event) => { event.stopPropagation(); halt(); go(entry(wanted)); }, "dot");
        dot.style.left = `${across(wanted)}%`;
        return dot;
      });
      parts.curve.replaceChildren(el("span", { class: "unseen" }, words.curve), picture, parts.needle, ...dots);
      parts.curve.title = words.curve;
    }
    parts.needle.style.left = `${(100 * state.at) / Math.max(1, last())}%`;
  }

  function line(picture, name, points) {
    const node = document.createElementNS(SVG, "polyline");
    node.setAttribute("points", points.map((each) => each.map((n) => n.toFixed(2)).join(",")).join(" "));
    node.setAttribute("class", name);
    picture.append(node);
  }

  function taught() {
    return [el("p", { class: "how" }, match.analysis.how), match.analysis.seats.map((seat, n) => el("details", { open: n === 0 },
      el("summary", { class: `name hue${seat.seat % 6}` }, seat.name), el("p", {}, seat.whose), seat.summary.map((each) => el("p", {}, each)),
      moments(words.moments, seat.moments, seat.seat), moments(words.turnings, seat.turnings, seat.seat),
      seat.choices.length ? el("details", {}, el("summary", {}, words.choices), el("ol", { class: "choices" }, seat.choices.map(([wanted, deal, kind, points, made]) =>
        el("li", { class: Number(points) >= 5 ? "slip" : "" }, jump(wanted, seat.seat, `${deal}`), el("b", {}, kind), el("span", {}, points), el("span", {}, made))))) : null))];
  }

  function moments(title, row, seat) {
    if (!row.length) return null;
    return el("section", {}, el("h3", {}, title), el("ul", { class: "moments" }, row.map(([wanted, text]) => el("li", {}, jump(wanted, seat, text)))));
  }

  function jump(wanted, seat, text) {
    const node = el("button", { type: "button", class: "jump" }, text);
    node.addEventListener("click", () => {
      node.closest("dialog").close();
      halt();
      const view = views.find((each) => each.id === String(seat + 1)) || state.view;
      go(entry(wanted, view), view);
    });
    return node;
  }

  // ---------------------------------------------------------------- keys and fingers

  const KEYS = {
    ArrowRight: () => step(1), ArrowLeft: () => step(-1), " ": () => step(1), PageDown: () => round(1), PageUp: () => round(-1),
    Home: () => step(-Infinity), End: () => step(Infinity), p: play, t: theme, w: () => look("watcher"), a: () => look("all"), "?": () => parts.keys.showModal(),
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const target = event.target instanceof Element ? event.target : document.body;
    if (target.closest("select") || (target.closest("button, a, summary") && event.key === " ")) return;
    if (target === parts.slider && event.key !== "?" && event.key.length > 1 && !event.key.startsWith("Page")) return;
    const act = /^[1-9]$/.test(event.key) ? () => look(event.key) : KEYS[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });

  let touched = null;
  const table = document.getElementById("table");
  table.addEventListener("touchstart", (event) => { touched = event.touches.length === 1 ? [event.touches[0].clientX, event.touches[0].clientY] : null; }, { passive: true });
  table.addEventListener("touchend", (event) => {
    if (!touched) return;
    const [x, y] = [event.changedTouches[0].clientX - touched[0], event.changedTouches[0].clientY - touched[1]];
    touched = null;
    if (Math.abs(x) > SWIPE && Math.abs(x) > 2 * Math.abs(y)) step(x < 0 ? 1 : -1);
  }, { passive: true });
  parts.pointed = (event) => { halt(); go(Math.round((last() * (event.clientX - parts.curve.getBoundingClientRect().left)) / parts.curve.clientWidth)); };

  build();
  parts.curve.addEventListener("click", parts.pointed);
  addEventListener("hashchange", follow);
  if (!follow()) {
    const view = views.find((each) => each.id === match.open.eyes) || views[0];
    go(match.open.entry === null ? 0 : entry(match.open.entry, view), view);
  }
}
