// All vehicles and things of the picture, kept in step with the store.

import {
  Color,
  Frustum,
  Group,
  Matrix4,
  type Mesh,
  Object3D,
  type PerspectiveCamera,
  Quaternion,
  type Scene,
  Sphere,
} from "three";
import type { Item, VehicleDetails } from "../generated/protocol";
import type { Flown } from "../flown";
import { emptyPose } from "../poses";
import type { Store, Vehicle } from "../store";
import { place, placeOf, turnOf } from "./axes";
import { Feet } from "./feet";
import { makeGhost } from "./ghosts";
import { groundHeight } from "./heights";
import { Lamps } from "./lamps";
import { mergeStill } from "./merge";
import { onMesh } from "./meshes";
import { buildModel, type Fineness, type Model, type Prototype, prototypeOf } from "./models";
import { animate, isBlurred } from "./motion";
import { Nearest } from "./nearest";
import { PlanView } from "./plans";
import { isPlain } from "./quality";
import { Swarm } from "./swarm";
import { Trails, LENGTHS, type TrailLength } from "./trails";
import { type TrailColour, TrailScale } from "./trail_scale";

// With more vehicles than this, what belongs to each is drawn fainter or left out.
const MANY = 24;
// So many vehicles have moving parts, if they are drawn large enough to see them.
const MOST_MOVING = 10;
const MOVING_PX = 26;
const COARSE_PX = 20;
const CRUDE_PX = 7;
// Far vehicles are drawn larger, so that they stay in sight; many of them not so much.
const LEAST_SHARE = 0.075;
const FULL_SHARE_UP_TO = 20;
const MOST_GROWTH = 8;
const GAP_S = 2;

interface Shown {
  item: Item;
  readonly prototype: Prototype;
  /** Pose and drawn size; holds the model while it is drawn with its parts. */
  readonly frame: Group;
  readonly tint: Color;
  model: Model | null;
  plan: PlanView | null;
  rolled: number;
  away: number;
  /** Drawn size in pixels; nothing if it is out of sight. */
  pixels: number;
}

/** From where it is all seen. */
export interface Eye {
  readonly camera: PerspectiveCamera;
  /** Height of the picture in drawn pixels. */
  readonly height: number;
  /** Right behind a vehicle: everything in its true size. */
  readonly close: boolean;
}

export class Fleet {
  readonly scale = new TrailScale();
  details: ReadonlyMap<number, VehicleDetails> = new Map();
  private readonly shown = new Map<number, Shown>();
  private readonly still = new Map<number, { item: Item; thing: Object3D }>();
  /** All that stands still, in a few meshes. */
  private landscape = new Group();
  private readonly trails: Trails;
  private readonly feet: Feet;
  private readonly swarm: Swarm;
  private readonly lamps: Lamps;
  private readonly forgetMeshes: () => void;
  private generation = 0;
  private hidden: number | null = null;
  private lastTimeS = 0;
  private readonly visible = { trails: true, curtains: false, plans: true };
  private readonly nearest = new Nearest(MOST_MOVING);
  private readonly told = emptyPose();
  private readonly turn = new Quaternion();
  private readonly sight = new Frustum();
  private readonly lens = new Matrix4();
  private readonly reach = new Sphere();

  constructor(
    private readonly scene: Scene,
    private readonly store: Store,
  ) {
    this.trails = new Trails(scene, this.scale, (index) => store.isSeen(index));
    this.feet = new Feet(scene);
    this.swarm = new Swarm(scene);
    this.lamps = new Lamps(scene);
    this.forgetMeshes = onMesh(() => this.sync());
  }

  /** Bring in what came, and drop what went. */
  sync(): void {
    const { store } = this;
    for (const [index, shown] of this.shown) if (!store.vehicles.has(index)) this.drop(index, shown);
    let rebuilt = false;
    for (const [index, { item }] of this.still) {
      if (store.items.get(index) !== item) rebuilt = this.still.delete(index);
    }
    for (const item of store.items.values()) {
      if (item.kind === "model") this.putVehicle(item);
      else if (!this.still.has(item.index)) rebuilt = this.putStill(item) || rebuilt;
    }
    if (rebuilt) this.rebuildLandscape();
    this.trails.fit(this.shown.size);
    // The lights of a ghost world would shine on this one.
    this.lamps.sync([...store.items.values()].filter((item) => !item.ghost));
    if (this.generation !== store.generation) this.forgetWays();
  }

