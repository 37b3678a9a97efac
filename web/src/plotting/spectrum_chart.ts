// How strongly fields swing at which frequency, of the stretch of time that is shown.

import uPlot from "uplot";
import { fit, sizeOf, type Chart, type ChartSource, type Line } from "./chart";
import { AXIS_PX, axis, figures, marks } from "./chart_style";
import { spectrum, type Spectrum } from "./fft";
import { shortName } from "./fields";
import type { Stretch } from "./sampler";
import { align } from "./thin";

const EVERY_MS = 400;

export class SpectrumChart implements Chart {
  private plot: uPlot | null = null;
  private unfit: () => void = () => undefined;
  private key = "";
  private computedAt = -Infinity;
  private peak = "";

  constructor(private readonly source: ChartSource) {}

  get canvas(): HTMLCanvasElement | null {
    return this.plot?.ctx.canvas ?? null;
  }

  update({ from, to }: Stretch): void {
    const lines = this.source.lines.filter((line) => !line.hidden);
    const theme = document.documentElement.dataset["theme"] ?? "";
    const key = JSON.stringify([theme, lines]);
    const anew = key !== this.key || !this.plot;
    if (!anew && performance.now() - this.computedAt < EVERY_MS) return;
    this.computedAt = performance.now();
    if (anew) this.build(key, lines);
    const found = lines.map((line) => spectrum(this.source.sampler.trace(line.field), from, to));
    this.peak = lines.map((line, number) => peakOf(line, found[number] ?? null)).filter(Boolean).join(" · ");
    this.plot?.setData(align(found.map((each) => (each ? pointsOf(each) : { times: [], values: [] }))));
  }

  words(): string {
    return this.peak || "A spectrum needs at least 32 values in the time that is shown.";
  }

  destroy(): void {
    this.unfit();
    this.plot?.destroy();
  }

  private build(key: string, lines: readonly Line[]): void {
    this.key = key;
    this.unfit();
    this.plot?.destroy();
    const options: uPlot.Options = {
      ...sizeOf(this.source.host),
      padding: [8, 10, 0, 0],
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false } },
      scales: { x: { time: false }, y: { distr: 3, range: (_, low, high) => decades(low, high) } },
      axes: [
        axis({ size: 26, space: 56, values: (_, at) => marks(at).map((mark) => `${mark} Hz`) }),
        axis({
          size: AXIS_PX,
          splits: (_plot, _axis, low, high) => powersOfTen(low, high),
          filter: (_, splits) => splits,
          values: (_, at) => at.map((mark) => (mark < 0.01 || mark > 999 ? mark.toExponential(0) : String(mark))),
        }),
      ],
      series: [
        {},
        ...lines.map(({ colour }) => ({ stroke: colour, width: 1.5, points: { show: false } })),
      ],
    };
    this.plot = new uPlot(options, [[]], this.source.host);
    this.unfit = fit(this.source.host, this.plot);
  }
}

function pointsOf({ frequencies, amplitudes }: Spectrum): { times: number[]; values: number[] } {
  // A logarithm knows no zero.
  return { times: frequencies, values: amplitudes.map((value) => Math.max(value, 1e-12)) };
}

/** At most five decades: below them there is only rounding. */
function decades(low: number | null, high: number | null): [number, number] {
  const top = 10 ** Math.ceil(Math.log10(Math.max(high ?? 1, 1e-9)) + 1e-9);
  const bottom = 10 ** Math.floor(Math.log10(Math.max(low ?? 1e-3, 1e-12)));
  return [Math.max(bottom, top * 1e-5), top];
}

function powersOfTen(low: number, high: number): number[] {
  const first = Math.ceil(Math.log10(low) - 1e-6);
  const count = Math.floor(Math.log10(high) + 1e-6) - first + 1;
  return Array.from({ length: Math.max(0, count) }, (_, number) => Number(`1e${first + number}`));
}

function peakOf(line: Line, found: Spectrum | null): string {
  if (!found) return "";
  const { amplitudes, frequencies } = found;
  const place = amplitudes.indexOf(Math.max(...amplitudes));
  return `${shortName(line.field)}: ${figures(amplitudes[place] ?? null)} at ${figures(frequencies[place] ?? null)} Hz`;
}
