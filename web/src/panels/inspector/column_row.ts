// One column: name, numbers with their axes, unit, frame and meaning; copied, edited or plotted.

import type { ColumnRow } from "../../generated/protocol";
import type { PanelContext } from "../../panel";
import { copyFrom } from "../../ui/clipboard";
import { button, element, icon, setText } from "../../ui/elements";
import { ICONS } from "../../ui/icons";
import { reading, tenths } from "../../ui/numbers";
import { editForm, type Values } from "./edit_form";
import { anglesOf, isAttitude, labelsOf, unitOf } from "./frames";

const FIRST_SHOWN = 12;

export interface ColumnView {
  readonly root: HTMLElement;
  readonly column: ColumnRow;
  show(values: Values): void;
}

export function columnView(
  column: ColumnRow,
  context: PanelContext,
  entity: () => string,
  fields: readonly string[],
): ColumnView {
  let values: Values = [];
  const unit = unitOf(column);
  const name = element("span", "column-name", column.name);
  name.title = column.name;
  const tools = element("div", "column-tools");
  const head = element("div", "column-head", name, tools);
  const frame = column.frame === "-" ? "" : ` · ${column.frame.replace("->", " → ")}`;
  const meaning = element("p", "column-meaning", `${column.meaning}${frame}`);
  const cells: HTMLElement[] = [];
  const grid = element("div", "column-values");
  grid.dataset["size"] = column.size === 1 ? "one" : column.size === 4 ? "four" : "many";
  const labels = labelsOf(column);
  const build = (count: number) => {
    for (let at = cells.length; at < count; at++) {
      const cell = element("output", "", "–");
      cells.push(cell);
      const label = labels[at] ?? "";
      grid.append(element("span", "column-value", ...(label ? [element("i", "", label)] : []), cell));
    }
  };
  build(Math.min(column.size, FIRST_SHOWN));
  const unitWords = element("span", "column-unit", unit);
  if (column.size === 1) grid.append(unitWords);
  else if (unit) name.after(unitWords);
  const root = element("div", "column", head, grid);
  const angles = element("p", "column-angles");
  if (isAttitude(column)) root.append(angles);
  if (column.size > FIRST_SHOWN) root.append(more(column.size, () => build(column.size)));
  root.append(meaning);

  const show = (told: Values) => {
    values = told;
    cells.forEach((cell, at) => setText(cell, reading(told[at])));
    if (isAttitude(column) && !told.length) setText(angles, "");
    else if (isAttitude(column)) {
      const [roll, pitch, heading] = anglesOf(told as readonly number[]).map(tenths);
      setText(angles, `roll ${roll}°, pitch ${pitch}°, heading ${heading}°`);
    }
  };
  const copy = small("Copy the value", ICONS.copy, () => undefined);
  copyFrom(copy, () => (values.length === 1 ? String(values[0]) : JSON.stringify(values)));
  tools.append(copy);
  for (const plot of plotButton(column, fields, context)) tools.append(plot);
  if (column.edit !== "no" && context.store.obeys(column.edit)) {
    const edit = small(`Edit ${column.name}`, ICONS.edit, () => {
      if (root.querySelector("form") || !values.length) return;
      const form = editForm(column, values, entity(), context.send, () => {
        form.remove();
        grid.hidden = false;
        edit.focus();
      });
      grid.hidden = true;
      grid.after(form);
    });
    edit.classList.add("column-edit");
    tools.append(edit);
  }
  return { root, column, show };
}

function plotButton(
  column: ColumnRow,
  fields: readonly string[],
  { store }: PanelContext,
): HTMLElement[] {
  if (!fields.length) return [];
  return [
    small(`Plot ${column.name}`, ICONS.chart, () => {
      store.bus.emit("openPanel", "plot");
      for (const field of fields) store.bus.emit("plot", { field });
    }),
  ];
}

function more(size: number, press: () => void): HTMLElement {
  const all = element("button", "column-more", `Show all ${size}`);
  all.type = "button";
  all.addEventListener("click", () => {
    press();
    all.remove();
  });
  return all;
}

function small(label: string, path: string, press: () => void): HTMLButtonElement {
  const made = button(label, path, press);
  made.replaceChildren(icon(path, 14));
  return made;
}
