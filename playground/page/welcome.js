// The welcome: the server's offers to newcomers, each started with one press.

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
  const { title, text, starts } = store.welcome;
  const where = channelId ? `&channel=${channelId}` : "";
  return h(
    "section",
    { class: "welcome", "aria-labelledby": "welcome-title" },
    h("h1", { id: "welcome-title" }, title),
    h("p", { class: "chooser-hint" }, text),
    h(
      "ul",
      { class: "starts" },
      starts.map(({ command, label, hint }, at) =>
        h(
          "li",
          {},
          h(
            "a",
            {
              class: at ? "start" : "start start-first",
              href: `?user=${user.id}${where}&start=${encodeURIComponent(command)}`,
              data: { start: command },
            },
            h("span", { class: "start-label" }, label),
            h("span", { class: "start-hint" }, hint),
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
