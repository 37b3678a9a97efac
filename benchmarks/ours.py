"""Our full loop, firmware, sensors and physics through the plugin schedule, in three ways."""

from collections.abc import Callable, Iterator
from typing import Any

from benchmarks import board, collisions, fleet
from benchmarks.case import Case, Step

SCENARIO = "square"
CRUISE = "aerosonde_cruise"
TICK_HZ = 400
FROM_S = 12
TO_S = 30
DOES = "sensors with noise, estimators, control, mixer, wind, contacts, RK4; float64, all cores"


class Flight:
    """A scenario between two times, flown again and again; by default the mission in the air."""

    def __init__(
        self,
        count: int,
        scenario: str = SCENARIO,
        from_s: int = FROM_S,
        to_s: int = TO_S,
        threads: int | None = None,
    ) -> None:
        from simloop.server.simulation import Simulation

        self.sim: Any = Simulation.load(scenario, count=count, seed=1, threads=threads)
        self.sim.prepare()
        # On the ground a tick costs more: contacts. Every fleet is measured in the air.
        self.sim.advance(from_s * TICK_HZ)
        self._start = self.sim.snapshot()
        self._last = to_s * TICK_HZ

    def run(self, ticks: int) -> None:
        """As many ticks per call as there are, back to the start when the landing is near."""
        while ticks:
            left = self._last - self.sim.world.tick
            ran = self.sim.advance(min(ticks, left))
            ticks -= ran
            self.again_if_late()

    def again_if_late(self) -> None:
        """Back to the start of the flight if the landing is near."""
        if self.sim.world.tick >= self._last:
            self.sim.restore(self._start)


def make_run(count: int) -> Step:
    """Many ticks per call: no Python-visible event is due, the schedule fuses them."""
    return Flight(count).run


def make_lone(count: int) -> Step:
    """The same on one thread."""
    return Flight(count, threads=1).run


def make_wing(count: int) -> Step:
    """Fixed wings in trimmed cruise, many ticks per call."""
    return Flight(count, CRUISE, 1, 19).run


def make_tick(count: int) -> Step:
    """One call from Python per tick, nothing subscribed."""
    flight = Flight(count)
    advance = flight.sim.advance

    def step(n: int) -> None:
        for _ in range(n):
            advance(1)
        flight.again_if_late()

    return step


def make_event(count: int) -> Step:
    """A Python system that looks at the truth in every tick."""
    from simloop.world.system import PythonSystem, Stage

    flight = Flight(count)
    sim = flight.sim
    vehicle = sim.world.by_name("quad_0")
    seen = 0
    highest = 0.0

    def look(_info: object) -> None:
        nonlocal seen, highest
        seen += 1
        highest = max(highest, -sim.world.vector(vehicle, "position_ned_m")[2])

    sim.add_system(PythonSystem(name="look", stage=Stage.OBSERVE, run=look))
    return _checked(flight, lambda: seen)


def make_message(count: int) -> Step:
    """A subscriber that gets the truth state of every tick as a ROS 2 message."""
    from simloop.messages.rosflight_msgs import SimState

    flight = Flight(count)
    heard = 0

    def hear(_message: object) -> None:
        nonlocal heard
        heard += 1

    flight.sim.bus.subscribe("sim/truth_state", SimState, hear)
    return _checked(flight, lambda: heard)


def _checked(flight: Flight, count: Callable[[], int]) -> Step:
    """A step that fails unless something was seen in every tick."""

    def step(n: int) -> None:
        before = count()
        flight.run(n)
        if count() - before < n:
            raise RuntimeError(f"seen {count() - before} times in {n} ticks")

    return step


RUN = "simloop run"
TICK = "simloop tick by tick"
EVENT = "simloop + Python each tick"
MESSAGE = "simloop + message each tick"
LONE = "simloop run, one thread"
WING = "simloop fixed wing"

CASES = (
    Case(
        name=RUN,
        step_hz=TICK_HZ,
        does=f"full loop, many ticks per call: {DOES}",
        counts=(1, 10, 100, 1000, 10_000),
        make=make_run,
        # As many as `simloop run --speed max` takes in one call.
        least_chunk=100,
    ),
    Case(
        name=LONE,
        step_hz=TICK_HZ,
        does="the same on one thread",
        counts=(100, 1000),
        make=make_lone,
        least_chunk=100,
    ),
    Case(
        name=TICK,
        step_hz=TICK_HZ,
        does="full loop, one Python call per tick",
        counts=(1, 10, 100, 1000),
        make=make_tick,
    ),
    Case(
        name=EVENT,
        step_hz=TICK_HZ,
        does="full loop, and a Python system in every tick",
        counts=(1,),
        make=make_event,
    ),
    Case(
        name=MESSAGE,
        step_hz=TICK_HZ,
        does="full loop, and a delivered truth_state message in every tick",
        counts=(1,),
        make=make_message,
    ),
    Case(
        name=WING,
        step_hz=TICK_HZ,
        does="Aerosonde: aerodynamics with stall, propeller, servos, sensors with noise, wind, RK4",
        counts=(1, 1000),
        make=make_wing,
        least_chunk=100,
    ),
    *board.CASES,
    *collisions.CASES,
    *fleet.CASES,
)


def take_off() -> Iterator[str]:
    """Says when the first tick is done and when the vehicle has climbed half a metre.

    It flies in real time, as `simloop run` does: interpreted while the compiler works.
    """
    from threading import Thread

    from simloop.server.simulation import Simulation

    sim = Simulation.load(SCENARIO, seed=1)
    sim.prepare(background=lambda job: Thread(target=job, daemon=True).start())
    sim.advance(1)
    yield "stepped"
    vehicle = sim.world.by_name("quad_0")
    ground_down_m = float(sim.world.vector(vehicle, "position_ned_m")[2])
    sim.time.restart_schedule()
    while sim.seconds < 60.0:
        ticks = sim.time.permit()
        if ticks:
            sim.advance(ticks)
        else:
            sim.time.wait()
        if sim.world.vector(vehicle, "position_ned_m")[2] < ground_down_m - 0.5:
            yield "airborne"
            return
    raise RuntimeError("not in the air after 60 s")
