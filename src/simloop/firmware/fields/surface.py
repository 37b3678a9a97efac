"""Columns of rovers and boats: facts of the vehicle, parameters of its driver, and memory."""

from simloop.firmware.field import Field

HALF_TURN = 3.141592653589793

SURFACE_FACTS = (
    Field("fw_turn_kind", 1, "1", "-", "how it turns, see surface/turn_kinds.py"),
    Field("fw_top_speed_mps", 2, "m/s", "FRD", "fastest ahead and astern", 1.0),
    Field(
        "fw_drive_curve",
        4,
        "1, s/m, s^2/m^2, s^2/m",
        "FRD",
        "drive effort that any motion needs; per speed, per its square, per acceleration",
        (0.0, 1.0, 0.0, 0.0),
    ),
    Field(
        "fw_turn_curve",
        3,
        "1, s, s^2",
        "FRD",
        "turn effort that any turn needs; per yaw rate, per its square",
        (0.0, 1.0, 0.0),
    ),
    Field("fw_turn_most", 1, "1", "-", "largest turn effort", 1.0),
    Field(
        "fw_thruster",
        3,
        "1, s/m, 1",
        "-",
        "1 if pull goes with the square; command lost per speed; pull astern over ahead",
        (0.0, 0.0, 1.0),
    ),
    Field(
        "fw_steering",
        3,
        "m, s^2/m, 1/rad",
        "-",
        "wheel base, understeer, command per angle of the front wheels",
        (1.0, 0.0, 1.0),
    ),
    Field(
        "fw_rudder_flow_m2ps2",
        3,
        "m^2/s^2",
        "-",
        "flow over the rudder at which turn effort is command; wash of full drive; least flow",
        (1.0, 0.0, 0.1),
    ),
    Field("fw_turn_radius_m", 1, "m", "-", "radius of the tightest turn; 0 turns on the spot"),
    Field("fw_park_mps", 1, "m/s", "NED", "about this slow it stands, or drifts slowly", 0.05),
    Field("fw_settle_s", 1, "s", "-", "how long it must stand to be settled", 0.5),
    Field("fw_stop_gain_ps", 1, "1/s", "-", "speed per way left on the last bit to a stop", 1.0),
    Field(
        "fw_reckoning_sigma_mps",
        1,
        "m/s",
        "FRD",
        "how well the drive tells the speed while fixes are lost; 0: not at all",
    ),
    Field("fw_drift_lag_s", 1, "s", "-", "how slowly sideways drift is believed", 1.0),
)


def _parameter(
    column: str, unit: str, meaning: str, name: str, default: float, low: float, high: float
) -> Field:
    """One number that a user may set."""
    return Field(
        column, 1, unit, "-", meaning, default=default, names=(name,), low=low, high=high
    )  # fmt: skip


SURFACE_PARAMETERS = (
    _parameter("fw_waypoint_radius_m", "m", "so near is at the goal", "WP_RADIUS", 2.0, 0.5, 100.0),
    _parameter(
        "fw_loiter_radius_m", "m", "a boat goes back beyond this", "LOIT_RADIUS", 2.0, 0.5, 100.0
    ),
    _parameter(
        "fw_pivot_angle_rad",
        "rad",
        "beyond this heading error it turns on the spot; 0 never",
        "WP_PIVOT_ANGLE",
        1.0471975511965976,
        0.0,
        HALF_TURN,
    ),
    _parameter(
        "fw_arc_share", "1", "share of speed kept in any turn", "WP_ARC_THR", 0.15, 0.0, 1.0
    ),
    _parameter(
        "fw_approach_m", "m", "slows down this far from a stop", "WP_APPR_DIST", 10.0, 1.0, 200.0
    ),
    _parameter(
        "fw_approach_share", "1", "share of speed left at the stop", "WP_APPR_THR", 0.2, 0.0, 1.0
    ),
    _parameter(
        "fw_look_ahead_s", "s", "how far ahead on the line it aims", "WP_LOOK_AHEAD", 2.0, 0.1, 60.0
    ),
    Field(
        "fw_reverse_allowed",
        1,
        "1",
        "-",
        "1: what lies behind may be reached backwards",
        names=("WP_REVERSE",),
        low=0.0,
        high=1.0,
        whole=True,
    ),
    _parameter(
        "fw_acceleration_limit_mps2", "m/s^2", "gains speed by", "ATC_ACCEL_MAX", 1.0, 0.01, 10.0
    ),
    _parameter(
        "fw_deceleration_limit_mps2", "m/s^2", "loses speed by", "ATC_DECEL_MAX", 1.0, 0.01, 10.0
    ),
    _parameter(
        "fw_lateral_limit_mps2",
        "m/s^2",
        "sideways acceleration in curves",
        "ATC_LAT_ACC_MAX",
        2.0,
        0.01,
        20.0,
    ),
    _parameter("fw_turn_limit_radps", "rad/s", "fastest turn", "ATC_STR_RAT_MAX", 1.0, 0.01, 10.0),
    _parameter("fw_spin_share", "1", "share of that on the spot", "ATC_SPIN_MAX", 0.3, 0.0, 1.0),
    _parameter(
        "fw_heading_slow_rad",
        "rad",
        "heading error at which speed has fallen to the least",
        "ATC_THR_HERR",
        1.5707963267948966,
        0.17453292519943295,
        HALF_TURN,
    ),
    _parameter("fw_heading_gain_ps", "1/s", "yaw rate per error", "ATC_STR_ANG_P", 1.0, 0.01, 10.0),
    Field(
        "fw_turn_gain",
        2,
        "s, 1",
        "-",
        "turn effort per error of the yaw rate, and its growth",
        (0.2, 0.2),
        names=("ATC_STR_RAT_P", "ATC_STR_RAT_I"),
        low=0.0,
        high=1000.0,
    ),
    Field(
        "fw_speed_gain",
        2,
        "s/m, 1/m",
        "-",
        "drive effort per error of the speed, and its growth",
        (0.2, 0.2),
        names=("ATC_SPEED_P", "ATC_SPEED_I"),
        low=0.0,
        high=100.0,
    ),
    _parameter(
        "fw_steering_slew_ps", "1/s", "fastest change of steering", "ATC_STR_SMAX", 2.0, 0.1, 10.0
    ),
)

