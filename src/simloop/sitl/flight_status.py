"""How a flight or a drive goes, in words, read from the firmware's columns."""

from collections.abc import Callable
from dataclasses import dataclass

from simloop.firmware import modes, phases

PHASE_NAMES = {
    phases.PHASE_ALIGN: "align",
    phases.PHASE_SPIN_UP: "spin up",
    phases.PHASE_TAKEOFF: "take off",
    phases.PHASE_WAYPOINT: "waypoint",
    phases.PHASE_RETURN: "return",
    phases.PHASE_DESCEND: "descend",
    phases.PHASE_TOUCH_DOWN: "touch down",
    phases.PHASE_LANDED: "landed",
    phases.PHASE_HOLD: "hold",
    phases.PHASE_CIRCLE: "circle",
    phases.PHASE_PILOT: "by hand",
    phases.PHASE_OFFBOARD: "by program",
}

MODE_NAMES = {
    modes.MODE_MANUAL: "manual",
    modes.MODE_ACRO: "acro",
    modes.MODE_STABILISE: "stabilise",
    modes.MODE_ALTITUDE: "altitude",
    modes.MODE_POSITION: "position",
    modes.MODE_HOLD: "hold",
    modes.MODE_GUIDED: "guided",
    modes.MODE_AUTO: "auto",
    modes.MODE_RTL: "return",
    modes.MODE_SMART_RTL: "smart return",
    modes.MODE_LOITER: "loiter",
    modes.MODE_CIRCLE: "circle",
    modes.MODE_LAND: "land",
    modes.MODE_FOLLOW: "follow",
    modes.MODE_TAKEOFF: "take off",
}

# What a phase is called where nobody takes off.
SURFACE_NAMES = {
    phases.PHASE_SPIN_UP: "ready",
    phases.PHASE_WAYPOINT: "under way",
    phases.PHASE_DESCEND: "stop",
    phases.PHASE_TOUCH_DOWN: "stop",
    phases.PHASE_LANDED: "parked",
    phases.PHASE_HOLD: "stay",
}
SURFACE_STACKS = ("rover", "boat")

PHASE_COLUMN = "fw_phase"
DONE_COLUMN = "fw_mission_done"
WAYPOINT_COLUMN = "fw_waypoint_index"
AIRBORNE_PHASES = (phases.PHASE_WAYPOINT, phases.PHASE_RETURN)
LANDED_PHASE = phases.PHASE_LANDED
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
        if self.phase == phases.PHASE_WAYPOINT and self.guided:
            return "under way"
        if self.phase == phases.PHASE_WAYPOINT:
            return f"waypoint {self.waypoint + 1}"
        return self.phase_name


def is_guided(mode: float | None) -> bool:
    """Does it follow orders instead of its mission?"""
    return mode == modes.MODE_GUIDED


def stays_at_home(mode: float, phase: float) -> bool:
    """Has a return on the surface come to its end?"""
    return mode in (modes.MODE_RTL, modes.MODE_SMART_RTL) and phase == phases.PHASE_HOLD


def pilot_words(read: Callable[[str], float]) -> str:
    """What a pilot looks at first: armed or not, mode, battery. `read` takes a column's name."""
    armed = "armed" if read("fw_armed") > 0.0 else "disarmed"
    mode = MODE_NAMES.get(read("fw_mode"), "?")
    left = read("fw_battery_left")
    battery = f", battery {100.0 * left:.0f} %" if left >= 0.0 else ""
    return f"{armed}, {mode}{battery}"
