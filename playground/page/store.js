// The tab's state: Discord objects as the server sent them, and listeners for their changes.

export const store = {
  me: null,
  bot: null,
  guild: null, // the first server
  guilds: [], // the user's servers, each with `bot_present`
  installed: false, // the user has installed the app
  members: new Map(), // user id -> {user, nick, bot}
  channels: new Map(), // id -> channel or thread
  commands: [],
  locale: "en-US", // of this tab's user
  locales: [],
  messages: new Map(), // channel id -> messages, oldest first
  botOnline: true,
  largeServers: false, // clients know only users from messages
  channelId: null,
};

export const FLAG = { HAS_THREAD: 1 << 5, EPHEMERAL: 1 << 6, LOADING: 1 << 7, V2: 1 << 15 };
export const CHANNEL = {
  TEXT: 0,
  DM: 1,
  VOICE: 2,
  GROUP: 3,
  CATEGORY: 4,
  NEWS: 5,
  NEWS_THREAD: 10,
  THREAD: 11,
  PRIVATE_THREAD: 12,
  FORUM: 15,
  MEDIA: 16,
};

const listeners = new Map();

/** Call `listener(detail)` for every event of that name. */
export function on(name, listener) {
  if (!listeners.has(name)) listeners.set(name, []);
  listeners.get(name).push(listener);
}

export function emit(name, detail) {
  for (const listener of listeners.get(name) ?? []) listener(detail);
}

/** Compare snowflakes by time. */
export const compareIds = (a, b) => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);

/** Replace the whole state by a READY. */
export function takeReady(d) {
  store.me = d.user;
  store.bot = d.bot;
  store.guild = d.guild;
  store.guilds = d.guilds ?? [];
  store.installed = d.installed === true;
  store.members = new Map(d.members.map((member) => [member.user.id, member]));
  store.channels = new Map(d.channels.map((channel) => [channel.id, channel]));
  store.commands = d.commands ?? [];
  store.locale = d.locale ?? "en-US";
  store.locales = d.locales ?? [];
  store.botOnline = d.bot_online !== false;
  store.botStatus = d.bot_status ?? "";
  store.largeServers = d.large_servers === true;
  store.welcome = d.welcome ?? null;
  store.messages = new Map(
    Object.entries(d.messages ?? {}).map(([id, list]) => [id, [...list].sort((a, b) => compareIds(a.id, b.id))]),
  );
}

export const messagesOf = (channelId) => store.messages.get(channelId) ?? [];
export const findMessage = (channelId, id) => messagesOf(channelId).find((message) => message.id === id);

/** Add or replace a message; return whether it is new. */
export function putMessage(message) {
  const list = messagesOf(message.channel_id);
  const at = list.findIndex((other) => other.id === message.id);
  if (at >= 0) list[at] = message;
  else {
    list.push(message);
    list.sort((a, b) => compareIds(a.id, b.id));
  }
  store.messages.set(message.channel_id, list);
  return at < 0;
}

export function dropMessage({ id, channel_id: channelId }) {
  store.messages.set(channelId, messagesOf(channelId).filter((message) => message.id !== id));
}

export const isThread = (channel) => [
  CHANNEL.NEWS_THREAD,
  CHANNEL.THREAD,
  CHANNEL.PRIVATE_THREAD,
].includes(channel?.type);
export const isDirect = (channel) => [CHANNEL.DM, CHANNEL.GROUP].includes(channel?.type);
export const isForum = (channel) => [CHANNEL.FORUM, CHANNEL.MEDIA].includes(channel?.type);
/** Return where commands are offered in a channel, as in a command's `places`. */
export function placeOf(channel) {
  if (!isDirect(channel)) return `guild:${channel?.guild_id ?? store.guild?.id}`;
  return (channel.recipients ?? []).some((user) => user.id === store.bot?.id) ? "bot" : "people";
}

/** Return the commands that can be used in the open channel. */
export function commandsHere() {
  const place = placeOf(store.channels.get(store.channelId));
  return store.commands.filter(({ places }) => !places || places.includes(place));
}

export const isArchived = (channel) => Boolean(channel?.thread_metadata?.archived);

/** Return the nickname, display name or user name. */
export function nameOf(user) {
  if (!user) return "Unknown user";
  return store.members.get(user.id)?.nick || user.global_name || user.username || "Unknown user";
}

export function channelName(channel) {
  if (!channel) return "unknown";
  if (channel.name) return channel.name;
  const others = (channel.recipients ?? []).filter((user) => user.id !== store.me?.id);
  return others.map(nameOf).join(", ") || "direct message";
}

export const roleOf = (id) => (store.guild?.roles ?? []).find((role) => role.id === id);

/** Return whether a message in this tab answers a command or a press of the user. */
export function hasUsedCommands() {
  const mine = (message) => (message.interaction_metadata ?? message.interaction)?.user?.id === store.me.id;
  return [...store.messages.values()].some((list) => list.some(mine));
}

/**
 * Return the ids of users whose mentions resolve in a message. In a large server the client lacks most
 * members: it knows users in the message's `mentions`, and users who wrote or used a command here.
 */
export function resolvedIn(message) {
  if (!store.largeServers) return new Set(store.members.keys());
  const loaded = [...store.messages.values()].flat();
  const users = [
    store.me,
    store.bot,
    ...(message.mentions ?? []),
    ...loaded.flatMap((other) => [other.author, other.interaction_metadata?.user]),
  ];
  return new Set(users.filter(Boolean).map((user) => user.id));
}

/** Return all text of a message's components, in order. */
export function componentText(components) {
  return (components ?? []).flatMap((item) => [
    ...(typeof item.content === "string" ? [item.content] : []),
    ...componentText(item.components),
    ...(item.component ? componentText([item.component]) : []),
  ]);
}

const WRITTEN = [0, 19, 20, 23]; // types of messages by users and bots, without system messages

export function mentionsMe(message) {
  if (!store.me || message.author?.id === store.me.id) return false;
  if (message.flags & FLAG.EPHEMERAL || !WRITTEN.includes(message.type ?? 0)) return false;
  if (message.mention_everyone) return true;
  return (message.mentions ?? []).some((user) => user.id === store.me.id);
}
