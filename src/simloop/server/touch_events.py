"""Touches of bodies as events of the run, and what a touch tells of a crash."""

from typing import Any

from simloop.server.events import EventLog
from simloop.systems.collisions.events import Touch, TouchBoard

TOUCHED = "touched"


def log_touches(board: TouchBoard, log: EventLog) -> None:
    """Let every touch from now on be an event of its first body."""

    def note(touch: Touch) -> None:
        log.add(touch.tick, touch.body, TOUCHED, **touch_detail(touch))

    board.listen(note)


def touch_detail(touch: Touch) -> dict[str, Any]:
    """With whom, where, how fast and how hard, as people need to know it."""
    return {
        "other": touch.other,
        "point_ned_m": _to_the_centimetre(touch.point_ned_m),
        "speed_mps": round(touch.speed_mps, 2),
        "impulse_ns": round(touch.impulse_ns, 3),
    }


def crash_detail(board: TouchBoard, vehicle: str, tick: int) -> dict[str, Any]:
    """With whom and where a vehicle crashed in a tick; empty if no touch tells."""
    touches = [t for t in board.recent if t.tick == tick and vehicle in t.crashed]
    if not touches:
        return {}
    touch = max(touches, key=lambda touch: touch.speed_mps)
    other = touch.other if touch.body == vehicle else touch.body
    return {"other": other, "point_ned_m": _to_the_centimetre(touch.point_ned_m)}


def _to_the_centimetre(point_m: tuple[float, float, float]) -> list[float]:
    # Adding 0 turns -0 into 0.
    return [round(number, 2) + 0.0 for number in point_m]
