// How often panels show anew what changes all the time.

import { isPlain } from "./view/quality";

export class Pace {
  private readonly leastMs: number;
  private lastMs = -Infinity;

  /** So many times a second; fewer where a processor draws the page. */
  constructor(perSecond: number, plainPerSecond = perSecond) {
    // A picture that comes a little early counts, or every second one would be left out.
    this.leastMs = 1000 / (isPlain() ? plainPerSecond : perSecond) - 4;
  }

  /** Is it time? Then the next time is counted from now. */
  due(): boolean {
    const now = performance.now();
    if (now - this.lastMs < this.leastMs) return false;
    this.lastMs = now;
    return true;
  }

  /** Something changed that must be seen at once. */
  hurry(): void {
    this.lastMs = -Infinity;
  }
}
