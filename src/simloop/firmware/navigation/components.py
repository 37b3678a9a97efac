"""What navigation tasks work on, beside the filter itself."""

from simloop.firmware.fields.filter_parameters import (
    AirErrors,
    BarometerErrors,
    EarthField,
    GnssErrors,
    HeadingErrors,
)
from simloop.firmware.fields.navigation import (
    AirAround,
    Alignment,
    AlignmentSettings,
    AttitudeFilter,
    AttitudeFilterGains,
    BarometerWatch,
    BatteryFacts,
    BatteryWatch,
    BoardIron,
    CleanImu,
    CompassWatch,
    GnssWatch,
    HeightFilter,
    PitotOffset,
    PitotWatch,
    Place,
)
from simloop.firmware.fields.samples import (
    Barometer,
    Battery,
    DifferentialPressure,
    Gnss,
    Magnetometer,
)


class Inertial(Place, CleanImu, AttitudeFilterGains, AttitudeFilter, HeightFilter):
    """Clean samples of the IMU, gravity here, and the filters that live on them alone."""


class Compass(EarthField, HeadingErrors, BoardIron, CompassWatch, Magnetometer):
    """The magnetometer's sample, the field there should be, and what is made of it."""


class Pressure(BarometerErrors, BarometerWatch, Barometer, AirAround):
    """The barometer's sample, and what is made of it."""


class Pitot(AirErrors, PitotOffset, PitotWatch, DifferentialPressure, AirAround):
    """The sample of the pressure at the nose, and what is made of it."""


class Fixes(GnssErrors, GnssWatch, Gnss):
    """The fix of GNSS, and what is made of it."""


class Rest(AlignmentSettings, Alignment):
    """How long it must rest before it starts, and what it has seen so far."""


class Charge(BatteryFacts, BatteryWatch, Battery):
    """The battery's sample, what it is like, and what it began with."""
