"""What contacts carry from tick to tick, and when a touch begins.

Contacts are sorted by their pair of shapes in both ticks, so one walk over both lists finds what
belongs together. `memory` has a row per contact of the tick before: impulses along the normal,
friction and rolling, and the tick in which the pair last touched.
"""

from simloop.kernels.collision.arrays import IntegerTable, Table
from simloop.kernels.collision.bodies import BEGUN, HARDEST, TOUCH_IMPULSE, TOUCH_POINT, TOUCH_SPEED
from simloop.kernels.collision.layout import (
    APPROACH,
    BODY_A,
    BODY_B,
    FEATURE,
    NORMAL_IMPULSE,
    POINT,
    SHAPE_A,
    SHAPE_B,
    TARGET,
)
from simloop.math.row import Row

# A row of memory: seven impulses, then the tick of the last touch
IMPULSES = 7
LAST_TOUCH = 7
MEMORY_FIELDS = 8
MEMORY_CODES = 3
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
    codes: IntegerTable,
    contacts: Table,
    count: int,
    memory_codes: IntegerTable,
    memory: Table,
    remembered: int,
    last_touch: Row,
) -> None:
    """Give every contact the impulses of its predecessor, and its pair's last touch."""
    start = 0
    for k in range(count):
        for part in range(NORMAL_IMPULSE, NORMAL_IMPULSE + IMPULSES):
            contacts[k, part] = 0.0
        last_touch[k] = NEVER
        while start < remembered and pair_order(codes, k, memory_codes, start) > 0:
            start += 1
        j = start
        while j < remembered and pair_order(codes, k, memory_codes, j) == 0:
            then = memory[j, LAST_TOUCH]
            last_touch[k] = then if then > last_touch[k] else last_touch[k]
            if memory_codes[j, FEATURE] == codes[k, FEATURE]:
                for part in range(IMPULSES):
                    contacts[k, NORMAL_IMPULSE + part] = memory[j, part]
            j += 1


def remember(
    codes: IntegerTable,
    contacts: Table,
    count: int,
    last_touch: Row,
    memory_codes: IntegerTable,
    memory: Table,
) -> None:
    """Keep impulses and touches for the next tick."""
    for k in range(count):
        memory_codes[k, SHAPE_A] = codes[k, SHAPE_A]
        memory_codes[k, SHAPE_B] = codes[k, SHAPE_B]
        memory_codes[k, FEATURE] = codes[k, FEATURE]
        for part in range(IMPULSES):
            memory[k, part] = contacts[k, NORMAL_IMPULSE + part]
        memory[k, LAST_TOUCH] = last_touch[k]


def stopping_impulse(contact: Row) -> float:
    """The impulse that the whole approach will take; a soft landing spreads it over ticks."""
    approach = contact[APPROACH]
    rest = contact[TARGET]
    share = 1.0
    if rest < 0.0 < approach + rest:
        share = approach / (approach + rest)
    return float(contact[NORMAL_IMPULSE] * share)


def note_hardest(results: Table, body: int, approach: float) -> None:
    """Keep the hardest approach of a body in this tick."""
    if body >= 0 and approach > results[body, HARDEST]:
        results[body, HARDEST] = approach


def note_touch(results: Table, body: int, touch: Row) -> None:
    """Let a body know of a touch that began: of several the hardest."""
    if body < 0:
        return
    results[body, BEGUN] += 1.0
    if touch[0] >= results[body, TOUCH_IMPULSE]:
        results[body, TOUCH_IMPULSE] = touch[0]
        results[body, TOUCH_SPEED] = touch[1]
        for axis in range(3):
            results[body, TOUCH_POINT + axis] = touch[2 + axis]


def find_touches(
    codes: IntegerTable,
    contacts: Table,
    count: int,
    tick: int,
    quiet_ticks: float,
    last_touch: Row,
    results: Table,
    begun_codes: IntegerTable,
    begun: Table,
) -> int:
    """Which pairs touch now and did not for a while: impulse, speed and place of each.

    The speed is the hardest of the pair's contacts, the place that of the strongest impulse.
    """
    now = float(tick)
    found = 0
    k = 0
    while k < count:
        end = k
        total = 0.0
        speed = 0.0
        strongest = k
        while end < count and pair_order(codes, end, codes, k) == 0:
            if contacts[end, NORMAL_IMPULSE] > 0.0:
                total += stopping_impulse(contacts[end])
                approach = contacts[end, APPROACH]
                speed = approach if approach > speed else speed
                if contacts[end, NORMAL_IMPULSE] > contacts[strongest, NORMAL_IMPULSE]:
                    strongest = end
            end += 1
        if total > 0.0:
            note_hardest(results, codes[k, BODY_A], speed)
            note_hardest(results, codes[k, BODY_B], speed)
            if now - last_touch[k] > quiet_ticks:
                begun_codes[found, 0] = codes[k, SHAPE_A]
                begun_codes[found, 1] = codes[k, SHAPE_B]
                begun[found, 0] = total
                begun[found, 1] = speed
                for axis in range(3):
                    begun[found, 2 + axis] = contacts[strongest, POINT + axis]
                note_touch(results, codes[k, BODY_A], begun[found])
                note_touch(results, codes[k, BODY_B], begun[found])
                found += 1
            for i in range(k, end):
                last_touch[i] = now
        k = end
    return found
