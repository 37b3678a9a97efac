// One vehicle in somebody's hands: inputs become sticks, sticks become frames, until it is let go.

import type { Pilot } from "../../generated/protocol";
import type { PanelContext } from "../../panel";
import { frameOf } from "./frame";
import { GamepadInput, PAD_BUTTONS, type PadReading } from "./gamepad_input";
import { KeyInput } from "./key_input";
import type { Deed } from "./key_layouts";
import { layoutOf, type RcSettings } from "./settings";
import { clamp, pushSticks, stillSticks, type Sticks, type ThrottleRest } from "./sticks";
import { FLOWN_BY_STICKS, HOLDS_HEIGHT, isOutside, onSurface, Switches } from "./switches";

const PERIOD_MS = 33;
// A line that does not answer gets no more frames to queue up.
const MOST_UNANSWERED = 12;

export class Flight {
  readonly sticks: Sticks;
  readonly switches: Switches;
  /** Sticks that a finger holds. */
  readonly dragged: Partial<Sticks> = {};
  pad: PadReading | null = null;
  sent = 0;
  private unanswered = 0;
  private last = performance.now();
  private readonly timer: ReturnType<typeof setInterval>;
  private readonly keys: KeyInput;
  private readonly gamepad: GamepadInput;
  private over = false;

  constructor(
    private readonly context: PanelContext,
    readonly name: string,
    public pilot: Pilot,
    settings: () => RcSettings,
    private readonly released: (reason: string) => void,
  ) {
    this.switches = new Switches(pilot, this.timeS);
    this.sticks = stillSticks(this.rest().at ?? 0);
    this.gamepad = new GamepadInput(settings);
    this.keys = new KeyInput(
      () => layoutOf(settings()),
      (deed) => this.act(deed),
    );
    this.keys.start();
    this.timer = setInterval(() => this.beat(), PERIOD_MS);
  }

  /** Let go: sticks to the middle once, then silence, which the vehicle takes for a lost radio. */
  release(reason = ""): void {
    if (this.over) return;
    this.over = true;
    clearInterval(this.timer);
    this.keys.stop();
    const rest = this.rest().at;
    Object.assign(this.sticks, stillSticks(rest ?? this.sticks.throttle));
    this.send();
    this.released(reason);
  }

  act(deed: Deed): void {
    if (deed === "release") this.release();
    else if (deed === "arm") this.toggleArm();
    else if (deed === "mode") this.switches.next(this.pilot, this.timeS);
    else Object.assign(this.sticks, stillSticks(this.rest().at ?? this.sticks.throttle));
  }

  toggleArm(): void {
    this.switches.toggleArm(this.pilot, this.timeS);
  }

  choose(mode: string): void {
    this.switches.choose(mode, this.pilot, this.timeS);
  }

  private get timeS(): number {
    return this.context.store.now.timeS;
  }

  private beat(): void {
    const now = performance.now();
    const seconds = Math.min(0.2, (now - this.last) / 1000);
    this.last = now;
    const { store } = this.context;
    if (store.past !== null) return this.release("the past is shown");
    if (store.run.ended !== null) return this.release("the run is over");
    if (this.gamepad.takePress(PAD_BUTTONS.release)) return this.release();
    if (this.gamepad.takePress(PAD_BUTTONS.arm)) this.act("arm");
    if (this.gamepad.takePress(PAD_BUTTONS.mode)) this.act("mode");
    this.moveSticks(seconds);
    if (store.run.paused) return;
    this.switches.step(this.pilot, this.timeS);
    this.send();
  }

  private moveSticks(seconds: number): void {
    const rest = this.rest();
    pushSticks(this.sticks, this.keys.pushes(onSurface(this.pilot)), rest, seconds);
    this.pad = this.gamepad.read();
    if (this.pad?.moved) this.followPad(this.pad, rest, seconds);
    Object.assign(this.sticks, this.dragged);
    const turn = this.switches.gesture(this.pilot);
    if (turn !== 0) {
      Object.assign(this.sticks, stillSticks(onSurface(this.pilot) ? 0.5 : 0));
      this.sticks.yaw = turn;
    }
  }

  private followPad(pad: PadReading, rest: ThrottleRest, seconds: number): void {
    const { roll, pitch, yaw, throttle } = pad;
    Object.assign(this.sticks, { roll, pitch, yaw });
    if (rest.at !== null) {
      if (throttle !== 0) this.sticks.throttle = clamp(0.5 + 0.5 * throttle, 0, 1);
    } else {
      this.sticks.throttle = clamp(this.sticks.throttle + 0.6 * throttle * seconds, 0, 1);
    }
  }

  /** Where the throttle goes by itself: low before take-off, the middle where that keeps height. */
  private rest(): ThrottleRest {
    const { pilot } = this;
    if (onSurface(pilot)) return { at: 0.5 };
    if (pilot.airframe === "wing" || isOutside(pilot)) return { at: null };
    if (this.switches?.wishes) return { at: 0 };
    const byThrottle = FLOWN_BY_STICKS.has(pilot.mode) && !HOLDS_HEIGHT.has(pilot.mode);
    return { at: byThrottle ? null : pilot.flying ? 0.5 : 0 };
  }

  private send(): void {
    if (this.unanswered >= MOST_UNANSWERED) return;
    this.unanswered++;
    this.sent++;
    const { armed, place } = this.switches;
    const channels = frameOf(this.pilot.radio, this.sticks, { armed, place });
    void this.context.send("rc", { name: this.name, channels }).then((answer) => {
      this.unanswered--;
      if (answer.state === "refused") this.release(answer.reason);
    });
  }
}
