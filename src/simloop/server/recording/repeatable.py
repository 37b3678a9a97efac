"""Which runs can be simulated again: none in which a program of its own took part."""

from simloop.server.files.resolved import ResolvedScenario

OWN_PILOTS = ("firmware", "none")
# Its commands come in through the inbox, so a recording has them.
RECORDED_PILOT = "external"
OWN_SIMULATORS = ("lightweight", "jsbsim")


def strangers_in(scenario: ResolvedScenario, pilots: tuple[str, ...]) -> str:
    """Who took part whose answers no recording holds; empty if nobody did."""
    for vehicle in scenario.vehicles:
        pilot = scenario.model_of(vehicle).autopilot.kind
        if pilot not in pilots:
            return f"{vehicle.name} was flown by {pilot}, a program of its own"
        if vehicle.adapter not in OWN_SIMULATORS:
            return f"{vehicle.name} was moved by {vehicle.adapter}, a program of its own"
    # Models and simulators that no vehicle uses are built all the same.
    for name, model in scenario.models.items():
        if model.autopilot.kind not in pilots:
            return f"its model {name} is flown by {model.autopilot.kind}, a program of its own"
    for name, settings in scenario.adapters.items():
        kind = settings.values.get("kind", name)
        if kind not in OWN_SIMULATORS:
            return f"its simulator {name} is {kind}, a program of its own"
    return ""
