"""The contract of the forces module, under the names of ROSflight, and a way to use it.

Whoever brings forces of their own implements it and runs `simloop.testing.check_forces_and_moments`
on it. The built-in forces do the same work in batches, compiled, at every stage of the integrator
(simloop.systems.multirotor and its neighbours); `simloop.testing.KernelForces` offers them one
vehicle at a time behind this contract. `HeldForces` lets any implementation move a vehicle.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from simloop.math.quaternion import rotate_to_world
from simloop.messages.geometry_msgs import (
    Quaternion,
    Vector3,
    Vector3Stamped,
    Wrench,
    WrenchStamped,
)
from simloop.messages.rosflight_msgs import PWM_CHANNELS, SimState
from simloop.world.dynamics_interface import header_at, state_of, wind_of
from simloop.world.entities import Record
from simloop.world.held_push import HeldPush
from simloop.world.runner import TickInfo
from simloop.world.system import PythonSystem, Stage
from simloop.world.table import Table
from simloop.world.world import World

PULSE_OFF_US = 1000
PULSE_RANGE_US = 1000
ALL_OFF = (PULSE_OFF_US,) * PWM_CHANNELS

_STATE_COLUMNS = (
    "position_ned_m",
    "attitude_wxyz",
    "velocity_frd_mps",
    "rate_frd_radps",
    "acceleration_frd_mps2",
    "angular_acceleration_frd_radps2",
    "wind_ned_mps",
)
# What the firmware's mixers are made of; a vehicle has some of these columns or none.
_MIXER_COLUMNS = (
    "fw_mc_mixer_number",
    "fw_mc_mixer_table",
    "fw_mc_custom_primary",
    "fw_mc_custom_secondary",
    "fw_output_mix",
    "fw_output_secondary",
)
# Where topics find the forces that a program holds.
HELD_FORCES_FACT = "held_forces"
_PUSH_COLUMNS = ("external_force_ned_n", "external_torque_frd_nm")


class ForcesAndMomentsInterface(Protocol):
    """Turns state, wind and actuators of one vehicle into the wrench of air and propulsion."""

    def update_forces_and_torques(
        self, state: SimState, wind: Vector3Stamped, actuators: Sequence[int]
    ) -> WrenchStamped:
        """Force in N and torque about the centre of mass in N m, FRD, without gravity and contact.

        `wind` is where the air goes to, m/s NED. `actuators` are the 14 pulse widths in us: less
        than 1000 counts as 1000, more than 2000 as 2000.
        """

    def get_firmware_parameters(self) -> None:
        """Learn the mixer from the firmware; called at load and when it changed.

        A vehicle that does not need it does nothing.
        """


@runtime_checkable
class RemembersTicks(Protocol):
    """Forces that depend on earlier ticks, as of rotors that lag, and go back with a snapshot."""

    def save_state(self) -> Any:
        """What they remember, as a copy."""

    def load_state(self, saved: Any) -> None:
        """Back to what was saved, which may be asked for again."""


class HeldForces:
    """Moves a vehicle by a ForcesAndMomentsInterface: each tick by one wrench, held over it.

    Truth may be read only after the tick, intent written only before the next one; so there are
    two systems: one looks at the truth, the other asks for the wrench and applies it. Pulses come
    from the vehicle's own commands, or from `actuators` if it has none. A push of users acts on
    top of it, and `sim/forces_and_moments` shows it. What the forces remember is part of snapshots
    if they are RemembersTicks.
    """

    def __init__(self, world: World, vehicle: str, forces: ForcesAndMomentsInterface) -> None:
        self.actuators: Sequence[int] = ALL_OFF
        self._world = world
        self._vehicle = vehicle
        self._forces = forces
        self._state = SimState()
        self._wind = Vector3Stamped()
        self._pushes = (HeldPush(), HeldPush())
        self._wrench = Wrench()
        self._applied_tick = -1
        self._mixer: list[list[float]] | None = None
        world.by_name(vehicle)
        self.look()
        self._learn_mixer()

    def systems(self) -> tuple[PythonSystem, PythonSystem]:
        """What to give to `add_system`."""
        look = PythonSystem(
            name=f"{self._vehicle} held forces look",
            stage=Stage.OBSERVE,
            run=lambda info: self.look(),
            reads=_STATE_COLUMNS,
            save=self._save,
            load=self._load,
        )
        push = PythonSystem(
            name=f"{self._vehicle} held forces",
            stage=Stage.CONTROL,
            run=self.push,
            reads=("motor_command", "actuator_command", "output_least", *_MIXER_COLUMNS),
            writes=_PUSH_COLUMNS,
        )
        return look, push

    def look(self) -> None:
        """Remember the truth as it is now."""
        place = self._place()
        if place is None:
            return
        table, row = place
        read = table.reader(row)
        header = header_at(self._world.tick, self._world.tick_rate_hz, self._vehicle)
        self._state, self._wind = state_of(read, header), wind_of(read, header)

    def push(self, info: TickInfo) -> None:
        """Apply the wrench that belongs to what was seen."""
        place = self._place()
        if place is None:
            return
        table, row = place
        self._learn_mixer()
        stamped = self._forces.update_forces_and_torques(
            self._state, self._wind, self._pulses(table, row)
        )
        wrench = self._wrench = stamped.wrench
        self._applied_tick = info.tick
        torque_nm = (wrench.torque.x, wrench.torque.y, wrench.torque.z)
        added = (to_ned(self._state.pose.orientation, wrench.force), torque_nm)
        for column, push, more in zip(_PUSH_COLUMNS, self._pushes, added, strict=True):
            vector = table.vector(row, column)
            vector[:] = push.with_push(vector.tolist(), more)

    def wrench_of(self, tick: int) -> Wrench | None:
        """The wrench that was applied in a tick; None if that was another one's work."""
        return self._wrench if tick == self._applied_tick else None

    def _learn_mixer(self) -> None:
        """Let the forces ask for the mixer, at first and whenever the firmware's has changed."""
        place = self._place()
        if place is None:
            return
        table, row = place
        known = [name for name in _MIXER_COLUMNS if name in table.layout.places]
        mixer = [table.numbers(row, name).tolist() for name in known]
        if mixer != self._mixer:
            self._mixer = mixer
            self._forces.get_firmware_parameters()

    def _place(self) -> tuple[Table, int] | None:
        entity = self._world.entities.by_name(self._vehicle)
        if entity is None:
            return None
        record = self._world.entities.get(entity)
        record.facts[HELD_FORCES_FACT] = self
        return self._world.tables[record.table], record.row

    def _pulses(self, table: Table, row: int) -> Sequence[int]:
        commands = outputs_of(table, row)
        return pulses_us(*commands) if commands[0] else self.actuators

    def _save(self) -> tuple[Any, ...]:
        pushes = tuple(push.save() for push in self._pushes)
        forces = self._forces
        memory = forces.save_state() if isinstance(forces, RemembersTicks) else None
        return self._state, self._wind, self._wrench, self._applied_tick, pushes, memory

    def _load(self, saved: tuple[Any, ...]) -> None:
        self._state, self._wind, self._wrench, self._applied_tick, pushes, memory = saved
        if isinstance(self._forces, RemembersTicks):
            self._forces.load_state(memory)
        for push, kept in zip(self._pushes, pushes, strict=True):
            push.load(kept)


