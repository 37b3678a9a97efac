// Multirotors, planes, flying wings and VTOL from primitives.

import { Color, type Group, Vector3 } from "three";
import type { Look } from "../generated/protocol";
import { ball, box, drum, MATERIALS, paint, pod, propeller, rod, wheel } from "./parts";
import { type Flap, wing } from "./wings";

const WHITE = "#e9eef3";
const TAIL_DIHEDRAL = 0.65;

export function buildCopter(look: Look, root: Group): void {
  const hubs = look.rotors_frd_m.map(([x, y, z]) => new Vector3(x, y, z));
  const reach = Math.max(...hubs.map((hub) => hub.length()));
  const skin = paint(look.colour);
  const low = Math.min(0.22 * reach, look.standing_height_m * 0.5);
  const body = box([reach * 0.66, reach * 0.46, low * 0.8], MATERIALS.DARK);
  body.position.z = low * 0.1;
  const top = pod(reach * 0.8, reach * 0.22, skin);
  top.scale.y = 0.42;
  top.position.z = -low * 0.35;
  const eye = ball(reach * 0.11, 18, MATERIALS.GLASS);
  eye.position.set(reach * 0.4, 0, low * 0.35);
  root.add(body, top, eye);
  const radius = nearestGap(hubs, reach) * 0.46;
  const layers = new Map<string, number>();
  hubs.forEach((hub, number) => {
    const place = `${hub.x.toFixed(2)} ${hub.y.toFixed(2)}`;
    const layer = layers.get(place) ?? 0;
    layers.set(place, layer + 1);
    const deck = new Vector3(hub.x, hub.y, -low * 0.35);
    if (layer === 0) root.add(rod(new Vector3(0, 0, 0), deck, reach * 0.045, MATERIALS.METAL));
    // The second of two on one arm hangs below it.
    const side = layer === 0 ? -1 : 1;
    const motor = drum([reach * 0.085, reach * 0.095], reach * 0.14, 16, MATERIALS.METAL);
    motor.rotation.x = Math.PI / 2;
    motor.position.copy(deck).add(new Vector3(0, 0, side * reach * 0.06));
    const spinner = propeller(radius, look.rotor_directions[number] ?? 1, look.colour, number);
    spinner.position.copy(deck).add(new Vector3(0, 0, side * reach * 0.15 - 0.004 * number));
    const lamp = ball(reach * 0.035, 10, hub.y < 0 ? MATERIALS.PORT : MATERIALS.STARBOARD);
    lamp.position.copy(deck).add(new Vector3(0, 0, reach * 0.06));
    root.add(motor, spinner, lamp);
  });
  addSkids(root, reach, look.standing_height_m);
}

function nearestGap(hubs: readonly Vector3[], reach: number): number {
  let least = reach * 1.3;
  hubs.forEach((a, i) =>
    hubs.slice(i + 1).forEach((b) => {
      const gap = Math.hypot(a.x - b.x, a.y - b.y);
      if (gap > 0.02) least = Math.min(least, gap);
    }),
  );
  return least;
}

function addSkids(root: Group, reach: number, height: number): void {
  if (height <= 0.02) return;
  const foot = height - reach * 0.025;
  for (const side of [-1, 1]) {
    const y = side * reach * 0.42;
    const ends = [new Vector3(-reach * 0.5, y, foot), new Vector3(reach * 0.5, y, foot)] as const;
    root.add(rod(...ends, reach * 0.025, MATERIALS.DARK));
    for (const x of [-1, 1]) {
      const hip = new Vector3(x * reach * 0.22, side * reach * 0.2, 0);
      root.add(rod(hip, new Vector3(x * reach * 0.28, y, foot), reach * 0.022, MATERIALS.DARK));
    }
  }
}

const AILERON: Flap = {
  from: 0.56,
  to: 0.94,
  depth: 0.27,
  right: { aileron: -1 },
  left: { aileron: 1 },
};
const LANDING_FLAP: Flap = { from: 0.12, to: 0.52, depth: 0.27, right: { flaps: 1 } };
const ELEVATOR: Flap = { from: 0.06, to: 0.97, depth: 0.38, right: { elevator: 1 } };
// A fin is a half wing that stands up: what turns it right goes down on a lying one.
const RUDDER: Flap = { from: 0.08, to: 0.94, depth: 0.4, right: { rudder: -1 } };

