// The list of messages of the open channel: order, days, unread line, scrolling, announcements.

import { pending } from "./actions.js";
import { announce, byId, h, icon } from "./dom.js";
import { postItems, tagsOf } from "./forum.js";
import { decorate, fillMessage, summary } from "./message.js";
import { pendingItem } from "./pending.js";
import { closeSelect } from "./select.js";
import { channelName, compareIds, findMessage, isDirect, isForum, isThread, messagesOf, nameOf, on, store } from "./store.js";
import { dayName, sameDay } from "./time.js";

const NEAR_BOTTOM = 60; // px
let sizes = ""; // of the list when its end was last visible
let pinned = true; // at the newest message; stays there when content grows
let unreadFrom = null; // the last message read when the channel was opened
let missed = 0;

const scroller = () => byId("messages");
const list = () => byId("message-list");
const itemOf = (id) => list().querySelector(`[data-message-id="${CSS.escape(id)}"]`);

const measured = () => `${scroller().clientHeight} ${scroller().scrollHeight}`;

export const isAtPresent = () => pinned;

/** Show the open channel at its newest message. */
export function showMessages(lastRead) {
  unreadFrom = lastRead;
  missed = 0;
  closeSelect();
  if (showPosts()) {
    scroller().scrollTop = 0;
    return;
  }
  const messages = messagesOf(store.channelId);
  list().replaceChildren(
    beginning(),
    ...messages.map((message, at) => newItem(message, messages[at - 1])),
    ...pendingItems(),
  );
  placeDividers();
  toPresent();
}

