"""What a vehicle knows about its wind."""

from simloop.world.component import Column, Component, Kind

WIND = Component(
    "wind",
    Kind.PARAM,
    "Mean wind and gusts.",
    (
        Column("wind_mean_ned_mps", 3, "m/s", "NED", "mean wind at the reference height"),
        Column("wind_reference_height_m", 1, "m", "-", "height of the mean wind", 10.0),
        Column(
            "wind_shear_heights_m",
            2,
            "m",
            "-",
            "lowest and highest height above ground between which shear and veer work",
            (1.0, 300.0),
        ),
        Column("wind_shear_exponent", 1, "1", "-", "power law of the horizontal mean wind"),
        Column("wind_roughness_m", 1, "m", "-", "roughness length of the log law", 0.03),
        Column("wind_gradient_ne_per_s", 2, "1/s", "NED", "wind gained per metre, linear law"),
        Column("wind_veer_radpm", 1, "rad/m", "-", "turn of the wind with height, clockwise"),
        Column("wind_lift_height_m", 1, "m", "-", "height at which slope lift has faded", 100.0),
        Column("gust_start_s", "GUSTS", "s", "-", "time at which the gust begins"),
        Column("gust_duration_s", "GUSTS", "s", "-", "time from calm to calm", 1.0),
        Column("gust_ned_mps", "3*GUSTS", "m/s", "NED", "wind added at the gust's peak"),
    ),
)

WIND_FLOOR = Component(
    "wind_floor",
    Kind.TRUTH,
    "What the wind blows over, in worlds with terrain and water.",
    (Column("wind_floor_down_m", 1, "m", "NED", "where ground or water is, the higher one"),),
)

TURBULENCE = Component(
    "turbulence",
    Kind.PARAM,
    "How strong the turbulence is.",
    (
        Column("turbulence_w20_mps", 1, "m/s", "-", "wind 20 ft above ground"),
        Column("turbulence_aloft_mps", 1, "m/s", "-", "standard deviation above 2000 ft"),
        Column("turbulence_along_ne", 2, "1", "NED", "unit vector along the mean wind", (1.0, 0.0)),
    ),
)

DRYDEN = Component(
    "dryden",
    Kind.TRUTH,
    "The state of the turbulence filters.",
    (
        Column("dryden_state", 5, "1", "-", "along; across, two; vertical, two; unit variance"),
        Column("dryden_running", 1, "1", "-", "1 once the states have been drawn"),
    ),
)

VON_KARMAN = Component(
    "von_karman",
    Kind.TRUTH,
    "The state of the turbulence filters.",
    (
        Column(
            "von_karman_state",
            17,
            "1",
            "-",
            "lags: along, two; across, three; vertical, three; then three fast ones of each",
        ),
        Column("von_karman_running", 1, "1", "-", "1 once the states have been drawn"),
    ),
)
