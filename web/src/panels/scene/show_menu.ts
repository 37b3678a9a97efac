// "Show": every overlay in one menu, in groups, with a search field; choices are remembered.

import { KEYS } from "../../keys";
import { element, icon } from "../../ui/elements";
import { ICONS } from "../../ui/icons";
import { keepFocus } from "../../ui/keep_focus";
import { allOverlays, onOverlays, type Overlay, type OverlayGroup } from "../../view/overlays";
import type { Stage } from "../../view/stage";
import type { TrailColour } from "../../view/trail_scale";
import type { TrailLength } from "../../view/trails";

const GROUPS: readonly OverlayGroup[] = [
  "Picture",
  "Trail",
  "Vehicle",
  "Firmware",
  "Forces and air",
  "Sensors",
];
const GAP_PX = 8;
const STORED = "simloop scene options 1";

interface Options {
  colour: TrailColour;
  length: TrailLength;
  others: boolean;
}

const COLOURS: Readonly<Record<TrailColour, string>> = { speed: "Speed", height: "Height", mode: "Mode" };
const SIZES: Readonly<Record<TrailLength, string>> = { short: "Short", long: "Long", longest: "Longest" };

export class ShowMenu {
  readonly root: HTMLElement;
  private readonly menu = element("div", "menu show-menu");
  private readonly list = element("div", "show-list");
  private readonly open: HTMLButtonElement;
  private readonly search = element("input", "field");
  private readonly options: Options;
  private readonly undo: (() => void)[] = [];

