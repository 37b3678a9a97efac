"""The scene: everything a viewer needs, whole on joining, then what changed, and poses."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from simloop.systems.scene.questions import QuestionDesk
from simloop.world.plugin import App

if TYPE_CHECKING:
    from simloop.systems.scene.broadcast import Broadcaster, Readouts, SceneSink

__all__ = ["Config", "SceneOffer", "build"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """What viewers may ask for."""


class SceneOffer:
    """The scene of an app, to be read in process or broadcast to a sink."""

    def __init__(self, app: App) -> None:
        self._app = app
        self.questions = QuestionDesk(app)

    def broadcast(self, sink: "SceneSink", readouts: "Readouts") -> None:
        """Feed a sink from now on, at the end of ticks."""
        self._app.add_system(self._broadcaster(sink, readouts).system())

    def broadcast_between_ticks(
        self, sink: "SceneSink", readouts: "Readouts"
    ) -> Callable[[bool], None]:
        """Feed a sink when the function that comes back is called, which says if time stands."""
        broadcaster = self._broadcaster(sink, readouts)
        self._app.add_system(broadcaster.system(between_ticks=True))
        return broadcaster.look_between_ticks

    def _broadcaster(self, sink: "SceneSink", readouts: "Readouts") -> "Broadcaster":
        # Loaded for the first sink: programs mostly run without one.
        from simloop.systems.scene.broadcast import Broadcaster

        return Broadcaster(self._app, sink, readouts, self.questions)


def build(app: App, config: Config) -> None:
    """Offer the scene as `provided["scene"]`, and its desk as `provided["questions"]`."""
    scene = SceneOffer(app)
    app.provide("scene", scene)
    app.provide("questions", scene.questions)
