"""How a sensor samples: its systems, and the line its samples wait in while they are delayed."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from simloop.timing.rates import period_ticks
from simloop.world.component import Column, Component
from simloop.world.generated_kernel import generated_kernel
from simloop.world.plugin import VehicleKit
from simloop.world.system import BlockSystem, Stage


@dataclass(frozen=True, slots=True, kw_only=True)
class Sensor:
    """What all vehicles with this sensor share.

    `take` writes the columns of `samples` and `state`. It knows the number of slots of a delayed
    sensor's lines as the constant NAME_SLOTS.
    """

    name: str
    samples: Component
    take: Callable[..., None]
    state: Component | None = None


def add_sensor(
    kit: VehicleKit, sensor: Sensor, *, rate_hz: float, delay_s: float, after: tuple[str, ...] = ()
) -> dict[str, str]:
    """Sample `rate_hz` times a second, and show each sample `delay_s` after it was taken.

    Without delay `take` writes straight into the samples. With delay it writes into a line, and
    a second system shows what has reached the line's end.

    Returns:
        Which column is the line of which sample; empty without delay.
    """
    if not delay_s >= 0.0:
        raise ValueError(f"{sensor.name}: delay_s must be zero or positive, not {delay_s}")
    delay_ticks = round(delay_s * kit.tick_rate_hz)
    slots = 1 + delay_ticks // period_ticks(rate_hz, kit.tick_rate_hz, sensor.name)
    kit.constant(f"{sensor.name.upper()}_SLOTS", slots)
    kit.component(sensor.samples)
    state = _names(sensor.state)
    if sensor.state is not None:
        kit.component(sensor.state)
    shown = _names(sensor.samples)
    lines = {name: f"{name}_line" for name in shown} if delay_ticks else {}
    kit.system(
        BlockSystem(
            name=sensor.name,
            stage=Stage.SENSE,
            block=sensor.take,
            writes=(*(lines.values() or shown), *state),
            rate_hz=rate_hz,
            bind=lines,
            after=after,
        )
    )
    if not delay_ticks:
        return lines
    kit.component(_line(sensor.samples, slots))
    kit.system(
        BlockSystem(
            name=f"{sensor.name}_release",
            stage=Stage.SENSE,
            block=_release(sensor),
            writes=shown,
            rate_hz=rate_hz,
            delay_s=delay_ticks / kit.tick_rate_hz,
        )
    )
    return lines


def _release(sensor: Sensor) -> Callable[..., None]:
    """The kernel that copies column `x_line` to `x` for every column x of the samples."""
    columns = sensor.samples.columns
    rows = [*(f"{column.name}_line: Row" for column in columns)]
    rows += [f"{column.name}: Row" for column in columns]
    slots = f"{sensor.name.upper()}_SLOTS"
    name = f"release_{sensor.name}"
    lines = [
        f'"""Generated: samples of {sensor.name} that have waited for their delay."""',
        "from simloop.kernels.sensors.delay_line import release",
        "from simloop.math.row import Row",
        "W = 1",
        f"{slots} = 1",
        f"def {name}({', '.join(rows)}) -> None:",
        *(f"    release({c.name}_line, {c.name}, {c.size}, {slots})" for c in columns),
        "",
    ]
    return generated_kernel(name, "\n".join(lines))


def check_not_negative(sensor: str, config: object, *fields: str) -> None:
    """Refuse fields that are negative or no number."""
    for field in fields:
        value = getattr(config, field)
        if not value >= 0.0:
            raise ValueError(f"{sensor}: {field} must be zero or positive, not {value}")


def check_positive(sensor: str, config: object, *fields: str) -> None:
    """Refuse fields that are zero, negative or no number."""
    for field in fields:
        value = getattr(config, field)
        if not value > 0.0:
            raise ValueError(f"{sensor}: {field} must be positive, not {value}")


def _names(component: Component | None) -> tuple[str, ...]:
    return () if component is None else tuple(column.name for column in component.columns)


def _line(samples: Component, slots: int) -> Component:
    """The component whose columns hold `slots` samples each."""
    return replace(
        samples,
        name=f"{samples.name}_line",
        meaning=f"Samples on their way: {samples.meaning}",
        columns=tuple(_long_column(column, slots) for column in samples.columns),
    )


def _long_column(column: Column, slots: int) -> Column:
    if isinstance(column.size, str):
        raise ValueError(f"column {column.name} cannot be delayed: its size is not a plain number")
    default = column.default * slots if isinstance(column.default, tuple) else column.default
    return replace(column, name=f"{column.name}_line", size=column.size * slots, default=default)
