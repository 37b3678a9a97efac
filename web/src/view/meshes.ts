// Meshes of vehicles: glTF files of the run, got once and drawn in place of a shape.

import { Group, type Mesh, TextureLoader } from "three";
import { GLTFLoader } from "three/examples/jsm/loaders/GLTFLoader.js";
import { apiBytes } from "../api";

const loaded = new Map<string, Group>();
const asked = new Set<string>();
const listeners = new Set<() => void>();

/** The mesh of a digest in body axes; null until it has come, and for ever if it cannot be drawn. */
export function meshOf(digest: string): Group | null {
  if (!asked.has(digest)) {
    asked.add(digest);
    load(digest).catch((reason: unknown) => {
      console.warn(`the mesh of a vehicle cannot be drawn: ${String(reason)}`);
    });
  }
  return loaded.get(digest) ?? null;
}

/** Hear that a mesh has come; gives back what ends it. */
export function onMesh(came: () => void): () => void {
  listeners.add(came);
  return () => listeners.delete(came);
}

async function load(digest: string): Promise<void> {
  const data = await apiBytes(`api/meshes/${digest}`);
  const loader = new GLTFLoader();
  // Pictures inside the file come by way of an <img>: the page's policy lets no script fetch blobs.
  loader.register((parser) => {
    (parser as { textureLoader: unknown }).textureLoader = new TextureLoader(parser.options.manager);
    return { name: "pictures" };
  });
  const { scene } = await loader.parseAsync(data, "");
  loaded.set(digest, inBodyAxes(scene));
  for (const came of listeners) came();
}

/** glTF has Y up and Z ahead; bodies have X ahead, Y to the right and Z down. */
function inBodyAxes(scene: Group): Group {
  const turned = new Group();
  scene.quaternion.set(-0.5, 0.5, -0.5, 0.5);
  scene.traverse((part) => {
    const mesh = part as Partial<Mesh>;
    if (!mesh.isMesh) return;
    part.castShadow = true;
    part.receiveShadow = true;
    // Files may leave normals out; nothing would be lit without them.
    if (!mesh.geometry?.hasAttribute("normal")) mesh.geometry?.computeVertexNormals();
  });
  return turned.add(scene);
}
