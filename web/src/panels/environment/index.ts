// The surroundings: wind for all vehicles, and lights, actors and obstacles to put up and take away.

import "./style.css";
import type { Environment } from "../../generated/protocol";
import type { Panel } from "../../panel";
import { element, icon } from "../../ui/elements";
import { ICONS } from "../../ui/icons";
import { ofNow } from "../../ui/of_now";
import { watch } from "../../watch";
import { Things } from "./things";
import { windSection } from "./wind";

const ASK_PER_S = 2;

const panel: Panel = {
  id: "environment",
  title: "Surroundings",
  icon: ICONS.wind,
  dock: "right",
  order: 4,
  open: false,
  mount(host, context) {
    const wind = windSection(context);
    const things = new Things(context);
    const now = ofNow(context.store, "wind and things are");
    host.append(
      now.root,
      element("div", "surroundings", heading(ICONS.wind, "Wind"), wind.root),
      element("div", "surroundings", heading(ICONS.cube, "Things"), things.root),
    );
    const take = (answer: Environment | null) => {
      wind.show(answer);
      things.show(answer);
    };
    const off = [
      watch(context, "environment", () => ({}), ASK_PER_S, take),
      context.store.bus.on("scene", () => {
        if (!context.store.answers("environment")) take(null);
      }),
      () => things.close(),
      now.close,
    ];
    take(null);
    return () => off.forEach((each) => each());
  },
};

function heading(path: string, words: string): HTMLElement {
  return element("h3", "surroundings-head", icon(path, 14), words);
}

export default panel;
