// The largest waves of the physics, as a shader works them out at every corner of the sea.

import { Vector4 } from "three";
import type { Water } from "../generated/protocol";

const MOST_WAVES = 12;

export const WAVES = `
uniform vec4 waves[${MOST_WAVES}];
uniform float phases[${MOST_WAVES}];
uniform float seaTime;
uniform float seaCrests;
// Rise and slope of the sea at a place, and how high that is among its crests, from -1 to 1.
void riseOfSea(vec2 at, float fade, out float rise, out vec3 up, out float crest) {
  rise = 0.0;
  vec2 slope = vec2(0.0);
  for (int i = 0; i < ${MOST_WAVES}; i++) {
    vec4 wave = waves[i];
    float angle = -wave.y * at.y + wave.z * at.x - wave.w * seaTime + phases[i];
    rise += wave.x * cos(angle);
    slope += wave.x * sin(angle) * vec2(-wave.z, wave.y);
  }
  crest = clamp(rise / seaCrests, -1.0, 1.0) * fade;
  rise *= fade;
  up = normalize(vec3(-slope.x * fade, 1.0, -slope.y * fade));
}
// Corners are too far apart for waves far away.
float fadeOfSea(vec3 fromEye) {
  return exp(-0.000025 * dot(fromEye.xz, fromEye.xz));
}`;

/** What the sky gives back at a shallow look: nearly all of it. */
export const MIRROR = `
uniform vec3 seaHorizon;
uniform vec3 seaZenith;
vec3 mirrored(vec3 way) {
  float up = max(way.y, 0.0);
  return mix(seaHorizon, seaZenith, 1.0 - exp(-3.0 * up * up / (up + 0.07)));
}
float mirrorShare(float facing) {
  return 0.02 + 0.78 * pow(1.0 - clamp(facing, 0.0, 1.0), 5.0);
}`;

export class SeaWaves {
  readonly uniforms = {
    waves: { value: Array.from({ length: MOST_WAVES }, () => new Vector4()) },
    phases: { value: new Float32Array(MOST_WAVES) },
    seaTime: { value: 0 },
    seaCrests: { value: 1 },
  };

  show(water: Water): void {
    const { waves, phases, seaCrests } = this.uniforms;
    let energy = 0;
    for (let number = 0; number < MOST_WAVES; number++) {
      const [amplitude = 0, north = 0, east = 0, frequency = 0, phase = 0] = water.waves[number] ?? [];
      waves.value[number]?.set(amplitude, north, east, frequency);
      phases.value[number] = phase;
      energy += amplitude ** 2;
    }
    // A calm sea has no crests to tell apart.
    seaCrests.value = Math.max(0.15, 1.4 * Math.sqrt(energy));
  }
}
