// Let things fail: favourites by one click, everything else by choice, and an end to each.

import "./style.css";
import type { FailureKind, FailureRow } from "../../generated/protocol";
import type { Panel, PanelContext } from "../../panel";
import { button, element, icon, setText } from "../../ui/elements";
import { ICONS } from "../../ui/icons";
import { keepFocus } from "../../ui/keep_focus";
import { numberField } from "../../ui/number_field";
import { ofNow } from "../../ui/of_now";
import { watch } from "../../watch";
import { FAVOURITES } from "./favourites";
import { componentName, plainly, strengthName } from "./names";

const ASK_PER_S = 4;

const panel: Panel = {
  id: "failures",
  title: "Failures",
  icon: ICONS.failure,
  dock: "left",
  order: 1.7,
  open: false,
  mount(host, context) {
    return new FailuresPanel(host, context).dispose;
  },
};

class FailuresPanel {
  readonly dispose: () => void;
  private readonly about = element("p", "failures-about");
  private readonly favourites = element("div", "failures-favourites");
  private readonly active = element("ul", "failures-active");
  private readonly components = select("What fails");
  private readonly kinds = select("How it fails");
  private readonly meaning = element("p", "failures-meaning");
  private readonly numbers = element("div", "failures-numbers");
  private readonly which = numberField("Which one (0 for all)", "0");
  private readonly seconds = numberField("For how long, s");
  private readonly inject = element("button", "action", icon(ICONS.failure, 15), "Inject now");
  private readonly form = element("form", "failures-form");
  private rows: readonly FailureKind[] = [];
  private shownFor: string | null = null;
  private shownRows = "";

  constructor(
    host: HTMLElement,
    private readonly context: PanelContext,
  ) {
    const { store } = context;
    const now = ofNow(store, "these failures are");
    host.append(now.root);
    this.build(host);
    const off = [
      now.close,
      store.bus.on("select", () => this.learn()),
      store.bus.on("scene", () => this.learn()),
      watch(
        context,
        "failures",
        () => (this.vehicle === null ? null : { name: this.vehicle }),
        ASK_PER_S,
        ({ rows }) => this.showActive(rows),
        () => this.showActive([]),
      ),
    ];
    this.dispose = () => off.forEach((each) => each());
    this.learn();
  }

  private get vehicle(): string | null {
    return this.context.store.selected?.item.name ?? null;
  }

  private build(host: HTMLElement): void {
    this.inject.type = "submit";
    this.active.setAttribute("aria-label", "What fails now");
    this.seconds.input.placeholder = "until ended";
    this.form.append(
      element("div", "failures-what", this.components, this.kinds),
      this.meaning,
      this.numbers,
      element("div", "failures-numbers", this.which.root, this.seconds.root),
      this.inject,
    );
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.send();
    });
    this.components.addEventListener("change", () => this.showKinds());
    this.kinds.addEventListener("change", () => this.showNumbers());
    host.append(element("div", "failures", this.about, this.active, this.favourites, this.form));
  }

  /** Ask what the selected vehicle can have, once for each. */
  private learn(): void {
    const { store, ask } = this.context;
    const name = this.vehicle;
    const able = store.obeys("failure") && store.answers("failure_kinds");
    const words = !store.hello
      ? ""
      : !able
        ? "Nothing can be made to fail in this run."
        : name === null
          ? "Choose a vehicle."
          : "";
    setText(this.about, words);
    this.about.hidden = words === "";
    this.form.hidden = this.favourites.hidden = words !== "" || name === null;
    if (!able || name === null || name === this.shownFor) return;
    this.shownFor = name;
    ask("failure_kinds", { name })
      .then(({ rows }) => {
        if (this.vehicle === name) this.showCatalogue(rows);
      })
      .catch(() => (this.shownFor = null));
  }

  private showCatalogue(rows: readonly FailureKind[]): void {
    const before = this.components.value;
    this.rows = rows;
    const components = [...new Set(rows.map(({ component }) => component))];
    this.components.replaceChildren(
      ...components.map((name) => new Option(componentName(name), name)),
    );
    this.components.value = components.includes(before) ? before : (components[0] ?? "");
    const known = FAVOURITES.filter(({ component, kind }) =>
      rows.some((row) => row.component === component && row.kind === kind),
    );
    this.favourites.replaceChildren(
      ...known.map(({ title, icon: path, ...request }) => {
        const made = element("button", "failures-favourite", icon(path, 18), title);
        made.type = "button";
        made.addEventListener("click", () => this.command(request));
        return made;
      }),
    );
    this.showKinds();
  }

  private showKinds(): void {
    const rows = this.rows.filter(({ component }) => component === this.components.value);
    this.kinds.replaceChildren(...rows.map(({ kind }) => new Option(plainly(kind), kind)));
    this.showNumbers();
  }

  private get chosen(): FailureKind | undefined {
    const { components, kinds } = this;
    return this.rows.find(
      ({ component, kind }) => component === components.value && kind === kinds.value,
    );
  }

  private showNumbers(): void {
    const { chosen } = this;
    setText(this.meaning, chosen ? plainly(chosen.meaning) : "");
    const fields = Object.entries(chosen?.strength ?? {}).map(([name, value]) => {
      const field = numberField(strengthName(name), String(value));
      field.input.dataset["strength"] = name;
      return field.root;
    });
    this.numbers.replaceChildren(...fields);
    this.numbers.hidden = fields.length === 0;
  }

  private send(): void {
    const { chosen } = this;
    if (!chosen) return;
    const strength: Record<string, number> = {};
    for (const input of this.numbers.querySelectorAll("input")) {
      const name = input.dataset["strength"];
      if (name && input.value !== "") strength[name] = Number(input.value);
    }
    const duration_s = Number(this.seconds.input.value);
    this.command({
      component: chosen.component,
      kind: chosen.kind,
      instance: Math.round(Number(this.which.input.value)),
      strength,
      ...(duration_s > 0 ? { duration_s } : {}),
    });
  }

  private command(request: Readonly<Record<string, unknown>>): void {
    if (this.vehicle !== null) void this.context.send("failure", { name: this.vehicle, ...request });
  }

  private showActive(rows: readonly FailureRow[]): void {
    const key = rows.map(({ component, kind, instance }) => `${component} ${kind} ${instance}`).join();
    if (key !== this.shownRows) {
      this.shownRows = key;
      keepFocus(this.active, () => {
        this.active.replaceChildren(...rows.map((row) => this.activeLine(row)));
      });
    }
    this.active.hidden = rows.length === 0;
    this.active.querySelectorAll("small").forEach((words, at) => {
      const row = rows[at];
      if (row) setText(words, timeOf(row));
    });
  }

  private activeLine({ component, kind, instance }: FailureRow): HTMLElement {
    const name = `${componentName(component)}${instance ? ` ${instance}` : ""}: ${kind.replaceAll("_", " ")}`;
    const end = button(`End ${name}`, ICONS.close, () =>
      // What else fails on the same component ends with it: that is how the desk clears.
      this.command({ component, kind: "ok", instance }),
    );
    return element("li", "", icon(ICONS.failure, 15), element("span", "", name), element("small"), end);
  }
}

function timeOf({ running, seconds_to_change: left }: FailureRow): string {
  if (!running) return `in ${(left ?? 0).toFixed(0)} s`;
  return left === null ? "" : `${left.toFixed(0)} s left`;
}

function select(label: string): HTMLSelectElement {
  const made = element("select", "field");
  made.setAttribute("aria-label", label);
  return made;
}

export default panel;
