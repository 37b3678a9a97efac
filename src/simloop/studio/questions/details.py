"""What single vehicles do and believe: for surfaces, ghosts, arrows and beams of the 3-D scene."""

from collections.abc import Callable
from math import atan2, hypot

from simloop.math.geodesy import llh_to_ned
from simloop.math.quaternion import from_euler, to_euler
from simloop.studio.questions.detail_answers import (
    Details,
    Estimate,
    GnssFix,
    RangeBeam,
    Setpoint,
    Steering,
    Surfaces,
    VehicleDetails,
)
from simloop.studio.questions.detail_forces import forces_of, touches_of, wind_of
from simloop.studio.questions.vehicle_columns import VehicleColumns
from simloop.systems.scene.messages import Turn
from simloop.systems.scene.poses import index_of
from simloop.systems.scene.questions import Arguments, Question, QuestionRefused, vehicle_of
from simloop.world.entities import Record
from simloop.world.plugin import App
from simloop.world.world import World

_MOST_NAMES = 8
_RPM_TO_RADPS = 0.10471975511965977
_VTOL_HOVER = 0.0


def _details(app: App) -> Callable[[Arguments], Details]:
    def answer(given: Arguments) -> Details:
        names = given.get("names")
        if not isinstance(names, (list, tuple)) or not 1 <= len(names) <= _MOST_NAMES:
            raise QuestionRefused(f"argument 'names' lists 1 to {_MOST_NAMES} vehicles")
        records = [vehicle_of(app.world, {"names": name}, "names") for name in names]
        return Details(tuple(_of(app.world, record) for record in records))

    return answer


def _of(world: World, record: Record) -> VehicleDetails:
    columns = VehicleColumns(world, record)
    return VehicleDetails(
        index_of(record),
        record.name,
        columns.place_ned_m,
        columns("rotor_speed_radps"),
        _propeller_radps(columns),
        _surfaces(columns),
        _steering(columns),
        _setpoint(columns),
        wind_of(columns),
        forces_of(columns),
        touches_of(columns),
        _beam(columns),
        _gnss(columns),
        columns.point("mag_field_frd_t"),
        _estimate(columns),
    )


def _propeller_radps(columns: VehicleColumns) -> float | None:
    engines = columns("engine_rpm")
    if engines:
        return engines[0] * _RPM_TO_RADPS
    return columns.number("prop_speed_radps")


def _surfaces(columns: VehicleColumns) -> Surfaces | None:
    ours = columns("surface_rad")
    if ours:
        return Surfaces(*ours)
    theirs = columns("surface_position_rad")
    if not theirs:
        return None
    # JSBSim tells the left aileron's trailing edge, and a rudder that goes left is positive there.
    aileron, elevator, rudder, flaps = theirs
    return Surfaces(aileron, elevator, rudder, flaps)


def _steering(columns: VehicleColumns) -> Steering | None:
    wheels, rudder = columns.number("steering_rad"), columns("rudder_state")
    thrusters = columns("thruster_command")
    if wheels is None and not rudder and not thrusters:
        return None
    return Steering(wheels, atan2(rudder[0], rudder[1]) if rudder else None, thrusters)


def _setpoint(columns: VehicleColumns) -> Setpoint | None:
    """What the firmware flies to while it is armed: from hovering rotors, else from the way."""
    if not columns.number("fw_armed"):
        return None
    hovering = columns.number("fw_vtol_state") in (None, _VTOL_HOVER)
    place = columns.point("fw_setpoint_position_ned_m")
    if place is not None and hovering:
        velocity = columns.point("fw_setpoint_velocity_ned_mps")
        attitude = columns.turn("fw_attitude_setpoint_wxyz")
        return Setpoint(columns.from_firmware(place), velocity, attitude)
    goal = columns.point("fw_goal_ned_m")
    place = None if goal is None else columns.from_firmware(goal)
    return Setpoint(place, None, _wing_attitude(columns))


def _wing_attitude(columns: VehicleColumns) -> Turn | None:
    roll, pitch = (columns.number(f"fw_wing_{axis}_setpoint_rad") for axis in ("roll", "pitch"))
    if roll is None or pitch is None:
        return None
    attitude = columns.turn("attitude_wxyz") or (1.0, 0.0, 0.0, 0.0)
    return from_euler(roll, pitch, to_euler(*attitude)[2])


def _beam(columns: VehicleColumns) -> RangeBeam | None:
    distance, most = columns.number("sonar_range_m"), columns.number("sonar_max_range_m")
    if distance is None or most is None:
        return None
    return RangeBeam(distance, most, echo=0.0 < distance < most)


def _gnss(columns: VehicleColumns) -> GnssFix | None:
    fix, accuracy = columns.number("gnss_fix_type"), columns.point("gnss_accuracy")
    place = columns.point("gnss_llh")
    if not fix or place is None or accuracy is None:
        return None
    across, up, _ = accuracy
    seen = llh_to_ned(*columns.origin_llh, *place)
    return GnssFix(seen, (across, across, up), int(fix))


def _estimate(columns: VehicleColumns) -> Estimate | None:
    place, attitude = columns.point("fw_position_ned_m"), columns.turn("fw_attitude_wxyz")
    if place is None or attitude is None:
        return None
    believed = columns.from_firmware(place)
    error_m = hypot(*(b - t for b, t in zip(believed, columns.place_ned_m, strict=True)))
    return Estimate(believed, attitude, error_m)


QUESTIONS = (
    Question("details", "what up to eight vehicles do, feel and believe", Details, _details),
)
