"""Time: integer ticks, modes, pacing against the wall clock, and how fast the world runs."""

from simloop.timing.clock import TickClock, microseconds_at, nanoseconds_at, tick_at
from simloop.timing.interface import TimeManagerInterface
from simloop.timing.mode import TimeMode
from simloop.timing.pacing import Lateness
from simloop.timing.rates import check_rates, fitting_tick_rate, nearest_rates, period_ticks
from simloop.timing.source import ExternalClock
from simloop.timing.statistics import Duration, Durations, FactorReport, RealTimeFactor, StepTimes
from simloop.timing.time_manager import TimeManager
from simloop.timing.wall import WallClock

__all__ = [
    "Duration",
    "Durations",
    "ExternalClock",
    "FactorReport",
    "Lateness",
    "RealTimeFactor",
    "StepTimes",
    "TickClock",
    "TimeManager",
    "TimeManagerInterface",
    "TimeMode",
    "WallClock",
    "check_rates",
    "fitting_tick_rate",
    "microseconds_at",
    "nanoseconds_at",
    "nearest_rates",
    "period_ticks",
    "tick_at",
]
