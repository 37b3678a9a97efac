// Three first steps in a strip on top, on the first visit and again from the help sheet.

import { currentToken } from "./api";
import type { Docking } from "./dock";
import type { PortLine } from "./generated/protocol";
import { keepText, keptText } from "./kept";
import { onFreeKeys } from "./keys";
import { overlay } from "./overlay";
import type { PanelContext } from "./panel";
import { sendProgram } from "./python_program";
import type { Store } from "./store";
import { copyFrom } from "./ui/clipboard";
import { action, button, element, icon, setText } from "./ui/elements";
import { ICONS } from "./ui/icons";

const SEEN = "simloop cards 1";
const FLY_PANEL = "rc";
const COMMAND = "simloop run --mavlink";

export class Cards {
  readonly root = element("aside", "first-steps");

  constructor(
    private readonly context: PanelContext,
    private readonly docking: Docking,
  ) {
    this.root.hidden = true;
    this.root.setAttribute("aria-label", "First steps");
    // Wherever the focus is: who has just come has pressed nothing yet.
    onFreeKeys(context.store.bus, (event) => {
      if (event.key === "Escape" && !this.root.hidden) this.hide();
    });
    const seen = keptText(SEEN) !== null;
    // Something must be there to take a first step with.
    const off = context.store.bus.on("scene", () => {
      off();
      if (!seen) this.show();
    });
  }

  /** A strip above the page, which makes room for it: nothing is covered. */
  show(): void {
    this.root.replaceChildren(
      element("h2", "", "First steps"),
      this.fly(),
      step(ICONS.antenna, "Connect", " a ground station or autopilot", () => [this.connect()]),
      step(ICONS.code, "Script", " it in Python", () => [this.script()]),
      button("Close the first steps (Esc)", ICONS.close, () => this.hide()),
    );
    this.place(true);
  }

  hide(): void {
    this.place(false);
    this.root.replaceChildren();
    keepText(SEEN, "seen");
  }

  private place(shown: boolean): void {
    this.root.hidden = !shown;
    document.documentElement.classList.toggle("with-first-steps", shown);
  }

  private fly(): HTMLElement {
    const go = chip(ICONS.keyboard, "Fly", " it with the keyboard", () => {
      const { store } = this.context;
      if (!store.selected) store.select(store.vehicles.keys().next().value ?? null);
      this.docking.show(FLY_PANEL);
      this.hide();
    });
    go.disabled = !this.docking.list().some(({ id }) => id === FLY_PANEL);
    go.title = go.disabled
      ? "This page has no panel for flying by hand. On a terminal, simloop run --rc keyboard does it."
      : "Take the sticks of the selected vehicle with W, A, S, D and the arrow keys, or with a gamepad.";
    return go;
  }

  private connect(): HTMLElement {
    const { ask, store } = this.context;
    const list = element("ul", "card-ports");
    const words = element("p", "", "Looking for the ports of this run …");
    const none = () => {
      setText(words, "This run has no port for them. Start one that has:");
      list.replaceChildren(copyLine(COMMAND));
    };
    if (store.answers("ports")) {
      ask("ports")
        .then(({ rows }) => {
          if (rows.length === 0) return none();
          setText(words, "This run can be reached here. QGroundControl finds it by itself on UDP 14550.");
          list.replaceChildren(...rows.map((row) => copyLine(addressOf(row), portWords(row))));
        })
        .catch(none);
    } else none();
    return element("section", "card", words, list);
  }

  private script(): HTMLElement {
    const text = sendProgram(firstCommand(this.context.store), location.origin, currentToken());
    const code = element("pre", "card-code", element("code", "", text));
    code.tabIndex = 0;
    code.setAttribute("aria-label", "Python program");
    const copy = action("Copy", ICONS.copy, () => undefined);
    copyFrom(copy, () => text);
    const words = element("p", "", "Runs as it is, beside this page:");
    return element("section", "card", words, code, copy);
  }
}

/** Fly somewhere, where vehicles take orders. */
function firstCommand(store: Store): Parameters<typeof sendProgram>[0] {
  const vehicle = store.selected ?? store.vehicles.values().next().value;
  if (!vehicle || !store.obeys("order")) return { verb: "speed", args: { factor: 2 } };
  const place = { north_m: 10, east_m: 10, altitude_m: 15 };
  return { verb: "order", args: { name: vehicle.item.name, order: "go_to", ...place } };
}

/** One word on a phone, the whole of it elsewhere. */
function chip(path: string, word: string, more: string, press: () => void): HTMLButtonElement {
  const made = element("button", "action", icon(path, 16), element("span", "", word));
  made.lastElementChild?.append(element("span", "more", more));
  made.type = "button";
  made.addEventListener("click", press);
  return made;
}

function step(path: string, word: string, more: string, content: () => Node[]): HTMLElement {
  return chip(path, word, more, () => overlay(word + more, content()));
}

function addressOf(row: PortLine): string {
  const first = row.numbers.split(/[- ]/)[0] ?? "";
  return `${row.kind}:${row.host || "127.0.0.1"}:${first}`;
}

function portWords(row: PortLine): string {
  const many = row.numbers.includes("-") ? ` (${row.numbers})` : "";
  return `${row.owner} ${row.waits ? "waits for you here" : "sends here"}${many}`;
}

function copyLine(text: string, words = ""): HTMLElement {
  const copy = button(`Copy ${text}`, ICONS.copy, () => undefined);
  copyFrom(copy, () => text);
  const line = element("li", "", element("code", "", text), copy);
  if (words) line.append(element("small", "", words));
  return line;
}
