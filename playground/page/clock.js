// The playground's time, which can be ahead of the machine's, and the panel that moves it.

import { post } from "./connection.js";
import { announce, byId, h } from "./dom.js";

const MOVES = [
  ["+1 hour", 3600],
  ["+1 day", 86_400],
  ["+1 week", 604_800],
];
const format = new Intl.DateTimeFormat(undefined, {
  weekday: "short",
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
});

let ahead = 0; // milliseconds

/** Return the playground's time in milliseconds since the Unix epoch. */
export const now = () => Date.now() + ahead;

/** Read the time of a READY; show the panel if the clock can be moved. */
export function takeClock({ now: seconds, movable }) {
  if (typeof seconds === "number") ahead = seconds * 1000 - Date.now();
  const panel = byId("clock");
  panel.hidden = !movable;
  if (movable && !panel.childElementCount) build(panel);
  tell();
}

function build(panel) {
  const buttons = MOVES.map(([label, seconds]) =>
    h(
      "button",
      { type: "button", class: "clock-move", data: { forward: String(seconds) } },
      label,
    )
  );
  for (const button of buttons) {
    button.addEventListener("click", async () => {
      for (const other of buttons) other.disabled = true;
      const error = await post("/client/forward", { seconds: Number(button.dataset.forward) });
      for (const other of buttons) other.disabled = false;
      button.focus();
      announce(error || `It is ${format.format(now())}.`);
      panel.querySelector(".clock-error").textContent = error ?? "";
    });
  }
  panel.append(
    h("time", { class: "clock-now" }),
    h("div", { class: "clock-moves", role: "group", "aria-label": "Move the clock forward" }, buttons),
    h("p", { class: "clock-error", role: "alert" }),
  );
}

function tell() {
  const time = byId("clock").querySelector(".clock-now");
  if (!time) return;
  const text = format.format(now());
  time.dateTime = new Date(now()).toISOString();
  if (time.textContent !== text) time.textContent = text;
}

setInterval(tell, 1000);
