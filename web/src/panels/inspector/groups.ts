// Components as groups that open and close; which are open is remembered.

import type { ComponentRow } from "../../generated/protocol";
import { keep, kept } from "../../kept";
import { element, icon } from "../../ui/elements";
import { ICONS } from "../../ui/icons";
import { holds } from "../../ui/search_field";
import type { ColumnView } from "./column_row";

const STORED = "simloop inspector groups";
const OPEN_AT_FIRST = ["body"];

/** What is open at first comes first, so that it is in sight. */
export function inOrder(components: readonly ComponentRow[]): ComponentRow[] {
  const first = components.filter((one) => OPEN_AT_FIRST.includes(one.name));
  return [...first, ...components.filter((one) => !OPEN_AT_FIRST.includes(one.name))];
}

export class OpenGroups {
  private readonly names: Set<string>;

  constructor() {
    const stored = kept(STORED);
    this.names = new Set(Array.isArray(stored) ? stored.map(String) : OPEN_AT_FIRST);
  }

  has(name: string): boolean {
    return this.names.has(name);
  }

  set(name: string, open: boolean): void {
    if (open) this.names.add(name);
    else this.names.delete(name);
    keep(STORED, [...this.names]);
  }
}

export class Group {
  readonly root: HTMLElement;
  private readonly head: HTMLButtonElement;
  private readonly body = element("div", "group-body");
  private readonly views = new Map<string, ColumnView>();
  private words = "";

  constructor(
    private readonly component: ComponentRow,
    private readonly opened: OpenGroups,
    private readonly make: (column: ComponentRow["columns"][number]) => ColumnView,
  ) {
    const kind = element("span", "group-kind", component.kind);
    kind.dataset["kind"] = component.kind;
    this.head = element(
      "button",
      "group-head",
      icon(ICONS.right, 12),
      element("span", "group-name", component.name),
      element("small", "", String(component.columns.length)),
      kind,
    );
    this.head.type = "button";
    this.head.title = component.meaning;
    this.head.addEventListener("click", () => {
      opened.set(component.name, !this.isOpen);
      this.fill();
    });
    this.root = element("section", "group", this.head, this.body);
    this.root.dataset["component"] = component.name;
    this.fill();
  }

  /** Show only what the words find; a group in which they find something is open. */
  search(words: string): void {
    this.words = words;
    this.fill();
  }

  get isOpen(): boolean {
    return this.words !== "" || this.opened.has(this.component.name);
  }

  private fill(): void {
    const found = this.component.columns.filter((column) =>
      holds(this.words, column.name, column.meaning, column.unit, column.frame, this.component.name),
    );
    this.root.hidden = found.length === 0;
    this.head.setAttribute("aria-expanded", String(this.isOpen));
    this.body.hidden = !this.isOpen;
    if (!this.isOpen) {
      this.body.replaceChildren();
      return;
    }
    const rows = found.map((column) => {
      let view = this.views.get(column.name);
      if (!view) this.views.set(column.name, (view = this.make(column)));
      return view.root;
    });
    this.body.replaceChildren(...rows);
  }
}
