"""What a run ends with when one of its systems raised."""


class SystemFailure(RuntimeError):
    """A system raised: its name, the tick and the cause."""

    def __init__(self, name: str, tick: int, cause: BaseException) -> None:
        super().__init__(f"system {name} failed in tick {tick}: {type(cause).__name__}: {cause}")
        self.name = name
        self.tick = tick
