"""Checks that a dynamics module keeps the contract: Newton, frames, gravity, ground and time."""

from collections.abc import Callable
from dataclasses import replace
from math import isfinite, nan, pi

from simloop.messages.builtin_interfaces import Time
from simloop.messages.geometry_msgs import Point, Quaternion, Vector3, Wrench, WrenchStamped
from simloop.messages.rosflight_msgs import SimState
from simloop.messages.std_msgs import Header
from simloop.testing.sensor_checker import sim_state
from simloop.testing.state_columns import state_columns, triple
from simloop.timing.clock import nanoseconds_at
from simloop.world.dynamics_interface import DynamicsInterface

Make = Callable[[], DynamicsInterface]
Three = tuple[float, float, float]

GRAVITY_MPS2 = (9.7, 9.9)
HIGH_UP: Three = (0.0, 0.0, -200.0)


class _Driver:
    """A module, and the clock that drives it."""

    def __init__(self, dynamics: DynamicsInterface, rate_hz: int, state: SimState) -> None:
        self.dynamics = dynamics
        self._rate_hz = rate_hz
        self._tick = 0
        accepted = dynamics.set_sim_state(state)
        assert accepted is True, "set_sim_state must say True to a state that a body can be in"

    def run(
        self,
        seconds: float,
        *,
        force_frd_n: Three = (0.0, 0.0, 0.0),
        torque_frd_nm: Three = (0.0, 0.0, 0.0),
    ) -> SimState:
        """Hold a wrench for a while, and see where that leads."""
        wrench = Wrench(Vector3(*force_frd_n), Vector3(*torque_frd_nm))
        for _ in range(round(seconds * self._rate_hz)):
            self._tick += 1
            stamp = Time.from_nanoseconds(nanoseconds_at(self._tick, self._rate_hz))
            self.dynamics.apply_forces_and_torques(WrenchStamped(Header(stamp), wrench))
        truth = self.dynamics.compute_truth()
        numbers = [number for column in state_columns(truth).values() for number in column]
        assert all(map(isfinite, numbers)), f"compute_truth must be finite, got {numbers}"
        return truth

    @property
    def now_ns(self) -> int:
        """The stamp of the last wrench."""
        return nanoseconds_at(self._tick, self._rate_hz)


def check_dynamics(make: Make, *, rate_hz: int = 400) -> None:
    """Raise AssertionError, saying what is wrong, unless the module keeps the contract.

    Args:
        make: builds a module with a body of up to some hundred kilograms, at time zero.
        rate_hz: how many wrenches a second it takes.
    """

    def start(state: SimState) -> _Driver:
        return _Driver(make(), rate_hz, state)

    _check_state_is_taken(start)
    _check_impossible_states(start)
    _check_free_fall(start)
    _check_newton(start)
    _check_body_axes(start)
    _check_turns(start)
    _check_ground(start)
    _check_time_and_wind(start)


Start = Callable[[SimState], _Driver]


def _check_state_is_taken(start: Start) -> None:
    asked = sim_state(
        ned_m=(10.0, -20.0, -200.0),
        yaw=0.5,
        velocity_frd_mps=(3.0, -1.0, 0.5),
        rate_frd_radps=(0.1, -0.2, 0.3),
    )
    got = state_columns(start(asked).dynamics.compute_truth())
    for column in ("position_ned_m", "attitude_wxyz", "velocity_frd_mps", "rate_frd_radps"):
        _near(
            got[column], state_columns(asked)[column], 1e-9, f"{column} after set_sim_state is it"
        )


def _check_impossible_states(start: Start) -> None:
    before = sim_state(ned_m=HIGH_UP)
    no_turn = replace(before.pose, orientation=Quaternion(0.0, 0.0, 0.0, 0.0))
    nowhere = replace(before.pose, position=Point(nan, 0.0, 0.0))
    for pose, what in ((no_turn, "a quaternion of length 0"), (nowhere, "a position of NaN")):
        driver = start(before)
        accepted = driver.dynamics.set_sim_state(replace(before, pose=pose))
        assert accepted is False, f"set_sim_state must say False to {what}"
        held = state_columns(driver.dynamics.compute_truth())["position_ned_m"]
        _near(held, HIGH_UP, 1e-9, f"set_sim_state with {what} changes nothing")


