// The switches of the radio: moves them as a pilot would until the vehicle is in the mode, or armed.

import type { Pilot } from "../../generated/protocol";

// A mode asks for a position, or the vehicle would not enter it.
const NEEDS_POSITION = new Set(["position", "loiter", "auto", "return"]);
/** Modes in which the throttle in the middle keeps height. */
export const HOLDS_HEIGHT = new Set(["altitude", "position"]);
export const FLOWN_BY_STICKS = new Set(["manual", "acro", "stabilise", "altitude", "position"]);
// Modes to pass through on the way to another: harmless ones.
const ON_THE_WAY = ["altitude", "stabilise", "position", "loiter"];
const NOT_TAKEN_S = 0.5;
const MOST_TRIES = 4;
const ARMING_S = 4;
const EDGE_S = 0.3;
const WARNED_S = 4;

export const PLACES = 6;

export type Wish = "arm" | "disarm";

export class Switches {
  wanted: string;
  place = 0;
  armed: boolean;
  /** One line for the pilot. */
  note = "";
  private moving = true;
  private tries = 0;
  private since = 0;
  private wish: Wish | null = null;
  private wishedAt = 0;
  private warnedAt = -Infinity;

  constructor(pilot: Pilot, timeS: number) {
    this.wanted = usualMode(pilot);
    this.armed = pilot.armed;
    this.start(pilot, timeS);
  }

  get wishes(): Wish | null {
    return this.wish;
  }

  choose(mode: string, pilot: Pilot, timeS: number): void {
    this.wanted = mode;
    this.start(pilot, timeS);
  }

  next(pilot: Pilot, timeS: number): void {
    if (isOutside(pilot)) {
      this.place = (this.place + 1) % PLACES;
      return;
    }
    const modes = pilot.radio.modes.filter((mode) => FLOWN_BY_STICKS.has(mode));
    const mode = modes[(modes.indexOf(this.wanted) + 1) % modes.length];
    if (mode) this.choose(mode, pilot, timeS);
  }

  toggleArm(pilot: Pilot, timeS: number): void {
    if (isOutside(pilot)) this.armed = !this.armed;
    else this.ask(pilot.armed ? "disarm" : "arm", pilot, timeS);
  }

  private ask(wish: Wish, pilot: Pilot, timeS: number): void {
    const high = pilot.flying && (pilot.height_m ?? 0) > 0.3 && !onSurface(pilot);
    if (wish === "disarm" && high) {
      this.note = "Land first: hold down until it stands";
      this.warnedAt = timeS;
      return;
    }
    this.wish = wish;
    this.wishedAt = timeS;
    this.note = wish === "arm" ? "Arming …" : "Disarming …";
  }

  /** Look at what the vehicle says, and move the switches; time is that of the run. */
  step(pilot: Pilot, timeS: number): void {
    // A run that went back to an earlier time starts anew.
    if (timeS < this.since) this.since = this.wishedAt = timeS;
    if (this.note.startsWith("Land first") && timeS - this.warnedAt > WARNED_S) this.note = "";
    if (this.moving) this.moveMode(pilot, timeS);
    this.moveArm(pilot, timeS);
  }

  /** What the sticks must do for a wish, if there is no switch for it; 0 if nothing. */
  gesture(pilot: Pilot): -1 | 0 | 1 {
    if (this.wish === null || this.moving || pilot.radio.arm !== null) return 0;
    return this.wish === "arm" ? 1 : -1;
  }

  private start(pilot: Pilot, timeS: number): void {
    this.tries = 0;
    this.since = timeS;
    this.moving = pilot.radio.modes.length > 0 && pilot.mode !== this.wanted;
    const at = this.placeOf(pilot, this.wanted);
    // The first position heard asks for nothing, and the one it knows neither.
    const fresh = pilot.mode_place === null || pilot.mode_place === at;
    this.place = this.moving && fresh ? this.wayPlace(pilot) : at;
  }

  private moveMode(pilot: Pilot, timeS: number): void {
    const at = this.placeOf(pilot, this.wanted);
    const way = this.wayPlace(pilot);
    if (pilot.mode === this.wanted) {
      this.moving = false;
      this.note = "";
      this.place = at;
    } else if (NEEDS_POSITION.has(this.wanted) && !pilot.position_ok) {
      this.note = "Waiting until it knows where it is";
      this.place = way;
      this.since = timeS;
    } else if (this.place !== at) {
      if (pilot.mode_place !== this.place) return;
      this.place = at;
      this.since = timeS;
    } else if (pilot.mode_place === at && timeS - this.since > NOT_TAKEN_S) {
      if (++this.tries >= MOST_TRIES) {
        this.moving = false;
        this.note = `It does not take the mode ${this.wanted}`;
      } else {
        this.place = way;
      }
    }
  }

  private moveArm(pilot: Pilot, timeS: number): void {
    if (isOutside(pilot)) return;
    if (this.wish === null) {
      this.armed = pilot.armed;
      if (!this.moving) this.watchMode(pilot);
      return;
    }
    if (this.moving) {
      this.wishedAt = timeS;
      return;
    }
    if (pilot.armed === (this.wish === "arm")) {
      this.note = "";
      this.wish = null;
    } else if (timeS - this.wishedAt > ARMING_S) {
      this.note = this.wish === "arm" ? "It did not arm" : "It did not disarm";
      this.wish = null;
    } else {
      // A switch asks when it moves.
      this.armed = timeS - this.wishedAt < EDGE_S ? this.wish !== "arm" : this.wish === "arm";
    }
  }

  /** A failsafe or somebody else may have chosen another mode: theirs until the pilot chooses. */
  private watchMode(pilot: Pilot): void {
    const other = pilot.radio.modes.length > 0 && pilot.mode !== this.wanted;
    const known = this.note.startsWith("It is in mode") || this.note.startsWith("It did not");
    if (other && pilot.mode !== "") {
      this.note ||= `It is in mode ${pilot.mode} by itself: choose one to take over`;
    } else if (known && (pilot.armed || !this.note.startsWith("It did not arm"))) {
      this.note = "";
    }
  }

  private placeOf(pilot: Pilot, mode: string): number {
    return Math.max(0, pilot.radio.modes.indexOf(mode));
  }

  private wayPlace(pilot: Pilot): number {
    const way = ON_THE_WAY.find((mode) => mode !== this.wanted && pilot.radio.modes.includes(mode));
    const next = (this.placeOf(pilot, this.wanted) + 1) % Math.max(1, pilot.radio.modes.length);
    return way ? this.placeOf(pilot, way) : next;
  }
}

/** Does an autopilot outside simloop fly it? Then nothing but its radio is known. */
export function isOutside(pilot: Pilot): boolean {
  return pilot.airframe === "other";
}

export function onSurface(pilot: Pilot): boolean {
  return pilot.airframe === "rover" || pilot.airframe === "boat";
}

function usualMode(pilot: Pilot): string {
  const liked = pilot.airframe === "wing" ? ["altitude", "stabilise"] : ["position", "altitude"];
  return liked.find((mode) => pilot.radio.modes.includes(mode)) ?? pilot.radio.modes[0] ?? "";
}
