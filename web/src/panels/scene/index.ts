// The 3-D scene, or a plan of it where the browser has no WebGL.

import "./style.css";
import { fillFlown } from "../../flown";
import type { Panel, PanelContext } from "../../panel";
import { button, element } from "../../ui/elements";
import { ICONS } from "../../ui/icons";
import { hasWebGl } from "../../view/quality";
import { Rose } from "../../view/rose";
import { Stage } from "../../view/stage";
import { cameraBar } from "./camera_bar";
import { CANVAS_KEYS, listenToCanvasKeys } from "./canvas_keys";
import { ContextMenu } from "./context_menu";
import { mountFlat } from "./flat";
import { trailLegend } from "./legend";
import { Mover } from "./mover";
import { listenToPointer } from "./pointer";
import { ShowMenu } from "./show_menu";
import { Tooltip } from "./tooltip";

const panel: Panel = {
  id: "scene",
  title: "3-D scene",
  icon: ICONS.cube,
  dock: "stage",
  order: 0,
  open: true,
  mount(host, context) {
    const frame = element("div", "stage");
    host.append(frame);
    if (!hasWebGl()) return mountFlat(frame, context);
    const canvas = element("canvas", "scene-canvas");
    canvas.tabIndex = 0;
    canvas.setAttribute("role", "application");
    canvas.setAttribute("aria-label", `Vehicles in the world, seen through a camera: ${CANVAS_KEYS}`);
    frame.append(canvas);
    let stage: Stage;
    try {
      stage = new Stage(context, canvas);
    } catch {
      // Promised, but not given: as when too many pages draw at once.
      canvas.remove();
      return mountFlat(frame, context);
    }
    const undo = furnish(frame, stage, context);
    return () => {
      for (const off of undo) off();
      stage.dispose();
      frame.remove();
    };
  },
};

/** Everything around the picture; gives back what undoes it. */
function furnish(frame: HTMLElement, stage: Stage, context: PanelContext): (() => void)[] {
  const { store } = context;
  const { bus } = store;
  const legend = trailLegend(store, stage.fleet.scale);
  const mover = new Mover(context, stage);
  const pointer = listenToPointer(stage, store, mover);
  const tooltip = new Tooltip(store, stage);
  const menu = new ContextMenu(context, stage, mover);
  const show = new ShowMenu(stage, () => store.answers("details"), legend.show);
  const more = button("Menu of the selected vehicle", ICONS.more, () => bus.emit("vehicleMenu", undefined));
  more.setAttribute("aria-haspopup", "menu");
  const bar = cameraBar(store, ["orbit", "fly", "chase", "cockpit", "top"], [more, show.root]);
  const rose = new Rose(() => stage.rig.faceNorth());
  // Beside the canvas, whose focus shows it.
  frame.append(element("i", "scene-cross"));
  frame.append(stage.labels.root, stage.page, tooltip.halo, tooltip.card, pointer.hint);
  frame.append(legend.root, rose.root, bar.root);
  document.body.append(menu.root);
  const size = new ResizeObserver(() => stage.resize(frame.clientWidth, frame.clientHeight));
  size.observe(frame);
  stage.resize(frame.clientWidth, frame.clientHeight);
  stage.sync();
  const { rig } = stage;
  return [
    fillFlown(context, (flown) => stage.fleet.refill(flown)),
    bus.on("scene", () => stage.sync()),
    bus.on("frame", () => stage.fleet.noteFrame()),
    bus.on("render", (seconds) => {
      stage.draw(seconds);
      if (document.hidden) return;
      tooltip.update();
      rose.update(rig.heading, stage.scaleAtTarget);
    }),
    bus.on("theme", (theme) => stage.dress(theme)),
    bus.on("camera", (mode) => {
      // Who went along with a vehicle goes on doing so.
      const along = rig.mode === "chase" || rig.mode === "cockpit";
      rig.use(mode);
      if (mode === "orbit" && along) bus.emit("follow", true);
    }),
    bus.on("follow", (on) => {
      if (on && rig.mode !== "orbit") bus.emit("camera", "orbit");
      rig.follow(on);
    }),
    bus.on("fit", () => {
      bus.emit("camera", "orbit");
      bus.emit("follow", false);
      rig.fit();
    }),
    bus.on("resetView", () => {
      bus.emit("camera", "orbit");
      bus.emit("follow", false);
      rig.reset();
    }),
    bus.on("tape", (on) => stage.tape.use(on)),
    bus.on("keysTaken", (taken) => (rig.keys.taken = taken)),
    bus.on("hover", (index) => tooltip.hover(index)),
    bus.on("visibility", () => stage.fleet.noteVisibility()),
    bus.on("select", () => store.selected && rig.settle(store.selected)),
    bus.on("status", legend.show),
    () => size.disconnect(),
    () => menu.dispose(),
    () => show.dispose(),
    bar.undo,
    pointer.undo,
    listenToCanvasKeys(stage, store),
  ];
}

export default panel;
