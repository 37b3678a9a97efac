// Behind a vehicle, at the side and distance the user chose, swinging round on a soft spring.

import type { PerspectiveCamera, Vector3 } from "three";
import { euler } from "../poses";
import type { Vehicle } from "../store";

const SPRING_RADPS = 3.6;
// So low that the horizon is in the picture.
const PITCH_RAD = 0.24;

export class Chase {
  /** What the user chose, kept from vehicle to vehicle: side, height, and share of the distance. */
  private yaw = 0;
  private pitch = PITCH_RAD;
  private reach = 1;
  private swing = 0;
  private swingRate = 0;

  reset(): void {
    this.yaw = 0;
    this.pitch = PITCH_RAD;
    this.reach = 1;
  }

  /** Stand right behind it at once. */
  begin(vehicle: Vehicle): void {
    this.swing = euler(vehicle.shown).heading;
    this.swingRate = 0;
  }

  place(vehicle: Vehicle, focus: Vector3, camera: PerspectiveCamera, seconds: number): void {
    this.turn(euler(vehicle.shown).heading, seconds);
    const away = reachOf(vehicle) * this.reach;
    const angle = this.swing + this.yaw;
    const flat = away * Math.cos(this.pitch);
    camera.position.set(
      focus.x - Math.sin(angle) * flat,
      focus.y + away * Math.sin(this.pitch),
      focus.z + Math.cos(angle) * flat,
    );
  }

  /** Look at it; called when the camera has found a place above the ground. */
  look(vehicle: Vehicle, focus: Vector3, camera: PerspectiveCamera): void {
    camera.lookAt(focus.x, focus.y + reachOf(vehicle) * this.reach * 0.06, focus.z);
  }

  /** Keep the side and distance that the user just dragged to. */
  learn(vehicle: Vehicle, focus: Vector3, camera: PerspectiveCamera): void {
    const x = camera.position.x - focus.x;
    const y = camera.position.y - focus.y;
    const z = camera.position.z - focus.z;
    const away = Math.hypot(x, y, z) || 1;
    this.yaw = Math.atan2(-x, z) - this.swing;
    this.pitch = Math.asin(y / away);
    this.reach = away / reachOf(vehicle);
  }

  private turn(heading: number, seconds: number): void {
    const off = wrapped(heading - this.swing);
    if (calm()) {
      this.swing = heading;
      return;
    }
    this.swingRate += (SPRING_RADPS ** 2 * off - 2 * SPRING_RADPS * this.swingRate) * seconds;
    this.swing += this.swingRate * seconds;
  }
}

function reachOf(vehicle: Vehicle): number {
  return Math.max(2.6, (vehicle.item.look?.size_m ?? 1) * 4.2);
}

function wrapped(angle: number): number {
  return Math.atan2(Math.sin(angle), Math.cos(angle));
}

const lessMotion = matchMedia("(prefers-reduced-motion: reduce)");

/** The user wants less motion. */
export function calm(): boolean {
  return lessMotion.matches;
}
