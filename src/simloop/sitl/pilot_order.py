"""In which order autopilots outside of the schedule write the outputs of their vehicles.

No two of them fly one vehicle, but the schedule sees columns, not vehicles, and wants an order.
"""

from simloop.sitl.sil_boards import SYSTEM as BOARDS
from simloop.sitl.vehicle_roster import SYSTEM as VEHICLE_IDS

PILOTS = (
    VEHICLE_IDS,
    "jsbsim newcomers",
    BOARDS,
    "ardupilot",
    "px4",
    "betaflight",
    "external",
)


def earlier_pilots(name: str) -> tuple[str, ...]:
    """The systems that an autopilot's system runs after."""
    return PILOTS[: PILOTS.index(name)]
