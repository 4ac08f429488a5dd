// What the user does: press a component, run a command, submit a modal; and how it is going.

import { interact } from "./connection.js";
import { openModal } from "./modal.js";
import { emit, store } from "./store.js";

export const loading = new Map(); // message id -> custom_id whose answer is awaited
export const failures = new Map(); // message id -> why its last interaction failed
export const pending = new Map(); // number -> {channelId, label, error}: commands without an answer yet

/** Presses a button or sends a select; resolves to whether the bot answered. */
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

let runs = 0;

/** Runs a command; resolves to null, or to the sentence that says why the server refused it. */
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

/** The choices for the option that is being typed; [] when the bot gives none. */
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
