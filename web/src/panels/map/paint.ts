// Paints the map: ground, grid, things, trails, homes and vehicles.

import type { Item } from "../../generated/protocol";
import type { Store, Vehicle } from "../../store";
import { cssColour } from "../../theme";
import { groundPicture, type GroundPicture } from "./ground";
import type { Trails } from "./trails";
import { roundUp, type MapView, type Point } from "./view";

interface Inks {
  readonly dark: boolean;
  readonly text: string;
  readonly soft: string;
  readonly faint: string;
  readonly edge: string;
  readonly accent: string;
  readonly accentInk: string;
  readonly warn: string;
  readonly bad: string;
  readonly page: string;
  readonly glass: string;
}

function inks(): Inks {
  return {
    dark: document.documentElement.dataset["theme"] !== "light",
    text: cssColour("--text"),
    soft: cssColour("--soft"),
    faint: cssColour("--faint"),
    edge: cssColour("--edge"),
    accent: cssColour("--accent"),
    accentInk: cssColour("--accent-ink"),
    warn: cssColour("--warn"),
    bad: cssColour("--bad"),
    page: cssColour("--page"),
    glass: cssColour("--glass-strong"),
  };
}

const FONT = "600 11px ui-sans-serif, system-ui, sans-serif";
const NUMBERS = "500 10.5px ui-monospace, Menlo, Consolas, monospace";
const CROSS_PX = 12;
const NAME_PX = 16;
const GRID_PX = 76;

export class Painter {
  ink = inks();
  private ground: GroundPicture | null = null;
  private groundOf: unknown = null;

  constructor(
    private readonly store: Store,
    private readonly view: MapView,
    private readonly trails: Trails,
    readonly pen: CanvasRenderingContext2D,
  ) {}

  dress(): void {
    this.ink = inks();
    this.groundOf = null;
  }

  background(ratio: number): void {
    const { pen, view, ink } = this;
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.fillStyle = this.store.water && !this.store.ground ? (ink.dark ? "#0e2842" : "#b0d0e8") : ink.dark ? "#101a26" : "#e4ecf2";
    pen.fillRect(0, 0, view.width, view.height);
    this.paintGround(ratio);
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.grid();
  }

  private paintGround(ratio: number): void {
    const { store, pen, view, ink } = this;
    const { ground } = store;
    if (this.groundOf !== ground) {
      this.groundOf = ground;
      const sea = store.water ? -store.water.level_down_m : null;
      this.ground = ground ? groundPicture(ground, ink.dark, sea) : null;
    }
    if (!ground || !this.ground) return;
    view.applyTo(pen, ratio);
    const { image, contours, bold } = this.ground;
    const [south, west] = ground.south_west_ne_m;
    const half = ground.spacing_m / 2;
    pen.save();
    // Pictures have their first row on top, which is north.
    pen.translate(west - half, south - half + image.height * ground.spacing_m);
    pen.scale(ground.spacing_m, -ground.spacing_m);
    pen.imageSmoothingEnabled = true;
    pen.drawImage(image, 0, 0);
    pen.restore();
    pen.strokeStyle = ink.dark ? "rgb(190 215 235 / 16%)" : "rgb(60 80 70 / 16%)";
    pen.lineWidth = 1 / view.scale;
    pen.stroke(contours);
    pen.lineWidth = 1.8 / view.scale;
    pen.stroke(bold);
  }

