// Publish a message or call a service, from a form; and what came of it.

import type { AnswerMessage } from "../../generated/protocol";
import type { PanelContext } from "../../panel";
import { element, icon } from "../../ui/elements";
import { ICONS } from "../../ui/icons";
import type { Part } from "./echo";
import { messageInputs } from "./message_form";
import { MessageView } from "./message_view";

export function publishPart(context: PanelContext, topic: string, type: string): Part {
  return talkPart(context, type, "Publish", "publish", (message) => ({ topic, message }));
}

export function callPart(context: PanelContext, service: string, type: string): Part {
  return talkPart(context, type, "Call", "call", (request) => ({ service, request }));
}

function talkPart(
  { ask, send, store }: PanelContext,
  type: string,
  word: string,
  verb: string,
  args: (message: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>,
): Part {
  const root = element("form", "talk");
  const state = element("p", "talk-state");
  state.setAttribute("role", "status");
  const answer = new MessageView();
  const press = element("button", "action", icon(ICONS.send, 14), word);
  press.type = "submit";
  if (!store.obeys(verb)) {
    root.append(element("p", "empty", "This run takes no messages"));
    return { root, close: () => undefined };
  }
  const say = (told: AnswerMessage) => {
    const done = told.state === "executed";
    state.className = done ? "talk-state" : "form-refusal";
    state.textContent = done ? `Done in tick ${told.tick}` : told.reason;
    answer.root.hidden = told.data === null;
    if (told.data !== null) answer.show(told.data);
  };
  ask("message", { type }).then(
    ({ fields }) => {
      const inputs = messageInputs(fields);
      root.append(inputs.root, element("div", "talk-foot", press), state, answer.root);
      root.addEventListener("submit", (event) => {
        event.preventDefault();
        const message = inputs.read();
        if (typeof message === "string") {
          state.className = "form-refusal";
          state.textContent = message;
        } else {
          void send(verb, args(message)).then(say);
        }
      });
    },
    (fault: unknown) => root.append(element("p", "empty", fault instanceof Error ? fault.message : "")),
  );
  return { root, close: () => undefined };
}
