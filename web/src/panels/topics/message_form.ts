// A form made from the fields of a message type; what is left as it is keeps its default.

import type { MessageField } from "../../generated/protocol";
import { element } from "../../ui/elements";
import { written } from "../../ui/numbers";

export interface MessageInputs {
  readonly root: HTMLElement;
  /** The message as plain values, or a line about what is wrong with it. */
  read(): Readonly<Record<string, unknown>> | string;
}

interface FieldInput {
  readonly field: MessageField;
  readonly input: HTMLInputElement;
}

export function messageInputs(fields: readonly MessageField[]): MessageInputs {
  const root = element("div", "message-form");
  const inputs: FieldInput[] = [];
  let group = "";
  let host: HTMLElement = root;
  for (const field of fields) {
    const [outer, own] = splitPath(field.path);
    if (outer !== group) {
      group = outer;
      host = element("fieldset", "message-group", element("legend", "", outer));
      root.append(host);
    }
    const input = inputOf(field);
    inputs.push({ field, input });
    const unit = element("small", "", wordsOf(field));
    host.append(element("label", "message-field", element("span", "", own), input, unit));
  }
  if (!fields.length) root.append(element("p", "empty", "Nothing to fill in"));
  return { root, read: () => readAll(inputs) };
}

function inputOf(field: MessageField): HTMLInputElement {
  const input = element("input", "field");
  input.setAttribute("aria-label", field.path);
  input.autocomplete = "off";
  if (field.type === "bool" && field.length === null) {
    input.type = "checkbox";
    input.className = "";
    input.checked = field.default === true;
  } else {
    if (field.type !== "string" && field.length === null) input.inputMode = "decimal";
    input.value = textOf(field.default);
  }
  return input;
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) {
    // Thirty-six zeros are easier to read as one.
    const same = value.length > 8 && value.every((each) => each === value[0]);
    return same ? `${String(value[0])} …` : value.map(String).join(", ");
  }
  return value === null ? "nan" : String(value);
}

function wordsOf({ unit, type, length }: MessageField): string {
  if (length !== null) return length ? `${length} values` : "list";
  return unit === "1" ? (type === "string" ? "text" : type === "bool" ? "" : type) : unit;
}

function readAll(inputs: readonly FieldInput[]): Readonly<Record<string, unknown>> | string {
  const message: Record<string, unknown> = {};
  for (const { field, input } of inputs) {
    const untouched =
      input.type === "checkbox"
        ? input.checked === (field.default === true)
        : input.value === textOf(field.default);
    if (untouched) continue;
    const value = valueOf(field, input);
    if (value === undefined) return `${field.path}: '${input.value}' is no ${field.type}`;
    put(message, field.path.split("."), value);
  }
  return message;
}

function valueOf(field: MessageField, input: HTMLInputElement): unknown {
  if (field.length !== null) {
    const numbers = input.value.split(/[\s,]+/).filter(Boolean).map(written);
    return numbers.includes(null) ? undefined : numbers;
  }
  if (field.type === "bool") return input.checked;
  if (field.type === "string") return input.value;
  if (input.value.trim().toLowerCase() === "nan") return null;
  return written(input.value) ?? undefined;
}

function put(target: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [first = "", ...rest] = path;
  if (!rest.length) {
    target[first] = value;
    return;
  }
  const inner = (target[first] ?? {}) as Record<string, unknown>;
  target[first] = inner;
  put(inner, rest, value);
}

function splitPath(path: string): [string, string] {
  const at = path.lastIndexOf(".");
  return at < 0 ? ["", path] : [path.slice(0, at), path.slice(at + 1)];
}
