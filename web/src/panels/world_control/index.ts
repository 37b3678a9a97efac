// Play, pause, step, speed, reset, undo.

import "./style.css";
import { Pace } from "../../pace";
import type { Panel } from "../../panel";
import { action, button, element, icon, setText } from "../../ui/elements";
import { clock, times } from "../../ui/format";
import { ICONS } from "../../ui/icons";

// The slider is logarithmic: from a tenth of real time to fifty times, and flat out at its end.
const SLOWEST = 0.1;
const FASTEST = 50;
const END = 100;

const panel: Panel = {
  id: "world_control",
  title: "World control",
  icon: ICONS.play,
  dock: "bottom",
  order: 0,
  open: true,
  mount(host, { store, send }) {
    const time = element("output", "sim-clock", "00:00.00");
    time.setAttribute("aria-label", "Simulated time");
    const play = button("Pause (space)", ICONS.pause, () => {
      void send(store.run.paused ? "play" : "pause");
    });
    play.classList.add("main");
    const step = button("One tick (.)", ICONS.step, () => void send("step", { ticks: 1 }));
    const reset = button("Back to the start", ICONS.reset, () => void send("reset"));
    const again = action("Fly again", ICONS.reset, () => void send("fly_again"));
    again.classList.add("again");
    again.title = "Back to the start, and play";
    const undo = button("Undo", ICONS.undo, () => void send("undo"));
    const redo = button("Redo", ICONS.redo, () => void send("redo"));
    const slider = element("input");
    slider.type = "range";
    slider.min = "0";
    slider.max = String(END);
    slider.setAttribute("aria-label", "Speed");
    const aim = element("output", "", "1.00×");
    const real = element("small", "", "");
    const tellAim = (factor: number) => {
      setText(aim, times(factor));
      slider.ariaValueText = `${times(factor)} real time`;
    };
    slider.addEventListener("input", () => tellAim(speedAt(Number(slider.value))));
    slider.addEventListener("change", () => {
      const factor = speedAt(Number(slider.value));
      void send("speed", { factor: Number.isFinite(factor) ? factor : "max" });
    });
    const speed = element("div", "speed", slider, element("div", "speed-words", aim, real));
    host.append(
      element(
        "div",
        "control",
        play,
        step,
        element("i", "split"),
        time,
        element("i", "split"),
        speed,
        element("i", "split"),
        undo,
        redo,
        reset,
        again,
      ),
    );
    const show = () => {
      const { paused, speed: wanted, ended } = store.run;
      play.replaceChildren(icon(paused ? ICONS.play : ICONS.pause, 20));
      play.title = paused ? "Play (space)" : "Pause (space)";
      play.setAttribute("aria-label", play.title);
      step.disabled = !paused || ended !== null;
      undo.disabled = !store.obeys("undo");
      redo.disabled = !store.obeys("redo");
      again.hidden = store.verdict === null || !store.obeys("fly_again");
      if (document.activeElement !== slider) slider.value = String(positionOf(wanted));
      tellAim(wanted);
    };
    const pace = new Pace(60, 5);
    const off = [
      store.bus.on("run", show),
      store.bus.on("scene", show),
      store.bus.on("render", () => {
        if (!store.run.paused && !pace.due()) return;
        setText(time, clock(store.run.timeS));
        setText(real, store.run.paused ? "paused" : `runs ${times(store.run.factor)}`);
      }),
    ];
    show();
    return () => off.forEach((each) => each());
  },
};

function speedAt(position: number): number {
  if (position >= END) return Infinity;
  const factor = SLOWEST * (FASTEST / SLOWEST) ** (position / (END - 1));
  // Round numbers are what people want to hit.
  const digits = factor < 1 ? 2 : factor < 10 ? 1 : 0;
  return Math.abs(factor - 1) < 0.06 ? 1 : Number(factor.toFixed(digits));
}

function positionOf(factor: number): number {
  if (!Number.isFinite(factor)) return END;
  const share = Math.log(factor / SLOWEST) / Math.log(FASTEST / SLOWEST);
  return Math.max(0, Math.min(END - 1, share * (END - 1)));
}

export default panel;
