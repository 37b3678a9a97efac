// The wind as streaks in the air around the selected vehicle.

import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DynamicDrawUsage,
  LineBasicMaterial,
  LineSegments,
  Vector3,
} from "three";
import { calm } from "../chase";
import { MARK, worldVector } from "../marks";
import type { Overlay, OverlayFrame, OverlayHost } from "../overlays";

const COUNT = 260;
const NEAREST_M = 8;
const FARTHEST_M = 160;

class Streaks {
  private readonly lines: LineSegments<BufferGeometry, LineBasicMaterial>;
  /** Places in a cube from -1 to 1 around the vehicle, and how far each has faded in. */
  private readonly places = new Float32Array(COUNT * 3).map(() => Math.random() * 2 - 1);
  private readonly wind = new Vector3();
  private readonly told = new Vector3();

  constructor(private readonly host: OverlayHost) {
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", room(3));
    geometry.setAttribute("color", room(4));
    const material = new LineBasicMaterial({ vertexColors: true, transparent: true, depthWrite: false });
    this.lines = new LineSegments(geometry, material);
    this.lines.frustumCulled = false;
    host.scene.add(this.lines);
  }

  show(visible: boolean): void {
    this.lines.visible = visible;
  }

  update(frame: OverlayFrame): void {
    const { store } = this.host;
    const vehicle = store.selected;
    const told = vehicle && frame.details.get(vehicle.index)?.wind;
    this.lines.visible = Boolean(told);
    if (!vehicle || !told) return;
    worldVector(told.mean_ned_mps, this.told);
    const [north, east, down] = told.gust_ned_mps;
    this.told.add(new Vector3(east, -down, -north));
    this.wind.lerp(this.told, 1 - Math.exp(-2 * frame.seconds));
    const { shown } = vehicle;
    const middle = new Vector3(shown.east, -shown.down, -shown.north);
    const away = frame.camera.position.distanceTo(middle);
    const reach = Math.max(NEAREST_M, Math.min(FARTHEST_M, away * 0.8));
    const still = store.run.paused || store.run.ended !== null || calm();
    this.drift(still ? 0 : frame.seconds * Math.max(0.2, store.run.factor), reach);
    this.draw(middle, reach);
  }

  dispose(): void {
    this.lines.removeFromParent();
  }

  private drift(seconds: number, reach: number): void {
    const step = [this.wind.x, this.wind.y, this.wind.z].map((part) => (part * seconds) / reach);
    for (let at = 0; at < this.places.length; at++) {
      const next = (this.places[at] ?? 0) + (step[at % 3] ?? 0);
      this.places[at] = next > 1 ? next - 2 : next < -1 ? next + 2 : next;
    }
  }

  private draw(middle: Vector3, reach: number): void {
    const points = this.lines.geometry.getAttribute("position") as BufferAttribute;
    const colours = this.lines.geometry.getAttribute("color") as BufferAttribute;
    const light = document.documentElement.dataset["theme"] === "light";
    const tint = new Color(light ? "#1f6fb0" : MARK.wind);
    const length = reach * 0.02;
    for (let number = 0; number < COUNT; number++) {
      const [a, b, c] = this.places.subarray(3 * number, 3 * number + 3) as unknown as [number, number, number];
      const x = middle.x + a * reach;
      const y = Math.max(0.3, middle.y + b * reach * 0.35);
      const z = middle.z + c * reach;
      points.setXYZ(2 * number, x, y, z);
      points.setXYZ(
        2 * number + 1,
        x - this.wind.x * length,
        y - this.wind.y * length,
        z - this.wind.z * length,
      );
      // Nothing pops up at the edges of the cube.
      const inside = 1 - Math.max(Math.abs(a), Math.abs(b), Math.abs(c));
      colours.setXYZW(2 * number, tint.r, tint.g, tint.b, Math.min(0.75, 4 * inside));
      colours.setXYZW(2 * number + 1, tint.r, tint.g, tint.b, 0);
    }
    points.needsUpdate = colours.needsUpdate = true;
  }
}

function room(size: number): BufferAttribute {
  return new BufferAttribute(new Float32Array(COUNT * 2 * size), size).setUsage(DynamicDrawUsage);
}

export const OVERLAYS: readonly Overlay[] = [
  {
    id: "streaks",
    title: "Wind streaks",
    group: "Forces and air",
    on: false,
    detailed: true,
    mount: (host) => new Streaks(host),
  },
];
