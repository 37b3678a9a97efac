"""What happened when parameters were loaded, so that nothing is lost in silence."""

from dataclasses import dataclass, field


@dataclass(slots=True)
class LoadReport:
    """Names of parameters by what became of them, and what was wrong with the source.

    `kept` took the stored value, `new` were not stored and have their default, `dropped` were
    stored but exist no more, `adjusted` and `refused` tell why, `broken` tells of memory that could
    not be read. With `layout_changed` another firmware, with other parameters, had stored them.
    """

    kept: list[str] = field(default_factory=list)
    new: list[str] = field(default_factory=list)
    dropped: list[str] = field(default_factory=list)
    adjusted: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    layout_changed: bool = False

    @property
    def clean(self) -> bool:
        """Was every stored value taken as it is?"""
        return not (self.dropped or self.adjusted or self.refused or self.broken)

    @property
    def sentences(self) -> list[str]:
        """What a pilot should be told."""
        told = [*self.broken, *self.refused, *self.adjusted]
        if self.dropped:
            told.append(f"stored parameters that exist no more: {', '.join(self.dropped)}")
        return told
