// Shows a layout: docks around the stage, frames with tabs; opens, closes, moves and keeps panels.

import { makeDraggable, landing, type Landing, type Place } from "./dock_drag";
import { edge } from "./dock_edges";
import { fillHead, type HeadActions } from "./dock_head";
import type { EventBus } from "./events";
import {
  closePanel,
  DOCKS,
  emptyLayout,
  frameOf,
  movePanel,
  openPanel,
  welcome,
  type Frame,
  type Layout,
  type Target,
} from "./layout";
import { keepCurrent, preset, readCurrent } from "./layout_shelf";
import type { Dock, Panel, PanelContext } from "./panel";
import { button, element, icon } from "./ui/elements";
import { ICONS } from "./ui/icons";
import { keepFocus } from "./ui/keep_focus";

interface Mounted {
  readonly section: HTMLElement;
  readonly head: HTMLElement;
  readonly body: HTMLElement;
  /** Undoes the panel; null before it was first seen. */
  unmount: (() => void) | null;
}

type Side = "left" | "right";
const SIDES: readonly Side[] = ["left", "right"];
const NARROW = matchMedia("(width < 860px)");
const WIDTH_PX = { least: 220, most: 620 };
// As in the style sheet.
const MOST_SHARE = 0.38;
const HEIGHT_PX = { least: 84, most: 1200 };

export class Docking {
  readonly root = element("div", "docks");
  private readonly hosts = new Map<Dock, HTMLElement>();
  private readonly folds = new Map<Side, HTMLButtonElement>();
  private readonly panels = new Map<string, Panel>();
  private readonly mounted = new Map<string, Mounted>();
  private layout: Layout;
  private narrowActive = "";
  private readonly shape = new Map<Dock, string>();

  constructor(
    private readonly context: PanelContext,
    private readonly bus: EventBus,
  ) {
    this.layout = readCurrent() ?? emptyLayout();
    for (const dock of DOCKS) {
      const host = element("div", `dock dock-${dock}`);
      this.hosts.set(dock, host);
      this.root.append(host);
      if (dock === "left" || dock === "right") this.root.append(this.edgeOf(dock));
    }
    const spaces = new ResizeObserver(() => this.tellSpaces());
    for (const dock of ["left", "right", "bottom"] as const) spaces.observe(this.host(dock));
    NARROW.addEventListener("change", () => this.arrange());
    bus.on("openPanel", (id) => this.show(id));
  }

  add(panel: Panel): void {
    this.panels.set(panel.id, panel);
    welcome(this.layout, panel, (id) => this.panels.get(id)?.order ?? 0);
    this.arrange();
  }

  list(): readonly Panel[] {
    return [...this.panels.values()];
  }

  isOpen(id: string): boolean {
    return this.panels.has(id) && frameOf(this.layout, id) !== null;
  }

  /** Open a panel, or bring its tab to the front. */
  show(id: string): boolean {
    const panel = this.panels.get(id);
    if (!panel) return false;
    openPanel(this.layout, panel);
    this.activate(id);
    return true;
  }

  toggle(id: string): void {
    const panel = this.panels.get(id);
    if (!panel) return;
    if (this.isOpen(id)) closePanel(this.layout, id);
    else {
      openPanel(this.layout, panel);
      this.narrowActive = id;
    }
    this.changed();
  }

  move(id: string, target: Target): void {
    if (!this.panels.has(id)) return;
    movePanel(this.layout, id, target);
    this.changed();
  }

  fold(side: Side): void {
    const state = this.layout.docks[side];
    state.folded = !state.folded;
    this.changed();
  }

  /** A copy of what is shown, to be kept under a name. */
  current(): Layout {
    return structuredClone(this.layout);
  }

  use(layout: Layout): void {
    this.layout = structuredClone(layout);
    this.welcomeAll();
  }

  usePreset(name: string): void {
    const layout = preset(name, this.panels.values());
    if (layout) this.use(layout);
  }

  restoreDefaults(): void {
    this.layout = emptyLayout();
    this.welcomeAll();
  }

  private welcomeAll(): void {
    for (const panel of this.panels.values()) {
      welcome(this.layout, panel, (id) => this.panels.get(id)?.order ?? 0);
    }
    this.changed();
  }

  private activate(id: string): void {
    const place = frameOf(this.layout, id);
    if (!place) return;
    place.frame.active = id;
    this.layout.docks[place.dock].folded = false;
    this.narrowActive = id;
    this.changed();
  }

  private changed(): void {
    keepCurrent(this.layout);
    this.arrange();
  }

  private host(dock: Dock): HTMLElement {
    return this.hosts.get(dock) as HTMLElement;
  }

