// Everything in the world, by parents: find it, choose it, rename it, remove it.

import "./style.css";
import type { EntityRow } from "../../generated/protocol";
import type { Panel, PanelContext } from "../../panel";
import { button, element, icon, setText } from "../../ui/elements";
import { ICONS } from "../../ui/icons";
import { ofNow } from "../../ui/of_now";
import { searchField } from "../../ui/search_field";
import { VirtualList, type ListRow } from "../../ui/virtual_list";
import { linesOf, shapeOf, shortName, type Line, type Shape } from "./rows";

const ROW_PX = 30;
const INDENT_PX = 16;
// After these, things may have other names or be others.
const CHANGES = new Set(["rename", "undo", "redo", "remove", "spawn", "respawn", "insert"]);
const KINDS: Record<string, string> = {
  world: ICONS.globe,
  model: ICONS.copter,
  link: ICONS.joint,
  sensor: ICONS.sensor,
  light: ICONS.bulb,
  actor: ICONS.walker,
  obstacle: ICONS.cube,
};

const VEHICLES: Record<string, string> = {
  plane: ICONS.plane,
  vtol: ICONS.plane,
  rover: ICONS.rover,
  boat: ICONS.boat,
  box: ICONS.cube,
  sphere: ICONS.cube,
  cylinder: ICONS.cube,
};

const panel: Panel = {
  id: "tree",
  title: "Tree",
  icon: ICONS.tree,
  dock: "left",
  order: 3,
  open: false,
  mount: (host, context) => new Tree(host, context).start(),
};

class Tree {
  private shape: Shape = shapeOf([]);
  private lines: Line[] = [];
  private current: number | null = null;
  private readonly toggled = new Set<number>();
  private readonly list: VirtualList<Line>;
  private readonly none = element("p", "empty", "Nothing found");
  private readonly chosen = element("span", "tree-chosen");
  private readonly tools: HTMLButtonElement[];
  private readonly now: ReturnType<typeof ofNow>;
  private readonly name = element("input", "field tree-name");
  private readonly bar = element("div", "tree-bar");
  private readonly search = searchField("Find an entity", () => this.fill());

  constructor(
    host: HTMLElement,
    private readonly context: PanelContext,
  ) {
    this.list = new VirtualList(
      ROW_PX,
      ({ entity }) => `${entity.index}`,
      () => this.row(),
    );
    const root = this.list.root;
    root.classList.add("tree");
    root.tabIndex = 0;
    root.setAttribute("role", "tree");
    root.setAttribute("aria-label", "Entities of the world");
    root.addEventListener("keydown", (event) => this.press(event));
    this.tools = [
      button("Inspect", ICONS.inspect, () => this.inspect()),
      button("Rename", ICONS.edit, () => this.beginRename()),
      button("Remove", ICONS.trash, () => this.remove()),
    ];
    this.name.setAttribute("aria-label", "New name");
    this.name.hidden = true;
    this.name.addEventListener("keydown", (event) => this.endRename(event));
    this.name.addEventListener("blur", () => this.closeRename());
    this.bar.append(this.chosen, this.name, ...this.tools);
    this.none.hidden = true;
    this.now = ofNow(context.store, "these things are");
    host.append(this.now.root, this.search.root, root, this.none, this.bar);
  }

  start(): () => void {
    const { store } = this.context;
    const undo = [
      this.now.close,
      store.bus.on("scene", () => this.load()),
      store.bus.on("select", () => this.follow()),
      store.bus.on("inspect", () => this.follow()),
      store.bus.on("answer", ({ verb, state }) => {
        if (state === "executed" && CHANGES.has(verb)) this.load();
      }),
    ];
    this.fill();
    this.load();
    return () => {
      undo.forEach((off) => off());
      this.list.close();
    };
  }

  private load(): void {
    const { store, ask } = this.context;
    if (!store.hello) return;
    if (!store.answers("entities")) {
      setText(this.none, "This run does not tell what is in its world");
      this.none.hidden = false;
      return;
    }
    ask("entities").then(
      ({ rows }) => {
        this.shape = shapeOf(rows);
        this.follow();
      },
      () => undefined,
    );
  }

  /** Make the entity that is looked into the current one. */
  private follow(): void {
    const name = this.context.store.inspected;
    for (const row of this.shape.byIndex.values()) {
      if (row.name === name) this.current = row.index;
    }
    this.fill();
  }

  private fill(): void {
    this.lines = linesOf(this.shape, (row) => this.isOpen(row), this.search.words());
    if (this.currentLine < 0) this.current = this.lines[0]?.entity.index ?? null;
    this.list.set(this.lines);
    this.none.hidden = this.lines.length > 0;
    setText(this.none, this.search.words() ? "Nothing has such a name" : "The world is empty");
    const entity = this.entity;
    setText(this.chosen, entity ? entity.name : "");
    this.chosen.title = this.chosen.textContent ?? "";
    const [inspect, rename, remove] = this.tools as [HTMLButtonElement, HTMLButtonElement, HTMLButtonElement];
    inspect.disabled = !entity;
    rename.disabled = !entity || entity.kind === "world" || !this.context.store.obeys("rename");
    remove.disabled = !entity || !canGo(entity) || !this.context.store.obeys("remove");
    if (entity) this.list.root.setAttribute("aria-activedescendant", idOf(entity));
  }

  private get currentLine(): number {
    return this.lines.findIndex(({ entity }) => entity.index === this.current);
  }

