// The left side with servers, channels, threads and the user; and the members on the right.

import { avatar, initials } from "./avatar.js";
import { post } from "./connection.js";
import { byId, h, icon } from "./dom.js";
import { opensUserMenu } from "./user-menu.js";
import { botTag } from "./message.js";
import { CHANNEL, channelName, compareIds, emit, isArchived, isDirect, isThread, nameOf, store } from "./store.js";
import { unreadOf } from "./unread.js";

const byPosition = (a, b) => (a.position ?? 0) - (b.position ?? 0) || compareIds(a.id, b.id);

/** Draw the server rail, the list of channels and the user panel. */
export function showSidebar() {
  const name = store.guild?.name ?? "Playground";
  byId("guild-name").textContent = name;
  byId("rail").replaceChildren(
    h(
      "button",
      {
        type: "button",
        class: "rail-button rail-home",
        "aria-label": "Who are you? Choose another person",
        title: "Who are you?",
        data: { home: "" },
        on: { click: () => emit("choose-user") },
      },
      icon("people"),
    ),
    h("div", { class: "rail-line", role: "presentation" }),
    h(
      "button",
      {
        type: "button",
        class: "rail-button rail-guild current",
        "aria-label": name,
        title: name,
        "aria-current": "true",
      },
      initials(name),
    ),
  );
  showChannels();
  showUserPanel();
}

let drawn = "";

/** Draw the list of channels if it changed: a rebuilt list would lose a press in progress. */
export function showChannels() {
  const all = [...store.channels.values()];
  const state = JSON.stringify([
    store.channelId,
    all.map((channel) => [
      channel.id,
      channelName(channel),
      channel.parent_id,
      channel.position,
      isArchived(channel),
      unreadOf(channel.id),
    ]),
  ]);
  if (state === drawn) return;
  drawn = state;
  const isHome = (channel) => (channel.guild_id ?? store.guild?.id) === store.guild?.id;
  const rooms = all.filter((channel) => !isThread(channel) && !isDirect(channel) && channel.type !== CHANNEL.CATEGORY).sort(byPosition);
  const top = rooms.filter(isHome);
  const categories = all.filter((channel) => channel.type === CHANNEL.CATEGORY).sort(byPosition);
  const rows = (parentId) => top.filter((channel) => (channel.parent_id ?? null) === parentId).map((channel) => channelRow(channel, all));
  const focused = document.activeElement?.closest?.("#channels [data-channel-id]")?.dataset.channelId;
  const direct = all.filter(isDirect);
  byId("channels").replaceChildren(
    h("ul", { class: "channel-list" }, rows(null)),
    ...categories.map((category) => h(
      "div",
      {},
      h("h2", { class: "category" }, channelName(category)),
      h("ul", { class: "channel-list" }, rows(category.id)),
    )),
    ...store.guilds.filter((guild) => guild.id !== store.guild.id).map((guild) => h(
      "div",
      { data: { guildId: guild.id } },
      h("h2", { class: "category" }, guild.bot_present ? guild.name : `${guild.name} · without the bot`),
      h(
        "ul",
        { class: "channel-list" },
        rooms.filter((channel) => channel.guild_id === guild.id).map((channel) => channelRow(channel, all)),
      ),
    )),
    ...(direct.length ? [h(
      "div",
      {},
      h("h2", { class: "category" }, "Direct messages"),
      h("ul", { class: "channel-list" }, direct.map((channel) => channelRow(channel, []))),
    )] : []),
  );
  if (focused) byId("channels").querySelector(`[data-channel-id="${CSS.escape(focused)}"]`)?.focus();
}

function channelRow(channel, all) {
  const threads = all
    .filter((thread) => isThread(thread) && thread.parent_id === channel.id)
    .sort((a, b) => isArchived(a) - isArchived(b) || compareIds(b.id, a.id));
  return h(
    "li",
    {},
    channelLink(channel),
    threads.length ? h(
      "ul",
      { class: "thread-list" },
      threads.map((thread) => h("li", {}, channelLink(thread))),
    ) : null,
  );
}

