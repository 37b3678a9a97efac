// Curtains from trails to the ground.

import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  DynamicDrawUsage,
  Mesh,
  MeshBasicMaterial,
  type Scene,
} from "three";
import { Dirty } from "./dirty";
import type { TrailScale } from "./trail_scale";
import type { Sample } from "./trails";

const PARTS = ["position", "color"] as const;

export class TrailCurtain {
  private readonly mesh: Mesh<BufferGeometry, MeshBasicMaterial>;
  private readonly dirty: Dirty;
  private readonly colour = { r: 0, g: 0, b: 0 };

  constructor(scene: Scene, capacity: number) {
    const geometry = new BufferGeometry();
    for (const name of PARTS) {
      const room = new BufferAttribute(new Float32Array(capacity * 18), 3);
      geometry.setAttribute(name, room.setUsage(DynamicDrawUsage));
    }
    geometry.setDrawRange(0, 0);
    this.mesh = new Mesh(
      geometry,
      new MeshBasicMaterial({
        vertexColors: true,
        transparent: true,
        opacity: 0.2,
        side: DoubleSide,
        forceSinglePass: true,
        depthWrite: false,
        toneMapped: false,
      }),
    );
    this.mesh.frustumCulled = false;
    this.dirty = new Dirty(capacity);
    scene.add(this.mesh);
  }

  put(number: number, from: Sample, to: Sample, scale: TrailScale): void {
    const [places, colours] = PARTS.map((name) => this.attribute(name)) as [BufferAttribute, BufferAttribute];
    const { r, g, b } = scale.colour(to.speed, to.y, to.mode, this.colour);
    const first = number * 6;
    places.setXYZ(first, from.x, from.y, from.z);
    places.setXYZ(first + 1, to.x, to.y, to.z);
    places.setXYZ(first + 2, from.x, from.ground, from.z);
    places.setXYZ(first + 3, to.x, to.y, to.z);
    places.setXYZ(first + 4, to.x, to.ground, to.z);
    places.setXYZ(first + 5, from.x, from.ground, from.z);
    for (let corner = 0; corner < 6; corner++) colours.setXYZ(first + corner, r ** 2.2, g ** 2.2, b ** 2.2);
    this.dirty.note(number);
  }

  showOnly(pieces: number): void {
    this.mesh.geometry.setDrawRange(0, pieces * 6);
  }

  show(visible: boolean): void {
    this.mesh.visible = visible;
  }

  flush(): void {
    if (this.mesh.visible) this.dirty.flush(PARTS.map((name) => [this.attribute(name), 18]));
  }

  dispose(): void {
    this.mesh.removeFromParent();
    this.mesh.material.dispose();
    this.mesh.geometry.dispose();
  }

  private attribute(name: (typeof PARTS)[number]): BufferAttribute {
    return this.mesh.geometry.getAttribute(name) as BufferAttribute;
  }
}
