// The fields of a modal. Each is {node, check(), submitted(), focus?}: its element; a check that shows
// errors and returns whether the value is valid; the value in Discord's format; and a way to focus it.

import { freshId, h } from "./dom.js";
import { markdown } from "./markdown.js";
import { select, SELECTS } from "./select.js";

/** Build the field for a Label, an action row with a text input, or a text. */
export function field(component) {
  if (component.type === 18) return labelled(
    component.component,
    component.label,
    component.description,
    (inner) => ({ type: 18, ...idOf(component), component: inner }),
  );
  if (component.type === 1) {
    const input = component.components[0];
    return labelled(input, input.label, null, (inner) => ({ type: 1, ...idOf(component), components: [inner] }));
  }
  return {
    node: markdown(component.content ?? "", "modal-text"),
    check: () => true,
    submitted: () => ({ type: component.type, ...idOf(component) }),
    focus: null,
  };
}

const idOf = (component) => (component.id === undefined ? {} : { id: component.id });

const INPUTS = { 4: textInput, 19: fileUpload, 21: radioGroup, 22: checkboxGroup, 23: checkbox };

function labelled(component, label, description, wrap) {
  const ids = { label: freshId("label"), description: freshId("description"), error: freshId("error") };
  const required = component.type === 23 ? false : component.required !== false;
  const make = SELECTS.includes(component.type) ? selectField : INPUTS[component.type];
  const input = make(component, { ids, required });
  const error = h("p", { class: "field-error", id: ids.error, role: "alert" });
  const node = h(
    "div",
    { class: "field", data: { field: component.custom_id } },
    h(
      input.labelFor ? "label" : "div",
      { class: "field-label", id: ids.label, for: input.labelFor },
      label ?? "",
      required && h("span", { class: "required", "aria-hidden": "true" }, " *"),
    ),
    description && h("p", { class: "field-description", id: ids.description }, description),
    input.node,
    error,
  );
  return {
    node,
    focus: input.focus,
    check: () => {
      const wrong = input.wrong();
      error.textContent = wrong ?? "";
      node.classList.toggle("invalid", Boolean(wrong));
      return !wrong;
    },
    submitted: () => wrap({
      type: component.type,
      ...idOf(component),
      custom_id: component.custom_id,
      ...input.value(),
    }),
  };
}

const REQUIRED = "This field is required.";

function textInput(component, { ids, required }) {
  const id = freshId("input");
  const most = component.max_length ?? 4000;
  const input = h(component.style === 2 ? "textarea" : "input", {
    id,
    class: "text-input",
    type: component.style === 2 ? null : "text",
    rows: component.style === 2 ? "4" : null,
    placeholder: component.placeholder,
    maxlength: most,
    "aria-required": String(required),
    "aria-describedby": `${ids.description} ${ids.error}`,
    autocomplete: "off",
    data: { customId: component.custom_id },
  });
  input.value = component.value ?? "";
  const counter = h("span", { class: "counter", "aria-hidden": "true" });
  const count = () => (counter.textContent = component.max_length ? `${input.value.length}/${most}` : "");
  input.addEventListener("input", count);
  count();
  return {
    node: h("div", { class: "text-input-wrap" }, input, counter),
    labelFor: id,
    focus: () => input.focus(),
    wrong: () => {
      if (!input.value) return required ? REQUIRED : null;
      return input.value.length < (component.min_length ?? 0) ? `At least ${component.min_length} characters are needed.` : null;
    },
    value: () => ({ value: input.value }),
  };
}

function selectField(component, { ids, required }) {
  let values = null;
  const trigger = select(
    component,
    { optional: !required, labelledBy: ids.label, onChange: (chosen) => (values = chosen) },
  );
  const initial = component.type === 3
    ? (component.options ?? []).filter((option) => option.default).map((option) => option.value)
    : (component.default_values ?? []).map((value) => String(value.id));
  trigger.setAttribute("aria-required", String(required));
  trigger.setAttribute("aria-describedby", `${ids.description} ${ids.error}`);
  const chosen = () => values ?? initial;
  return {
    node: trigger,
    focus: () => trigger.focus(),
    wrong: () => {
      const least = component.min_values ?? 1;
      if (!chosen().length) return required && least > 0 ? REQUIRED : null;
      return chosen().length < least ? `At least ${least} are needed.` : null;
    },
    value: () => ({ values: chosen() }),
  };
}

function boxes(component, kind, { ids, required }) {
  const name = freshId("group");
  const options = (component.options ?? []).map((option) => {
    const input = h("input", { type: kind, name, value: option.value });
    input.checked = Boolean(option.default);
    return {
      input,
      node: h(
        "label",
        { class: "choice" },
        input,
        h(
          "span",
          {},
          h("span", { class: "choice-label" }, option.label),
          option.description && h("span", { class: "choice-description" }, option.description),
        ),
      ),
    };
  });
  return {
    options,
    node: h(
      "div",
      {
        class: "choices",
        role: kind === "radio" ? "radiogroup" : "group",
        "aria-labelledby": ids.label,
        "aria-required": kind === "radio" ? String(required) : null,
        data: { customId: component.custom_id },
      },
      options.map((option) => option.node),
    ),
    chosen: () => options.filter((option) => option.input.checked).map((option) => option.input.value),
    focus: () => (options.find((option) => option.input.checked) ?? options[0])?.input.focus(),
  };
}

function radioGroup(component, context) {
  const group = boxes(component, "radio", context);
  return {
    ...group,
    wrong: () => (context.required && !group.chosen().length ? REQUIRED : null),
    value: () => ({ value: group.chosen()[0] ?? null }),
  };
}

function checkboxGroup(component, context) {
  const group = boxes(component, "checkbox", context);
  const least = component.min_values ?? (context.required ? 1 : 0);
  const most = component.max_values ?? group.options.length;
  const limit = () => {
    const full = group.chosen().length >= most;
    for (const { input } of group.options) input.disabled = full && !input.checked;
  };
  group.node.addEventListener("change", limit);
  limit();
  return {
    ...group,
    wrong: () => {
      const count = group.chosen().length;
      if (!count) return context.required && least > 0 ? REQUIRED : null;
      return count < least ? `At least ${least} are needed.` : null;
    },
    value: () => ({ values: group.chosen() }),
  };
}

function checkbox(component, { ids }) {
  const id = freshId("check");
  const input = h(
    "input",
    { type: "checkbox", id, "aria-describedby": ids.description, data: { customId: component.custom_id } },
  );
  input.checked = Boolean(component.default);
  return {
    node: h(
      "div",
      { class: "choices" },
      h("label", { class: "choice", for: id }, input, h("span", { class: "choice-label" }, "Yes")),
    ),
    labelFor: id,
    focus: () => input.focus(),
    wrong: () => null,
    value: () => ({ value: input.checked }),
  };
}

function fileUpload() {
  return {
    node: h("p", { class: "field-description" }, "Files cannot be sent here."),
    focus: null,
    wrong: () => null,
    value: () => ({ values: [] }),
  };
}
