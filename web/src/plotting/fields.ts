// What may be plotted: numbers of topics by their names, and quantities that every pose has.

import type { FieldRow } from "../generated/protocol";
import { euler, groundSpeed, type Pose } from "../poses";
import type { Store, Vehicle } from "../store";
import { degrees } from "../ui/format";

interface Quantity {
  readonly title: string;
  readonly unit: string;
  readonly read: (pose: Pose) => number;
}

const inDegrees = (radians: number): number => (radians * 180) / Math.PI;

const QUANTITIES: Record<string, Quantity> = {
  height: { title: "Height", unit: "m", read: (pose) => -pose.down },
  speed: { title: "Speed", unit: "m/s", read: groundSpeed },
  climb: { title: "Climb", unit: "m/s", read: (pose) => -pose.velocityDown },
  roll: { title: "Roll", unit: "°", read: (pose) => inDegrees(euler(pose).roll) },
  pitch: { title: "Pitch", unit: "°", read: (pose) => inDegrees(euler(pose).pitch) },
  heading: { title: "Heading", unit: "°", read: (pose) => degrees(euler(pose).heading) },
  north: { title: "North", unit: "m", read: (pose) => pose.north },
  east: { title: "East", unit: "m", read: (pose) => pose.east },
};

const POSE = "pose/";

/** `pose/height` is that of the selected vehicle, `pose/height@quad_1` that of a certain one. */
export function isPose(field: string): boolean {
  return field.startsWith(POSE);
}

export function readPose(field: string, store: Store): number | null {
  const [quantity, name] = parts(field);
  const vehicle = name ? named(store, name) : store.selected;
  return quantity && vehicle ? quantity.read(vehicle.latest) : null;
}

/** The value of a field in any pose of its vehicle. */
export function readFrom(field: string, pose: Pose): number | null {
  return parts(field)[0]?.read(pose) ?? null;
}

export function unitOfPose(field: string): string {
  return parts(field)[0]?.unit ?? "";
}

/** The vehicle whose pose it is; null for numbers of topics. */
export function vehicleOf(field: string, store: Store): Vehicle | null {
  if (!isPose(field)) return null;
  const name = parts(field)[1];
  return name ? named(store, name) : store.selected;
}

/** A name in parts, for a legend that shortens what matters least: `tail` tells x from y. */
export function nameParts(field: string): { head: string; tail: string; topic: string } {
  if (isPose(field)) {
    const [quantity, name] = parts(field);
    return { head: quantity?.title ?? field, tail: "", topic: name };
  }
  const dot = field.indexOf(".");
  const topic = field.slice(0, dot).replace(/(^|\/)sim\/(sensors\/)?/, "$1");
  const [last = "", before] = field.slice(dot + 1).split(".").reverse();
  return before === undefined ? { head: last, tail: "", topic } : { head: before, tail: `.${last}`, topic };
}

/** The same in one piece; the whole name stands in a title. */
export function shortName(field: string): string {
  const { head, tail, topic } = nameParts(field);
  return head + tail + (topic ? ` · ${topic}` : "");
}

/** Quantities of poses as rows of the list; a recording has its topics instead. */
export function poseRows(store: Store): FieldRow[] {
  if (store.hello?.source === "recording") return [];
  const rows: FieldRow[] = Object.entries(QUANTITIES).map(([key, { title, unit }]) => ({
    name: POSE + key,
    topic: "",
    path: title,
    unit,
    vehicle: "",
  }));
  if (store.vehicles.size < 2) return rows;
  for (const { item } of store.vehicles.values()) {
    for (const [key, { title, unit }] of Object.entries(QUANTITIES)) {
      const name = `${POSE}${key}@${item.name}`;
      rows.push({ name, topic: "", path: `${title} of ${item.name}`, unit, vehicle: item.name });
    }
  }
  return rows;
}

function parts(field: string): [Quantity | undefined, string] {
  const [key = "", name = ""] = field.slice(POSE.length).split("@");
  return [QUANTITIES[key], name];
}

function named(store: Store, name: string): Vehicle | null {
  for (const vehicle of store.vehicles.values()) if (vehicle.item.name === name) return vehicle;
  return null;
}
