// The few smallest of many numbers, without keeping the many.

export class Nearest {
  private readonly least: Float64Array;

  constructor(count: number) {
    this.least = new Float64Array(count);
  }

  begin(): void {
    this.least.fill(Infinity);
  }

  note(value: number): void {
    const { least } = this;
    let at = least.length - 1;
    if (value >= (least[at] as number)) return;
    for (; at > 0 && (least[at - 1] as number) > value; at--) least[at] = least[at - 1] as number;
    least[at] = value;
  }

  /** What is not greater is among them. */
  get farthest(): number {
    return this.least[this.least.length - 1] as number;
  }
}
