// Parts of the picture itself that may be left out.

import { Group, Vector3 } from "three";
import { Arrow, MARK, Tag } from "../marks";
import type { Overlay, OverlayHost } from "../overlays";

function part(
  id: string,
  title: string,
  group: Overlay["group"],
  on: boolean,
  show: (host: OverlayHost, visible: boolean) => void,
): Overlay {
  return {
    id,
    title,
    group,
    on,
    mount: (host) => ({ show: (visible) => show(host, visible), dispose: () => undefined }),
  };
}

/** North, east and down at the world's zero. */
const worldAxes: Overlay = {
  id: "world axes",
  title: "World axes",
  group: "Picture",
  on: false,
  mount({ scene, page }) {
    const root = new Group();
    const axes = [
      ["north", MARK.x, new Vector3(0, 0, -1)],
      ["east", MARK.y, new Vector3(1, 0, 0)],
      ["down", MARK.z, new Vector3(0, -1, 0)],
    ] as const;
    const drawn = axes.map(([name, colour, way]) => {
      const arrow = new Arrow(colour);
      root.add(arrow);
      return { arrow, way, name, tag: new Tag(page, colour) };
    });
    scene.add(root);
    const zero = new Vector3();
    const tip = new Vector3();
    return {
      show(visible) {
        root.visible = visible;
        if (!visible) for (const { tag } of drawn) tag.hide();
      },
      update(frame) {
        const size = Math.max(1, frame.camera.position.length() * 0.09);
        for (const { arrow, way, name, tag } of drawn) {
          arrow.aim(zero, tip.copy(way).multiplyScalar(size), size * 0.014);
          tag.put(name, tip, frame);
        }
      },
      dispose() {
        root.removeFromParent();
        for (const { tag } of drawn) tag.remove();
      },
    };
  },
};

export const OVERLAYS: readonly Overlay[] = [
  part("labels", "Names", "Picture", true, ({ labels }, on) => (labels.root.hidden = !on)),
  part("plans", "Missions and homes", "Picture", true, ({ fleet }, on) => fleet.show("plans", on)),
  part("feet", "Threads to the ground", "Picture", true, ({ fleet }, on) => fleet.showFeet(on)),
  part("grid", "Grid", "Picture", true, ({ ground }, on) => ground.showGrid(on)),
  worldAxes,
  part("trails", "Trails", "Trail", true, ({ fleet }, on) => fleet.show("trails", on)),
  part("curtains", "Curtains to the ground", "Trail", false, ({ fleet }, on) =>
    fleet.show("curtains", on),
  ),
];
