"""Settings of the autopilot `px4`."""

from dataclasses import dataclass

from simloop.links.launch import Launch


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """Where PX4 connects, how often it gets sensors, and how it is started."""

    port: int = 4560
    """TCP port of the first vehicle; each further one has the next. 0 takes any free one."""
    host: str = "127.0.0.1"
    """Address to wait on."""
    rate_hz: float = 250.0
    """HIL_SENSOR messages per second; PX4 expects 250. It has to divide the tick rate."""
    channels: tuple[int, ...] = ()
    """PX4's output for each of the vehicle's, from 1, 0 for none; by the geometry if left out."""
    launch: Launch | None = None
    """The program to start; PX4 is waited for if left out."""

    def __post_init__(self) -> None:
        """Refuse ports that are none."""
        if not 0 <= self.port <= 65535:
            raise ValueError(f"port is {self.port}: write 1 to 65535, or 0 for any free one")
