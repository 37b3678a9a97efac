// Brings moments of the past to the store: the newest wish wins, one asking at a time.

import type { PanelContext } from "../../panel";
import { bytesOf } from "../../poses";

export class Scrubber {
  /** The tick that was asked for, or null while now is shown. */
  at: number | null = null;
  private wanted: number | null = null;
  private asking = false;

  constructor(
    private readonly context: PanelContext,
    private readonly failed: (reason: string) => void,
  ) {}

  go(tick: number): void {
    this.at = this.wanted = Math.round(tick);
    void this.ask();
  }

  backToNow(): void {
    this.at = this.wanted = null;
    this.context.store.backToNow();
  }

  /** Somebody else brought now back. */
  forget(): void {
    this.at = this.wanted = null;
  }

  /** Is an answer on its way? */
  get busy(): boolean {
    return this.asking;
  }

  private async ask(): Promise<void> {
    if (this.asking) return;
    this.asking = true;
    while (this.wanted !== null) {
      const tick = this.wanted;
      this.wanted = null;
      try {
        const { poses, status, items } = await this.context.ask("past", { tick });
        // Meanwhile somebody may have gone back to now.
        if (this.at !== null) this.context.store.showPast(bytesOf(poses), status, items);
      } catch (fault) {
        this.failed(fault instanceof Error ? fault.message : String(fault));
      }
    }
    this.asking = false;
  }
}
