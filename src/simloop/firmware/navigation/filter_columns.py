"""Columns of the error-state filter: its state, its measurements, its work space."""

from simloop.firmware.component import Component, column
from simloop.firmware.navigation.indices import (
    AIR_SLOPE,
    COVARIANCE,
    GROUPS,
    HISTORY_SLOTS,
    LINE,
    MEASUREMENTS,
)
from simloop.firmware.row import Row
from simloop.firmware.vector import Quaternion, Vec2, Vec3


class FilterState(Component):
    """Filter state."""

    ekf_attitude_wxyz: Quaternion = column(
        "1", "attitude", frame="FRD->NED", default=(1.0, 0.0, 0.0, 0.0)
    )
    ekf_velocity_ned_mps: Vec3 = column("m/s", "velocity", frame="NED")
    ekf_position_ned_m: Vec3 = column("m", "position", frame="NED of origin")
    ekf_gyro_bias_frd_radps: Vec3 = column("rad/s", "gyro bias", frame="FRD")
    ekf_accel_bias_frd_mps2: Vec3 = column("m/s^2", "accelerometer bias", frame="FRD")
    ekf_wind_ned_mps: Vec2 = column("m/s", "wind, north and east", frame="NED")
    ekf_baro_error_m: float = column("m", "slow error of the barometer's height", frame="NED")
    ekf_gnss_error_ned_m: Vec3 = column("m", "slow error of GNSS places", frame="NED")
    ekf_force_ned_mps2: Vec3 = column("m/s^2", "last specific force", frame="NED")
    ekf_push_ned_mps: Vec3 = column("m/s", "what force did since the last prediction", frame="NED")
    ekf_covariance: Row = column("-", "covariance of the errors", size=COVARIANCE, frame="NED, FRD")
    history_time_s: float = column("s", "when the newest slot was filled")
    history_velocity_ned_mps: Row = column(
        "m/s", "past velocities", size=3 * HISTORY_SLOTS, frame="NED"
    )
    history_position_ned_m: Row = column(
        "m", "past positions", size=3 * HISTORY_SLOTS, frame="NED of origin"
    )
    still_s: float = column("s", "time at rest and disarmed")
    ekf_start: float = column("1", "1: start at rest, 2: in flight, 3: afloat")
    ekf_restarts: float = column("1", "starts in flight so far")
    ekf_healthy: float = column("1", "1 while the filter can be used")
    ekf_resets: float = column("1", "states set to their sensor so far")


class Measurements(Component, prefix="fw_ekf"):
    """Measurements."""

    sum: Row = column(
        "-", "innovations since the last update, summed", size=MEASUREMENTS, frame="NED"
    )
    count: Row = column("1", "how many", size=MEASUREMENTS)
    variance: Row = column("-", "variance of the measurements", size=MEASUREMENTS, frame="NED")
    tilt_slope: Row = column(
        "1", "heading by the field per tilt about north and east", size=2, frame="NED"
    )
    innovation: Row = column(
        "-", "mean innovation at the last update", size=MEASUREMENTS, frame="NED"
    )
    test_ratio: Row = column("1", "its square over what the gate allows", size=MEASUREMENTS)
    used: Row = column("1", "1 if it passed", size=MEASUREMENTS)
    rejected_s: Row = column("s", "how long each group was refused", size=GROUPS)
    rejections: Row = column("1", "how often each group was refused", size=GROUPS)
    air_rejections: float = column("1", "how often airspeed or side-slip was refused")
    reset: float = column("1", "groups to set to their sensor, as a sum of bits")
    correction: Row = column("-", "corrections of this update", size=LINE, frame="NED, FRD")


class WorkSpace(Component):
    """Work space."""

    ekf_tilt: Row = column("m/s", "velocity per attitude error", size=9, frame="NED", scratch=True)
    ekf_turn: Row = column("s", "-period times rotation", size=9, frame="FRD->NED", scratch=True)
    ekf_slope: Row = column(
        "-", "flow per state of the air", size=AIR_SLOPE, frame="NED", scratch=True
    )
    ekf_column: Row = column(
        "-", "covariance with a measurement", size=LINE, frame="NED, FRD", scratch=True
    )
    ekf_weight: float = column("-", "one over the variance of an innovation", scratch=True)
    ekf_step: float = column("-", "innovation times that", scratch=True)
    ekf_load: float = column("-", "sum of all variances", scratch=True)
    past_velocity_ned_mps: Vec3 = column("m/s", "velocity at a fix", frame="NED", scratch=True)
    past_position_ned_m: Vec3 = column(
        "m", "position at a fix", frame="NED of origin", scratch=True
    )
