// The bar itself: time, what happened, bookmarks, branches, the loop and where one is.

import type { Marker } from "../../generated/protocol";
import { cssColour } from "../../theme";
import { element } from "../../ui/elements";
import { roundTimes, shortTime, Span } from "./span";

export const HEIGHT = 46;
const RAIL_Y = 21;
const RAIL = 6;
const MARK_Y = 9;
const REACH_PX = 7;
const LABEL_PX = 64;

type Pen = CanvasRenderingContext2D;
type Level = Marker["level"];

export interface Scene {
  readonly span: Span;
  readonly shownS: number;
  readonly nowS: number | null;
  readonly cursorS: number | null;
  readonly inPast: boolean;
  readonly markers: readonly Marker[];
  readonly bookmarksS: readonly number[];
  readonly branchesS: readonly number[];
  readonly loopS: readonly [number, number] | null;
}

export class Track {
  readonly canvas = element("canvas", "track");
  private readonly pen: Pen;
  private colours: Record<string, string> = {};

  constructor() {
    this.pen = this.canvas.getContext("2d") as Pen;
    this.dress();
  }

  get width(): number {
    return this.canvas.clientWidth;
  }

  dress(): void {
    const names = ["text", "soft", "faint", "accent", "good", "warn", "bad", "well-strong", "page"];
    this.colours = Object.fromEntries(names.map((name) => [name, cssColour(`--${name}`)]));
  }

  /** The marker at a place of the bar. */
  markerAt(x: number, { span, markers }: Scene): Marker | null {
    let best: Marker | null = null;
    let least = REACH_PX;
    for (const marker of markers) {
      const away = Math.abs(span.x(marker.time_s, this.width) - x);
      const worse = best !== null && weight(marker.level) < weight(best.level);
      if (away > least || (away === least && worse)) continue;
      least = away;
      best = marker;
    }
    return best;
  }

