// The WebSocket and the requests of this tab.
// An interaction's answer comes through the websocket and finds its request by nonce.

import { emit } from "./store.js";

const ANSWER_TIMEOUT = 20_000; // the server gives up after 3 s; this covers lost connections
const ANSWERS = ["INTERACTION_SUCCESS", "INTERACTION_FAILURE", "INTERACTION_MODAL", "AUTOCOMPLETE"];

const waiting = new Map(); // nonce -> function that takes {t, d}
let nonces = 0;

/** Stay connected as this user (null: before choosing one); emit every event of the server by name. */
export function connect(userId) {
  let delay = 250;
  const open = () => {
    const query = userId ? `?user=${encodeURIComponent(userId)}` : "";
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/client/ws${query}`);
    socket.addEventListener("message", ({ data }) => {
      const { t, d } = JSON.parse(data);
      if (t === "READY") {
        delay = 250;
        emit("connection", "open");
      }
      if (ANSWERS.includes(t)) settle(t, d);
      emit(t, d);
    });
    socket.addEventListener("close", () => {
      for (const nonce of [...waiting.keys()]) settle(
        "INTERACTION_FAILURE",
        { nonce, reason: "The connection was lost." },
      );
      emit("connection", "closed");
      setTimeout(open, delay);
      delay = Math.min(delay * 2, 4000);
    });
  };
  open();
}

function settle(t, d) {
  const answer = waiting.get(d.nonce);
  waiting.delete(d.nonce);
  answer?.({ t, d });
}

/** POST JSON; resolve to null, or to the error's sentence. */
export async function post(path, body) {
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    if (response.ok) return null;
    const answer = await response.json().catch(() => ({}));
    return answer.message || `The server answered ${response.status}.`;
  } catch {
    return "The server cannot be reached.";
  }
}

/** POST JSON; resolve to the answer's JSON, or to null if the server refuses. */
export async function request(path, body) {
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

/**
 * Send an interaction; resolve to the bot's answer {t, d}: INTERACTION_SUCCESS, _FAILURE, _MODAL
 * or AUTOCOMPLETE. If the server refuses the request, it is a failure with `refused: true`.
 */
export async function interact({ user_id, channel_id, type, data, message_id }) {
  const nonce = `${Date.now()}-${++nonces}-${Math.floor(Math.random() * 1e9)}`;
  const answered = new Promise((resolve) => {
    waiting.set(nonce, resolve);
    setTimeout(() => settle("INTERACTION_FAILURE", { nonce, reason: "No answer." }), ANSWER_TIMEOUT);
  });
  const body = { user_id, channel_id, type, nonce, data };
  if (message_id) body.message_id = message_id;
  const error = await post("/client/interactions", body);
  if (error) settle("INTERACTION_FAILURE", { nonce, reason: error, refused: true });
  return answered;
}
