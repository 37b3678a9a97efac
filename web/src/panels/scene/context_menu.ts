// The menu of a vehicle or of a place: by right click, long press, menu key or button.

import type { Events } from "../../events";
import type { PanelContext } from "../../panel";
import type { Vehicle } from "../../store";
import { element, icon } from "../../ui/elements";
import { ICONS } from "../../ui/icons";
import type { Stage } from "../../view/stage";
import type { Mover } from "./mover";

interface Entry {
  readonly title: string;
  readonly icon: string;
  readonly press: () => void;
}

const EDGE_PX = 8;

export class ContextMenu {
  readonly root = element("div", "menu scene-menu");
  private readonly undo: (() => void)[];
  /** What had the focus before. */
  private opener: HTMLElement | null = null;

  constructor(
    private readonly context: PanelContext,
    private readonly stage: Stage,
    private readonly mover: Mover,
  ) {
    const { bus } = context.store;
    this.root.hidden = true;
    this.root.setAttribute("role", "menu");
    this.root.addEventListener("keydown", (event) => this.key(event));
    const outside = (event: PointerEvent) => {
      if (!this.root.contains(event.target as Node)) this.close(false);
    };
    document.addEventListener("pointerdown", outside);
    this.undo = [
      bus.on("contextMenu", (asked) => this.open(asked)),
      bus.on("vehicleMenu", () => this.openAtSelected()),
      () => document.removeEventListener("pointerdown", outside),
    ];
  }

  dispose(): void {
    for (const undo of this.undo) undo();
    this.root.remove();
  }

  private openAtSelected(): void {
    const { selected } = this.context.store;
    if (!selected) return;
    const spot = this.stage.spotOf(selected.index);
    const box = this.stage.canvas.getBoundingClientRect();
    const inside = spot && spot.x > 0 && spot.y > 0 && spot.x < box.width && spot.y < box.height;
    const at = inside ? spot : { x: box.width / 2, y: box.height / 2 };
    const middle = this.stage.groundAt(box.width / 2, box.height / 2);
    const groundNed = middle ? ([-middle.z, middle.x, -middle.y] as const) : null;
    const { index } = selected;
    this.context.store.bus.emit("contextMenu", { index, x: box.left + at.x, y: box.top + at.y, groundNed });
  }

  private open({ index, x, y, groundNed }: Events["contextMenu"]): void {
    const { store } = this.context;
    const vehicle = index === null ? null : (store.vehicles.get(index) ?? null);
    const entries = vehicle ? this.ofVehicle(vehicle, groundNed) : this.ofGround(groundNed);
    if (entries.length === 0) return this.close(false);
    const title = vehicle?.item.name ?? placeWords(groundNed);
    this.root.setAttribute("aria-label", title);
    this.root.replaceChildren(
      element("div", "scene-menu-title", title),
      ...entries.map((entry) => this.line(entry)),
    );
    if (!this.root.contains(document.activeElement)) {
      this.opener = document.activeElement as HTMLElement | null;
    }
    this.root.hidden = false;
    // Placed after it has a size, so that it stays on the page.
    const left = Math.min(x, innerWidth - this.root.offsetWidth - EDGE_PX);
    const top = Math.min(y, innerHeight - this.root.offsetHeight - EDGE_PX);
    this.root.style.left = `${Math.max(EDGE_PX, left)}px`;
    this.root.style.top = `${Math.max(EDGE_PX, top)}px`;
    this.root.querySelector("button")?.focus();
  }

  private ofVehicle(vehicle: Vehicle, groundNed: Events["contextMenu"]["groundNed"]): Entry[] {
    const { store, send } = this.context;
    const { bus } = store;
    const then = (name: "follow" | "chase" | "cockpit") => () => {
      store.select(vehicle.index);
      if (name !== "follow") return bus.emit("camera", name);
      bus.emit("camera", "orbit");
      bus.emit("follow", true);
    };
    const entries: Entry[] = [
      { title: "Select", icon: ICONS.good, press: () => store.select(vehicle.index) },
      { title: "Follow", icon: ICONS.follow, press: then("follow") },
      { title: "Go behind", icon: ICONS.chase, press: then("chase") },
      { title: "Look from here", icon: ICONS.cockpit, press: then("cockpit") },
    ];
    if (store.obeys("push")) {
      const press = () => void this.mover.push(vehicle);
      entries.push({ title: "Push 5 N away from here", icon: ICONS.push, press });
    }
    if (this.mover.able && groundNed) {
      const press = () => void this.mover.stand(vehicle, groundNed);
      entries.push({ title: "Put on the ground here", icon: ICONS.pin, press });
    }
    if (store.obeys("remove")) {
      const press = () => void send("remove", { name: vehicle.item.name });
      entries.push({ title: "Remove", icon: ICONS.trash, press });
    }
    return entries;
  }

  private ofGround(groundNed: Events["contextMenu"]["groundNed"]): Entry[] {
    const { store } = this.context;
    const { selected, bus } = store;
    if (!groundNed) return [];
    const [north, east, down] = groundNed;
    const entries: Entry[] = [
      {
        title: "Look here",
        icon: ICONS.orbit,
        press: () => {
          bus.emit("camera", "orbit");
          bus.emit("follow", false);
          this.stage.rig.controls.target.set(east, -down, -north);
        },
      },
      {
        title: "Measure from here",
        icon: ICONS.ruler,
        press: () => {
          bus.emit("tape", true);
          this.stage.tape.hold(this.stage.rig.controls.target.clone().set(east, -down, -north));
        },
      },
    ];
    if (selected && this.mover.able) {
      const press = () => void this.mover.stand(selected, groundNed);
      entries.push({ title: `Put ${selected.item.name} here`, icon: ICONS.pin, press });
    }
    return entries;
  }

  private line({ title, icon: path, press }: Entry): HTMLButtonElement {
    const made = element("button", "menu-item", icon(path, 16), element("span", "", title));
    made.type = "button";
    made.setAttribute("role", "menuitem");
    made.addEventListener("click", () => {
      this.close(true);
      press();
    });
    return made;
  }

  private key(event: KeyboardEvent): void {
    const lines = [...this.root.querySelectorAll("button")];
    const at = lines.indexOf(document.activeElement as HTMLButtonElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape" || event.key === "Tab") this.close(true);
    else if (step !== undefined) lines[(at + step + lines.length) % lines.length]?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  private close(refocus: boolean): void {
    if (this.root.hidden) return;
    this.root.hidden = true;
    if (!refocus) return;
    const known = this.opener?.isConnected && this.opener !== document.body;
    (known ? this.opener : this.stage.canvas)?.focus();
  }
}

function placeWords(ned: Events["contextMenu"]["groundNed"]): string {
  return ned ? `N ${ned[0].toFixed(1)} m, E ${ned[1].toFixed(1)} m` : "";
}