  draw(scene: Scene): void {
    const { canvas, pen, width } = this;
    const ratio = Math.max(1, devicePixelRatio);
    if (canvas.width !== Math.round(width * ratio)) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(HEIGHT * ratio);
    }
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, width, HEIGHT);
    this.drawScale(scene);
    this.drawRail(scene);
    for (const timeS of scene.branchesS) this.drawBranch(scene.span.x(timeS, width));
    for (const marker of byWeight(scene.markers)) {
      this.drawMark(scene.span.x(marker.time_s, width), marker.level);
    }
    for (const timeS of scene.bookmarksS) this.drawBookmark(scene.span.x(timeS, width));
    this.drawHands(scene);
  }

  private drawScale({ span }: Scene): void {
    const { pen, width } = this;
    pen.font = "500 10px ui-monospace, monospace";
    pen.textAlign = "center";
    pen.textBaseline = "alphabetic";
    const least = ((span.endS - span.startS) / width) * LABEL_PX;
    for (const timeS of roundTimes(span.startS, span.endS, least)) {
      const x = span.x(timeS, width);
      pen.fillStyle = this.colour("well-strong");
      pen.fillRect(Math.round(x), RAIL_Y + RAIL, 1, 5);
      pen.fillStyle = this.colour("soft");
      const edge = Math.max(14, Math.min(width - 14, x));
      pen.fillText(shortTime(timeS), edge, HEIGHT - 3);
    }
  }

  private drawRail({ span, shownS, loopS, inPast }: Scene): void {
    const { width } = this;
    this.bar(0, width, this.colour("well-strong"), 0.6);
    this.bar(span.x(span.firstS, width), span.x(span.lastS, width), this.colour("faint"), 0.55);
    const shown = span.x(shownS, width);
    this.bar(span.x(span.firstS, width), shown, this.colour(inPast ? "warn" : "accent"), 1);
    if (!loopS) return;
    const [from, to] = loopS.map((timeS) => span.x(timeS, width)) as [number, number];
    this.pen.globalAlpha = 0.28;
    this.pen.fillStyle = this.colour("accent");
    this.pen.fillRect(from, 2, to - from, RAIL_Y + RAIL + 2);
    this.pen.globalAlpha = 1;
  }

  private bar(from: number, to: number, colour: string, alpha: number): void {
    const left = Math.max(0, from);
    const right = Math.min(this.width, to);
    if (right <= left) return;
    const { pen } = this;
    pen.globalAlpha = alpha;
    pen.fillStyle = colour;
    pen.beginPath();
    pen.roundRect(left, RAIL_Y, right - left, RAIL, RAIL / 2);
    pen.fill();
    pen.globalAlpha = 1;
  }

  private drawHands({ span, shownS, nowS, cursorS, inPast }: Scene): void {
    const { pen, width } = this;
    if (cursorS !== null) this.line(span.x(cursorS, width), "soft", 1, 0.8);
    if (nowS !== null && inPast) this.line(span.x(nowS, width), "good", 2, 1);
    const x = span.x(shownS, width);
    if (x < -8 || x > width + 8) return;
    pen.fillStyle = this.colour(inPast ? "warn" : "accent");
    pen.strokeStyle = this.colour("page");
    pen.lineWidth = 2;
    pen.beginPath();
    pen.arc(Math.max(8, Math.min(width - 8, x)), RAIL_Y + RAIL / 2, 7, 0, 2 * Math.PI);
    pen.fill();
    pen.stroke();
  }

  private line(x: number, colour: string, thickness: number, alpha: number): void {
    this.pen.globalAlpha = alpha;
    this.pen.fillStyle = this.colour(colour);
    this.pen.fillRect(x - thickness / 2, 2, thickness, RAIL_Y + RAIL + 4);
    this.pen.globalAlpha = 1;
  }

  /** Shape and colour both tell the level. */
  private drawMark(x: number, level: Level): void {
    const { pen } = this;
    if (x < -6 || x > this.width + 6) return;
    pen.fillStyle = this.colour(level === "info" ? "soft" : level);
    pen.beginPath();
    if (level === "info") pen.arc(x, MARK_Y, 2.4, 0, 2 * Math.PI);
    else polygon(pen, x, MARK_Y, SHAPES[level]);
    pen.fill();
  }

  private drawBookmark(x: number): void {
    this.pen.fillStyle = this.colour("accent");
    this.pen.beginPath();
    polygon(this.pen, x, RAIL_Y + RAIL + 5, BOOKMARK);
    this.pen.fill();
  }

  private drawBranch(x: number): void {
    const { pen } = this;
    pen.strokeStyle = this.colour("text");
    pen.lineWidth = 1.5;
    pen.setLineDash([2, 2]);
    pen.beginPath();
    pen.moveTo(x, 2);
    pen.lineTo(x, RAIL_Y + RAIL + 4);
    pen.stroke();
    pen.setLineDash([]);
  }

  private colour(name: string): string {
    return this.colours[name] ?? "#888888";
  }
}

type Shape = readonly (readonly [number, number])[];

const SHAPES: Record<Exclude<Level, "info">, Shape> = {
  good: [[0, -5], [5, 0], [0, 5], [-5, 0]],
  warn: [[0, -5], [5.5, 4.5], [-5.5, 4.5]],
  bad: [[-4.5, -4.5], [4.5, -4.5], [4.5, 4.5], [-4.5, 4.5]],
};
const BOOKMARK: Shape = [[-3.5, -4], [3.5, -4], [3.5, 5], [0, 2], [-3.5, 5]];

function polygon(pen: Pen, x: number, y: number, shape: Shape): void {
  shape.forEach(([dx, dy], corner) => {
    if (corner) pen.lineTo(x + dx, y + dy);
    else pen.moveTo(x + dx, y + dy);
  });
  pen.closePath();
}

function weight(level: Level): number {
  return ["info", "good", "warn", "bad"].indexOf(level);
}

function byWeight(markers: readonly Marker[]): Marker[] {
  return [...markers].sort((a, b) => weight(a.level) - weight(b.level));
}
