// What the browser keeps for the next visit; one that keeps nothing still shows everything.

export function keptText(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Says whether it was kept. */
export function keepText(key: string, text: string): boolean {
  try {
    localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** A value of any shape, which is to be checked; null if there is none that can be read. */
export function kept(key: string): unknown {
  try {
    return JSON.parse(keptText(key) ?? "null");
  } catch {
    return null;
  }
}

export function keep(key: string, value: unknown): boolean {
  return keepText(key, JSON.stringify(value));
}
