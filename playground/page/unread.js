// The user's last read messages, stored in the browser; unread counts for the list and the tab's title.

import { channelName, compareIds, mentionsMe, messagesOf, store } from "./store.js";

const key = (channelId) => `playground:read:${store.me.id}:${channelId}`;

export function lastRead(channelId) {
  try {
    return localStorage.getItem(key(channelId));
  } catch {
    return null; // without storage in the browser, everything counts as new
  }
}

export function markRead(channelId) {
  const newest = messagesOf(channelId).at(-1)?.id;
  if (!newest) return;
  try {
    localStorage.setItem(key(channelId), newest);
  } catch {
    // no storage in the browser
  }
}

/** Return a channel's {unread, mentions}. */
export function unreadOf(channelId) {
  const read = lastRead(channelId);
  const fresh = messagesOf(channelId).filter((message) => message.author.id !== store.me.id && (!read || compareIds(message.id, read) > 0));
  return { unread: fresh.length, mentions: fresh.filter(mentionsMe).length };
}

/** Return a title such as "(2) #general | The server". */
export function showTitle() {
  let mentions = 0;
  for (const id of store.channels.keys()) mentions += unreadOf(id).mentions;
  const channel = store.channels.get(store.channelId);
  const place = channel ? `#${channelName(channel)} | ${store.guild?.name ?? ""}` : store.guild?.name ?? "Playground";
  document.title = `${mentions ? `(${mentions}) ` : ""}${place} – ${store.me ? store.me.global_name || store.me.username : ""}`;
}
