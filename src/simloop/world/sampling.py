"""How a sensor samples: its systems, and the line its samples wait in while they are delayed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from types import FunctionType
from typing import Any

from simloop.component import Column, ColumnGroup, Component, Kind
from simloop.kernels.sensors.error_model import walk_kick, wander_decay, white_sigma
from simloop.timing.rates import period_ticks
from simloop.world.generated_kernel import generated_kernel
from simloop.world.kernel_columns import parameters_of
from simloop.world.plugin import Value, VehicleKit
from simloop.world.system import BlockSystem, Stage


@dataclass(frozen=True, slots=True, kw_only=True)
class Sensor:
    """What all vehicles with this sensor share.

    `take` writes the fields of `component` that are samples: into what is shown, or into a line
    where they wait for their delay.
    """

    name: str
    component: type[Component]
    take: Callable[..., None]
    unit: str = ""
    """Ending of the fields of its error model, such as `sigma_pa`, if it has the usual one."""

    @property
    def samples(self) -> tuple[Column, ...]:
        """The columns that are shown, late if the sensor is slow to tell."""
        return tuple(field.column for field in self.component.fields.values() if field.waits)


def equip_sensor(kit: VehicleKit, sensor: Sensor, config: Any, **values: Value) -> None:
    """Give the vehicle a sensor that is as good as its settings say.

    The usual error model is white noise of a `noise_density`; where there is a `bias_walk` too, a
    bias that wanders. Params that settings have under the same names are set from them.
    """
    if sensor.unit:
        sigma = white_sigma(config.noise_density, config.rate_hz)
        values = {f"sigma_{sensor.unit}": sigma, **values}
    if hasattr(config, "bias_walk"):
        period_s, time_constant_s = 1.0 / config.rate_hz, config.bias_time_constant_s
        kick = walk_kick(config.bias_walk, time_constant_s, period_s)
        decay = wander_decay(time_constant_s, period_s)
        values |= {"bias_decay": decay, f"bias_kick_{sensor.unit}": kick}
    kit.component(sensor.component, config, **values)
    add_sensor(kit, sensor, rate_hz=config.rate_hz, delay_s=config.delay_s)


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
    kit.component(sensor.component)
    delay_ticks = round(delay_s * kit.tick_rate_hz)
    if not delay_ticks:
        _add(kit, sensor.name, sensor.take, rate_hz, after=after)
        return {}
    slots = 1 + delay_ticks // period_ticks(rate_hz, kit.tick_rate_hz, sensor.name)
    lines = {column.name: f"{column.name}_line" for column in sensor.samples}
    kit.component(_line(sensor, slots))
    _add(kit, sensor.name, _take_into_lines(sensor, slots), rate_hz, bind=lines, after=after)
    release = _release(sensor, slots)
    delay = delay_ticks / kit.tick_rate_hz
    _add(kit, f"{sensor.name}_release", release, rate_hz, delay_s=delay)
    return lines


def _add(
    kit: VehicleKit,
    name: str,
    kernel: Callable[..., None],
    rate_hz: float,
    *,
    bind: dict[str, str] | None = None,
    after: tuple[str, ...] = (),
    delay_s: float = 0.0,
) -> None:
    system = BlockSystem(name=name, stage=Stage.SENSE, block=kernel, rate_hz=rate_hz)
    kit.system(replace(system, bind=bind or {}, after=after, delay_s=delay_s))


def _take_into_lines(sensor: Sensor, slots: int) -> FunctionType:
    """The kernel that moves all waiting samples on, then takes a new one."""
    take = sensor.take
    imports, signature = ["from simloop.component import FloatRow, Mut"], []
    parameters = parameters_of(take)
    for parameter in parameters:
        if parameter.make is None:
            signature.append(parameter.name)
            continue
        cls: type = parameter.make.__self__  # type: ignore[attr-defined]
        imports.append(f"from {cls.__module__} import {cls.__name__}")
        kind = f"Mut[{cls.__name__}]" if parameter.is_writable else cls.__name__
        signature.append(f"{parameter.name}: {kind}")
    body = [f"    push({c.name}_line, {c.size}, {slots})" for c in sensor.samples]
    arguments = ", ".join(parameter.name for parameter in parameters)
    lines = [
        f"from {take.__module__} import {take.__name__}",
        "from simloop.kernels.sensors.delay_line import push",
        *imports,
    ]
    signature += [f"{c.name}_line: FloatRow" for c in sensor.samples]
    body.append(f"    {take.__name__}({arguments})")
    return _generated(f"{sensor.name}_into_lines", sensor, lines, signature, body)


def _release(sensor: Sensor, slots: int) -> FunctionType:
    """The kernel that copies column `x_line` to `x` for every column x of the samples."""
    lines = [
        "from simloop.component import FloatRow",
        "from simloop.kernels.sensors.delay_line import release",
    ]
    signature = [f"{c.name}_line: FloatRow" for c in sensor.samples]
    signature += [f"{c.name}: FloatRow" for c in sensor.samples]
    body = [f"    release({c.name}_line, {c.name}, {c.size}, {slots})" for c in sensor.samples]
    return _generated(f"release_{sensor.name}", sensor, lines, signature, body)


def _generated(
    name: str, sensor: Sensor, imports: Sequence[str], signature: Sequence[str], body: Sequence[str]
) -> FunctionType:
    head = f'"""Generated: samples of {sensor.name} that wait for their delay."""'
    define = f"def {name}({', '.join(signature)}) -> None:"
    return generated_kernel(name, "\n".join([head, *imports, define, *body, ""]))


def _line(sensor: Sensor, slots: int) -> ColumnGroup:
    """Columns that hold `slots` samples each."""
    meaning = f"Samples of {sensor.name} on their way."
    columns = tuple(_long_column(column, slots) for column in sensor.samples)
    return ColumnGroup(f"{sensor.name}_line", Kind.SAMPLE, meaning, columns)


def _long_column(column: Column, slots: int) -> Column:
    if isinstance(column.size, str):
        raise ValueError(f"column {column.name} cannot be delayed: its size is not a plain number")
    default = column.default * slots if isinstance(column.default, tuple) else column.default
    return replace(column, name=f"{column.name}_line", size=column.size * slots, default=default)
