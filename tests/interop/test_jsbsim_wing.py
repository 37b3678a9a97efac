"""Our fixed wing and JSBSim, given the same coefficients, must give the same forces and moments.

The coefficients are written into an aircraft of JSBSim term by term, the stall with the book's
blending function as it stands there, not as our kernel rewrites it.
"""

from itertools import product as every
from pathlib import Path

import numpy as np
import pytest
from jsbsim_files import (
    FOOT_M,
    POUND_FORCE_N,
    SLUG_KG,
    axis,
    function,
    product,
    total,
    write_aircraft,
)

from simloop.adapters.jsbsim.aircraft import load
from simloop.math.vector import Quaternion, Vec3
from simloop.systems import fixed_wing
from simloop.systems.fixed_wing.components import Wing
from simloop.systems.fixed_wing.config import COEFFICIENTS
from simloop.systems.fixed_wing.wrench import wrench
from simloop.testing.body_bench import BodyBench
from simloop.world.airframe.components import Surfaces, WingSize
from simloop.world.motion.motion import Motion

AEROSONDE = fixed_wing.Config()
AIRSPEED_MPS = 25.0
SURFACES = ("wing/aileron-rad", "wing/elevator-rad", "wing/rudder-rad")
ALPHA, BETA = "aero/alpha-rad", "aero/beta-rad"
RATES = tuple(f"velocities/{name}-aero-rad_sec" for name in "pqr")
LENGTHS = ("aero/bi2vel", "aero/ci2vel", "aero/bi2vel")
PRESSURE = ("aero/qbar-psf", "metrics/Sw-sqft")


def blend(config: fixed_wing.Config) -> str:
    """The book's sigma: (1 + e1 + e2) / ((1 + e1) (1 + e2))."""
    below = product(-config.wing_M, total(ALPHA, -config.wing_alpha0))
    above = product(config.wing_M, total(ALPHA, config.wing_alpha0))
    e1, e2 = function("exp", below), function("exp", above)
    return function("quotient", total(1.0, e1, e2), product(total(1.0, e1), total(1.0, e2)))


def mixed(config: fixed_wing.Config, attached: str, stalled: str) -> str:
    """(1 - sigma) of one and sigma of the other."""
    sigma = blend(config)
    return total(product(total(1.0, product(-1.0, sigma)), attached), product(sigma, stalled))


def the_rest(row: tuple[float, ...]) -> list[str]:
    """The terms of a coefficient besides those in the angle of attack."""
    rates = [
        product(number, rate, length)
        for number, rate, length in zip(row[3:6], RATES, LENGTHS, strict=True)
    ]
    surfaces = [product(number, name) for number, name in zip(row[6:], SURFACES, strict=True)]
    return [product(row[2], BETA), *rates, *surfaces]


def aerodynamics(config: fixed_wing.Config) -> str:
    """The whole wing in JSBSim's words."""
    sine, cosine = function("sin", ALPHA), function("cos", ALPHA)
    line = total(config.C_L[0], product(config.C_L[1], ALPHA))
    sign = function("quotient", sine, function("max", function("abs", sine), 1e-300))
    plate_lift = product(2.0, sign, sine, sine, cosine)
    plate_drag = product(2.0, sign, sine, sine, sine)
    aspect = config.wing_b**2 / config.wing_s
    induced = product(1.0 / (np.pi * config.wing_epsilon * aspect), line, line)
    bent = mixed(config, ALPHA, sine)
    lift = total(mixed(config, line, plate_lift), *the_rest(config.C_L))
    drag = total(
        config.C_D[0],
        product(config.C_D[1], bent),
        mixed(config, induced, plate_drag),
        *the_rest(config.C_D),
    )
    x = total(product(lift, sine), product(-1.0, drag, cosine))
    z = total(product(-1.0, lift, cosine), product(-1.0, drag, sine))

    def steady(row: tuple[float, ...]) -> str:
        return total(row[0], product(row[1], bent), *the_rest(row))

    return (
        axis("X", product(*PRESSURE, x))
        + axis("Y", product(*PRESSURE, steady(config.C_Y)))
        + axis("Z", product(*PRESSURE, z))
        + axis("ROLL", product(*PRESSURE, "metrics/bw-ft", steady(config.C_ell)))
        + axis("PITCH", product(*PRESSURE, "metrics/cbarw-ft", steady(config.C_m)))
        + axis("YAW", product(*PRESSURE, "metrics/bw-ft", steady(config.C_n)))
    )


