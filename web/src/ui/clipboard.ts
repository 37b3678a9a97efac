// Copies text, and says on the button what became of it.

import { icon } from "./elements";
import { ICONS } from "./icons";

const SAID_MS = 1500;

/** Says whether it was copied: a page from another machine may not write to the clipboard. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Let a button copy a text; its picture tells for a moment whether it did. */
export function copyFrom(button: HTMLButtonElement, text: () => string): void {
  button.addEventListener("click", () => void copyText(text()).then((done) => say(button, done)));
}

function say(button: HTMLButtonElement, done: boolean): void {
  const picture = button.querySelector(".icon");
  if (!picture || button.dataset["copied"]) return;
  const { title } = button;
  button.dataset["copied"] = done ? "yes" : "no";
  button.title = done ? "Copied" : "The browser does not allow copying";
  const told = icon(done ? ICONS.good : ICONS.warn, picture.clientWidth);
  picture.replaceWith(told);
  setTimeout(() => {
    delete button.dataset["copied"];
    button.title = title;
    told.replaceWith(picture);
  }, SAID_MS);
}
