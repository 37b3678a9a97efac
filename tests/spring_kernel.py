"""Moves a bob on a spring."""

from simloop.component import Mut
from spring_components import Bob, Spring, Tuned


def swing(dt_s: float, spring: Spring, tuned: Tuned, bob: Mut[Bob]) -> None:
    """Move it."""
    pull = -spring.stiffness_npm * (bob.place_m - spring.knots_m[1]) * tuned.gain
    bob.speed_mps += (pull + spring.knots_m[2]) * dt_s
    bob.place_m += bob.speed_mps * dt_s


def tune(tuned: Mut[Tuned]) -> None:
    """What no kernel may do: change a parameter."""
    tuned.gain = 2.0
