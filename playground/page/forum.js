// A forum: the list of its posts with their tags, the open ones first, in place of messages.

import { h } from "./dom.js";
import { summary } from "./message.js";
import { channelName, compareIds, emit, isArchived, messagesOf, nameOf, store } from "./store.js";

/** Build the tags of a post as small labels. */
export function tagsOf(post) {
  const forum = store.channels.get(post?.parent_id);
  const tags = (post?.applied_tags ?? []).map((id) => forum?.available_tags?.find((tag) => tag.id === id));
  const names = tags.filter(Boolean).map((tag) => tag.name);
  return names.length ? h("span", { class: "post-tags" }, names.map((name) => h("span", { class: "post-tag" }, name))) : null;
}

/** Build the list items of a forum's posts: open ones first, then by their last message. */
export function postItems(forum) {
  const newest = (post) => messagesOf(post.id).at(-1)?.id ?? post.last_message_id ?? post.id;
  const posts = [...store.channels.values()]
    .filter((post) => post.parent_id === forum.id)
    .sort((a, b) => isArchived(a) - isArchived(b) || compareIds(newest(b), newest(a)));
  if (!posts.length) return [h("li", { class: "post-none" }, "There are no posts yet.")];
  return posts.map(postItem);
}

function postItem(post) {
  const [first, ...answers] = messagesOf(post.id);
  const count = answers.length;
  return h(
    "li",
    {},
    h(
      "button",
      {
        type: "button",
        class: `post ${isArchived(post) ? "post-closed" : ""}`,
        data: { postId: post.id },
        on: { click: () => emit("jump", { channelId: post.id }) },
      },
      tagsOf(post),
      h("span", { class: "post-title" }, channelName(post)),
      first ? h("span", { class: "post-preview" }, `${nameOf(first.author)}: ${summary(first)}`) : null,
      h(
        "span",
        { class: "post-facts" },
        [`${count} ${count === 1 ? "message" : "messages"}`, isArchived(post) && "closed"].filter(Boolean).join(" · "),
      ),
    ),
  );
}
