"""How the vehicles of a class run their firmware on a board, as their files say."""

from dataclasses import dataclass

# The fact of a vehicle by which its board is known.
BOARD_FACT = "sil_board"


@dataclass(frozen=True, slots=True)
class BoardSetup:
    """How the vehicles of a class run their firmware."""

    stack: str
    sensors: tuple[str, ...]
    imu_rate_hz: float
    period_ticks: int
    use_timer: bool
