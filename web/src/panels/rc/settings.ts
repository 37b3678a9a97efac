// How somebody likes to fly, kept in the browser.

import { LAYOUTS, type KeyLayout } from "./key_layouts";
import type { Axis } from "./sticks";

export interface AxisChoice {
  number: number;
  inverted: boolean;
}

export interface RcSettings {
  layout: string;
  axes: Record<Axis, AxisChoice>;
  deadband: number;
  expo: number;
  /** A transmitter's throttle has no spring. */
  throttleStays: boolean;
}

const STORED = "simloop rc 1";

export function defaultSettings(): RcSettings {
  return {
    layout: "wasd",
    // A standard pad tells the left stick first; up and forward are below zero.
    axes: {
      yaw: { number: 0, inverted: false },
      throttle: { number: 1, inverted: true },
      roll: { number: 2, inverted: false },
      pitch: { number: 3, inverted: true },
    },
    deadband: 0.08,
    expo: 0.35,
    throttleStays: false,
  };
}

export function readSettings(): RcSettings {
  try {
    const kept = JSON.parse(localStorage.getItem(STORED) ?? "{}") as Partial<RcSettings>;
    const usual = defaultSettings();
    return { ...usual, ...kept, axes: { ...usual.axes, ...kept.axes } };
  } catch {
    return defaultSettings();
  }
}

export function keepSettings(settings: RcSettings): void {
  localStorage.setItem(STORED, JSON.stringify(settings));
}

export function layoutOf(settings: RcSettings): KeyLayout {
  return LAYOUTS.find(({ id }) => id === settings.layout) ?? (LAYOUTS[0] as KeyLayout);
}
