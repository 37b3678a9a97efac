// Layouts that are kept in the browser: the one in use, named ones, and those that come with it.

import { keep, kept } from "./kept";
import { layoutOf, soundLayout, type Layout, type Wish } from "./layout";
import type { Dock } from "./panel";

const CURRENT = "simloop layout 2";
const NAMED = "simloop layouts 2";
const MOST_NAMED = 30;

type Names = Partial<Record<Dock, readonly (readonly string[])[]>>;

const BAR = [["timeline"], ["world_control"]];

export const PRESETS: Readonly<Record<string, Names>> = {
  Fly: {
    stage: [["scene"]],
    left: [["vehicles"], ["event_log"]],
    right: [["instruments"], ["rc", "failures", "environment"]],
    bottom: [["world_control"]],
  },
  Inspect: {
    stage: [["scene"]],
    left: [["tree", "vehicles"], ["topics", "event_log"]],
    right: [["inspector", "parameters"], ["plot"]],
    bottom: BAR,
  },
  Plan: {
    stage: [["map", "scene"]],
    left: [["vehicles"], ["event_log"]],
    right: [["instruments"]],
    bottom: [["world_control"]],
  },
  Review: {
    stage: [["scene", "map"]],
    left: [["vehicles"], ["event_log"]],
    right: [["plot"], ["instruments"]],
    bottom: BAR,
  },
};

export function readCurrent(): Layout | null {
  return soundLayout(kept(CURRENT));
}

export function keepCurrent(layout: Layout): void {
  keep(CURRENT, layout);
}

export function namedLayouts(): Map<string, Layout> {
  const found = new Map<string, Layout>();
  for (const [name, value] of Object.entries(kept(NAMED) ?? {})) {
    const layout = soundLayout(value);
    if (layout) found.set(name, layout);
  }
  return found;
}

/** Keep a layout under a name; an older one of the same name is replaced. */
export function keepNamed(name: string, layout: Layout): boolean {
  const known = namedLayouts();
  if (!known.has(name) && known.size >= MOST_NAMED) return false;
  known.set(name, layout);
  return keep(NAMED, Object.fromEntries(known));
}

export function dropNamed(name: string): void {
  const known = namedLayouts();
  known.delete(name);
  keep(NAMED, Object.fromEntries(known));
}

export function preset(name: string, known: Iterable<Wish>): Layout | null {
  const names = PRESETS[name];
  return names ? layoutOf(names, known) : null;
}
