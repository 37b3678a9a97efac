"""What contacts carry from tick to tick, and when a touch begins.

Contacts are sorted by their pair of shapes in both ticks, so one walk over both lists finds what
belongs together. The memory has a row per contact of the tick before.
"""

from simloop.kernels.collision.arrays import Contacts, IntegerTable, Memory, Table, Touches
from simloop.kernels.collision.layout import (
    Begun,
    Blow,
    Contact,
    Feature,
    Impulses,
    Remembered,
    Result,
)
from simloop.math.vector import ZERO

NEVER = -1e9


def pair_order(codes: IntegerTable, k: int, others: IntegerTable, j: int) -> int:
    """-1, 0 or 1 as the pair of contact k comes before, is, or comes after that of contact j."""
    for part in range(2):
        if codes[k, part] < others[j, part]:
            return -1
        if codes[k, part] > others[j, part]:
            return 1
    return 0


def recall(
    contacts: Contacts, count: int, memory: Memory, remembered: int, touches: Touches
) -> None:
    """Give every contact the impulses of its predecessor, and its pair's last touch."""
    last = touches.last
    start = 0
    for k in range(count):
        contact = contacts.contact(k)
        contact.impulses = Impulses(0.0, ZERO)
        contact.rolling_impulse = ZERO
        last[k] = NEVER
        while start < remembered and pair_order(contacts.codes, k, memory.codes, start) > 0:
            start += 1
        j = start
        while j < remembered and pair_order(contacts.codes, k, memory.codes, j) == 0:
            old = Remembered(memory.numbers[j])
            last[k] = old.last_touch if old.last_touch > last[k] else last[k]
            if Feature(memory.codes[j]).feature == contacts.code(k).feature:
                contact.impulses = old.impulses
                contact.rolling_impulse = old.rolling_impulse
            j += 1


def remember(contacts: Contacts, count: int, memory: Memory, touches: Touches) -> None:
    """Keep impulses and touches for the next tick."""
    for k in range(count):
        code = contacts.code(k)
        feature = Feature(memory.codes[k])
        feature.shape_a = code.shape_a
        feature.shape_b = code.shape_b
        feature.feature = code.feature
        kept = Remembered(memory.numbers[k])
        kept.impulses = contacts.contact(k).impulses
        kept.rolling_impulse = contacts.contact(k).rolling_impulse
        kept.last_touch = touches.last[k]


def stopping_impulse(contact: Contact) -> float:
    """The impulse that the whole approach will take; a soft landing spreads it over ticks."""
    approach = contact.approach
    rest = contact.target
    share = 1.0
    if rest < 0.0 < approach + rest:
        share = approach / (approach + rest)
    return contact.impulses.normal * share


def note_hardest(results: Table, body: int, approach: float) -> None:
    """Keep the hardest approach of a body in this tick."""
    if body >= 0:
        result = Result(results[body])
        result.hardest = max(result.hardest, approach)


def note_touch(results: Table, body: int, blow: Blow) -> None:
    """Let a body know of a touch that began: of several the hardest."""
    if body < 0:
        return
    result = Result(results[body])
    result.begun += 1.0
    if blow.impulse >= result.last.impulse:
        result.last = blow


def find_touches(
    contacts: Contacts, count: int, tick: int, quiet_ticks: float, touches: Touches
) -> int:
    """Which pairs touch now and did not for a while: impulse, speed and place of each.

    The speed is the hardest of the pair's contacts, the place that of the strongest impulse.
    """
    now = float(tick)
    codes = contacts.codes
    found = 0
    k = 0
    while k < count:
        end = k
        total = 0.0
        speed = 0.0
        strongest = k
        while end < count and pair_order(codes, end, codes, k) == 0:
            contact = contacts.contact(end)
            if contact.impulses.normal > 0.0:
                total += stopping_impulse(contact)
                speed = contact.approach if contact.approach > speed else speed
                if contact.impulses.normal > contacts.contact(strongest).impulses.normal:
                    strongest = end
            end += 1
        if total > 0.0:
            code = contacts.code(k)
            note_hardest(touches.results, code.body_a, speed)
            note_hardest(touches.results, code.body_b, speed)
            if now - touches.last[k] > quiet_ticks:
                touches.codes[found, 0] = code.shape_a
                touches.codes[found, 1] = code.shape_b
                blow = Blow(total, speed, contacts.contact(strongest).point)
                Begun(touches.numbers[found]).blow = blow
                note_touch(touches.results, code.body_a, blow)
                note_touch(touches.results, code.body_b, blow)
                found += 1
            for i in range(k, end):
                touches.last[i] = now
        k = end
    return found
