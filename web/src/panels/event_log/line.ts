// One event as a line; its time is a button that goes there.

import type { EventMessage } from "../../generated/protocol";
import type { Store } from "../../store";
import { element, icon } from "../../ui/elements";
import { clock } from "../../ui/format";
import { ICONS } from "../../ui/icons";

export function eventLine(event: EventMessage, store: Store): HTMLLIElement {
  const vehicle = [...store.vehicles.values()].find(({ item }) => item.name === event.vehicle);
  const name = element("b", "", event.vehicle ? `${event.vehicle} ` : "");
  if (vehicle) name.style.color = `color-mix(in oklab, ${vehicle.colour} 55%, var(--text))`;
  const when = element("button", "log-time", element("time", "", clock(event.time_s)));
  when.type = "button";
  when.title = "Show this moment";
  when.setAttribute("aria-label", `Show ${clock(event.time_s)}`);
  when.addEventListener("click", () => store.bus.emit("seek", { timeS: event.time_s }));
  when.addEventListener("pointerenter", () => store.bus.emit("cursor", event.time_s));
  when.addEventListener("pointerleave", () => store.bus.emit("cursor", null));
  const words = element("span", "", name, event.words);
  const line = element("li", `log-line level-${event.level}`, icon(ICONS[event.level], 14), when, words);
  line.dataset["tick"] = String(event.tick);
  return line;
}

/** As text, for people to paste. */
export function eventText(event: EventMessage): string {
  return [event.time_s.toFixed(3), event.level, event.vehicle, event.words].join("\t");
}
