// Who may do what: this browser's role, addresses for others, the last command as a script, the end.

import "./style.css";
import { api, currentToken } from "../../api";
import type { Events } from "../../events";
import type { Panel } from "../../panel";
import { sendCall, sendProgram } from "../../python_program";
import { copyText } from "../../ui/clipboard";
import { element, setText } from "../../ui/elements";
import { ICONS } from "../../ui/icons";
import { curlOf } from "./scripts";

const ROLES = {
  admin: "You own this run.",
  operate: "You may look and send commands.",
  view: "You may look; commands need another address.",
} as const;

const panel: Panel = {
  id: "access",
  title: "Share and script",
  icon: ICONS.share,
  dock: "right",
  order: 40,
  open: false,
  mount(host, { store, send }) {
    const role = element("p", "access-role");
    const shares = element("div", "access-part");
    const hint = element("p", "access-hint", "A command that you send appears here as a script.");
    const scripts = element("div", "access-part", hint);
    const end = endButton(() => void send("quit"));
    host.append(element("div", "access", role, shares, scripts, end));
    let asked = false;
    const show = () => {
      const mine = store.hello?.role ?? "view";
      setText(role, ROLES[mine]);
      end.hidden = !store.obeys("quit");
      scripts.hidden = mine === "view";
      if (mine !== "admin" || asked) return;
      asked = true;
      fillShares(shares).catch((fault: Error) => {
        asked = false;
        shares.replaceChildren(element("p", "empty", fault.message));
      });
    };
    const script = (command: Events["command"]) => {
      const url = `${location.origin}/api/commands`;
      scripts.replaceChildren(
        element("h3", "", "Last command"),
        line("curl", curlOf(command, url, "$TOKEN"), curlOf(command, url, currentToken())),
        line("Python", sendCall(command), sendProgram(command, location.origin, currentToken())),
      );
    };
    show();
    const undo = [store.bus.on("scene", show), store.bus.on("command", script)];
    return () => undo.forEach((each) => each());
  },
};

async function fillShares(host: HTMLElement): Promise<void> {
  const found = await api<{ view: string; operate: string }>("/api/addresses");
  host.replaceChildren(
    element("h3", "", "Addresses for others"),
    line("Look", hidden(found.view), found.view),
    line("Operate", hidden(found.operate), found.operate),
  );
}

/** A text with a button that copies it, or what it stands for. */
function line(label: string, shown: string, copied = shown): HTMLElement {
  const text = element("input", "field");
  text.readOnly = true;
  text.value = shown;
  text.setAttribute("aria-label", label);
  const copy = element("button", "action", "Copy");
  copy.type = "button";
  copy.setAttribute("aria-label", `Copy ${label}`);
  copy.addEventListener("click", () => {
    void copyText(copied).then((done) => {
      if (done) return setText(copy, "Copied");
      // It can still be copied by hand.
      text.value = copied;
      text.select();
    });
  });
  return element("div", "access-line", element("span", "", label), text, copy);
}

function hidden(address: string): string {
  return address.replace(/token=.*/, "token=…");
}

function endButton(press: () => void): HTMLButtonElement {
  const made = element("button", "action access-end", "End the run");
  made.type = "button";
  let sure = false;
  const become = (now: boolean) => {
    sure = now;
    setText(made, sure ? "Press again to end the run" : "End the run");
  };
  made.addEventListener("click", () => {
    if (sure) press();
    become(!sure);
  });
  // Whoever goes elsewhere has thought better of it.
  made.addEventListener("blur", () => become(false));
  return made;
}

export default panel;
