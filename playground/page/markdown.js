// Discord's markdown: blocks (headings, lists, quotes, code). See inline.js for marks within a line.
// It builds DOM nodes and never parses text as HTML.

import { h } from "./dom.js";
import { inline } from "./inline.js";

const FENCE = /```(?:([\w+#-]{1,20})\n)?\n?([\s\S]+?)\n?```/;
const QUOTE = /^> ?(.*)$/;
const HEADING = /^(#{1,3}) +(\S.*)$/;
const SMALL = /^-# +(\S.*)$/;
const ITEM = /^( *)([-*]|\d{1,9}\.) +(.*)$/;
const ONLY_EMOJI = /^(?:\s|<a?:\w{2,32}:\d+>|\p{Extended_Pictographic}|\p{Emoji_Component}(?<!\d|#|\*))+$/u;

/** Build an element with the text as nodes. */
export function markdown(text, extraClass = "") {
  const root = h("div", { class: `markdown ${extraClass}` });
  if (ONLY_EMOJI.test(text) && [...text].length <= 240) root.classList.add("jumbo");
  root.append(...blocks(text));
  return root;
}

/** Return the text without marks, in one line, for screen readers and previews. */
export function plainText(text) {
  return [...markdown(text).children].map((block) => block.textContent).join(" ").replace(/\s+/g, " ").trim();
}

function blocks(text) {
  const nodes = [];
  let rest = text;
  for (let match = FENCE.exec(rest); match; match = FENCE.exec(rest)) {
    nodes.push(...lines(trimEnd(rest.slice(0, match.index))));
    nodes.push(h(
      "pre",
      { tabindex: "0", "aria-label": "Code" },
      h("code", { data: { language: match[1] ?? "" } }, match[2]),
    ));
    rest = rest.slice(match.index + match[0].length).replace(/^\n/, "");
  }
  nodes.push(...lines(rest));
  return nodes;
}

const trimEnd = (text) => text.replace(/\n$/, "");

function lines(text) {
  if (!text) return [];
  const nodes = [];
  const all = text.split("\n");
  let plain = [];
  const flush = () => {
    if (plain.length) nodes.push(h("div", { class: "text" }, inline(plain.join("\n"))));
    plain = [];
  };
  for (let at = 0; at < all.length; at++) {
    const line = all[at];
    let match;
    if (line.startsWith(">>> ")) {
      flush();
      nodes.push(h("blockquote", {}, blocks([line.slice(4), ...all.slice(at + 1)].join("\n"))));
      return nodes;
    }
    if (line.startsWith("> ")) {
      flush();
      const quoted = [];
      for (; at < all.length && QUOTE.test(all[at]); at++) quoted.push(QUOTE.exec(all[at])[1]);
      at--;
      nodes.push(h("blockquote", {}, lines(quoted.join("\n"))));
    } else if ((match = HEADING.exec(line))) {
      flush();
      // Levels 1 and 2 belong to the page's own headings.
      nodes.push(h(`h${match[1].length + 2}`, { class: `heading-${match[1].length}` }, inline(match[2])));
    } else if ((match = SMALL.exec(line))) {
      flush();
      nodes.push(h("div", { class: "small" }, inline(match[1])));
    } else if (ITEM.test(line)) {
      flush();
      const items = [];
      for (; at < all.length && (ITEM.test(all[at]) || (/^ {2,}\S/.test(all[at]) && items.length)); at++) {
        const item = ITEM.exec(all[at]);
        if (item) items.push({ depth: item[1].length, mark: item[2], text: item[3] });
        else items.at(-1).text += `\n${all[at].trim()}`;
      }
      at--;
      nodes.push(...lists(items));
    } else plain.push(line);
  }
  flush();
  return nodes;
}

/** Build lists from items; bullets and numbers at the same depth become two lists. */
function lists(items) {
  const isNumber = (item) => /\d/.test(item.mark);
  const depth = items[0].depth;
  const nodes = [];
  let root = null;
  let ordered = null;
  for (let at = 0; at < items.length; ) {
    const item = items[at++];
    if (ordered !== isNumber(item)) {
      ordered = isNumber(item);
      root = h(ordered ? "ol" : "ul", ordered ? { start: parseInt(item.mark, 10) } : {});
      nodes.push(root);
    }
    let end = at;
    while (end < items.length && items[end].depth > depth) end++;
    root.append(h("li", {}, inline(item.text), end > at ? lists(items.slice(at, end)) : null));
    at = end;
  }
  return nodes;
}
