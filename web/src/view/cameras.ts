// How the camera goes with the chosen vehicle: orbit, fly, chase, cockpit, top, and fit.

import { Box3, Euler, MathUtils, Matrix4, PerspectiveCamera, Quaternion, Vector3 } from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import type { CameraMode } from "../events";
import type { Store, Vehicle } from "../store";
import { place, placeOf, turnOf } from "./axes";
import { Chase } from "./chase";
import { DragLook } from "./drag_look";
import { FlyKeys } from "./fly_keys";
import { groundHeight, seaHeight } from "./heights";

// A camera looks along its own -z; the body's forward is x and its down is z.
const COCKPIT = new Quaternion().setFromRotationMatrix(
  new Matrix4().set(0, 0, -1, 0, 1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 0, 1),
);
const FIELD_DEG = 46;
const COCKPIT_FIELD_DEG = 74;
const VIEW = new Vector3(0.6, 0.24, 0.72).normalize();
const WIDE_PX = 860;
const COVERED_PX = 640;
const FREE_UP = 0.6;
// A single vehicle is seen with so much around it to each side.
const LEAST_FIT_M = 5;
const FLY_MPS = 7;
const LEAST_HEIGHT_M = 0.15;
// The nearest that is drawn, as a share of how far away things are: what is drawn far away needs
// depth told finely, or rings on the ground flicker.
const NEAR_SHARE = 0.02;
const NEAREST_M = 0.08;
const FARTHEST_NEAR_M = 4;

export class CameraRig {
  readonly camera = new PerspectiveCamera(FIELD_DEG, 1, NEAREST_M, 12000);
  readonly controls: OrbitControls;
  readonly keys = new FlyKeys();
  readonly focus = new Vector3();
  mode: CameraMode = "orbit";
  /** In orbit: go along with the selected vehicle. */
  following = false;
  private fitted = false;
  private dragging = false;
  private paceShare = 1;
  private readonly chase = new Chase();
  private readonly look: DragLook;
  private readonly wanted = new Vector3();
  private readonly step = new Vector3();
  private readonly turn = new Quaternion();
  private readonly angles = new Euler(0, 0, 0, "YXZ");
  private readonly wish: [number, number, number] = [0, 0, 0];

  constructor(
    private readonly store: Store,
    canvas: HTMLElement,
  ) {
    this.camera.position.set(14, 10, 18);
    this.look = new DragLook(canvas);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = true;
    this.controls.dampingFactor = 0.12;
    this.controls.minDistance = 0.6;
    this.controls.maxDistance = 6000;
    this.controls.maxPolarAngle = Math.PI * 0.497;
    this.controls.addEventListener("start", () => (this.dragging = true));
    this.controls.addEventListener("end", () => {
      this.dragging = false;
      // A turn of the wheel waits for an update, which comes only during drags.
      if (this.mode === "chase") this.controls.update();
      this.keepSide();
    });
    canvas.addEventListener("wheel", (event) => {
      if (this.mode !== "fly") return;
      event.preventDefault();
      this.changePace(Math.exp(-event.deltaY * 0.001));
    });
  }

  use(mode: CameraMode): void {
    const was = this.mode;
    this.mode = mode;
    this.camera.up.set(0, 1, 0);
    this.controls.enabled = mode === "orbit" || mode === "top" || mode === "chase";
    this.controls.enableRotate = mode !== "top";
    this.controls.enablePan = mode !== "chase";
    this.controls.enableDamping = mode !== "chase";
    this.keys.enabled = mode === "fly";
    this.look.enabled = mode === "fly" || mode === "cockpit";
    const vehicle = this.store.selected;
    if (mode === "top") this.lookDown(vehicle);
    if (mode === "chase" && vehicle) this.beginChase(vehicle);
    if (mode === "cockpit") this.look.face(0, 0);
    if (mode === "fly") this.takeOff();
    if (mode === "orbit" && was !== "orbit") this.stepBack(was, vehicle);
    this.camera.fov = mode === "cockpit" ? COCKPIT_FIELD_DEG : FIELD_DEG;
    this.camera.updateProjectionMatrix();
  }

  /** Everything in sight. */
  fit(): void {
    const points: Vector3[] = [];
    for (const { item, shown } of this.store.seenVehicles()) {
      points.push(placeOf(shown, new Vector3()));
      for (const [n, e, d] of item.plan_ned_m) points.push(place(n, e, d, new Vector3()));
    }
    if (points.length === 0) return;
    const centre = new Box3().setFromPoints(points).getCenter(this.wanted);
    this.controls.target.copy(centre);
    this.camera.position.copy(centre).addScaledVector(VIEW, this.reachToSee(points, centre));
    this.fitted = true;
  }

