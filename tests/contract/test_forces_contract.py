"""The built-in forces keep ForcesAndMomentsInterface, and the checker finds those that do not."""

from collections.abc import Sequence
from dataclasses import replace
from math import nan

import pytest

from simloop.messages.geometry_msgs import Vector3, Vector3Stamped, Wrench, WrenchStamped
from simloop.messages.rosflight_msgs import SimState
from simloop.systems import multirotor
from simloop.systems.multirotor import performance
from simloop.testing import KernelForces, check_forces_and_moments
from simloop.world.forces_interface import ForcesAndMomentsInterface, pulses_us

NO_WIND = Vector3Stamped()


def with_force(stamped: WrenchStamped, force: Vector3) -> WrenchStamped:
    return replace(stamped, wrench=Wrench(force, stamped.wrench.torque))


class GravityIncluded(KernelForces):
    def update_forces_and_torques(
        self, state: SimState, wind: Vector3Stamped, actuators: Sequence[int]
    ) -> WrenchStamped:
        given = super().update_forces_and_torques(state, wind, actuators)
        force = given.wrench.force
        return with_force(given, replace(force, z=force.z + 3.5 * 9.8))


class PushedByTheAir(KernelForces):
    def update_forces_and_torques(
        self, state: SimState, wind: Vector3Stamped, actuators: Sequence[int]
    ) -> WrenchStamped:
        given = super().update_forces_and_torques(state, wind, actuators)
        force = given.wrench.force
        return with_force(given, Vector3(-force.x, -force.y, force.z))


class WindIgnored(KernelForces):
    def update_forces_and_torques(
        self, state: SimState, wind: Vector3Stamped, actuators: Sequence[int]
    ) -> WrenchStamped:
        return super().update_forces_and_torques(state, NO_WIND, actuators)


class WindInBodyAxes(KernelForces):
    def update_forces_and_torques(
        self, state: SimState, wind: Vector3Stamped, actuators: Sequence[int]
    ) -> WrenchStamped:
        v, w = state.twist.linear, wind.vector
        seen = replace(state.twist, linear=Vector3(v.x - w.x, v.y - w.y, v.z - w.z))
        return super().update_forces_and_torques(replace(state, twist=seen), NO_WIND, actuators)


class ForceInWorldAxes(KernelForces):
    def update_forces_and_torques(
        self, state: SimState, wind: Vector3Stamped, actuators: Sequence[int]
    ) -> WrenchStamped:
        given = super().update_forces_and_torques(state, wind, actuators)
        force, q = given.wrench.force, state.pose.orientation
        cosine, sine = q.w * q.w - q.z * q.z, 2.0 * q.w * q.z
        turned = Vector3(
            cosine * force.x - sine * force.y, sine * force.x + cosine * force.y, force.z
        )
        return with_force(given, turned)


class NothingDriven(KernelForces):
    def update_forces_and_torques(
        self, state: SimState, wind: Vector3Stamped, actuators: Sequence[int]
    ) -> WrenchStamped:
        return super().update_forces_and_torques(state, wind, (1000,) * 14)


class Unbounded(KernelForces):
    def update_forces_and_torques(
        self, state: SimState, wind: Vector3Stamped, actuators: Sequence[int]
    ) -> WrenchStamped:
        given = super().update_forces_and_torques(state, wind, actuators)
        extra = max(0, actuators[0] - 2000)
        force = given.wrench.force
        return with_force(given, replace(force, z=force.z - 0.1 * extra))


class NotANumber(KernelForces):
    def update_forces_and_torques(
        self, state: SimState, wind: Vector3Stamped, actuators: Sequence[int]
    ) -> WrenchStamped:
        return WrenchStamped(wrench=Wrench(Vector3(nan, 0.0, 0.0)))


class PlainTuple(KernelForces):
    def update_forces_and_torques(  # type: ignore[override]
        self, state: SimState, wind: Vector3Stamped, actuators: Sequence[int]
    ) -> tuple[float, ...]:
        return (0.0,) * 6


class MemoryOfOthers(KernelForces):
    calls = 0

    def update_forces_and_torques(
        self, state: SimState, wind: Vector3Stamped, actuators: Sequence[int]
    ) -> WrenchStamped:
        given = super().update_forces_and_torques(state, wind, actuators)
        MemoryOfOthers.calls += 1
        force = given.wrench.force
        return with_force(given, replace(force, x=force.x - 1e-12 * MemoryOfOthers.calls))


def test_the_built_in_forces_keep_the_contract() -> None:
    forces: ForcesAndMomentsInterface = KernelForces()
    assert isinstance(forces, KernelForces)
    check_forces_and_moments(KernelForces)


def test_a_lagging_hexarotor_keeps_it_too() -> None:
    hexa = multirotor.Config(
        mass_kg=6.0,
        rotor_dists=(0.4,) * 6,
        rotor_radial_angles_deg=(30.0, 90.0, 150.0, 210.0, 270.0, 330.0),
        rotor_rotation_directions=(1, -1, 1, -1, 1, -1),
        rotor_time_constant_up_s=0.01,
        rotor_time_constant_down_s=0.01,
    )
    check_forces_and_moments(lambda: KernelForces(hexa))


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        (GravityIncluded, "gravity and contact belong to dynamics"),
        (PushedByTheAir, "must brake a body"),
        (WindIgnored, "that the wind carries along"),
        (WindInBodyAxes, "that the wind carries along"),
        (ForceInWorldAxes, "does not depend on the heading"),
        (NothingDriven, "do nothing"),
        (Unbounded, "over 2000 us count as 2000"),
        (NotANumber, "must be finite"),
        (PlainTuple, "must give a WrenchStamped, not tuple"),
        (MemoryOfOthers, "the same input twice"),
    ],
)
def test_the_checker_finds_what_is_wrong(wrong: type[KernelForces], complaint: str) -> None:
    with pytest.raises(AssertionError, match=complaint):
        check_forces_and_moments(wrong)


def test_hover_throttle_carries_the_weight() -> None:
    throttle = performance.hover_throttle(multirotor.Config())
    wrench = (
        KernelForces()
        .update_forces_and_torques(SimState(), NO_WIND, pulses_us([throttle] * 4))
        .wrench
    )
    # A pulse has 1000 steps, and thrust changes by 0.3 % from one to the next.
    assert wrench.force.z == pytest.approx(-3.5 * 9.81, rel=4e-3)
    assert wrench.torque.x == pytest.approx(0.0, abs=1e-9)
