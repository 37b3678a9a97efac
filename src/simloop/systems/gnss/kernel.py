"""Place and velocity as a satellite receiver finds them, with an error that wanders."""

from simloop.component import Mut
from simloop.kernels.noise import STREAM_GNSS, STREAM_GNSS_WALK, gauss_vectors
from simloop.kernels.sensors.error_model import TURN_ON_TICK
from simloop.math.geodesy import Geodetic, ned_to_llh
from simloop.math.vector import ZERO
from simloop.systems.gnss.components import Gnss
from simloop.world.body import Body, NoiseKey, Origin


def take_gnss(tick: int, key: NoiseKey, origin: Origin, body: Body, gnss: Mut[Gnss]) -> None:
    """Sample place, velocity and what the receiver says about them."""
    start, _ = gauss_vectors(key.value, STREAM_GNSS_WALK, TURN_ON_TICK)
    step, _ = gauss_vectors(key.value, STREAM_GNSS_WALK, tick)
    white, white_velocity = gauss_vectors(key.value, STREAM_GNSS, tick)
    at_start = gnss.wander_start_ned_m.times(start)
    before = at_start if gnss.sequence == 0.0 else gnss.wander_ned_m
    gnss.wander_ned_m = ZERO + gnss.wander_decay * before + gnss.wander_kick_ned_m.times(step)
    place = body.position_ned_m + gnss.wander_ned_m + gnss.position_sigma_ned_m.times(white)
    gnss.llh = Geodetic(*ned_to_llh(*origin.llh, *place))
    velocity = body.attitude_wxyz.to_world(body.velocity_frd_mps)
    gnss.velocity_ned_mps = velocity + gnss.velocity_sigma_mps * white_velocity
    gnss.fix_type, gnss.satellites = gnss.status
    gnss.accuracy = gnss.nominal_accuracy
    gnss.sequence += 1.0
