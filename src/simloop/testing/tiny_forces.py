"""The smallest force models that do something: for tests of how they are joined."""


def drag(
    u_air_mps: float, v_air_mps: float, w_air_mps: float
) -> tuple[float, float, float, float, float, float]:
    """A force against the motion through the air, 1 N per m/s."""
    return -u_air_mps, -v_air_mps, -w_air_mps, 0.0, 0.0, 0.0


def lift(u_air_mps: float, q: float) -> tuple[float, float, float, float, float, float]:
    """A force up with forward airspeed, and damping in pitch."""
    return 0.0, 0.0, -2.0 * u_air_mps, 0.0, -0.01 * q, 0.0
