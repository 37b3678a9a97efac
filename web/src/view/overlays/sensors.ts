// What sensors see: the range beam, the GNSS fix with its ellipse, the magnetic field.

import {
  CircleGeometry,
  ConeGeometry,
  DoubleSide,
  Group,
  Mesh,
  RingGeometry,
  SphereGeometry,
  Vector3,
} from "three";
import { metres } from "../../ui/format";
import { Arrow, glow, MARK, perVehicle, placeBeside, Tag } from "../marks";
import type { Overlay } from "../overlays";

// Of a two-dimensional normal distribution, so many sigmas hold 95 %.
const SIGMAS = 2.45;
const DOWN = new Vector3(0, 0, 1);
const FORWARD = new Vector3(0, -1, 0);

const beam: Overlay = {
  id: "range beam",
  title: "Range finder",
  group: "Sensors",
  on: false,
  detailed: true,
  mount: perVehicle(({ page }) => {
    const root = new Group();
    const cone = new Mesh(
      new ConeGeometry(0.12, 1, 24, 1, true).translate(0, -0.5, 0),
      glow(MARK.beam, 0.25),
    );
    cone.material.side = DoubleSide;
    const spot = new Mesh(new CircleGeometry(0.14, 28), glow(MARK.beam, 0.55));
    spot.material.side = DoubleSide;
    const tag = new Tag(page, MARK.beam);
    const along = new Vector3();
    root.add(cone, spot);
    return {
      root,
      tags: [tag],
      update({ beam: told }, { frame }, picture) {
        if (!told) return false;
        along.copy(DOWN).applyQuaternion(frame.quaternion);
        cone.position.copy(frame.position);
        cone.quaternion.setFromUnitVectors(FORWARD, along);
        const wide = Math.max(1, told.distance_m);
        cone.scale.set(wide, told.distance_m, wide);
        spot.position.copy(frame.position).addScaledVector(along, told.distance_m);
        spot.quaternion.setFromUnitVectors(DOWN, along);
        spot.scale.setScalar(wide);
        spot.visible = told.echo;
        cone.material.opacity = told.echo ? 0.25 : 0.1;
        tag.put(told.echo ? metres(told.distance_m) : "no echo", spot.position, picture);
        return true;
      },
    };
  }),
};

const gnss: Overlay = {
  id: "gnss",
  title: "GNSS fix, 95 % ellipse",
  group: "Sensors",
  on: false,
  detailed: true,
  mount: perVehicle(({ page }) => {
    const root = new Group();
    const ball = new Mesh(new SphereGeometry(1, 28, 18), glow(MARK.gnss, 0.2));
    const ring = new Mesh(
      new RingGeometry(0.97, 1, 48).rotateX(-Math.PI / 2),
      glow(MARK.gnss, 0.95),
    );
    ring.material.side = DoubleSide;
    const dot = new Mesh(new SphereGeometry(1, 12, 8), glow(MARK.gnss));
    const tag = new Tag(page, MARK.gnss);
    root.add(ball, ring, dot);
    return {
      root,
      tags: [tag],
      update(told, drawn, picture) {
        const { gnss: fix } = told;
        const { unit } = drawn;
        if (!fix) return false;
        placeBeside(fix.position_ned_m, told, drawn, root.position);
        const [north, east, down] = fix.sigma_ned_m;
        ball.scale.set(east * SIGMAS, down * SIGMAS, north * SIGMAS);
        ring.scale.set(east * SIGMAS, 1, north * SIGMAS);
        dot.scale.setScalar(unit * 0.025);
        tag.put(`GNSS ± ${(north * SIGMAS).toFixed(1)} m`, root.position, picture);
        return true;
      },
    };
  }),
};

const field: Overlay = {
  id: "magnetic field",
  title: "Magnetic field",
  group: "Sensors",
  on: false,
  detailed: true,
  mount: perVehicle(({ page }) => {
    const arrow = new Arrow(MARK.field);
    const tag = new Tag(page, MARK.field);
    const along = new Vector3();
    const tip = new Vector3();
    return {
      root: new Group().add(arrow),
      tags: [tag],
      update({ field_frd_t: told }, { frame, unit }, picture) {
        if (!told) return false;
        along.set(...told).applyQuaternion(frame.quaternion);
        const strength = along.length() * 1e6;
        if (strength < 1e-3) return false;
        along.setLength(unit * 1.3);
        arrow.aim(frame.position, along, unit * 0.014);
        tag.put(`${strength.toFixed(0)} µT`, tip.copy(frame.position).add(along), picture);
        return true;
      },
    };
  }),
};

export const OVERLAYS: readonly Overlay[] = [beam, gnss, field];
