// Asks the same question again and again, for panels that show something as it changes.

import type { Answers } from "./generated/protocol";
import type { PanelContext } from "./panel";

type Arguments = Readonly<Record<string, unknown>>;

/**
 * Call `take` with fresh answers, so many times a second, until the function given back is called.
 * `args` is read anew for each asking; null skips it. A slow answer delays the next asking. What was
 * asked before a reset is not true any more, and a broken line is no answer: both are passed over.
 */
export function watch<K extends keyof Answers>(
  { ask, store }: PanelContext,
  name: K,
  args: () => Arguments | null,
  perSecond: number,
  take: (answer: Answers[K]) => void,
  fail: (reason: string) => void = () => undefined,
): () => void {
  let waiting = false;
  let askedAt = -Infinity;
  let ended = false;
  const off = store.bus.on("render", () => {
    const now = performance.now();
    if (waiting || !store.connected || now - askedAt < 1000 / perSecond) return;
    const given = args();
    if (given === null || !store.answers(name)) return;
    waiting = true;
    askedAt = now;
    const { generation } = store;
    const answered = (act: () => void) => {
      waiting = false;
      if (!ended && generation === store.generation && store.connected) act();
    };
    ask(name, given).then(
      (answer) => answered(() => take(answer)),
      (fault: unknown) => answered(() => fail(fault instanceof Error ? fault.message : "")),
    );
  });
  return () => {
    ended = true;
    off();
  };
}
