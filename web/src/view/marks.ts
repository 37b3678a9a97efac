// Building blocks of overlays: arrows, words, and one mark for each vehicle that details are told of.

import {
  type BufferGeometry,
  Color,
  ConeGeometry,
  CylinderGeometry,
  Group,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  Vector3,
} from "three";
import type { VehicleDetails } from "../generated/protocol";
import type { Vehicle } from "../store";
import { element, setText } from "../ui/elements";
import type { Overlay, OverlayFrame, OverlayHost } from "./overlays";

export type Triple = readonly [number, number, number];

const UP = new Vector3(0, 1, 0);
const SHAFT = new CylinderGeometry(1, 1, 1, 10).translate(0, 0.5, 0);
const HEAD = new ConeGeometry(1, 1, 14).translate(0, -0.5, 0);

/** Colours of marks, told apart with colour vision deficiencies too. */
export const MARK = {
  setpoint: "#f0b440",
  estimate: "#7fd4ff",
  velocity: "#7ee0b5",
  wind: "#bfe3ff",
  gust: "#56b4e9",
  force: "#ff9b5c",
  weight: "#b7bfca",
  thrust: "#f0e442",
  touch: "#ff7d7d",
  beam: "#35e0a0",
  gnss: "#cc79a7",
  field: "#e69f00",
  x: "#e8743b",
  y: "#1fb58f",
  z: "#4a90d9",
} as const;

export function glow(colour: string, opacity = 1): MeshBasicMaterial {
  return new MeshBasicMaterial({
    color: new Color(colour),
    transparent: opacity < 1,
    opacity,
    depthWrite: opacity >= 1,
    fog: false,
    toneMapped: false,
  });
}

export class Arrow extends Group {
  private readonly shaft: Mesh;
  private readonly head: Mesh<BufferGeometry, MeshBasicMaterial>;
  private readonly way = new Vector3();

  constructor(colour: string) {
    super();
    const material = glow(colour);
    this.shaft = new Mesh(SHAFT, material);
    this.head = new Mesh(HEAD, material);
    this.add(this.shaft, this.head);
  }

  /** From a place along a vector, so thick. */
  aim(from: Vector3, along: Vector3, thickness: number): void {
    const length = along.length();
    this.visible = length > thickness;
    if (!this.visible) return;
    const head = Math.min(length * 0.6, thickness * 6);
    this.position.copy(from);
    this.quaternion.setFromUnitVectors(UP, this.way.copy(along).divideScalar(length));
    this.shaft.scale.set(thickness, length - head * 0.9, thickness);
    this.head.position.y = length;
    this.head.scale.set(thickness * 2.6, head, thickness * 2.6);
  }
}

/** A few words beside a place of the scene. */
export class Tag {
  private readonly box: HTMLElement;

  constructor(page: HTMLElement, colour: string) {
    this.box = element("div", "scene-tag");
    this.box.style.setProperty("--tag", colour);
    this.box.hidden = true;
    page.append(this.box);
  }

  put(words: string, at: Vector3, frame: OverlayFrame): void {
    const spot = frame.project(at);
    this.box.hidden = spot === null;
    if (!spot) return;
    setText(this.box, words);
    this.box.style.transform = `translate(${spot.x.toFixed(1)}px, ${spot.y.toFixed(1)}px)`;
  }

  hide(): void {
    this.box.hidden = true;
  }

  remove(): void {
    this.box.remove();
  }
}

/** What an overlay draws for one vehicle. */
export interface Mark {
  readonly root: Object3D;
  readonly tags?: readonly Tag[];
  /** Draw it as told; false if there is nothing to show. */
  update(told: VehicleDetails, drawn: Drawn, frame: OverlayFrame): boolean;
}

/** The vehicle as it is drawn: `unit` is its drawn size, by which marks are measured. */
export interface Drawn {
  readonly vehicle: Vehicle;
  readonly frame: Object3D;
  readonly unit: number;
}

/** The `mount` of an overlay that has one mark for each vehicle. */
export function perVehicle(
  make: (host: OverlayHost, vehicle: Vehicle) => Mark,
): Overlay["mount"] {
  return (host) => {
    const marks = new Map<number, Mark>();
    let visible = true;
    const remove = (index: number, mark: Mark) => {
      mark.root.removeFromParent();
      for (const tag of mark.tags ?? []) tag.remove();
      marks.delete(index);
    };
    const hide = (mark: Mark) => {
      mark.root.visible = false;
      for (const tag of mark.tags ?? []) tag.hide();
    };
    return {
      show(on) {
        visible = on;
        if (!on) for (const mark of marks.values()) hide(mark);
      },
      update(frame) {
        for (const [index, mark] of marks) {
          if (!host.store.vehicles.has(index)) remove(index, mark);
          else if (!frame.details.has(index)) hide(mark);
        }
        for (const told of frame.details.values()) {
          const vehicle = host.store.vehicles.get(told.index);
          const drawn = vehicle && host.fleet.frameOf(told.index);
          if (!vehicle || !drawn) continue;
          let mark = marks.get(told.index);
          if (!mark) {
            mark = make(host, vehicle);
            marks.set(told.index, mark);
            host.scene.add(mark.root);
          }
          const unit = (vehicle.item.look?.size_m ?? 1) * drawn.scale.x;
          // In a cockpit they would be in front of the eyes.
          const wanted = visible && !host.fleet.isHidden(told.index);
          const shown = wanted && mark.update(told, { vehicle, frame: drawn, unit }, frame);
          if (shown) mark.root.visible = true;
          else hide(mark);
        }
      },
      dispose() {
        for (const [index, mark] of marks) remove(index, mark);
      },
    };
  };
}

/**
 * A place near the vehicle, moved along with it: what is told is a little older or newer than what
 * is drawn, and a fast vehicle would leave its marks behind.
 */
export function placeBeside(at: Triple, told: VehicleDetails, drawn: Drawn, out: Vector3): Vector3 {
  const { shown, item } = drawn.vehicle;
  const [north, east, down] = told.position_ned_m;
  // Grown about its feet like the vehicle itself.
  const lift = (item.look?.standing_height_m ?? 0) * (drawn.frame.scale.x - 1);
  return out.set(
    shown.east + at[1] - east,
    -shown.down - (at[2] - down) + lift,
    -shown.north - (at[0] - north),
  );
}

/** A vector in north-east-down, in the picture's axes. */
export function worldVector([north, east, down]: Triple, out: Vector3): Vector3 {
  return out.set(east, -down, -north);
}
