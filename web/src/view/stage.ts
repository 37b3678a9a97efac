// The picture: renderer, light, ground, sea, fleet, overlays and camera of one canvas.

import { NeutralToneMapping, Plane, Raycaster, Scene, Vector2, Vector3, WebGLRenderer } from "three";
import type { PanelContext } from "../panel";
import type { Store } from "../store";
import { element } from "../ui/elements";
import { CameraRig } from "./cameras";
import { DetailsFeed } from "./details";
import { Fleet } from "./fleet";
import { GroundView } from "./ground";
import { groundHeight } from "./heights";
import { Labels } from "./labels";
import { Light, TONES } from "./light";
import { type OverlayFrame, onOverlays, OverlaySet } from "./overlays";
import { opaqueContext, Quality } from "./quality";
import { SeaView } from "./sea";
import { Tape } from "./tape";

/** A vehicle is hit within its drawn size, and at least so near. */
const PICK_PX = 16;
const FARTHEST_M = 9000;
export const FIRST_FRAME = "simloop first frame";

export interface Spot {
  readonly x: number;
  readonly y: number;
}

export class Stage {
  readonly labels = new Labels();
  /** Page elements above the picture. */
  readonly page = element("div", "scene-page");
  readonly rig: CameraRig;
  readonly fleet: Fleet;
  readonly overlays: OverlaySet;
  readonly details: DetailsFeed;
  readonly tape: Tape;
  private readonly store: Store;
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly light: Light;
  private readonly ground = new GroundView();
  private readonly sea = new SeaView();
  private readonly ghostSea = new SeaView(true);
  private readonly quality: Quality;
  private readonly ray = new Raycaster();
  private readonly point = new Vector3();
  private readonly undo: () => void;
  private width = 1;
  private height = 1;
  private drawn = false;

  constructor(
    context: PanelContext,
    readonly canvas: HTMLCanvasElement,
  ) {
    const store = (this.store = context.store);
    this.renderer = new WebGLRenderer({ canvas, context: opaqueContext(canvas) });
    this.renderer.toneMapping = NeutralToneMapping;
    this.quality = new Quality(this.renderer);
    this.light = new Light(this.scene, this.renderer);
    this.rig = new CameraRig(store, canvas);
    this.fleet = new Fleet(this.scene, store);
    this.details = new DetailsFeed(context);
    this.tape = new Tape(this.scene, this.page);
    this.scene.add(this.ground.mesh, this.sea.mesh, this.ghostSea.mesh);
    const { scene, fleet, ground, labels, page } = this;
    this.overlays = new OverlaySet({ store, scene, fleet, ground, labels, page });
    this.undo = onOverlays(() => this.overlays.apply());
    this.dress(document.documentElement.dataset["theme"] === "light" ? "light" : "dark");
  }

  dress(theme: "dark" | "light"): void {
    const tones = TONES[theme];
    this.light.dress(tones);
    this.ground.dress(tones);
    this.sea.dress(tones);
    this.ghostSea.dress(tones);
  }

  sync(): void {
    this.ground.show(this.store.ground);
    this.sea.show(this.store.water);
    this.ghostSea.show(this.store.ghostWater);
    this.ground.mesh.visible = this.store.water === null || this.store.ground !== null;
    this.fleet.sync();
  }

  resize(width: number, height: number): void {
    this.width = Math.max(1, width);
    this.height = Math.max(1, height);
    this.renderer.setSize(this.width, this.height, false);
    this.rig.camera.aspect = this.width / this.height;
    this.rig.camera.updateProjectionMatrix();
  }

