"""Every user command on every kind of thing, and with absurd arguments: each gets an answer."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from absurd import ABSURD, check_reason
from simloop.server.files.scenario_file import Record
from simloop.server.recording.reader import RunFile
from simloop.server.recording.recording import Recording
from simloop.server.recording.replay import replay
from simloop.server.simulation import Simulation
from simloop.systems.user_commands.desk import UserCommand
from simloop.transport.inbox import Reply

PLACE = {"position_ned_m": [3.0, 4.0, -5.0]}
THINGS = (
    {"kind": "light", "name": "lamp", **PLACE},
    {"kind": "actor", "name": "balloon", "shape": "sphere", "radius_m": 0.5, **PLACE},
    {"kind": "obstacle", "name": "fence", "size_m": [0.5, 4.0, 4.0], "position_ned_m": [90, 0, 0]},
)
VEHICLE, IMU = "quad_0", "quad_0::imu"
KINDS = (VEHICLE, "lamp", "balloon", "fence", IMU, "world")


def load() -> Simulation:
    sets = ["world.systems.collisions={}", "duration_s=1000"]
    return Simulation.load("square", compiled=False, sets=sets)


@pytest.fixture(scope="module")
def sim() -> Iterator[Simulation]:
    sim = load()
    for thing in THINGS:
        assert refusal(sim, "insert", thing) == ""
    yield sim
    sim.close()


def refusal(sim: Simulation, verb: str, arguments: dict[str, Any]) -> str:
    """Hand a command in and let ticks pass; why it was refused, or nothing."""
    reply, before = Reply(), sim.world.tick
    sim.bus.inbox.push("studio", UserCommand(verb, arguments), reply)
    for _ in range(2):
        sim.idle() if sim.time.paused else sim.advance(1)
    assert reply.tick is not None, f"{verb} was neither executed nor refused"
    # A call of a service is an input of its own, which is answered in the tick after.
    assert before <= reply.tick <= before + 2
    assert reply.error != ""
    reason = reply.error or ""
    check_reason(reason)
    return reason


ON_KINDS: tuple[tuple[str, dict[str, Any], dict[str, str]], ...] = (
    ("move", PLACE, {"world": "is no vehicle"}),
    (
        "set_state",
        {"velocity_ned_mps": [0.0, 0.0, 0.0]},
        dict.fromkeys(("lamp", "balloon", "fence", "world"), "is no vehicle"),
    ),
    (
        "set",
        {"values": {"external_force_ned_n": 0.0}},
        dict.fromkeys(("lamp", "balloon", "fence", "world"), "has no numeric columns"),
    ),
    (
        "push",
        {"force_ned_n": [0.0, 0.0, 0.0]},
        dict.fromkeys(("lamp", "balloon", "fence", "world"), "has no numeric columns"),
    ),
    (
        "wind",
        {"mean_ned_mps": [1.0, 0.0, 0.0]},
        dict.fromkeys(("lamp", "balloon", "fence", "world"), "has no numeric columns"),
    ),
    (
        "failure",
        {"component": "gps", "kind": "off", "duration_s": 0.01},
        dict.fromkeys(("lamp", "balloon", "fence", IMU, "world"), "is no vehicle"),
    ),
    ("rename", {"new_name": "other"}, dict.fromkeys((IMU, "world"), "cannot be renamed")),
    ("remove", {}, dict.fromkeys((IMU, "world"), "cannot be removed alone")),
)


@pytest.mark.parametrize(("verb", "more", "refused"), ON_KINDS, ids=[row[0] for row in ON_KINDS])
def test_every_kind_obeys_or_says_why_not(
    sim: Simulation, verb: str, more: dict[str, Any], refused: dict[str, str]
) -> None:
    for name in KINDS:
        reason = refusal(sim, verb, {"name": name, **more})
        assert refused.get(name, "") in reason
        assert bool(reason) == (name in refused), reason
        if not reason:
            assert refusal(sim, "undo", {}) == ""
            assert refusal(sim, "redo", {}) == ""
            assert refusal(sim, "undo", {}) == ""
    assert all(sim.world.entities.by_name(name) is not None for name in KINDS)


USUAL: dict[str, dict[str, Any]] = {
    "spawn": {"model": "quad", "name": "extra", "heading_deg": 1.0, **PLACE},
    "insert": {"kind": "light", "name": "new", "colour": "#ffffff", "reach_m": 3.0, **PLACE},
    "remove": {"name": "nobody"},
    "move": {"name": "lamp", "heading_deg": 1.0, **PLACE},
    "set_state": {"name": VEHICLE, "attitude_deg": [0, 0, 0], "align_estimator": False, **PLACE},
    "align_estimator": {"name": VEHICLE},
    "rename": {"name": "lamp", "new_name": "lamp"},
    "set": {"name": VEHICLE, "values": {"mass_kg": 3.5}},
    "push": {"name": VEHICLE, "force_ned_n": [0, 0, 0], "torque_frd_nm": [0, 0, 0]},
    "actuators": {"name": VEHICLE, "commands": [0, 0, 0, 0]},
    "wind": {"name": VEHICLE, "mean_ned_mps": [1, 0, 0]},
    "step": {"ticks": 1},
    "speed": {"factor": 2.0},
    "publish": {"topic": "sim/RC", "message": {}},
    "call": {"service": "toggle_arm", "request": {}},
    "failure": {"name": VEHICLE, "component": "gps", "kind": "off", "strength": {}},
    "radio": {"name": VEHICLE, "signal": "on"},
    "rc": {"name": VEHICLE, "channels": [1500] * 8},
    "ground_station": {"name": VEHICLE, "heard": True},
    "order": {"name": VEHICLE, "order": "return"},
    "mission": {"name": VEHICLE, "items": []},
    "parameter": {"name": VEHICLE, "parameter": "WPNAV_SPEED", "value": 500.0},
    "respawn": {"name": VEHICLE},
    "pause": {},
    "play": {},
    "undo": {},
    "redo": {},
    "reset": {},
    "fly_again": {},
}


def absurdities(verb: str) -> Iterator[dict[str, Any]]:
    usual = USUAL[verb]
    yield {}
    yield {"surprise": 1}
    for key in usual:
        for value in ABSURD:
            yield {**usual, key: value}


def test_absurd_arguments_are_answered_and_replayed(tmp_path: Path) -> None:
    sim = load()
    assert set(USUAL) == set(sim.provided["user_commands"].verbs)
    recording = Recording(sim, tmp_path / "run.mcap", Record(topics=(), checkpoint_ticks=50))
    for verb in USUAL:
        for arguments in absurdities(verb):
            refusal(sim, verb, arguments)
        # Whatever was renamed, broken and slowed by it is as it was.
        sim.pause(False)
        assert refusal(sim, "reset", {}) == ""
    for verb in ("", "nonsense", "two\nlines", "y" * 10_000):
        assert "unknown command" in refusal(sim, verb, {})
    recording.finish()
    sim.close()
    report = replay(RunFile(tmp_path), compiled=False)
    assert report.same, report
    assert report.to_the_end
    assert report.checkpoints > 10
