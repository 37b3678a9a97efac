// Where panels are, as plain data: docks hold frames, and a frame holds panels as tabs.

import type { Dock } from "./panel";

export const DOCKS: readonly Dock[] = ["stage", "left", "right", "bottom"];
/** Raised when the shape of stored layouts changes; others are forgotten. */
const VERSION = 2;

export interface Frame {
  panels: string[];
  active: string;
  /** Height in a side dock, px; null: as high as its content. */
  sizePx: number | null;
}

interface DockState {
  frames: Frame[];
  /** Width of a side dock, px; null: the usual one. */
  sizePx: number | null;
  folded: boolean;
}

export interface Layout {
  version: number;
  docks: Record<Dock, DockState>;
  /** Panels that were closed, and where they were. */
  closed: Record<string, Dock>;
}

/** What the model needs to know of a panel. */
export interface Wish {
  readonly id: string;
  readonly dock: Dock;
  readonly order: number;
  readonly open: boolean;
}

export type Target =
  | { readonly kind: "tab"; readonly dock: Dock; readonly with: string }
  | { readonly kind: "frame"; readonly dock: Dock; readonly before: string | null };

// More frames than these in a side dock would be too low to read.
const mostFrames = () => (innerHeight < 1000 ? 2 : 3);

export function emptyLayout(): Layout {
  const dock = (): DockState => ({ frames: [], sizePx: null, folded: false });
  return {
    version: VERSION,
    docks: { stage: dock(), left: dock(), right: dock(), bottom: dock() },
    closed: {},
  };
}

export function frameOf(layout: Layout, id: string): { dock: Dock; frame: Frame } | null {
  for (const dock of DOCKS) {
    const frame = layout.docks[dock].frames.find((each) => each.panels.includes(id));
    if (frame) return { dock, frame };
  }
  return null;
}

/** Put a panel that the layout does not know yet where it wants to be. */
export function welcome(layout: Layout, wish: Wish, orderOf: (id: string) => number): void {
  if (frameOf(layout, wish.id) || wish.id in layout.closed || !wish.open) return;
  const frames = layout.docks[wish.dock].frames;
  const later = frames.findIndex((frame) => orderOf(frame.panels[0] as string) > wish.order);
  frames.splice(later < 0 ? frames.length : later, 0, alone(wish.id));
}

/** Open a closed panel: in a frame of its own, or as a tab where there is no room for one. */
export function openPanel(layout: Layout, wish: Wish): void {
  if (frameOf(layout, wish.id)) return;
  const dock = layout.closed[wish.id] ?? wish.dock;
  delete layout.closed[wish.id];
  const state = layout.docks[dock];
  const sides = dock === "left" || dock === "right";
  const full = sides && state.frames.length >= mostFrames();
  const host = dock === "stage" ? state.frames[0] : full ? state.frames.at(-1) : undefined;
  state.folded = false;
  if (!host) {
    state.frames.push(alone(wish.id));
    return;
  }
  host.panels.push(wish.id);
  host.active = wish.id;
}

export function closePanel(layout: Layout, id: string): void {
  const place = frameOf(layout, id);
  if (!place) return;
  take(layout, id);
  layout.closed[id] = place.dock;
}

export function movePanel(layout: Layout, id: string, target: Target): void {
  const place = frameOf(layout, id);
  if (!place || (target.kind === "tab" && target.with === id)) return;
  if (target.kind === "frame" && target.before === id && place.frame.panels.length === 1) return;
  take(layout, id);
  const frames = layout.docks[target.dock].frames;
  if (target.kind === "tab") {
    const host = frames.find((frame) => frame.panels.includes(target.with));
    if (host) {
      host.panels.push(id);
      host.active = id;
      return;
    }
  }
  const before = target.kind === "frame" ? target.before : null;
  const at = frames.findIndex((frame) => before !== null && frame.panels.includes(before));
  frames.splice(at < 0 ? frames.length : at, 0, alone(id));
  layout.docks[target.dock].folded = false;
}

function take(layout: Layout, id: string): void {
  for (const dock of DOCKS) {
    const state = layout.docks[dock];
    for (const frame of state.frames) {
      const at = frame.panels.indexOf(id);
      if (at < 0) continue;
      frame.panels.splice(at, 1);
      if (frame.active === id) frame.active = frame.panels[Math.max(0, at - 1)] ?? "";
    }
    state.frames = state.frames.filter((frame) => frame.panels.length > 0);
  }
}

function alone(id: string): Frame {
  return { panels: [id], active: id, sizePx: null };
}

/** A layout from names: a list per dock, and a list within it for tabs. */
export function layoutOf(
  docks: Partial<Record<Dock, readonly (readonly string[])[]>>,
  known: Iterable<Wish>,
): Layout {
  const layout = emptyLayout();
  for (const dock of DOCKS) {
    for (const panels of docks[dock] ?? []) {
      layout.docks[dock].frames.push({ panels: [...panels], active: panels[0] ?? "", sizePx: null });
    }
  }
  for (const wish of known) if (!frameOf(layout, wish.id)) layout.closed[wish.id] = wish.dock;
  return layout;
}

/** A stored layout made sound, whatever it was; null if it is of another version. */
export function soundLayout(value: unknown): Layout | null {
  const told = value as Partial<Layout> | null;
  if (typeof told !== "object" || told === null || told.version !== VERSION) return null;
  const layout = emptyLayout();
  const seen = new Set<string>();
  for (const dock of DOCKS) {
    const state = told.docks?.[dock];
    layout.docks[dock].folded = state?.folded === true;
    layout.docks[dock].sizePx = size(state?.sizePx);
    for (const frame of Array.isArray(state?.frames) ? state.frames : []) {
      const panels = (Array.isArray(frame?.panels) ? frame.panels : []).filter(
        (id): id is string => typeof id === "string" && !seen.has(id),
      );
      panels.forEach((id) => seen.add(id));
      if (panels.length === 0) continue;
      const active = panels.includes(frame.active) ? frame.active : (panels[0] as string);
      layout.docks[dock].frames.push({ panels, active, sizePx: size(frame.sizePx) });
    }
  }
  for (const [id, dock] of Object.entries(told.closed ?? {})) {
    if (DOCKS.includes(dock) && !seen.has(id)) layout.closed[id] = dock;
  }
  return layout;
}

function size(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? value : null;
}
