"""Winged aircraft as a whole: wings with rotors, mistakes, the library's files, the page."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from beard_mclain import AEROSONDE, MOVE, wrench_of

from simloop.server.simulation import Simulation
from simloop.systems import fixed_wing, multirotor
from simloop.testing.body_bench import BodyBench
from simloop.world.mixer import Mixer
from simloop.world.plugin import VehicleKit

LIFT = replace(multirotor.Config(), mass_kg=11.0, inertia_kgm2=AEROSONDE.inertia_kgm2, V_max=44.4)
COMMANDS = {"motor_command": 0.3, "actuator_command": (0.0, 0.0, 0.0, 0.0, 0.7)}


def hybrid(kit: VehicleKit, *, mass_kg: float = 11.0) -> None:
    multirotor.equip(kit, replace(LIFT, mass_kg=mass_kg))
    fixed_wing.equip(kit, AEROSONDE)


def test_a_wing_with_rotors_feels_both() -> None:
    def wrench(*equips: Callable[[VehicleKit], None]) -> np.ndarray:
        bench = BodyBench(*equips, MOVE)
        bench.set("velocity_frd_mps", (25.0, 0.0, 1.0))
        columns = {c.name for part in bench.table.vehicle_class.components for c in part.columns}
        for name, value in COMMANDS.items():
            if name in columns:
                bench.set(name, value)
        bench.run(1)
        return wrench_of(bench)

    wing, rotors = (
        partial(fixed_wing.equip, config=AEROSONDE),
        partial(multirotor.equip, config=LIFT),
    )
    assert wrench(hybrid) == pytest.approx(wrench(wing) + wrench(rotors), rel=1e-9, abs=1e-9)
    assert abs(wrench(rotors)[2]) > 10.0
    assert wrench(wing)[2] < -10.0


def test_plugins_that_disagree_about_mass_are_told_both_numbers() -> None:
    with pytest.raises(ValueError, match=r"mass_kg is 11.0, .* says 9.0"):
        hybrid(VehicleKit(400), mass_kg=9.0)


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"mass_kg": 0.0}, "mass_kg"),
        ({"inertia_kgm2": (0.1, 0.1, 0.1, 0.2, 0.0, 0.0)}, "inertia_kgm2"),
        ({"wing_s": -1.0}, "wing_s"),
        ({"wing_c": float("nan")}, "wing_c"),
        ({"wing_M": 0.0}, "wing_M"),
        ({"wing_alpha0": 2.0}, "wing_alpha0"),
        ({"wing_epsilon": -0.1}, "wing_epsilon"),
        ({"C_D": (-0.1, *AEROSONDE.C_D[1:])}, "C_D"),
        ({"servo_time_constant_s": -0.1}, "servo_time_constant_s"),
        ({"max_rudder_deflection_angle_deg": 120.0}, "max_rudder_deflection_angle_deg"),
        ({"mixer": Mixer(kind="custom")}, "mixer"),
    ],
)
def test_impossible_numbers_are_refused_by_name(change: dict[str, object], word: str) -> None:
    with pytest.raises(ValueError, match=word):
        fixed_wing.equip(VehicleKit(400), replace(AEROSONDE, **change))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("scenario", "sink"),
    [
        ("aerosonde_cruise", 0.0),
        ("aerosonde_glide", 0.0628),
        ("v_tail", 0.0),
        ("zagi_cruise", 0.0),
        ("trainer_stall", 0.0),
        ("trainer_by_table", 0.0),
    ],
)
def test_scenarios_start_in_trim(scenario: str, sink: float) -> None:
    simulation = Simulation.load(scenario, compiled=False)
    world, name = simulation.world, simulation.scenario.vehicles[0].name
    entity = world.by_name(name)
    start = world.vector(entity, "position_ned_m").copy()
    simulation.advance(400)
    north, east, down = world.vector(entity, "position_ned_m") - start
    assert down / north == pytest.approx(sink, abs=2e-3)
    assert abs(east) < 0.2
    assert np.abs(world.vector(entity, "rate_frd_radps")).max() < 2e-3


def test_the_example_of_the_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    page = Path(__file__).parents[2] / "docs" / "vehicles" / "fixed_wing.md"
    code = page.read_text().partition("```python\n")[2].partition("```")[0]
    exec(compile(code, str(page), "exec"), {})
    assert capsys.readouterr().out.splitlines() == [
        "stall 11.9 m/s",
        "25 m/s: alpha 0.0530 rad, throttle 0.773",
        "glides 16.4 to 1 at 15.7 m/s",
    ]
