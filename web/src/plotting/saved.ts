// What the plots were, kept in the browser for the next visit.

import { keep, kept } from "../kept";

export type Kind = "time" | "xy" | "spectrum";

export interface PlotState {
  fields: string[];
  hidden: string[];
  kind: Kind;
}

export interface PlotsState {
  plots: PlotState[];
  /** Seconds; null for all. */
  window: number | null;
}

const STORED = "simloop plots 1";
const KINDS: readonly string[] = ["time", "xy", "spectrum"];

export function readPlots(): PlotsState | null {
  try {
    const found = kept(STORED) as Partial<PlotsState> | null;
    if (!found || !Array.isArray(found.plots) || !found.plots.length) return null;
    const plots = found.plots.map(({ fields, hidden, kind }) => ({
      fields: texts(fields),
      hidden: texts(hidden),
      kind: KINDS.includes(kind) ? kind : ("time" as const),
    }));
    const window = typeof found.window === "number" ? found.window : null;
    return { plots, window };
  } catch {
    return null;
  }
}

export function savePlots(state: PlotsState): void {
  keep(STORED, state);
}

function texts(given: unknown): string[] {
  return Array.isArray(given) ? given.filter((each): each is string => typeof each === "string") : [];
}
