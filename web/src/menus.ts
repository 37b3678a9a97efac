// The menus of the bar on top: panels by subject with a search, and layouts by name.

import type { Docking } from "./dock";
import { dropNamed, keepNamed, namedLayouts, PRESETS } from "./layout_shelf";
import type { Panel } from "./panel";
import { moveFocus } from "./popup";
import type { Store } from "./store";
import { button, element, icon } from "./ui/elements";
import { ICONS } from "./ui/icons";
import { keepFocus } from "./ui/keep_focus";
import { holds, searchField } from "./ui/search_field";

const SUBJECTS: readonly [string, readonly string[]][] = [
  ["Stage", ["scene", "map"]],
  ["Vehicles", ["vehicles", "instruments", "rc", "failures", "parameters"]],
  ["World", ["world_control", "environment", "tree", "inspector", "topics"]],
  ["Time", ["timeline", "event_log", "plot"]],
];
/** With Alt, these letters open and close panels. */
export const PANEL_KEYS: Readonly<Record<string, string>> = {
  M: "map",
  V: "vehicles",
  I: "instruments",
  E: "event_log",
  P: "plot",
};

interface Menu {
  readonly wrap: HTMLElement;
  readonly menu: HTMLElement;
  readonly show: (visible: boolean) => void;
}

function dropDown(label: string, path: string, id: string, opened: () => void): Menu {
  const menu = element("div", "menu");
  menu.hidden = true;
  menu.id = id;
  const open = button(label, path, () => show(menu.hidden === true));
  open.append(element("span", "menu-word", label));
  open.setAttribute("aria-expanded", "false");
  open.setAttribute("aria-controls", id);
  const show = (visible: boolean) => {
    if (visible) opened();
    menu.hidden = !visible;
    open.setAttribute("aria-expanded", String(visible));
    if (visible) menu.querySelector<HTMLElement>("input, button")?.focus();
  };
  const wrap = element("div", "menu-wrap", open, menu);
  wrap.addEventListener("keydown", (event) => {
    if (menu.hidden) return;
    moveFocus(menu, event);
    if (event.key !== "Escape") return;
    show(false);
    open.focus();
  });
  wrap.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget && !wrap.contains(relatedTarget as Node)) show(false);
  });
  document.addEventListener("pointerdown", (event) => {
    if (!menu.hidden && !wrap.contains(event.target as Node)) show(false);
  });
  return { wrap, menu, show };
}

export function panelMenu(docking: Docking, store: Store): HTMLElement {
  const { root: search, words } = searchField("Find a panel", () => fill());
  search.classList.add("menu-search");
  const list = element("div", "menu-list");
  const { wrap, menu } = dropDown("Panels", ICONS.panels, "panel-menu", () => {
    search.value = "";
    fill();
  });
  const reset = item("reset", "Restore the layout", ICONS.reset, () => docking.restoreDefaults());
  menu.append(search, list, element("hr"), reset);
  const fill = () => {
    const parts: Node[] = [];
    for (const [subject, panels] of bySubject(docking.list())) {
      const found = panels.filter(({ title }) => holds(words(), title));
      if (found.length === 0) continue;
      parts.push(element("h3", "menu-subject", subject), ...found.map((panel) => line(panel)));
    }
    if (parts.length === 0) parts.push(element("p", "empty", "No such panel"));
    keepFocus(list, () => list.replaceChildren(...parts));
  };
  const line = (panel: Panel) => {
    const made = item(panel.id, panel.title, panel.icon, () => docking.toggle(panel.id));
    made.setAttribute("aria-pressed", String(docking.isOpen(panel.id)));
    const key = Object.keys(PANEL_KEYS).find((each) => PANEL_KEYS[each] === panel.id);
    if (key) made.append(element("kbd", "", `Alt ${key}`));
    return made;
  };
  search.addEventListener("keydown", (event) => {
    if (event.key === "Enter") list.querySelector<HTMLElement>(".menu-item")?.click();
  });
  store.bus.on("layout", () => menu.hidden || fill());
  return wrap;
}

function bySubject(panels: readonly Panel[]): [string, Panel[]][] {
  const left = new Map(panels.map((panel) => [panel.id, panel]));
  const found = SUBJECTS.map(([subject, ids]): [string, Panel[]] => {
    const own = ids.flatMap((id) => left.get(id) ?? []);
    own.forEach(({ id }) => left.delete(id));
    return [subject, own];
  });
  return [...found, ["More", [...left.values()]]];
}

export function layoutMenu(docking: Docking): HTMLElement {
  const name = element("input", "field");
  name.placeholder = "Name of this layout";
  name.maxLength = 40;
  name.setAttribute("aria-label", "Name of this layout");
  const keep = element("button", "action", icon(ICONS.save, 15), "Save");
  const form = element("form", "menu-form", name, keep);
  const own = element("div", "menu-list");
  const { wrap, menu, show } = dropDown("Layouts", ICONS.layout, "layout-menu", () => fill());
  const done = (press: () => void) => () => {
    press();
    show(false);
  };
  menu.append(element("h3", "menu-subject", "Made for"));
  for (const preset of Object.keys(PRESETS)) {
    menu.append(item(preset, preset, ICONS.layout, done(() => docking.usePreset(preset))));
  }
  const usual = item("usual", "The usual one", ICONS.reset, done(() => docking.restoreDefaults()));
  menu.append(usual, element("h3", "menu-subject", "Yours"), own, form);
  const fill = () => {
    const lines = [...namedLayouts()].map(([title, layout]) => {
      const use = item(`own ${title}`, title, ICONS.layout, done(() => docking.use(layout)));
      const drop = button(`Delete ${title}`, ICONS.trash, () => {
        dropNamed(title);
        fill();
        name.focus();
      });
      return element("div", "menu-row", use, drop);
    });
    own.replaceChildren(...(lines.length > 0 ? lines : [element("p", "empty", "None saved yet")]));
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const title = name.value.trim();
    if (!title) return;
    name.setCustomValidity(keepNamed(title, docking.current()) ? "" : "There are too many layouts.");
    if (!form.reportValidity()) return;
    name.value = "";
    fill();
  });
  name.addEventListener("input", () => name.setCustomValidity(""));
  return wrap;
}

function item(id: string, title: string, path: string, press: () => void): HTMLButtonElement {
  const made = element("button", "menu-item", icon(path, 16), element("span", "", title));
  made.type = "button";
  made.dataset["item"] = id;
  made.addEventListener("click", press);
  return made;
}
