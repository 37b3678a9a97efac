// Keeps details of the selected vehicle, and of others whose parts move, fresh while they are shown.

import type { VehicleDetails } from "../generated/protocol";
import type { PanelContext } from "../panel";
import type { Vehicle } from "../store";
import { watch } from "../watch";

const PER_SECOND = 12;
// As many as one question takes.
const MOST = 8;
const NONE: ReadonlyMap<number, VehicleDetails> = new Map();

export class DetailsFeed {
  readonly known = new Map<number, VehicleDetails>();
  /** Marks are wanted: for the selected vehicle, or for others, too. */
  marks = false;
  others = false;
  private readonly undo: (() => void)[];

  constructor(private readonly context: PanelContext) {
    const { bus } = context.store;
    this.undo = [
      watch(context, "details", () => this.wanted(), PER_SECOND, ({ vehicles }) => {
        this.known.clear();
        for (const told of vehicles) this.known.set(told.index, told);
      }, () => this.known.clear()),
      // Details are those of now: they say nothing about the past.
      bus.on("past", (tick) => tick !== null && this.known.clear()),
    ];
  }

  /** Of those vehicles that marks are shown for. */
  get marked(): ReadonlyMap<number, VehicleDetails> {
    if (this.others) return this.known;
    const index = this.context.store.selected?.index ?? -1;
    const told = this.known.get(index);
    return told ? new Map([[index, told]]) : NONE;
  }

  dispose(): void {
    for (const undo of this.undo) undo();
  }

  private wanted(): { names: string[] } | null {
    const { store } = this.context;
    if (store.past !== null) return null;
    const { selected } = store;
    const chosen = selected && (this.marks || movesSurfaces(selected)) ? [selected] : [];
    for (const vehicle of store.vehicles.values()) {
      if (chosen.length >= MOST) break;
      const wanted = (this.marks && this.others) || movesSurfaces(vehicle);
      if (vehicle !== selected && wanted) chosen.push(vehicle);
    }
    return chosen.length > 0 ? { names: chosen.map(({ item }) => item.name) } : null;
  }
}

function movesSurfaces({ item: { look } }: Vehicle): boolean {
  if (!look) return false;
  return look.wing_span_m !== null || look.shape === "plane" || look.wheels.some(({ steers }) => steers);
}
