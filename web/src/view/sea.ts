// The sea, moved by the largest waves of the physics at the simulated time.

import { BufferAttribute, BufferGeometry, type Material, Mesh, type Vector3 } from "three";
import type { Water } from "../generated/protocol";
import type { Tones } from "./light";
import { LitSea } from "./lit_sea";
import { PlainSea } from "./plain_sea";
import { isPlain } from "./quality";
import { SeaWaves } from "./sea_waves";

const RINGS = 72;
const SPOKES = 120;
const REACH_M = 8000;

export class SeaView {
  readonly mesh: Mesh<BufferGeometry, Material>;
  private readonly waves = new SeaWaves();
  private readonly surface: LitSea | PlainSea;

  /** A ghost is the sea of another run, laid over this one. */
  constructor(ghost = false) {
    this.surface = isPlain() ? new PlainSea(this.waves, ghost) : new LitSea(this.waves, ghost);
    this.mesh = new Mesh<BufferGeometry, Material>(disc(), this.surface.material);
    this.mesh.receiveShadow = !ghost;
    this.mesh.frustumCulled = false;
    this.mesh.visible = false;
  }

  dress(tones: Tones): void {
    this.surface.dress(tones);
  }

  show(water: Water | null): void {
    this.mesh.visible = water !== null;
    if (!water) return;
    this.mesh.position.y = -water.level_down_m;
    this.waves.show(water);
  }

  follow(camera: Vector3, timeS: number): void {
    this.waves.uniforms.seaTime.value = timeS;
    this.mesh.position.x = Math.round(camera.x);
    this.mesh.position.z = Math.round(camera.z);
  }
}

/** Rings that grow outwards: fine near the eye, few triangles far away. */
function disc(): BufferGeometry {
  const points: number[] = [];
  const normals: number[] = [];
  const corners: number[] = [];
  for (let ring = 0; ring <= RINGS; ring++) {
    const radius = Math.expm1((ring / RINGS) * Math.log1p(REACH_M));
    for (let spoke = 0; spoke < SPOKES; spoke++) {
      const angle = (spoke / SPOKES) * 2 * Math.PI;
      points.push(radius * Math.cos(angle), 0, radius * Math.sin(angle));
      normals.push(0, 1, 0);
      if (ring === RINGS) continue;
      const a = ring * SPOKES + spoke;
      const b = ring * SPOKES + ((spoke + 1) % SPOKES);
      corners.push(a, b, a + SPOKES, b, b + SPOKES, a + SPOKES);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(points), 3));
  geometry.setAttribute("normal", new BufferAttribute(new Float32Array(normals), 3));
  geometry.setIndex(corners);
  return geometry;
}
