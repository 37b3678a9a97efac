"""Modes and missions: what a pilot may set, and what the flight tasks remember."""

from typing import NamedTuple

from simloop.firmware.component import Component, Row, column, columns_of
from simloop.firmware.vector import Vec3

NAN = float("nan")
PATH_POINTS = 64


class FlightSettings(Component):
    """What a pilot may set about modes and missions."""

    initial_mode: float = column("1", "flight mode after start, see codes.py").knob(
        "INITIAL_MODE", 5.0, 0.0, 14.0, whole=True
    )
    takeoff_altitude_m: float = column(
        "m", "height of a take-off that names none, and least height of a return", "home"
    ).knob("TKOFF_ALT", 5.0, 0.5, 5000.0)
    rtl_altitude_m: float = column(
        "m", "least height of a return; 0: that of take-off", "home"
    ).knob("RTL_ALT", 0.0, 0.0, 5000.0)
    rtl_end: float = column("1", "at home: 0 land, 1 stay above it").flag("RTL_END")
    rally_limit_km: float = column(
        "km", "home is preferred to rally points farther away than this, if it is nearer; 0: never"
    ).knob("RALLY_LIMIT_KM", 0.3, 0.0, 1000.0)
    rally_includes_home: float = column(
        "1",
        "a return leads to 1 the nearest of home and the rally points, 0 the nearest rally point",
    ).flag("RALLY_INCL_HOME", 1.0)
    waypoint_pass: float = column(
        "1", "multirotors: 1 pass waypoints that ask for no stay, 0 stop at each"
    ).flag("WP_PASS")
    waypoint_yaw: float = column(
        "1", "multirotors between waypoints: 0 keep heading, 1 as the item says, 2 look ahead"
    ).knob("WP_YAW", 1.0, 0.0, 2.0, whole=True)
    mission_end: float = column("1", "after the last item: 0 stay there, 1 return, 2 land").knob(
        "MIS_END", 0.0, 0.0, 2.0, whole=True
    )
    circle_radius_m: float = column(
        "m", "radius of circle mode, where 0 is stop, and of orbits that name none", "NED"
    ).knob("CIRC_RADIUS", 20.0, 0.0, 1000.0)
    circle_speed_mps: float = column(
        "m/s", "speed in circle mode unless it glides; 0: that between waypoints", "NED"
    ).knob("CIRC_SPEED", 2.0, 0.0, 100.0)
    circle_direction: float = column(
        "1", "circle mode: 0 clockwise from above, 1 the other way"
    ).flag("CIRC_DIR")
    path_spacing_m: float = column(
        "m", "how far apart the places are that smart return remembers", "NED"
    ).knob("SRTL_SPACING", 3.0, 1.0, 100.0)
    path_accuracy_m: float = column(
        "m", "how far the remembered way may be off the one flown", "NED"
    ).knob("SRTL_ACCURACY", 2.0, 0.1, 50.0)
    follow_offset_ned_m: Vec3 = column("m", "where to be, seen from the one to follow", "NED").knob(
        "FOLL_OFS_N, FOLL_OFS_E, FOLL_OFS_D", (-10.0, 0.0, -5.0), -1000.0, 1000.0
    )
    follow_timeout_s: float = column(
        "s", "without news for so long there is nobody to follow"
    ).knob("FOLL_TIMEOUT", 3.0, 0.1, 60.0)


class MissionStart(Component):
    """The scenario's way to fly without a ground station."""

    mission_start: float = column("1", "1: fly the mission once, as soon as ready")


class Target(NamedTuple):
    """Where guided mode is to go; no heading is NaN, 0 no speed of its own and no orbit."""

    north_m: float
    east_m: float
    down_m: float
    yaw_rad: float
    speed_mps: float
    radius_m: float

    def place_ned_m(self) -> Vec3:
        """Its place."""
        return Vec3(self.north_m, self.east_m, self.down_m)


class ModeState(Component):
    """Which mode is to be entered, and what was asked of the mode under way."""

    booted: float = column("1", "1 once the initial mode is set")
    mode_wanted: float = column(
        "1", "mode that a request of this pass leads to, or -1", default=-1.0
    )
    mode_begun: float = column("1", "mode whose first leg was given, or -1", default=-1.0)
    was_armed: float = column("1", "fw_armed in the last pass")
    rc_mode_known: float = column("1", "last look at the mode switch", default=-1.0)
    failsafe_mode_known: float = column("1", "last look at the failsafe's mode", default=-1.0)
    mission_started: float = column("1", "1 once fw_mission_start was obeyed")
    home_set: float = column("1", "0 no home, 1 where it stood or armed, 2 told")
    target: Target = column(
        "m, m, m, rad, m/s, m",
        "guided: place, heading or NaN, speed or 0, radius of an orbit or 0",
        "NED of origin",
    )
    target_used: float = column("1", "1 while guided mode has such a target")
    takeoff_wanted_m: float = column("m", "height of the take-off asked for, or -1", "home", -1.0)
    takeoff_yaw_rad: float = column("rad", "heading to take off with, or NaN", "NED", NAN)
    speed_wanted_mps: float = column("m/s", "speed asked for on the way; 0: none", "NED")
    paused: float = column("1", "1 while the way is interrupted")
    roi_ned_m: Vec3 = column("m", "thing to look at", "NED of origin")
    roi_used: float = column("1", "1 while there is one")
    vtol_request: float = column("1", "VTOL: 1 hover, 2 cruise", default=1.0)
    guided_seen: float = column("1", "fw_offboard_seen at the last look")
    follow_heard: float = column("1", "fw_follow_seen at the last look")
    follow_age_s: float = column("s", "time since news of the one to follow", default=1e9)


