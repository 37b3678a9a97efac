// The sheet beside the map: items of the mission, their numbers, and what to do with them all.

import type { MissionItem } from "../../generated/protocol";
import type { Store } from "../../store";
import { download } from "../../ui/download";
import { action, button, element, icon, setText } from "../../ui/elements";
import { metres } from "../../ui/format";
import { ICONS } from "../../ui/icons";
import type { MissionDesk } from "./desk";
import { ends, isPlaced, newItem, takesOff, type DraftItem } from "./draft";
import { planFile, readPlan, waypointFile } from "./plan_files";
import { Profile } from "./profile";
import { estimate, stopsOf, stored } from "./route";

type NumberField = "altitude_m" | "hold_s" | "speed_mps" | "radius_m" | "turns" | "north_m" | "east_m" | "times";

const COMMANDS: readonly [string, string][] = [
  ["takeoff", "Take off"],
  ["waypoint", "Waypoint"],
  ["loiter_time", "Loiter for a time"],
  ["loiter_turns", "Loiter in turns"],
  ["loiter", "Loiter for ever"],
  ["land", "Land"],
  ["return", "Return home"],
  ["delay", "Wait"],
  ["jump", "Repeat"],
];
const MORE: Readonly<Record<string, string>> = {
  vtol_takeoff: "Take off, then cruise",
  vtol_land: "Hover and land",
  other: "Other command",
};
const FIELDS: readonly [NumberField, string, string, (item: MissionItem) => boolean][] = [
  ["altitude_m", "Altitude", "m", (item) => !["return", "delay", "jump", "land", "other"].includes(item.command)],
  ["hold_s", "Stay", "s", (item) => ["waypoint", "loiter_time", "delay"].includes(item.command)],
  ["turns", "Turns", "", (item) => item.command === "loiter_turns"],
  ["radius_m", "Radius", "m", (item) => item.command.startsWith("loiter")],
  ["times", "Times, −1 for ever", "", (item) => item.command === "jump"],
  ["speed_mps", "Speed from here", "m/s", (item) => !["jump", "return", "other"].includes(item.command)],
  ["north_m", "North of home", "m", (item) => !takesOff(item) && isPlaced(item)],
  ["east_m", "East of home", "m", (item) => !takesOff(item) && isPlaced(item)],
];
const USUAL_M = 10;

export class Editor {
  readonly root = element("div", "map-editor");
  private readonly list = element("ol", "map-items");
  private readonly sum = element("p", "map-sum");
  private readonly words = element("p", "map-words");
  private readonly profile = new Profile();
  private readonly undo: HTMLButtonElement;
  private readonly redo: HTMLButtonElement;
  private readonly upload: HTMLButtonElement;
  private readonly fly: HTMLButtonElement;
  private readonly file = element("input");

  constructor(
    private readonly desk: MissionDesk,
    private readonly store: Store,
    close: () => void,
  ) {
    this.undo = button("Undo the edit (Ctrl+Z)", ICONS.undo, () => desk.draft?.undo());
    this.redo = button("Redo the edit (Ctrl+Y)", ICONS.redo, () => desk.draft?.redo());
    this.words.setAttribute("role", "status");
    this.upload = action("Upload", ICONS.upload, () => void desk.upload(false));
    this.fly = action("Fly it", ICONS.fly, () => void desk.upload(true));
    this.fly.classList.add("main");
    this.file.type = "file";
    this.file.accept = ".plan,.waypoints,.txt,.json";
    this.file.hidden = true;
    this.file.addEventListener("change", () => void this.load());
    this.root.setAttribute("role", "group");
    this.root.setAttribute("aria-label", "Mission editor");
    this.root.append(
      element(
        "div",
        "map-editor-head",
        element("h3", "", "Mission"),
        this.undo,
        this.redo,
        button("Take what the vehicle holds", ICONS.download, () => desk.revert()),
        button("Close the editor", ICONS.close, close),
      ),
      this.list,
      element(
        "div",
        "map-row",
        action("Take off", ICONS.takeoff, () => this.addTakeoff()),
        action("Close the loop", ICONS.repeat, () => this.closeLoop()),
        action("Land at the end", ICONS.land, () => this.landAtEnd()),
      ),
      this.profile.canvas,
      this.sum,
      this.words,
      element("div", "map-row", this.upload, this.fly, action("Clear", ICONS.trash, () => desk.replace([]))),
      element(
        "div",
        "map-row quiet",
        action("Open", ICONS.open, () => this.file.click()),
        action(".plan", ICONS.save, () => this.save("plan")),
        action(".waypoints", ICONS.save, () => this.save("waypoints")),
        this.file,
      ),
    );
  }

