// The ground of the map: shaded heights as a picture, and contours as a path in metres.

import type { Ground } from "../../generated/protocol";

export interface GroundPicture {
  readonly image: HTMLCanvasElement;
  readonly contours: Path2D;
  readonly bold: Path2D;
  readonly stepM: number;
}

const LEVELS = 14;

export function heightAt(ground: Ground, north: number, east: number): number | null {
  const row = (north - ground.south_west_ne_m[0]) / ground.spacing_m;
  const column = (east - ground.south_west_ne_m[1]) / ground.spacing_m;
  const r = Math.floor(row);
  const c = Math.floor(column);
  const here = ground.heights_m[r]?.[c];
  const right = ground.heights_m[r]?.[c + 1];
  const above = ground.heights_m[r + 1]?.[c];
  const across = ground.heights_m[r + 1]?.[c + 1];
  if (here === undefined || right === undefined || above === undefined || across === undefined) return null;
  const [u, v] = [column - c, row - r];
  return (1 - v) * ((1 - u) * here + u * right) + v * ((1 - u) * above + u * across);
}

/** Draw heights once; `seaM` is the level of water, if there is any. */
export function groundPicture(ground: Ground, dark: boolean, seaM: number | null): GroundPicture {
  const rows = ground.heights_m.length;
  const columns = ground.heights_m[0]?.length ?? 0;
  const all = ground.heights_m.flat();
  const low = Math.min(...all);
  const high = Math.max(...all);
  const image = document.createElement("canvas");
  image.width = columns;
  image.height = rows;
  const pen = image.getContext("2d") as CanvasRenderingContext2D;
  const pixels = pen.createImageData(columns, rows);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const at = 4 * ((rows - 1 - row) * columns + column);
      const height = ground.heights_m[row]?.[column] ?? 0;
      const east = (ground.heights_m[row]?.[column + 1] ?? height) - height;
      const north = (ground.heights_m[row + 1]?.[column] ?? height) - height;
      const light = 1 + Math.max(-0.35, Math.min(0.35, (0.9 * (east - north)) / ground.spacing_m));
      const wet = seaM !== null && height < seaM;
      const [r, g, b] = wet ? water(dark) : tint((height - low) / Math.max(1, high - low), dark);
      pixels.data[at] = r * (wet ? 1 : light);
      pixels.data[at + 1] = g * (wet ? 1 : light);
      pixels.data[at + 2] = b * (wet ? 1 : light);
      pixels.data[at + 3] = 255;
    }
  }
  pen.putImageData(pixels, 0, 0);
  const stepM = niceStep((high - low) / LEVELS);
  const [contours, bold] = [new Path2D(), new Path2D()];
  for (let level = Math.ceil(low / stepM); level * stepM < high; level++) {
    trace(ground, level * stepM, level % 5 === 0 ? bold : contours);
  }
  return { image, contours, bold, stepM };
}

function tint(share: number, dark: boolean): [number, number, number] {
  return dark
    ? [22 + 42 * share, 36 + 40 * share, 46 + 34 * share]
    : [206 + 30 * share, 220 + 14 * share, 204 + 6 * share];
}

function water(dark: boolean): [number, number, number] {
  return dark ? [14, 40, 66] : [176, 208, 232];
}

function niceStep(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1e-3, value)));
  const lead = value / power;
  return (lead < 1.5 ? 1 : lead < 3.5 ? 2 : lead < 7.5 ? 5 : 10) * power;
}

/** Marching squares: the line of one height, in metres east and north. */
function trace(ground: Ground, level: number, path: Path2D): void {
  const { heights_m: heights, spacing_m: spacing } = ground;
  const [south, west] = ground.south_west_ne_m;
  for (let row = 0; row + 1 < heights.length; row++) {
    const below = heights[row] as readonly number[];
    const above = heights[row + 1] as readonly number[];
    for (let column = 0; column + 1 < below.length; column++) {
      // Corners around the cell, from the south-west on, against the clock.
      const a = (below[column] as number) - level;
      const b = (below[column + 1] as number) - level;
      const c = (above[column + 1] as number) - level;
      const d = (above[column] as number) - level;
      const cuts: [number, number][] = [];
      if (a > 0 !== b > 0) cuts.push([column + a / (a - b), row]);
      if (b > 0 !== c > 0) cuts.push([column + 1, row + b / (b - c)]);
      if (c > 0 !== d > 0) cuts.push([column + d / (d - c), row + 1]);
      if (d > 0 !== a > 0) cuts.push([column, row + a / (a - d)]);
      for (let cut = 0; cut + 1 < cuts.length; cut += 2) {
        const [from, to] = [cuts[cut] as [number, number], cuts[cut + 1] as [number, number]];
        path.moveTo(west + from[0] * spacing, south + from[1] * spacing);
        path.lineTo(west + to[0] * spacing, south + to[1] * spacing);
      }
    }
  }
}
