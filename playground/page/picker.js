// The list above the message box: commands, members, an option's choices. The focus stays in the input.

import { avatar } from "./avatar.js";
import { freshId, h } from "./dom.js";

/** A list inside `host`, with entries {label, description, side, data, user}. */
export class Picker {
  constructor(host) {
    this.host = host;
    this.input = null;
    this.entries = [];
    this.active = -1;
  }

  get isOpen() {
    return this.entries.length > 0 && !this.host.hidden;
  }

  /** Open the entries for the input, which keeps the focus; without entries show only the heading. */
  show(input, entries, { heading, note = "", onPick, startActive = true }) {
    const id = freshId("picker");
    Object.assign(this, { input, entries, onPick, active: -1 });
    this.list = h(
      "ul",
      { id, class: "picker-list", role: "listbox", "aria-label": heading },
      entries.map((entry, at) =>
        h(
          "li",
          {
            id: `${id}-${at}`,
            class: "picker-entry",
            role: "option",
            "aria-selected": "false",
            data: entry.data ?? {},
            on: {
              pointermove: () => at !== this.active && this.mark(at),
              pointerdown: (event) => event.preventDefault(), // keep the focus in the input
              click: () => this.pick(at),
            },
          },
          entry.user && avatar(entry.user, "avatar-small"),
          h(
            "span",
            { class: "picker-text" },
            h("span", { class: "picker-label" }, entry.label),
            entry.description && h("span", { class: "picker-description" }, entry.description),
          ),
          entry.side && h("span", { class: "picker-side" }, entry.side),
        ),
      ),
    );
    this.host.replaceChildren(
      h("div", { class: "picker-heading" }, h("strong", {}, heading), note && h("span", {}, note)),
      this.list,
    );
    this.list.hidden = !entries.length;
    this.host.hidden = false;
    input.setAttribute("aria-expanded", String(entries.length > 0));
    input.setAttribute("aria-controls", id);
    if (entries.length && startActive) this.mark(0);
  }

  hide() {
    this.host.hidden = true;
    this.host.replaceChildren();
    this.entries = [];
    this.active = -1;
    this.input?.setAttribute("aria-expanded", "false");
    this.input?.removeAttribute("aria-activedescendant");
  }

  mark(at) {
    this.list.children[this.active]?.classList.remove("active");
    this.list.children[this.active]?.setAttribute("aria-selected", "false");
    this.active = at;
    const node = this.list.children[at];
    if (!node) return;
    node.classList.add("active");
    node.setAttribute("aria-selected", "true");
    node.scrollIntoView({ block: "nearest" });
    this.input.setAttribute("aria-activedescendant", node.id);
  }

  pick(at) {
    const entry = this.entries[at];
    if (entry) this.onPick(entry);
  }

  /** Handle arrows, Enter and Tab (pick), and Escape (hide); return whether it was one of them. */
  handleKey(event) {
    if (!this.isOpen || event.isComposing) return false;
    const count = this.entries.length;
    if (event.key === "ArrowDown") this.mark((this.active + 1) % count);
    else if (event.key === "ArrowUp") this.mark((this.active - 1 + count) % count);
    else if ((event.key === "Enter" || (event.key === "Tab" && !event.shiftKey)) && this.active >= 0) this.pick(this.active);
    else if (event.key === "Escape") this.hide();
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }
}
