// Fewer pixels for machines that cannot keep up, and more again when they can.

import type { WebGLRenderer } from "three";

const SLOW_S = 0.05;
const FAST_S = 0.02;
const LEAST = 0.5;
const LOOK_EVERY = 24;

const sharp = new URLSearchParams(location.search).has("sharp");

/** A picture for print: `?sharp` in the address. */
export function isSharp(): boolean {
  return sharp;
}

/** Should pictures be drawn with as little work as possible? */
export function isPlain(): boolean {
  return !hasGraphicsCard() && !isSharp();
}

let found: { readonly webGl: boolean; readonly card: boolean } | null = null;

/** Whether pictures are drawn by hardware; a processor that draws should draw less. */
export function hasGraphicsCard(): boolean {
  return look().card;
}

/** Whether the browser can draw in three dimensions at all. */
export function hasWebGl(): boolean {
  return look().webGl;
}

function look(): { readonly webGl: boolean; readonly card: boolean } {
  if (found !== null) return found;
  const gl = document.createElement("canvas").getContext("webgl2");
  const names = gl?.getExtension("WEBGL_debug_renderer_info");
  const name = gl && names ? String(gl.getParameter(names.UNMASKED_RENDERER_WEBGL)) : "";
  gl?.getExtension("WEBGL_lose_context")?.loseContext();
  return (found = { webGl: gl !== null, card: !/swiftshader|llvmpipe|software/i.test(name) });
}

/** Nothing shines through the picture, so the page need not be mixed with it. */
export function opaqueContext(canvas: HTMLCanvasElement): WebGL2RenderingContext {
  const gl = canvas.getContext("webgl2", { alpha: false, antialias: !isPlain() });
  if (!gl) throw new Error("the browser gives no WebGL context");
  return gl;
}

export class Quality {
  private readonly most = Math.min(devicePixelRatio || 1, 2);
  private ratio: number;
  private frames = 0;
  private spent = 0;

  constructor(private readonly renderer: WebGLRenderer) {
    this.ratio = isPlain() ? LEAST : this.most;
    renderer.setPixelRatio(this.ratio);
  }

  note(seconds: number): void {
    this.frames++;
    this.spent += seconds;
    if (isSharp() || this.frames < LOOK_EVERY) return;
    const mean = this.spent / this.frames;
    this.frames = this.spent = 0;
    const wanted = mean > SLOW_S ? this.ratio * 0.8 : mean < FAST_S ? this.ratio * 1.1 : this.ratio;
    const ratio = Math.max(LEAST, Math.min(this.most, wanted));
    if (Math.abs(ratio - this.ratio) < 0.02) return;
    this.ratio = ratio;
    this.renderer.setPixelRatio(ratio);
  }
}
