"""The simulator itself: rovers whose tracks slip. It knows nothing of simloop."""

from math import cos, exp, sin


class SkidRover:
    """One rover on a plane: tracks follow their commands with a lag, and turning slips."""

    def __init__(self, top_speed_mps: float, track_m: float, lag_s: float, slip: float) -> None:
        self.north_m = self.east_m = self.heading_rad = 0.0
        self.left_mps = self.right_mps = 0.0
        self.wanted = (0.0, 0.0)
        self._top, self._track, self._lag_s, self._slip = top_speed_mps, track_m, lag_s, slip

    @property
    def speed_mps(self) -> float:
        """Forwards."""
        return 0.5 * (self.left_mps + self.right_mps)

    @property
    def turn_radps(self) -> float:
        """To the right; part of the difference between the tracks is lost in slip."""
        return (1.0 - self._slip) * (self.left_mps - self.right_mps) / self._track

    def step(self, dt_s: float) -> None:
        """Let some time pass."""
        keep = exp(-dt_s / self._lag_s)
        left, right = (self._top * share for share in self.wanted)
        self.left_mps = left + (self.left_mps - left) * keep
        self.right_mps = right + (self.right_mps - right) * keep
        middle = self.heading_rad + 0.5 * self.turn_radps * dt_s
        self.north_m += self.speed_mps * cos(middle) * dt_s
        self.east_m += self.speed_mps * sin(middle) * dt_s
        self.heading_rad += self.turn_radps * dt_s
