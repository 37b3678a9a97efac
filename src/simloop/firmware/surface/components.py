"""The vehicle on the surface as its tasks see it."""

from simloop.firmware.fields.surface import (
    SurfaceDrift,
    SurfaceModel,
    SurfaceSettings,
    SurfaceStop,
    SurfaceTargets,
    SurfaceTrack,
    SurfaceWay,
    WayAhead,
)


class Surface(
    SurfaceModel,
    SurfaceSettings,
    SurfaceWay,
    SurfaceDrift,
    SurfaceTargets,
    SurfaceStop,
    SurfaceTrack,
    WayAhead,
):
    """What the vehicle can do, how it is to do it, where it goes, and what it is told."""
