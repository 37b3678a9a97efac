"""Where a vehicle's firmware runs: its crew and lane, if it has a board of its own."""

from typing import TYPE_CHECKING, NamedTuple

from simloop.sitl.sil_boards import SilBoards
from simloop.systems.failures import UnsupportedError
from simloop.world.plugin import App

if TYPE_CHECKING:
    from simloop.sitl.table_firmware import TableFirmware


class BoardLane(NamedTuple):
    """A vehicle's place on a board."""

    crew: "TableFirmware"
    lane: int


def board_lane(app: App, vehicle: str) -> BoardLane:
    """The place of a vehicle, or why it has none."""
    record = app.world.entities.get(app.world.by_name(vehicle))
    boards = app.provided.get("sil_boards")
    crew = boards.crew_of(record) if isinstance(boards, SilBoards) else None
    if crew is not None:
        return BoardLane(crew, record.row)
    if record.facts.get("autopilot") == "firmware":
        raise UnsupportedError(f"'{vehicle}' has no board of its own: set its 'board: sil'")
    raise UnsupportedError(f"'{vehicle}' does not run our firmware")
