// Plots of any field, stacked over one time axis.

import "./style.css";
import { Pace } from "../../pace";
import type { Panel, PanelContext } from "../../panel";
import { asCsv, asPng, fileName } from "../../plotting/export";
import { PlotCard } from "../../plotting/plot_card";
import { Sampler } from "../../plotting/sampler";
import { readPlots, savePlots, type PlotState } from "../../plotting/saved";
import { View, WINDOWS } from "../../plotting/view";
import { download } from "../../ui/download";
import { action, button, element } from "../../ui/elements";
import { ICONS } from "../../ui/icons";

const PER_S = 11;
const PLAIN_PER_S = 4;
const FIRST = "pose/height";
const FIRST_RECORDED = "sim/truth_state.pose.position.z";

const panel: Panel = {
  id: "plot",
  title: "Plot",
  icon: ICONS.chart,
  dock: "right",
  order: 1,
  open: true,
  mount(host, context) {
    const plots = new Plots(host, context);
    return () => plots.close();
  },
};

class Plots {
  private readonly root = element("div", "plots");
  private readonly stack = element("div", "plot-stack");
  private readonly saver = element("div", "plot-saver");
  private readonly tools: HTMLElement;
  private readonly sampler: Sampler;
  private readonly view: View;
  private readonly undo: (() => void)[];
  private readonly windows = new Map<number, HTMLButtonElement>();
  private readonly holder: HTMLButtonElement;
  private readonly enlarger: HTMLButtonElement;
  private large: HTMLElement | null = null;
  private cards: PlotCard[] = [];
  private readonly pace = new Pace(PER_S, PLAIN_PER_S);
  private fresh = true;

