// Short words about refused commands, bad events, what the firmware tells its pilot, and other news.

import type { EventMessage } from "./generated/protocol";
import type { Store } from "./store";
import { element, icon } from "./ui/elements";
import { ICONS } from "./ui/icons";

const SHOWN_MS = 6000;
const MOST = 3;
/** Events that carry the firmware's own words, as a ground station shows them. */
const NOTICE = "notice";
// What happened before the page was opened is in the log.
const FRESH_S = 2;

export function toasts(store: Store): HTMLElement {
  const host = element("div", "toasts");
  host.setAttribute("role", "alert");
  const say = (level: "info" | "warn" | "bad", words: string) => {
    const same = [...host.children].find((toast) => toast.textContent === words);
    same?.remove();
    const toast = element("div", `toast level-${level}`, icon(ICONS[level], 18), words);
    host.append(toast);
    while (host.children.length > MOST) host.firstChild?.remove();
    setTimeout(() => toast.remove(), SHOWN_MS);
  };
  store.bus.on("answer", (answer) => {
    // The panel that sends frames of a radio says itself why they are refused.
    if (answer.state !== "refused" || answer.verb === "rc") return;
    const { verb, reason } = answer;
    // Some reasons name the verb by themselves.
    say("warn", reason.startsWith(`${verb}: `) ? reason : `${verb}: ${reason}`);
  });
  store.bus.on("notice", ({ level, words }) => say(level, words));
  store.bus.on("event", (event: EventMessage) => {
    if (store.framesSeen === 0 || store.now.timeS - event.time_s > FRESH_S) return;
    if (event.level === "bad") say("bad", `${event.vehicle} ${event.words}`);
    else if (event.name === NOTICE && event.words) say("info", `${event.vehicle}: ${event.words}`);
  });
  return host;
}
