// The world from above on a plain canvas, for browsers without WebGL: the same data, north up.

import { cssColour } from "../theme";
import type { Flown } from "../flown";
import { emptyPose, euler, groundSpeed, type Pose } from "../poses";
import type { Item } from "../generated/protocol";
import type { Store, Vehicle } from "../store";
import { metres } from "../ui/format";
import { ramp } from "../ui/palette";

const TRAIL_POINTS = 2400;
const STEP_M = 0.3;
const JUMP_M = 60;
const FASTEST_MPS = 12;
const PICK_PX = 22;

type Point = { readonly n: number; readonly e: number; readonly speed: number; readonly tick: number };

export class FlatView {
  following = false;
  /** Metres per pixel. */
  scale = 0.1;
  private centre = { n: 0, e: 0 };
  private fitted = false;
  private readonly pen: CanvasRenderingContext2D;
  private readonly trails = new Map<number, Point[]>();
  private relief: HTMLCanvasElement | null = null;
  private width = 1;
  private height = 1;

  constructor(
    private readonly store: Store,
    readonly canvas: HTMLCanvasElement,
  ) {
    const pen = canvas.getContext("2d");
    if (!pen) throw new Error("no canvas");
    this.pen = pen;
  }

  resize(width: number, height: number): void {
    const ratio = Math.min(2, devicePixelRatio || 1);
    this.width = Math.max(1, width);
    this.height = Math.max(1, height);
    this.canvas.width = this.width * ratio;
    this.canvas.height = this.height * ratio;
    this.pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  }

  sync(): void {
    this.relief = this.store.ground ? reliefOf(this.store.ground.heights_m) : null;
    for (const index of [...this.trails.keys()]) {
      if (!this.store.vehicles.has(index)) this.trails.delete(index);
    }
  }

  forget(): void {
    this.trails.clear();
  }

  /** New poses: lengthen the trails; those of the past are there already. */
  noteFrame(): void {
    const { store } = this;
    if (store.past !== null) return;
    for (const { index, latest } of store.vehicles.values()) this.extend(index, latest, store.run.tick);
  }

  /** Draw the ways of before this page came; what was seen since then comes after them. */
  refill(flown: Flown): void {
    const seen = new Map(this.trails);
    const pose = emptyPose();
    this.trails.clear();
    for (const frame of flown.frames) {
      for (let slot = 0; slot < frame.count; slot++) {
        const index = frame.index(slot);
        if (!this.store.vehicles.has(index)) continue;
        frame.read(slot, pose);
        this.extend(index, pose, frame.tick);
      }
    }
    for (const [index, points] of seen) {
      const later = points.filter(({ tick }) => tick > flown.lastTick);
      this.trails.set(index, [...(this.trails.get(index) ?? []), ...later].slice(-TRAIL_POINTS));
    }
  }

  private extend(index: number, pose: Pose, tick: number): void {
    const trail = this.trails.get(index) ?? [];
    this.trails.set(index, trail);
    const last = trail.at(-1);
    // A recording that is played tells again what its way knows.
    if (last && last.tick >= tick) return;
    const gone = last ? Math.hypot(pose.north - last.n, pose.east - last.e) : Infinity;
    if (gone < STEP_M) return;
    trail.push({ n: pose.north, e: pose.east, speed: groundSpeed(pose), tick });
    if (trail.length > TRAIL_POINTS) trail.shift();
  }

  fit(): void {
    const places: (readonly [number, number])[] = [];
    for (const { item, shown } of this.store.seenVehicles()) {
      places.push([shown.north, shown.east]);
      for (const [n, e] of item.plan_ned_m) places.push([n, e]);
    }
    if (places.length === 0) return;
    const n = places.map((place) => place[0]);
    const e = places.map((place) => place[1]);
    const [low, high, left, right] = [Math.min(...n), Math.max(...n), Math.min(...e), Math.max(...e)];
    this.centre = { n: (low + high) / 2, e: (left + right) / 2 };
    const wide = Math.max(10, right - left) / (this.width * 0.45);
    this.scale = Math.max(wide, Math.max(10, high - low) / (this.height * 0.5));
    this.fitted = true;
  }

