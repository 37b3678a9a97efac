// Puts vehicles somewhere else, and pushes them: the commands behind menu and drag.

import type { PanelContext } from "../../panel";
import type { Vehicle } from "../../store";
import { groundHeight } from "../../view/heights";
import type { Stage } from "../../view/stage";

type Ned = readonly [number, number, number];

const PUSH_N = 5;
const PUSH_S = 1;

export class Mover {
  constructor(
    private readonly context: PanelContext,
    private readonly stage: Stage,
  ) {}

  get able(): boolean {
    return this.context.store.obeys("set_state");
  }

  /** Where a dragged vehicle would go, in words. */
  preview(index: number, x: number, y: number): string | null {
    const there = this.there(index, x, y);
    return there ? `N ${there[0].toFixed(1)} m, E ${there[1].toFixed(1)} m` : null;
  }

  async drop(index: number, x: number, y: number): Promise<void> {
    const vehicle = this.context.store.vehicles.get(index);
    const there = this.there(index, x, y);
    if (vehicle && there) await this.put(vehicle, there);
  }

  /** Stand it on the ground at a place. */
  async stand(vehicle: Vehicle, [north, east]: Ned): Promise<void> {
    const feet = vehicle.item.look?.standing_height_m ?? 0;
    await this.put(vehicle, [north, east, -groundHeight(this.context.store, north, east) - feet]);
  }

  /** Away from the camera for a simulated second; the force is taken back by itself. */
  async push(vehicle: Vehicle): Promise<void> {
    const { store, send } = this.context;
    const { heading } = this.stage.rig;
    const name = vehicle.item.name;
    const force = [PUSH_N * Math.cos(heading), PUSH_N * Math.sin(heading), 0];
    const answer = await send("push", { name, force_ned_n: force });
    if (answer.state !== "executed") return;
    const until = store.now.timeS + PUSH_S;
    const began = store.generation;
    const off = store.bus.on("frame", () => {
      if (store.now.timeS < until && store.generation === began) return;
      off();
      if (store.generation === began) void send("push", { name, force_ned_n: [0, 0, 0] });
    });
  }

  private async put(vehicle: Vehicle, position: Ned): Promise<void> {
    const { send } = this.context;
    // A firmware that flies by estimates must be told, or it would fly back.
    const align = Boolean(vehicle.status?.mode);
    await send("set_state", {
      name: vehicle.item.name,
      position_ned_m: position,
      velocity_ned_mps: [0, 0, 0],
      rate_frd_radps: [0, 0, 0],
      ...(align ? { align_estimator: true } : {}),
    });
  }

  private there(index: number, x: number, y: number): Ned | null {
    const vehicle = this.context.store.vehicles.get(index);
    const point = vehicle && this.stage.atHeight(x, y, -vehicle.shown.down);
    return point && vehicle ? [-point.z, point.x, vehicle.shown.down] : null;
  }
}
