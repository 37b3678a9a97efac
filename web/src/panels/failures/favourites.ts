// What people like to see fail first, each by one click.

import { ICONS } from "../../ui/icons";

export interface Favourite {
  readonly title: string;
  readonly icon: string;
  readonly component: string;
  readonly kind: string;
  readonly instance?: number;
  readonly duration_s?: number;
}

export const FAVOURITES: readonly Favourite[] = [
  { title: "GNSS off", icon: ICONS.satellite, component: "gps", kind: "off" },
  { title: "Motor 1 off", icon: ICONS.copter, component: "motor", kind: "off", instance: 1 },
  { title: "Radio lost", icon: ICONS.sticks, component: "rc_signal", kind: "off" },
  { title: "Battery low", icon: ICONS.battery, component: "battery", kind: "cell" },
  { title: "Wind gust", icon: ICONS.wind, component: "environment", kind: "gust", duration_s: 5 },
  { title: "Link lost", icon: ICONS.failure, component: "mavlink_signal", kind: "off" },
];
