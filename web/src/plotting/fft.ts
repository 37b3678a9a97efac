// The spectrum of a series: how strongly it swings at which frequency.

import type { Trace } from "./trace";

const MOST = 32_768;
const FEWEST = 32;

export interface Spectrum {
  readonly frequencies: number[];
  /** A sine of amplitude 1 stands here as 1. */
  readonly amplitudes: number[];
}

export function spectrum(trace: Trace, from: number, to: number): Spectrum | null {
  const last = trace.firstAfter(to);
  const count = last - trace.firstAfter(from);
  if (count < FEWEST) return null;
  // The newest of them, as often as they came: fewer in the same time would fold what is fast.
  const size = Math.min(MOST, 2 ** Math.floor(Math.log2(count)));
  const first = last - size;
  const begin = trace.times[first] as number;
  const span = (trace.times[last - 1] as number) - begin;
  const step = span / (size - 1);
  const real = new Float64Array(size);
  let mean = 0;
  for (let n = 0; n < size; n++) {
    real[n] = trace.between(begin + n * step) ?? 0;
    mean += (real[n] as number) / size;
  }
  for (let n = 0; n < size; n++) {
    // A Hann window; its mean is one half.
    const weight = 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / size);
    real[n] = ((real[n] as number) - mean) * weight;
  }
  const imaginary = new Float64Array(size);
  transform(real, imaginary);
  const frequencies: number[] = [];
  const amplitudes: number[] = [];
  for (let n = 1; n < size / 2; n++) {
    frequencies.push(n / (size * step));
    amplitudes.push((4 / size) * Math.hypot(real[n] as number, imaginary[n] as number));
  }
  return { frequencies, amplitudes };
}

/** The fast Fourier transform, in place; the length is a power of two. */
export function transform(real: Float64Array, imaginary: Float64Array): void {
  const size = real.length;
  reorder(real, imaginary);
  for (let half = 1; half < size; half *= 2) {
    for (let k = 0; k < half; k++) {
      const angle = (-Math.PI * k) / half;
      const cos = Math.cos(angle);
      const sin = Math.sin(angle);
      for (let a = k; a < size; a += 2 * half) {
        const b = a + half;
        const re = (real[b] as number) * cos - (imaginary[b] as number) * sin;
        const im = (real[b] as number) * sin + (imaginary[b] as number) * cos;
        real[b] = (real[a] as number) - re;
        imaginary[b] = (imaginary[a] as number) - im;
        real[a] = (real[a] as number) + re;
        imaginary[a] = (imaginary[a] as number) + im;
      }
    }
  }
}

function reorder(real: Float64Array, imaginary: Float64Array): void {
  const size = real.length;
  for (let n = 1, mirror = 0; n < size; n++) {
    let bit = size >> 1;
    for (; mirror & bit; bit >>= 1) mirror ^= bit;
    mirror ^= bit;
    if (n >= mirror) continue;
    for (const numbers of [real, imaginary]) {
      const kept = numbers[n] as number;
      numbers[n] = numbers[mirror] as number;
      numbers[mirror] = kept;
    }
  }
}