  private get entity(): EntityRow | null {
    return this.lines[this.currentLine]?.entity ?? null;
  }

  private isOpen(row: EntityRow): boolean {
    // The world is open at first, and its things are not.
    return (row.kind === "world") !== this.toggled.has(row.index);
  }

  private toggle(row: EntityRow): void {
    if (!this.toggled.delete(row.index)) this.toggled.add(row.index);
    this.fill();
  }

  private goTo(number: number): void {
    const line = this.lines[Math.max(0, Math.min(this.lines.length - 1, number))];
    if (!line) return;
    this.current = line.entity.index;
    this.fill();
    this.list.reveal(this.currentLine);
  }

  private choose(row: EntityRow): void {
    const { store } = this.context;
    this.current = row.index;
    if (store.vehicles.has(row.index)) {
      store.select(row.index);
      store.inspect(null);
    } else {
      store.inspect(row.name);
    }
    this.fill();
  }

  private press(event: KeyboardEvent): void {
    const line = this.lines[this.currentLine];
    if (!line || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = this.currentLine;
    const keys: Record<string, () => void> = {
      ArrowDown: () => this.goTo(at + 1),
      ArrowUp: () => this.goTo(at - 1),
      Home: () => this.goTo(0),
      End: () => this.goTo(this.lines.length - 1),
      PageDown: () => this.goTo(at + this.list.page),
      PageUp: () => this.goTo(at - this.list.page),
      ArrowRight: () => {
        if (line.hasChildren && !line.open) this.toggle(line.entity);
        else if (line.open) this.goTo(at + 1);
      },
      ArrowLeft: () => {
        if (line.open && !this.search.words()) this.toggle(line.entity);
        else this.goTo(this.lines.findIndex(({ entity }) => entity.index === line.entity.parent));
      },
      Enter: () => this.choose(line.entity),
      " ": () => this.choose(line.entity),
      F2: () => this.beginRename(),
      Delete: () => this.remove(),
    };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  private inspect(): void {
    if (!this.entity) return;
    this.choose(this.entity);
    this.context.store.bus.emit("openPanel", "inspector");
  }

  private remove(): void {
    const entity = this.entity;
    if (entity && canGo(entity)) void this.context.send("remove", { name: entity.name });
  }

  private beginRename(): void {
    if (!this.entity || this.entity.kind === "world") return;
    this.name.value = this.entity.name;
    this.name.hidden = false;
    this.chosen.hidden = true;
    this.name.focus();
    this.name.select();
  }

  private endRename(event: KeyboardEvent): void {
    const entity = this.entity;
    if (event.key === "Escape") this.closeRename();
    if (event.key !== "Enter" || !entity) return;
    const given = this.name.value.trim();
    if (given && given !== entity.name) {
      const wasInspected = this.context.store.inspected === entity.name;
      void this.context.send("rename", { name: entity.name, new_name: given }).then((answer) => {
        const isVehicle = this.context.store.vehicles.has(entity.index);
        if (answer.state === "executed" && wasInspected && !isVehicle) {
          this.context.store.inspect(given);
        }
      });
    }
    this.closeRename();
    this.list.root.focus();
  }

  private closeRename(): void {
    this.name.hidden = true;
    this.chosen.hidden = false;
  }

  private picture(entity: EntityRow): string {
    const shape = this.context.store.vehicles.get(entity.index)?.item.look?.shape ?? "";
    return VEHICLES[shape] ?? KINDS[entity.kind] ?? ICONS.cube;
  }

  private row(): ListRow<Line> {
    const twist = element("span", "tree-twist", icon(ICONS.right, 12));
    const kind = element("span", "tree-kind");
    const name = element("span", "tree-label");
    const about = element("small");
    const root = element("div", "tree-row", twist, kind, name, about);
    root.setAttribute("role", "treeitem");
    let shown: Line | null = null;
    let shownPicture = "";
    twist.addEventListener("click", (event) => {
      event.stopPropagation();
      if (shown?.hasChildren) this.toggle(shown.entity);
    });
    root.addEventListener("click", () => shown && this.choose(shown.entity));
    root.addEventListener("dblclick", () => this.inspect());
    const show = (line: Line) => {
      shown = line;
      const { entity, level, open } = line;
      root.id = idOf(entity);
      root.style.paddingLeft = `${(level - 1) * INDENT_PX + 2}px`;
      root.setAttribute("aria-level", String(level));
      root.setAttribute("aria-posinset", String(line.place));
      root.setAttribute("aria-setsize", String(line.siblings));
      root.setAttribute("aria-selected", String(entity.index === this.current));
      if (line.hasChildren) root.setAttribute("aria-expanded", String(open));
      else root.removeAttribute("aria-expanded");
      twist.classList.toggle("leaf", !line.hasChildren);
      const picture = this.picture(entity);
      if (shownPicture !== picture) {
        shownPicture = picture;
        kind.replaceChildren(icon(picture, 16));
      }
      kind.style.color = this.context.store.vehicles.get(entity.index)?.colour ?? "";
      setText(name, shortName(entity));
      setText(about, entity.kind === "model" ? entity.model : entity.kind);
    };
    return { root, show };
  }
}

/** Links and sensors go with their vehicle only. */
function canGo(row: EntityRow): boolean {
  return ["model", "light", "actor"].includes(row.kind);
}

function idOf(row: EntityRow): string {
  return `tree-${row.index}`;
}

export default panel;
