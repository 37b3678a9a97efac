"""A SimState as the columns of a body."""

from simloop.messages.geometry_msgs import Vector3
from simloop.messages.rosflight_msgs import SimState


def state_columns(state: SimState) -> dict[str, tuple[float, ...]]:
    """Every truth column that the message fills."""
    position, q = state.pose.position, state.pose.orientation
    return {
        "position_ned_m": (position.x, position.y, position.z),
        "attitude_wxyz": (q.w, q.x, q.y, q.z),
        "velocity_frd_mps": triple(state.twist.linear),
        "rate_frd_radps": triple(state.twist.angular),
        "acceleration_frd_mps2": triple(state.acceleration.linear),
        "angular_acceleration_frd_radps2": triple(state.acceleration.angular),
    }


def triple(vector: Vector3) -> tuple[float, float, float]:
    """A vector as three numbers."""
    return vector.x, vector.y, vector.z