  private grid(): void {
    const { pen, view, ink } = this;
    const step = roundUp(GRID_PX / view.scale);
    const corners = [
      view.toPlace(0, 0),
      view.toPlace(view.width, 0),
      view.toPlace(0, view.height),
      view.toPlace(view.width, view.height),
    ];
    const norths = corners.map(({ north }) => north);
    const easts = corners.map(({ east }) => east);
    const [south, north] = [Math.min(...norths), Math.max(...norths)];
    const [west, east] = [Math.min(...easts), Math.max(...easts)];
    pen.font = NUMBERS;
    const lines = (from: number, to: number, ends: (at: number) => [Point, Point], tell: (at: number, p: Point) => void) => {
      for (let number = Math.ceil(from / step); number * step <= to; number++) {
        const at = number * step;
        const [a, b] = ends(at);
        pen.strokeStyle = number === 0 ? ink.faint : number % 5 === 0 ? withAlpha(ink, 0.2) : withAlpha(ink, 0.09);
        pen.lineWidth = 1;
        pen.beginPath();
        pen.moveTo(a.x, a.y);
        pen.lineTo(b.x, b.y);
        pen.stroke();
        if (view.up === 0) tell(at, a);
      }
    };
    pen.fillStyle = ink.faint;
    const floor = view.height - view.insets.bottom - 8;
    const wall = view.insets.left + 6;
    lines(
      west,
      east,
      (at) => [view.toScreen(south, at), view.toScreen(north, at)],
      (at, { x }) => x > wall + 40 && pen.fillText(`E ${short(at)}`, x + 4, floor),
    );
    lines(
      south,
      north,
      (at) => [view.toScreen(at, west), view.toScreen(at, east)],
      (at, { y }) => y < floor - 64 && pen.fillText(`N ${short(at)}`, wall, y - 4),
    );
  }

  things(): void {
    for (const item of this.store.items.values()) {
      if (item.kind !== "model" && item.position_ned_m && item.look) this.thing(item);
    }
  }

  private thing(item: Item): void {
    const { pen, view, ink } = this;
    const look = item.look;
    const place = item.position_ned_m;
    if (!look || !place || look.shape === "light") return;
    const at = view.toScreen(place[0], place[1]);
    pen.save();
    pen.translate(at.x, at.y);
    pen.rotate(yawOf(item.attitude_wxyz) - view.up);
    pen.beginPath();
    if (look.box_m) {
      const [length, width] = [look.box_m[0] * view.scale, look.box_m[1] * view.scale];
      pen.rect(-width / 2, -length / 2, width, length);
    } else {
      pen.arc(0, 0, Math.max(2, (look.radius_m ?? look.size_m / 2) * view.scale), 0, 2 * Math.PI);
    }
    pen.globalAlpha = item.ghost ? 0.2 : 0.55;
    pen.fillStyle = look.colour;
    pen.fill();
    pen.globalAlpha = 1;
    pen.strokeStyle = ink.soft;
    pen.lineWidth = 1;
    pen.stroke();
    pen.restore();
  }

  ways(): void {
    const { pen, view } = this;
    pen.lineJoin = "round";
    for (const vehicle of this.store.seenVehicles()) {
      const way = this.trails.of(vehicle.index);
      pen.beginPath();
      for (let at = 0; at < way.length; at += 2) {
        const { x, y } = view.toScreen(way[at] as number, way[at + 1] as number);
        if (at === 0) pen.moveTo(x, y);
        else pen.lineTo(x, y);
      }
      pen.strokeStyle = vehicle.colour;
      pen.globalAlpha = vehicle === this.store.selected ? 0.75 : 0.35;
      pen.lineWidth = 2;
      pen.stroke();
      pen.globalAlpha = 1;
    }
  }

  homes(): void {
    const { pen, ink } = this;
    for (const { item, colour } of this.store.seenVehicles()) {
      if (!item.home_ned_m) continue;
      const at = this.view.toScreen(item.home_ned_m[0], item.home_ned_m[1]);
      disc(pen, at, 8, ink.glass, colour);
      pen.fillStyle = ink.text;
      pen.font = FONT;
      pen.textAlign = "center";
      pen.fillText("H", at.x, at.y + 4);
      pen.textAlign = "left";
    }
  }

  vehicles(): void {
    const seen = this.store.seenVehicles();
    const selected = seen.find((vehicle) => vehicle === this.store.selected);
    const others = seen.filter((vehicle) => vehicle !== selected);
    for (const vehicle of others) this.vehicle(vehicle, false);
    if (selected) this.vehicle(selected, true);
    // Names that would lie on each other are left out, never the selected one's.
    const taken: Box[] = [];
    for (const vehicle of selected ? [selected, ...others] : others) this.name(vehicle, taken);
  }

