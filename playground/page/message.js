// One message as nodes: header, reply or command line, content, components, footer.

import { failures, loading } from "./actions.js";
import { avatar } from "./avatar.js";
import { attachments, embed } from "./embeds.js";
import { components } from "./components.js";
import { post } from "./connection.js";
import { emoji } from "./inline.js";
import { dots, h, icon } from "./dom.js";
import { markdown, plainText } from "./markdown.js";
import {
  channelName,
  componentText,
  emit,
  findMessage,
  FLAG,
  mentionsMe,
  messagesOf,
  nameOf,
  resolvedIn,
  store,
} from "./store.js";
import { fullTime, messageTime, shortTime } from "./time.js";
import { appEntries, openMenu, opensUserMenu } from "./user-menu.js";

const SYSTEM = {
  1: (message) => `added ${(message.mentions ?? []).map(nameOf).join(", ") || "somebody"} to the thread.`,
  2: (message) => `removed ${(message.mentions ?? []).map(nameOf).join(", ") || "somebody"} from the thread.`,
  4: (message) => `changed the channel name: ${message.content}`,
  6: () => "pinned a message to this channel.",
  7: () => "just joined.",
  18: (message) => `started a thread: ${message.content}`,
};
const GROUP_SPAN = 7 * 60_000;

const isSystem = (message) => message.type in SYSTEM;

/** Return the command that this message answers: {user, name}, or null. */
function commandOf(message) {
  const meta = message.interaction_metadata ?? message.interaction;
  if (!meta?.user || meta.type !== 2) return null;
  const name = meta.name ?? message.interaction?.name ?? "a command";
  return { user: meta.user, name: (meta.command_type ?? 1) === 1 ? `/${name}` : name };
}

/** Return whether it continues the previous message without a header of its own. */
function continues(message, before) {
  if (!before || isSystem(message) || isSystem(before)) return false;
  if (message.author.id !== before.author.id) return false;
  if (commandOf(message) || message.message_reference) return false;
  if ((message.flags & FLAG.EPHEMERAL) !== (before.flags & FLAG.EPHEMERAL)) return false;
  return new Date(message.timestamp) - new Date(before.timestamp) < GROUP_SPAN;
}

/** Rebuild the content of a message's list item. */
export function fillMessage(item, message, before) {
  const grouped = continues(message, before);
  const mine = Boolean(message.flags & FLAG.EPHEMERAL);
  item.className = [
    "message",
    grouped && "grouped",
    mine && "private",
    mentionsMe(message) && "mentions-me",
    isSystem(message) && "system",
  ].filter(Boolean).join(" ");
  item.dataset.messageId = message.id;
  item.dataset.authorId = message.author.id;
  const labelId = `m-${message.id}-author`;
  item.setAttribute("aria-labelledby", labelId);
  const nodes = isSystem(message) ? systemLine(message, labelId) : ordinary(message, grouped, labelId);
  hideStrangers(nodes, message.type === 21 ? message.referenced_message ?? message : message);
  keepPictures(item, nodes);
  item.replaceChildren(...nodes);
  decorate(item, message);
}

/** Show the state of the message's interactions: awaited, failed or neither. */
export function decorate(item, message) {
  const waitsFor = loading.get(message.id);
  item.setAttribute("aria-busy", String(waitsFor !== undefined));
  for (const control of item.querySelectorAll("[data-custom-id]")) {
    control.classList.toggle("loading", waitsFor !== undefined && control.dataset.customId === waitsFor);
  }
  item.querySelector(".failure")?.remove();
  if (failures.has(message.id)) {
    const reason = failures.get(message.id);
    item.append(h(
      "div",
      { class: "failure", role: "alert" },
      icon("warn"),
      h("span", {}, "This interaction failed"),
      reason && h("span", { class: "failure-reason" }, reason),
    ));
  }
}

/** Hide the names in mentions of users unknown to the client. */
function hideStrangers(nodes, message) {
  const mentions = nodes.flatMap((node) => [...(node.querySelectorAll?.("[data-mention-user]") ?? [])]);
  if (!mentions.length) return;
  const resolved = resolvedIn(message);
  for (const node of mentions) {
    if (!resolved.has(node.dataset.mentionUser)) node.textContent = "@unknown-user";
  }
}

/** Keep the nodes of unchanged pictures, so that an edit does not flicker. */
function keepPictures(item, nodes) {
  const old = new Map([...item.querySelectorAll("img")].map((img) => [img.src, img]));
  for (const node of nodes) {
    for (const img of node.querySelectorAll?.("img") ?? []) {
      const same = old.get(img.src);
      if (!same?.complete || same.className !== img.className) continue;
      old.delete(img.src);
      for (const name of ["alt", "width", "height", "title"]) {
        if (img.hasAttribute(name)) same.setAttribute(name, img.getAttribute(name));
        else same.removeAttribute(name);
      }
      img.replaceWith(same);
    }
  }
}

function systemLine(message, labelId) {
  const thread = message.type === 18 ? store.channels.get(message.message_reference?.channel_id) : null;
  return [
    h("div", { class: "gutter" }, icon(message.type === 18 ? "thread" : "right")),
    h(
      "div",
      { class: "body", id: labelId },
      h("strong", {}, nameOf(message.author)),
      " ",
      thread
        ? [
          "started a thread: ",
          h(
            "button",
            {
              type: "button",
              class: "link-button",
              data: { threadId: thread.id },
              on: { click: () => emit("jump", { channelId: thread.id }) },
            },
            message.content || channelName(thread),
          ),
          ". ",
        ]
        : SYSTEM[message.type](message),
      h("time", { class: "time", datetime: message.timestamp }, messageTime(message.timestamp)),
    ),
  ];
}

