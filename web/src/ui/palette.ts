// Colours that people with colour vision deficiency can tell apart (after Okabe and Ito, and cividis).

const VEHICLES = ["#56b4e9", "#e69f00", "#009e73", "#cc79a7", "#f0e442", "#d55e00", "#0072b2"];

export function paletteColour(number: number): string {
  return VEHICLES[number % VEHICLES.length] as string;
}

const RAMP: readonly (readonly [number, number, number])[] = [
  [0.16, 0.36, 0.75],
  [0.26, 0.65, 0.86],
  [0.55, 0.82, 0.72],
  [0.95, 0.84, 0.36],
  [1.0, 0.62, 0.18],
];

/** From slow and blue to fast and amber; `share` from 0 to 1. */
export function ramp(share: number, out: { r: number; g: number; b: number }): void {
  const at = Math.max(0, Math.min(0.9999, share)) * (RAMP.length - 1);
  const low = RAMP[Math.floor(at)] as readonly [number, number, number];
  const high = RAMP[Math.floor(at) + 1] as readonly [number, number, number];
  const mix = at - Math.floor(at);
  out.r = low[0] + (high[0] - low[0]) * mix;
  out.g = low[1] + (high[1] - low[1]) * mix;
  out.b = low[2] + (high[2] - low[2]) * mix;
}
