"""First-order lags, as the share of a difference that is made up in one tick."""

from simloop.math.scalar import exp


def lag_gain(time_constant_s: float, tick_rate_hz: int) -> float:
    """Exact for a target held over the tick; a time constant of 0 follows at once."""
    return 1.0 if time_constant_s == 0.0 else 1.0 - exp(-1.0 / (time_constant_s * tick_rate_hz))
