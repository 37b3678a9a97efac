"""The sensors that can fail: the columns of their samples, and how far each kind of error goes."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SensorColumns:
    """What a sensor shows."""

    component: str
    sequence: str
    """Counts the samples."""
    sample: tuple[str, ...]
    """All that comes with one sample, the value that fails first; a unit's parts come together."""
    sigma: str
    """The column of its white noise."""
    axes: tuple[str, ...]
    """Names of the elements of the value."""
    late_as_a_whole: bool = False
    """Is all of the sample late or stuck, and not the value alone?"""

    @property
    def value(self) -> str:
        """What fails."""
        return self.sample[0]

    @property
    def reading(self) -> tuple[str, ...]:
        """What is late or stuck together."""
        return self.sample if self.late_as_a_whole else self.sample[:1]

    @property
    def span(self) -> tuple[float, float]:
        """Between these lies what it says when it talks garbage."""
        return SIZES[self.component].span


@dataclass(frozen=True, slots=True)
class Sizes:
    """How large the errors of a sensor are by default, in the units of its columns."""

    bias: float
    drift_per_s: float
    scale: float
    wrong: float
    """What the reading is multiplied by when it is plainly wrong."""
    span: tuple[float, float]


_XYZ, _ONE = ("x", "y", "z"), ("bias",)
_GYRO, _ACCEL = "imu_gyro_frd_radps", "imu_accel_frd_mps2"
_DIFF_PRESSURE = ("diff_pressure_pa", "diff_pressure_temperature_k")
_FIX = ("gnss_llh", "gnss_velocity_ned_mps", "gnss_fix_type", "gnss_satellites", "gnss_accuracy")

AIRSPEED = SensorColumns(
    "airspeed", "diff_pressure_sequence", _DIFF_PRESSURE, "diff_pressure_sigma_pa", _ONE
)
GNSS = SensorColumns(
    "gps",
    "gnss_sequence",
    _FIX,
    "gnss_position_sigma_ned_m",
    ("north", "east", "down"),
    late_as_a_whole=True,
)
SENSORS = (
    SensorColumns("gyro", "imu_sequence", (_GYRO, _ACCEL), "imu_gyro_sigma_radps", _XYZ),
    SensorColumns("accel", "imu_sequence", (_ACCEL, _GYRO), "imu_accel_sigma_mps2", _XYZ),
    SensorColumns("mag", "mag_sequence", ("mag_field_frd_t",), "mag_sigma_t", _XYZ),
    SensorColumns(
        "baro", "baro_sequence", ("baro_pressure_pa", "baro_temperature_k"), "baro_sigma_pa", _ONE
    ),
    AIRSPEED,
    SensorColumns("distance_sensor", "sonar_sequence", ("sonar_range_m",), "sonar_sigma_m", _ONE),
)
SIZES: Mapping[str, Sizes] = {
    "gyro": Sizes(bias=0.05, drift_per_s=0.002, scale=1.1, wrong=-1.0, span=(-10.0, 10.0)),
    "accel": Sizes(bias=0.5, drift_per_s=0.02, scale=1.1, wrong=-1.0, span=(-100.0, 100.0)),
    "mag": Sizes(bias=1e-5, drift_per_s=2e-7, scale=1.2, wrong=-1.0, span=(-1e-4, 1e-4)),
    "baro": Sizes(bias=100.0, drift_per_s=2.0, scale=1.002, wrong=0.98, span=(1e3, 1.2e5)),
    "airspeed": Sizes(bias=100.0, drift_per_s=2.0, scale=1.3, wrong=0.25, span=(-5e3, 5e3)),
    "distance_sensor": Sizes(bias=1.0, drift_per_s=0.05, scale=1.2, wrong=0.5, span=(0.0, 10.0)),
    "gps": Sizes(bias=50.0, drift_per_s=1.0, scale=1.0, wrong=1.0, span=(-1e5, 1e5)),
}
