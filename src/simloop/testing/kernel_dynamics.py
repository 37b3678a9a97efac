"""The built-in rigid body behind DynamicsInterface: one body, interpreted, a call at a time."""

from math import isfinite

from simloop.messages.geometry_msgs import Vector3Stamped, WrenchStamped
from simloop.messages.rosflight_msgs import SimState
from simloop.systems import contacts, physics, wind
from simloop.testing.body_bench import BodyBench
from simloop.testing.state_columns import state_columns, triple
from simloop.timing.clock import nanoseconds_at, tick_at
from simloop.world.dynamics_interface import header_at, state_of, wind_of
from simloop.world.forces_interface import to_ned

_UNIT_TOLERANCE = 1e-6
_STATE_NUMBERS = ("position_ned_m", "attitude_wxyz", "velocity_frd_mps", "rate_frd_radps")


class KernelDynamics:
    """A body on a bench, with ground below and wind around it. Stamps must lie on ticks."""

    def __init__(
        self,
        *,
        body: physics.Config | None = None,
        feet: contacts.Config | None = None,
        air: wind.Config | None = None,
        tick_rate_hz: int = 400,
    ) -> None:
        mass = body or physics.Config(mass_kg=3.5, inertia_kgm2=(0.08, 0.08, 0.12, 0.0, 0.0, 0.0))
        self._tick_rate_hz = tick_rate_hz
        self._bench = BodyBench(
            lambda kit: contacts.equip(kit, feet or contacts.Config()),
            lambda kit: wind.equip(kit, air or wind.Config()),
            lambda kit: physics.equip(kit, mass),
            tick_rate_hz=tick_rate_hz,
        )

    def apply_forces_and_torques(self, forces: WrenchStamped) -> None:
        """Move up to the stamp, tick by tick, with the wrench held in body axes."""
        bench, stamp_ns = self._bench, forces.header.stamp.nanoseconds
        last = tick_at(stamp_ns, self._tick_rate_hz)
        if nanoseconds_at(last, self._tick_rate_hz) != stamp_ns or last <= bench.tick:
            raise ValueError(
                f"the stamp {stamp_ns} ns is no tick after tick {bench.tick} "
                f"at {self._tick_rate_hz} Hz"
            )
        bench.set("external_torque_frd_nm", triple(forces.wrench.torque))
        while bench.tick < last:
            attitude = self.compute_truth().pose.orientation
            bench.set("external_force_ned_n", to_ned(attitude, forces.wrench.force))
            bench.run()

    def compute_truth(self) -> SimState:
        """The state after the last tick."""
        return state_of(self._read, header_at(self._bench.tick, self._tick_rate_hz))

    def compute_wind_truth(self) -> Vector3Stamped:
        """The wind of the last tick."""
        return wind_of(self._read, header_at(self._bench.tick, self._tick_rate_hz))

    def set_sim_state(self, state: SimState) -> bool:
        """Take the state over, unless it has no numbers or no attitude."""
        columns = state_columns(state)
        q = state.pose.orientation
        numbers = [number for name in _STATE_NUMBERS for number in columns[name]]
        length2 = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z
        if not all(map(isfinite, numbers)) or abs(length2 - 1.0) > _UNIT_TOLERANCE:
            return False
        for column, value in columns.items():
            self._bench.set(column, value)
        self._bench.set("frozen", 0.0)
        return True

    def _read(self, column: str) -> list[float]:
        numbers: list[float] = self._bench.get(column).tolist()
        return numbers