/** Show the posts of the open channel if it is a forum; return whether it is. */
function showPosts() {
  const channel = store.channels.get(store.channelId);
  if (!isForum(channel)) return false;
  const focused = document.activeElement?.closest?.("[data-post-id]")?.dataset.postId;
  list().replaceChildren(beginning(), ...postItems(channel));
  if (focused) list().querySelector(`[data-post-id="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  pinned = true;
  byId("jump").hidden = true;
  return true;
}

function beginning() {
  const channel = store.channels.get(store.channelId);
  if (!channel) return h("li", { class: "beginning" });
  const name = channelName(channel);
  const [sign, title, text] = isThread(channel)
    ? ["thread", name, "This is the start of the thread."]
    : isDirect(channel)
    ? ["at", name, `This is the start of your direct messages with ${name}.`]
    : isForum(channel)
    ? ["thread", name, "Open a post to read it."]
    : ["hash", `Welcome to #${name}!`, `This is the start of the #${name} channel.`];
  return h(
    "li",
    { class: "beginning" },
    h("div", { class: "beginning-icon" }, icon(sign)),
    h("h3", {}, title),
    tagsOf(channel),
    h("p", {}, text),
  );
}

function newItem(message, before) {
  const item = h("li", { tabindex: "-1" });
  fillMessage(item, message, before);
  return item;
}

const pendingItems = () => [...pending.values()].filter((entry) => entry.channelId === store.channelId).map(pendingItem);

/** Insert the days, and the line above unread messages. */
function placeDividers() {
  for (const node of list().querySelectorAll(".divider")) node.remove();
  const messages = messagesOf(store.channelId);
  let lined = false;
  messages.forEach((message, at) => {
    const before = messages[at - 1];
    const item = itemOf(message.id);
    if (!item) return;
    const newDay = before && !sameDay(before.timestamp, message.timestamp);
    const isNew = !lined && before && unreadFrom && compareIds(message.id, unreadFrom) > 0 && message.author.id !== store.me.id;
    if (isNew) lined = true;
    if (newDay || isNew) {
      item.before(h(
        "li",
        { class: `divider ${isNew ? "divider-new" : ""}`, role: "separator" },
        newDay && h("span", { class: "divider-day" }, dayName(message.timestamp)),
        isNew && h("span", { class: "divider-badge" }, "New"),
      ));
    }
  });
}

function toPresent() {
  pinned = true;
  missed = 0;
  scroller().scrollTop = scroller().scrollHeight;
  sizes = measured();
  showJump();
}

function showJump() {
  const box = byId("jump");
  box.hidden = pinned;
  if (pinned) return;
  box.replaceChildren(h(
    "button",
    { type: "button", class: "jump-button", data: { jumpPresent: "" }, on: { click: toPresent } },
    h(
      "span",
      { class: missed ? "jump-new" : "jump-old" },
      missed ? `${missed} new ${missed === 1 ? "message" : "messages"} below` : "You are looking at older messages",
    ),
    h("span", { class: "jump-go" }, "Jump to present", icon("down")),
  ));
}

/** Scroll to a message and highlight it briefly. */
export function revealMessage(id) {
  const item = itemOf(id);
  if (!item) {
    announce("That message is not here.");
    return;
  }
  item.scrollIntoView({ block: "center" });
  item.focus({ preventScroll: true });
  item.classList.remove("revealed");
  void item.offsetWidth; // restarts the animation
  item.classList.add("revealed");
}

/** Change an item and restore the focus within it. */
function keepFocus(item, change) {
  const at = document.activeElement;
  const control = item.contains(at) && at !== item ? at.closest("[data-custom-id]")?.dataset.customId : null;
  const inside = item.contains(at) && at !== item;
  const index = inside ? [...item.querySelectorAll("button, a, [tabindex='0']")].indexOf(at) : -1;
  change();
  if (!inside || item.contains(document.activeElement)) return;
  const same = control && item.querySelector(`[data-custom-id="${CSS.escape(control)}"]:not(:disabled)`);
  const near = [...item.querySelectorAll("button:not(:disabled), a, [tabindex='0']")];
  (same ?? near[Math.min(index, near.length - 1)] ?? item).focus({ preventScroll: true });
}

function refill(message) {
  const item = itemOf(message.id);
  if (!item) return;
  const messages = messagesOf(store.channelId);
  const at = messages.findIndex((other) => other.id === message.id);
  keepFocus(item, () => fillMessage(item, message, messages[at - 1]));
}

/** Show a message that is new or has changed, in any channel. */
export function messageChanged(message, isNew, before) {
  if (message.channel_id !== store.channelId) {
    if (showPosts()) return;
    const start = isNew && findMessage(store.channelId, message.channel_id); // a thread's id is its message's id
    if (start) refill(start);
    return;
  }
  if (isNew) {
    const messages = messagesOf(store.channelId);
    const at = messages.findIndex((other) => other.id === message.id);
    const item = newItem(message, messages[at - 1]);
    const next = messages[at + 1] && itemOf(messages[at + 1].id);
    const firstPending = list().querySelector(".pending");
    if (next ?? firstPending) (next ?? firstPending).before(item);
    else list().append(item);
    if (messages[at + 1]) refill(messages[at + 1]);
    const watched = pinned && document.visibilityState === "visible" && document.hasFocus();
    if (watched && !list().querySelector(".divider-new")) unreadFrom = message.id;
    else unreadFrom ??= messages[at - 1]?.id ?? null;
    placeDividers();
    if (!pinned && message.author.id !== store.me.id) missed++;
  } else {
    if (list().querySelector(`[data-message-id="${CSS.escape(message.id)}"] [data-select][aria-expanded="true"]`)) closeSelect();
    refill(message);
  }
  if (message.author.id !== store.me.id) sayChange(message, isNew, before);
  if (isNew && message.author.id === store.me.id) toPresent();
  settle();
}

function sayChange(message, isNew, before) {
  const text = summary(message);
  const wasLoading = before && before.flags !== message.flags;
  if (isNew || wasLoading) announce(`${nameOf(message.author)}: ${text}`);
  else if (before && summary(before) !== text) announce(`${nameOf(message.author)} changed: ${text}`);
}

export function messageGone({ id, channel_id: channelId }) {
  if (channelId !== store.channelId) return;
  const item = itemOf(id);
  if (!item) return;
  const hadFocus = item.contains(document.activeElement);
  const next = item.nextElementSibling?.dataset.messageId;
  item.remove();
  if (next) refill(findMessage(channelId, next));
  placeDividers();
  if (hadFocus) scroller().focus({ preventScroll: true });
  settle();
}

function settle() {
  if (isForum(store.channels.get(store.channelId))) return;
  if (pinned) toPresent();
  else showJump();
}

export function initMessages() {
  // Pictures make the list grow and the window makes it shrink; a reader at the end stays there.
  const watch = new ResizeObserver(settle);
  watch.observe(list());
  watch.observe(scroller());
  scroller().addEventListener("scroll", () => {
    if (pinned && sizes !== measured()) {
      toPresent(); // the size changed; the reader didn't scroll
      return;
    }
    const { scrollTop, scrollHeight, clientHeight } = scroller();
    pinned = scrollHeight - scrollTop - clientHeight < NEAR_BOTTOM;
    if (pinned) missed = 0;
    showJump();
  });
  on("message-state", (id) => {
    const item = itemOf(id);
    const message = findMessage(store.channelId, id);
    if (item && message) decorate(item, message);
    settle();
  });
  on("jump-present", () => {
    unreadFrom = messagesOf(store.channelId).at(-1)?.id ?? null;
    placeDividers();
    toPresent();
  });
  on("pending", () => {
    for (const node of list().querySelectorAll(".pending")) node.remove();
    list().append(...pendingItems());
    settle();
  });
}

/** Draw all messages again, after names, channels or threads have changed. */
export function refreshMessages() {
  if (showPosts()) return;
  list().querySelector(".beginning")?.replaceWith(beginning());
  messagesOf(store.channelId).forEach(refill);
  settle();
}

