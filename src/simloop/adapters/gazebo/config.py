"""Settings of the `gazebo` adapter: where the plugins are, and how they take and give."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from simloop.wire.ardupilot_json import PORT, PORTS_PER_VEHICLE

Point = tuple[float, float, float]
Sensor = Literal["imu", "sonar", "battery"]


@dataclass(frozen=True, slots=True, kw_only=True)
class GazeboVehicle:
    """One vehicle, and what is other with it than with the rest."""

    id: int
    """The vehicle's id in this run."""
    port: int | None = None
    """UDP port of its plugin (`fdm_port_in`); counted on from the first vehicle's if left out."""
    channels: tuple[int, ...] | None = None
    """Channel of each of its outputs, from 1, 0 for none; that of all if left out."""
    origin_ned_m: Point | None = None
    """Gazebo's world origin for this vehicle; that of all if left out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GazeboConfig:
    """An unmodified ardupilot_gazebo plugin in every model, each on a port of its own."""

    host: str = "127.0.0.1"
    """Where Gazebo runs."""
    port: int = PORT
    """UDP port of the first vehicle's plugin, 10 more for each further one, in order of ids."""
    lockstep: bool = True
    """Whether the models have `<lock_step>1</lock_step>`: one packet for one step of Gazebo."""
    step_us: int | None = None
    """Gazebo's physics step, us; learnt from its first two states if left out."""
    timeout_s: float = 1.0
    """After so long without an answer a packet is sent again, with the same number, s."""
    width: Literal[16, 32] = 16
    """Channels of a packet: 32 if the models have `<have_32_channels>`."""
    channels: tuple[int, ...] = ()
    """Channel of each output, from 1, 0 for none; outputs in their own order if left out."""
    sensors: tuple[Sensor, ...] = ()
    """Sensors taken from Gazebo as they are; all others are made here from its truth."""
    origin_ned_m: Point = (0.0, 0.0, 0.0)
    """Where Gazebo's world origin lies in this world, m."""
    vehicles: tuple[GazeboVehicle, ...] = ()
    """The vehicles there, in the order of their ports; any that come, by their ids, if left out."""

    def __post_init__(self) -> None:
        """Refuse what no plugin could have."""
        for port in (self.port, *(v.port for v in self.vehicles if v.port is not None)):
            if not 1 <= port <= 65535:
                raise ValueError(f"port is {port}: write 1 to 65535")
        if not self.timeout_s > 0.0:
            raise ValueError(f"timeout_s is {self.timeout_s}: must be positive")
        if self.step_us is not None and self.step_us <= 0:
            raise ValueError(f"step_us is {self.step_us}: must be positive")
        for channels in (self.channels, *(v.channels or () for v in self.vehicles)):
            for number in channels:
                if not 0 <= number <= self.width:
                    raise ValueError(
                        f"channels names {number}: write 1 to {self.width}, or 0 for none"
                    )

    def number_of(self, vehicle_id: int, taken: Collection[int]) -> int:
        """The place of a vehicle's port, from 0: that in the list, or the first that is free."""
        if self.vehicles:
            return [vehicle.id for vehicle in self.vehicles].index(vehicle_id)
        return next(number for number in range(len(taken) + 1) if number not in taken)

    def of_vehicle(self, vehicle_id: int, number: int) -> GazeboVehicle:
        """Everything about the vehicle whose port has this place."""
        own = self.vehicles[number] if self.vehicles else GazeboVehicle(id=vehicle_id)
        port = self.port + PORTS_PER_VEHICLE * number
        return GazeboVehicle(
            id=vehicle_id,
            port=port if own.port is None else own.port,
            channels=self.channels if own.channels is None else own.channels,
            origin_ned_m=self.origin_ned_m if own.origin_ned_m is None else own.origin_ned_m,
        )
