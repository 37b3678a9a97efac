// One field against another: the first is the x axis, the others go up.

import uPlot from "uplot";
import type { Store } from "../store";
import { clipped, fit, sizeOf, type Chart, type ChartSource, type Line } from "./chart";
import { AXIS_PX, axis, marks, roomy } from "./chart_style";
import type { Stretch } from "./sampler";
import type { Trace } from "./trace";

const MOST_POINTS = 6000;

interface Path {
  readonly line: Line;
  readonly xs: number[];
  readonly ys: number[];
}

export class XyChart implements Chart {
  private readonly plot: uPlot;
  private readonly unfit: () => void;
  private readonly undo: () => void;
  private paths: Path[] = [];
  private units: [string, string] = ["", ""];
  private cursorS: number | null = null;

  constructor(
    private readonly source: ChartSource,
    private readonly store: Store,
  ) {
    this.plot = new uPlot(this.options(), [[0, 1], [null, null]], source.host);
    this.unfit = fit(source.host, this.plot);
    this.undo = store.bus.on("cursor", (timeS) => (this.cursorS = timeS));
  }

  get canvas(): HTMLCanvasElement {
    return this.plot.ctx.canvas;
  }

  update({ from, to }: Stretch): void {
    const [first, ...others] = this.source.lines;
    if (!first) return;
    const x = this.source.sampler.trace(first.field);
    const shown = others.filter((line) => !line.hidden);
    this.paths = shown.map((line) => pathOf(line, x, this.source.sampler.trace(line.field), from, to));
    this.units = [x.unit, shown[0] ? this.source.sampler.trace(shown[0].field).unit : ""];
    this.rescale();
  }

  words(): string {
    return this.source.lines.length < 2 ? "Choose a second field: the first is the x axis." : "";
  }

  destroy(): void {
    this.undo();
    this.unfit();
    this.plot.destroy();
  }

  private rescale(): void {
    let [left, right] = rangeOf(this.paths.map(({ xs }) => xs));
    let [low, high] = rangeOf(this.paths.map(({ ys }) => ys));
    const { width, height } = this.plot.bbox;
    if (this.units[0] === this.units[1] && this.units[0] === "m" && width && height) {
      // A path over ground keeps its shape.
      const scale = Math.max((right - left) / width, (high - low) / height);
      const x = (left + right) / 2;
      const y = (low + high) / 2;
      [left, right] = [x - (scale * width) / 2, x + (scale * width) / 2];
      [low, high] = [y - (scale * height) / 2, y + (scale * height) / 2];
    }
    this.plot.batch(() => {
      this.plot.setScale("x", { min: left, max: right });
      this.plot.setScale("y", { min: low, max: high });
      this.plot.redraw(false, true);
    });
  }

  private options(): uPlot.Options {
    // There is no room for units beside the plot: the legend has them.
    const along = (_: uPlot, at: number[]) => marks(at).map((mark) => `${mark} ${this.units[0]}`.trim());
    const up = (_: uPlot, at: number[]) => marks(at);
    return {
      ...sizeOf(this.source.host),
      padding: [8, 12, 0, 0],
      legend: { show: false },
      cursor: { show: false },
      scales: { x: { time: false, auto: false }, y: { auto: false } },
      axes: [axis({ size: 26, space: 64, values: along }), axis({ size: AXIS_PX, space: 30, values: up })],
      series: [{}, { show: true, stroke: "transparent" }],
      hooks: { draw: [(plot) => this.draw(plot)] },
    };
  }

  private draw(plot: uPlot): void {
    clipped(plot, (pen) => {
      const ratio = devicePixelRatio || 1;
      pen.lineJoin = "round";
      for (const { line, xs, ys } of this.paths) {
        pen.strokeStyle = pen.fillStyle = line.colour;
        pen.lineWidth = 1.6 * ratio;
        pen.beginPath();
        xs.forEach((x, at) => pen.lineTo(plot.valToPos(x, "x", true), plot.valToPos(ys[at] as number, "y", true)));
        pen.stroke();
        const [x, y] = this.marked(line) ?? [xs.at(-1), ys.at(-1)];
        if (x === undefined || y === undefined) continue;
        pen.beginPath();
        pen.arc(plot.valToPos(x, "x", true), plot.valToPos(y, "y", true), 4 * ratio, 0, 7);
        pen.fill();
      }
    });
  }

  /** Where it was at the moment that is pointed at. */
  private marked(line: Line): [number, number] | null {
    const { sampler, lines } = this.source;
    const first = lines[0];
    const recorded = this.store.past !== null || this.store.hello?.source === "recording";
    const at = this.cursorS ?? (recorded ? this.store.run.timeS : null);
    if (at === null || !first) return null;
    const x = sampler.trace(first.field).between(at);
    const y = sampler.trace(line.field).between(at);
    return x === null || y === null ? null : [x, y];
  }
}

/** Both fields at the times of that which is told more often. */
function pathOf(line: Line, x: Trace, y: Trace, from: number, to: number): Path {
  const [clock, first, last] = moreOften(x, y, from, to);
  const every = Math.max(1, Math.ceil((last - first) / MOST_POINTS));
  const path: Path = { line, xs: [], ys: [] };
  for (let at = first; at < last; at += every) {
    const timeS = clock.times[at] as number;
    const across = x.between(timeS);
    const up = y.between(timeS);
    if (across === null || up === null) continue;
    path.xs.push(across);
    path.ys.push(up);
  }
  return path;
}

function moreOften(x: Trace, y: Trace, from: number, to: number): [Trace, number, number] {
  const count = (trace: Trace) => trace.firstAfter(to) - trace.firstAfter(from);
  const clock = count(x) >= count(y) ? x : y;
  return [clock, clock.firstAfter(from), clock.firstAfter(to)];
}

function rangeOf(lists: readonly number[][]): [number, number] {
  let low = Infinity;
  let high = -Infinity;
  for (const list of lists) {
    for (const value of list) {
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  }
  return low > high ? [-1, 1] : roomy(low, high);
}
