// What the timeline does: where one looks, steps, playing the past, loops, branches.

import type { Marker, Timeline } from "../../generated/protocol";
import type { PanelContext } from "../../panel";
import { Scrubber } from "./scrubber";
import { Span } from "./span";
import { Bookmarks, stopFrom } from "./stops";
import type { Scene } from "./track";

const FRAMES_PER_S = 20;
const ZOOM = 1.5;

export class TimelineControl {
  readonly span = new Span();
  readonly bookmarks = new Bookmarks();
  cursorS: number | null = null;
  /** Is the past being played? */
  playing = false;
  trouble = "";
  onChange: () => void = () => undefined;
  private told: Timeline | null = null;
  private dragged = false;
  private loop: [number, number] | null = null;
  private loopFrom: number | null = null;
  private carried = 0;
  private readonly scrubber: Scrubber;

  constructor(private readonly context: PanelContext) {
    this.scrubber = new Scrubber(context, (reason) => {
      this.trouble = reason;
      this.backToNow();
    });
  }

  take(told: Timeline): void {
    this.told = told;
    this.measure();
  }

  /** Now is shown again, whoever did it. */
  forgetPast(): void {
    this.playing = false;
    this.scrubber.forget();
  }

  get recording(): boolean {
    return this.context.store.hello?.source === "recording";
  }

  get inPast(): boolean {
    return this.scrubber.at !== null;
  }

  get canSeek(): boolean {
    return this.recording && this.context.store.obeys("seek");
  }

  /** The tick that is shown, or asked for. */
  get shownTick(): number {
    return this.scrubber.at ?? this.context.store.now.tick;
  }

  get looping(): boolean {
    return this.loop !== null || this.loopFrom !== null;
  }

  get loopWords(): string {
    if (this.loop) return "End the loop (L)";
    return this.loopFrom === null ? "Loop from here (L)" : "Loop up to here (L)";
  }

  /** Why the run cannot go on from here, or nothing. */
  get branchRefusal(): string {
    const { store } = this.context;
    if (!store.obeys("branch")) return "This run cannot branch";
    if (this.told && !this.told.can_branch) {
      return `Cannot branch: ${this.told.branch_refusal || "the run does not allow it"}`;
    }
    const now = store.past === null && !this.recording;
    return now ? "Look back first, then the run can go on from there" : "";
  }

  get agoWords(): string {
    const { store } = this.context;
    if (store.past === null || this.recording) return this.recording ? "recording" : "live";
    return `${Math.max(0, store.now.timeS - store.run.timeS).toFixed(1)} s ago`;
  }

  scene(): Scene {
    const { store } = this.context;
    const loop = this.loop ?? (this.loopFrom === null ? null : [this.loopFrom, this.shownTick]);
    const [from, to] = (loop ?? [0, 0]).map((tick) => this.seconds(tick)) as [number, number];
    return {
      span: this.span,
      shownS: this.seconds(this.shownTick),
      nowS: store.now.timeS,
      cursorS: this.cursorS,
      inPast: this.inPast,
      markers: this.markers,
      bookmarksS: this.bookmarks.timesS,
      branchesS: (this.told?.branches ?? []).map((tick) => this.seconds(tick)),
      loopS: loop ? [Math.min(from, to), Math.max(from, to)] : null,
    };
  }

  /** Time goes by: keep up with it, and play. */
  advance(seconds: number): void {
    this.measure();
    if (this.playing && this.scrubber.at !== null) this.playOn(seconds);
    else if (this.loop && this.canSeek && !this.inPast) {
      if (this.context.store.now.tick >= this.loop[1]) this.seek(this.loop[0]);
    }
    if (!this.dragged) this.span.follow(this.seconds(this.shownTick));
  }

  /** The pointer is over a moment, or over none: every time axis may show it. */
  pointAt(timeS: number | null): void {
    if (timeS !== this.cursorS) this.context.store.bus.emit("cursor", timeS);
  }

  /** Look at a moment while the pointer is down. */
  drag(timeS: number): void {
    this.playing = false;
    this.dragged = true;
    this.show(this.ticks(timeS));
  }

  /** The pointer was lifted: a recording goes on from there. */
  drop(): void {
    this.dragged = false;
    const tick = this.scrubber.at;
    if (tick !== null && this.canSeek) this.seek(tick);
    this.onChange();
  }

  /** Go to a moment. */
  lookAt(timeS: number): void {
    this.goTo(this.ticks(this.span.clamp(timeS)));
  }

  step(ticks: number): void {
    this.goTo(this.shownTick + ticks);
  }

  stop(way: 1 | -1): void {
    const marks = this.markers.map(({ tick }) => tick);
    const own = this.bookmarks.timesS.map((timeS) => this.ticks(timeS));
    const tick = stopFrom([...marks, ...own], this.shownTick, way);
    if (tick !== null) this.goTo(tick);
  }

