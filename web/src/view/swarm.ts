// Vehicles that are small on the page: all of one look in one draw call, propellers in another.

import {
  type BufferGeometry,
  DoubleSide,
  DynamicDrawUsage,
  InstancedMesh,
  type Material,
  type Matrix4,
  MeshBasicMaterial,
  type Scene,
} from "three";
import { faded } from "./ghosts";
import { WHOLE_MATERIAL } from "./merge";
import type { Fineness, Prototype } from "./models";

const STEP = 64;
const GHOSTLY = faded(WHOLE_MATERIAL);
const BLUR = new MeshBasicMaterial({
  color: 0xdfe7ee,
  transparent: true,
  opacity: 0.2,
  depthWrite: false,
  side: DoubleSide,
  forceSinglePass: true,
});

/** Instances of one geometry, as many as a picture needs. */
class Crowd {
  private mesh: InstancedMesh;
  private count = 0;

  constructor(
    private readonly scene: Scene,
    private readonly geometry: BufferGeometry,
    private readonly material: Material,
  ) {
    this.mesh = this.build(STEP);
  }

  begin(): void {
    this.count = 0;
  }

  add(matrix: Matrix4): void {
    if (this.count === this.mesh.instanceMatrix.count) this.grow();
    this.mesh.setMatrixAt(this.count++, matrix);
  }

  end(): void {
    const { mesh } = this;
    mesh.count = this.count;
    mesh.visible = this.count > 0;
    if (!mesh.visible) return;
    mesh.instanceMatrix.clearUpdateRanges();
    mesh.instanceMatrix.addUpdateRange(0, 16 * this.count);
    mesh.instanceMatrix.needsUpdate = true;
  }

  private grow(): void {
    const before = this.mesh;
    this.mesh = this.build(2 * before.instanceMatrix.count);
    this.mesh.instanceMatrix.array.set(before.instanceMatrix.array);
    before.removeFromParent();
    before.dispose();
  }

  private build(room: number): InstancedMesh {
    const made = new InstancedMesh(this.geometry, this.material, room);
    made.instanceMatrix.setUsage(DynamicDrawUsage);
    made.castShadow = made.receiveShadow = this.material === WHOLE_MATERIAL;
    made.frustumCulled = false;
    this.scene.add(made);
    return made;
  }
}

/** The crowds of one look. */
interface Kin {
  readonly bodies: Map<Fineness | "ghost", Crowd>;
  discs: Crowd | null | undefined;
}

export class Swarm {
  private readonly kins = new Map<Prototype, Kin>();
  private readonly crowds: Crowd[] = [];

  constructor(private readonly scene: Scene) {}

  begin(): void {
    for (const crowd of this.crowds) crowd.begin();
  }

  add(prototype: Prototype, fineness: Fineness, ghost: boolean, spinning: boolean, matrix: Matrix4): void {
    let kin = this.kins.get(prototype);
    if (!kin) this.kins.set(prototype, (kin = { bodies: new Map(), discs: undefined }));
    const kind = ghost ? "ghost" : fineness;
    let bodies = kin.bodies.get(kind);
    if (!bodies) {
      bodies = this.crowd(prototype.whole(ghost ? "coarse" : fineness), ghost ? GHOSTLY : WHOLE_MATERIAL);
      kin.bodies.set(kind, bodies);
    }
    bodies.add(matrix);
    if (!spinning || ghost) return;
    if (kin.discs === undefined) {
      kin.discs = prototype.discs ? this.crowd(prototype.discs, BLUR) : null;
    }
    kin.discs?.add(matrix);
  }

  end(): void {
    for (const crowd of this.crowds) crowd.end();
  }

  private crowd(geometry: BufferGeometry, material: Material): Crowd {
    const made = new Crowd(this.scene, geometry, material);
    this.crowds.push(made);
    return made;
  }
}