# What the command tasks may tell beforehand, so that corners are taken at the right speed.
SURFACE_AHEAD = (
    Field("fw_next_ned_m", 3, "m", "NED of origin", "where the way leads after the goal"),
    Field("fw_next_known", 1, "1", "-", "1 if fw_next_ned_m is told"),
)

SURFACE_STATE = (
    Field("fw_heading_rad", 1, "rad", "NED", "where the bow points"),
    Field("fw_forward_mps", 1, "m/s", "FRD", "speed forward over ground"),
    Field("fw_course_kind", 1, "1", "-", "what the course is for, see surface/turn_kinds.py"),
    Field("fw_course_rad", 1, "rad", "NED", "where to go at level goal"),
    Field("fw_curvature_pm", 1, "1/m", "NED", "bend of the way, positive to the right"),
    Field("fw_pace_mps", 1, "m/s", "NED", "how fast the way may be gone"),
    Field("fw_speed_target_mps", 1, "m/s", "FRD", "speed that guidance asks for"),
    Field("fw_turn_target_radps", 1, "rad/s", "NED", "yaw rate that guidance asks for"),
    Field("fw_pilot_share", 2, "1", "FRD", "Fx and Qz of the pilot, where they go straight on"),
    Field("fw_pilot_direct", 2, "1", "-", "1 where they do"),
    Field("fw_resting", 1, "1", "-", "1 where a slow vehicle shall not drive at all"),
    Field("fw_cross_track_m", 1, "m", "NED", "right of the way or outside the circle"),
    Field("fw_way_left_m", 1, "m", "NED", "way to the goal"),
    Field("fw_arrived", 1, "1", "-", "1 once it stopped at this goal"),
    Field("fw_pivoting", 1, "1", "-", "1 while it turns on the spot, as far as it can"),
    Field("fw_reversing", 1, "1", "-", "1 while it goes backwards"),
    Field("fw_drift_mps", 1, "m/s", "FRD", "speed to the right, smooth"),
    Field("fw_driven_mps", 1, "m/s", "FRD", "speed that the drive makes by itself"),
    Field("fw_stream_ned_mps", 2, "m/s", "NED", "motion beside that, by wind and stream, smooth"),
    Field("fw_last_goal_ned_m", 2, "m", "NED of origin", "goal of the last pass"),
    Field("fw_standing_s", 1, "s", "-", "how long it has stood"),
    Field("fw_speed_reference_mps", 1, "m/s", "FRD", "target speed, within acceleration"),
    Field("fw_speed_integral", 1, "1", "-", "drive effort that proved to be missing"),
    Field("fw_turn_integral", 1, "1", "-", "turn effort that proved to be missing"),
    Field("fw_drive_effort", 1, "1", "FRD", "push asked of motors, as share of the most"),
    Field("fw_velocity_reference_mps", 2, "m/s", "NED", "where any way goes: wanted velocity"),
    Field("fw_push_integral", 2, "1", "NED", "where any way goes: push that proved to be missing"),
    Field("fw_turn_effort", 1, "1, rad/s", "FRD", "turn asked; steered wheels: as yaw rate"),
)

SURFACE_FIELDS = (*SURFACE_FACTS, *SURFACE_PARAMETERS, *SURFACE_AHEAD, *SURFACE_STATE)
