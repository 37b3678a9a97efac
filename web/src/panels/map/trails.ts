// Where vehicles have been, thinned out by distance.

import type { Flown } from "../../flown";
import { emptyPose, type Pose } from "../../poses";
import type { Store } from "../../store";

const KEPT = 900;
const LEAST_M = 0.4;
const JUMP_M = 60;

export class Trails {
  private readonly ways = new Map<number, number[]>();
  private generation = -1;
  private filled = false;

  constructor(private readonly store: Store) {}

  /** Points of a vehicle: north, east, north, east ... */
  of(index: number): readonly number[] {
    return this.ways.get(index) ?? [];
  }

  /** Ways of before the map was opened; what was noted since comes after them. */
  refill(flown: Flown): void {
    this.ways.clear();
    const pose = emptyPose();
    for (const frame of flown.frames) {
      for (let slot = 0; slot < frame.count; slot++) {
        frame.read(slot, pose);
        if (this.store.vehicles.has(frame.index(slot))) this.add(frame.index(slot), pose);
      }
    }
    this.filled = true;
  }

  /** Is a way missing that history may know? */
  get wanting(): boolean {
    return !this.filled;
  }

  giveUp(): void {
    this.filled = true;
  }

  note(): void {
    if (this.store.past !== null) return;
    if (this.generation !== this.store.generation) {
      this.generation = this.store.generation;
      this.ways.clear();
      this.filled = false;
    }
    for (const index of this.ways.keys()) if (!this.store.vehicles.has(index)) this.ways.delete(index);
    for (const { index, latest } of this.store.vehicles.values()) this.add(index, latest);
  }

  private add(index: number, { north, east }: Pose): void {
    const way = this.ways.get(index) ?? [];
    this.ways.set(index, way);
    const far = Math.hypot(north - (way.at(-2) ?? NaN), east - (way.at(-1) ?? NaN));
    if (far < LEAST_M) return;
    if (far > JUMP_M) way.length = 0;
    way.push(north, east);
    if (way.length > 2 * KEPT) way.splice(0, 2);
  }
}
