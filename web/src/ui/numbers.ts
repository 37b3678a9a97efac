// Numbers of any size in a column: of steady width, and exact where they are edited.

/** Short and of steady width, for values that change. */
export function reading(value: number | string | boolean | null | undefined): string {
  if (value === null || value === undefined) return "–";
  if (typeof value !== "number") return String(value);
  if (Number.isInteger(value) && Math.abs(value) < 1e10) return minus(String(value));
  const size = Math.abs(value);
  if (size < 1e-3 || size >= 1e7) return minus(value.toExponential(2));
  return minus(value.toFixed(size < 10 ? 4 : size < 1000 ? 3 : 1));
}

/** With one digit after the point. */
export function tenths(value: number): string {
  return minus(value.toFixed(1));
}

/** Shown with the true minus sign, which is as wide as a digit. */
function minus(text: string): string {
  return text.replace(/-/g, "\u2212");
}

/** A number as somebody wrote it, or null. */
export function written(text: string): number | null {
  const plain = text.trim().replace(/\u2212/g, "-");
  const value = Number(plain);
  return plain === "" || !Number.isFinite(value) ? null : value;
}

/** The shortest text that is the same number in 32 bits, as parameters are kept. */
export function shortest32(value: number): string {
  const wanted = Math.fround(value);
  for (let digits = 1; digits < 10; digits++) {
    const text = value.toPrecision(digits);
    if (Math.fround(Number(text)) === wanted) return String(Number(text));
  }
  return String(value);
}
