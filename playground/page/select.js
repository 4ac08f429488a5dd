// The select menu: string, user, role, mentionable and channel; one value or several.
// Keyboard: arrows, Home/End, typing filters; Space or Enter chooses; Tab or Escape closes.

import { avatar } from "./avatar.js";
import { byId, freshId, h, icon } from "./dom.js";
import { emoji } from "./inline.js";
import { CHANNEL, channelName, isThread, nameOf, store } from "./store.js";

export const SELECTS = [3, 5, 6, 7, 8];

/** Return the options: [{value, label, description, face, selected}]. */
function entriesOf(component) {
  const chosen = new Set((component.default_values ?? []).map((value) => String(value.id)));
  const users = () =>
    [...store.members.values()].map(({ user }) => ({
      value: user.id,
      label: nameOf(user),
      description: user.username,
      face: () => avatar(user, "avatar-small"),
    }));
  const roles = () =>
    (store.guild?.roles ?? [])
      .filter((role) => role.id !== store.guild.id)
      .map((role) => ({ value: role.id, label: `@${role.name}` }));
  const channels = () =>
    [...store.channels.values()]
      .filter((channel) => channel.type !== CHANNEL.CATEGORY && (!component.channel_types?.length || component.channel_types.includes(channel.type)))
      .map((channel) => ({
        value: channel.id,
        label: channelName(channel),
        face: () => icon(isThread(channel) ? "thread" : "hash"),
      }));
  const makers = { 5: users, 6: roles, 7: () => [...users(), ...roles()], 8: channels };
  if (component.type in makers) return makers[component.type]().map((entry) => ({
    ...entry,
    selected: chosen.has(entry.value),
  }));
  return (component.options ?? []).map((option) => ({
    value: option.value,
    label: option.label,
    description: option.description,
    face: option.emoji ? () => emoji(option.emoji) : null,
    selected: Boolean(option.default),
  }));
}

let openPopup = null;
/** Close the open menu, if any; `commit: false` discards the changes. */
export const closeSelect = (commit = false) => openPopup?.close(commit);
export const isSelectOpen = () => Boolean(openPopup);

/**
 * Build a select menu. `values`: earlier choice, null for the component's defaults; `optional`: no value
 * is required, despite min_values; `onChange(values)` runs when the menu closes with other values.
 */
export function select(component, { values = null, optional = false, onChange, labelledBy = null }) {
  const entries = entriesOf(component);
  const most = component.max_values ?? 1;
  const least = component.min_values ?? 1;
  let chosen = values ?? entries.filter((entry) => entry.selected).map((entry) => entry.value);
  const placeholder = component.placeholder || (component.type === 3 ? "Make a selection" : "Select…");
  const shown = h("span", { class: "select-shown" });
  const trigger = h(
    "button",
    {
      type: "button",
      class: "select",
      role: "combobox",
      "aria-haspopup": "listbox",
      "aria-expanded": "false",
      "aria-labelledby": labelledBy,
      disabled: component.disabled,
      data: { customId: component.custom_id, select: String(component.type) },
    },
    shown,
    icon("down"),
  );

  function showChosen() {
    const list = entries.filter((entry) => chosen.includes(entry.value));
    shown.replaceChildren(
      ...(list.length
        ? list.map((entry) => h(
          "span",
          { class: most > 1 ? "select-chip" : "select-one" },
          entry.face?.(),
          entry.label,
        ))
        : [h("span", { class: "select-placeholder" }, placeholder)]),
    );
    if (!labelledBy) trigger.setAttribute(
      "aria-label",
      [placeholder, ...list.map((entry) => entry.label)].join(", "),
    );
  }

  function open() {
    closeSelect(true);
    openPopup = popup({ trigger, entries, chosen, most, least, optional, label: placeholder, searchable: component.type !== 3, onClose: (picked) => {
      openPopup = null;
      const changed = picked && (picked.length !== chosen.length || picked.some((value) => !chosen.includes(value)));
      if (!changed) return;
      chosen = picked;
      showChosen();
      onChange(chosen);
    } });
  }

  trigger.addEventListener(
    "click",
    () => (trigger.getAttribute("aria-expanded") === "true" ? closeSelect(true) : open()),
  );
  trigger.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    open();
  });
  showChosen();
  return trigger;
}

