// The list of vehicles: what each does, how high it is, how it fares; choose some and command them.

import "./style.css";
import { Pace } from "../../pace";
import type { Panel, PanelContext } from "../../panel";
import type { Vehicle } from "../../store";
import { element } from "../../ui/elements";
import { ICONS } from "../../ui/icons";
import { holds, searchField } from "../../ui/search_field";
import { Choice } from "./choice";
import { Orders } from "./orders";
import { VehicleRow } from "./row";

const PER_S = 7;
const PLAIN_PER_S = 2;
// A short list is seen at a glance.
const SEARCHED_FROM = 9;

const panel: Panel = {
  id: "vehicles",
  title: "Vehicles",
  icon: ICONS.list,
  dock: "left",
  order: 1,
  open: true,
  mount(host, context) {
    const list = new VehicleList(host, context);
    return () => list.close();
  },
};

class VehicleList {
  private readonly list = element("ul", "vehicle-list");
  private readonly none = element("p", "empty", "No vehicle yet");
  private readonly search = searchField("Search vehicles", () => this.filter());
  private readonly rows = new Map<number, VehicleRow>();
  /** Rows on the page; the others are told again when they come into sight. */
  private readonly inSight = new Set<VehicleRow>();
  private readonly sight = new IntersectionObserver((changes) => this.noteSight(changes));
  private readonly rowOf = new WeakMap<Element, VehicleRow>();
  private readonly choice: Choice;
  private readonly orders: Orders;
  private readonly undo: (() => void)[];
  private readonly pace = new Pace(PER_S, PLAIN_PER_S);

  constructor(
    host: HTMLElement,
    private readonly context: PanelContext,
  ) {
    const { store } = context;
    this.choice = new Choice(store);
    this.orders = new Orders(context, () => this.choice.vehicles);
    this.search.root.classList.add("vehicle-search");
    host.append(this.search.root, this.none, this.list, this.orders.root);
    this.undo = [
      store.bus.on("scene", () => this.fill()),
      store.bus.on("status", () => this.showInSight()),
      store.bus.on("select", (index) => this.select(index)),
      store.bus.on("visibility", () => this.showAll()),
      store.bus.on("render", () => this.showHeights()),
    ];
    this.fill();
  }

  close(): void {
    this.undo.forEach((off) => off());
    this.sight.disconnect();
    this.orders.close();
  }

  private fill(): void {
    const { vehicles } = this.context.store;
    for (const [index, row] of this.rows) {
      // The place of a vehicle that has gone may be taken by another.
      if (vehicles.get(index) === row.vehicle) continue;
      row.line.remove();
      this.sight.unobserve(row.line);
      this.inSight.delete(row);
      this.rows.delete(index);
    }
    for (const vehicle of vehicles.values()) {
      if (!this.rows.has(vehicle.index)) this.append(vehicle);
    }
    this.none.hidden = this.rows.size > 0;
    this.search.root.hidden = this.rows.size < SEARCHED_FROM;
    this.choice.follow();
    this.filter();
    this.showAll();
  }

  private append(vehicle: Vehicle): void {
    const { bus } = this.context.store;
    const row = new VehicleRow(vehicle, {
      choose: (which, keys) => {
        this.choice.press(which, keys, this.order());
        this.showAll();
      },
      follow: () => bus.emit("camera", "chase"),
      hover: (which) => bus.emit("hover", which?.index ?? null),
      see: (which) => this.see(which),
    });
    this.rows.set(vehicle.index, row);
    this.rowOf.set(row.line, row);
    this.list.append(row.line);
    this.sight.observe(row.line);
  }

  private noteSight(changes: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of changes) {
      const row = this.rowOf.get(target);
      if (!row) continue;
      if (isIntersecting) this.inSight.add(row);
      else this.inSight.delete(row);
    }
    this.showInSight();
  }

  private order(): number[] {
    return [...this.rows].filter(([, row]) => !row.line.hidden).map(([index]) => index);
  }

  private select(index: number | null): void {
    this.choice.follow();
    this.showAll();
    if (index !== null) this.rows.get(index)?.scrollIntoView();
  }

  private showAll(): void {
    for (const vehicle of this.context.store.vehicles.values()) this.show(vehicle);
    this.orders.show();
  }

  private showInSight(): void {
    for (const vehicle of this.context.store.vehicles.values()) {
      const row = this.rows.get(vehicle.index);
      if (row && this.inSight.has(row)) this.show(vehicle);
    }
    this.orders.show();
  }

  private show(vehicle: Vehicle): void {
    const { store } = this.context;
    const { index } = vehicle;
    const first = vehicle === store.selected;
    this.rows.get(index)?.show(vehicle, this.choice.has(index), first, store.isSeen(index));
  }

  private showHeights(): void {
    if (!this.pace.due()) return;
    for (const vehicle of this.context.store.vehicles.values()) {
      const row = this.rows.get(vehicle.index);
      if (row && this.inSight.has(row)) row.showHeight(vehicle);
    }
  }

  private filter(): void {
    const words = this.search.root.hidden ? "" : this.search.words();
    for (const { index, item } of this.context.store.vehicles.values()) {
      const row = this.rows.get(index);
      if (row) row.line.hidden = !holds(words, item.name, item.model);
    }
  }

  /** The eye of one of several chosen counts for all of them. */
  private see(vehicle: Vehicle): void {
    const { store } = this.context;
    const visible = !store.isSeen(vehicle.index);
    const all = this.choice.has(vehicle.index) ? this.choice.vehicles : [vehicle];
    for (const { index } of all) store.see(index, visible);
  }
}

export default panel;
