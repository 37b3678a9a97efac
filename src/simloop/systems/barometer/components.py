"""The barometer's columns."""

from simloop.component import Component, held, param, sample
from simloop.math.vector import Range


class Barometer(Component, prefix="baro"):
    """The barometer: how good it is, and what it says."""

    sigma_pa: float = param("Pa", "white noise of one sample")
    bias_range_pa: float = param("Pa", "turn-on bias lies within +- this")
    bias_decay: float = param("1", "what a sample keeps of the wander", default=1.0)
    bias_kick_pa: float = param("Pa", "what a sample adds to the wander, 1 sigma")
    limits_pa: Range = param("Pa", "lowest and highest reading", default=(0.0, 1e9))
    resolution_pa: float = param("Pa", "step of the reading; 0 for none")
    heating_k: float = param("K", "how much warmer than the air the sensor is")
    pressure_pa: float = sample("Pa", "static pressure")
    temperature_k: float = sample("K", "temperature of the sensor")
    sequence: float = sample("1", "samples shown so far")
    bias_pa: float = held("Pa", "bias")
