// Dark or light: the user's choice, or the system's.

import type { EventBus } from "./events";
import { keepText, keptText } from "./kept";

const STORED = "simloop theme";

export class Theme {
  now: "dark" | "light";

  constructor(private readonly bus: EventBus) {
    const stored = keptText(STORED);
    const light = matchMedia("(prefers-color-scheme: light)").matches;
    this.now = stored === "light" || stored === "dark" ? stored : light ? "light" : "dark";
    document.documentElement.dataset["theme"] = this.now;
  }

  toggle(): void {
    this.now = this.now === "dark" ? "light" : "dark";
    keepText(STORED, this.now);
    document.documentElement.dataset["theme"] = this.now;
    this.bus.emit("theme", this.now);
  }
}

/** A colour of the style sheet, as it is now. */
export function cssColour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}
