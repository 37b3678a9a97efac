// The mission of the selected vehicle: what its firmware holds, the draft, and the way between.

import type { AnswerMessage, MissionItem, MissionPlan } from "../../generated/protocol";
import type { PanelContext } from "../../panel";
import { watch } from "../../watch";
import { Draft, newItem, type DraftItem } from "./draft";
import { heightAt } from "./ground";
import { complaints, type Complaint, type Facts } from "./route";
import type { Place } from "./view";

const ASKS_PER_S = 2;

export interface Words {
  readonly level: "info" | "good" | "warn" | "bad";
  readonly text: string;
}

export class MissionDesk {
  held: MissionPlan | null = null;
  /** Why there is no mission to be had. */
  refused = "";
  editing = false;
  words: Words | null = null;
  private heldItems: readonly DraftItem[] = [];
  private heldText = "";
  private readonly drafts = new Map<string, Draft>();
  /** The order whose answer is awaited: what it is called, and its tick. */
  private awaited: { words: string; tick: number } | null = null;
  private faults: Complaint[] = [];
  /** Those that the words are about. */
  private itemsTold: readonly DraftItem[] = [];
  private readonly undo: (() => void)[];

  constructor(
    private readonly context: PanelContext,
    private readonly changed: () => void,
  ) {
    const { store } = context;
    this.undo = [
      watch(
        context,
        "mission",
        () => (store.selected ? { name: store.selected.item.name } : null),
        ASKS_PER_S,
        (plan) => this.take(plan),
        (reason) => this.fail(reason),
      ),
      store.bus.on("select", () => this.forget()),
    ];
  }

  close(): void {
    this.undo.forEach((off) => off());
  }

  get name(): string {
    return this.context.store.selected?.item.name ?? "";
  }

  get draft(): Draft | null {
    return this.drafts.get(this.name) ?? null;
  }

  /** What is shown: the draft while there is one, else what the firmware holds. */
  get items(): readonly DraftItem[] {
    return this.draft?.items ?? this.heldItems;
  }

  /** Home in the world's frame. */
  get home(): Place {
    const start = this.context.store.selected?.item.home_ned_m ?? [0, 0, 0];
    const [north, east] = this.held?.home_from_start_ned_m ?? [0, 0, 0];
    return { north: start[0] + north, east: start[1] + east };
  }

  get facts(): Facts {
    const { store } = this.context;
    const down = (store.selected?.item.home_ned_m?.[2] ?? 0) + (this.held?.home_from_start_ned_m[2] ?? 0);
    return {
      room: this.held?.room ?? 16,
      cruiseMps: this.held?.cruise_speed_mps ?? 5,
      onSurface: this.held?.on_surface ?? false,
      ground: (north, east) => {
        if (!store.ground) return null;
        const height = heightAt(store.ground, this.home.north + north, this.home.east + east);
        return height === null ? null : height + down;
      },
    };
  }

  get complaints(): readonly Complaint[] {
    return this.draft ? [...this.faults, ...complaints(this.draft.items, this.facts)] : [];
  }

  edit(on: boolean): void {
    this.editing = on;
    if (on && !this.draft && this.held) this.begin(this.held.items);
    if (!on && this.draft && !this.draft.dirty) this.drafts.delete(this.name);
    this.changed();
  }

  /** Drop the draft and show what the firmware holds. */
  revert(): void {
    this.drafts.delete(this.name);
    this.words = null;
    this.faults = [];
    if (this.editing && this.held) this.begin(this.held.items);
    this.changed();
  }

  replace(items: readonly DraftItem[]): void {
    if (!this.draft) this.begin([]);
    this.draft?.edit(items);
  }

  async upload(start: boolean): Promise<void> {
    const { draft, name } = this;
    const items = (draft?.items ?? this.heldItems).map(plain);
    this.say("info", start ? "Sending it, to be flown …" : "Sending …");
    const answer = await this.context.send("mission", { name, items, start });
    if (!this.accepted(answer)) return;
    if (draft) draft.dirty = false;
    this.faults = [];
    if (start) this.awaited = { words: "It flies the mission", tick: answer.tick };
    this.say("good", `Stored at tick ${answer.tick}`);
  }

  async order(order: string, words: string, args: Readonly<Record<string, unknown>> = {}): Promise<void> {
    const answer = await this.context.send("order", { name: this.name, order, ...args });
    if (!this.accepted(answer)) return;
    this.awaited = { words, tick: answer.tick };
    this.say("info", "Asked for …");
  }

  say(level: Words["level"], text: string): void {
    this.words = { level, text };
    this.itemsTold = this.items;
    this.changed();
  }

  private begin(items: readonly MissionItem[]): void {
    this.drafts.set(this.name, new Draft(items, () => this.edited()));
  }

  private edited(): void {
    // What was told of other items is no longer true.
    if (this.items !== this.itemsTold) {
      this.faults = [];
      this.words = null;
    }
    this.changed();
  }

  private accepted(answer: AnswerMessage): boolean {
    if (answer.state === "executed") return true;
    const fault = /^item (\d+): (.*)$/.exec(answer.reason);
    const item = fault ? this.items[Number(fault[1]) - 1] : undefined;
    if (fault && item) this.faults = [{ key: item.key, level: "bad", words: fault[2] ?? "" }];
    this.say("bad", `Refused: ${answer.reason}`);
    return false;
  }

  private take(plan: MissionPlan): void {
    if (plan.name !== this.name) return;
    const text = JSON.stringify(plan.items);
    if (text !== this.heldText) {
      this.heldText = text;
      this.heldItems = plan.items.map((item) => newItem(item));
    }
    this.held = plan;
    this.refused = "";
    if (this.editing && !this.draft) this.begin(plan.items);
    const { order } = plan;
    if (this.awaited && order && order.tick >= this.awaited.tick) {
      this.words = order.accepted
        ? { level: "good", text: this.awaited.words }
        : { level: "bad", text: order.words };
      this.awaited = null;
    }
    this.changed();
  }

  private fail(reason: string): void {
    this.held = null;
    this.heldItems = [];
    this.heldText = "";
    this.refused = reason;
    this.changed();
  }

  private forget(): void {
    this.held = null;
    this.fail("");
    this.words = null;
    this.awaited = null;
    this.faults = [];
    this.changed();
  }
}

/** An item as the command takes it: without what does not belong to it. */
function plain(item: DraftItem): Record<string, unknown> {
  const { key: _, ...rest } = item;
  const told = Object.entries(rest).filter(
    ([name, value]) => value !== null && !(name === "parameters" && item.command !== "other"),
  );
  return Object.fromEntries(told);
}
