// What may be shown over the scene: a registry of overlays, switched on and off by users.
//
// An overlay is a value of type Overlay. Those of this folder's `overlays/` are found by themselves;
// others join with `addOverlay`. What shows points of a lidar or the image of a camera is one of
// these: it asks for its data in `update`, draws into `host.scene`, and goes away in `dispose`.

import type { PerspectiveCamera, Scene, Vector3 } from "three";
import type { VehicleDetails } from "../generated/protocol";
import type { Store } from "../store";
import type { Fleet } from "./fleet";
import type { GroundView } from "./ground";
import type { Labels } from "./labels";

export type OverlayGroup = "Picture" | "Trail" | "Vehicle" | "Firmware" | "Forces and air" | "Sensors";

export interface Overlay {
  readonly id: string;
  /** What users read; sentence case. */
  readonly title: string;
  readonly group: OverlayGroup;
  /** Shown before a user has chosen. */
  readonly on: boolean;
  /** It reads `frame.details`, which are asked for while such an overlay is shown. */
  readonly detailed?: boolean;
  /** Build it; called when it is shown for the first time. */
  mount(host: OverlayHost): OverlayView;
}

export interface OverlayView {
  /** Shown or hidden by the user. */
  show(visible: boolean): void;
  /** A picture is about to be drawn; called only while it is shown. */
  update?(frame: OverlayFrame): void;
  dispose(): void;
}

export interface OverlayHost {
  readonly store: Store;
  readonly scene: Scene;
  readonly fleet: Fleet;
  readonly ground: GroundView;
  readonly labels: Labels;
  /** A layer of page elements above the picture. */
  readonly page: HTMLElement;
}

export interface OverlayFrame {
  readonly seconds: number;
  readonly camera: PerspectiveCamera;
  /** What the asked vehicles do and believe, by index; empty while the past is shown. */
  readonly details: ReadonlyMap<number, VehicleDetails>;
  /** Where a place of the scene is on the page, or null behind the camera. */
  readonly project: (at: Vector3) => { readonly x: number; readonly y: number } | null;
}

const STORED = "simloop overlays 1";
const known = new Map<string, Overlay>();
const listeners = new Set<() => void>();

/** Join the registry; a later one of the same id takes the place of an earlier one. */
export function addOverlay(overlay: Overlay): void {
  known.set(overlay.id, overlay);
  for (const listener of [...listeners]) listener();
}

export function allOverlays(): readonly Overlay[] {
  return [...known.values()];
}

/** Called when an overlay joins; gives back what ends that. */
export function onOverlays(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const modules = import.meta.glob<{ OVERLAYS: readonly Overlay[] }>("./overlays/*.ts", {
  eager: true,
});
for (const { OVERLAYS } of Object.values(modules)) for (const overlay of OVERLAYS ?? []) addOverlay(overlay);

/** Which overlays one scene shows; remembered for the next visit. */
export class OverlaySet {
  private readonly views = new Map<string, OverlayView>();
  private choices: Record<string, boolean>;

  constructor(private readonly host: OverlayHost) {
    this.choices = readChoices();
    this.apply();
  }

  isOn(overlay: Overlay): boolean {
    return this.choices[overlay.id] ?? overlay.on;
  }

  set(overlay: Overlay, on: boolean): void {
    this.choices[overlay.id] = on;
    localStorage.setItem(STORED, JSON.stringify(this.choices));
    this.apply();
  }

  /** As before a user has chosen. */
  reset(): void {
    this.choices = {};
    localStorage.removeItem(STORED);
    this.apply();
  }

  /** Does anything shown read details? */
  get detailed(): boolean {
    return allOverlays().some((overlay) => overlay.detailed && this.isOn(overlay));
  }

  /** Build what is newly shown, hide what is not. */
  apply(): void {
    for (const overlay of allOverlays()) {
      const on = this.isOn(overlay);
      let view = this.views.get(overlay.id);
      if (!view && (on || overlay.on)) {
        view = overlay.mount(this.host);
        this.views.set(overlay.id, view);
      }
      view?.show(on);
    }
  }

  update(frame: OverlayFrame): void {
    for (const overlay of allOverlays()) {
      if (this.isOn(overlay)) this.views.get(overlay.id)?.update?.(frame);
    }
  }

  dispose(): void {
    for (const view of this.views.values()) view.dispose();
    this.views.clear();
  }
}

function readChoices(): Record<string, boolean> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORED) ?? "{}");
    return typeof stored === "object" && stored ? (stored as Record<string, boolean>) : {};
  } catch {
    return {};
  }
}
