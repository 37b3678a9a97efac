// Gives an order and says when the firmware does not obey: it hears at once, and decides a little later.

import type { PanelContext } from "../../panel";

const TRIES = 8;
const BETWEEN_MS = 250;

export async function order(context: PanelContext, name: string, what: string): Promise<void> {
  const { send, store } = context;
  const answer = await send("order", { name, order: what });
  if (answer.state !== "executed" || !store.answers("mission")) return;
  const reason = await refusalOf(context, name, answer.tick);
  if (reason) store.bus.emit("notice", { level: "warn", words: `${name}: ${reason}` });
}

async function refusalOf({ ask }: PanelContext, name: string, tick: number): Promise<string> {
  for (let left = TRIES; left > 0; left--) {
    const told = await ask("mission", { name }).then(
      (plan) => plan.order,
      () => null,
    );
    if (told && told.tick >= tick) return told.accepted ? "" : told.words;
    await new Promise((done) => setTimeout(done, BETWEEN_MS));
  }
  return "";
}
