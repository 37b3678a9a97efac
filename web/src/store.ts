// The one place that unpacks messages; panels read it and react to its events.

import { EventBus } from "./events";
import type {
  EventMessage,
  FromSimulator,
  Ground,
  Hello,
  Item,
  VehicleStatus,
  SceneMessage,
  VerdictMessage,
  Water,
} from "./generated/protocol";
import { MissedFrames } from "./missed_frames";
import { between, emptyPose, PoseFrame, type Pose } from "./poses";
import { refusalOf } from "./role";
import { paletteColour } from "./ui/palette";

export interface Vehicle {
  readonly index: number;
  item: Item;
  status: VehicleStatus | null;
  /** Its place in the palette, the same in every panel. */
  readonly colour: string;
  /** Where it is drawn, a moment ago and smooth. */
  readonly shown: Pose;
  /** Where it was last told to be. */
  readonly latest: Pose;
}

export interface Run {
  tick: number;
  timeS: number;
  paused: boolean;
  /** Simulated seconds per second, measured. */
  factor: number;
  /** The same, aimed at; Infinity for flat out. */
  speed: number;
  ended: string | null;
}

const EVENTS_KEPT = 500;
const FRAMES_KEPT = 8;
// Poses are drawn this late, so that there is nearly always a later one to move towards.
const DELAY_MS = 70;
// A jump that no vehicle flies between two frames is shown as a jump.
const JUMP_M = 40;

export class Store {
  hello: Hello | null = null;
  ground: Ground | null = null;
  water: Water | null = null;
  /** The sea of the run that this one is compared with, if it is another. */
  ghostWater: Water | null = null;
  readonly items = new Map<number, Item>();
  readonly vehicles = new Map<number, Vehicle>();
  events: EventMessage[] = [];
  /** How the run turned out, once it has; it goes on being a run. */
  verdict: VerdictMessage | null = null;
  /** Counts scenes told as a whole, as after a reset: what was drawn of the past is void. */
  generation = 0;
  framesSeen = 0;
  /** Is there a line to the studio? */
  connected = false;
  readonly run: Run = { tick: 0, timeS: 0, paused: false, factor: 0, speed: 1, ended: null };
  /** The tick of the past that is shown, or null while the newest is. */
  past: number | null = null;
  /** The newest moment told, whatever is shown. */
  readonly now = { tick: 0, timeS: 0 };
  /** The tick at which the scene was last told as a whole. */
  sceneTick = 0;
  /** Vehicles that the user has switched off, in every picture. */
  private readonly unseen = new Set<number>();
  private inspectedName: string | null = null;
  private statusNow: Map<number, VehicleStatus | null> | null = null;
  private itemsNow: Map<number, Item> | null = null;
  private readonly missed = new MissedFrames();
  private selectedIndex: number | null = null;
  private frames: PoseFrame[] = [];
  private readonly colours = new Map<string, string>();
  private readonly from = emptyPose();
  private readonly to = emptyPose();

  constructor(readonly bus: EventBus) {}

  get selected(): Vehicle | null {
    return this.selectedIndex === null ? null : (this.vehicles.get(this.selectedIndex) ?? null);
  }

  select(index: number | null): void {
    if (index === this.selectedIndex) return;
    this.selectedIndex = index;
    this.inspectedName = null;
    this.bus.emit("select", index);
  }

  isSeen(index: number): boolean {
    return !this.unseen.has(index);
  }

  /** Those that pictures show. */
  seenVehicles(): Vehicle[] {
    return [...this.vehicles.values()].filter(({ index }) => this.isSeen(index));
  }

  /** Draw a vehicle with its way and plan, or leave it out. */
  see(index: number, visible: boolean): void {
    if (visible === this.isSeen(index)) return;
    if (visible) this.unseen.delete(index);
    else this.unseen.add(index);
    this.bus.emit("visibility", { index, visible });
  }

  /** The name of what is looked into: the selected vehicle, unless something else was chosen. */
  get inspected(): string | null {
    return this.inspectedName ?? this.selected?.item.name ?? null;
  }

  /** Look into an entity by name; null means the selected vehicle. */
  inspect(name: string | null): void {
    this.inspectedName = name;
    this.bus.emit("inspect", undefined);
  }

  /** Does this run answer the question? A recording answers fewer. */
  answers(question: string): boolean {
    return this.hello?.questions.includes(question) ?? false;
  }

