// North-east-down to the picture's axes: x east, y up, z south.

import { Matrix4, Quaternion, type Vector3 } from "three";
import type { Pose } from "../poses";

const TURN = new Quaternion().setFromRotationMatrix(
  new Matrix4().set(0, 1, 0, 0, 0, 0, -1, 0, -1, 0, 0, 0, 0, 0, 0, 1),
);

export function place(north: number, east: number, down: number, out: Vector3): Vector3 {
  return out.set(east, -down, -north);
}

export function placeOf(pose: Pose, out: Vector3): Vector3 {
  return place(pose.north, pose.east, pose.down, out);
}

/** The turn of a model that is built in forward-right-down axes. */
export function turnOf(
  pose: { readonly w: number; readonly x: number; readonly y: number; readonly z: number },
  out: Quaternion,
): Quaternion {
  return out.set(pose.x, pose.y, pose.z, pose.w).premultiply(TURN);
}
