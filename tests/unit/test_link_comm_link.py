"""The link as a whole: who is heard, in which version, with which signature, and what it says."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from random import Random
from typing import Any

import pytest

from link_bench import LinkBench, Peer, by_type, mavlink
from simloop.firmware.codes import Action
from simloop.firmware.command.reasons import Event, Reason
from simloop.firmware.link.interface import CommLinkInterface
from simloop.firmware.mavlink.frame import encode
from simloop.firmware.mavlink.messages import BY_NAME
from simloop.firmware.mavlink.signing import Signing

KEY = bytes(range(1, 33))
HEARTBEAT = mavlink.MAVLink_heartbeat_message(6, 8, 0, 0, 4, 3)


@pytest.fixture
def bench() -> LinkBench:
    return LinkBench()


@pytest.fixture
def peer(bench: LinkBench) -> Peer:
    return Peer(bench)


def post(bench: LinkBench, code: float, number: float = 0.0) -> None:
    count = int(bench.get("fw_event_count"))
    ring = bench.lane.read("fw_event")
    ring[2 * (count % 8)], ring[2 * (count % 8) + 1] = code, number
    bench.set(fw_event=ring, fw_event_count=count + 1.0)


def arm(peer: Peer, system: int, component: int) -> bool:
    peer.bench.set(fw_armed=0.0)
    peer.send(mavlink.MAVLink_command_long_message(system, component, 400, 0, 1, 0, 0, 0, 0, 0, 0))
    peer.bench.run(0.1)
    return peer.bench.get("fw_armed") > 0.0


@pytest.mark.parametrize(
    "target, obeyed",
    (
        ((1, 1), True),
        ((0, 0), True),
        ((1, 0), True),
        ((0, 1), True),
        ((2, 1), False),
        ((1, 154), False),
    ),
)
def test_only_what_is_meant_for_us(peer: Peer, target: tuple[int, int], obeyed: bool) -> None:
    assert arm(peer, *target) is obeyed


def test_our_own_echo_is_not_obeyed(bench: LinkBench) -> None:
    assert not arm(Peer(bench, system=1, component=1), 0, 0)
    assert arm(Peer(bench, system=1, component=191), 0, 0)


def test_heartbeats_of_ground_stations_are_counted(bench: LinkBench, peer: Peer) -> None:
    assert not bench.link.connected
    for kind in (6, 6, 2, 18):
        peer.send(mavlink.MAVLink_heartbeat_message(kind, 8, 0, 0, 4, 3))
    bench.step()
    assert bench.get("fw_gcs_seen") == 2.0
    assert bench.link.connected


def test_a_peer_of_mavlink_1_is_answered_in_mavlink_1(bench: LinkBench, peer: Peer) -> None:
    peer.send(HEARTBEAT, v1=True)
    bench.step()
    peer.frames.clear()
    peer.inbox.clear()
    bench.run(2.0)
    assert {frame[0] for frame in peer.frames} == {0xFE}
    told = by_type(peer.inbox)
    assert {"HEARTBEAT", "ATTITUDE", "HOME_POSITION"} <= told.keys()
    assert "CURRENT_MODE" not in told
    peer.send(mavlink.MAVLink_mission_count_message(1, 1, 3, 0), v1=True)
    assert peer.wait("MISSION_REQUEST", 0.2)
    peer.send(HEARTBEAT)
    bench.step()
    peer.frames.clear()
    bench.run(1.0)
    assert {frame[0] for frame in peer.frames} == {0xFD}


def test_peers_are_answered_apart(bench: LinkBench, peer: Peer) -> None:
    other = Peer(bench, system=254)
    assert peer.ask(400, 1) == 0
    assert not other.take("COMMAND_ACK")
    assert other.take("HEARTBEAT")
    seqs = [message.get_seq() for message in other.inbox]
    assert len(set(seqs)) == len(seqs)


def test_two_vehicles_share_nothing() -> None:
    one, two = LinkBench(), LinkBench()
    first, second = Peer(one), Peer(two)
    assert first.ask(400, 1) == 0
    two.run(1.0)
    assert two.get("fw_armed") == 0.0
    assert second.inbox[0].get_seq() == 0


def test_a_serial_line_in_pieces(bench: LinkBench) -> None:
    peer = Peer(bench, datagrams=False)
    raw = mavlink.MAVLink_command_long_message(1, 1, 400, 0, 1, 0, 0, 0, 0, 0, 0).pack(peer.mav)
    for place in range(0, len(raw), 7):
        peer.send_bytes(raw[place : place + 7])
        bench.step()
    bench.run(0.1)
    assert bench.get("fw_armed") == 1.0


def test_ping_and_clocks(bench: LinkBench, peer: Peer) -> None:
    peer.send(mavlink.MAVLink_ping_message(12345, 7, 0, 0))
    pong = peer.wait("PING", 0.1)
    assert (pong.time_usec, pong.seq, pong.target_system) == (12345, 7, 255)
    peer.send(mavlink.MAVLink_ping_message(12345, 7, 1, 1))
    assert peer.wait("PING", 0.1) is None
    peer.send(mavlink.MAVLink_timesync_message(0, 999))
    answer = peer.wait("TIMESYNC", 0.1)
    assert (answer.tc1, answer.ts1) == (bench.now_us * 1000, 999)
    peer.send(mavlink.MAVLink_timesync_message(5, 999))
    assert peer.wait("TIMESYNC", 0.1) is None


def test_there_are_no_logs(peer: Peer) -> None:
    peer.send(mavlink.MAVLink_log_request_list_message(1, 1, 0, 65535))
    entry = peer.wait("LOG_ENTRY", 0.1)
    assert (entry.num_logs, entry.last_log_num, entry.size) == (0, 0, 0)
    peer.send(mavlink.MAVLink_log_request_data_message(1, 1, 3, 90, 90))
    assert peer.wait("LOG_DATA", 0.1).count == 0


def ftp(peer: Peer, operation: int, data: bytes = b"") -> tuple[int, ...]:
    payload = b"\x05\x00\x00" + bytes((operation, len(data), 0, 0, 0, 0, 0, 0, 0)) + data
    message = mavlink.MAVLink_file_transfer_protocol_message(
        0, 1, 1, list(payload.ljust(251, b"\0"))
    )
    peer.send(message)
    answer = peer.wait("FILE_TRANSFER_PROTOCOL", 0.1).payload
    return answer[0], answer[3], answer[5], answer[12]


def test_there_are_no_files_and_it_says_so_at_once(peer: Peer) -> None:
    assert ftp(peer, 4, b"@PARAM/param.pck") == (6, 129, 4, 10)
    assert ftp(peer, 3, b"/") == (6, 129, 3, 10)
    assert ftp(peer, 9) == (6, 129, 9, 7)
    assert ftp(peer, 2) == (6, 128, 2, 0)


def test_events_become_texts(bench: LinkBench, peer: Peer) -> None:
    bench.step()
    post(bench, Reason.FAILSAFE_FIRED, Action.RTL)
    post(bench, Event.LANDED)
    post(bench, Event.MODE, 4.0)
    bench.step()
    texts = peer.take("STATUSTEXT")
    assert [(text.text, text.severity) for text in texts] == [
        ("Failsafe: radio signal lost, returns", 2),
        ("Landed", 6),
    ]
    post(bench, 999.0)
    bench.step()
    assert peer.texts() == ["Event 999"]


def test_an_item_reached_has_its_own_message(bench: LinkBench, peer: Peer) -> None:
    bench.step()
    post(bench, Event.ITEM_REACHED, 2.0)
    bench.step()
    assert [message.seq for message in peer.take("MISSION_ITEM_REACHED")] == [3]
    assert peer.texts() == ["Mission item reached: 3"]


def test_of_many_events_the_last_eight_are_told(bench: LinkBench, peer: Peer) -> None:
    bench.step()
    for number in range(20):
        post(bench, Event.ITEM_REACHED, float(number))
    bench.step()
    assert [message.seq for message in peer.take("MISSION_ITEM_REACHED")] == list(range(13, 21))


@pytest.mark.parametrize("length", (1, 50, 51, 100, 120))
def test_long_texts_come_in_pieces(bench: LinkBench, peer: Peer, length: int) -> None:
    text = "".join(chr(65 + place % 26) for place in range(length))
    link: CommLinkInterface = bench.link
    link.send_log_message(4, text)
    pieces = peer.take("STATUSTEXT")
    assert "".join(piece.text for piece in pieces) == text
    assert [piece.chunk_seq for piece in pieces] == list(range(len(pieces)))
    assert len({piece.id for piece in pieces}) == 1
    assert (pieces[0].id > 0) is (length > 50)


def signed(peer: Peer, time_10us: int = 1000) -> None:
    peer.mav.signing.secret_key = KEY
    peer.mav.signing.timestamp = time_10us
    peer.mav.signing.sign_outgoing = True


def setup_signing(peer: Peer, key: bytes) -> None:
    peer.send(mavlink.MAVLink_setup_signing_message(1, 1, list(key), 1000))
    peer.bench.step()


def test_a_key_comes_over_a_safe_link_only(bench: LinkBench) -> None:
    radio, cable = Peer(bench), Peer(bench, system=254, safe=True)
    setup_signing(radio, KEY)
    assert not bench.link.signing.active
    setup_signing(cable, KEY)
    assert bench.link.signing.key == KEY
    assert not arm(radio, 1, 1)
    signed(radio)
    assert arm(radio, 1, 1)
    setup_signing(Peer(bench, system=253), bytes(32))
    assert bench.link.signing.active
    setup_signing(cable, bytes(32))
    assert not bench.link.signing.active


def test_who_has_the_key_may_change_it(bench: LinkBench) -> None:
    radio, cable = Peer(bench), Peer(bench, system=254, safe=True)
    setup_signing(cable, KEY)
    signed(radio)
    setup_signing(radio, bytes(32))
    assert not bench.link.signing.active


def test_signed_telemetry_is_accepted_by_pymavlink() -> None:
    bench = LinkBench(signing=Signing(KEY, time_10us=5000))
    peer = Peer(bench)
    signed(peer, 5000)
    bench.run(1.0)
    assert len(peer.inbox) > 20
    assert all(message.get_signed() for message in peer.inbox)


def test_a_recording_does_not_arm() -> None:
    bench = LinkBench(signing=Signing(KEY, time_10us=5000))
    peer = Peer(bench)
    signed(peer, 6000)
    raw = mavlink.MAVLink_command_long_message(1, 1, 400, 0, 1, 0, 0, 0, 0, 0, 0).pack(peer.mav)
    peer.send_bytes(raw)
    bench.run(0.1)
    assert bench.get("fw_armed") == 1.0
    bench.set(fw_armed=0.0)
    peer.send_bytes(raw)
    bench.run(0.1)
    assert bench.get("fw_armed") == 0.0
    assert bench.link.signing.refused == 1


def absurd(chance: Random) -> bytes:
    definition = chance.choice(list(BY_NAME.values()))
    fields: Any = definition.unpack(chance.randbytes(definition.size))._asdict()
    # Half of them are meant for us.
    if chance.random() < 0.5:
        for name in ("target_system", "target_component", "target"):
            if name in fields:
                fields[name] = 1
    if "command" in fields and chance.random() < 0.7:
        fields["command"] = chance.choice(
            (16, 22, 176, 179, 192, 195, 201, 241, 245, 300, 400, 511, 512)
        )
    if definition.name == "SETUP_SIGNING":
        return b""
    return encode(definition, definition.values(fields), 0, chance.randrange(256), 1)


def hammer(bench: LinkBench, peer: Peer, count: int, seed: int) -> None:
    chance = Random(seed)
    for number in range(count):
        peer.send_bytes(absurd(chance))
        if number % 20 == 0:
            bench.step()
            peer.inbox.clear()
            peer.frames.clear()


def test_absurd_messages_break_nothing(bench: LinkBench, peer: Peer) -> None:
    hammer(bench, peer, 10_000, seed=1)
    bench.run(12.0)
    peer.inbox.clear()
    bench.set(fw_system_id=1.0, fw_armed=0.0)
    assert peer.ask(400, 1) == 0


@pytest.mark.soak
def test_many_absurd_messages_break_nothing(bench: LinkBench, peer: Peer) -> None:
    hammer(bench, peer, 300_000, seed=2)
    bench.run(12.0)
    bench.set(fw_system_id=1.0)
    assert peer.ask(400, 1) == 0


def test_an_idle_pass_is_cheap(bench: LinkBench, peer: Peer) -> None:
    """Between two messages a pass reads next to nothing."""
    bench.run(2.0)
    reads: list[str] = []
    read = bench.lane.read
    bench.lane.read = lambda column: reads.append(column) or read(column)  # type: ignore[method-assign]
    for tick in range(1, 20):
        bench.link.stream(bench.now_us + tick)
    assert len(reads) <= 19
