"""Two small block functions for tests of the world: a pushed point, and a noisy look at it."""

from simloop.kernels.noise import gauss_pair
from simloop.math.row import KeyRow, Row

W = 1


def tiny_push(wish_mps2: Row, push_mps2: Row) -> None:
    """Intent: the wish becomes a push, within limits."""
    for j in range(W):
        wish = wish_mps2[j]
        wish = wish if wish < 5.0 else 5.0
        push_mps2[j] = wish if wish > -5.0 else -5.0


def tiny_motion(dt_s: float, push_mps2: Row, place_m: Row, speed_mps: Row) -> None:
    """Truth: a point on a line under a push and some drag."""
    for j in range(W):
        speed = speed_mps[j] + (push_mps2[j] - 0.1 * speed_mps[j]) * dt_s
        place_m[j] = place_m[j] + speed * dt_s
        speed_mps[j] = speed


def tiny_look(tick: int, noise_key: KeyRow, place_m: Row, seen_m: Row, seen_sequence: Row) -> None:
    """Sample: the place with a centimetre of noise."""
    for j in range(W):
        first, _ = gauss_pair(noise_key[j], 1, tick, 0)
        seen_m[j] = place_m[j] + 0.01 * first
        seen_sequence[j] = seen_sequence[j] + 1.0
