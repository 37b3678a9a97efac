"""MuJoCo with a camera quad like the Skydio X2: bare, under a Python PD, and in batch rollouts."""

import os
from collections.abc import Callable
from typing import Any

from benchmarks.case import Case, Step, in_turn, one_vehicle

STEP_HZ = 400
MASS_KG = 1.325
HOVER_N = MASS_KG * 9.81 / 4
ROLLOUT_STEPS = 100

MJCF = f"""
<mujoco model="quad">
  <option timestep="{1 / STEP_HZ}" density="1.225" viscosity="1.8e-5"/>
  <worldbody>
    <geom name="ground" type="plane" size="50 50 1"/>
    <body name="quad" pos="0 0 1">
      <freejoint/>
      <inertial pos="0 0 0" mass="{MASS_KG}" diaginertia="0.036 0.025 0.056"/>
      <geom name="hull" type="ellipsoid" size="0.16 0.04 0.02"/>
      <geom name="rotor0" type="ellipsoid" size="0.13 0.13 0.01" pos="-0.14 -0.18 0.05"/>
      <geom name="rotor1" type="ellipsoid" size="0.13 0.13 0.01" pos="-0.14 0.18 0.05"/>
      <geom name="rotor2" type="ellipsoid" size="0.13 0.13 0.01" pos="0.14 0.18 0.08"/>
      <geom name="rotor3" type="ellipsoid" size="0.13 0.13 0.01" pos="0.14 -0.18 0.08"/>
      <site name="imu"/>
      <site name="thrust0" pos="-0.14 -0.18 0.05"/>
      <site name="thrust1" pos="-0.14 0.18 0.05"/>
      <site name="thrust2" pos="0.14 0.18 0.08"/>
      <site name="thrust3" pos="0.14 -0.18 0.08"/>
    </body>
  </worldbody>
  <actuator>
    <motor site="thrust0" ctrlrange="0 13" gear="0 0 1 0 0 -0.02"/>
    <motor site="thrust1" ctrlrange="0 13" gear="0 0 1 0 0 0.02"/>
    <motor site="thrust2" ctrlrange="0 13" gear="0 0 1 0 0 -0.02"/>
    <motor site="thrust3" ctrlrange="0 13" gear="0 0 1 0 0 0.02"/>
  </actuator>
  <sensor>
    <gyro site="imu"/>
    <accelerometer site="imu"/>
    <framequat objtype="site" objname="imu"/>
  </sensor>
</mujoco>
"""


def _hovering(mujoco: Any, model: Any) -> Any:
    data = mujoco.MjData(model)
    data.ctrl[:] = HOVER_N
    return data


def make_bare(_count: int) -> Step:
    """One quad at constant thrust."""
    import mujoco

    model = mujoco.MjModel.from_xml_string(MJCF)
    data = _hovering(mujoco, model)
    mj_step = mujoco.mj_step

    def step(n: int) -> None:
        for _ in range(n):
            mj_step(model, data)

    return step


def _with_pd(mujoco: Any, model: Any) -> Callable[[], None]:
    data = _hovering(mujoco, model)
    mj_step = mujoco.mj_step
    sensordata, ctrl, qpos, qvel = data.sensordata, data.ctrl, data.qpos, data.qvel

    def step_one() -> None:
        p, q, r, _, _, _, w, x, y, z = sensordata.tolist()
        lift = HOVER_N + 4.0 * (1.0 - qpos.item(2)) - 3.0 * qvel.item(2)
        roll = -6.0 * 2.0 * (w * x + y * z) - 1.0 * p
        pitch = -6.0 * 2.0 * (w * y - z * x) - 1.0 * q
        yaw = -2.0 * 2.0 * (w * z + x * y) - 1.0 * r
        ctrl[:] = (
            lift - roll + pitch - yaw,
            lift + roll + pitch + yaw,
            lift + roll - pitch - yaw,
            lift - roll - pitch + yaw,
        )
        mj_step(model, data)

    return step_one


def make_pd(count: int) -> Step:
    """Independent quads held at 1 m by an attitude and height PD in Python floats."""
    import mujoco

    model = mujoco.MjModel.from_xml_string(MJCF)
    return in_turn([_with_pd(mujoco, model) for _ in range(count)])


def make_rollout(count: int) -> Step:
    """Open-loop batches of many steps on all cores; no Python between the steps."""
    import mujoco
    import numpy as np
    from mujoco.rollout import Rollout

    model = mujoco.MjModel.from_xml_string(MJCF)
    full = mujoco.mjtState.mjSTATE_FULLPHYSICS
    start = np.empty(mujoco.mj_stateSize(model, full))
    mujoco.mj_getState(model, mujoco.MjData(model), start, full)
    starts = np.tile(start, (count, 1))
    thrust = np.full((count, ROLLOUT_STEPS, model.nu), HOVER_N)
    threads = os.cpu_count() or 1
    scratch = [mujoco.MjData(model) for _ in range(threads)]
    batch = Rollout(nthread=threads)

    def step(n: int) -> None:
        for _ in range(n):
            batch.rollout(model, scratch, starts, thrust)

    return step


CASES = (
    Case(
        name="MuJoCo x2 mj_step",
        step_hz=STEP_HZ,
        does="rigid body, contacts, gyro, accelerometer, attitude; no noise, no control",
        counts=(1,),
        make=make_bare,
    ),
    Case(
        name="MuJoCo x2 + PD",
        step_hz=STEP_HZ,
        does="the same with an attitude and height PD in Python floats; instances in turn",
        counts=(1, 10, 100, 1000),
        make=make_pd,
        veh_steps=one_vehicle,
    ),
    Case(
        name="MuJoCo x2 rollout",
        step_hz=STEP_HZ,
        does=f"open-loop batch, {ROLLOUT_STEPS} steps in one call, all cores",
        counts=(10, 100, 1000),
        make=make_rollout,
        veh_steps=lambda count, n: count * ROLLOUT_STEPS * n,
    ),
)
