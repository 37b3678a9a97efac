"""crazyflow on the CPU: batched worlds in JAX, attitude control, RK4."""

from benchmarks.case import Case, Step

STEP_HZ = 500
STEPS_IN_ONE_CALL = 100
THRUST_N = 0.43


def _make(count: int, steps_per_call: int) -> Step:
    import jax
    import numpy as np
    from crazyflow.control import Control
    from crazyflow.sim import Sim
    from crazyflow.sim.integration import Integrator

    sim = Sim(
        n_worlds=count,
        control=Control.attitude,
        integrator=Integrator.rk4,
        freq=STEP_HZ,
        attitude_freq=STEP_HZ,
        device="cpu",
    )
    command = np.zeros((count, 1, 4), dtype=np.float32)
    command[..., 3] = THRUST_N

    def step(n: int) -> None:
        for _ in range(n):
            sim.attitude_control(command)
            sim.step(steps_per_call)
            # Without this JAX returns before the step is done.
            jax.block_until_ready(sim.data.states.pos)

    return step


def make_each_step(count: int) -> Step:
    """One step per call."""
    return _make(count, 1)


def make_many_steps(count: int) -> Step:
    """Many steps inside one compiled call."""
    return _make(count, STEPS_IN_ONE_CALL)


CASES = (
    Case(
        name="crazyflow k=1",
        step_hz=STEP_HZ,
        does="RK4, attitude control on truth, float32, all cores; no sensors; one step per call",
        counts=(1, 10, 100, 1000),
        make=make_each_step,
    ),
    Case(
        name="crazyflow k=100",
        step_hz=STEP_HZ,
        does="the same, 100 steps in one call",
        counts=(1, 1000),
        make=make_many_steps,
        veh_steps=lambda count, n: count * STEPS_IN_ONE_CALL * n,
    ),
)
