"""The settings of a formation."""

from dataclasses import dataclass

from simloop.sitl.formation.shapes import SHAPES, Shape


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """Who leads, who follows, and how near they may come."""

    leader: str
    """Name of the vehicle that flies its own mission."""
    followers: tuple[str, ...] = ()
    """Names of those that follow, in the order of their slots; all others if left out."""
    shape: Shape = "v"
    """v, grid, line (abreast) or column (one behind the other)."""
    spacing_m: float = 8.0
    """Distance between neighbours, m."""
    turns: bool = True
    """Whether the formation turns with the leader's course; if not, it keeps its first heading."""
    turn_rate_dps: float = 6.0
    """How fast it turns at most, degrees/s: the outermost have the longest way."""
    gain_per_s: float = 0.6
    """Speed towards the slot per distance from it, 1/s."""
    max_speed_mps: float = 10.0
    """Followers never fly faster, m/s."""
    rate_hz: float = 20.0
    """How often followers hear of their leader, Hz."""
    settle_s: float = 10.0
    """Spacing counts from so long after a follower has joined, s."""
    max_error_m: float | None = None
    """The run fails if a follower was farther from its slot, m; not asked if left out."""
    min_distance_m: float | None = None
    """The run fails if two vehicles in the air were nearer, m; not asked if left out."""

    def __post_init__(self) -> None:
        """Refuse what is no formation."""
        if self.shape not in SHAPES:
            raise ValueError(f"shape is '{self.shape}': write {', '.join(SHAPES)}")
        for name in ("spacing_m", "turn_rate_dps", "gain_per_s", "max_speed_mps"):
            if not getattr(self, name) > 0.0:
                raise ValueError(f"{name} is {getattr(self, name):g}: write a number above 0")
        if self.leader in self.followers:
            raise ValueError(f"'{self.leader}' cannot follow itself: take it out of 'followers'")
        if self.min_distance_m is not None and not self.min_distance_m < self.spacing_m:
            raise ValueError(
                f"min_distance_m is {self.min_distance_m:g}: write less than spacing_m"
            )
