// Fields over time: one scale per unit, shared cursor, events as thin lines, zoom by dragging.

import uPlot from "uplot";
import type { EventMessage } from "../generated/protocol";
import type { Store } from "../store";
import { cssColour } from "../theme";
import { element } from "../ui/elements";
import { clock } from "../ui/format";
import { fit, clipped, sizeOf, type Chart, type ChartSource, type Line } from "./chart";
import { AXIS_PX, axis, marks, roomy } from "./chart_style";
import type { Stretch } from "./sampler";
import { align, thin } from "./thin";
import type { Trace } from "./trace";

const DOUBLE_CLICK_MS = 260;
const NEAR_PX = 5;
const LEVELS = { info: "--faint", good: "--good", warn: "--warn", bad: "--bad" } as const;

export interface Pointing {
  readonly store: Store;
  /** Has any plot an axis on the right, too? Then all leave room for it. */
  readonly twoAxes: () => boolean;
  readonly zoomTo: (from: number, to: number) => void;
  readonly zoomOut: () => void;
}

interface Shown {
  readonly trace: Trace;
  readonly line: Line;
}

export class TimeChart implements Chart {
  private plot: uPlot | null = null;
  private shown: Shown[] = [];
  private key = "";
  private stretch: Stretch = { from: 0, to: 1 };
  private cursorS: number | null = null;
  private pointed = false;
  private readonly ruler = element("div", "plot-ruler");
  private clicked = 0;
  private downX = 0;
  private unfit: () => void = () => undefined;
  private readonly undo: (() => void)[];

  constructor(
    private readonly source: ChartSource,
    private readonly pointing: Pointing,
    /** Only differences of two runs, or everything else. */
    private readonly differences = false,
  ) {
    const { bus } = pointing.store;
    this.undo = [bus.on("cursor", (timeS) => this.showCursor(timeS)), bus.on("theme", () => (this.key = ""))];
  }

  get canvas(): HTMLCanvasElement | null {
    return this.plot?.ctx.canvas ?? null;
  }

  get empty(): boolean {
    return this.traces().length === 0;
  }

  update(stretch: Stretch): void {
    this.stretch = stretch;
    this.shown = this.traces();
    const lines = this.shown.map(({ trace, line }) => [trace.run, trace.unit, line]);
    const key = JSON.stringify([this.pointing.twoAxes(), ...lines]);
    if (key !== this.key || !this.plot) this.build(key);
    const most = 2 * Math.max(200, this.plot?.bbox.width ?? 0);
    const points = this.shown.map(({ trace }) => thin(trace, stretch.from, stretch.to, most));
    this.plot?.setData(points.length ? align(points) : [[]]);
  }

  words(): string {
    const at = this.cursorS;
    if (at === null || !this.plot || this.differences) return "";
    const near = (NEAR_PX * (this.stretch.to - this.stretch.from)) / Math.max(1, this.plot.over.clientWidth);
    const fitting = ({ time_s: time, words }: EventMessage) => words && Math.abs(time - at) < near;
    const event = this.pointing.store.events.filter(fitting).at(-1);
    return event ? `${clock(event.time_s)} ${event.vehicle} ${event.words}` : "";
  }

  destroy(): void {
    this.undo.forEach((off) => off());
    clearTimeout(this.clicked);
    this.unfit();
    this.plot?.destroy();
    this.plot = null;
  }

  private traces(): Shown[] {
    const { sampler, lines } = this.source;
    return lines.flatMap((line) =>
      sampler
        .all(line.field)
        .filter((trace) => (trace.run === "difference") === this.differences)
        .map((trace) => ({ trace, line })),
    );
  }

  private build(key: string): void {
    this.key = key;
    this.unfit();
    this.plot?.destroy();
    this.plot = new uPlot(this.options(), [[]], this.source.host);
    this.unfit = fit(this.source.host, this.plot);
    this.listen(this.plot);
  }

  private options(): uPlot.Options {
    const units = [...new Set(this.shown.map(({ trace }) => trace.unit))];
    const scales: uPlot.Scales = { x: { time: false, range: () => [this.stretch.from, this.stretch.to] } };
    for (const unit of units) scales[`y ${unit}`] = { range: (_, low, high) => roomy(low, high) };
    const axes: uPlot.Axis[] = [
      axis({ size: 26, space: 56, values: (_, at) => marks(at).map((mark) => `${mark} s`) }),
    ];
    units.slice(0, 2).forEach((unit, number) => {
      const values = (_: uPlot, at: number[]) => marks(at);
      const scale = `y ${unit}`;
      axes.push(axis({ scale, side: number ? 1 : 3, size: AXIS_PX, space: 26, values, ...(number && { grid: { show: false } }) }));
    });
    return {
      ...sizeOf(this.source.host),
      padding: [8, units.length > 1 ? 0 : this.pointing.twoAxes() ? AXIS_PX : 16, 0, 0],
      legend: { show: false },
      cursor: { x: false, y: false, points: { size: 7 }, drag: { x: true, y: false, setScale: false } },
      scales,
      axes,
      series: [{}, ...this.shown.map((each) => this.seriesOf(each, this.shown.length === 1))],
      hooks: {
        drawClear: [(plot) => this.drawEvents(plot)],
        draw: [(plot) => this.drawPast(plot), (plot) => this.afterDrawing(plot)],
        setCursor: [(plot) => this.tellCursor(plot)],
        setSelect: [(plot) => this.zoom(plot)],
      },
    };
  }

