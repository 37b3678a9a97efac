// What was flown before this page or panel came: poses of the run's history, asked for once.

import type { ModeChange, Track } from "./generated/protocol";
import type { PanelContext } from "./panel";
import { bytesOf, PoseFrame } from "./poses";
import { watch } from "./watch";

const POINTS = 2000;
const TRIES_PER_S = 2;

/** Frames in the order they were flown, and who was in which mode when. */
export class Flown {
  readonly frames: readonly PoseFrame[];
  private readonly modes: readonly ModeChange[];
  private next = 0;
  private readonly now = new Map<number, string>();

  constructor({ frames, modes }: Track) {
    this.frames = frames.map((text) => new PoseFrame(bytesOf(text), 0));
    this.modes = modes;
  }

  get lastTick(): number {
    return this.frames.at(-1)?.tick ?? -1;
  }

  /** The mode of a vehicle at a tick; ticks must not go back. */
  mode(index: number, tick: number): string {
    for (let change = this.modes[this.next]; change && change.tick <= tick; change = this.modes[++this.next]) {
      this.now.set(change.index, change.mode);
    }
    return this.now.get(index) ?? "";
  }
}

/** Ask for it while `wanted`; `take` must see to it that it is wanted no longer. */
export function askFlown(
  context: PanelContext,
  wanted: () => boolean,
  take: (flown: Flown) => void,
  fail: () => void,
): () => void {
  const { store } = context;
  const args = () => (store.past === null && store.vehicles.size > 0 && wanted() ? { points: POINTS } : null);
  return watch(context, "track", args, TRIES_PER_S, (answer) => take(new Flown(answer)), fail);
}

/** Ask for it when a view comes, and again when a line that was cut is back. */
export function fillFlown(context: PanelContext, refill: (flown: Flown) => void): () => void {
  let wanted = true;
  const off = context.store.bus.on("connection", (open) => (wanted ||= open));
  const end = askFlown(
    context,
    () => wanted,
    (flown) => {
      wanted = false;
      refill(flown);
    },
    () => (wanted = false),
  );
  return () => {
    off();
    end();
  };
}
