// A message as lines of path and value that change in place.

import { element, icon, setText } from "../../ui/elements";
import { ICONS } from "../../ui/icons";
import { reading } from "../../ui/numbers";

const MOST_ELEMENTS = 36;

export class MessageView {
  readonly root = element("dl", "message-view");
  private readonly cells = new Map<string, HTMLElement>();

  /**
   * `unitOf` knows the unit of a number that can be plotted, and null for anything else;
   * `plot` is told the path of the one whose button was pressed.
   */
  constructor(
    private readonly unitOf: (path: string) => string | null = () => null,
    private readonly plot: (path: string) => void = () => undefined,
  ) {}

  show(values: unknown): void {
    const leaves = [...leavesOf(values, "")];
    if (leaves.length !== this.cells.size || leaves.some(([path]) => !this.cells.has(path))) {
      this.cells.clear();
      this.root.replaceChildren(...leaves.map(([path]) => this.line(path)));
    }
    for (const [path, value] of leaves) {
      const cell = this.cells.get(path);
      if (cell) setText(cell, value);
    }
  }

  private line(path: string): HTMLElement {
    const cell = element("dd");
    this.cells.set(path, cell);
    const unit = this.unitOf(path);
    const name = element("dt", "", path);
    name.title = path;
    const line = element("div", "message-line", name, cell);
    if (unit !== null) {
      line.append(element("small", "", unit === "1" ? "" : unit), this.plotButton(path));
    }
    return line;
  }

  private plotButton(path: string): HTMLElement {
    const button = element("button", "button", icon(ICONS.chart, 13));
    button.type = "button";
    button.title = `Plot ${path}`;
    button.setAttribute("aria-label", button.title);
    button.addEventListener("click", () => this.plot(path));
    return button;
  }
}

/** Paths and texts of all values; long lists of numbers stay on one line. */
function* leavesOf(value: unknown, path: string): Generator<[string, string]> {
  if (Array.isArray(value)) {
    const few = value.length <= 4 || value.length === 8 || value.length === 14;
    if (few && value.length) {
      for (const [at, each] of value.entries()) yield [`${path}[${at}]`, reading(each as number)];
      return;
    }
    const shown = value.slice(0, MOST_ELEMENTS).map((each) => reading(each as number));
    const same = shown.length > 1 && new Set(value).size === 1;
    yield [path, same ? `${value.length} × ${shown[0]}` : shown.join(", ") || "empty"];
  } else if (value !== null && typeof value === "object") {
    for (const [key, inner] of Object.entries(value)) {
      yield* leavesOf(inner, path ? `${path}.${key}` : key);
    }
  } else {
    yield [path, reading(value as number | string | boolean | null)];
  }
}
