"""The sensors that can fail: the columns of their samples, and how far each kind of error goes."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class SensorColumns:
    """What a sensor shows; numbers are those of one failure by default, in the columns' units."""

    component: str
    sequence: str
    """Counts the samples."""
    sample: tuple[str, ...]
    """All that comes with one sample; the parts of a unit come together."""
    value: str
    """What fails."""
    sigma: str
    """The column of its white noise."""
    axes: tuple[str, ...]
    """Names of the elements of the value."""
    bias: float
    drift_per_s: float
    scale: float
    wrong: float
    """What the reading is multiplied by when it is plainly wrong."""
    span: tuple[float, float]
    """Between these lies what it says when it talks garbage."""


_XYZ = ("x", "y", "z")
_IMU = ("imu_accel_frd_mps2", "imu_gyro_frd_radps")

SENSORS = (
    SensorColumns(
        component="gyro",
        sequence="imu_sequence",
        sample=_IMU,
        value="imu_gyro_frd_radps",
        sigma="imu_gyro_sigma_radps",
        axes=_XYZ,
        bias=0.05,
        drift_per_s=0.002,
        scale=1.1,
        wrong=-1.0,
        span=(-10.0, 10.0),
    ),
    SensorColumns(
        component="accel",
        sequence="imu_sequence",
        sample=_IMU,
        value="imu_accel_frd_mps2",
        sigma="imu_accel_sigma_mps2",
        axes=_XYZ,
        bias=0.5,
        drift_per_s=0.02,
        scale=1.1,
        wrong=-1.0,
        span=(-100.0, 100.0),
    ),
    SensorColumns(
        component="mag",
        sequence="mag_sequence",
        sample=("mag_field_frd_t",),
        value="mag_field_frd_t",
        sigma="mag_sigma_t",
        axes=_XYZ,
        bias=1e-5,
        drift_per_s=2e-7,
        scale=1.2,
        wrong=-1.0,
        span=(-1e-4, 1e-4),
    ),
    SensorColumns(
        component="baro",
        sequence="baro_sequence",
        sample=("baro_pressure_pa", "baro_temperature_k"),
        value="baro_pressure_pa",
        sigma="baro_sigma_pa",
        axes=("bias",),
        bias=100.0,
        drift_per_s=2.0,
        scale=1.002,
        wrong=0.98,
        span=(1e3, 1.2e5),
    ),
    SensorColumns(
        component="airspeed",
        sequence="diff_pressure_sequence",
        sample=("diff_pressure_pa", "diff_pressure_temperature_k"),
        value="diff_pressure_pa",
        sigma="diff_pressure_sigma_pa",
        axes=("bias",),
        bias=100.0,
        drift_per_s=2.0,
        scale=1.3,
        wrong=0.25,
        span=(-5e3, 5e3),
    ),
    SensorColumns(
        component="distance_sensor",
        sequence="sonar_sequence",
        sample=("sonar_range_m",),
        value="sonar_range_m",
        sigma="sonar_sigma_m",
        axes=("bias",),
        bias=1.0,
        drift_per_s=0.05,
        scale=1.2,
        wrong=0.5,
        span=(0.0, 10.0),
    ),
)

GNSS = SensorColumns(
    component="gps",
    sequence="gnss_sequence",
    sample=(
        "gnss_llh",
        "gnss_velocity_ned_mps",
        "gnss_fix_type",
        "gnss_satellites",
        "gnss_accuracy",
    ),
    value="gnss_llh",
    sigma="gnss_position_sigma_ned_m",
    axes=("north", "east", "down"),
    bias=50.0,
    drift_per_s=1.0,
    scale=1.0,
    wrong=1.0,
    span=(-1e5, 1e5),
)
