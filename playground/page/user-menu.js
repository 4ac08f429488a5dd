// A member's menu: another tab as this user, a mention, and the bot's user commands.

import { openDirect, runCommand, setInstalled } from "./actions.js";
import { byId, h, icon } from "./dom.js";
import { commandsHere, emit, nameOf, store } from "./store.js";

let close = () => {};

/** Open a menu of `{label, run}` or `{label, href}` entries below the anchor. */
export function openMenu(anchor, title, entries) {
  close();
  const items = entries.map((entry) =>
    entry.href
      ? h(
        "a",
        {
          class: "menu-item",
          role: "menuitem",
          href: entry.href,
          target: "_blank",
          data: entry.data ?? {},
          on: { click: () => close() },
        },
        entry.label,
        icon("out"),
      )
      : h(
        "button",
        {
          type: "button",
          class: "menu-item",
          role: "menuitem",
          data: entry.data ?? {},
          on: { click: () => { close(); entry.run(); } },
        },
        entry.label,
      ),
  );
  const menu = h(
    "div",
    { class: "menu", role: "menu", "aria-label": title },
    h("div", { class: "menu-title" }, title),
    items,
  );
  const outside = (event) => !menu.contains(event.target) && close();
  close = () => {
    menu.remove();
    document.removeEventListener("pointerdown", outside, true);
    close = () => {};
  };
  menu.addEventListener("keydown", (event) => {
    const at = items.indexOf(document.activeElement);
    if (event.key === "ArrowDown") items[(at + 1) % items.length].focus();
    else if (event.key === "ArrowUp") items[(at - 1 + items.length) % items.length].focus();
    else if (event.key === "Escape" || event.key === "Tab") {
      close();
      anchor.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });
  const rect = anchor.getBoundingClientRect();
  byId("overlays").append(menu);
  menu.style.setProperty("left", `${Math.max(8, Math.min(rect.left, innerWidth - menu.offsetWidth - 8))}px`);
  menu.style.setProperty("top", `${Math.max(8, Math.min(rect.bottom + 4, innerHeight - menu.offsetHeight - 8))}px`);
  document.addEventListener("pointerdown", outside, true);
  items[0]?.focus();
}

export function openUserMenu(user, anchor) {
  const isBot = user.bot || user.id === store.bot?.id;
  const entries = [{ label: `Mention ${nameOf(user)}`, run: () => emit("insert-text", `<@${user.id}> `) }];
  if (user.id !== store.me.id) {
    entries.push({
      label: `Message ${nameOf(user)}`,
      data: { message: user.id },
      run: () => openDirect(isBot ? [] : [user.id]),
    });
  }
  if (isBot) {
    entries.push({
      label: store.installed ? `Remove ${nameOf(user)} from your account` : `Add ${nameOf(user)} to your account`,
      data: { install: String(!store.installed) },
      run: () => setInstalled(!store.installed),
    });
  }
  if (user.id !== store.me.id && !isBot) {
    entries.push({
      label: `Open another tab as ${nameOf(user)}`,
      href: `?user=${user.id}&channel=${store.channelId}`,
      data: { openAs: user.id },
    });
    entries.push({
      label: `Become ${nameOf(user)} here`,
      run: () => location.assign(`?user=${user.id}&channel=${store.channelId}`),
    });
  }
  openMenu(anchor, nameOf(user), [...entries, ...appEntries(2, user.id)]);
}

/** Return the bot's entries in the menu of a user (type 2) or of a message (type 3). */
export function appEntries(type, targetId) {
  return commandsHere().filter((command) => command.type === type).map((command) => {
    const label = command.name_localized ?? command.name;
    const data = { id: command.id, name: command.name, type, target_id: targetId };
    return { label, data: { command: command.name }, run: () => runCommand(data, label) };
  });
}

/** Open the user's menu when the node is pressed, held, or clicked with the right button. */
export function opensUserMenu(node, user) {
  const open = (event) => {
    event.preventDefault();
    openUserMenu(user, node);
  };
  node.addEventListener("click", open);
  node.addEventListener("contextmenu", open);
  return node;
}
