"""Items, legs and notices as the command tasks handle them."""

import numpy as np

from simloop.firmware.command.answers import post, stamp
from simloop.firmware.command.items import count_of, item_at
from simloop.firmware.command.legs import LegKind, start_leg
from simloop.firmware.fields.command import EVENTS_KEPT, Item, MissionItems, Notices
from simloop.firmware.fields.mission import Legs
from simloop.firmware.vector import Vec3

SIZES = {"ITEMS": 3}


def test_an_item_is_eight_numbers_of_the_row() -> None:
    items = MissionItems(sizes=SIZES, item=np.arange(24.0))
    item = item_at(items, 1)
    assert item == Item(8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0)
    assert item.place_ned_m() == Vec3(13.0, 14.0, 15.0)


def test_there_are_no_more_items_than_there_is_room_for() -> None:
    assert count_of(MissionItems(sizes=SIZES, item_count=2.0)) == 2.0
    assert count_of(MissionItems(sizes=SIZES, item_count=9.0)) == 3.0


def test_a_new_leg_forgets_what_the_last_one_asked_for() -> None:
    legs = Legs(time_s=5.0)
    start_leg(legs, LegKind.GO, Vec3(1.0, 2.0, 3.0), 4.0, 0.5, 6.0, joined=1.0)
    assert legs.now == (LegKind.GO, 1.0, 2.0, 3.0, 4.0, 0.5, 6.0, 1.0)
    assert (legs.count, legs.time_s) == (1.0, 0.0)
    start_leg(legs, LegKind.HOLD, legs.now.place_ned_m())
    assert legs.now[:5] == (LegKind.HOLD, 1.0, 2.0, 3.0, 0.0)
    assert np.isnan(legs.now.yaw_rad)
    assert legs.now[6:] == (0.0, 0.0)


def test_a_leg_elsewhere_or_of_another_kind_is_the_same_in_all_else() -> None:
    legs = Legs()
    start_leg(legs, LegKind.GO, Vec3(1.0, 2.0, 3.0), 4.0, 0.5, 6.0, joined=1.0)
    assert legs.now.at(Vec3(7.0, 8.0, 9.0)) == (LegKind.GO, 7.0, 8.0, 9.0, 4.0, 0.5, 6.0, 1.0)
    assert legs.now.of_kind(LegKind.HOLD) == (LegKind.HOLD, 1.0, 2.0, 3.0, 4.0, 0.5, 6.0, 1.0)


def test_the_ring_of_notices_keeps_the_last_eight_and_dates_each_once() -> None:
    notices = Notices()
    for number in range(EVENTS_KEPT):
        post(notices, 100.0 + number, float(number))
    stamp(notices, 1.0)
    post(notices, 200.0, -1.0)
    stamp(notices, 2.0)
    assert tuple(notices.ring[:4]) == (200.0, -1.0, 101.0, 1.0)
    assert tuple(notices.time_s) == (2.0, *[1.0] * (EVENTS_KEPT - 1))
    assert notices.stamped == notices.count == EVENTS_KEPT + 1
