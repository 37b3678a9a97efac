"""Compiled safety tasks on four lanes give the bits of the interpreted ones on one lane each."""

from collections.abc import Callable, Mapping

import numpy as np
from safety_bench import FIELDS, PASS_S

from compiled_block import compile_block
from simloop.firmware.board import Lanes
from simloop.firmware.bound_tasks import BoundTasks, allocate
from simloop.firmware.codes import Airframe
from simloop.firmware.command.tasks import AFTER_MODES, BEFORE_MODES
from simloop.firmware.component import Block
from simloop.firmware.lane import BlockLane
from simloop.firmware.task import Task

WIDTH = 4
CONSTANTS = {"ITEMS": 4}
TASKS = (*BEFORE_MODES, *AFTER_MODES)
AIRFRAMES = (Airframe.MULTIROTOR, Airframe.WING, Airframe.ROVER, Airframe.MULTIROTOR)


def compiled(block: Callable[..., None]) -> Callable[..., None]:
    """The block function as a compiled one that Python can call."""
    return compile_block(block, WIDTH, CONSTANTS)


def trouble(random: np.random.Generator, number: int, lane: BlockLane, lane_number: int) -> None:
    """What the world does to one vehicle before a pass: everything may change, seldom."""
    lane.write("fw_time_s", number * PASS_S)
    lane.write("imu_sequence", 8.0 * number)
    lane.write("fw_airframe", AIRFRAMES[lane_number])
    chance = random.random(24)
    if chance[0] < 0.9:
        lane.write("rc_sequence", float(number))
    if chance[1] < 0.05:
        lane.write("rc_channel", random.uniform(-0.1, 1.1, 16).tolist())
    if chance[2] < 0.1:
        # Sticks that arm.
        lane.write("rc_channel", [0.5, 0.5, 0.5 * (lane_number == 2), 1.0, *[0.0] * 12])
    for column, share in (
        ("rc_lost", 0.1),
        ("fw_attitude_ok", 0.9),
        ("fw_position_ok", 0.9),
        ("fw_flying", 0.7),
        ("fw_aligned", 0.98),
        ("fw_mixer_valid", 0.97),
        ("fw_fence_enabled", 0.5),
    ):
        if random.random() < 0.05:
            lane.write(column, float(random.random() < share))
    if chance[3] < 0.05:
        lane.write("fw_mode", float(random.integers(0, 15)))
    if chance[4] < 0.05:
        lane.write("fw_phase", float(random.integers(0, 12)))
        lane.write("fw_control_level", float(random.integers(0, 6)))
    if chance[5] < 0.1:
        move(random, lane)
    if chance[6] < 0.03:
        lane.write("fw_battery_left", float(random.uniform(-0.1, 1.0)))
    if chance[7] < 0.1:
        kind = float(random.choice([1.0, 1.0, 1.0, 11.0, 12.0]))
        lane.write("fw_request", [kind, float(random.integers(0, 3)), *[0.0] * 6])
        lane.write("fw_request_id", float(number))
    if chance[9] < 0.05:
        lane.write("fw_gcs_seen", float(number))
    if chance[10] < 0.05:
        lane.write("fw_calibration_result", float(random.integers(0, 4)))
    talk(random, number, lane)


def move(random: np.random.Generator, lane: BlockLane) -> None:
    """It is somewhere else, at another attitude."""
    lane.write("fw_position_ned_m", random.normal(0.0, 60.0, 3).tolist())
    lane.write("fw_velocity_ned_mps", random.normal(0.0, 0.3, 3).tolist())
    attitude = np.array([1.0, 0.0, 0.0, 0.0]) + random.normal(0.0, 0.2, 4)
    lane.write("fw_attitude_wxyz", (attitude / np.linalg.norm(attitude)).tolist())


def talk(random: np.random.Generator, number: int, lane: BlockLane) -> None:
    """A program may send something."""
    if random.random() < 0.3:
        lane.write("fw_offboard_seen", float(number))
        lane.write("fw_offboard", random.uniform(-1.0, 1.0, 6).tolist())
        lane.write("fw_offboard_type", random.integers(0, 5, 6).astype(float).tolist())
        lane.write("fw_offboard_kind", float(random.integers(0, 3)))


def prepare(lane: BlockLane) -> None:
    """A fence with areas of all kinds, and short times, so that much happens."""
    square = [(-50.0, -50.0), (-50.0, 50.0), (50.0, 50.0), (50.0, -50.0)]
    hole = [(10.0, 10.0), (30.0, 10.0), (10.0, 30.0)]
    rows = [(n, e, 0.0) for n, e in square] + [(n, e, 1.0) for n, e in hole]
    lane.write("fw_fence_vertex", [*np.ravel(rows).tolist(), *[0.0] * (96 - 3 * len(rows))])
    lane.write("fw_fence_vertex_count", float(len(rows)))
    lane.write("fw_fence_polygon", [1.0, 2.0, *[0.0] * 6])
    lane.write("fw_fence_circle", [80.0, 0.0, 40.0, 1.0, -20.0, 0.0, 5.0, 2.0, *[0.0] * 24])
    lane.write("fw_fence_limit_m", [90.0, 80.0, 5.0, 2.0])
    lane.write("fw_failsafe_time_s", [0.1, 0.5, 0.3, 0.1, 0.2, 0.1, 0.0, 0.2])
    for flag in ("aligned", "attitude_ok", "position_ok", "height_ok"):
        lane.write(f"fw_{flag}", 1.0)


def flown(
    lanes: Lanes, passes: int, is_compiled: bool, seeds: list[int]
) -> Mapping[str, list[list[float]]]:
    """All columns of all vehicles at the end."""
    columns: dict[str, Block] = allocate(FIELDS, lanes, CONSTANTS)
    tasks: tuple[Task, ...] = TASKS
    bound = BoundTasks(tasks, columns, lanes, compile_block=compiled if is_compiled else None)
    vehicles = [BlockLane(columns, lanes, lane) for lane in range(lanes.count)]
    chances = [np.random.default_rng(seed) for seed in seeds]
    for vehicle in vehicles:
        prepare(vehicle)
    for number in range(1, passes + 1):
        for seed, chance, vehicle in zip(seeds, chances, vehicles, strict=True):
            trouble(chance, number, vehicle, seed)
        bound.run(8 * number)
    return {field.name: [v.read(field.name) for v in vehicles] for field in FIELDS}


def test_compiled_lanes_equal_interpreted_ones_bit_by_bit() -> None:
    wide = flown(Lanes(WIDTH, WIDTH), 800, True, list(range(WIDTH)))
    for lane in range(WIDTH):
        alone = flown(Lanes(), 800, False, [lane])
        for field in FIELDS:
            assert np.array_equal(wide[field.name][lane], alone[field.name][0], equal_nan=True), (
                field.name
            )
    # Much has happened.
    assert min(count for (count,) in wide["fw_event_count"]) > 20.0
