"""Mission items between the wire and the columns, which count from 0 and speak SI."""

from math import isfinite, isnan

from simloop.firmware.link.geodesy import Ned, Origin
from simloop.firmware.link.plan_items import MavFrame, PlanCommand, PlanItem
from simloop.firmware.maths import PI

NAN = float("nan")
RAD_PER_DEG = PI / 180.0


def row_of(item: PlanItem, place: Ned) -> list[float]:
    """The numbers of fw_item for an item."""
    p1, p2, p3, p4 = item.params
    if item.command == PlanCommand.JUMP:
        # On the wire item 0 is home, in the columns it is the first to fly.
        p1 = p1 - 1.0
    if item.command not in PlanCommand.PLACED:
        return [float(item.command), p1, p2, p3, p4, 0.0, 0.0, 0.0]
    # Ground stations for ArduPilot leave a heading that nobody set at 0.
    told = item.command in PlanCommand.YAWED and isfinite(p4) and p4 != 0.0
    return [float(item.command), p1, p2, p3, p4 * RAD_PER_DEG if told else NAN, *place]


def item_of_row(row: list[float], origin: Origin, home: Ned) -> PlanItem:
    """An item of the columns as it would have come over the link."""
    command = round(row[0])
    _, p1, p2, p3, p4, north, east, down = row
    if command == PlanCommand.JUMP:
        p1 = p1 + 1.0
    if command not in PlanCommand.PLACED:
        return PlanItem(command, MavFrame.MISSION, (p1, p2, p3, p4), 0, 0, 0.0)
    yaw = 0.0 if isnan(p4) else p4 / RAD_PER_DEG
    x, y, _ = origin.place(north, east, down) if isfinite(north + east) else (0, 0, 0.0)
    height = home[2] - down if isfinite(down) else 0.0
    return PlanItem(command, MavFrame.HOME, (p1, p2, p3, yaw), x, y, height)