class Tunnel:
    """Both wings in the same stream of air."""

    def __init__(self, folder: Path, config: fixed_wing.Config) -> None:
        write_aircraft(
            folder,
            "wing",
            mass_kg=config.mass_kg,
            inertia_kgm2=config.inertia_kgm2,
            area_m2=config.wing_s,
            span_m=config.wing_b,
            chord_m=config.wing_c,
            axes=aerodynamics(config),
            properties=SURFACES,
        )
        self._model = load("wing", str(folder), None)
        bench = BodyBench(lambda kit: fixed_wing.equip(kit, config))
        self._wing = bench.component(WingSize), bench.component(Wing)

    def blow(self, alpha_deg: float, beta_deg: float, rates, surfaces) -> tuple:
        """Force and torque of JSBSim and of ours, N and N m FRD."""
        alpha, beta = np.radians((alpha_deg, beta_deg))
        velocity = AIRSPEED_MPS * np.array(
            (np.cos(alpha) * np.cos(beta), np.sin(beta), np.sin(alpha) * np.cos(beta))
        )
        model = self._model
        model["ic/h-sl-ft"] = 1000.0
        for name, value in zip("uvw", velocity, strict=True):
            model[f"ic/{name}-fps"] = value / FOOT_M
        for name, value in zip("pqr", rates, strict=True):
            model[f"ic/{name}-rad_sec"] = value
        for name, value in zip(SURFACES, surfaces, strict=True):
            model[name] = value
        model.run_ic()
        force = [model[f"forces/fb{name}-aero-lbs"] * POUND_FORCE_N for name in "xyz"]
        torque = [model[f"moments/{name}-aero-lbsft"] * POUND_FORCE_N * FOOT_M for name in "lmn"]
        density = model["atmosphere/rho-slugs_ft3"] * SLUG_KG / FOOT_M**3
        stream, level = Vec3(*velocity), Quaternion(1.0, 0.0, 0.0, 0.0)
        motion = Motion(Vec3(0.0, 0.0, 0.0), level, stream, stream, Vec3(*rates), density)
        ours = wrench(motion, *self._wing, Surfaces(angles_rad=surfaces))
        return np.array((*force, *torque)), np.concatenate(ours)


@pytest.fixture(scope="module")
def tunnel(tmp_path_factory) -> Tunnel:
    return Tunnel(tmp_path_factory.mktemp("tunnel"), AEROSONDE)


def assert_same(theirs, ours) -> None:
    """Within 1e-6 of the whole force and of the whole moment."""
    assert np.abs(theirs[:3] - ours[:3]).max() < 1e-6 * np.linalg.norm(theirs[:3])
    assert np.abs(theirs[3:] - ours[3:]).max() < 1e-6 * max(np.linalg.norm(theirs[3:]), 1e-3)


@pytest.mark.parametrize("alpha_deg", np.arange(-10.0, 14.5, 2.0))
def test_the_alpha_sweep_agrees(tunnel, alpha_deg):
    theirs, ours = tunnel.blow(alpha_deg, 0.0, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))
    assert_same(theirs, ours)
    assert abs(theirs[2]) > 1.0


@pytest.mark.parametrize("alpha_deg", [20.0, 25.0, 27.0, 30.0, 45.0, -30.0])
def test_the_stall_agrees(tunnel, alpha_deg):
    assert_same(*tunnel.blow(alpha_deg, 0.0, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)))


@pytest.mark.parametrize(("alpha_deg", "beta_deg"), list(every((-4.0, 3.0, 10.0), (-12.0, 5.0))))
def test_sideslip_agrees(tunnel, alpha_deg, beta_deg):
    theirs, ours = tunnel.blow(alpha_deg, beta_deg, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))
    assert_same(theirs, ours)
    assert np.sign(theirs[1]) == -np.sign(beta_deg)


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("size", [0.5, -1.2])
def test_rates_and_surfaces_agree(tunnel, number, size):
    alone = np.zeros(3)
    alone[number] = size
    calm, _ = tunnel.blow(4.0, 2.0, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))
    for rates, surfaces in ((alone, np.zeros(3)), (np.zeros(3), 0.3 * alone), (alone, 0.2 * alone)):
        theirs, ours = tunnel.blow(4.0, 2.0, rates, surfaces)
        assert_same(theirs, ours)
        assert np.abs(theirs - calm).max() > 0.01


def test_another_wing_agrees_in_every_derivative(tmp_path):
    rows = np.random.default_rng(7).uniform(0.02, 0.4, (6, 9))
    rows[0, :2] = 0.3, 4.5
    own = {name: tuple(row.tolist()) for name, row in zip(COEFFICIENTS, rows, strict=True)}
    crooked = fixed_wing.Config(wing_s=0.8, wing_b=2.2, wing_c=0.4, wing_M=30.0, **own)
    other = Tunnel(tmp_path, crooked)
    assert_same(*other.blow(6.0, 7.0, (0.4, 0.3, 0.5), (0.1, 0.2, 0.15)))
