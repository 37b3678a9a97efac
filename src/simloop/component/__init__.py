"""Components, their fields, and the right of a kernel to write them."""

from simloop.component.column import Change, Column, ColumnGroup, Kind
from simloop.component.component import Component, Mut
from simloop.component.field import held, intent, param, sample, truth
from simloop.component.rows import FloatRow

__all__ = [
    "Change",
    "Column",
    "ColumnGroup",
    "Component",
    "FloatRow",
    "Kind",
    "Mut",
    "held",
    "intent",
    "param",
    "sample",
    "truth",
]
