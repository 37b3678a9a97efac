// Panels of installed packages: listed by the studio, loaded as modules; a broken one is left out.

import { api } from "./api";
import type { Docking } from "./dock";
import type { EventBus } from "./events";
import type { Panel } from "./panel";

interface Listed {
  readonly name: string;
  readonly package: string;
  readonly script: string | null;
  readonly style: string | null;
  readonly broken: string;
}

const DOCKS: readonly unknown[] = ["left", "right", "bottom"];

export async function loadPackagePanels(docking: Docking, bus: EventBus): Promise<void> {
  let listed: readonly Listed[];
  try {
    listed = await api<readonly Listed[]>("/api/panels");
  } catch {
    // Without a valid token there is nothing to see at all, and the page says so.
    return;
  }
  await Promise.all(listed.map((each) => load(each, docking, bus)));
}

async function load(listed: Listed, docking: Docking, bus: EventBus): Promise<void> {
  try {
    if (listed.script === null) throw new Error(listed.broken);
    const module = (await import(/* @vite-ignore */ listed.script)) as { default?: unknown };
    const panel = checked(module.default);
    if (docking.list().some((other) => other.id === panel.id)) {
      throw new Error(`there is a panel '${panel.id}' already`);
    }
    if (listed.style !== null) addStyle(listed.style);
    docking.add(panel);
  } catch (fault) {
    const reason = fault instanceof Error ? fault.message : String(fault);
    const words = `Panel '${listed.name}' of ${listed.package} is left out: ${reason}`;
    bus.emit("notice", { level: "warn", words });
    if (listed.script !== null) void report(listed.name, reason);
  }
}

function checked(found: unknown): Panel {
  if (typeof found !== "object" || found === null) throw new Error("it has no default export");
  const panel = found as Partial<Panel>;
  const wrong = [
    typeof panel.id === "string" || "id",
    typeof panel.title === "string" || "title",
    typeof panel.icon === "string" || "icon",
    DOCKS.includes(panel.dock) || "dock",
    typeof panel.order === "number" || "order",
    typeof panel.open === "boolean" || "open",
    typeof panel.mount === "function" || "mount",
  ].filter((word) => word !== true);
  if (wrong.length > 0) throw new Error(`wrong or missing: ${wrong.join(", ")}`);
  return panel as Panel;
}

function addStyle(address: string): void {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = address;
  document.head.append(link);
}

async function report(name: string, reason: string): Promise<void> {
  try {
    await api("/api/panels", { name, reason });
  } catch {
    // The page has said it; the terminal's line is a courtesy.
  }
}
