"""RotorPy's Multirotor under its SE3 controller with its IMU, as its simulate loop steps them."""

from typing import Any

from benchmarks.case import Case, Step, in_turn, one_vehicle

STEP_HZ = 100
STEP_S = 1 / STEP_HZ
SETTLING_STEPS = 200


class _Vehicle:
    """One quad hovering at the origin."""

    def __init__(self, state: dict[str, Any] | None = None) -> None:
        import numpy as np
        from rotorpy.controllers.quadrotor_control import SE3Control
        from rotorpy.sensors.imu import Imu
        from rotorpy.vehicles.hummingbird_params import quad_params
        from rotorpy.vehicles.multirotor import Multirotor

        self._quad = Multirotor(quad_params)
        self._control = SE3Control(quad_params)
        self._imu = Imu(sampling_rate=STEP_HZ)
        vectors = ("x", "x_dot", "x_ddot", "x_dddot", "x_ddddot")
        self._hover: dict[str, Any] = dict.fromkeys(vectors, np.zeros(3))
        self._hover |= dict.fromkeys(("yaw", "yaw_dot", "yaw_ddot"), 0.0)
        self._time_s = 0.0
        self.state = dict(state or self._quad.initial_state)

    def step(self) -> None:
        command = self._control.update(self._time_s, self.state, self._hover)
        self.state = self._quad.step(self.state, command, STEP_S)
        acceleration = self._quad.statedot(self.state, command, STEP_S)
        self._imu.measurement(self.state, acceleration, with_noise=True)
        self._time_s += STEP_S


def make(count: int) -> Step:
    """Independent vehicles in turn; RotorPy's batched classes need torch, which is left out."""
    # Settling takes smaller inner steps. A fleet starts settled; one vehicle soon is.
    first = _Vehicle()
    if count > 1:
        in_turn([first.step])(SETTLING_STEPS)
    return in_turn([_Vehicle(first.state).step for _ in range(count)])


CASES = (
    Case(
        name="RotorPy + SE3 + IMU",
        step_hz=STEP_HZ,
        does="RK45, motor lag, drag, SE3 control on truth, noisy IMU; instances in turn, no torch",
        counts=(1, 10, 100, 1000),
        make=make,
        veh_steps=one_vehicle,
    ),
)
