"""The firmware flies the same bits, fused into the schedule or run step by step on a SIL board."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest

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
from simloop.world.component import Kind
from simloop.world.plugin import Value, VehicleClass, VehicleKit
from simloop.world.runner import Runner
from simloop.world.world import ModelSpec, World

TICKS = 1200
ITEMS = 50
QUAD = STACKS["multirotor"]
# Short waits bring the vehicles into the air within the ticks that an interpreter can afford.
HASTE = {"fw_align_time_s": 0.6, "MC_SPEED_UP": 4.0}
FIRMWARE_COLUMNS = {field.name for field in (*QUAD.parameters, *QUAD.state)}


def quad_kit(sensors: Sequence[str]) -> VehicleKit:
    """The library's quad with these sensors in turbulent air, and nobody to fly it."""
    kit, registry, quad = VehicleKit(400), Registry(), load_vehicle("quad")
    for component in BODY_COMPONENTS:
        kit.component(component)
    kit.constant("ITEMS", ITEMS)
    kit.fact("magnetic_field_ned_t", (2.0e-5, 2.0e-6, 4.5e-5))
    for name, settings in quad.parts().items():
        if name in (*quad.dynamics, "contacts", *sensors):
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


def fused(count: int, sensors: Sequence[str]) -> Runner:
    """Vehicles whose firmware is part of the schedule."""
    kit = quad_kit(sensors)
    firmware_autopilot.equip(kit, firmware_autopilot.Config(parameters=HASTE))
    spec = add_surroundings(kit)
    world = World(seed=7, tick_rate_hz=400)
    for number in range(count):
        world.spawn(f"quad_{number}", spec, own_values(number))
    return Runner(world, compiled=False)


def stepped(count: int, sensors: Sequence[str], parameters: Mapping[str, Value]) -> Runner:
    """The same vehicles without a trace of firmware in the world; a board connects them."""
    spec = add_surroundings(quad_kit(sensors))
    world = World(seed=7, tick_rate_hz=400)
    rows = []
    for number in range(count):
        own = own_values(number)
        place = {name: value for name, value in own.items() if name not in FIRMWARE_COLUMNS}
        rows.append(world.entities.get(world.spawn(f"quad_{number}", spec, place)).row)
    board = SilBoard(world)
    constants = {"ROTORS": 4, "ITEMS": ITEMS}
    carried = [sensor for sensor in SENSORS if f"{sensor}_sequence" in board_columns(world)] + [
        "rc"
    ]
    firmware = Firmware(board, board.lanes, QUAD, parameters, constants=constants, sensors=carried)
    for number, row in enumerate(rows):
        for name, value in own_values(number).items():
            if name in FIRMWARE_COLUMNS:
                firmware.columns[name][row] = value
    runner = Runner(world, compiled=False)
    runner.add_system(board_system(firmware.run, board))
    return runner


def board_columns(world: World) -> set[str]:
    return set(world.tables[0].layout.places)


def firmware_parameters(sensors: Sequence[str]) -> dict[str, Any]:
    """What the autopilot sets for this vehicle."""
    kit = quad_kit(sensors)
    firmware_autopilot.equip(kit, firmware_autopilot.Config(parameters=HASTE))
    return {name: value for name, value in kit.values.items() if name in FIRMWARE_COLUMNS}


def numbers(world: World, name: str, kinds: tuple[Kind, ...]) -> dict[str, list[float]]:
    entity = world.by_name(name)
    table = world.tables[0]
    return {
        column: world.vector(entity, column).tolist()
        for column, place in table.layout.places.items()
        if place.component.kind in kinds
    }


ALL_SENSORS = ("imu", "magnetometer", "barometer", "gnss", "range", "battery")
WITHOUT_EXTRAS = ("imu", "magnetometer", "barometer", "gnss")


@pytest.mark.parametrize(
    ("count", "sensors"),
    [(1, ALL_SENSORS), (1, WITHOUT_EXTRAS), (3, ALL_SENSORS)],
    ids=["one", "one_without_extras", "three"],
)
def test_the_loop_is_the_same_fused_and_on_a_board(count: int, sensors: tuple[str, ...]) -> None:
    one, other = fused(count, sensors), stepped(count, sensors, firmware_parameters(sensors))
    for runner in (one, other):
        runner.advance(TICKS)
    for number in range(count):
        name = f"quad_{number}"
        expected = numbers(one.world, name, (Kind.TRUTH, Kind.SAMPLE))
        got = numbers(other.world, name, (Kind.TRUTH, Kind.SAMPLE))
        # The schedule gives the firmware silent columns for sensors that are not there.
        assert got == {column: expected[column] for column in got}
        # Nothing would be shown by vehicles that stay on the ground.
        assert expected["position_ned_m"][2] < -1.0
        commands = one.world.vector(one.world.by_name(name), "motor_command")
        assert np.array_equal(
            commands, other.world.vector(other.world.by_name(name), "motor_command")
        )


def test_the_board_world_holds_no_firmware_columns() -> None:
    world = stepped(1, ALL_SENSORS, firmware_parameters(ALL_SENSORS)).world
    assert not [name for name in world.tables[0].layout.places if name.startswith("fw_")]
