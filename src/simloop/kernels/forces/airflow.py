"""How the air meets a wing: airspeed, angle of attack and sideslip, for any direction of flow."""

from math import sqrt

from simloop.math.scalar import atan2


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


def to_body(cosine: float, sine: float, lift: float, drag: float) -> tuple[float, float]:
    """Force along body x and z of a lift and a drag in the plane of symmetry."""
    return lift * sine - drag * cosine, -lift * cosine - drag * sine
