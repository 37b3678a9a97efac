// The pointer on the scene: choose, follow, menus, shift + drag, and the tape measure.

import type { Store } from "../../store";
import { element, setText } from "../../ui/elements";
import type { Stage } from "../../view/stage";
import type { Mover } from "./mover";

const CLICK_PX = 5;
const LONG_PRESS_MS = 550;

/** What the canvas does with pointers; gives back a layer for its words, and what undoes it. */
export function listenToPointer(
  stage: Stage,
  store: Store,
  mover: Mover,
): { hint: HTMLElement; undo: () => void } {
  const { canvas } = stage;
  const { bus } = store;
  const hint = element("div", "scene-hint");
  hint.hidden = true;
  let down: PointerEvent | null = null;
  let dragged: number | null = null;
  let pressing = 0;
  let hovered: number | null = null;
  let looked = false;

  const hover = (index: number | null) => {
    if (index === hovered) return;
    hovered = index;
    canvas.classList.toggle("over-vehicle", index !== null);
    bus.emit("hover", index);
  };
  const askForMenu = (x: number, y: number, clientX: number, clientY: number) => {
    const point = stage.groundAt(x, y);
    const groundNed = point ? ([-point.z, point.x, -point.y] as const) : null;
    bus.emit("contextMenu", { index: stage.pick(x, y), x: clientX, y: clientY, groundNed });
  };
  const still = (event: PointerEvent) =>
    down !== null && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < CLICK_PX;

  const press = (event: PointerEvent) => {
    down = event;
    const hit = stage.pick(event.offsetX, event.offsetY);
    if (event.shiftKey && event.button === 0 && hit !== null) {
      dragged = hit;
      stage.rig.controls.enabled = false;
      canvas.setPointerCapture(event.pointerId);
      store.select(hit);
    }
    if (event.pointerType !== "touch") return;
    const { offsetX, offsetY, clientX, clientY } = event;
    pressing = window.setTimeout(() => {
      down = null;
      askForMenu(offsetX, offsetY, clientX, clientY);
    }, LONG_PRESS_MS);
  };
  const move = (event: PointerEvent) => {
    if (!still(event)) clearTimeout(pressing);
    if (dragged !== null) {
      const words = mover.preview(dragged, event.offsetX, event.offsetY);
      hint.hidden = words === null;
      setText(hint, words ?? "");
      hint.style.transform = `translate(${event.offsetX + 14}px, ${event.offsetY + 10}px)`;
      return;
    }
    if (looked || event.pointerType === "touch") return;
    // Once per picture is often enough.
    looked = true;
    requestAnimationFrame(() => {
      looked = false;
      hover(event.buttons === 0 ? stage.pick(event.offsetX, event.offsetY) : null);
      if (!stage.tape.active) return;
      const point = stage.groundAt(event.offsetX, event.offsetY);
      if (point) stage.tape.stretch(point);
    });
  };
  const release = (event: PointerEvent) => {
    clearTimeout(pressing);
    if (dragged !== null) {
      if (!still(event)) void mover.drop(dragged, event.offsetX, event.offsetY);
      dragged = null;
      hint.hidden = true;
      stage.rig.use(stage.rig.mode);
    } else if (still(event) && event.button === 0) {
      click(event);
    }
    down = null;
  };
  const click = (event: PointerEvent) => {
    const hit = stage.pick(event.offsetX, event.offsetY);
    if (stage.tape.active) {
      const frame = hit === null ? null : stage.fleet.frameOf(hit);
      const point = frame ? frame.position.clone() : stage.groundAt(event.offsetX, event.offsetY);
      if (point) stage.tape.hold(point);
    } else if (hit !== null) {
      store.select(hit);
    }
  };
  const twice = (event: MouseEvent) => {
    const hit = stage.pick(event.offsetX, event.offsetY);
    if (hit === null || stage.tape.active) return;
    store.select(hit);
    bus.emit("camera", "chase");
  };
  const menu = (event: MouseEvent) => {
    event.preventDefault();
    if (stage.rig.mode === "fly" && event.buttons > 0) return;
    askForMenu(event.offsetX, event.offsetY, event.clientX, event.clientY);
  };
  const leave = () => hover(null);
  const stop = () => {
    clearTimeout(pressing);
    down = null;
  };

  const handlers = {
    pointerdown: press,
    pointermove: move,
    pointerup: release,
    pointercancel: stop,
    pointerleave: leave,
    dblclick: twice,
    contextmenu: menu,
  } as const;
  for (const [name, handler] of Object.entries(handlers)) {
    canvas.addEventListener(name, handler as EventListener);
  }
  return {
    hint,
    undo: () => {
      clearTimeout(pressing);
      for (const [name, handler] of Object.entries(handlers)) {
        canvas.removeEventListener(name, handler as EventListener);
      }
    },
  };
}
