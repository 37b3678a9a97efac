// Lights, actors and obstacles: put one up near the selected vehicle, take one away.

import type { Environment, Item } from "../../generated/protocol";
import type { PanelContext } from "../../panel";
import { button, element, icon } from "../../ui/elements";
import { ICONS } from "../../ui/icons";
import { keepFocus } from "../../ui/keep_focus";
import { numberField, type NumberField } from "../../ui/number_field";

interface Sort {
  readonly id: string;
  readonly title: string;
  readonly kind: "light" | "actor" | "obstacle";
  readonly colour: string;
  readonly height_m: number;
  readonly arguments: Readonly<Record<string, unknown>>;
}

const SORTS: readonly Sort[] = [
  { id: "lamp", title: "Lamp", kind: "light", colour: "#ffd9a0", height_m: 4, arguments: { light: "point", intensity: 3 } },
  { id: "spot", title: "Spotlight", kind: "light", colour: "#ffffff", height_m: 8, arguments: { light: "spot", intensity: 6 } },
  { id: "balloon", title: "Balloon (to look at)", kind: "actor", colour: "#d55e00", height_m: 3, arguments: { shape: "sphere", radius_m: 0.6 } },
  { id: "block", title: "Block (to look at)", kind: "actor", colour: "#56b4e9", height_m: 0.5, arguments: { shape: "box", size_m: [1, 1, 1] } },
  { id: "wall", title: "Wall (to hit)", kind: "obstacle", colour: "#8a8f98", height_m: 1.5, arguments: { shape: "box", size_m: [0.4, 5, 3] } },
  { id: "pillar", title: "Pillar (to hit)", kind: "obstacle", colour: "#8a8f98", height_m: 3, arguments: { shape: "cylinder", radius_m: 0.4, length_m: 6 } },
];
const SHOWN = 40;
const AHEAD_M = 5;

export class Things {
  readonly root: HTMLElement;
  private readonly sort = element("select", "field");
  private readonly colour = element("input", "thing-colour");
  private readonly place = ["North, m", "East, m", "Height, m"].map(required);
  private readonly form: HTMLFormElement;
  private readonly list = element("ul", "thing-list");
  private readonly note = element("p", "surroundings-note", "This run takes no new things.");
  private readonly off: () => void;
  private obstacles: boolean | null = null;

  constructor(private readonly context: PanelContext) {
    this.sort.setAttribute("aria-label", "What to put up");
    this.sort.addEventListener("change", () => this.suggest());
    this.colour.type = "color";
    this.colour.setAttribute("aria-label", "Colour");
    this.list.setAttribute("aria-label", "Lights, actors and obstacles");
    this.form = this.makeForm();
    this.root = element("div", "", this.note, this.form, this.list);
    this.off = context.store.bus.on("scene", () => this.fill());
    this.offer(false);
    this.fill();
  }

  show(answer: Environment | null): void {
    const { store } = this.context;
    const able = store.obeys("insert");
    this.note.hidden = able || !store.hello;
    this.form.hidden = !able;
    this.offer(answer?.has_obstacles ?? false);
  }

  close(): void {
    this.off();
  }

  private makeForm(): HTMLFormElement {
    const add = element("button", "action", icon(ICONS.plus, 15), "Put up");
    add.type = "submit";
    const form = element(
      "form",
      "thing-form",
      element("div", "thing-row", this.sort, this.colour),
      element("div", "thing-place", ...this.place.map(({ root }) => root)),
      add,
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.putUp();
    });
    return form;
  }

  private get chosen(): Sort {
    return SORTS.find(({ id }) => id === this.sort.value) ?? (SORTS[0] as Sort);
  }

  /** Values that suit what is chosen, near the selected vehicle. */
  private suggest(): void {
    const { height_m, colour } = this.chosen;
    const near = this.context.store.selected?.latest;
    const values = [((near?.north ?? 0) + AHEAD_M).toFixed(1), (near?.east ?? 0).toFixed(1), String(height_m)];
    this.place.forEach(({ input }, at) => (input.value = values[at] ?? ""));
    this.colour.value = colour;
  }

  private offer(obstacles: boolean): void {
    if (this.obstacles === obstacles) return;
    this.obstacles = obstacles;
    const before = this.sort.value;
    const known = SORTS.filter(({ kind }) => obstacles || kind !== "obstacle");
    this.sort.replaceChildren(...known.map(({ id, title }) => new Option(title, id)));
    this.sort.value = known.some(({ id }) => id === before) ? before : (known[0] as Sort).id;
    this.suggest();
  }

  private putUp(): void {
    const { store, send } = this.context;
    const { id, kind, arguments: own } = this.chosen;
    const [north, east, height] = this.place.map(({ input }) => Number(input.value)) as [number, number, number];
    const name = freeName(id, store.items.values());
    const place = { position_ned_m: [north, east, -height], colour: this.colour.value };
    void send("insert", { kind, name, ...place, ...own });
  }

  private fill(): void {
    // Newest first: a forest must not hide what was just put up.
    const things = [...this.context.store.items.values()].filter(({ kind }) => kind !== "model").reverse();
    const lines = things.slice(0, SHOWN).map((item) => this.line(item));
    const more = things.length - lines.length;
    if (more > 0) lines.push(element("li", "thing-more", `and ${more} more`));
    keepFocus(this.list, () => this.list.replaceChildren(...lines));
    this.list.hidden = things.length === 0;
  }

  private line({ name, kind, look }: Item): HTMLLIElement {
    const { store, send } = this.context;
    const dot = element("i", "dot");
    dot.style.background = look?.colour ?? "var(--faint)";
    const made = element("li", "", dot, element("span", "", name), element("small", "", kind));
    if (store.obeys("remove")) {
      made.append(button(`Remove ${name}`, ICONS.trash, () => void send("remove", { name })));
    }
    return made;
  }
}

function required(title: string): NumberField {
  const field = numberField(title);
  field.input.required = true;
  return field;
}

function freeName(stem: string, items: Iterable<Item>): string {
  const taken = new Set([...items].map(({ name }) => name));
  let number = 1;
  while (taken.has(`${stem}_${number}`)) number++;
  return `${stem}_${number}`;
}
