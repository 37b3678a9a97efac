"""Analysis of one vehicle by the kernels of the simulation: trim, linear models, modes."""

from simloop.server.analysis.bench import STATE_NAMES, Bench, State
from simloop.server.analysis.envelope import trim_curve
from simloop.server.analysis.linearise import LinearModel, linear_model, linearise
from simloop.server.analysis.modes import Mode
from simloop.server.analysis.trim import Condition, TrimNotFound, TrimPoint, trim

__all__ = [
    "STATE_NAMES",
    "Bench",
    "Condition",
    "LinearModel",
    "Mode",
    "State",
    "TrimNotFound",
    "TrimPoint",
    "linear_model",
    "linearise",
    "trim",
    "trim_curve",
]