  /** Frames as they are shown: those of panels that exist; on a phone all sides are one frame. */
  private framesOf(dock: Dock): Frame[] {
    const there = (frame: Frame): Frame => {
      const panels = frame.panels.filter((id) => this.panels.has(id));
      const active = panels.includes(frame.active) ? frame.active : (panels[0] ?? "");
      return { panels, active, sizePx: frame.sizePx };
    };
    const of = (each: Dock) => this.layout.docks[each].frames.map(there);
    const filled = (frames: Frame[]) => frames.filter((frame) => frame.panels.length > 0);
    if (!NARROW.matches || dock === "bottom") return filled(of(dock));
    if (dock === "right") return [];
    const merged = dock === "stage" ? of("stage") : [...of("right"), ...of("left")];
    const panels = merged.flatMap((frame) => frame.panels);
    const wanted = dock === "stage" ? merged[0]?.active : this.narrowActive;
    const active = panels.includes(wanted ?? "") ? (wanted as string) : (panels[0] ?? "");
    return filled([{ panels, active, sizePx: null }]);
  }

  private arrange(): void {
    this.root.classList.toggle("narrow", NARROW.matches);
    keepFocus(this.root, () => {
      for (const id of [...this.mounted.keys()]) if (!this.isOpen(id)) this.unmount(id);
      for (const dock of DOCKS) this.arrangeDock(dock);
    });
    this.tellSpaces();
    this.bus.emit("layout", undefined);
  }

  private arrangeDock(dock: Dock): void {
    const host = this.host(dock);
    const frames = this.framesOf(dock);
    const shape = JSON.stringify([NARROW.matches, frames.map((frame) => frame.panels)]);
    if (this.shape.get(dock) !== shape) {
      this.shape.set(dock, shape);
      host.replaceChildren(...frames.map((frame) => this.frameElement(dock, frame)));
    }
    frames.forEach((frame, at) => this.dress(dock, frame, host.children[at] as HTMLElement));
    host.classList.toggle("split", frames.length > 1);
    if (dock === "left" || dock === "right") {
      const { folded, sizePx } = this.layout.docks[dock];
      host.hidden = frames.length === 0 || (folded && !NARROW.matches);
      host.style.width = sizePx === null || NARROW.matches ? "" : `${sizePx}px`;
      const tab = this.folds.get(dock) as HTMLButtonElement;
      (tab.parentElement as HTMLElement).hidden = frames.length === 0;
      tab.parentElement?.classList.toggle("folded", folded);
      tab.setAttribute("aria-expanded", String(!folded));
      tab.replaceChildren(icon((dock === "left") === folded ? ICONS.right : ICONS.left, 13));
    }
  }

  private frameElement(dock: Dock, frame: Frame): HTMLElement {
    const made = element("div", "frame", ...frame.panels.map((id) => this.mount(id).section));
    if (dock === "left" || dock === "right") {
      const first = frame.panels[0] as string;
      const own = () => frameOf(this.layout, first)?.frame;
      made.append(
        edge({
          label: `Height of ${this.panels.get(first)?.title ?? "the frame"}`,
          axis: "y",
          sign: 1,
          least: HEIGHT_PX.least,
          most: () => HEIGHT_PX.most,
          now: () => made.offsetHeight,
          set: (px) => {
            const kept = own();
            if (kept) kept.sizePx = px;
            setHeight(made, px);
          },
          done: () => keepCurrent(this.layout),
        }),
      );
    }
    return made;
  }

  private dress(dock: Dock, frame: Frame, made: HTMLElement): void {
    made.dataset["count"] = String(frame.panels.length);
    if (dock === "left" || dock === "right") setHeight(made, NARROW.matches ? null : frame.sizePx);
    const members = frame.panels.map((id) => this.panels.get(id) as Panel);
    for (const panel of members) {
      const mounted = this.mount(panel.id);
      mounted.section.hidden = panel.id !== frame.active;
      mounted.body.role = members.length > 1 ? "tabpanel" : null;
      mounted.body.ariaLabel = members.length > 1 ? panel.title : null;
      fillHead(mounted.head, panel, members, this.actions(panel, dock));
      if (!mounted.section.hidden) this.start(panel, mounted);
    }
  }

