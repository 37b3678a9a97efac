"""One page about a vehicle, as suits its class."""

from collections.abc import Mapping
from math import degrees, radians, tan
from typing import Any

import numpy as np

from simloop.cli.figures import cruise_speed_mps
from simloop.cli.plots.hull import draw_hull, draw_righting
from simloop.cli.plots.style import COLOURS, Page, across_line, label, line, mark
from simloop.cli.plots.trim_curve import draw_angles, draw_controls
from simloop.server.analysis import Bench, Condition, TrimNotFound, TrimPoint, trim, trim_curve
from simloop.server.files import FileMistake
from simloop.systems.fixed_wing.config import Config as WingConfig
from simloop.systems.fixed_wing.curves import trimmed_drag, trimmed_lift
from simloop.systems.multirotor import performance as multirotor
from simloop.systems.multirotor.config import Config as MultirotorConfig
from simloop.systems.rover import performance as rover
from simloop.systems.rover.config import Config as RoverConfig
from simloop.systems.vessel.config import Config as VesselConfig

_GRAVITY_MPS2 = 9.80665


def plot_vehicle(bench: Bench, path: str) -> None:
    """Draw what matters about a vehicle of this class."""
    page = Page(f"{bench.vehicle.name}: {bench.vehicle.description}", columns=2)
    for name, draw in _DRAWN.items():
        config = bench.facts.get(name)
        if config is not None:
            draw(page, bench, config)
            page.save(path)
            return
    raise FileMistake(None, f"there is nothing to draw about '{bench.vehicle.name}'")


def _curve(bench: Bench, speed_mps: float) -> list[TrimPoint]:
    try:
        return trim_curve(bench, Condition(speed_mps))
    except TrimNotFound as short:
        raise FileMistake(None, str(short)) from None


def _draw_multirotor(page: Page, bench: Bench, config: MultirotorConfig) -> None:
    panel = page.panels[0]
    throttle = np.linspace(0.05, 1.0, 40)
    thrust = [_static_thrust_n(bench, float(command)) for command in throttle]
    weight = config.mass_kg * _GRAVITY_MPS2
    line(panel, throttle.tolist(), thrust, "all rotors, still air")
    across_line(panel, weight, "weight")
    hover = float(np.interp(weight, thrust, throttle))
    mark(panel, hover, weight, f"hover at {hover:.2f}")
    label(panel, "thrust", "throttle, 0 to 1", "thrust, N")
    panel.legend(loc="lower right")
    curve = _curve(bench, 0.4 * multirotor.thrust_to_weight(config))
    right = page.panels[1]
    speeds = [point.condition.speed_mps for point in curve]
    line(right, speeds, [-point.pitch_deg for point in curve], "nose down, deg", 0)
    line(right, speeds, [100.0 * p.controls["throttle"] for p in curve], "throttle, percent", 1)
    label(right, "level flight", "airspeed, m/s", "degrees, percent")
    right.legend()


def _static_thrust_n(bench: Bench, throttle: float) -> float:
    state = Condition(0.0).state(0.0, 0.0, 0.0, -1000.0)
    commands = {"motor_command": [throttle] * len(bench.get("motor_command"))}
    if bench.has("actuator_command"):
        commands["actuator_command"] = [0.0] * len(bench.get("actuator_command"))
    bench.after_tick(state, commands)
    return -float(bench.get("force_frd_n")[2])


def _draw_wing(page: Page, bench: Bench, config: object) -> None:
    curve = _curve(bench, _some_speed(bench))
    right = page.panels[1]
    draw_controls(right, curve)
    right.set_title("trim in level flight")
    if not isinstance(config, WingConfig):
        draw_angles(page.panels[0], curve)
        return
    _draw_polar(page, config)
    other = right.twinx()
    speeds = [point.condition.speed_mps for point in curve]
    alphas = [point.angle_of_attack_deg for point in curve]
    other.plot(speeds, alphas, color=COLOURS[4], linestyle="--")
    other.set_ylabel("angle of attack, deg (dashed)", color=COLOURS[4])
    # Moved up, or it would lie on the elevator that makes it.
    span = max(alphas) - min(alphas)
    other.set_ylim(min(alphas) - 0.5 * span, max(alphas) + 0.1 * span)
    other.grid(False)
    right.legend(loc="upper center")


def _some_speed(bench: Bench) -> float:
    """A speed at which the wing flies."""
    speed = cruise_speed_mps(bench)
    for _ in range(8):
        try:
            trim(bench, speed_mps=speed)
        except TrimNotFound:
            speed *= 1.4
            continue
        break
    return speed


def _draw_polar(page: Page, config: WingConfig) -> None:
    panel = page.panels[0]
    alphas = np.linspace(radians(-4.0), config.wing_alpha0 + 0.02, 120)
    lift = [trimmed_lift(config, float(alpha)) for alpha in alphas]
    drag = [trimmed_drag(config, float(alpha)) for alpha in alphas]
    line(panel, drag, lift, "trimmed, without propeller")
    best = int(np.argmax(np.array(lift) / np.array(drag)))
    text = f"best glide {lift[best] / drag[best]:.1f} at {degrees(alphas[best]):.1f}°"
    mark(panel, drag[best], lift[best], text)
    label(panel, "polar", "drag coefficient, 1", "lift coefficient, 1")
    panel.set_xlim(left=0.0)
    panel.legend(loc="lower right")


def _draw_rover(page: Page, bench: Bench, config: RoverConfig) -> None:
    panel, right = page.panels
    top = rover.max_speed_mps(config)
    speeds = np.linspace(0.05 * top, top, 60)
    by_grip = speeds**2 / (config.friction * _GRAVITY_MPS2)
    if config.kind == "ackermann":
        understeer = config.wheel_base_m + rover.understeer_gradient(config) * speeds**2
        by_steering = understeer / tan(radians(config.max_steering_deg))
        line(panel, speeds.tolist(), by_steering.tolist(), "full steering", 0)
    line(panel, speeds.tolist(), by_grip.tolist(), "grip of the tyres", 1)
    label(panel, "tightest turn (the larger counts)", "speed, m/s", "radius, m")
    panel.legend()
    stops = [rover.stopping_distance_m(config, float(speed)) for speed in speeds]
    line(right, speeds.tolist(), stops, "brakes fully on", 2)
    label(right, "stopping distance on level ground", "speed, m/s", "distance, m")
    right.legend()


def _draw_vessel(page: Page, bench: Bench, config: VesselConfig) -> None:
    if config.hull:
        draw_righting(page.panels[0], bench, config)
        draw_hull(page.panels[1], bench, config)
        return
    if config.mixer is None:
        raise FileMistake(None, f"there is nothing to draw about '{bench.vehicle.name}'")
    curve = _curve(bench, 0.5)
    draw_controls(page.panels[0], curve)
    draw_angles(page.panels[1], trim_curve(bench, Condition(0.5, 0.0, 20.0)))
    page.panels[1].set_title("drift in a turn of 20 m")


_DRAWN: Mapping[str, Any] = {
    "multirotor": _draw_multirotor,
    "fixed_wing": _draw_wing,
    "aero_table": _draw_wing,
    "rover": _draw_rover,
    "vessel": _draw_vessel,
}
