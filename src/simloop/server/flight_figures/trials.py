"""Which trials a vehicle goes through."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

from simloop.server.files.find import list_files
from simloop.server.files.load import load_vehicle
from simloop.server.files.mistake import FileMistake
from simloop.server.flight_figures.figure import Figures
from simloop.server.flight_figures.multirotor_trials import fly_rotors
from simloop.server.flight_figures.surface_trials import WORLDS, fly_surface
from simloop.server.flight_figures.trial_flight import compile_vehicle
from simloop.server.flight_figures.wing_trials import fly_wing

SEEDS = (1, 2, 3)
_STACKS = {"rover": "rover", "vessel": "boat"}
Preparing = Callable[[str], AbstractContextManager[object]]


def firmware_vehicles() -> list[str]:
    """The vehicles of the library that the firmware flies."""
    names = [listed.name for listed in list_files("vehicle")]
    return [name for name in names if load_vehicle(name).autopilot.kind == "firmware"]


def fly_trials(
    model: str, *, seeds: tuple[int, ...] = SEEDS, preparing: Preparing | None = None
) -> Figures:
    """Fly a vehicle of the library or of a file through the trials of its kind.

    `preparing` surrounds the compilation of a vehicle that was never flown before.
    """
    vehicle = load_vehicle(model)
    if vehicle.autopilot.kind != "firmware":
        fix = f"write 'autopilot: {{kind: firmware}}', it says '{vehicle.autopilot.kind}'"
        raise FileMistake(None, f"'{vehicle.name}' is not flown by the firmware", fix)
    # Another simulator takes its time.
    seeds = seeds[:1] if "jsbsim" in vehicle.dynamics else seeds
    figures = Figures(vehicle.name, vehicle.kind)
    with preparing(vehicle.name) if preparing is not None else nullcontext():
        compile_vehicle(model, WORLDS.get(_STACKS.get(vehicle.kind, ""), "airfield"))
    if vehicle.kind in ("multirotor", "vtol"):
        fly_rotors(model, figures, seeds)
    if vehicle.kind in ("fixed_wing", "vtol"):
        fly_wing(model, figures, seeds, on_wing=vehicle.kind == "vtol")
    if vehicle.kind in _STACKS:
        fly_surface(model, _STACKS[vehicle.kind], figures, seeds)
    return figures
