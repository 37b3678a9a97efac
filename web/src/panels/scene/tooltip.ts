// What the pointer is over: a halo around the vehicle, and a card with its name, height and speed.

import { groundSpeed } from "../../poses";
import type { Store } from "../../store";
import { element, setText } from "../../ui/elements";
import { metres } from "../../ui/format";
import { groundHeight } from "../../view/heights";
import type { Stage } from "../../view/stage";

export class Tooltip {
  readonly halo = element("div", "scene-halo");
  readonly card = element("div", "scene-card");
  private readonly name = element("strong");
  private readonly words = element("span");
  private index: number | null = null;

  constructor(
    private readonly store: Store,
    private readonly stage: Stage,
  ) {
    this.card.append(this.name, this.words);
    this.card.setAttribute("role", "status");
    this.hide();
  }

  hover(index: number | null): void {
    this.index = index;
    if (index === null) this.hide();
  }

  update(): void {
    const vehicle = this.index === null ? undefined : this.store.vehicles.get(this.index);
    const spot = vehicle && this.stage.spotOf(vehicle.index);
    if (!vehicle || !spot) return this.hide();
    const { item, shown, status, colour } = vehicle;
    const size = Math.max(30, this.stage.sizeOnPage(vehicle.index, item.look?.size_m ?? 1) * 1.25);
    this.halo.hidden = this.card.hidden = false;
    this.halo.style.width = this.halo.style.height = `${size.toFixed(0)}px`;
    this.halo.style.borderColor = colour;
    this.halo.style.transform = at(spot.x - size / 2, spot.y - size / 2);
    this.card.style.transform = at(spot.x + size / 2 + 8, spot.y + 8);
    setText(this.name, item.name);
    const height = -shown.down - groundHeight(this.store, shown.north, shown.east);
    const mode = status?.mode ? `${status.mode}, ` : "";
    setText(this.words, `${mode}${metres(height)} high, ${groundSpeed(shown).toFixed(1)} m/s`);
  }

  private hide(): void {
    this.halo.hidden = this.card.hidden = true;
  }
}

function at(x: number, y: number): string {
  return `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
}
