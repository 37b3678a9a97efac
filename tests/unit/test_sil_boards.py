"""Boards of a scenario: their service, several classes, vehicles that come and go, snapshots."""

import pytest

from simloop.component.column import Kind
from simloop.messages.std_srvs import TriggerRequest, TriggerResponse
from simloop.server.files.mistake import FileMistake
from simloop.server.simulation import Simulation
from simloop.sitl.sil_boards import SilBoards

SETTINGS = "vehicles[{}].model.autopilot.settings.{}"
ON_BOARD = SETTINGS.format(0, "board=sil")


def load(*sets: str, scenario: str = "square", vehicle: str | None = None) -> Simulation:
    return Simulation.load(scenario, sets=sets, vehicle=vehicle, compiled=False)


def numbers(simulation: Simulation, name: str) -> dict[str, str]:
    """What a vehicle and its firmware hold, bit by bit, but for what only one of the forms has.

    In the schedule the command tasks of a pass see the counter of the IMU one tick later.
    """
    world = simulation.world
    record = world.entities.get(world.by_name(name))
    own = ("board_", "rc_", "fw_actuator", "fw_outputs", "fw_imu_counted")
    return {
        column: world.vector(record.entity, column).tobytes().hex()
        for column, place in world.tables[record.table].layout.places.items()
        if place.component.kind in (Kind.TRUTH, Kind.INTENT) and not column.startswith(own)
    }


def call(simulation: Simulation, name: str = "sil_board/run") -> TriggerResponse:
    answer = simulation.bus.call(name, TriggerRequest())
    assert isinstance(answer, TriggerResponse)
    return answer


def firmware_time_s(simulation: Simulation, name: str) -> float:
    return float(simulation.world.vector(simulation.world.by_name(name), "fw_time_s")[0])


def test_the_service_is_refused_while_the_timer_drives() -> None:
    simulation = load(ON_BOARD)
    simulation.advance(3)
    assert call(simulation) == TriggerResponse(
        success=False, message="the timer drives the firmware: set use_timer to false"
    )


def test_one_pass_per_call_equals_the_timer() -> None:
    timed = load(ON_BOARD)
    called = load(ON_BOARD, SETTINGS.format(0, "use_timer=false"))
    timed.advance(60)
    for _ in range(60):
        assert call(called).success
        called.advance(1)
    assert numbers(timed, "quad_0") == numbers(called, "quad_0")
    assert firmware_time_s(called, "quad_0") > 0.1
    called.advance(40)
    assert firmware_time_s(called, "quad_0") == firmware_time_s(timed, "quad_0")


def test_the_loop_has_a_frequency() -> None:
    simulation = load(ON_BOARD, SETTINGS.format(0, "simulation_loop_frequency=200"))
    simulation.advance(400)
    boards = simulation.provided["sil_boards"]
    assert isinstance(boards, SilBoards)
    record = simulation.world.entities.get(simulation.world.by_name("quad_0"))
    assert boards.manager_of(record).passes == 200
    # Time is counted in samples of the IMU that reach the firmware.
    assert firmware_time_s(simulation, "quad_0") == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        (("board=sill",), "board"),
        (("use_timer=false",), "use_timer is for a firmware on a board: add 'board: sil'"),
        (("board=sil", "simulation_loop_frequency=300"), "simulation_loop_frequency: 300 Hz"),
    ],
)
def test_what_no_board_can_do_is_refused(settings: tuple[str, ...], words: str) -> None:
    with pytest.raises(FileMistake, match=words):
        load(*(SETTINGS.format(0, each) for each in settings))


def test_classes_live_side_by_side() -> None:
    """Four rotors and six on a board each, the others in the schedule."""
    mixed = load(ON_BOARD, SETTINGS.format(2, "board=sil"), scenario="multirotors")
    fused = load(scenario="multirotors")
    names = [record.name for record in fused.world.models()]
    for simulation in (mixed, fused):
        simulation.advance(60)
    for name in names:
        assert numbers(mixed, name) == numbers(fused, name)
    on_boards = [record for record in mixed.world.models() if "sil_board" in record.facts]
    assert len({record.table for record in on_boards}) == 2
    services = [each.name for each in mixed.bus.graph().services]
    assert {"sil_board/run", "hexa/sil_board/run"} <= set(services)


def test_vehicles_come_and_go() -> None:
    """A table that grows, widens and reuses a row leaves every lane as in the schedule."""
    pair = load(ON_BOARD), load()
    for simulation in pair:
        model = simulation.scenario.vehicles[0].model
        place = {"position_ned_m": [0.0, 5.0, -0.2]}
        simulation.advance(30)
        for number in range(2):
            spec = simulation.model(model)
            simulation.world.spawn(f"late_{number}", spec, place)
        simulation.advance(30)
        simulation.world.remove(simulation.world.by_name("late_0"))
        simulation.advance(10)
        for number in range(4):
            simulation.world.spawn(f"later_{number}", simulation.model(model), place)
        simulation.advance(30)
    on_board, fused = pair
    assert on_board.world.tables[0].lanes == 16
    for record in fused.world.models():
        assert numbers(on_board, record.name) == numbers(fused, record.name)


def test_restore_and_reset_give_the_same_bits() -> None:
    simulation = load(ON_BOARD)
    simulation.advance(150)
    saved = simulation.snapshot()
    simulation.advance(150)
    straight = simulation.world.state_hash()
    simulation.restore(saved)
    simulation.advance(150)
    assert simulation.world.state_hash() == straight
    simulation.reset_now()
    assert simulation.world.tick == 0
    simulation.advance(300)
    assert simulation.world.state_hash() == straight


def test_a_paused_board_stands_still() -> None:
    simulation = load(ON_BOARD)
    simulation.advance(20)
    before = simulation.world.state_hash()
    simulation.idle()
    assert simulation.world.state_hash() == before
