// The plan view in place of the 3-D scene: pan, zoom, choose, follow.

import { fillFlown } from "../../flown";
import type { PanelContext } from "../../panel";
import { element } from "../../ui/elements";
import { FlatView } from "../../view/flat";
import { Rose } from "../../view/rose";
import { cameraBar } from "./camera_bar";
import { selectNext } from "./canvas_keys";

const CLICK_PX = 5;

export function mountFlat(frame: HTMLElement, context: PanelContext): () => void {
  const { store } = context;
  const { bus } = store;
  const canvas = element("canvas", "scene-canvas flat");
  canvas.tabIndex = 0;
  canvas.setAttribute("role", "application");
  canvas.setAttribute("aria-label", "Vehicles in the world, from above: arrow keys move, plus and minus zoom");
  const view = new FlatView(store, canvas);
  const bar = cameraBar(store, ["top"], []);
  const rose = new Rose(() => undefined);
  const note = element("p", "flat-note", "No WebGL in this browser: the scene is shown from above.");
  frame.append(canvas, rose.root, bar.root, note);
  const size = new ResizeObserver(() => view.resize(frame.clientWidth, frame.clientHeight));
  size.observe(frame);
  view.resize(frame.clientWidth, frame.clientHeight);
  view.sync();
  listen(view, store);
  let generation = store.generation;
  const undo = [
    fillFlown(context, (flown) => view.refill(flown)),
    bus.on("scene", () => {
      if (generation !== store.generation) view.forget();
      generation = store.generation;
      view.sync();
    }),
    bus.on("frame", () => view.noteFrame()),
    bus.on("render", () => {
      view.draw();
      rose.update(0, view.scale);
    }),
    bus.on("fit", () => view.fit()),
    bus.on("resetView", () => {
      bus.emit("follow", false);
      view.fit();
    }),
    bus.on("follow", (on) => (view.following = on)),
    bar.undo,
    () => size.disconnect(),
  ];
  return () => {
    for (const off of undo) off();
    frame.remove();
  };
}

function listen(view: FlatView, store: PanelContext["store"]): void {
  const { canvas } = view;
  const { bus } = store;
  const held = new Map<number, PointerEvent>();
  let moved = 0;
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    held.set(event.pointerId, event);
    moved = 0;
  });
  canvas.addEventListener("pointermove", (event) => {
    const last = held.get(event.pointerId);
    if (!last) {
      bus.emit("hover", view.pick(event.offsetX, event.offsetY));
      return;
    }
    const [x, y] = [event.clientX - last.clientX, event.clientY - last.clientY];
    const other = [...held.values()].find((pointer) => pointer.pointerId !== event.pointerId);
    moved += Math.hypot(x, y);
    if (other) {
      const was = Math.hypot(last.clientX - other.clientX, last.clientY - other.clientY);
      const is = Math.hypot(event.clientX - other.clientX, event.clientY - other.clientY);
      view.zoom(was / Math.max(1, is), event.offsetX, event.offsetY);
    } else if (moved > CLICK_PX) {
      if (view.following) bus.emit("follow", false);
      view.pan(x, y);
    }
    held.set(event.pointerId, event);
  });
  const release = (event: PointerEvent) => {
    held.delete(event.pointerId);
    const hit = moved < CLICK_PX ? view.pick(event.offsetX, event.offsetY) : null;
    if (hit !== null) store.select(hit);
  };
  canvas.addEventListener("pointerup", release);
  canvas.addEventListener("pointercancel", (event) => held.delete(event.pointerId));
  canvas.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      view.zoom(Math.exp(event.deltaY * 0.001), event.offsetX, event.offsetY);
    },
    { passive: false },
  );
  canvas.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] }[
      event.key
    ];
    const zoom = (factor: number) => view.zoom(factor, canvas.clientWidth / 2, canvas.clientHeight / 2);
    if (step) {
      if (view.following) bus.emit("follow", false);
      view.pan(step[0] ?? 0, step[1] ?? 0);
    } else if (event.key === "+" || event.key === "=") zoom(0.8);
    else if (event.key === "-") zoom(1.25);
    else if (event.key === "PageUp") selectNext(store, -1);
    else if (event.key === "PageDown") selectNext(store, 1);
    else return;
    event.preventDefault();
  });
}
