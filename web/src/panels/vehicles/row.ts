// One vehicle in the list: colour, name, what it does, height, battery, health, seen or not.

import type { Vehicle } from "../../store";
import { button, element, icon, setText } from "../../ui/elements";
import { metres } from "../../ui/format";
import { ICONS } from "../../ui/icons";

const HEALTH = { good: ICONS.good, poor: ICONS.warn, lost: ICONS.bad } as const;

export interface RowActions {
  readonly choose: (vehicle: Vehicle, event: { ctrl: boolean; shift: boolean }) => void;
  readonly follow: (vehicle: Vehicle) => void;
  readonly hover: (vehicle: Vehicle | null) => void;
  readonly see: (vehicle: Vehicle) => void;
}

export class VehicleRow {
  readonly line: HTMLLIElement;
  private readonly press: HTMLButtonElement;
  private readonly name = element("span", "vehicle-name");
  private readonly failing = element("span");
  private readonly flag = element("span", "vehicle-flag", icon(ICONS.failure, 12), this.failing);
  private readonly height = element("span", "vehicle-alt");
  private readonly doing = element("span", "vehicle-doing");
  private readonly battery = element("span");
  private readonly health = element("span", "vehicle-health", this.battery);
  private readonly eye: HTMLButtonElement;
  private shownHealth = "";
  private shownSeen: boolean | null = null;

  constructor(
    readonly vehicle: Vehicle,
    actions: RowActions,
  ) {
    const dot = element("i", "dot");
    dot.style.background = vehicle.colour;
    const title = element("span", "vehicle-title", this.name, this.flag);
    this.press = element("button", "vehicle", dot, title, this.height, this.doing, this.health);
    this.press.type = "button";
    this.press.addEventListener("click", (event) => {
      actions.choose(vehicle, { ctrl: event.ctrlKey || event.metaKey, shift: event.shiftKey });
    });
    this.press.addEventListener("dblclick", () => actions.follow(vehicle));
    this.press.addEventListener("pointerenter", () => actions.hover(vehicle));
    this.press.addEventListener("pointerleave", () => actions.hover(null));
    this.eye = button("", ICONS.eye, () => actions.see(vehicle));
    this.eye.classList.add("vehicle-eye");
    this.line = element("li", "vehicle-line", this.press, this.eye);
  }

  /** Only what moves all the time. */
  showHeight({ latest }: Vehicle): void {
    setText(this.height, metres(-latest.down));
  }

  show(vehicle: Vehicle, chosen: boolean, first: boolean, seen: boolean): void {
    const { status, item } = vehicle;
    setText(this.name, item.name);
    this.showHeight(vehicle);
    const words = status ? [status.mode, status.doing].filter(Boolean).join(" · ") : item.model;
    setText(this.doing, words || item.model);
    const failures = status?.failures ?? [];
    setText(this.failing, failures.join(", "));
    this.flag.hidden = failures.length === 0;
    const battery = status?.battery ?? null;
    setText(this.battery, battery === null ? "" : `${Math.round(battery * 100)} %`);
    this.showHealth(status?.health ?? "good");
    // A name that stays while the numbers change.
    describe(this.press, item.name, `${words || item.model}, health ${status?.health ?? "good"}`);
    this.press.setAttribute("aria-pressed", String(chosen));
    this.press.classList.toggle("first", first);
    this.showSeen(item.name, seen);
  }

  scrollIntoView(): void {
    this.line.scrollIntoView({ block: "nearest" });
  }

  private showHealth(health: keyof typeof HEALTH): void {
    if (this.shownHealth === health) return;
    this.shownHealth = health;
    this.health.dataset["health"] = health;
    this.health.title = `health: ${health}`;
    this.health.replaceChildren(this.battery, icon(HEALTH[health], 15));
  }

  private showSeen(name: string, seen: boolean): void {
    if (this.shownSeen === seen) return;
    this.shownSeen = seen;
    this.line.classList.toggle("unseen", !seen);
    this.eye.replaceChildren(icon(seen ? ICONS.eye : ICONS.eyeOff, 15));
    this.eye.title = `${seen ? "Hide" : "Show"} ${name} in scene and map`;
    this.eye.setAttribute("aria-label", this.eye.title);
  }
}

function describe(target: HTMLElement, name: string, words: string): void {
  if (target.getAttribute("aria-label") !== name) target.setAttribute("aria-label", name);
  if (target.getAttribute("aria-description") !== words) target.setAttribute("aria-description", words);
}