  constructor(
    private readonly host: HTMLElement,
    private readonly context: PanelContext,
  ) {
    const { store } = context;
    this.sampler = new Sampler(context);
    this.view = new View(store);
    this.holder = button("Hold still", ICONS.hold, () => this.hold(!this.view.held));
    this.enlarger = button("Enlarge", ICONS.fit, () => this.enlarge(this.large === null));
    const save = button("Save", ICONS.save, () => {
      this.saver.hidden = !this.saver.hidden;
      save.setAttribute("aria-expanded", String(!this.saver.hidden));
    });
    save.setAttribute("aria-expanded", "false");
    const more = button("New plot", ICONS.plus, () => this.add({ fields: [], hidden: [], kind: "time" }));
    this.tools = element("div", "plot-bar", this.windowChoice(), this.holder, more, save, this.enlarger);
    this.fillSaver();
    this.root.append(this.tools, this.saver, this.stack);
    host.append(this.root);
    this.restore();
    this.undo = [
      store.bus.on("render", () => this.draw()),
      store.bus.on("past", () => this.soon()),
      store.bus.on("cursor", (timeS) => {
        this.view.cursorS = timeS;
        this.soon();
      }),
      store.bus.on("plot", ({ field }) => this.plot(field)),
      store.bus.on("scene", () => this.restoreRecorded()),
    ];
    this.root.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.large) this.enlarge(false);
    });
  }

  close(): void {
    this.undo.forEach((off) => off());
    this.sampler.close();
    for (const card of this.cards) card.destroy();
    this.large?.remove();
    this.root.remove();
  }

  private get fields(): string[] {
    return this.cards.flatMap(({ state }) => state.fields);
  }

  private restore(): void {
    const saved = readPlots();
    if (saved) this.view.windowS = saved.window ?? Infinity;
    else if (this.recorded) this.view.windowS = Infinity;
    for (const state of saved?.plots ?? [this.first()]) this.addCard(state);
    this.showWindow();
    this.want();
  }

  /** What this is, a run or its recording, is told after the panel was opened. */
  private restoreRecorded(): void {
    if (!this.fresh || !this.context.store.hello) return;
    this.fresh = false;
    if (!this.recorded || readPlots()) return;
    for (const card of this.cards) card.destroy();
    this.cards = [];
    this.restore();
  }

  private get recorded(): boolean {
    return this.context.store.hello?.source === "recording";
  }

  private first(): PlotState {
    return { fields: [this.recorded ? FIRST_RECORDED : FIRST], hidden: [], kind: "time" };
  }

  private addCard(state: PlotState): PlotCard {
    const card = new PlotCard(
      {
        context: this.context,
        sampler: this.sampler,
        view: this.view,
        changed: () => this.changed(),
        remove: (which) => this.remove(which),
      },
      state,
    );
    this.cards.push(card);
    this.stack.append(card.root);
    return card;
  }

  private add(state: PlotState): void {
    this.addCard(state).root.scrollIntoView({ block: "nearest" });
    this.changed();
  }

  private remove(card: PlotCard): void {
    this.cards = this.cards.filter((each) => each !== card);
    card.destroy();
    if (!this.cards.length) this.addCard({ fields: [], hidden: [], kind: "time" });
    this.changed();
  }

  /** Somebody wants to see a field: in the first plot over time that has room for it. */
  private plot(field: string): void {
    if (this.fields.includes(field)) return;
    const card = this.cards.find(({ state }) => state.kind === "time" && state.fields.length === 0);
    if (card) card.toggle(field);
    else this.add({ fields: [field], hidden: [], kind: "time" });
  }

  private changed(): void {
    const { windowS } = this.view;
    const plots = this.cards.map(({ state }) => state);
    savePlots({ plots, window: Number.isFinite(windowS) ? windowS : null });
    this.want();
    this.soon();
  }

  private want(): void {
    const finely = this.cards.some(({ state }) => state.kind === "spectrum");
    this.sampler.want(this.fields, finely);
  }

  private soon(): void {
    this.pace.hurry();
  }

  private draw(): void {
    if (this.root.clientWidth === 0 || !this.pace.due()) return;
    const stretch = this.view.stretch(this.sampler, this.fields);
    this.sampler.look(this.view.zoom);
    this.view.twoAxes = this.cards.some((card) => card.hasTwoAxes);
    for (const card of this.cards) card.update(stretch);
    this.root.classList.toggle("zoomed", this.view.zoom !== null);
  }

  private hold(hold: boolean): void {
    this.view.hold(hold);
    this.holder.setAttribute("aria-pressed", String(hold));
    this.soon();
  }

  private windowChoice(): HTMLElement {
    const group = element("div", "segments");
    group.setAttribute("role", "group");
    group.setAttribute("aria-label", "Time shown");
    for (const seconds of WINDOWS) {
      const words = Number.isFinite(seconds) ? `${seconds} s` : "All";
      const press = element("button", "segment", words);
      press.type = "button";
      press.addEventListener("click", () => {
        this.view.windowS = seconds;
        this.view.zoom = null;
        this.showWindow();
        this.changed();
      });
      this.windows.set(seconds, press);
      group.append(press);
    }
    return group;
  }

  private showWindow(): void {
    for (const [seconds, press] of this.windows) {
      press.setAttribute("aria-pressed", String(seconds === this.view.windowS));
    }
  }

  private fillSaver(): void {
    this.saver.hidden = true;
    this.saver.append(
      action("Picture (PNG)", null, () => void this.savePicture()),
      action("Table (CSV)", null, () => this.saveTable()),
    );
  }

  private async savePicture(): Promise<void> {
    const { store } = this.context;
    const title = `${store.hello?.scenario ?? ""}, ${store.now.timeS.toFixed(1)} s`;
    // A small panel would make a small picture.
    this.root.classList.add("posing");
    await nextPicture();
    this.pace.hurry();
    this.draw();
    await nextPicture();
    const drawn = asPng(title, this.cards.map((card) => card.picture()));
    this.root.classList.remove("posing");
    download(await drawn, this.file("png"));
  }

  private saveTable(): void {
    const stretch = this.view.stretch(this.sampler, this.fields);
    const traces = [...new Set(this.cards.flatMap((card) => card.traces()))];
    download(asCsv(traces, stretch), this.file("csv"));
  }

  private file(ending: string): string {
    const { store } = this.context;
    return fileName(store.hello?.scenario ?? "", store.now.timeS, ending);
  }

  /** Over the scene, where there is room to look closely. */
  private enlarge(enlarge: boolean): void {
    this.enlarger.setAttribute("aria-pressed", String(enlarge));
    if (enlarge) {
      this.large = element("div", "plot-large", this.root);
      this.large.setAttribute("role", "region");
      this.large.setAttribute("aria-label", "Plots, enlarged");
      document.body.append(this.large);
      this.host.append(element("p", "empty", "Shown large, over the scene."));
    } else {
      this.host.replaceChildren();
      this.host.append(this.root);
      this.large?.remove();
      this.large = null;
    }
    this.enlarger.focus();
    this.soon();
  }
}

/** When sizes have changed and charts have followed. */
function nextPicture(): Promise<void> {
  return new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
}

export default panel;
