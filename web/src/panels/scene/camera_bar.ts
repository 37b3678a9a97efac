// The bar on top of the scene: cameras, follow, fit, reset, tape measure, menus.

import type { CameraMode } from "../../events";
import type { Store } from "../../store";
import { button, element } from "../../ui/elements";
import { ICONS } from "../../ui/icons";

const CAMERAS: readonly (readonly [CameraMode, string, string])[] = [
  ["orbit", "Orbit (O)", ICONS.orbit],
  ["fly", "Fly (G)", ICONS.fly],
  ["chase", "Chase (C)", ICONS.chase],
  ["cockpit", "Cockpit (V)", ICONS.cockpit],
  ["top", "From above (T)", ICONS.top],
];

/** Gives back the bar and what undoes it; `cameras` names those that can be had. */
export function cameraBar(
  { bus }: Store,
  cameras: readonly CameraMode[],
  more: readonly HTMLElement[],
): { root: HTMLElement; undo: () => void } {
  const root = element("div", "cameras");
  root.setAttribute("role", "toolbar");
  root.setAttribute("aria-label", "Camera");
  const buttons = new Map<CameraMode, HTMLButtonElement>();
  for (const [mode, title, path] of CAMERAS) {
    if (!cameras.includes(mode)) continue;
    const made = button(title, path, () => bus.emit("camera", mode));
    buttons.set(mode, made);
    root.append(made);
  }
  const follow = toggle("Follow (L)", ICONS.follow, (on) => bus.emit("follow", on));
  const tape = toggle("Tape measure (M)", ICONS.ruler, (on) => bus.emit("tape", on));
  root.append(
    element("i", "bar-split"),
    follow,
    button("Show all (F)", ICONS.fit, () => bus.emit("fit", undefined)),
    button("Reset the view (Home)", ICONS.home, () => bus.emit("resetView", undefined)),
    tape,
    ...more,
  );
  const show = (now: CameraMode) => {
    for (const [mode, made] of buttons) made.setAttribute("aria-pressed", String(mode === now));
  };
  const press = (made: HTMLButtonElement) => (on: boolean) =>
    made.setAttribute("aria-pressed", String(on));
  show(cameras[0] ?? "orbit");
  const undo = [bus.on("camera", show), bus.on("follow", press(follow)), bus.on("tape", press(tape))];
  return { root, undo: () => undo.forEach((off) => off()) };
}

function toggle(title: string, path: string, change: (on: boolean) => void): HTMLButtonElement {
  const made = button(title, path, () => change(made.getAttribute("aria-pressed") !== "true"));
  made.setAttribute("aria-pressed", "false");
  return made;
}
