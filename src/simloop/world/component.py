"""Column groups under the name that they had before components became classes."""

from simloop.component.column import Change, Column, Kind
from simloop.component.column import ColumnGroup as Component

__all__ = ["Change", "Column", "Component", "Kind"]
