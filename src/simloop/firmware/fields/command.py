"""What the command tasks tell controllers and links, and what links ask of them."""

from simloop.firmware.field import Field
from simloop.firmware.states import ERRORS, FAILSAFES

NAN = float("nan")

VEHICLE = (
    Field("fw_airframe", 1, "1", "-", "kind of vehicle, see airframes.py"),
    Field(
        "fw_cruise_speed_mps",
        1,
        "m/s",
        "NED",
        "speed between waypoints",
        5.0,
        names=("WP_SPEED",),
        low=0.1,
        high=100.0,
    ),
)

# What to do now; controllers follow.
INTENTION = (
    Field("fw_state", 1, "1", "-", "state of the state manager, see states.py"),
    Field("fw_error", ERRORS, "1", "-", "1 for each error in force, see states.py"),
    Field("fw_failsafe", FAILSAFES, "1", "-", "1 for each failsafe in force, see states.py"),
    Field("fw_armed", 1, "1", "-", "1 while the motors may turn"),
    Field("fw_flying", 1, "1", "-", "1 while the controllers drive the motors"),
    Field("fw_mode", 1, "1", "-", "flight mode, see modes.py"),
    Field("fw_phase", 1, "1", "-", "what it does in this mode, see phases.py"),
    Field("fw_phase_time_s", 1, "s", "-", "time in this phase"),
    Field("fw_takeoff_time_s", 1, "s", "-", "when take-off began, -1 before", -1.0),
    Field("fw_landed_time_s", 1, "s", "-", "when it disarmed on the ground, -1 before", -1.0),
    Field("fw_control_level", 1, "1", "-", "which loops are closed, see modes.py", 5.0),
    Field("fw_command", 6, "rad/s, rad, 1", "FRD", "Fx, Fy, Fz, Qx, Qy, Qz of pilot or program"),
    Field("fw_command_type", 6, "1", "-", "what each of them means, see modes.py"),
    Field("fw_override", 1, "1", "-", "why sticks rule, as a sum of bits, see command/mux.py"),
    Field("fw_goal_kind", 1, "1", "-", "what to do at the goal, see modes.py"),
    Field("fw_goal_ned_m", 3, "m", "NED of origin", "where the way leads now"),
    Field("fw_goal_start_ned_m", 3, "m", "NED of origin", "where the way to the goal began"),
    Field("fw_goal_radius_m", 1, "m", "-", "radius of an orbit, positive clockwise from above"),
    Field("fw_goal_speed_mps", 1, "m/s", "NED", "speed on the way", 5.0),
    Field("fw_goal_yaw_rad", 1, "rad", "NED", "heading it leads to, if there is one to keep"),
    Field("fw_goal_yaw_used", 1, "1", "-", "1: keep fw_goal_yaw_rad, 0: look where you go"),
    Field("fw_goal_velocity_ned_mps", 3, "m/s", "NED", "at level velocity: how to move"),
    Field("fw_goal_yaw_rate_radps", 1, "rad/s", "NED", "at level velocity: how to turn"),
    Field("fw_home_ned_m", 3, "m", "NED of origin", "where return leads to"),
    Field("fw_waypoint_index", 1, "1", "-", "mission item under way, counted from 0"),
)

# What controllers and guidance tell the command tasks.
PROGRESS = (
    Field("fw_goal_reached", 1, "1", "-", "1 while the vehicle is at its goal"),
    Field("fw_touched", 1, "1", "-", "1 once the ground was felt in descent"),
    Field("fw_settled", 1, "1", "-", "1 once it lies still after touch-down"),
)

# What a link, a program or the scenario writes; see requests.py.
REQUESTS = (
    Field("fw_request", 8, "1", "-", "kind and arguments of the last request"),
    Field("fw_request_id", 1, "1", "-", "number of that request"),
    Field("fw_answer_id", 1, "1", "-", "number of the last request answered"),
    Field("fw_answer", 1, "1", "-", "how it was answered, as MAV_RESULT"),
    Field("fw_answer_reason", 1, "1", "-", "why, see command/reasons.py"),
    Field("fw_gcs_seen", 1, "1", "-", "heartbeats of a ground station so far"),
    Field("fw_offboard", 6, "rad/s, rad, 1", "FRD", "Fx, Fy, Fz, Qx, Qy, Qz of a program"),
    Field("fw_offboard_type", 6, "1", "-", "what each of them means, see modes.py"),
    Field("fw_offboard_velocity_ned_mps", 3, "m/s", "NED", "velocity of a program"),
    Field("fw_offboard_position_ned_m", 3, "m", "NED of origin", "place of a program"),
    Field(
        "fw_offboard_yaw",
        2,
        "rad, rad/s",
        "NED",
        "heading and turn of a program; NaN: any",
        (NAN, NAN),
    ),
    Field("fw_offboard_kind", 1, "1", "-", "0 none, 1 axes, 2 velocity, 3 place"),
    Field("fw_offboard_seen", 1, "1", "-", "messages of that program so far"),
    Field("fw_follow_ned_m", 3, "m", "NED of origin", "place of the one to follow"),
    Field("fw_follow_velocity_ned_mps", 3, "m/s", "NED", "its velocity"),
    Field("fw_follow_seen", 1, "1", "-", "messages of the one to follow so far"),
)

# Command, four parameters, then north, east, down from the origin in m.
ITEM_SIZE = 8
MISSION = (
    Field("fw_item", "8*ITEMS", "-", "NED of origin", "mission items: command, p1 to p4, place"),
    Field("fw_item_count", 1, "1", "-", "items of the mission"),
)

# Things to tell the pilot: a ring of the last eight, each a code and a number.
EVENTS_KEPT = 8
NOTICES = (
    Field("fw_event", 2 * EVENTS_KEPT, "1", "-", "last events: code and number, see reasons.py"),
    Field("fw_event_count", 1, "1", "-", "events so far"),
    Field("fw_event_time_s", EVENTS_KEPT, "s", "-", "board time of the pass that told each"),
    Field("fw_event_stamped", 1, "1", "-", "events so far that have their time"),
)
