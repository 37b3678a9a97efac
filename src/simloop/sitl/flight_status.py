"""How a flight goes, in words, read from the firmware's columns."""

from dataclasses import dataclass

from simloop.firmware import phases

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

PHASE_COLUMN = "fw_phase"
WAYPOINT_COLUMN = "fw_waypoint_index"
AIRBORNE_PHASES = (phases.PHASE_WAYPOINT, phases.PHASE_RETURN)
LANDED_PHASE = phases.PHASE_LANDED


@dataclass(frozen=True, slots=True)
class FlightStatus:
    """One vehicle's phase and the waypoint it flies to."""

    phase: float
    waypoint: int

    @property
    def words(self) -> str:
        """A short text for a status line."""
        name = PHASE_NAMES.get(self.phase, "?")
        return f"{name} {self.waypoint + 1}" if self.phase == phases.PHASE_WAYPOINT else name
