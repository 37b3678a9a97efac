"""MAV_CMD_INJECT_FAILURE on a vehicle's line: answered by the simulator, unseen by the firmware."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from itertools import pairwise
from math import nan
from random import Random

import pytest

from line_peer import ANSWER_TICKS, LinePeer, injection, mavlink
from simloop.server.simulation import Simulation
from simloop.sitl.failure_commands import TYPES, UNITS
from simloop.sitl.key_lines import KEY_LINES, KeyLines
from simloop.systems.failures import FailureDesk

ACCEPTED, DENIED, UNSUPPORTED = 0, 2, 3
RC, LINE, GYRO, FLOW, AVOIDANCE = 104, 105, 0, 5, 103
OK, OFF, STUCK, WRONG = 0, 1, 2, 4
MAVLINK_UNITS = sorted(
    number
    for number, entry in mavlink.enums["FAILURE_UNIT"].items()
    if not entry.name.endswith("_END")
)
MAVLINK_TYPES = sorted(
    number
    for number, entry in mavlink.enums["FAILURE_TYPE"].items()
    if not entry.name.endswith("_END")
)


def load(board: str = "fused", *more: str) -> tuple[Simulation, LinePeer, FailureDesk]:
    sets = [f"vehicles[0].model.autopilot.settings.board={board}", *more]
    simulation = Simulation.load("square", sets=sets, compiled=board == "fused")
    return simulation, LinePeer(simulation), simulation.provided["failures"]


@pytest.fixture(scope="module")
def standing() -> tuple[Simulation, LinePeer, FailureDesk]:
    return load()


def active(desk: FailureDesk, vehicle: str = "quad_0") -> list[tuple[str, str, int]]:
    return [(r.component, r.kind, r.instance) for r in desk.active(vehicle)]


def test_the_tables_have_all_that_mavlink_has() -> None:
    assert sorted(UNITS) == MAVLINK_UNITS
    assert sorted(TYPES) == MAVLINK_TYPES
    for number, name in UNITS.items():
        known = mavlink.enums["FAILURE_UNIT"][number].name.lower()
        assert known.endswith(name)
    for number, name in TYPES.items():
        assert mavlink.enums["FAILURE_TYPE"][number].name == f"FAILURE_TYPE_{name.upper()}"


@pytest.mark.parametrize("board", ["fused", "sil"])
@pytest.mark.parametrize("whole", [False, True])
def test_a_failure_comes_and_goes_in_the_name_of_the_vehicle(board: str, whole: bool) -> None:
    _, peer, desk = load(board)
    assert peer.fail(LINE, OFF, 1, whole=whole) == ACCEPTED
    (ack,) = peer.of("COMMAND_ACK")
    assert (ack.get_srcSystem(), ack.get_srcComponent()) == (1, 1)
    assert (ack.target_system, ack.target_component) == (255, 190)
    assert active(desk) == [("mavlink_signal", "off", 1)]
    # Over the very line that is cut: the simulator hears and speaks beside the radio.
    assert peer.fail(LINE, OK, whole=whole) == ACCEPTED
    assert active(desk) == []


def test_every_pair_of_mavlink_has_an_honest_answer(
    standing: tuple[Simulation, LinePeer, FailureDesk],
) -> None:
    _, peer, desk = standing
    for unit in MAVLINK_UNITS:
        for kind in MAVLINK_TYPES:
            result = peer.fail(unit, kind)
            known = UNITS[unit] in desk.catalogue.components
            can = TYPES[kind] == "ok" or any(
                (cell.component, cell.kind) == (UNITS[unit], TYPES[kind])
                for cell in desk.possible("quad_0")
            )
            assert result == (ACCEPTED if known and can else UNSUPPORTED), (unit, kind)
            assert ("Failure: " in peer.text()) == (result != ACCEPTED)
            if active(desk):
                peer.fail(unit, OK)
            assert active(desk) == []


def test_what_is_no_unit_type_or_instance(
    standing: tuple[Simulation, LinePeer, FailureDesk],
) -> None:
    _, peer, desk = standing
    assert peer.fail(99, OFF) == UNSUPPORTED
    assert "failure unit 99" in peer.text()
    assert peer.fail(LINE, 77) == UNSUPPORTED
    assert "failure type 77" in peer.text()
    for odd in (0.5, nan, float("inf"), -1e30):
        assert peer.fail(odd, OFF) == UNSUPPORTED
        assert peer.fail(LINE, odd) == UNSUPPORTED
    assert peer.fail(LINE, OFF, -1) == DENIED
    assert "count from 1" in peer.text()
    assert active(desk) == []
    assert peer.fail(LINE, OFF, nan) == ACCEPTED
    assert active(desk) == [("mavlink_signal", "off", 0)]
    peer.fail(LINE, OK)


def test_others_are_not_answered_for(standing: tuple[Simulation, LinePeer, FailureDesk]) -> None:
    _, peer, desk = standing
    for target in ((7, 1), (1, 100), (7, 0)):
        assert peer.fail(LINE, OFF, target=target) is None
    assert active(desk) == []
    for target in ((0, 0), (1, 0), (0, 1)):
        assert peer.fail(LINE, OFF, target=target) == ACCEPTED
        peer.fail(LINE, OK)


def test_a_vehicle_with_another_number_answers_by_it() -> None:
    simulation, peer, _ = load()
    vehicle = simulation.world.by_name("quad_0")
    simulation.world.vector(vehicle, "fw_system_id")[0] = 42.0
    assert peer.fail(LINE, OFF) is None
    assert peer.fail(LINE, OFF, target=(42, 1)) == ACCEPTED
    assert peer.of("COMMAND_ACK")[0].get_srcSystem() == 42


@pytest.mark.parametrize("board", ["fused", "sil"])
def test_a_frame_in_pieces_and_its_neighbours(board: str) -> None:
    simulation, peer, desk = load(board)
    reading = mavlink.MAVLink_param_request_read_message(1, 1, b"SYSID_THISMAV", -1)
    peer.beat()
    simulation.advance(ANSWER_TICKS)
    stream = peer.pack(reading) + peer.pack(injection(RC, STUCK)) + peer.pack(reading)
    cut = len(stream) // 2
    peer.inbox.clear()
    for piece in (stream[:cut], stream[cut:]):
        peer.send_bytes(piece)
        simulation.advance(ANSWER_TICKS)
    assert active(desk) == [("rc_signal", "stuck", 0)]
    assert [ack.command for ack in peer.of("COMMAND_ACK")] == [420]
    assert len(peer.of("PARAM_VALUE")) == 2


def test_a_repeated_question_gets_the_same_answer_and_does_nothing_twice(
    standing: tuple[Simulation, LinePeer, FailureDesk],
) -> None:
    _, peer, desk = standing
    told: list[str] = []
    desk.listen(lambda event: told.append(event.name))
    assert peer.fail(RC, STUCK) == ACCEPTED
    assert peer.fail(RC, STUCK, confirmation=1) == ACCEPTED
    assert told == ["failure"]
    assert peer.fail(RC, OK) == ACCEPTED
    assert told == ["failure", "recovered"]


def test_answers_continue_the_vehicles_own_sequence() -> None:
    """A ground station tells lost frames by the sequence: an answer must not look like a loss."""
    simulation, peer, _ = load()
    peer.beat()
    for _ in range(5):
        simulation.advance(40)
        peer.send(injection(RC, OK))
    simulation.advance(ANSWER_TICKS)
    numbers = [message.get_seq() for message in peer.inbox]
    assert len(peer.of("COMMAND_ACK")) == 5
    assert [b - a for a, b in pairwise(numbers)] == [1] * (len(numbers) - 1)


def test_who_speaks_the_old_mavlink_is_answered_in_it() -> None:
    simulation, peer, desk = load()
    peer.send(injection(RC, STUCK), v1=True)
    simulation.advance(ANSWER_TICKS)
    (ack,) = peer.of("COMMAND_ACK")
    assert ack.get_msgbuf()[0] == 0xFE
    assert active(desk) == [("rc_signal", "stuck", 0)]


def test_with_a_key_only_its_holder_lets_things_fail() -> None:
    simulation, peer, desk = load()
    # The peer's line is marked, so that it may bring the key.
    simulation.provided[KEY_LINES] = KeyLines(frozenset((0,)), 1)
    key = bytes(range(32))
    peer.send(mavlink.MAVLink_setup_signing_message(1, 1, key, 1_000_000))
    simulation.advance(ANSWER_TICKS)
    assert peer.fail(RC, STUCK) is None
    assert active(desk) == []
    peer.mav.signing.secret_key = key
    peer.mav.signing.sign_outgoing = True
    peer.mav.signing.timestamp = 2_000_000
    assert peer.fail(RC, STUCK) == ACCEPTED
    assert peer.of("COMMAND_ACK")[0].get_signed()


def test_without_a_desk_the_firmware_answers_for_itself() -> None:
    simulation = Simulation.load(
        "square", sets=["world.remove=[failures, link_failures]"], compiled=False
    )
    assert LinePeer(simulation).fail(RC, STUCK) == UNSUPPORTED


@pytest.mark.parametrize("board", ["fused", "sil"])
def test_going_back_in_time_brings_half_a_command_back(board: str) -> None:
    simulation, peer, desk = load(board)
    data = peer.pack(injection(RC, STUCK))
    peer.beat()
    simulation.advance(ANSWER_TICKS)
    peer.send_bytes(data[:20])
    simulation.advance(ANSWER_TICKS)
    saved = simulation.snapshot()
    for _ in range(2):
        peer.send_bytes(data[20:])
        simulation.advance(ANSWER_TICKS)
        assert active(desk) == [("rc_signal", "stuck", 0)]
        simulation.restore(saved)
        assert active(desk) == []


@pytest.mark.parametrize("board", ["fused", "sil"])
def test_hostile_bytes_neither_stop_the_world_nor_hide_good_frames(board: str) -> None:
    simulation, peer, desk = load(board)
    chance = Random(5)
    for number in range(40):
        peer.send_bytes(chance.randbytes(chance.randint(1, 300)))
        cut = peer.pack(injection(LINE, OFF))
        peer.send_bytes(cut[: chance.randrange(2, len(cut) - 1)])
        kind = STUCK if number % 2 else OK
        assert peer.fail(RC, kind) == ACCEPTED
        assert bool(active(desk)) == bool(number % 2)
    assert simulation.world.tick == 40 * ANSWER_TICKS
