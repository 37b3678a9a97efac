"""Checks that a board keeps the firmware's contract: clock, fresh samples, units, motor outputs."""

from collections.abc import Callable
from dataclasses import dataclass
from math import pi

import numpy as np

from simloop.firmware.board import Board, Lanes
from simloop.firmware.columns import (
    BARO_SAMPLES,
    BATTERY_SAMPLES,
    GNSS_SAMPLES,
    IMU_SAMPLES,
    MAG_SAMPLES,
    SAMPLES,
    SONAR_SAMPLES,
    Field,
)
from simloop.firmware.row import Block

SENSORS: dict[str, tuple[Field, ...]] = {
    "imu": IMU_SAMPLES,
    "mag": MAG_SAMPLES,
    "baro": BARO_SAMPLES,
    "gnss": GNSS_SAMPLES,
    "sonar": SONAR_SAMPLES,
    "battery": BATTERY_SAMPLES,
}
# What a sample may be anywhere on Earth; too narrow for a wrong unit.
LIMITS = {
    "imu_accel_frd_mps2": (-1000.0, 1000.0),
    "imu_gyro_frd_radps": (-100.0, 100.0),
    "mag_field_frd_t": (-1e-3, 1e-3),
    "baro_pressure_pa": (1000.0, 120000.0),
    "gnss_velocity_ned_mps": (-1000.0, 1000.0),
    "gnss_fix_type": (0.0, 5.0),
    "sonar_range_m": (0.0, 1000.0),
    "battery_voltage_v": (0.0, 1000.0),
}
STEPS = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardBench:
    """A board to check, and how to make it live.

    `pass_time` lets some time pass, in which each sensor may deliver; `motors` reads back what the
    outputs do, if the board can tell.
    """

    board: Board
    lanes: Lanes
    pass_time: Callable[[], None]
    motors: Callable[[], Block] | None = None
    rotors: int = 4


def check_board(make: Callable[[], BoardBench]) -> None:
    """Raise AssertionError, saying what is wrong, unless the board keeps the contract.

    Args:
        make: builds a board whose IMU delivers within the first 50 calls of `pass_time`.
    """
    _check_clock(make())
    _check_samples(make())
    _check_motors(make())


def _check_clock(bench: BoardBench) -> None:
    begin = latest = bench.board.clock_micros()
    for _ in range(STEPS):
        bench.pass_time()
        now = bench.board.clock_micros()
        assert type(now) is int, f"clock_micros must be an int, not {type(now).__name__}"
        assert now >= latest, f"clock_micros goes back, from {latest} to {now}"
        latest = now
    assert latest > begin, "clock_micros stands still while time passes"


def _check_samples(bench: BoardBench) -> None:
    columns = {field.name: bench.lanes.column(_size(field)) for field in SAMPLES}
    delivered = dict.fromkeys(SENSORS, 0)
    for _ in range(STEPS):
        bench.pass_time()
        for sensor, fields in SENSORS.items():
            delivered[sensor] += _check_read(bench, sensor, fields, columns)
    assert delivered["imu"], f"imu_read gave no sample in {STEPS} steps of time"


def _check_read(
    bench: BoardBench, sensor: str, fields: tuple[Field, ...], columns: dict[str, Block]
) -> bool:
    name = f"{sensor}_read"
    before = {key: column.copy() for key, column in columns.items()}
    fresh = getattr(bench.board, name)(columns)
    assert type(fresh) is bool, f"{name} must give True or False, not {fresh!r}"
    mine = {field.name for field in fields}
    for key, column in columns.items():
        if not fresh or key not in mine:
            why = "without a new sample" if key in mine else "though it belongs to another sensor"
            assert np.array_equal(column, before[key]), f"{name} fills {key} {why}"
    if not fresh:
        return False
    counter = f"{sensor}_sequence"
    assert np.any(columns[counter] > before[counter]), f"{name}: {counter} must grow by a sample"
    # A lane that never counted a sample has none to look at.
    counted = columns[counter] > 0.0
    for key in mine:
        column = columns[key].reshape(bench.lanes.blocks, -1, bench.lanes.width)
        _check_numbers(name, key, np.moveaxis(column, 1, 0)[:, counted])
    again = getattr(bench.board, name)(columns)
    assert not again, f"{name} gives the same sample twice"
    return True


def _check_numbers(name: str, key: str, numbers: Block) -> None:
    """Look at one column, shape (elements, lanes)."""
    assert np.all(np.isfinite(numbers)), f"{name}: {key} must be finite, got {numbers.tolist()}"
    if key in LIMITS:
        low, high = LIMITS[key]
        assert np.all((numbers >= low) & (numbers <= high)), (
            f"{name}: {key} must lie from {low:g} to {high:g}, got {numbers.tolist()}"
        )
    if key == "gnss_llh":
        assert np.all(np.abs(numbers[:2]) <= pi), (
            f"{name}: latitude and longitude must be in rad, got {numbers[:2].tolist()}"
        )


def _check_motors(bench: BoardBench) -> None:
    commands = np.linspace(0.0, 1.0, bench.lanes.blocks * bench.rotors * bench.lanes.width)
    block = commands.reshape(bench.lanes.blocks, -1)
    given = block.copy()
    bench.board.pwm_write(block)
    assert np.array_equal(block, given), "pwm_write changes the commands it is given"
    if bench.motors is None:
        return
    got = bench.motors().copy()
    assert np.allclose(got, given, atol=1e-3), (
        f"pwm_write: the outputs are {got.tolist()}, not the commands {given.tolist()}"
    )
    block[:] = 0.0
    assert np.array_equal(bench.motors(), got), (
        "pwm_write keeps the caller's array: later changes of it reach the motors"
    )


def _size(field: Field) -> int:
    assert isinstance(field.size, int), f"sample {field.name} must have a fixed size"
    return field.size
