"""Hostile autopilots: their bytes end no run, break no lockstep, and flood no log.

Every one flies twice, interpreted and compiled, with equal hashes. Where its bytes may have no
effect at all, the hash is that of the honest flight.
"""

import struct
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from math import inf, nan
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))

from hostile_seats import (
    PULSE,
    ArduPilotSeat,
    BetaflightSeat,
    ExternalSeat,
    Px4Seat,
    free_udp_ports,
    not_numbers,
)
from simloop.messages.builtin_interfaces import Time
from simloop.server.simulation import Simulation
from simloop.timing.wall import WallClock
from simloop.wire.px4_hil import CommandLong, Heartbeat, HilActuatorControls

TICKS = 40
SCENARIO = """
world: calm
tick_rate_hz: 500
duration_s: 60
patience: {{policy: drop, timeout_s: 0.02, start_timeout_s: 0.02}}
vehicles:
  - name: quad
    model: {{extends: quad, autopilot: {{kind: {kind}, settings: {settings}}}}}
"""
SEATS: dict[str, Callable[[Simulation], Any]] = {
    "px4": Px4Seat,
    "ardupilot": ArduPilotSeat,
    "betaflight": BetaflightSeat,
    "external": ExternalSeat,
}
# One event for each cause, and a few that tell how the peer came and went.
MOST_EVENTS = 20


@dataclass(frozen=True)
class Hostile:
    """What a peer does before each tick."""

    kind: str
    name: str
    act: Callable[[Any], None]
    told: str | None
    """The event that names what it did; None if there is nothing to tell."""
    harmless: bool = True
    """Does the vehicle fly as with an honest peer?"""


HOSTILE: list[Hostile] = []


def hostile(
    kind: str, told: str | None, *, harmless: bool = True
) -> Callable[[Callable[[Any], None]], Callable[[Any], None]]:
    """Enter a peer into the list."""

    def enter(act: Callable[[Any], None]) -> Callable[[Any], None]:
        HOSTILE.append(Hostile(kind, act.__name__, act, told, harmless))
        return act

    return enter


def _interval(seat: Px4Seat, interval_us: float, message: float = 115.0) -> None:
    seat.say(CommandLong((message, interval_us, 0.0, 0.0, 0.0, 0.0, 0.0), 511))
    seat.be_honest()


@hostile("px4", "malformed")
def px4_asks_for_nan_as_interval(seat: Px4Seat) -> None:
    _interval(seat, nan)


@hostile("px4", "malformed")
def px4_asks_for_infinity_as_interval(seat: Px4Seat) -> None:
    _interval(seat, inf)


@hostile("px4", "malformed")
def px4_asks_for_an_interval_without_end(seat: Px4Seat) -> None:
    _interval(seat, 3.4e38)


@hostile("px4", "malformed")
def px4_asks_for_a_negative_infinity(seat: Px4Seat) -> None:
    _interval(seat, -inf)


@hostile("px4", None)
def px4_asks_for_a_message_that_is_no_number(seat: Px4Seat) -> None:
    _interval(seat, 5000.0, nan)


@hostile("px4", "out of order")
def px4_answers_from_the_end_of_time(seat: Px4Seat) -> None:
    seat.say(seat.answer(stamp_us=2**64 - 1, share=1.0))
    seat.be_honest()


@hostile("px4", "out of order")
def px4_answers_a_microsecond_ahead(seat: Px4Seat) -> None:
    seat.be_honest()
    seat.say(seat.answer(stamp_us=seat.stamp_us + 1, share=1.0))


@hostile("px4", "out of order")
def px4_answers_what_was_long_ago(seat: Px4Seat) -> None:
    seat.be_honest()
    for age_us in (4000, 40_000, 0):
        seat.say(seat.answer(stamp_us=max(0, seat.stamp_us - 4000 - age_us), share=1.0))


@hostile("px4", "out of order")
def px4_answers_everything_twice_and_differently(seat: Px4Seat) -> None:
    seat.be_honest()
    seat.say(seat.answer(share=0.0), seat.answer(share=1.0))


