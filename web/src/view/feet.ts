// What ties vehicles to the ground in the picture: a thread down from each, and a ring below the selected.

import {
  BufferAttribute,
  BufferGeometry,
  type Color,
  DynamicDrawUsage,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  RingGeometry,
  type Scene,
  type Vector3,
} from "three";

const STEP = 64;
const LIFT_M = 0.04;
// Lower, a thread would only be in the way.
const LEAST_M = 0.5;

export class Feet {
  shown = true;
  private capacity = STEP;
  private count = 0;
  private faint = 0.35;
  private readonly threads: LineSegments<BufferGeometry, LineBasicMaterial>;
  private readonly ring = new Mesh(
    new RingGeometry(0.8, 1, 40).rotateX(-Math.PI / 2),
    new MeshBasicMaterial({ transparent: true, opacity: 0.8, depthWrite: false }),
  );

  constructor(scene: Scene) {
    const material = new LineBasicMaterial({ vertexColors: true, transparent: true });
    this.threads = new LineSegments(room(STEP), material);
    this.threads.frustumCulled = false;
    scene.add(this.threads, this.ring);
  }

  /** Many threads would hide what they tie down, so they are fainter. */
  begin(many: boolean): void {
    this.count = 0;
    this.faint = many ? 0.12 : 0.35;
    this.ring.visible = false;
  }

  /** A vehicle at `at` above the ground at height `ground`, seen from `away` metres. */
  add(at: Vector3, ground: number, away: number, tint: Color, selected: boolean): void {
    if (at.y - ground <= LEAST_M) return;
    if (this.count === this.capacity) this.grow();
    const line = this.attribute("position");
    const colours = this.attribute("color");
    const top = 2 * this.count++;
    const alpha = selected ? 0.75 : this.faint;
    line.setXYZ(top, at.x, at.y, at.z);
    line.setXYZ(top + 1, at.x, ground, at.z);
    colours.setXYZW(top, tint.r, tint.g, tint.b, alpha);
    colours.setXYZW(top + 1, tint.r, tint.g, tint.b, alpha);
    if (!selected) return;
    this.ring.visible = this.shown;
    this.ring.position.set(at.x, ground + LIFT_M, at.z);
    this.ring.scale.setScalar(Math.max(0.4, away * 0.012));
    this.ring.material.color.copy(tint);
  }

  end(): void {
    this.threads.visible = this.shown && this.count > 0;
    if (!this.threads.visible) return;
    this.threads.geometry.setDrawRange(0, 2 * this.count);
    for (const name of ["position", "color"] as const) {
      const attribute = this.attribute(name);
      attribute.clearUpdateRanges();
      attribute.addUpdateRange(0, 2 * this.count * attribute.itemSize);
      attribute.needsUpdate = true;
    }
  }

  private attribute(name: "position" | "color"): BufferAttribute {
    return this.threads.geometry.getAttribute(name) as BufferAttribute;
  }

  private grow(): void {
    this.capacity *= 2;
    const before = this.threads.geometry;
    this.threads.geometry = room(this.capacity);
    for (const name of ["position", "color"] as const) {
      this.attribute(name).array.set((before.getAttribute(name) as BufferAttribute).array);
    }
    before.dispose();
  }
}

function room(threads: number): BufferGeometry {
  const geometry = new BufferGeometry();
  for (const [name, size] of [["position", 3], ["color", 4]] as const) {
    const attribute = new BufferAttribute(new Float32Array(2 * threads * size), size);
    geometry.setAttribute(name, attribute.setUsage(DynamicDrawUsage));
  }
  return geometry;
}
