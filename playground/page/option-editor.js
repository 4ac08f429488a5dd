// A chosen command in the message box: its name as a pill, then a field for each option.

import { autocomplete } from "./actions.js";
import { choicesOf, commandData, OPTION, valueOf } from "./commands.js";
import { h, icon } from "./dom.js";

const DEBOUNCE = 150; // ms without typing before it requests choices

/** Edits one command; calls `send(data, label)` when complete, `cancel()` when discarded. */
export class OptionEditor {
  constructor(callable, { picker, send, cancel, showError }) {
    Object.assign(this, { callable, picker, send, cancel, showError });
    this.fields = new Map(); // option name -> {option, input, node, picked}
    this.fieldBox = h("span", { class: "option-fields" });
    this.more = h("span", { class: "option-more" });
    this.pill = h(
      "button",
      { type: "submit", class: "command-pill", "aria-label": `Run /${callable.name}` },
      `/${callable.name}`,
    );
    this.node = h(
      "div",
      { class: "option-editor", role: "group", "aria-label": `Command ${callable.name}` },
      this.pill,
      this.fieldBox,
      this.more,
    );
    this.node.addEventListener("keydown", (event) => this.key(event));
    for (const option of callable.options.filter((item) => item.required)) this.add(option);
    this.showMore();
  }

  focus() {
    const first = [...this.fields.values()].find((field) => !field.input.value) ?? [...this.fields.values()][0];
    (first?.input ?? this.pill).focus();
  }

  add(option) {
    const input = h("input", {
      class: "option-input",
      type: "text",
      inputmode: option.type === OPTION.INTEGER ? "numeric" : option.type === OPTION.NUMBER ? "decimal" : null,
      role: "combobox",
      "aria-label": `${option.name}: ${option.description ?? ""}${option.required ? ", required" : ""}`,
      "aria-expanded": "false",
      "aria-autocomplete": "list",
      autocomplete: "off",
      spellcheck: "false",
      size: 8,
      disabled: option.type === OPTION.ATTACHMENT,
      placeholder: option.type === OPTION.ATTACHMENT ? "no files here" : null,
      data: { option: option.name },
    });
    const remove = option.required
      ? null
      : h(
        "button",
        {
          type: "button",
          class: "option-remove",
          "aria-label": `Remove ${option.name}`,
          on: { click: () => this.remove(field) },
        },
        icon("close"),
      );
    const node = h(
      "label",
      { class: "option" },
      h("span", { class: "option-name", "aria-hidden": "true" }, option.name),
      input,
      remove,
    );
    const field = { option, input, node, picked: null, timer: 0, asked: 0 };
    input.addEventListener("focus", () => this.offer(field));
    input.addEventListener("blur", () => this.picker.hide());
    input.addEventListener("input", () => {
      this.resize(input);
      this.showError("");
      node.classList.remove("invalid");
      this.offer(field);
    });
    this.fields.set(option.name, field);
    this.fieldBox.append(node);
    return field;
  }

  remove(field) {
    clearTimeout(field.timer);
    field.node.remove();
    this.fields.delete(field.option.name);
    this.showMore();
    this.focus();
  }

  resize(input) {
    input.size = Math.max(8, Math.min(40, input.value.length + 1));
  }

  showMore() {
    const left = this.callable.options.filter((option) => !this.fields.has(option.name));
    this.more.replaceChildren(
      ...left.map((option) =>
        h(
          "button",
          {
            type: "button",
            class: "option-add",
            title: option.description,
            data: { addOption: option.name },
            on: {
              click: () => {
                const field = this.add(option);
                this.showMore();
                field.input.focus();
              },
            },
          },
          `+ ${option.name}`,
        ),
      ),
    );
  }

  /** Show the field's choices. */
  offer(field) {
    const { option, input } = field;
    if (option.autocomplete) {
      this.show(field, field.lastChoices ?? []);
      clearTimeout(field.timer);
      field.timer = setTimeout(() => this.ask(field), DEBOUNCE);
      return;
    }
    const typed = field.picked?.label === input.value ? "" : input.value.trim().toLowerCase();
    const all = choicesOf(option) ?? [];
    this.show(
      field,
      all.filter((choice) => `${choice.label} ${choice.description ?? ""}`.toLowerCase().includes(typed)),
    );
  }

  async ask(field) {
    const round = ++field.asked;
    const values = this.values().map((value) => (value.name === field.option.name ? { ...value, focused: true } : value));
    if (!values.some((value) => value.focused)) {
      values.push({ name: field.option.name, type: field.option.type, value: field.input.value, focused: true });
    }
    const choices = await autocomplete(commandData(this.callable, values));
    if (round !== field.asked || document.activeElement !== field.input) return;
    field.lastChoices = choices.map((choice) => ({ label: choice.name, value: choice.value }));
    this.show(field, field.lastChoices);
  }

  show(field, choices) {
    const entries = choices.slice(0, 25).map((choice) => ({ ...choice, data: { choice: String(choice.value) } }));
    const { option, input } = field;
    this.picker.show(input, entries, {
      heading: option.name,
      note: option.description ?? "",
      // In a free field the typed text counts, until the arrows select a choice.
      startActive: field.picked?.label !== input.value && !(option.autocomplete && !input.value),
      onPick: (choice) => this.pick(field, choice),
    });
  }

  pick(field, choice) {
    clearTimeout(field.timer);
    field.asked++;
    field.picked = choice;
    field.input.value = choice.label;
    this.resize(field.input);
    field.node.classList.remove("invalid");
    const next = [...this.fields.values()].find((other) => other.option.required && !other.input.value);
    if (next) next.input.focus();
    else this.picker.hide();
  }

  /** Return the options filled in so far, without checks. */
  values() {
    const filled = [];
    for (const { option, input, picked } of this.fields.values()) {
      const { value } = valueOf(option, input.value, picked);
      if (value !== undefined) filled.push({ name: option.name, type: option.type, value });
    }
    return filled;
  }

  submit() {
    for (const field of this.fields.values()) {
      if (!field.option.required && !field.input.value.trim()) continue;
      const { error } = valueOf(field.option, field.input.value, field.picked);
      if (!error) continue;
      field.node.classList.add("invalid");
      field.input.focus();
      this.showError(error);
      return;
    }
    this.send(commandData(this.callable, this.values()), `/${this.callable.name}`);
  }

  key(event) {
    if (this.picker.handleKey(event)) return;
    const field = [...this.fields.values()].find((other) => other.input === event.target);
    if (event.key === "Enter" && !event.isComposing && event.target.tagName === "INPUT") this.submit();
    else if (event.key === "Escape") this.cancel();
    else if (event.key === "Backspace" && field && !field.input.value) {
      if (field.option.required) this.cancel();
      else this.remove(field);
    } else return;
    event.preventDefault();
  }
}