  show(): void {
    const { desk } = this;
    this.root.hidden = !desk.editing;
    if (this.root.hidden) return;
    const focused = (document.activeElement as HTMLElement | null)?.dataset["field"];
    const items = desk.items;
    const draft = desk.draft;
    this.undo.disabled = !draft?.canUndo;
    this.redo.disabled = !draft?.canRedo;
    // None at all may be uploaded, too: that clears the mission.
    this.upload.disabled = !desk.held;
    this.fly.disabled = !desk.held || items.length === 0;
    if (!this.list.contains(document.activeElement) || draft?.chosen !== this.shownChosen || items !== this.shownItems) {
      this.shownChosen = draft?.chosen ?? null;
      this.shownItems = items;
      const empty = element("li", "empty", desk.held ? "Click on the map to add a waypoint" : this.why());
      this.list.replaceChildren(...(items.length > 0 ? items.map((item, at) => this.line(item, at)) : [empty]));
      if (focused) this.list.querySelector<HTMLElement>(`[data-field="${focused}"]`)?.focus();
    }
    this.profile.draw(items, desk.facts, draft?.chosen ?? null, this.store.selected?.colour ?? "#56b4e9");
    this.showSum(items);
    const general = desk.complaints.find(({ key }) => key === null);
    const words = general ? { level: general.level, text: general.words } : desk.words;
    setText(this.words, words?.text ?? (draft?.dirty ? "Not uploaded yet" : ""));
    this.words.dataset["level"] = words?.level ?? "info";
  }

  private shownChosen: number | null = null;
  private shownItems: readonly DraftItem[] = [];

  private why(): string {
    if (!this.store.answers("mission")) return "Missions are edited in a live run, not in a recording";
    return this.desk.refused || (this.store.selected ? "Asking the vehicle …" : "No vehicle is selected");
  }

  private showSum(items: readonly DraftItem[]): void {
    const { lengthM, timeS, endless } = estimate(items, this.desk.facts.cruiseMps);
    const minutes = Math.floor(timeS / 60);
    const clock = `${minutes}:${String(Math.round(timeS - 60 * minutes)).padStart(2, "0")}`;
    const way = `${metres(lengthM)} · about ${clock} min${endless ? " a lap" : ""}`;
    setText(this.sum, `${way} · ${stored(items)} of ${this.desk.facts.room} items`);
  }

  private line(item: DraftItem, at: number): HTMLLIElement {
    const { desk } = this;
    const chosen = item.key === desk.draft?.chosen;
    const number = element("span", "map-number", String(at + 1));
    const title = element("span", "map-item-title", titleOf(item, desk.items));
    const press = element("button", "map-item-press", number, title);
    press.type = "button";
    press.dataset["field"] = `item ${item.key}`;
    press.setAttribute("aria-expanded", String(chosen));
    press.addEventListener("click", () => desk.draft?.choose(chosen ? null : item.key));
    const line = element("li", chosen ? "map-item chosen" : "map-item", press);
    if (at === desk.held?.current && !desk.draft?.dirty) line.setAttribute("aria-current", "step");
    if (chosen) line.append(this.tools(item, at), this.fields(item));
    for (const { key, level, words } of desk.complaints) {
      if (key === item.key) line.append(element("p", `map-complaint level-${level}`, icon(ICONS[level], 13), words));
    }
    return line;
  }

