"""Programs and pilots over the link: set points, sticks, and somebody to follow."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from collections.abc import Sequence
from math import isnan, nan, pi

import pytest

from link_bench import ORIGIN_DEG, LinkBench, Peer, mavlink
from simloop.firmware.codes import Airframe, Axis

LAT_E7, LON_E7 = (round(1e7 * degrees) for degrees in ORIGIN_DEG)
PLACE_ONLY = 0b1101_1111_1000
VELOCITY_ONLY = 0b1101_1100_0111
ONLY_ACCELERATION = 0b1100_0011_1111
KIND_AXES, KIND_VELOCITY, KIND_PLACE = 1.0, 2.0, 3.0


@pytest.fixture
def bench() -> LinkBench:
    bench = LinkBench()
    # Looking east, from a place off the origin.
    bench.set(fw_attitude_wxyz=(0.5**0.5, 0.0, 0.0, 0.5**0.5), fw_position_ned_m=(10.0, 20.0, -5.0))
    return bench


@pytest.fixture
def peer(bench: LinkBench) -> Peer:
    return Peer(bench)


def local(
    peer: Peer,
    mask: int,
    place: Sequence[float] = (0.0, 0.0, 0.0),
    velocity: Sequence[float] = (0.0, 0.0, 0.0),
    frame: int = 1,
    yaw: float = 0.0,
    rate: float = 0.0,
) -> None:
    peer.send(
        mavlink.MAVLink_set_position_target_local_ned_message(
            0, 1, 1, frame, mask, *place, *velocity, 0, 0, 0, yaw, rate
        )
    )
    peer.bench.step()


def test_a_place(bench: LinkBench, peer: Peer) -> None:
    local(peer, PLACE_ONLY, place=(1.0, 2.0, -3.0))
    assert bench.lane.read("fw_offboard_position_ned_m") == [1.0, 2.0, -3.0]
    assert (bench.get("fw_offboard_kind"), bench.get("fw_offboard_seen")) == (KIND_PLACE, 1.0)
    assert all(map(isnan, bench.lane.read("fw_offboard_yaw")))


@pytest.mark.parametrize(
    "frame, expected", ((7, (11.0, 22.0, -8.0)), (9, (8.0, 21.0, -8.0)), (8, (8.0, 21.0, -8.0)))
)
def test_a_place_from_here(
    bench: LinkBench, peer: Peer, frame: int, expected: tuple[float, ...]
) -> None:
    local(peer, PLACE_ONLY, place=(1.0, 2.0, -3.0), frame=frame)
    assert bench.lane.read("fw_offboard_position_ned_m") == pytest.approx(expected)


@pytest.mark.parametrize(
    "frame, expected", ((1, (1.0, 2.0, -3.0)), (7, (1.0, 2.0, -3.0)), (8, (-2.0, 1.0, -3.0)))
)
def test_a_velocity(bench: LinkBench, peer: Peer, frame: int, expected: tuple[float, ...]) -> None:
    local(peer, VELOCITY_ONLY, velocity=(1.0, 2.0, -3.0), frame=frame)
    assert bench.lane.read("fw_offboard_velocity_ned_mps") == pytest.approx(expected)
    assert bench.get("fw_offboard_kind") == KIND_VELOCITY


def test_heading_and_turn(bench: LinkBench, peer: Peer) -> None:
    local(peer, VELOCITY_ONLY & ~2048, rate=0.5)
    yaw, rate = bench.lane.read("fw_offboard_yaw")
    assert isnan(yaw)
    assert rate == 0.5
    local(peer, PLACE_ONLY & ~1024, yaw=1.25)
    yaw, rate = bench.lane.read("fw_offboard_yaw")
    assert yaw == 1.25
    assert isnan(rate)


@pytest.mark.parametrize("place", ((nan, 0.0, 0.0), (0.0, float("inf"), 0.0), (0.0, 0.0, 1e9)))
def test_nonsense_is_no_command(bench: LinkBench, peer: Peer, place: tuple[float, ...]) -> None:
    local(peer, PLACE_ONLY, place=place)
    local(peer, VELOCITY_ONLY, velocity=place)
    local(peer, ONLY_ACCELERATION)
    local(peer, PLACE_ONLY, frame=99)
    assert bench.get("fw_offboard_seen") == 0.0


@pytest.mark.parametrize("frame, down", ((5, -22.0), (6, -25.0), (0, -22.0), (3, -25.0)))
def test_a_global_place(bench: LinkBench, peer: Peer, frame: int, down: float) -> None:
    bench.set(fw_home_ned_m=(0.0, 0.0, -3.0))
    altitude = 510.0 if frame in (0, 5) else 22.0
    peer.send(
        mavlink.MAVLink_set_position_target_global_int_message(
            0, 1, 1, frame, PLACE_ONLY, LAT_E7 + 10000, LON_E7, altitude, 0, 0, 0, 0, 0, 0, 0, 0
        )
    )
    bench.step()
    assert bench.lane.read("fw_offboard_position_ned_m") == pytest.approx(
        (111.2, 0.0, down), abs=0.2
    )


def attitude(
    peer: Peer, mask: int, q: Sequence[float] = (1.0, 0.0, 0.0, 0.0), thrust: float = 0.6
) -> None:
    peer.send(
        mavlink.MAVLink_set_attitude_target_message(0, 1, 1, mask, list(q), 0.1, 0.2, 0.3, thrust)
    )
    peer.bench.step()


def test_an_attitude(bench: LinkBench, peer: Peer) -> None:
    attitude(peer, 0b0000_0111, q=(0.9659258, 0.0, 0.2588190, 0.0))
    assert bench.lane.read("fw_offboard") == pytest.approx([0, 0, 0.6, 0, pi / 6, 0], abs=1e-6)
    types = [Axis.NONE, Axis.NONE, Axis.THROTTLE] + [Axis.ANGLE] * 3
    assert bench.lane.read("fw_offboard_type") == types
    assert bench.get("fw_offboard_kind") == KIND_AXES


def test_an_attitude_with_a_turn(bench: LinkBench, peer: Peer) -> None:
    attitude(peer, 0b0000_0011)
    assert bench.lane.read("fw_offboard")[5] == pytest.approx(0.3)
    assert bench.lane.read("fw_offboard_type")[3:] == [Axis.ANGLE, Axis.ANGLE, Axis.RATE]


def test_rates(bench: LinkBench, peer: Peer) -> None:
    attitude(peer, 128)
    assert bench.lane.read("fw_offboard") == pytest.approx([0, 0, 0.6, 0.1, 0.2, 0.3])
    assert bench.lane.read("fw_offboard_type")[3:] == [Axis.RATE] * 3


def test_thrust_of_a_rover_drives_ahead(bench: LinkBench, peer: Peer) -> None:
    bench.set(fw_airframe=Airframe.ROVER)
    attitude(peer, 128, thrust=-0.4)
    assert bench.lane.read("fw_offboard")[0] == pytest.approx(-0.4)
    assert bench.lane.read("fw_offboard_type")[0] == Axis.THROTTLE


@pytest.mark.parametrize("mask, thrust", ((0b1100_0111, 0.5), (128, nan)))
def test_attitudes_that_are_none(bench: LinkBench, peer: Peer, mask: int, thrust: float) -> None:
    attitude(peer, mask, q=(0.0, 0.0, 0.0, 0.0), thrust=thrust)
    assert bench.get("fw_offboard_seen") == 0.0


def test_sticks_go_to_the_board() -> None:
    given: list[tuple[float | None, ...]] = []
    bench = LinkBench(rc_override=given.append)
    peer = Peer(bench)
    peer.send(mavlink.MAVLink_manual_control_message(1, 500, -1000, 250, 0, 0))
    bench.step()
    # Channels of roll, pitch, throttle and yaw; forward is low.
    assert given[-1][:5] == (0.0, 0.25, 0.25, 0.5, None)
    peer.send(mavlink.MAVLink_manual_control_message(1, 32767, 0, 500, 32767, 0))
    bench.step()
    assert given[-1][:4] == (0.5, 0.25, 0.5, 0.5)


def test_overridden_channels() -> None:
    given: list[tuple[float | None, ...]] = []
    bench = LinkBench(rc_override=given.append)
    peer = Peer(bench)

    def override(*pulses: int) -> tuple[float | None, ...]:
        values = (*pulses, *(65535,) * 18)[:18]
        peer.send(mavlink.MAVLink_rc_channels_override_message(1, 1, *values))
        bench.step()
        return given[-1]

    assert override(1000, 2000, 1500)[:4] == (0.0, 1.0, 0.5, None)
    assert override(65535, 0, 9999)[:4] == (0.0, None, 0.5, None)
    assert override(*(65535,) * 8, 1250)[8] == 0.25
    assert override(*(65535,) * 8, 0)[8] == 0.25
    assert override(*(65535,) * 8, 65534)[8] is None


def test_without_a_board_sticks_do_nothing(bench: LinkBench, peer: Peer) -> None:
    peer.send(mavlink.MAVLink_manual_control_message(1, 500, -1000, 250, 0, 0))
    bench.step()


def follow(peer: Peer) -> None:
    peer.send(
        mavlink.MAVLink_follow_target_message(
            0,
            3,
            LAT_E7 + 10000,
            LON_E7,
            490.0,
            [1.0, 2.0, 0.5],
            [0] * 3,
            [1, 0, 0, 0],
            [0] * 3,
            [0] * 3,
            0,
        )
    )
    peer.bench.step()


def test_a_target_to_follow(bench: LinkBench, peer: Peer) -> None:
    follow(peer)
    assert bench.lane.read("fw_follow_ned_m") == pytest.approx((111.2, 0.0, -2.0), abs=0.2)
    assert bench.lane.read("fw_follow_velocity_ned_mps") == [1.0, 2.0, 0.5]
    assert bench.get("fw_follow_seen") == 1.0
    bench.parameters.set("FOLL_SYSID", 9.0)
    follow(peer)
    assert bench.get("fw_follow_seen") == 1.0


def test_another_vehicle_to_follow(bench: LinkBench) -> None:
    other = Peer(bench, system=9, component=1)
    position = mavlink.MAVLink_global_position_int_message(
        0, LAT_E7, LON_E7 + 10000, 490_000, 0, 100, -200, 0, 0
    )
    other.send(position)
    bench.step()
    assert bench.get("fw_follow_seen") == 0.0
    bench.parameters.set("FOLL_SYSID", 9.0)
    other.send(position)
    bench.step()
    assert bench.lane.read("fw_follow_ned_m") == pytest.approx((0.0, 75.4, -2.0), abs=0.2)
    assert bench.lane.read("fw_follow_velocity_ned_mps") == pytest.approx((1.0, -2.0, 0.0))
