// Fly: keys, gamepad or fingers become the sticks of the selected vehicle's radio.

import "./style.css";
import type { Pilot } from "../../generated/protocol";
import type { Panel, PanelContext } from "../../panel";
import { element, icon, setText } from "../../ui/elements";
import { metres } from "../../ui/format";
import { ICONS } from "../../ui/icons";
import { watch } from "../../watch";
import { Flight } from "./flight";
import { keyOptions, padOptions } from "./options";
import { readSettings } from "./settings";
import { stickView } from "./stick_view";
import { FLOWN_BY_STICKS, isOutside, onSurface, PLACES } from "./switches";

const ASK_PER_S = 8;
// Beyond this speed a second of the run has too few frames, and the radio counts as lost.
const FASTEST = 12;

const panel: Panel = {
  id: "rc",
  title: "Fly",
  icon: ICONS.sticks,
  dock: "left",
  order: 1.5,
  open: false,
  mount(host, context) {
    return new FlyPanel(host, context).dispose;
  },
};

class FlyPanel {
  readonly dispose: () => void;
  private readonly settings = readSettings();
  private flight: Flight | null = null;
  private pilot: Pilot | null = null;
  private askedFor = "";
  /** Why it cannot be flown or did not obey, until the next good answer. */
  private why = "";
  /** Why it was let go, until it is taken again or another is chosen. */
  private parting = "";
  private readonly engage = element("button", "action rc-engage");
  private readonly note = element("p", "rc-note");
  private readonly arm = element("button", "action rc-arm");
  private readonly modes = element("div", "rc-modes");
  private readonly state = element("div", "rc-state");
  private readonly keys = keyOptions(this.settings);
  private readonly padName = element("p", "rc-pad-name");
  private readonly controls = element("div", "rc-controls");
  private readonly left = stickView("Height and turn", (held) => {
    this.drag(held ? { throttle: (held.up + 1) / 2, yaw: held.right } : null, ["throttle", "yaw"]);
  });
  private readonly right = stickView("Forward and sideways", (held) => {
    this.drag(held ? { pitch: held.up, roll: held.right } : null, ["pitch", "roll"]);
  });

  constructor(
    host: HTMLElement,
    private readonly context: PanelContext,
  ) {
    this.build(host);
    const { store } = context;
    const letGo = () => this.flight?.release("the page lost the focus");
    const hidden = () => document.hidden && letGo();
    addEventListener("blur", letGo);
    addEventListener("pagehide", letGo);
    document.addEventListener("visibilitychange", hidden);
    const off = [
      watch(
        context,
        "pilot",
        () => this.wanted(),
        ASK_PER_S,
        (pilot) => this.take(pilot),
        (reason) => this.refuse(reason),
      ),
      store.bus.on("select", () => {
        if (store.selected?.item.name !== this.flight?.name) this.flight?.release();
        this.pilot = null;
        this.parting = "";
        this.show();
      }),
      store.bus.on("connection", (open) => open || this.flight?.release("the line broke")),
      store.bus.on("event", (event) => {
        const refused = event.vehicle === this.flight?.name && /refused/i.test(event.words);
        if (refused) this.why = event.words;
      }),
      store.bus.on("render", () => this.show()),
    ];
    this.dispose = () => {
      this.flight?.release();
      off.forEach((each) => each());
      removeEventListener("blur", letGo);
      removeEventListener("pagehide", letGo);
      document.removeEventListener("visibilitychange", hidden);
    };
  }

  private build(host: HTMLElement): void {
    this.engage.type = this.arm.type = "button";
    this.engage.addEventListener("click", () => {
      if (this.flight) this.flight.release();
      else this.start();
    });
    this.arm.addEventListener("click", () => this.flight?.toggleArm());
    this.note.setAttribute("role", "status");
    this.modes.setAttribute("role", "group");
    this.modes.setAttribute("aria-label", "Mode");
    const gamepad = element(
      "details",
      "rc-pad",
      element("summary", "", "Gamepad"),
      this.padName,
      padOptions(this.settings),
    );
    this.controls.append(
      element("div", "rc-sticks", this.left.root, this.right.root),
      element("div", "rc-row", this.arm, this.state),
      this.modes,
    );
    host.append(
      element("div", "rc", this.engage, this.note, this.controls, this.keys.root, gamepad),
    );
  }

  private wanted(): { name: string } | null {
    const name = this.flight?.name ?? this.context.store.selected?.item.name;
    if (name === undefined || this.context.store.past !== null) return null;
    this.askedFor = name;
    return { name };
  }

  private take(pilot: Pilot): void {
    if (this.flight) this.flight.pilot = pilot;
    else if (this.context.store.selected?.item.name !== this.askedFor) return;
    this.pilot = pilot;
    if (!this.flight) this.why = "";
  }

  private refuse(reason: string): void {
    this.flight?.release(reason);
    this.pilot = null;
    this.why = reason;
  }

  private start(): void {
    const { store } = this.context;
    if (!this.pilot || !store.selected) return;
    this.why = this.parting = "";
    this.flight = new Flight(
      this.context,
      store.selected.item.name,
      this.pilot,
      () => this.settings,
      (reason) => {
        this.flight = null;
        store.bus.emit("keysTaken", false);
        this.parting = reason ? `Released: ${reason}` : "";
      },
    );
    store.bus.emit("keysTaken", true);
    this.show();
  }

  private drag(held: Record<string, number> | null, axes: readonly string[]): void {
    const { flight } = this;
    if (!flight) return;
    const dragged = flight.dragged as Record<string, number>;
    for (const axis of axes) delete dragged[axis];
    if (held) Object.assign(dragged, held);
    else Object.assign(flight.sticks, axes.includes("roll") ? { roll: 0, pitch: 0 } : { yaw: 0 });
  }

