"""Rudder, windage and thrusters as numbers, and the forces that they make of a flow."""

from math import sqrt
from typing import NamedTuple

from simloop.math.vector import Vec2


class RudderBlade(NamedTuple):
    """A rudder: half of lift slope times area, and its place."""

    gain_m2: float
    forward_m: float
    down_m: float


class RudderFlow(NamedTuple):
    """Angle of a rudder, and the square of the speed that propellers add to the flow along it."""

    sine: float
    cosine: float
    wash_m2ps2: float

    def force(self, gain_kgpm: float, u_mps: float, v_mps: float) -> Vec2:
        """Force forward and to the right of a rudder in a flow (u, v) at its place.

        A flat plate: its force is normal to it, and per density, area and lift slope half the speed
        times the speed normal to it. A positive angle turns the bow to the right.
        """
        # The wash adds its energy to the flow along the keel.
        squared = u_mps * abs(u_mps) + self.wash_m2ps2
        along = sqrt(abs(squared))
        along = along if squared >= 0.0 else -along
        speed = sqrt(abs(squared) + v_mps * v_mps)
        normal = -gain_kgpm * speed * (along * self.sine + v_mps * self.cosine)
        return Vec2(normal * self.sine, normal * self.cosine)


class Windage(NamedTuple):
    """Half of drag coefficient times area from ahead and from the side, and the place."""

    ahead_m2: float
    aside_m2: float
    forward_m: float
    down_m: float

    def drag(self, air_density_kgpm3: float, u_air_mps: float, v_air_mps: float) -> Vec2:
        """Force of the air forward and to the right, at a speed (u, v) through it."""
        push = -air_density_kgpm3 * sqrt(u_air_mps * u_air_mps + v_air_mps * v_air_mps)
        return Vec2(push * self.ahead_m2 * u_air_mps, push * self.aside_m2 * v_air_mps)


class ThrusterWrench(NamedTuple):
    """What thrusters do: a constant minus a symmetric matrix times the motion (u, q, r).

    Surge is forward force, pitch and yaw are torques; `loss_ur` is the loss of surge per yaw rate,
    and of yaw per forward speed.
    """

    surge: float
    loss_uu: float
    pitch: float
    loss_uq: float
    yaw: float
    loss_ur: float
    loss_qq: float
    loss_qr: float
    loss_rr: float

    def __add__(self, other: "ThrusterWrench") -> "ThrusterWrench":  # type: ignore[override]
        return ThrusterWrench(*(a + b for a, b in zip(self, other, strict=True)))

    def surge_at(self, u_mps: float, q_radps: float, r_radps: float) -> float:
        """Forward force at a speed through the water and body rates."""
        return self.surge - self.loss_uu * u_mps - self.loss_uq * q_radps - self.loss_ur * r_radps

    def pitch_at(self, u_mps: float, q_radps: float, r_radps: float) -> float:
        """Pitch torque, likewise."""
        return self.pitch - self.loss_uq * u_mps - self.loss_qq * q_radps - self.loss_qr * r_radps

    def yaw_at(self, u_mps: float, q_radps: float, r_radps: float) -> float:
        """Yaw torque, likewise."""
        return self.yaw - self.loss_ur * u_mps - self.loss_qr * q_radps - self.loss_rr * r_radps


NO_THRUST = ThrusterWrench(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
