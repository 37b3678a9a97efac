// The keyboard while a vehicle is flown: no key reaches the rest of the page but those to move on.

import type { Deed, KeyLayout } from "./key_layouts";
import { AXES, noPushes, type Pushes } from "./sticks";

// Tab and Enter still reach and press every button.
const PASSED_ON = new Set(["Tab", "Enter", "NumpadEnter"]);
// A field that takes text takes every key; a slider or a box only those that move it.
const TAKES_TEXT = "select, textarea, [contenteditable], input:not([type=range], [type=checkbox])";
const MOVES_CONTROL = /^(Arrow|Home$|End$|Page|Space$)/;

export class KeyInput {
  private readonly held = new Set<string>();
  private full = false;

  constructor(
    private readonly layout: () => KeyLayout,
    private readonly act: (deed: Deed) => void,
  ) {}

  start(): void {
    addEventListener("keydown", this.down, true);
    addEventListener("keyup", this.up, true);
  }

  stop(): void {
    removeEventListener("keydown", this.down, true);
    removeEventListener("keyup", this.up, true);
    this.held.clear();
    this.full = false;
  }

  /** What the keys that are held ask for; a rover turns by the same stick as it leans. */
  pushes(steersByRoll: boolean): Pushes {
    const asked = noPushes();
    asked.full = this.full;
    for (const code of this.held) {
      const push = this.layout().pushes[code];
      if (push) asked[push[0]] += push[1];
    }
    if (steersByRoll) {
      asked.roll += asked.yaw;
      asked.throttle += asked.pitch;
      asked.yaw = asked.pitch = 0;
    }
    // Two keys for the same push it no further than one.
    for (const axis of AXES) asked[axis] = Math.sign(asked[axis]);
    return asked;
  }

  private readonly down = (event: KeyboardEvent) => {
    if (this.isForOthers(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.full = event.shiftKey;
    if (event.repeat) return;
    const deed = this.layout().deeds[event.code];
    if (deed) this.act(deed);
    else this.held.add(event.code);
  };

  private readonly up = (event: KeyboardEvent) => {
    this.full = event.shiftKey;
    this.held.delete(event.code);
    // While the command key is down, a Mac does not tell which keys come up.
    if (event.key === "Meta") this.held.clear();
    if (!this.isForOthers(event)) event.preventDefault();
  };

  private isForOthers(event: KeyboardEvent): boolean {
    if (event.ctrlKey || event.metaKey || event.altKey || PASSED_ON.has(event.code)) return true;
    if (event.code === "Escape") return false;
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest(TAKES_TEXT)) return true;
    return MOVES_CONTROL.test(event.code) && target?.closest("input") != null;
  }
}
