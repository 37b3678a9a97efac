// Many small meshes become few: what stands still is joined, coloured per corner.

import {
  type Box3,
  BufferAttribute,
  type BufferGeometry,
  Group,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  MeshStandardMaterial,
  type Object3D,
  OctahedronGeometry,
  Vector3,
} from "three";
import { mergeGeometries, mergeVertices } from "three/examples/jsm/utils/BufferGeometryUtils.js";
import { isPlain } from "./quality";

const MATT = surface(0.45, 0.12);
const SHINY = isPlain() ? MATT : surface(0.2, 0.35);
const BRIGHT = new MeshBasicMaterial({ vertexColors: true });
const SHINY_BELOW = 0.35;

export const WHOLE_MATERIAL = MATT;

type Surface = MeshStandardMaterial | MeshLambertMaterial;

function surface(roughness: number, metalness: number): Surface {
  // Gloss is dear at every pixel.
  if (isPlain()) return new MeshLambertMaterial({ vertexColors: true });
  return new MeshStandardMaterial({ vertexColors: true, roughness, metalness });
}

type Coloured = Mesh<BufferGeometry, Surface | MeshBasicMaterial>;

/** The same picture with one mesh per kind of surface, below each part that moves. */
export function mergeStill(root: Group): Group {
  const made = new Group();
  joinInto(made, root);
  return made;
}

function joinInto(target: Object3D, source: Object3D): void {
  source.updateMatrixWorld(true);
  const toTarget = source.matrixWorld.clone().invert();
  const groups = new Map<Surface | MeshBasicMaterial, BufferGeometry[]>();
  const visit = (part: Object3D) => {
    if (part !== source && part.userData["role"]) {
      target.add(movingCopy(part, toTarget));
      return;
    }
    if (isMesh(part)) {
      const material = sharedMaterial(part.material);
      const list = groups.get(material) ?? [];
      groups.set(material, list);
      list.push(coloured(part, toTarget));
    }
    for (const child of part.children) visit(child);
  };
  visit(source);
  for (const [material, geometries] of groups) {
    const joined = mergeGeometries(geometries);
    if (!joined) continue;
    const mesh = new Mesh(joined, material);
    mesh.castShadow = material !== BRIGHT;
    mesh.receiveShadow = material !== BRIGHT;
    target.add(mesh);
  }
}

/** A part that moves stays apart, in a frame that carries where it hangs. */
function movingCopy(part: Object3D, toTarget: Matrix4): Object3D {
  const frame = new Group();
  const parent = part.parent as Object3D;
  const place = toTarget.clone().multiply(parent.matrixWorld).multiply(part.matrix);
  place.decompose(frame.position, frame.quaternion, frame.scale);
  if ((part.userData["role"] as { kind: string }).kind === "disc") {
    const disc = part.clone();
    disc.position.copy(frame.position);
    disc.quaternion.copy(frame.quaternion);
    disc.scale.copy(frame.scale);
    return disc;
  }
  const moving = new Group();
  moving.userData["role"] = part.userData["role"] as unknown;
  joinInto(moving, part);
  frame.add(moving);
  return frame;
}

function sharedMaterial(material: Coloured["material"]): Surface | MeshBasicMaterial {
  if (material instanceof MeshBasicMaterial) return BRIGHT;
  if (material instanceof MeshLambertMaterial) return MATT;
  return material.roughness < SHINY_BELOW ? SHINY : MATT;
}

function coloured(mesh: Coloured, toTarget: Matrix4): BufferGeometry {
  const geometry = mesh.geometry.index ? mesh.geometry.toNonIndexed() : mesh.geometry.clone();
  const painted = mesh.material.vertexColors && geometry.hasAttribute("color");
  for (const name of Object.keys(geometry.attributes)) {
    const kept = name === "position" || name === "normal" || (painted && name === "color");
    if (!kept) geometry.deleteAttribute(name);
  }
  geometry.clearGroups();
  geometry.applyMatrix4(toTarget.clone().multiply(mesh.matrixWorld));
  if (painted) return geometry;
  const count = geometry.getAttribute("position").count;
  const { r, g, b } = mesh.material.color;
  const colours = new Float32Array(count * 3);
  for (let at = 0; at < count; at++) colours.set([r, g, b], 3 * at);
  geometry.setAttribute("color", new BufferAttribute(colours, 3));
  return geometry;
}

/** Everything of a merged model in one geometry; discs of propellers stay out. */
export function allInOne(root: Object3D): BufferGeometry {
  const joined = mergeGeometries(geometriesOf(root, (part) => !part.userData["role"]));
  // Corners that several triangles share are worked out once.
  return mergeVertices(joined as BufferGeometry);
}

/** The discs of all propellers, or null if there are none. */
export function discsInOne(root: Object3D): BufferGeometry | null {
  const discs = geometriesOf(root, (part) => Boolean(part.userData["role"]));
  return discs.length > 0 ? mergeGeometries(discs) : null;
}

/** An octahedron as long, wide and high as the whole. */
export function speckOf(whole: BufferGeometry, colour: string): BufferGeometry {
  whole.computeBoundingBox();
  const room = whole.boundingBox as Box3;
  const size = room.getSize(new Vector3()).multiplyScalar(0.5);
  const middle = room.getCenter(new Vector3());
  const speck = new Mesh(new OctahedronGeometry(1), new MeshLambertMaterial({ color: colour }));
  speck.scale.copy(size);
  speck.position.copy(middle);
  speck.updateMatrixWorld();
  return coloured(speck, new Matrix4());
}

function geometriesOf(root: Object3D, wanted: (part: Object3D) => boolean): BufferGeometry[] {
  root.updateMatrixWorld(true);
  const toRoot = root.matrixWorld.clone().invert();
  const parts: BufferGeometry[] = [];
  root.traverse((part) => {
    if (!isMesh(part) || !wanted(part)) return;
    parts.push(part.geometry.clone().applyMatrix4(toRoot.clone().multiply(part.matrixWorld)));
  });
  return parts;
}

function isMesh(part: Object3D): part is Coloured {
  return (part as Partial<Coloured>).isMesh === true;
}
