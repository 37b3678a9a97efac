// Instruments of the selected vehicle.

import "./style.css";
import type { Instruments } from "../../generated/protocol";
import { Pace } from "../../pace";
import type { Panel } from "../../panel";
import { euler, groundSpeed } from "../../poses";
import type { Store } from "../../store";
import { element } from "../../ui/elements";
import { ICONS } from "../../ui/icons";
import { watch } from "../../watch";
import { drawDisplay, type Reading } from "./display";
import { movesOf, Readings, windOf } from "./readings";

const PER_S = 33;
const PLAIN_PER_S = 10;
const ASKS_PER_S = 5;

const panel: Panel = {
  id: "instruments",
  title: "Instruments",
  icon: ICONS.gauge,
  dock: "right",
  order: 0,
  open: true,
  mount(host, context) {
    const { store } = context;
    const canvas = element("canvas", "flight-display");
    canvas.setAttribute("role", "img");
    const readings = new Readings();
    host.append(canvas, readings.root);
    const pen = canvas.getContext("2d");
    let dials: Instruments | null = null;
    const wordPace = new Pace(60, 2);
    const pace = new Pace(PER_S, PLAIN_PER_S);
    const draw = () => {
      if (!pen || !store.selected || !pace.due()) return;
      const ratio = Math.min(2, devicePixelRatio || 1);
      const { clientWidth: width, clientHeight: height } = canvas;
      if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
        canvas.width = Math.round(width * ratio);
        canvas.height = Math.round(height * ratio);
      }
      pen.setTransform(ratio, 0, 0, ratio, 0, 0);
      drawDisplay(pen, width, height, readingOf(store, dials));
    };
    const words = () => {
      if (!wordPace.due()) return;
      readings.show(store, dials, isWinged(store));
      const pose = store.selected?.latest;
      if (!pose) return;
      canvas.setAttribute(
        "aria-label",
        `${store.selected?.item.name}: speed ${groundSpeed(pose).toFixed(0)} m/s` +
          (movesOf(store.selected, dials) === "air" ? `, height ${(-pose.down).toFixed(0)} m` : ""),
      );
    };
    const forget = () => {
      dials = null;
      wordPace.hurry();
      words();
    };
    const timer = setInterval(words, 200);
    const undo = [
      store.bus.on("render", draw),
      store.bus.on("status", words),
      store.bus.on("select", forget),
      store.bus.on("past", forget),
      watch(
        context,
        "instruments",
        // They are read from the run as it is, so they say nothing of the past.
        () => (store.selected && store.past === null ? { vehicle: store.selected.item.name } : null),
        ASKS_PER_S,
        (answer) => {
          if (answer.vehicle === store.selected?.item.name && store.past === null) dials = answer;
        },
        () => (dials = null),
      ),
    ];
    words();
    return () => {
      clearInterval(timer);
      undo.forEach((off) => off());
    };
  },
};

function isWinged(store: Store): boolean {
  return Boolean(store.selected?.item.look?.wing_span_m);
}

function readingOf(store: Store, dials: Instruments | null): Reading {
  const vehicle = store.selected;
  if (!vehicle) throw new Error("no vehicle is selected");
  const pose = vehicle.shown;
  const flies = movesOf(vehicle, dials) === "air";
  const byAir = isWinged(store) && dials !== null && dials.airspeed_mps !== null;
  return {
    ...euler(pose),
    speed: byAir ? (dials.airspeed_mps ?? 0) : groundSpeed(pose),
    speedName: byAir ? "air m/s" : "speed m/s",
    height: flies ? -pose.down : null,
    climb: flies ? -pose.velocityDown : 0,
    wind: movesOf(vehicle, dials) === "ground" ? null : windOf(dials),
    warning: pose.crashed ? "CRASHED" : vehicle.status?.gnss_fix === 0 ? "NO GNSS FIX" : "",
  };
}

export default panel;
