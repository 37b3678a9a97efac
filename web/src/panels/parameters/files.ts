// Parameters as text: the list that `simloop params save` and MAVProxy write, and what is read back.

import type { ParameterRow } from "../../generated/protocol";
import { shortest32, written } from "../../ui/numbers";

export interface Reading {
  /** What differs from now and may be set. */
  readonly values: Readonly<Record<string, number>>;
  readonly same: number;
  /** What cannot be set, line by line. */
  readonly complaints: readonly string[];
}

export function fileText(rows: readonly ParameterRow[], values: readonly number[]): string {
  return rows
    .map((row, at) => `${row.name.padEnd(16)} ${shortest32(values[at] ?? row.value)}\n`)
    .join("");
}

/** Name and value, or QGroundControl's five columns, apart by spaces, tabulators or a comma. */
export function readFile(
  text: string,
  rows: readonly ParameterRow[],
  now: readonly number[],
): Reading {
  const places = new Map(rows.map((row, at) => [row.name, at]));
  const values: Record<string, number> = {};
  const complaints: string[] = [];
  let same = 0;
  text.split(/\r?\n/).forEach((line, at) => {
    const words = (line.split("#")[0] ?? "").replace(/,/g, " ").trim().split(/\s+/).filter(Boolean);
    if (!words.length) return;
    const [name, value] = words.length === 5 ? words.slice(2, 4) : words;
    const place = places.get(name ?? "");
    const number = written(value ?? "");
    let wrong = "";
    if (words.length !== 2 && words.length !== 5) wrong = "write name and value";
    else if (place === undefined) wrong = `there is no parameter ${name}`;
    else if (number === null) wrong = `${name} has the value ${value}, which is no number`;
    else wrong = refusalOf(rows[place] as ParameterRow, number);
    if (wrong) complaints.push(`Line ${at + 1}: ${wrong}`);
    else if (Math.fround(now[place as number] ?? NaN) === Math.fround(number as number)) same++;
    else values[name as string] = number as number;
  });
  return { values, same, complaints };
}

/** Why a parameter does not take a value; empty if it does. The simulator has the last word. */
export function refusalOf(row: ParameterRow, value: number): string {
  if (row.whole && !Number.isInteger(value)) return `${row.name} must be a whole number`;
  const low = row.low !== null && Math.fround(value) < Math.fround(row.low);
  const high = row.high !== null && Math.fround(value) > Math.fround(row.high);
  return low || high ? `${row.name} must lie ${rangeOf(row)}` : "";
}

export function rangeOf(row: ParameterRow): string {
  if (row.low === null && row.high === null) return "";
  if (row.high === null) return `at least ${shortest32(row.low as number)}`;
  if (row.low === null) return `at most ${shortest32(row.high)}`;
  return `from ${shortest32(row.low)} to ${shortest32(row.high)}`;
}
