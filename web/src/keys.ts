// Keys that work everywhere but in fields: space pauses, numbers choose vehicles, letters the camera.

import type { CameraMode, EventBus } from "./events";
import type { PanelContext } from "./panel";

const CAMERAS: Record<string, CameraMode> = {
  o: "orbit",
  g: "fly",
  c: "chase",
  v: "cockpit",
  t: "top",
};

/** What keys do, for people. */
export const KEYS: readonly (readonly [string, string])[] = [
  ["Space", "Pause or play"],
  [".", "One tick"],
  ["1 … 9", "Choose a vehicle"],
  ["O G C V T", "Camera: orbit, fly, chase, cockpit, from above"],
  ["W A S D", "Fly the camera; Q and E down and up, Shift faster"],
  ["L", "Follow the selected vehicle"],
  ["F", "Show all"],
  ["Home", "Reset the view"],
  ["M", "Tape measure; Esc puts it away"],
  ["Menu", "Menu of the selected vehicle; also Shift + F10"],
  ["Shift + drag", "Move a vehicle"],
];

/** Hear keys that belong neither to a field nor to a panel that has taken them all. */
export function onFreeKeys(bus: EventBus, press: (event: KeyboardEvent) => void): void {
  let taken = false;
  bus.on("keysTaken", (now) => (taken = now));
  addEventListener("keydown", (event) => {
    if (taken || event.ctrlKey || event.metaKey) return;
    if (!(event.target as HTMLElement).closest("input, select, textarea")) press(event);
  });
}

export function listenToKeys({ store, send }: PanelContext): void {
  const { bus } = store;
  let following = false;
  let measuring = false;
  bus.on("follow", (now) => (following = now));
  bus.on("tape", (now) => (measuring = now));
  onFreeKeys(bus, (event) => {
    if (event.altKey) return;
    const key = event.key.toLowerCase();
    if (key === " " && !(event.target as HTMLElement).closest("button")) {
      event.preventDefault();
      void send(store.run.paused ? "play" : "pause");
    } else if (key === ".") {
      void send("step", { ticks: 1 });
    } else if (key === "f") {
      bus.emit("fit", undefined);
    } else if (key === "home") {
      bus.emit("resetView", undefined);
    } else if (key === "l") {
      bus.emit("follow", !following);
    } else if (key === "m") {
      bus.emit("tape", !measuring);
    } else if (key === "escape" && measuring) {
      bus.emit("tape", false);
    } else if (key === "contextmenu" || (key === "f10" && event.shiftKey)) {
      event.preventDefault();
      bus.emit("vehicleMenu", undefined);
    } else if (CAMERAS[key]) {
      bus.emit("camera", CAMERAS[key]);
    } else if (/^[1-9]$/.test(key)) {
      const index = [...store.vehicles.keys()][Number(key) - 1];
      if (index !== undefined) store.select(index);
    }
  });
}
