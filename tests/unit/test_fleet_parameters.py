"""A fleet that shares parameters flies as one that does not: the same bits, whatever happens."""

from collections.abc import Callable, Iterator
from contextlib import closing

import numpy as np
import pytest

from simloop.kernels.collision.layout import Seat
from simloop.server.simulation import Simulation
from simloop.systems.failures import FailureRequest
from simloop.world.commands import Remove, SetColumns, Spawn
from simloop.world.table import Table

COUNT = 20
Act = Callable[[Simulation], None]


def table_of(simulation: Simulation) -> Table:
    (table,) = simulation.world.tables
    return table


def share_nothing(simulation: Simulation) -> None:
    for table in simulation.world.tables:
        table.vector(0, "motor_effectiveness")


def change_a_parameter(simulation: Simulation) -> None:
    world = simulation.world
    world.commands.submit(
        SetColumns("quad_3", {"fw_cruise_speed_mps": 3.0, "gnss_velocity_sigma_mps": 2.0})
    )


def fail_a_motor(simulation: Simulation) -> None:
    request = FailureRequest(vehicle="quad_5", component="motor", kind="off")
    simulation.provided["failures"].inject(request)


def spawn_another(simulation: Simulation) -> None:
    world = simulation.world
    spec = world.entities.get(world.by_name("quad_0")).facts["spec"]
    world.commands.submit(Remove("quad_7"))
    world.commands.submit(
        Spawn("other", spec, {"rotor_inertia_kgm2": 2e-5, "position_ned_m": (9.0, 9.0, 0.0)})
    )


def disperse(simulation: Simulation) -> None:
    random = np.random.default_rng(3)
    for number in range(COUNT):
        simulation.world.set(
            simulation.world.by_name(f"quad_{number}"), "wind_mean_ned_mps", random.normal(size=3)
        )


def write_by_a_view(simulation: Simulation) -> None:
    world = simulation.world
    world.vector(world.by_name("quad_2"), "motor_effectiveness")[1] = 0.9


def go_back(simulation: Simulation) -> None:
    kept = simulation.snapshot()
    change_a_parameter(simulation)
    simulation.advance(20)
    simulation.restore(kept)


def start_again(simulation: Simulation) -> None:
    change_a_parameter(simulation)
    simulation.advance(20)
    simulation.reset_now()
    simulation.advance(30)


ACTS: tuple[Act, ...] = (
    change_a_parameter, fail_a_motor, spawn_another, disperse, write_by_a_view, go_back,
    start_again,
)  # fmt: skip


@pytest.fixture
def shared() -> Iterator[Simulation]:
    with closing(Simulation.load("square", count=COUNT, seed=4)) as simulation:
        yield simulation


def flown(simulation: Simulation, act: Act) -> str:
    simulation.advance(60)
    act(simulation)
    simulation.advance(60)
    return str(simulation.world.state_hash())


@pytest.mark.parametrize("act", ACTS)
def test_whatever_happens_moves_no_bit(shared: Simulation, act: Act) -> None:
    assert table_of(shared).params.shares
    with closing(Simulation.load("square", count=COUNT, seed=4)) as apart:
        share_nothing(apart)
        assert not table_of(apart).params.shares
        assert flown(shared, act) == flown(apart, act)


def test_threads_read_what_all_blocks_share() -> None:
    hashes = set()
    for threads in (1, 2):
        with closing(Simulation.load("square", count=40, seed=4, threads=threads)) as simulation:
            hashes.add(flown(simulation, change_a_parameter))
    assert len(hashes) == 1


def test_a_fleet_shares_nearly_all_parameters(shared: Simulation) -> None:
    table = table_of(shared)
    own = sum(table.layout.place(name).size for name in table.params.own)
    assert 0 < own < 0.01 * table.layout.fields["params"]


def test_a_flight_ends_no_sharing(shared: Simulation) -> None:
    before = table_of(shared).params.own
    shared.advance(400)
    fail_a_motor(shared)
    shared.advance(40)
    more = set(table_of(shared).params.own) - set(before)
    assert 0 < len(more) < 5


def test_a_fork_shares_as_much(shared: Simulation) -> None:
    twin = shared.world.fork()
    assert twin.tables[0].params.own == table_of(shared).params.own
    assert twin.state_hash() == shared.world.state_hash()


def test_what_collisions_read_by_rows_is_not_shared(shared: Simulation) -> None:
    places = table_of(shared).layout.places
    assert {places[name].arena for name in Seat.spans if name in places} == {"f8"}
