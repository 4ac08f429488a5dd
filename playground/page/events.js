// The server's events: what is going on, and what is to come.

import { byId, h, safeUrl } from "./dom.js";
import { on, store } from "./store.js";
import { fullTime } from "./time.js";

const ACTIVE = 2;

/** Replace the list of unfinished events. */
export function takeEvents(list) {
  store.events = list ?? [];
  const panel = byId("events");
  panel.hidden = !store.events.length;
  if (panel.hidden) return;
  if (!panel.childElementCount) panel.append(h("summary", { class: "pushes-title" }), h("ul", { class: "pushes-list" }));
  panel.querySelector("summary").textContent = `Events (${store.events.length})`;
  panel.querySelector("ul").replaceChildren(...store.events.map(entry));
}

function entry(event) {
  const place = event.entity_metadata.location;
  const url = /^https?:/.test(place) ? safeUrl(place) : null;
  return h(
    "li",
    { class: "event", data: { eventId: event.id } },
    h("span", { class: "event-when" }, event.status === ACTIVE ? "Happening now" : `Starts ${fullTime(event.scheduled_start_time)}`),
    h("strong", { class: "event-name" }, event.name),
    h("span", { class: "event-when" }, `Ends ${fullTime(event.scheduled_end_time)}`),
    url ? h("a", { class: "event-place", href: url, target: "_blank", rel: "noreferrer noopener" }, place) : h("span", { class: "event-place" }, place),
    event.description ? h("p", { class: "event-text" }, event.description) : null,
  );
}

on("EVENTS", takeEvents);
