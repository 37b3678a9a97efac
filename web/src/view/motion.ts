// What moves on a vehicle: propellers, wheels and control surfaces.

import { Quaternion, Vector3 } from "three";
import type { VehicleDetails } from "../generated/protocol";
import type { Vehicle } from "../store";
import { turnOf } from "./axes";
import type { Model, Spinner } from "./models";
import type { Deflections } from "./parts";

const BLUR_FROM = 0.12;
const SOFT_PS = 14;
// About the fastest that rotors and propellers turn; pictures need no better.
const FULL_ROTOR_RADPS = 900;
const FULL_PROPELLER_RADPS = 700;

const turn = new Quaternion();
const ahead = new Vector3();
const still: Deflections = { aileron: 0, elevator: 0, rudder: 0, flaps: 0, wheels: 0, helm: 0 };
const now: Deflections = { ...still };

/** Move the parts; gives back how far wheels have rolled. */
export function animate(
  model: Model,
  vehicle: Vehicle,
  details: VehicleDetails | undefined,
  rolled: number,
  seconds: number,
): number {
  for (const spinner of model.spinners) spin(spinner, driveOf(spinner, vehicle, details), seconds);
  if (model.movesSurfaces) model.turn(deflections(details), 1 - Math.exp(-SOFT_PS * seconds));
  return model.wheels.length > 0 ? roll(model, vehicle, rolled, seconds) : 0;
}

/** Do its propellers turn so fast that only discs are seen? */
export function isBlurred({ shown }: Vehicle): boolean {
  return shown.drive > BLUR_FROM;
}

function driveOf({ rotor }: Spinner, { shown }: Vehicle, details?: VehicleDetails): number {
  if (!details) return shown.drive;
  if (rotor === null) {
    const speed = details.propeller_speed_radps;
    return speed === null ? shown.drive : Math.min(1, speed / FULL_PROPELLER_RADPS);
  }
  const speed = details.rotor_speeds_radps[rotor];
  return speed === undefined ? shown.drive : Math.min(1, speed / FULL_ROTOR_RADPS);
}

function spin({ blades, disc, direction }: Spinner, drive: number, seconds: number): void {
  const fast = drive > BLUR_FROM;
  blades.rotation.z += direction * (drive > 0.01 ? 6 + 34 * drive : 0) * seconds;
  disc.material.opacity = fast ? 0.1 + 0.16 * drive : 0;
  disc.visible = fast;
}

function deflections(details?: VehicleDetails): Deflections {
  if (!details) return still;
  const { surfaces, steering } = details;
  now.aileron = surfaces?.aileron_rad ?? 0;
  now.elevator = surfaces?.elevator_rad ?? 0;
  now.rudder = surfaces?.rudder_rad ?? 0;
  now.flaps = surfaces?.flaps_rad ?? 0;
  now.wheels = steering?.wheels_rad ?? 0;
  now.helm = steering?.rudder_rad ?? 0;
  return now;
}

function roll(model: Model, { shown }: Vehicle, rolled: number, seconds: number): number {
  ahead.set(1, 0, 0).applyQuaternion(turnOf(shown, turn));
  const along = ahead.x * shown.velocityEast - ahead.z * shown.velocityNorth;
  const angle = rolled - (along / model.wheelRadius) * seconds;
  for (const wheel of model.wheels) wheel.rotation.y = angle;
  return angle;
}