export function buildPlane(look: Look, root: Group): void {
  const span = look.wing_span_m ?? look.size_m;
  const length = span * 0.62;
  const skin = paint(look.colour);
  const moving = movingPaint(look.colour);
  const body = pod(length, span * 0.042, paint(WHITE));
  body.position.x = -length * 0.12;
  const canopy = pod(length * 0.24, span * 0.032, MATERIALS.GLASS);
  canopy.position.set(length * 0.12, 0, -span * 0.024);
  root.add(body, canopy, mainWing(span, span * 0.13, -span * 0.03, skin, moving));
  addTail(look, root, -length * 0.56, span);
  const nose = propeller(span * 0.09, 1, look.colour, null);
  nose.rotation.y = Math.PI / 2;
  nose.position.x = length * 0.39;
  const cone = ball(span * 0.02, 16, MATERIALS.METAL);
  cone.position.x = length * 0.385;
  root.add(nose, cone);
  addWingLamps(root, span, -span * 0.03, -span * 0.03);
  addGear(look, root, span);
}

function mainWing(
  span: number,
  chord: number,
  down: number,
  skin: ReturnType<typeof paint>,
  moving: ReturnType<typeof paint>,
): Group {
  const made = wing(
    {
      span,
      chord,
      taper: 0.68,
      sweep: span * 0.014,
      thickness: span * 0.009,
      flaps: [AILERON, LANDING_FLAP],
    },
    skin,
    moving,
  );
  made.position.z = down;
  return made;
}

function addTail(look: Look, root: Group, x: number, span: number): void {
  const skin = paint(look.colour);
  const moving = movingPaint(look.colour);
  const thickness = span * 0.006;
  if (look.tail === "v") {
    for (const side of [1, -1] as const) {
      const gains = { elevator: 1, rudder: -side };
      const half = wing(
        {
          span: span * 0.44,
          chord: span * 0.095,
          taper: 0.7,
          sweep: span * 0.03,
          thickness,
          flaps: [{ from: 0.1, to: 0.96, depth: 0.36, right: gains }],
          halves: [side],
        },
        skin,
        moving,
      );
      half.rotation.x = -side * TAIL_DIHEDRAL;
      half.position.set(x, 0, -span * 0.012);
      root.add(half);
    }
    return;
  }
  const shape = { chord: span * 0.085, taper: 0.7, sweep: span * 0.02, thickness };
  const tail = wing({ ...shape, span: span * 0.34, flaps: [ELEVATOR] }, skin, moving);
  tail.position.set(x, 0, -span * 0.012);
  root.add(tail, fin(look, new Vector3(x, 0, -span * 0.012), span * 0.16, span * 0.095));
}

function fin(look: Look, foot: Vector3, height: number, chord: number): Group {
  const upright = wing(
    {
      span: 2 * height,
      chord,
      taper: 0.62,
      sweep: chord * 0.35,
      thickness: chord * 0.07,
      flaps: [RUDDER],
      halves: [1],
    },
    paint(look.colour),
    movingPaint(look.colour),
  );
  upright.rotation.x = -Math.PI / 2;
  upright.position.copy(foot);
  return upright;
}

export function buildFlyingWing(look: Look, root: Group): void {
  const span = look.wing_span_m ?? look.size_m;
  const skin = paint(look.colour);
  const sweep = span * 0.2;
  const made = wing(
    {
      span,
      chord: span * 0.27,
      taper: 0.5,
      sweep,
      thickness: span * 0.016,
      flaps: [
        {
          from: 0.24,
          to: 0.95,
          depth: 0.24,
          right: { elevator: 1, aileron: -1 },
          left: { elevator: 1, aileron: 1 },
        },
      ],
    },
    skin,
    movingPaint(look.colour),
  );
  const body = pod(span * 0.3, span * 0.05, paint(WHITE));
  body.scale.z = 0.75;
  const canopy = pod(span * 0.14, span * 0.035, MATERIALS.GLASS);
  canopy.position.set(span * 0.05, 0, -span * 0.025);
  root.add(made, body, canopy);
  for (const side of [-1, 1]) {
    const foot = new Vector3(-sweep - span * 0.01, (side * span) / 2, 0);
    const plate = wing(
      { span: span * 0.16, chord: span * 0.13, taper: 0.6, sweep: span * 0.03, thickness: span * 0.006, flaps: [], halves: [1] },
      paint(WHITE),
      skin,
    );
    plate.rotation.x = -Math.PI / 2;
    plate.position.copy(foot);
    root.add(plate);
  }
  const pusher = propeller(span * 0.075, 1, look.colour, null);
  pusher.rotation.y = Math.PI / 2;
  pusher.position.x = -span * 0.2;
  root.add(pusher, rod(new Vector3(-span * 0.1, 0, 0), pusher.position, span * 0.012, MATERIALS.DARK));
  addWingLamps(root, span, -sweep, 0);
}

