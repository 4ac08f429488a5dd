// The page: a small Discord client for one person in one tab. It shows Discord objects and knows no game.
//
// Hooks for tests:
//   [data-start] welcome buttons; [data-user-id] users to choose; [data-open-as] "another tab as"; [data-switch-user]
//   [data-message] a menu item that opens direct messages; [data-install] one that installs the app
//   [data-post-id] posts of an open forum (.post-tag, .post-closed)
//   [data-channel-id] channels and threads (.badge[data-mentions]); [data-member-id] members
//   [data-message-id] messages (.private, .mentions-me, aria-busy; .failure); [data-dismiss]; [data-pending]
//   [data-custom-id] buttons, selects, inputs; [data-value] a select's options; [data-thread-id]; .alt-badge
//   #composer-input, #composer-error; [data-command] entries (role=option), quick chips ([data-quick]), menu items
//   [data-option] option fields; [data-add-option]; [data-choice] choices
//   [role=dialog] modals (.modal-error, [data-modal-submit], [data-modal-cancel], [data-field]), lightbox, switcher
//   #clock [data-forward] buttons that move the clock (seconds); .clock-now
//   #banners [data-banner=connection|bot]; [data-jump-present]; body[data-drawer]

import { runCommand } from "./actions.js";
import { openSwitcher, showChooser, showWaiting } from "./chooser.js";
import { takeClock } from "./clock.js";
import { commandData } from "./commands.js";
import { initComposer, showComposer, showQuick } from "./composer.js";
import { connect } from "./connection.js";
import { byId, h, icon, isNarrow } from "./dom.js";
import {
  initMessages,
  isAtPresent,
  messageChanged,
  messageGone,
  refreshMessages,
  revealMessage,
  showMessages,
} from "./messages.js";
import { takeEvents } from "./events.js";
import { takePushes, tookPush } from "./pushes.js";
import { showChannels, showMembers, showSidebar } from "./sidebar.js";
import {
  CHANNEL,
  channelName,
  dropMessage,
  emit,
  findMessage,
  isArchived,
  isDirect,
  isThread,
  on,
  putMessage,
  store,
  takeReady,
} from "./store.js";
import { lastRead, markRead, showTitle } from "./unread.js";
import { startable } from "./welcome.js";

const params = new URLSearchParams(location.search);
const userId = params.get("user");
let started = false;
let wanted = params.get("start"); // the newcomer's first command, until it runs
let following = false; // afterwards: open the thread that the command creates
let opening = null; // id of a channel to open once it is known
let failed = 0; // connections that broke before the first READY

function defaultChannel() {
  const requested = new URLSearchParams(location.search).get("channel");
  if (store.channels.has(requested)) return requested;
  if (store.channels.has(store.guild?.system_channel_id)) return store.guild.system_channel_id;
  const texts = [...store.channels.values()].filter((channel) => channel.type === CHANNEL.TEXT);
  return texts.sort((a, b) => (a.position ?? 0) - (b.position ?? 0))[0]?.id ?? null;
}

/** Open a channel, optionally at a message. */
function openChannel(channelId, { messageId = null, push = true } = {}) {
  if (!store.channels.has(channelId)) return;
  const changed = channelId !== store.channelId;
  if (changed) {
    store.channelId = channelId;
    const address = `?user=${store.me.id}&channel=${channelId}`;
    if (push) history.pushState(null, "", address);
    else history.replaceState(null, "", address);
    showHeader();
    showComposer();
    showQuick();
    showMessages(lastRead(channelId));
  }
  drawer("");
  if (messageId) revealMessage(messageId);
  markSeen();
}

/** Mark the channel as read if its end is in view in a focused tab. */
function markSeen() {
  if (document.visibilityState === "visible" && document.hasFocus() && isAtPresent()) markRead(store.channelId);
  showChannels();
  showTitle();
}

function showHeader() {
  const channel = store.channels.get(store.channelId);
  const parent = isThread(channel) && store.channels.get(channel.parent_id);
  byId("chat-header").replaceChildren(
    h(
      "button",
      {
        type: "button",
        class: "icon-button only-narrow",
        "aria-label": "Channels",
        "aria-controls": "sidebar",
        data: { openDrawer: "channels" },
        on: { click: () => drawer("channels") },
      },
      icon("menu"),
    ),
    h(
      "h2",
      { class: "chat-title" },
      parent ? [
        h(
          "button",
          { type: "button", class: "chat-parent", on: { click: () => openChannel(parent.id) } },
          icon("hash"),
          channelName(parent),
        ),
        icon("right"),
      ] : null,
      icon(isThread(channel) ? "thread" : isDirect(channel) ? "at" : "hash"),
      h("span", { class: "chat-name" }, channelName(channel)),
      isArchived(channel) ? h("span", { class: "chat-archived" }, "archived") : null,
    ),
    channel?.topic ? h(
      "p",
      { class: "chat-topic", title: channel.topic },
      channel.topic,
    ) : h("span", { class: "chat-topic" }),
    h(
      "button",
      {
        type: "button",
        class: "icon-button",
        "aria-label": "Members",
        "aria-controls": "members",
        data: { openDrawer: "members" },
        on: { click: toggleMembers },
      },
      icon("people"),
    ),
  );
}

