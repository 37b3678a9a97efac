"""What navigation tasks work on, beside the filter itself."""

from simloop.firmware.fields.filter_parameters import EarthField, HeadingErrors
from simloop.firmware.fields.navigation import (
    AttitudeFilter,
    AttitudeFilterGains,
    BoardIron,
    CleanImu,
    CompassWatch,
    HeightFilter,
    Place,
)
from simloop.firmware.fields.samples import Magnetometer


class Inertial(Place, CleanImu, AttitudeFilterGains, AttitudeFilter, HeightFilter):
    """Clean samples of the IMU, gravity here, and the filters that live on them alone."""


class Compass(EarthField, HeadingErrors, BoardIron, CompassWatch, Magnetometer):
    """The magnetometer's sample, the field there should be, and what is made of it."""
