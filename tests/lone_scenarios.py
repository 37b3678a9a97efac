"""The scenarios of the library that run by themselves: no program of others is waited for."""

from simloop.server.files import list_files, load_scenario

_OWN_PILOTS = ("firmware", "none")
_OTHERS_SIMULATORS = ("gazebo",)


def runs_alone(name: str) -> bool:
    """Is everybody who takes part inside the run?"""
    scenario = load_scenario(name)
    pilots = {model.autopilot.kind for model in scenario.models.values()}
    simulators = {vehicle.adapter for vehicle in scenario.vehicles}
    return pilots <= set(_OWN_PILOTS) and not simulators & set(_OTHERS_SIMULATORS)


def lone_scenarios() -> list[str]:
    """Their names."""
    return [each.name for each in list_files("scenario") if runs_alone(each.name)]
