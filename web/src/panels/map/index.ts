// The map: where everything is, seen from above, and the mission of the selected vehicle to edit.

import "./style.css";
import type { Panel } from "../../panel";
import { element } from "../../ui/elements";
import { ICONS } from "../../ui/icons";
import { FlightMap } from "./flight_map";

const panel: Panel = {
  id: "map",
  title: "Map",
  icon: ICONS.map,
  dock: "stage",
  order: 1,
  open: false,
  mount(host, context) {
    const canvas = element("canvas", "map-canvas");
    const pen = canvas.getContext("2d");
    if (!pen) {
      host.append(element("p", "empty", "This browser cannot draw the map."));
      return () => host.replaceChildren();
    }
    const map = new FlightMap(host, context, canvas, pen);
    return () => map.close();
  },
};

export default panel;
