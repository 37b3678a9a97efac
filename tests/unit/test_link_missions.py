"""Missions over good and bad wires, to the columns and back."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from math import isnan, nan, pi

import pytest

from link_bench import ORIGIN_DEG, LinkBench, Peer, mavlink
from plan_peer import (
    HOME,
    LAT_E7,
    LON_E7,
    MISSION,
    PLAN,
    Item,
    Uploader,
    download,
    item,
    message_of,
)
from simloop.firmware.codes import Mode, RequestKind


@pytest.fixture
def bench() -> LinkBench:
    return LinkBench()


@pytest.fixture
def peer(bench: LinkBench) -> Peer:
    return Peer(bench)


def rows(bench: LinkBench) -> list[list[float]]:
    numbers = bench.lane.read("fw_item")
    return [numbers[8 * k : 8 * k + 8] for k in range(round(bench.get("fw_item_count")))]


def test_a_mission_lands_in_the_columns(bench: LinkBench, peer: Peer) -> None:
    bench.set(fw_home_ned_m=(0.0, 0.0, -2.0))
    upload = Uploader(peer, PLAN)
    assert upload.run() == 0
    assert upload.asked == list(range(len(PLAN)))
    takeoff, waypoint, speed, second, jump, home = rows(bench)
    assert takeoff[0] == 22.0
    assert takeoff[7] == -14.0
    assert waypoint[5:7] == pytest.approx((100.07, 34.5), abs=0.2)
    assert waypoint[4] == pytest.approx(pi / 2)
    assert speed[:3] == [178.0, 1.0, 6.5]
    assert isnan(second[4])
    # Item 2 on the wire is the second to fly.
    assert jump[:3] == [177.0, 1.0, 3.0]
    assert home[0] == 20.0


def test_a_mission_comes_back_as_it_was(bench: LinkBench, peer: Peer) -> None:
    assert Uploader(peer, PLAN).run() == 0
    back = download(peer)
    assert back[1:] == PLAN[1:]
    assert back[0] == (16, 0, (0.0, 0.0, 0.0, 0.0), LAT_E7, LON_E7, 488.0)


def test_the_old_float_items(bench: LinkBench, peer: Peer) -> None:
    assert Uploader(peer, PLAN, old=True).run() == 0
    assert rows(bench)[1][5] == pytest.approx(100.07, abs=1.0)
    peer.send(mavlink.MAVLink_mission_request_message(1, 1, 2, MISSION))
    got = peer.wait("MISSION_ITEM", 0.5)
    assert got.x == pytest.approx(ORIGIN_DEG[0] + 9e-4, abs=1e-5)


def lossy_round_trip(seed: int, loss: float) -> bool:
    bench = LinkBench()
    peer = Peer(bench, loss=loss, seed=seed)
    uploaded = Uploader(peer, PLAN * 3).run(60.0) == 0
    return uploaded and download(peer)[1:] == (PLAN * 3)[1:]


def test_missions_at_5_percent_loss() -> None:
    assert all(lossy_round_trip(seed, 0.05) for seed in range(10))


@pytest.mark.soak
def test_a_hundred_missions_at_5_percent_loss() -> None:
    assert sum(lossy_round_trip(seed, 0.05) for seed in range(100)) == 100


@pytest.mark.soak
def test_a_hundred_missions_at_20_percent_loss() -> None:
    assert sum(lossy_round_trip(seed, 0.2) for seed in range(100)) >= 99


def test_a_lost_item_is_asked_for_again_after_0_7_s(bench: LinkBench, peer: Peer) -> None:
    peer.send(mavlink.MAVLink_mission_count_message(1, 1, 3, MISSION))
    bench.step()
    begun = bench.now_us
    assert peer.wait("MISSION_REQUEST_INT", 0.1).seq == 0
    assert peer.wait("MISSION_REQUEST_INT", 2.0).seq == 0
    assert bench.now_us - begun == pytest.approx(700_000, abs=20_000)


def test_a_silent_peer_is_given_up_after_5_s(bench: LinkBench, peer: Peer) -> None:
    assert Uploader(peer, PLAN).run() == 0
    before = rows(bench)
    peer.send(mavlink.MAVLink_mission_count_message(1, 1, 3, MISSION))
    bench.step()
    begun = bench.now_us
    peer.take("MISSION_ACK")
    assert peer.wait("MISSION_ACK", 10.0).type == 15
    assert bench.now_us - begun == pytest.approx(5_000_000, abs=20_000)
    assert repr(rows(bench)) == repr(before)


def test_a_second_peer_is_denied_meanwhile(bench: LinkBench, peer: Peer) -> None:
    other = Peer(bench, system=254)
    peer.send(mavlink.MAVLink_mission_count_message(1, 1, 3, MISSION))
    bench.step()
    assert Uploader(other, PLAN).run() == 14
    assert Uploader(peer, PLAN).run() == 0


def test_the_last_item_again_is_acknowledged_again(bench: LinkBench, peer: Peer) -> None:
    assert Uploader(peer, PLAN).run() == 0
    peer.take("MISSION_ACK")
    peer.send(message_of(PLAN[-1], len(PLAN) - 1))
    assert peer.wait("MISSION_ACK", 0.2).type == 0


@pytest.mark.parametrize(
    "wrong, result",
    (
        (item(16, frame=10), 2),
        (item(206, 1.0), 3),
        (item(16, x=950000000), 10),
        (item(16, y=1900000000), 11),
        (item(16, z=float("inf")), 12),
        (item(16, float("inf")), 6),
        (item(16, 0.0, 0.0, 0.0, float("-inf")), 9),
    ),
)
def test_what_cannot_be_flown_is_refused(
    bench: LinkBench, peer: Peer, wrong: Item, result: int
) -> None:
    assert Uploader(peer, PLAN).run() == 0
    before = repr(rows(bench))
    assert Uploader(peer, [HOME, wrong]).run() == result
    assert repr(rows(bench)) == before


def test_a_mission_that_is_too_long(bench: LinkBench, peer: Peer) -> None:
    assert Uploader(peer, [HOME, *[item(16)] * 50]).run() == 0
    assert Uploader(peer, [HOME, *[item(16)] * 51]).run() == 4
    assert bench.get("fw_item_count") == 50.0


def test_items_without_a_place_are_where_the_vehicle_will_be(bench: LinkBench, peer: Peer) -> None:
    nowhere = [HOME, item(22, x=0, y=0), item(21, x=2**31 - 1, y=2**31 - 1, z=nan)]
    assert Uploader(peer, nowhere).run() == 0
    takeoff, land = rows(bench)
    assert all(map(isnan, (*takeoff[5:7], *land[5:])))
    assert takeoff[7] == -10.0


def test_frames(bench: LinkBench, peer: Peer) -> None:
    bench.set(fw_home_ned_m=(5.0, 6.0, -3.0))
    plan = [
        HOME,
        item(16, frame=0, z=500.0),
        item(16, frame=5, z=500.0),
        item(16, frame=3, z=7.0),
        item(16, frame=6, z=7.0),
        item(16, frame=1, x=123400, y=-56700, z=-8.0),
    ]
    assert Uploader(peer, plan).run() == 0
    downs = [row[7] for row in rows(bench)]
    assert downs == pytest.approx([-12.0, -12.0, -10.0, -10.0, -8.0])
    assert rows(bench)[-1][5:7] == pytest.approx([12.34, -5.67])
    assert download(peer)[1:] == plan[1:]


def test_a_mission_waits_for_the_origin() -> None:
    bench = LinkBench(aligned=False)
    peer = Peer(bench)
    assert Uploader(peer, PLAN).run() == 0
    assert bench.get("fw_item_count") == 0.0
    assert download(peer)[1:] == PLAN[1:]
    bench.align()
    bench.run(1.0)
    assert bench.get("fw_item_count") == 6.0


def test_heights_follow_home(bench: LinkBench, peer: Peer) -> None:
    assert Uploader(peer, PLAN).run() == 0
    bench.set(fw_home_ned_m=(0.0, 0.0, -4.0))
    bench.run(1.0)
    assert rows(bench)[0][7] == -16.0


def test_a_mission_that_came_another_way_can_be_downloaded(bench: LinkBench, peer: Peer) -> None:
    numbers = [16.0, 1.0, 2.0, 0.0, pi, 111.2, 0.0, -30.0, 177.0, 0.0, 5.0] + [0.0] * 389
    bench.set(fw_item=numbers, fw_item_count=2.0)
    _, waypoint, jump = download(peer)
    assert waypoint[:2] == (16, 3)
    assert waypoint[2] == pytest.approx((1.0, 2.0, 0.0, 180.0))
    assert waypoint[3] == pytest.approx(LAT_E7 + 10000, abs=10)
    assert waypoint[5] == 30.0
    assert jump[2] == (1.0, 5.0, 0.0, 0.0)


def test_clearing(bench: LinkBench, peer: Peer) -> None:
    assert Uploader(peer, PLAN).run() == 0
    bench.set(fw_armed=1.0, fw_mode=Mode.AUTO)
    peer.take("MISSION_ACK")
    peer.send(mavlink.MAVLink_mission_clear_all_message(1, 1, 255))
    assert peer.wait("MISSION_ACK", 0.2).type == 14
    bench.set(fw_armed=0.0)
    peer.send(mavlink.MAVLink_mission_clear_all_message(1, 1, MISSION))
    assert peer.wait("MISSION_ACK", 0.2).type == 0
    assert bench.get("fw_item_count") == 0.0
    assert download(peer) == []


def test_an_empty_upload_clears(bench: LinkBench, peer: Peer) -> None:
    assert Uploader(peer, PLAN).run() == 0
    assert Uploader(peer, []).run() == 0
    assert bench.get("fw_item_count") == 0.0


def test_current_item(bench: LinkBench, peer: Peer) -> None:
    assert Uploader(peer, PLAN).run() == 0
    peer.take("MISSION_CURRENT")
    peer.send(mavlink.MAVLink_mission_set_current_message(1, 1, 3))
    bench.step()
    current = peer.wait("MISSION_CURRENT", 1.0, lambda m: m.seq == 3)
    assert (current.total, current.mission_state) == (len(PLAN), 2)
    assert bench.requests[-1][:2] == [RequestKind.SET_ITEM, 2.0]


def test_partial_lists_are_refused(peer: Peer) -> None:
    peer.send(mavlink.MAVLink_mission_write_partial_list_message(1, 1, 0, 1, MISSION))
    assert peer.wait("MISSION_ACK", 0.2).type == 3


def test_a_request_beyond_the_end(peer: Peer) -> None:
    peer.send(mavlink.MAVLink_mission_request_int_message(1, 1, 5, MISSION))
    assert peer.wait("MISSION_ACK", 0.2).type == 13


def test_unknown_kinds_of_plan(peer: Peer) -> None:
    assert Uploader(peer, PLAN, kind=7).run() == 3
    peer.send(mavlink.MAVLink_mission_request_list_message(1, 1, 7))
    assert peer.wait("MISSION_ACK", 0.2).type == 3


def test_fly_to_here_of_mission_planner(bench: LinkBench, peer: Peer) -> None:
    peer.send(message_of(item(16, x=LAT_E7 + 10000, z=15.0), 0, current=2))
    assert peer.wait("MISSION_ACK", 1.0).type == 0
    kind, north, east, down = bench.requests[-1][:4]
    assert kind == RequestKind.GO_TO
    assert (north, east, down) == pytest.approx((111.2, 0.0, -15.0), abs=0.2)
    bench.refuses[RequestKind.GO_TO] = (1.0, 108.0)
    peer.send(message_of(item(16), 0, current=2))
    assert peer.wait("MISSION_ACK", 1.0).type == 14


def test_a_new_height_only(bench: LinkBench, peer: Peer) -> None:
    peer.send(message_of(item(16, z=40.0), 0, current=3))
    assert peer.wait("MISSION_ACK", 1.0).type == 0
    _, north, east, down = bench.requests[-1][:4]
    assert isnan(north)
    assert isnan(east)
    assert down == -40.0


def test_a_target_that_is_nowhere(bench: LinkBench, peer: Peer) -> None:
    peer.send(message_of(item(16, frame=10), 0, current=2))
    assert peer.wait("MISSION_ACK", 0.2).type == 1
    assert not bench.requests


def test_a_peer_may_give_its_own_upload_up(bench: LinkBench, peer: Peer) -> None:
    peer.send(mavlink.MAVLink_mission_count_message(1, 1, 3, MISSION))
    bench.step()
    peer.send(mavlink.MAVLink_mission_ack_message(1, 1, 15, MISSION))
    bench.step()
    peer.inbox.clear()
    bench.run(6.0)
    assert not peer.take("MISSION_REQUEST_INT")
    assert not peer.take("MISSION_ACK")


def test_a_mission_that_came_by_another_way_stays_when_home_moves(
    bench: LinkBench, peer: Peer
) -> None:
    assert Uploader(peer, PLAN).run() == 0
    other = [16.0, 0.0, 0.0, 0.0, nan, 7.0, 8.0, -9.0]
    size = len(bench.lane.read("fw_item"))
    bench.lane.write("fw_item", other + [0.0] * (size - len(other)))
    bench.set(fw_item_count=1.0, fw_home_ned_m=(0.0, 0.0, -2.0))
    bench.run(3.0)
    assert [row[5:] for row in rows(bench)] == [[7.0, 8.0, -9.0]]
