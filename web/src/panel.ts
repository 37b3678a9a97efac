// What a panel is: a folder below panels/ whose index.ts exports one of these as default.

import type { AnswerMessage, Answers } from "./generated/protocol";
import type { Store } from "./store";

export type Dock = "stage" | "left" | "right" | "bottom";

export interface PanelContext {
  readonly store: Store;
  /** Hand a user command to the simulator. */
  readonly send: (
    verb: string,
    args?: Readonly<Record<string, unknown>>,
  ) => Promise<AnswerMessage>;
  /** Ask the simulator something that changes nothing; fails with the reason. */
  readonly ask: <K extends keyof Answers>(
    name: K,
    args?: Readonly<Record<string, unknown>>,
  ) => Promise<Answers[K]>;
}

export interface Panel {
  readonly id: string;
  readonly title: string;
  /** A path of a 24 x 24 picture, drawn with lines. */
  readonly icon: string;
  readonly dock: Dock;
  readonly order: number;
  /** Whether it is open before a user has chosen. */
  readonly open: boolean;
  /** Fill `host`; gives back what undoes it. */
  mount(host: HTMLElement, context: PanelContext): () => void;
}

/** All panels of this build; a folder that is missing is simply not there. */
export function builtInPanels(): Panel[] {
  const modules = import.meta.glob<{ default: Panel }>("./panels/*/index.ts", { eager: true });
  return Object.values(modules)
    .map((module) => module.default)
    .sort((a, b) => a.order - b.order);
}
