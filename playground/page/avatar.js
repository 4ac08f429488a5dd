// Faces: coloured initials, which tell the people of one machine apart better than pictures would.

import { h } from "./dom.js";
import { nameOf, store } from "./store.js";

const COLOURS = ["#5865f2", "#3ba55d", "#c27c0e", "#d83c3e", "#c2417f", "#1f8b9c", "#8e5bd0", "#607d8b"];

/** One of a few colours, as different as can be among the members. */
function colourOf(id) {
  const place = [...store.members.keys()].indexOf(id);
  return COLOURS[(place < 0 ? Number(String(id).slice(-4)) : place) % COLOURS.length];
}

export function initials(name) {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? ["?"];
  const letters = words.length > 1 ? [words[0], words.at(-1)] : words;
  return letters.map((word) => [...word][0].toUpperCase()).join("");
}

/** A user's round face; decorative, the name stands beside it. */
export function avatar(user, extraClass = "") {
  return h(
    "span",
    { class: `avatar ${extraClass}`, "aria-hidden": "true", style: { "--face": colourOf(user.id) } },
    initials(nameOf(user)),
  );
}
