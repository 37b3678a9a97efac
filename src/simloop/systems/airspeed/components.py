"""The differential pressure sensor's columns."""

from simloop.component import Component, held, param, sample


class DifferentialPressure(Component, prefix="diff_pressure"):
    """The differential pressure sensor: its errors and limits, and what it says."""

    sigma_pa: float = param("Pa", "white noise of one sample")
    bias_range_pa: float = param("Pa", "turn-on bias lies within +- this")
    bias_decay: float = param("1", "what a sample keeps of the wander", default=1.0)
    bias_kick_pa: float = param("Pa", "what a sample adds, 1 sigma")
    limit_pa: float = param("Pa", "largest reading", default=1e9)
    resolution_pa: float = param("Pa", "step of the reading; 0 for none")
    heating_k: float = param("K", "how much warmer than the air it is")
    pressure_pa: float = sample(
        "Pa", "pressure at the nose above static pressure", column="diff_pressure_pa"
    )
    temperature_k: float = sample("K", "temperature of the sensor")
    sequence: float = sample("1", "samples shown so far")
    bias_pa: float = held("Pa", "bias")
