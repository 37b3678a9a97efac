// Plots to take away: a picture of all of them, or their values as a table.

import { cssColour } from "../theme";
import { figures } from "./chart_style";
import type { Stretch } from "./sampler";
import type { Trace } from "./trace";

const EDGE = 16;
const ROW = 20;
const FONT = "12px system-ui, sans-serif";

export interface Picture {
  readonly canvases: readonly HTMLCanvasElement[];
  readonly lines: readonly { readonly name: string; readonly colour: string; readonly unit: string }[];
}

export function asPng(title: string, pictures: readonly Picture[]): Promise<Blob> {
  const ratio = devicePixelRatio || 1;
  const wide = Math.max(320, ...pictures.flatMap(({ canvases }) => canvases.map((each) => each.width / ratio)));
  const high = pictures.reduce(
    (sum, { canvases, lines }) =>
      sum + lines.length * ROW + canvases.reduce((all, each) => all + each.height / ratio, 0) + EDGE,
    2 * EDGE + ROW,
  );
  const sheet = document.createElement("canvas");
  sheet.width = Math.round((wide + 2 * EDGE) * ratio);
  sheet.height = Math.round(high * ratio);
  const pen = sheet.getContext("2d") as CanvasRenderingContext2D;
  pen.scale(ratio, ratio);
  pen.fillStyle = cssColour("--page");
  pen.fillRect(0, 0, sheet.width, sheet.height);
  pen.font = `600 ${FONT}`;
  pen.fillStyle = cssColour("--text");
  pen.textBaseline = "middle";
  pen.fillText(title, EDGE, EDGE + ROW / 2);
  let y = EDGE + ROW + 6;
  for (const picture of pictures) y = drawPicture(pen, picture, y, ratio) + EDGE;
  return new Promise((done, failed) =>
    sheet.toBlob((blob) => (blob ? done(blob) : failed(new Error("no picture"))), "image/png"),
  );
}

function drawPicture(pen: CanvasRenderingContext2D, picture: Picture, top: number, ratio: number): number {
  let y = top;
  pen.font = FONT;
  for (const { name, colour, unit } of picture.lines) {
    pen.fillStyle = colour;
    pen.fillRect(EDGE, y + ROW / 2 - 2, 16, 4);
    pen.fillStyle = cssColour("--text");
    pen.fillText(unit ? `${name}, ${unit}` : name, EDGE + 24, y + ROW / 2);
    y += ROW;
  }
  for (const canvas of picture.canvases) {
    pen.drawImage(canvas, EDGE, y, canvas.width / ratio, canvas.height / ratio);
    y += canvas.height / ratio;
  }
  return y;
}

/** One row per moment at which any field has a value; others are empty there. */
export function asCsv(traces: readonly Trace[], { from, to }: Stretch): Blob {
  const names = traces.map(({ field, run, unit }) =>
    quoted(field + (run ? ` (${run})` : "") + (unit ? ` [${unit}]` : "")),
  );
  const rows = [["time_s", ...names].join(",")];
  const places = traces.map((trace) => Math.max(0, trace.firstAfter(from)));
  for (;;) {
    let time = Infinity;
    traces.forEach((trace, n) => {
      const place = places[n] as number;
      if (place < trace.length) time = Math.min(time, trace.times[place] as number);
    });
    if (time > to) return new Blob([`${rows.join("\n")}\n`], { type: "text/csv" });
    const cells = traces.map((trace, n) => {
      const place = places[n] as number;
      if (place >= trace.length || trace.times[place] !== time) return "";
      places[n] = place + 1;
      const value = trace.values[place] as number;
      return Number.isNaN(value) ? "" : String(value);
    });
    if (cells.some((cell) => cell !== "")) rows.push([String(time), ...cells].join(","));
  }
}

function quoted(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A name for a file: the run and the moment. */
export function fileName(scenario: string, timeS: number, ending: string): string {
  return `${scenario || "run"}_${figures(timeS).replace(".", "_")}s.${ending}`;
}