  private mount(id: string): Mounted {
    const known = this.mounted.get(id);
    if (known) return known;
    const panel = this.panels.get(id) as Panel;
    const section = element("section", panel.dock === "stage" ? "panel bare" : "panel");
    section.dataset["panel"] = id;
    section.setAttribute("aria-label", panel.title);
    const head = element("header", "panel-head");
    const body = element("div", "panel-body");
    body.id = `panel-${id}`;
    section.append(head, body);
    makeDraggable(head, this.root, {
      title: panel.title,
      icon: panel.icon,
      landingAt: (x, y) => this.landingAt(id, x, y),
      drop: (target) => this.move(id, target),
    });
    const mounted: Mounted = { section, head, body, unmount: null };
    this.mounted.set(id, mounted);
    return mounted;
  }

  /** Start a panel that is seen for the first time: on the page, since it may look at its size. */
  private start(panel: Panel, mounted: Mounted): void {
    if (mounted.unmount) return;
    try {
      mounted.unmount = panel.mount(mounted.body, this.context);
    } catch (fault) {
      mounted.unmount = () => undefined;
      mounted.body.append(element("p", "empty", "This panel could not start."));
      console.error(`panel ${panel.id} could not start`, fault);
    }
  }

  private unmount(id: string): void {
    const mounted = this.mounted.get(id);
    this.mounted.delete(id);
    mounted?.unmount?.();
    mounted?.section.remove();
  }

  private actions(panel: Panel, dock: Dock): HeadActions {
    const { id } = panel;
    const frames = this.framesOf(dock);
    const at = frames.findIndex((frame) => frame.panels.includes(id));
    const alone = (frames[at]?.panels.length ?? 1) === 1;
    const above = frames[at - 1]?.panels[0] ?? null;
    return {
      dock,
      alone,
      narrow: NARROW.matches,
      choose: (other) => {
        this.activate(other);
        this.mounted.get(other)?.head.querySelector<HTMLElement>("[aria-selected=true]")?.focus();
      },
      close: () => this.toggle(id),
      up: () => above !== null && this.move(id, { kind: "frame", dock, before: above }),
      above,
      aboveTitle: this.panels.get(above ?? "")?.title ?? "",
      drag: (handle, other) =>
        makeDraggable(handle, this.root, {
          title: other.title,
          icon: other.icon,
          landingAt: (x, y) => this.landingAt(other.id, x, y),
          drop: (target) => this.move(other.id, target),
        }),
      move: (target) => this.move(id, target),
    };
  }

  private landingAt(id: string, x: number, y: number): Landing | null {
    if (NARROW.matches) return null;
    const places: Place[] = [];
    for (const dock of DOCKS) {
      const host = this.host(dock);
      this.framesOf(dock).forEach((frame, at) => {
        const box = host.children[at]?.getBoundingClientRect();
        const other = frame.panels.find((each) => each !== id) ?? id;
        if (box && box.width > 0) places.push({ dock, id: other, box });
      });
    }
    return landing(id, x, y, places, this.free());
  }

  /** The part of the stage that no dock covers. */
  private free(): DOMRect {
    const whole = this.root.getBoundingClientRect();
    const left = this.host("left").getBoundingClientRect();
    const right = this.host("right").getBoundingClientRect();
    const bottom = this.host("bottom").getBoundingClientRect();
    const from = left.width > 0 ? left.right : whole.left;
    const to = right.width > 0 ? right.left : whole.right;
    const floor = bottom.height > 0 ? bottom.top : whole.bottom;
    const top = whole.top + 68;
    return new DOMRect(from, top, Math.max(0, to - from), Math.max(0, floor - top));
  }

  private tellSpaces(): void {
    const width = (dock: Side) => (NARROW.matches ? 0 : this.host(dock).offsetWidth);
    for (const dock of SIDES) this.root.style.setProperty(`--${dock}-space`, `${width(dock)}px`);
    this.root.style.setProperty("--bottom-space", `${this.host("bottom").offsetHeight}px`);
  }

  private edgeOf(side: Side): HTMLElement {
    const host = this.host(side);
    const fold = button(`Fold the ${side} dock`, ICONS.left, () => this.fold(side));
    fold.classList.add("fold");
    this.folds.set(side, fold);
    const grip = edge({
      label: `Width of the ${side} dock`,
      axis: "x",
      sign: side === "left" ? 1 : -1,
      least: WIDTH_PX.least,
      most: () => Math.min(WIDTH_PX.most, innerWidth * MOST_SHARE),
      now: () => host.offsetWidth,
      set: (px) => {
        this.layout.docks[side].sizePx = px;
        host.style.width = px === null ? "" : `${px}px`;
      },
      done: () => keepCurrent(this.layout),
    });
    return element("div", `dock-edge dock-edge-${side}`, grip, fold);
  }
}

function setHeight(frame: HTMLElement, px: number | null): void {
  frame.style.flexBasis = px === null ? "" : `${px}px`;
  frame.classList.toggle("sized", px !== null);
}