  /** New poses: lengthen the trails; in the past they reach only so far. */
  noteFrame(): void {
    const { store, scale, trails } = this;
    if (store.past !== null) {
      trails.showUpTo(store.past);
      return;
    }
    const passed = store.run.timeS - this.lastTimeS;
    this.lastTimeS = store.run.timeS;
    if (passed < 0 || passed > GAP_S * Math.max(1, store.run.factor)) trails.breakOff();
    let renewed = false;
    for (const { index, latest, status } of store.vehicles.values()) {
      const speed = Math.hypot(latest.velocityNorth, latest.velocityEast, latest.velocityDown);
      const mode = status?.mode ?? "";
      renewed = scale.note(speed, -latest.down, mode) || renewed;
      const ground = groundHeight(store, latest.north, latest.east);
      trails.extend(index, latest, ground, mode, store.run.tick);
    }
    if (renewed) trails.redraw();
  }

  /** Draw the ways of before this page came. */
  refill(flown: Flown): void {
    const { store, scale, trails } = this;
    trails.refill(flown.lastTick, () => {
      for (const frame of flown.frames) {
        for (let slot = 0; slot < frame.count; slot++) {
          const index = frame.index(slot);
          if (!store.vehicles.has(index)) continue;
          frame.read(slot, this.told);
          const { north, east, down, velocityNorth, velocityEast, velocityDown } = this.told;
          const mode = flown.mode(index, frame.tick);
          scale.note(Math.hypot(velocityNorth, velocityEast, velocityDown), -down, mode);
          trails.extend(index, this.told, groundHeight(store, north, east), mode, frame.tick);
        }
      }
    });
  }

