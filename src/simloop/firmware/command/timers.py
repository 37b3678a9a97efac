"""How command tasks measure time: in seconds of the board, added up pass by pass."""

# Sums of many passes miss a limit by rounding; a pass is far longer than this.
HAIR_S = 0.001
STOPPED = -1.0


def run_on(timer_s: float, pass_s: float, running: bool) -> float:
    """How long something has been so: 0 when it begins, STOPPED while it is not."""
    if not running:
        return STOPPED
    return timer_s + pass_s if timer_s >= 0.0 else 0.0


def expired(timer_s: float, limit_s: float) -> bool:
    """Has a timer that runs reached its limit?"""
    return timer_s >= 0.0 and timer_s > limit_s - HAIR_S
