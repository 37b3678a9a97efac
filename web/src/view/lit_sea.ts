// The sea with light, ripples and a mirrored sky at every pixel.

import { Color, MeshStandardMaterial } from "three";
import { OPACITY } from "./ghosts";
import type { Tones } from "./light";
import { MIRROR, type SeaWaves, WAVES } from "./sea_waves";

// Ripples too small for the physics, only to catch the light; they fade before they flicker.
const RIPPLES = `
float rippleFade = 1.0 / (1.0 + 0.0006 * dot(vViewPosition, vViewPosition));
vec2 ripple = vec2(
  sin(1.9 * seaAt.x + 0.7 * seaAt.y + 1.3 * seaTime) + 0.6 * sin(3.7 * seaAt.x - 2.1 * seaAt.y + 2.2 * seaTime),
  sin(2.3 * seaAt.y - 0.9 * seaAt.x + 1.1 * seaTime) + 0.6 * sin(4.1 * seaAt.y + 1.7 * seaAt.x + 2.5 * seaTime)
);
normal = normalize(normal + (viewMatrix * vec4(0.05 * rippleFade * ripple.x, 0.0, 0.05 * rippleFade * ripple.y, 0.0)).xyz);
diffuseColor.rgb *= 1.0 + 0.4 * seaCrest;`;

const SKY = `
vec3 toEye = normalize(vViewPosition);
vec3 mirrorWay = inverseTransformDirection(reflect(-toEye, normal), viewMatrix);
outgoingLight = mix(outgoingLight, mirrored(mirrorWay), mirrorShare(dot(normal, toEye)));
#include <opaque_fragment>`;

export class LitSea {
  readonly material = new MeshStandardMaterial({ roughness: 0.28, metalness: 0.1 });
  private readonly sky = { seaHorizon: { value: new Color() }, seaZenith: { value: new Color() } };

  constructor(waves: SeaWaves, ghost: boolean) {
    if (ghost) Object.assign(this.material, { opacity: OPACITY, transparent: true, depthWrite: false });
    this.material.onBeforeCompile = (shader) => {
      Object.assign(shader.uniforms, waves.uniforms, this.sky);
      const varyings = "varying vec2 seaAt;\nvarying float seaCrest;";
      shader.vertexShader = shader.vertexShader
        .replace("#include <common>", `#include <common>\n${varyings}\n${WAVES}`)
        .replace(
          "#include <beginnormal_vertex>",
          `seaAt = (modelMatrix * vec4(position, 1.0)).xz;
          float seaRise;
          vec3 objectNormal;
          riseOfSea(seaAt, fadeOfSea(position), seaRise, objectNormal, seaCrest);`,
        )
        .replace("#include <begin_vertex>", "vec3 transformed = position + vec3(0.0, seaRise, 0.0);");
      shader.fragmentShader = shader.fragmentShader
        .replace("#include <common>", `#include <common>\nuniform float seaTime;\n${varyings}\n${MIRROR}`)
        .replace("#include <normal_fragment_maps>", RIPPLES)
        .replace("#include <opaque_fragment>", SKY);
    };
  }

  dress(tones: Tones): void {
    this.material.color.set(tones.water);
    this.sky.seaHorizon.value.set(tones.horizon);
    this.sky.seaZenith.value.set(tones.zenith);
  }
}
