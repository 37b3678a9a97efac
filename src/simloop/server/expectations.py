"""Whether vehicles end where a scenario expects them: any column, between two numbers."""

from collections.abc import Sequence

from simloop.server.files.mistake import FileMistake
from simloop.server.files.scenario_file import Expectation
from simloop.world.world import World


def check_expectations(world: World, asked: Sequence[Expectation]) -> None:
    """Refuse to start a run whose conditions name what is not there."""
    for each in asked:
        for name in _vehicles(world, each):
            try:
                column = world.numbers(world.by_name(name), each.column)
            except KeyError as unknown:
                message = f"success.expect: {unknown.args[0]}"
                raise FileMistake(None, message, "see docs/components.md") from None
            if not 0 <= each.element < len(column):
                message = f"success.expect: {each.column} has no element {each.element}"
                raise FileMistake(None, message, f"count from 0 to {len(column) - 1}")


def unmet(world: World, asked: Sequence[Expectation]) -> list[str]:
    """A line for each condition that does not hold."""
    found = []
    for each in asked:
        for name in _vehicles(world, each):
            entity = world.entities.by_name(name)
            if entity is None:
                found.append(f"{name} is gone")
                continue
            value = float(world.numbers(entity, each.column)[each.element])
            words = _complaint(value, each)
            if words:
                found.append(f"{name} ends with {each.column}[{each.element}] = {words}")
    return found


def _vehicles(world: World, asked: Expectation) -> list[str]:
    return [asked.vehicle] if asked.vehicle else [record.name for record in world.models()]


def _complaint(value: float, asked: Expectation) -> str:
    # Written so that a value which is no number fails both.
    if asked.at_least is not None and not value >= asked.at_least:
        return f"{value:.6g}, asked was at least {asked.at_least:g}"
    if asked.at_most is not None and not value <= asked.at_most:
        return f"{value:.6g}, asked was at most {asked.at_most:g}"
    return ""
