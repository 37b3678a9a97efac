// The lines of trails on the graphics card: pieces are written one by one and sent together.

import {
  BufferGeometry,
  InterleavedBuffer,
  InterleavedBufferAttribute,
  LineBasicMaterial,
  LineSegments,
  type Mesh,
  type Scene,
} from "three";
import { LineMaterial } from "three/examples/jsm/lines/LineMaterial.js";
import { LineSegments2 } from "three/examples/jsm/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/examples/jsm/lines/LineSegmentsGeometry.js";
import { Dirty } from "./dirty";
import { isPlain } from "./quality";
import type { TrailScale } from "./trail_scale";
import type { Sample } from "./trails";

/** Two ends of each piece in one array, and the same for colours. */
interface Buffers {
  readonly line: LineSegments | Mesh;
  readonly places: InterleavedBuffer;
  readonly colours: InterleavedBuffer;
  readonly showOnly: (pieces: number) => void;
}

export class TrailLines {
  private readonly buffers: Buffers;
  private readonly dirty: Dirty;
  private readonly colour = { r: 0, g: 0, b: 0 };

  constructor(scene: Scene, capacity: number) {
    this.buffers = isPlain() ? thin(capacity) : thick(capacity);
    this.dirty = new Dirty(capacity);
    this.showOnly(0);
    this.buffers.line.frustumCulled = false;
    scene.add(this.buffers.line);
  }

  put(number: number, from: Sample, to: Sample, scale: TrailScale): void {
    this.write(number * 6, from, scale);
    this.write(number * 6 + 3, to, scale);
    this.dirty.note(number);
  }

  showOnly(pieces: number): void {
    this.buffers.showOnly(pieces);
  }

  show(visible: boolean): void {
    this.buffers.line.visible = visible;
  }

  flush(): void {
    const { line, places, colours } = this.buffers;
    if (line.visible) this.dirty.flush([[places, 6], [colours, 6]]);
  }

  dispose(): void {
    const { line } = this.buffers;
    line.removeFromParent();
    line.geometry.dispose();
    (line.material as LineMaterial | LineBasicMaterial).dispose();
  }

  private write(at: number, sample: Sample, scale: TrailScale): void {
    const { places, colours } = this.buffers;
    const { r, g, b } = scale.colour(sample.speed, sample.y, sample.mode, this.colour);
    places.array[at] = sample.x;
    places.array[at + 1] = sample.y;
    places.array[at + 2] = sample.z;
    colours.array[at] = r ** 2.2;
    colours.array[at + 1] = g ** 2.2;
    colours.array[at + 2] = b ** 2.2;
  }
}

/** A pixel wide: where a processor draws, pixels are large and triangles are dear. */
function thin(capacity: number): Buffers {
  const geometry = new BufferGeometry();
  const [places, colours] = [0, 1].map(() => new InterleavedBuffer(new Float32Array(capacity * 6), 3)) as [
    InterleavedBuffer,
    InterleavedBuffer,
  ];
  geometry.setAttribute("position", new InterleavedBufferAttribute(places, 3, 0));
  geometry.setAttribute("color", new InterleavedBufferAttribute(colours, 3, 0));
  const line = new LineSegments(geometry, new LineBasicMaterial({ vertexColors: true, toneMapped: false }));
  return { line, places, colours, showOnly: (pieces) => geometry.setDrawRange(0, 2 * pieces) };
}

function thick(capacity: number): Buffers {
  const geometry = new LineSegmentsGeometry();
  geometry.setPositions(new Float32Array(capacity * 6));
  geometry.setColors(new Float32Array(capacity * 6));
  const material = new LineMaterial({
    linewidth: 3,
    vertexColors: true,
    transparent: true,
    opacity: 0.92,
    worldUnits: false,
    toneMapped: false,
  });
  const bufferOf = (name: string) => (geometry.getAttribute(name) as InterleavedBufferAttribute).data;
  return {
    line: new LineSegments2(geometry, material),
    places: bufferOf("instanceStart"),
    colours: bufferOf("instanceColorStart"),
    showOnly: (pieces) => (geometry.instanceCount = pieces),
  };
}
