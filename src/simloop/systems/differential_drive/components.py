"""What a kinematic differential drive has; outputs and twists are those of all ground vehicles."""

from simloop.world.component import Change, Column, Component, Kind
from simloop.world.drive import (
    DRIVE_COMMAND,
    DRIVE_MODEL,
    DRIVE_STATE,
    ODOMETRY,
    ODOMETRY_MODEL,
    SIDE_TRAVEL,
)

__all__ = [
    "DRIVE_COMMAND",
    "DRIVE_MODEL",
    "DRIVE_STATE",
    "ODOMETRY",
    "ODOMETRY_MODEL",
    "SIDE_LIMIT",
    "SIDE_SPEED",
    "SIDE_TRAVEL",
]

SIDE_LIMIT = Component(
    "side_limit",
    Kind.PARAM,
    "How fast the sides change their speeds.",
    (Column("side_acceleration_mps2", 1, "m/s^2", "-", "of each side; 0 has no limit"),),
    Change.ONE_TIME,
)

SIDE_SPEED = Component(
    "side_speed",
    Kind.TRUTH,
    "How fast the sides roll.",
    (Column("side_speed_mps", 2, "m/s", "-", "left and right, backward is negative"),),
)
