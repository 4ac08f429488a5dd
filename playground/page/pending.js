// The list entry of a command that is on its way or got no answer.

import { dismissPending } from "./actions.js";
import { avatar } from "./avatar.js";
import { dots, h, icon } from "./dom.js";
import { botTag } from "./message.js";
import { nameOf, store } from "./store.js";

export function pendingItem(entry) {
  return h(
    "li",
    { class: "message private pending", data: { pending: String(entry.key) } },
    h(
      "div",
      { class: "context" },
      avatar(store.me, "avatar-tiny"),
      h("span", { class: "context-name" }, nameOf(store.me)),
      " used ",
      h("span", { class: "mention" }, entry.label),
    ),
    h("div", { class: "gutter" }, avatar(store.bot)),
    h(
      "div",
      { class: "body" },
      h("div", { class: "header" }, h("span", { class: "author" }, nameOf(store.bot)), botTag()),
      entry.error === null
        ? h(
          "div",
          { class: "thinking" },
          dots("dots-shown"),
          "Sending command…",
        )
        : [
            h(
              "div",
              { class: "failure", role: "alert" },
              icon("warn"),
              h("span", {}, "The application did not respond"),
              h("span", { class: "failure-reason" }, entry.error),
            ),
            h(
              "div",
              { class: "private-footer" },
              icon("eye"),
              "Only you can see this • ",
              h(
                "button",
                { type: "button", class: "link-button", on: { click: () => dismissPending(entry.key) } },
                "Dismiss message",
              ),
            ),
          ],
    ),
  );
}
