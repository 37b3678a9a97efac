// Vehicles and things from primitives: built once per look, few meshes each, then copied.

import { type BufferGeometry, Group, type Mesh, type MeshBasicMaterial, type Object3D, Sphere } from "three";
import type { Look } from "../generated/protocol";
import { buildCopter, buildFlyingWing, buildPlane, buildQuadplane } from "./aircraft";
import { buildBoat, buildRover } from "./craft";
import { lampModel } from "./lamps";
import { meshOf } from "./meshes";
import { allInOne, discsInOne, mergeStill, speckOf } from "./merge";
import { type Deflections, paint, type Role, rounded, solid } from "./parts";
import { solidGeometry } from "./solids";

export interface Spinner {
  readonly blades: Object3D;
  readonly disc: Mesh<BufferGeometry, MeshBasicMaterial>;
  readonly direction: number;
  /** Which lift rotor it is; null for a propeller that pulls or pushes. */
  readonly rotor: number | null;
}

interface Hinge {
  readonly part: Object3D;
  readonly role: Extract<Role, { kind: "hinge" }>;
}

export class Model {
  readonly spinners: Spinner[] = [];
  readonly wheels: Object3D[] = [];
  private readonly hinges: Hinge[] = [];

  constructor(
    readonly root: Group,
    readonly wheelRadius: number,
  ) {
    root.traverse((part) => this.note(part));
  }

  get movesSurfaces(): boolean {
    return this.hinges.length > 0;
  }

  /** Told ten times a second, drawn softly in between: `share` of the way at once. */
  turn(by: Deflections, share: number): void {
    for (const { part, role } of this.hinges) {
      let angle = 0;
      for (const [name, gain] of Object.entries(role.gains)) {
        angle += gain * by[name as keyof Deflections];
      }
      part.rotation[role.axis] += (angle - part.rotation[role.axis]) * share;
    }
  }

  private note(part: Object3D): void {
    const role = part.userData["role"] as Role | undefined;
    if (role?.kind === "roll") this.wheels.push(part);
    if (role?.kind === "hinge") this.hinges.push({ part, role });
    if (role?.kind !== "spin") return;
    const disc = part.children.find(
      (child) => (child.userData["role"] as Role | undefined)?.kind === "disc",
    ) as Spinner["disc"];
    // Copies share materials, but every disc has a speed of its own.
    disc.material = disc.material.clone();
    this.spinners.push({ blades: part, disc, direction: role.direction, rotor: role.rotor });
  }
}

/** How finely a whole model is made: the smaller on the page, the fewer corners. */
export type Fineness = "fine" | "coarse" | "crude" | "speck";

const ROUNDNESS = { fine: 1, coarse: 0.35, crude: 0.2 } as const;
// Of the size of all: smaller parts cannot be seen on a crude model.
const LEAST_PART = 0.3;

/** What all vehicles of one look share. */
export class Prototype {
  readonly root: Group;
  readonly wheelRadius: number;
  private readonly wholes = new Map<Fineness, BufferGeometry>();
  private blurs: BufferGeometry | null | undefined = undefined;

  /** `mesh` is drawn in place of the shape, if it has come. */
  constructor(
    private readonly look: Look,
    private readonly mesh: Group | null = null,
  ) {
    // With its own materials; only what is small on the page is joined.
    this.root = mesh ?? this.build("fine");
    this.wheelRadius = look.wheels[0]?.radius_m ?? look.size_m * 0.17;
  }

  /** All of it as one coloured geometry, for vehicles that are small or many. */
  whole(fineness: Fineness): BufferGeometry {
    let made = this.wholes.get(fineness);
    if (!made) {
      made = this.makeWhole(fineness);
      this.wholes.set(fineness, made);
    }
    return made;
  }

  /** What propellers that turn fast look like, or null without propellers. */
  get discs(): BufferGeometry | null {
    if (this.blurs === undefined) this.blurs = discsInOne(this.build("coarse"));
    return this.blurs;
  }

  private makeWhole(fineness: Fineness): BufferGeometry {
    if (fineness === "speck") return speckOf(this.whole("crude"), this.look.colour);
    return allInOne(fineness === "fine" && !this.mesh ? this.root : this.build(fineness));
  }

  private build(fineness: keyof typeof ROUNDNESS): Group {
    const root = new Group();
    if (this.mesh) root.add(this.mesh.clone(true));
    else rounded(ROUNDNESS[fineness], () => shape(this.look, root));
    if (fineness === "crude") leaveOutSmall(root);
    return mergeStill(root);
  }
}

const prototypes = new Map<string, Prototype>();
const ofLook = new WeakMap<Look, Prototype>();

/** Every vehicle is told its look anew; equal ones have the same prototype. */
export function prototypeOf(look: Look): Prototype {
  let found = ofLook.get(look);
  if (found) return found;
  const mesh = look.mesh ? meshOf(look.mesh) : null;
  const key = `${mesh ? "mesh" : "shape"} ${JSON.stringify(look)}`;
  found = prototypes.get(key) ?? new Prototype(look, mesh);
  prototypes.set(key, found);
  // Until the mesh is here, the shape stands in for it.
  if (mesh || !look.mesh) ofLook.set(look, found);
  return found;
}

export function buildModel(look: Look): Model {
  const { root, wheelRadius } = prototypeOf(look);
  return new Model(root.clone(true), wheelRadius);
}

function leaveOutSmall(root: Group): void {
  root.updateMatrixWorld(true);
  const meshes: [Mesh, number][] = [];
  root.traverse((part) => {
    const mesh = part as Mesh;
    if (!mesh.isMesh) return;
    mesh.geometry.computeBoundingSphere();
    meshes.push([mesh, sphere.copy(mesh.geometry.boundingSphere as Sphere).applyMatrix4(mesh.matrixWorld).radius]);
  });
  const largest = Math.max(...meshes.map(([, radius]) => radius));
  for (const [mesh, radius] of meshes) if (radius < LEAST_PART * largest) mesh.removeFromParent();
}

const sphere = new Sphere();

function shape(look: Look, root: Group): void {
  if (look.lamp) root.add(lampModel(look));
  else if (look.shape === "vtol") buildQuadplane(look, root);
  else if (look.tail === "none" && look.wing_span_m !== null) buildFlyingWing(look, root);
  else if (look.shape === "plane" || (look.wing_span_m !== null && look.shape !== "quad")) {
    if (look.wing_span_m === null && look.box_m === null && look.size_m === 0) {
      // A plane of the physics has neither span nor size.
      root.add(solid(solidGeometry(look), paint(look.colour)));
    } else buildPlane(look, root);
  } else if (look.rotors_frd_m.length > 0) buildCopter(look, root);
  else if (look.shape === "rover") buildRover(look, root);
  else if (look.shape === "boat") buildBoat(look, root);
  else root.add(solid(solidGeometry(look), paint(look.colour)));
}