  update(seconds: number, eye: Eye): void {
    const { store, shown: all } = this;
    const running = !store.run.paused && !store.run.ended && store.past === null;
    const { camera } = eye;
    this.sight.setFromProjectionMatrix(
      this.lens.multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse),
    );
    this.feet.begin(store.vehicles.size > MANY);
    this.swarm.begin();
    this.nearest.begin();
    for (const vehicle of store.vehicles.values()) {
      const shown = all.get(vehicle.index);
      if (shown) this.pose(vehicle, shown, eye);
    }
    for (const vehicle of store.vehicles.values()) {
      const shown = all.get(vehicle.index);
      if (shown) this.dress(vehicle, shown, running ? seconds : 0);
    }
    this.feet.end();
    this.swarm.end();
    this.trails.flush();
    this.lamps.follow(camera.position);
  }

  /** Where a vehicle is drawn, and how large. */
  frameOf(index: number): Object3D | null {
    return this.shown.get(index)?.frame ?? null;
  }

  hide(index: number | null): void {
    this.hidden = index;
  }

  /** Is it left out, since it is looked from there or the user wants it so? */
  isHidden(index: number): boolean {
    return index === this.hidden || !this.store.isSeen(index);
  }

  /** The user has switched a vehicle on or off. */
  noteVisibility(): void {
    this.trails.redraw();
  }

  isSeen(index: number): boolean {
    return this.shown.has(index) && this.store.isSeen(index);
  }

  showFeet(visible: boolean): void {
    this.feet.shown = visible;
  }

  show(what: "trails" | "curtains" | "plans", visible: boolean): void {
    this.visible[what] = visible;
    this.trails.hang(this.visible.trails && this.visible.curtains);
    this.trails.show(this.visible.trails);
  }

  colourTrails(by: TrailColour): void {
    this.scale.by = by;
    this.trails.redraw();
  }

  measureTrails(length: TrailLength): void {
    this.trails.fit(this.shown.size, LENGTHS[length]);
  }

  dispose(): void {
    for (const [index, shown] of [...this.shown]) this.drop(index, shown);
    this.trails.dispose();
    this.forgetMeshes();
  }

  private pose(vehicle: Vehicle, shown: Shown, eye: Eye): void {
    const { shown: pose } = vehicle;
    const { frame, item } = shown;
    const selected = vehicle === this.store.selected;
    // A hundred missions are dear to draw, and nobody can tell them apart.
    const crowded = isPlain() && this.store.vehicles.size > MANY;
    const planned = this.visible.plans && this.store.isSeen(vehicle.index) && (selected || !crowded);
    this.showPlan(shown, vehicle, planned);
    placeOf(pose, frame.position);
    frame.quaternion.copy(turnOf(pose, this.turn));
    shown.away = eye.camera.position.distanceTo(frame.position);
    const many = Math.sqrt(Math.min(1, FULL_SHARE_UP_TO / this.store.vehicles.size));
    const size = item.look?.size_m ?? 1;
    const wanted = (shown.away * LEAST_SHARE * many) / size;
    const scale = eye.close ? 1 : Math.max(1, Math.min(MOST_GROWTH, wanted));
    frame.scale.setScalar(scale);
    shown.pixels = 0;
    if (this.isHidden(vehicle.index)) return;
    const ground = groundHeight(this.store, pose.north, pose.east);
    this.feet.add(frame.position, ground, shown.away, shown.tint, selected);
    // Grown about its feet, so that it still stands on the ground.
    frame.position.y += (item.look?.standing_height_m ?? 0) * (scale - 1);
    this.reach.center.copy(frame.position);
    this.reach.radius = size * scale;
    if (!this.casts(this.reach)) return;
    const metresPerPixel = (2 * Math.tan((eye.camera.fov * Math.PI) / 360) * shown.away) / eye.height;
    shown.pixels = (size * scale) / metresPerPixel;
    this.nearest.note(shown.away);
  }

  /** Does it matter for the picture? What is out of sight may still cast a shadow. */
  private casts(reach: Sphere): boolean {
    return !isPlain() || this.sight.intersectsSphere(reach);
  }

  private dress(vehicle: Vehicle, shown: Shown, seconds: number): void {
    const { frame, item, pixels, prototype } = shown;
    if (!item.look) return;
    const selected = vehicle === this.store.selected;
    const moving = pixels > MOVING_PX && (selected || shown.away <= this.nearest.farthest);
    if (moving) {
      shown.model ??= this.modelOf(item);
      if (!shown.model.root.parent) this.scene.add(frame.add(shown.model.root));
      shown.rolled = animate(shown.model, vehicle, this.details.get(vehicle.index), shown.rolled, seconds);
      return;
    }
    if (shown.model?.root.parent) {
      shown.model.root.removeFromParent();
      frame.removeFromParent();
    }
    if (pixels === 0) return;
    frame.updateMatrix();
    const blurred = pixels > CRUDE_PX && isBlurred(vehicle);
    this.swarm.add(prototype, finenessOf(pixels), item.ghost, blurred, frame.matrix);
  }

  private modelOf(item: Item): Model {
    const model = buildModel(item.look as NonNullable<Item["look"]>);
    if (item.ghost) makeGhost(model.root);
    return model;
  }

  private putVehicle(item: Item): void {
    const vehicle = this.store.vehicles.get(item.index);
    const known = this.shown.get(item.index);
    if (!vehicle || !item.look) return;
    const prototype = prototypeOf(item.look);
    if (known?.item === item && known.prototype === prototype) return;
    if (known && known.prototype === prototype && known.item.name === item.name) {
      // Another plan or home is no other vehicle: its way stays.
      known.item = item;
      known.plan?.dispose();
      known.plan = null;
      return;
    }
    if (known?.item.name === item.name) this.undress(item.index, known);
    else if (known) this.drop(item.index, known);
    const frame = new Group();
    frame.userData["index"] = item.index;
    this.shown.set(item.index, {
      item,
      prototype,
      frame,
      tint: new Color(vehicle.colour),
      model: null,
      plan: null,
      rolled: 0,
      away: 0,
      pixels: 0,
    });
  }

  /** Only what is seen is built and kept in the scene: thousands of hidden plans would be dear. */
  private showPlan(shown: Shown, vehicle: Vehicle, visible: boolean): void {
    if (!visible) {
      shown.plan?.group.removeFromParent();
      return;
    }
    if (!shown.plan) {
      const { item } = shown;
      if (item.plan_ned_m.length === 0 && item.home_ned_m === null) return;
      const ground = (north: number, east: number) => groundHeight(this.store, north, east);
      shown.plan = new PlanView(item, vehicle.colour, ground);
    }
    if (!shown.plan.group.parent) this.scene.add(shown.plan.group);
    shown.plan.emphasise(vehicle.status?.waypoint ?? -1);
  }

  private putStill(item: Item): boolean {
    if (!item.look || !item.position_ned_m) return false;
    const { root } = buildModel(item.look);
    place(...item.position_ned_m, root.position);
    const [w, x, y, z] = item.attitude_wxyz ?? [1, 0, 0, 0];
    root.quaternion.copy(turnOf({ w, x, y, z }, this.turn));
    this.still.set(item.index, { item, thing: root });
    return true;
  }

  /** A forest is one mesh: hundreds of draw calls would be dear. */
  private rebuildLandscape(): void {
    this.landscape.removeFromParent();
    this.landscape.traverse((part) => (part as Partial<Mesh>).geometry?.dispose());
    const all = new Group();
    const ghosts = new Group();
    for (const { item, thing } of this.still.values()) (item.ghost ? ghosts : all).add(thing);
    this.landscape = mergeStill(all);
    const others = mergeStill(ghosts);
    makeGhost(others);
    this.landscape.add(others);
    this.scene.add(this.landscape);
  }

  private drop(index: number, shown: Shown): void {
    this.undress(index, shown);
    this.trails.forget(index);
  }

  /** Take the picture of a vehicle away; its way stays. */
  private undress(index: number, shown: Shown): void {
    shown.frame.removeFromParent();
    shown.plan?.dispose();
    this.shown.delete(index);
  }

  private forgetWays(): void {
    this.generation = this.store.generation;
    this.trails.cutAfter(this.store.sceneTick);
  }
}

function finenessOf(pixels: number): Fineness {
  if (pixels > MOVING_PX) return "fine";
  if (pixels > COARSE_PX) return "coarse";
  return pixels > CRUDE_PX ? "crude" : "speck";
}
