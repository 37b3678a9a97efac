// A search box over everything that may be plotted: type, arrows, enter.

import type { FieldRow } from "../generated/protocol";
import type { PanelContext } from "../panel";
import { element } from "../ui/elements";
import { poseRows } from "./fields";

const MOST_SHOWN = 80;
const MOST_ASKED = 400;
const SETTLE_MS = 120;
let pickers = 0;

export class FieldPicker {
  readonly root = element("div", "picker");
  private readonly input = element("input", "field");
  private readonly list = element("ul", "picker-list");
  private readonly note = element("p", "picker-note");
  private rows: FieldRow[] = [];
  private active = 0;
  private timer = 0;
  private asked = 0;

  constructor(
    private readonly context: PanelContext,
    private readonly chosen: () => readonly string[],
    private readonly toggle: (field: string) => void,
    private readonly close: () => void,
  ) {
    const { input, list } = this;
    list.id = `picker-${++pickers}`;
    list.setAttribute("role", "listbox");
    list.setAttribute("aria-label", "Fields");
    input.type = "search";
    input.placeholder = "Search: imu acceleration, height …";
    for (const [name, value] of Object.entries({
      role: "combobox",
      "aria-label": "Search fields",
      "aria-controls": list.id,
      "aria-expanded": "true",
      "aria-autocomplete": "list",
      autocomplete: "off",
    })) {
      input.setAttribute(name, value);
    }
    input.addEventListener("input", () => this.settle());
    input.addEventListener("keydown", (event) => this.key(event));
    this.root.append(input, list, this.note);
    void this.search();
  }

  focus(): void {
    this.input.focus();
  }

  destroy(): void {
    clearTimeout(this.timer);
    this.root.remove();
  }

  private settle(): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.search(), SETTLE_MS);
  }

  private async search(): Promise<void> {
    const { store, ask } = this.context;
    const number = ++this.asked;
    const text = this.input.value.trim().toLowerCase();
    const own = poseRows(store);
    let told: readonly FieldRow[] = [];
    let fault = "";
    const vehicle = store.selected?.item.name ?? "";
    if (store.answers("fields")) {
      try {
        told = (await ask("fields", { search: text, vehicle, most: MOST_ASKED })).rows;
      } catch (reason) {
        fault = reason instanceof Error ? reason.message : "";
      }
    } else fault = "This run does not tell the fields of its topics.";
    if (number !== this.asked) return;
    const words = text.split(/\s+/).filter(Boolean);
    const fits = ({ name, path }: FieldRow) => {
      const where = `${name} ${path}`.toLowerCase();
      return words.every((word) => where.includes(word));
    };
    this.rows = [...own, ...told].filter(fits);
    this.active = 0;
    this.note.textContent = fault || this.remark();
    this.fill();
  }

  private remark(): string {
    if (!this.rows.length) return "Nothing fits.";
    return this.rows.length > MOST_SHOWN ? `The first ${MOST_SHOWN}; type to find more.` : "";
  }

  private fill(): void {
    const chosen = new Set(this.chosen());
    let topic: string | null = null;
    const lines: HTMLElement[] = [];
    this.rows.slice(0, MOST_SHOWN).forEach((row, number) => {
      if (row.topic !== topic) {
        topic = row.topic;
        const head = element("li", "picker-topic", topic || "Pose");
        head.setAttribute("role", "presentation");
        lines.push(head);
      }
      const unit = row.unit === "1" ? "" : row.unit;
      const line = element("li", "picker-row", element("span", "", row.path), element("small", "", unit));
      line.id = `${this.list.id}-${number}`;
      line.title = row.name;
      line.setAttribute("role", "option");
      line.setAttribute("aria-selected", String(chosen.has(row.name)));
      line.classList.toggle("active", number === this.active);
      line.addEventListener("pointerdown", (event) => event.preventDefault());
      line.addEventListener("click", () => this.choose(number));
      lines.push(line);
    });
    this.list.replaceChildren(...lines);
    this.follow();
  }

  private choose(number: number): void {
    const row = this.rows[number];
    if (!row) return;
    this.active = number;
    this.toggle(row.name);
    const at = this.list.scrollTop;
    this.fill();
    this.list.scrollTop = at;
    this.input.focus();
  }

  private key(event: KeyboardEvent): void {
    const shown = Math.min(this.rows.length, MOST_SHOWN);
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };
    const step = steps[event.key];
    if (step !== undefined && shown) {
      this.active = Math.max(0, Math.min(shown - 1, this.active + step));
      this.fill();
    } else if (event.key === "Enter") this.choose(this.active);
    else if (event.key === "Escape") this.close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  private follow(): void {
    const line = document.getElementById(`${this.list.id}-${this.active}`);
    if (line) this.input.setAttribute("aria-activedescendant", line.id);
    else this.input.removeAttribute("aria-activedescendant");
    line?.scrollIntoView({ block: "nearest" });
  }
}
