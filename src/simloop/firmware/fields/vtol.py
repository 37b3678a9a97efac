"""What the transition between rotors and wing knows, decides and remembers."""

from typing import NamedTuple

from simloop.firmware.component import Component, column


class CarryingSpeeds(NamedTuple):
    """Airspeeds from which on the wing carries alone, and up to which the rotors do."""

    wing: float
    rotors: float


class TransitionTimes(NamedTuple):
    """How long the two transitions may take."""

    to_cruise: float
    to_hover: float


class RotorProgress(NamedTuple):
    """What the multirotor's guidance told of the flight."""

    reached: float
    touched: float
    settled: float


class VtolSettings(Component, prefix="fw_vtol"):
    """When the two kinds of flight change over, and how."""

    speeds_mps: CarryingSpeeds = column(
        "m/s", "airspeed at which the wing carries alone, and that below which the rotors do"
    ).knob("VTOL_ARSP_TRANS, VTOL_ARSP_HOVER", (14.0, 8.0), 1.0, 100.0)
    least_height_m: float = column(
        "m", "height above home below which no transition to cruise begins", "NED"
    ).knob("VTOL_TRANS_ALT", 8.0, 0.0, 1000.0)
    times_s: TransitionTimes = column("s", "longest transition to cruise and to hover").knob(
        "VTOL_TRANS_TIME, VTOL_BACK_TIME", (20.0, 25.0), 1.0, 300.0
    )
    brake_pitch_rad: float = column(
        "rad", "pitch that slows it down on the way to hover", "NED"
    ).knob("VTOL_BACK_PITCH", 0.1, 0.0, 0.5)
    hover_speed_mps: float = column("m/s", "speed between waypoints on the rotors", "NED").knob(
        "VTOL_WP_SPEED", 4.0, 0.1, 30.0
    )


class Transition(Component, prefix="fw_vtol"):
    """Who carries, and how far the transition is."""

    state: float = column("1", "who carries, see codes.py")
    time_s: float = column("s", "time in this state")
    hover: float = column("1", "1 while the multirotor's loops navigate", default=1.0)
    lift_share: float = column("1", "share of the lift rotors' commands", default=1.0)
    pusher: float = column("1", "throttle of the pusher, if the wing does not say it")
    heading_rad: float = column("rad", "heading of a transition", "NED")
    height_m: float = column("m", "height of a transition, upwards", "NED of origin")
    aborts: float = column("1", "transitions to cruise that took too long")
    progress: RotorProgress = column("1", "what the rotors' guidance said: reached, touched, still")


class Vtol(VtolSettings, Transition):
    """How it changes between hover and cruise, and how far it is."""
