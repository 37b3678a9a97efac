// Synchronous events by which the store and the panels talk: a handler has run when emit returns.

import type { AnswerMessage, EventMessage } from "./generated/protocol";

export type CameraMode = "orbit" | "fly" | "chase" | "cockpit" | "top";

export interface Events {
  /** A picture is about to be drawn; seconds since the last one. */
  render: number;
  /** New poses have arrived. */
  frame: undefined;
  /** Things came, changed or went. */
  scene: undefined;
  /** The status of some vehicles changed. */
  status: undefined;
  /** Something happened in the run. */
  event: EventMessage;
  /** The log was replaced, as after a reset. */
  eventsReplaced: undefined;
  /** A moment of the past is shown (its tick), or the newest again (null). */
  past: number | null;
  /** Pause, speed or the end of the run changed. */
  run: undefined;
  /** A command was sent. */
  command: { readonly verb: string; readonly args: Readonly<Record<string, unknown>> };
  /** A command was answered. */
  answer: AnswerMessage & { readonly verb: string };
  /** The line to the simulator opened or closed. */
  connection: boolean;
  /** A vehicle was chosen, or none. */
  select: number | null;
  /** Something else is looked into: see `store.inspected`. */
  inspect: undefined;
  /** A panel, named by its id, should be open. */
  openPanel: string;
  /** The pointer is over a vehicle, or over none. */
  hover: number | null;
  /** A menu was asked for, at a vehicle or at a place of the ground (north, east, down in m). */
  contextMenu: {
    readonly index: number | null;
    readonly x: number;
    readonly y: number;
    readonly groundNed?: readonly [number, number, number] | null;
  };
  /** How the camera should look. */
  camera: CameraMode;
  /** The camera should go along with the selected vehicle, or stay where it is. */
  follow: boolean;
  /** Show everything. */
  fit: undefined;
  /** A moment is pointed at, in s of the run, or none any more; every time axis shows it. */
  cursor: number | null;
  /** Somebody wants to look at a moment; the timeline goes there. */
  seek: { readonly timeS: number };
  /** Plot a field, named `topic.field`. */
  plot: { readonly field: string };
  /** A vehicle is to be drawn, or not: see `store.isSeen`. */
  visibility: { readonly index: number; readonly visible: boolean };
  /** Short words for the user, which go by themselves. */
  notice: { readonly level: "warn" | "bad"; readonly words: string };
  /** The view as when the page was opened. */
  resetView: undefined;
  /** The tape measure is taken, or put away. */
  tape: boolean;
  /** A menu for the selected vehicle, by key or button. */
  vehicleMenu: undefined;
  /** A panel has taken the keys, as for piloting by keyboard, or has given them back. */
  keysTaken: boolean;
  /** Dark or light was chosen. */
  theme: "dark" | "light";
  /** Panels were opened, closed or moved. */
  layout: undefined;
}

type Handler<T> = (value: T) => void;

export class EventBus {
  private readonly handlers = new Map<keyof Events, Set<Handler<never>>>();

  on<K extends keyof Events>(name: K, handler: Handler<Events[K]>): () => void {
    const set = this.handlers.get(name) ?? new Set();
    this.handlers.set(name, set);
    set.add(handler as Handler<never>);
    return () => set.delete(handler as Handler<never>);
  }

  emit<K extends keyof Events>(name: K, value: Events[K]): void {
    for (const handler of [...(this.handlers.get(name) ?? [])]) {
      try {
        (handler as Handler<Events[K]>)(value);
      } catch (fault) {
        // One panel's fault must not silence the others.
        console.error(`a handler of '${name}' failed`, fault);
      }
    }
  }
}
