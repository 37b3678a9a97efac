"""Forces on a slender delta wing: potential and vortex lift (Polhamus), drag, damping."""

from math import sqrt

from simloop.math.row import Row

# Lanes per block; compiled copies set it
W = 1
# Slower than this the direction of the air means nothing.
SLOWEST_MPS = 1e-3


def wrench(
    j: int,
    u_air_mps: float,
    v_air_mps: float,
    w_air_mps: float,
    p: float,
    q: float,
    r: float,
    air_density_kgpm3: float,
    delta_area_m2: Row,
    delta_root_m: Row,
    delta_lift: Row,
    delta_moment: Row,
    delta_elevon: Row,
    standard_command: Row,
) -> tuple[float, float, float, float, float, float]:
    """Lift is normal to the wing, so the angle of attack enters by its sine and cosine."""
    square = u_air_mps * u_air_mps + v_air_mps * v_air_mps + w_air_mps * w_air_mps
    airspeed = sqrt(square)
    safe = airspeed if airspeed > SLOWEST_MPS else SLOWEST_MPS
    cosine = u_air_mps / safe
    sine = w_air_mps / safe
    slip = v_air_mps / safe
    area = 0.5 * air_density_kgpm3 * square * delta_area_m2[j]
    damping = 0.25 * air_density_kgpm3 * safe * delta_area_m2[j] * delta_root_m[j] * delta_root_m[j]

    # Potential lift grows with sin a cos a, the vortices' suction with sin^2 a.
    suction = sine if sine > 0.0 else -sine
    normal = area * (delta_lift[j] * sine * cosine + delta_lift[W + j] * sine * suction)
    drag = area * delta_lift[2 * W + j]
    lever = area * delta_root_m[j]
    return (
        -drag * cosine,
        -area * delta_moment[3 * W + j] * slip,
        -normal - drag * sine,
        lever
        * (delta_elevon[j] * standard_command[3 * W + j] - 0.1 * delta_moment[2 * W + j] * slip)
        - damping * delta_moment[W + j] * p,
        lever * (delta_elevon[W + j] * standard_command[4 * W + j] - delta_moment[j] * sine)
        - damping * delta_moment[W + j] * q,
        lever * delta_moment[2 * W + j] * slip - damping * delta_moment[W + j] * r,
    )
