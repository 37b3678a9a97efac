"""What the dials of one vehicle show beside its pose: air, ground, power and satellites."""

from collections.abc import Callable
from dataclasses import dataclass
from math import hypot
from typing import Any, Literal

from simloop.math.ordered_sum import ordered_sum
from simloop.math.quaternion import rotate_to_body
from simloop.studio.questions.vehicle_columns import VehicleColumns
from simloop.systems.scene.messages import Point
from simloop.systems.scene.questions import Arguments, Question, vehicle_of
from simloop.world.plugin import App

# Places of forces and torques among the standard commands.
_ALONG, _TURN = 0, 5


@dataclass(frozen=True, slots=True)
class Instruments:
    """Answer to `instruments` (argument `vehicle`); what a vehicle has no sense of is null."""

    vehicle: str
    airspeed_mps: float | None
    """True airspeed."""
    height_msl_m: float | None
    """Above the ellipsoid, which stands for the sea here."""
    height_agl_m: float | None
    """Above the ground, or above the water that covers it."""
    wind_ned_mps: Point | None
    """Where the air goes to."""
    battery_v: float | None
    battery_a: float | None
    satellites: int | None
    drive: float | None
    """How hard rotors work, 0 to 1."""
    moves: Literal["air", "ground", "water"]
    """Where it moves, which says what its pilot looks at."""
    throttle: float | None
    """What outputs ask for along the vehicle, -1 to 1; of wheels and thrusters only."""
    steering: float | None
    """The same for turning, positive to the right."""
    wheels_rad: float | None
    """Mean angle of steered wheels, positive to the right."""


def _instruments(app: App) -> Callable[[Arguments], Instruments]:
    def answer(given: Arguments) -> Instruments:
        record = vehicle_of(app.world, given, "vehicle")
        return _read_out(record.name, VehicleColumns(app.world, record))

    return answer


def _read_out(name: str, columns: VehicleColumns) -> Instruments:
    place, origin = columns.point("position_ned_m"), columns.point("origin_llh")
    ground_down_m, wind = _surface_down_m(columns), columns.point("wind_ned_mps")
    satellites, drive = columns.number("gnss_satellites"), columns("rotor_drive")
    # An autopilot listens for a battery that the vehicle may not have.
    has_battery = bool(columns.number("battery_sequence"))
    return Instruments(
        name,
        airspeed_mps=_airspeed_mps(columns, wind),
        height_msl_m=None if place is None or origin is None else origin[2] - place[2],
        height_agl_m=None if place is None or ground_down_m is None else ground_down_m - place[2],
        wind_ned_mps=wind,
        battery_v=columns.number("battery_voltage_v") if has_battery else None,
        battery_a=columns.number("battery_current_a") if has_battery else None,
        satellites=None if satellites is None else int(satellites),
        drive=ordered_sum(drive) / len(drive) if drive else None,
        **_on_the_surface(columns),
    )


def _on_the_surface(columns: VehicleColumns) -> dict[str, Any]:
    moves = _moves(columns)
    asked = columns("standard_command") if moves != "air" else ()
    steers = any(columns("wheel_steered"))
    return {
        "moves": moves,
        "throttle": asked[_ALONG] if asked else None,
        "steering": asked[_TURN] if asked else None,
        "wheels_rad": columns.number("steering_rad") if steers else None,
    }


def _moves(columns: VehicleColumns) -> Literal["air", "ground", "water"]:
    if columns("side_travel_m"):
        return "ground"
    is_vessel = columns("thruster_command") or columns("boat_force_ned_n")
    return "water" if is_vessel else "air"


def _surface_down_m(columns: VehicleColumns) -> float | None:
    known = (columns.number("ground_down_m"), columns.number("water_down_m"))
    return min((each for each in known if each is not None), default=None)


def _airspeed_mps(columns: VehicleColumns, wind_ned_mps: Point | None) -> float | None:
    attitude, velocity = columns.turn("attitude_wxyz"), columns.point("velocity_frd_mps")
    if attitude is None or velocity is None or wind_ned_mps is None:
        return None
    air = rotate_to_body(*attitude, *wind_ned_mps)
    return hypot(*(v - a for v, a in zip(velocity, air, strict=True)))


QUESTIONS = (
    Question(
        "instruments",
        "air, ground, power and satellites of one `vehicle`",
        Instruments,
        _instruments,
    ),
)
