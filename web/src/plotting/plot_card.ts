// One plot: its legend, its chart, and the ways to change both.

import type { PanelContext } from "../panel";
import { button, element, icon, setText } from "../ui/elements";
import { ICONS } from "../ui/icons";
import { keepFocus } from "../ui/keep_focus";
import type { Chart, Line } from "./chart";
import { figures, lineColour } from "./chart_style";
import type { Picture } from "./export";
import { FieldPicker } from "./field_picker";
import { nameParts, shortName } from "./fields";
import type { Sampler, Stretch } from "./sampler";
import type { Kind, PlotState } from "./saved";
import { SpectrumChart } from "./spectrum_chart";
import { TimeChart } from "./time_chart";
import type { Trace } from "./trace";
import type { View } from "./view";
import { XyChart } from "./xy_chart";

const KINDS: Record<Kind, string> = { time: "Over time", xy: "X against y", spectrum: "Spectrum" };
const EMPTY = "No field yet. Choose some with Fields.";

export interface CardOwner {
  readonly context: PanelContext;
  readonly sampler: Sampler;
  readonly view: View;
  /** Fields, kind or zoom changed. */
  readonly changed: () => void;
  readonly remove: (card: PlotCard) => void;
}

export class PlotCard {
  readonly root = element("section", "plot-card");
  private readonly legend = element("ul", "plot-legend");
  private readonly body = element("div", "plot-body");
  private readonly words = element("p", "plot-words");
  private readonly pick: HTMLButtonElement;
  private readonly tools: HTMLElement;
  private charts: Chart[] = [];
  private difference: { chart: TimeChart; host: HTMLElement } | null = null;
  private values: { value: HTMLElement; field: string }[] = [];
  private picker: FieldPicker | null = null;
  private shownStretch: Stretch = { from: 0, to: 1 };
  private readonly undo: () => void;

  constructor(
    private readonly owner: CardOwner,
    readonly state: PlotState,
  ) {
    this.pick = element("button", "action plot-fields", icon(ICONS.search, 14), "Fields");
    this.pick.type = "button";
    this.pick.setAttribute("aria-expanded", "false");
    this.pick.addEventListener("click", () => this.showPicker(this.picker === null));
    const remove = button("Remove this plot", ICONS.close, () => owner.remove(this));
    this.tools = element("div", "plot-card-tools", this.pick, this.kinds(), remove);
    this.root.setAttribute("aria-label", "Plot");
    this.words.setAttribute("aria-live", "off");
    this.root.append(this.tools, this.legend, this.body, this.words);
    this.undo = owner.context.store.bus.on("theme", () => this.rebuild());
    this.rebuild();
  }

  has(field: string): boolean {
    return this.state.fields.includes(field);
  }

  toggle(field: string): void {
    const { fields } = this.state;
    this.state.fields = this.has(field) ? fields.filter((each) => each !== field) : [...fields, field];
    this.rebuild();
    this.owner.changed();
  }

  update(stretch: Stretch): void {
    this.shownStretch = stretch;
    this.showDifference();
    for (const chart of this.charts) chart.update(stretch);
    this.difference?.chart.update(stretch);
    const { sampler, view } = this.owner;
    const at = view.momentS;
    for (const { value, field } of this.values) {
      const trace = sampler.trace(field);
      const now = at === null ? trace.newest : trace.at(at);
      setText(value, trace.unit ? `${figures(now)} ${trace.unit}` : figures(now));
    }
    const said = this.charts.map((chart) => chart.words()).find(Boolean) ?? "";
    const { complaint } = sampler;
    setText(this.words, complaint || said || (this.state.fields.length ? "" : EMPTY));
    this.words.hidden = this.words.textContent === "";
  }

  get hasTwoAxes(): boolean {
    return this.state.kind === "time" && new Set(this.traces().map(({ unit }) => unit)).size > 1;
  }

  /** What it shows, for a table. */
  traces(): Trace[] {
    return this.state.fields.flatMap((field) => this.owner.sampler.all(field));
  }

  picture(): Picture {
    const charts = [...this.charts, ...(this.difference ? [this.difference.chart] : [])];
    return {
      canvases: charts.flatMap(({ canvas }) => canvas ?? []),
      lines: this.lines()
        .filter((line) => !line.hidden)
        .map(({ field, colour }) => ({ name: field, colour, unit: this.owner.sampler.trace(field).unit })),
    };
  }

  destroy(): void {
    this.undo();
    this.picker?.destroy();
    this.clear();
    this.root.remove();
  }

  private lines(): Line[] {
    return this.state.fields.map((field, number) => ({
      field,
      colour: lineColour(number),
      hidden: this.state.hidden.includes(field),
    }));
  }

  private clear(): void {
    for (const chart of this.charts) chart.destroy();
    this.charts = [];
    this.difference?.chart.destroy();
    this.difference = null;
    this.body.replaceChildren();
  }