  private tools(item: DraftItem, at: number): HTMLElement {
    const draft = this.desk.draft;
    const up = button("Move up", ICONS.up, () => draft?.reorder(item.key, -1));
    const down = button("Move down", ICONS.down, () => draft?.reorder(item.key, 1));
    const remove = button("Delete the item", ICONS.trash, () => draft?.remove(item.key));
    up.disabled = at === 0;
    down.disabled = at === this.desk.items.length - 1;
    up.dataset["field"] = "up";
    down.dataset["field"] = "down";
    remove.dataset["field"] = "remove";
    return element("div", "map-item-tools", up, down, remove);
  }

  private fields(item: DraftItem): HTMLElement {
    const box = element("div", "map-fields", this.commandField(item));
    if (item.command === "jump") box.append(this.targetField(item));
    for (const [name, title, unit, fits] of FIELDS) {
      if (fits(item)) box.append(this.numberField(item, name, unit ? `${title}, ${unit}` : title));
    }
    return box;
  }

  private commandField(item: DraftItem): HTMLElement {
    const choice = element("select", "field");
    const known = COMMANDS.some(([name]) => name === item.command);
    const options = known ? COMMANDS : [...COMMANDS, [item.command, MORE[item.command] ?? item.command] as const];
    choice.append(...options.map(([name, title]) => new Option(title, name, false, name === item.command)));
    choice.dataset["field"] = "command";
    choice.addEventListener("change", () => this.desk.draft?.change(item.key, this.as(item, choice.value)));
    return element("label", "map-field wide", "Command", choice);
  }

  private targetField(item: DraftItem): HTMLElement {
    const choice = element("select", "field");
    this.desk.items.forEach((other, at) => {
      if (other.command !== "jump") choice.append(new Option(`from item ${at + 1}`, String(at), false, at === item.to_item));
    });
    choice.dataset["field"] = "to_item";
    choice.addEventListener("change", () => this.desk.draft?.change(item.key, { to_item: Number(choice.value) }));
    return element("label", "map-field", "Where", choice);
  }

  private numberField(item: DraftItem, name: NumberField, title: string): HTMLElement {
    const input = element("input", "field");
    input.type = "number";
    input.step = "any";
    input.dataset["field"] = name;
    const value = item[name];
    input.value = value === null ? "" : String(Math.round(value * 100) / 100);
    if (name === "speed_mps") input.placeholder = "as before";
    input.addEventListener("change", () => {
      const told = input.value.trim() === "" ? null : Number(input.value);
      this.desk.draft?.change(item.key, { [name]: name === "times" && told !== null ? Math.round(told) : told });
    });
    return element("label", "map-field", title, input);
  }

  /** The values that make an item another command. */
  private as(item: DraftItem, command: string): Partial<MissionItem> {
    const stops = stopsOf(this.desk.items);
    const before = stops.filter(({ number }) => number < this.desk.items.indexOf(item)).at(-1);
    const place = {
      north_m: item.north_m ?? before?.north ?? 0,
      east_m: item.east_m ?? before?.east ?? 0,
      altitude_m: item.altitude_m ?? before?.altitude ?? USUAL_M,
    };
    const none = { north_m: null, east_m: null, altitude_m: null };
    const timed = ["waypoint", "loiter_time", "delay"].includes(command);
    return {
      command,
      ...(["return", "delay", "jump"].includes(command) ? none : place),
      hold_s: timed ? (item.hold_s ?? (command === "waypoint" ? 0 : 10)) : null,
      turns: command === "loiter_turns" ? (item.turns ?? 2) : null,
      radius_m: command.startsWith("loiter") ? (item.radius_m ?? (command === "loiter_turns" ? 15 : 0)) : null,
      to_item: command === "jump" ? Math.min(1, this.desk.items.length - 1) : null,
      times: command === "jump" ? (item.times ?? 1) : null,
    };
  }

