// How to fly: which keys, with their legend, and how a gamepad is read.

import type { Pilot } from "../../generated/protocol";
import { element } from "../../ui/elements";
import { LAYOUTS, legendOf } from "./key_layouts";
import { keepSettings, layoutOf, type RcSettings } from "./settings";
import type { Axis } from "./sticks";

const AXES: readonly (readonly [Axis, string])[] = [
  ["throttle", "Throttle"],
  ["yaw", "Turn"],
  ["pitch", "Forward"],
  ["roll", "Sideways"],
];
const MOST_AXES = 8;

export interface KeyOptions {
  readonly root: HTMLElement;
  /** Say what the keys do with such a vehicle. */
  show(airframe: Pilot["airframe"]): void;
}

export function keyOptions(settings: RcSettings): KeyOptions {
  const legend = element("dl", "rc-legend");
  let airframe: Pilot["airframe"] = "multirotor";
  const show = () => {
    legend.replaceChildren(
      ...legendOf(layoutOf(settings), airframe).flatMap(([keys, words]) => [
        element("dt", "", ...keys.map((key) => element("kbd", "", key))),
        element("dd", "", words),
      ]),
    );
  };
  const choices = LAYOUTS.map((layout) => {
    const choice = element("button", "rc-choice", layout.title);
    choice.type = "button";
    choice.addEventListener("click", () => {
      settings.layout = layout.id;
      keepSettings(settings);
      press();
      show();
    });
    return choice;
  });
  const press = () =>
    choices.forEach((choice, at) =>
      choice.setAttribute("aria-pressed", String(LAYOUTS[at]?.id === settings.layout)),
    );
  press();
  show();
  const row = element("div", "rc-choices", ...choices);
  row.setAttribute("role", "group");
  row.setAttribute("aria-label", "Keys");
  return {
    root: element("div", "rc-keys", row, legend),
    show(now) {
      if (now === airframe) return;
      airframe = now;
      show();
    },
  };
}

export function padOptions(settings: RcSettings): HTMLElement {
  const rows = AXES.map(([axis, title]) => {
    const number = element("select", "field");
    number.setAttribute("aria-label", `${title}: axis of the gamepad`);
    for (let at = 0; at < MOST_AXES; at++) number.append(new Option(`Axis ${at + 1}`, String(at)));
    number.value = String(settings.axes[axis].number);
    number.addEventListener("change", () => {
      settings.axes[axis].number = Number(number.value);
      keepSettings(settings);
    });
    const inverted = check("reversed", settings.axes[axis].inverted, (on) => {
      settings.axes[axis].inverted = on;
    });
    return element("div", "rc-axis", element("span", "", title), number, inverted);
  });
  const deadband = slide("Deadband", 0.3, () => settings.deadband, (to) => (settings.deadband = to));
  const expo = slide("Expo", 0.9, () => settings.expo, (to) => (settings.expo = to));
  const stays = check("Throttle has no spring (transmitter)", settings.throttleStays, (on) => {
    settings.throttleStays = on;
  });
  return element("div", "rc-pad-options", ...rows, deadband, expo, stays);

  function check(words: string, on: boolean, set: (on: boolean) => void): HTMLElement {
    const box = element("input");
    box.type = "checkbox";
    box.checked = on;
    box.addEventListener("change", () => {
      set(box.checked);
      keepSettings(settings);
    });
    return element("label", "rc-check", box, words);
  }

  function slide(
    title: string,
    most: number,
    get: () => number,
    set: (value: number) => void,
  ): HTMLElement {
    const slider = element("input");
    slider.type = "range";
    slider.min = "0";
    slider.max = String(most);
    slider.step = "0.01";
    slider.value = String(get());
    const shown = element("output", "", `${Math.round(100 * get())} %`);
    slider.addEventListener("input", () => {
      set(Number(slider.value));
      shown.textContent = `${Math.round(100 * get())} %`;
      keepSettings(settings);
    });
    return element("label", "rc-slide", element("span", "", title), slider, shown);
  }
}
