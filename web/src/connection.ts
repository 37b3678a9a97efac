// The WebSocket to the studio: joins with the token, comes back when it breaks, numbers commands.

import type { AnswerMessage, Answers, DataMessage, FromClient, FromSimulator } from "./generated/protocol";
import { refusalOf } from "./role";
import type { Store } from "./store";

const RETRY_MS = 1500;
// Frames come even while the run is paused: a longer silence is a dead line, as after a laptop's sleep.
const SILENCE_MS = 30_000;
const TOKEN = "simloop token";
const WRONG_TOKEN = "wrong token";

export class Connection {
  private socket: WebSocket | null = null;
  private number = 0;
  private readonly waiting = new Map<
    string,
    { verb: string; done: (answer: AnswerMessage) => void }
  >();
  private readonly asked = new Map<string, (message: DataMessage) => void>();
  private heardMs = 0;
  refused = false;

  constructor(
    private readonly store: Store,
    private readonly token: string,
  ) {
    document.addEventListener("visibilitychange", () => this.tellAway());
    setInterval(() => this.noticeSilence(), SILENCE_MS / 6);
  }

  open(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws`);
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    this.heardMs = performance.now();
    socket.onopen = () => {
      this.say({ type: "join", token: this.token });
      if (document.hidden) this.tellAway();
      this.store.setConnected(true);
    };
    socket.onmessage = (event: MessageEvent<string | ArrayBuffer>) => {
      this.heardMs = performance.now();
      this.hear(event.data);
    };
    socket.onclose = ({ reason }) => this.comeBack(reason);
  }

  /** Hand a command in; the promise holds what became of it. */
  command(verb: string, args: Readonly<Record<string, unknown>> = {}): Promise<AnswerMessage> {
    const id = String(++this.number);
    return new Promise((done) => {
      this.waiting.set(id, { verb, done });
      const hello = this.store.hello;
      let reason = hello ? refusalOf(hello.role, verb) : "";
      if (!reason && !this.say({ type: "command", id, verb, arguments: args })) {
        reason = "not connected";
      }
      if (reason) this.settle(unheard(id, reason));
      else this.store.bus.emit("command", { verb, args });
    });
  }

  /** Ask something; the promise holds the answer, or fails with the reason. */
  ask<K extends keyof Answers>(
    name: K,
    args: Readonly<Record<string, unknown>> = {},
  ): Promise<Answers[K]> {
    const id = String(++this.number);
    return new Promise((found, failed) => {
      this.asked.set(id, (message) => {
        if (message.refused) failed(new Error(message.refused));
        else found(message.data as Answers[K]);
      });
      if (!this.say({ type: "question", id, name, arguments: args })) {
        this.reply(unanswered(id, "not connected"));
      }
    });
  }

  /** The line is gone: say so, and try again unless that is of no use. */
  private comeBack(reason: string): void {
    this.socket = null;
    this.refused = reason === WRONG_TOKEN;
    this.store.setConnected(false);
    this.giveUp();
    if (!this.refused && !this.store.run.ended) setTimeout(() => this.open(), RETRY_MS);
  }

  private noticeSilence(): void {
    const { socket } = this;
    if (!socket || this.store.run.ended || performance.now() - this.heardMs < SILENCE_MS) return;
    // Its own goodbye would wait for the other side.
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    this.comeBack("");
  }

  /** A page in the background needs fewer poses. */
  private tellAway(): void {
    this.say({ type: "away", away: document.hidden });
  }

  private reply(message: DataMessage): void {
    const waiting = this.asked.get(message.id);
    this.asked.delete(message.id);
    waiting?.(message);
  }

  private hear(data: string | ArrayBuffer): void {
    if (typeof data !== "string") {
      this.store.takePoses(data, performance.now());
      return;
    }
    const message = JSON.parse(data) as FromSimulator;
    if (message.type === "answer") this.settle(message);
    else if (message.type === "data") this.reply(message);
    else this.store.take(message);
  }

  private settle(answer: AnswerMessage): void {
    const asked = this.waiting.get(answer.id);
    if (!asked || answer.state === "queued") return;
    this.waiting.delete(answer.id);
    this.store.bus.emit("answer", { ...answer, verb: asked.verb });
    asked.done(answer);
  }

  private giveUp(): void {
    for (const id of [...this.waiting.keys()]) {
      this.settle(unheard(id, "the line broke"));
    }
    for (const id of [...this.asked.keys()]) this.reply(unanswered(id, "the line broke"));
  }

  private say(message: FromClient): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }
}

function unheard(id: string, reason: string): AnswerMessage {
  return { type: "answer", id, state: "refused", tick: -1, reason, data: null };
}

function unanswered(id: string, refused: string): DataMessage {
  return { type: "data", id, tick: -1, data: null, refused };
}

/** The token of the address, kept for reloads and taken out of sight. */
export function takeToken(): string {
  const given = new URLSearchParams(location.hash.slice(1)).get("token");
  try {
    if (given) sessionStorage.setItem(TOKEN, given);
    if (given) history.replaceState(null, "", location.pathname + location.search);
    return given ?? sessionStorage.getItem(TOKEN) ?? "";
  } catch {
    // A browser that keeps nothing needs the token in its address.
    return given ?? "";
  }
}
