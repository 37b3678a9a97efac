"""Programs that files want to start, and who has agreed to it.

A file of somebody else could name any program. What the user typed, wrote in Python, or installed
as a library is trusted; every other file needs consent.
"""

import shlex
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path

from simloop.links.launch import AutopilotProcessError, Launch
from simloop.server.files.find import is_in_library
from simloop.server.files.mistake import FileMistake, Mark
from simloop.server.files.parts import configured
from simloop.server.files.vehicle_file import VehicleFile
from simloop.server.files.yaml_tree import Node
from simloop.server.plugins import AUTOPILOTS, Registry

_FIX = "if you trust it, add --allow-launch (in a program: allow_launch=True)"


@dataclass(frozen=True, slots=True)
class LaunchRequest:
    """A program that a vehicle's autopilot settings name, and where they do."""

    model: str
    launch: Launch
    mark: Mark
    is_trusted: bool

    @property
    def words(self) -> str:
        """The command line as it would be typed, with what surrounds it."""
        launch = self.launch
        added = (f"{name}={shlex.quote(text)}" for name, text in launch.environment.items())
        typed = " ".join((*added, shlex.join((launch.command, *launch.arguments))))
        return typed if launch.directory is None else f"{typed} (in {launch.directory})"


Consent = Callable[[LaunchRequest], bool]


def launch_requests(models: Iterable[VehicleFile], registry: Registry) -> Iterator[LaunchRequest]:
    """Every program that vehicles would start, in the order of the file."""
    for model in models:
        settings = model.autopilot.settings_in_use
        config = configured(registry, model.autopilot.kind, settings, AUTOPILOTS)[1]
        for item in fields(config) if is_dataclass(config) else ():
            launch = getattr(config, item.name)
            if isinstance(launch, Launch):
                node = _entry(settings.node, item.name)
                yield LaunchRequest(model.name, launch, node.mark, _is_trusted(node))


class LaunchGuard:
    """Lets no vehicle in whose file starts a program that nobody has agreed to."""

    def __init__(self, registry: Registry, allow_launch: bool | Consent = False) -> None:
        self._registry = registry
        self._allow_launch = allow_launch

    def check(self, models: Iterable[VehicleFile]) -> None:
        """Refuse the first program that neither its origin nor the user vouches for.

        Raises:
            FileMistake: with the file, the command and what to do.
        """
        for request in launch_requests(models, self._registry):
            if not (request.is_trusted or self._agrees(request)):
                message = f"this file starts a program: {request.words}"
                raise FileMistake(request.mark, message, _FIX)

    def _agrees(self, request: LaunchRequest) -> bool:
        allowed = self._allow_launch
        if not callable(allowed):
            return allowed
        try:
            return allowed(request)
        except AutopilotProcessError as error:
            raise FileMistake(request.mark, str(error)) from None


def _entry(node: Node, name: str) -> Node:
    """Where a setting is written; a default stands nowhere."""
    return node.value.get(name, node) if isinstance(node.value, dict) else node


def _is_trusted(node: Node) -> bool:
    """Was every part of it typed, written in Python, or installed as a library?"""
    children: Iterable[Node] = ()
    if isinstance(node.value, dict):
        children = node.value.values()
    elif isinstance(node.value, list):
        children = node.value
    return _is_ours(node.mark) and all(map(_is_trusted, children))


def _is_ours(mark: Mark) -> bool:
    place = Path(mark.path)
    # Marks of options and programs have no line and name no file; those of a lock name one.
    if mark.line is None and not place.is_file():
        return True
    return is_in_library(place)
