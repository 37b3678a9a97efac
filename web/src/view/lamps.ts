// Lights of the world: a small lamp each, and real light for the nearest few.

import {
  AdditiveBlending,
  CanvasTexture,
  Color,
  ConeGeometry,
  CylinderGeometry,
  Group,
  MeshBasicMaterial,
  PointLight,
  type Scene,
  SphereGeometry,
  SpotLight,
  Sprite,
  SpriteMaterial,
  Vector3,
} from "three";
import type { Item, Look } from "../generated/protocol";
import { place, turnOf } from "./axes";
import { MATERIALS, solid } from "./parts";

/** Every real light is paid for at every pixel. */
export const MOST_LIGHTS = 8;
const CANDELAS = 60;
const SPOT_RAD = 0.5;

export function lampModel(look: Look): Group {
  const made = new Group();
  const size = look.size_m;
  const glow = new MeshBasicMaterial({ color: new Color(look.colour) });
  made.add(solid(new SphereGeometry(size * 0.3, 20, 14), glow));
  if (look.lamp?.kind === "spot") {
    const shade = solid(new ConeGeometry(size * 0.42, size * 0.6, 20, 1, true), MATERIALS.DARK);
    shade.rotation.z = Math.PI / 2;
    shade.position.x = -size * 0.05;
    made.add(shade);
  } else {
    const cap = solid(new CylinderGeometry(size * 0.16, size * 0.2, size * 0.2, 16), MATERIALS.DARK);
    cap.rotation.x = Math.PI / 2;
    cap.position.z = -size * 0.34;
    made.add(cap);
  }
  return made;
}

interface Lamp {
  readonly item: Item;
  readonly light: PointLight | SpotLight;
  readonly halo: Sprite;
  readonly at: Vector3;
}

export class Lamps {
  private readonly lamps = new Map<number, Lamp>();
  private lit = "";

  constructor(private readonly scene: Scene) {}

  /** Put the lights of these items; others go. */
  sync(items: readonly Item[]): void {
    const wanted = new Map(items.filter((item) => item.look?.lamp).map((item) => [item.index, item]));
    for (const [index, lamp] of this.lamps) {
      if (wanted.get(index) === lamp.item) continue;
      this.scene.remove(lamp.light, lamp.halo);
      if (lamp.light instanceof SpotLight) this.scene.remove(lamp.light.target);
      this.lamps.delete(index);
    }
    for (const [index, item] of wanted) if (!this.lamps.has(index)) this.put(item);
    this.lit = "";
  }

  /** The nearest few give light; a change of their number compiles shaders anew, so it is seldom. */
  follow(camera: Vector3): void {
    if (this.lamps.size === 0) return;
    const near = [...this.lamps.values()]
      .sort((a, b) => a.at.distanceToSquared(camera) - b.at.distanceToSquared(camera))
      .slice(0, MOST_LIGHTS);
    const key = near.map((lamp) => lamp.item.index).sort().join();
    if (key === this.lit) return;
    this.lit = key;
    for (const lamp of this.lamps.values()) lamp.light.visible = near.includes(lamp);
  }

  private put(item: Item): void {
    const { look } = item;
    if (!look?.lamp || !item.position_ned_m) return;
    const { kind, power, reach_m: reach } = look.lamp;
    const light =
      kind === "spot"
        ? new SpotLight(look.colour, power * CANDELAS * 3, reach, SPOT_RAD, 0.5, 2)
        : new PointLight(look.colour, power * CANDELAS, reach, 2);
    place(...item.position_ned_m, light.position);
    if (light instanceof SpotLight) {
      const [w, x, y, z] = item.attitude_wxyz ?? [1, 0, 0, 0];
      const ahead = new Vector3(1, 0, 0).applyQuaternion(turnOf({ w, x, y, z }, light.quaternion.clone()));
      light.target.position.copy(light.position).add(ahead);
      this.scene.add(light.target);
    }
    const halo = haloOf(look);
    halo.position.copy(light.position);
    this.scene.add(light, halo);
    this.lamps.set(item.index, { item, light, halo, at: light.position });
  }
}

let glowTexture: CanvasTexture | null = null;

function haloOf(look: Look): Sprite {
  if (!glowTexture) {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 64;
    const pen = canvas.getContext("2d") as CanvasRenderingContext2D;
    const soft = pen.createRadialGradient(32, 32, 0, 32, 32, 32);
    soft.addColorStop(0, "rgba(255,255,255,0.9)");
    soft.addColorStop(0.25, "rgba(255,255,255,0.25)");
    soft.addColorStop(1, "rgba(255,255,255,0)");
    pen.fillStyle = soft;
    pen.fillRect(0, 0, 64, 64);
    glowTexture = new CanvasTexture(canvas);
  }
  const halo = new Sprite(
    new SpriteMaterial({
      map: glowTexture,
      color: look.colour,
      blending: AdditiveBlending,
      depthWrite: false,
      transparent: true,
    }),
  );
  halo.scale.setScalar(look.size_m * 5);
  return halo;
}
