"""Parameters by name: a table over the columns of a lane, its store in memory, and its page."""

from simloop.firmware.parameters.parameter import Parameter, ParameterType
from simloop.firmware.parameters.store import LoadReport, ParameterStore
from simloop.firmware.parameters.table import Outcome, ParameterTable

__all__ = [
    "LoadReport",
    "Outcome",
    "Parameter",
    "ParameterStore",
    "ParameterTable",
    "ParameterType",
]
