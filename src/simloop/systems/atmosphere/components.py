"""What a vehicle knows about the weather."""

from simloop.world.component import Column, Component, Kind

WEATHER = Component(
    "weather",
    Kind.PARAM,
    "How the air of the day differs from the standard atmosphere.",
    (
        Column("air_qnh_pa", 1, "Pa", "-", "pressure at mean sea level", 101325.0),
        Column("air_temperature_offset_k", 1, "K", "-", "temperature above standard"),
    ),
)