@hostile("px4", "malformed", harmless=False)
def px4_wants_infinite_outputs(seat: Px4Seat) -> None:
    seat.hear()
    seat.say(seat.answer(share=inf))


@hostile("px4", "malformed", harmless=False)
def px4_wants_outputs_beyond_all_ranges(seat: Px4Seat) -> None:
    seat.hear()
    seat.say(seat.answer(share=-3e38))


@hostile("px4", None, harmless=False)
def px4_wants_nothing_but_nan(seat: Px4Seat) -> None:
    seat.hear()
    seat.say(seat.answer(share=nan))


@hostile("px4", "not_in_lockstep", harmless=False)
def px4_leaves_lockstep_and_comes_back(seat: Px4Seat) -> None:
    seat.hear()
    seat.say(seat.answer(flags=0), seat.answer())


@hostile("px4", None)
def px4_sends_a_flood_of_headers(seat: Px4Seat) -> None:
    seat.send(b"\xfd" * 3000)
    seat.be_honest()
    seat.send(b"\xfd" * 300)


@hostile("px4", None)
def px4_sends_noise_between_its_answers(seat: Px4Seat) -> None:
    seat.send(bytes(byte for byte in seat.chance.randbytes(900) if byte != 0xFD))
    seat.be_honest()


@hostile("px4", None)
def px4_sends_frames_that_promise_more_than_comes(seat: Px4Seat) -> None:
    seat.send(bytes((0xFD, 255, 1, 0, 0, 1, 1, 93, 0, 0)) + bytes(100))
    seat.be_honest()
    seat.send(bytes(400))


@hostile("px4", None)
def px4_beats_without_end(seat: Px4Seat) -> None:
    seat.say(*[Heartbeat()] * 300)
    seat.be_honest()


@hostile("px4", None)
def px4_commands_without_end(seat: Px4Seat) -> None:
    chance = seat.chance
    seat.say(*[CommandLong((nan,) * 7, chance.randrange(65536)) for _ in range(200)])
    seat.be_honest()


@hostile("px4", "out of order", harmless=False)
def px4_sends_absurd_frames_with_right_checksums(seat: Px4Seat) -> None:
    seat.be_honest()
    seat.send(b"".join(seat.absurd_frame() for _ in range(30)))


@hostile("px4", None, harmless=False)
def px4_answers_at_random(seat: Px4Seat) -> None:
    seat.hear()
    for _ in range(5):
        stamp_us, flags = seat.chance.getrandbits(64), seat.chance.getrandbits(64)
        shares = struct.unpack("<16f", seat.chance.randbytes(64))
        seat.say(HilActuatorControls(stamp_us, flags, shares, seat.chance.randrange(256)))


@hostile("px4", "disconnected", harmless=False)
def px4_comes_and_goes(seat: Px4Seat) -> None:
    seat.be_honest()
    # One at a time: a queue of them would keep the next from connecting.
    if not seat.line.is_connected:
        return
    seat.close()
    seat.connect()


@hostile("ardupilot", "out of order")
def ardupilot_repeats_old_questions(seat: ArduPilotSeat) -> None:
    for age in (2, 3, 900, 1000) if seat.is_known else ():
        seat.send(seat.packet(seat.count - age, 2000))
    seat.be_honest()


@hostile("ardupilot", None)
def ardupilot_asks_everything_fifty_times(seat: ArduPilotSeat) -> None:
    seat.be_honest()
    for _ in range(50):
        seat.send(seat.packet(seat.count - 1, 2000))


@hostile("ardupilot", "out of order")
def ardupilot_jumps_ahead(seat: ArduPilotSeat) -> None:
    if seat.is_known:
        seat.send(seat.packet(seat.count + 10**6, 2000))
        seat.send(seat.packet(seat.count + 2**31, 2000))
    seat.be_honest()


@hostile("ardupilot", "out of order")
def ardupilot_counts_at_random(seat: ArduPilotSeat) -> None:
    for _ in range(10 * seat.is_known):
        seat.send(seat.packet(seat.chance.randrange(2**20, 2**32), 2000))
    seat.be_honest()


