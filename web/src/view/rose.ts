// The compass rose and the scale bar in a corner of the picture.

import { element, setText } from "../ui/elements";
import { metres } from "../ui/format";

const SVG = "http://www.w3.org/2000/svg";
const WIDEST_PX = 110;

export class Rose {
  readonly root: HTMLElement;
  private readonly card: SVGGElement;
  private readonly bar = element("i");
  private readonly words = element("span");
  private readonly scale: HTMLElement;
  private turned = "";
  private measured = "";

  constructor(press: () => void) {
    const button = element("button", "rose");
    button.type = "button";
    button.title = "Turn north up";
    button.setAttribute("aria-label", "Turn north up");
    button.addEventListener("click", press);
    this.card = card();
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("viewBox", "-32 -32 64 64");
    svg.setAttribute("aria-hidden", "true");
    svg.append(this.card);
    button.append(svg);
    this.scale = element("div", "scale-bar", this.words, this.bar);
    this.scale.setAttribute("role", "img");
    this.root = element("div", "rose-corner", this.scale, button);
  }

  /** Heading of the camera, and metres per pixel at what it looks at. */
  update(heading: number, metresPerPixel: number): void {
    const turn = ((-heading * 180) / Math.PI).toFixed(0);
    if (turn !== this.turned) {
      this.turned = turn;
      this.card.setAttribute("transform", `rotate(${turn})`);
    }
    const length = roundLength(metresPerPixel * WIDEST_PX);
    const width = `${(length / metresPerPixel).toFixed(0)}px`;
    if (`${length} ${width}` === this.measured) return;
    this.measured = `${length} ${width}`;
    this.bar.style.width = width;
    const text = length < 1 ? `${Math.round(length * 100)} cm` : metres(length).replace(".0 m", " m");
    setText(this.words, text.replace(".00 km", " km"));
    this.scale.setAttribute("aria-label", `Scale: the bar is ${text} long at what is looked at`);
  }
}

/** The largest of 1, 2, 5, 10 ... that is not longer. */
function roundLength(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(most, 1e-3)));
  const lead = most / power;
  return power * (lead >= 5 ? 5 : lead >= 2 ? 2 : 1);
}

function card(): SVGGElement {
  const group = document.createElementNS(SVG, "g");
  const add = (name: string, attributes: Record<string, string>, text = "") => {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.textContent = text;
    group.append(made);
  };
  add("circle", { r: "29", class: "rose-ring" });
  for (let mark = 0; mark < 36; mark++) {
    const long = mark % 9 === 0 ? 5 : mark % 3 === 0 ? 3.5 : 2;
    add("path", { d: `M0 -29v${long}`, class: "rose-mark", transform: `rotate(${mark * 10})` });
  }
  add("path", { d: "M0 -15L4.2 0H-4.2Z", class: "rose-north" });
  add("path", { d: "M0 15L4.2 0H-4.2Z", class: "rose-south" });
  add("text", { x: "0", y: "-17.5", class: "rose-letter" }, "N");
  return group;
}
