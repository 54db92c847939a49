// Keeps a line to the table and draws what comes; without one it says so, and tries again by itself.
"use strict";

(() => {
  const FIRST = 500, LONGEST = 10000, SILENCE = 40000; // milliseconds
  const FULL = 1013;
  const { live, away, full } = document.body.dataset;
  const line = document.getElementById("line");
  let socket = null, wait = FIRST, next = 0, silent = 0;

  function says(words) {
    if (line.textContent !== words) line.textContent = words;
  }

  // A line that has died unnoticed says nothing, not even that it is there.
  function alive() {
    clearTimeout(silent);
    silent = setTimeout(() => socket && socket.close(), SILENCE);
  }

  function heard(event) {
    alive();
    wait = FIRST;
    says("");
    if (event.data) draw(JSON.parse(event.data));
  }

  function ended(event) {
    if (event.target !== socket) return;
    socket = null;
    clearTimeout(silent);
    says(event.code === FULL ? full : away);
    clearTimeout(next);
    next = setTimeout(connect, wait * (0.5 + Math.random()));
    wait = Math.min(LONGEST, wait * 2);
  }

  function connect() {
    clearTimeout(next);
    if (socket) return;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const language = encodeURIComponent(document.documentElement.lang);
    socket = new WebSocket(`${scheme}//${location.host}${live}?lang=${language}`);
    socket.onmessage = heard;
    socket.onclose = ended;
    alive();
  }

  // A phone that was put away has lost its line, and whoever takes it up again does not want to wait.
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && !socket) connect();
  });
  window.addEventListener("online", connect);
  connect();
})();
