"""`cmd_vel`: a twist for a ground vehicle becomes intent in the tick it arrives."""

from math import isfinite

from simloop.messages.geometry_msgs import Twist
from simloop.systems.drive_topics.vehicles import drivers
from simloop.transport.topic import Subscription
from simloop.world.activity import Activity
from simloop.world.plugin import App
from simloop.world.runner import TickInfo
from simloop.world.system import PythonSystem, Stage
from simloop.world.topic_prefix import prefix_of


class TwistInput:
    """Subscribes for every ground vehicle, and writes down the last twist of a tick."""

    def __init__(self, app: App, *, always_prefix: bool) -> None:
        self._app = app
        self._always_prefix = always_prefix
        self._subscriptions: dict[str, Subscription[Twist]] = {}
        self._waiting: dict[str, Twist] = {}
        self._population = -1
        self._activity = Activity(self.active)

    def join(self) -> None:
        """Subscribe and enter the schedule."""
        self.active()
        self._app.add_system(
            PythonSystem(
                name="drive_topics",
                stage=Stage.COMMANDS,
                run=self.run,
                writes=("drive_speed_mps", "drive_yaw_rate_radps", "drive_commanded_tick"),
                active=self._activity,
                reset=self._waiting.clear,
                save=lambda: dict(self._waiting),
                load=self._load,
            )
        )

    def active(self) -> bool:
        """Has a twist arrived?"""
        if self._population != self._app.world.population_version:
            self._population = self._app.world.population_version
            self._refresh()
        return bool(self._waiting)

    def run(self, info: TickInfo) -> None:
        """Write what has arrived; forward stays forward, a turn to the left is negative here."""
        world = self._app.world
        for name, twist in self._waiting.items():
            entity = world.entities.by_name(name)
            if entity is None or name not in self._subscriptions:
                continue
            world.vector(entity, "drive_speed_mps")[0] = twist.linear.x
            world.vector(entity, "drive_yaw_rate_radps")[0] = -twist.angular.z
            world.vector(entity, "drive_commanded_tick")[0] = info.tick
        self._waiting.clear()

    def _refresh(self) -> None:
        """Subscribe for who is new, and leave who is gone."""
        world, bus = self._app.world, self._app.bus
        there = drivers(world)
        for name in [name for name in self._subscriptions if name not in there]:
            self._subscriptions.pop(name).close()
        for name in there:
            if name not in self._subscriptions:
                topic = prefix_of(world, name, always=self._always_prefix) + "cmd_vel"

                def take(twist: Twist, name: str = name) -> None:
                    # What is no number asks for nothing, and keeps no vehicle going.
                    if isfinite(twist.linear.x) and isfinite(twist.angular.z):
                        self._waiting[name] = twist
                        self._activity.stir()

                self._subscriptions[name] = bus.subscribe(topic, Twist, take, by="drive_topics")

    def _load(self, saved: dict[str, Twist]) -> None:
        self._waiting.clear()
        self._waiting.update(saved)
