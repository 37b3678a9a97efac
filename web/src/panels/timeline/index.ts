// The timeline: look back, step through what happened, play it again, go on from there.

import "./style.css";
import { Pace } from "../../pace";
import type { Panel, PanelContext } from "../../panel";
import { element, setText } from "../../ui/elements";
import { ICONS } from "../../ui/icons";
import { watch } from "../../watch";
import { TimelineControl } from "./control";
import { dragOn } from "./pointer";
import { toolbar } from "./toolbar";
import { Track } from "./track";

const panel: Panel = {
  id: "timeline",
  title: "Timeline",
  icon: ICONS.history,
  dock: "bottom",
  order: -1,
  open: true,
  mount(host, context) {
    const { store } = context;
    const track = new Track();
    const control = new TimelineControl(context);
    const tip = element("div", "track-tip");
    tip.hidden = true;
    const none = element("p", "empty", "No history is kept here.");
    const bar = element("div", "track-wrap", track.canvas, tip);
    const tools = toolbar(control, store);
    const root = element("div", "timeline", bar, tools.root);
    const edge = pastFrame();
    host.append(root, none);
    describe(track.canvas);
    const offPointer = dragOn(track, tip, control);
    root.addEventListener("keydown", (event) => control.press(event));
    const show = () => {
      const known = store.answers("timeline");
      none.hidden = known || store.hello === null;
      root.hidden = !known;
      edge.hidden = store.past === null || control.recording;
      tools.show();
    };
    const pace = new Pace(60, 4);
    const draw = (seconds: number) => {
      if (root.hidden) return;
      control.advance(seconds);
      if (!control.inPast && control.cursorS === null && !pace.due()) return;
      track.draw(control.scene());
      tools.tick();
      announce(track.canvas, control);
      setText(edge.firstElementChild as HTMLElement, `Past, ${control.agoWords}`);
    };
    const undo = [
      offPointer,
      watchTimeline(context, control, show),
      store.bus.on("render", draw),
      store.bus.on("past", (tick) => {
        if (tick === null) control.forgetPast();
        show();
      }),
      store.bus.on("run", show),
      store.bus.on("scene", show),
      store.bus.on("theme", () => track.dress()),
      store.bus.on("cursor", (timeS) => (control.cursorS = timeS)),
      store.bus.on("seek", ({ timeS }) => control.lookAt(timeS)),
    ];
    control.onChange = () => {
      pace.hurry();
      show();
    };
    show();
    return () => {
      undo.forEach((off) => off());
      control.backToNow();
      edge.remove();
    };
  },
};

function watchTimeline(context: PanelContext, control: TimelineControl, show: () => void): () => void {
  return watch(context, "timeline", () => ({}), 2, (told) => {
    control.take(told);
    show();
  });
}

/** A frame around the page, so that nobody takes the past for now. */
function pastFrame(): HTMLElement {
  const words = element("span", "past-words");
  const frame = element("div", "past-frame", words);
  frame.hidden = true;
  document.body.append(frame);
  return frame;
}

function describe(canvas: HTMLCanvasElement): void {
  canvas.tabIndex = 0;
  canvas.setAttribute("role", "slider");
  canvas.setAttribute("aria-label", "Moment shown");
  canvas.title = "";
}

function announce(canvas: HTMLCanvasElement, control: TimelineControl): void {
  const { span, shownS } = control.scene();
  const values = {
    "aria-valuemin": span.firstS.toFixed(1),
    "aria-valuemax": span.lastS.toFixed(1),
    "aria-valuenow": shownS.toFixed(1),
    "aria-valuetext": `${shownS.toFixed(1)} s, ${control.agoWords}`,
  };
  for (const [name, value] of Object.entries(values)) {
    if (canvas.getAttribute(name) !== value) canvas.setAttribute(name, value);
  }
}

export default panel;
