// Numbers as people read them.

export function clock(seconds: number): string {
  const whole = Math.max(0, seconds);
  const minutes = Math.floor(whole / 60);
  return `${String(minutes).padStart(2, "0")}:${(whole - 60 * minutes).toFixed(2).padStart(5, "0")}`;
}

export function times(factor: number): string {
  if (!Number.isFinite(factor)) return "max";
  if (factor >= 100) return `${Math.round(factor)}×`;
  return `${factor >= 10 ? factor.toFixed(1) : factor.toFixed(2)}×`;
}

export function metres(value: number): string {
  const size = Math.abs(value);
  return size >= 1000 ? `${(value / 1000).toFixed(2)} km` : `${value.toFixed(size < 100 ? 1 : 0)} m`;
}

export function degrees(radians: number): number {
  return (((radians * 180) / Math.PI) % 360 + 360) % 360;
}