function popup({ trigger, entries, chosen, most, least, optional, label, searchable, onClose }) {
  let picked = [...chosen];
  let active = 0;
  let visible = entries;
  let typed = "";
  const listId = freshId("options");
  const list = h(
    "ul",
    {
      id: listId,
      class: "select-list",
      role: "listbox",
      tabindex: "-1",
      "aria-label": label,
      "aria-multiselectable": most > 1 ? "true" : null,
    },
  );
  const search = searchable
    ? h(
      "input",
      {
        class: "select-search",
        type: "text",
        role: "combobox",
        "aria-expanded": "true",
        "aria-controls": listId,
        "aria-label": `Search: ${label}`,
        placeholder: "Search",
        autocomplete: "off",
      },
    )
    : null;
  const count = h("span", { class: "select-count" });
  const footer = most > 1
    ? h(
      "div",
      { class: "select-footer" },
      count,
      h(
        "button",
        {
          type: "button",
          class: "button button-1 select-done",
          tabindex: "-1",
          on: { click: () => close(true, true) },
        },
        "Done",
      ),
    )
    : null;
  const box = h("div", { class: "select-popup" }, search, list, footer);
  const focused = () => search ?? list;

  function draw() {
    const words = (search?.value ?? "").toLowerCase();
    visible = entries.filter((entry) => `${entry.label} ${entry.description ?? ""}`.toLowerCase().includes(words));
    active = Math.max(0, Math.min(active, visible.length - 1));
    const full = most > 1 && picked.length >= most;
    list.replaceChildren(
      ...visible.map((entry, at) => {
        const selected = picked.includes(entry.value);
        return h(
          "li",
          {
            id: `${listId}-${at}`,
            class: `select-option ${at === active ? "active" : ""}`,
            role: "option",
            "aria-selected": String(selected),
            "aria-disabled": full && !selected ? "true" : null,
            data: { value: entry.value },
            on: {
              click: () => choose(at),
              pointermove: () => at !== active && move(at),
            },
          },
          entry.face?.(),
          h(
            "span",
            { class: "select-text" },
            h("span", { class: "select-label" }, entry.label),
            entry.description && h("span", { class: "select-description" }, entry.description),
          ),
          most > 1 ? h("span", { class: "tick" }, icon("check")) : selected && h(
            "span",
            { class: "tick-round" },
            icon("check"),
          ),
        );
      }),
      ...(visible.length ? [] : [h("li", { class: "select-none", role: "presentation" }, "No results")]),
    );
    const range = least === most ? `${most}` : `${least}–${most}`;
    count.textContent = `${picked.length} chosen, ${range} possible`;
    mark();
  }

  function mark() {
    [...list.children].forEach((node, at) => node.classList.toggle("active", at === active));
    const node = list.children[active];
    if (node?.id) focused().setAttribute("aria-activedescendant", node.id);
    node?.scrollIntoView({ block: "nearest" });
  }

  function move(to) {
    active = (to + visible.length) % Math.max(1, visible.length);
    mark();
  }

  function choose(at) {
    const entry = visible[at];
    if (!entry) return;
    const has = picked.includes(entry.value);
    if (most === 1) {
      picked = has && (least === 0 || optional) ? [] : [entry.value];
      close(true, true);
      return;
    }
    if (has) picked = picked.filter((value) => value !== entry.value);
    else if (picked.length < most) picked = [...picked, entry.value];
    active = at;
    draw();
  }

  function close(commit, refocus = false) {
    if (!box.isConnected) return;
    box.remove();
    document.removeEventListener("pointerdown", outside, true);
    removeEventListener("resize", place);
    document.removeEventListener("scroll", place, true);
    trigger.setAttribute("aria-expanded", "false");
    if (refocus) trigger.focus();
    const enough = picked.length >= least || (optional && picked.length === 0);
    onClose(commit && enough ? picked : null);
  }

  const outside = (event) => !box.contains(event.target) && !trigger.contains(event.target) && close(true);

  box.addEventListener("keydown", (event) => {
    const steps = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      ...(search ? {} : { Home: 0, End: visible.length - 1 }),
    };
    if (event.key in steps) move(steps[event.key]);
    else if (event.key === "Enter" || (event.key === " " && !search)) choose(active);
    else if (event.key === "Escape" || event.key === "Tab") close(true, true);
    else {
      if (!search && event.key.length === 1 && !event.ctrlKey && !event.metaKey) typeAhead(event.key);
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  });
  search?.addEventListener("input", () => {
    active = 0;
    draw();
  });

  function typeAhead(key) {
    typed += key.toLowerCase();
    setTimeout(() => (typed = ""), 700);
    const at = visible.findIndex((entry) => entry.label.toLowerCase().startsWith(typed));
    if (at >= 0) move(at);
  }

  function place() {
    const rect = trigger.getBoundingClientRect();
    const below = innerHeight - rect.bottom - 12;
    const above = rect.top - 12;
    const up = below < 220 && above > below;
    box.style.setProperty("left", `${Math.max(8, Math.min(rect.left, innerWidth - rect.width - 8))}px`);
    box.style.setProperty("width", `${Math.min(rect.width, innerWidth - 16)}px`);
    box.style.setProperty("max-height", `${Math.min(340, up ? above : below)}px`);
    box.style.setProperty(up ? "bottom" : "top", `${up ? innerHeight - rect.top + 4 : rect.bottom + 4}px`);
    box.style.removeProperty(up ? "top" : "bottom");
  }

  trigger.setAttribute("aria-expanded", "true");
  active = Math.max(0, entries.findIndex((entry) => picked.includes(entry.value)));
  (trigger.closest("[role=dialog]")?.parentElement ?? byId("overlays")).append(box);
  place();
  draw();
  focused().focus({ preventScroll: true });
  document.addEventListener("pointerdown", outside, true);
  addEventListener("resize", place);
  document.addEventListener("scroll", place, true);
  return { close };
}
