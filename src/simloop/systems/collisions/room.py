"""The arrays that a tick of collisions works in, made once and enlarged when too small."""

import numpy as np
from numpy.typing import NDArray

from simloop.kernels.collision.arrays import (
    Bodies,
    Contacts,
    Groups,
    Lists,
    Memory,
    Pairs,
    Rooms,
    Touches,
)
from simloop.kernels.collision.layout import (
    Ball,
    Begun,
    Body,
    Contact,
    ContactCode,
    Corner,
    Feature,
    Place,
    Remembered,
    Result,
)
from simloop.kernels.collision.manifolds import CORNERS_MOST
from simloop.systems.collisions.crowd import Crowd

FIRST_ROOM = 64


class Room:
    """Scratch for a number of bodies; lists of pairs and contacts grow by doubling."""

    def __init__(self, crowd: Crowd) -> None:
        bodies = len(crowd)
        places = np.zeros((bodies, Place.width))
        places[:, Place.spans["reach"].first] = crowd.reaches
        self.bodies = Bodies(crowd.body_codes, places, np.zeros((bodies, Body.width)))
        self.order = np.arange(bodies, dtype=np.int64)
        # Nobody has room before it is measured.
        self.rooms = Rooms(np.zeros((bodies, Ball.width)), _integers(bodies), _integers(bodies))
        self.lists = Lists(
            _integers(FIRST_ROOM + 2 * bodies, 2),
            np.zeros((4 * CORNERS_MOST, Corner.width)),
            _pairs(FIRST_ROOM + 2 * bodies),
            Contacts(_integers(0, ContactCode.width), np.zeros((0, Contact.width))),
            Groups(_integers(bodies), _integers(bodies + 1), _integers(bodies)),
            Memory(_integers(0, Feature.width), np.zeros((0, Remembered.width))),
            Touches(
                np.zeros(0),
                np.zeros((bodies, Result.width)),
                _integers(0, 2),
                np.zeros((0, Begun.width)),
            ),
        )
        self.grow_contacts(FIRST_ROOM + 4 * bodies)

    @property
    def contacts_most(self) -> int:
        """How many contacts fit."""
        return len(self.lists.contacts.codes)

    def grow_near(self, count: int) -> None:
        """Make room for pairs of what is near."""
        self.lists = self.lists._replace(near=_integers(count, 2))

    def grow_pairs(self, count: int) -> None:
        """Make room for pairs of shapes."""
        self.lists = self.lists._replace(pairs=_pairs(count))

    def grow_contacts(self, count: int) -> None:
        """Make room for contacts; what is remembered stays."""
        old, groups = self.lists.memory, self.lists.groups
        memory = Memory(_integers(count, Feature.width), np.zeros((count, Remembered.width)))
        memory.codes[: len(old.codes)] = old.codes
        memory.numbers[: len(old.numbers)] = old.numbers
        self.lists = self.lists._replace(
            contacts=Contacts(
                _integers(count, ContactCode.width), np.zeros((count, Contact.width))
            ),
            groups=groups._replace(sequence=_integers(max(count, len(groups.parents)))),
            memory=memory,
            touches=self.lists.touches._replace(
                last=np.zeros(count),
                codes=_integers(count, 2),
                numbers=np.zeros((count, Begun.width)),
            ),
        )


def _integers(*shape: int) -> NDArray[np.int64]:
    return np.zeros(shape, dtype=np.int64)


def _pairs(count: int) -> Pairs:
    return Pairs(_integers(count, 2), np.zeros(count))
