// A message's components, of both versions, as nodes.

import { pressComponent } from "./actions.js";
import { dots, h, icon, safeUrl } from "./dom.js";
import { emoji, followJump } from "./inline.js";
import { markdown } from "./markdown.js";
import { gallery, lightbox, mediaUrl, withSpoiler } from "./media.js";
import { select, SELECTS } from "./select.js";

export const components = (list, message) => (list ?? []).map((item) => component(item, message));

const MAKERS = {
  1: (item, message) => h("div", { class: "action-row" }, components(item.components, message)),
  2: button,
  9: section,
  10: (item) => markdown(item.content ?? "", "text-display"),
  11: thumbnail,
  12: (item, message) => gallery(item.items ?? [], message),
  13: (item, message) => withSpoiler(
    fileCard({ name: item.name, size: item.size, url: mediaUrl(item.file, message) }),
    item.spoiler,
  ),
  14: (item) => h(
    "div",
    { class: `separator spacing-${item.spacing ?? 1} ${item.divider === false ? "" : "line"}`, role: "separator" },
  ),
  17: container,
};

function component(item, message) {
  if (SELECTS.includes(item.type)) return selectOf(item, message);
  return MAKERS[item.type]?.(item, message) ?? h(
    "div",
    { class: "unknown-component" },
    "This component cannot be shown here.",
  );
}

function container(item, message) {
  const accent = item.accent_color ?? item.accent_colour;
  const box = h("div", { class: "container", role: "group" }, components(item.components, message));
  if (accent !== null && accent !== undefined) {
    box.classList.add("accented");
    box.style.setProperty("--accent", cssColour(accent));
  }
  return withSpoiler(box, item.spoiler);
}

export const cssColour = (number) => `#${Number(number).toString(16).padStart(6, "0").slice(-6)}`;

function section(item, message) {
  return h(
    "div",
    { class: "section" },
    h("div", { class: "section-text" }, components(item.components, message)),
    h("div", { class: "section-accessory" }, item.accessory && component(item.accessory, message)),
  );
}

function thumbnail(item, message) {
  const url = mediaUrl(item.media, message);
  const picture = h("img", { src: url, alt: item.description ?? "", decoding: "async" });
  const open = h(
    "button",
    {
      type: "button",
      class: "thumbnail",
      title: item.description || null,
      on: { click: () => lightbox([{ url, description: item.description }], 0) },
    },
    picture,
  );
  if (!item.description) open.setAttribute("aria-label", "Open the picture");
  return withSpoiler(open, item.spoiler);
}

function button(item, message) {
  const label = [item.emoji && emoji(item.emoji), item.label && h("span", { class: "button-label" }, item.label)];
  if (item.style === 5) {
    const props = {
      class: "button button-5",
      href: safeUrl(item.url) ?? "#",
      target: "_blank",
      rel: "noopener noreferrer",
    };
    const anchor = h("a", props, label, icon("out"));
    if (item.disabled) anchor.setAttribute("aria-disabled", "true");
    anchor.addEventListener("click", (event) => (item.disabled || followJump(item.url)) && event.preventDefault());
    return anchor;
  }
  return h(
    "button",
    {
      type: "button",
      class: `button button-${item.style}`,
      disabled: item.disabled,
      "aria-label": item.label ? null : item.emoji?.name,
      data: { customId: item.custom_id ?? "" },
      on: { click: () => pressComponent(message, { component_type: 2, custom_id: item.custom_id }) },
    },
    h("span", { class: "button-content" }, label),
    dots(),
  );
}

const kept = new Map(); // "message id:custom_id" -> {signature, values}: keeps chosen values until the menu changes

function selectOf(item, message) {
  const key = `${message.id}:${item.custom_id}`;
  const signature = JSON.stringify(item);
  if (kept.get(key)?.signature !== signature) kept.delete(key);
  return select(item, {
    values: kept.get(key)?.values ?? null,
    onChange: async (values) => {
      kept.set(key, { signature, values });
      const done = await pressComponent(message, { component_type: item.type, custom_id: item.custom_id, values });
      if (!done) kept.delete(key); // allow the same choice again
    },
  });
}

export function fileCard({ name, size, url }) {
  const title = name || url?.split("/").at(-1)?.split("?")[0] || "file";
  return h(
    "div",
    { class: "file-card" },
    icon("file"),
    h(
      "div",
      {},
      h("a", { href: url, target: "_blank", rel: "noopener noreferrer", download: title }, title),
      size ? h("div", { class: "file-size" }, readableSize(size)) : null,
    ),
  );
}

function readableSize(bytes) {
  if (bytes < 1024) return `${bytes} bytes`;
  return bytes < 1024 ** 2 ? `${(bytes / 1024).toFixed(2)} KB` : `${(bytes / 1024 ** 2).toFixed(2)} MB`;
}