  /** Add a waypoint at a place from home, as high as the one before; or on the leg to an item. */
  addWaypoint(north: number, east: number, leg: number | null = null): void {
    const { desk } = this;
    if (!desk.draft) return;
    const stops = stopsOf(desk.draft.items);
    const place = { command: "waypoint", north_m: round(north), east_m: round(east), hold_s: 0 };
    if (leg !== null) {
      const before = stops.filter(({ number }) => number < leg).at(-1);
      const altitude_m = before?.altitude ?? stops[0]?.altitude ?? USUAL_M;
      desk.draft.insert(leg, newItem({ ...place, altitude_m }));
      return;
    }
    const chosen = stops.find(({ item }) => item.key === desk.draft?.chosen);
    const flown = stops.filter(({ item }) => !ends(item));
    const altitude = (chosen && !ends(chosen.item) ? chosen : flown.at(-1))?.altitude ?? USUAL_M;
    const usual = desk.facts.onSurface ? 0 : Math.max(altitude, altitude > 0 ? 0 : USUAL_M);
    if (desk.draft.items.length === 0 && !desk.facts.onSurface) {
      desk.draft.add({ command: "takeoff", north_m: 0, east_m: 0, altitude_m: usual });
    }
    desk.draft.add({ ...place, altitude_m: usual });
  }

  private addTakeoff(): void {
    const items = this.desk.items;
    if (items[0] && takesOff(items[0])) {
      this.desk.draft?.choose(items[0].key);
      return;
    }
    const first = stopsOf(items)[0];
    const altitude_m = first && first.altitude > 0 ? first.altitude : USUAL_M;
    this.desk.draft?.insert(0, newItem({ command: "takeoff", north_m: 0, east_m: 0, altitude_m }));
  }

  private closeLoop(): void {
    const items = this.desk.items;
    const first = items.findIndex((item) => isPlaced(item) && !takesOff(item));
    const last = items.map((item) => isPlaced(item) && !ends(item)).lastIndexOf(true);
    if (first < 0 || last <= first || items.some((item) => item.command === "jump")) return;
    this.desk.draft?.insert(last + 1, newItem({ command: "jump", to_item: first, times: 1 }));
  }

  private landAtEnd(): void {
    const items = this.desk.items;
    if (items.some((item) => ["land", "vtol_land", "return"].includes(item.command))) return;
    const last = stopsOf(items).at(-1);
    const place = { north_m: last?.north ?? 0, east_m: last?.east ?? 0, altitude_m: 0 };
    this.desk.draft?.insert(items.length, newItem({ command: "land", ...place }));
  }

  private save(kind: "plan" | "waypoints"): void {
    const { desk } = this;
    const home = desk.held?.home;
    if (!home) {
      desk.say("warn", "The vehicle does not know its place on Earth yet");
      return;
    }
    const text = kind === "plan" ? planFile(desk.items, home, desk.facts.cruiseMps) : waypointFile(desk.items, home);
    download(text, `${desk.name}.${kind}`);
  }

  private async load(): Promise<void> {
    const { desk } = this;
    const file = this.file.files?.[0];
    this.file.value = "";
    const home = desk.held?.home;
    if (!file || !home) {
      if (file) desk.say("warn", "The vehicle does not know its place on Earth yet");
      return;
    }
    try {
      const { items, left } = readPlan(await file.text(), home);
      desk.replace(items);
      if (left > 0) desk.say("warn", `${left} parts of the file were left out: only simple items are known`);
      else desk.say("info", `${items.length} items from ${file.name}`);
    } catch (fault) {
      desk.say("bad", fault instanceof Error ? fault.message : "The file cannot be read.");
    }
  }
}

function titleOf(item: DraftItem, items: readonly DraftItem[]): string {
  const name = COMMANDS.find(([command]) => command === item.command)?.[1] ?? MORE[item.command] ?? item.command;
  if (item.command === "jump") {
    const times = (item.times ?? 0) < 0 ? "for ever" : `${item.times ?? 0} ×`;
    return `${name} from ${Math.min(items.length, (item.to_item ?? 0) + 1)}, ${times}`;
  }
  if (item.command === "other") return `${name} ${item.code ?? ""}`;
  const height = item.altitude_m !== null && !ends(item) ? ` · ${metres(item.altitude_m)}` : "";
  const stay = (item.hold_s ?? 0) > 0 ? ` · ${item.hold_s} s` : "";
  const speed = (item.speed_mps ?? 0) > 0 ? ` · ${item.speed_mps} m/s` : "";
  return name + height + stay + speed;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
