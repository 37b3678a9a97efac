// What part of the world the map shows: its middle, its scale, and which way is up.

export interface Place {
  readonly north: number;
  readonly east: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** What covers the map at its edges, px. */
export interface Insets {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const CLOSEST = 400;
const FARTHEST = 0.002;

export class MapView {
  middle: Place = { north: 0, east: 0 };
  /** Pixels per metre. */
  scale = 8;
  /** Which heading is up, rad. */
  up = 0;
  width = 1;
  height = 1;
  insets: Insets = { left: 0, right: 0, top: 0, bottom: 0 };

  /** The middle of the part that nothing covers. */
  get centre(): Point {
    const { left, right, top, bottom } = this.insets;
    return { x: (left + this.width - right) / 2, y: (top + this.height - bottom) / 2 };
  }

  toScreen(north: number, east: number): Point {
    const { x, y } = this.centre;
    const n = (north - this.middle.north) * this.scale;
    const e = (east - this.middle.east) * this.scale;
    const c = Math.cos(this.up);
    const s = Math.sin(this.up);
    return { x: x + e * c - n * s, y: y - n * c - e * s };
  }

  toPlace(x: number, y: number): Place {
    const middle = this.centre;
    const right = (x - middle.x) / this.scale;
    const ahead = (middle.y - y) / this.scale;
    const c = Math.cos(this.up);
    const s = Math.sin(this.up);
    return {
      north: this.middle.north + ahead * c - right * s,
      east: this.middle.east + right * c + ahead * s,
    };
  }

  /** Move so that what was at one point is at another. */
  pan(from: Point, to: Point): void {
    const a = this.toPlace(from.x, from.y);
    const b = this.toPlace(to.x, to.y);
    this.middle = {
      north: this.middle.north + a.north - b.north,
      east: this.middle.east + a.east - b.east,
    };
  }

  /** Zoom about a point, which stays where it is. */
  zoom(factor: number, at: Point = this.centre): void {
    const before = this.toPlace(at.x, at.y);
    this.scale = Math.max(FARTHEST, Math.min(CLOSEST, this.scale * factor));
    const after = this.toPlace(at.x, at.y);
    this.middle = {
      north: this.middle.north + before.north - after.north,
      east: this.middle.east + before.east - after.east,
    };
  }

  fit(places: readonly Place[]): void {
    if (places.length === 0) return;
    const norths = places.map(({ north }) => north);
    const easts = places.map(({ east }) => east);
    const [south, top] = [Math.min(...norths), Math.max(...norths)];
    const [west, right] = [Math.min(...easts), Math.max(...easts)];
    const { left, right: gone, top: above, bottom } = this.insets;
    const wide = Math.max(80, this.width - left - gone - 150);
    const high = Math.max(80, this.height - above - bottom - 150);
    this.up = 0;
    this.middle = { north: (south + top) / 2, east: (west + right) / 2 };
    const span = Math.min(wide / Math.max(10, right - west), high / Math.max(10, top - south));
    this.scale = Math.max(FARTHEST, Math.min(40, span));
  }

  /** For drawing in metres: east to the right, north up, as far as the map is not turned. */
  applyTo(pen: CanvasRenderingContext2D, ratio: number): void {
    const { x, y } = this.centre;
    const c = Math.cos(this.up) * this.scale;
    const s = Math.sin(this.up) * this.scale;
    const { north, east } = this.middle;
    // Columns: one metre east, one metre north.
    pen.setTransform(
      ratio * c,
      ratio * -s,
      ratio * -s,
      ratio * -c,
      ratio * (x - east * c + north * s),
      ratio * (y + east * s + north * c),
    );
  }
}

/** A round number of 1, 2 or 5 times a power of ten, at least as large. */
export function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const lead = value / power;
  return (lead <= 1 ? 1 : lead <= 2 ? 2 : lead <= 5 ? 5 : 10) * power;
}