  togglePlay(): void {
    const { store, send } = this.context;
    if (!this.inPast || this.recording) void send(store.run.paused ? "play" : "pause");
    else this.playing = !this.playing;
    this.onChange();
  }

  toggleBookmark(): void {
    this.bookmarks.toggle(this.seconds(this.shownTick));
    this.onChange();
  }

  /** Once for its beginning, again for its end, and again to end it. */
  toggleLoop(): void {
    if (this.loop) this.loop = null;
    else if (this.loopFrom === null) this.loopFrom = this.shownTick;
    else {
      const ends = [this.loopFrom, this.shownTick] as [number, number];
      this.loop = ends[0] === ends[1] ? null : [Math.min(...ends), Math.max(...ends)];
      this.loopFrom = null;
    }
    this.onChange();
  }

  zoom(closer: boolean, aboutS = this.seconds(this.shownTick)): void {
    this.span.zoom(closer ? 1 / ZOOM : ZOOM, aboutS);
    this.onChange();
  }

  backToNow(): void {
    this.playing = false;
    this.scrubber.backToNow();
    this.onChange();
  }

  async branch(): Promise<void> {
    if (this.branchRefusal) return;
    const { past, now } = this.context.store;
    const tick = past ?? now.tick;
    this.playing = false;
    const answer = await this.context.send("branch", { tick });
    if (answer.state !== "executed") return;
    this.bookmarks.forgetAfter(this.seconds(tick));
    this.loop = this.loopFrom = null;
    this.backToNow();
  }

  press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const onButton = (event.target as HTMLElement).closest("button") !== null;
    if (onButton && (event.key === " " || event.key === "Enter")) return;
    const action = this.keys(event)[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  }

  private keys({ shiftKey }: KeyboardEvent): Record<string, () => void> {
    const rate = this.told?.tick_rate_hz ?? 1;
    const ticks = Math.max(1, Math.round(shiftKey ? rate : rate / FRAMES_PER_S));
    return {
      ArrowLeft: () => this.step(-ticks),
      ArrowRight: () => this.step(ticks),
      Home: () => this.goTo(this.told?.first_tick ?? 0),
      End: () => (this.recording ? this.goTo(this.told?.last_tick ?? 0) : this.backToNow()),
      n: () => this.stop(1),
      p: () => this.stop(-1),
      b: () => this.toggleBookmark(),
      l: () => this.toggleLoop(),
      " ": () => this.togglePlay(),
      "+": () => this.zoom(true),
      "-": () => this.zoom(false),
      Escape: () => this.backToNow(),
    };
  }

  private get markers(): readonly Marker[] {
    return this.told?.markers ?? [];
  }

  private goTo(tick: number): void {
    this.playing = false;
    if (this.canSeek) this.seek(tick);
    else this.show(tick);
  }

  private show(tick: number): void {
    const { first_tick: first = 0 } = this.told ?? {};
    const last = this.lastTick;
    this.trouble = "";
    if (tick >= last && !this.recording && !this.dragged) this.backToNow();
    else this.scrubber.go(Math.max(first, Math.min(last, tick)));
    this.onChange();
  }

  private seek(tick: number): void {
    const { first_tick: first = 0, last_tick: last = 0 } = this.told ?? {};
    const wanted = Math.round(Math.max(first, Math.min(last, tick)));
    void this.context.send("seek", { tick: wanted }).then(() => this.scrubber.backToNow());
  }

  /** Play the past at the pace of the run, up to now or around the loop. */
  private playOn(seconds: number): void {
    const { store } = this.context;
    const rate = this.told?.tick_rate_hz ?? 1;
    const speed = Number.isFinite(store.run.speed) ? store.run.speed : 1;
    // A slow answer must not make the past run away.
    if (this.scrubber.busy) this.carried += seconds;
    else {
      let next = (this.scrubber.at as number) + (seconds + this.carried) * rate * speed;
      this.carried = 0;
      if (this.loop && next >= this.loop[1]) next = this.loop[0];
      if (next >= store.now.tick) this.backToNow();
      else this.scrubber.go(next);
    }
  }

  private get lastTick(): number {
    return this.recording ? (this.told?.last_tick ?? 0) : this.context.store.now.tick;
  }

  /** Let the bar reach as far as the run has come. */
  measure(): void {
    this.span.firstS = this.seconds(this.told?.first_tick ?? 0);
    this.span.lastS = Math.max(this.span.firstS, this.seconds(this.lastTick));
  }

  private seconds(tick: number): number {
    return tick / (this.told?.tick_rate_hz ?? this.context.store.hello?.tick_rate_hz ?? 1);
  }

  private ticks(timeS: number): number {
    return Math.round(timeS * (this.told?.tick_rate_hz ?? 1));
  }
}
