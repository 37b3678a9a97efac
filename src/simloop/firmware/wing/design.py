"""All gains and limits of fixed-wing control from the facts of an aeroplane."""

from simloop.firmware.maths import GRAVITY_MPS2, atan2, clamp, sin_cos
from simloop.firmware.wing.facts import WingFacts
from simloop.firmware.wing.lean import lean_values, must_lean

Value = float | tuple[float, ...]

# The rate loops cross over at this share of one over their lag.
LAG_SHARE = 0.35
# A rate error of one radian per second moves a surface no further than this.
SURFACE_SHARE = 0.35
# How much slower the angle loop is than the rate loop inside it, and its fastest.
ANGLE_RATIO = 3.5
FASTEST_ANGLE_LOOP_PER_S = (4.5, 3.5)
FASTEST_RATE_RADPS = (1.8, 0.9)
# Bank limits of 45 and 30 degrees, for slow and for fast aeroplanes.
BANK_LIMITS_RAD = (0.785, 0.524)
FAST_MPS = 30.0
# How fast the rudder learns to centre the ball.
BALL_PER_S = 0.25
USUAL_BALL_GAIN = 0.02
MOST_BALL_GAIN = 0.2
MOST_COORDINATION = 1.0
# The push of an arm or a bungee.
THROW_MPS2 = 8.0
# The circle at rest is flown with half a radian of bank, 30 % faster than cruise for the wind.
LOITER_BANK_TAN = 0.5463
WIND_RESERVE = 1.3


def design_wing(facts: WingFacts) -> dict[str, Value]:
    """Values of all wing parameters that depend on the aeroplane."""
    values = (
        speed_values(facts)
        | rate_values(facts)
        | coordination_values(facts)
        | limit_values(facts)
        | path_values(facts)
        | energy_values(facts)
        | model_values(facts)
    )
    return values | (lean_values(facts) if must_lean(facts) else {})


def speed_values(facts: WingFacts) -> dict[str, Value]:
    """Airspeeds to fly."""
    stall = facts.stall_speed_mps
    low, high = facts.speeds_mps
    cruise = facts.cruise_speed_mps
    return {
        "fw_cruise_speed_mps": cruise,
        "fw_wing_stall_speed_mps": stall,
        "fw_wing_speed_limits_mps": (low, cruise, high),
        "fw_wing_ground_speeds_mps": (1.15 * stall, clamp(1.3 * stall, low, cruise)),
    }


def rate_values(facts: WingFacts) -> dict[str, Value]:
    """Inner loops: a share of the surface that gives the wanted angular acceleration."""
    lag_s = facts.servo_lag_s + 1.5 / facts.tick_rate_hz
    bandwidth = LAG_SHARE / lag_s
    powers, dampings = facts.power_radps2, facts.damping_per_s
    rate_gain = [min(bandwidth / power, SURFACE_SHARE) if power > 0.0 else 0.0 for power in powers]
    # A steady pitch rate needs a larger angle of attack as well, against stiffness.
    needed = (
        dampings[0],
        dampings[1] + facts.stiffness_per_s2[0] / facts.lift_slope_per_s,
        dampings[2],
    )
    forward = [a / power if power > 0.0 else 0.0 for a, power in zip(needed, powers, strict=True)]
    # How fast each rate follows: by its own damping and by the loop.
    poles = [dampings[i] + rate_gain[i] * powers[i] for i in range(3)]
    angles = [min(poles[i] / ANGLE_RATIO, FASTEST_ANGLE_LOOP_PER_S[i]) for i in range(2)]
    # Half of the surface holds the fastest rate.
    limits = [min(0.5 / forward[i], FASTEST_RATE_RADPS[i]) for i in range(2)]
    return {
        "fw_wing_angle_gain_per_s": (angles[0], angles[1]),
        "fw_wing_rate_gain_s": (rate_gain[0], rate_gain[1], 0.5 * rate_gain[2]),
        "fw_wing_rate_integral_gain": (
            0.5 * angles[0] * (rate_gain[0] + 0.3 * forward[0]),
            0.5 * angles[1] * (rate_gain[1] + 0.5 * forward[1]),
            0.0,
        ),
        "fw_wing_rate_forward_s": (forward[0], forward[1], forward[2]),
        "fw_wing_rate_limit_radps": (limits[0], limits[1]),
    }


def coordination_values(facts: WingFacts) -> dict[str, Value]:
    """The rudder in turns: what ailerons and roll do to the nose, and how fast it centres the ball.

    Without the numbers of roll and yaw the ball alone tells.
    """
    rudder = facts.power_radps2[2]
    if rudder <= 0.0:
        return {"fw_wing_ball_gain": 0.0, "fw_wing_coordination": (0.0, 0.0)}
    if not facts.lateral:
        return {"fw_wing_ball_gain": USUAL_BALL_GAIN, "fw_wing_coordination": (0.0, 0.0)}
    _, _, _, _, yaw_slip, yaw_roll_rate, _, yaw_aileron, path_slip = facts.lateral
    # Full rudder against the fin is a sideslip, and that is felt as a sideways push.
    felt_mps2 = rudder / max(yaw_slip, 0.1) * max(-path_slip, 0.01) * facts.cruise_speed_mps
    return {
        "fw_wing_ball_gain": min(BALL_PER_S / felt_mps2, MOST_BALL_GAIN),
        "fw_wing_coordination": (
            clamp(-yaw_aileron / rudder, -MOST_COORDINATION, MOST_COORDINATION),
            clamp(-yaw_roll_rate / rudder, -MOST_COORDINATION, MOST_COORDINATION),
        ),
    }


