// A field for a number, below its name.

import "./number_field.css";
import { element } from "./elements";

export interface NumberField {
  readonly root: HTMLElement;
  readonly input: HTMLInputElement;
}

export function numberField(title: string, value = ""): NumberField {
  const input = element("input", "field");
  input.type = "number";
  input.step = "any";
  input.value = value;
  return { root: element("label", "number-field", element("span", "", title), input), input };
}
