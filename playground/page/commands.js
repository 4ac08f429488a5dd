// Slash commands as registered: subcommands, values of options, and the data to send.

import { CHANNEL, channelName, commandsHere, nameOf, store } from "./store.js";

export const OPTION = {
  SUB: 1,
  GROUP: 2,
  STRING: 3,
  INTEGER: 4,
  BOOLEAN: 5,
  USER: 6,
  CHANNEL: 7,
  ROLE: 8,
  MENTIONABLE: 9,
  NUMBER: 10,
  ATTACHMENT: 11,
};
const isNested = (option) => option.type === OPTION.SUB || option.type === OPTION.GROUP;

/** Return everything that can follow a slash: {command, path: nested options, name, description, options}. */
export function callables() {
  const slash = commandsHere().filter((command) => (command.type ?? 1) === 1);
  return slash.flatMap((command) => expand(command, command, [], command.name));
}

function expand(command, node, path, name) {
  const nested = (node.options ?? []).filter(isNested);
  if (!nested.length) return [{
    command,
    path,
    name,
    description: node.description ?? "",
    options: node.options ?? [],
  }];
  return nested.flatMap((option) => expand(command, option, [...path, option], `${name} ${option.name}`));
}

/** Return whether it needs no options. */
export const needsNothing = (callable) => !callable.options.some((option) => option.required);

/** Return commands for newcomers, the welcome's first: no required options, no special permission. */
export function quickStarts() {
  const starts = (store.welcome?.cards ?? []).flatMap((card) => card.starts);
  const welcomed = (item) => starts.some(({ command }) => command === item.name);
  return callables()
    .filter((item) => needsNothing(item) && !item.command.default_member_permissions)
    .sort((a, b) => welcomed(b) - welcomed(a));
}

/** Return the commands that match the text; names that start with it come first. */
export function matching(typed) {
  const words = typed.toLowerCase().trimStart();
  const matches = callables().filter((item) => item.name.toLowerCase().includes(words.trimEnd()));
  return matches.sort((a, b) => b.name.startsWith(words) - a.name.startsWith(words));
}

/** Return the interaction data for `values`: [{name, type, value, focused?}]. */
export function commandData({ command, path }, values) {
  const options = path.reduceRight(
    (inner, option) => [{ name: option.name, type: option.type, options: inner }],
    values,
  );
  return { id: command.id, name: command.name, type: command.type ?? 1, options };
}

/** Return an option's choices: [{label, description, value}], or null for free input. */
export function choicesOf(option) {
  const users = () => [...store.members.values()].map(({ user, bot }) => ({
    label: nameOf(user),
    description: bot || user.bot ? "bot" : user.username,
    value: user.id,
    user,
  }));
  const roles = () => (store.guild?.roles ?? []).map((role) => ({
    label: role.name.startsWith("@") ? role.name : `@${role.name}`,
    value: role.id,
  }));
  switch (option.type) {
    case OPTION.BOOLEAN:
      return [{ label: "True", value: true }, { label: "False", value: false }];
    case OPTION.USER:
      return users();
    case OPTION.ROLE:
      return roles();
    case OPTION.MENTIONABLE:
      return [...users(), ...roles()];
    case OPTION.CHANNEL:
      return [...store.channels.values()]
        .filter((channel) => channel.type !== CHANNEL.CATEGORY && (!option.channel_types?.length || option.channel_types.includes(channel.type)))
        .map((channel) => ({ label: `#${channelName(channel)}`, value: channel.id }));
    default:
      return option.choices?.length ? option.choices.map((choice) => ({
        label: choice.name,
        value: choice.value,
      })) : null;
  }
}

/** Return the {value} or {error} of an option's field; `picked` is its choice, if any. */
export function valueOf(option, text, picked) {
  if (picked && picked.label === text) return { value: picked.value };
  const typed = text.trim();
  if (!typed) return { error: "This option is required. Specify a value." };
  const choices = choicesOf(option);
  if (choices) {
    const same = choices.filter((choice) => choice.label.toLowerCase().replace(/^[@#]/, "") === typed.toLowerCase().replace(/^[@#]/, ""));
    if (same.length) return { value: same[0].value };
    // Users who left the server are in no list, but a mention or an id still selects them.
    const id = option.type === OPTION.USER && /^(?:<@!?)?(\d{15,20})>?$/.exec(typed);
    return id ? { value: id[1] } : { error: `Choose one of the list for “${option.name}”.` };
  }
  switch (option.type) {
    case OPTION.INTEGER:
    case OPTION.NUMBER: {
      const number = Number(typed);
      if (!Number.isFinite(number) || (option.type === OPTION.INTEGER && !Number.isInteger(number))) {
        return { error: `“${option.name}” must be a ${option.type === OPTION.INTEGER ? "whole " : ""}number.` };
      }
      if (number < (option.min_value ?? -Infinity)) return { error: `“${option.name}” must be at least ${option.min_value}.` };
      if (number > (option.max_value ?? Infinity)) return { error: `“${option.name}” must be at most ${option.max_value}.` };
      return { value: number };
    }
    case OPTION.STRING:
      if (typed.length < (option.min_length ?? 0)) return { error: `“${option.name}” needs at least ${option.min_length} characters.` };
      if (typed.length > (option.max_length ?? 6000)) return { error: `“${option.name}” may have at most ${option.max_length ?? 6000} characters.` };
      return { value: typed };
    default:
      return { error: `“${option.name}” cannot be filled in here.` };
  }
}
