// The buttons below the bar, and the words about where one is.

import type { Store } from "../../store";
import { action, button, element, icon, setText } from "../../ui/elements";
import { ICONS } from "../../ui/icons";
import type { TimelineControl } from "./control";

const WATCH = "Watch on from here";

export interface Toolbar {
  readonly root: HTMLElement;
  show(): void;
  tick(): void;
}

export function toolbar(control: TimelineControl, store: Store): Toolbar {
  const words = element("output", "timeline-words");
  words.setAttribute("aria-label", "What is shown");
  const play = button(WATCH, ICONS.play, () => control.inPast && control.togglePlay());
  const mark = button("Bookmark (B)", ICONS.bookmark, () => control.toggleBookmark());
  const loop = button("Loop from here (L)", ICONS.loop, () => control.toggleLoop());
  const branch = action("Branch from here", ICONS.branch, () => void control.branch());
  const live = action("Back to live", ICONS.live, () => control.backToNow());
  live.classList.add("live");
  // On phones only the picture is shown.
  branch.setAttribute("aria-label", "Branch from here");
  live.setAttribute("aria-label", "Back to live");
  const zoomOut = button("Show more (-)", ICONS.zoomOut, () => control.zoom(false));
  const zoomIn = button("Show less (+)", ICONS.zoomIn, () => control.zoom(true));
  for (const each of [loop, zoomOut, zoomIn]) each.classList.add("rare");
  const root = element(
    "div",
    "timeline-tools",
    button("Previous event (P)", ICONS.previous, () => control.stop(-1)),
    play,
    button("Next event (N)", ICONS.next, () => control.stop(1)),
    mark,
    loop,
    zoomOut,
    zoomIn,
    words,
    branch,
    live,
  );
  const show = () => {
    const past = store.past !== null;
    const playsPast = past && !control.recording;
    enable(play, playsPast);
    rename(play, control.playing ? "Hold here" : WATCH, control.playing);
    play.hidden = live.hidden = control.recording;
    enable(live, control.inPast);
    const refusal = control.branchRefusal;
    enable(branch, refusal === "");
    branch.title = refusal || "Let the run go on from the moment shown";
    loop.title = control.loopWords;
    loop.setAttribute("aria-label", control.loopWords);
    loop.setAttribute("aria-pressed", String(control.looping));
    enable(zoomOut, control.span.zoomed);
    root.dataset["past"] = String(playsPast);
  };
  const tick = () => {
    setText(words, control.trouble || (control.recording ? "" : control.agoWords));
  };
  return { root, show, tick };
}

/** What cannot be used now can still be reached, and says why. */
function enable(target: HTMLButtonElement, able: boolean): void {
  target.setAttribute("aria-disabled", String(!able));
}

function rename(target: HTMLButtonElement, name: string, playing: boolean): void {
  if (target.title === name) return;
  target.title = name;
  target.setAttribute("aria-label", name);
  target.replaceChildren(icon(playing ? ICONS.pause : ICONS.play));
}
