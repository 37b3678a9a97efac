// Mean wind by speed and direction, and a gust by one click.

import type { Environment } from "../../generated/protocol";
import type { PanelContext } from "../../panel";
import { element, icon, setText } from "../../ui/elements";
import { ICONS } from "../../ui/icons";

const MOST_MPS = 20;
const GUST = { component: "environment", kind: "gust", duration_s: 5 };
const SIDES = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];

export interface Section {
  readonly root: HTMLElement;
  show(answer: Environment | null): void;
}

export function windSection({ store, send }: PanelContext): Section {
  const speed = slider("Wind speed", MOST_MPS, 0.5);
  const from = slider("Wind comes from", 355, 5);
  const none = element("p", "surroundings-note");
  const rose = element("div", "wind-rose", icon("M12 3v18M6 15l6 6 6-6", 30));
  rose.setAttribute("aria-hidden", "true");
  const gust = element("button", "action", icon(ICONS.wind, 15), "Gust");
  gust.type = "button";
  gust.title = "8 m/s more for a moment, for every vehicle";
  gust.addEventListener("click", () => {
    const from_deg = Number(from.input.value);
    void send("failure", { ...GUST, strength: { from_deg } });
  });
  const words = () => {
    const degrees = Number(from.input.value);
    setText(speed.value, `${Number(speed.input.value).toFixed(1)} m/s`);
    setText(from.value, `${degrees}° ${SIDES[Math.round(degrees / 45) % SIDES.length]}`);
    rose.style.rotate = `${degrees}deg`;
    rose.style.opacity = String(0.25 + 0.75 * Math.min(1, Number(speed.input.value) / 8));
  };
  const tell = () => {
    const size = Number(speed.input.value);
    const angle = (Number(from.input.value) * Math.PI) / 180;
    const mean_ned_mps = [-size * Math.cos(angle), -size * Math.sin(angle), 0];
    void send("wind", { mean_ned_mps });
  };
  for (const { input } of [speed, from]) {
    input.addEventListener("input", words);
    input.addEventListener("change", tell);
  }
  const controls = element(
    "div",
    "wind",
    rose,
    element("div", "wind-sliders", speed.root, from.root),
    gust,
  );
  return {
    root: element("div", "", none, controls),
    show(answer) {
      const asked = store.obeys("wind") && store.answers("environment");
      const reason = !asked ? "This run has no wind to change." : "No vehicle feels wind here.";
      const able = asked && (answer === null || answer.feels_wind);
      setText(none, able ? "" : reason);
      none.hidden = able;
      controls.toggleAttribute("inert", !able);
      controls.classList.toggle("off", !able);
      const busy = [speed.input, from.input].includes(document.activeElement as HTMLInputElement);
      if (answer && !busy) {
        speed.input.value = String(answer.wind_mps);
        from.input.value = String(Math.round(answer.wind_from_deg));
      }
      words();
    },
  };
}

function slider(
  label: string,
  most: number,
  step: number,
): { readonly root: HTMLElement; readonly input: HTMLInputElement; readonly value: HTMLElement } {
  const input = element("input");
  input.type = "range";
  input.min = "0";
  input.max = String(most);
  input.step = String(step);
  input.value = "0";
  // An output would take the label for itself.
  const value = element("span", "wind-value");
  const root = element("label", "wind-slider", element("span", "", label), value, input);
  input.setAttribute("aria-label", label);
  return { root, input, value };
}