  /** How far from the centre to stand, so that all points are within the free part of the picture. */
  private reachToSee(points: readonly Vector3[], centre: Vector3): number {
    const half = Math.tan(MathUtils.degToRad(FIELD_DEG / 2));
    // Panels cover both sides of a wide page, and bars its top and bottom.
    const free = 0.84 * (innerWidth > WIDE_PX ? 1 - COVERED_PX / innerWidth : 1);
    const across = half * this.camera.aspect * free;
    const up = half * FREE_UP;
    const right = new Vector3(VIEW.z, 0, -VIEW.x).normalize();
    const above = new Vector3().crossVectors(VIEW, right);
    let reach = LEAST_FIT_M / half;
    for (const point of points) {
      this.step.subVectors(point, centre);
      const nearer = this.step.dot(VIEW);
      const wide = Math.abs(this.step.dot(right)) / across;
      const high = Math.abs(this.step.dot(above)) / up;
      reach = Math.max(reach, nearer + Math.max(wide, high));
    }
    return reach;
  }

  /** As when the page was opened. */
  reset(): void {
    this.following = false;
    this.paceShare = 1;
    this.chase.reset();
    this.use("orbit");
    this.fit();
  }

  /** Turn until north is up in the picture. */
  faceNorth(): void {
    if (!this.controls.enabled) return;
    const away = this.step.subVectors(this.camera.position, this.controls.target);
    const flat = Math.hypot(away.x, away.z);
    this.camera.position.set(
      this.controls.target.x,
      this.camera.position.y,
      this.controls.target.z + flat,
    );
    this.keepSide();
  }

  /** Go round what is looked at, or turn the head where there is nothing to go round; rad. */
  turnBy(right: number, up: number): void {
    if (this.look.enabled) return this.look.face(this.look.yaw - right, this.look.pitch + up);
    this.controls.rotateLeft(-right);
    this.controls.rotateUp(up);
    this.keepSide();
  }

  /** Look at what lies beside, so many pixels of the picture away. */
  shiftBy(right: number, up: number): void {
    if (this.controls.enabled && this.controls.enablePan) this.controls.pan(-right, up);
  }

  /** Come nearer, with a share below one, or go away; a flying camera gets slower or faster. */
  approach(share: number): void {
    if (this.mode === "fly") return this.changePace(1 / share);
    if (!this.controls.enabled) return;
    this.controls.dollyIn(share);
    this.keepSide();
  }

  /** Where the camera looks, clockwise from north, rad. */
  get heading(): number {
    this.camera.getWorldDirection(this.step);
    if (Math.hypot(this.step.x, this.step.z) < 1e-3) return 0;
    return Math.atan2(this.step.x, -this.step.z);
  }

  update(seconds: number): void {
    const vehicle = this.store.selected;
    if (!this.fitted && this.store.vehicles.size > 0) this.begin();
    if (vehicle) {
      placeOf(vehicle.shown, this.wanted);
      this.step.subVectors(this.wanted, this.focus);
      this.focus.copy(this.wanted);
      if (this.mode === "cockpit") this.sit(vehicle);
      else if (this.mode === "chase") this.goBehind(vehicle, seconds);
      else if (this.mode === "top" || (this.mode === "orbit" && this.following)) this.glide(this.step);
    }
    if (this.mode === "orbit" || this.mode === "top") this.controls.update();
    if (this.mode === "fly") this.fly(seconds);
    if (this.mode !== "cockpit") this.stayAbove();
    if (this.mode === "chase" && vehicle && !this.dragging) {
      this.chase.look(vehicle, this.focus, this.camera);
    }
    this.setNear();
  }

  /** Go over to another vehicle and keep the view of it. */
  settle(vehicle: Vehicle): void {
    placeOf(vehicle.shown, this.wanted);
    if (this.mode === "chase") this.beginChase(vehicle);
    if (this.mode === "top" || (this.mode === "orbit" && this.following)) {
      this.glide(this.step.subVectors(this.wanted, this.controls.target));
    }
    this.focus.copy(this.wanted);
  }

  /** Go along with the selected vehicle, with the horizon steady. */
  follow(on: boolean): void {
    this.following = on;
    const vehicle = this.store.selected;
    if (!on || !vehicle) return;
    this.glide(this.step.subVectors(placeOf(vehicle.shown, this.focus), this.controls.target));
    const away = this.step.subVectors(this.camera.position, this.focus);
    const most = Math.max(12, (vehicle.item.look?.size_m ?? 1) * 10);
    if (away.length() > most) this.camera.position.copy(this.focus).add(away.setLength(most));
  }

  dispose(): void {
    this.controls.dispose();
    this.keys.dispose();
  }

  /** A vehicle alone that goes nobody knows where would soon be out of sight. */
  private begin(): void {
    this.fit();
    const [first, second] = this.store.vehicles.values();
    if (first && !second && first.item.plan_ned_m.length === 0) this.store.bus.emit("follow", true);
  }

