// What may be done with the chosen vehicles: add one, order them about, remove them.

import type { PanelContext } from "../../panel";
import type { Vehicle } from "../../store";
import { button, element, icon, setText } from "../../ui/elements";
import { ICONS } from "../../ui/icons";
import { order as give } from "./obedience";

const BESIDE_M = 4;
const ORDERS: Record<string, string> = {
  arm: "Arm",
  disarm: "Disarm",
  hold: "Hold",
  return: "Return",
  land: "Land",
};

export class Orders {
  readonly root = element("div", "vehicle-orders");
  private readonly several = element("div", "vehicle-several");
  private readonly count = element("span", "vehicle-count");
  private readonly remove: HTMLButtonElement;
  private readonly adder: HTMLElement;
  private readonly undo: (() => void)[];

  constructor(
    private readonly context: PanelContext,
    private readonly chosen: () => Vehicle[],
  ) {
    this.remove = button("Remove the selected vehicle", ICONS.trash, () => {
      for (const { item } of this.chosen()) void context.send("remove", { name: item.name });
    });
    this.several.append(this.count, ...Object.entries(ORDERS).map((each) => this.order(...each)));
    const models = this.models();
    this.adder = element("div", "adder", models, this.add(models), this.remove);
    this.root.append(this.several, this.adder);
    this.undo = [
      context.store.bus.on("scene", () => {
        fillModels(models, context);
        this.show();
      }),
    ];
    this.show();
  }

  show(): void {
    const { store } = this.context;
    const vehicles = this.chosen();
    this.several.hidden = !store.obeys("order") || vehicles.length === 0;
    setText(this.count, vehicles.length > 1 ? `${vehicles.length} chosen` : "");
    this.count.hidden = vehicles.length < 2;
    const label = vehicles.length > 1 ? `Remove ${vehicles.length} vehicles` : "Remove the selected vehicle";
    this.remove.title = label;
    this.remove.setAttribute("aria-label", label);
    this.remove.disabled = vehicles.length === 0;
    this.adder.hidden = store.hello !== null && !store.obeys("spawn");
  }

  close(): void {
    this.undo.forEach((off) => off());
  }

  private order(order: string, title: string): HTMLButtonElement {
    const made = element("button", "vehicle-order", title);
    made.type = "button";
    made.addEventListener("click", () => {
      for (const { item } of this.chosen()) void give(this.context, item.name, order);
    });
    return made;
  }

  private models(): HTMLSelectElement {
    const models = element("select", "field");
    models.setAttribute("aria-label", "Model");
    fillModels(models, this.context);
    return models;
  }

  private add(models: HTMLSelectElement): HTMLButtonElement {
    const { store, send } = this.context;
    const add = element("button", "action", icon(ICONS.plus, 15), "Add");
    add.type = "button";
    add.addEventListener("click", () => {
      const taken = new Set([...store.items.values()].map((item) => item.name));
      let number = 0;
      while (taken.has(`${models.value}_${number}`)) number++;
      const home = store.selected?.item.home_ned_m ?? [0, 0, 0];
      const east = home[1] + BESIDE_M * store.vehicles.size;
      void send("spawn", {
        model: models.value,
        name: `${models.value}_${number}`,
        position_ned_m: [home[0], east, home[2]],
      });
    });
    return add;
  }
}

function fillModels(models: HTMLSelectElement, { store }: PanelContext): void {
  const known = store.hello?.vehicles ?? [];
  if (models.options.length === known.length) return;
  models.replaceChildren(...known.map((name) => new Option(name, name, false, name === "quad")));
}
