// Plain bodies: every shape that obstacles, actors and collision shapes can have.

import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  CapsuleGeometry,
  CylinderGeometry,
  PlaneGeometry,
  SphereGeometry,
  Vector3,
} from "three";
import { ConvexGeometry } from "three/examples/jsm/geometries/ConvexGeometry.js";

type Triple = readonly [number, number, number];

export interface SolidShape {
  readonly shape: string;
  readonly size_m?: number;
  readonly box_m: Triple | null;
  readonly radius_m: number | null;
  readonly length_m: number | null;
  readonly points_m: readonly Triple[];
  readonly heights_m?: readonly (readonly number[])[];
  readonly spacing_m?: number;
}

// A plane of the physics has no end; so far it is drawn.
const PLANE_M = 400;

/** Around its own origin, in forward-right-down axes. */
export function solidGeometry(look: SolidShape): BufferGeometry {
  const size = look.size_m || 1;
  const radius = look.radius_m ?? size / 2;
  const length = look.length_m ?? size;
  switch (look.shape) {
    case "sphere":
    case "ball":
      return new SphereGeometry(radius, 32, 20);
    case "cylinder":
      return new CylinderGeometry(radius, radius, length, 24).rotateX(Math.PI / 2);
    case "capsule":
      return new CapsuleGeometry(radius, length, 8, 20).rotateX(Math.PI / 2);
    case "plane":
      // Its upper side is the side to stand on.
      return new PlaneGeometry(PLANE_M, PLANE_M).rotateX(Math.PI);
    case "convex":
      if (look.points_m.length >= 4) {
        return new ConvexGeometry(look.points_m.map(([x, y, z]) => new Vector3(x, y, z)));
      }
      return new BoxGeometry(size, size, size);
    case "height_field":
      return field(look.heights_m ?? [], look.spacing_m ?? 1);
    default:
      return new BoxGeometry(...(look.box_m ?? [size, size, size]));
  }
}

/** Heights around their middle; rows run north, points of a row east. */
function field(heights: readonly (readonly number[])[], spacing: number): BufferGeometry {
  const rows = heights.length;
  const columns = heights[0]?.length ?? 0;
  const points = new Float32Array(rows * columns * 3);
  const corners: number[] = [];
  heights.forEach((line, row) =>
    line.forEach((height, column) => {
      const here = row * columns + column;
      points[3 * here] = (row - (rows - 1) / 2) * spacing;
      points[3 * here + 1] = (column - (columns - 1) / 2) * spacing;
      points[3 * here + 2] = -height;
      if (row + 1 === rows || column + 1 === columns) return;
      corners.push(here, here + 1, here + columns);
      corners.push(here + 1, here + columns + 1, here + columns);
    }),
  );
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(points, 3));
  geometry.setIndex(corners);
  geometry.computeVertexNormals();
  return geometry;
}
