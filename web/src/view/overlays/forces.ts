// Forces and air: what pushes a vehicle, where it touches, and how the wind blows.

import { Group, Mesh, Quaternion, SphereGeometry, Vector3 } from "three";
import { Arrow, glow, type Mark, MARK, perVehicle, placeBeside, Tag, worldVector } from "../marks";
import type { Overlay, OverlayFrame } from "../overlays";

/** A vehicle's weight is drawn as so many of its lengths. */
const WEIGHT_LENGTHS = 1.1;
const MOST_LENGTHS = 3.5;
const BALL = new SphereGeometry(1, 14, 10);

const totals: Overlay = {
  id: "forces",
  title: "Force and weight",
  group: "Forces and air",
  on: false,
  detailed: true,
  mount: perVehicle(({ page }) => {
    const force = new Arrow(MARK.force);
    const weight = new Arrow(MARK.weight);
    const tag = new Tag(page, MARK.force);
    const along = new Vector3();
    const tip = new Vector3();
    return {
      root: new Group().add(force, weight),
      tags: [tag],
      update({ forces }, { frame, unit }, picture) {
        if (!forces) return false;
        const scale = lengthsPerNewton(forces.weight_n) * unit;
        along.set(...forces.force_frd_n).applyQuaternion(frame.quaternion);
        const size = along.length();
        along.multiplyScalar(scale).clampLength(0, MOST_LENGTHS * unit);
        force.aim(frame.position, along, unit * 0.022);
        tag.put(newtons(size), tip.copy(frame.position).add(along), picture);
        weight.aim(frame.position, along.set(0, -WEIGHT_LENGTHS * unit, 0), unit * 0.014);
        return true;
      },
    };
  }),
};

const thrusts: Overlay = {
  id: "thrusts",
  title: "Thrust of each rotor",
  group: "Forces and air",
  on: false,
  detailed: true,
  mount: perVehicle(({ page }) => {
    const root = new Group();
    const arrows: Arrow[] = [];
    const tags: Tag[] = [];
    const from = new Vector3();
    const along = new Vector3();
    return {
      root,
      tags,
      update({ forces }, { frame, unit }, picture) {
        const list = forces?.thrusts ?? [];
        while (arrows.length < list.length) {
          const arrow = new Arrow(MARK.thrust);
          arrows.push(arrow);
          tags.push(new Tag(page, MARK.thrust));
          root.add(arrow);
        }
        const scale = lengthsPerNewton((forces?.weight_n ?? 1) / Math.max(1, list.length)) * unit;
        list.forEach(({ place_frd_m, axis_frd, force_n }, number) => {
          from.set(...place_frd_m).multiply(frame.scale).applyQuaternion(frame.quaternion);
          from.add(frame.position);
          along.set(...axis_frd).applyQuaternion(frame.quaternion);
          along.multiplyScalar(force_n * scale * 0.7).clampLength(0, MOST_LENGTHS * unit);
          arrows[number]?.aim(from, along, unit * 0.014);
          if (force_n > 0.05) tags[number]?.put(newtons(force_n), from.add(along), picture);
          else tags[number]?.hide();
        });
        return list.length > 0;
      },
    };
  }),
};

const contacts: Overlay = {
  id: "contacts",
  title: "Contacts",
  group: "Forces and air",
  on: false,
  detailed: true,
  mount: perVehicle(contactMark),
};

function contactMark(): Mark {
  const root = new Group();
  const points: { ball: Mesh; arrow: Arrow }[] = [];
  const at = new Vector3();
  const along = new Vector3();
  return {
    root,
    update(told, drawn) {
      const { touches, forces } = told;
      const { unit, frame } = drawn;
      while (points.length < touches.length) {
        const ball = new Mesh(BALL, glow(MARK.touch));
        const arrow = new Arrow(MARK.touch);
        points.push({ ball, arrow });
        root.add(ball, arrow);
      }
      const scale = lengthsPerNewton((forces?.weight_n || 1) / Math.max(1, touches.length)) * unit;
      points.forEach(({ ball, arrow }, number) => {
        const touch = touches[number];
        ball.visible = arrow.visible = touch !== undefined;
        if (!touch) return;
        placeBeside(touch.point_ned_m, told, drawn, at);
        // A vehicle that is drawn larger has its feet farther apart.
        at.sub(frame.position).setY(0).multiplyScalar(frame.scale.x).add(frame.position);
        at.y = -touch.point_ned_m[2];
        ball.position.copy(at);
        ball.scale.setScalar(unit * 0.035);
        worldVector(touch.force_ned_n, along).multiplyScalar(scale * 0.5);
        arrow.aim(at, along.clampLength(0, 2 * unit), unit * 0.016);
      });
      return touches.length > 0;
    },
  };
}

const wind: Overlay = {
  id: "wind",
  title: "Wind at the vehicle",
  group: "Forces and air",
  on: false,
  detailed: true,
  mount: perVehicle(({ page }) => {
    const mean = new Arrow(MARK.wind);
    const gust = new Arrow(MARK.gust);
    const tag = new Tag(page, MARK.wind);
    const from = new Vector3();
    const along = new Vector3();
    const felt = new Vector3();
    const aside = new Vector3();
    const turn = new Quaternion();
    return {
      root: new Group().add(mean, gust),
      tags: [tag],
      update({ wind: told }, { frame, unit }, picture: OverlayFrame) {
        if (!told) return false;
        // Beside the vehicle, as a wind-sock would stand.
        aside.set(0.9 * unit, 0.35 * unit, 0).applyQuaternion(turn.copy(picture.camera.quaternion));
        from.copy(frame.position).add(aside);
        worldVector(told.mean_ned_mps, along);
        felt.copy(along);
        const scale = 0.14 * unit;
        mean.aim(from, along.multiplyScalar(scale).clampLength(0, 3 * unit), unit * 0.02);
        from.add(along);
        worldVector(told.gust_ned_mps, along);
        felt.add(along);
        gust.aim(from, along.multiplyScalar(scale).clampLength(0, 3 * unit), unit * 0.013);
        tag.put(`wind ${felt.length().toFixed(1)} m/s`, from.add(along), picture);
        return true;
      },
    };
  }),
};

function lengthsPerNewton(weight: number): number {
  return weight > 0 ? WEIGHT_LENGTHS / weight : 0;
}

function newtons(value: number): string {
  return value >= 1000 ? `${(value / 1000).toFixed(1)} kN` : `${value.toFixed(value < 10 ? 1 : 0)} N`;
}

export const OVERLAYS: readonly Overlay[] = [totals, thrusts, contacts, wind];
