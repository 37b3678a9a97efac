// What fingers, mouse and keys do on the map: move, zoom, turn, choose, add and drag.

import type { Store } from "../../store";
import type { MissionDesk } from "./desk";
import { isMovable, stopUnder } from "./route_paint";
import type { MapView, Point } from "./view";

const CLICK_PX = 5;
const REACH_PX = { mouse: 14, touch: 24 };
const VEHICLE_PX = 20;
const LONG_PRESS_MS = 550;
const STEP_PX = 60;

export interface HandActions {
  readonly add: (point: Point) => void;
  readonly menu: (point: Point) => void;
  readonly changed: () => void;
  /** The user has moved the map, so it follows nobody any more. */
  readonly moved: () => void;
}

export class Hand {
  /** Where the pointer is, or null when it is elsewhere. */
  at: Point | null = null;
  private readonly down = new Map<number, Point>();
  private start: Point | null = null;
  private dragged: { key: number; begun: boolean } | null = null;
  private travelled = false;
  private turning = false;
  private press: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly view: MapView,
    private readonly store: Store,
    private readonly desk: MissionDesk,
    private readonly actions: HandActions,
  ) {
    canvas.addEventListener("pointerdown", (event) => this.onDown(event));
    canvas.addEventListener("pointermove", (event) => this.onMove(event));
    canvas.addEventListener("pointerup", (event) => this.onUp(event, true));
    canvas.addEventListener("pointercancel", (event) => this.onUp(event, false));
    canvas.addEventListener("pointerleave", () => this.set(null));
    canvas.addEventListener("wheel", (event) => this.onWheel(event), { passive: false });
    canvas.addEventListener("keydown", (event) => this.onKey(event));
    canvas.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      this.actions.menu(pointOf(event));
    });
  }

  close(): void {
    clearTimeout(this.press);
  }

  private set(point: Point | null): void {
    this.at = point;
    this.actions.changed();
  }

  private onDown(event: PointerEvent): void {
    const point = pointOf(event);
    this.canvas.focus({ preventScroll: true });
    this.canvas.setPointerCapture(event.pointerId);
    this.down.set(event.pointerId, point);
    this.start = point;
    this.travelled = this.down.size > 1;
    this.turning = event.shiftKey || event.button === 1;
    this.dragged = null;
    clearTimeout(this.press);
    if (event.pointerType === "touch") {
      this.press = setTimeout(() => {
        if (this.travelled || this.down.size !== 1) return;
        this.travelled = true;
        this.actions.menu(point);
      }, LONG_PRESS_MS);
    }
    if (event.button !== 0 || this.turning || !this.desk.editing || !this.desk.draft) return;
    const reach = event.pointerType === "touch" ? REACH_PX.touch : REACH_PX.mouse;
    const stop = stopUnder(this.view, this.desk.items, this.desk.home, point, reach);
    if (!stop) return;
    this.desk.draft.choose(stop.item.key);
    this.dragged = isMovable(stop.item) ? { key: stop.item.key, begun: false } : null;
    // A press on an item is for the item, whether it moves or not.
    this.travelled = true;
  }

  private onMove(event: PointerEvent): void {
    const point = pointOf(event);
    const before = this.down.get(event.pointerId);
    if (!before) {
      this.set(point);
      return;
    }
    if (this.start && Math.hypot(point.x - this.start.x, point.y - this.start.y) > CLICK_PX) this.travelled = true;
    if (this.down.size === 2) this.pinch(event.pointerId, point);
    else if (this.dragged) this.drag(point);
    else if (this.turning) this.view.up -= ((point.x - before.x) / 300) * Math.PI;
    else if (this.travelled) {
      this.view.pan(before, point);
      this.actions.moved();
    }
    this.down.set(event.pointerId, point);
    this.set(point);
  }

  private drag(point: Point): void {
    const { dragged, desk } = this;
    if (!dragged || !desk.draft) return;
    const place = this.view.toPlace(point.x, point.y);
    const values = {
      north_m: Math.round((place.north - desk.home.north) * 10) / 10,
      east_m: Math.round((place.east - desk.home.east) * 10) / 10,
    };
    desk.draft.change(dragged.key, values, dragged.begun);
    dragged.begun = true;
  }

  private pinch(id: number, point: Point): void {
    const before = this.down.get(id) as Point;
    const other = [...this.down].find(([each]) => each !== id)?.[1] as Point;
    const span = (a: Point) => Math.max(20, Math.hypot(a.x - other.x, a.y - other.y));
    const middle = (a: Point) => ({ x: (a.x + other.x) / 2, y: (a.y + other.y) / 2 });
    this.view.pan(middle(before), middle(point));
    this.view.zoom(span(point) / span(before), middle(point));
    this.actions.moved();
  }

  private onUp(event: PointerEvent, meant: boolean): void {
    clearTimeout(this.press);
    this.down.delete(event.pointerId);
    const point = pointOf(event);
    const clicked = meant && !this.travelled && !this.turning && event.button === 0;
    this.dragged = null;
    this.turning = false;
    if (clicked) this.click(point);
    this.actions.changed();
  }

  private click(point: Point): void {
    if (this.desk.editing && this.desk.draft) {
      this.actions.add(point);
      return;
    }
    for (const vehicle of this.store.seenVehicles()) {
      const at = this.view.toScreen(vehicle.shown.north, vehicle.shown.east);
      if (Math.hypot(at.x - point.x, at.y - point.y) > VEHICLE_PX) continue;
      this.store.select(vehicle.index);
      return;
    }
  }

  private onWheel(event: WheelEvent): void {
    event.preventDefault();
    this.view.zoom(Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0015)), pointOf(event));
    this.actions.changed();
  }

  private onKey(event: KeyboardEvent): void {
    const { draft } = this.desk;
    const key = event.key.toLowerCase();
    if (event.ctrlKey || event.metaKey) {
      if (key === "z" && event.shiftKey) draft?.redo();
      else if (key === "z") draft?.undo();
      else if (key === "y") draft?.redo();
      else return;
    } else if (key.startsWith("arrow")) {
      const x = key === "arrowleft" ? 1 : key === "arrowright" ? -1 : 0;
      const y = key === "arrowup" ? 1 : key === "arrowdown" ? -1 : 0;
      const { centre } = this.view;
      this.view.pan(centre, { x: centre.x + x * STEP_PX, y: centre.y + y * STEP_PX });
      this.actions.moved();
    } else if (key === "+" || key === "=") this.view.zoom(1.3);
    else if (key === "-") this.view.zoom(1 / 1.3);
    else if (key === "enter" && this.desk.editing) this.actions.add(this.view.centre);
    else if ((key === "delete" || key === "backspace") && draft?.chosen) draft.remove(draft.chosen);
    else return;
    event.preventDefault();
    event.stopPropagation();
    this.actions.changed();
  }
}

function pointOf(event: MouseEvent): Point {
  return { x: event.offsetX, y: event.offsetY };
}
