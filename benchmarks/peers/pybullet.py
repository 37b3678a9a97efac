"""PyBullet, stepped the way gym-pybullet-drones steps it: four forces, a torque, a step, a read."""

import tempfile
from pathlib import Path
from typing import Any

from benchmarks.case import Case, Step

STEP_HZ = 240
MASS_KG = 0.03
ARM_M = 0.04
SPACING_M = 0.5


def _rotor(index: int, x_m: float, y_m: float) -> str:
    return f"""
  <link name="rotor{index}"><inertial><mass value="0"/>
    <inertia ixx="0" ixy="0" ixz="0" iyy="0" iyz="0" izz="0"/></inertial></link>
  <joint name="mount{index}" type="fixed"><parent link="frame"/><child link="rotor{index}"/>
    <origin xyz="{x_m} {y_m} 0"/></joint>"""


def _urdf() -> str:
    corners = ((ARM_M, -ARM_M), (-ARM_M, -ARM_M), (-ARM_M, ARM_M), (ARM_M, ARM_M))
    rotors = "".join(_rotor(i, x_m, y_m) for i, (x_m, y_m) in enumerate(corners))
    return f"""<robot name="quad">
  <link name="frame"><inertial><mass value="{MASS_KG}"/>
    <inertia ixx="1.6e-5" ixy="0" ixz="0" iyy="1.6e-5" iyz="0" izz="2.9e-5"/></inertial>
    <collision><geometry><cylinder radius="0.06" length="0.025"/></geometry></collision></link>
{rotors}
</robot>"""


def _spawn(bullet: Any, client: int, count: int) -> list[int]:
    side = max(1, round(count**0.5))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "quad.urdf"
        path.write_text(_urdf())
        return [
            bullet.loadURDF(
                str(path),
                (SPACING_M * (i % side), SPACING_M * (i // side), 1.0),
                physicsClientId=client,
            )
            for i in range(count)
        ]


def make(count: int) -> Step:
    """All quads in one world, as the aviaries of gym-pybullet-drones have them."""
    import pybullet as bullet

    client = bullet.connect(bullet.DIRECT)
    bullet.setGravity(0, 0, -9.81, physicsClientId=client)
    bullet.setTimeStep(1 / STEP_HZ, physicsClientId=client)
    plane = bullet.createCollisionShape(bullet.GEOM_PLANE, physicsClientId=client)
    bullet.createMultiBody(0, plane, physicsClientId=client)
    quads = _spawn(bullet, client, count)
    thrust = (0.0, 0.0, MASS_KG * 9.81 / 4)
    none = (0.0, 0.0, 0.0)

    def step(n: int) -> None:
        for _ in range(n):
            for quad in quads:
                for rotor in range(4):
                    bullet.applyExternalForce(
                        quad, rotor, thrust, none, bullet.LINK_FRAME, physicsClientId=client
                    )
                bullet.applyExternalTorque(
                    quad, -1, none, bullet.LINK_FRAME, physicsClientId=client
                )
            bullet.stepSimulation(physicsClientId=client)
            for quad in quads:
                _, attitude = bullet.getBasePositionAndOrientation(quad, physicsClientId=client)
                bullet.getEulerFromQuaternion(attitude)
                bullet.getBaseVelocity(quad, physicsClientId=client)

    return step


CASES = (
    Case(
        name="PyBullet",
        step_hz=STEP_HZ,
        does="rigid bodies and contacts; 4 forces, torque and read from Python; no control",
        counts=(1, 10, 100, 1000),
        make=make,
    ),
)
