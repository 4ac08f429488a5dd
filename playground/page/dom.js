// Building DOM nodes. Text only ever becomes text nodes: nothing here parses HTML.

const SVG = "http://www.w3.org/2000/svg";

/**
 * Build an element. `props`: attributes by name; `class`, `text`, `data` (dataset), `style`
 * (by CSS name), `on` (listeners). Null, undefined and false values are skipped.
 */
export function h(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "class") node.className = value;
    else if (name === "text") node.textContent = value;
    else if (name === "data") Object.assign(node.dataset, value);
    else if (name === "style") for (const [k, v] of Object.entries(value)) node.style.setProperty(k, v);
    else if (name === "on") for (const [k, v] of Object.entries(value)) node.addEventListener(k, v);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  append(node, children);
  return node;
}

/** Append nodes and strings. Nested lists are flattened and empty values skipped. */
export function append(node, children) {
  for (const child of [children].flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    node.append(child instanceof Node ? child : String(child));
  }
  return node;
}

const ICONS = {
  hash: "M10 3 8 21M16 3l-2 18M4 8.5h17M3 15.5h17",
  thread: "M4 4h16v12h-9l-5 4v-4H4zM8 8.5h8M8 12h5",
  people: "M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM2 21c0-4 3-6 7-6s7 2 7 6M16 3.5a4 4 0 0 1 0 7M18 15c2.5.8 4 3 4 6",
  menu: "M4 6h16M4 12h16M4 18h16",
  close: "M5 5l14 14M19 5 5 19",
  down: "M5 9l7 7 7-7",
  right: "M9 5l7 7-7 7",
  left: "M15 5l-7 7 7 7",
  out: "M14 4h6v6M20 4l-9 9M18 14v6H4V6h6",
  send: "M3 4l19 8-19 8 3-8zM6 12h9",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7-10-7-10-7zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z",
  check: "M4 12l6 6L20 6",
  file: "M6 2h8l5 5v15H6zM14 2v6h5",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  swap: "M4 8h14l-4-4M20 16H6l4 4",
  slash: "M16 3 8 21",
  warn: "M12 3 1.5 21h21zM12 10v5M12 18h.01",
  reply: "M20 19v-3a5 5 0 0 0-5-5H4m0 0 5-5m-5 5 5 5",
  at: "M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM16 8v6c0 3 5 2.5 5-2a9 9 0 1 0-4 7.5",
};

/** Build a line icon, hidden from screen readers. */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", `icon icon-${name}`);
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}

/** Build three waiting dots; without the class `dots-shown`, only loading buttons show them. */
export const dots = (extraClass = "") =>
  h("span", { class: `dots ${extraClass}`, "aria-hidden": "true" }, h("i"), h("i"), h("i"));

/** Return the address if it is http(s) or of this site, else null: no javascript:, no data:. */
export function safeUrl(url) {
  if (!url) return null;
  try {
    const parsed = new URL(url, location.href);
    return parsed.protocol === "http:" || parsed.protocol === "https:" ? parsed.href : null;
  } catch {
    return null;
  }
}

export const byId = (id) => document.getElementById(id);

/** Announce the text politely to screen readers. */
export function announce(text) {
  const line = h("p", { text });
  byId("announcer").append(line);
  setTimeout(() => line.remove(), 10000);
}

let serial = 0;
export const freshId = (prefix) => `${prefix}-${++serial}`;

export const isNarrow = () => matchMedia("(max-width: 760px)").matches;
export const hasFinePointer = () => matchMedia("(hover: hover) and (pointer: fine)").matches;
