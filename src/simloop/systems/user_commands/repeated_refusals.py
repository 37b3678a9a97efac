"""Which refusals of a stream of inputs were told already: a stream is told of once."""


class RepeatedRefusals:
    """Remembers reasons for a second after they were last heard."""

    def __init__(self, tick_rate_hz: int) -> None:
        self._second = tick_rate_hz
        self._heard: dict[str, int] = {}

    def is_known(self, reason: str, tick: int) -> bool:
        """Note a reason; was it heard within the last second, too?"""
        # Ticks may have gone back since.
        self._heard = {
            each: at for each, at in self._heard.items() if 0 <= tick - at <= self._second
        }
        known = reason in self._heard
        self._heard[reason] = tick
        return known

    def forget(self) -> None:
        """Begin anew, as after a reset."""
        self._heard.clear()
