"""JSBSim's c172x and c182: flight dynamics and flight control, no Python property access."""

from functools import partial
from itertools import cycle, islice
from typing import Any

from benchmarks.case import Case, Step, one_vehicle

# The glide from 3000 ft ends on the ground after some 5000 steps; it is begun anew before.
STEPS_PER_GLIDE = 4000


def _aircraft(jsbsim: Any, model: str) -> Any:
    fdm = jsbsim.FGFDMExec(None)
    fdm.set_debug_level(0)
    fdm.load_model(model)
    fdm["ic/h-sl-ft"] = 3000
    fdm["ic/vc-kts"] = 90
    # The model writes a CSV file by default, which takes a third of its speed.
    fdm.disable_output()
    fdm.run_ic()
    return fdm


def make(count: int, model: str = "c172x") -> Step:
    """Independent executives, run in turn."""
    import jsbsim

    fleet = [_aircraft(jsbsim, model) for _ in range(count)]
    runs = cycle([fdm.run for fdm in fleet])
    flown = 0

    def step(n: int) -> None:
        nonlocal flown
        if flown >= STEPS_PER_GLIDE * count:
            for fdm in fleet:
                fdm.reset_to_initial_conditions(0)
            flown = 0
        for run in islice(runs, n):
            run()
        flown += n

    return step


CASES = (
    Case(
        name="JSBSim c172x run()",
        step_hz=120,
        does="fixed-wing flight dynamics with tables and its own control; no sensor noise",
        counts=(1, 10, 100, 1000),
        make=make,
        veh_steps=one_vehicle,
    ),
    Case(
        name="JSBSim c182 run()",
        step_hz=120,
        does="the same for the larger Cessna",
        counts=(1,),
        make=partial(make, model="c182"),
        veh_steps=one_vehicle,
    ),
)
