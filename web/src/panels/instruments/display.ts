// The flight display: horizon, tapes of speed and height, heading.

export interface Reading {
  readonly roll: number;
  readonly pitch: number;
  readonly heading: number;
  readonly speed: number;
  /** What kind of speed that is. */
  readonly speedName: string;
  /** Null for what stays on the ground or the water. */
  readonly height: number | null;
  readonly climb: number;
  /** Where the wind comes from, in radians from north, and how strong it is in m/s. */
  readonly wind: { readonly from: number; readonly speed: number } | null;
  /** What the pilot must see first, or nothing. */
  readonly warning: string;
}

type Pen = CanvasRenderingContext2D;

const SKY_TOP = "#1d5fa3";
const SKY_LOW = "#6fb3e6";
const EARTH_TOP = "#9c6b3c";
const EARTH_LOW = "#4e3620";
const INK = "#ffffff";
const AMBER = "#ffc53d";
const SHADE = "rgba(8, 14, 24, 0.62)";
const FONT = 'ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace';
const NAMES: Record<number, string> = { 0: "N", 90: "E", 180: "S", 270: "W" };

export function drawDisplay(pen: Pen, width: number, height: number, now: Reading): void {
  pen.clearRect(0, 0, width, height);
  const tape = Math.min(62, width * 0.2);
  const strip = 30;
  drawHorizon(pen, width, height, now, strip);
  drawTape(pen, 0, tape, strip, height, now.speed, 1, 5, "left");
  drawCaption(pen, tape / 2, height, now.speedName);
  if (now.height !== null) {
    drawTape(pen, width - tape, tape, strip, height, now.height, 2, 10, "right");
    drawClimb(pen, width - tape, strip, height, now.climb);
    drawCaption(pen, width - tape / 2, height, "height m");
  }
  drawHeading(pen, width, strip, now.heading);
  drawAircraft(pen, width / 2, (height + strip) / 2, width);
  if (now.wind) drawWind(pen, tape + 22, height - 24, now.wind, now.heading);
  if (now.warning) drawWarning(pen, width / 2, strip + (height - strip) * 0.27, now.warning);
}

function drawCaption(pen: Pen, x: number, bottom: number, text: string): void {
  pen.font = `500 9.5px ${FONT}`;
  const width = pen.measureText(text).width + 8;
  pen.fillStyle = "rgba(8, 14, 24, 0.85)";
  pen.fillRect(x - width / 2, bottom - 16, width, 14);
  pen.fillStyle = "rgba(255, 255, 255, 0.85)";
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillText(text, x, bottom - 8.5);
}

/** An arrow that flies with the wind, as seen from the cockpit: up is ahead. */
function drawWind(
  pen: Pen,
  x: number,
  y: number,
  wind: { readonly from: number; readonly speed: number },
  heading: number,
): void {
  pen.save();
  pen.translate(x, y);
  pen.fillStyle = SHADE;
  pen.beginPath();
  pen.arc(0, 0, 15, 0, 7);
  pen.fill();
  pen.save();
  pen.rotate(wind.from - heading + Math.PI);
  pen.strokeStyle = INK;
  pen.lineWidth = 2;
  pen.lineCap = pen.lineJoin = "round";
  pen.beginPath();
  pen.moveTo(0, 9);
  pen.lineTo(0, -9);
  pen.moveTo(-4.5, -3.5);
  pen.lineTo(0, -9);
  pen.lineTo(4.5, -3.5);
  pen.stroke();
  pen.restore();
  pen.font = `600 11px ${FONT}`;
  pen.textAlign = "left";
  pen.textBaseline = "middle";
  pen.strokeStyle = "rgba(8, 14, 24, 0.8)";
  pen.lineWidth = 3;
  const text = wind.speed.toFixed(1);
  pen.strokeText(text, 19, 0.5);
  pen.fillStyle = INK;
  pen.fillText(text, 19, 0.5);
  pen.restore();
}

function drawWarning(pen: Pen, x: number, y: number, text: string): void {
  pen.font = `700 15px ${FONT}`;
  const width = pen.measureText(text).width + 22;
  pen.fillStyle = "#0b1420";
  pen.strokeStyle = AMBER;
  pen.lineWidth = 2;
  pen.beginPath();
  pen.roundRect(x - width / 2, y - 14, width, 28, 7);
  pen.fill();
  pen.stroke();
  pen.fillStyle = AMBER;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillText(text, x, y + 1);
}

