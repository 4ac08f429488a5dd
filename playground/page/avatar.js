// Avatars: coloured initials. On one machine they distinguish people better than pictures.

import { h } from "./dom.js";
import { nameOf, store } from "./store.js";

const COLOURS = ["#5865f2", "#3ba55d", "#c27c0e", "#d83c3e", "#c2417f", "#1f8b9c", "#8e5bd0", "#607d8b"];

/** Return one of a few colours, as distinct as possible among the members. */
function colourOf(id) {
  const place = [...store.members.keys()].indexOf(id);
  return COLOURS[(place < 0 ? Number(String(id).slice(-4)) : place) % COLOURS.length];
}

export function initials(name) {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? ["?"];
  const letters = words.length > 1 ? [words[0], words.at(-1)] : words;
  return letters.map((word) => [...word][0].toUpperCase()).join("");
}

/** Build a user's round avatar. It is decorative, because the name is next to it. */
export function avatar(user, extraClass = "") {
  return h(
    "span",
    { class: `avatar ${extraClass}`, "aria-hidden": "true", style: { "--face": colourOf(user.id) } },
    initials(nameOf(user)),
  );
}
