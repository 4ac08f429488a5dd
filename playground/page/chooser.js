// "Who are you?": the first view, and later a dialog to switch users.

import { avatar } from "./avatar.js";
import { byId, dots, h, icon } from "./dom.js";
import { trap } from "./modal.js";
import { nameOf, store } from "./store.js";
import { welcomePanel } from "./welcome.js";

function people(channelId) {
  const query = (user) => `?user=${user.id}${channelId ? `&channel=${channelId}` : ""}`;
  return h(
    "ul",
    { class: "people" },
    [...store.members.values()]
      .filter((member) => !member.bot && !member.user.bot)
      .map(({ user }) =>
        h(
          "li",
          { class: user.id === store.me?.id ? "person me" : "person" },
          h(
            "a",
            { class: "person-main", href: query(user), data: { userId: user.id } },
            avatar(user, "avatar-large"),
            h(
              "span",
              { class: "person-names" },
              h("span", { class: "person-name" }, nameOf(user)),
              h("span", { class: "person-sub" }, user.id === store.me?.id ? "this is you" : user.username),
            ),
          ),
          h(
            "a",
            {
              class: "person-tab",
              href: query(user),
              target: "_blank",
              "aria-label": `Open another tab as ${nameOf(user)}`,
              title: `Open another tab as ${nameOf(user)}`,
              data: { openAs: user.id },
            },
            icon("out"),
          ),
        ),
      ),
  );
}

const HINT = "A Discord on this machine: no account, no token. Open a second tab to be someone else.";

export function showChooser(channelId) {
  byId("app").hidden = true;
  byId("chooser").hidden = false;
  document.title = "Who are you? – Playground";
  const welcome = welcomePanel(channelId);
  byId("chooser").replaceChildren(
    h(
      "main",
      { class: "chooser-card" },
      welcome,
      h(welcome ? "h2" : "h1", {}, welcome ? "Or: who are you?" : "Who are you?"),
      h("p", { class: "chooser-hint" }, HINT),
      people(channelId),
      h(
        "p",
        { class: "chooser-foot" },
        store.botOnline ? `${nameOf(store.bot)} is online and waits for you.` : "The bot is not connected yet.",
      ),
    ),
  );
}

/** Show a placeholder before READY; `lost` if the user in the address possibly doesn't exist. */
export function showWaiting(text, lost = false) {
  byId("chooser").hidden = false;
  byId("chooser").replaceChildren(
    h(
      "main",
      { class: "chooser-card waiting", role: "status" },
      dots("dots-shown"),
      h("p", {}, text, lost ? [" ", h("a", { href: "/" }, "Choose who you are")] : null),
    ),
  );
}

export function openSwitcher() {
  const before = document.activeElement;
  const dialog = h(
    "div",
    { class: "chooser-card", role: "dialog", "aria-modal": "true", "aria-labelledby": "switch-title" },
    h(
      "button",
      { type: "button", class: "icon-button switch-close", "aria-label": "Close", on: { click: () => close() } },
      icon("close"),
    ),
    h("h2", { id: "switch-title" }, "Who are you?"),
    h("p", { class: "chooser-hint" }, HINT),
    people(store.channelId),
  );
  const overlay = h(
    "div",
    { class: "overlay", on: { click: (event) => event.target === overlay && close() } },
    dialog,
  );
  function close() {
    overlay.remove();
    byId("app").inert = false;
    document.removeEventListener("keydown", keys);
    before?.focus?.();
  }
  function keys(event) {
    if (event.key === "Escape") close();
    if (event.key === "Tab") trap(event, dialog);
  }
  document.addEventListener("keydown", keys);
  byId("overlays").append(overlay);
  byId("app").inert = true;
  dialog.querySelector("[data-user-id]")?.focus();
}
