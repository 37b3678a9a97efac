// Paints missions on the map: the way, its numbered stops, and what is wrong with them.

import type { Vehicle } from "../../store";
import { isPlaced, type DraftItem } from "./draft";
import { disc, label, type Painter } from "./paint";
import { stopsOf, type Complaint, type Stop } from "./route";
import type { MapView, Place, Point } from "./view";

const LETTERS: Readonly<Record<string, string>> = {
  takeoff: "T",
  vtol_takeoff: "T",
  land: "L",
  vtol_land: "L",
  return: "R",
};
const STOP_PX = 11;

interface RouteLook {
  readonly home: Place;
  readonly colour: string;
  readonly chosen: number | null;
  /** The item that is flown now, counted from 0. */
  readonly current: number | null;
  readonly editing: boolean;
  readonly complaints: readonly Complaint[];
}

function stopAt(view: MapView, stop: Stop, home: Place): Point {
  return view.toScreen(home.north + stop.north, home.east + stop.east);
}

/** The way from stop to stop; what several laps lead along is there once. */
function legsOf(stops: readonly Stop[]): [Place, Place][] {
  const legs = new Map<string, [Place, Place]>();
  let from: Place = { north: 0, east: 0 };
  for (const stop of stops) {
    legs.set(`${placeKey(from)} ${placeKey(stop)}`, [from, stop]);
    from = stop;
  }
  return [...legs.values()];
}

/** Of stops at one place the chosen one, or the next to be flown, or the last. */
function uppermost(stops: readonly Stop[], { chosen, current, editing }: RouteLook): Stop[] {
  const next = editing || current === null ? Infinity : current;
  const kept = new Map<string, Stop>();
  for (const stop of stops) {
    if (stop.item.command === "return") continue;
    const known = kept.get(placeKey(stop));
    const stays = known && stop.item.key !== chosen && (known.item.key === chosen || known.number >= next);
    if (!stays) kept.set(placeKey(stop), stop);
  }
  return [...kept.values()];
}

function placeKey({ north, east }: Place): string {
  return `${north.toFixed(1)} ${east.toFixed(1)}`;
}

export function paintRoute(painter: Painter, view: MapView, items: readonly DraftItem[], look: RouteLook): void {
  const { pen, ink } = painter;
  const stops = stopsOf(items);
  const at = (place: Place) => view.toScreen(look.home.north + place.north, look.home.east + place.east);
  const legs = legsOf(stops).map(([from, to]): [Point, Point] => [at(from), at(to)]);
  pen.lineWidth = look.editing ? 2.5 : 2;
  pen.strokeStyle = look.colour;
  pen.setLineDash(look.editing ? [] : [8, 5]);
  pen.beginPath();
  for (const [from, to] of legs) {
    pen.moveTo(from.x, from.y);
    pen.lineTo(to.x, to.y);
  }
  pen.stroke();
  pen.setLineDash([]);
  for (const [from, to] of legs) arrow(painter, from, to, look.colour);
  for (const item of items) {
    if (item.command !== "jump") continue;
    const back = stops.find(({ number }) => number >= (item.to_item ?? 0));
    const last = stops.filter(({ number }) => number < items.indexOf(item)).at(-1);
    if (back && last) loop(painter, at(last), at(back), look.colour, item.times ?? 0);
  }
  for (const stop of stops) {
    const radius = Math.abs(stop.item.radius_m ?? 0);
    if (radius > 0 && stop.item.command.startsWith("loiter")) {
      const centre = at(stop);
      pen.beginPath();
      pen.arc(centre.x, centre.y, radius * view.scale, 0, 2 * Math.PI);
      pen.strokeStyle = look.colour;
      pen.lineWidth = 1.5;
      pen.setLineDash([4, 4]);
      pen.stroke();
      pen.setLineDash([]);
    }
  }
  pen.textAlign = "center";
  for (const stop of uppermost(stops, look)) {
    const place = at(stop);
    const chosen = stop.item.key === look.chosen;
    const wrong = look.complaints.find(({ key }) => key === stop.item.key);
    const edge = wrong ? (wrong.level === "bad" ? ink.bad : ink.warn) : look.colour;
    if (chosen) disc(pen, place, STOP_PX + 5, `${ink.accent}44`, "transparent");
    const flown = stop.number === look.current;
    disc(pen, place, STOP_PX, chosen || flown ? look.colour : ink.glass, edge, 2.5);
    pen.fillStyle = chosen || flown ? ink.accentInk : ink.text;
    pen.font = "700 11px ui-sans-serif, system-ui, sans-serif";
    pen.fillText(LETTERS[stop.item.command] ?? String(stop.number + 1), place.x, place.y + 4);
  }
  pen.textAlign = "left";
  const chosen = stops.find(({ item }) => item.key === look.chosen);
  if (look.editing && chosen) {
    const place = at(chosen);
    pen.font = "600 11px ui-sans-serif, system-ui, sans-serif";
    label(pen, `${chosen.altitude.toFixed(1)} m · leg ${chosen.leg.toFixed(0)} m`, place.x + 16, place.y + 16, ink, ink.accent);
  }
}