  draw(seconds: number): void {
    if (document.hidden) return;
    const { rig, store, fleet } = this;
    const { camera } = rig;
    rig.update(seconds);
    const selected = store.selected;
    this.details.marks = this.overlays.detailed;
    fleet.details = this.details.known;
    fleet.hide(rig.mode === "cockpit" && selected ? selected.index : null);
    camera.updateMatrixWorld();
    const height = this.height * this.renderer.getPixelRatio();
    fleet.update(seconds, { camera, height, close: rig.mode === "chase" });
    this.ground.follow(camera.position);
    this.sea.follow(camera.position, store.run.timeS);
    this.ghostSea.follow(camera.position, store.run.timeS);
    this.light.follow(camera.position, selected ? rig.focus : rig.controls.target);
    this.drawOverlays(seconds);
    this.renderer.render(this.scene, camera);
    if (!this.labels.root.hidden) {
      this.labels.update(store, camera, this.width, this.height, this.isSeen);
    }
    this.quality.note(seconds);
    if (!this.drawn && store.vehicles.size > 0) {
      this.drawn = true;
      performance.mark(FIRST_FRAME);
    }
  }

  /** The vehicle under a place of the canvas, if any: the nearest to it on the page. */
  pick(x: number, y: number): number | null {
    let found: number | null = null;
    let least = Infinity;
    for (const { index, item } of this.store.vehicles.values()) {
      const spot = this.isSeen(index) ? this.spotOf(index) : null;
      if (!spot) continue;
      const reach = Math.max(PICK_PX, 0.5 * this.sizeOnPage(index, item.look?.size_m ?? 1));
      const off = Math.hypot(spot.x - x, spot.y - y);
      if (off < reach && off / reach < least) {
        least = off / reach;
        found = index;
      }
    }
    return found;
  }

  /** Where a vehicle is on the canvas, or null out of sight. */
  spotOf(index: number): Spot | null {
    const frame = this.fleet.frameOf(index);
    return frame ? this.project(frame.position) : null;
  }

  /** How many pixels wide a vehicle is drawn. */
  sizeOnPage(index: number, size: number): number {
    const frame = this.fleet.frameOf(index);
    return frame ? (size * frame.scale.x) / this.metresPerPixel(frame.position) : 0;
  }

  metresPerPixel(at: Vector3): number {
    const { camera } = this.rig;
    const away = camera.position.distanceTo(at);
    return (2 * Math.tan((camera.fov * Math.PI) / 360) * away) / this.height;
  }

  /** Metres per pixel at what is looked at. */
  get scaleAtTarget(): number {
    return this.metresPerPixel(this.store.selected ? this.rig.focus : this.rig.controls.target);
  }

  /** The place of the ground (or sea) under a place of the canvas, in the picture's axes. */
  groundAt(x: number, y: number): Vector3 | null {
    this.aim(x, y);
    if (this.store.ground) {
      return this.ray.intersectObject(this.ground.mesh)[0]?.point ?? null;
    }
    return this.onPlane(groundHeight(this.store, 0, 0));
  }

  /** The place under the pointer at a given height. */
  atHeight(x: number, y: number, height: number): Vector3 | null {
    this.aim(x, y);
    return this.onPlane(height);
  }

  dispose(): void {
    this.undo();
    this.overlays.dispose();
    this.details.dispose();
    this.tape.dispose();
    this.fleet.dispose();
    this.rig.dispose();
    this.renderer.dispose();
  }

  private readonly isSeen = (index: number): boolean => this.fleet.isSeen(index);

  private aim(x: number, y: number): void {
    const at = new Vector2((x / this.width) * 2 - 1, 1 - (y / this.height) * 2);
    this.ray.setFromCamera(at, this.rig.camera);
  }

  private onPlane(height: number): Vector3 | null {
    const hit = this.ray.ray.intersectPlane(new Plane(new Vector3(0, 1, 0), -height), new Vector3());
    return hit && hit.distanceTo(this.rig.camera.position) < FARTHEST_M ? hit : null;
  }

  private drawOverlays(seconds: number): void {
    const frame: OverlayFrame = {
      seconds,
      camera: this.rig.camera,
      details: this.details.marked,
      project: (at) => this.project(at),
    };
    this.overlays.update(frame);
    this.tape.update(frame);
  }

  private project(at: Vector3): Spot | null {
    this.point.copy(at).project(this.rig.camera);
    if (this.point.z > 1 || this.point.z < -1) return null;
    return {
      x: (0.5 + this.point.x / 2) * this.width,
      y: (0.5 - this.point.y / 2) * this.height,
    };
  }
}
