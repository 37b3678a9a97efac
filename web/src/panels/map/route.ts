// The way that a mission leads, its length and time, and what is wrong with it.

import type { MissionItem } from "../../generated/protocol";
import { isPlaced, takesOff, type DraftItem } from "./draft";

export interface Stop {
  readonly item: DraftItem;
  readonly number: number;
  readonly north: number;
  readonly east: number;
  /** Above home, m. */
  readonly altitude: number;
  /** Way from the stop before, m. */
  readonly leg: number;
}

export interface Facts {
  readonly room: number;
  readonly cruiseMps: number;
  readonly onSurface: boolean;
  /** Height of the ground above home at a place from home, if known. */
  readonly ground: (north: number, east: number) => number | null;
}

export interface Complaint {
  readonly key: number | null;
  readonly words: string;
  readonly level: "warn" | "bad";
}

export interface Estimate {
  readonly lengthM: number;
  readonly timeS: number;
  readonly endless: boolean;
}

const CLIMB_MPS = 2.5;
const LEAST_CLEARANCE_M = 2;
const FAR_M = 5000;

/** Where the items are, in order; a return ends at home, as high as the item before. */
export function stopsOf(items: readonly DraftItem[]): Stop[] {
  const stops: Stop[] = [];
  let at = { north: 0, east: 0, altitude: 0 };
  items.forEach((item, number) => {
    const next = placeOf(item, at);
    if (!next) return;
    const flat = Math.hypot(next.north - at.north, next.east - at.east);
    stops.push({ item, number, ...next, leg: Math.hypot(flat, next.altitude - at.altitude) });
    at = next;
  });
  return stops;
}

interface Spot {
  readonly north: number;
  readonly east: number;
  readonly altitude: number;
}

function placeOf(item: MissionItem, last: Spot): Spot | null {
  const altitude = item.altitude_m ?? last.altitude;
  if (item.command === "return") return { north: 0, east: 0, altitude: last.altitude };
  if (takesOff(item)) return { north: last.north, east: last.east, altitude };
  if (item.command === "land" || item.command === "vtol_land") {
    return { north: item.north_m ?? last.north, east: item.east_m ?? last.east, altitude: 0 };
  }
  if (!isPlaced(item)) return null;
  return { north: item.north_m as number, east: item.east_m as number, altitude };
}

export function estimate(items: readonly DraftItem[], cruiseMps: number): Estimate {
  let lengthM = 0;
  let timeS = 0;
  let speed = Math.max(0.1, cruiseMps);
  let before: Stop | null = null;
  for (const stop of stopsOf(items)) {
    speed = stop.item.speed_mps ?? speed;
    const rise = Math.abs(stop.altitude - (before?.altitude ?? 0));
    lengthM += stop.leg;
    timeS += Math.max(stop.leg / speed, rise / CLIMB_MPS);
    if (stop.item.command === "return") timeS += stop.altitude / CLIMB_MPS;
    timeS += stop.item.hold_s ?? 0;
    if (stop.item.command === "loiter_turns") {
      const around = 2 * Math.PI * Math.abs(stop.item.radius_m ?? 0) * (stop.item.turns ?? 1);
      lengthM += around;
      timeS += around / speed;
    }
    before = stop;
  }
  for (const item of items) if (item.command === "delay") timeS += item.hold_s ?? 0;
  const laps = items.filter((item) => item.command === "jump");
  const endless = laps.some((item) => (item.times ?? 0) < 0);
  for (const lap of laps) {
    if ((lap.times ?? 0) <= 0) continue;
    const part = items.slice(lap.to_item ?? 0, items.indexOf(lap));
    const once = part.length > 0 ? estimate(part, speed) : { lengthM: 0, timeS: 0 };
    lengthM += once.lengthM * (lap.times ?? 0);
    timeS += once.timeS * (lap.times ?? 0);
  }
  return { lengthM, timeS, endless };
}

/** How many items the firmware stores for these: a change of speed takes one more. */
export function stored(items: readonly MissionItem[]): number {
  return items.length + items.filter((item) => (item.speed_mps ?? 0) > 0).length;
}

export function complaints(items: readonly DraftItem[], facts: Facts): Complaint[] {
  const found: Complaint[] = [];
  const say = (key: number | null, level: "warn" | "bad", words: string) =>
    found.push({ key, level, words });
  const first = items[0];
  if (first && !takesOff(first) && !facts.onSurface) {
    say(first.key, "warn", "No take-off before it: it must be flying already");
  }
  if (stored(items) > facts.room) {
    say(null, "bad", `${stored(items)} items, but room for ${facts.room}`);
  }
  items.forEach((item, number) => {
    if (number > 0 && takesOff(item)) say(item.key, "warn", "A second take-off is passed over");
    if (item.command === "jump") {
      const to = item.to_item ?? -1;
      if (to < 0 || to >= items.length || to === number) say(item.key, "bad", "Leads to no item");
    }
    const landed = items.slice(0, number).some((each) => ["land", "vtol_land", "return"].includes(each.command));
    if (landed && !takesOff(item)) say(item.key, "warn", "Comes after the landing");
  });
  for (const stop of stopsOf(items)) {
    const { item, altitude } = stop;
    if (stop.leg > FAR_M) say(item.key, "warn", `${(stop.leg / 1000).toFixed(1)} km from the one before`);
    if (facts.onSurface || ["land", "vtol_land", "return"].includes(item.command)) continue;
    const ground = facts.ground(stop.north, stop.east) ?? 0;
    if (altitude - ground < LEAST_CLEARANCE_M) {
      const words = altitude < ground ? "Below the ground" : `Only ${(altitude - ground).toFixed(1)} m above the ground`;
      say(item.key, altitude < ground ? "bad" : "warn", words);
    }
  }
  return found;
}
