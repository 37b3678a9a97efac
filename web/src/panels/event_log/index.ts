// What happened, newest first: by vehicle, level and words.

import "./style.css";
import type { EventMessage } from "../../generated/protocol";
import type { Panel, PanelContext } from "../../panel";
import { copyFrom } from "../../ui/clipboard";
import { button, element, setText } from "../../ui/elements";
import { ICONS } from "../../ui/icons";
import { holds, searchField } from "../../ui/search_field";
import { eventLine, eventText } from "./line";

const MOST = 300;
const LEVELS: Record<string, { title: string; shown: readonly string[] }> = {
  all: { title: "All levels", shown: ["info", "good", "warn", "bad"] },
  notable: { title: "Notable", shown: ["good", "warn", "bad"] },
  warnings: { title: "Warnings", shown: ["warn", "bad"] },
  bad: { title: "Bad", shown: ["bad"] },
};

const panel: Panel = {
  id: "event_log",
  title: "Events",
  icon: ICONS.log,
  dock: "left",
  order: 2,
  open: true,
  mount(host, context) {
    const log = new EventList(host, context);
    return () => log.close();
  },
};

class EventList {
  private readonly list = element("ol", "log-list");
  private readonly none = element("p", "empty");
  private readonly search = searchField("Search events", () => this.fill());
  private readonly level = element("select", "field");
  private readonly vehicle = element("select", "field");
  private readonly filters: HTMLElement;
  private readonly fresh = element("button", "log-fresh");
  private readonly undo: (() => void)[];
  /** Came since the last picture: a hundred vehicles do the same thing at once. */
  private waiting: EventMessage[] = [];
  private unread = 0;

  constructor(
    private readonly host: HTMLElement,
    private readonly context: PanelContext,
  ) {
    const { store } = context;
    this.list.setAttribute("aria-live", "polite");
    this.list.setAttribute("aria-label", "Events, newest first");
    this.list.reversed = true;
    this.filters = element("div", "log-filters", this.vehicle, this.level);
    this.filters.hidden = true;
    host.append(this.tools(), this.filters, this.fresh, this.none, this.list);
    this.fresh.type = "button";
    this.fresh.hidden = true;
    this.fresh.addEventListener("click", () => host.scrollTo({ top: 0 }));
    const scrolled = () => {
      if (host.scrollTop < 4) this.readAll();
    };
    host.addEventListener("scroll", scrolled);
    this.undo = [
      store.bus.on("event", (event) => this.waiting.push(event)),
      store.bus.on("render", () => this.addWaiting()),
      store.bus.on("eventsReplaced", () => this.fill()),
      store.bus.on("scene", () => this.fillVehicles()),
      store.bus.on("past", () => this.markLater()),
      () => host.removeEventListener("scroll", scrolled),
    ];
    this.fillVehicles();
    this.fill();
  }

  close(): void {
    this.undo.forEach((off) => off());
  }

  private tools(): HTMLElement {
    this.level.setAttribute("aria-label", "Levels");
    this.level.append(...Object.entries(LEVELS).map(([key, { title }]) => new Option(title, key)));
    this.vehicle.setAttribute("aria-label", "Whose events");
    for (const choice of [this.level, this.vehicle]) choice.addEventListener("change", () => this.fill());
    const filter = button("Filter events", ICONS.filter, () => {
      this.filters.hidden = !this.filters.hidden;
      filter.setAttribute("aria-expanded", String(!this.filters.hidden));
    });
    filter.setAttribute("aria-expanded", "false");
    const copy = button("Copy events", ICONS.copy, () => undefined);
    copyFrom(copy, () => this.fitting().map(eventText).join("\n"));
    return element("div", "log-tools", this.search.root, filter, copy);
  }

  private fits(event: EventMessage): boolean {
    if (!event.words) return false;
    if (this.vehicle.value && event.vehicle !== this.vehicle.value) return false;
    if (!LEVELS[this.level.value]?.shown.includes(event.level)) return false;
    return holds(this.search.words(), event.vehicle, event.words);
  }

  private fitting(): EventMessage[] {
    return this.context.store.events.filter((event) => this.fits(event));
  }

  private fill(): void {
    this.waiting = [];
    const newest = this.fitting().slice(-MOST).reverse();
    this.list.replaceChildren(...newest.map((event) => eventLine(event, this.context.store)));
    this.markLater();
    this.readAll();
    this.showNone();
  }

  private markLater(): void {
    for (const line of this.list.children) this.markLine(line as HTMLElement);
  }

  /** What had not happened yet at the moment that is shown stands back. */
  private markLine(line: HTMLElement): void {
    const past = this.context.store.past;
    line.classList.toggle("later", past !== null && Number(line.dataset["tick"]) > past);
  }

  /** The newest come on top; whoever reads further down is not moved about. */
  private addWaiting(): void {
    if (this.waiting.length === 0) return;
    const fitting = this.waiting.filter((event) => this.fits(event)).slice(-MOST);
    this.waiting = [];
    if (fitting.length === 0) return;
    const reading = this.host.scrollTop > 4;
    const lines = fitting.reverse().map((event) => eventLine(event, this.context.store));
    for (const line of lines) this.markLine(line);
    this.list.prepend(...lines);
    while (this.list.children.length > MOST) this.list.lastChild?.remove();
    this.showNone();
    if (!reading) {
      // The browser keeps what was seen where it is; here the newest is wanted.
      this.host.scrollTop = 0;
      return;
    }
    this.unread += fitting.length;
    this.fresh.hidden = false;
    setText(this.fresh, this.unread === 1 ? "1 new event" : `${this.unread} new events`);
  }

  private readAll(): void {
    this.unread = 0;
    this.fresh.hidden = true;
  }

  private showNone(): void {
    this.none.hidden = this.list.children.length > 0;
    const some = this.context.store.events.some(({ words }) => words);
    setText(this.none, some ? "No event fits" : "Nothing has happened yet");
  }

  private fillVehicles(): void {
    const names = [...this.context.store.vehicles.values()].map(({ item }) => item.name);
    if ([...this.vehicle.options].slice(1).map(({ value }) => value).join() === names.join()) return;
    const kept = this.vehicle.value;
    this.vehicle.replaceChildren(new Option("All vehicles", ""), ...names.map((name) => new Option(name, name)));
    this.vehicle.value = names.includes(kept) ? kept : "";
  }

}

export default panel;
