// The user's actions: press a component, run a command, submit a modal; and the state of each.

import { interact, post, request } from "./connection.js";
import { openModal } from "./modal.js";
import { emit, store } from "./store.js";

export const loading = new Map(); // message id -> custom_id whose answer is awaited
export const failures = new Map(); // message id -> reason of the last failed interaction
export const pending = new Map(); // number -> {channelId, label, error} of commands without an answer

/** Press a button or send a select; resolve to whether the bot answered. */
export async function pressComponent(message, data) {
  if (loading.has(message.id)) return false;
  loading.set(message.id, data.custom_id);
  failures.delete(message.id);
  emit("message-state", message.id);
  const answer = await send({ type: 3, channelId: message.channel_id, data, messageId: message.id });
  loading.delete(message.id);
  if (answer.t === "INTERACTION_FAILURE") failures.set(message.id, answer.d.reason ?? "");
  emit("message-state", message.id);
  return answer.t !== "INTERACTION_FAILURE";
}

/** Open direct messages with the bot, or with these people. */
export async function openDirect(people) {
  const answer = await request("/client/direct", { user_id: store.me.id, people });
  if (answer?.id) emit("open", answer.id);
}

/** Install the app for the user, or remove it. */
export function setInstalled(installed) {
  return post("/client/install", { user_id: store.me.id, installed });
}

let runs = 0;

/** Run a command; resolve to null, or to the server's reason for refusing it. */
export async function runCommand(data, label) {
  const key = ++runs;
  const channelId = store.channelId;
  pending.set(key, { key, channelId, label, error: null });
  emit("pending", channelId);
  emit("jump-present");
  const answer = await send({ type: 2, channelId, data });
  const failed = answer.t === "INTERACTION_FAILURE";
  if (failed && !answer.d.refused) pending.get(key).error = answer.d.reason || "The application did not respond";
  else pending.delete(key);
  emit("pending", channelId);
  return failed && answer.d.refused ? answer.d.reason : null;
}

export function dismissPending(key) {
  const { channelId } = pending.get(key);
  pending.delete(key);
  emit("pending", channelId);
}

/** Return the choices for the option in focus; [] if the bot offers none. */
export async function autocomplete(data) {
  const answer = await interact({ user_id: store.me.id, channel_id: store.channelId, type: 4, data });
  return answer.t === "AUTOCOMPLETE" ? answer.d.choices : [];
}

async function send({ type, channelId, data, messageId }) {
  const answer = await interact({ user_id: store.me.id, channel_id: channelId, type, data, message_id: messageId });
  if (answer.t === "INTERACTION_MODAL") {
    openModal(answer.d, (components) =>
      send({ type: 5, channelId, messageId, data: { custom_id: answer.d.custom_id, components } }),
    );
  }
  return answer;
}
