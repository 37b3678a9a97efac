"""Failures of power, surroundings and structure: the physical effect, and every column put back."""

from collections.abc import Callable, Mapping
from functools import cache
from math import cos, pi

import numpy as np
import pytest
from failure_bench import Record, Twins
from numpy.typing import NDArray

from simloop.component.column import Kind
from simloop.kernels.wind import microburst_flow

RATE_HZ = 400
DURING, AFTER = 120, 20
Rows = NDArray[np.float64]

_HOVER = "initial: {motor_command: [0.6, 0.6, 0.6, 0.6]}"
_ALONE = "set: {autopilot.kind: none}, position_ned_m: [0, 0, -50]"
_BLADES = "{extends: quad, dynamics: {multirotor: {propeller_effectiveness: [1, 1, 1, 1]}}}"
BEDS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "quad": ("stand", (f"vehicles=[{{model: quad, {_ALONE}, {_HOVER}}}]",)),
    "falling": ("stand", (f"vehicles=[{{model: quad, {_ALONE}}}]",)),
    "breezy": ("stand", (f"vehicles=[{{model: quad, {_ALONE}}}]", "world=airfield")),
    "blades": ("stand", (f"vehicles=[{{model: {_BLADES}, {_ALONE}, {_HOVER}}}]",)),
    "plane": ("aerosonde_cruise", ()),
    "pond": (
        "drifting_buoys",
        ("vehicles=[{model: buoy}]", "world={extends: calm, systems: {water: {}}}"),
    ),
    "boat": ("drifting_buoys", ("vehicles=[{model: buoy}]",)),
}
WATCHED = (
    "battery_open_v",
    "battery_terminal_v",
    "battery_relaxing_v",
    "battery_draw_a",
    "rotor_speed_radps",
    "rotor_thrust",
    "wind_ned_mps",
    "position_ned_m",
    "ground_down_m",
    "velocity_frd_mps",
    "acceleration_frd_mps2",
    "angular_acceleration_frd_radps2",
    "force_frd_n",
    "mass_kg",
    "water_down_m",
    "water_velocity_ned_mps",
    "diff_pressure_pa",
    "prop_speed_radps",
)


@cache
def twins_of(bed: str) -> Twins:
    scenario, options = BEDS[bed]
    return Twins(scenario, warm_ticks=40, sets=list(options))


def watched(bed: str) -> list[str]:
    return [name for name in WATCHED if twins_of(bed).has(name)]


@cache
def healthy(bed: str) -> Record:
    twins_of(bed).back()
    return twins_of(bed).record(watched(bed), DURING + AFTER)


def parameters(twins: Twins) -> Mapping[str, Rows]:
    places = twins.sim.world.tables[0].layout.places
    named = [name for name, place in places.items() if place.component.kind is Kind.PARAM]
    return {name: twins.vector(name).copy() for name in (*named, "external_torque_frd_nm")}


def failing(bed: str, component: str, kind: str, **strength: float) -> Record:
    """Run through the failure and beyond; all parameters must be as before at the end."""
    twins = twins_of(bed)
    twins.back()
    before = parameters(twins)
    lasts = DURING / RATE_HZ
    answer = twins.inject(component, kind, duration_s=lasts, strength=strength)
    assert answer.accepted, answer
    record = twins.record(watched(bed), DURING + AFTER)
    for name, numbers in parameters(twins).items():
        assert np.array_equal(numbers, before[name]), f"{name} was not put back"
    return record


def more(bed: str, seen: Record, column: str) -> Rows:
    return seen[column] - healthy(bed)[column]


def cut() -> None:
    seen = failing("quad", "battery", "off")
    assert not seen["battery_terminal_v"][:DURING].any()
    speeds = seen["rotor_speed_radps"][:, 0]
    assert speeds[DURING - 1] < 0.1 * speeds[0]
    assert seen["battery_terminal_v"][-1, 0] > 20.0
    assert speeds[-1] > 2.0 * speeds[DURING - 1]


def cell() -> None:
    seen = failing("quad", "battery", "cell", cells=2.0)
    ratio = seen["battery_open_v"] / healthy("quad")["battery_open_v"]
    assert np.allclose(ratio[:DURING], 4.0 / 6.0, atol=1e-3)
    assert np.allclose(ratio[DURING:], 1.0, atol=1e-3)


def sag() -> None:
    seen, good = failing("quad", "battery", "sag"), healthy("quad")
    ratio = resistance_ohm(seen) / resistance_ohm(good)
    assert np.allclose(ratio[1:DURING], 4.0, rtol=0.01)
    assert np.allclose(ratio[DURING + 1 :], 1.0, rtol=0.01)
    assert seen["rotor_speed_radps"][DURING - 1, 0] < good["rotor_speed_radps"][DURING - 1, 0]


def resistance_ohm(record: Record) -> Rows:
    """What the terminals tell of the inner resistance, tick by tick."""
    relaxing = np.roll(record["battery_relaxing_v"][:, 0], 1)
    fall = record["battery_open_v"][:, 0] - relaxing - record["battery_terminal_v"][:, 0]
    ohm: Rows = fall / record["battery_draw_a"][:, 0]
    return ohm