function ordinary(message, grouped, labelId) {
  const command = commandOf(message);
  const name = nameOf(message.author);
  const time = h(
    "time",
    { class: "time", datetime: message.timestamp, title: fullTime(message.timestamp) },
    grouped ? shortTime(message.timestamp) : messageTime(message.timestamp),
  );
  const header = grouped
    ? h("span", { class: "sr-only", id: labelId }, `${name}, ${shortTime(message.timestamp)}`)
    : h(
      "div",
      { class: "header", id: labelId },
      authorName(message.author, name),
      message.author.bot && botTag(),
      time,
    );
  return [
    command && h(
      "div",
      { class: "context" },
      avatar(command.user, "avatar-tiny"),
      h("span", { class: "context-name" }, nameOf(command.user)),
      " used ",
      h("span", { class: "mention" }, command.name),
    ),
    message.message_reference && !command && replyLine(message),
    h("div", { class: "gutter" }, grouped ? time : avatar(message.author)),
    h("div", { class: "body" }, header, content(message), threadBox(message), privateFooter(message)),
    toolbar(message),
  ].filter(Boolean);
}

function authorName(author, name) {
  const mine = String(author.id === store.me.id);
  const attributes = { type: "button", class: "author", "aria-haspopup": "menu", data: { mine, author: author.id } };
  return opensUserMenu(h("button", attributes, name), author);
}

/** Build the message's menu, if the bot has message commands. */
function toolbar(message) {
  const entries = appEntries(3, message.id);
  if (!entries.length || message.flags & FLAG.EPHEMERAL) return null;
  const more = h(
    "button",
    {
      type: "button",
      class: "icon-button",
      "aria-label": "Apps",
      "aria-haspopup": "menu",
      on: { click: () => openMenu(more, "Apps", entries) },
    },
    icon("more"),
  );
  return h("div", { class: "toolbar" }, more);
}

export const botTag = () => h("span", { class: "bot-tag" }, "BOT");

function content(message) {
  if (message.flags & FLAG.LOADING) {
    return h(
      "div",
      { class: "thinking" },
      dots("dots-shown"),
      `${nameOf(message.author)} is thinking…`,
    );
  }
  const original = message.type === 21 ? message.referenced_message ?? message : message;
  const edited = message.edited_timestamp && h(
    "span",
    { class: "edited", title: fullTime(message.edited_timestamp) },
    "(edited)",
  );
  const nodes = [];
  if (original.content) {
    const text = markdown(original.content, "content");
    if (edited) (text.lastElementChild ?? text).append(" ", edited);
    nodes.push(text);
  }
  if (original.attachments?.length && !(original.flags & FLAG.V2)) nodes.push(...attachments(original.attachments, original));
  for (const item of original.embeds ?? []) nodes.push(embed(item, original));
  if (original.components?.length) nodes.push(h(
    "div",
    { class: original.flags & FLAG.V2 ? "layout" : "legacy" },
    components(original.components, original),
  ));
  if (edited && !original.content) nodes.push(edited);
  if (message.reactions?.length) nodes.push(h(
    "div",
    { class: "reactions" },
    message.reactions.map((reaction) => h(
      "span",
      { class: "reaction" },
      emoji(reaction.emoji),
      ` ${reaction.count}`,
    )),
  ));
  return nodes;
}

/** Return a short text of the message, for previews and screen readers. */
export function summary(message) {
  if (message.flags & FLAG.LOADING) return "is thinking…";
  const text = [
    message.content,
    ...componentText(message.components),
    ...(message.embeds ?? []).flatMap((item) => [item.title, item.description]),
  ];
  return text.filter(Boolean).map(plainText).join(" ").slice(0, 400);
}

function replyLine(message) {
  const other = message.referenced_message ?? findMessage(message.channel_id, message.message_reference.message_id);
  const line = h("div", { class: "context reply" }, icon("reply"));
  if (!other) {
    line.append(h("em", {}, "Original message was deleted"));
    return line;
  }
  const jump = () => emit("jump", { channelId: other.channel_id, messageId: other.id });
  line.append(
    avatar(other.author, "avatar-tiny"),
    h("span", { class: "context-name" }, nameOf(other.author)),
    h("button", { type: "button", class: "context-text", on: { click: jump } }, summary(other) || "Open the message"),
  );
  return line;
}

function threadBox(message) {
  const thread = store.channels.get(message.id) ?? message.thread;
  if (!thread || thread.id === message.channel_id || !(message.flags & FLAG.HAS_THREAD || message.thread)) return null;
  const count = Math.max(thread.total_message_sent ?? thread.message_count ?? 0, messagesOf(thread.id).length);
  return h(
    "button",
    {
      type: "button",
      class: "thread-box",
      data: { threadId: thread.id },
      on: { click: () => emit("jump", { channelId: thread.id }) },
    },
    h("span", { class: "thread-name" }, channelName(thread)),
    h("span", { class: "thread-count" }, `${count} ${count === 1 ? "Message" : "Messages"} ›`),
  );
}

function privateFooter(message) {
  if (!(message.flags & FLAG.EPHEMERAL)) return null;
  const dismiss = () => post("/client/dismiss", { user_id: store.me.id, message_id: message.id });
  return h(
    "div",
    { class: "private-footer" },
    icon("eye"),
    "Only you can see this • ",
    h(
      "button",
      { type: "button", class: "link-button", data: { dismiss: message.id }, on: { click: dismiss } },
      "Dismiss message",
    ),
  );
}
