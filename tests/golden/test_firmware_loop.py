"""The firmware flies the same bits, fused into the schedule or run step by step on a SIL board."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest

from simloop.component.column import Kind
from simloop.firmware.bound_tasks import Compile, task_arguments
from simloop.firmware.component import Row
from simloop.firmware.fields.samples import SENSORS
from simloop.firmware.firmware import Firmware
from simloop.firmware.stack import STACKS
from simloop.server.files.load import load_vehicle
from simloop.server.files.parts import equip
from simloop.server.plugins import Registry
from simloop.sitl import firmware_autopilot
from simloop.sitl.mission import Mission, mission_values
from simloop.sitl.sil_board import SilBoard, board_system
from simloop.systems import atmosphere, physics, wind
from simloop.world.body import BODY_COMPONENTS
from simloop.world.kernel_copy import KernelCopies
from simloop.world.plugin import Value, VehicleClass, VehicleKit
from simloop.world.runner import Runner
from simloop.world.world import ModelSpec, World

TICKS = 1200
ITEMS = 50
# Short waits bring the vehicles on their way within the ticks that an interpreter can afford.
HASTE = {"fw_align_time_s": 0.6}
ALL_SENSORS = ("imu", "magnetometer", "barometer", "gnss", "range", "battery")
WITHOUT_EXTRAS = ("imu", "magnetometer", "barometer", "gnss")


@dataclass(frozen=True)
class Craft:
    """A vehicle of the library, which of its sensors it has, and how often its IMU speaks."""

    model: str
    stack: str
    sensors: tuple[str, ...]
    parameters: Mapping[str, float]
    constants: Mapping[str, int]
    outputs: str
    imu_rate_hz: float = 400.0

    @property
    def firmware_columns(self) -> set[str]:
        stack = STACKS[self.stack]
        return {field.name for field in (*stack.parameters, *stack.state)}


QUAD = Craft(
    "quad", "multirotor", ALL_SENSORS, {**HASTE, "MC_SPEED_UP": 4.0}, {"ROTORS": 4}, "motor_command"
)
BARE_QUAD = replace(QUAD, sensors=WITHOUT_EXTRAS)
PICO = Craft(
    "pico_rover",
    "rover",
    ("imu", "magnetometer", "gnss"),
    HASTE,
    {"OUTPUTS": 2},
    "actuator_command",
    imu_rate_hz=100.0,
)


def kit_of(craft: Craft) -> VehicleKit:
    """The vehicle with its sensors, and nobody to drive or fly it."""
    kit, registry, vehicle = VehicleKit(400), Registry(), load_vehicle(craft.model)
    for component in BODY_COMPONENTS:
        kit.component(component)
    kit.constant("ITEMS", ITEMS)
    kit.fact("magnetic_field_ned_t", (2.0e-5, 2.0e-6, 4.5e-5))
    for name, settings in vehicle.parts().items():
        if name in (*vehicle.dynamics, "contacts", *craft.sensors):
            equip(kit, registry, name, settings)
    kit.value("mag_world_field_ned_t", kit.facts["magnetic_field_ned_t"])
    return kit


def add_surroundings(kit: VehicleKit) -> ModelSpec:
    wind.equip(kit, wind.Config(speed_mps=5.0, direction_from_deg=250.0, turbulence="moderate"))
    atmosphere.equip(kit, atmosphere.Config())
    physics.equip(kit, physics.Config())
    return ModelSpec(VehicleClass.from_kit(kit), dict(kit.values))


def own_values(number: int) -> dict[str, Value]:
    """Where a vehicle stands and where it goes: no two alike."""
    mission = Mission(
        takeoff_altitude_m=2.0 + number,
        waypoints_home_ned_m=[(5.0 + number, -2.0 * number, -3.0)],
        cruise_speed_mps=4.0,
        hold_s=0.1 * number,
    )
    place = {"position_ned_m": (0.0, 3.0 * number, -0.12)}
    return {**place, **mission_values(mission, ITEMS)}


def fused(craft: Craft, count: int) -> Runner:
    """Vehicles whose firmware is part of the schedule."""
    kit = kit_of(craft)
    firmware_autopilot.equip(kit, firmware_autopilot.Config(parameters=craft.parameters))
    spec = add_surroundings(kit)
    world = World(seed=7, tick_rate_hz=400)
    for number in range(count):
        world.spawn(f"craft_{number}", spec, own_values(number))
    return Runner(world, compiled=False)


def stepped(craft: Craft, count: int) -> Runner:
    """The same vehicles without a trace of firmware in the world; a board connects them."""
    spec = add_surroundings(kit_of(craft))
    world = World(seed=7, tick_rate_hz=400)
    rows = []
    for number in range(count):
        own = own_values(number)
        place = {name: value for name, value in own.items() if name not in craft.firmware_columns}
        rows.append(world.entities.get(world.spawn(f"craft_{number}", spec, place)).row)
    board = SilBoard(world)
    carried = [sensor for sensor in SENSORS if f"{sensor}_sequence" in board_columns(world)]
    firmware = Firmware(
        board,
        board.lanes,
        STACKS[craft.stack],
        firmware_parameters(craft),
        constants={**craft.constants, "ITEMS": ITEMS},
        sensors=[*carried, "rc"],
        imu_rate_hz=craft.imu_rate_hz,
        compile_block=with_constants(craft.constants),
    )
    for number, row in enumerate(rows):
        for name, value in own_values(number).items():
            if name in craft.firmware_columns:
                firmware.columns[name][row] = value
    runner = Runner(world, compiled=False)
    runner.add_system(board_system(firmware.run, board))
    return runner


def with_constants(constants: Mapping[str, int]) -> Compile:
    """Sets the constants of block functions, as the simulator does, and leaves them interpreted."""
    copies = KernelCopies({"W": 1, "ITEMS": ITEMS, **constants})

    def interpreted(block: Callable[..., None]) -> Callable[[float, Mapping[str, Row]], None]:
        task = copies.function(block, None)
        return lambda period_s, columns: task(*task_arguments(block, period_s, columns))

    return interpreted


def board_columns(world: World) -> set[str]:
    return set(world.tables[0].layout.places)


def firmware_parameters(craft: Craft) -> dict[str, Any]:
    """What the autopilot sets for this vehicle."""
    kit = kit_of(craft)
    firmware_autopilot.equip(kit, firmware_autopilot.Config(parameters=craft.parameters))
    return {name: value for name, value in kit.values.items() if name in craft.firmware_columns}


def numbers(world: World, name: str, kinds: tuple[Kind, ...]) -> dict[str, list[float]]:
    entity = world.by_name(name)
    table = world.tables[0]
    return {
        column: world.vector(entity, column).tolist()
        for column, place in table.layout.places.items()
        if place.component.kind in kinds
    }


def assert_same_bits(craft: Craft, count: int, ticks: int) -> Runner:
    """Run both ways and compare all that the world holds; returns the fused one."""
    one, other = fused(craft, count), stepped(craft, count)
    for runner in (one, other):
        runner.advance(ticks)
    for number in range(count):
        name = f"craft_{number}"
        expected = numbers(one.world, name, (Kind.TRUTH, Kind.SAMPLE))
        got = numbers(other.world, name, (Kind.TRUTH, Kind.SAMPLE))
        # The schedule gives the firmware silent columns for sensors that are not there.
        assert got == {column: expected[column] for column in got}
        commands = one.world.vector(one.world.by_name(name), craft.outputs)
        assert np.array_equal(
            commands, other.world.vector(other.world.by_name(name), craft.outputs)
        )
    return one


@pytest.mark.parametrize(
    ("craft", "count"),
    [(QUAD, 1), (BARE_QUAD, 1), (QUAD, 3)],
    ids=["one", "one_without_extras", "three"],
)
def test_the_loop_is_the_same_fused_and_on_a_board(craft: Craft, count: int) -> None:
    world = assert_same_bits(craft, count, TICKS).world
    # Nothing would be shown by vehicles that stay on the ground.
    assert all(world.vector(model.entity, "position_ned_m")[2] < -1.0 for model in world.models())


def test_the_loop_is_the_same_at_the_rate_of_a_slow_imu() -> None:
    world = assert_same_bits(PICO, 2, 2 * TICKS).world
    for model in world.models():
        assert world.vector(model.entity, "imu_sequence")[0] == 2 * TICKS / 4
        assert world.vector(model.entity, "fw_time_s")[0] == pytest.approx(6.0, abs=0.011)
        assert world.vector(model.entity, "position_ned_m")[0] > 1.0


def test_the_board_world_holds_no_firmware_columns() -> None:
    world = stepped(QUAD, 1).world
    assert not [name for name in world.tables[0].layout.places if name.startswith("fw_")]
