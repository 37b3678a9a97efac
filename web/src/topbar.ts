// The bar on top: which run this is, whether it is connected, panels, layouts, help, the theme.

import type { Docking } from "./dock";
import { layoutMenu, panelMenu } from "./menus";
import { roleChip } from "./role";
import type { Store } from "./store";
import { button, element, icon, setText } from "./ui/elements";
import { ICONS } from "./ui/icons";
import type { Theme } from "./theme";

export function topBar(
  store: Store,
  docking: Docking,
  theme: Theme,
  help: () => void,
): HTMLElement {
  const name = element("strong", "run-name", "connecting");
  const about = element("span", "run-about");
  const state = element("span", "chip", "offline");
  state.setAttribute("role", "status");
  const bar = element(
    "header",
    "topbar",
    element("div", "brand", mark(), element("span", "brand-name", "simloop")),
    element("div", "run-words", name, about),
    state,
    roleChip(store),
    panelMenu(docking, store),
    layoutMenu(docking),
    button("Help (?)", ICONS.help, help),
    themeButton(store, theme),
  );
  const show = () => {
    setText(name, store.hello?.scenario ?? "waiting for the run");
    setText(about, store.verdict?.words ?? store.hello?.description ?? "");
    about.dataset["outcome"] = store.verdict?.outcome ?? "";
    about.title = store.verdict?.reasons.join("; ") ?? "";
    const ended = store.run.ended;
    const playing = store.hello?.source === "recording" ? "recording" : "live";
    const now = store.run.paused ? "paused" : playing;
    const shown = store.past === null ? now : "past";
    const word = ended ? "ended" : store.connected && store.hello ? shown : "offline";
    setText(state, word);
    state.dataset["state"] = word;
    state.title = ended ?? "";
  };
  store.bus.on("connection", show);
  store.bus.on("run", show);
  store.bus.on("scene", show);
  store.bus.on("past", show);
  return bar;
}

function mark(): SVGSVGElement {
  const picture = icon(ICONS.copter, 22);
  picture.classList.add("mark");
  return picture;
}

function themeButton(store: Store, theme: Theme): HTMLButtonElement {
  const made = button("Light or dark", ICONS.sun, () => theme.toggle());
  const show = (now: "dark" | "light") =>
    made.replaceChildren(icon(now === "dark" ? ICONS.sun : ICONS.moon));
  show(theme.now);
  store.bus.on("theme", show);
  return made;
}
