// Small makers of page elements.

type Child = Node | string;

export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className = "",
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

export function icon(path: string, size = 18): SVGSVGElement {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("width", String(size));
  svg.setAttribute("height", String(size));
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const line = document.createElementNS(space, "path");
  line.setAttribute("d", path);
  svg.append(line);
  return svg;
}

export function button(label: string, path: string, press: () => void): HTMLButtonElement {
  const made = element("button", "button", icon(path));
  made.type = "button";
  made.title = label;
  made.setAttribute("aria-label", label);
  made.addEventListener("click", press);
  return made;
}

/** A button with words, and a picture before them if it has one. */
export function action(words: string, path: string | null, press: () => void): HTMLButtonElement {
  const made = element("button", "action", ...(path ? [icon(path, 15)] : []), element("span", "", words));
  made.type = "button";
  made.addEventListener("click", press);
  return made;
}

/** Sets text only where it changed, so that nothing is laid out for nothing. */
export function setText(target: HTMLElement, text: string): void {
  if (target.textContent !== text) target.textContent = text;
}
