"""Components, their fields, and the right of a kernel to write them."""

from simloop.component.column import Change, Column, ColumnGroup, Kind
from simloop.component.component import Component, Mut
from simloop.component.field import held, intent, param, sample, truth
from simloop.component.rows import FloatRow
from simloop.component.view import ColumnView, View

__all__ = [
    "Change",
    "Column",
    "ColumnGroup",
    "ColumnView",
    "Component",
    "FloatRow",
    "Kind",
    "Mut",
    "View",
    "held",
    "intent",
    "param",
    "sample",
    "truth",
]
