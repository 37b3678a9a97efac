// Drag, hover, wheel and tooltips of the bar.

import { clock } from "../../ui/format";
import type { TimelineControl } from "./control";
import type { Track } from "./track";

// Above the rail the pointer takes hold of events.
const EVENTS_ABOVE_PX = 17;
const PAN_PER_PX = 0.0015;

export function dragOn(track: Track, tip: HTMLElement, control: TimelineControl): () => void {
  const { canvas } = track;
  let held = false;
  const timeAt = (event: PointerEvent | WheelEvent) => {
    control.measure();
    return control.span.timeAt(event.offsetX, track.width);
  };
  const markerAt = (event: PointerEvent) => track.markerAt(event.offsetX, control.scene());
  const hover = (event: PointerEvent) => {
    const marker = held ? null : markerAt(event);
    const words = marker ? `${marker.vehicle} ${marker.words}`.trim() : "";
    tip.textContent = `${clock(marker?.time_s ?? timeAt(event))}${words ? `  ${words}` : ""}`;
    tip.dataset["level"] = marker?.level ?? "";
    tip.hidden = false;
    const room = tip.offsetWidth / 2;
    tip.style.left = `${Math.max(room, Math.min(track.width - room, event.offsetX))}px`;
    control.pointAt(timeAt(event));
  };
  const leave = () => {
    tip.hidden = true;
    control.pointAt(null);
  };
  const down = (event: PointerEvent) => {
    if (event.button !== 0) return;
    held = true;
    canvas.setPointerCapture(event.pointerId);
    const marker = event.offsetY < EVENTS_ABOVE_PX ? markerAt(event) : null;
    control.drag(marker?.time_s ?? timeAt(event));
  };
  const move = (event: PointerEvent) => {
    if (held) control.drag(timeAt(event));
    hover(event);
  };
  const up = () => {
    if (held) control.drop();
    held = false;
  };
  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    const { startS, endS } = control.span;
    const sideways = event.shiftKey ? event.deltaY : event.deltaX;
    if (sideways) control.span.pan(sideways * PAN_PER_PX * (endS - startS));
    else control.zoom(event.deltaY < 0, timeAt(event));
  };
  canvas.addEventListener("pointerdown", down);
  canvas.addEventListener("pointermove", move);
  canvas.addEventListener("pointerup", up);
  canvas.addEventListener("pointercancel", up);
  canvas.addEventListener("pointerleave", leave);
  canvas.addEventListener("wheel", wheel, { passive: false });
  return leave;
}
