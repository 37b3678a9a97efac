"""Small kernels for tests of the world: a pushed point, and a noisy look at it."""

from simloop.component import Mut
from simloop.kernels.noise import gauss_pair
from simloop.math.scalar import clamp
from simloop.testing.tiny_components import Look, Point, Push, Wish
from simloop.world.body import NoiseKey


def tiny_push(wish: Wish, push: Mut[Push]) -> None:
    """Intent: the wish becomes a push, within limits."""
    push.push_mps2 = clamp(wish.wish_mps2, -5.0, 5.0)


def tiny_motion(dt_s: float, push: Push, point: Mut[Point]) -> None:
    """Truth: a point on a line under a push and some drag."""
    speed_mps = point.speed_mps + (push.push_mps2 - 0.1 * point.speed_mps) * dt_s
    point.place_m = point.place_m + speed_mps * dt_s
    point.speed_mps = speed_mps


def tiny_look(tick: int, key: NoiseKey, point: Point, look: Mut[Look]) -> None:
    """Sample: the place with a centimetre of noise."""
    first, _ = gauss_pair(key.value, 1, tick, 0)
    look.seen_m = point.place_m + 0.01 * first
    look.sequence += 1.0
