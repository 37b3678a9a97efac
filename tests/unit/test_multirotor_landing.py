"""Take-off and landing: the ground is felt, once, softly, and nowhere else."""

from dataclasses import dataclass
from math import hypot

import pytest
from multirotor_bench import FIELDS, TaskBench, TruthBench, in_the_air
from test_multirotor_design import QUAD

from simloop.firmware.codes import GoalKind, Level, Phase
from simloop.firmware.fields.outputs import Motors
from simloop.firmware.multirotor.gains import design_gains
from simloop.firmware.multirotor.landing import FOOT_WEIGHT, at_goal, touch_sign
from simloop.firmware.multirotor.tasks import MULTIROTOR_TASKS
from simloop.firmware.vector import Vec3

STEP_S = 0.02
CLIMB_M = 5.0


@dataclass
class Landing:
    """What became of one take-off and landing."""

    landed: bool
    tilt: float
    off_m: float
    hardest_mps: float
    seconds: float


class Sequencer:
    """The least that command tasks do: phases, one after the other."""

    def __init__(self, bench: TruthBench) -> None:
        self.bench = bench
        self.phase = Phase.LANDED
        self.since_s = 0.0

    def enter(self, phase: float, **values: float | list[float]) -> None:
        """Begin a phase."""
        self.phase, self.since_s = phase, 0.0
        flying = Phase.SPIN_UP < phase < Phase.LANDED
        self.bench.set(
            fw_phase=phase,
            fw_phase_time_s=0.0,
            fw_armed=0.0 if phase == Phase.LANDED else 1.0,
            fw_flying=1.0 if flying else 0.0,
            fw_control_level=Level.GOAL,
            **values,
        )

    def wait(self, seconds: float) -> None:
        """Let time pass in this phase."""
        for _ in range(round(seconds / STEP_S)):
            self.since_s += STEP_S
            self.bench.set(fw_phase_time_s=self.since_s)
            self.bench.run(STEP_S)

    def fly(self) -> Landing:
        """Up to 5 m above home, and down again."""
        bench = self.bench
        ground = bench.read("position_ned_m")[2]
        home = [*bench.read("position_ned_m")[:2], ground]
        goal = [home[0], home[1], ground - CLIMB_M]
        self.enter(Phase.SPIN_UP, fw_home_ned_m=home)
        self.wait(0.5)
        self.enter(Phase.TAKEOFF, fw_goal_ned_m=goal)
        self.wait(5.0)
        self.enter(Phase.DESCEND)
        hardest = seconds = 0.0
        while self.phase != Phase.LANDED and seconds < 60.0:
            self.wait(STEP_S)
            seconds += STEP_S
            if self.phase == Phase.DESCEND and bench.get("fw_touched") > 0.0:
                hardest = max(hardest, bench.read("fw_velocity_ned_mps")[2])
                self.enter(Phase.TOUCH_DOWN)
            elif self.phase == Phase.TOUCH_DOWN and bench.get("fw_touched") == 0.0:
                if self.since_s > 0.05:
                    self.enter(Phase.DESCEND)
            elif self.phase == Phase.TOUCH_DOWN and bench.get("fw_settled") > 0.0:
                self.enter(Phase.LANDED)
        self.wait(0.5)
        _, x, y, _ = bench.read("attitude_wxyz")
        north, east, down = bench.read("position_ned_m")
        crashed = bench.get("crashed") > 0.0
        stands = self.phase == Phase.LANDED and abs(down - ground) < 0.1 and not crashed
        off = hypot(north - home[0], east - home[1])
        return Landing(stands, 2.0 * (x * x + y * y), off, hardest, seconds)


