"""Every failure of motors and servos: what reaches the vehicle while it lasts, and after.

Nobody flies these vehicles: the test commands the outputs itself, tick by tick, once with the
failure and once without.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from math import exp, log
from typing import Any

import numpy as np
import pytest
from failure_bench import Twins
from numpy.typing import NDArray

from simloop.systems.failures.output_map import motors_of, servos_of
from simloop.systems.failures.request import FailureRequest
from simloop.systems.failures.victim import Victim

RATE_HZ = 400
DURING, AFTER = 80, 60
Rows = NDArray[np.float64]
STRENGTH: Mapping[str, Mapping[str, float]] = {
    "slow": {"time_s": 0.05},
    "delayed": {"delay_s": 0.05},
    "garbage": {"hold_s": 0.01},
    "intermittent": {"lost": 0.5, "hold_s": 0.01},
}


@dataclass(frozen=True)
class Bed:
    """A vehicle on the test bed: its commands, and the column that tells what came of them."""

    scenario: str
    options: tuple[str, ...]
    command: str
    felt: str
    """What the outputs do, one element per output or per standard command."""
    elements: tuple[int, ...]
    """The element of `felt` that belongs to each instance that the tests use."""
    outputs: tuple[int, ...]
    """The element of `command` of the same."""


def without_autopilot(model: str) -> tuple[str, ...]:
    vehicle = f"{{model: {model}, set: {{autopilot.kind: none}}, position_ned_m: [0, 0, -50]}}"
    return (f"vehicles=[{vehicle}]",)


QUAD = Bed("stand", without_autopilot("quad"), "motor_command", "rotor_drive", (0, 1), (0, 1))
# Aileron, elevator and rudder are the first three outputs and the torques Qx, Qy, Qz.
PLANE = Bed("aerosonde_cruise", (), "actuator_command", "standard_command", (3, 4), (0, 1))
BOAT = Bed("harbour_circle", (), "actuator_command", "thruster_command", (0, 1), (0, 1))


@cache
def twins_of(bed: Bed) -> Twins:
    return Twins(bed.scenario, warm_ticks=4, sets=list(bed.options))


def script(tick: int, count: int) -> Rows:
    """What is asked of each output: all different, and never the same twice."""
    return np.array([0.5 + 0.3 * np.sin(0.05 * tick + place) for place in range(count)])


@dataclass
class Case:
    strength: Mapping[str, float]
    asked: Rows
    """What instance 1 and 2 were asked for, tick by tick."""
    true: Rows
    """What they did without a failure."""
    seen: Rows
    """What they did with a failure of instance 1."""
    last: float
    """What instance 1 did before."""
    lag_s: float
    """The time constant of instance 1 without a failure."""


def run(bed: Bed, component: str, kind: str, ticks: int = DURING + AFTER) -> tuple[Rows, Rows]:
    twins = twins_of(bed)
    twins.back()
    command = twins.vector(bed.command)
    command[:] = script(-1, len(command))
    twins.sim.advance(1)
    if kind:
        lasts = DURING / RATE_HZ
        given = STRENGTH.get(kind, {})
        answer = twins.inject(component, kind, instance=1, duration_s=lasts, strength=given)
        assert answer.accepted, answer
    asked, felt = [], []
    for tick in range(ticks):
        command = twins.vector(bed.command)
        command[:] = script(tick, len(command))
        twins.sim.advance(1)
        asked.append(twins.vector(bed.command)[list(bed.outputs)].copy())
        felt.append(twins.vector(bed.felt)[list(bed.elements)].copy())
    return np.array(asked), np.array(felt)


@cache
def healthy(bed: Bed) -> tuple[Rows, Rows]:
    return run(bed, "", "")


def case_of(bed: Bed, component: str, kind: str) -> Case:
    asked, true = healthy(bed)
    asked_again, seen = run(bed, component, kind)
    assert np.array_equal(asked, asked_again), "others must see what was asked"
    cells = twins_of(bed).desk.catalogue.cells
    cell = next(cell for cell in cells if (cell.component, cell.kind) == (component, kind))
    strength = {**cell.strength, **STRENGTH.get(kind, {})}
    return Case(strength, asked, true, seen, *before(bed))


def before(bed: Bed) -> tuple[float, float]:
    """What instance 1 does when the failure sets in, and its own time constant."""
    run(bed, "", "", 0)
    twins = twins_of(bed)
    last = float(twins.vector(bed.felt)[bed.elements[0]])
    if bed is QUAD:
        return last, 0.0
    gain = float(twins.vector("output_lag_gain")[bed.outputs[0]])
    return last, 0.0 if gain == 1.0 else -1.0 / (RATE_HZ * log(1.0 - gain))


def off(case: Case) -> None:
    assert not case.seen[:DURING, 0].any()


def partial(case: Case) -> None:
    expected = case.strength["left"] * case.true[:DURING, 0]
    assert np.allclose(case.seen[:DURING, 0], expected, rtol=1e-12)


def stuck(case: Case) -> None:
    held = case.seen[2:DURING, 0]
    assert np.ptp(held) == 0.0
    # The test commands ahead of the tick, so a command may count as the last one already.
    assert min(abs(held[0] - case.last), abs(held[0] - case.asked[0, 0])) < 1e-12


def slow(case: Case) -> None:
    lag_s = case.lag_s + case.strength["time_s"]
    share = 1.0 - exp(-1.0 / (lag_s * RATE_HZ))
    place = case.seen[0, 0]
    for asked, seen in zip(case.asked[1:DURING, 0], case.seen[1:DURING, 0], strict=True):
        place += share * (asked - place)
        assert seen == pytest.approx(place, abs=0.01)
    assert abs(case.seen[:DURING, 0] - case.true[:DURING, 0]).max() > 0.01


def backwards(case: Case) -> None:
    assert np.allclose(case.seen[:DURING, 0], -case.true[:DURING, 0])


def saturated(case: Case) -> None:
    assert np.allclose(case.seen[1:DURING, 0], 1.0)


def garbage(case: Case) -> None:
    wild = case.seen[1:DURING, 0]
    assert len(set(wild.tolist())) >= 15
    assert wild.std() > 0.2


def intermittent(case: Case) -> None:
    lost = case.seen[:DURING, 0] == 0.0
    assert 0.2 < lost.mean() < 0.8
    assert np.array_equal(case.seen[:DURING, 0][~lost], case.true[:DURING, 0][~lost])


def delayed(case: Case) -> None:
    late = round(case.strength["delay_s"] * RATE_HZ)
    expected, seen = case.true[: DURING - late, 0], case.seen[late:DURING, 0]
    # An output behind a mixer is found a tick later than a command.
    assert any(
        np.allclose(seen[more + 1 :], expected[1 : len(expected) - more], atol=1e-9)
        for more in (0, 1)
    )


def off_centre(case: Case) -> None:
    assert np.allclose(case.seen[:DURING, 0], case.true[:DURING, 0] + case.strength["bias"])


Check = Callable[[Case], None]
KINDS: Mapping[str, Check] = {
    "off": off,
    "partial": partial,
    "stuck": stuck,
    "slow": slow,
    "reversed": backwards,
    "saturated": saturated,
    "garbage": garbage,
    "intermittent": intermittent,
    "delayed": delayed,
    "wrong": partial,
}
CHECKS: Mapping[tuple[str, str], Check] = {
    **{(part, kind): KINDS[kind] for part in ("motor", "esc", "servo") for kind in KINDS},
    ("servo", "bias"): off_centre,
}


def bed_of(component: str, kind: str) -> Bed:
    if component == "servo":
        return PLANE
    return BOAT if kind == "reversed" else QUAD


@pytest.mark.parametrize(("component", "kind"), CHECKS)
def test_each_failure_has_its_law_and_leaves_no_trace(component: str, kind: str) -> None:
    case = case_of(bed_of(component, kind), component, kind)
    CHECKS[component, kind](case)
    assert np.array_equal(case.seen[:, 1], case.true[:, 1]), "instance 2 is sound"
    # What has a lag of its own makes up the rest by that.
    left = 2.0 * exp(-(AFTER - 10) / (RATE_HZ * case.lag_s)) if case.lag_s else 0.0
    assert np.allclose(case.seen[-10:], case.true[-10:], rtol=0.0, atol=left + 1e-12)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "reversed"])
def test_a_motor_behind_a_mixer_fails_by_the_same_laws(kind: str) -> None:
    KINDS[kind](case_of(BOAT, "motor", kind))


def test_the_columns_are_as_before_when_failures_end_in_any_order() -> None:
    twins = twins_of(PLANE)
    names = ("output_effectiveness", "output_bias", "output_stuck", "output_lag_gain")
    for order in ((0, 1, 2), (2, 0, 1)):
        twins.back()
        before = {name: twins.vector(name).copy() for name in names}
        kinds = ("partial", "saturated", "slow")
        for kind in kinds:
            twins.inject("servo", kind, instance=2)
        twins.sim.advance(3)
        assert twins.vector("output_effectiveness")[1] == 0.0
        for index in order:
            twins.desk.withdraw(
                FailureRequest(vehicle=twins.name, component="servo", kind=kinds[index], instance=2)
            )
            twins.sim.advance(1)
        for name in names:
            assert np.array_equal(twins.vector(name), before[name]), name


def test_a_number_that_somebody_sets_meanwhile_stays() -> None:
    twins = twins_of(PLANE)
    twins.back()
    twins.inject("servo", "partial", instance=1)
    twins.sim.advance(2)
    shares = [0.6, 0.5, 1.0, 1.0, 1.0]
    twins.sim.command("set", name=twins.name, values={"output_effectiveness": shares})
    twins.sim.advance(2)
    twins.inject("servo", "ok")
    assert twins.vector("output_effectiveness").tolist() == [1.0, 0.5, 1.0, 1.0, 1.0]


def test_a_snapshot_in_the_middle_goes_on_with_the_same_bits() -> None:
    for bed, component, kinds in (
        (QUAD, "motor", ("delayed", "garbage", "slow", "intermittent")),
        (PLANE, "servo", ("delayed", "partial", "intermittent", "stuck")),
    ):
        twins = twins_of(bed)
        twins.back()
        for instance, kind in enumerate(kinds, 1):
            number = min(instance, 3) if component == "servo" else instance
            twins.inject(component, kind, instance=number, duration_s=0.2, ramp_s=0.05)
        twins.sim.advance(12)
        middle = twins.sim.snapshot()
        twins.sim.advance(100)
        first = twins.sim.world.state_hash()
        twins.sim.restore(middle)
        twins.sim.advance(100)
        assert twins.sim.world.state_hash() == first
        twins.sim.restore(middle)
        twins.inject(component, "ok")
        assert (twins.vector("output_effectiveness") == 1.0).all() if bed is PLANE else True


@pytest.mark.parametrize(
    ("scenario", "options", "motors", "servos"),
    [
        ("stand", (), 4, 0),
        ("stand", ("vehicles=[{model: octo}]",), 8, 0),
        ("aerosonde_cruise", (), 1, 3),
        ("harbour_circle", (), 2, 0),
        ("stand", ("vehicles=[{model: quadplane}]",), 5, 3),
        ("stand", ("vehicles=[{model: rover_ackermann}]",), 1, 1),
    ],
)
def test_motors_and_servos_are_told_apart(
    scenario: str, options: tuple[str, ...], motors: int, servos: int
) -> None:
    twins = Twins(scenario, sets=list(options))
    request = FailureRequest(vehicle=twins.name, component="motor", kind="off")
    victim = Victim(twins.sim.world, request)
    assert (len(motors_of(victim)), len(servos_of(victim))) == (motors, servos)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"component": "motor", "kind": "off", "instance": 5}, "no motor 5: it has 1 to 4"),
        ({"component": "servo", "kind": "off"}, "has no servo that can fail"),
        ({"component": "motor", "kind": "reversed"}, "cannot turn backwards"),
        ({"component": "motor", "kind": "delayed", "strength": {"delay_s": 99.0}}, "use 0 to 10"),
        ({"component": "gyro", "kind": "off", "instance": 2}, "no gyro 2: it has one"),
        ({"component": "structure", "kind": "leak"}, "no hull that can leak"),
        ({"component": "environment", "kind": "icing"}, "no wing that can ice up"),
        ({"component": "environment", "kind": "current"}, "is not in water"),
        ({"component": "structure", "kind": "blade_loss"}, "propeller_effectiveness: [1.0, ...]"),
    ],
)
def test_what_a_quad_cannot_have_is_unsupported(given: dict[str, Any], words: str) -> None:
    answer = twins_of(QUAD).inject(**given)
    assert answer.result.name == "UNSUPPORTED"
    assert words in answer.reason
