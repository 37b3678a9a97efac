// A small menu at a button: arrow keys move, Escape and a press elsewhere close it.

import { element, icon } from "./ui/elements";

export interface Choice {
  readonly title: string;
  readonly icon: string;
  readonly press: () => void;
}

const GAP_PX = 6;

export function popup(at: HTMLElement, choices: readonly Choice[]): void {
  const before = at.tabIndex < 0 ? (document.activeElement as HTMLElement | null) : at;
  const menu = element("div", "menu popup");
  menu.setAttribute("role", "menu");
  const close = (event?: Event) => {
    if (event?.type === "pointerdown" && menu.contains(event.target as Node)) return;
    menu.remove();
    removeEventListener("pointerdown", close, true);
    removeEventListener("resize", close);
  };
  for (const choice of choices) {
    const item = element("button", "menu-item", icon(choice.icon, 16), element("span", "", choice.title));
    item.type = "button";
    item.setAttribute("role", "menuitem");
    item.addEventListener("click", () => {
      close();
      before?.focus();
      choice.press();
    });
    menu.append(item);
  }
  menu.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Escape" || event.key === "Tab") {
      close();
      before?.focus();
      if (event.key === "Escape") event.preventDefault();
    }
    moveFocus(menu, event);
  });
  document.body.append(menu);
  const box = at.getBoundingClientRect();
  const left = Math.max(8, Math.min(box.right - menu.offsetWidth, innerWidth - menu.offsetWidth - 8));
  const below = box.bottom + GAP_PX + menu.offsetHeight < innerHeight;
  menu.style.left = `${left}px`;
  menu.style.top = `${below ? box.bottom + GAP_PX : Math.max(8, box.top - GAP_PX - menu.offsetHeight)}px`;
  addEventListener("pointerdown", close, true);
  addEventListener("resize", close);
  menu.querySelector("button")?.focus();
}

/** Up and down between the buttons of a menu. */
export function moveFocus(menu: HTMLElement, event: KeyboardEvent): void {
  const way = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (way === 0) return;
  const items = [...menu.querySelectorAll<HTMLElement>("button, input")].filter(
    (item) => item.offsetParent !== null,
  );
  const now = items.indexOf(document.activeElement as HTMLElement);
  event.preventDefault();
  items[(now + way + items.length) % items.length]?.focus();
}
