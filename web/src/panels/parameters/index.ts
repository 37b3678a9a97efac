// The firmware parameters of the selected vehicle: find, change, undo, save and load them.

import "./style.css";
import type { ParameterRow } from "../../generated/protocol";
import type { Panel, PanelContext } from "../../panel";
import { download } from "../../ui/download";
import { button, element, setText } from "../../ui/elements";
import { ICONS } from "../../ui/icons";
import { ofNow } from "../../ui/of_now";
import { holds, namesFirst, searchField } from "../../ui/search_field";
import { VirtualList } from "../../ui/virtual_list";
import { watch } from "../../watch";
import { fileText, readFile } from "./files";
import { isChanged, parameterRow, type Shown } from "./row";

const ROW_PX = 54;
const PER_SECOND = 2;
const MOST_COMPLAINTS = 4;

const panel: Panel = {
  id: "parameters",
  title: "Parameters",
  icon: ICONS.sliders,
  dock: "right",
  order: 4,
  open: false,
  mount: (host, context) => new Parameters(host, context).start(),
};

class Parameters {
  private vehicle = "";
  private rows: readonly ParameterRow[] = [];
  private values: readonly number[] = [];
  private readonly refusals = new Map<string, string>();
  private readonly list: VirtualList<Shown>;
  private readonly none = element("p", "empty");
  private readonly count = element("span", "parameter-count");
  private readonly told = element("div", "parameter-told");
  private readonly changed = element("button", "action", "Changed");
  private readonly file = element("input");
  private readonly tools: HTMLElement;
  private readonly now: ReturnType<typeof ofNow>;
  private readonly search = searchField("Find a parameter", () => this.fill());

  constructor(
    host: HTMLElement,
    private readonly context: PanelContext,
  ) {
    this.now = ofNow(context.store, "these values are");
    const actions = {
      set: (name: string, value: number | "default") => this.set(name, value),
      refuse: (name: string, reason: string) => this.refuse(name, reason),
    };
    this.list = new VirtualList(
      ROW_PX,
      ({ row }) => row.name,
      (item) => parameterRow(item, actions),
    );
    this.list.root.setAttribute("role", "group");
    this.list.root.setAttribute("aria-label", "Parameters");
    this.changed.type = "button";
    this.changed.title = "Only those that are not as the vehicle was made";
    this.changed.setAttribute("aria-pressed", "false");
    this.changed.addEventListener("click", () => {
      this.changed.setAttribute("aria-pressed", String(!this.onlyChanged));
      this.fill();
    });
    this.file.type = "file";
    this.file.accept = ".param,.params,.parm,.txt";
    this.file.hidden = true;
    this.file.addEventListener("change", () => void this.load());
    const save = button("Save to a file", ICONS.download, () => {
      download(fileText(this.rows, this.values), `${this.vehicle}.param`);
    });
    const load = button("Load a file", ICONS.upload, () => this.file.click());
    this.told.setAttribute("role", "status");
    this.tools = element("div", "parameter-tools", this.changed, this.count, save, load, this.file);
    host.append(this.now.root, this.search.root, this.tools, this.told, this.none, this.list.root);
  }

  start(): () => void {
    const { store } = this.context;
    const follow = () => this.follow();
    const undo = [
      this.now.close,
      store.bus.on("select", follow),
      store.bus.on("scene", follow),
      watch(
        this.context,
        "parameters",
        () => (this.rows.length ? { name: this.vehicle, values: true } : null),
        PER_SECOND,
        (answer) => this.take(answer.values),
        () => this.follow(true),
      ),
    ];
    this.follow();
    return () => {
      undo.forEach((off) => off());
      this.list.close();
    };
  }

  private get onlyChanged(): boolean {
    return this.changed.getAttribute("aria-pressed") === "true";
  }

  private follow(anew = false): void {
    const { store, ask } = this.context;
    const name = store.selected?.item.name ?? "";
    if (!store.hello) return this.say("Waiting for the run");
    if (name && name === this.vehicle && !anew) return;
    this.vehicle = name;
    if (!store.answers("parameters")) return this.say("This run does not tell of parameters");
    if (!name) return this.say("Choose a vehicle");
    ask("parameters", { name }).then(
      ({ rows, values }) => {
        if (this.vehicle !== name) return;
        this.rows = rows ?? [];
        this.values = values;
        this.refusals.clear();
        this.told.replaceChildren();
        this.show(true);
        this.fill();
      },
      (fault: unknown) => {
        if (this.vehicle === name) this.say(fault instanceof Error ? fault.message : "");
      },
    );
  }

  /** Say why there is nothing to see; with the next scene there may be. */
  private say(words: string): void {
    this.vehicle = "";
    this.rows = [];
    this.list.set([]);
    this.told.replaceChildren();
    setText(this.none, words);
    this.none.hidden = false;
    this.show(false);
  }

  private show(visible: boolean): void {
    for (const part of [this.search.root, this.tools, this.list.root]) part.hidden = !visible;
  }

  private take(values: readonly number[]): void {
    const same = values.every((value, at) => value === this.values[at]);
    this.values = values;
    if (!same) this.fill();
  }

  private fill(): void {
    const words = this.search.words();
    const all = this.rows.map((row, at) => ({
      row,
      value: this.values[at] ?? row.value,
      refusal: this.refusals.get(row.name) ?? "",
    }));
    const found = all.filter(
      (shown) =>
        holds(words, shown.row.name, shown.row.meaning) && (!this.onlyChanged || isChanged(shown)),
    );
    this.list.set(namesFirst(words, found, ({ row }) => row.name));
    const changed = all.filter(isChanged).length;
    const some = found.length < all.length;
    setText(this.count, some ? `${found.length} of ${all.length}` : `${all.length} · ${changed} changed`);
    this.none.hidden = found.length > 0;
    setText(this.none, words ? "No parameter has such a name" : "All are as the vehicle was made");
  }

  private refuse(name: string, reason: string): void {
    if (reason) this.refusals.set(name, reason);
    else this.refusals.delete(name);
    this.fill();
  }

  private set(parameter: string, value: number | "default"): void {
    void this.context.send("parameter", { name: this.vehicle, parameter, value }).then((answer) => {
      this.refuse(parameter, answer.state === "refused" ? answer.reason : "");
      this.refresh();
    });
  }

  private refresh(): void {
    this.context.ask("parameters", { name: this.vehicle, values: true }).then(
      ({ values }) => this.take(values),
      () => undefined,
    );
  }

  private async load(): Promise<void> {
    const file = this.file.files?.[0];
    this.file.value = "";
    if (!file) return;
    const read = readFile(await file.text(), this.rows, this.values);
    const count = Object.keys(read.values).length;
    let words = `${file.name}: ${count} set, ${read.same} as before`;
    if (count) {
      const answer = await this.context.send("parameter", { name: this.vehicle, values: read.values });
      if (answer.state === "refused") words = `${file.name}: nothing set, ${answer.reason}`;
    }
    const left = read.complaints.length - MOST_COMPLAINTS;
    const lines = read.complaints.slice(0, MOST_COMPLAINTS);
    if (left > 0) lines.push(`and ${left} more`);
    this.told.replaceChildren(
      element("p", "", words),
      ...lines.map((line) => element("p", "form-refusal", line)),
    );
    this.refresh();
  }
}

export default panel;
