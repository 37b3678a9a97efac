"""Starts vehicles of a scenario in steady motion: `trim:` in its file."""

from math import radians

import numpy as np

from simloop.math.quaternion import from_euler, rotate_to_body
from simloop.server.analysis.bench import Bench
from simloop.server.analysis.trim import TrimNotFound, TrimPoint, trim
from simloop.server.files.mistake import FileMistake
from simloop.server.files.resolved import ResolvedScenario, ResolvedVehicle
from simloop.server.files.scenario_file import Trim
from simloop.server.plugins import Registry
from simloop.sitl.air_start import AIR_START_FACT
from simloop.sitl.mean_wind import mean_wind_ned_mps
from simloop.world.plugin import Value
from simloop.world.world import ModelSpec

# Nobody flies lower in steady flight.
_LEAST_HEIGHT_M = 1.0
# Counted in ticks of the bench, or not of the vehicle's own.
_NOT_CARRIED_OVER = ("position_ned_m", "attitude_wxyz", "velocity_frd_mps")


class TrimStarts:
    """Finds each steady state once, however many vehicles start in it."""

    def __init__(self, scenario: ResolvedScenario, registry: Registry) -> None:
        self._scenario, self._registry = scenario, registry
        self._points: dict[tuple[str, Trim, float], TrimPoint] = {}

    def values(self, vehicle: ResolvedVehicle, spec: ModelSpec) -> dict[str, Value]:
        """The columns of a vehicle that starts in trim at its place, its nose on its heading."""
        if vehicle.trim is None:
            return {}
        if "autopilot" in spec.facts and AIR_START_FACT not in spec.facts:
            fix = "set its 'autopilot.kind' to none, or drop 'trim:'"
            message = f"'{vehicle.name}' starts in motion, but its autopilot starts on the ground"
            raise FileMistake(None, message, fix)
        kind = self._scenario.models[vehicle.model].kind
        on_surface = kind in ("rover", "vessel")
        height = -vehicle.position_ned_m[2]
        if not on_surface and height < _LEAST_HEIGHT_M:
            fix = "give 'position_ned_m' a height, such as [0, 0, -100]"
            raise FileMistake(None, f"'{vehicle.name}' starts in flight on the ground", fix)
        point = self._point(vehicle, vehicle.trim, 0.0 if on_surface else height)
        return _placed(point, vehicle, spec, on_surface=on_surface)

    def _point(self, vehicle: ResolvedVehicle, wanted: Trim, height_m: float) -> TrimPoint:
        key = (vehicle.model, wanted, height_m)
        if key not in self._points:
            bench = Bench(
                self._scenario.models[vehicle.model],
                world=self._scenario.world,
                systems=self._scenario.systems,
                registry=self._registry,
                tick_rate_hz=self._scenario.tick_rate_hz,
                altitude_m=self._scenario.world.origin.altitude_m + height_m,
            )
            try:
                self._points[key] = trim(
                    bench,
                    speed_mps=wanted.speed_mps,
                    flight_path_deg=wanted.flight_path_deg,
                    turn_radius_m=wanted.turn_radius_m,
                )
            except TrimNotFound as short:
                raise FileMistake(None, f"trim: {short}", "ask for less") from None
        return self._points[key]


def _placed(
    point: TrimPoint, vehicle: ResolvedVehicle, spec: ModelSpec, *, on_surface: bool
) -> dict[str, Value]:
    """The trim point's columns, turned to the vehicle's heading and carried along by the wind."""
    known = {c.name for part in spec.vehicle_class.components for c in part.columns}
    values: dict[str, Value] = {
        name: value
        for name, value in point.columns.items()
        if name in known and name not in _NOT_CARRIED_OVER and not name.endswith("_tick")
    }
    roll, pitch, _ = (float(angle) for angle in point.state.euler_rad)
    attitude = from_euler(roll, pitch, radians(vehicle.heading_deg))
    north, east, down = vehicle.position_ned_m
    place: dict[str, Value] = {"position_ned_m": (north, east, down)}
    wind = (0.0, 0.0, 0.0) if on_surface else mean_wind_ned_mps(spec, place)
    carried = rotate_to_body(*attitude, *wind)
    floating = float(point.state.position_ned_m[2]) if on_surface else 0.0
    return values | {
        # The wind's own system may first be due some ticks later.
        "wind_ned_mps": wind,
        "position_ned_m": (north, east, down + floating),
        "attitude_wxyz": attitude,
        "velocity_frd_mps": np.array(point.state.velocity_frd_mps) + np.array(carried),
    }
