"""The flow of air that a velocity makes in the wind."""

from simloop.firmware.vector import Vec2, Vec3

# Body axes along which the flow of air is known.
NOSE = Vec3(1.0, 0.0, 0.0)
RIGHT = Vec3(0.0, 1.0, 0.0)


def through_air(velocity_ned_mps: Vec3, wind_ned_mps: Vec2) -> Vec3:
    """Velocity against the air; wind is level."""
    return Vec3(
        velocity_ned_mps.x - wind_ned_mps.x, velocity_ned_mps.y - wind_ned_mps.y, velocity_ned_mps.z
    )