def on_the_ground(vehicle: str, wind_mps: float, turbulence: str, seed: int = 1) -> Sequencer:
    """A vehicle that stands on its feet, motors off."""
    bench = in_the_air(
        vehicle,
        wind_mps=wind_mps,
        turbulence=turbulence,
        sets=("vehicles[0].position_ned_m=[0, 0, 0]", f"seed={seed}"),
        settle_s=0.0,
        fw_armed=0.0,
        fw_flying=0.0,
        fw_phase=Phase.LANDED,
    )
    bench.run(1.0)
    return Sequencer(bench)


def landing_trials(
    vehicle: str, count: int, wind_mps: float, turbulence: str, seed: int = 1
) -> list[Landing]:
    """Take-offs and landings, one after the other in the same gusts; ends with the first lost."""
    sequencer = on_the_ground(vehicle, wind_mps, turbulence, seed)
    flights: list[Landing] = []
    while len(flights) < count and (not flights or flights[-1].landed):
        flights.append(sequencer.fly())
    return flights


@pytest.mark.parametrize("vehicle", ["quad", "racer", "y6"])
def test_landing_in_calm_air_is_soft_and_in_place(vehicle: str) -> None:
    (flight,) = landing_trials(vehicle, 1, 0.0, "none")
    assert flight.landed
    assert flight.tilt < 1e-3
    assert flight.off_m < 0.05
    assert flight.hardest_mps < 0.6


@pytest.mark.parametrize("vehicle", ["quad", "hexa"])
def test_landing_in_turbulence(vehicle: str) -> None:
    flights = landing_trials(vehicle, 5, 5.0, "moderate")
    assert [flight.landed for flight in flights] == [True] * 5
    assert max(flight.tilt for flight in flights) < 0.01
    assert max(flight.off_m for flight in flights) < 1.0


def test_signs_of_the_ground() -> None:
    assert touch_sign(True, 0.5, 0.5, 1.0) == FOOT_WEIGHT
    assert touch_sign(False, 0.5, 0.1, 0.5) == 1.0
    assert touch_sign(False, 0.5, 0.4, 0.5) == 0.0
    assert touch_sign(False, 0.5, 0.1, 0.9) == 0.0


def test_what_counts_as_there() -> None:
    north = Vec3(10.0, 0.0, 0.0)
    assert at_goal(0.0, Vec3(0.5, 0.5, 0.5), north, 0.0, 1.0) == 1.0
    assert at_goal(0.0, Vec3(0.5, 0.5, 0.9), north, 0.0, 1.0) == 0.0
    # Behind it counts if it is to be passed, not if it is to be held.
    assert at_goal(0.0, Vec3(-3.0, 2.0, 0.0), north, 0.0, 1.0) == 0.0
    assert at_goal(GoalKind.PASS, Vec3(-3.0, 2.0, 0.0), north, 0.0, 1.0) == 1.0
    assert at_goal(GoalKind.PASS, Vec3(3.0, 2.0, 0.0), north, 0.0, 1.0) == 0.0
    assert at_goal(GoalKind.ORBIT, Vec3(0.0, 8.5, 0.2), north, -8.0, 1.0) == 1.0
    assert at_goal(GoalKind.ORBIT, Vec3(0.0, 0.5, 0.2), north, -8.0, 1.0) == 0.0


def watcher() -> TaskBench:
    """The quad's tasks alone, in descent close to the ground."""
    bench = TaskBench((*FIELDS, *Motors.columns), MULTIROTOR_TASKS, {"ROTORS": 4})
    bench.set(**design_gains(QUAD), fw_armed=1.0, fw_flying=1.0, fw_phase=Phase.DESCEND)
    bench.set(
        fw_setpoint_velocity_ned_mps=[0.0, 0.0, 0.5], fw_thrust_setpoint_n=0.5 * QUAD.weight_n
    )
    bench.set(fw_position_ned_m=[0.0, 0.0, -1.0], fw_velocity_ned_mps=[0.0, 0.0, 0.0])
    return bench


def passes(bench: TaskBench, seconds: float) -> None:
    """Run the watch alone."""
    for _ in range(round(seconds * 50.0)):
        bench.tasks.run_one("fw_mc_progress")


