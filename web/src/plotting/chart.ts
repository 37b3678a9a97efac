// What every chart can do, and the frame around uPlot that all of them share.

import uPlot from "uplot";
import type { Sampler, Stretch } from "./sampler";

export interface Line {
  readonly field: string;
  readonly colour: string;
  readonly hidden: boolean;
}

export interface Chart {
  readonly canvas: HTMLCanvasElement | null;
  /** Show what is known now. */
  update(stretch: Stretch): void;
  /** One line about what is shown or missing; empty for nothing to say. */
  words(): string;
  destroy(): void;
}

export interface ChartSource {
  readonly host: HTMLElement;
  readonly sampler: Sampler;
  readonly lines: readonly Line[];
}

/** Follows the size of its host. */
export function fit(host: HTMLElement, plot: uPlot): () => void {
  const size = new ResizeObserver(() => {
    const { clientWidth: width, clientHeight: height } = host;
    if (width > 0 && height > 0 && (width !== plot.width || height !== plot.height)) {
      plot.setSize({ width, height });
    }
  });
  size.observe(host);
  return () => size.disconnect();
}

export function sizeOf(host: HTMLElement): { width: number; height: number } {
  return { width: Math.max(120, host.clientWidth), height: Math.max(80, host.clientHeight) };
}

/** Let a drawing go no further than the chart's field. */
export function clipped(plot: uPlot, draw: (pen: CanvasRenderingContext2D) => void): void {
  const { ctx: pen, bbox } = plot;
  pen.save();
  pen.beginPath();
  pen.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  pen.clip();
  // A dashed line before leaves its dashes.
  pen.setLineDash([]);
  draw(pen);
  pen.restore();
}
