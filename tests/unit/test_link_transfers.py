"""Missions and parameters over a bad radio, from end to end, with a peer that asks again."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import pytest

from link_bench import LinkBench, mavlink
from plan_peer import PLAN, Uploader, download
from radio_bench import RadioPeer
from simloop.sitl.link_impairment import Impairment

ACCEPTED = 0
# As ground stations have it: what is missing is asked for again after a second.
PATIENCE_S = 1.0
ROUNDS = 20
HOSTILE = Impairment(loss=0.3, duplicate=0.1, reorder=0.1, jitter_s=0.5, corrupt=0.01)


def fetch_parameters(peer: RadioPeer) -> dict[str, float]:
    """All parameters: the list once, then one by one what is missing."""
    got: dict[int, tuple[str, float]] = {}
    count = None
    peer.send(mavlink.MAVLink_param_request_list_message(1, 1))
    for _ in range(ROUNDS):
        while (value := peer.wait("PARAM_VALUE", PATIENCE_S)) is not None:
            got[value.param_index] = value.param_id, value.param_value
            count = value.param_count
        if count is None:
            peer.send(mavlink.MAVLink_param_request_list_message(1, 1))
            continue
        for index in set(range(count)) - got.keys():
            peer.send(mavlink.MAVLink_param_request_read_message(1, 1, b"", index))
        if len(got) == count:
            break
    return dict(got.values())


def mission_arrives(peer: RadioPeer) -> bool:
    """Does a mission come back as it was sent?"""
    return Uploader(peer, PLAN).run(60.0) == ACCEPTED and download(peer)[1:] == PLAN[1:]


def parameters_arrive(peer: RadioPeer) -> bool:
    """Does a ground station get all of them, as they are?"""
    known = peer.bench.parameters
    return fetch_parameters(peer) == {p.name: known.get(p.name) for p in known.parameters}


def all_arrive(seed: int, loss: float) -> bool:
    peer = RadioPeer(LinkBench(), seed=seed)
    peer.impair(Impairment(loss=loss))
    arrive = mission_arrives(peer) and parameters_arrive(peer)
    assert peer.lost() > 0
    return arrive


def test_everything_arrives_at_5_percent_loss() -> None:
    assert all(all_arrive(seed, 0.05) for seed in range(4))


def test_everything_arrives_at_20_percent_loss() -> None:
    assert all(all_arrive(seed, 0.2) for seed in range(3))


@pytest.mark.soak
def test_everything_arrives_at_5_percent_loss_100_times_of_100() -> None:
    assert sum(all_arrive(seed, 0.05) for seed in range(100)) == 100


@pytest.mark.soak
def test_everything_arrives_at_20_percent_loss_99_times_of_100() -> None:
    assert sum(all_arrive(seed, 0.2) for seed in range(100)) >= 99


def recovers(seed: int) -> bool:
    """After ten seconds of a hostile link: does the vehicle answer within a second of healing?"""
    bench = LinkBench()
    peer = RadioPeer(bench, seed=seed)
    peer.impair(HOSTILE)
    Uploader(peer, PLAN).run(5.0)
    peer.send(mavlink.MAVLink_param_request_list_message(1, 1))
    bench.run(5.0)
    peer.heal()
    peer.inbox.clear()
    healed_us = bench.now_us
    peer.send(mavlink.MAVLink_param_request_read_message(1, 1, b"SYSID_THISMAV", -1))
    read = peer.wait("PARAM_VALUE", 1.0, lambda value: value.param_id == "SYSID_THISMAV")
    assert peer.wait("HEARTBEAT", 1.0 - (bench.now_us - healed_us) / 1e6 + 0.02) is not None
    return read is not None and mission_arrives(peer)


def test_a_link_answers_within_a_second_of_healing() -> None:
    assert all(recovers(seed) for seed in range(4))


@pytest.mark.soak
def test_a_link_answers_within_a_second_of_healing_100_times_of_100() -> None:
    assert sum(recovers(seed) for seed in range(100)) == 100
