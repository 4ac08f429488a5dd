// The welcome: a card for each of the bot's games, with a picture and buttons that start it.

import { callables, needsNothing, OPTION } from "./commands.js";
import { h } from "./dom.js";
import { store } from "./store.js";

/** Return a user for a newcomer who hasn't chosen, if possible not the server's owner. */
function newcomer() {
  const people = [...store.members.values()].filter((member) => !member.bot && !member.user.bot);
  return (people.find(({ user }) => user.id !== store.guild?.owner_id) ?? people[0])?.user;
}

/** Build the panel; null without a welcome or without members. */
export function welcomePanel(channelId) {
  const user = newcomer();
  if (!store.welcome || !user) return null;
  const { title, text, cards } = store.welcome;
  const where = channelId ? `&channel=${channelId}` : "";
  const button = (card, { command, label, hint }, main) =>
    h(
      "a",
      {
        class: main ? "start start-main" : "start",
        href: `?user=${user.id}${where}&start=${encodeURIComponent(command)}`,
        "aria-label": `${label} ${card.title}: ${hint}`,
        data: { start: command },
      },
      h("span", { class: "start-label" }, label),
      h("span", { class: "start-hint" }, hint),
    );
  return h(
    "section",
    { class: "welcome", "aria-labelledby": "welcome-title" },
    h("h1", { id: "welcome-title" }, title),
    h("p", { class: "chooser-hint" }, text),
    h(
      "ul",
      { class: "games" },
      cards.map((card) =>
        h(
          "li",
          { class: "game" },
          card.picture && h("img", { class: "game-picture", src: card.picture, alt: card.alt, loading: "lazy" }),
          h("h2", { class: "game-title" }, card.title),
          h("p", { class: "game-text" }, card.text),
          h(
            "div",
            { class: "game-starts" },
            card.starts.map((start, at) => button(card, start, at === card.starts.length - 1)),
          ),
        ),
      ),
    ),
  );
}

/** Return {item, options} for a start such as `practice pace:slow`, if the bot has the command. */
export function startable(start) {
  const [name, ...rest] = start.split(" ");
  const item = callables().find((candidate) => candidate.name === name && needsNothing(candidate));
  const options = rest.map((part) => {
    const [option, value] = part.split(":");
    return { name: option, type: OPTION.STRING, value };
  });
  const fits = options.every((option) => item?.options.some(({ name, type }) => name === option.name && type === option.type));
  return item && fits ? { item, options } : null;
}
