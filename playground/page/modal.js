// The modal dialog that a bot opens.

import { byId, dots, freshId, h, icon } from "./dom.js";
import { field } from "./modal-fields.js";
import { isSelectOpen } from "./select.js";
import { nameOf, store } from "./store.js";

/** Open the modal. `submit(components)` resolves to the bot's answer; a failure keeps it open. */
export function openModal({ title, components }, submit) {
  const before = document.activeElement;
  const titleId = freshId("modal-title");
  const fields = components.map(field);
  const error = h("p", { class: "modal-error", role: "alert" });
  const submitButton = h(
    "button",
    { type: "submit", class: "button button-1 modal-submit", data: { modalSubmit: "" } },
    h("span", { class: "button-content" }, "Submit"),
    dots(),
  );
  const form = h(
    "form",
    { class: "modal-form", novalidate: true },
    h("div", { class: "modal-body" }, fields.map((item) => item.node)),
    error,
    h(
      "div",
      { class: "modal-footer" },
      h(
        "button",
        { type: "button", class: "button button-plain", data: { modalCancel: "" }, on: { click: () => close() } },
        "Cancel",
      ),
      submitButton,
    ),
  );
  const dialog = h(
    "div",
    { class: "modal", role: "dialog", "aria-modal": "true", "aria-labelledby": titleId },
    h(
      "div",
      { class: "modal-head" },
      h(
        "div",
        {},
        h("h2", { id: titleId }, title),
        h("p", { class: "modal-from" }, `This form goes to ${nameOf(store.bot)}.`),
      ),
      h(
        "button",
        { type: "button", class: "icon-button", "aria-label": "Close", on: { click: () => close() } },
        icon("close"),
      ),
    ),
    form,
  );
  const overlay = h("div", { class: "overlay modal-overlay" }, dialog);

  function close() {
    overlay.remove();
    document.removeEventListener("keydown", keys);
    byId("app").inert = false;
    const same = before?.dataset.customId && document.querySelector(`#messages [data-custom-id="${CSS.escape(before.dataset.customId)}"]`);
    (before?.isConnected ? before : same || byId("messages")).focus({ preventScroll: true });
  }

  function keys(event) {
    if (isSelectOpen()) return;
    if (event.key === "Escape") {
      event.preventDefault();
      close();
    }
    if (event.key === "Tab") trap(event, dialog);
  }

  let sending = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (sending) return;
    error.textContent = "";
    const wrong = fields.filter((item) => !item.check());
    if (wrong.length) {
      wrong[0].focus();
      return;
    }
    sending = true;
    submitButton.classList.add("loading");
    const answer = await submit(fields.map((item) => item.submitted()));
    sending = false;
    submitButton.classList.remove("loading");
    if (answer.t === "INTERACTION_FAILURE") error.textContent = "Something went wrong. Try again.";
    else close();
  });

  document.addEventListener("keydown", keys);
  byId("overlays").append(overlay);
  byId("app").inert = true;
  (fields.find((item) => item.focus) ?? { focus: () => submitButton.focus() }).focus();
}

/** Keep Tab within the dialog. */
export function trap(event, dialog) {
  const stops = [...dialog.querySelectorAll("a[href], button, input, textarea, select, [tabindex='0']")].filter((node) => !node.disabled && node.offsetParent);
  const first = stops[0];
  const last = stops.at(-1);
  if (!first) return;
  if (!dialog.contains(document.activeElement) || (event.shiftKey ? document.activeElement === first : document.activeElement === last)) {
    event.preventDefault();
    (event.shiftKey ? last : first).focus();
  }
}
