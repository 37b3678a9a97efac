// Reads pose frames; offsets come from the simulator's own record layout.

import { HEAD, PAUSED, POSE, POSES_VERSION } from "./generated/protocol";

export interface Pose {
  north: number;
  east: number;
  down: number;
  w: number;
  x: number;
  y: number;
  z: number;
  velocityNorth: number;
  velocityEast: number;
  velocityDown: number;
  drive: number;
  crashed: boolean;
}

export class PoseFrame {
  readonly count: number;
  readonly tick: number;
  readonly timeS: number;
  readonly paused: boolean;
  readonly factor: number;
  readonly speed: number;
  private readonly data: DataView;

  constructor(
    buffer: ArrayBuffer,
    readonly arrivedMs: number,
  ) {
    const data = new DataView(buffer);
    if (data.getUint8(HEAD.version) !== POSES_VERSION) throw new Error("poses of another version");
    this.data = data;
    this.paused = (data.getUint8(HEAD.flags) & PAUSED) !== 0;
    this.count = data.getUint32(HEAD.count, true);
    this.tick = data.getFloat64(HEAD.tick, true);
    this.timeS = data.getFloat64(HEAD.time_s, true);
    this.factor = data.getFloat32(HEAD.real_time_factor, true);
    this.speed = data.getFloat32(HEAD.speed, true);
  }

  index(slot: number): number {
    return this.data.getUint32(HEAD.bytes + slot * POSE.bytes + POSE.index, true);
  }

  /** Read the pose of a vehicle, if it was there. */
  find(index: number, pose: Pose): boolean {
    for (let slot = 0; slot < this.count; slot++) {
      if (this.index(slot) !== index) continue;
      this.read(slot, pose);
      return true;
    }
    return false;
  }

  read(slot: number, pose: Pose): void {
    const data = this.data;
    const at = HEAD.bytes + slot * POSE.bytes;
    const place = at + POSE.position_ned_m;
    const turn = at + POSE.attitude_wxyz;
    const velocity = at + POSE.velocity_ned_cmps;
    pose.north = data.getFloat32(place, true);
    pose.east = data.getFloat32(place + 4, true);
    pose.down = data.getFloat32(place + 8, true);
    pose.w = data.getFloat32(turn, true);
    pose.x = data.getFloat32(turn + 4, true);
    pose.y = data.getFloat32(turn + 8, true);
    pose.z = data.getFloat32(turn + 12, true);
    pose.velocityNorth = data.getInt16(velocity, true) / 100;
    pose.velocityEast = data.getInt16(velocity + 2, true) / 100;
    pose.velocityDown = data.getInt16(velocity + 4, true) / 100;
    pose.drive = data.getUint8(at + POSE.drive) / 255;
    pose.crashed = data.getUint8(at + POSE.crashed) !== 0;
  }
}

export function emptyPose(): Pose {
  return {
    north: 0,
    east: 0,
    down: 0,
    w: 1,
    x: 0,
    y: 0,
    z: 0,
    velocityNorth: 0,
    velocityEast: 0,
    velocityDown: 0,
    drive: 0,
    crashed: false,
  };
}

/** Roll, pitch and heading in radians. */
export function euler(pose: Pose): { roll: number; pitch: number; heading: number } {
  const { w, x, y, z } = pose;
  return {
    roll: Math.atan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y)),
    pitch: Math.asin(Math.max(-1, Math.min(1, 2 * (w * y - z * x)))),
    heading: Math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)),
  };
}

export function groundSpeed(pose: Pose): number {
  return Math.hypot(pose.velocityNorth, pose.velocityEast);
}

/** A pose between two, into `out`; `share` is 0 at `a` and 1 at `b`. */
export function between(a: Pose, b: Pose, share: number, out: Pose): void {
  const keep = 1 - share;
  out.north = a.north * keep + b.north * share;
  out.east = a.east * keep + b.east * share;
  out.down = a.down * keep + b.down * share;
  const sign = a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z < 0 ? -share : share;
  const w = a.w * keep + b.w * sign;
  const x = a.x * keep + b.x * sign;
  const y = a.y * keep + b.y * sign;
  const z = a.z * keep + b.z * sign;
  const norm = Math.hypot(w, x, y, z) || 1;
  out.w = w / norm;
  out.x = x / norm;
  out.y = y / norm;
  out.z = z / norm;
  out.velocityNorth = b.velocityNorth;
  out.velocityEast = b.velocityEast;
  out.velocityDown = b.velocityDown;
  out.drive = b.drive;
  out.crashed = b.crashed;
}

/** What is told in base64. */
export function bytesOf(base64: string): ArrayBuffer {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes.buffer;
}
