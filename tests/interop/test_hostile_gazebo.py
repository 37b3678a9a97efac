"""Gazebos that say absurd things: none ends a run or moves a vehicle by it, in either mode."""

import json
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))

from fake_gazebo import FakeGazebo, Model, Plugin
from simloop.adapters.gazebo import adapter as gazebo_adapter
from simloop.adapters.gazebo.plugin_clock import PluginClock
from simloop.server.simulation import Simulation
from simloop.timing.clock import US_PER_S
from twin_adapter import load_scenario

TICKS, STEP_S = 40, 0.01
# While it is hostile; before and after it behaves.
HOSTILE = range(10, 20)
ROVER = (
    "world=airfield",
    "tick_rate_hz=100",
    "vehicles[0].set={}",
    "vehicles[0].mission={waypoints_ned_m: [[2, 0, 0]]}",
    "vehicles[0].adapter=gazebo",
    "timeline=[]",
)
Fields = dict[str, Any]
Attack = Callable[["HostilePlugin", Fields], list[bytes]]


def text(fields: Fields) -> bytes:
    """A state as the plugin writes it; None leaves a field out."""
    said = {name: value for name, value in fields.items() if value is not None}
    return b"\n" + json.dumps(said).encode() + b"\n"


def before(**changes: Any) -> Attack:
    """A state with other fields comes before the good one."""
    return lambda plugin, fields: [text({**fields, **changes}), text(fields)]


def instead(**changes: Any) -> Attack:
    """A state with other fields comes in place of the good one."""
    return lambda plugin, fields: [text({**fields, **changes})]


def shifted(by_s: float) -> Attack:
    """A state of another time comes before the good one."""

    def attack(plugin: "HostilePlugin", fields: Fields) -> list[bytes]:
        other = {**fields, "timestamp": max(0.0, fields["timestamp"] + by_s)}
        return [text({**other, "position": [99.0, 99.0, -9.0]})] * 3 + [text(fields)]

    return attack


def raw(*datagrams: bytes) -> Attack:
    """Bytes that are no state come before the good one."""
    return lambda plugin, fields: [*datagrams, text(fields)]


def imu(**changes: Any) -> Fields:
    return {"gyro": [0.0] * 3, "accel_body": [0.0, 0.0, -9.8], **changes}


# Of these nothing may be left: the flight is that of a Gazebo that never said them.
REFUSED: dict[str, Attack] = {
    "a stamp of 1e308": before(timestamp=1e308),
    "a stamp of 2^64": before(timestamp=2**64 - 1),
    "a stamp of 400 digits": raw(b'\n{"timestamp":' + b"9" * 400 + b"}\n"),
    "a stamp without end": raw(b'\n{"timestamp":1e400}\n'),
    "a stamp before zero": before(timestamp=-5.0),
    "a stamp that is a word": before(timestamp="now"),
    "a stamp that is true": before(timestamp=True),
    "a state from the future": shifted(1000.0),
    "a state of the past": shifted(-0.05),
    "the begin of time": shifted(-1e9),
    "the same state five times": lambda plugin, fields: [text(fields)] * 5,
    "no rotation": before(quaternion=[0.0, 0.0, 0.0, 0.0]),
    "three numbers of a quaternion": before(quaternion=[1.0, 0.0, 0.0]),
    "an angle of 1e300": before(quaternion=None, attitude=[1e300, 0.0, 0.0]),
    "no number": raw(b'\n{"timestamp":NaN}\n', b'\n{"timestamp":Infinity}\n'),
    "brackets": raw(b"\n" + b"[" * 30_000 + b"\n"),
    "empty and binary": raw(b"", b"\0", b"\xff" * 60_000),
    "a flood": raw(*[b"x"] * 300),
}
# These are answers, of numbers that no vehicle has: it stays where it is for as long.
STANDING: dict[str, Attack] = {
    "a position of 1e300": instead(position=[1e300, 0.0, 0.0]),
    "a height of 1e300": instead(position=[0.0, 0.0, -1e300]),
    "a position of the largest number": instead(position=[1.7e308, 1.7e308, 1.7e308]),
    "a speed of 1e200": instead(velocity=[0.0, 1e200, 0.0]),
    "a rate of 1e300": instead(imu=imu(gyro=[1e300, 0.0, 0.0])),
    "a force of 1e300": instead(imu=imu(accel_body=[0.0, 0.0, 1e300])),
    "columns of 1e300": instead(EXACT={"position_ned_m": [1e300, 0.0, 0.0]}),
    "a range of 1e300": instead(rng_1=1e300),
    "a battery of 1e300": instead(battery={"voltage": 1e300, "current": 1.0}),
}


class HostilePlugin(Plugin):
    """Goes north by a centimetre per step, and says what an attack makes of it."""

    def __init__(self, attack: Attack | None) -> None:
        super().__init__(Model())
        self._attack = attack
        self._moves = 0

    def post_update(self, now_s: float) -> None:
        if not self.online:
            return
        self._moves += 1
        fields: Fields = {
            "timestamp": now_s,
            "imu": imu(),
            "position": [0.01 * self._moves, 0.0, -0.05],
            "quaternion": [1.0, 0.0, 0.0, 0.0],
            "velocity": [1.0, 0.0, 0.0],
        }
        said = [text(fields)]
        if self._attack is not None and self._moves in HOSTILE:
            said = self._attack(self, fields)
        self._last_json = said[-1]
        for datagram in said:
            self.say(datagram)


