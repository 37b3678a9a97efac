"""Columns of rovers and boats: facts of the vehicle, parameters of its driver, and memory."""

from typing import NamedTuple

from simloop.firmware.component import Component, column, columns_in, columns_of
from simloop.firmware.vector import Vec2, Vec3

HALF_TURN = 3.141592653589793


class TopSpeeds(NamedTuple):
    """The fastest there is."""

    ahead: float
    astern: float


class DriveCurve(NamedTuple):
    """Drive effort that any motion needs; per speed, per its square, per acceleration."""

    rolling: float
    speed: float
    square: float
    acceleration: float


class TurnCurve(NamedTuple):
    """Turn effort that any turn needs; per yaw rate, per its square."""

    friction: float
    rate: float
    square: float


class Thruster(NamedTuple):
    """1 if pull goes with the square of the command; command lost per speed; pull astern."""

    quadratic: float
    lost_per_mps: float
    astern: float


class Steering(NamedTuple):
    """Wheel base, understeer, command per angle of the front wheels."""

    base_m: float
    understeer: float
    per_rad: float


class RudderFlow(NamedTuple):
    """Flow at which turn effort is command; wash of full drive; least flow."""

    design: float
    wash: float
    least: float


class LoopGains(NamedTuple):
    """Effort per error, and its growth."""

    error: float
    growth: float


class PilotAxes(NamedTuple):
    """Fx and Qz."""

    push: float
    turn: float


class SurfaceModel(Component):
    """How it drives and turns, by its design."""

    turn_kind: float = column("1", "how it turns, see codes.py")
    top_speed_mps: TopSpeeds = column("m/s", "fastest ahead and astern", "FRD", 1.0)
    drive_curve: DriveCurve = column(
        "1, s/m, s^2/m^2, s^2/m",
        "drive effort that any motion needs; per speed, per its square, per acceleration",
        "FRD",
        (0.0, 1.0, 0.0, 0.0),
    )
    turn_curve: TurnCurve = column(
        "1, s, s^2",
        "turn effort that any turn needs; per yaw rate, per its square",
        "FRD",
        (0.0, 1.0, 0.0),
    )
    turn_most: float = column("1", "largest turn effort", default=1.0)
    thruster: Thruster = column(
        "1, s/m, 1",
        "1 if pull goes with the square; command lost per speed; pull astern over ahead",
        default=(0.0, 0.0, 1.0),
    )
    steering: Steering = column(
        "m, s^2/m, 1/rad",
        "wheel base, understeer, command per angle of the front wheels",
        default=(1.0, 0.0, 1.0),
    )
    rudder_flow_m2ps2: RudderFlow = column(
        "m^2/s^2",
        "flow over the rudder at which turn effort is command; wash of full drive; least flow",
        default=(1.0, 0.0, 0.1),
    )
    turn_radius_m: float = column("m", "radius of the tightest turn; 0 turns on the spot")
    park_mps: float = column("m/s", "about this slow it stands, or drifts slowly", "NED", 0.05)
    settle_s: float = column("s", "how long it must stand to be settled", default=0.5)
    stop_gain_ps: float = column("1/s", "speed per way left on the last bit to a stop", default=1.0)
    reckoning_sigma_mps: float = column(
        "m/s", "how well the drive tells the speed while fixes are lost; 0: not at all", "FRD"
    )
    drift_lag_s: float = column("s", "how slowly sideways drift is believed", default=1.0)


class SurfaceSettings(Component):
    """What a pilot may set of its driver."""

    waypoint_radius_m: float = column("m", "so near is at the goal").knob(
        "WP_RADIUS", 2.0, 0.5, 100.0
    )
    loiter_radius_m: float = column("m", "a boat goes back beyond this").knob(
        "LOIT_RADIUS", 2.0, 0.5, 100.0
    )
    pivot_angle_rad: float = column(
        "rad", "beyond this heading error it turns on the spot; 0 never"
    ).knob("WP_PIVOT_ANGLE", 1.0471975511965976, 0.0, HALF_TURN)
    arc_share: float = column("1", "share of speed kept in any turn").knob(
        "WP_ARC_THR", 0.15, 0.0, 1.0
    )
    approach_m: float = column("m", "slows down this far from a stop").knob(
        "WP_APPR_DIST", 10.0, 1.0, 200.0
    )
    approach_share: float = column("1", "share of speed left at the stop").knob(
        "WP_APPR_THR", 0.2, 0.0, 1.0
    )
    look_ahead_s: float = column("s", "how far ahead on the line it aims").knob(
        "WP_LOOK_AHEAD", 2.0, 0.1, 60.0
    )
    reverse_allowed: float = column("1", "1: what lies behind may be reached backwards").flag(
        "WP_REVERSE"
    )
    acceleration_limit_mps2: float = column("m/s^2", "gains speed by").knob(
        "ATC_ACCEL_MAX", 1.0, 0.01, 10.0
    )
    deceleration_limit_mps2: float = column("m/s^2", "loses speed by").knob(
        "ATC_DECEL_MAX", 1.0, 0.01, 10.0
    )
    lateral_limit_mps2: float = column("m/s^2", "sideways acceleration in curves").knob(
        "ATC_LAT_ACC_MAX", 2.0, 0.01, 20.0
    )
    turn_limit_radps: float = column("rad/s", "fastest turn").knob(
        "ATC_STR_RAT_MAX", 1.0, 0.01, 10.0
    )
    spin_share: float = column("1", "share of that on the spot").knob("ATC_SPIN_MAX", 0.3, 0.0, 1.0)
    heading_slow_rad: float = column(
        "rad", "heading error at which speed has fallen to the least"
    ).knob("ATC_THR_HERR", 1.5707963267948966, 0.17453292519943295, HALF_TURN)
    heading_gain_ps: float = column("1/s", "yaw rate per error").knob(
        "ATC_STR_ANG_P", 1.0, 0.01, 10.0
    )
    turn_gain: LoopGains = column(
        "s, 1", "turn effort per error of the yaw rate, and its growth"
    ).knob("ATC_STR_RAT_P, ATC_STR_RAT_I", (0.2, 0.2), 0.0, 1000.0)
    speed_gain: LoopGains = column(
        "s/m, 1/m", "drive effort per error of the speed, and its growth"
    ).knob("ATC_SPEED_P, ATC_SPEED_I", (0.2, 0.2), 0.0, 100.0)
    steering_slew_ps: float = column("1/s", "fastest change of steering").knob(
        "ATC_STR_SMAX", 2.0, 0.1, 10.0
    )


