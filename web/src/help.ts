// The help sheet: all keys, and the way back to the first cards.

import type { Docking } from "./dock";
import { KEYS, onFreeKeys } from "./keys";
import { PANEL_KEYS } from "./menus";
import { overlay } from "./overlay";
import type { Store } from "./store";
import { element } from "./ui/elements";

const SECTIONS: readonly [string, readonly (readonly [string, string])[]][] = [
  ["Run and view", KEYS],
  [
    "Scene, while it has the focus",
    [
      ["Arrow keys", "Turn the camera; with Shift shift it"],
      ["+ −", "Come near, go away"],
      ["Page ↑ ↓", "Previous or next vehicle"],
      ["Enter", "Menu of the place in the middle; the tape measure is held there"],
    ],
  ],
  [
    "Timeline, while it has the focus",
    [
      ["← →", "A step back or on; with Shift a second"],
      ["N P", "Next or previous event"],
      ["B", "Bookmark"],
      ["L", "Begin a loop, end it, leave it"],
      ["Esc", "Back to live"],
    ],
  ],
  [
    "Map, while it has the focus",
    [
      ["Arrow keys", "Move the map"],
      ["+ −", "Zoom"],
      ["Delete", "Remove the chosen item"],
      ["Ctrl Z, Ctrl Y", "Undo and redo of edits"],
    ],
  ],
  [
    "Page",
    [
      ["[ ]", "Fold the left or the right dock"],
      ["?", "This sheet"],
    ],
  ],
];

export function helpSheet(docking: Docking, showCards: () => void): () => void {
  return () => {
    if (document.querySelector("dialog.sheet")) return;
    const cards = element("button", "action", "Show the first steps again");
    cards.type = "button";
    const close = overlay("Help", [...SECTIONS.map(section), panelSection(docking), cards]);
    cards.addEventListener("click", () => {
      close();
      showCards();
    });
  };
}

function section([title, keys]: (typeof SECTIONS)[number]): HTMLElement {
  const list = element("dl", "keys");
  for (const [key, meaning] of keys) {
    list.append(element("dt", "", element("kbd", "", key)), element("dd", "", meaning));
  }
  return element("section", "key-section", element("h3", "", title), list);
}

function panelSection(docking: Docking): HTMLElement {
  const known = docking.list();
  const keys = Object.entries(PANEL_KEYS).flatMap(([key, id]): [string, string][] => {
    const panel = known.find((each) => each.id === id);
    return panel ? [[`Alt ${key}`, `Open or close ${panel.title}`]] : [];
  });
  return section(["Panels", keys]);
}

/** Keys of the page itself: help, docks and panels. */
export function listenToPageKeys(store: Store, docking: Docking, help: () => void): void {
  onFreeKeys(store.bus, (event) => {
    const id = event.altKey ? PANEL_KEYS[event.code.replace("Key", "")] : undefined;
    if (id) {
      event.preventDefault();
      docking.toggle(id);
    } else if (event.altKey) return;
    else if (event.key === "?") help();
    else if (event.key === "[") docking.fold("left");
    else if (event.key === "]") docking.fold("right");
  });
}
