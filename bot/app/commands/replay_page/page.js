"use strict";
const $ = (id) => document.getElementById(id);
const steps = replay.steps;
let at = 0;
let playing = null;

function show(step, remember = true) {
  at = Math.min(Math.max(step, 0), steps.length - 1);
  const now = steps[at];
  $("picture").src = now.picture;
  $("picture").alt = now.alt;
  $("where").textContent = `${at + 1} / ${steps.length} · ${now.headline}`;
  $("told").replaceChildren(...now.lines.map((line) => {
    const p = document.createElement("p");
    p.textContent = line;
    return p;
  }));
  $("note").hidden = !now.note;
  $("note").textContent = now.note || "";
  $("slide").value = at + 1;
  $("slide").setAttribute("aria-valuetext", `${at + 1} / ${steps.length}, ${now.headline}`);
  $("first").disabled = $("back").disabled = at === 0;
  $("last").disabled = $("next").disabled = at === steps.length - 1;
  let chapter = 0;
  replay.chapters.forEach(([first], place) => { if (first - 1 <= at) chapter = place; });
  $("jump").selectedIndex = chapter;
  if (remember) history.replaceState(null, "", `#${at + 1}`);
}

function stop() {
  clearTimeout(playing);
  playing = null;
  $("play").setAttribute("aria-pressed", "false");
}

function tick() {
  if (at === steps.length - 1) { stop(); return; }
  show(at + 1);
  playing = setTimeout(tick, steps[at].note ? 4500 : 1500);
}

function play() {
  if (playing !== null) { stop(); return; }
  $("play").setAttribute("aria-pressed", "true");
  if (at === steps.length - 1) show(0);
  playing = setTimeout(tick, 700);
}

function go(step) { stop(); show(step); }

const moves = {
  first: () => go(0),
  back: () => go(at - 1),
  next: () => go(at + 1),
  last: () => go(steps.length - 1),
  play,
};
Object.entries(moves).forEach(([id, move]) => $(id).addEventListener("click", move));
const keys = { Home: "first", ArrowLeft: "back", ArrowRight: "next", End: "last", " ": "play" };
document.addEventListener("keydown", (event) => {
  const busy = ["SELECT", "INPUT", "BUTTON"].includes(event.target.tagName);
  const name = keys[event.key];
  if (!name || event.altKey || event.ctrlKey || event.metaKey) return;
  if (busy && (event.key === " " || event.target.tagName !== "BUTTON")) return;
  event.preventDefault();
  moves[name]();
});
replay.chapters.forEach(([first, headline]) => $("jump").add(new Option(headline, first)));
$("jump").addEventListener("change", () => go(Number($("jump").value) - 1));
$("slide").max = steps.length;
$("slide").addEventListener("input", () => go(Number($("slide").value) - 1));
window.addEventListener("hashchange", () => show(Number(location.hash.slice(1)) - 1 || 0, false));
document.documentElement.style.setProperty("--shape", replay.shape);
show((Number(location.hash.slice(1)) || 1) - 1, false);
