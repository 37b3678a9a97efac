"""Velocity and position of the last quarter second, for samples that arrive late."""

from simloop.firmware.component import Mut, Row
from simloop.firmware.fields.craft import Craft
from simloop.firmware.maths import clamp, smaller
from simloop.firmware.navigation.filter_columns import HISTORY_SLOTS, Filter, History
from simloop.firmware.vector import Vec3, put_vector, vector_at

HISTORY_STEP_S = 0.02


def keep_history(craft: Craft, ekf: Filter, history: Mut[History]) -> None:
    """Move every slot on by one and put the present into slot 0."""
    push_in_front(history.velocity_ned_mps, ekf.velocity_ned_mps)
    push_in_front(history.position_ned_m, ekf.position_ned_m)
    history.time_s = craft.time_s


def push_in_front(slots: Row, newest: Vec3) -> None:
    """The oldest slot makes room."""
    for slot in range(HISTORY_SLOTS - 1, 0, -1):
        put_vector(slots, 3 * slot, vector_at(slots, 3 * (slot - 1)))
    put_vector(slots, 0, newest)


def recalled(slots: Row, now: Vec3, since_s: float, delay_s: float) -> Vec3:
    """What it was `delay_s` ago, if slot 0 is `since_s` old."""
    past = now
    for slot in range(HISTORY_SLOTS):
        weight = slot_weight(slot, since_s, delay_s)
        past = past + weight * (vector_at(slots, 3 * slot) - now)
    return past


def move_past(slots: Row, by: Vec3) -> None:
    """Move every slot alike."""
    for slot in range(HISTORY_SLOTS):
        put_vector(slots, 3 * slot, vector_at(slots, 3 * slot) + by)


def fill_past(slots: Row, now: Vec3) -> None:
    """As if it had always been as it is now."""
    for slot in range(HISTORY_SLOTS):
        put_vector(slots, 3 * slot, now)


def slot_weight(slot: int, since_s: float, delay_s: float) -> float:
    """The share of a slot in the state of `delay_s` ago, by linear interpolation.

    `since_s` is the age of slot 0; what the slots leave of 1 belongs to the present.
    """
    oldest = since_s + HISTORY_STEP_S * (HISTORY_SLOTS - 1)
    wanted = smaller(delay_s, oldest)
    age = since_s + HISTORY_STEP_S * slot
    share = clamp(1.0 - abs(wanted - age) * (1.0 / HISTORY_STEP_S), 0.0, 1.0)
    # Before slot 0 lies the present: there the slot fades over its own age.
    before = (slot == 0) & (wanted < since_s)
    return wanted / (since_s if since_s > 1e-9 else 1.0) if before else share
