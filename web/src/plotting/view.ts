// Which stretch of time all plots show: the newest seconds, all, or what a user chose.

import type { Store } from "../store";
import type { Sampler, Stretch } from "./sampler";

export const WINDOWS = [10, 30, 60, Infinity] as const;
const LEAST_S = 0.02;

export class View {
  windowS = 30;
  zoom: Stretch | null = null;
  /** The moment at which the plots were held, or null while they move on. */
  heldS: number | null = null;
  /** The moment that is pointed at, here or elsewhere. */
  cursorS: number | null = null;

  /** Whether any plot has two axes. */
  twoAxes = false;

  constructor(private readonly store: Store) {}

  /** The moment whose values are told: pointed at, or shown in the scene; null for the newest. */
  get momentS(): number | null {
    if (this.cursorS !== null) return this.cursorS;
    const { past, hello, run } = this.store;
    return past !== null || hello?.source === "recording" ? run.timeS : null;
  }

  get held(): boolean {
    return this.heldS !== null;
  }

  hold(hold: boolean): void {
    this.heldS = hold ? this.store.now.timeS : null;
  }

  zoomTo(from: number, to: number): void {
    if (to - from >= LEAST_S) this.zoom = { from, to };
  }

  /** Make the stretch longer or shorter about its middle, or about the cursor. */
  scale(factor: number, now: Stretch): void {
    const middle = this.cursorS ?? (now.from + now.to) / 2;
    this.zoomTo(middle - (middle - now.from) * factor, middle + (now.to - middle) * factor);
  }

  stretch(sampler: Sampler, fields: readonly string[]): Stretch {
    if (this.zoom) return this.zoom;
    const traces = fields.flatMap((field) => sampler.all(field)).filter((trace) => trace.length);
    const recorded = this.store.hello?.source === "recording";
    const last = recorded ? Math.max(0, ...traces.map((trace) => trace.lastTime)) : this.store.now.timeS;
    const to = this.heldS ?? last;
    if (Number.isFinite(this.windowS)) {
      // A run that has just begun grows into the window.
      const from = Math.max(0, to - this.windowS);
      if (!recorded) return { from, to: from + this.windowS };
      const middle = this.store.run.timeS;
      return { from: middle - this.windowS / 2, to: middle + this.windowS / 2 };
    }
    const first = Math.min(to - 1, ...traces.map((trace) => trace.times[0] as number));
    return { from: first, to };
  }
}
