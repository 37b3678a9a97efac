// What a topic says just now, and the messages before.

import type { EchoedMessage } from "../../generated/protocol";
import type { PanelContext } from "../../panel";
import { element, setText } from "../../ui/elements";
import { clock } from "../../ui/format";
import { ofNow } from "../../ui/of_now";
import { watch } from "../../watch";
import { MessageView } from "./message_view";

const PER_SECOND = 8;
const KEPT = 30;

export interface Part {
  readonly root: HTMLElement;
  readonly close: () => void;
}

export function echoPart(context: PanelContext, topic: string, type: string): Part {
  const { store } = context;
  const state = element("output", "echo-state", "Waiting for a message");
  const hold = element("button", "action", "Hold");
  hold.type = "button";
  hold.setAttribute("aria-pressed", "false");
  hold.addEventListener("click", () => {
    hold.setAttribute("aria-pressed", String(hold.getAttribute("aria-pressed") !== "true"));
  });
  let units: ReadonlyMap<string, string> | null = null;
  void unitsOf(context, type).then((found) => (units = found));
  const view = new MessageView(
    (path) => units?.get(path.replace(/\[\d+\]$/, "")) ?? null,
    (path) => {
      store.bus.emit("openPanel", "plot");
      store.bus.emit("plot", { field: `${topic}.${path}` });
    },
  );
  const before = element("ol", "echo-before");
  before.setAttribute("aria-label", "Earlier messages, newest first");
  const now = ofNow(store, "these messages are");
  const head = element("div", "echo-head", state, hold);
  const root = element("div", "echo", now.root, head, view.root, before);
  let after = 0;
  const deaf = watch(
    context,
    "echo",
    () => (units ? { topic, after } : null),
    PER_SECOND,
    (told) => {
      // A topic that is heard anew counts on; one of another run does not.
      if (told.heard < after) after = 0;
      const newest = told.messages.at(-1);
      if (!newest) return;
      after = newest.number;
      const rate = told.rate_hz === null ? "" : ` · ${hertz(told.rate_hz)}`;
      if (hold.getAttribute("aria-pressed") === "true") return;
      setText(state, `${clock(newest.time_s)} · tick ${newest.tick}${rate}`);
      view.show(newest.values);
      before.prepend(...told.messages.slice(-KEPT).reverse().map(pastLine));
      while (before.children.length > KEPT) before.lastChild?.remove();
    },
    (reason) => setText(state, reason),
  );
  const close = () => {
    deaf();
    now.close();
  };
  return { root, close };
}

/** The units of the numbers that may be plotted, by path. */
async function unitsOf(
  { ask, store }: PanelContext,
  type: string,
): Promise<ReadonlyMap<string, string>> {
  if (!store.answers("fields") || !store.answers("message")) return new Map();
  try {
    const { fields } = await ask("message", { type });
    const numbers = fields.filter(
      (field) => field.type !== "string" && field.length !== 0 && !/(^|\.)header\./.test(field.path),
    );
    return new Map(numbers.map(({ path, unit }) => [path, unit]));
  } catch {
    return new Map();
  }
}

function pastLine(message: EchoedMessage): HTMLElement {
  const values = { ...(message.values as Record<string, unknown>) };
  delete values["header"];
  const text = JSON.stringify(values, (_, value: unknown) =>
    typeof value === "number" && !Number.isInteger(value) ? Number(value.toPrecision(5)) : value,
  );
  const line = element("li", "", element("time", "", String(message.tick)), element("code", "", text));
  line.title = text;
  return line;
}

function hertz(rate: number): string {
  return `${rate >= 10 ? Math.round(rate) : rate.toPrecision(2)} Hz`;
}
