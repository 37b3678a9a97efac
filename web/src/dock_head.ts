// The head of a panel: its title or the tabs of its frame, and what can be done with it.

import type { Target } from "./layout";
import type { Dock, Panel } from "./panel";
import { popup, type Choice } from "./popup";
import { button, element, icon } from "./ui/elements";
import { ICONS } from "./ui/icons";
import { keepFocus } from "./ui/keep_focus";

export interface HeadActions {
  readonly dock: Dock;
  /** Is it the only panel of its frame? */
  readonly alone: boolean;
  readonly narrow: boolean;
  /** A panel of the frame above, with which a frame may be shared. */
  readonly above: string | null;
  readonly aboveTitle: string;
  readonly choose: (id: string) => void;
  readonly close: () => void;
  readonly up: () => void;
  readonly move: (target: Target) => void;
  readonly drag: (handle: HTMLElement, panel: Panel) => void;
}

export function fillHead(
  head: HTMLElement,
  panel: Panel,
  members: readonly Panel[],
  actions: HeadActions,
): void {
  const shape = JSON.stringify([
    members.map(({ id }) => id),
    actions.dock,
    actions.above,
    actions.narrow,
  ]);
  if (head.dataset["shape"] === shape) return;
  head.dataset["shape"] = shape;
  const name =
    members.length > 1
      ? tabs(panel, members, actions)
      : element("h2", "panel-title", icon(panel.icon, 15), panel.title);
  keepFocus(head, () => head.replaceChildren(name, tools(panel, actions)));
  const chosen = name.querySelector('[aria-selected="true"]');
  if (!chosen) return;
  // Of many tabs some are out of sight: never the chosen one.
  const hidden = chosen.getBoundingClientRect().right - name.getBoundingClientRect().right;
  name.scrollLeft += Math.max(0, hidden);
}

function tabs(panel: Panel, members: readonly Panel[], actions: HeadActions): HTMLElement {
  const list = element("div", members.length > 3 ? "tabs many" : "tabs");
  list.setAttribute("role", "tablist");
  list.setAttribute("aria-label", "Panels that share this frame");
  for (const member of members) {
    const tab = element("button", "tab", icon(member.icon, 15), element("span", "", member.title));
    tab.type = "button";
    tab.title = member.title;
    tab.setAttribute("role", "tab");
    tab.setAttribute("aria-selected", String(member === panel));
    tab.setAttribute("aria-controls", `panel-${member.id}`);
    tab.addEventListener("click", () => actions.choose(member.id));
    if (!actions.narrow && member !== panel) {
      // The head drags its own panel; another tab drags its.
      tab.addEventListener("pointerdown", (event) => event.stopPropagation());
      actions.drag(tab, member);
    }
    list.append(tab);
  }
  list.addEventListener("keydown", (event) => {
    const way = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    const next = members[(members.indexOf(panel) + way + members.length) % members.length];
    if (way === 0 || !next) return;
    event.preventDefault();
    event.stopPropagation();
    actions.choose(next.id);
  });
  return list;
}

function tools(panel: Panel, actions: HeadActions): HTMLElement {
  const { dock, alone, narrow } = actions;
  const made = element("div", "panel-tools");
  // Names tell the buttons of one panel from those of another.
  const named = (words: string) => `${panel.title}: ${words}`;
  if (!narrow) {
    if (alone && actions.above !== null && dock !== "stage") {
      made.append(button(named("move up"), ICONS.up, actions.up));
    }
    // Where tabs need the room, the menu does it.
    if (alone && (dock === "left" || dock === "right")) {
      const other = dock === "left" ? "right" : "left";
      const arrow = dock === "left" ? ICONS.right : ICONS.left;
      made.append(
        button(named("move to the other side"), arrow, () =>
          actions.move({ kind: "frame", dock: other, before: null }),
        ),
      );
    }
    if (dock === "stage" && !alone) {
      made.append(
        button(named("side by side"), ICONS.split, () =>
          actions.move({ kind: "frame", dock: "stage", before: null }),
        ),
      );
    }
    if (dock === "stage" && alone && actions.above !== null) {
      const host = actions.above;
      made.append(
        button(named("back to tabs"), ICONS.tabs, () =>
          actions.move({ kind: "tab", dock: "stage", with: host }),
        ),
      );
    }
    const more = button(`Where ${panel.title} is`, ICONS.more, () => popup(more, places(actions)));
    more.setAttribute("aria-haspopup", "menu");
    made.append(more);
  }
  made.append(button(`Close ${panel.title}`, ICONS.close, actions.close));
  return made;
}

function places(actions: HeadActions): Choice[] {
  const to = (dock: Dock) => () => actions.move({ kind: "frame", dock, before: null });
  const choices: Choice[] = [];
  const names: readonly [Dock, string, string][] = [
    ["left", "To the left", ICONS.left],
    ["right", "To the right", ICONS.right],
    ["bottom", "To the bottom", ICONS.down],
    ["stage", "Onto the stage", ICONS.cube],
  ];
  for (const [dock, title, path] of names) {
    if (dock !== actions.dock) choices.push({ title, icon: path, press: to(dock) });
  }
  const { above, dock } = actions;
  if (!actions.alone) {
    choices.push({ title: "Into a frame of its own", icon: ICONS.split, press: to(dock) });
  } else if (above !== null) {
    const press = () => actions.move({ kind: "tab", dock, with: above });
    choices.push({ title: `Share a frame with ${actions.aboveTitle}`, icon: ICONS.tabs, press });
  }
  choices.push({ title: "Close", icon: ICONS.close, press: actions.close });
  return choices;
}
