// A stick as seen from above, which a finger or the mouse may drag.

import { element, setText } from "../../ui/elements";
import { clamp } from "./sticks";

const SPACE = "http://www.w3.org/2000/svg";
const REACH = 40;

export interface StickView {
  readonly root: HTMLElement;
  /** Show the stick at a place, each from -1 to 1, with right and up above zero. */
  show(right: number, up: number, words: string): void;
  readonly dispose: () => void;
}

/** `drag` is told where the stick is held, or null when it is let go. */
export function stickView(
  label: string,
  drag: (held: { right: number; up: number } | null) => void,
): StickView {
  const svg = shape("svg", { viewBox: "-56 -56 112 112", class: "rc-stick" });
  svg.setAttribute("role", "img");
  const trace = shape("line", { class: "rc-trace", x1: "0", y1: "0" });
  const knob = shape("circle", { class: "rc-knob", r: "13" });
  svg.append(
    shape("rect", { class: "rc-well", x: "-54", y: "-54", width: "108", height: "108", rx: "22" }),
    shape("path", { class: "rc-cross", d: "M-40 0H40M0-40V40" }),
    shape("circle", { class: "rc-ring", r: "20" }),
    shape("circle", { class: "rc-ring", r: String(REACH) }),
    trace,
    knob,
  );
  const words = element("output", "rc-words");
  const root = element("div", "rc-stick-box", svg, element("span", "rc-stick-name", label), words);
  const held = (event: PointerEvent) => {
    const box = svg.getBoundingClientRect();
    const scale = box.width > 0 ? 112 / box.width : 1;
    const right = ((event.clientX - box.left - box.width / 2) * scale) / REACH;
    const up = (-(event.clientY - box.top - box.height / 2) * scale) / REACH;
    drag({ right: clamp(right, -1, 1), up: clamp(up, -1, 1) });
  };
  const down = (event: PointerEvent) => {
    event.preventDefault();
    svg.setPointerCapture(event.pointerId);
    held(event);
    svg.addEventListener("pointermove", held);
  };
  const up = () => {
    svg.removeEventListener("pointermove", held);
    drag(null);
  };
  svg.addEventListener("pointerdown", down);
  svg.addEventListener("pointerup", up);
  svg.addEventListener("pointercancel", up);
  return {
    root,
    show(right, upwards, said) {
      const x = (clamp(right, -1, 1) * REACH).toFixed(1);
      const y = (-clamp(upwards, -1, 1) * REACH).toFixed(1);
      if (knob.getAttribute("cx") !== x) knob.setAttribute("cx", x);
      if (knob.getAttribute("cy") !== y) knob.setAttribute("cy", y);
      trace.setAttribute("x2", x);
      trace.setAttribute("y2", y);
      setText(words, said);
      svg.setAttribute("aria-label", `${label}: ${said}`);
    },
    dispose: up,
  };
}

function shape<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string>>,
): SVGElementTagNameMap[K] {
  const made = document.createElementNS(SPACE, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}