function drawHorizon(pen: Pen, width: number, height: number, now: Reading, strip: number): void {
  const perDegree = height / 52;
  const pitch = (now.pitch * 180) / Math.PI;
  const reach = width + height;
  pen.save();
  pen.translate(width / 2, (height + strip) / 2);
  pen.rotate(-now.roll);
  pen.translate(0, pitch * perDegree);
  const sky = pen.createLinearGradient(0, -reach * 0.4, 0, 0);
  sky.addColorStop(0, SKY_TOP);
  sky.addColorStop(1, SKY_LOW);
  pen.fillStyle = sky;
  pen.fillRect(-reach, -reach * 2, reach * 2, reach * 2);
  const earth = pen.createLinearGradient(0, 0, 0, reach * 0.4);
  earth.addColorStop(0, EARTH_TOP);
  earth.addColorStop(1, EARTH_LOW);
  pen.fillStyle = earth;
  pen.fillRect(-reach, 0, reach * 2, reach * 2);
  pen.fillStyle = "rgba(255, 255, 255, 0.9)";
  pen.fillRect(-reach, -0.75, reach * 2, 1.5);
  drawLadder(pen, perDegree, pitch, width);
  pen.restore();
  drawBank(pen, width / 2, (height + strip) / 2, Math.min(width * 0.31, height * 0.38), now.roll);
}

function drawLadder(pen: Pen, perDegree: number, pitch: number, width: number): void {
  pen.strokeStyle = pen.fillStyle = "rgba(255, 255, 255, 0.88)";
  pen.lineWidth = 1.4;
  pen.font = `500 10px ${FONT}`;
  pen.textBaseline = "middle";
  for (let degrees = -90; degrees <= 90; degrees += 5) {
    if (degrees === 0 || Math.abs(degrees - pitch) > 17) continue;
    const wide = degrees % 10 === 0;
    const half = width * (wide ? 0.085 : 0.04);
    const y = -degrees * perDegree;
    pen.beginPath();
    pen.moveTo(-half, y);
    pen.lineTo(half, y);
    pen.stroke();
    if (!wide) continue;
    pen.textAlign = "right";
    pen.fillText(String(Math.abs(degrees)), -half - 5, y);
    pen.textAlign = "left";
    pen.fillText(String(Math.abs(degrees)), half + 5, y);
  }
}

function drawBank(pen: Pen, x: number, y: number, radius: number, roll: number): void {
  pen.save();
  pen.translate(x, y);
  pen.strokeStyle = "rgba(255, 255, 255, 0.85)";
  pen.lineWidth = 1.5;
  for (const degrees of [-60, -45, -30, -20, -10, 0, 10, 20, 30, 45, 60]) {
    const angle = ((degrees - 90) * Math.PI) / 180;
    const long = degrees % 30 === 0 ? 9 : 5;
    pen.beginPath();
    pen.moveTo(Math.cos(angle) * radius, Math.sin(angle) * radius);
    pen.lineTo(Math.cos(angle) * (radius + long), Math.sin(angle) * (radius + long));
    pen.stroke();
  }
  pen.rotate(-roll);
  pen.fillStyle = AMBER;
  pen.beginPath();
  pen.moveTo(0, -radius + 1);
  pen.lineTo(-5.5, -radius + 10);
  pen.lineTo(5.5, -radius + 10);
  pen.fill();
  pen.restore();
}

