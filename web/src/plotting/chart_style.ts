// How charts look: colours for both themes, axes, and ranges with some air.

import type uPlot from "uplot";
import { cssColour } from "../theme";

const DARK = ["#56b4e9", "#e69f00", "#35c49a", "#e08fbf", "#f0e442", "#ff8a5c", "#9db4ff"];
const LIGHT = ["#0072b2", "#a86400", "#007a58", "#a3387a", "#6b6000", "#b23a00", "#4a5bc4"];
const FONT = "11px ui-monospace, Menlo, Consolas, monospace";

/** Line colours that can be told apart, with contrast to the panel. */
export function lineColour(number: number): string {
  const colours = document.documentElement.dataset["theme"] === "light" ? LIGHT : DARK;
  return colours[number % colours.length] as string;
}

export function axis(more: uPlot.Axis): uPlot.Axis {
  const grid = { stroke: cssColour("--edge"), width: 1 };
  return { stroke: cssColour("--soft"), grid, ticks: { ...grid, size: 4 }, font: FONT, ...more };
}

/** All axes are equally wide, so that moments stand below each other in all plots. */
export const AXIS_PX = 56;

/** Room above and below; a line that hardly moves stays a line. */
export function roomy(low: number | null, high: number | null): [number, number] {
  if (low === null || high === null) return [-1, 1];
  const size = Math.max(Math.abs(low), Math.abs(high));
  // Small numbers need more digits, and the axis has room for few.
  const least = Math.max(1e-9, (size < 1 ? 1e-2 : 1e-3) * size);
  const spare = Math.max(0.08 * (high - low), (least - (high - low)) / 2);
  return [low - spare, high + spare];
}

/** Numbers on an axis, as short as they can be told apart. */
export function marks(values: readonly number[]): string[] {
  const step = Math.abs((values[1] ?? 1) - (values[0] ?? 0));
  const most = Math.max(...values.map(Math.abs));
  if (most >= 1e6 || (most > 0 && most < 1e-3)) {
    const needed = Math.ceil(Math.log10(most / (step || most)) - 1e-9);
    return values.map((value) => value.toExponential(Math.max(0, Math.min(5, needed))));
  }
  let digits = 0;
  while (digits < 6 && Math.abs(step * 10 ** digits - Math.round(step * 10 ** digits)) > 1e-6) digits++;
  return values.map((value) => value.toFixed(digits));
}

/** A value for people: four figures. */
export function figures(value: number | null): string {
  if (value === null || !Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e6 || size < 1e-3)) return value.toExponential(2);
  if (size >= 1000) return value.toFixed(0);
  return value.toFixed(size >= 100 ? 1 : size >= 10 ? 2 : 3);
}
