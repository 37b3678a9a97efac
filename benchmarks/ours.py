"""Our full loop, firmware, sensors and physics through the plugin schedule, in three ways."""

from collections.abc import Iterator
from typing import Any

from benchmarks.case import Case, Step

SCENARIO = "square"
TICK_HZ = 400
DOES = "sensors with noise, estimators, control, mixer, wind, contacts, RK4; float64, one thread"


def load(count: int) -> Any:
    """The default mission with `count` vehicles, compiled."""
    from simloop.server.simulation import Simulation

    sim = Simulation.load(SCENARIO, count=count, seed=1)
    sim.prepare()
    return sim


def make_run(count: int) -> Step:
    """Many ticks per call: no Python-visible event is due, the schedule fuses them."""
    sim = load(count)

    def step(n: int) -> None:
        left = n
        while left:
            # A run comes back early when the last vehicle has landed.
            ran = sim.advance(left)
            if not ran:
                raise RuntimeError("the clock stands still")
            left -= ran
            _fly_again_if_over(sim)

    return step


def _fly_again_if_over(sim: Any) -> None:
    """Begins the mission anew, so that only flight is measured."""
    if sim.over:
        sim.reset_now()


def make_tick(count: int) -> Step:
    """One call from Python per tick, nothing subscribed."""
    sim = load(count)
    advance = sim.advance

    def step(n: int) -> None:
        for _ in range(n):
            advance(1)
        _fly_again_if_over(sim)

    return step


def make_event(count: int) -> Step:
    """A Python system that looks at the truth in every tick."""
    from simloop.world.system import PythonSystem, Stage

    sim = load(count)
    position = sim.world.vector(sim.world.by_name("quad_0"), "position_ned_m")
    seen = 0
    highest = 0.0

    def look(_info: object) -> None:
        nonlocal seen, highest
        seen += 1
        highest = max(highest, -position[2])

    sim.add_system(PythonSystem(name="look", stage=Stage.OBSERVE, run=look))

    def step(n: int) -> None:
        before = seen
        left = n
        while left:
            left -= sim.advance(left)
            _fly_again_if_over(sim)
        if seen - before < n:
            raise RuntimeError(f"looked {seen - before} times in {n} ticks")

    return step


def make_message(count: int) -> Step:
    """A subscriber that gets the truth state of every tick as a ROS 2 message."""
    from simloop.messages.rosflight_msgs import SimState

    sim = load(count)
    heard = 0

    def hear(_message: object) -> None:
        nonlocal heard
        heard += 1

    sim.bus.subscribe("sim/truth_state", SimState, hear)

    def step(n: int) -> None:
        before = heard
        left = n
        while left:
            left -= sim.advance(left)
            _fly_again_if_over(sim)
        if heard - before < n:
            raise RuntimeError(f"heard {heard - before} truth states in {n} ticks")

    return step


RUN = "simloop run"
TICK = "simloop tick by tick"
EVENT = "simloop + Python each tick"
MESSAGE = "simloop + message each tick"

CASES = (
    Case(
        name=RUN,
        step_hz=TICK_HZ,
        does=f"full loop, many ticks per call: {DOES}",
        counts=(1, 10, 100, 1000, 10_000),
        make=make_run,
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
