// Which vehicles are chosen: one as a rule, several with ctrl and shift.

import type { Store, Vehicle } from "../../store";

export class Choice {
  private chosen = new Set<number>();

  constructor(private readonly store: Store) {}

  get vehicles(): Vehicle[] {
    return [...this.store.vehicles.values()].filter(({ index }) => this.has(index));
  }

  has(index: number): boolean {
    return index === this.store.selected?.index || this.chosen.has(index);
  }

  /** A click: alone, with ctrl to add or take away, with shift up to here. */
  press(vehicle: Vehicle, keys: { ctrl: boolean; shift: boolean }, order: readonly number[]): void {
    const first = this.store.selected?.index ?? null;
    if (keys.shift && first !== null) {
      const [a, b] = [order.indexOf(first), order.indexOf(vehicle.index)];
      this.chosen = new Set(order.slice(Math.min(a, b), Math.max(a, b) + 1));
    } else if (keys.ctrl) {
      this.toggle(vehicle.index, first);
    } else {
      this.chosen.clear();
      this.store.select(vehicle.index);
    }
  }

  /** Somebody else selected a vehicle, or some have gone. */
  follow(): void {
    const { selected, vehicles } = this.store;
    if (selected && !this.chosen.has(selected.index)) this.chosen.clear();
    for (const index of [...this.chosen]) if (!vehicles.has(index)) this.chosen.delete(index);
  }

  private toggle(index: number, first: number | null): void {
    if (first !== null) this.chosen.add(first);
    if (!this.chosen.has(index)) this.chosen.add(index);
    else if (this.chosen.size > 1) {
      this.chosen.delete(index);
      if (index === first) this.store.select([...this.chosen][0] as number);
    }
  }
}
