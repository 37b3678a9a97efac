// How high the ground is, from what the scene tells of it.

import type { Ground, Water } from "../generated/protocol";

/** Height of what carries at a place: the ground, or the level of the sea above it. */
export function groundHeight(
  world: { readonly ground: Ground | null; readonly water: Water | null },
  north: number,
  east: number,
): number {
  const sea = world.water ? -world.water.level_down_m : -Infinity;
  if (!world.ground && world.water) return sea;
  return Math.max(sea, heightAt(world.ground, north, east));
}

/** Height of the sea with its waves, at a place and time. */
export function seaHeight(water: Water, north: number, east: number, timeS: number): number {
  let height = -water.level_down_m;
  for (const [amplitude = 0, alongNorth = 0, alongEast = 0, frequency = 0, phase = 0] of water.waves) {
    height += amplitude * Math.cos(alongNorth * north + alongEast * east - frequency * timeS + phase);
  }
  return height;
}

/** Height above NED zero at a place; outside of the field its edge goes on. */
export function heightAt(ground: Ground | null, north: number, east: number): number {
  if (!ground) return 0;
  const rows = ground.heights_m.length;
  const columns = ground.heights_m[0]?.length ?? 0;
  if (rows < 2 || columns < 2) return 0;
  const [south, west] = ground.south_west_ne_m;
  const row = clamp((north - south) / ground.spacing_m, rows - 1.000001);
  const column = clamp((east - west) / ground.spacing_m, columns - 1.000001);
  const r = Math.floor(row);
  const c = Math.floor(column);
  const low = between(ground.heights_m[r], c, column - c);
  const high = between(ground.heights_m[r + 1], c, column - c);
  return low + (high - low) * (row - r);
}

function between(line: readonly number[] | undefined, at: number, share: number): number {
  const a = line?.[at] ?? 0;
  const b = line?.[at + 1] ?? a;
  return a + (b - a) * share;
}

function clamp(value: number, most: number): number {
  return Math.max(0, Math.min(most, value));
}