def held_wrench(record: Record, tick: int) -> Mapping[str, tuple[float, float, float]]:
    """What a program's forces add in a tick to the wrench columns of a vehicle."""
    held = record.facts.get(HELD_FORCES_FACT)
    wrench = held.wrench_of(tick) if isinstance(held, HeldForces) else None
    if wrench is None:
        return {}
    force, torque = wrench.force, wrench.torque
    return {
        "force_frd_n": (force.x, force.y, force.z),
        "torque_frd_nm": (torque.x, torque.y, torque.z),
    }


def pulses_us(commands: Sequence[float], least: Sequence[float] = ()) -> tuple[int, ...]:
    """Commands as the pulse widths of all outputs.

    Motors go from 0 to 1 in 1000 to 2000 us. `least` has the lowest command of each output: one
    of -1 is a servo's, whose middle is 1500 us.
    """
    lowest = [*least, *([0.0] * (len(commands) - len(least)))]
    pulses = [
        PULSE_OFF_US + round(PULSE_RANGE_US * (command - low) / (1.0 - low))
        for command, low in zip(commands, lowest, strict=True)
    ]
    return tuple((pulses + list(ALL_OFF))[:PWM_CHANNELS])


def outputs_of(table: Table, row: int) -> tuple[list[float], list[float]]:
    """What all outputs are asked for, lift rotors first, and the lowest command of each."""
    commands: list[float] = []
    least: list[float] = []
    if "motor_command" in table.layout.places:
        commands += table.vector(row, "motor_command").tolist()
        least += [0.0] * len(commands)
    if "actuator_command" in table.layout.places:
        commands += table.vector(row, "actuator_command").tolist()
        least += table.numbers(row, "output_least").tolist()
    return commands, least


def commands_of(pulses: Sequence[int]) -> tuple[float, ...]:
    """Pulse widths as commands from 0 to 1."""
    return tuple(min(max((us - PULSE_OFF_US) / PULSE_RANGE_US, 0.0), 1.0) for us in pulses)


def to_ned(attitude: Quaternion, vector_frd: Vector3) -> tuple[float, float, float]:
    """A vector in body axes as the world sees it."""
    return rotate_to_world(
        attitude.w, attitude.x, attitude.y, attitude.z, vector_frd.x, vector_frd.y, vector_frd.z
    )
