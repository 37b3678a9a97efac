// Where vehicles have been, thinned out by distance.

import type { Store } from "../../store";

const KEPT = 900;
const LEAST_M = 0.4;
const JUMP_M = 60;

export class Trails {
  private readonly ways = new Map<number, number[]>();
  private generation = -1;

  constructor(private readonly store: Store) {}

  /** Points of a vehicle: north, east, north, east ... */
  of(index: number): readonly number[] {
    return this.ways.get(index) ?? [];
  }

  note(): void {
    if (this.store.past !== null) return;
    if (this.generation !== this.store.generation) {
      this.generation = this.store.generation;
      this.ways.clear();
    }
    for (const index of this.ways.keys()) if (!this.store.vehicles.has(index)) this.ways.delete(index);
    for (const { index, latest } of this.store.vehicles.values()) {
      const way = this.ways.get(index) ?? [];
      this.ways.set(index, way);
      const far = Math.hypot(latest.north - (way.at(-2) ?? NaN), latest.east - (way.at(-1) ?? NaN));
      if (far < LEAST_M) continue;
      if (far > JUMP_M) way.length = 0;
      way.push(latest.north, latest.east);
      if (way.length > 2 * KEPT) way.splice(0, 2);
    }
  }
}
