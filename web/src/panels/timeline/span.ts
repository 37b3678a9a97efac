// The stretch of time that the bar shows: all of it, or a zoomed part that follows.

const LEAST_S = 2;
// A run that has just begun does not fill the bar.
const LEAST_WHOLE_S = 20;

export class Span {
  /** All there is, in s. */
  firstS = 0;
  lastS = 0;
  private lengthS: number | null = null;
  private fromS = 0;

  get zoomed(): boolean {
    return this.lengthS !== null;
  }

  get startS(): number {
    return this.lengthS === null ? this.firstS : this.fromS;
  }

  get endS(): number {
    return this.startS + (this.lengthS ?? this.wholeS);
  }

  private get wholeS(): number {
    return Math.max(LEAST_WHOLE_S, this.lastS - this.firstS);
  }

  /** Where a time is on a bar of this width. */
  x(timeS: number, width: number): number {
    return ((timeS - this.startS) / (this.endS - this.startS)) * width;
  }

  /** The time at a place of the bar, within what there is. */
  timeAt(x: number, width: number): number {
    return this.clamp(this.startS + (x / width) * (this.endS - this.startS));
  }

  clamp(timeS: number): number {
    return Math.max(this.firstS, Math.min(this.lastS, timeS));
  }

  /** Show more or less, with one moment staying where it is. */
  zoom(factor: number, aboutS: number): void {
    const before = this.endS - this.startS;
    const length = Math.max(LEAST_S, before * factor);
    if (length >= this.wholeS) {
      this.lengthS = null;
      return;
    }
    const share = (aboutS - this.startS) / before;
    this.lengthS = length;
    this.moveTo(aboutS - share * length);
  }

  pan(seconds: number): void {
    if (this.lengthS !== null) this.moveTo(this.fromS + seconds);
  }

  /** Let a moment be in sight. */
  follow(timeS: number): void {
    if (this.lengthS === null) return;
    if (timeS > this.fromS + this.lengthS) this.moveTo(timeS - 0.9 * this.lengthS);
    else if (timeS < this.fromS) this.moveTo(timeS - 0.1 * this.lengthS);
  }

  private moveTo(fromS: number): void {
    const last = this.firstS + this.wholeS - (this.lengthS ?? 0);
    this.fromS = Math.max(this.firstS, Math.min(last, fromS));
  }
}

const STEPS_S = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600, 7200, 21600];

/** Round times between two moments, with at least so much between them. */
export function roundTimes(startS: number, endS: number, leastS: number): number[] {
  const step = STEPS_S.find((each) => each >= leastS) ?? 86400;
  const found: number[] = [];
  for (let number = Math.ceil(startS / step); number * step <= endS; number++) {
    found.push(number * step);
  }
  return found;
}

export function shortTime(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const rest = seconds - 60 * minutes;
  const digits = Number.isInteger(Math.round(rest * 10) / 10) ? 0 : 1;
  return `${minutes}:${rest.toFixed(digits).padStart(digits ? 4 : 2, "0")}`;
}
