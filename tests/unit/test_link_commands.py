"""Commands: each becomes the right request, is answered honestly, and is done once."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from math import isnan, nan, pi
from typing import Any

import pytest

from link_bench import ORIGIN_DEG, LinkBench, Peer, mavlink
from simloop.firmware.codes import Airframe, Answer, Calibrate, Mode, RequestKind

LAT, LON = ORIGIN_DEG
LAT_E7, LON_E7 = round(1e7 * LAT), round(1e7 * LON)
ACCEPTED, REJECTED, DENIED, UNSUPPORTED, FAILED = range(5)


class Board:
    """Remembers what it was asked to do."""

    def __init__(self, works: bool | None = True) -> None:
        self.works = works
        self.calls: list[str] = []

    def _do(self, what: str) -> bool | None:
        self.calls.append(what)
        return self.works

    def store_parameters(self) -> bool | None:
        return self._do("store")

    def load_parameters(self) -> bool | None:
        return self._do("load")

    def reset_parameters(self) -> bool | None:
        return self._do("reset")

    def reboot(self, *, to_bootloader: bool) -> bool | None:
        return self._do("bootloader" if to_bootloader else "reboot")


@pytest.fixture
def bench() -> LinkBench:
    bench = LinkBench()
    bench.set(fw_item_count=4.0, fw_position_ned_m=(1.0, 2.0, -3.0))
    return bench


@pytest.fixture
def peer(bench: LinkBench) -> Peer:
    return Peer(bench)


def command_int(
    peer: Peer, number: int, params: tuple[float, ...], frame: int, x: int, y: int, z: float
) -> int | None:
    peer.take("COMMAND_ACK")
    peer.send(mavlink.MAVLink_command_int_message(1, 1, frame, number, 0, 0, *params, x, y, z))
    found = peer.wait("COMMAND_ACK", 1.0)
    return None if found is None else found.result


REQUESTS = (
    ((400, 1), (RequestKind.ARM, 1.0, 0.0)),
    ((400, 0, 21196), (RequestKind.ARM, 0.0, 1.0)),
    ((176, 1, 4), (RequestKind.MODE, Mode.GUIDED)),
    ((176, 129, 6), (RequestKind.MODE, Mode.RTL)),
    ((20,), (RequestKind.MODE, Mode.RTL)),
    ((17,), (RequestKind.MODE, Mode.LOITER)),
    ((21,), (RequestKind.LAND,)),
    ((85,), (RequestKind.LAND,)),
    ((22, 0, 0, 0, 0, 0, 0, 12.5), (RequestKind.TAKEOFF, 12.5)),
    ((22, nan, nan, nan, nan, nan, nan, nan), (RequestKind.TAKEOFF, 0.0)),
    ((84, 0, 0, 0, 0, 0, 0, 30), (RequestKind.TAKEOFF, 30.0)),
    ((300,), (RequestKind.START_MISSION, 0.0)),
    ((300, 3), (RequestKind.START_MISSION, 2.0)),
    ((224, 4), (RequestKind.SET_ITEM, 3.0)),
    ((224, -1), (RequestKind.SET_ITEM, 0.0)),
    ((178, 1, 7.5), (RequestKind.SPEED, 7.5)),
    ((193, 0), (RequestKind.PAUSE, 1.0)),
    ((193, 1), (RequestKind.PAUSE, 0.0)),
    ((179, 1), (RequestKind.SET_HOME, 1.0, 2.0, -3.0)),
    ((207, 1), (RequestKind.FENCE, 1.0)),
    ((183, 3, 1750), (RequestKind.SERVO, 2.0, 0.5)),
    ((3000, 3), (RequestKind.TRANSITION, 1.0)),
    ((3000, 4), (RequestKind.TRANSITION, 2.0)),
    ((241, 1), (RequestKind.CALIBRATE, Calibrate.GYRO)),
    ((241, 0, 1), (RequestKind.CALIBRATE, Calibrate.MAGNETOMETER)),
    ((241, 0, 0, 1), (RequestKind.CALIBRATE, Calibrate.BAROMETER)),
    ((241, 0, 0, 0, 2), (RequestKind.CALIBRATE, Calibrate.RC_TRIM)),
    ((241, 0, 0, 0, 0, 1), (RequestKind.CALIBRATE, Calibrate.IMU)),
    ((241, 0, 0, 0, 0, 2), (RequestKind.CALIBRATE, Calibrate.LEVEL)),
    ((241, 0, 0, 0, 0, 0, 2), (RequestKind.CALIBRATE, Calibrate.AIRSPEED)),
)


@pytest.mark.parametrize("command, request_", REQUESTS, ids=lambda value: str(value[0]))
def test_commands_become_requests(
    bench: LinkBench, peer: Peer, command: tuple[float, ...], request_: tuple[float, ...]
) -> None:
    assert peer.ask(int(command[0]), *command[1:]) == ACCEPTED
    assert tuple(bench.requests[-1][: len(request_)]) == pytest.approx(request_)
    assert len(bench.requests) == 1


WRONG = (
    (400, 2),
    (400, nan),
    (176, 0, 4),
    (176, 1, 99),
    (178, 1, -1),
    (193, 7),
    (3000, 9),
    (183, 0, 1500),
    (183, 1, 9000),
    (241,),
    (241, 1, 1),
    (179, 0),
    (179, 0, 0, 0, 0, 95, 0, 10),
    (22, 0, 0, 0, 0, 0, 0, float("inf")),
    (511, 30, -2),
    (511, 99999, 1000),
    (511, 0, -1),
    (512, 435, 99),
)


@pytest.mark.parametrize("command", WRONG, ids=str)
def test_numbers_that_make_no_sense_are_denied(
    bench: LinkBench, peer: Peer, command: tuple[float, ...]
) -> None:
    assert peer.ask(int(command[0]), *command[1:], seconds=0.1) == DENIED
    assert not bench.requests


@pytest.mark.parametrize("number", (0, 31, 42001, 42424, 42006, 2520, 2000, 521, 65535, 185))
def test_unknown_commands_are_unsupported_at_once(
    bench: LinkBench, peer: Peer, number: int
) -> None:
    assert peer.ask(number, 1, seconds=0.05) == UNSUPPORTED
    assert not bench.requests


@pytest.mark.parametrize("message", (397, 5, 11, 99999, 380, 76))
def test_messages_that_nobody_builds_are_unsupported_at_once(peer: Peer, message: int) -> None:
    assert peer.ask(512, message, seconds=0.05) == UNSUPPORTED


def test_a_refusal_is_passed_on_with_its_reason(bench: LinkBench, peer: Peer) -> None:
    bench.refuses[RequestKind.ARM] = (Answer.TEMPORARILY_REJECTED, 17.0)
    peer.command(400, 1)
    ack = peer.wait("COMMAND_ACK")
    assert (ack.result, ack.result_param2) == (REJECTED, 17)
    assert (ack.target_system, ack.target_component) == (255, 190)
    assert peer.texts() == ["Arming refused: throttle is not low"]


def test_no_answer_within_a_second_is_failure(bench: LinkBench, peer: Peer) -> None:
    bench.answering = False
    peer.command(400, 1)
    bench.step()
    begun = bench.now_us
    assert peer.wait("COMMAND_ACK", 3.0).result == FAILED
    assert bench.now_us - begun == pytest.approx(1_000_000, abs=20_000)


def test_a_retry_while_pending_is_not_done_twice(bench: LinkBench, peer: Peer) -> None:
    bench.answering = False
    for confirmation in range(3):
        peer.command(400, 1, confirmation=confirmation)
        bench.run(0.1)
    bench.answering = True
    bench.run(0.2)
    assert len(bench.requests) == 1
    assert len(peer.take("COMMAND_ACK")) == 1


def test_a_retry_after_a_lost_answer_gets_the_same_answer(bench: LinkBench, peer: Peer) -> None:
    assert peer.ask(22, 0, 0, 0, 0, 0, 0, 10) == ACCEPTED
    bench.refuses[RequestKind.TAKEOFF] = (Answer.TEMPORARILY_REJECTED, 107.0)
    peer.command(22, 0, 0, 0, 0, 0, 0, 10, confirmation=1)
    assert peer.wait("COMMAND_ACK", 0.2).result == ACCEPTED
    assert len(bench.requests) == 1
    peer.command(22, 0, 0, 0, 0, 0, 0, 20, confirmation=1)
    assert peer.wait("COMMAND_ACK", 0.2).result == REJECTED


def test_requests_go_one_at_a_time_and_in_order(bench: LinkBench, peer: Peer) -> None:
    peer.command(400, 1)
    peer.command(22, 0, 0, 0, 0, 0, 0, 10)
    peer.command(178, 1, 5)
    bench.run(0.3)
    assert [request[0] for request in bench.requests] == [
        RequestKind.ARM,
        RequestKind.TAKEOFF,
        RequestKind.SPEED,
    ]
    assert [ack.command for ack in peer.take("COMMAND_ACK")] == [400, 22, 178]


def test_too_many_at_once_are_put_off(bench: LinkBench, peer: Peer) -> None:
    bench.answering = False
    for system in range(1, 40):
        other = mavlink.MAVLink(None, 200, system)
        raw = mavlink.MAVLink_command_long_message(1, 1, 400, 0, 1, 0, 0, 0, 0, 0, 0).pack(other)
        peer.send_bytes(raw)
    bench.step()
    results = [ack.result for ack in peer.take("COMMAND_ACK")]
    assert results == [REJECTED] * 22


def test_reposition(bench: LinkBench, peer: Peer) -> None:
    bench.set(fw_home_ned_m=(0.0, 0.0, -2.0))
    params = (5.0, 1.0, 40.0, pi / 2)
    assert command_int(peer, 192, params, 6, LAT_E7 + 10000, LON_E7, 20.0) == ACCEPTED
    kind, north, east, down, yaw, speed, radius = bench.requests[-1][:7]
    assert kind == RequestKind.GO_TO
    assert (north, east, down) == pytest.approx((111.2, 0.0, -22.0), abs=0.2)
    assert (yaw, speed, radius) == pytest.approx((pi / 2, 5.0, 40.0))
    assert command_int(peer, 192, (-1.0, 1.0, 0.0, nan), 5, LAT_E7, LON_E7, 508.0) == ACCEPTED
    request = bench.requests[-1]
    assert request[3] == pytest.approx(-20.0)
    assert isnan(request[4])
    assert request[5] == 0.0


def test_reposition_needs_guided_or_leave_to_change(bench: LinkBench, peer: Peer) -> None:
    assert command_int(peer, 192, (0.0, 0.0, 0.0, 0.0), 6, LAT_E7, LON_E7, 20.0) == DENIED
    bench.set(fw_mode=Mode.GUIDED)
    assert command_int(peer, 192, (0.0, 0.0, 0.0, 0.0), 6, LAT_E7, LON_E7, 20.0) == ACCEPTED


def test_reposition_may_leave_coordinates_open(bench: LinkBench, peer: Peer) -> None:
    assert peer.ask(192, -1, 1, 0, nan, nan, nan, 500) == ACCEPTED
    _, north, east, down = bench.requests[-1][:4]
    assert isnan(north)
    assert isnan(east)
    assert down == pytest.approx(-12.0)


def test_no_place_without_an_origin() -> None:
    bench = LinkBench(aligned=False)
    peer = Peer(bench)
    assert peer.ask(192, -1, 1, 0, nan, LAT, LON, 500) == DENIED
    assert peer.ask(195, 0, 0, 0, 0, LAT, LON, 500) == DENIED
    assert peer.ask(512, 242) == FAILED


def test_take_off_in_other_frames(bench: LinkBench, peer: Peer) -> None:
    bench.set(fw_home_ned_m=(0.0, 0.0, -2.0))
    assert command_int(peer, 22, (0.0, 0.0, 0.0, 90.0), 5, 0, 0, 500.0) == ACCEPTED
    assert bench.requests[-1][1:3] == pytest.approx([10.0, pi / 2])
    assert command_int(peer, 22, (0.0, 0.0, 0.0, 0.0), 11, 0, 0, 500.0) == DENIED


def test_home_at_a_place(bench: LinkBench, peer: Peer) -> None:
    assert (
        command_int(peer, 179, (0.0, 0.0, 0.0, 0.0), 0, LAT_E7 + 10000, LON_E7, 490.0) == ACCEPTED
    )
    assert bench.requests[-1][1:4] == pytest.approx((111.2, 0.0, -2.0), abs=0.2)
    told = peer.wait("HOME_POSITION", 1.5, lambda m: m.latitude != LAT_E7)
    assert told.latitude == LAT_E7 + 10000
    assert told.altitude == 490_000


def test_looking_at_things(bench: LinkBench, peer: Peer) -> None:
    assert (
        command_int(peer, 195, (0.0, 0.0, 0.0, 0.0), 0, LAT_E7, LON_E7 + 10000, 490.0) == ACCEPTED
    )
    assert bench.requests[-1][1:4] == pytest.approx((0.0, 75.4, -2.0), abs=0.2)
    assert peer.ask(197) == ACCEPTED
    assert all(map(isnan, bench.requests[-1][1:4]))
    assert peer.ask(201, 3, 0, 0, 0, LAT, LON, 490) == ACCEPTED
    assert peer.ask(201, 4, 0, 0, 0, LAT, LON, 490) == UNSUPPORTED


def test_reboot(bench: LinkBench, peer: Peer) -> None:
    assert peer.ask(246, 1) == UNSUPPORTED
    board = Board()
    bench = LinkBench(maintenance=board)
    peer = Peer(bench)
    bench.set(fw_armed=1.0)
    assert peer.ask(246, 1) == DENIED
    bench.set(fw_armed=0.0)
    assert peer.ask(246, 1) == ACCEPTED
    assert peer.ask(246, 3) == ACCEPTED
    assert peer.ask(246, 2) == UNSUPPORTED
    assert board.calls == ["reboot", "bootloader"]


@pytest.mark.parametrize("works, result", ((True, ACCEPTED), (False, FAILED), (None, UNSUPPORTED)))
def test_storage_of_parameters(works: bool | None, result: int) -> None:
    board = Board(works)
    peer = Peer(LinkBench(maintenance=board))
    assert [peer.ask(245, way) for way in (0, 1, 2)] == [result] * 3
    assert peer.ask(245, 3) == UNSUPPORTED
    assert board.calls == ["load", "store", "reset"]
    assert Peer(LinkBench()).ask(245, 1) == UNSUPPORTED


def test_versions(peer: Peer) -> None:
    assert peer.ask(512, 148) == ACCEPTED
    version = peer.wait("AUTOPILOT_VERSION", 0.1)
    assert version.flight_sw_version == 0x00010000
    assert version.capabilities & 0x2000
    # No files, no terrain, no bits of integers in floats.
    assert not version.capabilities & (32 | 512 | 16)
    assert peer.ask(520, 1) == ACCEPTED
    assert peer.wait("AUTOPILOT_VERSION", 0.1)
    assert peer.ask(519, 1) == ACCEPTED


def test_available_modes(bench: LinkBench, peer: Peer) -> None:
    assert peer.ask(512, 435, 1) == ACCEPTED
    (first,) = peer.take("AVAILABLE_MODES")
    assert (first.mode_index, first.mode_name, first.custom_mode) == (1, "STABILIZE", 0)
    assert peer.ask(512, 435, 0) == ACCEPTED
    every = peer.take("AVAILABLE_MODES")
    assert [mode.mode_index for mode in every] == list(range(1, first.number_modes + 1))
    assert peer.ask(512, 436) == ACCEPTED
    assert peer.wait("CURRENT_MODE", 0.1).custom_mode == 5


def test_message_intervals_can_be_read(peer: Peer) -> None:
    assert peer.ask(510, 30) == ACCEPTED
    assert peer.wait("MESSAGE_INTERVAL", 0.1).interval_us == 100_000
    assert peer.ask(511, 30, 50_000) == ACCEPTED
    assert peer.ask(510, 30) == ACCEPTED
    assert peer.wait("MESSAGE_INTERVAL", 0.1).interval_us == 50_000
    assert peer.ask(510, 5) == ACCEPTED
    assert peer.wait("MESSAGE_INTERVAL", 0.1).interval_us == 0


def test_set_mode_of_old(bench: LinkBench, peer: Peer) -> None:
    peer.send(mavlink.MAVLink_set_mode_message(1, 1, 9))
    bench.run(0.2)
    assert bench.get("fw_mode") == Mode.LAND
    peer.send(mavlink.MAVLink_set_mode_message(1, 1, 88))
    bench.run(0.2)
    assert len(bench.requests) == 1


def test_hover_modes_of_a_vtol_ask_for_hover(bench: LinkBench, peer: Peer) -> None:
    bench.set(fw_airframe=Airframe.VTOL)
    assert peer.ask(176, 1, 20) == ACCEPTED
    bench.run(0.1)
    assert [request[:2] for request in bench.requests] == [
        [RequestKind.MODE, Mode.LAND],
        [RequestKind.TRANSITION, 1.0],
    ]
    assert peer.ask(176, 1, 10) == ACCEPTED
    bench.run(0.1)
    assert bench.requests[-1][:2] == [RequestKind.MODE, Mode.AUTO]


def test_data_streams_of_old(bench: LinkBench, peer: Peer) -> None:
    def asked(stream: int, rate: int, start: int) -> dict[str, Any]:
        peer.send(mavlink.MAVLink_request_data_stream_message(1, 1, stream, rate, start))
        bench.run(0.1)
        peer.inbox.clear()
        bench.run(2.0)
        return {name: len(peer.take(name)) for name in ("ATTITUDE", "VFR_HUD", "HEARTBEAT")}

    assert asked(10, 25, 1) == {"ATTITUDE": 50, "VFR_HUD": 8, "HEARTBEAT": 2}
    assert asked(0, 4, 1) == {"ATTITUDE": 8, "VFR_HUD": 8, "HEARTBEAT": 2}
    assert asked(0, 4, 0) == {"ATTITUDE": 0, "VFR_HUD": 0, "HEARTBEAT": 2}
    assert asked(77, 4, 1)["ATTITUDE"] == 0


def test_an_item_that_is_not_there(bench: LinkBench, peer: Peer) -> None:
    assert peer.ask(224, 5) == FAILED
    assert not bench.requests


def test_the_origin_can_be_asked_for(peer: Peer) -> None:
    assert peer.ask(512, 49) == ACCEPTED
    origin = peer.wait("GPS_GLOBAL_ORIGIN", 0.1)
    assert (origin.latitude, origin.longitude, origin.altitude) == (LAT_E7, LON_E7, 488_000)
