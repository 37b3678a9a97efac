// What the numbers of a column are called, and attitudes as angles.

import type { ColumnRow } from "../../generated/protocol";
import { emptyPose, euler } from "../../poses";

const AXES: Record<string, readonly string[]> = {
  NED: ["N", "E", "D"],
  FRD: ["F", "R", "D"],
};

/** A letter or number for each element; none for a single number. */
export function labelsOf(column: ColumnRow): readonly string[] {
  if (column.size === 1) return [""];
  if (isAttitude(column)) return ["w", "x", "y", "z"];
  const axes = Object.entries(AXES).find(([frame]) => column.frame.includes(frame))?.[1];
  if (column.size === 3 && axes) return axes;
  if (column.name.endsWith("_llh") && column.size === 3) return ["lat", "lon", "h"];
  return Array.from({ length: column.size }, (_, number) => String(number));
}

export function isAttitude(column: ColumnRow): boolean {
  return column.size === 4 && column.name.endsWith("wxyz");
}

/** Roll, pitch and heading in degrees. */
export function anglesOf(wxyz: readonly number[]): readonly [number, number, number] {
  const pose = emptyPose();
  [pose.w, pose.x, pose.y, pose.z] = wxyz as [number, number, number, number];
  const { roll, pitch, heading } = euler(pose);
  const degrees = (angle: number) => (angle * 180) / Math.PI;
  return [degrees(roll), degrees(pitch), (degrees(heading) + 360) % 360];
}

/** Unit and frame, as far as there are any. */
export function unitOf(column: ColumnRow): string {
  return column.unit === "-" || column.unit === "1" ? "" : column.unit;
}
