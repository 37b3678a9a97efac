// A mission being edited: items, what is wrong with them, and a way back from every edit.

import type { MissionItem } from "../../generated/protocol";

export interface DraftItem extends MissionItem {
  /** Tells items apart while they are moved about. */
  readonly key: number;
}

let lastKey = 0;

const NOTHING: MissionItem = {
  command: "waypoint",
  north_m: null,
  east_m: null,
  altitude_m: null,
  hold_s: null,
  speed_mps: null,
  heading_deg: null,
  radius_m: null,
  turns: null,
  to_item: null,
  times: null,
  code: null,
  parameters: [],
};

export function newItem(values: Partial<MissionItem>): DraftItem {
  return { ...NOTHING, ...values, key: ++lastKey };
}

/** Commands that stand at a place of their own. */
export function isPlaced(item: MissionItem): boolean {
  return item.north_m !== null && item.east_m !== null && item.command !== "other";
}

export function takesOff(item: MissionItem): boolean {
  return item.command === "takeoff" || item.command === "vtol_takeoff";
}

/** Items after which nothing more is flown. */
export function ends(item: MissionItem): boolean {
  return ["land", "vtol_land", "return", "jump"].includes(item.command);
}

const MOST_STEPS = 200;

export class Draft {
  /** The key of the item that is chosen, or null. */
  chosen: number | null = null;
  /** Differs from what the firmware holds. */
  dirty = false;
  private steps: readonly (readonly DraftItem[])[];
  private at = 0;

  constructor(
    items: readonly MissionItem[],
    private readonly changed: () => void,
  ) {
    this.steps = [items.map((item) => newItem(item))];
  }

  get items(): readonly DraftItem[] {
    return this.steps[this.at] as readonly DraftItem[];
  }

  get chosenItem(): DraftItem | null {
    return this.items.find(({ key }) => key === this.chosen) ?? null;
  }

  get canUndo(): boolean {
    return this.at > 0;
  }

  get canRedo(): boolean {
    return this.at < this.steps.length - 1;
  }

  choose(key: number | null): void {
    this.chosen = key;
    this.changed();
  }

  undo(): void {
    if (this.canUndo) this.goTo(this.at - 1);
  }

  redo(): void {
    if (this.canRedo) this.goTo(this.at + 1);
  }

  /** One edit. With `join`, it melts into the last one, as all moves of one drag do. */
  edit(items: readonly DraftItem[], join = false): void {
    const kept = this.steps.slice(0, join && this.at > 0 ? this.at : this.at + 1);
    this.steps = [...kept, items].slice(-MOST_STEPS);
    this.goTo(this.steps.length - 1);
  }

  change(key: number, values: Partial<MissionItem>, join = false): void {
    this.edit(
      this.items.map((item) => (item.key === key ? { ...item, ...values } : item)),
      join,
    );
  }

  /** Put an item after the chosen one, or at the end, but before what ends the mission. */
  add(values: Partial<MissionItem>): DraftItem {
    const item = newItem(values);
    const items = [...this.items];
    const chosen = items.findIndex(({ key }) => key === this.chosen);
    let place = chosen < 0 ? items.length : chosen + 1;
    while (place > 0 && ends(items[place - 1] as DraftItem)) place--;
    this.insert(place, item);
    return item;
  }

  insert(place: number, item: DraftItem): void {
    const items = this.items.map((each) => shifted(each, (to) => (to >= place ? to + 1 : to)));
    items.splice(place, 0, item);
    this.chosen = item.key;
    this.edit(items);
  }

  remove(key: number): void {
    const place = this.items.findIndex((item) => item.key === key);
    if (place < 0) return;
    const left = this.items.filter((item) => item.key !== key);
    const next = left[Math.min(place, left.length - 1)];
    this.chosen = next?.key ?? null;
    this.edit(left.map((item) => shifted(item, (to) => (to > place ? to - 1 : to))));
  }

  /** Move an item up (-1) or down (+1). */
  reorder(key: number, way: -1 | 1): void {
    const items = [...this.items];
    const from = items.findIndex((item) => item.key === key);
    const to = from + way;
    if (from < 0 || to < 0 || to >= items.length) return;
    const [item] = items.splice(from, 1);
    items.splice(to, 0, item as DraftItem);
    const swap = (at: number) => (at === from ? to : at === to ? from : at);
    this.edit(items.map((each) => shifted(each, swap)));
  }

  private goTo(step: number): void {
    this.at = step;
    this.dirty = true;
    if (!this.chosenItem) this.chosen = null;
    this.changed();
  }
}

function shifted(item: DraftItem, where: (to: number) => number): DraftItem {
  return item.to_item === null ? item : { ...item, to_item: where(item.to_item) };
}
