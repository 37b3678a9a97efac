// The ground where a processor draws: light is worked out at corners instead of at pixels.

import { Color, ShaderMaterial } from "three";
import type { Tones } from "./light";
import { PLAIN_HAZE, PLAIN_LIGHT, PlainLight } from "./plain_light";

const VERTEX = `
uniform vec3 ground;
uniform vec3 minor;
uniform vec3 major;
varying vec3 groundTone;
varying vec3 minorTone;
varying vec3 majorTone;
varying vec2 place;
varying float away;
${PLAIN_LIGHT}

vec3 tone(vec3 colour, vec3 light) {
  return toScreen(colour * light / 3.14159265);
}

void main() {
  vec3 up = normalize(mat3(modelMatrix) * normal);
  vec3 light = lightOn(up);
  groundTone = tone(ground, light);
  minorTone = tone(minor, light);
  majorTone = tone(major, light);
  vec4 world = modelMatrix * vec4(position, 1.0);
  place = world.xz;
  vec4 view = viewMatrix * world;
  away = -view.z;
  gl_Position = projectionMatrix * view;
}`;

const FRAGMENT = `
uniform float gridShare;
varying vec3 groundTone;
varying vec3 minorTone;
varying vec3 majorTone;
varying vec2 place;
varying float away;
${PLAIN_HAZE}

float lines(float spacing, float width, vec2 pixels, float widest) {
  vec2 near = abs(fract(place / spacing - 0.5) - 0.5) * spacing * pixels;
  float line = 1.0 - min(min(near.x, near.y) / width, 1.0);
  return line * clamp(1.3 - 2.6 * widest / spacing, 0.0, 1.0);
}

void main() {
  vec2 metres = max(fwidth(place), vec2(1e-5));
  vec2 pixels = 1.0 / metres;
  float widest = max(metres.x, metres.y);
  vec3 colour = mix(groundTone, minorTone, gridShare * 0.4 * lines(1.0, 1.0, pixels, widest));
  colour = mix(colour, minorTone, gridShare * 0.95 * lines(10.0, 1.2, pixels, widest));
  colour = mix(colour, majorTone, gridShare / (1.0 + 0.0009 * away) * lines(100.0, 1.5, pixels, widest));
  gl_FragColor = vec4(inHaze(colour, away), 1.0);
}`;

export class PlainGround {
  readonly gridShare = { value: 1 };
  readonly material: ShaderMaterial;
  private readonly colours = {
    ground: { value: new Color() },
    minor: { value: new Color() },
    major: { value: new Color() },
  };
  private readonly light = new PlainLight();

  constructor() {
    this.material = new ShaderMaterial({
      uniforms: { ...this.colours, ...this.light.uniforms, gridShare: this.gridShare },
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
    });
  }

  dress(tones: Tones): void {
    const { ground, minor, major } = this.colours;
    ground.value.set(tones.ground);
    minor.value.set(tones.minor);
    major.value.set(tones.major);
    this.light.dress(tones);
  }
}
