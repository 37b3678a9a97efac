"""How a hull floats: its side with the waterline, and what brings it upright."""

from typing import Any

import numpy as np

from simloop.cli.plots.style import COLOURS, INK, label, line, mark
from simloop.server.analysis import Bench, State
from simloop.systems.vessel.config import Config

_HALVINGS = 40
_STILL = np.zeros(3)


def draw_hull(panel: Any, bench: Bench, config: Config) -> None:
    """The boxes of the hull from the side, at rest in calm water."""
    from matplotlib.patches import Rectangle

    for cell in config.hull:
        corner = (cell.x_m - 0.5 * cell.length_m, -cell.bottom_m)
        panel.add_patch(
            Rectangle(
                corner, cell.length_m, cell.height_m, facecolor="#dddddd", edgecolor=INK, alpha=0.6
            )
        )
    waterline = -float(bench.facts["afloat_height_m"])
    ends = [
        end for cell in config.hull for end in (cell.x_m - cell.length_m, cell.x_m + cell.length_m)
    ]
    line(panel, [min(ends), max(ends)], [waterline, waterline], "waterline at rest", 0)
    mark(panel, 0.0, 0.0, "centre of mass", above=True)
    panel.axhspan(-100.0, waterline, color=COLOURS[0], alpha=0.08, linewidth=0.0)
    panel.set_xlim(min(ends), max(ends))
    panel.set_ylim(-0.3 * (max(ends) - min(ends)), 0.3 * (max(ends) - min(ends)))
    panel.set_aspect("equal")
    label(panel, "hull from the side, bow to the right", "forward, m", "up, m")
    panel.legend(loc="upper left")


def draw_righting(panel: Any, bench: Bench, config: Config) -> None:
    """The moment that turns a heeled vessel back, floating freely in heave."""
    heel = np.linspace(0.0, np.radians(60.0), 31)
    moment = [righting_moment_nm(bench, float(angle)) for angle in heel]
    line(panel, np.degrees(heel).tolist(), moment, "from the hull in calm water", 0)
    panel.axhline(0.0, color=COLOURS[3], linewidth=0.8)
    label(panel, "righting moment", "heel, deg", "moment towards upright, N m")
    panel.legend(loc="lower right")


def righting_moment_nm(bench: Bench, heel_rad: float) -> float:
    """Positive brings the vessel upright; heave in balance with the weight."""
    weight = float(bench.get("mass_kg")[0]) * float(bench.get("gravity_mps2")[0])
    high, low = -20.0, 20.0
    moment = 0.0
    for _ in range(_HALVINGS):
        middle = 0.5 * (high + low)
        lift, moment = _buoyancy(bench, heel_rad, middle)
        high, low = (middle, low) if lift < weight else (high, middle)
    return moment


def _buoyancy(bench: Bench, heel_rad: float, down_m: float) -> tuple[float, float]:
    state = State(_STILL, _STILL, np.array((heel_rad, 0.0, 0.0)), np.array((0.0, 0.0, down_m)))
    outputs = len(bench.get("actuator_command")) if bench.has("actuator_command") else 0
    bench.after_tick(state, {"actuator_command": [0.0] * outputs} if outputs else {})
    force, torque = bench.get("force_frd_n"), bench.get("torque_frd_nm")
    up = -(force[2] * np.cos(heel_rad) + force[1] * np.sin(heel_rad))
    return float(up), -float(torque[0])
