"""One vehicle in the air, on the road or afloat, flown by its firmware and watched from outside."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simloop.firmware.codes import Axis, Mode, RequestKind
from simloop.firmware.navigation.geodesy import metres_per_radian
from simloop.math.geodesy import ned_to_llh
from simloop.math.quaternion import rotate_to_world
from simloop.server.files.load import load_scenario, load_vehicle
from simloop.server.flight_figures.figure import Numbers
from simloop.server.simulation import Simulation

Place = tuple[float, float, float]
WIND_FROM_DEG = 270.0
_LOOKS_PER_S = 40
_BY_AXES = 1.0
_LONGEST_S = 3600.0
# A wing that is thrown, as in the scenario zagi_mission.
_THROW = "fw_wing_throw_mps2"
_THROW_AT_S, _THROW_FOR_S = 4.0, 0.6
_PULL_MPS2, _LIFT_MPS2 = 24.0, 13.0


@dataclass(frozen=True, slots=True)
class Air:
    """Wind at the trial."""

    speed_mps: float = 0.0
    turbulence: str = "none"


STILL = Air()
ROUGH = Air(8.0, "moderate")


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What to fly."""

    waypoints: Sequence[Place]
    takeoff_m: float | None = None
    hold_s: float = 0.0
    land: bool = False
    on_wing: bool = False

    def as_mission(self) -> str:
        """As the scenario file has it."""
        mission = {
            "waypoints_ned_m": [list(place) for place in self.waypoints],
            "hold_s": self.hold_s,
            "land": self.land,
            "on_wing": self.on_wing,
        }
        if self.takeoff_m is not None:
            mission["takeoff_altitude_m"] = self.takeoff_m
        return json.dumps(mission)


@dataclass(frozen=True, slots=True)
class Track:
    """Truth and estimate over time, both from the firmware's origin; one row per look."""

    time_s: Numbers
    place: Numbers
    velocity: Numbers
    attitude: Numbers
    wind: Numbers
    told_place: Numbers
    told_velocity: Numbers
    told_attitude: Numbers
    item: Numbers
    phase: Numbers

    def part(self, rows: NDArray[np.bool_]) -> "Track":
        """Some of the looks."""
        return Track(*(getattr(self, name)[rows] for name in self.__slots__))

    @property
    def airspeed_mps(self) -> Numbers:
        """True airspeed."""
        found: Numbers = np.linalg.norm(self.velocity - self.wind, axis=1)
        return found


