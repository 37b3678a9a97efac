"""Settings of the autopilot `betaflight`."""

from dataclasses import dataclass
from typing import Literal

from simloop.links.launch import Launch

Release = Literal["4.5", "2025.12", "2026.6"]
Bridge = Literal["legacy", "gazebo"]
Passing = Literal["auto", "argument", "option", "none"]
PORTS_PER_VEHICLE = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """Which Betaflight it is, where it is, and how it is started."""

    release: Release = "4.5"
    """Releases differ in axes, in what a position is, and in the order of motors."""
    bridge: Bridge | None = None
    """For 2026.6: `legacy` if it was built with ENABLE_GAZEBO_BRIDGE=0; `gazebo` if left out."""
    ports: tuple[int, int, int, int] = (9001, 9002, 9003, 9004)
    """UDP ports of raw outputs and motors (here), of state and radio (there); 10 on per vehicle."""
    host: str = "127.0.0.1"
    """Address of this machine to listen on."""
    address: str = "127.0.0.1"
    """Where Betaflight is."""
    rate_hz: float | None = None
    """State packets per second; one per tick if left out."""
    rc_rate_hz: float = 50.0
    """Radio packets per second; below about 50 Betaflight takes the radio for lost."""
    channels: tuple[int, ...] = ()
    """Betaflight's output for each of the vehicle's, from 1, 0 for none; by the geometry if not."""
    calibrate_gyro: bool = True
    """Take the gyro's turn-on bias off while it stands still, which this Betaflight does not do."""
    launch: Launch | None = None
    """The program to start; Betaflight is waited for if left out."""
    pass_host: Passing = "auto"
    """How a launched one is told `host`: as first `argument` (4.5, 2025.12) or `--ip` (2026.6)."""

    def __post_init__(self) -> None:
        """Refuse what cannot be."""
        if self.bridge == "gazebo" and self.release != "2026.6":
            raise ValueError(f"bridge is 'gazebo', which release {self.release} does not have")
        if self.rc_rate_hz < 50.0:
            raise ValueError(
                f"rc_rate_hz is {self.rc_rate_hz:g}: write 50 or more, or the radio is lost"
            )
        for port in self.ports:
            if not 1 <= port <= 65535:
                raise ValueError(f"ports has {port}: write numbers from 1 to 65535")

    @property
    def gazebo(self) -> bool:
        """Does Betaflight expect what the Gazebo plugin sends?"""
        return self.release == "2026.6" and self.bridge != "legacy"

    @property
    def host_arguments(self) -> tuple[str, ...]:
        """What leads Betaflight's outputs to us; which form a release takes cannot be asked."""
        newest = "option" if self.release == "2026.6" else "argument"
        how = newest if self.pass_host == "auto" else self.pass_host
        return {"argument": (self.host,), "option": ("--ip", self.host), "none": ()}[how]

    def ports_of(self, number: int) -> tuple[int, int, int, int]:
        """The ports of the n-th vehicle."""
        first, second, third, fourth = (p + PORTS_PER_VEHICLE * number for p in self.ports)
        return first, second, third, fourth