def _check_free_fall(start: Start) -> None:
    truth = start(sim_state(ned_m=HIGH_UP)).run(1.0)
    speed, fallen = truth.twist.linear.z, truth.pose.position.z - HIGH_UP[2]
    _within(speed, *GRAVITY_MPS2, "m/s down after a second without wrench: gravity is dynamics'")
    _within(fallen, 0.49 * GRAVITY_MPS2[0], 0.51 * GRAVITY_MPS2[1], "m fallen in that second")
    _within(
        truth.acceleration.linear.z,
        *GRAVITY_MPS2,
        "acceleration of a falling body, m/s^2: it is inertial, not what an IMU feels",
    )


def _check_newton(start: Start) -> None:
    def velocity(force_n: float) -> float:
        driver = start(sim_state(ned_m=HIGH_UP))
        return driver.run(0.1, force_frd_n=(force_n, 0.0, 0.0)).twist.linear.x

    once, twice = velocity(10.0), velocity(20.0)
    assert once > 0.0, f"a force forward must speed the body up forward, got {once:.4g} m/s"
    _within(twice / once, 1.9, 2.1, "speed by twice the force over speed by the force")
    # The mass follows, and so the force that carries the weight.
    mass_kg = 10.0 * 0.1 / once
    lift_n = mass_kg * 0.5 * (GRAVITY_MPS2[0] + GRAVITY_MPS2[1])
    hover = start(sim_state(ned_m=HIGH_UP)).run(0.5, force_frd_n=(0.0, 0.0, -lift_n))
    _within(hover.twist.linear.z, -0.2, 0.2, "m/s down while a force up carries the weight")


def _check_body_axes(start: Start) -> None:
    east = sim_state(ned_m=HIGH_UP, yaw=pi / 2.0)
    place = start(east).run(0.5, force_frd_n=(10.0, 0.0, 0.0)).pose.position
    assert place.y > 10.0 * abs(place.x), (
        "a force forward with the nose east must move the body east, "
        f"got {place.x:.4g} m north and {place.y:.4g} m east"
    )
    moving = sim_state(ned_m=HIGH_UP, yaw=pi / 2.0, velocity_frd_mps=(10.0, 0.0, 0.0))
    place = start(moving).run(0.5).pose.position
    _near(
        (place.x, place.y), (0.0, 5.0), 0.5, "m north and east, flying forward with the nose east"
    )


def _check_turns(start: Start) -> None:
    for axis, name in enumerate(("roll right", "pitch up", "yaw right")):
        torque: list[float] = [0.0, 0.0, 0.0]
        torque[axis] = 0.01
        x, y, z = torque
        truth = start(sim_state(ned_m=HIGH_UP)).run(0.1, torque_frd_nm=(x, y, z))
        q = truth.pose.orientation
        rate, turned = triple(truth.twist.angular)[axis], (q.x, q.y, q.z)[axis]
        assert rate > 0.0 and turned > 0.0, (
            f"a torque about axis {'xyz'[axis]} must {name}: got {rate:.4g} rad/s, quaternion "
            f"element {turned:.4g}"
        )
    tumbling = sim_state(ned_m=HIGH_UP, rate_frd_radps=(3.0, -2.0, 4.0))
    w, x, y, z = state_columns(start(tumbling).run(2.0))["attitude_wxyz"]
    length = (w * w + x * x + y * y + z * z) ** 0.5
    _within(length, 1.0 - 1e-6, 1.0 + 1e-6, "length of the quaternion of a tumbling body")


def _check_ground(start: Start) -> None:
    down_m = start(sim_state(ned_m=(0.0, 0.0, -1.0))).run(3.0).pose.position.z
    _within(down_m, -2.0, 0.5, "m down, 3 s after a drop from 1 m: the ground is dynamics'")


def _check_time_and_wind(start: Start) -> None:
    driver = start(sim_state(ned_m=HIGH_UP))
    truth = driver.run(0.25)
    shown_ns = truth.header.stamp.nanoseconds
    assert shown_ns == driver.now_ns, (
        f"compute_truth must carry the stamp of the last wrench, {driver.now_ns} ns, not {shown_ns}"
    )
    wind = driver.dynamics.compute_wind_truth()
    assert all(map(isfinite, triple(wind.vector))), f"the wind must be finite, got {wind.vector}"


def _near(got: tuple[float, ...], expected: tuple[float, ...], tolerance: float, rule: str) -> None:
    worst = max(abs(a - b) for a, b in zip(got, expected, strict=True))
    shown = tuple(float(f"{number:.6g}") for number in got)
    assert worst <= tolerance, f"{rule}: expected {expected}, got {shown}"


def _within(got: float, low: float, high: float, what: str) -> None:
    assert low <= got <= high, f"{what}: expected {low:g} to {high:g}, got {got:.6g}"
