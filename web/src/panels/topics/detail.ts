// One topic or service in full: who is at its ends, what is said, and a way to speak.

import type { ServiceRow, TopicRow } from "../../generated/protocol";
import type { PanelContext } from "../../panel";
import { button, element } from "../../ui/elements";
import { ICONS } from "../../ui/icons";
import { echoPart, type Part } from "./echo";
import { callPart, publishPart } from "./talk";

export function topicDetail(
  context: PanelContext,
  row: TopicRow,
  back: () => void,
): Part {
  const host = element("div", "long-list detail-body");
  let part: Part = echoPart(context, row.name, row.type);
  const tabs = tabsOf({
    Echo: () => change(() => echoPart(context, row.name, row.type)),
    Publish: () => change(() => publishPart(context, row.name, row.type)),
  });
  const change = (make: () => Part) => {
    part.close();
    part = make();
    host.replaceChildren(part.root);
  };
  host.append(part.root);
  const ends = element(
    "dl",
    "detail-ends",
    end("Published by", row.publishers),
    end("Heard by", row.subscribers),
  );
  const root = element("div", "detail", head(row.name, row.type, row.doc, back), ends, tabs, host);
  return { root, close: () => part.close() };
}

export function serviceDetail(context: PanelContext, row: ServiceRow, back: () => void): Part {
  const part = callPart(context, row.name, row.request);
  const ends = element("dl", "detail-ends", end("Served by", [row.server]));
  const host = element("div", "long-list detail-body", part.root);
  const root = element("div", "detail", head(row.name, row.type, row.doc, back), ends, host);
  return { root, close: () => part.close() };
}

function head(name: string, type: string, doc: string, back: () => void): HTMLElement {
  const title = element("strong", "", name);
  title.title = name;
  return element(
    "div",
    "detail-head",
    button("Back to the list", ICONS.left, back),
    element("div", "", title, element("small", "", type)),
    element("p", "", doc),
  );
}

function end(label: string, names: readonly string[]): HTMLElement {
  const words = names.length ? [...new Set(names)].join(", ") : "nobody";
  return element("div", "", element("dt", "", label), element("dd", "", words));
}

function tabsOf(choices: Readonly<Record<string, () => void>>): HTMLElement {
  const root = element("div", "topic-tabs");
  const buttons = Object.entries(choices).map(([label, choose], at) => {
    const made = element("button", "topic-tab", label);
    made.type = "button";
    made.setAttribute("aria-pressed", String(at === 0));
    made.addEventListener("click", () => {
      for (const other of buttons) other.setAttribute("aria-pressed", String(other === made));
      choose();
    });
    return made;
  });
  root.append(...buttons);
  return root;
}
