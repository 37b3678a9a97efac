// The ground with light and shadow at every pixel.

import { Color, MeshLambertMaterial } from "three";
import type { Tones } from "./light";

const GRID = `
float lines(vec2 at, float spacing, float width) {
  vec2 cell = at / spacing;
  vec2 blur = fwidth(cell);
  vec2 near = abs(fract(cell - 0.5) - 0.5) / max(blur, vec2(1e-5));
  float line = 1.0 - min(min(near.x, near.y) / width, 1.0);
  return line * (1.0 - smoothstep(0.12, 0.5, max(blur.x, blur.y)));
}`;

export class LitGround {
  readonly material = new MeshLambertMaterial({ color: 0xffffff });
  readonly gridShare = { value: 1 };
  private readonly minor = { value: new Color() };
  private readonly major = { value: new Color() };

  constructor() {
    const { material } = this;
    material.onBeforeCompile = (shader) => {
      shader.uniforms["minorColour"] = this.minor;
      shader.uniforms["majorColour"] = this.major;
      shader.uniforms["gridShare"] = this.gridShare;
      shader.vertexShader = shader.vertexShader
        .replace("#include <common>", "#include <common>\nvarying vec3 worldPlace;")
        .replace(
          "#include <fog_vertex>",
          "#include <fog_vertex>\nworldPlace = (modelMatrix * vec4(position, 1.0)).xyz;",
        );
      shader.fragmentShader = shader.fragmentShader
        .replace(
          "#include <common>",
          `#include <common>\nvarying vec3 worldPlace;\nuniform vec3 minorColour;\nuniform vec3 majorColour;\nuniform float gridShare;\n${GRID}`,
        )
        .replace(
          "#include <color_fragment>",
          `#include <color_fragment>
          float haze = 1.0 / (1.0 + 0.0009 * length(worldPlace - cameraPosition));
          float broad = sin(worldPlace.x * 0.021) * sin(worldPlace.z * 0.017 + 1.3);
          float fine = sin(worldPlace.x * 0.093 + 2.0) * sin(worldPlace.z * 0.081);
          diffuseColor.rgb *= 1.0 + 0.07 * broad + 0.04 * fine;
          diffuseColor.rgb = mix(diffuseColor.rgb, minorColour, gridShare * 0.4 * lines(worldPlace.xz, 1.0, 1.0));
          diffuseColor.rgb = mix(diffuseColor.rgb, minorColour, gridShare * 0.95 * lines(worldPlace.xz, 10.0, 1.2));
          diffuseColor.rgb = mix(diffuseColor.rgb, majorColour, gridShare * haze * lines(worldPlace.xz, 100.0, 1.5));`,
        );
    };
  }

  dress(tones: Tones): void {
    this.material.color.set(tones.ground);
    this.minor.value.set(tones.minor);
    this.major.value.set(tones.major);
  }
}
