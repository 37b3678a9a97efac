"""Forces of any Python program move a vehicle: one wrench a tick, held over it."""

from collections.abc import Sequence
from math import cos, radians, sin

import pytest

from simloop.component import Kind
from simloop.messages.geometry_msgs import Vector3, Vector3Stamped, Wrench, WrenchStamped
from simloop.messages.rosflight_msgs import SimState
from simloop.server.simulation import Simulation
from simloop.systems import multirotor, physics, wind
from simloop.testing import KernelForces, PlainApp, check_forces_and_moments
from simloop.world.body import BODY_COMPONENTS
from simloop.world.forces_interface import HeldForces, pulses_us
from simloop.world.plugin import VehicleClass, VehicleKit
from simloop.world.rotors import Motors
from simloop.world.world import ModelSpec, World

BREEZE = wind.Config(speed_mps=4.0, direction_from_deg=200.0)
BODY = physics.Config(mass_kg=3.5, inertia_kgm2=(0.08, 0.08, 0.12, 0.0, 0.0, 0.0))
START = {
    "position_ned_m": (0.0, 0.0, -50.0),
    "attitude_wxyz": (0.98, 0.1, 0.0, 0.1732050807568877),
    # The breeze blows from the start: a held wrench knows the wind of the tick before.
    "wind_ned_mps": (-4.0 * cos(radians(200.0)), -4.0 * sin(radians(200.0)), 0.0),
}
# Not all alike, so that the vehicle turns too.
COMMANDS = (0.482, 0.48, 0.481, 0.483)


def body_world(*, native: bool, commands: bool = False) -> World:
    """A body in a breeze: with the built-in multirotor forces, or with none."""
    kit = VehicleKit(400)
    for component in BODY_COMPONENTS:
        kit.component(component)
    if native:
        multirotor.equip(kit, multirotor.Config())
    elif commands:
        kit.constant("ROTORS", 4)
        kit.component(Motors.group(Kind.INTENT))
    wind.equip(kit, BREEZE)
    physics.equip(kit, BODY)
    world = World(seed=0, tick_rate_hz=400)
    world.spawn("body", ModelSpec(VehicleClass.from_kit(kit), dict(kit.values)), START)
    return world


def truth(world: World) -> list[float]:
    body = world.by_name("body")
    columns = ("position_ned_m", "attitude_wxyz", "velocity_frd_mps", "rate_frd_radps")
    return [float(x) for column in columns for x in world.vector(body, column)]


def held(world: World, config: multirotor.Config | None = None) -> tuple[PlainApp, HeldForces]:
    app = PlainApp(world)
    # The bodies here fly in air of sea level, without the plugin atmosphere.
    forces = HeldForces(world, "body", KernelForces(config, origin_height_m=-50.0))
    for system in forces.systems():
        app.add_system(system)
    app.runner.mark_start()
    return app, forces


class Spring:
    """Pulls the body to the origin: the smallest useful implementation."""

    def update_forces_and_torques(
        self, state: SimState, wind: Vector3Stamped, actuators: Sequence[int]
    ) -> WrenchStamped:
        return WrenchStamped(state.header, Wrench(Vector3(-state.pose.position.x, 0.0, 0.0)))

    def get_firmware_parameters(self) -> None:
        """There is no mixer."""


def test_a_held_wrench_flies_as_the_built_in_forces_do() -> None:
    native = PlainApp(body_world(native=True))
    body = native.world.by_name("body")
    pulses = pulses_us(COMMANDS)
    native.world.vector(body, "motor_command")[:] = [(us - 1000) / 1000.0 for us in pulses[:4]]
    app, forces = held(body_world(native=False))
    forces.actuators = pulses
    native.runner.advance(200)
    app.runner.advance(200)
    assert truth(app.world) == pytest.approx(truth(native.world), abs=2e-3)
    # It flew: half a second of falling would be 1.2 m and 4.9 m/s.
    start = START["position_ned_m"][2]
    assert abs(truth(native.world)[2] - start) < 0.5
    assert abs(truth(native.world)[1]) > 0.02


def test_pulses_come_from_the_vehicles_motor_commands() -> None:
    world = body_world(native=False, commands=True)
    app, _ = held(world)
    world.vector(world.by_name("body"), "motor_command")[:] = COMMANDS
    by_argument, forces = held(body_world(native=False))
    forces.actuators = pulses_us(COMMANDS)
    app.runner.advance(50)
    by_argument.runner.advance(50)
    assert truth(app.world) == truth(by_argument.world)


@pytest.mark.parametrize("lag_s", [0.0, 0.1])
def test_reset_and_restore_repeat_the_same_bits(lag_s: float) -> None:
    # Rotors that lag are a memory of the forces: it has to go back, too.
    rotors = multirotor.Config(rotor_time_constant_up_s=lag_s, rotor_time_constant_down_s=lag_s)
    app, forces = held(body_world(native=False), rotors)
    forces.actuators = pulses_us(COMMANDS)
    app.runner.advance(20)
    snapshot, middle = app.runner.snapshot(), truth(app.world)
    app.runner.advance(20)
    end = truth(app.world)
    app.runner.restore(snapshot)
    assert truth(app.world) == middle
    app.runner.advance(20)
    assert truth(app.world) == end
    app.reset()
    app.runner.advance(40)
    assert truth(app.world) == end