  /** Does this run understand the command, and may this browser send it? */
  obeys(verb: string): boolean {
    const hello = this.hello;
    return hello !== null && hello.verbs.includes(verb) && !refusalOf(hello.role, verb);
  }

  /**
   * Show a moment of the past until `backToNow`; what happens meanwhile is heard, not shown.
   * `items` are the things of that moment, where they are not those of now.
   */
  showPast(
    buffer: ArrayBuffer,
    status: readonly VehicleStatus[],
    items: readonly Item[] | null = null,
  ): void {
    const frame = new PoseFrame(buffer, performance.now());
    this.past = frame.tick;
    this.statusNow ??= new Map(
      [...this.vehicles.values()].map(({ index, status: now }) => [index, now]),
    );
    this.itemsNow ??= new Map(this.items);
    this.showItems(items ?? [...this.itemsNow.values()]);
    this.frames = [frame];
    this.readLatest(frame);
    for (const vehicle of this.vehicles.values()) vehicle.status = null;
    for (const told of status) this.setStatus(told);
    this.run.tick = frame.tick;
    this.run.timeS = frame.timeS;
    this.bus.emit("past", this.past);
    this.bus.emit("status", undefined);
    this.bus.emit("frame", undefined);
  }

  backToNow(): void {
    if (this.past === null) return;
    this.past = null;
    this.frames = [];
    this.showItems([...(this.itemsNow?.values() ?? [])]);
    this.itemsNow = null;
    for (const [index, status] of this.statusNow ?? []) {
      const vehicle = this.vehicles.get(index);
      if (vehicle) vehicle.status = status;
    }
    this.statusNow = null;
    this.bus.emit("past", null);
    this.bus.emit("status", undefined);
    // So that trails and plots have no gap.
    for (const frame of this.missed.take()) this.showFrame(frame);
  }

  setConnected(connected: boolean): void {
    this.connected = connected;
    this.bus.emit("connection", connected);
  }

  take(message: FromSimulator): void {
    switch (message.type) {
      case "hello":
        this.hello = message;
        this.events = [];
        this.verdict = null;
        this.setEnded(null);
        this.bus.emit("eventsReplaced", undefined);
        break;
      case "scene":
        this.takeScene(message);
        break;
      case "delta":
        this.takeChanges(message.items, message.removed);
        break;
      case "status":
        for (const status of message.vehicles) {
          if (this.statusNow) this.statusNow.set(status.index, status);
          else this.setStatus(status);
        }
        if (!this.statusNow) this.bus.emit("status", undefined);
        break;
      case "event":
        this.events.push(message);
        if (this.events.length > EVENTS_KEPT) this.events.shift();
        this.bus.emit("event", message);
        break;
      case "verdict":
        this.verdict = message;
        this.bus.emit("run", undefined);
        break;
      case "end":
        this.setEnded(message.words);
        break;
      case "answer":
      case "data":
        break;
    }
  }

  takePoses(buffer: ArrayBuffer, nowMs: number): void {
    const frame = new PoseFrame(buffer, nowMs);
    this.now.tick = frame.tick;
    this.now.timeS = frame.timeS;
    this.framesSeen++;
    this.noteRun(frame);
    if (this.past === null) this.showFrame(frame);
    else this.missed.add(frame);
  }

  /** Move what is shown to where it was a moment before now. */
  advance(nowMs: number): void {
    const [earlier, later, share] = this.around(nowMs - DELAY_MS);
    if (!later) return;
    for (let slot = 0; slot < later.count; slot++) {
      const index = later.index(slot);
      const vehicle = this.vehicles.get(index);
      if (!vehicle) continue;
      later.read(slot, this.to);
      const known = earlier && slot < earlier.count && earlier.index(slot) === index;
      if (known) earlier.read(slot, this.from);
      const jump = Math.hypot(this.to.north - this.from.north, this.to.east - this.from.east);
      between(known && jump < JUMP_M ? this.from : this.to, this.to, share, vehicle.shown);
    }
  }

  private showFrame(frame: PoseFrame): void {
    const last = this.frames.at(-1);
    if (last && frame.tick < last.tick) this.frames = [];
    this.frames.push(frame);
    if (this.frames.length > FRAMES_KEPT) this.frames.shift();
    this.readLatest(frame);
    this.run.tick = frame.tick;
    this.run.timeS = frame.timeS;
    this.bus.emit("frame", undefined);
  }

