"""Kernels of the made-up vehicle: each kind of access to components."""

from lamp_components import Frame, Lamp, LightMeter, Limits
from simloop.component import FloatRow, Mut
from simloop.math.scalar import clamp
from simloop.math.vector import Vec3


def shine(dt_s: float, lamp: Mut[Lamp]) -> None:
    """Numbers, a small vector taken apart, `+=`, and elements of a row."""
    wanted = lamp.gain * lamp.command
    lamp.light_lm += clamp(wanted, *lamp.limits) * dt_s
    for k in range(len(lamp.segment_lm)):
        lamp.segment_lm[k] = lamp.light_lm / float(k + 1)
    lamp.segment_lm[1] += lamp.limits.least


def see(tick: int, lamp: Lamp, frame: Frame, meter: Mut[LightMeter]) -> None:
    """Vectors as values, functions that take components, a branch of the vehicle's own."""
    beam = frame.attitude_wxyz.to_body(Vec3(0.0, 0.0, lamp.light_lm) + frame.velocity_ned_mps)
    meter.beam_frd = 0.5 * beam - meter.beam_frd.times(beam)
    if lamp.light_lm > lamp.limits.most:
        meter.reading_lm = lamp.limits.most
        return
    drift(meter, lamp.segment_lm)
    meter.reading_lm = brightest(lamp.segment_lm) + meter.drift_lm + meter.beam_frd.x


def drift(meter: Mut[LightMeter], row: FloatRow) -> None:
    """Writes a component that it was handed."""
    meter.drift_lm = meter.drift_lm + 0.25 * row[0]


def brightest(row: FloatRow) -> float:
    """The largest element, and where not all lanes agree how far to look."""
    best = row[0]
    for k in range(1, len(row)):
        best = max(best, row[k])
    return best


def split(lamp: Mut[Lamp]) -> None:
    """Divides by what may be zero."""
    lamp.light_lm = lamp.command / lamp.gain
    lamp.segment_lm[0] = lamp.command / (lamp.gain - lamp.gain)
    lamp.segment_lm[1] = -1.0 / lamp.segment_lm[2]
    lamp.segment_lm[2] = lamp.command % 0.75


def set_limits(lamp: Mut[Lamp]) -> None:
    """A vector written as a whole."""
    lamp.limits = Limits(lamp.limits.least - 1.0, lamp.limits.most + 1.0)


def fill(row: FloatRow, light_lm: float) -> None:
    """Writes elements of a row that it was handed."""
    for k in range(len(row)):
        row[k] = light_lm


def flood(lamp: Mut[Lamp]) -> None:
    """Writes only through a function."""
    fill(lamp.segment_lm, lamp.light_lm)


def steal(lamp: Lamp) -> None:
    """Writes what it was only lent."""
    lamp.light_lm = 0.0


def steal_by_a_friend(lamp: Lamp) -> None:
    """Lets another one write what it was only lent."""
    flood(lamp)


def misspell(lamp: Lamp, meter: Mut[LightMeter]) -> None:
    """Asks for a field that is not there."""
    meter.reading_lm = lamp.lihgt_lm  # type: ignore[attr-defined]


def set_a_vector_to_a_number(meter: Mut[LightMeter]) -> None:
    """Writes the wrong shape."""
    meter.beam_frd = 1.0  # type: ignore[assignment]


def set_a_whole_row(lamp: Mut[Lamp]) -> None:
    """Writes a row as if it were a value."""
    lamp.segment_lm = lamp.light_lm  # type: ignore[assignment]


def rename(lamp: Mut[Lamp]) -> None:
    """Gives a component another name."""
    other = lamp
    other.light_lm = 1.0
