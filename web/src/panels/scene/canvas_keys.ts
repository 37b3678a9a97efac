// Keys on the picture while it has the focus: what pointers do there, done at its middle.

import type { Store } from "../../store";
import type { Stage } from "../../view/stage";

export const CANVAS_KEYS = "arrow keys turn, with Shift they shift, plus and minus come near and go away, Enter is for the middle";

const TURN_RAD = 0.09;
const SHIFT_PX = 60;
const NEARER = 0.85;
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};
const ZOOMS: Readonly<Record<string, number>> = { "+": NEARER, "=": NEARER, "-": 1 / NEARER };
const STEPS: Readonly<Record<string, number>> = { PageUp: -1, PageDown: 1 };

/** Gives back what undoes it. */
export function listenToCanvasKeys(stage: Stage, store: Store): () => void {
  const { canvas, rig, tape } = stage;
  const turn = ([right, up]: readonly [number, number], shift: boolean) => {
    if (rig.mode === "top" || (shift && rig.mode === "orbit")) rig.shiftBy(right * SHIFT_PX, up * SHIFT_PX);
    else rig.turnBy(right * TURN_RAD, up * TURN_RAD);
  };
  const enter = () => {
    const { left, top, width, height } = canvas.getBoundingClientRect();
    const point = stage.groundAt(width / 2, height / 2);
    if (!point) return;
    if (tape.active) return tape.hold(point);
    const groundNed = [-point.z, point.x, -point.y] as const;
    store.bus.emit("contextMenu", { index: null, x: left + width / 2, y: top + height / 2, groundNed });
  };
  const press = (event: KeyboardEvent) => {
    if (rig.keys.taken || event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = ARROWS[event.key];
    const zoom = ZOOMS[event.key];
    const step = STEPS[event.key];
    if (arrow) turn(arrow, event.shiftKey);
    else if (zoom) rig.approach(zoom);
    else if (step) selectNext(store, step);
    else if (event.key === "Enter") enter();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  canvas.addEventListener("keydown", press);
  return () => canvas.removeEventListener("keydown", press);
}

/** Select the vehicle after the selected one, or before it, among those that are seen. */
export function selectNext(store: Store, step: number): void {
  const seen = store.seenVehicles();
  const at = seen.findIndex((vehicle) => vehicle === store.selected);
  const next = seen[at < 0 ? 0 : (at + step + seen.length) % seen.length];
  if (next) store.select(next.index);
}
