// Values of one field over time: grows at its end, forgets its oldest, and knows what it was when.

const MOST = 120_000;
const FIRST_ROOM = 1024;
// A pause this long, and this much longer than the one before, is drawn as a gap.
const GAP_S = 2;
const GAP_TIMES = 10;

export class Trace {
  length = 0;
  times = new Float64Array(FIRST_ROOM);
  values = new Float64Array(FIRST_ROOM);
  unit = "";

  constructor(
    readonly field: string,
    /** Empty for the run itself; the name of a second run; or `difference`. */
    readonly run: string,
  ) {}

  get lastTime(): number {
    return this.length ? (this.times[this.length - 1] as number) : -Infinity;
  }

  get newest(): number | null {
    return this.length ? known(this.values[this.length - 1]) : null;
  }

  /** Take a value that is newer than all others; older ones are passed over. */
  push(timeS: number, value: number | null): void {
    const last = this.lastTime;
    if (timeS <= last) return;
    const before = this.length > 1 ? last - (this.times[this.length - 2] as number) : 0;
    const step = timeS - last;
    if (this.length > 1 && step > GAP_S && step > GAP_TIMES * before) this.put(last + 1e-6, NaN);
    this.put(timeS, value ?? NaN);
  }

  replace(times: readonly number[], values: readonly (number | null)[]): void {
    this.length = 0;
    times.forEach((time, at) => this.put(time, values[at] ?? NaN));
  }

  /** Forget what came after a moment, as when the run went back to it. */
  cutAfter(timeS: number): void {
    this.length = this.firstAfter(timeS);
  }

  /** The value that held at a moment, or null where there is none. */
  at(timeS: number): number | null {
    const place = this.firstAfter(timeS);
    return place ? known(this.values[place - 1]) : null;
  }

  /** The value at a moment on the straight line between its neighbours. */
  between(timeS: number): number | null {
    const place = this.firstAfter(timeS);
    const before = this.at(timeS);
    if (place === 0 || before === null || place === this.length) return before;
    const after = known(this.values[place]);
    if (after === null) return before;
    const from = this.times[place - 1] as number;
    const share = (timeS - from) / ((this.times[place] as number) - from);
    return before + (after - before) * share;
  }

  /** The number of points that are not later than a moment. */
  firstAfter(timeS: number): number {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.times[middle] as number) <= timeS) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private put(timeS: number, value: number): void {
    if (this.length === this.times.length) this.makeRoom();
    this.times[this.length] = timeS;
    this.values[this.length] = value;
    this.length++;
  }

  private makeRoom(): void {
    if (this.length >= MOST) {
      const spare = MOST >> 2;
      this.times.copyWithin(0, spare);
      this.values.copyWithin(0, spare);
      this.length -= spare;
      return;
    }
    const room = Math.min(MOST, 2 * this.length);
    this.times = grown(this.times, room);
    this.values = grown(this.values, room);
  }
}

function grown(numbers: Float64Array, room: number): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(room);
  larger.set(numbers);
  return larger;
}

function known(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value;
}