  /** The middle, where a waypoint is added by key. */
  cross(): void {
    const { pen, ink } = this;
    const { x, y } = this.view.centre;
    pen.beginPath();
    pen.moveTo(x - CROSS_PX, y);
    pen.lineTo(x + CROSS_PX, y);
    pen.moveTo(x, y - CROSS_PX);
    pen.lineTo(x, y + CROSS_PX);
    pen.strokeStyle = ink.accent;
    pen.lineWidth = 1.5;
    pen.stroke();
  }

  private name(vehicle: Vehicle, taken: Box[]): void {
    const { pen, view, ink } = this;
    const { shown } = vehicle;
    const at = view.toScreen(shown.north, shown.east);
    pen.font = FONT;
    const words = `${vehicle.item.name}  ${(-shown.down).toFixed(0)} m`;
    const width = pen.measureText(words).width + 14;
    // On the other side where the page would cut it off.
    const beyond = at.x + NAME_PX + width > view.width - view.insets.right;
    const left = beyond ? at.x - NAME_PX - width : at.x + NAME_PX;
    const box = { left, top: at.y - 22, width, height: 20 };
    if (taken.some((other) => overlap(box, other))) return;
    taken.push(box);
    const edge = vehicle === this.store.selected ? ink.accent : ink.edge;
    label(pen, words, box.left, box.top + 10, ink, edge);
  }

  private vehicle(vehicle: Vehicle, selected: boolean): void {
    const { pen, view, ink } = this;
    const { shown } = vehicle;
    const at = view.toScreen(shown.north, shown.east);
    const heading = Math.atan2(
      2 * (shown.w * shown.z + shown.x * shown.y),
      1 - 2 * (shown.y * shown.y + shown.z * shown.z),
    );
    pen.save();
    pen.translate(at.x, at.y);
    if (selected) {
      pen.beginPath();
      pen.arc(0, 0, 17, 0, 2 * Math.PI);
      pen.fillStyle = `${vehicle.colour}33`;
      pen.fill();
    }
    pen.rotate(heading - view.up);
    pen.beginPath();
    pen.moveTo(0, -12);
    pen.lineTo(8, 9);
    pen.lineTo(0, 5);
    pen.lineTo(-8, 9);
    pen.closePath();
    pen.fillStyle = vehicle.colour;
    pen.strokeStyle = ink.dark ? "#06121d" : "#ffffff";
    pen.lineWidth = 2;
    pen.stroke();
    pen.fill();
    pen.restore();
  }
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

function overlap(a: Box, b: Box): boolean {
  const across = a.left < b.left + b.width && b.left < a.left + a.width;
  return across && a.top < b.top + b.height && b.top < a.top + a.height;
}

function withAlpha(ink: Inks, alpha: number): string {
  return ink.dark ? `rgb(190 215 245 / ${alpha})` : `rgb(20 50 90 / ${alpha})`;
}

function short(value: number): string {
  return Math.abs(value) >= 1000 ? `${+(value / 1000).toFixed(2)} km` : `${+value.toFixed(2)}`;
}

function yawOf(turn: Item["attitude_wxyz"]): number {
  if (!turn) return 0;
  const [w, x, y, z] = turn;
  return Math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z));
}

export function disc(
  pen: CanvasRenderingContext2D,
  at: Point,
  radius: number,
  fill: string,
  edge: string,
  width = 2,
): void {
  pen.beginPath();
  pen.arc(at.x, at.y, radius, 0, 2 * Math.PI);
  pen.fillStyle = fill;
  pen.fill();
  pen.strokeStyle = edge;
  pen.lineWidth = width;
  pen.stroke();
}

export function label(
  pen: CanvasRenderingContext2D,
  words: string,
  x: number,
  y: number,
  ink: Inks,
  edge: string,
): void {
  const width = pen.measureText(words).width + 14;
  pen.beginPath();
  pen.roundRect(x, y - 10, width, 20, 10);
  pen.fillStyle = ink.glass;
  pen.fill();
  pen.strokeStyle = edge;
  pen.lineWidth = 1;
  pen.stroke();
  pen.fillStyle = ink.text;
  pen.fillText(words, x + 7, y + 4);
}
