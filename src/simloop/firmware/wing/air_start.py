"""Columns of a wing's loops that ask for just what flies it now, so that nothing jerks.

Those of a VTOL say too whether it starts on its wing or on its rotors.
"""

from collections.abc import Sequence
from math import hypot

from simloop.firmware.codes import Stage, VtolRequest, VtolState
from simloop.firmware.command.air_start import Columns, Read
from simloop.firmware.fields.wing import Wing
from simloop.firmware.maths import GRAVITY_MPS2, clamp, sin_cos
from simloop.firmware.vector import Quaternion
from simloop.firmware.wing.air import true_per_design
from simloop.firmware.wing.flow import GREATEST_SPEED_SHARE, LEAST_SPEED_SHARE, roll_pitch
from simloop.firmware.wing.surfaces import INTEGRAL_LIMIT, axis_share
from simloop.firmware.wing.tecs_task import MOST_INTEGRAL_SHARE, throttle_for

# As much of the climb may be learned, as a share of the airspeed.
BALANCE_SHARE = 0.1


def wing_columns(
    read: Read,
    *,
    attitude_wxyz: Sequence[float],
    rate_frd_radps: Sequence[float],
    position_ned_m: Sequence[float],
    velocity_ned_mps: Sequence[float],
    home_ned_m: Sequence[float],
    airspeed_mps: float,
    density_kgpm3: float,
    command: Sequence[float],
) -> Columns:
    """Set points where it is, and integrals such that the loops ask for `command`.

    `command` has the axes of fw_standard_command; `read` tells the parameters by column. A landing
    without wind comes in on the heading of the start.
    """
    attitude = Quaternion(*attitude_wxyz)
    roll, pitch = roll_pitch(attitude)
    climb = -velocity_ned_mps[2]
    # The design knows dense air: there the same flight has this airspeed.
    dense_mps = airspeed_mps / true_per_design(density_kgpm3)
    north, east, down = home_ned_m
    runway = (north, east, down, attitude.heading())
    return {
        "fw_wing_engaged": 1.0,
        "fw_wing_stage": Stage.CRUISE,
        "fw_wing_runway": tuple(float(number) for number in runway),
        "fw_wing_clearance_m": float(home_ned_m[2] - position_ned_m[2]),
        "fw_wing_roll_setpoint_rad": roll,
        "fw_wing_pitch_setpoint_rad": pitch,
        "fw_wing_throttle": float(command[0]),
        "fw_wing_height_setpoint_m": float(-position_ned_m[2]),
        "fw_wing_climb_setpoint_mps": float(climb),
        "fw_wing_speed_setpoint_mps": airspeed_mps,
        "fw_wing_smooth_speed_mps": airspeed_mps,
        "fw_air_density_kgpm3": density_kgpm3,
        "fw_wing_energy_integral_mps": _energy_integral(read, roll, climb, dense_mps, command),
        "fw_wing_balance_integral_mps": _balance_integral(
            read, roll, pitch, climb, airspeed_mps, dense_mps
        ),
        **_surface_integrals(read, roll, pitch, rate_frd_radps, airspeed_mps, dense_mps, command),
    }


def _energy_integral(
    read: Read, roll: float, climb: float, airspeed: float, command: Sequence[float]
) -> float:
    """The energy rate that the throttle must make up for to stay where it is."""
    model = Wing(
        design_speed_mps=read("fw_wing_design_speed_mps")[0],
        throttle_curve=read("fw_wing_throttle_curve"),
        curve_speeds_mps=read("fw_wing_curve_speeds_mps"),
        energy_rates_mps=read("fw_wing_energy_rates_mps"),
    )
    full, idle = model.energy_rates_mps
    level = throttle_for(model, 0.0, airspeed, 1.0)
    more = command[0] - level
    gain = more * (full / (1.0 - level) if more > 0.0 else idle / level)
    drag = read("fw_wing_turn_drag_mps")[0] * (_load(roll) ** 2 - 1.0)
    most = MOST_INTEGRAL_SHARE * full
    return clamp(gain - climb - drag, -most, most)


def _balance_integral(
    read: Read, roll: float, pitch: float, climb: float, airspeed: float, dense_mps: float
) -> float:
    """The climb that the pitch must make up for to stay where it is."""
    alpha = _alpha(read, roll, dense_mps)
    most = BALANCE_SHARE * airspeed
    return clamp((pitch - alpha) * airspeed - climb, -most, most)


def _surface_integrals(
    read: Read,
    roll: float,
    pitch: float,
    rate_frd_radps: Sequence[float],
    airspeed: float,
    dense_mps: float,
    command: Sequence[float],
) -> Columns:
    """What is left for aileron, elevator and rudder beside feed-forward, at the design speed."""
    design = read("fw_wing_design_speed_mps")[0]
    ratio = design / clamp(dense_mps, LEAST_SPEED_SHARE * design, GREATEST_SPEED_SHARE * design)
    sine, cosine = sin_cos(roll)
    _, cosine_pitch = sin_cos(pitch)
    turn = GRAVITY_MPS2 * sine / (cosine * airspeed)
    wanted = (0.0, turn * sine * cosine_pitch, turn * cosine * cosine_pitch)
    gains, forward = read("fw_wing_rate_gain_s"), read("fw_wing_rate_forward_s")
    lean = read("fw_wing_lean_gains")
    elevator, coordination = read("fw_wing_elevator_curve"), read("fw_wing_coordination")
    given = (
        ratio**2 * (lean[4] * roll - lean[3] * roll),
        elevator[0] + elevator[1] * _load(roll) * ratio**2,
        coordination[0] * command[3] + coordination[1] * ratio * rate_frd_radps[0],
    )
    p, q, r = (
        clamp(
            (
                command[3 + axis]
                - given[axis]
                - axis_share(wanted[axis], rate, gains[axis], 0.0, forward[axis], ratio)
            )
            / ratio**2,
            -INTEGRAL_LIMIT,
            INTEGRAL_LIMIT,
        )
        for axis, rate in enumerate(rate_frd_radps)
    )
    # The rudder learns by the ball, not by its rate.
    return {"fw_wing_rate_integral": (p, q, 0.0), "fw_wing_ball_integral": r}


def _load(roll: float) -> float:
    """Load factor of a level turn."""
    _, cosine = sin_cos(roll)
    return 1.0 / max(cosine, 0.5)


def _alpha(read: Read, roll: float, airspeed: float) -> float:
    first, lift = read("fw_wing_alpha_curve_rad")
    ratio = read("fw_wing_design_speed_mps")[0] / max(airspeed, 1e-3)
    return first + lift * _load(roll) * ratio**2


def airspeed_of(velocity_ned_mps: Sequence[float], wind_ned_mps: Sequence[float]) -> float:
    """Speed against the air."""
    return hypot(*(own - air for own, air in zip(velocity_ned_mps, wind_ned_mps, strict=True)))


def vtol_columns(*, on_wing: bool, pusher: float, heading_rad: float, height_m: float) -> Columns:
    """Who carries, and who is asked to."""
    return {
        "fw_vtol_state": VtolState.CRUISE if on_wing else VtolState.HOVER,
        "fw_vtol_request": VtolRequest.CRUISE if on_wing else VtolRequest.HOVER,
        "fw_vtol_hover": 0.0 if on_wing else 1.0,
        "fw_vtol_lift_share": 0.0 if on_wing else 1.0,
        "fw_vtol_pusher": pusher if on_wing else 0.0,
        "fw_vtol_heading_rad": heading_rad,
        "fw_vtol_height_m": height_m,
        "fw_wing_engaged": 1.0 if on_wing else 0.0,
    }
