// Pictures: Discord's gallery grid, alt text, spoilers and the full-size view.

import { append, byId, freshId, h, icon, safeUrl } from "./dom.js";

/** Return a media object's address; `attachment://name` refers to a file of the message. */
export function mediaUrl(media, message) {
  const url = media?.url ?? "";
  if (url.startsWith("attachment://")) {
    const file = (message.attachments ?? []).find((other) => other.filename === url.slice("attachment://".length));
    return file ? safeUrl(file.proxy_url || file.url) : null;
  }
  return safeUrl(media?.proxy_url || url);
}

/** Cover the node until it is pressed, if `spoiler` is set. */
export function withSpoiler(node, spoiler) {
  if (!spoiler) return node;
  const cover = h(
    "button",
    { type: "button", class: "spoiler-cover", "aria-label": "Spoiler, press to show" },
    h("span", {}, "Spoiler"),
  );
  const wrap = h("div", { class: "spoiler-block" }, node, cover);
  node.inert = true;
  cover.addEventListener("click", () => {
    node.inert = false;
    wrap.classList.add("shown");
    cover.remove();
  });
  return wrap;
}

/** Build a gallery of 1 to 10 pictures `{media, description, spoiler}`. */
export function gallery(items, message) {
  const shown = items.map((item) => ({ ...item, url: mediaUrl(item.media, message) })).filter((item) => item.url);
  return h(
    "div",
    {
      class: `gallery gallery-${shown.length}`,
      role: "group",
      "aria-label": shown.length > 1 ? `${shown.length} pictures` : null,
    },
    shown.map((item, at) => galleryItem(item, () => lightbox(shown, at), shown.length === 1)),
  );
}

function galleryItem(item, open, alone) {
  const { width, height } = item.media ?? {};
  const alt = item.description ?? "";
  const sized = alone && width > 0 && height > 0;
  const picture = h(
    "img",
    { src: item.url, alt, decoding: "async", width: sized ? width : null, height: sized ? height : null },
  );
  // Reserve the space, so that nothing moves when the picture arrives.
  const cell = h(
    "div",
    {
      class: `gallery-cell ${sized ? "sized" : ""}`,
      style: sized ? { "--width": `${width}px`, "--ratio": String(width / height) } : {},
    },
  );
  const button = h(
    "button",
    {
      type: "button",
      class: "gallery-open",
      "aria-label": alt ? null : "Open the picture",
      title: alt || null,
      on: { click: open },
    },
    picture,
  );
  cell.append(button);
  if (alt) cell.append(altBadge(alt));
  picture.addEventListener("error", () => button.classList.add("broken"));
  return withSpoiler(cell, item.spoiler);
}

function altBadge(alt) {
  const id = freshId("alt");
  const text = h("div", { class: "alt-text", id, hidden: true }, h("strong", {}, "Description"), h("p", {}, alt));
  const badge = h("button", {
    type: "button",
    class: "alt-badge",
    "aria-expanded": "false",
    "aria-controls": id,
    "aria-label": "Show the picture's description",
    on: {
      click: () => {
        text.hidden = !text.hidden;
        badge.setAttribute("aria-expanded", String(!text.hidden));
      },
      keydown: (event) => {
        if (event.key !== "Escape" || text.hidden) return;
        event.stopPropagation();
        badge.click();
      },
    },
  }, "ALT");
  return [text, badge].reduce((wrap, node) => append(wrap, [node]), h("div", { class: "alt" }));
}

/** Show the pictures in full size, starting with this one; Escape closes, arrows page. */
export function lightbox(items, start) {
  const before = document.activeElement;
  let at = start;
  const stage = h("div", { class: "lightbox-stage" });
  const close = () => {
    overlay.remove();
    byId("app").inert = false;
    document.removeEventListener("keydown", keys, true);
    before?.focus?.();
  };
  const show = () => {
    const item = items[at];
    stage.replaceChildren(
      h("img", { src: item.url, alt: item.description ?? "" }),
      h("div", { class: "lightbox-caption" },
        item.description ? h("p", {}, item.description) : null,
        h("a", { href: item.url, target: "_blank", rel: "noopener noreferrer" }, "Open in a new tab")),
    );
  };
  const turn = (by) => {
    at = (at + by + items.length) % items.length;
    show();
  };
  const keys = (event) => {
    if (event.key === "Escape") close();
    else if (event.key === "ArrowRight") turn(1);
    else if (event.key === "ArrowLeft") turn(-1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const closer = h(
    "button",
    { type: "button", class: "icon-button lightbox-close", "aria-label": "Close", on: { click: close } },
    icon("close"),
  );
  const overlay = h(
    "div",
    {
      class: "overlay lightbox",
      role: "dialog",
      "aria-modal": "true",
      "aria-label": "Picture",
      on: { click: (event) => [overlay, stage].includes(event.target) && close() },
    },
    stage,
    items.length > 1 && h(
      "button",
      {
        type: "button",
        class: "icon-button lightbox-prev",
        "aria-label": "Previous picture",
        on: { click: () => turn(-1) },
      },
      icon("left"),
    ),
    items.length > 1 && h(
      "button",
      {
        type: "button",
        class: "icon-button lightbox-next",
        "aria-label": "Next picture",
        on: { click: () => turn(1) },
      },
      icon("right"),
    ),
    closer,
  );
  show();
  document.addEventListener("keydown", keys, true);
  byId("app").inert = true;
  byId("overlays").append(overlay);
  closer.focus();
}
