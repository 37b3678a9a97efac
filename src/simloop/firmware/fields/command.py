"""What the command tasks tell controllers and links, and what links ask of them."""

from typing import NamedTuple

from simloop.firmware.codes import ERRORS, FAILSAFES
from simloop.firmware.component import Component, Row, column
from simloop.firmware.vector import Vec3

NAN = float("nan")


class Vehicle(Component):
    """What kind of vehicle it is."""

    airframe: float = column("1", "kind of vehicle, see codes.py")
    cruise_speed_mps: float = column("m/s", "speed between waypoints", "NED").knob(
        "WP_SPEED", 5.0, 0.1, 100.0
    )


class Intention(Component):
    """What to do now; controllers follow."""

    state: float = column("1", "state of the state manager, see codes.py")
    error: Row = column("1", "1 for each error in force, see codes.py", size=ERRORS)
    failsafe: Row = column("1", "1 for each failsafe in force, see codes.py", size=FAILSAFES)
    armed: float = column("1", "1 while the motors may turn")
    flying: float = column("1", "1 while the controllers drive the motors")
    mode: float = column("1", "flight mode, see codes.py")
    phase: float = column("1", "what it does in this mode, see codes.py")
    phase_time_s: float = column("s", "time in this phase")
    takeoff_time_s: float = column("s", "when take-off began, -1 before", default=-1.0)
    landed_time_s: float = column("s", "when it disarmed on the ground, -1 before", default=-1.0)
    control_level: float = column("1", "which loops are closed, see codes.py", default=5.0)
    command: Row = column(
        "rad/s, rad, 1", "Fx, Fy, Fz, Qx, Qy, Qz of pilot or program", "FRD", size=6
    )
    command_type: Row = column("1", "what each of them means, see codes.py", size=6)
    override: float = column("1", "why sticks rule, as a sum of bits, see command/mux.py")
    goal_kind: float = column("1", "what to do at the goal, see codes.py")
    goal_ned_m: Vec3 = column("m", "where the way leads now", "NED of origin")
    goal_start_ned_m: Vec3 = column("m", "where the way to the goal began", "NED of origin")
    goal_radius_m: float = column("m", "radius of an orbit, positive clockwise from above")
    goal_speed_mps: float = column("m/s", "speed on the way", "NED", 5.0)
    goal_yaw_rad: float = column("rad", "heading it leads to, if there is one to keep", "NED")
    goal_yaw_used: float = column("1", "1: keep fw_goal_yaw_rad, 0: look where you go")
    goal_velocity_ned_mps: Vec3 = column("m/s", "at level velocity: how to move", "NED")
    goal_yaw_rate_radps: float = column("rad/s", "at level velocity: how to turn", "NED")
    home_ned_m: Vec3 = column("m", "where return leads to", "NED of origin")
    waypoint_index: float = column("1", "mission item under way, counted from 0")


class Progress(Component):
    """What controllers and guidance tell the command tasks."""

    goal_reached: float = column("1", "1 while the vehicle is at its goal")
    touched: float = column("1", "1 once the ground was felt in descent")
    settled: float = column("1", "1 once it lies still after touch-down")


class Request(NamedTuple):
    """What is asked, and up to seven numbers that say how; see codes.py."""

    kind: float
    first: float
    second: float
    third: float
    fourth: float
    fifth: float
    sixth: float
    seventh: float

    def place_ned_m(self) -> Vec3:
        """The place that its first three numbers are."""
        return Vec3(self.first, self.second, self.third)


class Heading(NamedTuple):
    """Where to look and how fast to turn; NaN: any."""

    yaw_rad: float
    turn_radps: float


class Requests(Component):
    """What a link, a program or the scenario writes; see codes.py."""

    request: Request = column("1", "kind and arguments of the last request")
    request_id: float = column("1", "number of that request")
    answer_id: float = column("1", "number of the last request answered")
    answer: float = column("1", "how it was answered, as MAV_RESULT")
    answer_reason: float = column("1", "why, see command/reasons.py")
    gcs_seen: float = column("1", "heartbeats of a ground station so far")
    offboard: Row = column("rad/s, rad, 1", "Fx, Fy, Fz, Qx, Qy, Qz of a program", "FRD", size=6)
    offboard_type: Row = column("1", "what each of them means, see codes.py", size=6)
    offboard_velocity_ned_mps: Vec3 = column("m/s", "velocity of a program", "NED")
    offboard_position_ned_m: Vec3 = column("m", "place of a program", "NED of origin")
    offboard_yaw: Heading = column(
        "rad, rad/s", "heading and turn of a program; NaN: any", "NED", (NAN, NAN)
    )
    offboard_kind: float = column("1", "0 none, 1 axes, 2 velocity, 3 place")
    offboard_seen: float = column("1", "messages of that program so far")
    follow_ned_m: Vec3 = column("m", "place of the one to follow", "NED of origin")
    follow_velocity_ned_mps: Vec3 = column("m/s", "its velocity", "NED")
    follow_seen: float = column("1", "messages of the one to follow so far")


class Item(NamedTuple):
    """One item: what to do, how, and where."""

    command: float
    p1: float
    p2: float
    p3: float
    p4: float
    north_m: float
    east_m: float
    down_m: float

    def place_ned_m(self) -> Vec3:
        """Where; NaN for what is not told."""
        return Vec3(self.north_m, self.east_m, self.down_m)


ITEM_SIZE = 8


class MissionItems(Component):
    """The mission: command, four parameters, then north, east, down from the origin in m."""

    item: Row = column(
        "-", "mission items: command, p1 to p4, place", "NED of origin", size="8*ITEMS"
    )
    item_count: float = column("1", "items of the mission")


# Things to tell the pilot: a ring of the last eight, each a code and a number.
EVENTS_KEPT = 8


class Notices(Component, prefix="fw_event"):
    """Things to tell the pilot: a ring of the last eight, each a code and a number."""

    ring: Row = column(
        "1", "last events: code and number, see reasons.py", size=2 * EVENTS_KEPT, column="fw_event"
    )
    count: float = column("1", "events so far")
    time_s: Row = column("s", "board time of the pass that told each", size=EVENTS_KEPT)
    stamped: float = column("1", "events so far that have their time")