  pan(x: number, y: number): void {
    this.centre.e -= x * this.scale;
    this.centre.n += y * this.scale;
  }

  zoom(factor: number, x: number, y: number): void {
    const before = this.ned(x, y);
    this.scale = Math.max(0.002, Math.min(50, this.scale * factor));
    const after = this.ned(x, y);
    this.centre.n += before[0] - after[0];
    this.centre.e += before[1] - after[1];
  }

  ned(x: number, y: number): [number, number] {
    return [
      this.centre.n - (y - this.height / 2) * this.scale,
      this.centre.e + (x - this.width / 2) * this.scale,
    ];
  }

  spot(north: number, east: number): [number, number] {
    return [
      this.width / 2 + (east - this.centre.e) / this.scale,
      this.height / 2 - (north - this.centre.n) / this.scale,
    ];
  }

  pick(x: number, y: number): number | null {
    let found: number | null = null;
    let least = PICK_PX;
    for (const { index, shown } of this.store.seenVehicles()) {
      const [vx, vy] = this.spot(shown.north, shown.east);
      const off = Math.hypot(vx - x, vy - y);
      if (off < least) [least, found] = [off, index];
    }
    return found;
  }

  draw(): void {
    if (document.hidden) return;
    if (!this.fitted) this.fit();
    const { pen, store } = this;
    const { selected } = store;
    if (this.following && selected) this.centre = { n: selected.shown.north, e: selected.shown.east };
    pen.fillStyle = store.water ? "#1d5a80" : cssColour("--page");
    pen.fillRect(0, 0, this.width, this.height);
    this.drawRelief();
    this.drawGrid();
    for (const item of store.items.values()) if (item.kind !== "model") this.drawThing(item);
    const seen = store.seenVehicles();
    for (const vehicle of seen) this.drawPlan(vehicle);
    for (const vehicle of seen) this.drawTrail(vehicle);
    for (const vehicle of seen) this.drawVehicle(vehicle, vehicle === selected);
  }

  private drawRelief(): void {
    const { ground } = this.store;
    if (!ground || !this.relief) return;
    const [south, west] = ground.south_west_ne_m;
    const rows = ground.heights_m.length - 1;
    const columns = (ground.heights_m[0]?.length ?? 1) - 1;
    const [x, y] = this.spot(south + rows * ground.spacing_m, west);
    const size = ground.spacing_m / this.scale;
    this.pen.drawImage(this.relief, x, y, columns * size, rows * size);
  }

  private drawGrid(): void {
    const { pen } = this;
    const step = 10 ** Math.ceil(Math.log10(this.scale * 40));
    const [high, left] = this.ned(0, 0);
    const [low, right] = this.ned(this.width, this.height);
    pen.strokeStyle = cssColour("--edge");
    pen.lineWidth = 1;
    pen.beginPath();
    for (let n = Math.ceil(low / step) * step; n <= high; n += step) {
      const y = Math.round(this.spot(n, 0)[1]) + 0.5;
      pen.moveTo(0, y);
      pen.lineTo(this.width, y);
    }
    for (let e = Math.ceil(left / step) * step; e <= right; e += step) {
      const x = Math.round(this.spot(0, e)[0]) + 0.5;
      pen.moveTo(x, 0);
      pen.lineTo(x, this.height);
    }
    pen.stroke();
  }

  private drawThing({ look, position_ned_m: place, ghost }: Item): void {
    if (!look || !place) return;
    const { pen } = this;
    const [x, y] = this.spot(place[0], place[1]);
    const [length, width] = look.box_m ?? [2 * (look.radius_m ?? look.size_m / 2), 0];
    pen.globalAlpha = ghost ? 0.3 : 1;
    pen.fillStyle = look.colour;
    pen.beginPath();
    if (look.box_m) {
      const [w, h] = [Math.max(2, width / this.scale), Math.max(2, length / this.scale)];
      pen.rect(x - w / 2, y - h / 2, w, h);
    } else {
      pen.arc(x, y, Math.max(1.5, length / 2 / this.scale), 0, 2 * Math.PI);
    }
    pen.fill();
    pen.globalAlpha = 1;
  }

