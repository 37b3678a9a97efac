"""A heading as sine and cosine: turns level vectors between the world's axes and a vessel's."""

from typing import NamedTuple

from simloop.math.vector import Vec2


class Heading(NamedTuple):
    """Sine and cosine of an angle from north to east; `Heading(*sin_cos(yaw))`."""

    sine: float
    cosine: float

    def to_body(self, north: float, east: float) -> Vec2:
        """Forward and to the right."""
        return Vec2(self.cosine * north + self.sine * east, self.cosine * east - self.sine * north)

    def to_world(self, forward: float, right: float) -> Vec2:
        """To the north and to the east."""
        return Vec2(
            self.cosine * forward - self.sine * right, self.sine * forward + self.cosine * right
        )
