// What this browser may do: the token of its address decides, and the top bar says so.

import type { Hello } from "./generated/protocol";
import type { Store } from "./store";
import { element, setText } from "./ui/elements";

export type Role = Hello["role"];

const OWNERS: ReadonlySet<string> = new Set(["quit"]);

/** Why a role may not send a command, or nothing if it may. */
export function refusalOf(role: Role, verb: string): string {
  if (OWNERS.has(verb) && role !== "admin") return "only the owner of the run may do this";
  return role === "view" ? "this address is for looking only" : "";
}

export function roleChip(store: Store): HTMLElement {
  const chip = element("span", "chip");
  chip.dataset["role"] = "";
  chip.hidden = true;
  store.bus.on("scene", () => {
    const role = store.hello?.role ?? "admin";
    chip.hidden = role === "admin";
    chip.dataset["role"] = role;
    chip.title = role === "view" ? "This address is for looking only." : "You may send commands.";
    setText(chip, role === "view" ? "view only" : "operator");
  });
  return chip;
}