function drawTape(
  pen: Pen,
  x: number,
  width: number,
  top: number,
  bottom: number,
  value: number,
  minor: number,
  major: number,
  side: "left" | "right",
): void {
  const middle = (top + bottom) / 2;
  const scale = (bottom - top) / (major * 4.4);
  const edge = side === "left" ? x + width : x;
  const inward = side === "left" ? -1 : 1;
  pen.save();
  pen.beginPath();
  pen.rect(x, top, width, bottom - top);
  pen.clip();
  pen.fillStyle = SHADE;
  pen.fillRect(x, top, width, bottom - top);
  pen.strokeStyle = pen.fillStyle = "rgba(255, 255, 255, 0.82)";
  pen.lineWidth = 1;
  pen.font = `500 10.5px ${FONT}`;
  pen.textAlign = side === "left" ? "right" : "left";
  pen.textBaseline = "middle";
  const first = Math.floor((value - major * 2.4) / minor) * minor;
  for (let mark = first; mark < value + major * 2.4; mark += minor) {
    const y = middle - (mark - value) * scale;
    const numbered = Math.abs(mark / major - Math.round(mark / major)) < 1e-6;
    pen.beginPath();
    pen.moveTo(edge, y);
    pen.lineTo(edge + inward * (numbered ? 9 : 5), y);
    pen.stroke();
    if (numbered && (side === "right" || mark >= 0)) {
      pen.fillText(String(Math.round(mark)), edge + inward * 14, y);
    }
  }
  pen.restore();
  drawBox(pen, x, width, middle, value.toFixed(Math.abs(value) < 100 ? 1 : 0).replace("-0.0", "0.0"));
}

function drawBox(pen: Pen, x: number, width: number, middle: number, text: string): void {
  pen.fillStyle = "#0b1420";
  pen.strokeStyle = "rgba(255, 255, 255, 0.75)";
  pen.lineWidth = 1.2;
  pen.beginPath();
  pen.roundRect(x + 3, middle - 13, width - 6, 26, 6);
  pen.fill();
  pen.stroke();
  pen.fillStyle = INK;
  pen.font = `600 14px ${FONT}`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillText(text, x + width / 2, middle + 1);
}

function drawClimb(pen: Pen, x: number, top: number, bottom: number, climb: number): void {
  const middle = (top + bottom) / 2;
  const length = Math.max(-1, Math.min(1, climb / 5)) * (bottom - top) * 0.42;
  if (Math.abs(climb) < 0.05) return;
  pen.fillStyle = AMBER;
  pen.fillRect(x - 5, length > 0 ? middle - length : middle, 4, Math.abs(length));
}

function drawHeading(pen: Pen, width: number, strip: number, heading: number): void {
  const degrees = (((heading * 180) / Math.PI) % 360 + 360) % 360;
  const scale = width / 110;
  pen.save();
  pen.beginPath();
  pen.rect(0, 0, width, strip);
  pen.clip();
  pen.fillStyle = "rgba(8, 14, 24, 0.8)";
  pen.fillRect(0, 0, width, strip);
  pen.strokeStyle = pen.fillStyle = "rgba(255, 255, 255, 0.82)";
  pen.font = `500 10.5px ${FONT}`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  for (let mark = Math.floor((degrees - 60) / 10) * 10; mark < degrees + 60; mark += 10) {
    const x = width / 2 + (mark - degrees) * scale;
    const round = ((mark % 360) + 360) % 360;
    const numbered = round % 30 === 0;
    pen.fillRect(x - 0.5, strip - (numbered ? 7 : 4), 1, numbered ? 7 : 4);
    if (numbered && Math.abs(x - width / 2) > 26) {
      pen.fillText(NAMES[round] ?? String(round), x, strip / 2 - 2);
    }
  }
  pen.restore();
  pen.fillStyle = "#0b1420";
  pen.strokeStyle = "rgba(255, 255, 255, 0.75)";
  pen.beginPath();
  pen.roundRect(width / 2 - 22, 3, 44, 21, 6);
  pen.fill();
  pen.stroke();
  pen.fillStyle = INK;
  pen.font = `600 12.5px ${FONT}`;
  pen.textAlign = "center";
  pen.fillText(`${String(Math.round(degrees) % 360).padStart(3, "0")}°`, width / 2 + 2, 14);
}

function drawAircraft(pen: Pen, x: number, y: number, width: number): void {
  const half = width * 0.15;
  pen.strokeStyle = "#0b1420";
  pen.lineCap = "round";
  for (const [colour, size] of [
    ["#0b1420", 6],
    [AMBER, 3],
  ] as const) {
    pen.strokeStyle = colour;
    pen.lineWidth = size;
    pen.beginPath();
    pen.moveTo(x - half, y);
    pen.lineTo(x - half * 0.4, y);
    pen.lineTo(x - half * 0.22, y + 7);
    pen.moveTo(x + half, y);
    pen.lineTo(x + half * 0.4, y);
    pen.lineTo(x + half * 0.22, y + 7);
    pen.moveTo(x, y);
    pen.lineTo(x, y);
    pen.stroke();
  }
}
