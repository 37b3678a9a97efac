"""Who speaks: kind of vehicle, version, and what it can do, as MAVLink tells it."""

from dataclasses import dataclass

from simloop.firmware.codes import Airframe

# ArduPilot, because ground stations then know the numbers of the modes.
AUTOPILOT = 3
COMPONENT = 1

TYPE_FIXED_WING = 1
TYPE_BY_ROTORS = {3: 15, 4: 2, 6: 13, 8: 14, 10: 35, 12: 29}
TYPE_ROVER = 10
TYPE_BOAT = 11

# MAV_PROTOCOL_CAPABILITY: missions in floats and integers, commands in integers, parameters as
# floats cast from integers, targets of all three kinds, MAVLink 2, fence and rally points.
CAPABILITIES = 1 | 2 | 4 | 8 | 64 | 128 | 256 | 8192 | 16384 | 32768 | 131072


@dataclass(frozen=True, slots=True)
class Version:
    """Of the firmware; `custom` are up to eight bytes, such as the start of a commit's name."""

    major: int = 0
    minor: int = 1
    patch: int = 0
    custom: bytes = b""

    @property
    def packed(self) -> int:
        """As in AUTOPILOT_VERSION, with the mark of a development version."""
        return self.major << 24 | self.minor << 16 | self.patch << 8


@dataclass(frozen=True, slots=True)
class Identity:
    """What does not change while the firmware runs."""

    version: Version = Version()
    uid: int = 0


def vehicle_type(airframe: float, rotors: int, vtol_type: int) -> int:
    """MAV_TYPE of a vehicle."""
    if airframe == Airframe.MULTIROTOR:
        return TYPE_BY_ROTORS.get(rotors, TYPE_BY_ROTORS[4])
    if airframe == Airframe.VTOL:
        return vtol_type or TYPE_FIXED_WING
    return {Airframe.ROVER: TYPE_ROVER, Airframe.BOAT: TYPE_BOAT}.get(airframe, TYPE_FIXED_WING)
