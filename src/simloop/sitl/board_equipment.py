"""What a vehicle needs in the world so that its firmware can run apart, on a board."""

from collections.abc import Iterable

from simloop.firmware.output_mixer import OUTPUT_MIXER
from simloop.firmware.stack import STACKS
from simloop.sitl.board_columns import board_component
from simloop.sitl.board_setup import BOARD_FACT, BoardSetup
from simloop.sitl.imu_rate import imu_rate_hz
from simloop.sitl.output_takeover import TAKEOVER_SYSTEM
from simloop.sitl.output_takeover.components import FirmwareOutputs
from simloop.timing.rates import period_ticks
from simloop.world.plugin import VehicleKit


def equip_board(
    kit: VehicleKit,
    name: str,
    sensors: Iterable[str],
    *,
    frequency_hz: float | None,
    use_timer: bool,
) -> None:
    """Give the vehicle the columns that its firmware sees of the board, and say how to run it.

    Passes and timer are constants of the class: vehicles that differ in them have other boards.
    """
    rate_hz = float(kit.tick_rate_hz)
    wanted_hz = rate_hz if frequency_hz is None else frequency_hz
    period = period_ticks(wanted_hz, kit.tick_rate_hz, "simulation_loop_frequency")
    stack = STACKS[name]
    kit.component(board_component(name, stack))
    if any(task is OUTPUT_MIXER for task in stack.tasks):
        kit.component(FirmwareOutputs)
        kit.system(TAKEOVER_SYSTEM)
    kit.constant("BOARD_PERIOD_TICKS", period)
    kit.constant("BOARD_BY_CALL", int(not use_timer))
    passes_hz = min(imu_rate_hz(kit), wanted_hz)
    kit.fact(BOARD_FACT, BoardSetup(name, tuple(sorted(sensors)), passes_hz, period, use_timer))
