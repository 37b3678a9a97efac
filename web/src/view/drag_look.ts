// Turning the head with the pointer: for cameras that do not circle around something.

const PER_PX = 0.0042;

export class DragLook {
  yaw = 0;
  pitch = 0;
  enabled = false;
  private held: number | null = null;

  constructor(canvas: HTMLElement) {
    canvas.addEventListener("pointerdown", (event) => {
      if (!this.enabled || event.button > 0 || event.shiftKey) return;
      this.held = event.pointerId;
    });
    canvas.addEventListener("pointermove", (event) => {
      if (!this.enabled || event.pointerId !== this.held) return;
      this.yaw -= event.movementX * PER_PX;
      this.pitch = limit(this.pitch - event.movementY * PER_PX);
    });
    const release = () => (this.held = null);
    canvas.addEventListener("pointerup", release);
    canvas.addEventListener("pointercancel", release);
    canvas.addEventListener("pointerleave", release);
  }

  face(yaw: number, pitch: number): void {
    this.yaw = yaw;
    this.pitch = limit(pitch);
  }
}

function limit(pitch: number): number {
  return Math.max(-1.5, Math.min(1.5, pitch));
}
