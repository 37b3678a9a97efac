// Numbers below the flight display, one tile each: a value, and a smaller word about it.

import type { Instruments } from "../../generated/protocol";
import { groundSpeed } from "../../poses";
import type { Store, Vehicle } from "../../store";
import { element, setText } from "../../ui/elements";
import { times } from "../../ui/format";

type Level = "good" | "warn" | "bad";
const FIX = ["none", "none", "2-D", "3-D"];
const LOW = 0.2;
const MIDDLING = 0.4;

export class Readings {
  readonly root = element("div", "readings");
  private readonly mode = this.add("Mode");
  private readonly battery = this.add("Battery");
  private readonly gnss = this.add("GNSS");
  private readonly speed = this.add("Ground speed");
  private readonly throttle = this.add("Throttle");
  private readonly steering = this.add("Steering");
  private readonly airspeed = this.add("Airspeed");
  private readonly climb = this.add("Climb");
  private readonly ground = this.add("Above ground");
  private readonly sea = this.add("Above sea");
  private readonly wind = this.add("Wind");
  private readonly factor = this.add("Real time");
  private readonly bar = element("div", "bar", element("i"));

  constructor() {
    this.battery.root.append(this.bar);
  }

  /** `winged` tells which speed the display above shows already. */
  show(store: Store, dials: Instruments | null, winged: boolean): void {
    const moves = movesOf(store.selected, dials);
    const vehicle = store.selected;
    this.showPilot(vehicle);
    this.showPower(vehicle, dials);
    this.showSatellites(vehicle, dials);
    this.showMotion(vehicle, dials, winged || moves !== "air");
    this.showSurface(dials, moves);
    const { run } = store;
    const aim = Number.isFinite(run.speed) ? `aim ${times(run.speed)}` : "flat out";
    this.factor.set(run.paused ? "paused" : times(run.factor), aim);
    // How fast it goes now says nothing of the moment that is shown.
    this.factor.show(store.past === null);
  }

  private showPilot(vehicle: Vehicle | null): void {
    const status = vehicle?.status;
    this.mode.set(status?.mode || "–", status ? (status.armed ? "armed" : "safe") : "");
  }

  private showPower(vehicle: Vehicle | null, dials: Instruments | null): void {
    const left = vehicle?.status?.battery ?? null;
    const volts = dials?.battery_v ?? null;
    const amperes = dials?.battery_a ?? null;
    const words = [
      volts === null ? "" : `${volts.toFixed(1)} V`,
      amperes === null ? "" : `${amperes.toFixed(amperes < 10 ? 1 : 0)} A`,
    ];
    const level: Level = (left ?? 1) < LOW ? "bad" : (left ?? 1) < MIDDLING ? "warn" : "good";
    this.battery.show(left !== null || volts !== null);
    this.battery.set(left === null ? "–" : `${Math.round(left * 100)} %`, words.join(" ").trim(), level);
    this.bar.hidden = left === null;
    (this.bar.firstChild as HTMLElement).style.width = `${(left ?? 0) * 100}%`;
    this.bar.dataset["level"] = level;
  }

  private showSatellites(vehicle: Vehicle | null, dials: Instruments | null): void {
    const fix = vehicle?.status?.gnss_fix ?? null;
    const seen = dials?.satellites ?? null;
    const words = fix === null ? "–" : (FIX[fix] ?? `fix ${fix}`);
    const level: Level = fix === null || fix >= 3 ? "good" : fix === 2 ? "warn" : "bad";
    this.gnss.set(words, seen === null || fix === 0 ? "" : `${seen} sats`, level);
  }

  /** What a driver looks at; nothing on the ground climbs. */
  private showSurface(dials: Instruments | null, moves: Instruments["moves"]): void {
    const throttle = dials?.throttle ?? null;
    const steering = dials?.steering ?? null;
    const wheels = dials?.wheels_rad ?? null;
    this.speed.rename(moves === "water" ? "Over ground" : "Ground speed");
    this.throttle.show(throttle !== null);
    this.throttle.set(percent(throttle ?? 0), (throttle ?? 0) < -0.005 ? "astern" : "");
    this.steering.show(steering !== null);
    const angle = wheels === null ? "" : `wheels ${Math.round((wheels * 180) / Math.PI)}°`;
    this.steering.set(sideways(steering ?? 0), angle);
    if (moves === "air") return;
    for (const tile of [this.airspeed, this.climb, this.ground, this.sea]) tile.show(false);
    if (moves === "ground") this.wind.show(false);
  }

  private showMotion(vehicle: Vehicle | null, dials: Instruments | null, bySpeed: boolean): void {
    const pose = vehicle?.latest;
    this.climb.show(true);
    this.speed.show(bySpeed);
    this.airspeed.show(!bySpeed && dials?.airspeed_mps !== undefined && dials.airspeed_mps !== null);
    this.speed.set(pose ? `${groundSpeed(pose).toFixed(1)} m/s` : "–");
    this.airspeed.set(`${(dials?.airspeed_mps ?? 0).toFixed(1)} m/s`);
    const climb = pose ? -pose.velocityDown : 0;
    this.climb.set(`${climb >= 0.05 ? "+" : ""}${climb.toFixed(1).replace("-0.0", "0.0")} m/s`);
    showMetres(this.ground, dials?.height_agl_m);
    showMetres(this.sea, dials?.height_msl_m);
    const wind = windOf(dials);
    this.wind.show(wind !== null);
    if (!wind) return;
    const from = Math.round((wind.from * 180) / Math.PI + 360) % 360;
    this.wind.set(`${wind.speed.toFixed(1)} m/s`, `from ${String(from).padStart(3, "0")}°`);
  }

  private add(name: string): Tile {
    const tile = new Tile(name);
    this.root.append(tile.root);
    return tile;
  }
}

class Tile {
  private readonly value = element("dd", "", "–");
  private readonly small = element("dd", "reading-small");
  private readonly title: HTMLElement;
  readonly root: HTMLElement;

  constructor(name: string) {
    this.title = element("dt", "", name);
    this.root = element("dl", "reading", this.title, this.value, this.small);
  }

  rename(name: string): void {
    setText(this.title, name);
  }

  set(value: string, small = "", level: Level = "good"): void {
    setText(this.value, value);
    setText(this.small, small);
    this.root.dataset["level"] = level;
  }

  show(show: boolean): void {
    this.root.hidden = !show;
  }
}

/** Where a vehicle moves; while the past is shown its shape must do. */
export function movesOf(vehicle: Vehicle | null, dials: Instruments | null): Instruments["moves"] {
  if (dials) return dials.moves;
  const shape = vehicle?.item.look?.shape;
  return shape === "rover" ? "ground" : shape === "boat" ? "water" : "air";
}

function percent(share: number): string {
  return `${Math.round(Math.abs(share) * 100)} %`;
}

function sideways(share: number): string {
  const side = Math.abs(share) < 0.005 ? "" : share > 0 ? " right" : " left";
  return percent(share) + side;
}

function showMetres(tile: Tile, height: number | null | undefined): void {
  tile.show(height !== null && height !== undefined);
  tile.set(`${(height ?? 0).toFixed(Math.abs(height ?? 0) < 100 ? 1 : 0)} m`);
}

/** Where the wind comes from, in radians, and its speed; null when nothing is known of it. */
export function windOf(dials: Instruments | null): { from: number; speed: number } | null {
  const wind = dials?.wind_ned_mps;
  if (!wind) return null;
  const [north, east] = wind;
  return { from: Math.atan2(-east, -north), speed: Math.hypot(north, east) };
}
