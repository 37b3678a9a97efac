// A field to search a list by: what is typed counts at once, Escape empties it.

import "./search_field.css";
import { element } from "./elements";

interface SearchField {
  readonly root: HTMLInputElement;
  /** What is looked for, in small letters; empty for everything. */
  readonly words: () => string;
}

export function searchField(label: string, changed: () => void): SearchField {
  const root = element("input", "field search-field");
  root.type = "search";
  root.placeholder = label;
  root.setAttribute("aria-label", label);
  root.spellcheck = false;
  root.addEventListener("input", changed);
  return { root, words: () => root.value.trim().toLowerCase() };
}

/** Does one of the texts hold all the words? */
export function holds(words: string, ...texts: readonly string[]): boolean {
  if (!words) return true;
  const all = texts.join(" ").toLowerCase();
  return words.split(/\s+/).every((word) => all.includes(word));
}

/** Those whose name holds the words, before those that only their meaning brings. */
export function namesFirst<Row>(
  words: string,
  rows: readonly Row[],
  nameOf: (row: Row) => string,
): readonly Row[] {
  const named = new Set(rows.filter((row) => holds(words, nameOf(row))));
  return [...named, ...rows.filter((row) => !named.has(row))];
}
