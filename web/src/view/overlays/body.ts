// The body of a vehicle: its axes, centre of mass, velocity, and what it touches others with.

import {
  CanvasTexture,
  EdgesGeometry,
  Group,
  LineBasicMaterial,
  LineSegments,
  Sprite,
  SpriteMaterial,
  SRGBColorSpace,
  Vector3,
} from "three";
import { Arrow, MARK, perVehicle, Tag, worldVector } from "../marks";
import type { Overlay } from "../overlays";
import { solidGeometry } from "../solids";

const WAYS = [
  ["x", new Vector3(1, 0, 0), MARK.x],
  ["y", new Vector3(0, 1, 0), MARK.y],
  ["z", new Vector3(0, 0, 1), MARK.z],
] as const;

const bodyAxes: Overlay = {
  id: "body axes",
  title: "Body axes",
  group: "Vehicle",
  on: false,
  detailed: true,
  mount: perVehicle(({ page }) => {
    const root = new Group();
    const along = new Vector3();
    const tip = new Vector3();
    const axes = WAYS.map(([name, way, colour]) => {
      const arrow = new Arrow(colour);
      root.add(arrow);
      return { arrow, way, name, tag: new Tag(page, colour) };
    });
    return {
      root,
      tags: axes.map(({ tag }) => tag),
      update(_, { frame, unit }, picture) {
        for (const { arrow, way, name, tag } of axes) {
          along.copy(way).applyQuaternion(frame.quaternion).multiplyScalar(unit * 0.95);
          arrow.aim(frame.position, along, unit * 0.014);
          tag.put(name, tip.copy(frame.position).add(along), picture);
        }
        return true;
      },
    };
  }),
};

const velocity: Overlay = {
  id: "velocity",
  title: "Velocity",
  group: "Vehicle",
  on: false,
  detailed: true,
  mount: perVehicle(({ page }) => {
    const arrow = new Arrow(MARK.velocity);
    const root = new Group().add(arrow);
    const tag = new Tag(page, MARK.velocity);
    const along = new Vector3();
    const tip = new Vector3();
    return {
      root,
      tags: [tag],
      update(_, { frame, unit, vehicle: { shown } }, picture) {
        worldVector([shown.velocityNorth, shown.velocityEast, shown.velocityDown], along);
        const speed = along.length();
        if (speed < 0.05) return false;
        along.setLength(unit * Math.min(3, 0.3 + 0.16 * speed));
        arrow.aim(frame.position, along, unit * 0.02);
        tag.put(`${speed.toFixed(1)} m/s`, tip.copy(frame.position).add(along), picture);
        return true;
      },
    };
  }),
};

let quartered: CanvasTexture | null = null;

/** The sign for a centre of mass. */
function quarteredDisc(): CanvasTexture {
  if (quartered) return quartered;
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 64;
  const pen = canvas.getContext("2d") as CanvasRenderingContext2D;
  pen.fillStyle = "#ffffff";
  pen.beginPath();
  pen.arc(32, 32, 29, 0, 2 * Math.PI);
  pen.fill();
  pen.fillStyle = "#10161f";
  for (const from of [0, Math.PI]) {
    pen.beginPath();
    pen.moveTo(32, 32);
    pen.arc(32, 32, 29, from, from + Math.PI / 2);
    pen.fill();
  }
  pen.lineWidth = 4;
  pen.strokeStyle = "#10161f";
  pen.beginPath();
  pen.arc(32, 32, 29, 0, 2 * Math.PI);
  pen.stroke();
  quartered = new CanvasTexture(canvas);
  quartered.colorSpace = SRGBColorSpace;
  return quartered;
}

const centreOfMass: Overlay = {
  id: "centre of mass",
  title: "Centre of mass",
  group: "Vehicle",
  on: false,
  detailed: true,
  mount: perVehicle(() => {
    const root = new Sprite(
      new SpriteMaterial({
        map: quarteredDisc(),
        sizeAttenuation: false,
        depthTest: false,
        fog: false,
        toneMapped: false,
      }),
    );
    root.scale.setScalar(0.02);
    root.renderOrder = 6;
    return {
      root,
      update(_, { frame }) {
        root.position.copy(frame.position);
        return true;
      },
    };
  }),
};

const collisionShapes: Overlay = {
  id: "collision shapes",
  title: "Collision shapes",
  group: "Vehicle",
  on: false,
  detailed: true,
  mount: perVehicle((_, vehicle) => {
    const root = new Group();
    const material = new LineBasicMaterial({ color: MARK.touch, fog: false, toneMapped: false });
    const solids = vehicle.item.look?.solids ?? [];
    for (const solid of solids) {
      const lines = new LineSegments(new EdgesGeometry(solidGeometry(solid), 12), material);
      lines.position.set(...solid.offset_frd_m);
      const [w, x, y, z] = solid.attitude_wxyz;
      lines.quaternion.set(x, y, z, w);
      root.add(lines);
    }
    return {
      root,
      update(_told, { frame }) {
        root.position.copy(frame.position);
        root.quaternion.copy(frame.quaternion);
        root.scale.copy(frame.scale);
        return solids.length > 0;
      },
    };
  }),
};

export const OVERLAYS: readonly Overlay[] = [velocity, bodyAxes, centreOfMass, collisionShapes];
