// Words for what fails, as people say them.

const COMPONENTS: Readonly<Record<string, string>> = {
  gyro: "Gyro",
  accel: "Accelerometer",
  mag: "Magnetometer",
  baro: "Barometer",
  airspeed: "Airspeed sensor",
  distance_sensor: "Distance sensor",
  gps: "GNSS",
  motor: "Motor",
  esc: "Motor controller",
  servo: "Servo",
  battery: "Battery",
  environment: "Surroundings",
  structure: "Structure",
  mavlink_signal: "Ground station link",
  rc_signal: "Radio",
  time: "Clock",
  autopilot: "Autopilot",
};

const UNITS: readonly (readonly [string, string])[] = [
  ["_bytes_per_s", "bytes/s"],
  ["_mps", "m/s"],
  ["_deg", "°"],
  ["_us", "µs"],
  ["_m", "m"],
  ["_s", "s"],
];

export function componentName(component: string): string {
  return COMPONENTS[component] ?? plainly(component);
}

export function plainly(word: string): string {
  const words = word.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The name of a strength with its unit. */
export function strengthName(name: string): string {
  const found = UNITS.find(([suffix]) => name.endsWith(suffix));
  return found ? `${plainly(name.slice(0, -found[0].length))}, ${found[1]}` : plainly(name);
}
