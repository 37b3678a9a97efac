// W, A, S, D, Q, E and shift, while the camera flies and nobody else has the keys.

const AXES: Readonly<Record<string, readonly [0 | 1 | 2, number]>> = {
  KeyD: [0, 1],
  KeyA: [0, -1],
  KeyE: [1, 1],
  KeyQ: [1, -1],
  KeyS: [2, 1],
  KeyW: [2, -1],
};
const FASTER = 4;

export class FlyKeys {
  enabled = false;
  /** Another panel has the keys. */
  taken = false;
  private readonly held = new Set<string>();
  private readonly undo: () => void;

  constructor() {
    const down = (event: KeyboardEvent) => {
      if (!this.enabled || this.taken || event.ctrlKey || event.metaKey || event.altKey) return;
      if ((event.target as HTMLElement).closest("input, select, textarea")) return;
      if (AXES[event.code] || event.key === "Shift") this.held.add(keyOf(event));
    };
    const up = (event: KeyboardEvent) => this.held.delete(keyOf(event));
    const forget = () => this.held.clear();
    addEventListener("keydown", down);
    addEventListener("keyup", up);
    addEventListener("blur", forget);
    this.undo = () => {
      removeEventListener("keydown", down);
      removeEventListener("keyup", up);
      removeEventListener("blur", forget);
    };
  }

  /** Right, up and back, each from -1 to 1, times how fast. */
  wish(out: [number, number, number]): [number, number, number] {
    out.fill(0);
    if (!this.enabled || this.taken) this.held.clear();
    const pace = this.held.has("Shift") ? FASTER : 1;
    for (const key of this.held) {
      const axis = AXES[key];
      if (axis) out[axis[0]] += axis[1] * pace;
    }
    return out;
  }

  dispose(): void {
    this.undo();
  }
}

function keyOf(event: KeyboardEvent): string {
  return event.key === "Shift" ? "Shift" : event.code;
}
