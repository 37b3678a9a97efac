// What the colours of trails mean.

import type { Store } from "../../store";
import { element, setText } from "../../ui/elements";
import { metres } from "../../ui/format";
import { ramp } from "../../ui/palette";
import type { TrailScale } from "../../view/trail_scale";

const WORDS = { speed: "Trail: speed", height: "Trail: height", mode: "Trail: mode" } as const;

export function trailLegend(store: Store, scale: TrailScale): { root: HTMLElement; show: () => void } {
  const title = element("span");
  const strip = rampStrip();
  const least = element("span");
  const most = element("span");
  const ends = element("div", "legend-ends", least, most);
  const modes = element("div", "legend-modes");
  const root = element("div", "legend", title, strip, ends, modes);
  let listed = "";
  const show = () => {
    root.hidden = store.vehicles.size === 0;
    setText(title, WORDS[scale.by]);
    const ramped = scale.by !== "mode";
    strip.hidden = ends.hidden = !ramped;
    modes.hidden = ramped;
    setText(least, scale.by === "height" ? metres(scale.lowest) : "0");
    setText(most, scale.by === "height" ? metres(scale.highest) : `${scale.fastest.toFixed(0)} m/s`);
    const seen = scale.modesSeen();
    const key = seen.map(([mode]) => mode).join();
    if (key === listed) return;
    listed = key;
    modes.replaceChildren(
      ...seen.map(([mode, colour]) => {
        const dot = element("i", "dot");
        dot.style.background = colour;
        return element("span", "", dot, mode);
      }),
    );
  };
  show();
  return { root, show };
}

function rampStrip(): HTMLCanvasElement {
  const strip = element("canvas");
  strip.width = 108;
  strip.height = 1;
  const pen = strip.getContext("2d");
  const colour = { r: 0, g: 0, b: 0 };
  for (let x = 0; pen && x < strip.width; x++) {
    ramp(x / strip.width, colour);
    pen.fillStyle = `rgb(${colour.r * 255} ${colour.g * 255} ${colour.b * 255})`;
    pen.fillRect(x, 0, 1, 1);
  }
  return strip;
}
