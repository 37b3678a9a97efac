"""Checks that a board keeps the firmware's contract: clock, sensors, outputs, serial, memory."""

from collections.abc import Callable
from dataclasses import dataclass
from math import pi

import numpy as np

from simloop.firmware.board import BACKUP_BYTES, MEMORY_SLOTS, Board, Lanes
from simloop.firmware.component import Block
from simloop.firmware.field import Field, size_of
from simloop.firmware.fields.samples import SAMPLES, SENSORS

# What a sample may be anywhere on Earth; too narrow for a wrong unit.
LIMITS = {
    "imu_accel_frd_mps2": (-1000.0, 1000.0),
    "imu_gyro_frd_radps": (-100.0, 100.0),
    "mag_field_frd_t": (-1e-3, 1e-3),
    "baro_pressure_pa": (1000.0, 120000.0),
    "gnss_velocity_ned_mps": (-1000.0, 1000.0),
    "gnss_fix_type": (0.0, 8.0),
    "gnss_satellites": (0.0, 255.0),
    "gnss_accuracy": (0.0, 1e6),
    "diff_pressure_pa": (-1e5, 1e5),
    "diff_pressure_temperature_k": (150.0, 450.0),
    "sonar_range_m": (0.0, 1000.0),
    "battery_voltage_v": (0.0, 1000.0),
    "battery_current_a": (-1e4, 1e4),
    "rc_channel": (-0.5, 1.5),
    "rc_lost": (0.0, 1.0),
}
STEPS = 50
# More than any line may hold on to, and than parameters of a vehicle take.
FLOOD_BYTES = 1 << 20
MEMORY_BYTES = 16384


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardBench:
    """A board to check, and how to make it live; what a bench cannot do is not checked.

    `pass_time` lets some time pass, in which each sensor may deliver. `rest` has the pulse at
    which each output does nothing, 0 for motors and 0.5 for servos; `pulses` reads back what the
    outputs do. `send` and `receive` are the far end of a lane's serial line. `restart` gives the
    board after a reset. `leds` tells the lights of a lane. Sensors named in `absent` are not there.
    """

    board: Board
    lanes: Lanes
    pass_time: Callable[[], None]
    rest: tuple[float, ...] = (0.0, 0.0, 0.0, 0.0)
    pulses: Callable[[], Block] | None = None
    send: Callable[[int, bytes], None] | None = None
    receive: Callable[[int], bytes] | None = None
    restart: Callable[[], Board] | None = None
    leds: Callable[[int], tuple[bool, bool]] | None = None
    absent: tuple[str, ...] = ()


def check_board(make: Callable[[], BoardBench]) -> None:
    """Raise AssertionError, saying what is wrong, unless the board keeps the contract.

    Args:
        make: builds a board whose IMU delivers within the first 50 calls of `pass_time`.
    """
    _check_start(make())
    _check_clock(make())
    _check_samples(make())
    _check_multipliers(make())
    _check_outputs(make())
    _check_received(make())
    _check_sent(make())
    _check_flood(make())
    _check_memory(make())
    _check_backup(make())
    _check_leds(make())


def _check_start(bench: BoardBench) -> None:
    board = bench.board
    board.init_board()
    board.sensors_init()
    for index in range(board.sensors_init_message_count()):
        assert board.sensors_init_message(index), f"sensors_init_message({index}) says nothing"
        good = board.sensors_init_message_good(index)
        assert type(good) is bool, f"sensors_init_message_good({index}) must be a bool: {good!r}"
    for lane in range(bench.lanes.count):
        errors = board.sensors_errors_count(lane)
        assert type(errors) is int, f"sensors_errors_count({lane}) must be an int: {errors!r}"


def _check_clock(bench: BoardBench) -> None:
    board = bench.board
    begin = latest = board.clock_micros()
    for _ in range(STEPS):
        bench.pass_time()
        now = board.clock_micros()
        assert type(now) is int, f"clock_micros must be an int, not {type(now).__name__}"
        assert now >= latest, f"clock_micros goes back, from {latest} to {now}"
        millis, after = board.clock_millis(), board.clock_micros()
        assert now // 1000 <= millis <= after // 1000, (
            f"clock_millis is {millis}, while clock_micros is {now}"
        )
        latest = after
    assert latest > begin, "clock_micros stands still while time passes"
    board.clock_delay(1)
    assert board.clock_micros() >= latest, "clock_delay turns the clock back"


def _check_samples(bench: BoardBench) -> None:
    columns = _columns(bench)
    delivered = dict.fromkeys(SENSORS, 0)
    for _ in range(STEPS):
        bench.pass_time()
        for sensor, fields in SENSORS.items():
            delivered[sensor] += _check_read(bench, sensor, fields, columns)
    assert delivered["imu"], f"imu_read gave no sample in {STEPS} steps of time"
    for sensor in bench.absent:
        assert not delivered[sensor], f"{sensor}_read gives samples of a sensor that is not there"


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
        _check_numbers(name, key, _by_element(bench, columns[key])[:, counted])
    _check_once(bench, sensor, name, columns)
    if sensor == "sonar":
        _check_once(bench, sensor, "range_read", columns)
    return True


