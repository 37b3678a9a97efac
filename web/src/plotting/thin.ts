// Fewer points that look the same, and several series on one time axis.

import type { Trace } from "./trace";

export interface Points {
  readonly times: number[];
  readonly values: (number | null)[];
}

/** The points of a stretch of time, lowest and highest of each pixel's width where there are many. */
export function thin(trace: Trace, from: number, to: number, most: number): Points {
  const first = Math.max(0, trace.firstAfter(from) - 1);
  const last = Math.min(trace.length, trace.firstAfter(to) + 1);
  const points: Points = { times: [], values: [] };
  const width = Math.max(1, Math.ceil((2 * (last - first)) / most));
  for (let start = first; start < last; start += width) {
    takeStretch(trace, start, Math.min(last, start + width), width > 2, points);
  }
  return points;
}

function takeStretch(trace: Trace, first: number, last: number, few: boolean, into: Points): void {
  if (!few) {
    for (let at = first; at < last; at++) take(trace, at, into);
    return;
  }
  let low = first;
  let high = first;
  let gap = -1;
  for (let at = first; at < last; at++) {
    const value = trace.values[at] as number;
    if (Number.isNaN(value)) gap = at;
    if (value < (trace.values[low] as number) || Number.isNaN(trace.values[low])) low = at;
    if (value > (trace.values[high] as number) || Number.isNaN(trace.values[high])) high = at;
  }
  const chosen = new Set([low, high, ...(gap < 0 ? [] : [gap])]);
  for (const at of [...chosen].sort((a, b) => a - b)) take(trace, at, into);
}

function take(trace: Trace, at: number, into: Points): void {
  const value = trace.values[at] as number;
  into.times.push(trace.times[at] as number);
  into.values.push(Number.isNaN(value) ? null : value);
}

export type Aligned = [number[], ...(number | null | undefined)[][]];

/** All series over the times of all; where one has no point of its own the line goes on. */
export function align(series: readonly Points[]): Aligned {
  if (series.length === 1) return [(series[0] as Points).times, (series[0] as Points).values];
  const places = series.map(() => 0);
  const times: number[] = [];
  const values: (number | null | undefined)[][] = series.map(() => []);
  for (;;) {
    let next = Infinity;
    series.forEach((points, n) => (next = Math.min(next, points.times[places[n] as number] ?? next)));
    if (next === Infinity) return [times, ...values];
    times.push(next);
    series.forEach((points, n) => {
      const place = places[n] as number;
      const has = points.times[place] === next;
      values[n]?.push(has ? points.values[place] : undefined);
      if (has) places[n] = place + 1;
    });
  }
}
