"""One vehicle of a recording: how it looks, where it was, and how it was."""

from dataclasses import dataclass, field, replace

from simloop.server.player.states import VehicleStates
from simloop.server.player.step_values import StepValues
from simloop.server.player.track import Track
from simloop.systems.scene.broadcast import Plan
from simloop.systems.scene.messages import Item, Look, VehicleStatus

PLAIN = Look(shape="box", colour="#8a97a8", size_m=0.6, box_m=(0.6, 0.4, 0.2))


@dataclass(slots=True)
class VehicleHistory:
    """What checkpoints and events tell of one vehicle."""

    states: VehicleStates = field(default_factory=VehicleStates)
    status: StepValues[VehicleStatus] = field(default_factory=StepValues)
    plan: StepValues[Plan] = field(default_factory=StepValues)
    drive: StepValues[float] = field(default_factory=StepValues)
    crashed: StepValues[bool] = field(default_factory=StepValues)


@dataclass(slots=True)
class RecordedVehicle:
    """Everything that can be shown of it."""

    item: Item
    track: Track
    history: VehicleHistory

    @property
    def name(self) -> str:
        """As the run called it last."""
        return self.item.name

    def item_at(self, tick: float) -> Item:
        """It as the scene tells it, at its place of that moment and with the plan it had."""
        pose = self.track.at(tick)
        n, e, d = pose.position_ned_m.tolist()
        w, x, y, z = pose.attitude_wxyz.tolist()
        item = replace(self.item, position_ned_m=(n, e, d), attitude_wxyz=(w, x, y, z))
        plan = self.history.plan.at(tick)
        return item if plan is None else replace(item, home_ned_m=plan[0], plan_ned_m=plan[1])


def plain_item(index: int, name: str) -> Item:
    """A vehicle of which nothing is known but its way."""
    return Item(index, name, "model", "", None, None, PLAIN)
