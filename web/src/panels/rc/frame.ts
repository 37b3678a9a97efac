// Sticks and switches as the eight pulses of a radio frame, in the order the vehicle listens to.

import type { Radio } from "../../generated/protocol";
import type { Sticks } from "./sticks";

const CHANNELS = 8;
const MIDDLE_US = 1500;
const HALF_US = 500;
// The middle of each position of a mode switch with six.
const PLACES_US = [1100, 1295, 1425, 1555, 1685, 1900];

export interface Switched {
  readonly armed: boolean;
  /** Position of the mode switch, from 0. */
  readonly place: number;
}

export function frameOf(radio: Radio, sticks: Sticks, { armed, place }: Switched): number[] {
  const channels = new Array<number>(CHANNELS).fill(MIDDLE_US);
  const put = (channel: number | null | undefined, us: number) => {
    if (channel === null || channel === undefined || channel >= CHANNELS) return;
    channels[channel] = radio.reversed.includes(channel) ? 2 * MIDDLE_US - us : us;
  };
  const stick = (share: number) => Math.round(MIDDLE_US + HALF_US * share);
  for (const channel of radio.override) put(channel, MIDDLE_US + HALF_US);
  put(radio.mode, PLACES_US[place] ?? MIDDLE_US);
  put(radio.arm, MIDDLE_US + (armed ? HALF_US : -HALF_US));
  const [roll, pitch, yaw, throttle] = radio.sticks;
  put(roll, stick(sticks.roll));
  // A stick pushed forward lowers the nose, which is the lower pulse.
  put(pitch, stick(-sticks.pitch));
  put(yaw, stick(sticks.yaw));
  put(throttle, stick(2 * sticks.throttle - 1));
  return channels;
}