function toggleMembers() {
  if (isNarrow()) drawer("members");
  else document.body.classList.toggle("no-members");
}

/** Open a drawer over the chat on a phone: "channels", "members" or "". */
function drawer(name) {
  const before = document.body.dataset.drawer ?? "";
  if (before === name) return;
  document.body.dataset.drawer = name;
  byId("scrim").hidden = !name;
  document.querySelector("main.chat").inert = Boolean(name);
  const target = { channels: "#channels .channel.current, #channels a", members: ".members-close" }[name];
  if (target) document.querySelector(target)?.focus();
  else document.querySelector(`[data-open-drawer="${before}"]`)?.focus();
}

/** Run the command chosen on the welcome, as soon as the bot offers it. */
function beginWanted() {
  const start = wanted && started && store.botOnline ? startable(wanted) : null;
  if (!start) return;
  wanted = null;
  following = true;
  runCommand(commandData(start.item, start.options), `/${start.item.name}`);
}

function banner(name, text) {
  const old = byId("banners").querySelector(`[data-banner=${name}]`);
  if (!text) old?.remove();
  else if (old) old.textContent = text;
  else byId("banners").append(h("p", { class: `banner banner-${name}`, data: { banner: name } }, text));
}

function showBotStatus() {
  banner("bot", store.botOnline ? "" : "The bot is offline. Commands and buttons will answer when it is back.");
}

on("READY", (d) => {
  takeReady(d);
  takeClock(d);
  takePushes(d);
  takeEvents(d.events);
  banner("connection", "");
  if (!userId || !store.me) {
    showChooser(params.get("channel"));
    return;
  }
  byId("chooser").hidden = true;
  byId("app").hidden = false;
  if (!started) {
    started = true;
    initMessages();
    initComposer();
  }
  const isKnown = store.channels.has(store.channelId);
  showSidebar();
  showMembers();
  showBotStatus();
  if (isKnown) {
    showHeader();
    showQuick();
    showMessages(lastRead(store.channelId));
    markSeen();
  } else openChannel(defaultChannel(), { push: false });
  beginWanted();
});

on("connection", (state) => {
  if (state === "open") return;
  if (started) banner("connection", "Reconnecting…");
  else showWaiting("Connecting to the playground…", Boolean(userId) && ++failed > 1);
});

function took(message) {
  const before = findMessage(message.channel_id, message.id);
  const isNew = putMessage(message);
  if (isNew && message.interaction_metadata?.user?.id === store.me?.id) emit("used");
  messageChanged(message, isNew, before);
  markSeen();
}
on("MESSAGE_CREATE", took);
on("MESSAGE_UPDATE", took);
on("MESSAGE_DELETE", (d) => {
  dropMessage(d);
  messageGone(d);
  markSeen();
});

on("PUSH", tookPush);

function tookChannel(channel) {
  store.channels.set(channel.id, { ...store.channels.get(channel.id), ...channel });
  if (channel.id === store.channelId) showHeader();
  showChannels();
  refreshMessages();
}
on("CHANNEL_CREATE", (channel) => {
  tookChannel(channel);
  if (channel.id === opening) openKnown(channel.id);
  if (!following || !isThread(channel) || channel.parent_id !== store.channelId) return;
  following = false;
  openChannel(channel.id);
});
on("CHANNEL_UPDATE", tookChannel);
on("CHANNEL_DELETE", ({ id }) => {
  const deleted = store.channels.get(id);
  store.channels.delete(id);
  store.messages.delete(id);
  refreshMessages();
  if (id === store.channelId) openChannel(
    store.channels.has(deleted?.parent_id) ? deleted.parent_id : defaultChannel(),
    { push: false },
  );
  showChannels();
});
/** Open a channel now, or as soon as the server has sent it. */
function openKnown(id) {
  opening = store.channels.has(id) ? null : id;
  openChannel(id);
}
on("open", openKnown);
on("INSTALLED", ({ installed }) => {
  store.installed = installed;
  showMembers();
});
on("LOCALE", ({ locale }) => {
  store.locale = locale;
  showSidebar();
});
on("COMMANDS", (commands) => {
  store.commands = commands;
  if (started) showQuick();
  beginWanted();
});
on("BOT_STATUS", ({ online, status }) => {
  store.botOnline = online;
  store.botStatus = status ?? "";
  if (!started) return showChooser(params.get("channel"));
  showBotStatus();
  showMembers();
  beginWanted();
});

on("jump", ({ channelId, messageId }) => openChannel(channelId, { messageId }));
on("choose-user", openSwitcher);
on("drawer", drawer);
byId("scrim").addEventListener("click", () => drawer(""));
addEventListener("keydown", (event) => event.key === "Escape" && document.body.dataset.drawer && drawer(""));
addEventListener("popstate", () => {
  const channelId = new URLSearchParams(location.search).get("channel");
  if (started && store.channels.has(channelId)) openChannel(channelId, { push: false });
});
addEventListener("focus", () => started && markSeen());
document.addEventListener("visibilitychange", () => started && markSeen());
byId("messages").addEventListener("scroll", () => started && isAtPresent() && markSeen());

showWaiting("Connecting to the playground…");
connect(userId);
