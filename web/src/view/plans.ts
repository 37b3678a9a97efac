// Planned missions: a dashed way with numbered places, and home.

import {
  CanvasTexture,
  Color,
  Group,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  OctahedronGeometry,
  RingGeometry,
  Sprite,
  SpriteMaterial,
  SRGBColorSpace,
} from "three";
import { LineMaterial } from "three/examples/jsm/lines/LineMaterial.js";
import { LineSegments2 } from "three/examples/jsm/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/examples/jsm/lines/LineSegmentsGeometry.js";
import type { Item } from "../generated/protocol";

type Place = readonly [number, number, number];

const MOST_PLACES = 60;
const EMPHASIS = 1.6;
const LIFT_M = 0.05;

export class PlanView {
  readonly group = new Group();
  private marks: InstancedMesh | null = null;
  private emphasised = -1;
  private readonly tint: Color;
  private readonly matrix = new Matrix4();

  /** `ground` tells its height at a place; nothing is drawn below it. */
  constructor(
    item: Item,
    colour: string,
    private readonly ground: (north: number, east: number) => number,
  ) {
    this.tint = new Color(colour);
    const plan = item.plan_ned_m.map((place) => this.aboveGround(place));
    const places = plan.slice(0, MOST_PLACES);
    if (item.home_ned_m) this.addHome(item.home_ned_m);
    if (places.length === 0) return;
    const way = item.home_ned_m ? [this.aboveGround(item.home_ned_m), ...plan] : plan;
    this.addLine(pairs(way), 0.75, 1.6, true);
    this.addMarks(places);
    this.addNumbers(places);
  }

  /** Let the place that is flown to stand out. */
  emphasise(number: number): void {
    if (!this.marks || number === this.emphasised) return;
    this.size(this.emphasised, 1);
    this.size(number, EMPHASIS);
    this.emphasised = number;
  }

  dispose(): void {
    this.group.removeFromParent();
    this.marks?.dispose();
  }

  private size(number: number, scale: number): void {
    if (!this.marks || number < 0 || number >= this.marks.count) return;
    this.marks.getMatrixAt(number, this.matrix);
    const [x, y, z] = this.matrix.elements.slice(12) as [number, number, number];
    this.marks.setMatrixAt(number, this.matrix.makeScale(scale, scale, scale).setPosition(x, y, z));
    this.marks.instanceMatrix.needsUpdate = true;
  }

  /** All in one: a long mission has many, and every mesh costs. */
  private addMarks(places: readonly Place[]): void {
    const material = new MeshBasicMaterial({ color: this.tint, fog: false, toneMapped: false });
    this.marks = new InstancedMesh(new OctahedronGeometry(0.17), material, places.length);
    places.forEach(([n, e, d], number) => this.marks?.setMatrixAt(number, this.matrix.makeTranslation(e, -d, -n)));
    this.group.add(this.marks);
  }

  /** Places that are flown to again keep their first number. */
  private addNumbers(places: readonly Place[]): void {
    const first = new Map<string, number>();
    places.forEach((place, number) => {
      const key = keyOf(place);
      if (!first.has(key)) first.set(key, number);
    });
    const threads: Place[] = [];
    for (const number of first.values()) {
      const place = places[number] as Place;
      const text = label(String(number + 1), `#${this.tint.getHexString()}`);
      text.position.set(place[1], -place[2], -place[0]);
      text.center.set(0.5, -0.55);
      this.group.add(text);
      threads.push(place, [place[0], place[1], -this.ground(place[0], place[1])]);
    }
    this.addLine(threads, 0.28, 1, false);
  }

  /** Straight pieces, each from a place to the next of the list. */
  private addLine(ends: readonly Place[], opacity: number, width: number, dashed: boolean): void {
    const geometry = new LineSegmentsGeometry();
    geometry.setPositions(ends.flatMap(([n, e, d]) => [e, -d, -n]));
    const line = new LineSegments2(
      geometry,
      new LineMaterial({
        color: this.tint,
        linewidth: width,
        transparent: true,
        opacity,
        dashed,
        dashSize: 0.9,
        gapSize: 0.6,
        toneMapped: false,
      }),
    );
    line.computeLineDistances();
    this.group.add(line);
  }

  private addHome(home: Place): void {
    const ring = new Mesh(
      new RingGeometry(0.85, 1, 48).rotateX(-Math.PI / 2),
      new MeshBasicMaterial({ color: this.tint, transparent: true, opacity: 0.85 }),
    );
    ring.position.set(home[1], this.ground(home[0], home[1]) + LIFT_M, -home[0]);
    this.group.add(ring);
  }

  private aboveGround([north, east, down]: Place): Place {
    return [north, east, Math.min(down, -this.ground(north, east) - LIFT_M)];
  }
}

/** From each place to the next; a way that is flown again is drawn once. */
function pairs(way: readonly Place[]): Place[] {
  const known = new Set<string>();
  return way.slice(1).flatMap((to, at) => {
    const from = way[at] as Place;
    const key = `${keyOf(from)} ${keyOf(to)}`;
    if (known.has(key)) return [];
    known.add(key);
    return [from, to];
  });
}

function keyOf(place: Place): string {
  return place.map((metres) => metres.toFixed(1)).join();
}

const textures = new Map<string, CanvasTexture>();

function label(text: string, colour: string): Sprite {
  const key = `${text} ${colour}`;
  let texture = textures.get(key);
  if (!texture) {
    texture = new CanvasTexture(drawLabel(text, colour));
    texture.colorSpace = SRGBColorSpace;
    textures.set(key, texture);
  }
  const sprite = new Sprite(
    new SpriteMaterial({ map: texture, sizeAttenuation: false, depthTest: false, fog: false }),
  );
  sprite.scale.setScalar(0.026);
  return sprite;
}

function drawLabel(text: string, colour: string): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 64;
  const pen = canvas.getContext("2d") as CanvasRenderingContext2D;
  pen.fillStyle = "rgba(10, 16, 26, 0.78)";
  pen.strokeStyle = colour;
  pen.lineWidth = 3;
  pen.beginPath();
  pen.arc(32, 32, 27, 0, 2 * Math.PI);
  pen.fill();
  pen.stroke();
  pen.fillStyle = "#ffffff";
  pen.font = "600 30px system-ui, sans-serif";
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillText(text, 32, 34);
  return canvas;
}
