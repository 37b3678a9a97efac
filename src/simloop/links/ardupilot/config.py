"""Settings of the autopilot `ardupilot`, and the physics rate that its arming checks ask for."""

from dataclasses import dataclass
from typing import Literal

from simloop.links.ardupilot.state_reader import Imu
from simloop.links.launch import Launch
from simloop.wire.ardupilot_json import PORT
from simloop.world.plugin import VehicleKit

# Gyro samples per pass of the main loop without which a copter does not arm.
_SAMPLES_PER_LOOP = 1.8
_LEAST_RATE_HZ = 100.0
_GOOD_RATE_HZ = 1200
_SLOW_LOOP_HZ = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """Where ArduPilot finds this vehicle, what it is told, and how it is started."""

    port: int = PORT
    """UDP port of the first such vehicle, 10 more for each further one; 0 for any that is free."""
    host: str = "127.0.0.1"
    """Address of this machine to listen at."""
    channels: tuple[int, ...] = ()
    """ArduPilot's channel of each output, from 1, 0 for none; by its usual order if left out."""
    rate_hz: float | None = None
    """Exchanges per second; one per tick if left out."""
    frame: Literal["auto", "copter", "plane", "rover"] = "auto"
    """Which ArduPilot flies it; a vehicle that only has rotors is a copter."""
    scheduler_loop_hz: float = 400.0
    """A copter's parameter SCHED_LOOP_RATE; physics must be 1.8 times as fast or it never arms."""
    imu: Imu = "truth"
    """`truth`: ArduPilot adds its own noise; `sampled`: it gets what the vehicle's IMU says."""
    geodetic: bool = False
    """Whether to send latitude, longitude and altitude too, for ArduPilot 4.7 and later."""
    no_time_sync: bool = False
    """Tell ArduPilot not to hold the pace of the wall clock, and to fly on simulated truth."""
    no_lockstep: bool = False
    """Let ArduPilot 4.7 and later run on by itself; the run is not repeatable then."""
    exact_state: bool = False
    """Add all columns of truth, for a simloop at the other end; ArduPilot passes over them."""
    launch: Launch | None = None
    """The program to start, with arguments that lead it here; it is waited for if left out."""

    def __post_init__(self) -> None:
        """Refuse what cannot be listened to."""
        if not 0 <= self.port <= 65535:
            raise ValueError(f"port is {self.port}: write 1 to 65535, or 0 for any that is free")
        if not self.scheduler_loop_hz > 0.0:
            raise ValueError(f"scheduler_loop_hz is {self.scheduler_loop_hz}: must be positive")


def frame_of(kit: VehicleKit, config: Config) -> str:
    """Which ArduPilot the vehicle needs."""
    if config.frame != "auto":
        return config.frame
    if "fixed_wing" in kit.facts or "aero_table" in kit.facts:
        return "plane"
    return "copter" if "multirotor" in kit.facts else "rover"


def check_rate(kit: VehicleKit, config: Config) -> None:
    """Refuse a world in which ArduPilot would boot, and then never arm."""
    rate_hz = float(kit.tick_rate_hz) if config.rate_hz is None else config.rate_hz
    if frame_of(kit, config) == "copter":
        loop_hz = config.scheduler_loop_hz
        least_hz = _SAMPLES_PER_LOOP * loop_hz
        if rate_hz < least_hz:
            raise ValueError(
                f"ardupilot: a copter whose loop runs at {loop_hz:g} Hz arms with physics at "
                f"{least_hz:g} Hz or more, not {rate_hz:g} Hz: set 'tick_rate_hz: "
                f"{_GOOD_RATE_HZ}', or its parameter SCHED_LOOP_RATE to {_SLOW_LOOP_HZ} and "
                f"'scheduler_loop_hz: {_SLOW_LOOP_HZ}' here"
            )
    elif rate_hz < _LEAST_RATE_HZ:
        raise ValueError(
            f"ardupilot: {rate_hz:g} Hz are too few, its loop needs {_LEAST_RATE_HZ:g} Hz: "
            "raise tick_rate_hz, or rate_hz if it is set"
        )
