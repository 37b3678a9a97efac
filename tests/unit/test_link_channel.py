"""The impaired channel: its statistics, its order, its bounds, and that a run repeats itself."""

from itertools import groupby, pairwise
from typing import Any

import numpy as np
import pytest

from simloop.kernels import noise
from simloop.sitl import link_chance
from simloop.sitl.link_channel import MOST_MESSAGES, Direction, LinkChannel
from simloop.sitl.link_impairment import NO_IMPAIRMENT, Impairment

RATE_HZ = 400
MANY = 20_000


def channel(seed: int = 1, vehicle: str = "quad_0", **settings: Any) -> LinkChannel:
    bad = Impairment(**settings)
    return LinkChannel(seed=seed, vehicle=vehicle, tick_rate_hz=RATE_HZ, impairment=bad)


def number_of(data: bytes) -> int:
    return int.from_bytes(data[:4], "little")


def message(number: int, size: int = 20) -> bytes:
    return number.to_bytes(4, "little").ljust(size, b"\x55")


def send(link: LinkChannel, count: int, size: int = 20) -> list[tuple[int, int, bytes]]:
    """One message a tick; gives number, lateness in ticks and bytes of what arrives, in order."""
    came = []
    for tick in range(count + 4000):
        if tick < count:
            link.put(message(tick, size), tick)
        came += [(number_of(data), tick - number_of(data), data) for data in link.take(tick)]
    assert len(link) == 0
    return came


def numbers(came: list[tuple[int, int, bytes]]) -> list[int]:
    return [number for number, _, _ in came]


def test_a_good_channel_changes_nothing() -> None:
    came = send(channel(), 500)
    assert came == [(n, 0, message(n)) for n in range(500)]


def test_draws_are_those_of_the_noise_at_the_same_address() -> None:
    key = link_chance.chance_key(3, "quad_0", "link")
    with np.errstate(over="ignore"):
        for number in (0, 1, 77, 10**9):
            expected = noise.uniform(np.uint64(key), link_chance.STREAM_LINK, number, 5)
            assert link_chance.uniform(key, link_chance.STREAM_LINK, number, 5) == expected


@pytest.mark.parametrize("share", [0.05, 0.2, 0.7])
def test_loss_is_the_share_that_was_asked_for(share: float) -> None:
    link = channel(loss=share)
    lost = MANY - len(send(link, MANY))
    deviation = (share * (1.0 - share) / MANY) ** 0.5
    assert lost / MANY == pytest.approx(share, abs=4.0 * deviation)
    assert link.passage.lost == lost


def test_losses_of_bursts_come_in_runs() -> None:
    begin, end = 0.02, 0.2
    came = set(numbers(send(channel(burst_begin=begin, burst_end=end), MANY)))
    runs = [len(list(run)) for lost, run in groupby(n not in came for n in range(MANY)) if lost]
    assert np.mean(runs) == pytest.approx(1.0 / end, rel=0.15)
    assert sum(runs) / MANY == pytest.approx(begin / (begin + end), rel=0.15)
    # Of losses that know nothing of each other, runs of this share would have a mean of 1.1.
    assert max(runs) > 15


