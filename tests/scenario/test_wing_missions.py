"""Wings and the quadplane fly whole missions on their estimates, and land."""

from math import atan2, degrees

import pytest
from wing_record import LOOKS_PER_S, WingRecord, fly

from simloop.server.simulation import Simulation

HEIGHT, SPEED, SPEED_ERROR, AIRSPEED, ATTITUDE, VELOCITY, PLACE = 4, 5, 6, 7, 8, 9, 10
# Most that one is off its lines, RMS in m.
OFF_LINE_M = 3.0
STILL = "systems.wind={speed_mps: 0, turbulence: none, switchable: true}"
ROUGH = "systems.wind={speed_mps: 8, direction_from_deg: 270, turbulence: moderate}"
STRONG = "systems.wind={speed_mps: 12, direction_from_deg: 270, turbulence: light}"


def flown(name: str, **options: object) -> tuple[Simulation, list[WingRecord]]:
    """A scenario to its end, which must be a success."""
    simulation = Simulation.load(name, **options)  # type: ignore[arg-type]
    records = fly(simulation)
    assert simulation.verdict().reasons == ()
    return simulation, records


def judge(simulation: Simulation, record: WingRecord, off_line_m: float) -> None:
    """As a pilot would: on the line, at height and speed, never slow; and the estimate holds."""
    vehicle = simulation.world.by_name(simulation.scenario.vehicles[0].name)
    read = simulation.world.vector
    assert record.off_lines_m() < off_line_m
    assert max(record.passed_m()) < 1.1 * read(vehicle, "fw_wing_acceptance_m")[0]
    assert record.rms(HEIGHT) < 2.0
    assert record.rms(SPEED_ERROR) < 1.0
    stall_mps = read(vehicle, "fw_wing_stall_speed_mps")[0]
    assert record.column(SPEED)[record.aloft].min() > stall_mps
    assert record.column(ATTITUDE)[record.aloft].max() < 2.0
    assert record.column(VELOCITY)[record.aloft].max() < 0.5
    assert record.rms(AIRSPEED) < 0.6
    assert record.column(PLACE).max() < 6.0


@pytest.mark.parametrize("name", ["trainer_mission", "zagi_mission"])
def test_a_wing_flies_its_mission_on_estimates(name: str) -> None:
    simulation, (record,) = flown(name)
    judge(simulation, record, OFF_LINE_M)


@pytest.mark.parametrize(
    ("name", "vehicle"), [("trainer_mission", "trainer_table"), ("v_tail_mission", "anaconda")]
)
@pytest.mark.parametrize("seed", [2, 5, 6])
def test_no_wing_stalls_into_the_ground_in_moderate_turbulence(
    name: str, vehicle: str, seed: int
) -> None:
    simulation = Simulation.load(
        name, vehicle=vehicle, seed=seed, sets=[ROUGH, "duration_s=800", "success={}"]
    )
    fly(simulation)
    (flight,) = simulation.monitor.flights.values()
    assert not flight.crashed
    assert flight.landed_tick > 0


def test_a_cessna_182_rolls_into_its_turns_without_sideslip() -> None:
    simulation = Simulation.load("c182_patrol", sets=[STILL])
    read = simulation.world.vector
    vehicle = simulation.world.by_name("cessna")
    slips_deg = []
    while simulation.seconds < 60.0:
        simulation.advance(simulation.tick_rate_hz // LOOKS_PER_S)
        ahead, right, _ = read(vehicle, "velocity_frd_mps").tolist()
        slips_deg.append(abs(degrees(atan2(right, ahead))))
    assert max(slips_deg) < 4.5


def test_five_aerosondes_with_chance_of_their_own_fly_their_missions() -> None:
    simulation, records = flown("aerosonde_mission", count=5)
    for record in records:
        judge(simulation, record, 3.0)


@pytest.mark.parametrize("seed", [2, 13])
def test_a_gust_in_the_flare_does_not_carry_it_far(seed: int) -> None:
    # A lull, then a gust, just above the ground: as much power as speed would float for seconds.
    simulation, _ = flown("aerosonde_mission", seed=seed)
    (flight,) = simulation.monitor.flights.values()
    assert flight.landing_error_m < 55.0


def test_without_gnss_for_thirty_seconds_a_wing_flies_on_by_dead_reckoning() -> None:
    def gnss(at_s: float, status: str) -> str:
        values = f"{{name: aerosonde_0, values: {{gnss_status: {status}}}}}"
        return f"{{at_s: {at_s}, command: set, arguments: {values}}}"

    timeline = f"[{gnss(95.0, '[0.0, 0.0]')}, {gnss(125.0, '[3.0, 15.0]')}]"
    simulation, (record,) = flown("aerosonde_mission", sets=[f"timeline={timeline}"])
    # It is seen to drift, or nothing was lost.
    assert 2.0 < record.column(PLACE).max() < 15.0
    assert record.column(VELOCITY)[record.aloft].max() < 1.0
    assert record.off_lines_m() < 6.0
    vehicle = simulation.world.by_name("aerosonde_0")
    assert simulation.world.vector(vehicle, "fw_failsafe_fired").max() == 0.0


def test_a_quadplane_flies_on_its_wing_and_lands_on_its_rotors() -> None:
    simulation, (record,) = flown("quadplane_mission")
    (flight,) = simulation.monitor.flights.values()
    assert flight.landing_error_m < 2.0
    assert max(record.passed_m()) < 60.0
    assert record.off_lines_m() < 4.0
    assert record.rms(HEIGHT) < 2.0
    assert record.column(ATTITUDE).max() < 2.0
    assert record.column(VELOCITY).max() < 0.5
    vehicle = simulation.world.by_name("quadplane_0")
    assert simulation.world.vector(vehicle, "fw_vtol_aborts")[0] == 0.0
    # On the wing between the waypoints, and no longer at the end.
    assert record.column(SPEED).max() > 15.0
    assert simulation.world.vector(vehicle, "fw_vtol_state")[0] == 0.0


@pytest.mark.parametrize("seed", [3, 6])
def test_a_quadplane_lands_at_home_in_a_wind_that_rotors_alone_cannot_hold(seed: int) -> None:
    sets = [STRONG, "duration_s=600"]
    simulation, _ = flown("quadplane_mission", seed=seed, sets=sets)
    (flight,) = simulation.monitor.flights.values()
    assert flight.landing_error_m < 2.0


@pytest.mark.soak
@pytest.mark.parametrize(
    ("name", "vehicle", "off_line_m"),
    [
        ("v_tail_mission", "anaconda", 3.0),
        ("trainer_mission", "trainer_table", 3.0),
        ("trainer_mission", "trainer", 3.0),
    ],
)
def test_other_wings_fly_their_missions_too(name: str, vehicle: str, off_line_m: float) -> None:
    simulation, records = flown(name, vehicle=vehicle, count=5)
    for record in records:
        judge(simulation, record, off_line_m)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(5))
def test_a_quadplane_lands_with_any_seed(seed: int) -> None:
    simulation, _ = flown("quadplane_mission", seed=seed)
    (flight,) = simulation.monitor.flights.values()
    assert flight.landing_error_m < 2.0


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2, 6))
def test_a_flying_wing_lands_with_any_seed(seed: int) -> None:
    simulation, (record,) = flown("zagi_mission", seed=seed)
    judge(simulation, record, OFF_LINE_M)


@pytest.mark.soak
@pytest.mark.parametrize("name", ["aerosonde_mission", "trainer_mission"])
def test_wings_land_in_strong_wind_and_moderate_turbulence(name: str) -> None:
    flown(name, count=5, sets=[ROUGH, "duration_s=1000"])