class Leg(NamedTuple):
    """What to do, where, and how; see command/legs.py."""

    kind: float
    north_m: float
    east_m: float
    down_m: float
    radius_m: float
    """Of an orbit, positive clockwise from above."""
    yaw_rad: float
    """Heading to keep; NaN: any."""
    speed_mps: float
    """0: the speed between waypoints."""
    joined: float
    """1 if its way begins at the goal before."""

    def place_ned_m(self) -> Vec3:
        """Where it leads."""
        return Vec3(self.north_m, self.east_m, self.down_m)

    def of_kind(self, kind: float) -> "Leg":
        """The same, of another kind."""
        return Leg(kind, *self.place_ned_m(), *self._how())

    def at(self, place_ned_m: Vec3) -> "Leg":
        """The same, elsewhere."""
        return Leg(self.kind, *place_ned_m, *self._how())

    def _how(self) -> tuple[float, float, float, float]:
        return self.radius_m, self.yaw_rad, self.speed_mps, self.joined


class Legs(Component, prefix="fw_leg"):
    """The leg under way, and the pause in it."""

    now: Leg = column(
        "1, m, m, m, m, rad, m/s, 1",
        "what the mode wants now: kind, place, radius, heading, speed, joined; see command/legs.py",
        "NED of origin",
        (0.0, 0.0, 0.0, 0.0, 0.0, NAN, 0.0, 0.0),
        column="fw_leg",
    )
    count: float = column("1", "legs so far")
    taken: float = column("1", "legs that became a goal so far")
    time_s: float = column("s", "time in this leg")
    pause_ned_m: Vec3 = column(
        "m", "where it waits during a pause", "NED of origin", column="fw_pause_ned_m"
    )
    was_paused: float = column("1", "fw_paused in the last pass", column="fw_was_paused")
    ground_time_s: float = column(
        "s", "time with all signs of standing on the ground", column="fw_ground_time_s"
    )


class Mission(Component, prefix="fw_item"):
    """How far the mission is."""

    known: float = column("1", "fw_item_count at the last look", column="fw_items_known")
    stage: float = column("1", "how far the item is, see command/mission_items.py")
    joined: float = column("1", "1 if the item before led here")
    time_s: float = column("s", "time at the item's place, or in its wait")
    turned_rad: float = column("rad", "way around the item's orbit so far", "NED")
    bearing_rad: float = column("rad", "bearing from the orbit's centre, last look", "NED")
    jumps: Row = column("1", "how often each jump was taken", size="ITEMS")
    done: float = column("1", "1 after the last item", column="fw_mission_done")
    returns: float = column("1", "1 while the mission flies home", column="fw_mission_returns")


class ServoOrder(NamedTuple):
    """An output, counted from 0, and what to set it to, from -1 to 1."""

    output: float
    value: float


class MissionActions(Component):
    """What the mission does beside its way: actions that were put off, and servos."""

    action_next: float = column("1", "delayed action to do next, or -1", default=-1.0)
    action_wait_s: float = column("s", "time until then")
    servo_outputs: float = column("1", "outputs that may be set by hand")
    servo_order: ServoOrder = column("1", "output from 0 and value that the mission wants")
    servo_orders: float = column("1", "such orders so far")
    servo_orders_done: float = column("1", "orders carried out so far")


class WayHome(Component, prefix="fw_path"):
    """The way flown since arming, and how far the return is."""

    ned_m: Row = column("m", "the way flown since arming", "NED of origin", size=3 * PATH_POINTS)
    error_m: Row = column("m", "how far the way before a point may be off", "NED", size=PATH_POINTS)
    count: float = column("1", "points of that way")
    index: float = column("1", "point that smart return leads to")
    return_ned_m: Vec3 = column(
        "m",
        "where the return leads to, at least so high",
        "NED of origin",
        column="fw_return_ned_m",
    )
    return_stage: float = column(
        "1", "how far the return is, see command/way_home.py", column="fw_return_stage"
    )
    return_time_s: float = column("s", "time above home", column="fw_return_time_s")


FLIGHT_STATE = columns_of(ModeState, Legs, Mission, MissionActions, WayHome)
