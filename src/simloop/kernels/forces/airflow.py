"""How the air meets a wing: airspeed, angle of attack and sideslip, for any direction of flow."""

from math import sqrt

from simloop.math.scalar import atan2, clamp

# Fins follow the flow up to the first of these sideslips and have stalled at the second, rad.
FINS_HOLD_RAD = 0.4
FINS_STALLED_RAD = 0.8
# A surface of low aspect ratio lifts with about 2.5 per radian and drags with 1.2 when it stands
# across the flow: about half of its slope.
BROADSIDE_PER_SLOPE = 0.5


def airflow(
    u_air_mps: float, v_air_mps: float, w_air_mps: float
) -> tuple[float, float, float, float, float]:
    """Airspeed, cosine and sine of the angle of attack, that angle, and sideslip, rad.

    The angle of attack is in [-pi, pi], so that flying backwards has one; sideslip is in
    [-pi/2, pi/2]. Without flow all angles are zero, and so is all that is multiplied by airspeed.
    """
    in_plane = u_air_mps * u_air_mps + w_air_mps * w_air_mps
    plane = sqrt(in_plane)
    airspeed = sqrt(in_plane + v_air_mps * v_air_mps)
    per_plane = 1.0 / (plane if plane > 0.0 else 1.0)
    return (
        airspeed,
        u_air_mps * per_plane,
        w_air_mps * per_plane,
        atan2(w_air_mps, u_air_mps),
        atan2(v_air_mps, plane),
    )


def fins_attached(beta: float) -> float:
    """How much of the flow follows fins and body: 1 before they stall, 0 after it."""
    near = clamp((FINS_STALLED_RAD - abs(beta)) / (FINS_STALLED_RAD - FINS_HOLD_RAD), 0.0, 1.0)
    return near * near * (3.0 - 2.0 * near)


def lateral_beta(attached: float, beta: float, sine: float) -> float:
    """The sideslip that derivatives see: that of plates across the flow when fins have stalled."""
    return attached * beta + (1.0 - attached) * BROADSIDE_PER_SLOPE * sine


def wing_pressure(attached: float, sine: float) -> float:
    """Share of the dynamic pressure that bears: of flow along the span, only the part across it."""
    return attached + (1.0 - attached) * (1.0 - sine * sine)


def to_body(cosine: float, sine: float, lift: float, drag: float) -> tuple[float, float]:
    """Force along body x and z of a lift and a drag in the plane of symmetry."""
    return lift * sine - drag * cosine, -lift * cosine - drag * sine