def test_rest_must_last_before_it_is_the_ground() -> None:
    bench = watcher()
    passes(bench, 0.58)
    assert bench.get("fw_touched") == 0.0
    passes(bench, 0.06)
    assert bench.get("fw_touched") == 1.0
    bench.set(fw_velocity_ned_mps=[0.0, 0.0, 0.5])
    passes(bench, 0.02)
    assert bench.get("fw_touched") == 0.0


def test_a_foot_is_felt_at_once_but_only_near_the_ground() -> None:
    bench = watcher()
    bench.set(fw_velocity_ned_mps=[0.0, 0.0, 0.5], fw_mc_ground_torque_nm=[5.0, 0.0])
    passes(bench, 0.04)
    assert bench.get("fw_touched") == 1.0
    assert bench.get("fw_mc_near_ground") == 1.0
    steep = watcher()
    steep.set(fw_velocity_ned_mps=[0.0, 0.0, 0.5], fw_mc_ground_torque_nm=[5.0, 0.0])
    steep.set(fw_attitude_wxyz=[0.9, 0.43588989, 0.0, 0.0])
    passes(steep, 1.0)
    assert steep.get("fw_touched") == 0.0, "at 52 degrees a gust does that"
    high = watcher()
    high.set(fw_velocity_ned_mps=[0.0, 0.0, 0.5], fw_mc_ground_torque_nm=[5.0, 0.0])
    high.set(fw_position_ned_m=[0.0, 0.0, -8.0])
    passes(high, 1.0)
    assert high.get("fw_touched") == 0.0


def test_sonar_says_better_than_home_where_the_ground_is() -> None:
    bench = watcher()
    bench.set(fw_ground_age_s=0.1, fw_ground_clearance_m=9.0)
    passes(bench, 0.02)
    assert bench.get("fw_mc_near_ground") == 0.0


def test_a_pilot_who_rests_on_the_ground_is_not_thrown_up_by_torque() -> None:
    bench = watcher()
    bench.set(fw_phase=Phase.PILOT, fw_control_level=Level.VELOCITY)
    passes(bench, 0.02)
    assert bench.get("fw_mc_torque_first") == 0.0
    # In the air it sinks as it is told, and on the way up nobody lands.
    bench.set(fw_velocity_ned_mps=[0.0, 0.0, 0.5])
    passes(bench, 0.02)
    assert bench.get("fw_mc_torque_first") == 1.0
    bench.set(fw_velocity_ned_mps=[0.0] * 3, fw_setpoint_velocity_ned_mps=[0.0, 0.0, -0.5])
    passes(bench, 0.02)
    assert bench.get("fw_mc_torque_first") == 1.0


def test_falling_after_touch_down_takes_it_back() -> None:
    bench = watcher()
    bench.set(fw_phase=Phase.TOUCH_DOWN, fw_phase_time_s=0.5)
    passes(bench, 0.02)
    assert (bench.get("fw_touched"), bench.get("fw_settled")) == (1.0, 0.0)
    assert bench.get("fw_mc_torque_first") == 0.0
    bench.set(fw_phase_time_s=0.82)
    passes(bench, 0.02)
    assert bench.get("fw_settled") == 1.0
    bench.set(fw_velocity_ned_mps=[0.0, 0.0, 2.6])
    passes(bench, 0.02)
    assert (bench.get("fw_touched"), bench.get("fw_settled")) == (0.0, 0.0)


def test_a_pilot_who_sets_down_is_noticed() -> None:
    bench = watcher()
    bench.set(fw_phase=10.0, fw_control_level=Level.VELOCITY)
    passes(bench, 0.7)
    assert bench.get("fw_touched") == 1.0
    bench.set(fw_setpoint_velocity_ned_mps=[0.0, 0.0, 0.0])
    passes(bench, 0.02)
    assert bench.get("fw_touched") == 0.0
