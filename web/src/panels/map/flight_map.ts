// The map at work: tools, menu and readout around a view that is drawn when something changed.

import { askFlown } from "../../flown";
import { Pace } from "../../pace";
import type { PanelContext } from "../../panel";
import { popup } from "../../popup";
import type { Store, Vehicle } from "../../store";
import { copyText } from "../../ui/clipboard";
import { button, element, setText } from "../../ui/elements";
import { ICONS } from "../../ui/icons";
import { MissionDesk } from "./desk";
import { Editor } from "./editor";
import { Hand } from "./hand";
import { Painter } from "./paint";
import { latitudeOf, longitudeOf } from "./plan_files";
import { legUnder, paintPlan, paintRoute } from "./route_paint";
import { Trails } from "./trails";
import { MapView, roundUp, type Place, type Point } from "./view";

const PER_S = 22;
const SCALE_PX = 90;
// How wide the column of tools is.
const TOOLS_PX = 52;
const ZOOM = 1.4;
const KEYS = "arrow keys move it, plus and minus zoom, Enter adds a waypoint in its middle";

export class FlightMap {
  private readonly view = new MapView();
  private readonly pace = new Pace(PER_S);
  private readonly store: Store;
  private readonly trails: Trails;
  private readonly desk: MissionDesk;
  private readonly editor: Editor;
  private readonly painter: Painter;
  private readonly hand: Hand;
  private readonly frame: HTMLElement;
  private readonly follow: HTMLButtonElement;
  private readonly north: HTMLButtonElement;
  private readonly edit: HTMLButtonElement;
  private readonly bar = element("i", "map-bar");
  private readonly barWords = element("span");
  private readonly place = element("span", "map-place");
  private readonly note = element("p", "map-words");
  /** Where a menu stands that was asked for on the map. */
  private readonly spot = element("i", "map-spot");
  private readonly size = new ResizeObserver(() => this.measure());
  private readonly undo: (() => void)[];
  private dirty = true;
  private following = false;
  private fitted = false;
  /** The middle that showed all; another one was chosen by the user. */
  private fittedMiddle: Place | null = null;

  constructor(
    host: HTMLElement,
    private readonly context: PanelContext,
    private readonly canvas: HTMLCanvasElement,
    pen: CanvasRenderingContext2D,
  ) {
    this.store = context.store;
    this.trails = new Trails(this.store);
    this.desk = new MissionDesk(context, () => this.showDesk());
    this.editor = new Editor(this.desk, this.store, () => this.setEditing(false));
    this.painter = new Painter(this.store, this.view, this.trails, pen);
    this.follow = toggle("Follow the selected vehicle", ICONS.target, () => this.setFollowing(!this.following));
    this.edit = toggle("Edit the mission", ICONS.pencil, () => this.setEditing(!this.desk.editing));
    this.north = button("North up", ICONS.north, () => {
      this.view.up = 0;
      this.touch();
    });
    canvas.tabIndex = 0;
    canvas.setAttribute("role", "application");
    canvas.setAttribute("aria-label", `Map: ${KEYS}`);
    this.frame = element("div", "map", canvas, this.tools(), this.readout(), this.editor.root, this.spot);
    host.append(this.frame);
    this.hand = new Hand(canvas, this.view, this.store, this.desk, {
      add: (point) => this.addAt(point),
      menu: (point) => this.showMenu(point),
      changed: () => this.touch(),
      moved: () => this.following && this.setFollowing(false),
    });
    this.size.observe(this.frame);
    this.undo = this.listen();
    this.measure();
    this.editor.show();
  }

  close(): void {
    this.undo.forEach((off) => off());
    this.hand.close();
    this.desk.close();
    this.size.disconnect();
    this.frame.remove();
  }