class TrialFlight:
    """A run of a scenario made for one trial."""

    def __init__(
        self, model: str, world: str, air: Air, plan: Plan, seed: int = 1, *, thrown: bool = True
    ) -> None:
        wind = {
            "speed_mps": air.speed_mps,
            "direction_from_deg": WIND_FROM_DEG,
            "turbulence": air.turbulence,
            # One class of vehicle, compiled once, for all trials.
            "switchable": True,
        }
        scenario = load_scenario(
            "square",
            vehicle=model,
            seed=seed,
            sets=(
                f"world={world}",
                f"systems.wind={json.dumps(wind)}",
                f"vehicles[0].mission={plan.as_mission()}",
                f"vehicles[0].heading_deg={WIND_FROM_DEG}",
                f"duration_s={_LONGEST_S}",
                "success={}",
                *_engine_sets(model),
            ),
        )
        self.simulation = Simulation(scenario)
        self.name = scenario.vehicles[0].name
        self.entity = self.simulation.world.by_name(self.name)
        self._feels_wind = "wind_ned_mps" in self.columns
        if thrown and self._wants_a_throw:
            self._throw()
        self.stack = str(self.simulation.world.entities.get(self.entity).facts["firmware_stack"])

    @property
    def columns(self) -> set[str]:
        """Names of all columns that the vehicle has."""
        world = self.simulation.world
        return set(world.tables[world.entities.get(self.entity).table].layout.places)

    @property
    def _wants_a_throw(self) -> bool:
        """Does the firmware wait for a bungee?"""
        return _THROW in self.columns and self.number(_THROW) > 0.0

    def _throw(self) -> None:
        """A bungee pulls it forward and up, against the wind."""
        mass_kg = self.number("mass_kg")
        self.wait(_THROW_AT_S, lambda: False)
        self.write("external_force_ned_n", [0.0, -_PULL_MPS2 * mass_kg, -_LIFT_MPS2 * mass_kg])
        self.wait(_THROW_FOR_S, lambda: False)
        self.write("external_force_ned_n", [0.0, 0.0, 0.0])

    def close(self) -> None:
        """The trial is over."""
        self.simulation.close()

    def read(self, column: str) -> Numbers:
        """A copy of a column's numbers."""
        return np.array(self.simulation.world.numbers(self.entity, column))

    def number(self, column: str) -> float:
        """The first of a column's numbers."""
        return float(self.simulation.world.numbers(self.entity, column)[0])

    def write(self, column: str, numbers: float | Sequence[float]) -> None:
        """Set a column, as a link of the firmware would."""
        self.simulation.world.vector(self.entity, column)[:] = numbers

    def request(self, *numbers: float) -> None:
        """Ask the firmware for something, see firmware/codes.py."""
        self.write("fw_request", [*numbers, *(0.0,) * (8 - len(numbers))])
        self.write("fw_request_id", self.number("fw_request_id") + 1.0)

    def steer(self, *, throttle: float, roll: float, pitch: float, yaw: float | None) -> None:
        """Command attitude and throttle as a program on board does; without yaw, do not turn."""
        rotors = self.stack in ("multirotor", "vtol")
        by = Axis.THROTTLE
        level = [0.0, 0.0, throttle] if rotors else [throttle, 0.0, 0.0]
        kinds = [0.0, 0.0, by] if rotors else [by, 0.0, 0.0]
        turn = Axis.RATE if yaw is None else Axis.ANGLE
        self.write("fw_offboard", [*level, roll, pitch, yaw or 0.0])
        self.write("fw_offboard_type", [*kinds, Axis.ANGLE, Axis.ANGLE, turn])
        self.write("fw_offboard_kind", _BY_AXES)

    def hand_over(self) -> None:
        """Let the program fly."""
        self.request(RequestKind.MODE, Mode.GUIDED)

    def cut_gnss(self) -> None:
        """From now on the receiver has no fix."""
        self.write("gnss_status", [0.0, 0.0])

    def sample(self, seconds: float, look: Callable[[], float]) -> Numbers:
        """Fly on and note a number in every tick; a program is heard all the time."""
        seen = []
        for _ in range(round(seconds * self.simulation.tick_rate_hz)):
            self.write("fw_offboard_seen", self.number("fw_offboard_seen") + 1.0)
            self.simulation.advance(1)
            seen.append(look())
        return np.array(seen)

    def fly(self, seconds: float, until: Callable[[], bool] | None = None) -> Track:
        """Fly on, for a time or until something is true, and look on."""
        ticks = max(1, self.simulation.tick_rate_hz // _LOOKS_PER_S)
        rows = []
        for _ in range(round(seconds * self.simulation.tick_rate_hz / ticks)):
            self.simulation.advance(ticks)
            rows.append(self._look())
            if until is not None and until():
                break
        columns = zip(*rows, strict=True)
        return Track(*(np.array(column) for column in columns))

    def wait(self, seconds: float, until: Callable[[], bool]) -> bool:
        """Fly on until something is true; False if it never is."""
        ticks = max(1, self.simulation.tick_rate_hz // _LOOKS_PER_S)
        for _ in range(round(seconds * self.simulation.tick_rate_hz / ticks)):
            if until():
                return True
            self.simulation.advance(ticks)
        return until()

    @property
    def landing_error_m(self) -> float:
        """Distance from home at the end; NaN before."""
        flight = self.simulation.monitor.flights[self.name]
        lost = flight.crashed or flight.landed_tick < 0
        return float("nan") if lost else flight.landing_error_m

    def is_over(self) -> bool:
        """Has the mission ended, well or not?"""
        return self.simulation.monitor.flights[self.name].over

    def place_from_origin(self) -> Numbers:
        """The true place in the firmware's frame: NED from the origin that it found."""
        latitude, longitude, height = self.read("fw_origin_llh")
        if latitude == 0.0:
            return self.read("position_ned_m")
        where = ned_to_llh(*self.read("origin_llh"), *self.read("position_ned_m"))
        north, east = metres_per_radian(latitude, height)
        return np.array(
            [north * (where[0] - latitude), east * (where[1] - longitude), height - where[2]]
        )

    def _look(self) -> tuple[object, ...]:
        attitude = self.read("attitude_wxyz")
        return (
            self.simulation.seconds,
            self.place_from_origin(),
            rotate_to_world(*attitude, *self.read("velocity_frd_mps")),
            attitude,
            self.read("wind_ned_mps") if self._feels_wind else np.zeros(3),
            self.read("fw_position_ned_m"),
            self.read("fw_velocity_ned_mps"),
            self.read("fw_attitude_wxyz"),
            self.number("fw_waypoint_index"),
            self.number("fw_phase"),
        )


def _engine_sets(model: str) -> tuple[str, ...]:
    """An aircraft of JSBSim stands with its engine off, unless it is told otherwise."""
    if "jsbsim" not in load_vehicle(model).dynamics:
        return ()
    running = {"dynamics.jsbsim.engines_running": True, "dynamics.jsbsim.trim": True}
    return (f"vehicles[0].set={json.dumps(running)}",)


def compile_vehicle(model: str, world: str) -> None:
    """Have the vehicle's step ready; the trials share it."""
    flight = TrialFlight(model, world, STILL, Plan(waypoints=((0.0, 0.0, -1.0),)), thrown=False)
    flight.simulation.prepare()
    flight.close()
