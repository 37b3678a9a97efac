// Building blocks of vehicles, in forward-right-down axes.

import {
  BoxGeometry,
  type BufferGeometry,
  CapsuleGeometry,
  CircleGeometry,
  Color,
  CylinderGeometry,
  DoubleSide,
  ExtrudeGeometry,
  Group,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  type Object3D,
  Shape,
  SphereGeometry,
  Vector3,
} from "three";

const DARK = new MeshStandardMaterial({ color: 0x39424d, roughness: 0.6, metalness: 0.15 });
const METAL = new MeshStandardMaterial({ color: 0xc8d2dc, roughness: 0.4, metalness: 0.25 });
const RUBBER = new MeshStandardMaterial({ color: 0x15181c, roughness: 0.9 });
const GLASS = new MeshStandardMaterial({ color: 0x16324a, roughness: 0.12, metalness: 0.4 });
const BLADE = new MeshStandardMaterial({ color: 0x454f5a, roughness: 0.5, side: DoubleSide });
const PORT = new MeshBasicMaterial({ color: 0xff5a4d });
const STARBOARD = new MeshBasicMaterial({ color: 0x35e0a0 });
const LAMP = new MeshBasicMaterial({ color: 0xfff1c9 });

export const MATERIALS = { DARK, METAL, RUBBER, GLASS, BLADE, PORT, STARBOARD, LAMP };

export function paint(colour: string): MeshStandardMaterial {
  return new MeshStandardMaterial({ color: new Color(colour), roughness: 0.42, metalness: 0.12 });
}

let roundness = 1;

/** Build with so large a share of the usual corners: for what is small on the page. */
export function rounded<T>(share: number, build: () => T): T {
  roundness = share;
  try {
    return build();
  } finally {
    roundness = 1;
  }
}

function corners(usual: number): number {
  return Math.max(3, fewer(usual));
}

function fewer(usual: number): number {
  return Math.max(1, Math.round(usual * roundness));
}

export function solid(geometry: BufferGeometry, material: MeshStandardMaterial | MeshBasicMaterial): Mesh {
  const mesh = new Mesh(geometry, material);
  mesh.castShadow = true;
  mesh.receiveShadow = true;
  return mesh;
}

export function box(
  [length, width, height]: readonly [number, number, number],
  material: MeshStandardMaterial,
): Mesh {
  return solid(new BoxGeometry(length, width, height), material);
}

export function ball(radius: number, usual: number, material: MeshStandardMaterial | MeshBasicMaterial): Mesh {
  return solid(new SphereGeometry(radius, corners(usual), corners(0.75 * usual)), material);
}

/** A cylinder or cone about the y axis, with the radius of its top and of its foot. */
export function drum(
  [top, foot]: readonly [number, number],
  length: number,
  usual: number,
  material: MeshStandardMaterial,
): Mesh {
  return solid(new CylinderGeometry(top, foot, length, corners(usual)), material);
}

/** A rod between two places. */
export function rod(a: Vector3, b: Vector3, radius: number, material: MeshStandardMaterial): Mesh {
  const along = new Vector3().subVectors(b, a);
  // The ends of a rod are in other parts, or too small to see.
  const mesh = solid(new CylinderGeometry(radius, radius, along.length(), corners(10), 1, roundness < 1), material);
  mesh.position.copy(a).addScaledVector(along, 0.5);
  mesh.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), along.normalize());
  return mesh;
}

/** A body of revolution along the forward axis. */
export function pod(length: number, radius: number, material: MeshStandardMaterial): Mesh {
  const straight = Math.max(0.01, length - 2 * radius);
  const mesh = solid(new CapsuleGeometry(radius, straight, fewer(8), corners(20)), material);
  mesh.rotation.z = Math.PI / 2;
  return mesh;
}

/** What a moving part does, kept in `userData.role`: plain values, so that copies of it keep them. */
export type Role =
  | { readonly kind: "spin"; readonly direction: number; readonly rotor: number | null }
  | { readonly kind: "disc" }
  | { readonly kind: "roll" }
  | { readonly kind: "hinge"; readonly axis: "y" | "z"; readonly gains: Readonly<Gains> };

/** How far things are turned, rad. */
export interface Deflections {
  aileron: number;
  elevator: number;
  rudder: number;
  flaps: number;
  wheels: number;
  helm: number;
}

export type Gains = Partial<Record<keyof Deflections, number>>;

export function withRole<T extends Object3D>(part: T, role: Role): T {
  part.userData["role"] = role;
  return part;
}

/** A propeller that turns about the down axis, with a disc that shows when it is fast. */
export function propeller(
  radius: number,
  direction: number,
  colour: string,
  rotor: number | null,
): Group {
  const hub = new Group();
  const blades = withRole(new Group(), { kind: "spin", direction, rotor });
  const chord = radius * 0.17;
  const curveSegments = fewer(6);
  for (const side of [1, -1]) {
    const outline = new Shape();
    outline.moveTo(0, -chord * 0.25);
    outline.quadraticCurveTo(side * radius * 0.4, -chord * 0.75, side * radius, -chord * 0.12);
    outline.quadraticCurveTo(side * radius * 1.01, chord * 0.2, side * radius * 0.9, chord * 0.28);
    outline.quadraticCurveTo(side * radius * 0.4, chord * 0.6, 0, chord * 0.25);
    const blade = solid(
      new ExtrudeGeometry(outline, { depth: radius * 0.02, bevelEnabled: false, curveSegments }),
      BLADE,
    );
    blade.receiveShadow = false;
    blades.add(blade);
  }
  const tint = new MeshBasicMaterial({
    color: new Color(colour).lerp(new Color(0xffffff), 0.55),
    transparent: true,
    opacity: 0,
    depthWrite: false,
    side: DoubleSide,
    forceSinglePass: true,
  });
  const disc = withRole(new Mesh(new CircleGeometry(radius, corners(40)), tint), { kind: "disc" });
  disc.visible = false;
  blades.add(disc);
  hub.add(blades);
  return hub;
}

/** A wheel about the right axis. */
export function wheel(radius: number, width: number): Group {
  const roll = withRole(new Group(), { kind: "roll" });
  const tyre = drum([radius, radius], width, 28, RUBBER);
  const cap = drum([radius * 0.55, radius * 0.55], width * 1.06, 18, METAL);
  const spoke = box([radius * 1.5, width * 1.08, radius * 0.18], DARK);
  roll.add(tyre, cap, spoke);
  return roll;
}

export function hull(length: number, beam: number, depth: number, material: MeshStandardMaterial): Mesh {
  const outline = new Shape();
  outline.moveTo(-length / 2, -beam / 2);
  outline.lineTo(length * 0.12, -beam / 2);
  outline.quadraticCurveTo(length * 0.4, -beam * 0.42, length / 2, 0);
  outline.quadraticCurveTo(length * 0.4, beam * 0.42, length * 0.12, beam / 2);
  outline.lineTo(-length / 2, beam / 2);
  outline.closePath();
  const geometry = new ExtrudeGeometry(outline, {
    depth: depth * 0.7,
    bevelEnabled: true,
    bevelSize: -beam * 0.08,
    bevelOffset: 0,
    bevelThickness: depth * 0.15,
    bevelSegments: fewer(3),
    curveSegments: fewer(12),
  });
  geometry.translate(0, 0, -depth * 0.35);
  return solid(geometry, material);
}
