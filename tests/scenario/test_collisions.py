"""Scenarios with collisions: a heap, a wall, a forest; and what MuJoCo says of a slide."""

import numpy as np
import pytest

from simloop.server.simulation import Simulation
from simloop.systems.collisions import Config, TouchBoard
from simloop.testing.collision_bench import CollisionBench
from simloop.world.shapes import Solid
from simloop.world.table import Table

KINETIC_AT_REST_J = 1e-3
# What push-out may give in a tick, as a share of the energy at the start
GROWTH = 1e-6


def board_of(simulation: Simulation) -> TouchBoard:
    board = simulation.provided["collisions"]
    assert isinstance(board, TouchBoard)
    return board


def energies(simulation: Simulation) -> tuple[float, float]:
    """Kinetic and potential energy of all bodies, from their columns."""
    kinetic = potential = 0.0
    for table in simulation.world.tables:
        kinetic += float(_kinetic(table)[table.rows].sum())
        mass = table.read("mass_kg")[:, 0] * table.read("gravity_mps2")[:, 0]
        potential -= float((mass * table.read("position_ned_m")[:, 2])[table.rows].sum())
    return kinetic, potential


def _kinetic(table: Table) -> np.ndarray:  # type: ignore[type-arg]
    velocity, rate = table.read("velocity_frd_mps"), table.read("rate_frd_radps")
    inertia = table.read("inertia_kgm2")[:, :3]
    mass = table.read("mass_kg")[:, 0]
    return 0.5 * (mass * (velocity**2).sum(axis=1) + (inertia * rate**2).sum(axis=1))


def test_a_heap_of_fifty_comes_to_rest_and_never_gains_energy() -> None:
    simulation = Simulation.load("pile")
    assert len(simulation.world.models()) == 50
    assert simulation.tick_rate_hz == 400
    start = lowest = sum(energies(simulation))
    worst = 0.0
    for _ in range(10 * 400):
        simulation.advance(1)
        now = sum(energies(simulation))
        worst = max(worst, now - lowest)
        lowest = min(lowest, now)
    assert worst < GROWTH * start
    assert energies(simulation)[0] < KINETIC_AT_REST_J
    # All stayed in the hall, and above its floor.
    for record in simulation.world.models():
        north, east, down = simulation.world.vector(record.entity, "position_ned_m")
        assert max(abs(north), abs(east)) < 2.0
        assert down < -0.15
    assert len(board_of(simulation).recent) > 50


def test_a_heap_can_be_taken_up_in_the_middle() -> None:
    simulation = Simulation.load("pile")
    simulation.advance(500)
    middle = simulation.snapshot()
    simulation.advance(400)
    there = simulation.world.state_hash()
    simulation.restore(middle)
    simulation.advance(400)
    assert simulation.world.state_hash() == there
    again = Simulation.load("pile", threads=2)
    again.advance(900)
    assert again.world.state_hash() == there
    again.close()


def test_a_quad_that_hits_a_wall_crashes_and_stays() -> None:
    simulation = Simulation.load("wall_hit")
    simulation.advance(16 * 400)
    (touch,) = board_of(simulation).recent
    assert (touch.body, touch.other) == ("quad_bumper_0", "wall")
    assert touch.crashed == ("quad_bumper_0",)
    assert touch.point_ned_m[0] == pytest.approx(15.0, abs=0.05)
    assert touch.point_ned_m[2] == pytest.approx(-5.0, abs=0.3)
    assert 5.0 < touch.speed_mps < 7.0
    # Mass times speed times 1 + e, less what turns the quad.
    assert 0.6 < touch.impulse_ns / (3.5 * touch.speed_mps * 1.4) < 1.01
    crashes = [event for event in simulation.log.events if event.name == "crashed"]
    assert [event.tick for event in crashes] == [touch.tick]
    quad = simulation.world.by_name("quad_bumper_0")
    assert np.abs(simulation.world.vector(quad, "velocity_frd_mps")).max() < 0.01


def test_a_quad_that_touches_a_wall_gently_comes_home() -> None:
    simulation = Simulation.load("wall_bounce")
    while not simulation.over and simulation.seconds < 60.0:
        simulation.advance(400)
    assert simulation.verdict().success
    touches = list(board_of(simulation).recent)
    assert touches
    assert all(touch.other == "wall" and touch.speed_mps < 2.0 for touch in touches)


def test_a_quad_finds_its_way_among_five_hundred_trees() -> None:
    simulation = Simulation.load("forest")
    names = simulation.world.entities.names()
    assert sum(name.startswith("tree_") for name in names) == 500
    while not simulation.over and simulation.seconds < 60.0:
        simulation.advance(400)
    assert simulation.verdict().success
    assert not board_of(simulation).recent


def test_feet_and_shapes_share_the_contact_force() -> None:
    """A quad that waits stands on its feet, and its shape does not meet the ground."""
    simulation = Simulation.load("wall_bounce")
    simulation.advance(400)
    quad = simulation.world.by_name("quad_bumper_0")
    weight = 3.5 * float(simulation.world.vector(quad, "gravity_mps2")[0])
    force = simulation.world.vector(quad, "contact_force_frd_n")
    assert force[2] == pytest.approx(-weight, rel=0.02)
    assert simulation.world.vector(quad, "collision_count")[0] == 0.0


def mujoco_slide(friction: float, speed_mps: float, seconds: float) -> float:
    """Where MuJoCo's crate is after sliding, with a tick of 0.1 ms."""
    mujoco = pytest.importorskip("mujoco")
    xml = f"""
    <mujoco>
      <option timestep="0.0001" gravity="0 0 -9.80665" cone="elliptic" impratio="100"
              integrator="implicitfast"/>
      <worldbody>
        <geom type="plane" size="50 50 1" friction="{friction} 0 0" solref="0.0005 1"/>
        <body pos="0 0 0.25"><freejoint/>
          <geom type="box" size="0.25 0.25 0.25" mass="1" friction="{friction} 0 0"
                solref="0.0005 1"/>
        </body>
      </worldbody>
    </mujoco>"""
    model = mujoco.MjModel.from_xml_string(xml)
    data = mujoco.MjData(model)
    data.qvel[0] = speed_mps
    while data.time < seconds:
        mujoco.mj_step(model, data)
    return float(data.qpos[0])


def test_mujoco_slides_as_far() -> None:
    friction, speed = 0.4, 3.0
    bench = CollisionBench(Config(ground_friction=friction))
    own = {"position_ned_m": (0.0, 0.0, -0.25), "velocity_frd_mps": (speed, 0.0, 0.0)}
    bench.add("crate", Solid(shape="box", size_m=(0.5, 0.5, 0.5)), own=own, friction=friction)
    bench.start()
    bench.run(0.6)
    ours = float(bench.get("crate", "position_ned_m")[0])
    assert ours == pytest.approx(mujoco_slide(friction, speed, 0.6), rel=0.01)
    assert ours == pytest.approx(speed * 0.6 - 0.5 * friction * 9.80665 * 0.36, rel=0.01)


def test_a_world_with_collisions_is_compiled_before_it_starts() -> None:
    # Its work would otherwise be compiled in the first tick, while time runs.
    assert not Simulation.load("wall_hit").can_fly_interpreted
    assert Simulation.load("square").can_fly_interpreted
