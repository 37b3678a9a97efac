// Edges that are dragged or moved by arrow keys: widths of docks, heights of frames.

import { element } from "./ui/elements";

interface Edge {
  readonly label: string;
  readonly axis: "x" | "y";
  /** +1 if dragging to the right or down makes it larger. */
  readonly sign: 1 | -1;
  readonly least: number;
  readonly most: () => number;
  readonly now: () => number;
  readonly set: (px: number | null) => void;
  /** Called when it stays as it is. */
  readonly done: () => void;
}

const STEP_PX = 16;

export function edge(of: Edge): HTMLElement {
  const made = element("div", `edge edge-${of.axis}`);
  made.tabIndex = 0;
  made.setAttribute("role", "separator");
  made.setAttribute("aria-orientation", of.axis === "x" ? "vertical" : "horizontal");
  made.setAttribute("aria-label", of.label);
  made.title = `${of.label}: drag or use arrow keys, double-click for the usual one`;
  const tell = () => {
    made.ariaValueMin = String(of.least);
    made.ariaValueMax = String(Math.round(of.most()));
    made.ariaValueNow = String(Math.round(of.now()));
  };
  const set = (px: number) => {
    of.set(Math.max(of.least, Math.min(of.most(), px)));
    tell();
  };
  made.addEventListener("pointerdown", (down) => {
    if (down.button !== 0) return;
    down.preventDefault();
    made.setPointerCapture(down.pointerId);
    const from = of.now();
    const at = (event: PointerEvent) => (of.axis === "x" ? event.clientX : event.clientY);
    const drag = (move: PointerEvent) => set(from + of.sign * (at(move) - at(down)));
    const drop = () => {
      made.removeEventListener("pointermove", drag);
      of.done();
    };
    made.addEventListener("pointermove", drag);
    made.addEventListener("lostpointercapture", drop, { once: true });
  });
  made.addEventListener("dblclick", () => {
    of.set(null);
    of.done();
  });
  made.addEventListener("keydown", (event) => {
    const [less, more] = of.axis === "x" ? ["ArrowLeft", "ArrowRight"] : ["ArrowUp", "ArrowDown"];
    const way = event.key === more ? 1 : event.key === less ? -1 : 0;
    if (way !== 0) set(of.now() + way * of.sign * STEP_PX);
    else if (event.key === "Home") of.set(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
    of.done();
  });
  made.addEventListener("focus", tell);
  return made;
}
