// Looks into one entity: every column with its numbers as they are now, and every fact.

import "../../ui/virtual_list.css";
import "./style.css";
import type { EntityDetail } from "../../generated/protocol";
import type { Panel, PanelContext } from "../../panel";
import { element, setText } from "../../ui/elements";
import { clock } from "../../ui/format";
import { ICONS } from "../../ui/icons";
import { searchField } from "../../ui/search_field";
import { watch } from "../../watch";
import { columnView, type ColumnView } from "./column_row";
import { Group, inOrder, OpenGroups } from "./groups";
import { plotFields } from "./plot_fields";

const PER_SECOND = 8;
const MOST_ASKED = 120;

const panel: Panel = {
  id: "inspector",
  title: "Inspector",
  icon: ICONS.inspect,
  dock: "right",
  order: 3,
  open: false,
  mount: (host, context) => new Inspector(host, context).start(),
};

class Inspector {
  private detail: EntityDetail | null = null;
  private asked = "";
  private groups: Group[] = [];
  private publishers: ReadonlyMap<string, readonly string[]> = new Map();
  private readonly views = new Map<Element, ColumnView>();
  private readonly inSight = new Set<ColumnView>();
  private readonly opened = new OpenGroups();
  private readonly eye: IntersectionObserver;
  private readonly title = element("strong", "inspected-name");
  private readonly kind = element("small");
  private readonly moment = element("p", "inspected-moment");
  private readonly note = element("p", "empty");
  private readonly facts = element("dl", "facts");
  private readonly body = element("div", "groups");
  private readonly scroll: HTMLElement;
  private readonly search = searchField("Find a column", () => this.find());

  constructor(
    host: HTMLElement,
    private readonly context: PanelContext,
  ) {
    this.scroll = element("div", "long-list inspector-list", this.note, this.body, this.facts);
    this.moment.hidden = true;
    const head = element("div", "inspected", this.title, this.kind);
    host.append(head, this.search.root, this.moment, this.scroll);
    this.eye = new IntersectionObserver((seen) => this.look(seen), { root: this.scroll });
  }

  start(): () => void {
    const { store } = this.context;
    const load = () => this.load();
    const undo = [
      store.bus.on("select", load),
      store.bus.on("inspect", load),
      store.bus.on("scene", load),
      store.bus.on("past", () => this.tellMoment(store.now.tick)),
      watch(
        this.context,
        "columns",
        () => this.question(),
        PER_SECOND,
        (told) => {
          const byName = new Map(told.rows.map((row) => [row.name, row.values]));
          for (const view of this.inSight) view.show(byName.get(view.column.name) ?? []);
          this.tellMoment(told.tick);
        },
        () => this.reload(),
      ),
    ];
    this.load();
    return () => {
      undo.forEach((off) => off());
      this.eye.disconnect();
    };
  }

  private question(): Readonly<Record<string, unknown>> | null {
    if (!this.detail || !this.inSight.size) return null;
    const columns = [...this.inSight].slice(0, MOST_ASKED).map(({ column }) => column.name);
    const past = this.context.store.past;
    return { name: this.detail.name, columns, ...(past === null ? {} : { tick: past }) };
  }

  private look(seen: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of seen) {
      const view = this.views.get(target);
      if (!view) continue;
      if (isIntersecting) this.inSight.add(view);
      else this.inSight.delete(view);
    }
  }

  private reload(): void {
    this.asked = "";
    this.load();
  }

  private load(): void {
    const { store, ask } = this.context;
    const name = store.inspected;
    if (!store.hello) return this.say("Waiting for the run");
    if (!store.answers("inspect")) return this.say("This run does not tell of its columns");
    if (name === null) return this.say("Choose a vehicle, or an entity of the tree");
    if (name === this.asked) return;
    this.asked = name;
    const canPlot = store.answers("fields") && store.answers("topics");
    const topics = canPlot ? ask("topics") : Promise.resolve({ topics: null });
    Promise.all([ask("inspect", { name }), topics]).then(
      ([detail, told]) => {
        if (this.asked !== name) return;
        this.publishers = new Map(told.topics?.map((row) => [row.name, row.publishers]));
        this.show(detail);
      },
      (fault: unknown) => {
        if (this.asked === name) this.say(fault instanceof Error ? fault.message : "");
      },
    );
  }

  /** Say why there is nothing to see; with the next scene there may be. */
  private say(words: string): void {
    this.asked = "";
    this.detail = null;
    this.clear();
    setText(this.title, "");
    setText(this.kind, "");
    setText(this.note, words);
    this.note.hidden = false;
    this.search.root.hidden = true;
  }

  private clear(): void {
    this.eye.disconnect();
    this.views.clear();
    this.inSight.clear();
    this.groups = [];
    this.body.replaceChildren();
    this.facts.replaceChildren();
  }

  private show(detail: EntityDetail): void {
    this.clear();
    this.detail = detail;
    setText(this.title, detail.name);
    setText(this.kind, detail.kind === "model" ? "vehicle" : detail.kind);
    const vehicle = vehicleOf(detail.name);
    this.groups = inOrder(detail.components).map(
      (component) =>
        new Group(component, this.opened, (column) => {
          const fields = plotFields(column.name, vehicle, this.publishers);
          const view = columnView(column, this.context, () => detail.name, fields);
          this.views.set(view.root, view);
          this.eye.observe(view.root);
          return view;
        }),
    );
    this.body.replaceChildren(...this.groups.map(({ root }) => root));
    this.fillFacts(detail);
    this.search.root.hidden = detail.components.length === 0;
    this.find();
  }

  private fillFacts(detail: EntityDetail): void {
    const parent = detail.parent ? [{ name: "parent", value: detail.parent }] : [];
    const facts = [...parent, ...detail.facts];
    const rows = facts.map(({ name, value }) =>
      element("div", "fact", element("dt", "", name), element("dd", "", value)),
    );
    this.facts.replaceChildren(...rows);
    this.facts.setAttribute("aria-label", "Facts");
  }

  private find(): void {
    const words = this.search.words();
    for (const group of this.groups) group.search(words);
    const any = this.groups.some(({ root }) => !root.hidden);
    setText(this.note, this.groups.length ? "No column has such a name" : "It has no columns");
    this.note.hidden = any || !this.detail || (!this.groups.length && this.facts.childElementCount > 0);
    this.facts.hidden = words !== "";
  }

  /** While the past is shown, say which moment these numbers are of. */
  private tellMoment(tick: number): void {
    const { store } = this.context;
    this.moment.hidden = store.past === null;
    // What is edited is edited now, and these numbers are not.
    this.body.dataset["past"] = String(store.past !== null);
    if (store.past === null) return;
    const rate = store.hello?.tick_rate_hz ?? 1;
    const isPast = tick <= store.past;
    setText(
      this.moment,
      isPast ? `As it was at ${clock(tick / rate)}` : "The past is shown; these numbers are of now",
    );
  }
}

function vehicleOf(name: string): string {
  return name.split("::")[0] ?? name;
}

export default panel;
