// A tape measure: two places of the scene, the distance between them, and its parts.

import { Group, Mesh, type Scene, SphereGeometry, Vector3 } from "three";
import { Line2 } from "three/examples/jsm/lines/Line2.js";
import { LineGeometry } from "three/examples/jsm/lines/LineGeometry.js";
import { LineMaterial } from "three/examples/jsm/lines/LineMaterial.js";
import { metres } from "../ui/format";
import { glow, Tag } from "./marks";
import type { OverlayFrame } from "./overlays";

const COLOUR = "#f0e442";

export class Tape {
  active = false;
  private readonly root = new Group();
  private readonly ends = [0, 1].map(() => new Mesh(new SphereGeometry(1, 14, 10), glow(COLOUR)));
  private readonly geometry = new LineGeometry();
  private readonly line: Line2;
  private readonly tag: Tag;
  private readonly places: Vector3[] = [];
  private fixed = 0;

  constructor(scene: Scene, page: HTMLElement) {
    const material = new LineMaterial({ color: COLOUR, linewidth: 2, toneMapped: false, fog: false });
    this.line = new Line2(this.geometry, material);
    this.line.frustumCulled = false;
    this.tag = new Tag(page, COLOUR);
    this.root.add(this.line, ...this.ends);
    this.root.visible = false;
    scene.add(this.root);
  }

  /** Take it, or put it away. */
  use(active: boolean): void {
    this.active = active;
    this.clear();
  }

  clear(): void {
    this.places.length = 0;
    this.fixed = 0;
    this.root.visible = false;
    this.tag.hide();
  }

  /** Hold an end here; a third click begins anew. */
  hold(at: Vector3): void {
    if (this.fixed === 2) this.clear();
    this.places[this.fixed++] = at.clone();
  }

  /** The loose end follows the pointer. */
  stretch(at: Vector3): void {
    if (this.fixed === 1) this.places[1] = at.clone();
  }

  /** Metres between the ends, or null. */
  get length(): number | null {
    const [a, b] = this.places;
    return a && b ? a.distanceTo(b) : null;
  }

  update(frame: OverlayFrame): void {
    const [a, b] = this.places;
    this.root.visible = this.active && a !== undefined;
    if (!this.active || !a) return this.tag.hide();
    const other = b ?? a;
    this.geometry.setPositions([a.x, a.y, a.z, other.x, other.y, other.z]);
    [a, other].forEach((at, number) => {
      const end = this.ends[number] as Mesh;
      end.position.copy(at);
      end.scale.setScalar(frame.camera.position.distanceTo(at) * 0.005);
    });
    if (!b) return this.tag.hide();
    const middle = a.clone().add(b).multiplyScalar(0.5);
    const rise = b.y - a.y;
    const flat = Math.hypot(b.x - a.x, b.z - a.z);
    const parts = Math.abs(rise) > 0.05 ? ` (${metres(flat)} flat, ${metres(rise)} up)` : "";
    this.tag.put(`${metres(a.distanceTo(b))}${parts}`, middle, frame);
  }

  dispose(): void {
    this.root.removeFromParent();
    this.tag.remove();
  }
}
