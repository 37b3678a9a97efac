"""The same bodies in other simulators: tumbling and falling against MuJoCo and JSBSim."""

from functools import partial
from math import acos
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from simloop.math.quaternion import from_euler, rotate_to_world
from simloop.systems import physics
from simloop.testing.body_bench import BodyBench

mujoco: Any = pytest.importorskip("mujoco")
jsbsim: Any = pytest.importorskip("jsbsim")

Vector = NDArray[np.float64]

MASS_KG = 2.0
INERTIA = (0.08, 0.11, 0.15, 0.012, -0.02, 0.007)
EULER = (0.4, -0.3, 1.2)
ATTITUDE = from_euler(*EULER)
VELOCITY_FRD = (5.0, -2.0, -9.0)
RATE_FRD = (3.0, -2.0, 4.0)
SECONDS = 2
RATE_HZ = 400

M_PER_FT = 0.3048


def our_body(gravity_mps2: float) -> BodyBench:
    """Our body, two seconds after the start that all simulators share."""
    config = physics.Config(mass_kg=MASS_KG, inertia_kgm2=INERTIA, gravity_mps2=gravity_mps2)
    bench = BodyBench(partial(physics.equip, config=config), tick_rate_hz=RATE_HZ)
    bench.set("attitude_wxyz", ATTITUDE)
    bench.set("velocity_frd_mps", VELOCITY_FRD)
    bench.set("rate_frd_radps", RATE_FRD)
    bench.run(SECONDS * RATE_HZ)
    return bench


def angle_between(a: Vector, b: Vector) -> float:
    """The angle of the rotation from one attitude to another."""
    return 2.0 * acos(min(1.0, abs(float(a @ b))))


@pytest.mark.parametrize("gravity_mps2", [0.0, 9.80665])
def test_mujoco_tumbles_and_falls_alike(gravity_mps2: float) -> None:
    # MuJoCo does not care what its axes are called: here they are NED and FRD.
    inertia = " ".join(str(element) for element in INERTIA)
    model = mujoco.MjModel.from_xml_string(f"""
        <mujoco>
          <option timestep="{1.0 / RATE_HZ}" integrator="RK4" gravity="0 0 {gravity_mps2}"/>
          <worldbody>
            <body>
              <freejoint/>
              <inertial pos="0 0 0" mass="{MASS_KG}" fullinertia="{inertia}"/>
            </body>
          </worldbody>
        </mujoco>""")
    data = mujoco.MjData(model)
    data.qpos[3:7] = ATTITUDE
    data.qvel[:3] = rotate_to_world(*ATTITUDE, *VELOCITY_FRD)
    data.qvel[3:6] = RATE_FRD
    for _ in range(SECONDS * RATE_HZ):
        mujoco.mj_step(model, data)

    ours = our_body(gravity_mps2)
    assert ours.get("position_ned_m") == pytest.approx(data.qpos[:3], abs=1e-9)
    assert ours.get("rate_frd_radps") == pytest.approx(data.qvel[3:6], abs=1e-6)
    assert angle_between(ours.get("attitude_wxyz"), data.qpos[3:7]) < 1e-6
    velocity = rotate_to_world(*ours.get("attitude_wxyz"), *ours.get("velocity_frd_mps"))
    assert velocity == pytest.approx(data.qvel[:3], abs=1e-9)


AIRCRAFT = """<?xml version="1.0"?>
<fdm_config name="brick" version="2.0" release="ALPHA">
  <metrics>
    <wingarea unit="M2">1</wingarea><wingspan unit="M">1</wingspan><chord unit="M">1</chord>
    <location name="AERORP" unit="M"><x>0</x><y>0</y><z>0</z></location>
    <location name="EYEPOINT" unit="M"><x>0</x><y>0</y><z>0</z></location>
    <location name="VRP" unit="M"><x>0</x><y>0</y><z>0</z></location>
  </metrics>
  <mass_balance negated_crossproduct_inertia="true">
    <ixx unit="KG*M2">{xx}</ixx><iyy unit="KG*M2">{yy}</iyy><izz unit="KG*M2">{zz}</izz>
    <ixy unit="KG*M2">{xy}</ixy><ixz unit="KG*M2">{xz}</ixz><iyz unit="KG*M2">{yz}</iyz>
    <emptywt unit="KG">{mass}</emptywt>
    <location name="CG" unit="M"><x>0</x><y>0</y><z>0</z></location>
  </mass_balance>
  <ground_reactions/><propulsion/><flight_control name="none"/><aerodynamics/>
</fdm_config>
"""

ADAMS_BASHFORTH_4 = 5


def start_jsbsim(directory: Path) -> Any:
    """JSBSim with a body without aerodynamics, moving like ours."""
    xx, yy, zz, xy, xz, yz = INERTIA
    folder = directory / "aircraft" / "brick"
    folder.mkdir(parents=True)
    # JSBSim's files have structural axes, x aft and z up: xy and yz change their signs.
    text = AIRCRAFT.format(xx=xx, yy=yy, zz=zz, xy=-xy, xz=xz, yz=-yz, mass=MASS_KG)
    (folder / "brick.xml").write_text(text)
    fdm = jsbsim.FGFDMExec(str(directory), None)
    fdm.set_aircraft_path("aircraft")
    assert fdm.load_model("brick")
    fdm.set_dt(1.0 / RATE_HZ)
    for order in ("rate", "position"):
        for motion in ("rotational", "translational"):
            fdm[f"simulation/integrator/{order}/{motion}"] = ADAMS_BASHFORTH_4
    # Near a pole the turning Earth throws nothing outwards; at the pole there is no north.
    fdm["ic/lat-geod-deg"] = 85.0
    fdm["ic/h-sl-ft"] = 10000.0
    fdm["ic/phi-rad"], fdm["ic/theta-rad"], fdm["ic/psi-true-rad"] = EULER
    fdm["ic/u-fps"], fdm["ic/v-fps"], fdm["ic/w-fps"] = (v / M_PER_FT for v in VELOCITY_FRD)
    fdm["ic/p-rad_sec"], fdm["ic/q-rad_sec"], fdm["ic/r-rad_sec"] = RATE_FRD
    assert fdm.run_ic()
    return fdm


def test_jsbsim_tumbles_and_falls_alike(tmp_path: Path) -> None:
    """Its Earth is round and turns at 7e-5 rad/s, so the tolerances are those of two seconds."""
    fdm = start_jsbsim(tmp_path)
    start_m = fdm["position/h-sl-meters"]
    for _ in range(SECONDS * RATE_HZ):
        fdm.run()
    ours = our_body(fdm["accelerations/gravity-ft_sec2"] * M_PER_FT)

    rates = [fdm[f"velocities/{axis}-rad_sec"] for axis in "pqr"]
    assert ours.get("rate_frd_radps") == pytest.approx(rates, abs=2e-3)
    euler = [fdm[f"attitude/{name}-rad"] for name in ("phi", "theta", "psi")]
    assert angle_between(ours.get("attitude_wxyz"), np.array(from_euler(*euler))) < 1e-3
    velocity = rotate_to_world(*ours.get("attitude_wxyz"), *ours.get("velocity_frd_mps"))
    theirs = [fdm[f"velocities/v-{name}-fps"] * M_PER_FT for name in ("north", "east", "down")]
    assert velocity == pytest.approx(theirs, abs=5e-3)
    drop_m = start_m - fdm["position/h-sl-meters"]
    assert ours.get("position_ned_m")[2] == pytest.approx(drop_m, abs=2e-3)
