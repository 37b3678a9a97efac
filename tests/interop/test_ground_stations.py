"""Ground stations connect by their own scripts, and get every answer within their own time-outs.

The scripts follow what was seen of QGroundControl, Mission Planner, MAVProxy and MAVSDK: order of
questions, patience for each answer, and number of tries.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))

from link_bench import ORIGIN_DEG, LinkBench, Peer, mavlink
from simloop.firmware.codes import Airframe, Mode

AIRFRAMES = (Airframe.MULTIROTOR, Airframe.WING, Airframe.VTOL, Airframe.ROVER, Airframe.BOAT)
GCS_HEARTBEAT = mavlink.MAVLink_heartbeat_message(6, 8, 0, 0, 4, 3)
LAT_E7, LON_E7 = (round(1e7 * degrees) for degrees in ORIGIN_DEG)
UNSUPPORTED = 3


class Station:
    """Asks, waits as long as it would, asks again as often as it would, and keeps the times."""

    def __init__(self, bench: LinkBench, **options: Any) -> None:
        self.bench = bench
        self.peer = Peer(bench, **options)
        self.tries = 0

    def exchange(
        self,
        question: Any,
        answer: str,
        patience_s: float,
        tries: int,
        fits: Callable[[Any], bool] = lambda message: True,
    ) -> Any:
        for _ in range(tries):
            self.tries += 1
            self.peer.send(question)
            found = self.peer.wait(answer, patience_s, fits)
            if found is not None:
                return found
        raise AssertionError(f"no {answer} after {tries} tries of {patience_s} s")

    def command(self, number: int, *params: float, patience_s: float = 1.2, tries: int = 3) -> int:
        values = (*params, *(0.0,) * 7)[:7]
        question = mavlink.MAVLink_command_long_message(1, 1, number, 0, *values)
        ack = self.exchange(
            question, "COMMAND_ACK", patience_s, tries, lambda m: m.command == number
        )
        result: int = ack.result
        return result

    def all_parameters(self, patience_s: float, gap_s: float) -> dict[str, float]:
        """The list; after a gap, what is missing by its number, ten at a time."""
        got: dict[int, Any] = {}
        question: Any = mavlink.MAVLink_param_request_list_message(1, 1)
        first = self.exchange(question, "PARAM_VALUE", patience_s, 4)
        got[first.param_index] = first
        while True:
            value = self.peer.wait("PARAM_VALUE", gap_s)
            if value is not None:
                got[value.param_index] = value
            missing = sorted(set(range(first.param_count)) - got.keys())
            if not missing:
                return {value.param_id: value.param_value for value in got.values()}
            for index in missing[:10] if value is None else []:
                self.peer.send(mavlink.MAVLink_param_request_read_message(1, 1, b"", index))

    def plan(self, kind: int, patience_s: float, tries: int) -> list[Any]:
        """A plan of the vehicle, item by item."""
        question: Any = mavlink.MAVLink_mission_request_list_message(1, 1, kind)
        of_kind = lambda m: m.mission_type == kind  # noqa: E731
        count = self.exchange(question, "MISSION_COUNT", patience_s, tries, of_kind).count
        items = []
        for seq in range(count):
            question = mavlink.MAVLink_mission_request_int_message(1, 1, seq, kind)
            wanted = lambda m, seq=seq: m.seq == seq  # noqa: E731
            items.append(self.exchange(question, "MISSION_ITEM_INT", patience_s, tries, wanted))
        self.peer.send(mavlink.MAVLink_mission_ack_message(1, 1, 0, kind))
        return items

    def send_plan(self, kind: int, items: list[tuple[int, int, float]], patience_s: float) -> int:
        """Upload waypoints (command, latitude and height); the result of the vehicle."""
        question: Any = mavlink.MAVLink_mission_count_message(1, 1, len(items), kind)
        for _ in range(20 * len(items)):
            self.peer.send(question)
            reply = self._reply(kind, patience_s)
            if reply is None:
                continue
            if reply.get_type() == "MISSION_ACK":
                result: int = reply.type
                return result
            command, x, z = items[reply.seq]
            question = mavlink.MAVLink_mission_item_int_message(
                1, 1, reply.seq, 3, command, 0, 1, 0, 0, 0, 0, x, LON_E7, z, kind
            )
        raise AssertionError("the upload does not end")

    def _reply(self, kind: int, patience_s: float) -> Any:
        end = self.bench.now_us + patience_s * 1e6
        while self.bench.now_us < end:
            for name in ("MISSION_REQUEST_INT", "MISSION_REQUEST", "MISSION_ACK"):
                found = self.peer.wait(name, 0.0, lambda m: m.mission_type == kind)
                if found is not None:
                    return found
            self.bench.step()
        return None


def vehicle(airframe: float = Airframe.MULTIROTOR) -> LinkBench:
    bench = LinkBench()
    bench.set(fw_airframe=airframe, fw_mode=Mode.MANUAL)
    return bench


def qgroundcontrol_connects(station: Station) -> dict[str, float]:
    """Its state machine of the first connection; each step waits for the one before."""
    beat = station.peer.wait("HEARTBEAT", 3.5)
    assert (beat.autopilot, beat.get_srcComponent()) == (3, 1)
    station.peer.send(GCS_HEARTBEAT)
    # Streams in the old way, and two messages of its own.
    for stream, rate in ((1, 2), (2, 2), (3, 2), (6, 3), (10, 10), (11, 10), (12, 3)):
        station.peer.send(mavlink.MAVLink_request_data_stream_message(1, 1, stream, rate, 1))
    assert station.command(511, 242, 1e6) == 0
    assert station.command(511, 245, 1e6) == 0
    assert station.command(512, 148) == 0
    version = station.peer.wait("AUTOPILOT_VERSION", 5.0)
    assert version.capabilities & 0x2000
    # Modes one by one, as many as the first says.
    assert station.command(512, 435, 1) == 0
    first = station.peer.wait("AVAILABLE_MODES", 5.0)
    for index in range(2, first.number_modes + 1):
        assert station.command(512, 435, index) == 0
        assert station.peer.wait("AVAILABLE_MODES", 5.0).mode_index == index
    # It has no metadata: said at once, this step costs one try.
    before = station.tries
    assert station.command(512, 397) == UNSUPPORTED
    assert station.tries == before + 1
    parameters = station.all_parameters(5.0, 3.0)
    for kind in (0, 1, 2):
        station.plan(kind, 0.25, 5)
    return parameters


@pytest.mark.parametrize("airframe", AIRFRAMES)
def test_qgroundcontrol_connects(airframe: float) -> None:
    bench = vehicle(airframe)
    station = Station(bench)
    parameters = qgroundcontrol_connects(station)
    assert len(parameters) == len(bench.parameters)
    # No question had to be asked twice, and the whole took a few seconds.
    assert bench.now_us < 8_000_000
    assert bench.get("fw_gcs_seen") == 1.0


def test_qgroundcontrol_connects_over_a_bad_link() -> None:
    for seed in range(5):
        bench = vehicle()
        station = Station(bench, loss=0.03, seed=seed)
        assert len(qgroundcontrol_connects_patiently(station)) == len(bench.parameters)


def qgroundcontrol_connects_patiently(station: Station) -> dict[str, float]:
    """The steps that it repeats until they succeed."""
    assert station.command(512, 148, tries=4) == 0
    parameters = station.all_parameters(5.0, 3.0)
    for kind in (0, 1, 2):
        station.plan(kind, 0.25, 5)
    return parameters


def test_qgroundcontrol_flies_a_mission() -> None:
    bench = vehicle()
    station = Station(bench)
    qgroundcontrol_connects(station)
    plan = [(16, LAT_E7, 0.0), (22, LAT_E7, 10.0), (16, LAT_E7 + 5000, 10.0), (20, 0, 0.0)]
    assert station.send_plan(0, plan, 0.25) == 0
    assert [item.command for item in station.plan(0, 0.25, 5)] == [16, 22, 16, 20]
    assert station.command(176, 1, 3) == 0
    assert station.peer.wait("HEARTBEAT", 1.5, lambda m: m.custom_mode == 3)
    assert bench.get("fw_mode") == Mode.AUTO
    assert station.command(400, 1) == 0
    assert station.peer.wait("HEARTBEAT", 1.5, lambda m: m.base_mode & 128)
    assert station.command(300) == 0


def test_qgroundcontrol_keeps_what_it_needs_on_its_map() -> None:
    bench = vehicle()
    station = Station(bench)
    qgroundcontrol_connects(station)
    station.peer.inbox.clear()
    bench.run(3.0)
    for name, least in (
        ("GLOBAL_POSITION_INT", 9),
        ("GPS_RAW_INT", 5),
        ("ATTITUDE", 28),
        ("HOME_POSITION", 2),
        ("SYS_STATUS", 5),
        ("BATTERY_STATUS", 5),
        ("EXTENDED_SYS_STATE", 2),
        ("VFR_HUD", 28),
    ):
        assert len(station.peer.take(name)) >= least, name


@pytest.mark.parametrize("airframe", AIRFRAMES)
def test_mission_planner_connects(airframe: float) -> None:
    """Waits for heartbeats, asks for streams, version, parameters by files and then by list."""
    bench = vehicle(airframe)
    station = Station(bench)
    for _ in range(2):
        assert station.peer.wait("HEARTBEAT", 1.2)
    station.peer.send(GCS_HEARTBEAT)
    for stream, rate in ((2, 2), (6, 2), (10, 4), (11, 4), (12, 2), (1, 2), (3, 2)):
        station.peer.send(mavlink.MAVLink_request_data_stream_message(1, 1, stream, rate, 1))
    assert station.command(512, 148, patience_s=0.5) == 0
    assert station.peer.wait("AUTOPILOT_VERSION", 1.0)
    # Files first: the refusal must come at once, so that it falls back to the list.
    opened = bytes((1, 0, 0, 4, 16, 0, 0, 0, 0, 0, 0, 0)) + b"@PARAM/param.pck"
    question = mavlink.MAVLink_file_transfer_protocol_message(
        0, 1, 1, list(opened.ljust(251, b"\0"))
    )
    refusal = station.exchange(question, "FILE_TRANSFER_PROTOCOL", 0.5, 1)
    assert (refusal.payload[3], refusal.payload[5]) == (129, 4)
    assert len(station.all_parameters(4.0, 2.0)) == len(bench.parameters)
    for kind in (0, 1, 2):
        station.plan(kind, 0.7, 5)
    station.exchange(
        mavlink.MAVLink_param_request_read_message(1, 1, b"SYSID_THISMAV", -1),
        "PARAM_VALUE",
        0.7,
        3,
    )
    assert station.command(410, patience_s=1.0) == 0
    assert bench.now_us < 8_000_000


def test_mission_planner_sets_a_mode_and_a_target() -> None:
    """By SET_MODE, and by an item that is a target."""
    bench = vehicle()
    station = Station(bench)
    station.peer.send(mavlink.MAVLink_set_mode_message(1, 1, 4))
    assert station.peer.wait("HEARTBEAT", 1.5, lambda m: m.custom_mode == 4)
    assert bench.get("fw_mode") == Mode.GUIDED
    target = mavlink.MAVLink_mission_item_int_message(
        1, 1, 0, 3, 16, 2, 1, 0, 0, 0, 0, LAT_E7 + 5000, LON_E7, 20.0, 0
    )
    assert station.exchange(target, "MISSION_ACK", 0.45, 3).type == 0


def test_mavproxy_connects() -> None:
    """Home until it is known, the list, and streams at four a second."""
    bench = LinkBench(aligned=False)
    station = Station(bench)
    assert station.command(410, patience_s=2.0) == 4
    bench.align()
    assert station.command(410, patience_s=2.0) == 0
    assert station.peer.wait("HOME_POSITION", 1.0)
    station.peer.send(mavlink.MAVLink_request_data_stream_message(1, 1, 0, 4, 1))
    assert len(station.all_parameters(3.0, 1.0)) == len(bench.parameters)
    station.peer.inbox.clear()
    bench.run(2.0)
    assert len(station.peer.take("GLOBAL_POSITION_INT")) == 8


def test_mavsdk_connects() -> None:
    """Version, landed state and home; then health from what streams by itself."""
    bench = vehicle()
    station = Station(bench, system=245)
    assert station.peer.wait("HEARTBEAT", 3.0)
    assert station.command(512, 148, patience_s=0.5) == 0
    assert station.peer.wait("AUTOPILOT_VERSION", 0.5)
    assert station.command(511, 245, 1e6, patience_s=0.5) == 0
    assert station.command(512, 242, patience_s=0.5) == 0
    bench.run(1.5)
    status = station.peer.take("SYS_STATUS")[-1]
    wanted = 1 | 2 | 4 | 32 | 0x10000000
    assert status.onboard_control_sensors_present & wanted == wanted
    assert status.onboard_control_sensors_enabled & wanted == wanted
    assert status.onboard_control_sensors_health & wanted == wanted
    for name in ("GLOBAL_POSITION_INT", "LOCAL_POSITION_NED", "HOME_POSITION", "GPS_RAW_INT"):
        assert station.peer.take(name), name
    # Its take-off: arm, guided, take-off.
    assert station.command(400, 1, patience_s=0.5) == 0
    assert station.command(176, 1 | 128, 4, patience_s=0.5) == 0
    assert station.command(22, 0, 0, 0, 0, 0, 0, 5, patience_s=0.5) == 0