function arrow({ pen }: Painter, from: Point, to: Point, colour: string): void {
  const long = Math.hypot(to.x - from.x, to.y - from.y);
  if (long < 60) return;
  pen.save();
  pen.translate((from.x + to.x) / 2, (from.y + to.y) / 2);
  pen.rotate(Math.atan2(to.y - from.y, to.x - from.x));
  pen.beginPath();
  pen.moveTo(6, 0);
  pen.lineTo(-5, -5);
  pen.lineTo(-5, 5);
  pen.closePath();
  pen.fillStyle = colour;
  pen.fill();
  pen.restore();
}

function loop({ pen, ink }: Painter, from: Point, to: Point, colour: string, times: number): void {
  const bend = { x: (from.x + to.x) / 2 + (from.y - to.y) / 4, y: (from.y + to.y) / 2 + (to.x - from.x) / 4 };
  pen.beginPath();
  pen.moveTo(from.x, from.y);
  pen.quadraticCurveTo(bend.x, bend.y, to.x, to.y);
  pen.strokeStyle = colour;
  pen.lineWidth = 1.5;
  pen.setLineDash([2, 5]);
  pen.stroke();
  pen.setLineDash([]);
  pen.font = "600 11px ui-sans-serif, system-ui, sans-serif";
  const middle = { x: (from.x + 2 * bend.x + to.x) / 4, y: (from.y + 2 * bend.y + to.y) / 4 };
  label(pen, times < 0 ? "∞" : `× ${times}`, middle.x - 14, middle.y, ink, ink.edge);
}

/** The stop under a point, the last one painted first. */
export function stopUnder(
  view: MapView,
  items: readonly DraftItem[],
  home: Place,
  point: Point,
  reach: number,
): Stop | null {
  for (const stop of stopsOf(items).reverse()) {
    const place = stopAt(view, stop, home);
    if (stop.item.command !== "return" && Math.hypot(place.x - point.x, place.y - point.y) <= reach) return stop;
  }
  return null;
}

const LEG_PX = 7;

/** The number of the item whose leg passes under a point, or null; ends of legs do not count. */
export function legUnder(view: MapView, items: readonly DraftItem[], home: Place, point: Point): number | null {
  let from = view.toScreen(home.north, home.east);
  for (const stop of stopsOf(items)) {
    const to = stopAt(view, stop, home);
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const share = ((point.x - from.x) * dx + (point.y - from.y) * dy) / Math.max(1, dx * dx + dy * dy);
    const off = Math.hypot(point.x - from.x - share * dx, point.y - from.y - share * dy);
    if (share > 0.08 && share < 0.92 && off < LEG_PX) return stop.number;
    from = to;
  }
  return null;
}

/** Can it be dragged about? */
export function isMovable(item: DraftItem): boolean {
  return isPlaced(item) && item.command !== "takeoff" && item.command !== "vtol_takeoff";
}

/** The plan of a vehicle that is not selected. */
export function paintPlan({ pen }: Painter, view: MapView, { item, colour }: Vehicle): void {
  if (item.plan_ned_m.length === 0) return;
  pen.beginPath();
  for (const [north, east] of item.plan_ned_m) {
    const { x, y } = view.toScreen(north, east);
    pen.lineTo(x, y);
  }
  pen.strokeStyle = colour;
  pen.globalAlpha = 0.5;
  pen.lineWidth = 1.5;
  pen.setLineDash([5, 5]);
  pen.stroke();
  pen.setLineDash([]);
  pen.globalAlpha = 1;
}