def _check_once(bench: BoardBench, sensor: str, name: str, columns: dict[str, Block]) -> None:
    """Read again at once: nothing, unless a fast sensor has counted on meanwhile."""
    counted = columns[f"{sensor}_sequence"].copy()
    again = getattr(bench.board, name)(columns)
    assert not again or np.any(columns[f"{sensor}_sequence"] > counted), (
        f"{name} gives the same sample twice"
    )


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


def _check_multipliers(bench: BoardBench) -> None:
    """A multiplier of 0 is seen whatever the battery does; it belongs to one lane."""
    board, columns = bench.board, _columns(bench)
    board.battery_voltage_set_multiplier(0.0, 0)
    board.battery_current_set_multiplier(0.0)
    if not any(_passed_until_fresh(bench, columns) for _ in range(STEPS)):
        return
    voltage = _by_element(bench, columns["battery_voltage_v"])[0].ravel()
    assert voltage[0] == 0.0, "battery_read leaves the voltage multiplier out"
    # Lanes that nobody flies may well have no voltage.
    assert voltage.size == 1 or np.any(voltage[1:]), "a voltage multiplier reaches other lanes"
    assert not np.any(columns["battery_current_a"]), "battery_read leaves the current's out"


def _passed_until_fresh(bench: BoardBench, columns: dict[str, Block]) -> bool:
    bench.pass_time()
    return bench.board.battery_read(columns)


def _check_outputs(bench: BoardBench) -> None:
    board, count = bench.board, len(bench.rest)
    board.pwm_init([50.0] * count)
    block = np.linspace(0.0, 1.0, bench.lanes.blocks * count * bench.lanes.width)
    block = block.reshape(bench.lanes.blocks, -1)
    given = block.copy()
    board.pwm_write(block)
    assert np.array_equal(block, given), "pwm_write changes the values it is given"
    if bench.pulses is None:
        return
    got = bench.pulses().copy()
    assert np.allclose(got, given, atol=1e-3), (
        f"pwm_write: the outputs are {got.tolist()}, not the values {given.tolist()}"
    )
    block[:] = 0.0
    assert np.array_equal(bench.pulses(), got), (
        "pwm_write keeps the caller's array: later changes of it reach the outputs"
    )
    _check_strange_values(bench, bench.pulses)
    _check_disable(bench, bench.pulses)


def _check_strange_values(bench: BoardBench, pulses: Callable[[], Block]) -> None:
    rest = bench.lanes.column(len(bench.rest), bench.rest)
    for value, expected in ((-0.5, 0.0), (1.7, 1.0), (np.inf, 1.0), (np.nan, rest)):
        bench.board.pwm_write(np.full(rest.shape, value))
        got = pulses()
        assert np.allclose(got, np.broadcast_to(expected, rest.shape), atol=1e-3), (
            f"pwm_write of {value}: the outputs are {got.tolist()}"
        )


def _check_disable(bench: BoardBench, pulses: Callable[[], Block]) -> None:
    rest = bench.lanes.column(len(bench.rest), bench.rest)
    full = np.ones(rest.shape)
    bench.board.pwm_write(full)
    bench.board.pwm_disable()
    assert np.allclose(pulses(), rest, atol=1e-3), "pwm_disable leaves outputs running"
    bench.board.pwm_write(full)
    assert np.allclose(pulses(), rest, atol=1e-3), "pwm_write works though pwm_disable was called"
    bench.board.pwm_init([50.0])
    bench.board.pwm_write(full)
    assert np.allclose(pulses(), full, atol=1e-3), "pwm_init does not bring the outputs back"


def _check_received(bench: BoardBench) -> None:
    """Bytes reach the lane they are meant for, in order, as many as are asked for."""
    board, send = bench.board, bench.send
    board.serial_init(921600, 0)
    last = bench.lanes.count - 1
    for lane in {0, last}:
        assert board.serial_bytes_available(lane) == 0, f"lane {lane} has bytes nobody sent"
        assert board.serial_read(lane, 10) == b"", f"lane {lane} reads bytes nobody sent"
    if send is None:
        return
    for piece in (b"\x00first", b"second\xff", b"third"):
        send(last, piece)
    bench.pass_time()
    waiting = board.serial_bytes_available(last)
    assert waiting == 18, f"serial_bytes_available is {waiting}, 18 bytes were sent"
    begin = board.serial_read(last, 7)
    assert len(begin) <= 7, f"serial_read gives {len(begin)} bytes, 7 were asked for"
    got = begin + board.serial_read(last, 100)
    assert got == b"\x00firstsecond\xffthird", f"serial_read gives {got!r}"
    assert board.serial_bytes_available(last) == 0, "bytes that were read are still there"
    if last:
        send(last, b"mine")
        bench.pass_time()
        assert board.serial_bytes_available(0) == 0, "lane 0 hears what is meant for another"


