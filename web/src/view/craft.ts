// Rovers and boats from primitives.

import { Group, Vector3 } from "three";
import type { Look } from "../generated/protocol";
import { ball, box, drum, hull, MATERIALS, paint, rod, wheel, withRole } from "./parts";

interface Place {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly radius: number;
  readonly steers: boolean;
}

export function buildRover(look: Look, root: Group): void {
  const places = wheelPlaces(look);
  const radius = Math.max(...places.map((place) => place.radius));
  const length = Math.max(look.size_m, extent(places, "x") + radius * 1.2);
  const track = extent(places, "y");
  const width = Math.max(track * 0.72, length * 0.3);
  const axle = Math.max(...places.map((place) => place.z));
  const skin = paint(look.colour);
  const chassis = box([length * 0.86, width * 0.9, radius * 0.85], MATERIALS.DARK);
  chassis.position.z = axle - radius * 0.3;
  const deck = box([length * 0.76, width, radius * 0.6], skin);
  deck.position.z = chassis.position.z - radius * 0.7;
  const glass = box([length * 0.22, width * 0.78, radius * 0.6], MATERIALS.GLASS);
  glass.position.set(length * 0.16, 0, deck.position.z - radius * 0.55);
  const foot = new Vector3(-length * 0.2, 0, deck.position.z);
  const tip = foot.clone().add(new Vector3(0, 0, -length * 0.34));
  const mast = rod(foot, tip, length * 0.018, MATERIALS.METAL);
  const dish = drum([length * 0.07, length * 0.07], length * 0.03, 20, MATERIALS.METAL);
  dish.rotation.x = Math.PI / 2;
  dish.position.copy(tip);
  root.add(chassis, deck, glass, mast, dish);
  for (const side of [-1, 1]) {
    const front = ball(radius * 0.16, 12, MATERIALS.LAMP);
    front.position.set(length * 0.43, side * width * 0.32, chassis.position.z);
    root.add(front);
  }
  for (const place of places) addWheel(root, place, Math.max(track * 0.2, place.radius * 0.5));
}

function addWheel(root: Group, { x, y, z, radius, steers }: Place, width: number): void {
  const knuckle = steers
    ? withRole(new Group(), { kind: "hinge", axis: "z", gains: { wheels: 1 } })
    : new Group();
  knuckle.position.set(x, y, z);
  knuckle.add(wheel(radius, width));
  root.add(knuckle);
}

function wheelPlaces(look: Look): Place[] {
  if (look.wheels.length > 0) {
    return look.wheels.map(({ place_frd_m: [x, y, z], radius_m: radius, steers }) => ({
      x,
      y,
      z,
      radius,
      steers,
    }));
  }
  const length = look.size_m;
  const radius = length * 0.17;
  const z = (look.standing_height_m || radius) - radius;
  return [-0.31, 0.31].flatMap((x) =>
    [-0.26, 0.26].map((y) => ({ x: x * length, y: y * length, z, radius, steers: false })),
  );
}

function extent(places: readonly Place[], axis: "x" | "y"): number {
  const all = places.map((place) => place[axis]);
  return Math.max(...all) - Math.min(...all);
}

export function buildBoat(look: Look, root: Group): void {
  const length = look.size_m;
  const beam = length * 0.34;
  const skin = paint(look.colour);
  const shell = hull(length, beam, length * 0.16, paint("#e9eef3"));
  shell.position.z = length * 0.01;
  const stripe = hull(length * 1.002, beam * 1.01, length * 0.022, paint("#27313c"));
  stripe.position.z = -length * 0.035;
  const deck = hull(length * 0.94, beam * 0.84, length * 0.03, skin);
  deck.position.z = -length * 0.075;
  const cabin = box([length * 0.24, beam * 0.6, length * 0.12], paint("#f4f7fa"));
  cabin.position.set(-length * 0.06, 0, -length * 0.14);
  const screen = box([length * 0.2, beam * 0.62, length * 0.05], MATERIALS.GLASS);
  screen.position.set(-length * 0.03, 0, -length * 0.155);
  const roof = box([length * 0.27, beam * 0.68, length * 0.012], skin);
  roof.position.set(-length * 0.055, 0, -length * 0.205);
  const foot = new Vector3(-length * 0.1, 0, -length * 0.2);
  const mast = rod(foot, foot.clone().setZ(-length * 0.36), length * 0.008, MATERIALS.METAL);
  root.add(shell, stripe, deck, cabin, screen, roof, mast);
  for (const side of [-1, 1]) {
    const lamp = ball(length * 0.014, 10, side < 0 ? MATERIALS.PORT : MATERIALS.STARBOARD);
    lamp.position.set(length * 0.36, side * beam * 0.24, -length * 0.09);
    root.add(lamp);
  }
  addRudder(look, root);
}

function addRudder(look: Look, root: Group): void {
  if (!look.rudder_frd_m) return;
  const [x, y, z] = look.rudder_frd_m;
  const size = look.size_m;
  // The helm's positive side turns right: the blade goes right.
  const helm = withRole(new Group(), { kind: "hinge", axis: "z", gains: { helm: -1 } });
  helm.position.set(x, y, z);
  const blade = box([size * 0.07, size * 0.012, size * 0.12], MATERIALS.METAL);
  blade.position.x = -size * 0.028;
  const stock = rod(new Vector3(0, 0, 0), new Vector3(0, 0, -size * 0.13), size * 0.007, MATERIALS.METAL);
  const tiller = box([size * 0.09, size * 0.012, size * 0.012], MATERIALS.DARK);
  tiller.position.set(size * 0.04, 0, -size * 0.13 - Math.max(0, z - size * 0.05));
  helm.add(blade, stock, tiller);
  root.add(helm);
}
