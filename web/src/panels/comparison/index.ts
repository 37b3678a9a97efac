// How far two recorded runs are apart, vehicle by vehicle; shown where two are laid over each other.

import "./style.css";
import type { Comparison, ComparisonRow } from "../../generated/protocol";
import type { Panel, PanelContext } from "../../panel";
import type { Store } from "../../store";
import { element, icon } from "../../ui/elements";
import { clock } from "../../ui/format";
import { ICONS } from "../../ui/icons";

const panel: Panel = {
  id: "comparison",
  title: "Two runs",
  icon: ICONS.overlay,
  dock: "right",
  order: 4,
  open: false,
  mount(host, context) {
    const { store } = context;
    const body = element("div", "comparison");
    const notes = element("ul", "comparison-notes");
    host.append(body, notes);
    let ended = false;
    let asked = false;
    const ask = () => {
      if (!store.answers("comparison")) {
        asked = false;
        body.replaceChildren(
          element("p", "empty", "One run is shown. Compare two with: simloop view A B"),
        );
        return;
      }
      if (asked) return;
      asked = true;
      context
        .ask("comparison")
        .then((answer) => ended || body.replaceChildren(...contents(answer, context)))
        .catch((fault: Error) => {
          asked = false;
          if (!ended) body.replaceChildren(element("p", "empty", fault.message));
        });
    };
    const showNotes = () => notes.replaceChildren(...noteLines(store));
    const off = [
      store.bus.on("scene", ask),
      store.bus.on("event", ({ name }) => name === "note" && showNotes()),
      store.bus.on("eventsReplaced", showNotes),
    ];
    ask();
    showNotes();
    return () => {
      ended = true;
      off.forEach((each) => each());
    };
  },
};

/** What the picture cannot show, as the ground of B: two grounds would hide each other. */
function noteLines({ events }: Store): HTMLElement[] {
  const notes = events.filter(({ name }) => name === "note");
  return notes.map(({ words }) => element("li", "", icon(ICONS.warn, 15), element("span", "", words)));
}

function contents(answer: Comparison, context: PanelContext): HTMLElement[] {
  const head = element(
    "dl",
    "comparison-runs",
    element("dt", "", "A"),
    element("dd", "", answer.first),
    element("dt", "", "B"),
    element("dd", "", answer.second),
  );
  const span = element(
    "p",
    "comparison-span",
    `Distance between both at the same time, ${clock(answer.from_s)} to ${clock(answer.to_s)}`,
  );
  if (answer.rows.length === 0) return [head, element("p", "empty", "No vehicle is in both runs")];
  return [head, span, table(answer.rows, context), ...missing(answer)];
}

function table(rows: readonly ComparisonRow[], context: PanelContext): HTMLElement {
  const heads = ["Vehicle", "RMS", "Most", "At"].map((words) => {
    const cell = element("th", "", words);
    cell.scope = "col";
    return cell;
  });
  const lines = rows.map((row) => {
    const when = element("button", "comparison-when", clock(row.most_at_s));
    when.type = "button";
    when.title = `Show ${row.vehicle} where it is farthest apart`;
    when.setAttribute("aria-label", when.title);
    when.addEventListener("click", () => {
      void context.send("seek", { time_s: row.most_at_s });
      void context.send("pause");
    });
    const name = element("th", "", row.vehicle);
    name.scope = "row";
    return element(
      "tr",
      "",
      name,
      element("td", "", distance(row.rms_m)),
      element("td", "", distance(row.most_m)),
      element("td", "", when),
    );
  });
  return element(
    "div",
    "comparison-scroll",
    element("table", "", element("thead", "", element("tr", "", ...heads)), element("tbody", "", ...lines)),
  );
}

function missing({ only_first, only_second }: Comparison): HTMLElement[] {
  const words = [
    only_first.length ? `only in A: ${only_first.join(", ")}` : "",
    only_second.length ? `only in B: ${only_second.join(", ")}` : "",
  ].filter(Boolean);
  return words.map((each) => element("p", "comparison-span", each));
}

function distance(metres: number): string {
  if (metres >= 1000) return `${(metres / 1000).toFixed(2)} km`;
  return metres >= 100 ? `${metres.toFixed(0)} m` : `${metres.toFixed(2)} m`;
}

export default panel;