@pytest.mark.parametrize("bed", ["falling", "breezy"])
def test_a_gust_comes_on_top_of_whatever_wind_there_is(bed: str) -> None:
    seen = failing(bed, "environment", "gust", speed_mps=10.0, from_deg=90.0, time_s=0.25)
    added = more(bed, seen, "wind_ned_mps")
    peak = 49
    tolerance = 1e-6 if bed == "falling" else 0.35
    assert added[peak, 1] == pytest.approx(-10.0, abs=tolerance)
    assert abs(added[peak, 0]) < tolerance
    assert np.allclose(added[105:DURING], 0.0, atol=tolerance)


def gust() -> None:
    seen = failing("falling", "environment", "gust", time_s=0.2, up_mps=2.0)
    added = more("falling", seen, "wind_ned_mps")
    shape = [0.5 - 0.5 * cos(2.0 * pi * min((k + 1) / 80.0, 1.0)) for k in range(DURING)]
    expected = np.outer(shape, [-8.0, 0.0, -2.0])
    assert np.allclose(added[:DURING], expected, atol=1e-9)
    assert not added[DURING:].any()
    assert seen["velocity_frd_mps"][DURING - 1, 0] < -1e-3, "the air takes the quad along"


def shear() -> None:
    seen = failing("falling", "environment", "shear", per_s=0.5)
    height = -seen["position_ned_m"][:, 2]
    start = -healthy_start("falling")[2]
    expected = -0.5 * (np.concatenate(([start], height))[:DURING] - start)
    assert np.allclose(more("falling", seen, "wind_ned_mps")[:DURING, 0], expected, atol=1e-9)
    assert expected[-1] > 0.2


def healthy_start(bed: str) -> Rows:
    twins_of(bed).back()
    return twins_of(bed).vector("position_ned_m").copy()


def microburst() -> None:
    seen = failing("falling", "environment", "microburst", radius_m=100.0, north_m=100.0)
    start = healthy_start("falling")
    before = np.concatenate(([start], seen["position_ned_m"]))[:DURING]
    added = more("falling", seen, "wind_ned_mps")[:DURING]
    for place, wind in zip(before, added, strict=True):
        north, east, up = microburst_flow(
            place[0] - start[0] - 100.0, place[1] - start[1], -place[2], 100.0, 10.0, 40.0
        )
        assert np.allclose(wind, (north, east, -up), atol=1e-6)
    assert added[0, 0] < -5.0


def current() -> None:
    added = more("boat", failing("boat", "environment", "current"), "water_velocity_ned_mps")
    assert np.allclose(added[:DURING, :2], [0.0, 0.5], atol=0.02)
    assert np.allclose(added[DURING:, :2], 0.0, atol=0.02)


def rogue_wave() -> None:
    seen = failing("pond", "environment", "rogue_wave", time_s=0.25, height_m=0.1)
    phase = 2.0 * pi * np.minimum(np.arange(1, DURING + 1) / 100.0, 1.0)
    up = 0.05 * (1.0 - np.cos(phase))
    assert np.allclose(-more("pond", seen, "water_down_m")[:DURING, 0], up, atol=1e-9)
    flow = more("pond", seen, "water_velocity_ned_mps")
    omega = 2.0 * pi / 0.25
    assert np.allclose(flow[:DURING, 0], omega * up, atol=1e-9)
    assert np.allclose(flow[:DURING, 2], -0.05 * omega * np.sin(phase), atol=1e-9)
    assert not more("pond", seen, "water_down_m")[DURING:].any()
    lifted = -more("pond", seen, "position_ned_m")[:, 2]
    assert lifted[60] > 0.005, "the buoy was lifted"
    assert more("pond", seen, "position_ned_m")[60, 0] > 0.001, "and taken along"


def icing() -> None:
    seen, good = failing("plane", "environment", "icing"), healthy("plane")
    lift, usual = seen["force_frd_n"][0, 2], good["force_frd_n"][0, 2]
    assert lift / usual == pytest.approx(0.75, abs=0.03)
    slower = more("plane", seen, "velocity_frd_mps")[DURING - 1, 0]
    assert slower < -0.1
    pressure = seen["diff_pressure_pa"][DURING - 1, 0] / good["diff_pressure_pa"][DURING - 1, 0]
    assert pressure == pytest.approx(0.8, abs=0.05)
    late = seen["diff_pressure_pa"][-1, 0] / good["diff_pressure_pa"][-1, 0]
    assert late == pytest.approx(1.0, abs=0.05)


