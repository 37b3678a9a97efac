// One parameter: its value in a field, its meaning, and a way back to its default.

import type { ParameterRow } from "../../generated/protocol";
import { button, element, icon, setText } from "../../ui/elements";
import { ICONS } from "../../ui/icons";
import { shortest32, written } from "../../ui/numbers";
import type { ListRow } from "../../ui/virtual_list";
import { rangeOf, refusalOf } from "./files";

export interface Shown {
  readonly row: ParameterRow;
  readonly value: number;
  /** Why the last wish was refused; empty if it was not. */
  readonly refusal: string;
}

export interface RowActions {
  set(name: string, value: number | "default"): void;
  refuse(name: string, reason: string): void;
}

export function isChanged({ row, value }: Shown): boolean {
  return Math.fround(value) !== Math.fround(row.default);
}

export function parameterRow({ row }: Shown, actions: RowActions): ListRow<Shown> {
  const name = element("span", "parameter-name", row.name);
  const input = element("input", "field");
  input.inputMode = "decimal";
  input.autocomplete = "off";
  input.spellcheck = false;
  input.setAttribute("aria-label", row.name);
  const unit = element("span", "parameter-unit", row.unit === "1" || row.unit === "-" ? "" : row.unit);
  const about = element("span", "parameter-about");
  const reset = button(`Default of ${row.name}`, ICONS.undo, () => actions.set(row.name, "default"));
  reset.replaceChildren(icon(ICONS.undo, 14));
  const root = element("div", "parameter", name, input, unit, about, reset);
  let now = row.value;
  let dirty = false;
  const putBack = () => {
    dirty = false;
    input.value = shortest32(now);
  };
  const commit = () => {
    if (!dirty) return;
    const value = written(input.value);
    const reason = value === null ? `${row.name} takes a number` : refusalOf(row, value);
    if (reason) {
      actions.refuse(row.name, reason);
      return;
    }
    dirty = false;
    if (Math.fround(value as number) !== Math.fround(now)) actions.set(row.name, value as number);
    else actions.refuse(row.name, "");
  };
  input.addEventListener("input", () => (dirty = true));
  input.addEventListener("blur", commit);
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") commit();
    if (event.key === "Escape") {
      putBack();
      actions.refuse(row.name, "");
    }
  });
  const show = (shown: Shown) => {
    now = shown.value;
    if (!dirty && input.value !== shortest32(now)) putBack();
    const changed = isChanged(shown);
    root.classList.toggle("changed", changed);
    root.classList.toggle("refused", shown.refusal !== "");
    input.setAttribute("aria-invalid", String(shown.refusal !== ""));
    reset.hidden = !changed;
    reset.title = `Back to ${shortest32(row.default)}`;
    setText(about, shown.refusal || row.meaning);
    const range = rangeOf(row);
    about.title = `${row.meaning}${range ? `; ${range}` : ""}; made with ${shortest32(row.default)}`;
  };
  return { root, show };
}