/** A pusher between two booms that carry lift rotors and the tail. */
export function buildQuadplane(look: Look, root: Group): void {
  const span = look.wing_span_m ?? look.size_m;
  const length = span * 0.42;
  const skin = paint(look.colour);
  const moving = movingPaint(look.colour);
  const body = pod(length, span * 0.048, paint(WHITE));
  body.position.x = length * 0.08;
  const canopy = pod(length * 0.32, span * 0.034, MATERIALS.GLASS);
  canopy.position.set(length * 0.28, 0, -span * 0.026);
  root.add(body, canopy, mainWing(span, span * 0.13, -span * 0.036, skin, moving));
  const booms = Math.max(...look.rotors_frd_m.map(([, y]) => Math.abs(y)), span * 0.15);
  const front = Math.max(...look.rotors_frd_m.map(([x]) => x), span * 0.2);
  const back = -span * 0.45;
  for (const side of [-1, 1]) {
    const y = side * booms;
    const ends = [new Vector3(front, y, -span * 0.03), new Vector3(back, y, -span * 0.03)] as const;
    root.add(rod(...ends, span * 0.011, MATERIALS.DARK));
    root.add(fin(look, new Vector3(back + span * 0.02, y, -span * 0.03), span * 0.1, span * 0.09));
  }
  const tail = wing(
    {
      span: 2 * booms,
      chord: span * 0.08,
      taper: 1,
      sweep: 0,
      thickness: span * 0.006,
      flaps: [ELEVATOR],
    },
    skin,
    moving,
  );
  tail.position.set(back + span * 0.02, 0, -span * 0.03);
  const pusher = propeller(span * 0.09, 1, look.colour, null);
  pusher.rotation.y = Math.PI / 2;
  pusher.position.x = -length * 0.47;
  root.add(tail, pusher);
  for (const [number, [x, y]] of look.rotors_frd_m.entries()) {
    const lift = propeller(span * 0.11, look.rotor_directions[number] ?? 1, look.colour, number);
    lift.position.set(x, y, -span * 0.07);
    const motor = drum([span * 0.014, span * 0.014], span * 0.04, 14, MATERIALS.METAL);
    motor.rotation.x = Math.PI / 2;
    motor.position.set(x, y, -span * 0.048);
    const leg = rod(new Vector3(x, y, -span * 0.03), new Vector3(x, y, look.standing_height_m), span * 0.006, MATERIALS.DARK);
    root.add(lift, motor, leg);
  }
  addWingLamps(root, span, -span * 0.02, -span * 0.036);
}

function addGear(look: Look, root: Group, span: number): void {
  if (look.standing_height_m < 0.05) return;
  for (const [x, y] of [[0.16, 0], [-0.06, 0.08], [-0.06, -0.08]] as const) {
    const roll = wheel(span * 0.022, span * 0.014);
    roll.position.set(x * span, y * span, look.standing_height_m - span * 0.022);
    const hip = new Vector3(x * span, y * span * 0.5, 0);
    root.add(roll, rod(hip, roll.position, span * 0.005, MATERIALS.METAL));
  }
}

function addWingLamps(root: Group, span: number, x: number, z: number): void {
  for (const side of [-1, 1]) {
    const lamp = ball(span * 0.012, 10, side < 0 ? MATERIALS.PORT : MATERIALS.STARBOARD);
    lamp.position.set(x, (side * span) / 2, z);
    root.add(lamp);
  }
}

/** Control surfaces stand out a little from the wing. */
function movingPaint(colour: string) {
  return paint(`#${new Color(colour).lerp(new Color(0xffffff), 0.42).getHexString()}`);
}
