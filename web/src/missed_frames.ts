// Frames that came while the past was shown, thinned, so that catching up is quick.

import type { PoseFrame } from "./poses";

const MOST = 400;

export class MissedFrames {
  private frames: PoseFrame[] = [];
  private every = 1;
  private seen = 0;

  add(frame: PoseFrame): void {
    const last = this.frames.at(-1);
    if (last && frame.tick < last.tick) this.frames = [];
    if (this.seen++ % this.every === 0) this.frames.push(frame);
    if (this.frames.length < MOST) return;
    this.frames = this.frames.filter((_, number) => number % 2 === 0);
    this.every *= 2;
  }

  take(): PoseFrame[] {
    const taken = this.frames;
    this.frames = [];
    this.every = 1;
    this.seen = 0;
    return taken;
  }
}
