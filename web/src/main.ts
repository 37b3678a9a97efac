// Puts the studio together: store, connection, docks and panels.

import "uplot/dist/uPlot.min.css";
import "./styles/base.css";
import "./styles/topbar.css";
import "./styles/view.css";
import "./styles/frames.css";
import "./styles/docks.css";
import "./styles/stage.css";
import "./styles/sheets.css";
import "./styles/cards.css";
import "./styles/notices.css";
import { useToken } from "./api";
import { banner } from "./banner";
import { Cards } from "./cards";
import { Connection, takeToken } from "./connection";
import { Docking } from "./dock";
import { EventBus } from "./events";
import { helpSheet, listenToPageKeys } from "./help";
import { listenToKeys } from "./keys";
import { loadPackagePanels } from "./package_panels";
import { Pace } from "./pace";
import { builtInPanels, type Panel, type PanelContext } from "./panel";
import { drawCanvasesOnProcessor } from "./processor_canvas";
import { Store } from "./store";
import { Theme } from "./theme";
import { toasts } from "./toasts";
import { topBar } from "./topbar";
import { element } from "./ui/elements";
import { isPlain } from "./view/quality";

declare global {
  interface Window {
    /** For programs on the page: the store, commands, and panels of their own. */
    simloop: PanelContext & { addPanel: (panel: Panel) => void };
  }
}

const PLAIN_PER_S = 30;

function start(app: HTMLElement): void {
  // Blurred glass over a moving picture is dear where a processor draws it.
  if (isPlain()) {
    document.documentElement.dataset["effects"] = "few";
    drawCanvasesOnProcessor();
  }
  const bus = new EventBus();
  const store = new Store(bus);
  const theme = new Theme(bus);
  const token = takeToken();
  useToken(token);
  const connection = new Connection(store, token);
  const context: PanelContext = {
    store,
    send: (verb, args) => connection.command(verb, args),
    ask: (name, args) => connection.ask(name, args),
  };
  const docking = new Docking(context, bus);
  const cards = new Cards(context, docking);
  const help = helpSheet(docking, () => cards.show());
  app.append(
    topBar(store, docking, theme, help),
    docking.root,
    cards.root,
    notice(store, connection),
    banner(store),
    toasts(store),
  );
  for (const panel of builtInPanels()) docking.add(panel);
  listenToKeys(context);
  listenToPageKeys(store, docking, help);
  window.simloop = { ...context, addPanel: (panel) => docking.add(panel) };
  void loadPackagePanels(docking, bus);
  connection.open();
  draw(store);
}

function draw(store: Store): void {
  let last = performance.now();
  // More would only make the page late for its user.
  const pace = new Pace(Infinity, PLAIN_PER_S);
  const next = (now: number) => {
    requestAnimationFrame(next);
    if (!pace.due()) return;
    const seconds = Math.min(0.25, (now - last) / 1000);
    last = now;
    store.advance(performance.now());
    store.bus.emit("render", seconds);
  };
  requestAnimationFrame(next);
}

function notice(store: Store, connection: Connection): HTMLElement {
  const words = element("p", "notice-words");
  const box = element("div", "notice", words);
  box.hidden = true;
  box.setAttribute("role", "status");
  store.bus.on("connection", (open) => {
    box.hidden = open || store.run.ended !== null;
    words.textContent = connection.refused
      ? "This address has no valid token. Open the address that simloop printed."
      : "The run does not answer. Trying again …";
  });
  return box;
}

start(document.getElementById("app") as HTMLElement);