  private rebuild(): void {
    this.clear();
    const lines = this.lines();
    this.fillLegend(lines);
    this.body.hidden = lines.length === 0;
    if (!lines.length) return;
    const host = this.chartHost("plot-chart");
    const { sampler, context } = this.owner;
    const source = { host, sampler, lines };
    if (this.state.kind === "xy") this.charts = [new XyChart(source, context.store)];
    else if (this.state.kind === "spectrum") this.charts = [new SpectrumChart(source)];
    else this.charts = [new TimeChart(source, this.pointing())];
  }

  /** Differences of two runs stand in a chart of their own below. */
  private showDifference(): void {
    const wanted =
      this.state.kind === "time" && this.traces().some(({ run, length }) => run === "difference" && length);
    if (wanted === (this.difference !== null)) return;
    if (this.difference) {
      this.difference.chart.destroy();
      this.difference.host.remove();
      this.difference = null;
      return;
    }
    const host = this.chartHost("plot-chart plot-difference");
    const source = { host, sampler: this.owner.sampler, lines: this.lines() };
    host.before(element("p", "plot-subtitle", "Difference"));
    this.difference = { chart: new TimeChart(source, this.pointing(), true), host };
  }

  private chartHost(className: string): HTMLElement {
    const host = element("div", className);
    host.tabIndex = 0;
    host.setAttribute("role", "application");
    host.setAttribute(
      "aria-label",
      "Chart. Arrows move the cursor, enter shows that moment, plus and minus zoom, escape shows all.",
    );
    host.addEventListener("keydown", (event) => this.key(event));
    host.addEventListener("blur", () => this.owner.context.store.bus.emit("cursor", null));
    this.body.append(host);
    return host;
  }

  private pointing() {
    const { view, context, changed } = this.owner;
    return {
      store: context.store,
      twoAxes: () => view.twoAxes,
      zoomTo: (from: number, to: number) => {
        view.zoomTo(from, to);
        changed();
      },
      zoomOut: () => {
        view.zoom = null;
        changed();
      },
    };
  }

  private key(event: KeyboardEvent): void {
    const { view, context, changed } = this.owner;
    const { from, to } = this.shownStretch;
    const at = view.cursorS ?? to;
    const step = ((to - from) / 100) * (event.shiftKey ? 10 : 1);
    const point = (timeS: number) => context.store.bus.emit("cursor", Math.max(from, Math.min(to, timeS)));
    if (event.key === "ArrowLeft") point(at - step);
    else if (event.key === "ArrowRight") point(at + step);
    else if (event.key === "Enter") context.store.bus.emit("seek", { timeS: at });
    else if (event.key === "+" || event.key === "=") view.scale(0.5, this.shownStretch);
    else if (event.key === "-") view.scale(2, this.shownStretch);
    else if (event.key === "Escape" && view.zoom) view.zoom = null;
    else return;
    changed();
    event.preventDefault();
    event.stopPropagation();
  }

  private kinds(): HTMLSelectElement {
    const choice = element("select", "field");
    choice.setAttribute("aria-label", "Kind of plot");
    choice.append(...Object.entries(KINDS).map(([kind, title]) => new Option(title, kind)));
    choice.value = this.state.kind;
    choice.addEventListener("change", () => {
      this.state.kind = choice.value as Kind;
      this.rebuild();
      this.owner.changed();
    });
    return choice;
  }

  private fillLegend(lines: readonly Line[]): void {
    this.values = [];
    const rows = lines.map((line, number) => {
      const swatch = element("i", "plot-swatch");
      swatch.style.background = line.colour;
      const value = element("span", "plot-value", "–");
      this.values.push({ value, field: line.field });
      const axis = this.state.kind === "xy" && lines.length > 1 ? (number ? "y: " : "x: ") : "";
      const { head, tail, topic } = nameParts(line.field);
      const name = element(
        "span",
        "plot-name",
        element("span", "plot-head", axis + head),
        element("span", "", tail),
        element("small", "", topic),
      );
      const show = element("button", "plot-series", swatch, name, value);
      show.type = "button";
      show.title = `${line.field} (click to ${line.hidden ? "show" : "hide"})`;
      // A name that stays while the value changes.
      show.setAttribute("aria-label", `Line of ${shortName(line.field)}`);
      show.setAttribute("aria-pressed", String(!line.hidden));
      show.addEventListener("click", () => this.toggleHidden(line.field));
      const drop = button(`Take ${shortName(line.field)} out`, ICONS.close, () => this.toggle(line.field));
      return element("li", "", show, drop);
    });
    keepFocus(this.legend, () => this.legend.replaceChildren(...rows));
  }

  private toggleHidden(field: string): void {
    const { hidden } = this.state;
    const was = hidden.includes(field);
    this.state.hidden = was ? hidden.filter((each) => each !== field) : [...hidden, field];
    this.rebuild();
    this.owner.changed();
  }

  private showPicker(show: boolean): void {
    this.picker?.destroy();
    this.picker = null;
    this.pick.setAttribute("aria-expanded", String(show));
    if (!show) {
      this.pick.focus();
      return;
    }
    this.picker = new FieldPicker(
      this.owner.context,
      () => this.state.fields,
      (field) => this.toggle(field),
      () => this.showPicker(false),
    );
    this.tools.after(this.picker.root);
    this.picker.focus();
  }
}
