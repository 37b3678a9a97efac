// Missions as files of ground stations: QGroundControl's .plan, and the plain list of waypoints.

import type { MissionItem, PlanOrigin } from "../../generated/protocol";
import { newItem, type DraftItem } from "./draft";

const CODES: Readonly<Record<string, number>> = {
  waypoint: 16,
  loiter: 17,
  loiter_turns: 18,
  loiter_time: 19,
  return: 20,
  land: 21,
  takeoff: 22,
  vtol_takeoff: 84,
  vtol_land: 85,
  delay: 93,
  jump: 177,
};
const NAMES = new Map(Object.entries(CODES).map(([name, code]) => [code, name]));
const SPEED = 178;
const UNPLACED = [20, 93, 177, 178, 112, 183, 197, 3000];
const RELATIVE = 3;
const OF_MISSION = 2;

/** One item as files have it: command, four parameters, then latitude, longitude, altitude. */
interface Line {
  readonly code: number;
  readonly frame: number;
  readonly params: readonly number[];
}

export interface Loaded {
  readonly items: DraftItem[];
  /** How many parts of the file were left out. */
  readonly left: number;
}

function linesOf(items: readonly MissionItem[], home: PlanOrigin): Line[] {
  const first: number[] = [];
  const lines: Line[] = [];
  for (const item of items) {
    first.push(lines.length + 1);
    if ((item.speed_mps ?? 0) > 0) {
      lines.push({ code: SPEED, frame: OF_MISSION, params: [1, item.speed_mps as number, -1, 0, 0, 0, 0] });
    }
    lines.push(lineOf(item, home));
  }
  // In files items count from 1, and home is 0.
  return lines.map((line) =>
    line.code === CODES["jump"]
      ? { ...line, params: [first[line.params[0] as number] ?? 1, ...line.params.slice(1)] }
      : line,
  );
}

function lineOf(item: MissionItem, home: PlanOrigin): Line {
  const code = CODES[item.command] ?? item.code ?? CODES["waypoint"] ?? 16;
  const p1 =
    item.command === "jump" ? (item.to_item ?? 0) : (item.turns ?? item.hold_s ?? item.parameters[0] ?? 0);
  const p2 = item.command === "jump" ? (item.times ?? 0) : (item.parameters[1] ?? 0);
  const p3 = item.radius_m ?? item.parameters[2] ?? 0;
  const p4 = item.heading_deg ?? item.parameters[3] ?? 0;
  if (UNPLACED.includes(code)) return { code, frame: OF_MISSION, params: [p1, p2, p3, p4, 0, 0, 0] };
  const here = item.north_m !== null && item.east_m !== null;
  const latitude = here ? latitudeOf(item.north_m as number, home) : 0;
  const longitude = here ? longitudeOf(item.east_m as number, home) : 0;
  return { code, frame: RELATIVE, params: [p1, p2, p3, p4, latitude, longitude, item.altitude_m ?? 0] };
}

export function latitudeOf(northM: number, home: PlanOrigin): number {
  return home.latitude_deg + northM * home.degrees_per_m_north;
}

export function longitudeOf(eastM: number, home: PlanOrigin): number {
  return home.longitude_deg + eastM * home.degrees_per_m_east;
}

export function planFile(items: readonly MissionItem[], home: PlanOrigin, cruiseMps: number): string {
  const lines = linesOf(items, home).map(({ code, frame, params }, number) => ({
    AMSLAltAboveTerrain: null,
    Altitude: params[6],
    AltitudeMode: 1,
    autoContinue: true,
    command: code,
    doJumpId: number + 1,
    frame,
    params,
    type: "SimpleItem",
  }));
  const plan = {
    fileType: "Plan",
    geoFence: { circles: [], polygons: [], version: 2 },
    groundStation: "simloop",
    mission: {
      cruiseSpeed: cruiseMps,
      firmwareType: 3,
      globalPlanAltitudeMode: 1,
      hoverSpeed: cruiseMps,
      items: lines,
      plannedHomePosition: [home.latitude_deg, home.longitude_deg, home.altitude_m],
      vehicleType: 2,
      version: 2,
    },
    rallyPoints: { points: [], version: 2 },
    version: 1,
  };
  return `${JSON.stringify(plan, null, 2)}\n`;
}

