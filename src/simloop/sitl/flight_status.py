"""How a flight or a drive goes, in words, read from the firmware's columns."""

from collections.abc import Callable
from dataclasses import dataclass

from simloop.firmware.codes import Mode, Phase

PHASE_NAMES = {
    Phase.ALIGN: "align",
    Phase.SPIN_UP: "spin up",
    Phase.TAKEOFF: "take off",
    Phase.WAYPOINT: "waypoint",
    Phase.RETURN: "return",
    Phase.DESCEND: "descend",
    Phase.TOUCH_DOWN: "touch down",
    Phase.LANDED: "landed",
    Phase.HOLD: "hold",
    Phase.CIRCLE: "circle",
    Phase.PILOT: "by hand",
    Phase.OFFBOARD: "by program",
}

MODE_NAMES = {
    Mode.MANUAL: "manual",
    Mode.ACRO: "acro",
    Mode.STABILISE: "stabilise",
    Mode.ALTITUDE: "altitude",
    Mode.POSITION: "position",
    Mode.HOLD: "hold",
    Mode.GUIDED: "guided",
    Mode.AUTO: "auto",
    Mode.RTL: "return",
    Mode.SMART_RTL: "smart return",
    Mode.LOITER: "loiter",
    Mode.CIRCLE: "circle",
    Mode.LAND: "land",
    Mode.FOLLOW: "follow",
    Mode.TAKEOFF: "take off",
}

# What a phase is called where nobody takes off.
SURFACE_NAMES = {
    Phase.SPIN_UP: "ready",
    Phase.WAYPOINT: "under way",
    Phase.DESCEND: "stop",
    Phase.TOUCH_DOWN: "stop",
    Phase.LANDED: "parked",
    Phase.HOLD: "stay",
}
SURFACE_STACKS = ("rover", "boat")

PHASE_COLUMN = "fw_phase"
DONE_COLUMN = "fw_mission_done"
WAYPOINT_COLUMN = "fw_waypoint_index"
AIRBORNE_PHASES = (Phase.WAYPOINT, Phase.RETURN)
LANDED_PHASE = Phase.LANDED
MODE_COLUMN = "fw_mode"


@dataclass(frozen=True, slots=True)
class FlightStatus:
    """One vehicle's phase and the waypoint it goes to."""

    phase: float
    waypoint: int
    on_surface: bool = False
    guided: bool = False
    """It goes where it was told to, not to a waypoint of its mission."""

    @property
    def phase_name(self) -> str:
        """The phase in a word or two."""
        name = PHASE_NAMES.get(self.phase, "?")
        return SURFACE_NAMES.get(self.phase, name) if self.on_surface else name

    @property
    def words(self) -> str:
        """A short text for a status line."""
        if self.phase == Phase.WAYPOINT and self.guided:
            return "under way"
        if self.phase == Phase.WAYPOINT:
            return f"waypoint {self.waypoint + 1}"
        return self.phase_name


def is_guided(mode: float | None) -> bool:
    """Does it follow orders instead of its mission?"""
    return mode == Mode.GUIDED


def stays_at_home(mode: float, phase: float) -> bool:
    """Has a return on the surface come to its end?"""
    return mode in (Mode.RTL, Mode.SMART_RTL) and phase == Phase.HOLD


def pilot_words(read: Callable[[str], float]) -> str:
    """What a pilot looks at first: armed or not, mode, battery. `read` takes a column's name."""
    armed = "armed" if read("fw_armed") > 0.0 else "disarmed"
    mode = MODE_NAMES.get(read("fw_mode"), "?")
    left = read("fw_battery_left")
    battery = f", battery {100.0 * left:.0f} %" if left >= 0.0 else ""
    return f"{armed}, {mode}{battery}"
