// Where the firmware wants to be, and where it believes to be: translucent copies of the vehicle.

import {
  BufferAttribute,
  BufferGeometry,
  Group,
  Line,
  LineDashedMaterial,
  Mesh,
  OctahedronGeometry,
  Quaternion,
  Vector3,
} from "three";
import type { VehicleDetails } from "../../generated/protocol";
import { metres } from "../../ui/format";
import { place, turnOf } from "../axes";
import { glow, type Mark, MARK, perVehicle, placeBeside, Tag, type Triple } from "../marks";
import { prototypeOf } from "../models";
import type { Overlay, OverlayHost } from "../overlays";
import type { Vehicle } from "../../store";

type Four = readonly [number, number, number, number];

interface Told {
  readonly place: Triple;
  readonly turn: Four | null;
  /** It goes along with the vehicle, other than a goal that stays. */
  readonly beside: boolean;
}

/** Beyond so many lengths of itself a ghost is far, and worth a number. */
const FAR = 1.2;

function ghost(
  { page }: OverlayHost,
  vehicle: Vehicle,
  colour: string,
  name: string,
  told: (details: VehicleDetails) => Told | null,
): Mark {
  const root = new Group();
  const look = vehicle.item.look;
  const body = look ? new Mesh(prototypeOf(look).whole("fine"), glow(colour, 0.34)) : new Group();
  const marker = new Mesh(new OctahedronGeometry(0.09), glow(colour, 0.9));
  const line = dashedLine(colour);
  const tag = new Tag(page, colour);
  const turn = new Quaternion();
  const at = new Vector3();
  root.add(body, marker, line);
  return {
    root,
    tags: [tag],
    update(details, drawn, picture) {
      const found = told(details);
      if (!found) return false;
      const { frame, unit } = drawn;
      if (found.beside) placeBeside(found.place, details, drawn, at);
      else place(...found.place, at);
      body.position.copy(at);
      body.scale.copy(frame.scale);
      const [w, x, y, z] = found.turn ?? [0, 0, 0, 0];
      if (found.turn) body.quaternion.copy(turnOf({ w, x, y, z }, turn));
      else body.quaternion.copy(frame.quaternion);
      marker.position.copy(at);
      marker.scale.setScalar(unit);
      stretch(line, frame.position, at, unit);
      const away = at.distanceTo(frame.position);
      if (away > FAR * unit) tag.put(`${name}, ${metres(away)}`, at, picture);
      else tag.hide();
      return true;
    },
  };
}

function dashedLine(colour: string): Line<BufferGeometry, LineDashedMaterial> {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(6), 3));
  const made = new Line(
    geometry,
    new LineDashedMaterial({ color: colour, fog: false, toneMapped: false, transparent: true }),
  );
  made.frustumCulled = false;
  return made;
}

function stretch(line: Line<BufferGeometry, LineDashedMaterial>, a: Vector3, b: Vector3, unit: number): void {
  const points = line.geometry.getAttribute("position") as BufferAttribute;
  points.setXYZ(0, a.x, a.y, a.z);
  points.setXYZ(1, b.x, b.y, b.z);
  points.needsUpdate = true;
  line.material.dashSize = unit * 0.12;
  line.material.gapSize = unit * 0.08;
  line.computeLineDistances();
}

export const OVERLAYS: readonly Overlay[] = [
  {
    id: "setpoint",
    title: "Set point",
    group: "Firmware",
    on: false,
    detailed: true,
    mount: perVehicle((host, vehicle) =>
      ghost(host, vehicle, MARK.setpoint, "set point", ({ setpoint }) =>
        setpoint?.position_ned_m
          ? {
              place: setpoint.position_ned_m,
              turn: setpoint.attitude_wxyz,
              beside: setpoint.velocity_ned_mps !== null,
            }
          : null,
      ),
    ),
  },
  {
    id: "estimate",
    title: "Estimate",
    group: "Firmware",
    on: false,
    detailed: true,
    mount: perVehicle((host, vehicle) =>
      ghost(host, vehicle, MARK.estimate, "estimate", ({ estimate }) =>
        estimate
          ? { place: estimate.position_ned_m, turn: estimate.attitude_wxyz, beside: true }
          : null,
      ),
    ),
  },
];
