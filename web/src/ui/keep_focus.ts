// Keeps the focus where it was while elements are made anew around it.

const CONTROLS = "button, input, select, textarea, [tabindex]";

/**
 * Let `fill` replace what `host` holds. If the focus was in it, it goes back to the same control, or
 * to the one of the same name, or to the one that has taken its place.
 */
export function keepFocus(host: HTMLElement, fill: () => void): void {
  const focused = document.activeElement as HTMLElement | null;
  if (!focused || !host.contains(focused)) return fill();
  const place = controlsOf(host).indexOf(focused);
  const name = nameOf(focused);
  const byKeys = focused.matches(":focus-visible");
  fill();
  if (host.contains(document.activeElement)) return;
  const now = controlsOf(host);
  const next = now.includes(focused) ? focused : now.find((each) => nameOf(each) === name);
  // Whoever points with a mouse looks elsewhere by now.
  const follow = byKeys ? now[Math.min(place, now.length - 1)] : undefined;
  (next ?? follow)?.focus({ preventScroll: true });
}

function controlsOf(host: HTMLElement): HTMLElement[] {
  const all = [...host.querySelectorAll<HTMLElement>(CONTROLS)];
  return all.filter((each) => each.checkVisibility());
}

function nameOf(control: HTMLElement): string {
  return control.ariaLabel ?? control.textContent ?? "";
}
