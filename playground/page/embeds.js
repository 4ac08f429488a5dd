// Legacy embeds and plain attachments.

import { cssColour, fileCard } from "./components.js";
import { h, safeUrl } from "./dom.js";
import { markdown } from "./markdown.js";
import { gallery, mediaUrl } from "./media.js";
import { fullTime } from "./time.js";

export function embed(item, message) {
  const image = (media, extra) => {
    const url = media && mediaUrl(media, message);
    return url ? h("img", { class: extra, src: url, alt: media.description ?? "" }) : null;
  };
  const titleUrl = item.url && safeUrl(item.url);
  const card = h(
    "article",
    { class: "embed" },
    h(
      "div",
      { class: "embed-body" },
      item.author?.name && h(
        "div",
        { class: "embed-author" },
        image({ url: item.author.icon_url }, "embed-icon"),
        item.author.name,
      ),
      item.title && h(
        "div",
        { class: "embed-title" },
        titleUrl ? h(
          "a",
          { href: titleUrl, target: "_blank", rel: "noopener noreferrer" },
          markdown(item.title),
        ) : markdown(item.title),
      ),
      item.description && markdown(item.description, "embed-description"),
      item.fields?.length
        ? h(
          "div",
          { class: "embed-fields" },
          item.fields.map((field) => h(
            "div",
            { class: field.inline ? "embed-field inline" : "embed-field" },
            h("strong", {}, markdown(field.name)),
            markdown(field.value),
          )),
        )
        : null,
    ),
    image(item.thumbnail, "embed-thumbnail"),
    item.image && h(
      "div",
      { class: "embed-image" },
      gallery([{ media: item.image, description: item.image.description ?? "" }], message),
    ),
    (item.footer?.text || item.timestamp) &&
      h(
        "div",
        { class: "embed-footer" },
        image({ url: item.footer?.icon_url }, "embed-icon"),
        [item.footer?.text, item.timestamp && fullTime(item.timestamp)].filter(Boolean).join(" • "),
      ),
  );
  if (item.color !== null && item.color !== undefined) card.style.setProperty("--accent", cssColour(item.color));
  return card;
}

/** Build the files that no component of the message shows. */
export function attachments(list, message) {
  const isPicture = (file) => (file.content_type ?? "").startsWith("image/") || /\.(png|jpe?g|gif|webp)$/i.test(file.filename ?? "");
  const pictures = list.filter(isPicture);
  const nodes = list.filter((file) => !isPicture(file)).map((file) => fileCard({
    name: file.filename,
    size: file.size,
    url: safeUrl(file.url),
  }));
  if (pictures.length) {
    nodes.unshift(gallery(
      pictures.map((file) => ({
        media: file,
        description: file.description,
        spoiler: file.filename?.startsWith("SPOILER_"),
      })),
      message,
    ));
  }
  return nodes;
}
