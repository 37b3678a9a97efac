"""Commands of users: spawn, remove, move, set_state, set, push, pause, play, reset, undo ...

They come from programs, the timeline of a scenario or a client, enter through the inbox, take
effect in the tick they are stamped with, and are answered with executed or refused, and why.
"""

from dataclasses import dataclass

from simloop.systems.user_commands.desk import CommandDesk
from simloop.world.plugin import App


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """Nothing to set."""


def build(app: App, config: Config) -> None:
    """Open the desk: `provided["user_commands"]`, and the services below `dynamics/`."""
    desk = CommandDesk(app)
    desk.join()
    app.provide("user_commands", desk)
