// The ways that vehicles have come: one ring of coloured pieces for all, the oldest given up first.

import type { Scene } from "three";
import type { Pose } from "../poses";
import { isPlain } from "./quality";
import { TrailCurtain } from "./trail_curtain";
import { TrailLines } from "./trail_lines";
import type { TrailScale } from "./trail_scale";

/** Pieces of a vehicle's way, while there is room for those of all. */
export const LENGTHS = { short: 160, long: 1600, longest: 6000 } as const;
export type TrailLength = keyof typeof LENGTHS;

const STEP_M = 0.2;
// Where there is little room for each, pieces are longer by up to so much.
const MOST_STRETCH = 5;
const JUMP_M = 60;

/** A place of a way, and what it may be coloured by. */
export interface Sample {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly ground: number;
  readonly speed: number;
  readonly mode: string;
  readonly tick: number;
}

interface Piece {
  readonly vehicle: number;
  readonly from: Sample;
  readonly to: Sample;
}

export class Trails {
  /** In the order they were flown. */
  private pieces: Piece[] = [];
  /** Where each way goes on; a way that was broken off is not here. */
  private readonly tips = new Map<number, Sample>();
  private lines: TrailLines;
  private curtain: TrailCurtain | null = null;
  private length: number = LENGTHS.long;
  private vehicles = 1;
  private capacity: number = LENGTHS.long;
  private stepM = STEP_M;
  private visible = true;
  private next = 0;
  private filled = 0;
  /** When each drawn piece was flown, while the past is shown and they stand in order. */
  private ends: number[] | null = null;

  constructor(
    private readonly scene: Scene,
    private readonly scale: TrailScale,
    private readonly isSeen: (vehicle: number) => boolean,
  ) {
    this.lines = new TrailLines(scene, this.capacity);
  }

  /** So many vehicles are there, and users want trails this long. */
  fit(vehicles: number, length = this.length): void {
    if (vehicles === this.vehicles && length === this.length) return;
    this.vehicles = vehicles;
    this.length = length;
    const wanted = Math.max(1, vehicles) * length;
    // A processor that draws takes its time for every piece.
    const most = isPlain() ? LENGTHS.longest : 40 * LENGTHS.long;
    this.stepM = STEP_M * Math.min(MOST_STRETCH, Math.max(1, wanted / most));
    const capacity = Math.min(wanted, most);
    if (capacity === this.capacity) return;
    this.capacity = capacity;
    this.lines.dispose();
    this.lines = new TrailLines(this.scene, capacity);
    const hung = this.curtain !== null;
    this.hang(false);
    this.hang(hung);
    this.show(this.visible);
    this.redraw();
  }

  extend(vehicle: number, pose: Pose, ground: number, mode: string, tick: number): void {
    this.showAll();
    const [x, y, z] = [pose.east, -pose.down, -pose.north];
    const last = this.tips.get(vehicle);
    const length = last ? Math.hypot(x - last.x, y - last.y, z - last.z) : Infinity;
    if (length < this.stepM) return;
    const speed = Math.hypot(pose.velocityNorth, pose.velocityEast, pose.velocityDown);
    const sample = { x, y, z, ground, speed, mode, tick };
    this.tips.set(vehicle, sample);
    if (!last || length > JUMP_M) return;
    const piece = { vehicle, from: last, to: sample };
    this.pieces.push(piece);
    // Thrown away in bulk: shifting an array of thousands at every step would be dear.
    if (this.pieces.length > 2 * this.capacity) this.pieces = this.pieces.slice(-this.capacity);
    if (this.isSeen(vehicle)) this.put(piece);
  }

  /** Draw ways anew from what was told of them up to a tick; what came later stays. */
  refill(lastTick: number, extendAll: () => void): void {
    const later = this.pieces.filter(({ from }) => from.tick >= lastTick);
    const tips = new Map(this.tips);
    this.pieces = [];
    this.tips.clear();
    extendAll();
    for (const piece of later) {
      const tip = this.tips.get(piece.vehicle);
      // Once for each vehicle: what lies between the told and the seen.
      if (tip && tip.tick < piece.from.tick && near(tip, piece.from)) {
        this.pieces.push({ vehicle: piece.vehicle, from: tip, to: piece.from });
      }
      this.tips.set(piece.vehicle, piece.to);
      this.pieces.push(piece);
    }
    for (const [vehicle, tip] of tips) {
      if (tip.tick > (this.tips.get(vehicle)?.tick ?? -1)) this.tips.set(vehicle, tip);
    }
    this.redraw();
  }

  /** Show ways up to a moment; the rest stays for later. */
  showUpTo(tick: number): void {
    this.ends ??= this.redraw().map(({ to }) => to.tick);
    let count = this.ends.length;
    while (count > 0 && (this.ends[count - 1] as number) > tick) count--;
    this.showOnly(count);
  }

  /** Forget what came after a moment. */
  cutAfter(tick: number): void {
    this.ends = null;
    this.pieces = this.pieces.filter(({ to }) => to.tick <= tick);
    this.tips.clear();
    for (const { vehicle, to } of this.pieces) this.tips.set(vehicle, to);
    this.redraw();
  }

  /** What comes next is not joined to what was. */
  breakOff(): void {
    this.tips.clear();
  }

  forget(vehicle: number): void {
    this.tips.delete(vehicle);
    this.pieces = this.pieces.filter((piece) => piece.vehicle !== vehicle);
    this.redraw();
  }

  hang(curtain: boolean): void {
    if (curtain === (this.curtain !== null)) return;
    this.curtain?.dispose();
    this.curtain = curtain ? new TrailCurtain(this.scene, this.capacity) : null;
    if (curtain) this.redraw();
  }

  show(visible: boolean): void {
    this.visible = visible;
    this.lines.show(visible);
    this.curtain?.show(visible);
  }

  /** Draw all that is kept, as after colours changed their meaning or a vehicle was hidden; gives back what is drawn. */
  redraw(): readonly Piece[] {
    this.pieces = this.pieces.slice(-this.capacity);
    const drawn = this.pieces.filter(({ vehicle }) => this.isSeen(vehicle));
    this.next = this.filled = 0;
    this.ends = null;
    for (const piece of drawn) this.put(piece);
    this.showOnly(this.filled);
    return drawn;
  }

  /** A picture is about to be drawn. */
  flush(): void {
    this.lines.flush();
    this.curtain?.flush();
  }

  dispose(): void {
    this.lines.dispose();
    this.curtain?.dispose();
  }

  private showAll(): void {
    if (!this.ends) return;
    this.ends = null;
    this.showOnly(this.filled);
  }

  private showOnly(pieces: number): void {
    this.lines.showOnly(pieces);
    this.curtain?.showOnly(pieces);
  }

  private put({ from, to }: Piece): void {
    this.lines.put(this.next, from, to, this.scale);
    this.curtain?.put(this.next, from, to, this.scale);
    this.next = (this.next + 1) % this.capacity;
    this.filled = Math.min(this.capacity, this.filled + 1);
    this.showOnly(this.filled);
  }
}

function near(a: Sample, b: Sample): boolean {
  return Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z) <= JUMP_M;
}
