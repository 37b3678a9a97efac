// A gamepad or a transmitter by the browser's Gamepad API: axes with deadband and expo, buttons once.

import type { RcSettings } from "./settings";
import { clamp, withDeadband, withExpo, type Axis } from "./sticks";

export interface PadReading {
  readonly name: string;
  readonly axes: number;
  /** From -1 to 1; forward and up are above zero. */
  readonly roll: number;
  readonly pitch: number;
  readonly yaw: number;
  readonly throttle: number;
  /** Does a stick ask for something? */
  readonly moved: boolean;
}

/** Buttons by their place on a standard pad: the lower one arms, the left one is the next mode. */
export const PAD_BUTTONS = { arm: 0, release: 1, mode: 2 } as const;
const TURNS: readonly Axis[] = ["roll", "pitch", "yaw"];

export class GamepadInput {
  private readonly pressed = new Map<number, boolean>();

  constructor(private readonly settings: () => RcSettings) {}

  read(): PadReading | null {
    const pad = firstPad();
    if (!pad) return null;
    const { axes, deadband, expo, throttleStays } = this.settings();
    const value = (axis: Axis): number => {
      const { number, inverted } = axes[axis];
      const raw = clamp(pad.axes[number] ?? 0, -1, 1) * (inverted ? -1 : 1);
      if (axis === "throttle") return throttleStays ? raw : withDeadband(raw, deadband);
      return withExpo(withDeadband(raw, deadband), expo);
    };
    const read = {
      roll: value("roll"),
      pitch: value("pitch"),
      yaw: value("yaw"),
      throttle: value("throttle"),
    };
    const moved = throttleStays || read.throttle !== 0 || TURNS.some((axis) => read[axis] !== 0);
    return { name: pad.id, axes: pad.axes.length, ...read, moved };
  }

  /** Was the button pressed since it was last asked for? */
  takePress(number: number): boolean {
    const now = firstPad()?.buttons[number]?.pressed ?? false;
    const before = this.pressed.get(number) ?? now;
    this.pressed.set(number, now);
    return now && !before;
  }
}

function firstPad(): Gamepad | null {
  return navigator.getGamepads?.().find((pad) => pad?.connected) ?? null;
}
