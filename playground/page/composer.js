// The message box: plain messages, the list of commands after a slash, quick-start chips, errors.

import { pending, runCommand } from "./actions.js";
import { callables, commandData, matching, needsNothing, quickStarts } from "./commands.js";
import { post } from "./connection.js";
import { byId, h, hasFinePointer, icon } from "./dom.js";
import { OptionEditor } from "./option-editor.js";
import { Picker } from "./picker.js";
import { channelName, commandsHere, emit, hasUsedCommands, isArchived, isDirect, isForum, isThread, nameOf, on, store } from "./store.js";

const QUICK_MOST = 4;
const MOST = 2000; // characters of a message

const parts = {};
let picker = null;
let editor = null;

export function initComposer() {
  parts.quick = h("div", { class: "quick", role: "group", "aria-label": "Quick start: commands to run at once" });
  const pickerHost = h("div", { class: "picker", hidden: true });
  parts.input = h(
    "textarea",
    {
      id: "composer-input",
      class: "composer-input",
      rows: "1",
      role: "combobox",
      "aria-expanded": "false",
      "aria-autocomplete": "list",
      maxlength: MOST,
    },
  );
  parts.field = h("div", { class: "composer-field" }, parts.input);
  parts.slash = h(
    "button",
    {
      type: "button",
      class: "icon-button composer-slash",
      "aria-label": "Commands",
      title: "Commands",
      on: { click: openCommands },
    },
    icon("slash"),
  );
  parts.send = h(
    "button",
    { type: "submit", class: "icon-button composer-send", "aria-label": "Send" },
    icon("send"),
  );
  parts.error = h("p", { class: "composer-error", id: "composer-error", role: "alert" });
  const form = h(
    "form",
    { class: "composer-form" },
    parts.quick,
    pickerHost,
    h("div", { class: "composer-box" }, parts.slash, parts.field, parts.send),
    parts.error,
  );
  byId("composer").append(form);
  picker = new Picker(pickerHost);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    submit();
  });
  parts.input.addEventListener("input", () => typed());
  parts.input.addEventListener("keydown", keys);
  parts.input.addEventListener("blur", () => picker.hide());
  on("used", showQuick);
  on("insert-text", (text) => {
    leaveCommand();
    parts.input.value += text;
    parts.input.focus();
    typed();
  });
  on("use-command", ({ name, id }) => {
    const callable = callables().find((item) => item.name === name && item.command.id === id);
    if (callable) edit(callable);
  });
  document.addEventListener("keydown", typeAnywhere);
}

/** Focus the message box when the user types without a focus. */
function typeAnywhere(event) {
  const busy = document.activeElement?.closest("input, textarea, [role=listbox], [role=menu], [role=dialog]");
  if (busy || byId("app").inert || event.ctrlKey || event.metaKey || event.altKey || event.key.length !== 1 || event.key === " ") return;
  (editor ?? parts.input).focus();
}

export function showComposer() {
  leaveCommand();
  showError("");
  const channel = store.channels.get(store.channelId);
  byId("composer").hidden = isForum(channel);
  const sign = isThread(channel) ? "" : isDirect(channel) ? "@" : "#";
  const label = `Message ${sign}${channelName(channel)}${isArchived(channel) ? " (archived: sending reopens it)" : ""}`;
  parts.input.placeholder = label;
  parts.input.setAttribute("aria-label", label);
  showQuick();
  typed();
  if (hasFinePointer()) parts.input.focus();
}

/** Build chips for commands without required options. */
export function showQuick() {
  const starts = quickStarts();
  const chips = starts.slice(0, QUICK_MOST).map((item) =>
    h(
      "button",
      {
        type: "button",
        class: "chip",
        title: item.description,
        data: { command: item.name, quick: "" },
        on: { click: () => run(item) },
      },
      h("span", { class: "chip-name" }, `/${item.name}`),
      h("span", { class: "chip-description" }, item.description),
    ),
  );
  if (callables().length > chips.length) {
    chips.push(h("button", { type: "button", class: "chip chip-more", on: { click: openCommands } }, "All commands"));
  }
  parts.quick.replaceChildren(...chips);
  // Only newcomers see descriptions. Later, and in matches, which need the room, names suffice.
  parts.quick.classList.toggle("explained", !isThread(store.channels.get(store.channelId)) && !hasUsedCommands());
  updateQuick();
}

function updateQuick() {
  parts.quick.hidden = Boolean(editor || parts.input.value || !parts.quick.children.length);
}