export function waypointFile(items: readonly MissionItem[], home: PlanOrigin): string {
  const row = (number: number, frame: number, code: number, params: readonly number[]) =>
    [number, number === 0 ? 1 : 0, frame, code, ...params.map(plain), 1].join("\t");
  const start = [0, 0, 0, 0, home.latitude_deg, home.longitude_deg, home.altitude_m];
  const rows = linesOf(items, home).map(({ frame, code, params }, at) => row(at + 1, frame, code, params));
  return ["QGC WPL 110", row(0, 0, 16, start), ...rows, ""].join("\n");
}

function plain(value: number): string {
  return value.toFixed(8);
}

/** Read either kind of file; fails with words for people. */
export function readPlan(text: string, home: PlanOrigin): Loaded {
  const found = text.trimStart().startsWith("{") ? fromPlan(text) : fromWaypoints(text);
  return { items: itemsOf(found.lines, home), left: found.left };
}

function fromPlan(text: string): { lines: Line[]; left: number } {
  let items: unknown;
  try {
    items = (JSON.parse(text) as { mission?: { items?: unknown } }).mission?.items;
  } catch {
    throw new Error("This file is no JSON.");
  }
  if (!Array.isArray(items)) throw new Error("This file has no mission in it.");
  const lines: Line[] = [];
  let left = 0;
  for (const each of items as Partial<{ type: string; command: number; frame: number; params: unknown[] }>[]) {
    if (each.type !== "SimpleItem" || !Array.isArray(each.params)) {
      left++;
      continue;
    }
    const params = Array.from({ length: 7 }, (_, at) => numberOf(each.params?.[at]));
    lines.push({ code: numberOf(each.command), frame: numberOf(each.frame), params });
  }
  return { lines, left };
}

function fromWaypoints(text: string): { lines: Line[]; left: number } {
  const [title, ...rows] = text.trim().split(/\r?\n/);
  if (!title?.startsWith("QGC WPL")) throw new Error("This is neither a .plan nor a file of waypoints.");
  const lines = rows.map((row) => row.trim().split(/\s+/).map(Number));
  const wrong = lines.findIndex((row) => row.length < 11 || row.some(Number.isNaN));
  if (wrong >= 0) throw new Error(`Line ${wrong + 2} is no waypoint.`);
  const items = lines.slice(1).map(
    (row): Line => ({ frame: row[2] as number, code: row[3] as number, params: row.slice(4, 11) }),
  );
  return { lines: items, left: 0 };
}

function itemsOf(lines: readonly Line[], home: PlanOrigin): DraftItem[] {
  const numbers: number[] = [];
  const found: DraftItem[] = [];
  let speed: number | null = null;
  lines.forEach((line, at) => {
    numbers.push(found.length);
    if (line.code === SPEED && at + 1 < lines.length) {
      speed = (line.params[1] ?? 0) > 0 ? (line.params[1] as number) : speed;
      return;
    }
    found.push(itemOf(line, home, speed));
    speed = null;
  });
  return found.map((item) =>
    item.command === "jump" ? { ...item, to_item: numbers[(item.to_item ?? 1) - 1] ?? 0 } : item,
  );
}

function itemOf({ code, frame, params }: Line, home: PlanOrigin, speed: number | null): DraftItem {
  const [p1 = 0, p2 = 0, p3 = 0, p4 = 0, latitude = 0, longitude = 0, altitude = 0] = params;
  const command = NAMES.get(code);
  if (!command) return newItem({ command: "other", code, parameters: [p1, p2, p3, p4], speed_mps: speed });
  if (command === "jump") return newItem({ command, to_item: p1, times: p2 });
  if (UNPLACED.includes(code)) return newItem({ command, hold_s: command === "delay" ? p1 : null, speed_mps: speed });
  const here = latitude !== 0 || longitude !== 0;
  const absolute = frame === 0 || frame === 5;
  return newItem({
    command,
    north_m: here ? (latitude - home.latitude_deg) / home.degrees_per_m_north : null,
    east_m: here ? (longitude - home.longitude_deg) / home.degrees_per_m_east : null,
    altitude_m: absolute ? altitude - home.altitude_m : altitude,
    hold_s: command === "waypoint" || command === "loiter_time" ? p1 : null,
    turns: command === "loiter_turns" ? p1 : null,
    radius_m: command.startsWith("loiter") ? p3 : null,
    heading_deg: p4 !== 0 && !command.startsWith("loiter_") ? p4 : null,
    speed_mps: speed,
  });
}

function numberOf(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) ? value : 0;
}
