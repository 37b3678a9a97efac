// Flat drawings of panels where a processor plays the graphics card.

/** Let the browser draw them itself, at once: through its pretended card each stroke is dear. */
export function drawCanvasesOnProcessor(): void {
  const known = HTMLCanvasElement.prototype.getContext as (kind: string, options?: object) => unknown;
  HTMLCanvasElement.prototype.getContext = function (
    this: HTMLCanvasElement,
    kind: string,
    options?: object,
  ) {
    const given = kind === "2d" ? { ...options, willReadFrequently: true } : options;
    return known.call(this, kind, given);
  } as typeof HTMLCanvasElement.prototype.getContext;
}
