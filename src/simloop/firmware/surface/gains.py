"""All gains and limits of a rover or boat from the facts of the vehicle, without hand tuning."""

from dataclasses import dataclass
from math import inf, sqrt

from simloop.firmware.codes import Airframe, TurnKind
from simloop.firmware.maths import clamp

Value = float | tuple[float, ...]

# How fast the loops would like to be, and never faster than this share of what lags allow.
SPEED_LOOP_PS = 4.0
TURN_LOOP_PS = 15.0
LAG_SHARE = 0.35
# A loop that is fast by nature still corrects this share of what it needs anyway.
LEAST_SHARE = 0.5
# Integrals, and the loops around, are slower than the loop by these ratios.
INTEGRAL_RATIO = 4.0
STOP_RATIO = 3.0
HEADING_SHARE = 0.35
FASTEST_HEADING_PS = 2.5
# The point aimed at lies so many time constants of the heading ahead: four damp critically.
LOOK_AHEAD_RATIO = 3.0
# Shares of what a vehicle can do that guidance asks for.
PUSH_SHARE = 0.4
GRIP_SHARE = 0.3
CRUISE_SHARE = 0.7
TURN_SHARE = 0.8
FASTEST_CRUISE_MPS = 3.0
ROOM_TO_TURN = 1.2
# Speed kept in turns: wheels turn as tightly at any speed, rudders need their flow.
ARC_SHARE = 0.15
RUDDER_ARC_SHARE = 0.7
# Nobody needs top speed sooner than this, s.
ROVER_RAMP_S = 1.0
BOAT_RAMP_S = 3.0
# Afloat, alignment averages over waves; motion that waves and streams make is none.
AFLOAT_ALIGN_S = 10.0
AFLOAT_RATE_RADPS = 1.0
AFLOAT_FORCE_MPS2 = 5.0
AFLOAT_DRIFT_SHARE = 0.5
# The drive tells the speed to this share of the top speed: where it follows at once, and else.
RECKONING_SHARE = 0.1
ROUGH_RECKONING_SHARE = 0.2
# Waves and wind hold a boat back for as long as it keeps its course: it is told the same again.
AFLOAT_RECKONING_SHARE = 0.5
# Radii of the sheet's parameters, m.
LEAST_RADIUS_M = 0.5
MOST_RADIUS_M = 100.0


@dataclass(frozen=True, slots=True, kw_only=True)
class SurfaceFacts:
    """What the firmware must know about a vehicle on ground or water.

    Effort is the share of the push that all motors give at rest with full command. The vehicle
    gains `push_mps2` per effort that its curve does not need, infinite if it follows at once; the
    same with `turn_push_radps2`. For steered wheels the turn effort is a yaw rate.
    """

    boat: bool
    turn_kind: float
    length_m: float
    top_speed_mps: float
    top_astern_mps: float
    drive_curve: tuple[float, float, float]
    push_mps2: float
    drive_lag_s: float
    turn_curve: tuple[float, float, float]
    turn_push_radps2: float
    turn_lag_s: float
    turn_most: float = 1.0
    top_yaw_rate_radps: float = inf
    grip_mps2: float = inf
    turn_radius_m: float = 0.0
    thruster_loss_spm: float | None = None
    astern_share: float = 1.0
    wheel_base_m: float = 1.0
    understeer_s2pm: float = 0.0
    steering_limit_rad: float = 1.0
    rudder_flow_m2ps2: float = 1.0
    wash_flow_m2ps2: float = 0.0
    sway_lag_s: float = 0.3
    cruise_share: float = CRUISE_SHARE


def loop_gain(wanted_ps: float, push: float, slope: float, lag_s: float) -> tuple[float, float]:
    """Effort per error, and the bandwidth that comes of it.

    A plant `x' = push (effort - slope x)` has the bandwidth `push slope` without control.
    """
    if push == inf:
        return 0.0, wanted_ps
    fast = min(wanted_ps, LAG_SHARE / lag_s) if lag_s > 0.0 else wanted_ps
    gain = max(fast / push - slope, LEAST_SHARE * slope)
    return gain, push * (gain + slope)


def rate_at(effort: float, curve: tuple[float, float, float]) -> float:
    """The rate that an effort keeps up, by the vehicle's curve."""
    always, linear, square = curve
    left = max(effort - always, 0.0)
    # square r^2 + linear r = left, in the form without cancellation
    return 2.0 * left / (linear + sqrt(linear * linear + 4.0 * square * left))


def fastest_turn_radps(facts: SurfaceFacts) -> float:
    """The yaw rate that guidance may ask for."""
    if facts.turn_kind == TurnKind.WHEELS:
        return facts.top_yaw_rate_radps
    by_effort = rate_at(facts.turn_most, facts.turn_curve)
    return TURN_SHARE * min(by_effort, facts.top_yaw_rate_radps)


def speed_values(facts: SurfaceFacts) -> dict[str, Value]:
    """Speed loop, acceleration, and how fast to come to a stop."""
    gain, bandwidth = loop_gain(
        SPEED_LOOP_PS, facts.push_mps2, facts.drive_curve[1], facts.drive_lag_s
    )
    slowest = min(bandwidth, SPEED_LOOP_PS)
    growth = slowest / INTEGRAL_RATIO * (gain + facts.drive_curve[1])
    ramp_s = BOAT_RAMP_S if facts.boat else ROVER_RAMP_S
    most = min(
        PUSH_SHARE * facts.push_mps2, GRIP_SHARE * facts.grip_mps2, facts.top_speed_mps / ramp_s
    )
    return {
        "fw_speed_gain": (gain, growth),
        "fw_acceleration_limit_mps2": most,
        "fw_deceleration_limit_mps2": most * clamp(facts.astern_share, 0.3, 1.0),
        "fw_stop_gain_ps": slowest / STOP_RATIO,
    }


