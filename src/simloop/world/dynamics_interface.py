"""The contract of the dynamics module, under the names of ROSflight.

Whoever brings motion of their own implements it and runs `simloop.testing.check_dynamics` on it.
The built-in dynamics do the same work in batches (simloop.systems.physics and its neighbours);
`simloop.testing.KernelDynamics` offers them one body at a time behind this contract.
"""

from collections.abc import Callable
from typing import Protocol

from simloop.messages.builtin_interfaces import Time
from simloop.messages.geometry_msgs import (
    Accel,
    Point,
    Pose,
    Quaternion,
    Twist,
    Vector3,
    Vector3Stamped,
    WrenchStamped,
)
from simloop.messages.rosflight_msgs import SimState
from simloop.messages.std_msgs import Header
from simloop.timing.clock import nanoseconds_at

Read = Callable[[str], list[float]]


class DynamicsInterface(Protocol):
    """Moves one body. Gravity, the ground and the wind are its own; forces are brought to it."""

    def apply_forces_and_torques(self, forces: WrenchStamped) -> None:
        """Move on to `forces.header.stamp` under this aerodynamic and propulsive wrench, FRD.

        The step begins at the stamp of the call before, or at zero; the wrench is held over it.
        """

    def compute_truth(self) -> SimState:
        """The state now: position NED, the rest FRD; acceleration is inertial, with gravity."""

    def compute_wind_truth(self) -> Vector3Stamped:
        """Where the air around the body goes to, m/s NED."""

    def set_sim_state(self, state: SimState) -> bool:
        """Put the body into a state; False, and nothing changes, if no body can be in it."""


def header_at(tick: int, tick_rate_hz: int, frame: str = "") -> Header:
    """The stamp of a tick."""
    return Header(Time.from_nanoseconds(nanoseconds_at(tick, tick_rate_hz)), frame)


def state_of(read: Read, header: Header) -> SimState:
    """The truth columns of one row as a message."""
    w, x, y, z = read("attitude_wxyz")
    return SimState(
        header,
        Pose(Point(*read("position_ned_m")), Quaternion(x, y, z, w)),
        Twist(Vector3(*read("velocity_frd_mps")), Vector3(*read("rate_frd_radps"))),
        Accel(
            Vector3(*read("acceleration_frd_mps2")),
            Vector3(*read("angular_acceleration_frd_radps2")),
        ),
    )


def wind_of(read: Read, header: Header) -> Vector3Stamped:
    """The wind column of one row as a message."""
    return Vector3Stamped(header, Vector3(*read("wind_ned_mps")))
