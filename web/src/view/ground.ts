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

/** The field, and far beyond its edge, where the ground stays as high as it is there. */
function heightField(ground: Ground): BufferGeometry {
  const [south, west] = ground.south_west_ne_m;
  const norths = places(south, ground.heights_m.length, ground.spacing_m);
  const easts = places(west, ground.heights_m[0]?.length ?? 0, ground.spacing_m);
  const points = new Float32Array(norths.length * easts.length * 3);
  const corners: number[] = [];
  let at = 0;
  norths.forEach((north, row) =>
    easts.forEach((east, column) => {
      const line = ground.heights_m[inside(row - 1, ground.heights_m.length)];
      points[at++] = east;
      points[at++] = line?.[inside(column - 1, line.length)] ?? 0;
      points[at++] = -north;
      if (row + 1 < norths.length && column + 1 < easts.length) {
        const here = row * easts.length + column;
        corners.push(here, here + 1, here + easts.length);
        corners.push(here + 1, here + easts.length + 1, here + easts.length);
      }
    }),
  );
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(points, 3));
  geometry.setIndex(corners);
  geometry.computeVertexNormals();
  return geometry;
}

/** Where the lines of a grid lie, with one far out on either side. */
function places(first: number, count: number, spacing: number): number[] {
  const last = first + (count - 1) * spacing;
  const within = Array.from({ length: count }, (_, number) => first + number * spacing);
  return [first - SIZE_M / 2, ...within, last + SIZE_M / 2];
}

function inside(number: number, count: number): number {
  return Math.max(0, Math.min(count - 1, number));
}