  /** Changes of now; while the past is shown they wait. */
  private takeChanges(items: readonly Item[], removed: readonly number[]): void {
    const waiting = this.itemsNow;
    for (const index of removed) {
      if (waiting) waiting.delete(index);
      else this.drop(index);
    }
    for (const item of items) {
      if (waiting) waiting.set(item.index, item);
      else this.put(item);
    }
    if (!waiting) this.afterChange();
  }

  /** Let exactly these be there. */
  private showItems(items: readonly Item[]): void {
    const wanted = new Map(items.map((item) => [item.index, item]));
    const same = wanted.size === this.items.size;
    if (same && items.every((item) => this.items.get(item.index) === item)) return;
    for (const [index, item] of [...this.items]) {
      if (wanted.get(index)?.name !== item.name) this.drop(index);
    }
    for (const item of items) this.put(item);
    this.afterChange();
  }

  private readLatest(frame: PoseFrame): void {
    for (let slot = 0; slot < frame.count; slot++) {
      const vehicle = this.vehicles.get(frame.index(slot));
      if (vehicle) frame.read(slot, vehicle.latest);
    }
  }

  private setStatus(status: VehicleStatus): void {
    const vehicle = this.vehicles.get(status.index);
    if (vehicle) vehicle.status = status;
  }

  private around(ms: number): [PoseFrame | null, PoseFrame | null, number] {
    const frames = this.frames;
    let number = frames.length - 1;
    while (number > 0 && (frames[number - 1] as PoseFrame).arrivedMs > ms) number--;
    const later = frames[number] ?? null;
    const earlier = frames[number - 1] ?? null;
    if (!later || !earlier) return [null, later, 1];
    const span = later.arrivedMs - earlier.arrivedMs;
    const share = span > 0 ? (ms - earlier.arrivedMs) / span : 1;
    return [earlier, later, Math.max(0, Math.min(1, share))];
  }

  private noteRun(frame: PoseFrame): void {
    const run = this.run;
    const changed = run.paused !== frame.paused || run.speed !== frame.speed;
    run.factor = frame.factor;
    run.paused = frame.paused;
    run.speed = frame.speed;
    if (changed) this.bus.emit("run", undefined);
  }

  private takeScene({ tick, items, ground, water, ghost_water }: SceneMessage): void {
    this.sceneTick = tick;
    this.itemsNow = null;
    this.missed.take();
    const names = new Map(items.map(({ index, name }) => [index, name]));
    for (const [index, { name }] of [...this.items]) if (names.get(index) !== name) this.drop(index);
    for (const vehicle of this.vehicles.values()) vehicle.status = null;
    this.ground = ground;
    this.water = water;
    this.ghostWater = ghost_water;
    this.past = null;
    this.statusNow = null;
    this.bus.emit("past", null);
    this.frames = [];
    this.generation++;
    for (const item of items) this.put(item);
    this.afterChange();
  }

  private put(item: Item): void {
    this.items.set(item.index, item);
    if (item.kind !== "model") return;
    const known = this.vehicles.get(item.index);
    if (known) {
      known.item = item;
      return;
    }
    const colour = this.colours.get(item.name) ?? paletteColour(this.colours.size);
    this.colours.set(item.name, colour);
    const vehicle: Vehicle = {
      index: item.index,
      item,
      status: null,
      colour,
      shown: startPose(item),
      latest: startPose(item),
    };
    this.vehicles.set(item.index, vehicle);
  }

  private drop(index: number): void {
    this.items.delete(index);
    this.vehicles.delete(index);
    this.unseen.delete(index);
  }

  private afterChange(): void {
    this.bus.emit("scene", undefined);
    if (this.selectedIndex === null || !this.vehicles.has(this.selectedIndex)) {
      this.select(this.vehicles.keys().next().value ?? null);
    }
  }

  private setEnded(words: string | null): void {
    this.run.ended = words;
    this.bus.emit("run", undefined);
  }
}

function startPose(item: Item): Pose {
  const pose = emptyPose();
  if (item.position_ned_m) [pose.north, pose.east, pose.down] = item.position_ned_m;
  if (item.attitude_wxyz) [pose.w, pose.x, pose.y, pose.z] = item.attitude_wxyz;
  return pose;
}
