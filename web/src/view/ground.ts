// The ground: an endless plane or the world's height field, both with a grid in metres.

import {
  BufferAttribute,
  BufferGeometry,
  type Material,
  Mesh,
  PlaneGeometry,
  type Vector3,
} from "three";
import type { Ground } from "../generated/protocol";
import type { Tones } from "./light";
import { LitGround } from "./lit_ground";
import { PlainGround } from "./plain_ground";
import { isPlain } from "./quality";

const SIZE_M = 16000;

export class GroundView {
  readonly mesh = new Mesh<BufferGeometry, Material>();
  private readonly cover = isPlain() ? new PlainGround() : new LitGround();
  private endless = true;
  private told: Ground | null | undefined = undefined;

  constructor() {
    this.mesh.material = this.cover.material;
    this.mesh.receiveShadow = true;
    this.show(null);
  }

  dress(tones: Tones): void {
    this.cover.dress(tones);
  }

  show(ground: Ground | null): void {
    if (ground === this.told) return;
    this.told = ground;
    this.endless = ground === null;
    this.mesh.geometry.dispose();
    this.mesh.position.set(0, 0, 0);
    this.mesh.geometry = ground ? heightField(ground) : plane();
  }

  showGrid(visible: boolean): void {
    this.cover.gridShare.value = visible ? 1 : 0;
  }

  /** An endless plane goes along with the camera; its grid is tied to the world. */
  follow(camera: Vector3): void {
    if (!this.endless) return;
    this.mesh.position.set(Math.round(camera.x / 100) * 100, 0, Math.round(camera.z / 100) * 100);
  }
}

function plane(): BufferGeometry {
  return new PlaneGeometry(SIZE_M, SIZE_M, 8, 8).rotateX(-Math.PI / 2);
}

function heightField(ground: Ground): BufferGeometry {
  const rows = ground.heights_m.length;
  const columns = ground.heights_m[0]?.length ?? 0;
  const [south, west] = ground.south_west_ne_m;
  const points = new Float32Array(rows * columns * 3);
  const corners: number[] = [];
  let at = 0;
  ground.heights_m.forEach((heights, row) =>
    heights.forEach((height, column) => {
      points[at++] = west + column * ground.spacing_m;
      points[at++] = height;
      points[at++] = -(south + row * ground.spacing_m);
      if (row + 1 < rows && column + 1 < columns) {
        const here = row * columns + column;
        corners.push(here, here + 1, here + columns);
        corners.push(here + 1, here + columns + 1, here + columns);
      }
    }),
  );
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(points, 3));
  geometry.setIndex(corners);
  geometry.computeVertexNormals();
  return geometry;
}
