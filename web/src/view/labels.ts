// Names beside vehicles, as page elements: sharp at any size, and none over another.

import { type PerspectiveCamera, Vector3 } from "three";
import { Pace } from "../pace";
import type { Store, Vehicle } from "../store";
import { element, setText } from "../ui/elements";
import { metres } from "../ui/format";

const MOST = 24;
const RIGHT_PX = 18;
const UP_PX = 52;
const HEIGHT_PX = 24;
// A letter is about so wide, and what surrounds them.
const LETTER_PX = 7;
const FRAME_PX = 42;

interface Label {
  readonly box: HTMLElement;
  readonly name: HTMLElement;
  readonly more: HTMLElement;
  x: number;
  y: number;
  width: number;
  /** The selected vehicle is nearer than all. */
  away: number;
}

export class Labels {
  readonly root = element("div", "labels");
  private readonly labels = new Map<number, Label>();
  private readonly wanted: Label[] = [];
  private readonly point = new Vector3();
  // A label that only moves is not drawn anew.
  private readonly pace = new Pace(60, 5);
  private wordy = true;

  /** `seen` tells whether a vehicle is drawn. */
  update(
    store: Store,
    camera: PerspectiveCamera,
    width: number,
    height: number,
    seen: (index: number) => boolean,
  ): void {
    const few = store.vehicles.size <= MOST;
    this.wordy = this.pace.due();
    this.wanted.length = 0;
    for (const [index, label] of this.labels) {
      const vehicle = store.vehicles.get(index);
      if (vehicle && (few || vehicle === store.selected) && seen(index)) continue;
      label.box.remove();
      this.labels.delete(index);
    }
    for (const vehicle of store.vehicles.values()) {
      if ((few || vehicle === store.selected) && seen(vehicle.index)) {
        this.put(vehicle, store, camera, width, height);
      }
    }
    this.wanted.sort((a, b) => a.away - b.away);
    this.wanted.forEach((label, number) => {
      hide(label, this.isCovered(label, number));
      if (!label.box.hidden) {
        label.box.style.transform = `translate(${label.x.toFixed(1)}px, ${label.y.toFixed(1)}px)`;
      }
    });
  }

  private put(
    vehicle: Vehicle,
    store: Store,
    camera: PerspectiveCamera,
    width: number,
    height: number,
  ): void {
    const { shown, item } = vehicle;
    const label = this.labelOf(vehicle);
    const selected = vehicle === store.selected;
    this.point.set(shown.east, -shown.down + 0.3 * (item.look?.size_m ?? 1), -shown.north);
    const away = this.point.distanceTo(camera.position);
    this.point.project(camera);
    if (this.point.z > 1 || away < 1.5) return hide(label, true);
    const x = (0.5 + this.point.x / 2) * width;
    label.y = (0.5 - this.point.y / 2) * height - UP_PX;
    label.away = selected ? 0 : away;
    label.box.classList.toggle("selected", selected);
    setText(label.name, item.name);
    if (this.wordy) {
      const words = metres(-shown.down);
      setText(label.more, words);
      label.width = FRAME_PX + LETTER_PX * (item.name.length + words.length);
    }
    // On the other side where the page would cut it off, unless the vehicle itself is out of sight.
    const beyond = x < width && x + RIGHT_PX + label.width > width;
    label.x = beyond ? x - RIGHT_PX - label.width : x + RIGHT_PX;
    this.wanted.push(label);
  }

  /** Does one of those before it take its place? */
  private isCovered({ x, y, width }: Label, number: number): boolean {
    for (let at = 0; at < number; at++) {
      const other = this.wanted[at] as Label;
      if (other.box.hidden || Math.abs(other.y - y) > HEIGHT_PX) continue;
      if (x < other.x + other.width && other.x < x + width) return true;
    }
    return false;
  }

  private labelOf(vehicle: Vehicle): Label {
    const known = this.labels.get(vehicle.index);
    if (known) return known;
    const dot = element("i", "dot");
    dot.style.background = vehicle.colour;
    const name = element("span");
    const more = element("small");
    const box = element("div", "label", dot, name, more);
    this.root.append(box);
    const made = { box, name, more, x: 0, y: 0, width: 0, away: 0 };
    this.labels.set(vehicle.index, made);
    this.wordy = true;
    return made;
  }
}

function hide(label: Label, hidden: boolean): void {
  if (label.box.hidden !== hidden) label.box.hidden = hidden;
}