  private seriesOf({ trace, line }: Shown, alone: boolean): uPlot.Series {
    const second = trace.run !== "" && trace.run !== "difference";
    return {
      scale: `y ${trace.unit}`,
      show: !line.hidden,
      stroke: line.colour,
      width: second ? 1.5 : 2,
      points: { show: false },
      ...(second && { dash: [6, 5] }),
      ...(alone && { fill: `${line.colour}1f` }),
    };
  }

  private drawEvents(plot: uPlot): void {
    clipped(plot, (pen) => {
      pen.lineWidth = devicePixelRatio || 1;
      for (const event of this.pointing.store.events) {
        if (!event.words || event.time_s < this.stretch.from || event.time_s > this.stretch.to) continue;
        const x = Math.round(plot.valToPos(event.time_s, "x", true)) + 0.5;
        pen.strokeStyle = cssColour(LEVELS[event.level]);
        pen.globalAlpha = event.level === "info" ? 0.35 : 0.7;
        vertical(pen, x, plot.bbox);
      }
    });
  }

  /** The moment that is shown while it is not the newest. */
  private drawPast(plot: uPlot): void {
    const { store } = this.pointing;
    if (store.past === null && store.hello?.source !== "recording") return;
    clipped(plot, (pen) => {
      pen.strokeStyle = cssColour("--accent");
      pen.lineWidth = 2 * (devicePixelRatio || 1);
      vertical(pen, plot.valToPos(store.run.timeS, "x", true), plot.bbox);
    });
  }

  private listen(plot: uPlot): void {
    const { over } = plot;
    over.append(this.ruler);
    over.addEventListener("pointerenter", () => (this.pointed = true));
    over.addEventListener("pointerleave", () => {
      this.pointed = false;
      this.pointing.store.bus.emit("cursor", null);
    });
    over.addEventListener("pointerdown", (event) => (this.downX = event.clientX));
    over.addEventListener("click", (event) => this.click(plot, event));
    over.addEventListener("dblclick", () => {
      clearTimeout(this.clicked);
      this.pointing.zoomOut();
    });
  }

  /** A click looks at that moment, unless it was a drag or becomes a double click. */
  private click(plot: uPlot, event: MouseEvent): void {
    clearTimeout(this.clicked);
    if (event.detail > 1 || Math.abs(event.clientX - this.downX) > NEAR_PX) return;
    const timeS = plot.posToVal(event.offsetX, "x");
    const seek = () => this.pointing.store.bus.emit("seek", { timeS });
    this.clicked = window.setTimeout(seek, DOUBLE_CLICK_MS);
  }

  /** Where the pointer rests, the time below it moves on with the plot. */
  private afterDrawing(plot: uPlot): void {
    if (this.pointed) this.tellCursor(plot);
    else this.showCursor(this.cursorS);
  }

  private tellCursor(plot: uPlot): void {
    const left = plot.cursor.left ?? -1;
    if (this.pointed && left >= 0) this.pointing.store.bus.emit("cursor", plot.posToVal(left, "x"));
  }

  private showCursor(timeS: number | null): void {
    this.cursorS = timeS;
    const { from, to } = this.stretch;
    this.ruler.hidden = !this.plot || timeS === null || timeS < from || timeS > to;
    if (timeS === null || !this.plot || this.ruler.hidden) return;
    this.ruler.style.translate = `${Math.round(this.plot.valToPos(timeS, "x"))}px 0`;
  }

  private zoom(plot: uPlot): void {
    const { left, width } = plot.select;
    if (width <= NEAR_PX) return;
    const from = plot.posToVal(left, "x");
    const to = plot.posToVal(left + width, "x");
    plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
    this.pointing.zoomTo(from, to);
  }
}

function vertical(pen: CanvasRenderingContext2D, x: number, box: uPlot.BBox): void {
  pen.beginPath();
  pen.moveTo(x, box.top);
  pen.lineTo(x, box.top + box.height);
  pen.stroke();
}
