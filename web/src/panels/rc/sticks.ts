// Where the four sticks are: keys push them with a ramp, springs bring them back.

export interface Sticks {
  roll: number;
  /** Forward is up, +1. */
  pitch: number;
  yaw: number;
  /** From 0 to 1. */
  throttle: number;
}

export type Axis = keyof Sticks;
export const AXES: readonly Axis[] = ["roll", "pitch", "yaw", "throttle"];

/** What keys ask for, -1, 0 or 1 for each stick; `full` for all the way. */
export interface Pushes extends Sticks {
  full: boolean;
}

/** What the throttle does by itself. */
export interface ThrottleRest {
  /** Where it goes when nobody pushes; null for where it was put. */
  readonly at: number | null;
}

const PUSH_PER_S = 3;
const RETURN_PER_S = 6;
const THROTTLE_PER_S = 1.6;
const LEFT_ALONE_PER_S = 0.45;
const GENTLE = 0.7;
const GENTLE_CLIMB = 0.9;
const TURNS: readonly Exclude<Axis, "throttle">[] = ["roll", "pitch", "yaw"];

export function stillSticks(throttle = 0): Sticks {
  return { roll: 0, pitch: 0, yaw: 0, throttle };
}

export function noPushes(): Pushes {
  return { roll: 0, pitch: 0, yaw: 0, throttle: 0, full: false };
}

/** Let keys move the sticks for so many seconds. */
export function pushSticks(
  sticks: Sticks,
  pushes: Pushes,
  rest: ThrottleRest,
  seconds: number,
): void {
  const size = pushes.full ? 1 : GENTLE;
  for (const axis of TURNS) {
    const wanted = pushes[axis] * size;
    // Away from the middle slowly, back to it fast.
    const back = Math.abs(wanted) < Math.abs(sticks[axis]) || wanted * sticks[axis] < 0;
    sticks[axis] = towards(sticks[axis], wanted, (back ? RETURN_PER_S : PUSH_PER_S) * seconds);
  }
  const push = pushes.throttle;
  if (push === 0) {
    if (rest.at !== null) sticks.throttle = towards(sticks.throttle, rest.at, 2 * seconds);
  } else if (rest.at === null) {
    sticks.throttle = clamp(sticks.throttle + push * LEFT_ALONE_PER_S * seconds, 0, 1);
  } else {
    const top = pushes.full ? 1 : GENTLE_CLIMB;
    sticks.throttle = towards(sticks.throttle, push > 0 ? top : 0, THROTTLE_PER_S * seconds);
  }
}

/** Fine about the middle, whole at the end: from a straight line (0) to a cube (1). */
export function withExpo(value: number, expo: number): number {
  return (1 - expo) * value + expo * value ** 3;
}

export function withDeadband(value: number, dead: number): number {
  const size = Math.abs(value);
  return size <= dead ? 0 : (Math.sign(value) * (size - dead)) / (1 - dead);
}

export function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}

function towards(value: number, wanted: number, step: number): number {
  return value + clamp(wanted - value, -step, step);
}
