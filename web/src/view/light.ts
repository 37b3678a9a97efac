// Sun, sky and haze of a theme.

import {
  Color,
  DirectionalLight,
  Fog,
  HemisphereLight,
  PCFShadowMap,
  type Scene,
  Vector2,
  type Vector3,
  type WebGLRenderer,
  Vector3 as Vector,
} from "three";
import { isPlain } from "./quality";
import { skyDome } from "./sky";

export interface Tones {
  readonly zenith: number;
  readonly horizon: number;
  readonly glow: number;
  readonly ground: number;
  readonly minor: number;
  readonly major: number;
  readonly water: number;
  readonly sun: number;
  readonly sunPower: number;
  readonly skyPower: number;
}

export const TONES: Record<"dark" | "light", Tones> = {
  dark: {
    zenith: 0x0a1428,
    horizon: 0x3d5f82,
    glow: 0xe8a06a,
    ground: 0x33475b,
    minor: 0x42596f,
    major: 0x6d90b3,
    water: 0x14466a,
    sun: 0xffe6c8,
    sunPower: 3.0,
    skyPower: 1.7,
  },
  light: {
    zenith: 0x3f86c8,
    horizon: 0xd5e5f0,
    glow: 0xfff2d8,
    ground: 0xb4c0a8,
    minor: 0x9aa890,
    major: 0x75866f,
    water: 0x2f7ba3,
    sun: 0xfff6e6,
    sunPower: 2.7,
    skyPower: 1.7,
  },
};

export const SUN = new Vector(0.55, 0.62, 0.42).normalize();
const SHADOW_REACH_M = 45;
const HAZE_FROM_M = 60;
const HAZE_TO_M = 1100;

/** Where haze begins and hides all, in metres from the camera; for shaders. */
export const HAZE = { value: new Vector2(HAZE_FROM_M, HAZE_TO_M) };

/** Colours of the light: straight from the sun, from the sky, and back from the earth. */
export function lightOf(tones: Tones): { sun: Color; sky: Color; earth: Color } {
  return {
    sun: new Color(tones.sun),
    sky: new Color(tones.horizon).lerp(new Color(0xffffff), 0.45),
    earth: new Color(tones.ground),
  };
}

export class Light {
  readonly sun = new DirectionalLight(0xffffff, 1);
  private readonly sky = new HemisphereLight(0xffffff, 0x000000, 1);
  private readonly dome: ReturnType<typeof skyDome>;
  private readonly fog = new Fog(0x000000, HAZE_FROM_M, HAZE_TO_M);

  constructor(scene: Scene, renderer: WebGLRenderer) {
    renderer.shadowMap.enabled = !isPlain();
    renderer.shadowMap.type = PCFShadowMap;
    this.dome = skyDome(SUN);
    this.setUpShadow();
    scene.fog = this.fog;
    scene.add(this.dome, this.sun, this.sun.target, this.sky);
  }

  dress(tones: Tones): void {
    const uniforms = this.dome.material.uniforms;
    (uniforms["zenith"]?.value as Color).set(tones.zenith);
    (uniforms["horizon"]?.value as Color).set(tones.horizon);
    (uniforms["glow"]?.value as Color).set(tones.glow);
    this.fog.color.set(tones.horizon);
    const light = lightOf(tones);
    this.sun.color.copy(light.sun);
    this.sun.intensity = tones.sunPower;
    this.sky.color.copy(light.sky);
    this.sky.groundColor.copy(light.earth);
    this.sky.intensity = tones.skyPower;
  }

  /** Keep the sky around the camera, the sharp shadows around what is looked at, and haze behind it. */
  follow(camera: Vector3, focus: Vector3): void {
    const away = camera.distanceTo(focus);
    // From high up one sees far.
    const height = Math.max(0, camera.y);
    HAZE.value.set(HAZE_FROM_M + away + height, HAZE_TO_M + 4 * away + 6 * height);
    this.fog.near = HAZE.value.x;
    this.fog.far = HAZE.value.y;
    this.dome.position.copy(camera);
    this.sun.target.position.copy(focus);
    this.sun.position.copy(focus).addScaledVector(SUN, 120);
  }

  private setUpShadow(): void {
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(2048, 2048);
    const lens = this.sun.shadow.camera;
    lens.left = lens.bottom = -SHADOW_REACH_M;
    lens.right = lens.top = SHADOW_REACH_M;
    lens.near = 1;
    lens.far = 320;
    this.sun.shadow.bias = -0.0006;
    this.sun.shadow.normalBias = 0.03;
  }
}
