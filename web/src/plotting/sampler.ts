// Fills traces: quantities of poses from frames, numbers of topics by asking for what is new.

import { askFlown, type Flown } from "../flown";
import type { Samples } from "../generated/protocol";
import type { PanelContext } from "../panel";
import { emptyPose } from "../poses";
import { watch } from "../watch";
import { isPose, readFrom, readPose, unitOfPose, vehicleOf } from "./fields";
import { Trace } from "./trace";

const ASKS_PER_S = 6;
const POINTS = 4000;
// For spectra: as often as the topic is told.
const FINE_HZ = 1000;

export interface Stretch {
  readonly from: number;
  readonly to: number;
}

export class Sampler {
  /** Why there are no values, in one line; empty when all is well. */
  complaint = "";
  private readonly traces = new Map<string, Trace>();
  private readonly undo: (() => void)[];
  private wanted: readonly string[] = [];
  /** Quantities of poses that have their past. */
  private readonly filled = new Set<string>();
  private finely = false;
  private generation: number;
  private selected: number | null;
  /** What a recording was asked for last, and for which fields. */
  private told = "";
  private asking = "";
  private stretch: Stretch | null = null;

  constructor(private readonly context: PanelContext) {
    const { store } = context;
    this.generation = store.generation;
    this.selected = store.selected?.index ?? null;
    this.undo = [
      store.bus.on("frame", () => this.takePoses()),
      store.bus.on("scene", () => this.noticeReturn()),
      store.bus.on("select", (index) => this.changeVehicle(index)),
      askFlown(
        context,
        () => !this.recorded && this.wanted.some((field) => isPose(field) && !this.filled.has(field)),
        (flown) => this.fillPoses(flown),
        () => this.wanted.forEach((field) => this.filled.add(field)),
      ),
      watch(
        context,
        "samples",
        () => this.question(),
        ASKS_PER_S,
        (answer) => this.take(answer),
        (reason) => this.fail(reason),
      ),
    ];
  }

  /** Keep these fields filled; `finely` as often as they are told. */
  want(fields: readonly string[], finely: boolean): void {
    this.wanted = [...new Set(fields)];
    this.finely = finely;
    const keep = new Set(this.wanted);
    for (const [key, trace] of this.traces) if (!keep.has(trace.field)) this.traces.delete(key);
    for (const field of this.filled) if (!keep.has(field)) this.filled.delete(field);
    this.told = "";
    this.complaint = "";
  }

  /** A recording is asked anew for what is looked at closely; null for all of it. */
  look(stretch: Stretch | null): void {
    this.stretch = stretch;
  }

  trace(field: string): Trace {
    return this.find(field, "");
  }

  /** The run's own trace, those of runs laid over it, and their differences. */
  all(field: string): Trace[] {
    const own = this.trace(field);
    return [own, ...[...this.traces.values()].filter((each) => each.field === field && each !== own)];
  }

  close(): void {
    this.undo.forEach((off) => off());
  }

  private get recorded(): boolean {
    return this.context.store.hello?.source === "recording";
  }

  private find(field: string, run: string): Trace {
    const key = `${run}\n${field}`;
    let trace = this.traces.get(key);
    if (!trace) {
      trace = new Trace(field, run);
      if (isPose(field)) trace.unit = unitOfPose(field);
      this.traces.set(key, trace);
    }
    return trace;
  }

  private takePoses(): void {
    const { store } = this.context;
    if (store.past !== null || this.recorded) return;
    for (const field of this.wanted) {
      if (isPose(field)) this.trace(field).push(store.run.timeS, readPose(field, store));
    }
  }

  /** What poses said before they were asked for. */
  private fillPoses({ frames }: Flown): void {
    const { store } = this.context;
    const pose = emptyPose();
    for (const field of this.wanted) {
      const vehicle = vehicleOf(field, store);
      if (!vehicle || this.filled.has(field)) continue;
      this.filled.add(field);
      const trace = this.trace(field);
      const seen = [...trace.times.subarray(0, trace.length)];
      const values: (number | null)[] = [...trace.values.subarray(0, trace.length)];
      const told = frames.filter(({ timeS }) => timeS < (seen[0] ?? Infinity));
      const before = told.flatMap((frame) => {
        if (!frame.find(vehicle.index, pose)) return [];
        return [[frame.timeS, readFrom(field, pose)] as const];
      });
      trace.replace(
        [...before.map(([time]) => time), ...seen],
        [...before.map(([, value]) => value), ...values],
      );
    }
  }

  /** After a reset, or from an earlier moment on, what had come later is not true any more. */
  private noticeReturn(): void {
    const { store } = this.context;
    if (this.generation === store.generation || this.recorded) return;
    this.generation = store.generation;
    for (const trace of this.traces.values()) trace.cutAfter(-Infinity);
    this.filled.clear();
  }

  private changeVehicle(index: number | null): void {
    if (index === this.selected) return;
    this.selected = index;
    for (const trace of this.traces.values()) {
      if (!isPose(trace.field) || trace.field.includes("@")) continue;
      trace.cutAfter(-Infinity);
      this.filled.delete(trace.field);
    }
  }

  private question(): Record<string, unknown> | null {
    const topics = this.wanted.filter((field) => !isPose(field));
    if (!topics.length) return null;
    return this.recorded ? this.questionOfPast(topics) : this.questionOfNow(topics);
  }

  private questionOfNow(topics: readonly string[]): Record<string, unknown> {
    const fresh = topics.filter((field) => this.trace(field).length === 0);
    const rate = this.finely ? { rate_hz: FINE_HZ } : {};
    // Those that are new bring their past once; the others only what is new.
    if (fresh.length) return { fields: fresh, points: POINTS, ...rate };
    const after = Math.min(...topics.map((field) => this.trace(field).lastTime));
    return { fields: topics, after_s: after, points: POINTS, ...rate };
  }

  private questionOfPast(topics: readonly string[]): Record<string, unknown> | null {
    const asked = JSON.stringify([topics, this.stretch]);
    if (asked === this.told) return null;
    this.asking = asked;
    const range = this.stretch ? { after_s: this.stretch.from, before_s: this.stretch.to } : {};
    return { fields: topics, points: POINTS, ...range };
  }

  private take(answer: Samples): void {
    this.told = this.asking;
    this.complaint = "";
    for (const { field, run, unit, times_s: times, values } of answer.series) {
      if (!this.wanted.includes(field)) continue;
      const trace = this.find(field, run);
      trace.unit = unit === "1" ? "" : unit;
      if (this.recorded) trace.replace(times, values);
      else times.forEach((time, at) => trace.push(time, values[at] ?? null));
    }
  }

  private fail(reason: string): void {
    this.told = this.asking;
    this.complaint = reason;
  }
}
