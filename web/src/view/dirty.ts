// Which entries of a ring were written since the last picture: only they are sent to the card.

interface Buffer {
  needsUpdate: boolean;
  addUpdateRange(start: number, count: number): void;
}

export class Dirty {
  private first = 0;
  private count = 0;

  constructor(private readonly capacity: number) {}

  /** Entries are written one after the other; beginning elsewhere means that all may be new. */
  note(number: number): void {
    if (this.count === 0) this.first = number;
    else if (number !== (this.first + this.count) % this.capacity) this.count = this.capacity;
    if (this.count < this.capacity) this.count++;
  }

  /** To be drawn now: each buffer with how many numbers an entry has in it. */
  flush(buffers: readonly (readonly [Buffer, number])[]): void {
    if (this.count === 0) return;
    const tail = Math.min(this.count, this.capacity - this.first);
    for (const [buffer, width] of buffers) {
      if (this.count < this.capacity) {
        buffer.addUpdateRange(this.first * width, tail * width);
        if (this.count > tail) buffer.addUpdateRange(0, (this.count - tail) * width);
      }
      buffer.needsUpdate = true;
    }
    this.count = 0;
  }
}
