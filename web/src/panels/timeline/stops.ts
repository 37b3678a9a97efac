// Moments worth stopping at: events and the user's bookmarks.

// Two marks closer than this are one.
const SAME_S = 0.25;

export class Bookmarks {
  timesS: number[] = [];

  /** Set a mark, or take the one there away; says which. */
  toggle(timeS: number): "set" | "taken away" {
    const others = this.timesS.filter((other) => Math.abs(other - timeS) > SAME_S);
    if (others.length < this.timesS.length) {
      this.timesS = others;
      return "taken away";
    }
    this.timesS = [...this.timesS, timeS].sort((a, b) => a - b);
    return "set";
  }

  forgetAfter(timeS: number): void {
    this.timesS = this.timesS.filter((each) => each <= timeS);
  }
}

/** The next stop after a moment (1) or the one before it (-1). */
export function stopFrom(ticks: readonly number[], tick: number, way: 1 | -1): number | null {
  const ahead = ticks.filter((each) => (way === 1 ? each > tick : each < tick));
  if (ahead.length === 0) return null;
  return way === 1 ? Math.min(...ahead) : Math.max(...ahead);
}