  constructor(
    private readonly stage: Stage,
    private readonly canTell: () => boolean,
    private readonly changed: () => void,
  ) {
    this.options = readOptions();
    this.open = element("button", "button show-open", icon(ICONS.layers), element("span", "", "Show"));
    this.open.type = "button";
    this.open.title = "What the scene shows";
    // The word is hidden on phones.
    this.open.setAttribute("aria-label", "Show");
    this.open.setAttribute("aria-expanded", "false");
    this.open.setAttribute("aria-controls", "show-menu");
    this.menu.id = "show-menu";
    this.open.addEventListener("click", () => this.toggle(Boolean(this.menu.hidden)));
    this.menu.hidden = true;
    // Above the page, since the stage would cut it off.
    this.menu.popover = "manual";
    this.menu.setAttribute("role", "group");
    this.menu.setAttribute("aria-label", "What the scene shows");
    this.search.type = "search";
    this.search.placeholder = "Find";
    this.search.setAttribute("aria-label", "Find something to show");
    this.search.addEventListener("input", () => this.fill());
    this.menu.append(this.search, this.list);
    this.root = element("div", "menu-wrap", this.open, this.menu);
    this.root.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || this.menu.hidden) return;
      this.toggle(false);
      this.open.focus();
    });
    this.root.addEventListener("focusout", ({ relatedTarget }) => {
      if (relatedTarget && !this.root.contains(relatedTarget as Node)) this.toggle(false);
    });
    const outside = (event: PointerEvent) => {
      if (!this.root.contains(event.target as Node)) this.toggle(false);
    };
    const close = () => this.toggle(false);
    document.addEventListener("pointerdown", outside);
    addEventListener("resize", close);
    this.undo.push(() => document.removeEventListener("pointerdown", outside));
    this.undo.push(() => removeEventListener("resize", close));
    this.undo.push(onOverlays(() => this.fill()));
    this.applyOptions();
  }

  dispose(): void {
    for (const undo of this.undo) undo();
  }

  private toggle(visible: boolean): void {
    if (visible === !this.menu.hidden) return;
    this.menu.hidden = !visible;
    this.menu.togglePopover(visible);
    this.open.setAttribute("aria-expanded", String(visible));
    if (!visible) return;
    this.fill();
    this.place();
    this.search.focus();
  }

  /** Below its button, within the page. */
  private place(): void {
    const { right, bottom } = this.open.getBoundingClientRect();
    const { style, offsetWidth } = this.menu;
    const top = bottom + GAP_PX;
    style.left = `${Math.max(GAP_PX, Math.min(right, innerWidth - GAP_PX) - offsetWidth)}px`;
    style.top = `${top}px`;
    style.maxHeight = `${innerHeight - top - GAP_PX}px`;
  }

  private fill(): void {
    if (this.menu.hidden) return;
    const wanted = this.search.value.trim().toLowerCase();
    const fits = (overlay: Overlay) =>
      `${overlay.title} ${overlay.group}`.toLowerCase().includes(wanted);
    const parts: HTMLElement[] = [];
    for (const group of GROUPS) {
      const found = allOverlays().filter((overlay) => overlay.group === group && fits(overlay));
      if (found.length === 0) continue;
      parts.push(element("h3", "show-group", group));
      for (const overlay of found) parts.push(this.line(overlay));
      if (group === "Trail" && !wanted) parts.push(...this.trailChoices());
    }
    if (parts.length === 0) parts.push(element("p", "empty", "Nothing of that name."));
    if (!wanted) parts.push(...this.foot());
    keepFocus(this.list, () => this.list.replaceChildren(...parts));
  }

  private line(overlay: Overlay): HTMLElement {
    return check(overlay.title, this.stage.overlays.isOn(overlay), (on) => {
      this.stage.overlays.set(overlay, on);
      this.changed();
    });
  }

  private trailChoices(): HTMLElement[] {
    return [
      choice("Colour by", COLOURS, this.options.colour, (colour) => this.set({ colour })),
      choice("Length", SIZES, this.options.length, (length) => this.set({ length })),
    ];
  }

  private foot(): HTMLElement[] {
    const parts: HTMLElement[] = [element("h3", "show-group", "Marks")];
    if (this.canTell()) {
      parts.push(
        check("Of other vehicles, too", this.options.others, (others) => this.set({ others })),
      );
    } else {
      parts.push(element("p", "show-note", "This run tells no details, so marks of vehicles stay empty."));
    }
    const keys = element("details", "show-keys", element("summary", "", "Keys"));
    const table = element("dl");
    for (const [key, meaning] of KEYS) {
      table.append(element("dt", "", key), element("dd", "", meaning));
    }
    keys.append(table);
    const reset = element("button", "menu-item", icon(ICONS.reset, 16), "As at first");
    reset.type = "button";
    reset.addEventListener("click", () => {
      this.stage.overlays.reset();
      this.set({ colour: "speed", length: "long", others: false });
      this.fill();
    });
    return [...parts, keys, reset];
  }

  private set(change: Partial<Options>): void {
    Object.assign(this.options, change);
    localStorage.setItem(STORED, JSON.stringify(this.options));
    this.applyOptions();
    this.changed();
  }

  private applyOptions(): void {
    const { colour, length, others } = this.options;
    const { fleet, details } = this.stage;
    if (fleet.scale.by !== colour) fleet.colourTrails(colour);
    fleet.measureTrails(length);
    details.others = others;
  }
}

function check(title: string, on: boolean, change: (on: boolean) => void): HTMLElement {
  const box = element("input");
  box.type = "checkbox";
  box.checked = on;
  box.addEventListener("change", () => change(box.checked));
  return element("label", "show-line", box, element("span", "", title));
}

function choice<K extends string>(
  title: string,
  words: Readonly<Record<K, string>>,
  now: K,
  change: (choice: K) => void,
): HTMLElement {
  const root = element("div", "show-choice");
  root.setAttribute("role", "radiogroup");
  root.setAttribute("aria-label", title);
  root.append(element("span", "show-choice-title", title));
  for (const key of Object.keys(words) as K[]) {
    const radio = element("input");
    radio.type = "radio";
    radio.name = `show ${title}`;
    radio.checked = key === now;
    radio.addEventListener("change", () => change(key));
    root.append(element("label", "show-pill", radio, element("span", "", words[key])));
  }
  return root;
}

function readOptions(): Options {
  const options: Options = { colour: "speed", length: "long", others: false };
  try {
    const stored = JSON.parse(localStorage.getItem(STORED) ?? "{}") as Partial<Options>;
    if (stored.colour && stored.colour in COLOURS) options.colour = stored.colour;
    if (stored.length && stored.length in SIZES) options.length = stored.length;
    options.others = stored.others === true;
  } catch {
    // What cannot be read was not ours.
  }
  return options;
}