def test_a_vehicle_that_is_gone_is_left_alone() -> None:
    app, _ = held(body_world(native=False))
    app.runner.advance(1)
    app.world.remove(app.world.by_name("body"))
    app.runner.advance(2)
    assert app.world.tick == 3


def test_an_unknown_vehicle_is_named_with_the_nearest() -> None:
    with pytest.raises(KeyError, match="did you mean 'body'"):
        HeldForces(body_world(native=False), "bodi", Spring())


def test_a_wrench_from_any_class_moves_the_body() -> None:
    world = body_world(native=False)
    app = PlainApp(world)
    world.vector(world.by_name("body"), "position_ned_m")[0] = 2.0
    for system in HeldForces(world, "body", Spring()).systems():
        app.add_system(system)
    app.runner.advance(200)
    assert truth(world)[0] < 2.0


def test_a_spring_is_no_air_and_the_checker_says_so() -> None:
    with pytest.raises(AssertionError, match="us do nothing"):
        check_forces_and_moments(Spring)


class Steady(Spring):
    """Always the same wrench, and a count of how often the mixer was asked for."""

    def __init__(self) -> None:
        self.asked = 0

    def update_forces_and_torques(
        self, state: SimState, wind: Vector3Stamped, actuators: Sequence[int]
    ) -> WrenchStamped:
        return WrenchStamped(
            state.header, Wrench(Vector3(0.0, 0.0, -30.0), Vector3(0.0, 0.0, 0.001))
        )

    def get_firmware_parameters(self) -> None:
        self.asked += 1


def pushed_world() -> tuple[Simulation, Steady]:
    """A body that nothing but a program's forces moves, with commands and topics."""
    sim = Simulation.load(
        "square_calm",
        compiled=False,
        sets=["vehicles[0].model.autopilot.kind=none", "vehicles[0].mission=null"],
    )
    forces = Steady()
    for system in HeldForces(sim.world, "quad_0", forces).systems():
        sim.add_system(system)
    return sim, forces


def external(sim: Simulation) -> list[float]:
    return sim.world.vector(sim.world.by_name("quad_0"), "external_force_ned_n").tolist()


def test_a_push_acts_on_top_of_held_forces_and_can_be_taken_back() -> None:
    sim, _ = pushed_world()
    sim.advance(2)
    alone = external(sim)
    assert alone[0] == pytest.approx(0.0, abs=1.0)
    sim.command("push", name="quad_0", force_ned_n=[7.0, 0.0, 0.0])
    sim.advance(3)
    assert external(sim)[0] == pytest.approx(alone[0] + 7.0, abs=0.1)
    assert external(sim)[2] == pytest.approx(alone[2], abs=0.1)
    sim.command("push", name="quad_0", force_ned_n=[0.0, 5.0, 0.0])
    sim.advance(3)
    assert external(sim)[0] == pytest.approx(alone[0], abs=0.1)
    assert external(sim)[1] == pytest.approx(alone[1] + 5.0, abs=0.1)
    sim.command("undo")
    sim.advance(3)
    assert external(sim)[0] == pytest.approx(alone[0] + 7.0, abs=0.1)
    assert external(sim)[1] == pytest.approx(alone[1], abs=0.1)
    sim.command("undo")
    sim.advance(3)
    assert external(sim) == pytest.approx(alone, abs=0.1)
    sim.command("redo")
    sim.advance(3)
    assert external(sim)[0] == pytest.approx(alone[0] + 7.0, abs=0.1)


def test_a_push_upon_held_forces_is_part_of_a_snapshot() -> None:
    sim, _ = pushed_world()
    sim.command("push", name="quad_0", force_ned_n=[7.0, 0.0, 0.0])
    sim.advance(5)
    saved = sim.snapshot()
    sim.advance(5)
    straight = sim.world.state_hash()
    sim.command("push", name="quad_0", force_ned_n=[0.0, 0.0, 0.0])
    sim.advance(5)
    sim.restore(saved)
    sim.advance(5)
    assert sim.world.state_hash() == straight


def test_held_forces_show_on_their_topic() -> None:
    sim, _ = pushed_world()
    bare = sim.bus.subscribe("sim/forces_and_moments", WrenchStamped, depth=50)
    sim.advance(4)
    told = [delivery.message.wrench for delivery in bare.take()]
    held_n = [wrench.force.z for wrench in told]
    assert len(told) == 4
    # The rotors stand still: what is told beside the held wrench is the body's drag.
    assert held_n == pytest.approx([-30.0] * 4, abs=0.5)
    assert [wrench.torque.z for wrench in told] == pytest.approx([0.001] * 4, abs=1e-4)


def test_the_mixer_is_learnt_again_when_the_firmware_has_another() -> None:
    sim = Simulation.load("square_calm", compiled=False)
    forces = Steady()
    for system in HeldForces(sim.world, "quad_0", forces).systems():
        sim.add_system(system)
    sim.advance(3)
    assert forces.asked == 1
    sim.world.vector(sim.world.by_name("quad_0"), "fw_mc_mixer_number")[:] = (1.0, 1.0)
    sim.advance(3)
    assert forces.asked == 2