  private listen(): (() => void)[] {
    const { bus } = this.store;
    return [
      askFlown(
        this.context,
        () => this.trails.wanting,
        (flown) => this.trails.refill(flown),
        () => this.trails.giveUp(),
      ),
      bus.on("render", () => this.draw()),
      bus.on("frame", () => {
        this.trails.note();
        this.touch();
      }),
      bus.on("scene", () => this.touch()),
      bus.on("select", () => this.touch()),
      bus.on("visibility", () => this.touch()),
      bus.on("fit", () => this.fit()),
      bus.on("layout", () => this.measure()),
      bus.on("theme", () => {
        this.painter.dress();
        this.touch();
      }),
    ];
  }

  private tools(): HTMLElement {
    const zoom = (factor: number) => () => {
      this.view.zoom(factor);
      this.touch();
    };
    const tools = element(
      "div",
      "map-tools",
      this.edit,
      element("i", "map-split"),
      button("Zoom in (+)", ICONS.plus, zoom(ZOOM)),
      button("Zoom out (−)", ICONS.minus, zoom(1 / ZOOM)),
      button("Show all on the map", ICONS.fit, () => this.fit()),
      this.follow,
      this.north,
    );
    tools.setAttribute("role", "toolbar");
    tools.setAttribute("aria-label", "Map");
    return tools;
  }

  private readout(): HTMLElement {
    this.note.setAttribute("role", "status");
    const scale = element("div", "map-scale", this.bar, this.barWords);
    return element("div", "map-readout", this.note, scale, this.place);
  }

  /** It must be drawn anew. */
  private touch(): void {
    this.dirty = true;
  }

  private showDesk(): void {
    this.editor.show();
    this.edit.setAttribute("aria-pressed", String(this.desk.editing));
    this.touch();
  }

  private setEditing(on: boolean): void {
    this.desk.edit(on);
    this.measure();
  }

  private setFollowing(on: boolean): void {
    this.following = on;
    this.follow.setAttribute("aria-pressed", String(on));
    this.touch();
  }

  private fit(): void {
    this.setFollowing(false);
    this.view.fit(interesting(this.store, this.desk));
    this.fittedMiddle = this.view.middle;
  }

  private addAt(point: Point): void {
    const { view, desk } = this;
    const at = view.toPlace(point.x, point.y);
    const leg = legUnder(view, desk.items, desk.home, point);
    this.editor.addWaypoint(at.north - desk.home.north, at.east - desk.home.east, leg);
  }

  private showMenu(point: Point): void {
    const { view, desk, spot } = this;
    const at = view.toPlace(point.x, point.y);
    const from = { north_m: at.north - desk.home.north, east_m: at.east - desk.home.east };
    spot.style.left = `${point.x}px`;
    spot.style.top = `${point.y}px`;
    const go = () => void desk.order("go_to", "It goes there", from);
    const add = () => {
      this.setEditing(true);
      this.editor.addWaypoint(from.north_m, from.east_m);
    };
    const centre = () => {
      view.middle = at;
      this.touch();
    };
    const able = desk.held !== null && this.store.obeys("order");
    const orders = [
      { title: `${desk.name}: go here`, icon: ICONS.fly, press: go },
      { title: "Add a waypoint here", icon: ICONS.plus, press: add },
    ];
    popup(spot, [
      ...(able ? orders : []),
      { title: "Centre here", icon: ICONS.target, press: centre },
      { title: "Copy the place", icon: ICONS.copy, press: () => void copyText(words(at, desk)) },
    ]);
  }

  /** Learn how large the map is, and what covers it. */
  private measure(): void {
    const { view, frame, canvas } = this;
    const style = getComputedStyle(frame);
    const px = (name: string) => Number.parseFloat(style.getPropertyValue(name)) || 0;
    const beside = this.desk.editing && frame.clientWidth > 700 ? this.editor.root.offsetWidth + 12 : 0;
    view.width = frame.clientWidth;
    view.height = frame.clientHeight;
    const gap = 2 * px("--gap");
    view.insets = {
      left: px("--left-space") + gap + TOOLS_PX,
      right: px("--right-space") + gap + beside,
      top: px("--bar") + gap,
      bottom: px("--bottom-space") + gap,
    };
    if (frame.clientHeight < 500) view.insets = { left: TOOLS_PX, right: 0, top: 64, bottom: 8 };
    const ratio = Math.min(2, devicePixelRatio);
    canvas.width = Math.max(1, view.width * ratio);
    canvas.height = Math.max(1, view.height * ratio);
    if (view.middle === this.fittedMiddle) this.fit();
    this.touch();
  }

