"""Fences and rally points over the link, to the columns and back."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import pytest

from link_bench import LinkBench, Peer
from plan_peer import FENCE, LAT_E7, LON_E7, PLAN, RALLY, Item, Uploader, download, item


@pytest.fixture
def bench() -> LinkBench:
    return LinkBench()


@pytest.fixture
def peer(bench: LinkBench) -> Peer:
    return Peer(bench)


def polygon(command: int, corners: int, size_e7: int = 10000) -> list[Item]:
    around = [(0, 0), (0, 1), (1, 1), (1, 0), (2, 0), (2, 2)][:corners]
    return [
        item(command, float(corners), x=LAT_E7 + size_e7 * n, y=LON_E7 + size_e7 * e, z=0.0)
        for n, e in around
    ]


def test_a_fence(bench: LinkBench, peer: Peer) -> None:
    fence = [
        *polygon(5001, 4),
        *polygon(5002, 3),
        item(5003, 250.0, z=0.0),
        item(5004, 30.0, z=0.0),
    ]
    assert Uploader(peer, fence, FENCE).run() == 0
    assert bench.get("fw_fence_vertex_count") == 7.0
    vertices = bench.lane.read("fw_fence_vertex")
    assert [vertices[3 * k + 2] for k in range(7)] == [0.0] * 4 + [1.0] * 3
    assert vertices[6] == pytest.approx(111.2, abs=0.2)
    assert bench.lane.read("fw_fence_polygon")[:3] == [1.0, 2.0, 0.0]
    assert bench.lane.read("fw_fence_circle")[2:8] == [250.0, 1.0, 0.0, 0.0, 30.0, 2.0]
    assert download(peer, FENCE) == fence
    assert Uploader(peer, [], FENCE).run() == 0
    assert bench.get("fw_fence_vertex_count") == 0.0


@pytest.mark.parametrize(
    "fence, result",
    (
        (polygon(5001, 2), 5),
        (polygon(5001, 4)[:3], 5),
        ([*polygon(5001, 4)[:3], polygon(5002, 4)[3]], 5),
        ([item(5003, -1.0)], 5),
        ([item(5000)], 3),
        ([item(16)], 3),
        ([item(5004, 1.0)] * 9, 4),
        (polygon(5002, 3) * 9, 4),
    ),
)
def test_fences_that_are_none(peer: Peer, fence: list[Item], result: int) -> None:
    assert Uploader(peer, fence, FENCE).run() == result


def test_rally_points(bench: LinkBench, peer: Peer) -> None:
    points = [item(5100, x=LAT_E7 + 10000, z=20.0), item(5100, z=30.0)]
    assert Uploader(peer, points, RALLY).run() == 0
    assert bench.get("fw_rally_count") == 2.0
    assert bench.lane.read("fw_rally")[:3] == pytest.approx((111.2, 0.0, -20.0), abs=0.2)
    assert download(peer, RALLY) == points


def test_the_three_kinds_do_not_mix(bench: LinkBench, peer: Peer) -> None:
    assert Uploader(peer, PLAN).run() == 0
    assert Uploader(peer, polygon(5001, 4), FENCE).run() == 0
    assert download(peer)[1:] == PLAN[1:]
    assert len(download(peer, FENCE)) == 4
    assert download(peer, RALLY) == []
