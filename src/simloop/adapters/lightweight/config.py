"""What the lightweight adapter is like when it stands alone; every default is the ADR's."""

from dataclasses import dataclass

from simloop.timing.clock import US_PER_S


@dataclass(frozen=True, slots=True, kw_only=True)
class LightweightConfig:
    """Kinematic differential drives and how well their sensors see; in a bridge only the name."""

    name: str = "lightweight"
    """What it is called in a bridge."""
    vehicles: tuple[int, ...] = (1,)
    """Ids of the vehicles it has."""
    seed: int = 1
    """Where all chance comes from."""
    step_size_us: int = 20_000
    """What a step lasts, microseconds."""
    tick_rate_hz: int = 100
    """Ticks per second inside."""
    wheel_base_m: float = 0.15
    """Distance between left and right wheels, m."""
    max_speed_mps: float = 1.0
    """Speed of a side at full command, m/s."""
    max_turn_rate_radps: float = 2.0
    """Fastest turn, rad/s."""
    gnss_sigma_m: float = 0.5
    """White noise of a fix, m; 0 for none."""
    gnss_rate_hz: float = 5.0
    """Fixes per second."""
    accel_sigma_mps2: float = 0.1
    """White noise of an accelerometer sample, m/s^2; 0 for none."""
    gyro_sigma_radps: float = 0.01
    """White noise of a gyro sample, rad/s; 0 for none."""
    compass_sigma_rad: float = 0.05
    """White noise of the heading that the compass shows, rad; 0 for none."""
    origin_llh_deg: tuple[float, float, float] = (35.6812, 139.7671, 0.0)
    """Where the world's zero is: latitude, longitude, height."""
    spacing_m: float = 2.0
    """Distance between neighbours at the start, m."""
    compiled: bool = True
    """Whether kernels run compiled; the bits are the same."""

    def __post_init__(self) -> None:
        """Refuse what cannot be stepped or told apart."""
        if len(set(self.vehicles)) != len(self.vehicles):
            raise ValueError(f"vehicles has an id twice: {self.vehicles}")
        if self.step_size_us <= 0 or self.step_size_us * self.tick_rate_hz % US_PER_S:
            raise ValueError(
                f"step_size_us is {self.step_size_us}: write a multiple of a tick, "
                f"{US_PER_S / self.tick_rate_hz:g} us"
            )
        for name in ("gnss_sigma_m", "accel_sigma_mps2", "gyro_sigma_radps", "compass_sigma_rad"):
            if not getattr(self, name) >= 0.0:
                raise ValueError(f"{name} is {getattr(self, name)}, must not be negative")