def limit_values(facts: WingFacts) -> dict[str, Value]:
    """How far it may lean and pitch."""
    fast = clamp((facts.cruise_speed_mps - 20.0) / (FAST_MPS - 20.0), 0.0, 1.0)
    bank = BANK_LIMITS_RAD[0] + fast * (BANK_LIMITS_RAD[1] - BANK_LIMITS_RAD[0])
    # Angle of attack at 1.1 times the stall speed.
    ratio = facts.cruise_speed_mps / (1.1 * facts.stall_speed_mps)
    alpha = facts.alpha_rad[0] + facts.alpha_rad[1] * ratio * ratio
    alpha = min(alpha, 0.9 * facts.max_alpha_rad)
    steepest = facts.max_climb_mps / facts.cruise_speed_mps
    low_alpha = facts.alpha_rad[0] + facts.alpha_rad[1]
    return {
        "fw_wing_bank_limit_rad": bank,
        "fw_wing_pitch_limits_rad": (-0.35, clamp(steepest + alpha, 0.25, 0.6)),
        "fw_wing_takeoff_pitch_rad": clamp(0.5 * steepest + low_alpha, 0.12, 0.26),
        "fw_wing_alpha_limit_rad": alpha,
        # A run on the ground is steered by the rudder: without one it is thrown.
        "fw_wing_throw_mps2": 0.0 if facts.power_radps2[2] > 0.0 else THROW_MPS2,
    }


def path_values(facts: WingFacts) -> dict[str, Value]:
    """Outer loops across the path."""
    cruise = facts.cruise_speed_mps
    roll = rate_values(facts)["fw_wing_angle_gain_per_s"]
    assert isinstance(roll, tuple)
    course = min(0.22 * roll[0], 1.3 * GRAVITY_MPS2 / cruise)
    bank = limit_values(facts)["fw_wing_bank_limit_rad"]
    assert isinstance(bank, float)
    sine, cosine = sin_cos(0.85 * bank)
    # Half a right angle of turn at the corner of a square begins one radius before it.
    corner = cruise * cruise / (GRAVITY_MPS2 * sine / cosine) + 0.5 * cruise
    loiter = (WIND_RESERVE * cruise) ** 2 / (GRAVITY_MPS2 * LOITER_BANK_TAN)
    slope = slope_of(facts)
    approach_height = max(12.0 * facts.span_m, 15.0 * slope * cruise)
    return {
        "fw_wing_loiter_radius_m": loiter,
        "fw_wing_acceptance_m": corner,
        "fw_wing_course_gains": (course, course / 3.0, 0.02 * course * course),
        "fw_wing_approach": (slope, clamp(approach_height, 25.0, 120.0), 0.25 + 0.09 * cruise),
    }


def slope_of(facts: WingFacts) -> float:
    """An approach somewhat flatter than the glide at idle, so that throttle can do both."""
    return clamp(0.75 * atan2(facts.idle_sink_mps, facts.cruise_speed_mps), 0.05, 0.14)


def energy_values(facts: WingFacts) -> dict[str, Value]:
    """Climb and speed."""
    cruise = facts.cruise_speed_mps
    pace = GRAVITY_MPS2 / cruise
    return {
        "fw_wing_climb_limits_mps": (
            min(0.6 * facts.max_climb_mps, 0.28 * cruise),
            clamp(1.2 * facts.idle_sink_mps, 1.0, 0.2 * cruise),
        ),
        "fw_wing_energy_gains": (clamp(0.8 * pace, 0.1, 0.5), clamp(0.7 * pace, 0.1, 0.5)),
        "fw_wing_throttle_gains": (0.6, 0.35 * pace),
        "fw_wing_balance_gains": (0.6, 0.35 * pace),
        "fw_wing_throttle_slew_per_s": clamp(0.2 / max(facts.thrust_lag_s, 0.1), 0.3, 1.5),
    }


def model_values(facts: WingFacts) -> dict[str, Value]:
    """What feed-forward takes from the facts as they are."""
    drag_loss = facts.induced_share * facts.idle_sink_mps
    return {
        "fw_wing_design_speed_mps": facts.cruise_speed_mps,
        "fw_wing_alpha_curve_rad": facts.alpha_rad,
        "fw_wing_elevator_curve": facts.elevator,
        "fw_wing_throttle_curve": facts.throttle,
        "fw_wing_curve_speeds_mps": facts.speeds_mps,
        "fw_wing_energy_rates_mps": (facts.max_climb_mps, facts.idle_sink_mps),
        "fw_wing_turn_drag_mps": drag_loss,
        "fw_wing_span_m": facts.span_m,
    }