  private show(): void {
    const { store } = this.context;
    const { flight, pilot } = this;
    const name = flight?.name ?? store.selected?.item.name ?? "";
    const able = pilot !== null && store.obeys("rc") && store.past === null;
    this.engage.disabled = !able && !flight;
    const label = flight ? `Release ${name} (Esc)` : `Take the controls of ${name || "a vehicle"}`;
    if (this.engage.textContent !== label) {
      this.engage.replaceChildren(icon(flight ? ICONS.close : ICONS.sticks, 16), label);
    }
    this.engage.dataset["engaged"] = String(flight !== null);
    setText(this.note, this.words());
    this.note.hidden = this.note.textContent === "";
    this.controls.toggleAttribute("inert", flight === null);
    this.controls.dataset["engaged"] = String(flight !== null);
    this.showSticks();
    this.showSwitches();
    const padName = flight?.pad?.name ?? "Connect one and press a button; the lower button arms.";
    setText(this.padName, padName);
    if (pilot) this.keys.show(pilot.airframe);
  }

  private words(): string {
    const { store } = this.context;
    const { flight } = this;
    if (!store.hello) return "";
    if (!store.obeys("rc") || !store.answers("pilot")) return "Nothing can be flown in this run.";
    if (flight) {
      if (store.run.paused) return "The run is paused: press play to fly.";
      if (store.run.speed > FASTEST) return "Too fast to fly by hand: slow the run down.";
      const refused = flight.switches.note.startsWith("It did") && this.why;
      return refused ? this.why : flight.switches.note || this.hint(flight);
    }
    const lacks = this.pilot ? "" : "Choose a vehicle that has an autopilot.";
    return this.parting || this.why || lacks;
  }

  private hint(flight: Flight): string {
    const { pilot } = flight;
    if (isOutside(pilot)) return outsideWords(pilot);
    if (!pilot.armed) return "Arm it first (T).";
    if (onSurface(pilot) || pilot.flying) return "";
    const wing = pilot.airframe === "wing";
    return wing ? "Hold faster, then nose up, to take off." : "Hold up to take off.";
  }

  private showSticks(): void {
    const sticks = this.flight?.sticks ?? { roll: 0, pitch: 0, yaw: 0, throttle: 0 };
    const percent = (share: number) => `${Math.round(100 * share)} %`;
    const { roll, pitch, yaw, throttle } = sticks;
    this.left.show(yaw, 2 * throttle - 1, `${percent(throttle)} · ${percent(yaw)}`);
    this.right.show(roll, pitch, `${percent(pitch)} · ${percent(roll)}`);
  }

  private showSwitches(): void {
    const pilot = this.flight?.pilot ?? this.pilot;
    const outside = pilot !== null && isOutside(pilot);
    const armed = (outside ? this.flight?.switches.armed : pilot?.armed) ?? false;
    setText(this.arm, armed ? "Disarm" : "Arm");
    this.arm.dataset["armed"] = String(armed);
    setText(this.state, pilot ? this.stateWords(pilot, armed) : "");
    this.showModes(pilot);
  }

  private stateWords(pilot: Pilot, armed: boolean): string {
    const up = pilot.height_m === null ? "" : `${metres(Math.max(0, pilot.height_m))} up`;
    if (isOutside(pilot)) {
      const place = (this.flight?.switches.place ?? 0) + 1;
      const words = [`arm switch ${armed ? "on" : "off"}`, `mode switch ${place} of ${PLACES}`, up];
      return words.filter(Boolean).join(", ");
    }
    const words = armed ? "armed" : "disarmed";
    if (onSurface(pilot)) return words;
    return `${words}, ${pilot.flying ? `in the air, ${up}` : "on the ground"}`;
  }

  private showModes(pilot: Pilot | null): void {
    const modes = [...new Set(pilot?.radio.modes ?? [])];
    const key = modes.join();
    if (this.modes.dataset["modes"] !== key) {
      this.modes.dataset["modes"] = key;
      this.modes.replaceChildren(...modes.map((mode) => this.modeButton(mode)));
    }
    const wanted = this.flight?.switches.wanted;
    for (const button of this.modes.querySelectorAll<HTMLElement>("button")) {
      const mode = button.dataset["mode"];
      button.setAttribute("aria-pressed", String(mode === (wanted ?? pilot?.mode)));
      button.classList.toggle("rc-now", mode === pilot?.mode);
    }
  }

  private modeButton(mode: string): HTMLButtonElement {
    const made = element("button", "rc-choice", mode[0]?.toUpperCase() + mode.slice(1));
    made.type = "button";
    made.dataset["mode"] = mode;
    made.title = FLOWN_BY_STICKS.has(mode) ? "you steer" : "it flies by itself";
    made.addEventListener("click", () => this.flight?.choose(mode));
    return made;
  }
}

/** What somebody must know who flies an autopilot outside simloop. */
function outsideWords({ radio }: Pilot): string {
  const [roll, pitch, yaw, throttle] = radio.sticks.map((channel) => channel + 1);
  const arm = radio.arm === null ? "" : ` T switches channel ${radio.arm + 1},`;
  const mode = radio.mode === null ? "" : ` M steps channel ${radio.mode + 1};`;
  return (
    `Its own autopilot flies it, and decides what your radio means: roll ${roll}, pitch ${pitch}, ` +
    `throttle ${throttle}, yaw ${yaw};${arm}${mode} it does not tell here whether it is armed.`
  );
}

export default panel;