def _check_sent(bench: BoardBench) -> None:
    board, receive, last = bench.board, bench.receive, bench.lanes.count - 1
    board.serial_init(921600, 0)
    for piece in (b"\x00one", b"two\xff"):
        assert board.serial_write(last, piece, 0), "serial_write refuses a few bytes"
    board.serial_flush(last)
    bench.pass_time()
    if receive is None:
        return
    if last:
        stray = receive(0)
        assert stray == b"", f"serial_write to lane {last} comes out of lane 0: {stray!r}"
    got = receive(last)
    assert got == b"\x00onetwo\xff", f"serial_write: the far end gets {got!r}"


def _check_flood(bench: BoardBench) -> None:
    """Bytes that nobody takes must neither pile up without end nor be half taken."""
    board, piece = bench.board, bytes(range(256))
    board.serial_init(921600, 0)
    taken = sum(int(board.serial_write(0, piece)) for _ in range(FLOOD_BYTES // len(piece)))
    assert taken < FLOOD_BYTES // len(piece), "serial_write takes bytes without end"
    if bench.receive is not None:
        got = bench.receive(0)
        assert got == piece * taken, "serial_write loses bytes that it took, or takes half of some"
    if bench.send is None:
        return
    for _ in range(FLOOD_BYTES // len(piece)):
        bench.send(0, piece)
    waiting = board.serial_bytes_available(0)
    assert waiting < FLOOD_BYTES, "the serial line keeps bytes without end"


def _check_memory(bench: BoardBench) -> None:
    board = bench.board
    board.memory_init()
    written = {}
    for lane in {0, bench.lanes.count - 1}:
        for slot in range(MEMORY_SLOTS):
            data = bytes([lane % 251, slot]) + bytes(range(256)) * (MEMORY_BYTES // 256)
            assert board.memory_write(lane, data, slot), f"memory_write fails in slot {slot}"
            written[lane, slot] = data
    _expect_memory(board, written, "memory_read: not what was written to")
    assert board.memory_write(0, b"short"), "memory_write fails with a few bytes"
    written[0, 0] = b"short"
    _expect_memory(board, written, "memory_read: a shorter write leaves old bytes in")
    if bench.restart is not None:
        _expect_memory(bench.restart(), written, "a reset loses the memory of")


def _expect_memory(board: Board, written: dict[tuple[int, int], bytes], complaint: str) -> None:
    for (lane, slot), data in written.items():
        got = board.memory_read(lane, slot)
        assert got == data, f"{complaint} lane {lane}, slot {slot}"


def _check_backup(bench: BoardBench) -> None:
    board, last = bench.board, bench.lanes.count - 1
    board.backup_memory_init()
    for lane in {0, last}:
        board.backup_memory_clear(lane)
        assert board.backup_memory_read(lane) is None, "backup_memory_clear leaves bytes"
    assert board.backup_memory_write(last, b"\x00fault"), "backup_memory_write fails"
    assert board.backup_memory_read(last) == b"\x00fault", (
        "backup_memory_read: not what was written"
    )
    assert not last or board.backup_memory_read(0) is None, "backup memory of one lane is another's"
    assert not board.backup_memory_write(last, bytes(BACKUP_BYTES + 1)), (
        f"backup_memory_write takes more than {BACKUP_BYTES} bytes"
    )
    if bench.restart is not None:
        kept = bench.restart().backup_memory_read(last)
        assert kept == b"\x00fault", "a reset loses the backup memory"


def _check_leds(bench: BoardBench) -> None:
    board, last = bench.board, bench.lanes.count - 1
    steps = (
        (board.led0_on, (True, False)),
        (board.led1_toggle, (True, True)),
        (board.led0_toggle, (False, True)),
        (board.led1_off, (False, False)),
        (board.led1_on, (False, True)),
        (board.led0_off, (False, True)),
    )
    board.led0_off(last)
    board.led1_off(last)
    dark = bench.leds(0) if bench.leds is not None else None
    for change, expected in steps:
        change(last)
        if bench.leds is not None:
            got = bench.leds(last)
            assert got == expected, f"{change.__name__}: the lights are {got}, not {expected}"
    if bench.leds is not None and last:
        assert bench.leds(0) == dark, f"lights of lane {last} are lights of lane 0"


def _columns(bench: BoardBench) -> dict[str, Block]:
    return {field.name: bench.lanes.column(size_of(field, {}), field.default) for field in SAMPLES}


def _by_element(bench: BoardBench, column: Block) -> Block:
    """A column as (elements, blocks, lanes of a block)."""
    shape = (bench.lanes.blocks, -1, bench.lanes.width)
    return np.moveaxis(column.reshape(shape), 1, 0)
