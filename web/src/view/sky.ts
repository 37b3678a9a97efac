// The sky: a dome around the camera, behind everything.

import { BackSide, Color, Mesh, ShaderMaterial, SphereGeometry, type Vector3 } from "three";
import { isPlain } from "./quality";

const RADIUS_M = 9000;

const COLOUR = `
uniform vec3 zenith;
uniform vec3 horizon;
uniform vec3 glow;
uniform vec3 sun;
vec3 skyColour(vec3 d) {
  float up = max(d.y, 0.0);
  // Flat at the horizon, so that no edge shows between haze and sky.
  vec3 colour = mix(horizon, zenith, 1.0 - exp(-3.0 * up * up / (up + 0.07)));
  vec3 flat_sun = normalize(vec3(sun.x, 0.0, sun.z));
  float near_sun = pow(max(dot(normalize(vec3(d.x, 1e-6, d.z)), flat_sun), 0.0), 3.0);
  colour = mix(colour, glow, 0.55 * near_sun * exp(-7.0 * up));
  colour += glow * (0.5 * pow(max(dot(d, sun), 0.0), 90.0));
  return colour;
}`;

// As deep as can be: drawn last, only where nothing else is.
const DEEP = "gl_Position = (projectionMatrix * modelViewMatrix * vec4(position, 1.0)).xyww;";

const VERTEX = `
varying vec3 direction;
void main() {
  direction = normalize(position);
  ${DEEP}
}`;

const FRAGMENT = `
varying vec3 direction;
${COLOUR}
void main() {
  // Very fine noise hides the bands of a dark gradient.
  float grain = fract(sin(dot(gl_FragCoord.xy, vec2(12.9898, 78.233))) * 43758.5453) - 0.5;
  gl_FragColor = vec4(skyColour(normalize(direction)) + grain / 255.0, 1.0);
  #include <colorspace_fragment>
}`;

const PLAIN_VERTEX = `
varying vec3 tone;
${COLOUR}
void main() {
  tone = 1.055 * pow(skyColour(normalize(position)), vec3(1.0 / 2.4)) - 0.055;
  ${DEEP}
}`;

const PLAIN_FRAGMENT = `
varying vec3 tone;
void main() {
  gl_FragColor = vec4(tone, 1.0);
}`;

export function skyDome(sun: Vector3): Mesh<SphereGeometry, ShaderMaterial> {
  const uniforms = {
    zenith: { value: new Color() },
    horizon: { value: new Color() },
    glow: { value: new Color() },
    sun: { value: sun },
  };
  const plain = isPlain();
  const dome = new Mesh(
    plain ? denseAtHorizon() : new SphereGeometry(RADIUS_M, 32, 24),
    new ShaderMaterial({
      uniforms,
      vertexShader: plain ? PLAIN_VERTEX : VERTEX,
      fragmentShader: plain ? PLAIN_FRAGMENT : FRAGMENT,
      side: BackSide,
      depthWrite: false,
      fog: false,
    }),
  );
  dome.renderOrder = 10;
  dome.frustumCulled = false;
  return dome;
}

/** Where colours are told at corners only, there must be many where they change most. */
function denseAtHorizon(): SphereGeometry {
  const geometry = new SphereGeometry(RADIUS_M, 64, 40);
  const places = geometry.getAttribute("position");
  for (let at = 0; at < places.count; at++) {
    const east = places.getX(at);
    const south = places.getZ(at);
    const share = Math.asin(Math.max(-1, Math.min(1, places.getY(at) / RADIUS_M))) / (Math.PI / 2);
    const elevation = (Math.PI / 2) * share * Math.abs(share);
    const flat = Math.hypot(east, south) || 1;
    const reach = (RADIUS_M * Math.cos(elevation)) / flat;
    places.setXYZ(at, east * reach, RADIUS_M * Math.sin(elevation), south * reach);
  }
  return geometry;
}