  private draw(): void {
    if (!this.dirty || this.frame.clientWidth === 0 || !this.pace.due()) return;
    const { store, view, canvas } = this;
    const { selected } = store;
    if (!this.fitted && selected) {
      this.fitted = true;
      this.fit();
    }
    this.dirty = false;
    if (this.following && selected) {
      view.middle = { north: selected.shown.north, east: selected.shown.east };
    }
    this.paint(selected);
    if (canvas.matches(":focus-visible")) this.painter.cross();
    this.showWords();
    canvas.dataset["tool"] = this.desk.editing ? "add" : "move";
  }

  private paint(selected: Vehicle | null): void {
    const { painter, view, desk, canvas } = this;
    painter.background(canvas.width / Math.max(1, view.width));
    painter.things();
    painter.ways();
    // A recording has plans, but no mission to edit.
    const known = desk.held !== null || desk.draft !== null;
    for (const vehicle of this.store.seenVehicles()) {
      if (vehicle !== selected || !known) paintPlan(painter, view, vehicle);
    }
    painter.homes();
    // What is edited is seen, whoever is hidden.
    if (selected && known && (desk.editing || this.store.isSeen(selected.index))) {
      paintRoute(painter, view, desk.items, {
        home: desk.home,
        colour: selected.colour,
        chosen: desk.draft?.chosen ?? null,
        current: desk.draft?.dirty ? null : (desk.held?.current ?? null),
        editing: desk.editing,
        complaints: desk.complaints,
      });
    }
    painter.vehicles();
  }

  private showWords(): void {
    const { view, desk, hand } = this;
    const metres = roundUp(SCALE_PX / view.scale / 2);
    this.bar.style.width = `${metres * view.scale}px`;
    setText(this.barWords, metres >= 1000 ? `${metres / 1000} km` : `${metres} m`);
    (this.north.firstChild as SVGElement).style.rotate = `${-view.up}rad`;
    setText(this.place, hand.at ? words(view.toPlace(hand.at.x, hand.at.y), desk) : "");
    setText(this.note, desk.editing ? "" : (desk.words?.text ?? ""));
    this.note.dataset["level"] = desk.words?.level ?? "info";
  }
}

function toggle(label: string, path: string, press: () => void): HTMLButtonElement {
  const made = button(label, path, press);
  made.setAttribute("aria-pressed", "false");
  return made;
}

/** All that a look at the whole should contain. */
function interesting(store: Store, desk: MissionDesk): Place[] {
  const places: Place[] = [];
  for (const { shown, item } of store.seenVehicles()) {
    places.push({ north: shown.north, east: shown.east });
    if (item.home_ned_m) places.push({ north: item.home_ned_m[0], east: item.home_ned_m[1] });
    for (const [north, east] of item.plan_ned_m) places.push({ north, east });
  }
  const own = store.selected;
  const planned = desk.editing || (own !== null && store.isSeen(own.index));
  for (const item of planned ? desk.items : []) {
    if (item.north_m === null || item.east_m === null) continue;
    places.push({ north: desk.home.north + item.north_m, east: desk.home.east + item.east_m });
  }
  return places.length > 0 ? places : [{ north: 0, east: 0 }];
}

/** A place in metres of the world, and on Earth if that is known. */
function words({ north, east }: Place, desk: MissionDesk): string {
  const local = `N ${north.toFixed(1)} m  E ${east.toFixed(1)} m`;
  const earth = desk.held?.home;
  if (!earth) return local;
  const latitude = latitudeOf(north - desk.home.north, earth);
  const longitude = longitudeOf(east - desk.home.east, earth);
  return `${local}  ·  ${latitude.toFixed(6)}°, ${longitude.toFixed(6)}°`;
}
