"""The built-in multirotor forces behind ForcesAndMomentsInterface: one vehicle, interpreted."""

from collections.abc import Sequence
from typing import Any

from simloop.math.atmosphere import air_at
from simloop.messages.geometry_msgs import Vector3, Vector3Stamped, Wrench, WrenchStamped
from simloop.messages.rosflight_msgs import SimState
from simloop.systems import multirotor, physics
from simloop.testing.body_bench import BodyBench
from simloop.testing.state_columns import state_columns, triple
from simloop.world.forces_interface import commands_of


class KernelForces:
    """A multirotor on a bench: each call is one tick of its rotors, and of nothing else."""

    def __init__(
        self,
        config: multirotor.Config | None = None,
        *,
        tick_rate_hz: int = 400,
        origin_height_m: float = 0.0,
    ) -> None:
        vehicle = config or multirotor.Config()
        self._origin_height_m = origin_height_m
        self._rotors = len(vehicle.rotor_dists)
        self._bench = BodyBench(
            lambda kit: multirotor.equip(kit, vehicle),
            lambda kit: physics.equip(kit, physics.Config()),
            tick_rate_hz=tick_rate_hz,
        )

    def update_forces_and_torques(
        self, state: SimState, wind: Vector3Stamped, actuators: Sequence[int]
    ) -> WrenchStamped:
        """The wrench at the start of a tick that begins in this state."""
        bench = self._bench
        for column, value in state_columns(state).items():
            bench.set(column, value)
        _, _, density = air_at(self._origin_height_m - state.pose.position.z, 0.0)
        bench.set("air_density_kgpm3", density)
        bench.set("wind_ned_mps", triple(wind.vector))
        bench.set("motor_command", commands_of(actuators)[: self._rotors])
        bench.run()
        force, torque = bench.get("force_frd_n"), bench.get("torque_frd_nm")
        return WrenchStamped(
            state.header, Wrench(Vector3(*force.tolist()), Vector3(*torque.tolist()))
        )

    def get_firmware_parameters(self) -> None:
        """Outputs are rotors here, so there is nothing to learn."""

    def save_state(self) -> Any:
        """How fast the rotors turn, and all else on the bench."""
        return self._bench.save()

    def load_state(self, saved: Any) -> None:
        """Back to what was saved."""
        self._bench.load(saved)
