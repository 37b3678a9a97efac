"""The option `--fail`: failures on the command line become events of the scenario's timeline."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from simloop.server.files.mistake import FileMistake, Mark
from simloop.server.files.resolved import ResolvedScenario
from simloop.server.files.scenario_file import Event
from simloop.server.nearest import suggestion
from simloop.server.simulation import Simulation
from simloop.sitl.failure_words import parse_failure
from simloop.systems.failures import FAILURES, FailureDesk
from simloop.systems.failures.verb import request_of

COMMAND = "failure"

Load = Callable[[ResolvedScenario], Simulation]


def load_with_failures(scenario: ResolvedScenario, words: Sequence[str], load: Load) -> Simulation:
    """The simulation with failures in its timeline: the lock of the run has them, too.

    What no vehicle can have is refused at once, rather than when its time has come.
    """
    if not words:
        return load(scenario)
    events = [_event(scenario, word) for word in words]
    timeline = sorted((*scenario.timeline, *events), key=lambda event: event.at_s)
    try:
        simulation = load(replace(scenario, timeline=tuple(timeline)))
    except FileMistake:
        # Told about the timeline; the user has written an option. No tick runs, so nothing starts.
        plain = replace(scenario, links={})
        _check(Simulation(plain, compiled=False, allow_launch=True), words)
        raise
    try:
        _check(simulation, words)
    except FileMistake:
        simulation.close()
        raise
    return simulation


def _check(simulation: Simulation, words: Sequence[str]) -> None:
    desk = simulation.provided.get(FAILURES)
    for word in words:
        if not isinstance(desk, FailureDesk):
            raise _mistake(word, "nothing can fail in this world", "keep the system 'failures'")
        request = request_of(parse_failure(word).arguments)
        names = [record.name for record in simulation.world.models()]
        chosen = [request.vehicle] if request.vehicle else names
        answers = [desk.check(replace(request, vehicle=name)) for name in chosen]
        if not any(answer.accepted for answer in answers):
            raise _mistake(word, answers[0].reason)


def _event(scenario: ResolvedScenario, word: str) -> Event:
    try:
        said = parse_failure(word)
    except ValueError as wrong:
        raise _mistake(word, str(wrong)) from None
    vehicle = said.arguments.get("name")
    names = [each.name for each in scenario.vehicles]
    if vehicle is not None and vehicle not in names:
        raise _mistake(word, f"there is no vehicle '{vehicle}'", suggestion(vehicle, names))
    end_s = scenario.stop_after_s or scenario.duration_s
    if said.at_s > end_s:
        fix = "choose an earlier time, or let it run longer"
        raise _mistake(word, f"{said.at_s:g} s is after the end at {end_s:g} s", fix)
    return Event(said.at_s, COMMAND, said.arguments)


def _mistake(word: str, message: str, fix: str = "") -> FileMistake:
    return FileMistake(Mark(f"--fail '{word}'"), message, fix)