function channelLink(channel) {
  const current = channel.id === store.channelId;
  const { unread, mentions } = unreadOf(channel.id);
  const archived = isArchived(channel);
  const notes = [
    mentions && `${mentions} mentions`,
    unread && !mentions && "unread",
    archived && "archived",
  ].filter(Boolean).join(", ");
  return h(
    "a",
    {
      class: [
        "channel",
        isThread(channel) && "thread",
        current && "current",
        unread && !current && "unread",
        archived && "archived",
      ].filter(Boolean).join(" "),
      href: `?user=${store.me.id}&channel=${channel.id}`,
      "aria-current": current ? "page" : null,
      data: { channelId: channel.id },
      on: {
        click: (event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          emit("jump", { channelId: channel.id });
        },
      },
    },
    isThread(channel) ? null : icon(isDirect(channel) ? "at" : "hash"),
    h("span", { class: "channel-name" }, channelName(channel)),
    notes && h("span", { class: "sr-only" }, `, ${notes}`),
    mentions ? h(
      "span",
      { class: "badge", "aria-hidden": "true", data: { mentions: String(mentions) } },
      String(mentions),
    ) : null,
  );
}

function showUserPanel() {
  // Draw only changes, so that an open list of languages stays open.
  const says = [store.me.id, nameOf(store.me), store.locale, store.locales].join();
  if (byId("user-panel").dataset.says === says) return;
  byId("user-panel").dataset.says = says;
  byId("user-panel").replaceChildren(
    h(
      "button",
      {
        type: "button",
        class: "user-button",
        data: { switchUser: "" },
        "aria-label": `You are ${nameOf(store.me)}. Become someone else`,
        on: { click: () => emit("choose-user") },
      },
      h("span", { class: "presence on" }, avatar(store.me, "avatar-medium")),
      h(
        "span",
        { class: "user-names" },
        h("span", { class: "user-name" }, nameOf(store.me)),
        h("span", { class: "user-sub" }, "Switch person"),
      ),
      icon("swap"),
    ),
    store.locales.length ? languageChoice() : null,
  );
}

/** Build the user's language menu; the bot writes private messages in this language, if it can. */
function languageChoice() {
  const name = (locale) => {
    const own = new Intl.DisplayNames([locale], { type: "language" }).of(locale);
    return own.charAt(0).toLocaleUpperCase(locale) + own.slice(1);
  };
  const select = h(
    "select",
    {
      class: "language",
      "aria-label": "Your language",
      on: { change: () => post("/client/locale", { user_id: store.me.id, locale: select.value }) },
    },
    store.locales.map((locale) => h("option", { value: locale, lang: locale }, name(locale))),
  );
  select.value = store.locale;
  return select;
}

export function showMembers() {
  const all = [...store.members.values()].sort((a, b) => nameOf(a.user).localeCompare(nameOf(b.user)));
  const isBot = (member) => member.bot || member.user.bot;
  const group = (title, members) =>
    members.length ? [
      h("h2", { class: "members-title" }, `${title} — ${members.length}`),
      h("ul", { class: "member-list" }, members.map(memberRow)),
    ] : [];
  const bots = all.filter(isBot);
  if (store.bot && !bots.some((member) => member.user.id === store.bot.id)) bots.push({ user: store.bot, bot: true });
  byId("members").replaceChildren(
    h(
      "button",
      {
        type: "button",
        class: "icon-button members-close",
        "aria-label": "Close the list of members",
        on: { click: () => emit("drawer", "") },
      },
      icon("close"),
    ),
    ...group("Bot", bots),
    ...group("Members", all.filter((member) => !isBot(member))),
  );
}

function memberRow({ user, bot }) {
  const isBot = bot || user.bot;
  const online = user.id !== store.bot?.id || store.botOnline;
  const row = h(
    "button",
    {
      type: "button",
      class: `member ${online ? "" : "offline"}`,
      "aria-haspopup": "menu",
      data: { memberId: user.id },
    },
    h("span", { class: `presence ${online ? "on" : ""}` }, avatar(user, "avatar-medium")),
    h(
      "span",
      { class: "member-name" },
      nameOf(user),
      user.id === store.me.id ? h("span", { class: "you" }, " (you)") : null,
      user.id === store.bot?.id && online && store.botStatus
        ? h("span", { class: "member-status" }, store.botStatus)
        : null,
    ),
    isBot && botTag(),
  );
  return h("li", {}, opensUserMenu(row, user));
}