async function run(callable) {
  if ([...pending.values()].some((entry) => entry.label === `/${callable.name}` && entry.error === null)) return; // pressed twice
  showError("");
  const error = await runCommand(commandData(callable, []), `/${callable.name}`);
  if (error) showError(error);
}

function showError(text) {
  parts.error.textContent = text;
}

function openCommands() {
  leaveCommand();
  if (!parts.input.value.startsWith("/")) parts.input.value = "/";
  parts.input.focus();
  typed();
}

function typed() {
  const { input } = parts;
  input.style.setProperty("height", "auto");
  input.style.setProperty("height", `${Math.min(input.scrollHeight, 200)}px`);
  showError("");
  updateQuick();
  byId("composer").classList.toggle("filled", Boolean(input.value || editor));
  const command = /^\/([^\n]*)$/.exec(input.value);
  if (command) {
    const entries = matching(command[1]).slice(0, 50).map((callable) => ({
      callable,
      label: `/${callable.name}`,
      description: callable.description,
      side: callable.options.map((option) => (option.required ? option.name : `${option.name}?`)).join("  "),
      data: { command: callable.name },
    }));
    const none = commandsHere().length ? "No command has that name." : store.botOnline ? "The bot has no commands yet." : "The bot is offline.";
    picker.show(
      input,
      entries,
      {
        heading: "Commands",
        note: entries.length ? nameOf(store.bot) : none,
        onPick: ({ callable }) => choose(callable),
      },
    );
    return;
  }
  const at = /(?:^|\s)@([^\s@]{0,30})$/u.exec(input.value.slice(0, input.selectionStart));
  if (at) {
    const entries = [...store.members.values()]
      .filter(({ user }) => `${nameOf(user)} ${user.username}`.toLowerCase().includes(at[1].toLowerCase()))
      .slice(0, 10)
      .map(({ user }) => ({ user, label: nameOf(user), description: user.username, data: { mention: user.id } }));
    if (entries.length) {
      picker.show(
        input,
        entries,
        { heading: "Members", onPick: ({ user }) => complete(at[1].length, `${nameOf(user)} `) },
      );
      return;
    }
  }
  picker.hide();
}

function complete(typedLength, text) {
  const { input } = parts;
  const end = input.selectionStart;
  input.setRangeText(text, end - typedLength, end, "end");
  picker.hide();
}

/** Put the command into the box; run it immediately if it takes no options. */
function choose(callable) {
  if (callable.options.length) {
    edit(callable);
    return;
  }
  picker.hide();
  parts.input.value = "";
  run(callable);
  typed();
}

/** Put the command into the box, with fields for its options. */
function edit(callable) {
  leaveCommand();
  picker.hide();
  parts.input.value = "";
  editor = new OptionEditor(callable, {
    picker,
    showError,
    cancel: () => {
      leaveCommand();
      parts.input.focus();
    },
    send: async (data, label) => {
      leaveCommand();
      parts.input.focus();
      const error = await runCommand(data, label);
      if (error) showError(error);
    },
  });
  parts.field.replaceChildren(editor.node);
  typed();
  editor.focus();
  if (!callable.options.length) showHint("Press Enter to run it.");
  else if (needsNothing(callable)) showHint("Press Enter to run it, or add an option.");
}

function showHint(text) {
  editor.node.append(h("span", { class: "option-hint" }, text));
}

function leaveCommand() {
  if (!editor) return;
  editor = null;
  picker.hide();
  parts.field.replaceChildren(parts.input);
  typed();
}

function keys(event) {
  if (picker.handleKey(event)) return;
  if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
    event.preventDefault();
    submit();
  }
  if (event.key === "Escape") {
    if (parts.input.value.startsWith("/")) {
      parts.input.value = "";
      typed();
    } else emit("jump-present");
  }
}

async function submit() {
  if (editor) {
    editor.submit();
    return;
  }
  const content = withMentions(parts.input.value.trim());
  if (!content) return;
  if (content.startsWith("/")) {
    showError("No command has that name. Type / to see them all.");
    return;
  }
  parts.input.value = "";
  typed();
  const error = await post("/client/messages", { user_id: store.me.id, channel_id: store.channelId, content });
  if (!error) return;
  if (!parts.input.value) parts.input.value = content;
  typed();
  showError(error);
}

/** Replace each `@Name` by a mention, longest names first. */
function withMentions(text) {
  const members = [...store.members.values()].map(({ user }) => user).sort((a, b) => nameOf(b).length - nameOf(a).length);
  let result = text;
  for (const user of members) result = result.replaceAll(`@${nameOf(user)}`, `<@${user.id}>`);
  return result;
}
