// Light and haze of surfaces that a processor draws: worked out at corners instead of at pixels.

import { Color, type IUniform } from "three";
import { HAZE, lightOf, SUN, type Tones } from "./light";

/** For corners: the light on a surface, and from light to the screen as the renderer maps tones
 * below their bright end. */
export const PLAIN_LIGHT = `
uniform vec3 sun;
uniform vec3 sunLight;
uniform vec3 skyLight;
uniform vec3 earthLight;

vec3 lightOn(vec3 up) {
  return sunLight * max(dot(up, sun), 0.0) + mix(earthLight, skyLight, 0.5 * up.y + 0.5);
}

vec3 toScreen(vec3 lit) {
  float least = min(lit.r, min(lit.g, lit.b));
  lit -= least < 0.08 ? least - 6.25 * least * least : 0.04;
  return 1.055 * pow(max(lit, 0.0), vec3(1.0 / 2.4)) - 0.055;
}`;

/** For pixels. */
export const PLAIN_HAZE = `
uniform vec3 haze;
uniform vec2 hazeReach;

vec3 inHaze(vec3 colour, float away) {
  return mix(colour, haze, smoothstep(hazeReach.x, hazeReach.y, away));
}`;

export class PlainLight {
  readonly uniforms: Readonly<Record<string, IUniform>>;
  private readonly haze = { value: new Color() };
  private readonly sunLight = { value: new Color() };
  private readonly skyLight = { value: new Color() };
  private readonly earthLight = { value: new Color() };

  constructor() {
    const { haze, sunLight, skyLight, earthLight } = this;
    this.uniforms = { haze, sunLight, skyLight, earthLight, hazeReach: HAZE, sun: { value: SUN } };
  }

  dress(tones: Tones): void {
    const light = lightOf(tones);
    // It is mixed in as the eye sees it, not as light.
    this.haze.value.set(tones.horizon).convertLinearToSRGB();
    this.sunLight.value.copy(light.sun).multiplyScalar(tones.sunPower);
    this.skyLight.value.copy(light.sky).multiplyScalar(tones.skyPower);
    this.earthLight.value.copy(light.earth).multiplyScalar(tones.skyPower);
  }
}
