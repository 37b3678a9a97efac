// The sea where a processor draws: light, waves and mirrored sky are worked out at corners.

import { Color, ShaderMaterial } from "three";
import { OPACITY } from "./ghosts";
import type { Tones } from "./light";
import { PLAIN_HAZE, PLAIN_LIGHT, PlainLight } from "./plain_light";
import { MIRROR, type SeaWaves, WAVES } from "./sea_waves";

const VERTEX = `
uniform vec3 water;
varying vec3 tone;
varying float away;
${PLAIN_LIGHT}
${WAVES}
${MIRROR}

void main() {
  vec4 world = modelMatrix * vec4(position, 1.0);
  float rise;
  vec3 up;
  float crest;
  riseOfSea(world.xz, fadeOfSea(position), rise, up, crest);
  world.y += rise;
  vec3 lit = water * (1.0 + 0.4 * crest) * lightOn(up) / 3.14159265;
  vec3 toEye = normalize(cameraPosition - world.xyz);
  vec3 back = reflect(-toEye, up);
  lit = mix(lit, mirrored(back), mirrorShare(dot(up, toEye)));
  lit += sunLight * 0.16 * pow(max(dot(back, sun), 0.0), 40.0);
  tone = toScreen(lit);
  vec4 view = viewMatrix * world;
  away = -view.z;
  gl_Position = projectionMatrix * view;
}`;

const FRAGMENT = `
uniform float share;
varying vec3 tone;
varying float away;
${PLAIN_HAZE}

void main() {
  gl_FragColor = vec4(inHaze(tone, away), share);
}`;

export class PlainSea {
  readonly material: ShaderMaterial;
  private readonly colours = {
    water: { value: new Color() },
    seaHorizon: { value: new Color() },
    seaZenith: { value: new Color() },
  };
  private readonly light = new PlainLight();

  constructor(waves: SeaWaves, ghost: boolean) {
    const share = { value: ghost ? OPACITY : 1 };
    this.material = new ShaderMaterial({
      uniforms: { ...this.colours, ...this.light.uniforms, ...waves.uniforms, share },
      transparent: ghost,
      depthWrite: !ghost,
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
    });
  }

  dress(tones: Tones): void {
    const { water, seaHorizon, seaZenith } = this.colours;
    water.value.set(tones.water);
    seaHorizon.value.set(tones.horizon);
    seaZenith.value.set(tones.zenith);
    this.light.dress(tones);
  }
}
