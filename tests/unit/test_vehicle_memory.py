"""Parameters that a ground station saves are there in the next run, and a lock repeats that run."""

from pathlib import Path

import pytest

from simloop.firmware.mavlink.frame import encode
from simloop.firmware.mavlink.messages import BY_NAME
from simloop.messages.simloop_msgs import SerialData
from simloop.server.files import load_scenario
from simloop.server.files.lock import load_lock, write_lock
from simloop.server.files.mistake import FileMistake
from simloop.server.files.resolved import ResolvedScenario
from simloop.server.simulation import Simulation
from simloop.sitl.firmware_links import SERIAL_IN

RTL_ALTITUDE = "fw_rtl_altitude_m"
BOARDS = ["fused", "sil"]


def scenario(board: str, memory: Path | None, *more: str) -> ResolvedScenario:
    sets = [f"vehicles[0].model.autopilot.settings.board={board}", *more]
    given = None if memory is None else str(memory)
    return load_scenario("square", sets=sets, memory=given)


def fly(resolved: ResolvedScenario, *, save: float | None = None) -> Simulation:
    """A tenth of a second, in which a ground station may set RTL_ALT and have it saved."""
    simulation = Simulation(resolved, compiled=False)
    if save is not None:
        line = simulation.bus.advertise(SERIAL_IN, SerialData, by="peer", external=True)
        target = {"target_system": 1, "target_component": 1}
        wish = {"param_id": b"RTL_ALT", "param_value": save, "param_type": 9}
        storage = {"command": 245, "param1": 1.0}
        for name, fields in (("PARAM_SET", wish), ("COMMAND_LONG", storage)):
            definition = BY_NAME[name]
            values = definition.values({**target, **fields})
            line.publish(SerialData(0, encode(definition, values, 0, 255, 190)))
    simulation.advance(40)
    return simulation


def column(simulation: Simulation, name: str) -> float:
    return float(simulation.world.vector(simulation.world.by_name("quad_0"), name)[0])


@pytest.mark.parametrize("board", BOARDS)
def test_what_was_saved_is_there_in_the_next_run(board: str, tmp_path: Path) -> None:
    fly(scenario(board, tmp_path), save=3.25)
    later = fly(scenario(board, tmp_path))
    assert column(later, RTL_ALTITUDE) == 3.25
    # Whatever the firmware runs on.
    other = BOARDS[1 - BOARDS.index(board)]
    assert column(fly(scenario(other, tmp_path)), RTL_ALTITUDE) == 3.25


@pytest.mark.parametrize("board", BOARDS)
def test_without_a_memory_a_run_forgets(board: str) -> None:
    before = column(fly(scenario(board, None)), RTL_ALTITUDE)
    assert column(fly(scenario(board, None), save=3.25), RTL_ALTITUDE) == 3.25
    assert column(fly(scenario(board, None)), RTL_ALTITUDE) == before


def test_a_lock_brings_the_memory_of_its_run(tmp_path: Path) -> None:
    folder, lock = tmp_path / "memory", tmp_path / "config.lock"
    fly(scenario("fused", folder), save=3.25)
    resolved = scenario("fused", folder)
    write_lock(resolved, lock)
    expected = fly(resolved).world.state_hash()
    # What came later belongs to later runs, and a repeated run leaves it alone.
    fly(scenario("fused", folder), save=4.5)
    left = {path.name: path.read_bytes() for path in folder.iterdir()}
    again = fly(load_lock(lock))
    assert again.world.state_hash() == expected
    fly(load_lock(lock), save=6.0)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == left


def test_a_lock_takes_no_other_memory(tmp_path: Path) -> None:
    write_lock(scenario("fused", None), tmp_path / "config.lock")
    with pytest.raises(FileMistake, match="a lock file is a complete run: leave out"):
        load_scenario(str(tmp_path / "config.lock"), memory=str(tmp_path))


def test_the_mission_of_a_scenario_holds(tmp_path: Path) -> None:
    """The speed of a mission is a parameter too, but one that this very vehicle was given."""
    fly(scenario("fused", tmp_path), save=3.25)
    faster = scenario("fused", tmp_path, "vehicles[0].mission.cruise_speed_mps=7.0")
    assert column(fly(faster), "fw_cruise_speed_mps") == 7.0


def test_memory_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    fly(scenario("fused", tmp_path), save=3.25)
    (image,) = tmp_path.iterdir()
    image.write_bytes(image.read_bytes()[:-3])
    told = [event.plain() for event in fly(scenario("fused", tmp_path)).log.events]
    assert told[0]["event"] == "parameters" and "slot 0 are broken" in told[0]["told"]


def test_a_restored_world_has_the_memory_of_its_time(tmp_path: Path) -> None:
    simulation = fly(scenario("sil", tmp_path))
    saved = simulation.snapshot()
    memories = simulation.provided["vehicle_memories"]
    memories.of("quad_0").memory_write(0, b"later")
    simulation.restore(saved)
    assert memories.of("quad_0").memory_read(0) is None


def test_a_vehicle_that_is_back_has_what_it_had(tmp_path: Path) -> None:
    simulation = fly(scenario("fused", tmp_path), save=33.0)
    memories = simulation.provided["vehicle_memories"]
    simulation.world.set(simulation.world.by_name("quad_0"), RTL_ALTITUDE, 44.0)
    saved, kept = simulation.snapshot(), memories.save()
    simulation.world.remove(simulation.world.by_name("quad_0"))
    simulation.advance(2)
    simulation.restore(saved)
    assert column(simulation, RTL_ALTITUDE) == 44.0
    assert memories.save() == kept and kept["quad_0"]


def test_the_default_values_are_not_those_of_memory(tmp_path: Path) -> None:
    """PREFLIGHT_STORAGE with 2 goes back to what the vehicle was made with."""
    before = column(fly(scenario("fused", None)), RTL_ALTITUDE)
    fly(scenario("fused", tmp_path), save=3.25)
    simulation = Simulation(scenario("fused", tmp_path), compiled=False)
    line = simulation.bus.advertise(SERIAL_IN, SerialData, by="peer", external=True)
    definition = BY_NAME["COMMAND_LONG"]
    fields = {"target_system": 1, "target_component": 1, "command": 245, "param1": 2.0}
    line.publish(SerialData(0, encode(definition, definition.values(fields), 0, 255, 190)))
    simulation.advance(40)
    assert column(simulation, RTL_ALTITUDE) == before
