// Discord's markdown within a line: emphasis, code, links, spoilers, mentions, emoji, timestamps.

import { callables } from "./commands.js";
import { h, icon, safeUrl } from "./dom.js";
import { channelName, emit, isThread, nameOf, roleOf, store } from "./store.js";
import { timestamp } from "./time.js";

const JUMP = /^https:\/\/(?:ptb\.|canary\.)?discord(?:app)?\.com\/channels\/(\d+|@me)\/(\d+)(?:\/(\d+))?\/?$/;
const WORD = /[\p{L}\p{N}_]/u;

// In order of precedence; each builds nodes from its match. `within` names the enclosing marks.
const RULES = [
  [/^\\([^\p{L}\p{N}\s])/u, (m) => m[1]],
  [/^(`+)([^`]|[^`][\s\S]*?[^`])\1(?!`)/, (m) => h("code", { class: "inline-code" }, m[2].replace(/^ (.*) $/s, "$1"))],
  [/^<(a?):(\w{2,32}):(\d{5,20})>/, (m) => customEmoji({ id: m[3], name: m[2], animated: m[1] === "a" })],
  [/^<@!?(\d+)>/, (m) => userMention(m[1])],
  [/^<@&(\d+)>/, (m) => mention(`@${roleOf(m[1])?.name ?? "unknown-role"}`)],
  [/^<#(\d+)>/, (m) => jumpLink(m[1], null)],
  [/^<\/([^:>]{1,100}):(\d+)>/, (m) => commandMention(m[1], m[2])],
  [/^<t:(-?\d{1,13})(?::([tTdDfFsSR]))?>/, (m) => timestamp(Number(m[1]), m[2] ?? "f")],
  [/^<(https?:\/\/[^\s<>]+)>/, (m) => link(m[1], [m[1]])],
  [
    /^\[((?:\\.|[^\]\\\n]|\n(?!\n)){1,1000}?)\]\(\s*<?(https?:\/\/(?:[^\s()<>]|\([^\s()<>]*\))+)>?(?:\s+["'][^"'\n]*["'])?\s*\)/,
    (m, within) => (within.link ? m[0] : link(m[2], inline(m[1], { ...within, link: true }))),
  ],
  [/^https?:\/\/[^\s<>]+/, (m, within) => (within.link ? m[0] : null)],
  [/^\|\|([\s\S]+?)\|\|/, (m, within) => spoiler(inline(m[1], within))],
  [/^\*\*\*((?:\\[\s\S]|[^\\])+?)\*\*\*(?!\*)/, (m, within) => h("strong", {}, h("em", {}, inline(m[1], within)))],
  [/^\*\*((?:\\[\s\S]|[^\\])+?)\*\*(?!\*)/, (m, within) => h("strong", {}, inline(m[1], within))],
  [/^__((?:\\[\s\S]|[^\\])+?)__(?!_)/, (m, within) => h("u", {}, inline(m[1], within))],
  [/^~~((?:\\[\s\S]|[^\\])+?)~~(?!~)/, (m, within) => h("s", {}, inline(m[1], within))],
  [/^\*(?![\s*])((?:\*\*|\\[\s\S]|[^*\\])*?[^\s*\\]|\\[\s\S])\*(?!\*)/, (m, within) => h("em", {}, inline(m[1], within))],
  [/^_((?:__|\\[\s\S]|[^\\_])+?)_(?![\p{L}\p{N}_])/u, (m, within, before) => (WORD.test(before) ? null : h("em", {}, inline(m[1], within)))],
  [/^@(?:everyone|here)(?![\p{L}\p{N}_])/u, (m) => mention(m[0])],
];

const STARTS = /[\\`<[h|*_~@]/;

export function inline(text, within = {}) {
  const parts = [];
  let plain = "";
  const push = (part) => {
    if (plain) parts.push(plain);
    plain = "";
    parts.push(part);
  };
  for (let at = 0; at < text.length; ) {
    const taken = STARTS.test(text[at]) ? tryRules(text, at, within) : null;
    if (taken) {
      push(taken.part);
      at += taken.length;
    } else plain += text[at++];
  }
  if (plain) parts.push(plain);
  return parts;
}

function tryRules(text, at, within) {
  const rest = text.slice(at);
  const bare = within.link ? null : bareUrl(rest);
  if (bare) return { part: link(bare, [bare]), length: bare.length };
  for (const [pattern, make] of RULES) {
    const match = pattern.exec(rest);
    const part = match && make(match, within, text[at - 1] ?? "");
    if (part !== null && part !== undefined) return { part, length: match[0].length };
  }
  return null;
}

/** Return the address at the start of the text, without the sentence's punctuation. */
function bareUrl(text) {
  let url = /^https?:\/\/[^\s<>]+/.exec(text)?.[0];
  if (!url) return null;
  url = url.replace(/[.,:;"'\]!?*_~|]+$/, "");
  while (url.endsWith(")") && url.split(")").length > url.split("(").length) url = url.slice(0, -1);
  return url;
}

function link(url, children) {
  const jump = JUMP.exec(url);
  if (jump) return children.length === 1 && children[0] === url ? jumpLink(jump[2], jump[3]) : jumpLink(jump[2], jump[3], children);
  const href = safeUrl(url);
  return href ? h(
    "a",
    { href, target: "_blank", rel: "noopener noreferrer nofollow" },
    children,
  ) : h("span", {}, children);
}

export function followJump(url) {
  const jump = JUMP.exec(url ?? "");
  if (jump) emit("jump", { channelId: jump[2], messageId: jump[3] });
  return Boolean(jump);
}

function jumpLink(channelId, messageId, children) {
  const channel = store.channels.get(channelId);
  const name = channel ? channelName(channel) : "unknown";
  const label = children ?? [isThread(channel) ? icon("thread") : "#", name, messageId ? " › message" : ""];
  return h(
    "a",
    {
      class: children ? "jump-link" : "mention jump-link",
      href: `?user=${store.me?.id ?? ""}&channel=${channelId}`,
      data: { jumpChannel: channelId, jumpMessage: messageId ?? "" },
      on: {
        click: (event) => {
          if (event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          emit("jump", { channelId, messageId });
        },
      },
    },
    label,
  );
}

const mention = (text) => h("span", { class: "mention" }, text);

/** Return a button that puts the command into the message box, or plain text if the user has no such command. */
function commandMention(name, id) {
  if (!callables().some((callable) => callable.name === name && callable.command.id === id)) return `/${name}`;
  return h(
    "button",
    {
      type: "button",
      class: "mention command-mention",
      data: { mentionCommand: name },
      on: { click: () => emit("use-command", { name, id }) },
    },
    `/${name}`,
  );
}

function userMention(id) {
  const member = store.members.get(id);
  const node = mention(`@${member ? nameOf(member.user) : "unknown-user"}`);
  if (id === store.me?.id) node.classList.add("mention-me");
  node.dataset.mentionUser = id;
  return node;
}

export function emoji({ id, name, animated }) {
  return id ? customEmoji({ id, name, animated }) : h(
    "span",
    { class: "emoji-text", role: "img", "aria-label": name },
    name,
  );
}

function customEmoji({ id, name }) {
  const label = `:${name}:`;
  const picture = h(
    "img",
    {
      class: "emoji",
      src: `/cdn/emojis/${encodeURIComponent(id)}.png`,
      alt: label,
      title: label,
      draggable: "false",
    },
  );
  picture.addEventListener("error", () => picture.replaceWith(label));
  return picture;
}

function spoiler(children) {
  const node = h(
    "span",
    {
      class: "spoiler",
      role: "button",
      tabindex: "0",
      "aria-label": "Spoiler, press to show",
      "aria-expanded": "false",
    },
  );
  const inner = h("span", { "aria-hidden": "true" }, children);
  node.append(inner);
  const reveal = (event) => {
    if (node.classList.contains("shown")) return;
    event.preventDefault();
    event.stopPropagation();
    node.classList.add("shown");
    for (const name of ["role", "tabindex", "aria-label", "aria-expanded"]) node.removeAttribute(name);
    inner.removeAttribute("aria-hidden");
  };
  node.addEventListener("click", reveal, true);
  node.addEventListener("keydown", (event) => (event.key === "Enter" || event.key === " ") && reveal(event));
  return node;
}