def flight(attack: Attack | None, *, compiled: bool) -> tuple[str, list[str], float]:
    """The hash of a flight with such a Gazebo, the events, and the place in the midst of it."""
    plugin = HostilePlugin(attack)
    gazebo = FakeGazebo(plugin, step_s=STEP_S)
    step_us = round(STEP_S * US_PER_S)
    sets = (
        *ROVER,
        f"adapters={{gazebo: {{port: {plugin.port}, step_us: {step_us}, timeout_s: 20}}}}",
        "patience={policy: fail, timeout_s: 60}",
    )
    simulation = Simulation(load_scenario("pico_square", sets=sets), compiled=compiled)
    gazebo.start()
    try:
        simulation.advance(HOSTILE[-1])
        place = simulation.world.vector(simulation.world.by_name("pico"), "position_ned_m")
        midst_m = float(place[0])
        simulation.advance(TICKS - HOSTILE[-1])
        assert simulation.world.tick == TICKS
        assert place[0] == pytest.approx(0.01 * TICKS)
    finally:
        simulation.close()
        gazebo.stop()
    told = [str(e.detail["detail"]) for e in simulation.log.events if "party" in e.detail]
    return simulation.world.state_hash(), told, midst_m


@cache
def quiet_hash() -> str:
    return flight(None, compiled=False)[0]


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused_leaves_no_trace(name: str) -> None:
    for compiled in (False, True):
        found, told, _ = flight(REFUSED[name], compiled=compiled)
        assert found == quiet_hash()
        assert len(told) <= 12 and all("udp port" in detail for detail in told)
        assert told or name == "the same state five times"


@pytest.mark.parametrize("name", STANDING)
def test_numbers_that_no_vehicle_has_stand_for_nothing(name: str) -> None:
    interpreted, told, midst_m = flight(STANDING[name], compiled=False)
    assert midst_m == pytest.approx(0.01 * (HOSTILE[0] - 1))
    assert told and len(told) <= 12 and "for pico: it stays where it is" in told[0]
    assert flight(STANDING[name], compiled=True)[::2] == (interpreted, midst_m)


def test_the_clock_never_goes_back_for_others_when_gazebo_begins_anew() -> None:
    clock = PluginClock(10_000)
    clock.aim(10_000)
    assert [clock.hear(t) for t in (5.0, 5.01, 5.02)] == ["new"] * 3
    assert [clock.hear(t) for t in (0.01, 99.0, 5.02, 2e9)] == [
        "stray",
        "stray",
        "again",
        "refused",
    ]
    assert clock.told_s == 5.02
    assert clock.hear(0.01, asked_again=True) == "reset"
    assert clock.told_s == pytest.approx(5.02)
    assert clock.hear(0.02) == "new"
    assert clock.told_s == pytest.approx(5.03)


def test_the_shortest_step_is_learnt_whatever_comes_first() -> None:
    """A first step of nearly a second would let many ticks pass without a step of Gazebo."""
    clock = PluginClock(None)
    for stamp_s in (0.0, 0.9, 0.901, 0.902):
        clock.hear(stamp_s)
    assert clock.step_s == pytest.approx(0.001)


def test_a_dropped_gazebo_is_looked_for_without_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    plugin = HostilePlugin(None)
    gazebo = FakeGazebo(plugin, step_s=STEP_S).start()
    sets = (
        *ROVER,
        f"adapters={{gazebo: {{port: {plugin.port}, timeout_s: 0.05}}}}",
        "patience={policy: drop, timeout_s: 0.1}",
    )
    simulation = Simulation(load_scenario("pico_square", sets=sets), compiled=False)
    waits: list[float] = []
    select = gazebo_adapter.select

    def counted(r: Any, w: Any, x: Any, seconds: float) -> Any:
        waits.append(seconds)
        return select(r, w, x, seconds)

    monkeypatch.setattr(gazebo_adapter, "select", counted)
    second: FakeGazebo | None = None
    try:
        simulation.advance(5)
        assert waits
        gazebo.stop()
        simulation.advance(2)
        names = [event.name for event in simulation.log.events]
        assert names[-2:] == ["late", "dropped"]
        waits.clear()
        simulation.advance(200)
        assert waits == []
        # It comes back by answering, and is waited for again.
        again = Plugin(Model(), port=plugin.port)
        second = FakeGazebo(again, step_s=STEP_S).start()
        while simulation.coordinator.is_dropped("simulator 'gazebo'"):
            simulation.advance(1)
        simulation.advance(5)
        assert waits
    finally:
        simulation.close()
        if second is not None:
            second.stop()
    names = [event.name for event in simulation.log.events]
    assert names.index("dropped") < names.index("restarted") < names.index("back")