  private drawPlan({ item, colour }: Vehicle): void {
    const { pen } = this;
    const places = item.home_ned_m ? [item.home_ned_m, ...item.plan_ned_m] : item.plan_ned_m;
    pen.strokeStyle = colour;
    pen.lineWidth = 1.5;
    pen.setLineDash([7, 5]);
    pen.beginPath();
    places.forEach(([n, e], number) => {
      const [x, y] = this.spot(n, e);
      if (number === 0) pen.moveTo(x, y);
      else pen.lineTo(x, y);
    });
    pen.stroke();
    pen.setLineDash([]);
    if (!item.home_ned_m) return;
    pen.beginPath();
    pen.arc(...this.spot(item.home_ned_m[0], item.home_ned_m[1]), 8, 0, 2 * Math.PI);
    pen.stroke();
  }

  private drawTrail({ index }: Vehicle): void {
    const { pen } = this;
    const colour = { r: 0, g: 0, b: 0 };
    pen.lineWidth = 2.5;
    const trail = this.trails.get(index) ?? [];
    const last = this.store.past ?? Infinity;
    for (let at = 1; at < trail.length; at++) {
      const a = trail[at - 1] as Point;
      const b = trail[at] as Point;
      if (b.tick > last) break;
      if (Math.hypot(a.n - b.n, a.e - b.e) > JUMP_M) continue;
      ramp(b.speed / FASTEST_MPS, colour);
      pen.strokeStyle = `rgb(${colour.r * 255} ${colour.g * 255} ${colour.b * 255})`;
      pen.beginPath();
      pen.moveTo(...this.spot(a.n, a.e));
      pen.lineTo(...this.spot(b.n, b.e));
      pen.stroke();
    }
  }

  private drawVehicle({ item, shown, colour }: Vehicle, selected: boolean): void {
    const { pen } = this;
    const [x, y] = this.spot(shown.north, shown.east);
    pen.save();
    pen.translate(x, y);
    pen.rotate(euler(shown).heading);
    pen.beginPath();
    pen.moveTo(0, -12);
    pen.lineTo(8, 9);
    pen.lineTo(0, 5);
    pen.lineTo(-8, 9);
    pen.closePath();
    pen.fillStyle = colour;
    pen.fill();
    pen.lineWidth = selected ? 2.5 : 1;
    pen.strokeStyle = selected ? cssColour("--text") : "rgb(0 0 0 / 50%)";
    pen.stroke();
    pen.restore();
    pen.fillStyle = cssColour("--text");
    pen.font = "600 12px system-ui, sans-serif";
    pen.fillText(`${item.name}  ${metres(-shown.down)}`, x + 14, y - 8);
  }
}

/** Heights as shades, with light from the north-west. */
function reliefOf(heights: readonly (readonly number[])[]): HTMLCanvasElement {
  const rows = heights.length;
  const columns = heights[0]?.length ?? 0;
  const canvas = document.createElement("canvas");
  canvas.width = columns;
  canvas.height = rows;
  const pen = canvas.getContext("2d") as CanvasRenderingContext2D;
  const image = pen.createImageData(columns, rows);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const here = heights[row]?.[column] ?? 0;
      const other = heights[Math.min(rows - 1, row + 1)]?.[Math.max(0, column - 1)] ?? here;
      const shade = Math.max(40, Math.min(200, 120 + (here - other) * 14));
      const at = 4 * ((rows - 1 - row) * columns + column);
      image.data.set([shade * 0.72, shade * 0.85, shade * 0.68, 255], at);
    }
  }
  pen.putImageData(image, 0, 0);
  return canvas;
}
