// A red line below the bar while something was made to fail: which vehicle, and what.

import type { Store } from "./store";
import { element, icon, setText } from "./ui/elements";
import { ICONS } from "./ui/icons";

const MOST = 3;

export function banner(store: Store): HTMLElement {
  const words = element("span", "banner-words");
  const line = element("div", "banner", icon(ICONS.failure, 16), words);
  // The region is always there, so that screen readers notice when words come into it.
  const region = element("div", "banner-region", line);
  region.setAttribute("role", "alert");
  region.setAttribute("aria-label", "Failures");
  line.hidden = true;
  const show = () => {
    const failing = [...store.vehicles.values()].flatMap(({ item, status }) =>
      status && status.failures.length > 0 ? [`${item.name}: ${status.failures.join(", ")}`] : [],
    );
    const more = failing.length - MOST;
    const said = failing.slice(0, MOST).join(" · ") + (more > 0 ? ` and ${more} more` : "");
    setText(words, said);
    line.hidden = said === "";
  };
  store.bus.on("status", show);
  store.bus.on("scene", show);
  return region;
}
