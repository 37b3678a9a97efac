// The profile of a mission: altitude over the way, with the ground below if it is known.

import { cssColour } from "../../theme";
import { element } from "../../ui/elements";
import type { DraftItem } from "./draft";
import { stopsOf, type Facts, type Stop } from "./route";

const HEIGHT_PX = 84;
const SAMPLES = 60;
const LEFT_PX = 34;
const RIGHT_PX = 10;

interface Mark {
  readonly way: number;
  readonly height: number;
  readonly key: number;
}

/** What is drawn: heights over the way, in m. */
interface Course {
  readonly wayM: number;
  readonly stops: readonly Mark[];
  readonly ground: readonly { readonly way: number; readonly height: number }[];
  readonly low: number;
  readonly high: number;
}

export class Profile {
  readonly canvas = element("canvas", "map-profile");
  private width = 0;

  constructor() {
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", "Altitude over the way");
  }

  draw(items: readonly DraftItem[], facts: Facts, chosen: number | null, colour: string): void {
    const stops = stopsOf(items);
    this.canvas.hidden = stops.length < 2;
    this.width = this.canvas.clientWidth;
    if (this.canvas.hidden || this.width === 0) return;
    const ratio = Math.min(2, devicePixelRatio);
    this.canvas.width = this.width * ratio;
    this.canvas.height = HEIGHT_PX * ratio;
    const pen = this.canvas.getContext("2d");
    if (!pen) return;
    pen.scale(ratio, ratio);
    const course = courseOf(stops, facts);
    this.drawScale(pen, course);
    this.drawGround(pen, course);
    this.drawStops(pen, course, chosen, colour);
  }

  private x({ wayM }: Course, way: number): number {
    return LEFT_PX + (way / Math.max(1, wayM)) * (this.width - LEFT_PX - RIGHT_PX);
  }

  private y({ low, high }: Course, height: number): number {
    return HEIGHT_PX - 16 - ((height - low) / (high - low)) * (HEIGHT_PX - 30);
  }

  private drawScale(pen: CanvasRenderingContext2D, course: Course): void {
    const { low, high, wayM } = course;
    pen.font = "500 10.5px ui-monospace, Menlo, Consolas, monospace";
    pen.fillStyle = cssColour("--faint");
    pen.textAlign = "right";
    pen.fillText(`${high.toFixed(0)} m`, LEFT_PX - 4, this.y(course, high) + 4);
    pen.fillText(`${low.toFixed(0)} m`, LEFT_PX - 4, this.y(course, low) + 3);
    pen.fillText(`${wayM.toFixed(0)} m`, this.width - 8, HEIGHT_PX - 3);
  }

  private drawGround(pen: CanvasRenderingContext2D, course: Course): void {
    const floor = this.y(course, course.low) + 4;
    pen.beginPath();
    pen.moveTo(this.x(course, 0), floor);
    for (const { way, height } of course.ground) pen.lineTo(this.x(course, way), this.y(course, height));
    pen.lineTo(this.x(course, course.wayM), floor);
    pen.closePath();
    pen.fillStyle = cssColour("--well-strong");
    pen.fill();
  }

  private drawStops(
    pen: CanvasRenderingContext2D,
    course: Course,
    chosen: number | null,
    colour: string,
  ): void {
    pen.beginPath();
    for (const { way, height } of course.stops) pen.lineTo(this.x(course, way), this.y(course, height));
    pen.strokeStyle = colour;
    pen.lineWidth = 2;
    pen.lineJoin = "round";
    pen.stroke();
    for (const { way, height, key } of course.stops.slice(1)) {
      pen.beginPath();
      pen.arc(this.x(course, way), this.y(course, height), key === chosen ? 5 : 3, 0, 2 * Math.PI);
      pen.fillStyle = key === chosen ? cssColour("--text") : colour;
      pen.fill();
    }
  }
}

/** The way is that over the ground, so that a climb on the spot is a line straight up. */
function courseOf(stops: readonly Stop[], facts: Facts): Course {
  let wayM = 0;
  let last = { north: 0, east: 0 };
  const marks: Mark[] = [{ way: 0, height: 0, key: -1 }];
  const ground: { way: number; height: number }[] = [];
  const steps = Math.max(1, Math.round(SAMPLES / stops.length));
  for (const stop of stops) {
    const flat = Math.hypot(stop.north - last.north, stop.east - last.east);
    for (let step = 0; step <= steps; step++) {
      const share = step / steps;
      const north = last.north + share * (stop.north - last.north);
      const east = last.east + share * (stop.east - last.east);
      ground.push({ way: wayM + share * flat, height: facts.ground(north, east) ?? 0 });
    }
    wayM += flat;
    marks.push({ way: wayM, height: stop.altitude, key: stop.item.key });
    last = stop;
  }
  const heights = [...marks, ...ground].map(({ height }) => height);
  const low = Math.min(0, ...heights);
  return { wayM, stops: marks, ground, low, high: Math.max(low + 5, ...heights) };
}