class WayAhead(Component):
    """What the command tasks may tell beforehand, so that corners are taken at the right speed."""

    next_ned_m: Vec3 = column("m", "where the way leads after the goal", "NED of origin")
    next_known: float = column("1", "1 if fw_next_ned_m is told")


class SurfaceWay(Component):
    """How it moves, and the way it is to go."""

    heading_rad: float = column("rad", "where the bow points", "NED")
    forward_mps: float = column("m/s", "speed forward over ground", "FRD")
    course_kind: float = column("1", "what the course is for, see codes.py")
    course_rad: float = column("rad", "where to go at level goal", "NED")
    curvature_pm: float = column("1/m", "bend of the way, positive to the right", "NED")
    pace_mps: float = column("m/s", "how fast the way may be gone", "NED")


class SurfaceTargets(Component):
    """What the driver asks of the loops."""

    speed_target_mps: float = column("m/s", "speed that guidance asks for", "FRD")
    turn_target_radps: float = column("rad/s", "yaw rate that guidance asks for", "NED")
    pilot_share: PilotAxes = column("1", "Fx and Qz of the pilot, where they go straight on", "FRD")
    pilot_direct: PilotAxes = column("1", "1 where they do")
    resting: float = column("1", "1 where a slow vehicle shall not drive at all")


class SurfaceTrack(Component):
    """Where it is on its way, and how it goes there."""

    cross_track_m: float = column("m", "right of the way or outside the circle", "NED")
    way_left_m: float = column("m", "way to the goal", "NED")
    arrived: float = column("1", "1 once it stopped at this goal")
    pivoting: float = column("1", "1 while it turns on the spot, as far as it can")
    reversing: float = column("1", "1 while it goes backwards")


class SurfaceDrift(Component):
    """What of its motion is its own, and what comes from outside."""

    drift_mps: float = column("m/s", "speed to the right, smooth", "FRD")
    driven_mps: float = column("m/s", "speed that the drive makes by itself", "FRD")
    stream_ned_mps: Vec2 = column("m/s", "motion beside that, by wind and stream, smooth", "NED")


class SurfaceStop(Component):
    """What tells that it stands, and where."""

    last_goal_ned_m: Vec2 = column("m", "goal of the last pass", "NED of origin")
    standing_s: float = column("s", "how long it has stood")


class SurfaceLoops(Component):
    """What the loops of speed, turn and push have come to."""

    speed_reference_mps: float = column("m/s", "target speed, within acceleration", "FRD")
    speed_integral: float = column("1", "drive effort that proved to be missing")
    turn_integral: float = column("1", "turn effort that proved to be missing")
    drive_effort: float = column("1", "push asked of motors, as share of the most", "FRD")
    velocity_reference_mps: Vec2 = column("m/s", "where any way goes: wanted velocity", "NED")
    push_integral: Vec2 = column("1", "where any way goes: push that proved to be missing", "NED")
    turn_effort: float = column("1, rad/s", "turn asked; steered wheels: as yaw rate", "FRD")


SURFACE_STATE = columns_of(
    SurfaceWay, SurfaceTargets, SurfaceTrack, SurfaceDrift, SurfaceStop, SurfaceLoops
)
SURFACE_FIELDS = columns_in(__name__)


class Surface(
    SurfaceModel,
    SurfaceSettings,
    SurfaceWay,
    SurfaceDrift,
    SurfaceTargets,
    SurfaceStop,
    SurfaceTrack,
    WayAhead,
):
    """What the vehicle can do, how it is to do it, where it goes, and what it is told."""
