"""Parameters over the link: whole lists over bad wires, single ones, refusals."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import struct
from typing import Any

import pytest

from link_bench import LinkBench, Peer, mavlink


@pytest.fixture
def bench() -> LinkBench:
    return LinkBench()


@pytest.fixture
def peer(bench: LinkBench) -> Peer:
    return Peer(bench)


def request_read(peer: Peer, name: str = "", index: int = -1) -> None:
    peer.send(mavlink.MAVLink_param_request_read_message(1, 1, name.encode(), index))


def set_value(peer: Peer, name: str, value: float, kind: int = 9) -> Any:
    peer.send(mavlink.MAVLink_param_set_message(1, 1, name.encode(), value, kind))
    return peer.wait("PARAM_VALUE", 0.5)


def fetch_all(peer: Peer, seconds: float = 60.0) -> dict[int, Any]:
    """The list as a ground station gets it: all, then what is missing, one by one."""
    got: dict[int, Any] = {}
    peer.reacts.append(
        lambda m: got.setdefault(m.param_index, m) if m.get_type() == "PARAM_VALUE" else None
    )
    end = peer.bench.now_us + seconds * 1e6
    while not got and peer.bench.now_us < end:
        peer.send(mavlink.MAVLink_param_request_list_message(1, 1))
        peer.bench.run(3.0)
    count = next(iter(got.values())).param_count
    while len(got) < count and peer.bench.now_us < end:
        for index in sorted(set(range(count)) - got.keys())[:10]:
            request_read(peer, index=index)
        peer.bench.run(0.3)
    return got


def test_the_whole_list(bench: LinkBench, peer: Peer) -> None:
    peer.send(mavlink.MAVLink_param_request_list_message(1, 1))
    bench.run(2.0)
    values = peer.take("PARAM_VALUE")
    names = [parameter.name for parameter in bench.parameters.parameters]
    assert [value.param_id for value in values] == names
    assert [value.param_index for value in values] == list(range(len(names)))
    assert {value.param_count for value in values} == {len(names)}
    for value in values:
        assert value.param_value == bench.parameters.get(value.param_id)
        assert value.param_type == bench.parameters.parameter(value.param_id).type


def test_the_list_is_paced(bench: LinkBench, peer: Peer) -> None:
    peer.send(mavlink.MAVLink_param_request_list_message(1, 1))
    bench.step()
    assert 0 < len(peer.take("PARAM_VALUE")) <= 10


@pytest.mark.parametrize("seed", range(5))
def test_the_whole_list_at_20_percent_loss(bench: LinkBench, seed: int) -> None:
    got = fetch_all(Peer(bench, loss=0.2, seed=seed))
    assert sorted(got) == list(range(len(bench.parameters)))


def test_two_lists_at_once(bench: LinkBench, peer: Peer) -> None:
    other = Peer(bench, system=254)
    for each in (peer, other):
        each.send(mavlink.MAVLink_param_request_list_message(1, 1))
    bench.run(2.0)
    assert len(peer.take("PARAM_VALUE")) == len(other.take("PARAM_VALUE")) == len(bench.parameters)


def test_read_by_name_and_by_index(bench: LinkBench, peer: Peer) -> None:
    request_read(peer, "SYSID_THISMAV")
    by_name = peer.wait("PARAM_VALUE")
    assert (by_name.param_id, by_name.param_value, by_name.param_type) == ("SYSID_THISMAV", 1.0, 6)
    request_read(peer, index=by_name.param_index)
    assert peer.wait("PARAM_VALUE").param_id == "SYSID_THISMAV"


def test_unknown_parameters_are_no_riddle(bench: LinkBench, peer: Peer) -> None:
    request_read(peer, "NO_SUCH_THING")
    error = peer.wait("PARAM_ERROR", 0.2)
    assert (error.param_id, error.error) == ("NO_SUCH_THING", 1)
    request_read(peer, index=30000)
    assert peer.wait("PARAM_ERROR", 0.2).param_index == 30000
    assert set_value(peer, "NO_SUCH_THING", 1.0) is None


def test_a_new_value_is_echoed_and_is_in_the_column(bench: LinkBench, peer: Peer) -> None:
    echo = set_value(peer, "WP_SPEED", 7.5)
    assert (echo.param_id, echo.param_value) == ("WP_SPEED", 7.5)
    assert bench.get("fw_cruise_speed_mps") == 7.5


@pytest.mark.parametrize("value", (1e9, -5.0, float("nan"), float("inf")))
def test_a_refused_value_is_answered_with_the_one_that_holds(
    bench: LinkBench, peer: Peer, value: float
) -> None:
    echo = set_value(peer, "WP_SPEED", value)
    assert echo.param_value == 5.0
    assert bench.get("fw_cruise_speed_mps") == 5.0
    assert any("WP_SPEED must" in text for text in peer.texts())
    assert peer.take("PARAM_ERROR")[-1].error == 2


def test_whole_parameters_take_whole_numbers_whatever_the_type(
    bench: LinkBench, peer: Peer
) -> None:
    assert set_value(peer, "FENCE_ENABLE", 1.0, kind=9).param_value == 1.0
    assert set_value(peer, "FENCE_ENABLE", 0.5, kind=9).param_value == 1.0
    assert bench.get("fw_fence_enabled") == 1.0


def test_the_number_of_the_vehicle_is_a_parameter(bench: LinkBench, peer: Peer) -> None:
    set_value(peer, "SYSID_THISMAV", 42.0)
    peer.inbox.clear()
    bench.run(1.5)
    assert {message.get_srcSystem() for message in peer.take("HEARTBEAT")} == {42}


def test_hash_check_changes_with_the_values(bench: LinkBench, peer: Peer) -> None:
    def asked() -> tuple[int, int]:
        request_read(peer, "_HASH_CHECK")
        answer = peer.wait("PARAM_VALUE", 0.2)
        assert answer.param_id == "_HASH_CHECK"
        return answer.param_type, struct.unpack("<I", struct.pack("<f", answer.param_value))[0]

    first = asked()
    assert first == asked()
    assert first[0] == 5
    set_value(peer, "WP_SPEED", 6.0)
    assert asked() != first
