// What the colours of trails mean: speed, height or mode, and how far their scale reaches.

import { Color } from "three";
import { paletteColour, ramp } from "../ui/palette";

export type TrailColour = "speed" | "height" | "mode";

type Rgb = { r: number; g: number; b: number };

// A scale that grew by less is not worth drawing everything anew.
const GROWTH = 1.15;

export class TrailScale {
  by: TrailColour = "speed";
  fastest = 6;
  lowest = 0;
  highest = 10;
  private readonly modes = new Map<string, Color>();

  /** Note a vehicle; true if colours so far are void. */
  note(speed: number, height: number, mode: string): boolean {
    this.modeColour(mode);
    if (speed > this.fastest) {
      this.fastest = speed * GROWTH;
      return this.by === "speed";
    }
    if (height > this.highest || height < this.lowest) {
      const room = Math.abs(height) * (GROWTH - 1);
      this.highest = Math.max(this.highest, height + room);
      this.lowest = height < this.lowest ? height - room : this.lowest;
      return this.by === "height";
    }
    return false;
  }

  colour(speed: number, height: number, mode: string, out: Rgb): Rgb {
    if (this.by === "mode") {
      const { r, g, b } = this.modeColour(mode);
      out.r = r;
      out.g = g;
      out.b = b;
    } else if (this.by === "height") {
      ramp((height - this.lowest) / (this.highest - this.lowest || 1), out);
    } else {
      ramp(speed / this.fastest, out);
    }
    return out;
  }

  /** Modes seen so far, with their colours. */
  modesSeen(): readonly (readonly [string, string])[] {
    return [...this.modes].map(([mode, { r, g, b }]) => [
      mode || "none",
      `rgb(${r * 255} ${g * 255} ${b * 255})`,
    ]);
  }

  private modeColour(mode: string): Color {
    let known = this.modes.get(mode);
    if (!known) {
      // Kept as the numbers of the palette: trails turn them linear themselves.
      const [r, g, b] = [1, 3, 5].map((at) =>
        parseInt(paletteColour(this.modes.size).slice(at, at + 2), 16) / 255,
      ) as [number, number, number];
      known = new Color();
      known.r = r;
      known.g = g;
      known.b = b;
      this.modes.set(mode, known);
    }
    return known;
  }
}
