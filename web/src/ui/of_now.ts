// A line for what cannot show the past: while the past is shown, it says so.

import "./of_now.css";
import type { Store } from "../store";
import { element } from "./elements";

export function ofNow(store: Store, what: string): { root: HTMLElement; close: () => void } {
  const root = element("p", "of-now", `The past is shown; ${what} of now`);
  const show = (tick: number | null) => (root.hidden = tick === null);
  show(store.past);
  return { root, close: store.bus.on("past", show) };
}
