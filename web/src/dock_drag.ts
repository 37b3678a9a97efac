// Dragging a panel: a ghost under the pointer, a hint where it would land, and the drop.

import type { Target } from "./layout";
import type { Dock } from "./panel";
import { element, icon } from "./ui/elements";

export interface Landing {
  readonly target: Target;
  readonly words: string;
  readonly box: DOMRect;
}

interface Dragged {
  readonly title: string;
  readonly icon: string;
  readonly landingAt: (x: number, y: number) => Landing | null;
  readonly drop: (target: Target) => void;
}

const START_PX = 6;

/** Let `handle` be dragged; a press without a drag stays a click. */
export function makeDraggable(handle: HTMLElement, root: HTMLElement, of: Dragged): void {
  handle.addEventListener("pointerdown", (down) => {
    if (down.button !== 0 || (down.target as HTMLElement).closest(".panel-tools")) return;
    let drag: Drag | null = null;
    const move = (event: PointerEvent) => {
      const far = Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY);
      if (!drag && far < START_PX) return;
      drag ??= new Drag(root, of);
      drag.move(event.clientX, event.clientY);
    };
    const end = (event: PointerEvent | KeyboardEvent) => {
      if (event instanceof KeyboardEvent && event.key !== "Escape") return;
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      removeEventListener("keydown", end);
      drag?.end(event.type === "pointerup");
      // The click that follows a drag must not choose a tab.
      if (drag) addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => removeEventListener("click", swallow, { capture: true }), 0);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
    addEventListener("keydown", end);
  });
}

function swallow(event: Event): void {
  event.stopPropagation();
  event.preventDefault();
}

class Drag {
  private readonly ghost: HTMLElement;
  private readonly hint = element("div", "drop-hint");
  private landing: Landing | null = null;

  constructor(
    root: HTMLElement,
    private readonly of: Dragged,
  ) {
    this.ghost = element("div", "drag-ghost", icon(of.icon, 15), of.title);
    root.append(this.hint, this.ghost);
    root.classList.add("dragging");
  }

  move(x: number, y: number): void {
    this.ghost.style.translate = `${x + 12}px ${y + 10}px`;
    this.landing = this.of.landingAt(x, y);
    this.hint.hidden = this.landing === null;
    if (!this.landing) return;
    const { box, words } = this.landing;
    this.hint.textContent = words;
    this.hint.style.left = `${box.left}px`;
    this.hint.style.top = `${box.top}px`;
    this.hint.style.width = `${box.width}px`;
    this.hint.style.height = `${box.height}px`;
  }

  end(dropped: boolean): void {
    this.ghost.parentElement?.classList.remove("dragging");
    this.ghost.remove();
    this.hint.remove();
    if (dropped && this.landing) this.of.drop(this.landing.target);
  }
}

export interface Place {
  readonly dock: Dock;
  /** A panel of the frame, and the frame's element. */
  readonly id: string;
  readonly box: DOMRect;
}

const EDGE_SHARE = 0.3;
const BOTTOM_PX = 76;
const SIDE_PX = 316;

/** Where a panel lands that is let go at a point, given all frames that are shown. */
export function landing(
  id: string,
  x: number,
  y: number,
  places: readonly Place[],
  free: DOMRect,
): Landing | null {
  const inside = (box: DOMRect) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
  const hit = places.find((place) => place.dock !== "stage" && inside(place.box));
  if (hit && hit.dock !== "bottom") return atFrame(id, y, hit, places);
  if (hit || y > free.bottom) return inBottom(places, free);
  const side = x < Math.max(free.left, SIDE_PX / 2) ? "left" : x > free.right - 1 ? "right" : null;
  if (side || x > innerWidth - SIDE_PX / 2) return atEnd(side ?? "right", places);
  return onStage(id, x, places, free);
}

function atFrame(id: string, y: number, hit: Place, places: readonly Place[]): Landing | null {
  const { box, dock } = hit;
  const share = (y - box.top) / Math.max(1, box.height);
  const strip = (top: number) => new DOMRect(box.left, top, box.width, 36);
  if (share < EDGE_SHARE) {
    return { target: { kind: "frame", dock, before: hit.id }, words: "Place here", box: strip(box.top) };
  }
  if (share > 1 - EDGE_SHARE) {
    const column = places.filter((place) => place.dock === dock);
    const next = column[column.indexOf(hit) + 1]?.id ?? null;
    const target: Target = { kind: "frame", dock, before: next };
    return { target, words: "Place here", box: strip(box.bottom - 36) };
  }
  if (hit.id === id) return null;
  return { target: { kind: "tab", dock, with: hit.id }, words: "Share this frame", box };
}

function atEnd(dock: "left" | "right", places: readonly Place[]): Landing {
  const last = places.filter((place) => place.dock === dock).at(-1)?.box;
  const left = dock === "left" ? 12 : innerWidth - SIDE_PX + 4;
  const top = Math.min(last ? last.bottom + 12 : 72, innerHeight - 110);
  const box = new DOMRect(last?.left ?? left, top, last?.width ?? SIDE_PX - 16, 90);
  return { target: { kind: "frame", dock, before: null }, words: "Place here", box };
}

function inBottom(places: readonly Place[], free: DOMRect): Landing {
  const top = places.find((place) => place.dock === "bottom")?.box.top ?? innerHeight - BOTTOM_PX;
  const box = new DOMRect(free.left + 8, top - 52, free.width - 16, 46);
  return { target: { kind: "frame", dock: "bottom", before: null }, words: "Place here", box };
}

function onStage(id: string, x: number, places: readonly Place[], free: DOMRect): Landing | null {
  const stage = places.filter((place) => place.dock === "stage");
  const share = (x - free.left) / Math.max(1, free.width);
  const first = stage[0];
  if (!first) {
    return { target: { kind: "frame", dock: "stage", before: null }, words: "Fill the stage", box: free };
  }
  if (share < 0.25 || share > 0.75) {
    const before = share < 0.25 ? first.id : null;
    const left = share < 0.25 ? free.left : free.left + free.width / 2;
    const box = new DOMRect(left, free.top, free.width / 2, free.height);
    return { target: { kind: "frame", dock: "stage", before }, words: "Side by side", box };
  }
  const host = stage.find(({ box }) => x >= box.left && x <= box.right) ?? first;
  if (host.id === id) return null;
  return { target: { kind: "tab", dock: "stage", with: host.id }, words: "Share the stage", box: free };
}
