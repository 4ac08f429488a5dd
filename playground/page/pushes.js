// The user's notifications as on a lock screen: the newest as a toast, recent ones in a list.
// Discord shows the `content` of a message there; a message of components has none.

import { byId, h } from "./dom.js";
import { emit, store } from "./store.js";
import { shortTime } from "./time.js";

const SHOWN_MS = 6000;
const MOST = 50;

let pushes = []; // newest first
let hiding = null;

export function takePushes({ pushes: list }) {
  pushes = [...(list ?? [])].reverse();
  show();
}

/** Show a new notification. */
export function tookPush(push) {
  pushes = [push, ...pushes].slice(0, MOST);
  show();
  const toast = byId("push-toast");
  toast.replaceChildren(entry(push));
  toast.hidden = false;
  clearTimeout(hiding);
  hiding = setTimeout(() => (toast.hidden = true), SHOWN_MS);
}

function show() {
  const panel = byId("pushes");
  panel.hidden = !pushes.length;
  if (!pushes.length) return;
  if (!panel.childElementCount) panel.append(h("summary", { class: "pushes-title" }), h("ol", { class: "pushes-list" }));
  panel.querySelector("summary").textContent = `Notifications (${pushes.length})`;
  panel.querySelector("ol").replaceChildren(...pushes.map((push) => h("li", {}, entry(push))));
}

function entry(push) {
  return h(
    "button",
    {
      type: "button",
      class: "push",
      data: { pushMessage: push.message_id },
      on: { click: () => emit("jump", { channelId: push.channel_id, messageId: push.message_id }) },
    },
    h(
      "span",
      { class: "push-title" },
      push.place ? `${push.author} (${push.place}, ${store.guild?.name ?? ""})` : push.author,
    ),
    h("time", { class: "push-time", datetime: push.timestamp }, shortTime(push.timestamp)),
    h("span", { class: push.preview ? "push-text" : "push-text push-empty" }, push.preview || "Empty content"),
  );
}
