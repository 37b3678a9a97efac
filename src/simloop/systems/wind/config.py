"""What a world says about its wind, and which of it makes no sense."""

from typing import Annotated, Literal

from simloop.world.setting import NotNegative, Positive, Within, required, setting, settings

Shear = Literal["none", "power", "log", "linear"]
Turbulence = Literal["none", "light", "moderate", "severe"]
Model = Literal["dryden", "von_karman"]
Speed = Annotated[float, Within(0.0, instead="; turn direction_from_deg instead")]
Place = tuple[float, float]


@settings
class Gust:
    """One rise and fall of the wind in the 1-cos shape."""

    start_s: float = required("Simulated time at which it begins, s.")
    duration_s: Positive = required("Time from calm to calm, s; the peak is in the middle.")
    amplitude_mps: float = required("Wind added at the peak, m/s.")
    direction_from_deg: float = 0.0
    """Where the gust comes from, degrees clockwise from north."""
    vertical_mps: float = setting(0.0, "Upward wind added at the peak, m/s.")


@settings
class Thermal:
    """A column of rising air with a ring of sink around it, and the inflow at its foot."""

    position_ne_m: Place = required("Foot of the thermal at time zero, m north and east.")
    radius_m: Positive = setting(100.0, "Where rising turns to sinking, m.")
    strength_mps: float = setting(3.0, "Upward wind in the core at a third of the top height, m/s.")
    top_m: Positive = setting(1000.0, "Height above ground at which it ends, m.")
    drifts: bool = setting(False, "Does it move with the mean wind?")


@settings
class Microburst:
    """A downdraught that spreads over the ground (Vicroy's model)."""

    position_ne_m: Place = required("Foot of the downdraught, m north and east.")
    radius_m: Positive = setting(500.0, "Distance of the strongest outflow from the foot, m.")
    outflow_mps: float = setting(15.0, "Strongest outflow, m/s.")
    outflow_height_m: Positive = setting(40.0, "Height above ground of the strongest outflow, m.")
    start_s: float = setting(0.0, "When it begins to grow, s.")
    duration_s: float = 0.0
    """From nothing to nothing in the 1-cos shape, s; 0 is for ever, from the start."""


@settings
class Config:
    """The wind of a world; heights are counted from the ground or water below the vehicle."""

    speed_mps: Speed = setting(0.0, "Horizontal mean wind at the reference height, m/s.")
    direction_from_deg: float = 0.0
    """Where the wind comes from, degrees clockwise from north."""
    vertical_mps: float = setting(0.0, "Upward mean wind, m/s.")
    shear: Shear = "power"
    """Law of the mean wind with height: power, log, linear, or none."""
    shear_exponent: float = 0.0
    """Exponent of the power law; 0 is no shear, 0.14 is open land."""
    roughness_m: float = 0.03
    """Roughness length of the log law, m; 0.0002 is water, 0.03 is grass, 1 is town."""
    gradient_per_s: float = 0.0
    """Wind speed gained per metre of height above the reference, linear law, 1/s."""
    reference_height_m: float = setting(10.0, "Height at which `speed_mps` holds, m.")
    shear_heights_m: tuple[float, float] | None = None
    """Heights between which shear and veer work, and beyond which the wind stays; left out: 1 m to
    300 m, from the roughness length in the log law, all heights in the linear law."""
    veer_deg_per_m: float = 0.0
    """Turn of the wind with height, clockwise, degrees per metre."""
    slope_lift_height_m: NotNegative = 0.0
    """Over terrain the wind follows the slope, less by a factor e at this height, m; 0 is not at
    all."""
    turbulence: Turbulence = "none"
    """How rough the air is: none, light, moderate or severe."""
    model: Model = setting("dryden", "Spectrum of the turbulence: dryden or von_karman.")
    switchable: bool = False
    """Keep turbulence ready although it is none, so that a command can switch it on."""
    gusts: tuple[Gust, ...] = setting((), "Discrete gusts, added to each other.")
    thermals: tuple[Thermal, ...] = setting((), "Rising columns of air.")
    microbursts: tuple[Microburst, ...] = setting((), "Downdraughts that spread over the ground.")
    rate_hz: float = setting(100.0, "Updates per second; the wind is held between them.")


def check(config: Config) -> None:
    """Refuse what no wind can be."""
    if not config.reference_height_m > 0.0 and config.shear in ("power", "log"):
        raise ValueError(f"wind: reference_height_m is {config.reference_height_m}, must be > 0")
    if config.shear_exponent != 0.0 and config.shear != "power":
        raise ValueError(f"wind: shear_exponent belongs to shear: power, not {config.shear}")
    if config.gradient_per_s != 0.0 and config.shear != "linear":
        raise ValueError(f"wind: gradient_per_s belongs to shear: linear, not {config.shear}")
    if config.shear == "log" and not 0.0 < config.roughness_m < config.reference_height_m:
        raise ValueError(
            f"wind: roughness_m is {config.roughness_m}, must be above 0 and below "
            f"the reference height {config.reference_height_m}"
        )
    low, high = heights_m(config)
    least = {"log": config.roughness_m, "power": 1e-6}.get(config.shear, low)
    if not least <= low < high:
        raise ValueError(
            f"wind: shear_heights_m is {low:g} to {high:g}; write the lower height first"
            + (f", at least {least:g}" if low < least else "")
        )


def heights_m(config: Config) -> tuple[float, float]:
    """The heights between which shear and veer work."""
    if config.shear_heights_m is not None:
        return config.shear_heights_m
    if config.shear == "log":
        return config.roughness_m, max(300.0, config.reference_height_m)
    return (-1e6, 1e6) if config.shear == "linear" else (1.0, 300.0)
