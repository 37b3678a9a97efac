"""Starts in steady motion with the firmware in control: nothing jerks, and the way goes on."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from math import asin, atan2, degrees, hypot
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from simloop.firmware.codes import Mode, Phase
from simloop.math.quaternion import rotate_to_world
from simloop.server.analysis.start import TrimStarts
from simloop.server.files.mistake import FileMistake
from simloop.server.plugins import Registry
from simloop.server.simulation import Simulation
from simloop.sitl.air_start import AIR_START_FACT

Read = Callable[[str], NDArray[Any]]
WIND = "systems.wind={speed_mps: 5.0, direction_from_deg: 270.0}"


def load(model: str, trim: str, *sets: str, down_m: float = 0.0, **options: Any) -> Simulation:
    asked = [
        f"vehicles[0].position_ned_m=[0, 0, {down_m}]",
        f"vehicles[0].trim={trim}",
        "vehicles[0].set={autopilot.kind: firmware}",
        *sets,
    ]
    options = {"compiled": False, **options}
    return Simulation.load("square_calm", vehicle=model, sets=asked, **options)


def ahead(speed_mps: float, *place: float) -> str:
    """A mission to one waypoint on the track, and another further on."""
    first, second = list(place), [2.0 * place[0], 2.0 * place[1], place[2]]
    return (
        f"vehicles[0].mission={{waypoints_ned_m: [{first}, {second}], hold_s: 0, land: false, "
        f"cruise_speed_mps: {speed_mps}}}"
    )


def reader(sim: Simulation, name: str = "") -> Read:
    entity = sim.world.by_name(name or sim.scenario.vehicles[0].name)
    return lambda column: sim.world.vector(entity, column).copy()


@dataclass
class Seconds:
    """The worst of a few seconds of flight, sampled often."""

    heights: list[float] = field(default_factory=list)
    airspeeds: list[float] = field(default_factory=list)
    rolls: list[float] = field(default_factory=list)
    pitches: list[float] = field(default_factory=list)
    errors_m: list[float] = field(default_factory=list)
    errors_mps: list[float] = field(default_factory=list)
    commands: list[NDArray[Any]] = field(default_factory=list)

    def off(self, name: str) -> float:
        """How far a list goes from where it began."""
        numbers = getattr(self, name)
        return max(abs(number - numbers[0]) for number in numbers)


def fly(sim: Simulation, seconds: float, outputs: str) -> Seconds:
    seen, read = Seconds(), reader(sim)
    for _ in range(round(seconds * 20)):
        note(seen, read, outputs)
        sim.advance(20)
    note(seen, read, outputs)
    return seen


def note(seen: Seconds, read: Read, outputs: str) -> None:
    w, x, y, z = read("attitude_wxyz").tolist()
    velocity = np.array(rotate_to_world(w, x, y, z, *read("velocity_frd_mps").tolist()))
    place = read("position_ned_m")
    seen.heights.append(-place[2])
    seen.airspeeds.append(hypot(*(velocity - read("wind_ned_mps"))))
    seen.rolls.append(degrees(atan2(2.0 * (w * x + y * z), 1.0 - 2.0 * (x * x + y * y))))
    seen.pitches.append(degrees(asin(2.0 * (w * y - z * x))))
    # The firmware counts from the ground below its start, which is the world's origin here.
    seen.errors_m.append(hypot(*(read("fw_position_ned_m") - place)))
    seen.errors_mps.append(hypot(*(read("fw_velocity_ned_mps") - velocity)))
    seen.commands.append(read(outputs))


def jerk(seen: Seconds, seconds: float) -> float:
    """How far any output moves away from the trim in the first seconds."""
    first = seen.commands[: round(seconds * 20) + 1]
    return float(max(np.max(np.abs(each - seen.commands[0])) for each in first))


def test_an_aerosonde_in_wind_flies_on_as_if_it_had_always_flown() -> None:
    sim = load("aerosonde", "{speed_mps: 25}", WIND, ahead(25.0, 500.0, 100.0, -150.0), down_m=-150)
    read = reader(sim)
    assert read("fw_wind_ned_mps").tolist() == pytest.approx([0.0, 5.0])
    seen = fly(sim, 5.0, "actuator_command")
    assert seen.off("heights") < 1.0
    assert seen.off("airspeeds") < 0.5
    assert seen.off("rolls") < 3.0
    assert seen.off("pitches") < 2.0
    assert max(seen.errors_m) < 1.5
    assert max(seen.errors_mps) < 0.5
    assert jerk(seen, 1.0) < 0.1
    assert read("fw_mode")[0] == Mode.AUTO
    assert read("fw_phase")[0] == Phase.WAYPOINT
    assert read("fw_waypoint_index")[0] == 1.0
    assert read("fw_armed")[0] == read("fw_flying")[0] == 1.0
    assert read("fw_wind_ned_mps").tolist() == pytest.approx([0.0, 5.0], abs=0.5)


def test_a_quad_in_forward_flight_keeps_leaning_as_it_must() -> None:
    sim = load("quad", "{speed_mps: 8}", ahead(8.0, 200.0, 0.0, -30.0), down_m=-30)
    seen = fly(sim, 5.0, "motor_command")
    assert abs(seen.pitches[0]) > 20.0
    assert seen.off("heights") < 0.5
    assert seen.off("airspeeds") < 0.4
    assert seen.off("pitches") < 5.0
    assert seen.off("rolls") < 2.0
    assert max(seen.errors_m) < 1.5
    assert jerk(seen, 1.0) < 0.1


@pytest.mark.parametrize(
    ("model", "speed_mps", "most_mps"), [("rover_ackermann", 3.0, 0.1), ("usv", 1.5, 0.1)]
)
def test_what_drives_and_swims_goes_on_at_its_speed(
    model: str, speed_mps: float, most_mps: float
) -> None:
    trim = f"{{speed_mps: {speed_mps}}}"
    sim = load(model, trim, ahead(speed_mps, 60.0, 0.0, -0.1))
    read = reader(sim)
    speeds = []
    for _ in range(20):
        sim.advance(100)
        speeds.append(hypot(*read("velocity_frd_mps")[:2]))
    assert max(abs(speed - speed_mps) for speed in speeds) < most_mps
    assert read("fw_phase")[0] == Phase.WAYPOINT
    assert hypot(*(read("fw_position_ned_m") - read("position_ned_m"))[:2]) < 1.0
    assert abs(read("position_ned_m")[1]) < 0.3


def test_a_quadplane_on_its_wing_stays_on_it() -> None:
    sim = load("quadplane", "{speed_mps: 20}", ahead(20.0, 400.0, 0.0, -100.0), down_m=-100)
    seen = fly(sim, 3.0, "actuator_command")
    assert not reader(sim)("motor_command").any()
    assert seen.off("heights") < 1.0
    assert seen.off("airspeeds") < 0.5
    assert jerk(seen, 1.0) < 0.1


def test_without_a_mission_it_holds_where_it_is() -> None:
    sim = load("quad", "{speed_mps: 5}", "vehicles[0].mission=null", down_m=-30)
    sim.advance(3200)
    read = reader(sim)
    assert read("fw_mode")[0] == Mode.HOLD
    assert read("fw_phase")[0] == Phase.HOLD
    assert hypot(*read("velocity_frd_mps")) < 0.3
    assert read("position_ned_m")[2] == pytest.approx(-30.0, abs=0.7)
    assert read("position_ned_m")[0] < 15.0


def test_a_wing_that_starts_in_a_turn_goes_round_at_its_speed() -> None:
    trim = "{speed_mps: 25, turn_radius_m: 120}"
    sim = load("aerosonde", trim, "vehicles[0].mission=null", down_m=-150)
    seen = fly(sim, 3.0, "actuator_command")
    read = reader(sim)
    assert read("fw_mode")[0] == Mode.GUIDED
    assert seen.rolls[0] > 25.0
    assert seen.off("rolls") < 2.0
    assert seen.off("airspeeds") < 0.3
    assert seen.off("heights") < 0.5
    centre = read("fw_goal_ned_m")
    assert centre[1] == pytest.approx(120.0, abs=1.0)
    assert hypot(*(read("position_ned_m") - centre)) == pytest.approx(120.0, abs=2.0)


def test_home_is_below_the_start_or_where_the_scenario_says() -> None:
    sim = load("aerosonde", "{speed_mps: 25}", "vehicles[0].mission=null", down_m=-150)
    assert reader(sim)("fw_home_ned_m").tolist() == pytest.approx([0.0, 0.0, -0.14])
    chosen = "vehicles[0].initial={fw_home_ned_m: [300, 0, 0]}"
    sim = load("aerosonde", "{speed_mps: 25}", "vehicles[0].mission=null", chosen, down_m=-150)
    assert reader(sim)("fw_home_ned_m").tolist() == [300.0, 0.0, 0.0]
    sim.advance(40)
    assert reader(sim)("fw_home_ned_m").tolist() == [300.0, 0.0, 0.0]


def test_a_fleet_starts_alike_and_a_reset_starts_again() -> None:
    trim, mission = "{speed_mps: 8}", ahead(8.0, 200.0, 0.0, -30.0)
    alone = load("quad", trim, mission, down_m=-30)
    fleet = load("quad", trim, mission, down_m=-30, count=3)
    start = fleet.world.state_hash()
    snapshot = fleet.snapshot()
    for sim in (alone, fleet):
        sim.advance(200)
    first = [sim.world.model_hash(sim.world.by_name("quad_0")) for sim in (alone, fleet)]
    assert first[0] == first[1]
    end = fleet.world.state_hash()
    fleet.restore(snapshot)
    fleet.advance(200)
    assert fleet.world.state_hash() == end
    fleet.reset_now()
    assert fleet.world.state_hash() == start


def test_an_autopilot_that_cannot_start_in_motion_is_one_line() -> None:
    sim = load("quad", "{speed_mps: 5}", down_m=-30)
    vehicle = sim.scenario.vehicles[0]
    spec = sim.model(vehicle.model)
    others = {name: fact for name, fact in spec.facts.items() if name != AIR_START_FACT}
    with pytest.raises(FileMistake, match="its autopilot starts on the ground"):
        TrimStarts(sim.scenario, Registry()).values(vehicle, replace(spec, facts=others))


def test_the_patrol_of_the_library_succeeds() -> None:
    sim = Simulation.load("aerosonde_patrol")
    sim.advance(round(sim.scenario.duration_s * sim.tick_rate_hz))
    assert sim.verdict().success, sim.verdict().reasons
