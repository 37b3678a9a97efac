"""What the transition between rotors and wing knows, decides and remembers."""

from simloop.firmware.field import Field

VTOL_PARAMETERS = (
    Field(
        "fw_vtol_speeds_mps",
        2,
        "m/s",
        "-",
        "airspeed at which the wing carries alone, and that below which the rotors do",
        (14.0, 8.0),
        names=("VTOL_ARSP_TRANS", "VTOL_ARSP_HOVER"),
        low=1.0,
        high=100.0,
    ),
    Field(
        "fw_vtol_least_height_m",
        1,
        "m",
        "NED",
        "height above home below which no transition to cruise begins",
        8.0,
        names=("VTOL_TRANS_ALT",),
        low=0.0,
        high=1000.0,
    ),
    Field(
        "fw_vtol_times_s",
        2,
        "s",
        "-",
        "longest transition to cruise and to hover",
        (20.0, 25.0),
        names=("VTOL_TRANS_TIME", "VTOL_BACK_TIME"),
        low=1.0,
        high=300.0,
    ),
    Field(
        "fw_vtol_brake_pitch_rad",
        1,
        "rad",
        "NED",
        "pitch that slows it down on the way to hover",
        0.1,
        names=("VTOL_BACK_PITCH",),
        low=0.0,
        high=0.5,
    ),
    Field(
        "fw_vtol_hover_speed_mps",
        1,
        "m/s",
        "NED",
        "speed between waypoints on the rotors",
        4.0,
        names=("VTOL_WP_SPEED",),
        low=0.1,
        high=30.0,
    ),
)

VTOL_STATE = (
    Field("fw_vtol_state", 1, "1", "-", "who carries, see vtol/states.py"),
    Field("fw_vtol_time_s", 1, "s", "-", "time in this state"),
    Field("fw_vtol_hover", 1, "1", "-", "1 while the multirotor's loops navigate", 1.0),
    Field("fw_vtol_lift_share", 1, "1", "-", "share of the lift rotors' commands", 1.0),
    Field("fw_vtol_pusher", 1, "1", "-", "throttle of the pusher, if the wing does not say it"),
    Field("fw_vtol_heading_rad", 1, "rad", "NED", "heading of a transition"),
    Field("fw_vtol_height_m", 1, "m", "NED of origin", "height of a transition, upwards"),
    Field("fw_vtol_aborts", 1, "1", "-", "transitions to cruise that took too long"),
    Field(
        "fw_vtol_progress", 3, "1", "-", "what the rotors' guidance said: reached, touched, still"
    ),
)
