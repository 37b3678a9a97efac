// Wings and tails with hinged control surfaces, in forward-right-down axes.

import { ExtrudeGeometry, Group, type MeshStandardMaterial, Shape, Vector2 } from "three";
import { type Gains, solid, withRole } from "./parts";

/** A surface at the trailing edge, from one share of the half span to another. */
export interface Flap {
  readonly from: number;
  readonly to: number;
  /** Share of the chord. */
  readonly depth: number;
  /** Of the right half; the left half gets `left`, or the same. */
  readonly right: Gains;
  readonly left?: Gains;
}

export interface WingShape {
  readonly span: number;
  readonly chord: number;
  /** Tip chord over root chord. */
  readonly taper: number;
  /** How far the tip lies behind the root. */
  readonly sweep: number;
  readonly thickness: number;
  readonly flaps: readonly Flap[];
  /** Both halves, or one alone, as for a fin. */
  readonly halves?: readonly (1 | -1)[];
}

const GAP = 0.012;

/** Centred on its quarter chord, seen from above; down is z. */
export function wing(
  shape: WingShape,
  material: MeshStandardMaterial,
  moving: MeshStandardMaterial,
): Group {
  const made = new Group();
  const halves = shape.halves ?? [1, -1];
  for (const side of halves) {
    made.add(plate(halfOutline(shape, side), shape.thickness, material));
    for (const flap of shape.flaps) made.add(hinged(shape, flap, side, moving));
  }
  return made;
}

function chordAt({ chord, taper, sweep }: WingShape, share: number): [number, number] {
  const local = chord * (1 + (taper - 1) * share);
  return [0.3 * local - sweep * share, -0.7 * local - sweep * share];
}

function hingeAt(shape: WingShape, flap: Flap, share: number): number {
  const [front, back] = chordAt(shape, share);
  return back + flap.depth * (front - back);
}

function halfOutline(shape: WingShape, side: 1 | -1): Vector2[] {
  const half = shape.span / 2;
  const at = (x: number, share: number) => new Vector2(x, side * share * half);
  const [rootFront, rootBack] = chordAt(shape, 0);
  const [tipFront, tipBack] = chordAt(shape, 1);
  const corners = [at(rootFront, 0), at(tipFront, 1), at(tipBack, 1)];
  const inwards = [...shape.flaps].sort((a, b) => b.to - a.to);
  for (const flap of inwards) {
    if (flap.to < 1) corners.push(at(chordAt(shape, flap.to)[1], flap.to));
    else corners.pop();
    corners.push(at(hingeAt(shape, flap, flap.to), flap.to));
    corners.push(at(hingeAt(shape, flap, flap.from), flap.from));
    corners.push(at(chordAt(shape, flap.from)[1], flap.from));
  }
  if (inwards.at(-1)?.from !== 0) corners.push(at(rootBack, 0));
  else corners.pop();
  return corners;
}

function hinged(shape: WingShape, flap: Flap, side: 1 | -1, material: MeshStandardMaterial): Group {
  const half = shape.span / 2;
  const inner = new Vector2(hingeAt(shape, flap, flap.from), side * (flap.from + GAP) * half);
  const outer = new Vector2(hingeAt(shape, flap, flap.to), side * (flap.to - GAP) * half);
  const middle = inner.clone().add(outer).multiplyScalar(0.5);
  // The hinge line leans with the sweep; the flap turns about it.
  const lean = Math.atan2(-(outer.x - inner.x) * side, Math.abs(outer.y - inner.y));
  const corners = [
    inner,
    outer,
    new Vector2(chordAt(shape, flap.to)[1], outer.y),
    new Vector2(chordAt(shape, flap.from)[1], inner.y),
  ].map((corner) => corner.clone().sub(middle).rotateAround(new Vector2(), -lean));
  const gains = side > 0 ? flap.right : (flap.left ?? flap.right);
  const turning = withRole(new Group(), { kind: "hinge", axis: "y", gains });
  turning.add(plate(corners, shape.thickness * 0.8, material));
  const line = new Group();
  line.position.set(middle.x, middle.y, 0);
  line.rotation.z = lean;
  line.add(turning);
  return line;
}

function plate(corners: Vector2[], thickness: number, material: MeshStandardMaterial) {
  const geometry = new ExtrudeGeometry(new Shape(corners), {
    depth: thickness,
    bevelEnabled: true,
    bevelSize: thickness * 0.3,
    bevelThickness: thickness * 0.4,
    bevelSegments: 1,
  });
  geometry.translate(0, 0, -thickness / 2);
  return solid(geometry, material);
}