def blade_loss() -> None:
    seen, good = failing("blades", "structure", "blade_loss", left=0.25), healthy("blades")
    lift = seen["rotor_thrust"][:, 0] / good["rotor_thrust"][:, 0]
    assert 0.2 < lift[2] < 0.3
    assert 0.7 < lift[-1] < 1.3
    faster = seen["rotor_speed_radps"][DURING - 1] / good["rotor_speed_radps"][DURING - 1]
    assert (faster > 1.01).all(), "less drag lets the rotors run faster"
    plane = failing("plane", "structure", "blade_loss", left=0.0)
    assert more("plane", plane, "velocity_frd_mps")[DURING - 1, 0] < -0.1


def payload_drop() -> None:
    seen, good = failing("quad", "structure", "payload_drop", share=0.5), healthy("quad")
    assert seen["mass_kg"][0, 0] == 0.5 * good["mass_kg"][0, 0]
    gravity = 9.80665
    # Half the mass under the same thrust: twice the specific force.
    force = seen["acceleration_frd_mps2"][0, 2] - gravity
    usual = good["acceleration_frd_mps2"][0, 2] - gravity
    assert force / usual == pytest.approx(2.0, rel=0.05)


def mass_shift() -> None:
    seen, good = failing("quad", "structure", "mass_shift"), healthy("quad")
    thrust = good["force_frd_n"][0, 2]
    inertia = float(twins_of("quad").vector("inertia_kgm2")[1])
    # A centre of mass that is ahead of the thrust lets the nose fall.
    turn = seen["angular_acceleration_frd_radps2"][0, 1]
    assert turn == pytest.approx(0.02 * thrust / inertia, rel=0.05)
    assert turn < -0.5


def leak() -> None:
    seen, good = failing("boat", "structure", "leak", share_per_s=5.0, most=0.5), healthy("boat")
    mass = seen["mass_kg"][:, 0] / good["mass_kg"][:, 0]
    assert mass[0] == pytest.approx(1.0 + 5.0 / RATE_HZ)
    assert np.allclose(mass[41:DURING], 1.5)
    assert more("boat", seen, "position_ned_m")[DURING - 1, 2] > 0.01, "it lies deeper"


CHECKS: Mapping[tuple[str, str], Callable[[], None]] = {
    ("battery", "off"): cut,
    ("battery", "cell"): cell,
    ("battery", "sag"): sag,
    ("environment", "gust"): gust,
    ("environment", "shear"): shear,
    ("environment", "microburst"): microburst,
    ("environment", "current"): current,
    ("environment", "rogue_wave"): rogue_wave,
    ("environment", "icing"): icing,
    ("structure", "blade_loss"): blade_loss,
    ("structure", "payload_drop"): payload_drop,
    ("structure", "mass_shift"): mass_shift,
    ("structure", "leak"): leak,
}


@pytest.mark.parametrize(("component", "kind"), CHECKS)
def test_each_failure_has_its_effect_and_ends(component: str, kind: str) -> None:
    CHECKS[component, kind]()


def test_winds_add_up_and_leave_a_gust_of_the_world_alone() -> None:
    twins = twins_of("breezy")
    twins.back()
    twins.vector("gust_start_s")[-1] = 0.1
    twins.vector("gust_duration_s")[-1] = 0.5
    twins.vector("gust_ned_mps")[-3:] = (0.0, 0.0, 3.0)
    own = twins.sim.snapshot()
    alone = twins.record(["wind_ned_mps"], 60)["wind_ned_mps"]
    twins.sim.restore(own)
    twins.inject("environment", "gust", strength={"time_s": 1.0, "speed_mps": 4.0})
    twins.inject("environment", "shear", strength={"per_s": 0.0})
    seen = twins.record(["wind_ned_mps"], 60)["wind_ned_mps"]
    assert np.allclose(seen[:, 1:], alone[:, 1:], atol=0.05)
    assert seen[59, 0] - alone[59, 0] == pytest.approx(-4.0 * (0.5 - 0.5 * cos(0.3 * pi)), abs=0.1)
    twins.inject("all", "ok")
    assert twins.vector("gust_ned_mps")[-3:].tolist() == [0.0, 0.0, 3.0]
    assert twins.vector("gust_start_s")[-1] == 0.1


def test_a_snapshot_in_the_middle_goes_on_with_the_same_bits() -> None:
    for bed, cells in (
        ("breezy", (("environment", "gust"), ("structure", "mass_shift"), ("battery", "sag"))),
        ("boat", (("structure", "leak"), ("environment", "rogue_wave"))),
        ("plane", (("environment", "icing"), ("structure", "payload_drop"))),
    ):
        twins = twins_of(bed)
        twins.back()
        before = parameters(twins)
        for component, kind in cells:
            assert twins.inject(component, kind, duration_s=0.2, ramp_s=0.1).accepted
        twins.sim.advance(20)
        middle = twins.sim.snapshot()
        twins.sim.advance(100)
        first = twins.sim.world.state_hash()
        twins.sim.restore(middle)
        twins.sim.advance(100)
        assert twins.sim.world.state_hash() == first
        twins.sim.restore(middle)
        twins.inject("all", "ok")
        for name, numbers in parameters(twins).items():
            assert np.array_equal(numbers, before[name]), name
