// A long list of rows of equal height, of which only those in sight exist.

import "./virtual_list.css";
import { element } from "./elements";

const SPARE = 4;

export interface ListRow<T> {
  readonly root: HTMLElement;
  /** Show an item; called again whenever the list is. */
  show(item: T, number: number): void;
}

export class VirtualList<T> {
  readonly root = element("div", "long-list");
  private readonly room = element("div", "long-list-room");
  private readonly rows = new Map<string, ListRow<T>>();
  private readonly size = new ResizeObserver(() => this.draw());
  private items: readonly T[] = [];

  constructor(
    private readonly rowPx: number,
    private readonly keyOf: (item: T) => string,
    private readonly make: (item: T) => ListRow<T>,
  ) {
    this.root.append(this.room);
    this.root.addEventListener("scroll", () => this.draw(), { passive: true });
    this.size.observe(this.root);
  }

  /** Show these items; rows of items that were shown already stay the same elements. */
  set(items: readonly T[]): void {
    this.items = items;
    this.room.style.height = `${items.length * this.rowPx}px`;
    this.draw();
  }

  /** Scroll as little as needed to bring an item into sight. */
  reveal(number: number): void {
    const top = number * this.rowPx;
    const { scrollTop, clientHeight } = this.root;
    if (top < scrollTop) this.root.scrollTop = top;
    else if (top + this.rowPx > scrollTop + clientHeight) {
      this.root.scrollTop = top + this.rowPx - clientHeight;
    }
    this.draw();
  }

  /** Items that would fit into sight. */
  get page(): number {
    return Math.max(1, Math.floor(this.root.clientHeight / this.rowPx));
  }

  close(): void {
    this.size.disconnect();
  }

  private draw(): void {
    const { scrollTop, clientHeight } = this.root;
    const first = Math.max(0, Math.floor(scrollTop / this.rowPx) - SPARE);
    const last = Math.min(
      this.items.length,
      Math.ceil((scrollTop + clientHeight) / this.rowPx) + SPARE,
    );
    const shown = this.items.slice(first, last);
    this.dropAllBut(new Set(shown.map(this.keyOf)));
    let above: HTMLElement | null = null;
    shown.forEach((item, at) => {
      const row = this.rowOf(this.keyOf(item), item, first + at);
      row.show(item, first + at);
      this.putBelow(above, row.root);
      above = row.root;
    });
  }

  private dropAllBut(keys: ReadonlySet<string>): void {
    for (const [key, row] of this.rows) {
      // A field that is being written in must not vanish under the hand.
      if (keys.has(key) || row.root.contains(document.activeElement)) continue;
      row.root.remove();
      this.rows.delete(key);
    }
  }

  /** Keys and screen readers go through rows in the order in which they are seen. */
  private putBelow(above: HTMLElement | null, row: HTMLElement): void {
    const next = above ? above.nextElementSibling : this.room.firstElementChild;
    // Whoever is moved loses the focus.
    if (next !== row && !row.contains(document.activeElement)) this.room.insertBefore(row, next);
  }

  private rowOf(key: string, item: T, number: number): ListRow<T> {
    let row = this.rows.get(key);
    if (!row) {
      row = this.make(item);
      row.root.classList.add("long-list-row");
      row.root.style.height = `${this.rowPx}px`;
      this.rows.set(key, row);
    }
    row.root.style.transform = `translateY(${number * this.rowPx}px)`;
    return row;
  }
}
