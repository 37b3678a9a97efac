"""The sonar's columns."""

from simloop.component import Component, param, sample


class Sonar(Component, prefix="sonar"):
    """The sonar: its errors and limits, and what it says."""

    sigma_m: float = param("m", "white noise of one sample")
    min_range_m: float = param("m", "shortest reading")
    max_range_m: float = param("m", "longest reading, and the one without echo", default=1.0)
    resolution_m: float = param("m", "step of the reading; 0 for none")
    range_m: float = sample("m", "distance to the ground along body down", frame="FRD")
    sequence: float = sample("1", "samples shown so far")
