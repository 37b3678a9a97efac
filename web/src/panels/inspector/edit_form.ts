// A small form for the numbers of one column: exact values in, one command out, refusals told.

import type { AnswerMessage, ColumnRow } from "../../generated/protocol";
import { element } from "../../ui/elements";
import { written } from "../../ui/numbers";
import { anglesOf, isAttitude, labelsOf } from "./frames";

export type Values = readonly (number | string | null)[];

interface Wish {
  readonly verb: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

// Above this, one field with commas serves better than many fields.
const MOST_FIELDS = 16;

export function editForm(
  column: ColumnRow,
  values: Values,
  name: string,
  send: (verb: string, args: Readonly<Record<string, unknown>>) => Promise<AnswerMessage>,
  close: () => void,
): HTMLElement {
  const angles = isAttitude(column) && column.edit === "set_state";
  const numbers = angles ? anglesOf(values as readonly number[]) : (values as readonly number[]);
  const labels = angles ? ["Roll °", "Pitch °", "Heading °"] : labelsOf(column);
  const inputs = fieldsOf(column, numbers, labels);
  const refusal = element("p", "form-refusal");
  refusal.setAttribute("role", "alert");
  const align = element("input");
  align.type = "checkbox";
  const set = element("button", "action", "Set");
  set.type = "submit";
  const cancel = element("button", "action quiet", "Cancel");
  cancel.type = "button";
  cancel.addEventListener("click", close);
  const fields = element("div", "edit-fields", ...inputs.map(({ root }) => root));
  fields.dataset["count"] = String(Math.min(3, inputs.length));
  const form = element("form", "edit-form", fields);
  if (column.edit === "set_state") {
    form.append(element("label", "edit-align", align, "Tell the estimator, too"));
  }
  form.append(refusal, element("div", "edit-buttons", set, cancel));
  form.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const given = inputs.flatMap(({ input }) =>
      inputs.length === 1 ? input.value.split(",").map(written) : [written(input.value)],
    );
    const wanted = angles ? 3 : column.size;
    if (given.length !== wanted || given.some((number) => number === null)) {
      refusal.textContent = `Write ${wanted === 1 ? "a number" : `${wanted} numbers`}.`;
      return;
    }
    const wish = wishOf(column, given as number[], name, align.checked, angles);
    void send(wish.verb, wish.arguments).then((answer) => {
      if (answer.state === "executed") close();
      else refusal.textContent = answer.reason;
    });
  });
  queueMicrotask(() => inputs[0]?.input.select());
  return form;
}

function wishOf(
  column: ColumnRow,
  numbers: readonly number[],
  name: string,
  align: boolean,
  angles: boolean,
): Wish {
  if (column.edit !== "set_state") {
    return { verb: "set", arguments: { name, values: { [column.name]: numbers } } };
  }
  const key = angles ? "attitude_deg" : column.name;
  return { verb: "set_state", arguments: { name, [key]: numbers, align_estimator: align } };
}

function fieldsOf(
  column: ColumnRow,
  numbers: readonly number[],
  labels: readonly string[],
): { root: HTMLElement; input: HTMLInputElement }[] {
  if (numbers.length > MOST_FIELDS) return [field("", numbers.join(", "), `${column.name}, all`)];
  return numbers.map((number, at) => {
    const label = labels[at] ?? "";
    return field(label, String(number ?? ""), `${column.name} ${label}`.trim());
  });
}

function field(label: string, text: string, aria: string): { root: HTMLElement; input: HTMLInputElement } {
  const input = element("input", "field");
  input.value = text;
  input.inputMode = "decimal";
  input.autocomplete = "off";
  input.setAttribute("aria-label", aria);
  return { root: element("label", "edit-field", element("span", "", label), input), input };
}