  /** Behind a vehicle, the side and distance that the user chose stay. */
  private keepSide(): void {
    const vehicle = this.store.selected;
    if (this.mode === "chase" && vehicle) this.chase.learn(vehicle, this.focus, this.camera);
  }

  private changePace(factor: number): void {
    this.paceShare = MathUtils.clamp(this.paceShare * factor, 0.1, 20);
  }

  private glide(step: Vector3): void {
    this.controls.target.add(step);
    this.camera.position.add(step);
  }

  private beginChase(vehicle: Vehicle): void {
    this.chase.begin(vehicle);
    this.controls.target.copy(placeOf(vehicle.shown, this.focus));
    this.chase.place(vehicle, this.focus, this.camera, 0);
    this.chase.look(vehicle, this.focus, this.camera);
  }

  private goBehind(vehicle: Vehicle, seconds: number): void {
    this.controls.target.copy(this.focus);
    if (this.dragging) {
      this.camera.position.add(this.step);
      this.controls.update();
    } else {
      this.chase.place(vehicle, this.focus, this.camera, seconds);
    }
  }

  private sit(vehicle: Vehicle): void {
    turnOf(vehicle.shown, this.turn);
    this.step.set(...seatOf(vehicle)).applyQuaternion(this.turn);
    this.camera.position.copy(this.focus).add(this.step);
    this.camera.quaternion.copy(this.turn).multiply(COCKPIT);
    this.angles.set(this.look.pitch, this.look.yaw, 0);
    this.camera.quaternion.multiply(this.turn.setFromEuler(this.angles));
    this.controls.target.copy(this.focus);
  }

  private takeOff(): void {
    this.angles.setFromQuaternion(this.camera.quaternion);
    this.look.face(this.angles.y, this.angles.x);
  }

  private fly(seconds: number): void {
    this.angles.set(this.look.pitch, this.look.yaw, 0);
    this.camera.quaternion.setFromEuler(this.angles);
    const height = Math.max(0, this.camera.position.y);
    const pace = FLY_MPS * this.paceShare * (1 + height / 25) * seconds;
    this.step.fromArray(this.keys.wish(this.wish)).multiplyScalar(pace);
    this.camera.position.add(this.step.applyQuaternion(this.camera.quaternion));
    // Where orbit would go on from here.
    this.camera.getWorldDirection(this.step);
    this.controls.target.copy(this.camera.position).addScaledVector(this.step, 20);
  }

  private stayAbove(): void {
    const { position } = this.camera;
    const { water, run } = this.store;
    const ground = groundHeight(this.store, -position.z, position.x);
    const sea = water ? seaHeight(water, -position.z, position.x, run.timeS) : -Infinity;
    position.y = Math.max(position.y, Math.max(ground, sea) + LEAST_HEIGHT_M);
  }

  private setNear(): void {
    const { camera, controls, focus } = this;
    const away = camera.position.distanceTo(this.mode === "chase" ? focus : controls.target);
    const height = camera.position.y - groundHeight(this.store, -camera.position.z, camera.position.x);
    const near = MathUtils.clamp(NEAR_SHARE * Math.min(away, height), NEAREST_M, FARTHEST_NEAR_M);
    if (Math.abs(near - camera.near) < 0.2 * near) return;
    camera.near = near;
    camera.updateProjectionMatrix();
  }

  private lookDown(vehicle: Vehicle | null): void {
    const at = vehicle ? placeOf(vehicle.shown, this.wanted) : this.controls.target;
    const height = Math.max(45, this.camera.position.distanceTo(this.controls.target));
    this.controls.target.copy(at);
    // A hair off the vertical, so that north stays up.
    this.camera.position.set(at.x, at.y + height, at.z + height * 1e-4);
    this.camera.lookAt(at);
  }

  private stepBack(was: CameraMode, vehicle: Vehicle | null): void {
    if (was === "fly" || !vehicle) return;
    const reach = Math.max(9, (vehicle.item.look?.size_m ?? 1) * 8);
    placeOf(vehicle.shown, this.controls.target);
    const away = this.step.subVectors(this.camera.position, this.controls.target);
    if (was === "cockpit" || away.length() < 2 || away.y < 0.5 || away.y > away.length() * 0.98) {
      this.camera.position.copy(this.controls.target).addScaledVector(VIEW, reach);
    }
  }
}

/** Where the pilot's eyes are in the body, forward-right-down: in a boat above the cabin. */
function seatOf({ item: { look } }: Vehicle): [number, number, number] {
  const size = look?.size_m ?? 1;
  switch (look?.shape) {
    case "boat":
      return [-0.03 * size, 0, -0.24 * size];
    case "rover":
      return [0.3 * size, 0, -0.3 * size];
    default:
      return [0.3 * size, 0, -0.04];
  }
}
