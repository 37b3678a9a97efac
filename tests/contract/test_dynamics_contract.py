"""The built-in rigid body keeps DynamicsInterface, and the checker finds those that do not."""

from dataclasses import replace

import pytest

from simloop.messages.builtin_interfaces import Time
from simloop.messages.geometry_msgs import Quaternion, Vector3, WrenchStamped
from simloop.messages.rosflight_msgs import SimState
from simloop.messages.std_msgs import Header
from simloop.systems import contacts, physics, wind
from simloop.testing import KernelDynamics, check_dynamics
from simloop.world.dynamics_interface import DynamicsInterface

HEAVY = physics.Config(mass_kg=80.0, inertia_kgm2=(9.0, 8.0, 12.0, 0.1, 0.2, -0.1))


class Weightless(KernelDynamics):
    def __init__(self) -> None:
        super().__init__(body=physics.Config(gravity_mps2=0.0))


class LikeAnImu(KernelDynamics):
    def compute_truth(self) -> SimState:
        truth = super().compute_truth()
        linear = truth.acceleration.linear
        felt = replace(truth.acceleration, linear=replace(linear, z=linear.z - 9.80665))
        return replace(truth, acceleration=felt)


class ForceInWorldAxes(KernelDynamics):
    def apply_forces_and_torques(self, forces: WrenchStamped) -> None:
        q = self.compute_truth().pose.orientation
        cosine, sine = q.w * q.w - q.z * q.z, 2.0 * q.w * q.z
        f = forces.wrench.force
        turned = Vector3(cosine * f.x + sine * f.y, cosine * f.y - sine * f.x, f.z)
        super().apply_forces_and_torques(
            replace(forces, wrench=replace(forces.wrench, force=turned))
        )


class TorqueUpsideDown(KernelDynamics):
    def apply_forces_and_torques(self, forces: WrenchStamped) -> None:
        t = forces.wrench.torque
        turned = replace(forces.wrench, torque=Vector3(t.x, -t.y, -t.z))
        super().apply_forces_and_torques(replace(forces, wrench=turned))


class VelocityInWorldAxes(KernelDynamics):
    def set_sim_state(self, state: SimState) -> bool:
        q, v = state.pose.orientation, state.twist.linear
        cosine, sine = q.w * q.w - q.z * q.z, 2.0 * q.w * q.z
        turned = Vector3(cosine * v.x + sine * v.y, cosine * v.y - sine * v.x, v.z)
        return super().set_sim_state(replace(state, twist=replace(state.twist, linear=turned)))

    def compute_truth(self) -> SimState:
        truth = super().compute_truth()
        q, v = truth.pose.orientation, truth.twist.linear
        cosine, sine = q.w * q.w - q.z * q.z, 2.0 * q.w * q.z
        turned = Vector3(cosine * v.x - sine * v.y, sine * v.x + cosine * v.y, v.z)
        return replace(truth, twist=replace(truth.twist, linear=turned))


class DeafToSetting(KernelDynamics):
    def set_sim_state(self, state: SimState) -> bool:
        return True


class TakesAnything(KernelDynamics):
    def set_sim_state(self, state: SimState) -> bool:
        super().set_sim_state(state)
        return True


class Stretched(KernelDynamics):
    def compute_truth(self) -> SimState:
        truth = super().compute_truth()
        q = truth.pose.orientation
        grown = 1.0 + 1e-5 * truth.header.stamp.sec
        longer = Quaternion(q.x * grown, q.y * grown, q.z * grown, q.w * grown)
        return replace(truth, pose=replace(truth.pose, orientation=longer))


class BottomLess(KernelDynamics):
    def __init__(self) -> None:
        super().__init__(feet=contacts.Config(ground_down_m=1e6))


class HalfTheForce(KernelDynamics):
    def apply_forces_and_torques(self, forces: WrenchStamped) -> None:
        f = forces.wrench.force
        wrench = replace(forces.wrench, force=replace(f, x=f.x if f.x < 15.0 else 15.0))
        super().apply_forces_and_torques(replace(forces, wrench=wrench))


class Late(KernelDynamics):
    def compute_truth(self) -> SimState:
        return replace(super().compute_truth(), header=Header())


def test_the_built_in_body_keeps_the_contract() -> None:
    dynamics: DynamicsInterface = KernelDynamics()
    assert isinstance(dynamics, KernelDynamics)
    check_dynamics(KernelDynamics)


def test_other_rates_masses_and_winds_keep_it_too() -> None:
    windy = wind.Config(speed_mps=5.0, turbulence="light")
    check_dynamics(lambda: KernelDynamics(body=HEAVY, air=windy, tick_rate_hz=200), rate_hz=200)


def test_steps_of_several_ticks_keep_it_too() -> None:
    check_dynamics(lambda: KernelDynamics(tick_rate_hz=400), rate_hz=100)


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        (DeafToSetting, "after set_sim_state"),
        (TakesAnything, "must say False to a quaternion of length 0"),
        (Weightless, "gravity is dynamics'"),
        (LikeAnImu, "not what an IMU feels"),
        (HalfTheForce, "twice the force"),
        (ForceInWorldAxes, "must move the body east"),
        (VelocityInWorldAxes, "flying forward with the nose east"),
        (TorqueUpsideDown, "must pitch up"),
        (Stretched, "length of the quaternion"),
        (BottomLess, "the ground is dynamics'"),
        (Late, "stamp of the last wrench"),
    ],
)
def test_the_checker_finds_what_is_wrong(wrong: type[KernelDynamics], complaint: str) -> None:
    with pytest.raises(AssertionError, match=complaint):
        check_dynamics(wrong)


@pytest.mark.parametrize("nanoseconds", [0, 1_000_000, 2_500_001])
def test_a_stamp_between_ticks_or_in_the_past_is_refused(nanoseconds: int) -> None:
    stamp = Header(Time.from_nanoseconds(nanoseconds))
    with pytest.raises(ValueError, match="no tick after tick 0"):
        KernelDynamics().apply_forces_and_torques(WrenchStamped(stamp))


def test_the_wind_is_the_worlds() -> None:
    dynamics = KernelDynamics(air=wind.Config(speed_mps=6.0, direction_from_deg=270.0))
    dynamics.apply_forces_and_torques(WrenchStamped(Header(Time.from_nanoseconds(25_000_000))))
    blowing = dynamics.compute_wind_truth()
    assert blowing.vector.y == pytest.approx(6.0)
    assert blowing.header.stamp.nanoseconds == 25_000_000