@hostile("ardupilot", "second sender")
def ardupilot_has_a_rival(seat: ArduPilotSeat) -> None:
    for count in range(40 * seat.is_known):
        seat.send_as(0, seat.packet(count, 2000))
    seat.be_honest()


@hostile("ardupilot", "second sender")
def ardupilot_has_thirty_rivals(seat: ArduPilotSeat) -> None:
    for number in range(30 * seat.is_known):
        seat.send_as(number, seat.packet(seat.count, 2000))
    seat.be_honest()


@hostile("ardupilot", "malformed")
def ardupilot_sends_every_size(seat: ArduPilotSeat) -> None:
    for size in (0, 1, 7, 39, 41, 71, 73, 1400):
        seat.send(seat.chance.randbytes(size))
    seat.be_honest()


@hostile("ardupilot", "malformed")
def ardupilot_has_the_magic_of_another_width(seat: ArduPilotSeat) -> None:
    seat.send(seat.packet(seat.count, 2000, channels=32)[:40])
    seat.send(bytes(72))
    seat.be_honest()


@hostile("ardupilot", "malformed", harmless=False)
def ardupilot_sends_pulses_that_are_none(seat: ArduPilotSeat) -> None:
    seat.send(seat.packet(seat.count, seat.chance.choice((65535, 1, 499, 2501))))
    seat.count += 1


@hostile("ardupilot", "malformed")
def ardupilot_sends_a_flood_of_junk(seat: ArduPilotSeat) -> None:
    for _ in range(30):
        seat.send(seat.chance.randbytes(40))
    seat.be_honest()


@hostile("ardupilot", None, harmless=False)
def ardupilot_fits_the_layout_and_nothing_else(seat: ArduPilotSeat) -> None:
    head = struct.pack("<HHI", 18458, seat.chance.randrange(65536), seat.count)
    seat.send(head + seat.chance.randbytes(32))
    seat.count += 1


def _numbers_that_are_none(seat: BetaflightSeat, number: float) -> None:
    seat.be_honest()
    seat.send(seat.outputs(number))
    seat.send_motors(struct.pack("<4f", *(number,) * 4))


for _value in not_numbers():

    def _act(seat: BetaflightSeat, number: float = _value) -> None:
        _numbers_that_are_none(seat, number)

    _act.__name__ = f"betaflight_says_{_value:g}"
    hostile("betaflight", "malformed")(_act)


@hostile("betaflight", "malformed")
def betaflight_sends_every_size(seat: BetaflightSeat) -> None:
    seat.be_honest()
    for size in (0, 15, 17, 67, 69, 200, 1400):
        seat.send(bytes(size))
        seat.send_motors(bytes(size))


@hostile("betaflight", "malformed")
def betaflight_has_65535_motors(seat: BetaflightSeat) -> None:
    seat.be_honest()
    seat.send(seat.outputs(2000.0, count=65535))


@hostile("betaflight", "second sender")
def betaflight_has_a_rival(seat: BetaflightSeat) -> None:
    seat.be_honest()
    for _ in range(20):
        seat.send_as_other(seat.outputs(2000.0))


@hostile("betaflight", "malformed", harmless=False)
def betaflight_fits_the_layout_and_nothing_else(seat: BetaflightSeat) -> None:
    seat.be_honest()
    for _ in range(20):
        seat.send(seat.chance.randbytes(68))
        seat.send_motors(seat.chance.randbytes(16))


@hostile("external", "out of order")
def program_answers_from_the_end_of_time(seat: ExternalSeat) -> None:
    seat.say(Time(2**31 - 1, 999_999_999), 2000)
    seat.be_honest()


@hostile("external", "out of order")
def program_answers_the_next_sample_already(seat: ExternalSeat) -> None:
    seat.say(seat.now_ns + 2_000_000, 2000)
    seat.be_honest()


@hostile("external", "out of order")
def program_answers_from_before_the_start(seat: ExternalSeat) -> None:
    seat.say(-1, 2000)
    seat.say(Time(-(2**31), 0), 2000)
    seat.be_honest()


