// Makes a model translucent: a vehicle of another run, laid over this one.

import { Material, Mesh, type Object3D } from "three";

export const OPACITY = 0.38;

/** Materials are shared between vehicles, so each ghost gets its own. */
export function makeGhost(root: Object3D): void {
  root.traverse((part) => {
    if (!(part instanceof Mesh)) return;
    part.castShadow = false;
    part.material = Array.isArray(part.material) ? part.material.map(faded) : faded(part.material);
  });
}

/** The same material, translucent. */
export function faded<M extends Material>(material: M): M {
  const ghost = material.clone() as M;
  ghost.opacity = material.opacity * OPACITY;
  ghost.transparent = true;
  ghost.depthWrite = false;
  return ghost;
}