def turn_values(facts: SurfaceFacts) -> dict[str, Value]:
    """Yaw-rate loop and heading."""
    gain, bandwidth = loop_gain(
        TURN_LOOP_PS, facts.turn_push_radps2, facts.turn_curve[1], facts.turn_lag_s
    )
    lag_s = facts.turn_lag_s + 1.0 / bandwidth
    growth = (gain + facts.turn_curve[1]) / (INTEGRAL_RATIO * lag_s)
    heading = min(HEADING_SHARE / lag_s, FASTEST_HEADING_PS)
    turn = fastest_turn_radps(facts)
    lateral = GRIP_SHARE * facts.grip_mps2
    return {
        "fw_turn_gain": (gain, min(growth, INTEGRAL_RATIO * (gain + facts.turn_curve[1]))),
        "fw_heading_gain_ps": heading,
        "fw_look_ahead_s": LOOK_AHEAD_RATIO / heading,
        "fw_turn_limit_radps": clamp(turn, 0.01, 10.0),
        "fw_lateral_limit_mps2": min(lateral, turn * facts.top_speed_mps),
        "fw_steering_slew_ps": clamp(1.0 / max(facts.turn_lag_s, 0.1), 2.0, 10.0),
    }


def route_values(facts: SurfaceFacts) -> dict[str, Value]:
    """Radii, angles and paces of guidance."""
    cruise = min(facts.cruise_share * facts.top_speed_mps, FASTEST_CRUISE_MPS)
    near = max(facts.length_m, ROOM_TO_TURN * facts.turn_radius_m)
    # Corners are cut by a turn at cruise, so that what cannot spin stays inside them.
    spins = facts.turn_radius_m == 0.0
    cut = near if spins else max(near, cruise / fastest_turn_radps(facts))
    radius = clamp(cut, LEAST_RADIUS_M, MOST_RADIUS_M)
    angle = 1.5707963267948966 if facts.boat else 1.0471975511965976
    return {
        "fw_cruise_speed_mps": cruise,
        "fw_goal_speed_mps": cruise,
        "fw_waypoint_radius_m": radius,
        "fw_loiter_radius_m": clamp(near, LEAST_RADIUS_M, MOST_RADIUS_M),
        "fw_pivot_angle_rad": angle if spins else 0.0,
        "fw_arc_share": RUDDER_ARC_SHARE if facts.turn_kind == TurnKind.RUDDER else ARC_SHARE,
        "fw_spin_share": 0.6 if facts.boat else 0.3,
        "fw_approach_m": clamp(2.0 * radius, 1.0, 200.0),
    }


def alignment_values(facts: SurfaceFacts) -> dict[str, Value]:
    """How still it must be to align: boats are rocked and drift."""
    if not facts.boat:
        return {}
    return {
        "fw_align_time_s": AFLOAT_ALIGN_S,
        "fw_align_wait_s": 2.0 * AFLOAT_ALIGN_S,
        "fw_align_rate_limit_radps": AFLOAT_RATE_RADPS,
        "fw_align_accel_limit_mps2": AFLOAT_FORCE_MPS2,
        "fw_align_speed_limit_mps": max(AFLOAT_DRIFT_SHARE * facts.top_speed_mps, 1.0),
    }


def vehicle_values(facts: SurfaceFacts) -> dict[str, Value]:
    """The facts themselves, as controllers read them."""
    quadratic = facts.thruster_loss_spm is not None
    reckoning = RECKONING_SHARE if facts.push_mps2 == inf else ROUGH_RECKONING_SHARE
    reckoning = AFLOAT_RECKONING_SHARE if facts.boat else reckoning
    return {
        "fw_airframe": Airframe.BOAT if facts.boat else Airframe.ROVER,
        "fw_turn_kind": facts.turn_kind,
        "fw_top_speed_mps": (facts.top_speed_mps, facts.top_astern_mps),
        "fw_drive_curve": (*facts.drive_curve, 1.0 / facts.push_mps2),
        "fw_turn_curve": facts.turn_curve,
        "fw_turn_most": facts.turn_most if facts.turn_kind == TurnKind.SIDES else 1.0,
        "fw_thruster": (float(quadratic), facts.thruster_loss_spm or 0.0, facts.astern_share),
        "fw_steering": (facts.wheel_base_m, facts.understeer_s2pm, 1.0 / facts.steering_limit_rad),
        "fw_rudder_flow_m2ps2": (
            facts.rudder_flow_m2ps2,
            facts.wash_flow_m2ps2,
            0.02 * facts.rudder_flow_m2ps2,
        ),
        "fw_turn_radius_m": facts.turn_radius_m,
        "fw_park_mps": 0.25 * facts.top_speed_mps if facts.boat else 0.05,
        "fw_settle_s": 3.0 if facts.boat else 0.5,
        "fw_reckoning_sigma_mps": facts.top_speed_mps * reckoning,
        "fw_drift_lag_s": facts.sway_lag_s,
    }


def design_surface(facts: SurfaceFacts) -> dict[str, Value]:
    """Values of all columns that depend on the vehicle."""
    if facts.turn_kind == TurnKind.RUDDER and not facts.turn_radius_m > 0.0:
        raise ValueError("a vehicle with a rudder cannot turn on the spot: give turn_radius_m")
    controllers = speed_values(facts) | turn_values(facts) | route_values(facts)
    return vehicle_values(facts) | alignment_values(facts) | controllers