@hostile("external", None)
def program_answers_what_was_long_ago(seat: ExternalSeat) -> None:
    seat.be_honest()
    for age_ns in (2_000_000, 10_000_000):
        seat.say(max(0, seat.now_ns - age_ns), 2000)


@hostile("external", None)
def program_answers_everything_twice_and_differently(seat: ExternalSeat) -> None:
    seat.be_honest()
    for _ in range(50):
        seat.say(seat.now_ns, seat.chance.randrange(1000, 2000))


@hostile("external", "malformed")
def program_sends_pulses_that_are_none(seat: ExternalSeat) -> None:
    for pulse in (65535, -1, 2501, 10**30):
        seat.say(seat.now_ns, pulse)
    seat.be_honest()


@hostile("external", "malformed")
def program_sends_what_is_no_whole_number(seat: ExternalSeat) -> None:
    for pulse in (nan, inf, 1500.5, "1500", None, True, [1500]):
        seat.say(seat.now_ns, pulse)
    seat.be_honest()


@hostile("external", "out of order")
def program_sends_a_stamp_of_anything(seat: ExternalSeat) -> None:
    for part in (nan, inf, "now", None, True, 10**40):
        seat.say(Time(part, 0), 2000)
        seat.say(Time(0, part), 2000)
    seat.be_honest()


@pytest.fixture(scope="module")
def ports() -> list[int]:
    return free_udp_ports(4)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("hostile")


def _load(kind: str, ports: list[int], folder: Path, *, compiled: bool) -> Simulation:
    settings = getattr(SEATS[kind], "settings", f'{{release: "4.5", ports: {ports}}}')
    path = folder / f"{kind}.yaml"
    path.write_text(SCENARIO.format(kind=kind, settings=settings))
    # Nobody sleeps: packets to Betaflight are held back by this clock.
    slept_ns = [0]

    def sleep(seconds: float) -> None:
        slept_ns[0] += round(max(seconds, 1e-6) * 1e9)

    wall = WallClock(lambda: time.monotonic_ns() + slept_ns[0], sleep)
    return Simulation.load(str(path), compiled=compiled, wall=wall)


class Range:
    """One simulation for each kind of autopilot and way to run, begun anew for every peer."""

    def __init__(self, ports: list[int], folder: Path) -> None:
        self._ports, self._folder = ports, folder
        self.honest = cache(self._honest)

    def fly(self, peer: Hostile, *, compiled: bool) -> tuple[str, list[str]]:
        """The state hash and the events of a short flight."""
        simulation = _load(peer.kind, self._ports, self._folder, compiled=compiled)
        seat = SEATS[peer.kind](simulation)
        try:
            for _ in range(TICKS):
                peer.act(seat)
                simulation.advance(1)
            assert simulation.world.tick == TICKS
            return simulation.world.state_hash(), [event.name for event in simulation.log.events]
        finally:
            seat.close()
            simulation.close()

    def _honest(self, kind: str) -> str:
        def be_honest(seat: Any) -> None:
            seat.be_honest()

        state_hash, events = self.fly(Hostile(kind, "honest", be_honest, None), compiled=False)
        assert set(events) <= {"not_in_lockstep"}
        return state_hash


@pytest.fixture(scope="module")
def flights(ports: list[int], folder: Path) -> Iterator[Range]:
    yield Range(ports, folder)


@pytest.mark.parametrize("peer", HOSTILE, ids=lambda peer: peer.name)
def test_a_hostile_autopilot_ends_no_run(flights: Range, peer: Hostile) -> None:
    state_hash, events = flights.fly(peer, compiled=False)
    if peer.harmless:
        assert state_hash == flights.honest(peer.kind)
    if peer.told is not None:
        assert peer.told in events
    # However often it does it, a cause is told once.
    assert len(events) <= MOST_EVENTS
    assert "restarted" not in events
    assert flights.fly(peer, compiled=True)[0] == state_hash


def test_there_are_enough_of_them() -> None:
    kinds = [peer.kind for peer in HOSTILE]
    assert len(kinds) >= 41
    assert min(kinds.count(kind) for kind in SEATS) >= 8
    assert PULSE > 1600, "an honest flight must differ from one whose outputs are off"
