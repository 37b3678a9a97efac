// Which key does what, by the place of the key, so that every keyboard language works.

import type { Pilot } from "../../generated/protocol";
import type { Axis } from "./sticks";

export type Deed = "arm" | "mode" | "centre" | "release";

export interface KeyLayout {
  readonly id: string;
  readonly title: string;
  readonly pushes: Readonly<Record<string, readonly [Axis, 1 | -1]>>;
  readonly deeds: Readonly<Record<string, Deed>>;
  /** The two keys of each stick, for the legend. */
  readonly pairs: Readonly<Record<Axis, readonly [string, string]>>;
}

const ARROWS = {
  ArrowUp: ["pitch", 1],
  ArrowDown: ["pitch", -1],
  ArrowLeft: ["roll", -1],
  ArrowRight: ["roll", 1],
} as const;

export const LAYOUTS: readonly KeyLayout[] = [
  {
    id: "wasd",
    title: "WASD and arrows",
    pushes: {
      KeyW: ["throttle", 1],
      KeyS: ["throttle", -1],
      KeyA: ["yaw", -1],
      KeyD: ["yaw", 1],
      ...ARROWS,
    },
    deeds: { KeyT: "arm", KeyM: "mode", Space: "centre", Escape: "release" },
    pairs: { throttle: ["W", "S"], yaw: ["A", "D"], pitch: ["↑", "↓"], roll: ["←", "→"] },
  },
  {
    id: "vim",
    title: "Vim keys",
    pushes: {
      KeyH: ["roll", -1],
      KeyL: ["roll", 1],
      KeyK: ["pitch", 1],
      KeyJ: ["pitch", -1],
      KeyD: ["yaw", -1],
      KeyF: ["yaw", 1],
      KeyS: ["throttle", 1],
      KeyA: ["throttle", -1],
      ...ARROWS,
    },
    deeds: { KeyT: "arm", KeyM: "mode", Space: "centre", Escape: "release" },
    pairs: { throttle: ["S", "A"], yaw: ["D", "F"], pitch: ["K", "J"], roll: ["H", "L"] },
  },
];

const FLIES: Meaning = ["up, down", "turn", "forward, back", "left, right"];
const DRIVES: Meaning = ["ahead, back", "left, right", "ahead, back", "left, right"];
/** What throttle, yaw, pitch and roll do, by the kind of vehicle. */
const MEANINGS: Readonly<Record<Pilot["airframe"], Meaning>> = {
  multirotor: FLIES,
  vtol: FLIES,
  wing: ["faster, slower", "rudder", "nose down, up", "bank left, right"],
  rover: DRIVES,
  boat: DRIVES,
  other: ["throttle", "yaw", "pitch", "roll"],
};
type Meaning = readonly [throttle: string, yaw: string, pitch: string, roll: string];

/** Keys and what they do with such a vehicle. */
export function legendOf(
  { pairs }: KeyLayout,
  airframe: Pilot["airframe"],
): readonly (readonly [readonly string[], string])[] {
  const [throttle, yaw, pitch, roll] = MEANINGS[airframe];
  return [
    [pairs.throttle, throttle],
    [pairs.yaw, yaw],
    [pairs.pitch, pitch],
    [pairs.roll, roll],
    [["T"], "arm, disarm"],
    [["M"], "next mode"],
    [["⇧"], "full stick"],
    [["Esc"], "release"],
  ];
}