def test_an_outage_silences_all_channels_together() -> None:
    def heard(number: int, way: Direction) -> set[int]:
        """The slots of half a second in which something passed."""
        link = LinkChannel(
            seed=1, vehicle="quad_0", tick_rate_hz=RATE_HZ, channel=number, direction=way
        )
        link.impairment = Impairment(outage=0.5)
        return {n // 200 for n in numbers(send(link, 40_000))}

    slots = heard(0, "in")
    assert slots == heard(0, "out") == heard(3, "in")
    assert len(slots) / 200 == pytest.approx(0.5, abs=0.12)


def test_delay_and_jitter_are_spread_evenly_and_keep_the_order() -> None:
    came = send(channel(delay_s=0.05, jitter_s=0.1), 4000)
    assert numbers(came) == list(range(4000))
    late = [ticks for _, ticks, _ in came]
    assert min(late) >= 20 and max(late) <= 60
    alone = channel(delay_s=0.05, jitter_s=0.1)
    late = []
    for number in range(4000):
        alone.put(message(number), 100 * number)
        due = alone.next_tick
        assert due is not None
        late.append(due - 100 * number)
        alone.take(due)
    assert np.mean(late) == pytest.approx(40.5, abs=0.8)
    assert np.histogram(late, bins=4, range=(20.0, 60.0))[0] == pytest.approx(1000, abs=130)


def test_some_are_overtaken_and_none_is_lost() -> None:
    link = channel(reorder=0.1, reorder_s=0.02)
    order = numbers(send(link, MANY))
    assert sorted(order) == list(range(MANY))
    overtaken = sum(a > b for a, b in pairwise(order))
    assert link.passage.held_back / MANY == pytest.approx(0.1, abs=0.01)
    assert overtaken > 0.05 * MANY
    # Eight messages pass while one is held back.
    assert max(abs(place - number) for place, number in enumerate(order)) <= 9


def test_copies_come_behind_their_originals() -> None:
    order = numbers(send(channel(duplicate=0.1), MANY))
    assert len(order) / MANY == pytest.approx(1.1, abs=0.01)
    assert order == sorted(order) and set(order) == set(range(MANY))


def test_flipped_bits_are_as_many_as_asked_for() -> None:
    link = channel(corrupt=0.2, corrupt_bits=1)
    flips = []
    for number in range(4000):
        link.put(message(number), number)
        (data,) = link.take(number)
        flips.append(int.from_bytes(data, "little") ^ int.from_bytes(message(number), "little"))
    hit = [flip for flip in flips if flip]
    assert len(hit) / 4000 == pytest.approx(0.2, abs=0.03)
    assert all(flip.bit_count() == 1 for flip in hit)
    assert len({flip.bit_length() for flip in hit}) > 140


def test_a_narrow_link_queues_and_then_overflows() -> None:
    # 20 bytes a tick are 8000 bytes/s: half of it passes, and 2000 bytes wait for half a second.
    link = channel(bytes_per_s=4000.0, queue_bytes=2000.0)
    came = send(link, 4000)
    assert len(came) == pytest.approx(2000 + 100, abs=3)
    assert link.passage.overflowed == 4000 - len(came)
    late = [ticks for _, ticks, _ in came]
    assert max(late) == pytest.approx(200, abs=4)
    assert numbers(came) == sorted(numbers(came))


def test_nothing_passes_a_blocked_link_until_it_is_well() -> None:
    link = channel(blocked=True)
    assert send(link, 100) == []
    link.impairment = NO_IMPAIRMENT
    link.put(message(7), 5000)
    assert link.take(5000) == [message(7)]


def test_a_healed_link_gives_away_what_it_holds() -> None:
    link = channel(bytes_per_s=10.0)
    for number in range(50):
        link.put(message(number), 0)
    assert link.take(400) == []
    link.impairment = NO_IMPAIRMENT
    assert [number_of(data) for data in link.take(401)] == list(range(50))


def test_memory_is_bounded() -> None:
    link = channel(delay_s=1e6)
    for number in range(MOST_MESSAGES + 100):
        link.put(message(number), 0)
    assert len(link) == MOST_MESSAGES
    assert link.passage.overflowed == 100
    big = channel(delay_s=1e6)
    for number in range(100):
        big.put(bytes(65_000), number)
    assert len(big) == 16


HOSTILE = {
    "loss": 0.3,
    "duplicate": 0.1,
    "reorder": 0.1,
    "jitter_s": 0.5,
    "corrupt": 0.01,
    "burst_begin": 0.01,
    "burst_end": 0.3,
    "bytes_per_s": 6000.0,
}


def test_a_run_repeats_itself_and_another_seed_differs() -> None:
    runs = [send(channel(seed, **HOSTILE), 2000) for seed in (1, 1, 2)]
    assert runs[0] == runs[1] != runs[2]
    other = send(channel(1, "quad_1", **HOSTILE), 2000)
    assert other != runs[0]


def test_a_saved_channel_goes_on_as_if_nothing_had_been() -> None:
    straight = channel(**HOSTILE)
    for tick in range(600):
        straight.put(message(tick), tick)
        straight.take(tick)
    saved = straight.save()
    other = channel()
    ends = []
    for link in (straight, other):
        link.load(saved)
        came = []
        for tick in range(600, 1400):
            link.put(message(tick), tick)
            came += link.take(tick)
        ends.append((came, link.passage))
    assert ends[0] == ends[1]


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"loss": 1.5}, "loss is 1.5: write a share from 0 to 1"),
        ({"delay_s": -1.0}, "delay_s is -1: write a number of at least 0"),
        ({"bytes_per_s": 0.0}, "bytes_per_s is 0: write a number above 0"),
        ({"burst_begin": 0.1, "burst_end": 0.0}, "a burst must end"),
        ({"corrupt_bits": 0}, "write at least 1"),
        ({"loss": float("nan")}, "loss is nan"),
    ],
)
def test_what_no_link_can_do_is_refused(settings: dict[str, float], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        channel(**settings)


def test_two_bad_links_in_a_row_add_up_and_a_milder_one_does_less() -> None:
    both = Impairment(loss=0.5, delay_s=1.0) + Impairment(loss=0.5, duplicate=0.1, delay_s=0.5)
    assert (both.loss, both.delay_s, both.duplicate) == (0.75, 1.5, 0.1)
    half = both.scaled(0.5)
    assert (half.loss, half.delay_s) == (0.375, 0.75)
    assert both.scaled(0.0).is_none and both.scaled(1.0) is both
