// Times as Discord writes them, and relative times that update themselves.

import { now } from "./clock.js";
import { h } from "./dom.js";

const format = (options) => new Intl.DateTimeFormat(undefined, options);
const FORMATS = {
  t: format({ timeStyle: "short" }),
  T: format({ timeStyle: "medium" }),
  d: format({ dateStyle: "short" }),
  D: format({ dateStyle: "long" }),
  f: format({ dateStyle: "long", timeStyle: "short" }),
  F: format({ dateStyle: "full", timeStyle: "short" }),
  s: format({ dateStyle: "short", timeStyle: "short" }),
  S: format({ dateStyle: "short", timeStyle: "medium" }),
};
const UNITS = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];
const relativeFormat = new Intl.RelativeTimeFormat(undefined, { numeric: "always" });

/** "in 2 days", "5 minutes ago". */
function relative(seconds) {
  const away = seconds - now() / 1000;
  // Round, and accept 96 % of a unit, so that "in 1 day" does not soon become "in 23 hours".
  const [unit, size] = UNITS.find(([, length]) => Math.abs(away) >= length * 0.96) ?? UNITS.at(-1);
  return relativeFormat.format(Math.round(away / size), unit);
}

/** Build the element for `<t:seconds:style>`. */
export function timestamp(seconds, style) {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return h("span", {}, "Invalid date");
  const text = style === "R" ? relative(seconds) : FORMATS[style].format(date);
  return h(
    "time",
    {
      class: "timestamp",
      datetime: date.toISOString(),
      title: FORMATS.F.format(date),
      data: { style, seconds: String(seconds) },
    },
    text,
  );
}

setInterval(() => {
  for (const node of document.querySelectorAll("time[data-style=R]")) {
    const text = relative(Number(node.dataset.seconds));
    if (node.textContent !== text) node.textContent = text;
  }
}, 1000);

const dayOf = (date) => date.toDateString();

/** Return a header's time: with the day unless it is today. */
export function messageTime(iso) {
  const date = new Date(iso);
  const today = new Date(now());
  const yesterday = new Date(today);
  yesterday.setDate(today.getDate() - 1);
  if (dayOf(date) === dayOf(today)) return FORMATS.t.format(date);
  if (dayOf(date) === dayOf(yesterday)) return `Yesterday at ${FORMATS.t.format(date)}`;
  return FORMATS.s.format(date);
}

export const shortTime = (iso) => FORMATS.t.format(new Date(iso));
export const fullTime = (iso) => FORMATS.F.format(new Date(iso));
export const dayName = (iso) => FORMATS.D.format(new Date(iso));
export const sameDay = (a, b) => dayOf(new Date(a)) === dayOf(new Date(b));
